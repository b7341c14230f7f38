//! Counts positions for `seen`, at the places that `repetition` finds.

use crate::compile::repetition::{PlaceKind, ReadsSeen, begins_with_seen};
use crate::compile::stmt::{CompiledStmt, StmtCompiler};
use crate::ir::instructions::Instr;
use linstock_model::visit::Walk;
use linstock_model::{Node, Stmt, Truth};

impl StmtCompiler<'_, '_> {
    /// Counts the position if the expressions that the statement evaluates when it begins read `seen`.
    pub(in crate::compile) fn count_position(&mut self, stmt: &Stmt) -> CompiledStmt {
        match begins_with_seen(stmt) {
            true => self.count_at((stmt, PlaceKind::Statement), Instr::Note),
            false => Ok(()),
        }
    }

    /// Counts the position before the filter of a round is evaluated, if the filter reads `seen`.
    pub(in crate::compile) fn count_in_round(
        &mut self,
        (stmt, filter): (&Stmt, &Node<Truth>),
    ) -> CompiledStmt {
        let mut seen = ReadsSeen(false);
        filter.walk(&mut seen);
        match seen.0 {
            true => self.count_at((stmt, PlaceKind::Round), Instr::Note),
            false => Ok(()),
        }
    }

    /// Adds an instruction that counts positions for a statement.
    pub(in crate::compile) fn count_at(
        &mut self,
        place: (&Stmt, PlaceKind),
        instr: Instr,
    ) -> CompiledStmt {
        let pc = self.here()?;
        self.emit(instr)?;
        self.shared.counting_places.note(place, pc);
        Ok(())
    }
}
