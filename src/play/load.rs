//! From source texts to compiled rules: joins parser, checker, scripts and compiler.

#[cfg(feature = "cli")]
use crate::base::Diagnostic;
use crate::base::{Diagnostics, Sources, Work};
#[cfg(feature = "cli")]
use crate::check::CheckedGame;
use crate::check::Choices;
use crate::compile::compile;
use crate::ir::{Rules, ScriptHost};
use crate::model::Model;
use crate::play::unmatched_texts::unmatched_texts;
use crate::script::Scripts;
use crate::syntax::ast::RulesFile;
use std::rc::Rc;
use std::sync::Arc;

impl Rules {
    /// Loads a ruleset under the given choices: the first text is its root.
    ///
    /// ```
    /// use linstock::{Choices, Rules, Sources, Style};
    ///
    /// let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets/hex/hex.game"));
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
    /// Every mistake. A diagnostic without a span is about the choices, not the rules.
    pub fn load(sources: &Sources, choices: &Choices) -> Result<Self, Diagnostics> {
        let (rules, found) = Self::check(sources, choices);
        rules.ok_or(found)
    }

    /// Loads a ruleset and returns all diagnostics, warnings too; the rules are there if none is an error.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let (rules, found) = linstock::Rules::check(&sources, &linstock::Choices::default());
    /// assert!(rules.is_some() && found.is_empty());
    /// ```
    #[must_use]
    pub fn check(sources: &Sources, choices: &Choices) -> (Option<Self>, Diagnostics) {
        Self::check_within(sources, choices, &Rc::new(Work::default()))
    }

    /// Finds the mistakes of a ruleset without compiling it: what only shows then, such as a position that is too large, is not
    /// among them.
    #[cfg(feature = "cli")]
    #[must_use]
    pub(crate) fn look_over(sources: &Sources, choices: &Choices) -> Diagnostics {
        looked_over(sources, |files, found, work| {
            crate::check::check(files, found, (choices, work))
        })
    }

    /// The same, without the change of a variant that brings a mistake about: to find that takes as long again several times.
    #[cfg(feature = "cli")]
    #[must_use]
    pub(crate) fn look_over_quickly(sources: &Sources, choices: &Choices) -> Diagnostics {
        looked_over(sources, |files, found, work| {
            crate::check::check_without_causes(files, found, (choices, work))
        })
    }

    /// As [`Rules::check`], as part of a larger check.
    #[must_use]
    pub(crate) fn check_within(
        sources: &Sources,
        choices: &Choices,
        work: &Rc<Work>,
    ) -> (Option<Self>, Diagnostics) {
        let (files, found) = crate::check::read(sources, work);
        Self::check_read((sources, &files), found, (choices, work))
    }

    /// As [`Rules::check_within`], for texts that were read; `found` is what was found then.
    #[must_use]
    pub(crate) fn check_read(
        (sources, files): (&Sources, &[RulesFile]),
        found: Diagnostics,
        (choices, work): (&Choices, &Rc<Work>),
    ) -> (Option<Self>, Diagnostics) {
        let (model, mut found) = match crate::check::check(files, found, (choices, work)) {
            Ok(checked) => checked,
            Err(found) => return (None, found),
        };
        let mut later = Diagnostics::default();
        let rules = compiled(model, sources, &mut later, work);
        if !later.is_empty() && !work.is_used_up() {
            let fits = rules.is_some();
            crate::check::tell_later_causes((sources, choices), &mut later, &mut |model, work| {
                let mut found = Diagnostics::default();
                match fits {
                    true => drop(scripts_of(&model, sources, &mut found)),
                    false => drop(compiled(model, sources, &mut found, work)),
                }
                found
            });
        }
        found.extend(later);
        (rules, found)
    }

    /// Adds to a fault that came up in play which change of a variant brings it about: the first with which it is found.
    #[cfg(feature = "cli")]
    pub(crate) fn tell_causes_in_play(
        (sources, choices): (&Sources, &Choices),
        found: &mut Diagnostics,
        find_fault: &dyn Fn(&Self, &Work) -> Option<Diagnostic>,
    ) {
        crate::check::tell_later_causes((sources, choices), found, &mut |model, work| {
            let mut found = Diagnostics::default();
            match compiled(model, sources, &mut found, work) {
                Some(rules) => find_fault(&rules, work).into(),
                None => found,
            }
        });
    }
}

/// Loads the scripts of a checked game, and compiles it.
fn compiled(
    model: Model,
    sources: &Sources,
    found: &mut Diagnostics,
    work: &Rc<Work>,
) -> Option<Rules> {
    let scripts = scripts_of(&model, sources, found);
    if found.has_errors() {
        return None;
    }
    let scripts = scripts.map(|s| Arc::new(s) as Arc<dyn ScriptHost>);
    match compile(model, scripts, work) {
        Ok(rules) => Some(rules),
        Err(more) => {
            found.extend(more);
            None
        }
    }
}

/// Loads the scripts of a checked game, and looks whether the texts for which people read others stand in the rules.
fn scripts_of(model: &Model, sources: &Sources, found: &mut Diagnostics) -> Option<Scripts> {
    let (scripts, more) = Scripts::load(model, sources);
    found.extend(more);
    for unmatched in unmatched_texts(model, sources) {
        found.push(unmatched);
    }
    scripts
}

/// Reads a ruleset, has it checked, and looks at its scripts.
#[cfg(feature = "cli")]
fn looked_over(
    sources: &Sources,
    check: impl FnOnce(&[RulesFile], Diagnostics, &Rc<Work>) -> CheckedGame,
) -> Diagnostics {
    let work = Rc::new(Work::default());
    let (files, found) = crate::check::read(sources, &work);
    match check(&files, found, &work) {
        Ok((model, mut found)) => {
            scripts_of(&model, sources, &mut found);
            found
        }
        Err(found) => found,
    }
}

#[cfg(test)]
mod tests {
    use crate::base::{Sources, Style};
    use crate::check::Choices;
    use crate::ir::Rules;

    const GAME: &str = "game race \"Race\"\nplayers a, b\nboard 8 x 8\npiece man \"m\"\n\
        script \"race.rhai\" { likes(p: point) -> truth reads nothing }\n\
        fact near = a1\n\
        @R-1 fact far = h8\n\
        move put \"{p} {q} {r}\" {\n  p in empty\n  q in near\n  r in near or far\n  when script likes(p)\n  man: box -> p\n}\n\
        play { repeat each player { ask me: put otherwise draw \"full\" } }\n";
    const SCRIPT: &str = "fn likes(pos, p) {\n  if pos.own(\"man\").count() > 9 { no(\"R-1\", \"many\") } else { true }\n}\n";

    /// Returns what is told of a variant with some changes.
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
