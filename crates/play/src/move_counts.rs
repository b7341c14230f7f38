//! MoveCounts how often texts are parsed as moves, choices are listed and moves are explained, for tests.
//!
//! Each thread counts for itself. Without debug assertions nothing is counted.

#[cfg(debug_assertions)]
use std::cell::Cell;

/// How often each was done on this thread.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MoveCounts {
    /// Texts that were parsed as moves.
    pub parses: usize,
    /// Lists of choices that were made.
    pub listings: usize,
    /// Moves that were explained.
    pub explanations: usize,
}

#[cfg(debug_assertions)]
thread_local! {
    static MOVE_COUNTS: Cell<MoveCounts> = const {
        Cell::new(MoveCounts { parses: 0, listings: 0, explanations: 0 })
    };
}

#[cfg(debug_assertions)]
fn change(change: impl FnOnce(&mut MoveCounts)) {
    let mut counts = MOVE_COUNTS.get();
    change(&mut counts);
    MOVE_COUNTS.set(counts);
}

/// MoveCounts a parse.
#[inline]
pub(crate) fn parse() {
    #[cfg(debug_assertions)]
    change(|counts| counts.parses += 1);
}

/// MoveCounts a listing.
#[inline]
pub(crate) fn listing() {
    #[cfg(debug_assertions)]
    change(|counts| counts.listings += 1);
}

/// MoveCounts an explanation.
#[inline]
pub(crate) fn explanation() {
    #[cfg(debug_assertions)]
    change(|counts| counts.explanations += 1);
}

/// Returns what was counted on this thread since the last call.
#[cfg(debug_assertions)]
#[must_use]
pub fn take() -> MoveCounts {
    MOVE_COUNTS.take()
}
