//! A mistake in a fact or routine is told once, however often that is used.
//!
//! A fact is written out where it is used, so a mistake in it comes up at each use. It is told at its place, once. If it comes
//! of the values that a use hands over, that use is shown beside it.

use crate::resolver::{OpenedFact, Resolver};
use linstock_base::{Diagnostic, Span};

/// How many uses are shown beside a mistake: of a fact, of the one in which that is used, and so on.
const MOST_USES: usize = 3;

impl<'a> Resolver<'a> {
    /// Returns a mistake as it is to be told: with the uses that it comes of. None if its place was told before.
    pub(crate) fn first_told(&mut self, mut mistake: Diagnostic) -> Option<Diagnostic> {
        let Some(span) = mistake
            .span
            .filter(|_| !self.is_trial && !self.opened.is_empty())
        else {
            return Some(mistake);
        };
        if !self.told_within.insert(span) {
            return None;
        }
        if !mistake.related.is_empty() {
            return Some(mistake);
        }
        let openings: Vec<OpenedFact> = self.opened.iter().rev().take(MOST_USES).cloned().collect();
        let mut about = span;
        for OpenedFact { used, .. } in openings {
            let Some((name, whole)) = used.filter(|_| self.is_about_values(about)) else {
                break;
            };
            mistake = mistake.related(name, "used here");
            about = whole;
        }
        Some(mistake)
    }

    /// Tells whether a value that is handed on stands in this part of a fact or routine.
    fn is_about_values(&self, part: Span) -> bool {
        let within = |place: &Span| {
            place.file == part.file && part.start <= place.start && place.end <= part.end
        };
        self.needed.values().any(within)
    }
}
