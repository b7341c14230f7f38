//! Counts how often texts are parsed as moves, choices are listed and moves are explained, for tests.
//!
//! Each thread has its own counts. Without debug assertions nothing is counted.

#[cfg(debug_assertions)]
use std::cell::Cell;

/// The counts of this thread.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MoveCounts {
    /// The number of texts that were parsed as moves.
    pub parses: usize,
    /// The number of lists of choices.
    pub listings: usize,
    /// The number of explained moves.
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

/// Counts a parse.
#[inline]
pub(crate) fn parse() {
    #[cfg(debug_assertions)]
    change(|counts| counts.parses += 1);
}

/// Counts a listing.
#[inline]
pub(crate) fn listing() {
    #[cfg(debug_assertions)]
    change(|counts| counts.listings += 1);
}

/// Counts an explanation.
#[inline]
pub(crate) fn explanation() {
    #[cfg(debug_assertions)]
    change(|counts| counts.explanations += 1);
}

/// Returns the counts of this thread since the last call.
#[cfg(debug_assertions)]
#[must_use]
pub fn take() -> MoveCounts {
    MOVE_COUNTS.take()
}
