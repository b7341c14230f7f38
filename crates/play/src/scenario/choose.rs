//! The options, variants and players of a scenario. Reports each wrong choice at its line.

use crate::scenario::ScenarioRunner;
use linstock_base::{CheckFuel, Diagnostic, Diagnostics, Span};
use linstock_check::Choices;
use linstock_syntax::ast::{Name, QuotedText, ScenarioChoices};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Takes choices one by one. All their checks share the fuel of one check.
struct ChoiceTaker<'r> {
    runner: &'r ScenarioRunner,
    fuel: Rc<CheckFuel>,
    chosen: Choices,
}

impl ScenarioRunner {
    /// Adds the choices of a file, then those of a scenario. Reports wrong ones and leaves them out.
    pub(super) fn choices(&self, all: [&ScenarioChoices; 2], found: &mut Diagnostics) -> Choices {
        let named = variants(all, found);
        let wanted = gathered(all, &named);
        if self.knows(&wanted) || self.check(&wanted, &Rc::default()).is_ok() {
            return wanted;
        }
        // Takes the choices one by one, to find the wrong one and its place.
        let mut taker = ChoiceTaker {
            runner: self,
            fuel: Rc::default(),
            chosen: Choices::default(),
        };
        for (choices, variants) in all.into_iter().zip(named) {
            taker.take_all(choices, &variants, found);
        }
        taker.chosen
    }

    /// Sets an option, if it exists and has the value.
    pub(super) fn set(
        &self,
        chosen: &mut Choices,
        option: (&Name, &QuotedText),
        found: &mut Diagnostics,
    ) -> bool {
        let mut taker = ChoiceTaker {
            runner: self,
            fuel: Rc::default(),
            chosen: std::mem::take(chosen),
        };
        let fits = taker.set(option, found);
        *chosen = taker.chosen;
        fits
    }

    /// Returns whether a game was already played under these choices.
    fn knows(&self, choices: &Choices) -> bool {
        *choices == Choices::default() || self.loaded.iter().any(|(known, _)| known == choices)
    }

    fn check(&self, choices: &Choices, fuel: &Rc<CheckFuel>) -> Result<(), Diagnostics> {
        let checked = linstock_check::check(&self.files, Diagnostics::default(), (choices, fuel));
        checked.map(drop)
    }
}

impl ChoiceTaker<'_> {
    fn take_all(&mut self, choices: &ScenarioChoices, named: &[&Name], found: &mut Diagnostics) {
        for variant in named {
            if self.gives_up(variant.span, found) {
                return;
            }
            let mut more = self.chosen.clone();
            more.variants.push(variant.text.clone());
            self.take(more, variant.span, found);
        }
        if let Some((number, span)) = choices.players {
            let players = usize::try_from(number).ok();
            let more = Choices {
                players,
                ..self.chosen.clone()
            };
            self.take(more, span, found);
        }
        for (option, value) in &choices.options {
            if self.gives_up(option.span, found) {
                return;
            }
            self.set((option, value), found);
        }
    }

    /// Returns whether the fuel is used up, and reports that the lines from here on are not checked.
    fn gives_up(&self, span: Span, found: &mut Diagnostics) -> bool {
        let is_used_up = self.fuel.is_used_up();
        if is_used_up {
            let text = "too many lines do not fit: those from here on were not checked";
            found.push(
                Diagnostic::error("E1013", span, text)
                    .hint("correct the lines before this one first"),
            );
        }
        is_used_up
    }

    fn set(&mut self, (option, value): (&Name, &QuotedText), found: &mut Diagnostics) -> bool {
        let mut more = self.chosen.clone();
        more.options.retain(|(name, _)| *name != option.text);
        more.options
            .push((option.text.clone(), value.value.clone()));
        let mut options = self.runner.model().options.iter();
        let known = options.any(|o| o.name == option.text);
        let span = if known { value.span } else { option.span };
        self.take(more, span, found)
    }

    /// Accepts choices if the game can be played under them. Reports errors at `span`.
    fn take(&mut self, more: Choices, span: Span, found: &mut Diagnostics) -> bool {
        let fits = self.runner.knows(&more);
        let checked = if fits {
            Ok(())
        } else {
            self.runner.check(&more, &self.fuel)
        };
        let Err(wrong) = checked else {
            self.chosen = more;
            return true;
        };
        found.extend(
            wrong
                .into_iter()
                .map(|d| d.or_at(span))
                .collect::<Diagnostics>(),
        );
        false
    }
}

/// Returns the variants of a file and of a scenario without duplicates, which it reports.
fn variants<'c>(all: [&'c ScenarioChoices; 2], found: &mut Diagnostics) -> [Vec<&'c Name>; 2] {
    let mut seen = FxHashSet::default();
    all.map(|choices| {
        let mut once = Vec::new();
        for variant in &choices.variants {
            match seen.insert(variant.text.as_str()) {
                true => once.push(variant),
                false => found.push(
                    Diagnostic::error(
                        "E1014",
                        variant.span,
                        format!("the variant `{}` is named twice", variant.text),
                    )
                    .hint("name it once"),
                ),
            }
        }
        once
    })
}

/// Joins the choices of a file and of a scenario. The last value of an option wins.
fn gathered(all: [&ScenarioChoices; 2], variants: &[Vec<&Name>; 2]) -> Choices {
    let mut seen = FxHashSet::default();
    let options = all.into_iter().flat_map(|choices| &choices.options);
    let last = options
        .rev()
        .filter(|(option, _)| seen.insert(&option.text));
    let mut options: Vec<(String, String)> = last
        .map(|(option, value)| (option.text.clone(), value.value.clone()))
        .collect();
    options.reverse();
    let players = all.iter().rev().find_map(|choices| choices.players);
    Choices {
        variants: variants.iter().flatten().map(|v| v.text.clone()).collect(),
        options,
        players: players.and_then(|(number, _)| usize::try_from(number).ok()),
    }
}
