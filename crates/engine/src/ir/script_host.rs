//! The interface to scripts: what the machine passes to them, and what they return. `script/` implements it with Rhai.

use crate::ir::WordsView;
use linstock_base::Span;
use linstock_model::{KindId, MemoryId, Point, PointSet, RowId, ScriptId, SeatId, Value, ZoneId};
use std::cell::Cell;
use std::sync::Arc;

/// Runs the script functions of a ruleset.
pub trait ScriptHost: Send + Sync + std::fmt::Debug {
    /// Returns the text of the scripts without comments and layout. It is part of the hash of the rules.
    fn text(&self) -> String {
        String::new()
    }

    /// Returns the answer to a call if the host has cached it, and adds the operations of the call to `operations`. The
    /// arguments are words: one word for a number, player, row or point, and the words of the mask for a set of points;
    /// nobody and nothing have all bits set.
    fn recall(
        &self,
        _script: ScriptId,
        _args: &[u64],
        _at: WordsView<'_>,
        _operations: &Cell<usize>,
    ) -> Option<ScriptAnswer> {
        None
    }

    /// Calls a function, which can read the position but not change it. Adds the approximate number of its operations to
    /// `operations`.
    ///
    /// # Errors
    /// A message with file and line: the script failed, exceeded a limit, or returned a value of another type than declared.
    fn call(
        &self,
        script: ScriptId,
        args: &[Value],
        at: WordsView<'_>,
        operations: &Cell<usize>,
    ) -> Result<ScriptAnswer, String>;

    /// Turns the counting of statements and conditions on or off.
    fn set_counting(&self, _on: bool) {}

    /// Returns the counts of each place of the scripts.
    fn counts(&self) -> Vec<ScriptCount> {
        Vec::new()
    }
}

/// The count of a place of a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScriptCount {
    /// The place.
    pub span: Span,
    /// The count.
    pub counted: ScriptCounted,
}

/// A count of a script's statement or condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScriptCounted {
    /// How often a statement ran.
    Statement(u64),
    /// The results of a condition.
    Condition {
        /// How often it held.
        held: u64,
        /// How often it did not hold.
        failed: u64,
    },
}

/// The result of a script function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptAnswer {
    /// A value of the declared type.
    Value(Value),
    /// The answer no of a function that returns yes or no, with the script's reason.
    No(Arc<ScriptReason>),
    /// The changes that the virtual machine must make, in order.
    Changes(Vec<ScriptChange>),
}

/// Why a script answers no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptReason {
    /// The name of the clause.
    pub clause: String,
    /// The reason, as a sentence.
    pub reason: String,
}

/// One change of the position that a script returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptChange {
    /// Takes all pieces on the last layer of these points out of the game.
    Take(PointSet),
    /// Puts a piece on a point.
    Put(KindId, Option<SeatId>, Point),
    /// Moves a piece from the first point to the second.
    Move(Point, Point),
    /// Transfers copies of a row from the first zone to the second: the row, the number of copies, each zone with its owner.
    Transfer(RowId, u64, [(ZoneId, Option<SeatId>); 2]),
    /// Sets a memory. The index is the seat, row or point if each of them has a value of its own.
    Remember(MemoryId, Option<usize>, Value),
}
