//! The door to scripts: what the engine hands out and what it takes back.

use crate::ir::WordsView;
use crate::model::{KindId, MemoryId, Point, PointSet, RowId, ScriptId, SeatId, Value, ZoneId};

/// Runs the script functions of a ruleset.
pub trait ScriptHost: Send + Sync + std::fmt::Debug {
    /// Returns what the scripts say, without comments and layout: rules with other scripts are other rules.
    fn text(&self) -> String {
        String::new()
    }

    /// Calls a function on a position that it can only read.
    ///
    /// # Errors
    /// What went wrong, in a sentence with file and line: the script failed, ran past its limits, or yielded something
    /// of another type than was declared.
    fn call(
        &self,
        script: ScriptId,
        args: &[Value],
        at: WordsView<'_>,
    ) -> Result<ScriptAnswer, String>;
}

/// What a script function came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptAnswer {
    /// A value of the declared type.
    Value(Value),
    /// A no, where a yes or no was declared, with the reason that the script gives for it.
    No(ScriptReason),
    /// What it wants changed, in order.
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

/// One change that a script wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptChange {
    /// Every piece on the last layer of the points leaves the game.
    Take(PointSet),
    /// A piece comes to a point.
    Put(KindId, Option<SeatId>, Point),
    /// A piece goes from one point to another.
    Move(Point, Point),
    /// Copies of a row go from one zone to another: the row, how many, from where and to where with their owners.
    Transfer(RowId, u64, [(ZoneId, Option<SeatId>); 2]),
    /// A remembered value changes; the seat or row for one that each has.
    Remember(MemoryId, Option<usize>, Value),
}
