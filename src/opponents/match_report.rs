//! The report of a match.

use crate::opponents::player_spec::PlayerSpec;
use linstock_base::plural;
use linstock_model::SeatId;
use linstock_search::Utilities;
use serde_json::json;
use std::fmt::Write as _;

/// The results of games, as points of the first player: 1 for a win, 0 for a loss, shares of a shared win between.
#[derive(Clone, Debug)]
pub(super) struct MatchResult {
    games: usize,
    wins: usize,
    losses: usize,
    /// Games that reached the limit of plies; they count as drawn.
    unfinished: usize,
    plies: u64,
    points: f64,
    squares: f64,
    /// The games and the points in each seat.
    by_seat: Vec<(usize, f64)>,
}

impl MatchResult {
    pub(super) fn new(seats: usize) -> Self {
        Self {
            games: 0,
            wins: 0,
            losses: 0,
            unfinished: 0,
            plies: 0,
            points: 0.0,
            squares: 0.0,
            by_seat: vec![(0, 0.0); seats],
        }
    }

    /// Adds a game in which the first player had a seat; `utilities` is missing if the game did not end.
    pub(super) fn add(&mut self, seat: usize, plies: u32, utilities: Option<&Utilities>) {
        let seats = self.by_seat.len();
        let id = SeatId(u8::try_from(seat).unwrap_or(u8::MAX));
        let utility = f64::from(utilities.map_or(0.0, |utilities| utilities.of(id)));
        // A win is 1 and a loss is -1 / (seats - 1).
        let least = -1.0 / (seats.max(2) as f64 - 1.0);
        let points = (utility - least) / (1.0 - least);
        self.games += 1;
        self.wins += usize::from(utility > 0.999);
        self.losses += usize::from(utility <= least + 0.001);
        self.unfinished += usize::from(utilities.is_none());
        self.plies += u64::from(plies);
        self.points += points;
        self.squares += points * points;
        self.by_seat[seat].0 += 1;
        self.by_seat[seat].1 += points;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.wins += other.wins;
        self.losses += other.losses;
        self.unfinished += other.unfinished;
        self.plies += other.plies;
        self.points += other.points;
        self.squares += other.squares;
        for (own, other) in self.by_seat.iter_mut().zip(&other.by_seat) {
            own.0 += other.0;
            own.1 += other.1;
        }
    }

    /// Returns the share of the points with its 95 % interval.
    fn share(&self) -> (f64, f64, f64) {
        /// The 97.5 % point of the normal distribution.
        const Z: f64 = 1.959_963_984_540_054;
        let games = (self.games as f64).max(1.0);
        let mean = self.points / games;
        // Wilson's interval, with the variance of the points instead of that of a share.
        let variance = (self.squares / games - mean * mean).max(0.0);
        let spread = variance / (mean * (1.0 - mean)).max(1e-9);
        let spread = if variance == 0.0 {
            1.0
        } else {
            spread.clamp(0.05, 1.0)
        };
        let z = Z * Z * spread / games;
        let middle = (mean + z / 2.0) / (1.0 + z);
        let half = (mean * (1.0 - mean) * z + z * z / 4.0).sqrt() / (1.0 + z);
        (mean, (middle - half).max(0.0), (middle + half).min(1.0))
    }
}

/// Returns the difference in Elo points at which a player scores a share; infinite at 0 and 1.
fn elo(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

/// The report of a match.
pub(super) struct MatchReport<'r> {
    pub(super) game: &'r str,
    pub(super) players: [PlayerSpec; 2],
    pub(super) seed: u64,
    /// The titles of the seats' players.
    pub(super) seats: Vec<&'r str>,
    pub(super) result: MatchResult,
    /// Whether the user stopped the match.
    pub(super) stopped: bool,
}

impl MatchReport<'_> {
    /// Writes the report for people.
    pub(super) fn text(&self) -> String {
        let [first, second] = self.players;
        let MatchResult {
            games,
            wins,
            losses,
            unfinished,
            plies,
            ..
        } = self.result;
        let mut text = format!(
            "{}: {first} against {second}, {} (seed {})\n",
            self.game,
            plural(games, "game"),
            self.seed
        );
        if games == 0 {
            return text + "no game was finished\n";
        }
        let (share, low, high) = self.result.share();
        let even = 1.0 / self.seats.len() as f64;
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
                "  Elo difference: {} ({} to {})",
                signed(elo(share)),
                signed(elo(low)),
                signed(elo(high))
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
            plies as f64 / games as f64
        );
        if unfinished > 0 {
            let _ = writeln!(
                text,
                "  {} reached the limit of moves and counted as drawn",
                plural(unfinished, "game")
            );
        }
        if self.stopped {
            text.push_str("  stopped before all games were played\n");
        }
        text
    }

    /// Writes the report as JSON.
    pub(super) fn json(&self) -> String {
        let (share, low, high) = self.result.share();
        let by_seat = self.result.by_seat.iter();
        let by_seat: Vec<_> = by_seat
            .map(|(games, points)| json!({ "games": games, "points": points }))
            .collect();
        let report = json!({
            "game": self.game,
            "players": self.players.map(|player| player.to_string()),
            "seed": self.seed,
            "games": self.result.games,
            "wins": self.result.wins,
            "losses": self.result.losses,
            "unfinished": self.result.unfinished,
            "plies": self.result.plies,
            "share": share,
            "interval": [low, high],
            "seats": by_seat,
            "stopped": self.stopped,
        });
        format!("{report}\n")
    }
}

/// Writes an Elo difference with its sign; one without bound as "no limit".
fn signed(elo: f64) -> String {
    match elo.is_finite() {
        true => format!("{elo:+.0}"),
        false => "no limit".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{MatchResult, elo};
    use linstock_engine::vm::GameEnd;
    use linstock_search::Utilities;

    fn result(wins: u32, losses: u32) -> MatchResult {
        let mut result = MatchResult::new(2);
        for winners in
            std::iter::repeat_n(1, wins as usize).chain(std::iter::repeat_n(2, losses as usize))
        {
            let utilities = Utilities::of_end(GameEnd { end: 0, winners }, 2);
            result.add(0, 10, Some(&utilities));
        }
        result
    }

    #[test]
    fn the_interval_is_wilsons() {
        // E. Wilson (1927): 81 of 263 has the interval 0.2553 to 0.3662.
        let (share, low, high) = result(81, 182).share();
        assert!((share - 0.308).abs() < 0.001);
        assert!((low - 0.2553).abs() < 0.0005, "{low}");
        assert!((high - 0.3662).abs() < 0.0005, "{high}");
        let (share, low, _) = result(10, 0).share();
        assert!(share == 1.0 && (0.65..0.75).contains(&low), "{low}");
    }

    #[test]
    fn elo_differences_are_those_of_the_formula() {
        assert!(elo(0.5).abs() < 1e-9);
        assert!((elo(10.0 / 11.0) - 400.0).abs() < 1e-6);
    }
}
