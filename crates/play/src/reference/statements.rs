//! Carries out statements that ask nobody.

use crate::reference::{Evaluator, Fault, SET_POINT, SpelledPosition};
use linstock_engine::vm::Fuel;
use linstock_model::{Member, MemoryRef, Model, Stmt, StmtKind};

/// The most statements that may be carried out, counting repetitions.
const MOST_STATEMENTS: usize = 100_000;

/// Carries out statements in order. The statements before a fault keep their effect.
///
/// # Errors
/// If a statement cannot be carried out, asks somebody, calls a script or ends something, or if more than a hundred
/// thousand are carried out.
pub(crate) fn carry_out(
    model: &Model,
    table: &mut SpelledPosition,
    body: &[Stmt],
) -> Result<(), Fault> {
    let (left, fuel) = (MOST_STATEMENTS, Fuel::default());
    let fuel = &fuel;
    let mut hand = SetupInterpreter {
        model,
        table,
        left,
        fuel,
    };
    hand.block(body)
}

struct SetupInterpreter<'a> {
    model: &'a Model,
    table: &'a mut SpelledPosition,
    /// The number of statements that may still be carried out.
    left: usize,
    /// The remaining fuel of all statements.
    fuel: &'a Fuel,
}

impl SetupInterpreter<'_> {
    fn plain(&self) -> Evaluator<'_> {
        Evaluator::new(self.model, self.table, self.fuel)
    }

    fn block(&mut self, body: &[Stmt]) -> Result<(), Fault> {
        body.iter()
            .try_for_each(|stmt| self.stmt(stmt).map_err(|fault| fault.or_at(stmt.span)))
    }

    fn stmt(&mut self, stmt: &Stmt) -> Result<(), Fault> {
        let endless = || Fault::statement("this is repeated too often");
        self.left = self.left.checked_sub(1).ok_or_else(endless)?;
        // A statement that moves pieces copies the position.
        self.plain()
            .spend(SET_POINT * self.table.pieces.len(), stmt.span)?;
        if let Some(table) = crate::reference::moved(self.plain(), &stmt.kind)? {
            *self.table = table;
            return Ok(());
        }
        match &stmt.kind {
            StmtKind::Remember(memory, value) => {
                let value = self.plain().value(value)?;
                self.remember(memory, &value)
            }
            StmtKind::Forget(memory) => {
                let start = &self.model.memories[memory.memory.index()].start;
                self.remember(memory, start)
            }
            StmtKind::If(cond, then, otherwise) => {
                let holds = self.plain().truth(cond)?;
                self.block(if holds { then } else { otherwise })
            }
            StmtKind::Repeat(Some(times), body) => {
                let times = self.plain().num(times)?;
                let rounds = if body.is_empty() { 0 } else { times };
                (0..rounds).try_for_each(|_| self.block(body))
            }
            StmtKind::Must(cond, why) => {
                if self.plain().truth(cond)? {
                    return Ok(());
                }
                Err(Fault::statement(why.clone()))
            }
            _ => Err(Fault::statement(
                "only pieces and remembered values are laid out here; this belongs into the rules",
            )),
        }
    }

    /// Sets a remembered value, for one owner or for all.
    fn remember(&mut self, memory: &MemoryRef, value: &linstock_model::Value) -> Result<(), Fault> {
        let targets = self.plain().targets(memory)?;
        let member = memory.of.as_ref().map(|of| &of.kind);
        if targets.is_empty() && !matches!(member, None | Some(Member::Over(_) | Member::At(_))) {
            return Err(Fault::statement("nothing is remembered of nobody"));
        }
        let values = &mut self.table.memories[memory.memory.index()];
        for at in targets {
            values[at] = value.clone();
        }
        Ok(())
    }
}
