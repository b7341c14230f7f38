//! The report as text for people.

use super::examples::ExampleGame;
use super::report::BalanceReport;
use super::sentences::{ReportSentence, sentences};
use super::wording::{even_share, joined};
use linstock_base::plural;
use std::fmt::Write as _;

/// An example shows this many moves.
const SHOWN: usize = 14;

impl BalanceReport<'_> {
    /// Writes the report for people.
    pub(super) fn text(&self) -> String {
        let mut text = format!(
            "{}: {} in {:.0} s, seed {}\n",
            self.rules.title(),
            plural(self.all_games(), "game"),
            self.time.as_secs_f64(),
            self.seed,
        );
        for line in self.legend() {
            let _ = writeln!(text, "  {line}");
        }
        for ReportSentence {
            topic,
            text: said,
            example,
        } in sentences(self)
        {
            let _ = writeln!(text, "{topic}: {said}");
            if let Some(example) = example {
                let _ = writeln!(text, "    {}", shortened(example));
            }
        }
        text
    }

    /// Says who the players are, what counts as a point, and how figures are written.
    pub(super) fn legend(&self) -> Vec<String> {
        let seats = self.rules.players().len();
        let opening = match self.plan.opening {
            0 => String::new(),
            count => format!(" Each game begins with {}.", plural(count, "random move")),
        };
        let shared = match seats {
            2 => "A win counts as one point, and a draw as half a point.".to_owned(),
            _ => format!(
                "A win counts as one point. Players who win together share the point; in a draw, all players do. An even share is {}.",
                even_share(seats)
            ),
        };
        let players = format!(
            "Strong players: {}; weak players: {}.{opening}",
            self.plan.named(self.plan.iterations),
            self.plan.named(self.plan.weak_iterations()),
        );
        // A run that was stopped early has no plan.
        let has_plan = !self.is_stopped || self.weak.games() > 0;
        let brackets = "In brackets: the 95 % interval.".to_owned();
        let lines = has_plan.then_some(players).into_iter();
        lines.chain([shared, brackets]).collect()
    }

    /// Says which levels have no games, and why; `None` if all have some.
    pub(super) fn missing_sentence(&self) -> Option<String> {
        let missing = self.missing();
        let names = missing
            .iter()
            .map(|level| format!("games {}", level.players()));
        let names = joined(&names.collect::<Vec<_>>());
        if self.is_stopped {
            let stopped = "you stopped the run before all games were played.";
            return Some(match missing.is_empty() {
                true => stopped.to_owned(),
                false => format!("{stopped} These are missing: {names}."),
            });
        }
        if missing.is_empty() {
            return None;
        }
        let fewer = match self.plan.times.is_fixed {
            true => " or fewer `--iterations`",
            false => "",
        };
        let names = match self.all_games() {
            0 => "any game".to_owned(),
            _ => names,
        };
        let needed = match self.plan.times.needed(&missing, self.time) {
            Some(time) => format!("some of each need about `--time {time}`{fewer}"),
            None => format!("they need more than 100 hours{fewer}"),
        };
        Some(format!("there was no time for {names}; {needed}."))
    }
}

/// Writes the first moves of an example, from the first move of a player on if many outcomes of chance come before it.
fn shortened(example: &ExampleGame) -> String {
    let (dealt, moves) = match example.dealt > SHOWN / 2 {
        true => (
            format!("({} of chance)  ", plural(example.dealt, "outcome")),
            &example.moves[example.dealt..],
        ),
        false => (String::new(), &example.moves[..]),
    };
    let shown = &moves[..moves.len().min(SHOWN)];
    let more = match moves.len() - shown.len() {
        0 => String::new(),
        more => format!("  … and {more} more"),
    };
    format!("{}: {dealt}{}{more}", example.title(), shown.join("  "))
}

#[cfg(test)]
mod tests {
    use super::shortened;
    use crate::balance::examples::ExampleGame;
    use crate::balance::levels::GameLevel;

    #[test]
    fn an_example_shows_moves_of_players() {
        for (dealt, moves, shown) in [
            (0, 3, "m1  m2  m3"),
            (2, 3, "m1  m2  m3"),
            (9, 11, "(9 outcomes of chance)  m10  m11"),
            (
                0,
                16,
                "m1  m2  m3  m4  m5  m6  m7  m8  m9  m10  m11  m12  m13  m14  … and 2 more",
            ),
        ] {
            let example = ExampleGame {
                level: GameLevel::Weak,
                number: 0,
                why: "the first one".to_owned(),
                moves: (1..=moves).map(|number| format!("m{number}")).collect(),
                dealt,
            };
            assert_eq!(
                shortened(&example),
                format!("Game 1 between weak players, the first one: {shown}")
            );
        }
    }
}
