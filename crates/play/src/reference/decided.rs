//! Counts the results of conditions, for the coverage report.

use crate::reference::has;
use crate::reference::proof::{Proof, SetParts};
use linstock_base::Span;
use linstock_model::{Node, Point, Set};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// How often a condition held, and how often it did not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Decided {
    /// How often it held.
    pub held: u64,
    /// How often it did not hold.
    pub failed: u64,
}

/// The results of each condition, by its place in the text.
#[derive(Debug, Default)]
pub struct Decisions(RefCell<FxHashMap<Span, Decided>>);

impl From<FxHashMap<Span, Decided>> for Decisions {
    fn from(counts: FxHashMap<Span, Decided>) -> Self {
        Self(RefCell::new(counts))
    }
}

impl Decisions {
    /// Counts a condition as held or not.
    pub fn count(&self, place: Span, held: bool) {
        let mut all = self.0.borrow_mut();
        let decided = all.entry(place).or_default();
        if held {
            decided.held += 1;
        } else {
            decided.failed += 1;
        }
    }

    /// Counts whether a point is in a set, and in each of the sets that it consists of.
    pub(crate) fn count_point(&self, set: &Proof<'_, Set>, point: Point) {
        self.count(set.node.span, has(&set.value, point));
        match set.parts.as_ref() {
            SetParts::And(parts) | SetParts::Or(parts) => {
                parts.iter().for_each(|part| self.count_point(part, point));
            }
            SetParts::Except(first, second) => {
                self.count_point(first, point);
                self.count_point(second, point);
            }
            SetParts::If(_, chosen) => self.count_point(chosen, point),
            _ => {}
        }
    }

    /// Returns the counts of each condition.
    #[must_use]
    pub(crate) fn into_counts(self) -> FxHashMap<Span, Decided> {
        self.0.into_inner()
    }
}

/// Returns the places that [`Decisions::count_point`] counts, for any position.
pub(crate) fn decided_parts(set: &Node<Set>, places: &mut Vec<Span>) {
    places.push(set.span);
    match &set.kind {
        Set::And(parts) | Set::Or(parts) => {
            parts.iter().for_each(|part| decided_parts(part, places));
        }
        Set::Except(first, second) | Set::If(_, first, second) => {
            decided_parts(first, places);
            decided_parts(second, places);
        }
        _ => {}
    }
}
