//! The fuel of one check. Reading a ruleset, resolving its names, expanding it, compiling it and trying it out cost operations.
//! The check stops when they are used up.
//!
//! An operation takes about one or two nanoseconds. Nothing depends on a clock, so each machine and each build gives the same
//! result for the same rules.

use super::{Diagnostic, Span};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// The number of operations of one check.
const OPERATIONS: u64 = 1 << 29;

/// Reading one byte of a text.
pub const BYTE: u64 = 400;
/// Reading a text on which the parser gave up, because it took too many steps.
pub const ENTANGLED: u64 = 250_000_000;
/// Declaring a name.
pub const NAME: u64 = 2_000;
/// Copying one name that is in scope, when an inner scope adds another.
pub const COPIED_NAME: u64 = 50;
/// Elaborating an expression or statement, and the memory for it.
pub const WRITTEN: u64 = 320;
/// A statement without its parts: it needs as much memory as several expressions.
pub const STATEMENT: u64 = 1_500;
/// Inlining a fact or routine, without its parts.
pub const OPENED: u64 = 1_000;
/// Adding a value to a compiled program.
pub const VALUE: u64 = 150;
/// Finding a value that the program already has.
pub const FOUND: u64 = 60;
/// One 64-bit word of a value.
pub const WORD: u64 = 4;
/// Evaluating one point of the board by itself.
pub const POINT: u64 = 8;
/// One possible offset from one point to another.
pub const OFFSET: u64 = 30;
/// Emitting an instruction.
pub const INSTRUCTION: u64 = 100;

/// The operations that are left to one check, and the places that used the others.
#[derive(Debug)]
pub struct CheckFuel {
    left: Cell<u64>,
    /// The place that spends now, and the operations since it began.
    here: Cell<(Span, u64)>,
    spent: RefCell<FxHashMap<Span, u64>>,
}

impl Default for CheckFuel {
    fn default() -> Self {
        Self {
            left: Cell::new(OPERATIONS),
            here: Cell::default(),
            spent: RefCell::default(),
        }
    }
}

impl CheckFuel {
    /// The operations of one check.
    pub const OPERATIONS: u64 = OPERATIONS;

    /// Sets the place to which the next operations are charged.
    pub fn at(&self, place: Span) {
        let (before, spent) = self.here.get();
        if before != place {
            *self.spent.borrow_mut().entry(before).or_default() += spent;
            self.here.set((place, 0));
        }
    }

    /// Uses operations.
    pub fn spend(&self, operations: u64) {
        let (place, spent) = self.here.get();
        self.here.set((place, spent.saturating_add(operations)));
        self.left.set(self.left.get().saturating_sub(operations));
    }

    /// Returns whether all operations are used up.
    pub fn is_used_up(&self) -> bool {
        self.left.get() == 0
    }

    /// Returns the number of operations that are left.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Returns the number of operations that were used.
    pub fn spent(&self) -> u64 {
        OPERATIONS - self.left.get()
    }

    /// Makes the diagnostic that the fuel is used up, at the place that used most of it.
    pub fn failure(&self) -> Diagnostic {
        self.at(Span::default());
        let spent = self.spent.borrow();
        let known = spent.iter().filter(|(place, _)| **place != Span::default());
        // If several places used the same, the first wins, so that the message does not vary.
        let dearest = known.max_by_key(|(place, spent)| (**spent, std::cmp::Reverse(**place)));
        let place = dearest.map_or_else(Span::default, |(place, _)| *place);
        let message = format!(
            "checking this takes more than {} million operations, most of them here",
            OPERATIONS / 1_000_000
        );
        Diagnostic::error("E0001", place, message)
            .label("this place takes the most operations")
            .hint("the checker writes out each use of a fact, and each member that `for`, `sum`, `best` and `where` go through: nest fewer of them")
            .hint("for ways of many steps, write `1.. d of p through empty` or `reached from p over empty` instead of single steps; for ways that turn, see docs/how-to/moves.md, \"Move along a way that turns\"")
            .hint("or make the text, the board or the number of players smaller")
    }
}

#[cfg(test)]
mod tests {
    use super::{CheckFuel, OPERATIONS, Span};

    #[test]
    fn the_place_that_spent_most_is_told() {
        let place = |end| Span {
            end,
            ..Span::default()
        };
        let fuel = CheckFuel::default();
        for _ in 0..3 {
            fuel.at(place(1));
            fuel.spend(OPERATIONS / 7);
            fuel.at(place(2));
            fuel.spend(OPERATIONS / 8);
        }
        assert!(!fuel.is_used_up());
        fuel.spend(OPERATIONS);
        assert!(fuel.is_used_up());
        assert_eq!(fuel.failure().span, Some(place(2)));
        assert_eq!(fuel.spent(), OPERATIONS);
    }
}
