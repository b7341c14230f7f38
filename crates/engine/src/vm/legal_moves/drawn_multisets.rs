//! The multisets that a template can draw.

use crate::vm::multisets::Multisets;

/// The multisets that a template can draw, by their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct DrawnMultisets {
    /// Whether the template draws one; otherwise its anchors are points.
    pub(super) draws: bool,
    pub(super) all: Multisets,
    /// The remaining numbers in order, once some were removed.
    pub(super) left: Option<Vec<u32>>,
}

impl DrawnMultisets {
    pub(super) fn len(&self) -> u32 {
        match &self.left {
            // There are at most as many as before, and their number fits in 32 bits.
            Some(left) => u32::try_from(left.len()).unwrap_or(u32::MAX),
            None => self.all.len(),
        }
    }

    /// Returns the number of the multiset at an index.
    pub(super) fn number(&self, at: u32) -> Option<u32> {
        match &self.left {
            Some(left) => left.get(at as usize).copied(),
            None => Some(at).filter(|at| *at < self.all.len()),
        }
    }

    pub(super) fn contains(&self, number: u32) -> bool {
        match &self.left {
            Some(left) => left.binary_search(&number).is_ok(),
            None => number < self.all.len(),
        }
    }

    pub(super) fn remove(&mut self, number: u32) {
        let all = self.all.len();
        let left = self.left.get_or_insert_with(|| (0..all).collect());
        if let Ok(at) = left.binary_search(&number) {
            left.remove(at);
        }
    }
}
