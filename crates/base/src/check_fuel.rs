//! The fuel of one check: reading a ruleset, looking its names up, writing it out, compiling it and trying it out
//! cost operations, and stop when they are used up.
//!
//! An operation is about what a machine does in a nanosecond or two. Nothing depends on a clock, so that the same rules are judged
//! alike on every machine and in every build.

use super::{Diagnostic, Span};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// The operations of one check.
const OPERATIONS: u64 = 1 << 29;

/// A byte that is read, in a text.
pub const BYTE: u64 = 400;
/// A text that is entangled: the parser gave it up.
pub const ENTANGLED: u64 = 250_000_000;
/// A name that is declared.
pub const NAME: u64 = 2_000;
/// A name that holds around a place, each time one more is given there.
pub const COPIED_NAME: u64 = 50;
/// An expression or statement that is looked up and written out, and the room that it takes.
pub const WRITTEN: u64 = 320;
/// A statement, besides what is in it: it takes as much room as several expressions.
pub const STATEMENT: u64 = 1_500;
/// A fact or routine that is written out, besides what is in it.
pub const OPENED: u64 = 1_000;
/// A value of a compiled program.
pub const VALUE: u64 = 150;
/// Such a value that is there already.
pub const FOUND: u64 = 60;
/// A word of 64 bits of such a value.
pub const WORD: u64 = 4;
/// A point of the board that is looked at by itself.
pub const POINT: u64 = 8;
/// A place where a point may lie, counted from another.
pub const OFFSET: u64 = 30;
/// An instruction.
pub const INSTRUCTION: u64 = 100;

/// What is left of the operations of one check, and where the others went.
#[derive(Debug)]
pub struct CheckFuel {
    left: Cell<u64>,
    /// Who spends now, and how much he has spent since he began.
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

    /// Says where is spent from now on.
    pub fn at(&self, place: Span) {
        let (before, spent) = self.here.get();
        if before != place {
            *self.spent.borrow_mut().entry(before).or_default() += spent;
            self.here.set((place, 0));
        }
    }

    /// Uses operations up.
    pub fn spend(&self, operations: u64) {
        let (place, spent) = self.here.get();
        self.here.set((place, spent.saturating_add(operations)));
        self.left.set(self.left.get().saturating_sub(operations));
    }

    /// Tells whether all operations are used up.
    pub fn is_used_up(&self) -> bool {
        self.left.get() == 0
    }

    /// Returns how many operations are left.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Returns how many operations were used up.
    pub fn spent(&self) -> u64 {
        OPERATIONS - self.left.get()
    }

    /// Says that the fuel is used up, and where most of it went.
    pub fn failure(&self) -> Diagnostic {
        self.at(Span::default());
        let spent = self.spent.borrow();
        let known = spent.iter().filter(|(place, _)| **place != Span::default());
        // The first of equals, so that the message is the same each time.
        let dearest = known.max_by_key(|(place, spent)| (**spent, std::cmp::Reverse(**place)));
        let place = dearest.map_or_else(Span::default, |(place, _)| *place);
        let message = format!(
            "checking this takes more than {} million operations, most of them here",
            OPERATIONS / 1_000_000
        );
        Diagnostic::error(place, message)
            .label("the dearest place")
            .hint("what is said of each member, and each use of a fact, is written out: let fewer `for`, `sum`, `best`, `where` and facts lie in each other")
            .hint("of ways of many steps, say `1.. d of p through empty` or `reached from p over empty`, not step by step; for ways that turn see docs/cookbook.md, \"Ways that turn\"")
            .hint("else make the text, the board or the number of players smaller")
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
