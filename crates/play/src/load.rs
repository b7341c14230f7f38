//! Loads source texts as compiled rules: joins the parser, the checker, the scripts and the compiler.

use crate::symbols;
use crate::unmatched_texts::unmatched_texts;
use linstock_base::Diagnostic;
use linstock_base::{CheckFuel, Diagnostics, Sources};
use linstock_check::CheckedGame;
use linstock_check::Choices;
use linstock_engine::compile::{compile, compile_with_repeats};
use linstock_engine::ir::{CompiledRules, ScriptHost};
use linstock_model::Model;
use linstock_script::Scripts;
use linstock_syntax::ast::RulesFile;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

/// A loaded ruleset: checked and compiled, with its options chosen.
///
/// Derefs to [`CompiledRules`], which plays positions.
#[derive(Clone, Debug)]
pub struct Rules {
    compiled: CompiledRules,
}

impl Deref for Rules {
    type Target = CompiledRules;

    fn deref(&self) -> &CompiledRules {
        &self.compiled
    }
}

impl From<CompiledRules> for Rules {
    fn from(compiled: CompiledRules) -> Self {
        Self { compiled }
    }
}

impl Rules {
    /// Gives a name another title for people.
    pub(crate) fn set_title(&mut self, name: String, title: String) {
        self.compiled.model.sheet.titles.insert(name, title);
    }

    /// Loads a ruleset under the given choices. The first text is its root.
    ///
    /// ```
    /// use linstock::{Choices, Rules, Sources, Style};
    ///
    /// let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulesets/hex/hex.game"));
    /// let sources = Sources::from([("hex.game", text)]);
    /// let choices = Choices {
    ///     options: vec![("size".to_owned(), "5".to_owned())],
    ///     ..Choices::default()
    /// };
    /// match Rules::load(&sources, &choices) {
    ///     Ok(rules) => assert_eq!(rules.points().len(), 25),
    ///     Err(found) => eprintln!("{}", found.render(&sources, Style::Colour)),
    /// }
    /// ```
    ///
    /// # Errors
    /// All errors of the ruleset. A diagnostic without a span is about the choices, not the rules.
    pub fn load(sources: &Sources, choices: &Choices) -> Result<Self, Diagnostics> {
        let (rules, found) = Self::check(sources, choices);
        rules.ok_or(found)
    }

    /// Loads a ruleset and returns all diagnostics, including warnings. Returns the rules if there is no error.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let (rules, found) = linstock::Rules::check(&sources, &linstock::Choices::default());
    /// assert!(rules.is_some() && found.is_empty());
    /// ```
    #[must_use]
    pub fn check(sources: &Sources, choices: &Choices) -> (Option<Self>, Diagnostics) {
        Self::check_within(sources, choices, &Rc::new(CheckFuel::default()))
    }

    /// Compiles the rules again with all moves that share a text offered. Returns `None` if that takes too much work.
    #[must_use]
    pub fn with_repeats(&self, fuel: &Rc<CheckFuel>) -> Option<Self> {
        let compiled = compile_with_repeats(self, fuel).ok()?;
        Some(Self { compiled })
    }

    /// Reports the diagnostics of a ruleset without compiling it. Misses errors that only the compiler finds, such as a
    /// position that is too large.
    #[must_use]
    pub fn look_over(sources: &Sources, choices: &Choices) -> Diagnostics {
        looked_over(sources, |files, found, fuel| {
            linstock_check::check(files, found, (choices, fuel))
        })
    }

    /// As [`Rules::look_over`], but does not search for the change of a variant that causes an error: that search
    /// multiplies the time.
    #[must_use]
    pub fn look_over_quickly(sources: &Sources, choices: &Choices) -> Diagnostics {
        looked_over(sources, |files, found, fuel| {
            linstock_check::check_without_causes(files, found, (choices, fuel))
        })
    }

    /// As [`Rules::check`], within the fuel of a larger check.
    #[must_use]
    pub fn check_within(
        sources: &Sources,
        choices: &Choices,
        fuel: &Rc<CheckFuel>,
    ) -> (Option<Self>, Diagnostics) {
        let (files, found) = linstock_check::read(sources, fuel);
        Self::check_read((sources, &files), found, (choices, fuel))
    }

    /// As [`Rules::check_within`], for parsed texts; `found` holds the diagnostics of the parser.
    #[must_use]
    pub(crate) fn check_read(
        (sources, files): (&Sources, &[RulesFile]),
        found: Diagnostics,
        (choices, fuel): (&Choices, &Rc<CheckFuel>),
    ) -> (Option<Self>, Diagnostics) {
        let (model, mut found) = match linstock_check::check(files, found, (choices, fuel)) {
            Ok(checked) => checked,
            Err(found) => return (None, found),
        };
        let mut later = Diagnostics::default();
        let rules = compiled(model, sources, &mut later, fuel);
        if !later.is_empty() && !fuel.is_used_up() {
            let fits = rules.is_some();
            linstock_check::tell_later_causes(
                (sources, choices),
                &mut later,
                &mut |model, fuel| {
                    let mut found = Diagnostics::default();
                    match fits {
                        true => drop(scripts_of(&model, sources, &mut found)),
                        false => drop(compiled(model, sources, &mut found, fuel)),
                    }
                    found
                },
            );
        }
        found.extend(later);
        (rules, found)
    }

    /// Adds to a fault that occurred in play which change of a variant causes it: the first change with which it occurs.
    pub fn tell_causes_in_play(
        (sources, choices): (&Sources, &Choices),
        found: &mut Diagnostics,
        find_fault: &dyn Fn(&Self, &CheckFuel) -> Option<Diagnostic>,
    ) {
        linstock_check::tell_later_causes((sources, choices), found, &mut |model, fuel| {
            let mut found = Diagnostics::default();
            match compiled(model, sources, &mut found, fuel) {
                Some(rules) => find_fault(&rules, fuel).into(),
                None => found,
            }
        });
    }
}

/// Loads the scripts of a checked game and compiles the game.
fn compiled(
    mut model: Model,
    sources: &Sources,
    found: &mut Diagnostics,
    fuel: &Rc<CheckFuel>,
) -> Option<Rules> {
    symbols::load(&mut model.sheet.art, sources, found);
    let scripts = scripts_of(&model, sources, found);
    if found.has_errors() {
        return None;
    }
    let scripts = scripts.map(|s| Arc::new(s) as Arc<dyn ScriptHost>);
    match compile(model, scripts, fuel) {
        Ok(compiled) => Some(Rules { compiled }),
        Err(more) => {
            found.extend(more);
            None
        }
    }
}

/// Loads the scripts of a checked game, and reports texts to replace that do not occur in the rules.
fn scripts_of(model: &Model, sources: &Sources, found: &mut Diagnostics) -> Option<Scripts> {
    let (scripts, more) = Scripts::load(model, sources);
    found.extend(more);
    for unmatched in unmatched_texts(model, sources) {
        found.push(unmatched);
    }
    scripts
}

/// Reads and checks a ruleset, and loads its scripts.
fn looked_over(
    sources: &Sources,
    check: impl FnOnce(&[RulesFile], Diagnostics, &Rc<CheckFuel>) -> CheckedGame,
) -> Diagnostics {
    let fuel = Rc::new(CheckFuel::default());
    let (files, found) = linstock_check::read(sources, &fuel);
    match check(&files, found, &fuel) {
        Ok((mut model, mut found)) => {
            symbols::load(&mut model.sheet.art, sources, &mut found);
            scripts_of(&model, sources, &mut found);
            found
        }
        Err(found) => found,
    }
}

#[cfg(test)]
mod tests {
    use super::Rules;
    use linstock_base::{Sources, Style};
    use linstock_check::Choices;

    const GAME: &str = "game race \"Race\"\nplayers a, b\nboard 8 x 8\npiece man \"m\"\n\
        script \"race.rhai\" { likes(p: point) -> truth reads nothing }\n\
        fact near = a1\n\
        @R-1 fact far = h8\n\
        move put \"{p} {q} {r}\" {\n  p in empty\n  q in near\n  r in near or far\n  when script likes(p)\n  man: box -> p\n}\n\
        play { repeat each player { ask me: put otherwise draw \"full\" } }\n";
    const SCRIPT: &str = "fn likes(pos, p) {\n  if pos.own(\"man\").count() > 9 { no(\"R-1\", \"many\") } else { true }\n}\n";

    /// Returns the diagnostics for a variant with some changes.
    fn told(edits: &str, players: &str) -> String {
        let variant = format!("variant rush of race \"Rush\"\n{edits}\n");
        let game = GAME.replace("players a, b", players);
        let texts = [
            ("rush.game", variant.as_str()),
            ("race.game", game.as_str()),
            ("race.rhai", SCRIPT),
        ];
        let sources = Sources::from(texts);
        let (_, found) = Rules::check(&sources, &Choices::default());
        found.render(&sources, Style::Plain)
    }

    #[test]
    fn what_a_variant_spoils_in_a_script_or_for_the_compiler_names_the_change() {
        let harmless = "add at end of put { let n = count own }";
        assert_eq!(told(harmless, "players a, b"), "");
        let spoils = [
            ("replace fact far = h7", "race.rhai:2"),
            ("replace fact near = everything", "race.game:8"),
        ];
        for (guilty, place) in spoils {
            let told = told(&format!("{harmless}\n{guilty}"), "players a, b");
            assert!(told.contains(place), "{told}");
            assert!(told.contains("this change brings it about"), "{told}");
            assert!(told.contains(&format!("\n3 | {guilty}")), "{told}");
        }
    }

    #[test]
    fn what_cannot_be_read_in_the_game_is_not_brought_about_by_a_variant() {
        let told = told("replace fact near = a2", "players a, , b");
        assert!(told.contains("race.game:2"), "{told}");
        assert!(!told.contains("brings it about"), "{told}");
    }
}
