//! A mistake in a fact or routine is told once, however often that is used.
//!
//! A fact is written out where it is used, so a mistake in it comes up at each use. It is told at its place, once. If it comes
//! of the values that a use hands over, that use is shown beside it.

use crate::base::{Diagnostic, Span};
use crate::check::Resolver;
use crate::check::report::unused::unknown_values;
use crate::syntax::ast::Name;

/// How many uses are shown beside a mistake: of a fact, of the one in which that is used, and so on.
const MOST_USES: usize = 3;

/// A fact, routine or move that is being written out.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    /// Its name, where it is declared.
    pub(crate) name: Name,
    /// Where it is used; nowhere if it is looked at by itself.
    pub(crate) used: Option<Span>,
}

impl<'a> Resolver<'a> {
    /// Returns a mistake as it is to be told: with the uses that it comes of. None if its place was told before.
    pub(crate) fn first_told(&mut self, mut mistake: Diagnostic) -> Option<Diagnostic> {
        let Some(span) = mistake
            .span
            .filter(|_| !self.unheard && !self.opened.is_empty())
        else {
            return Some(mistake);
        };
        if !self.told_within.insert(span) {
            return None;
        }
        if !mistake.related.is_empty() {
            return Some(mistake);
        }
        let openings: Vec<Opening> = self.opened.iter().rev().take(MOST_USES).cloned().collect();
        for Opening { name, used } in openings {
            let Some(used) = used.filter(|_| !self.is_wrong_anyway(&name, span)) else {
                break;
            };
            mistake = mistake.related(used, "used here");
        }
        Some(mistake)
    }

    /// Tells whether something is wrong at this place of a fact or routine whatever values are handed to it.
    fn is_wrong_anyway(&mut self, name: &Name, span: Span) -> bool {
        if !self.judged.contains_key(&name.span) {
            let wrong = self.wrong_anyway(name);
            self.judged.insert(name.span, wrong);
        }
        self.judged
            .get(&name.span)
            .is_some_and(|wrong| wrong.contains(&span))
    }

    /// Returns the places of a fact or routine that are wrong whatever values are handed to it.
    fn wrong_anyway(&mut self, name: &Name) -> Vec<Span> {
        let facts = self.names.facts.iter().map(|f| f.what);
        let fact = facts.filter(|f| f.name.span == name.span).last();
        let routines = self.names.routines.iter().map(|r| r.what);
        let routine = routines.filter(|r| r.name.span == name.span).last();
        let opened = std::mem::take(&mut self.opened);
        let instances = self.instances.len();
        let (_, found) = self.overheard(|r| {
            if let Some(fact) = fact {
                r.infer(&fact.value, &unknown_values(&fact.params))
                    .map(|_| ())?;
            }
            if let Some(routine) = routine {
                r.block(&routine.body, &unknown_values(&routine.params))
                    .map(|_| ())?;
            }
            Ok(())
        });
        self.instances.truncate(instances);
        self.opened = opened;
        found.iter().filter_map(|d| d.span).collect()
    }
}
