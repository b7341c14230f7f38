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

    /// Returns the answer to a call if it is remembered. The arguments are words: a number, a player, a row or a point is one, and
    /// points are the words of their mask; nobody and nothing is all ones. What the call took is added to `operations`.
    fn recall(
        &self,
        _script: ScriptId,
        _args: &[u64],
        _at: WordsView<'_>,
        _operations: &Cell<usize>,
    ) -> Option<ScriptAnswer> {
        None
    }

    /// Calls a function; it can read the position, but not change it. What it took is added to `operations`, about.
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

    /// Begins to count what calls come to, or ends it for now.
    fn set_counting(&self, _on: bool) {}

    /// Returns what was counted at each place of the scripts.
    fn counts(&self) -> Vec<ScriptCount> {
        Vec::new()
    }
}

/// What was counted at a place of a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScriptCount {
    /// The place.
    pub span: Span,
    /// What was counted there.
    pub counted: ScriptCounted,
}

/// What is counted of scripts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScriptCounted {
    /// How often a statement was carried out.
    Statement(u64),
    /// What a condition came to.
    Condition {
        /// How often it held.
        held: u64,
        /// How often it did not.
        failed: u64,
    },
}

/// The result of a script function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptAnswer {
    /// A value of the declared type.
    Value(Value),
    /// A no, where a yes or no was declared, with the reason that the script gives for it.
    No(Arc<ScriptReason>),
    /// The changes that the vm shall make, in order.
    Changes(Vec<ScriptChange>),
}

/// Why a script says no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptReason {
    /// The name of the clause that says so.
    pub clause: String,
    /// A sentence.
    pub reason: String,
}

/// One change of the position that a script returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptChange {
    /// All pieces on the last layer of these points leave the game.
    Take(PointSet),
    /// A piece is put on a point.
    Put(KindId, Option<SeatId>, Point),
    /// A piece moves from the first point to the second.
    Move(Point, Point),
    /// Copies of a row go from the first zone to the second: the row, the number of copies, each zone with its owner.
    Transfer(RowId, u64, [(ZoneId, Option<SeatId>); 2]),
    /// A memory gets a value. The index is that of the seat, row or point, for a memory that each of them has.
    Remember(MemoryId, Option<usize>, Value),
}
