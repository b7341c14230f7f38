//! The report of a match.

use crate::opponents::contestant::Contestant;
use crate::opponents::match_result::MatchResult;
use crate::opponents::sprt::TestVerdict;
use linstock_base::plural;
use linstock_play::Rules;
use linstock_search::balance::elo_of;
use serde_json::json;
use std::fmt::Write as _;

/// The report of a match.
pub(super) struct MatchReport<'r> {
    pub(super) rules: &'r Rules,
    pub(super) players: [&'r Contestant; 2],
    pub(super) seed: u64,
    /// The titles of the seats' players.
    pub(super) seats: Vec<&'r str>,
    pub(super) result: MatchResult,
    /// Whether the match ended before all games were played.
    pub(super) stopped: bool,
    /// The verdict of the sequential test, if one was asked for.
    pub(super) verdict: Option<TestVerdict>,
}

impl MatchReport<'_> {
    /// Writes the report for people.
    pub(super) fn text(&self) -> String {
        let [first, second] = self.players;
        let games = self.result.games;
        let mut text = format!(
            "{}: {first} against {second}, {} (seed {})\n",
            self.rules.title(),
            plural(games, "game"),
            self.seed
        );
        if games == 0 {
            let why = match self.stopped {
                true => "stopped before the first game was over",
                false => "no game was finished",
            };
            return format!("{text}{}  {why}\n", self.notes());
        }
        let (share, low, high) = self.result.share();
        let even = 1.0 / self.seats.len() as f64;
        let MatchResult { wins, losses, .. } = self.result;
        let _ = writeln!(
            text,
            "  {first} won {wins}, lost {losses} and shared {}",
            games - wins - losses
        );
        let _ = writeln!(
            text,
            "  {first} has {:.1} % of the points (95 % interval {:.1} to {:.1} %); equal players have {:.1} %",
            share * 100.0,
            low * 100.0,
            high * 100.0,
            even * 100.0
        );
        if self.seats.len() == 2 {
            let _ = writeln!(
                text,
                "  Elo difference: {}",
                elo_difference(share, low, high)
            );
        }
        for (seat, (games, points)) in self.seats.iter().zip(&self.result.by_seat) {
            if *games > 0 {
                let _ = writeln!(
                    text,
                    "  as {seat}: {:.1} % of {}",
                    points / *games as f64 * 100.0,
                    plural(*games, "game")
                );
            }
        }
        let _ = writeln!(
            text,
            "  {:.0} moves a game on average",
            self.result.plies as f64 / games as f64
        );
        text.push_str(&self.notes());
        text.push_str(&self.told_verdict());
        if self.stopped {
            text.push_str("  stopped before all games were played\n");
        }
        text
    }

    /// Says how many games were not played as usual.
    fn notes(&self) -> String {
        let MatchResult {
            unfinished,
            short_openings,
            ..
        } = self.result;
        let notes = [
            (
                self.result.failed.count,
                "could not be played on, and count for nobody",
            ),
            (
                unfinished as u64,
                "reached the limit of moves and counted as drawn",
            ),
            (
                short_openings as u64,
                "had a shorter random opening, so that the players had something to decide",
            ),
            (self.result.ungrouped() as u64, self.why_ungrouped()),
        ];
        let notes = notes.iter().filter(|(count, _)| *count > 0);
        notes
            .map(|(count, note)| format!("  {} {note}\n", plural(*count, "game")))
            .collect()
    }

    /// Says what becomes of games whose group is not whole, and why.
    fn why_ungrouped(&self) -> &'static str {
        match (self.result.groups(), self.seats.len()) {
            (0, _) => {
                "cannot show who is stronger, because the first player has not played any opening in each seat"
            }
            (_, 2) => {
                "left out of the share, the interval and the Elo difference, because another game with the same opening is missing"
            }
            _ => {
                "left out of the share and the interval, because another game with the same opening is missing"
            }
        }
    }

    /// Says what the sequential test found.
    fn told_verdict(&self) -> String {
        let [first, _] = self.players;
        match self.verdict {
            None => String::new(),
            Some(TestVerdict::Stronger) => {
                format!("  {first} is stronger, by the sequential test\n")
            }
            Some(TestVerdict::NotStronger) => {
                format!("  {first} is not stronger by as much as asked, by the sequential test\n")
            }
            Some(TestVerdict::Open) => "  the sequential test needs more games\n".to_owned(),
        }
    }

    /// Writes the report as JSON.
    pub(super) fn json(&self) -> String {
        let is_played = self.result.games > 0;
        let share = is_played.then(|| self.result.share());
        // Adding 0 turns -0 into 0.
        let finite = |share| Some(elo_of(share) + 0.0).filter(|elo| elo.is_finite());
        let elo = share.filter(|_| self.seats.len() == 2);
        let elo = elo.map(|(share, low, high)| {
            json!({ "difference": finite(share), "interval": [finite(low), finite(high)] })
        });
        let by_seat = self.rules.players().iter().zip(&self.result.by_seat);
        let by_seat: Vec<_> = by_seat
            .map(|(player, (games, points))| json!({ "player": player, "games": games, "points": points }))
            .collect();
        let report = json!({
            "game": self.rules.name(),
            "title": self.rules.title(),
            "players": self.players.map(|player| player.to_string()),
            "seed": self.seed,
            "games": self.result.games,
            "wins": self.result.wins,
            "losses": self.result.losses,
            "unfinished": self.result.unfinished,
            "short_openings": self.result.short_openings,
            "ungrouped": self.result.ungrouped(),
            "failed": self.result.failed.count,
            "plies": self.result.plies,
            "share": share.map(|(share, ..)| share),
            "interval": share.map(|(_, low, high)| [low, high]),
            "elo": elo,
            "seats": by_seat,
            "stopped": self.stopped,
            "test": self.verdict.map(|verdict| match verdict {
                TestVerdict::Stronger => "stronger",
                TestVerdict::NotStronger => "not stronger",
                TestVerdict::Open => "open",
            }),
        });
        format!("{report}\n")
    }
}

/// Writes the Elo difference of a share with its interval. If one player has all points, only a bound is known, and that only if
/// the games are enough to say who is stronger.
fn elo_difference(share: f64, low: f64, high: f64) -> String {
    // Adding 0 turns -0 into 0.
    let signed = |share| format!("{:+.0}", elo_of(share).round() + 0.0);
    match share {
        1.0.. if low > 0.5 => format!("at least {}", signed(low)),
        ..=0.0 if high < 0.5 => format!("at most {}", signed(high)),
        1.0.. | ..=0.0 => "unknown after so few games".to_owned(),
        _ if low <= 0.0 && high >= 1.0 => "unknown after so few games".to_owned(),
        share => format!("{} ({} to {})", signed(share), signed(low), signed(high)),
    }
}

#[cfg(test)]
mod tests {
    use super::{elo_difference, elo_of};

    #[test]
    fn elo_differences_are_those_of_the_formula() {
        assert!(elo_of(0.5).abs() < 1e-9);
        assert!((elo_of(10.0 / 11.0) - 400.0).abs() < 1e-6);
    }

    #[test]
    fn a_player_with_all_points_has_only_a_bound() {
        for ((share, low, high), expected) in [
            ((0.5, 0.36, 0.64), "+0 (-100 to +100)"),
            ((1.0, 0.64, 1.0), "at least +100"),
            ((0.0, 0.0, 0.36), "at most -100"),
            ((1.0, 0.44, 1.0), "unknown after so few games"),
            ((0.0, 0.0, 0.56), "unknown after so few games"),
            ((0.5, 0.0, 1.0), "unknown after so few games"),
        ] {
            assert_eq!(elo_difference(share, low, high), expected);
        }
    }
}
