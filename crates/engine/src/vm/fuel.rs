//! The fuel of one request: listing moves, playing a move or starting a game costs operations, and fails when they are used up.
//!
//! An operation takes about a nanosecond: it is one word of a mask that an op computes. Everything else that takes time
//! is counted in the same unit: an instruction, a step of a flood fill, a move that is tried out, an operation of a
//! script. Nothing depends on a clock, so the same request ends alike on every machine and in every build.
//!
//! The fuel comes in slices. The place that runs when a slice ends gets a mark, and the failure names the place with the
//! most marks. So the fast path only counts down one number.

use crate::vm::program_failure::ProgramFailure;
use linstock_base::Span;
use std::cell::{Cell, RefCell};

/// The operations of one request.
const OPERATIONS: i64 = 1 << 29;
/// The operations of a slice.
const SLICE: i64 = OPERATIONS / 256;

/// The part of the operations of a request that its texts may take is 1 / `TEXTS`.
const TEXTS: i64 = 8;

/// An instruction, without the programs that it runs.
pub(crate) const INSTRUCTION: usize = 16;
/// A run of a program, without its ops.
pub(crate) const PROGRAM: usize = 8;
/// A move that is tried out, without the words of its position and the instructions of its body.
pub(crate) const TRIAL: usize = 64;
/// An entry of the table that numbers multisets.
pub(crate) const TABLE_ENTRY: usize = 16;
/// An operation of a script.
pub const SCRIPT_OPERATION: usize = 64;
/// A move that is listed.
pub(super) const LISTED: usize = 8;
/// The text of a move that is listed.
pub(super) const TEXT: usize = 512;
/// A byte of that text, which is stored several times.
const TEXT_BYTE: usize = 8;

/// Returns the message that a request cannot list the texts of all moves.
#[cold]
pub(crate) fn too_much_to_list() -> String {
    format!(
        "there is too much to choose from here: listing it takes more than {} million operations; let less be drawn or chosen \
         at once, or let it be chosen in several steps",
        OPERATIONS / 1_000_000
    )
}

/// The remaining operations of one request.
#[derive(Debug)]
pub struct Fuel {
    /// The rest of the slice; below 0 once it is used up.
    slice: Cell<i64>,
    /// The operations outside the slice; below 0 once the fuel is used up.
    rest: Cell<i64>,
    /// The operations at the beginning.
    total: i64,
    /// The places that used up slices, each with the number of slices.
    marks: RefCell<Vec<(Span, i64)>>,
}

impl Default for Fuel {
    #[inline]
    fn default() -> Self {
        Self {
            slice: Cell::new(SLICE),
            rest: Cell::new(OPERATIONS - SLICE),
            total: OPERATIONS,
            marks: RefCell::new(Vec::new()),
        }
    }
}

impl Fuel {
    /// Uses operations. The caller must call `check` soon.
    #[inline(always)]
    pub fn spend(&self, operations: usize) {
        let operations = i64::try_from(operations).unwrap_or(i64::MAX);
        self.slice.set(self.slice.get().saturating_sub(operations));
    }

    /// Uses the operations of a text of `bytes` bytes, without the fixed cost of a text.
    pub fn spend_on_text(&self, bytes: usize) {
        self.spend(bytes.saturating_mul(TEXT_BYTE));
    }

    /// Fails if the fuel is used up. `place` is where the operations since the last call were spent.
    ///
    /// # Errors
    /// A failure that names the place that used most, if the fuel is used up.
    #[inline(always)]
    pub fn check(&self, place: impl FnOnce() -> Span) -> Result<(), ProgramFailure> {
        if self.slice.get() >= 0 {
            return Ok(());
        }
        self.next_slice(place())
    }

    /// Returns whether all operations are used up.
    pub fn is_used_up(&self) -> bool {
        self.slice.get().saturating_add(self.rest.get()) < 0
    }

    /// Fails if all operations are used up. Results that were computed in the meantime may be wrong.
    ///
    /// # Errors
    /// The same failure.
    #[inline(always)]
    pub fn must_last(&self) -> Result<(), ProgramFailure> {
        if self.slice.get() < 0 && self.is_used_up() {
            return Err(self.failure());
        }
        Ok(())
    }

    /// The operations of one request.
    pub const OPERATIONS: u64 = OPERATIONS.cast_unsigned();

    /// Returns a fraction of the usual fuel: 1 / `parts`.
    #[must_use]
    pub fn one_of(parts: i64) -> Self {
        let total = OPERATIONS / parts;
        Self {
            rest: Cell::new(total - SLICE),
            total,
            ..Self::default()
        }
    }

    /// Returns the fuel of the texts of one request: the lines of a view, a prompt or a warning, the reason of a result.
    #[must_use]
    pub fn of_texts() -> Self {
        Self::one_of(TEXTS)
    }

    /// Returns the number of operations used.
    #[must_use]
    pub fn spent(&self) -> u64 {
        let left = self.slice.get().saturating_add(self.rest.get());
        u64::try_from(self.total.saturating_sub(left)).unwrap_or(0)
    }

    /// Returns the failure that the fuel is used up. It names the place that used most.
    pub fn failure(&self) -> ProgramFailure {
        let marks = self.marks.borrow();
        // Of equal places the first, so that the message is deterministic.
        let dearest = marks.iter().rev().max_by_key(|(_, slices)| *slices);
        ProgramFailure {
            message: format!(
                "this takes more than {} million operations, most of them here: let it be done fewer times, or let less be \
                 tried out or looked at; a `repeat` may have no end",
                self.total / 1_000_000
            ),
            span: dearest.map_or_else(Span::default, |(place, _)| *place),
        }
    }

    /// Takes the next slices, and marks the place that used up the last one.
    #[cold]
    #[inline(never)]
    fn next_slice(&self, place: Span) -> Result<(), ProgramFailure> {
        let slices = -self.slice.get() / SLICE + 1;
        let mut marks = self.marks.borrow_mut();
        match marks.iter_mut().find(|(at, _)| *at == place) {
            Some((_, marked)) => *marked += slices,
            None => marks.push((place, slices)),
        }
        drop(marks);
        let taken = slices.saturating_mul(SLICE).min(self.rest.get().max(0));
        self.rest.set(self.rest.get() - taken);
        self.slice.set(self.slice.get().saturating_add(taken));
        if self.is_used_up() || self.slice.get() < 0 {
            return Err(self.failure());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Fuel, OPERATIONS};
    use linstock_base::Span;

    fn place(at: u32) -> Span {
        Span {
            end: at,
            ..Span::default()
        }
    }

    #[test]
    fn the_place_that_spent_most_is_named() {
        let fuel = Fuel::default();
        let some = usize::try_from(OPERATIONS / 100).expect("it is not negative");
        let mut failed = None;
        for round in 0..200u32 {
            let at = if round % 3 == 0 { 1 } else { 2 };
            fuel.spend(some);
            if let Err(failure) = fuel.check(|| place(at)) {
                failed = Some((round, failure.span));
                break;
            }
        }
        assert_eq!(failed, Some((100, place(2))));
        assert!(fuel.is_used_up());
    }

    #[test]
    fn a_part_of_the_fuel_knows_its_size() {
        let fuel = Fuel::one_of(8);
        fuel.spend(1000);
        assert_eq!(fuel.spent(), 1000);
        fuel.spend(usize::try_from(OPERATIONS / 8).expect("it is not negative"));
        assert!(fuel.is_used_up());
        let failure = fuel.check(|| place(1)).expect_err("it is used up");
        assert!(
            failure
                .message
                .starts_with("this takes more than 67 million")
        );
    }

    #[test]
    fn one_step_may_use_all_of_it() {
        let fuel = Fuel::default();
        fuel.spend(usize::MAX);
        assert!(fuel.is_used_up());
        assert!(fuel.check(|| place(7)).is_err());
        assert!(fuel.check(|| place(8)).is_err());
        assert_eq!(fuel.failure().span, place(7));
    }
}
