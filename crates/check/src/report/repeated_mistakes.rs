//! A mistake in a fact or routine is reported once, however often it is used.
//!
//! A fact is inlined at each use, so a mistake in it appears at each use. It is reported once, at its own place. If
//! the values of a use cause it, the report also shows that use.

use crate::resolver::{OpenedFact, Resolver};
use linstock_base::{Diagnostic, Span};

/// The most uses shown with a mistake: of a fact, of the fact that uses it, and so on.
const MOST_USES: usize = 3;

impl<'a> Resolver<'a> {
    /// Returns the mistake to report, with the uses that cause it; `None` if its place was reported before.
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

    /// Returns whether this part of a fact or routine contains a value that is handed on.
    fn is_about_values(&self, part: Span) -> bool {
        let within = |place: &Span| {
            place.file == part.file && part.start <= place.start && place.end <= part.end
        };
        self.needed.values().any(within)
    }
}
