//! Compiles loops: a number of times, for ever, for each player in turn.

use crate::compile::jumps::OPEN;
use crate::compile::stmt::{CompiledStmt, Inside, StmtCompiler};
use crate::ir::instructions::Instr;
use linstock_model::{Member, Node, Num, NumOp, Stmt, Truth};

/// A round over the players.
pub(crate) struct Each<'e> {
    /// The player who begins.
    pub from: &'e Node<Member>,
    /// Whether the order is reversed.
    pub backwards: bool,
    /// Whether it is endless, so that the first player need not be stored.
    pub endless: bool,
    /// The players to include.
    pub filter: Option<&'e Node<Truth>>,
    /// The body.
    pub body: &'e [Stmt],
    /// The statement.
    pub stmt: &'e Stmt,
}

impl<'m> StmtCompiler<'m, '_> {
    pub(crate) fn repeat(
        &mut self,
        times: Option<&'m Node<Num>>,
        body: &'m [Stmt],
    ) -> CompiledStmt {
        let Some(times) = times else {
            let start = self.here()?;
            self.block(body)?;
            self.emit(Instr::Jump(start))?;
            return Ok(());
        };
        let before = self.free;
        let word = self.take(1)?;
        let count = self.number(|e| {
            let (n, none) = (e.num(&times.kind)?, e.graph.num(0));
            Ok(e.graph.join(NumOp::Max, n, none))
        })?;
        let at = self.word(word)?;
        self.emit(Instr::Store(at, count, false))?;
        let start = self.here()?;
        let done = self.emit(Instr::CountDown(at, OPEN))?;
        self.inside.push(Inside::Count { word });
        self.block(body)?;
        self.inside.pop();
        self.emit(Instr::Jump(start))?;
        self.land(done)?;
        self.free = before;
        Ok(())
    }

    pub(crate) fn each(&mut self, each: Each<'m>) -> CompiledStmt {
        let before = self.free;
        let word = self.take(2)?;
        let at = self.word(word)?;
        let first = self.item(&each.from.kind)?;
        self.emit(match (each.endless, each.backwards) {
            (true, back) => Instr::Cycle(at, first, back),
            (false, true) => Instr::RoundBack(at, first),
            (false, false) => Instr::Round(at, first),
        })?;
        let start = self.here()?;
        self.inside.push(Inside::Round { word, start });
        let skip = match each.filter {
            Some(filter) => {
                self.count_in_round((each.stmt, filter))?;
                let filter = self.truth(filter)?;
                Some(self.emit(Instr::Unless(filter, OPEN))?)
            }
            None => None,
        };
        self.block(each.body)?;
        self.inside.pop();
        let next = match (each.endless, each.backwards) {
            (true, back) => Instr::PassOn(back, start),
            (false, true) => Instr::PreviousInRound(at, start),
            (false, false) => Instr::NextInRound(at, start),
        };
        match (skip, each.filter) {
            (Some(skip), Some(filter)) if each.endless => {
                self.emit(next)?;
                self.land(skip)?;
                self.pass_over(filter, next)?;
                self.emit(Instr::EndRound(at))?;
            }
            (skip, _) => {
                skip.map_or(Ok(()), |skip| self.land(skip))?;
                self.emit(next)?;
                if !each.endless {
                    self.emit(Instr::EndRound(at))?;
                }
            }
        }
        self.free = before;
        Ok(())
    }

    /// Skips a player whom the filter of an endless round excludes; ends the round if it excludes all players, since
    /// nothing could change that.
    fn pass_over(&mut self, filter: &'m Node<Truth>, next: Instr) -> CompiledStmt {
        let seats = self.model.seat_ids();
        let anybody = self.number(|e| {
            let me = e.me;
            let mut any = e.graph.num(0);
            for seat in seats {
                e.me = seat;
                let holds = e.truth(filter)?;
                any = e.graph.join(NumOp::Max, any, holds);
            }
            e.me = me;
            Ok(any)
        })?;
        let nobody = self.emit(Instr::Unless(anybody, OPEN))?;
        self.emit(next)?;
        self.land(nobody)
    }
}
