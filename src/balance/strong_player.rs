//! `--player` of `linstock balance`: the search of strong players.

use crate::opponents::{Budget, PlayerSpec, Skill};
use linstock_play::{Rules, quoted};
use linstock_search::Strategy;
use std::fmt;
use std::ops::RangeInclusive;

/// The iterations that strong players may have.
pub(super) const ITERATIONS: RangeInclusive<u64> = 8..=1 << 24;

/// The search of strong players that the user has named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StrongPlayer {
    pub(super) strategy: Strategy,
    /// The iterations for each move; `None` if the time decides.
    pub(super) iterations: Option<u64>,
}

impl StrongPlayer {
    /// Reads a search with a number of iterations, or without one.
    ///
    /// # Errors
    /// If the text names no search, or no number of iterations after a colon.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let (least, most) = (ITERATIONS.start(), ITERATIONS.end());
        let text = text.trim().to_lowercase();
        let (name, budget) = match text.split_once(':') {
            Some((name, budget)) => (name, Some(budget)),
            None => (text.as_str(), None),
        };
        let mut searches = PlayerSpec::searches();
        let Some((_, strategy)) = searches.find(|(known, _)| *known == name) else {
            let names: Vec<&str> = PlayerSpec::searches().map(|(name, _)| name).collect();
            return Err(format!(
                "{} is not a search; write one of {}, and after a colon the number of iterations from {least} to {most}, such as tree:512",
                quoted(name),
                names.join(", ")
            ));
        };
        let iterations = budget.map(|budget| {
            let number = budget.parse().ok();
            let number = number.filter(|number| ITERATIONS.contains(number));
            number.ok_or_else(|| {
                format!(
                    "write a whole number of iterations from {least} to {most} after the colon, such as {name}:512"
                )
            })
        });
        Ok(Self {
            strategy,
            iterations: iterations.transpose()?,
        })
    }

    /// Returns the player that plays under some rules ([`Strategy::under`]).
    pub(super) fn under(self, rules: &Rules) -> Self {
        Self {
            strategy: self.strategy.under(rules),
            ..self
        }
    }

    /// Says which other search plays under some rules, and why; `None` if this one does.
    pub(super) fn notice(self, rules: &Rules) -> Option<String> {
        let played = self.under(rules);
        (played != self).then(|| {
            format!(
                "{self} would need the true position, which players of {} do not know; {played} plays instead",
                rules.title()
            )
        })
    }
}

impl fmt::Display for StrongPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spec = PlayerSpec {
            skill: Skill::Named(self.strategy),
            budget: self.iterations.map(Budget::Iterations),
        };
        spec.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::StrongPlayer;
    use linstock_base::Sources;
    use linstock_check::Choices;
    use linstock_play::Rules;
    use linstock_search::Strategy;

    #[test]
    fn a_strong_player_is_a_search_with_iterations() {
        for (text, strategy, iterations) in [
            ("tree:512", Strategy::Tree, Some(512)),
            ("Alpha-Beta:8", Strategy::AlphaBeta, Some(8)),
            ("rave-tree", Strategy::RaveTree, None),
        ] {
            let read = StrongPlayer {
                strategy,
                iterations,
            };
            assert_eq!(StrongPlayer::read(text), Ok(read), "{text}");
        }
        let searches = "write one of tree, rave-tree, short-tree, alpha-beta, ubfm, wide-tree, plain-tree, and after a colon the number of iterations from 8 to 16777216, such as tree:512";
        let number = "write a whole number of iterations from 8 to 16777216 after the colon, such as tree:512";
        for (wrong, hint) in [
            ("", searches),
            ("strong", searches),
            ("best:2s", searches),
            ("random", searches),
            ("greedy:9", searches),
            ("tre:8", searches),
            ("value:512", "`value` is not a search; "),
            ("cmd:bot", searches),
            ("512", searches),
            ("tree:7", number),
            ("tree:2s", number),
            ("tree:abc", number),
            ("tree:", number),
            ("tree:8:8", number),
            ("ubfm:16777217", "such as ubfm:512"),
        ] {
            let said = StrongPlayer::read(wrong).expect_err(wrong);
            assert!(said.contains(hint), "{wrong}: {said}");
        }
    }

    #[test]
    fn a_search_that_needs_the_true_position_says_what_plays_instead() {
        let rules = |path: &str| {
            let text = std::fs::read_to_string(path).expect("readable");
            let sources = Sources::from([("game.game", text.as_str())]);
            Rules::load(&sources, &Choices::default()).expect("no mistakes")
        };
        let [dice, open] = ["liars-dice/liars-dice", "tic-tac-toe/tic-tac-toe"]
            .map(|name| rules(&format!("examples/{name}.game")));
        let notice = |text: &str, rules: &Rules| {
            let player = StrongPlayer::read(text).expect("a search");
            player.notice(rules)
        };
        for (text, instead) in [
            ("alpha-beta:16", "; tree:16 plays instead"),
            ("ubfm", "; tree plays instead"),
        ] {
            let told = notice(text, &dice).expect("a notice");
            assert!(told.starts_with(&format!("{text} would need ")), "{told}");
            assert!(told.ends_with(instead), "{told}");
            assert_eq!(notice(text, &open), None);
        }
        assert_eq!(notice("rave-tree:16", &dice), None);
    }
}
