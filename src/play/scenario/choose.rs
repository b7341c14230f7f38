//! The options, variants and players of a scenario. Each wrong choice is reported at its line.

use crate::base::{Diagnostic, Diagnostics, Span};
use crate::check::Choices;
use crate::play::scenario::ScenarioRunner;
use crate::syntax::ast::{Name, QuotedText, ScenarioChoices};
use std::rc::Rc;

impl ScenarioRunner {
    /// Adds the choices of a file, then those of a scenario; wrong ones are left out and reported.
    pub(super) fn choices(&self, all: [&ScenarioChoices; 2], found: &mut Diagnostics) -> Choices {
        let mut chosen = Choices::default();
        for choices in all {
            for variant in &choices.variants {
                let mut more = chosen.clone();
                more.variants.push(variant.text.clone());
                self.take(&mut chosen, more, variant.span, found);
            }
            if let Some((number, span)) = choices.players {
                let players = usize::try_from(number).ok();
                let more = Choices {
                    players,
                    ..chosen.clone()
                };
                self.take(&mut chosen, more, span, found);
            }
            for (option, value) in &choices.options {
                self.set(&mut chosen, (option, value), found);
            }
        }
        chosen
    }

    /// Sets an option, if it exists and allows the value.
    pub(super) fn set(
        &self,
        chosen: &mut Choices,
        (option, value): (&Name, &QuotedText),
        found: &mut Diagnostics,
    ) -> bool {
        let mut more = chosen.clone();
        more.options.retain(|(name, _)| *name != option.text);
        more.options
            .push((option.text.clone(), value.value.clone()));
        let known = self.model().options.iter().any(|o| o.name == option.text);
        let span = if known { value.span } else { option.span };
        self.take(chosen, more, span, found)
    }

    /// Accepts choices if the game can be played under them; reports mistakes at `span`.
    fn take(
        &self,
        chosen: &mut Choices,
        more: Choices,
        span: Span,
        found: &mut Diagnostics,
    ) -> bool {
        let checked =
            crate::check::check(&self.files, Diagnostics::default(), (&more, &Rc::default()));
        let fits = checked.is_ok();
        if let Err(wrong) = checked {
            let placed = |d: Diagnostic| match d.span {
                None => Diagnostic {
                    span: Some(span),
                    ..d
                },
                Some(_) => d,
            };
            found.extend(wrong.into_iter().map(placed).collect::<Diagnostics>());
        } else {
            *chosen = more;
        }
        fits
    }
}
