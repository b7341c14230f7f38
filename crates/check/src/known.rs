//! A cache of meanings: a word that is not a local name has the same meaning everywhere, and a fact without values
//! is the same at every use.
//!
//! Both hold once all declarations are resolved, and for one board. Each use pays the fuel of the first
//! computation, so that the limits of a check do not depend on the order of its parts.

use crate::analysis::limits::DEEPEST;
use crate::expr::context::Expected;
use crate::expr::typed::Typed;
use crate::known_meanings::{KnownFact, KnownWord};
use crate::names::Meaning;
use crate::report::error_guaranteed::Checked;
use crate::resolver::{ReasonsRead, Resolver};
use linstock_model::Node;
use linstock_syntax::ast::Name;

impl Resolver<'_> {
    /// Returns the elaborated fact without values; `write_out` inlines it if it is not known yet.
    pub(super) fn known_or(
        &mut self,
        fact: (usize, Expected),
        write_out: impl FnOnce(&mut Self) -> Checked<Node<Typed>>,
    ) -> Checked<Node<Typed>> {
        let known = self
            .known
            .as_ref()
            .filter(|_| self.reasons == ReasonsRead::All);
        if let Some(known) = known.and_then(|known| known.facts.get(&fact))
            && self.depth + known.levels <= DEEPEST
        {
            let name = &self.names.facts[fact.0].what.name;
            let place = self
                .opened
                .first()
                .map_or(name.span, |opened| opened.name.span);
            self.fuel.at(place);
            self.fuel.spend(known.fuel);
            self.deepest = self.deepest.max(self.depth + known.levels);
            known.used.iter().for_each(|name| self.names.note_use(name));
            let node = known.node.clone();
            self.affordable()?;
            return Ok(node);
        }
        let (found, spent) = (self.diagnostics.count(), self.fuel.spent());
        let deepest = std::mem::replace(&mut self.deepest, self.depth);
        let used_before = std::mem::take(&mut self.names.used);
        let node = write_out(self);
        let used = std::mem::replace(&mut self.names.used, used_before);
        used.iter().for_each(|name| self.names.note_use(name));
        let levels = self.deepest - self.depth;
        self.deepest = self.deepest.max(deepest);
        // A fact with diagnostics is not stored: they are reported at each use.
        let is_silent = self.diagnostics.count() == found && self.reasons == ReasonsRead::All;
        if let (Ok(node), true, Some(known)) = (&node, is_silent, &mut self.known) {
            let known_fact = KnownFact {
                node: node.clone(),
                fuel: self.fuel.spent() - spent,
                levels,
                used: used.into_iter().collect(),
            };
            known.facts.insert(fact, known_fact);
        }
        node
    }

    /// Returns the cached meaning of a word that is not a local name.
    pub(super) fn known_word(&mut self, name: &Name) -> Option<Meaning<'static>> {
        let of_file = self.known.as_ref()?.words.get(&name.span.file)?;
        let known = of_file.get(&name.text)?;
        self.fuel.spend(known.fuel);
        if known.is_noted {
            self.names.note_use(&name.text);
        }
        Some(known.meaning.clone())
    }

    /// Stores the meaning of a word.
    pub(super) fn note_word(&mut self, name: &Name, meaning: Option<&Meaning<'static>>, fuel: u64) {
        if let (Some(known), Some(meaning)) = (&mut self.known, meaning) {
            let of_file = known.words.entry(name.span.file).or_default();
            let known_word = KnownWord {
                meaning: meaning.clone(),
                fuel,
                is_noted: self.names.used.contains(&name.text),
            };
            of_file.insert(name.text.clone(), known_word);
        }
    }
}
