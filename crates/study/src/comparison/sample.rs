//! The statistics of one side's games.

use super::statistics::{Count, Mean};
use crate::simulation::{GameEnding, GameRecord, real};
use linstock_play::Rules;
use std::collections::BTreeMap;

/// Sums over games of a figure per game.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    games: u64,
    sum: f64,
    squares: f64,
}

impl Sums {
    fn add(&mut self, value: f64) {
        self.games += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Returns the mean; if there are more `games` than the sums contain, the others count as 0.
    fn mean(&self, games: u64) -> Option<Mean> {
        let n = real(games.into());
        if games < 2 {
            return None;
        }
        let mean = self.sum / n;
        let variance = (self.squares - n * mean * mean).max(0.0) / (n - 1.0);
        Some(Mean {
            mean,
            error: (variance / n).sqrt(),
            games,
        })
    }
}

/// The number of games of one length, and their winners.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GamesOfLength {
    pub games: u64,
    /// The games that each player won, in seat order.
    pub wins: Vec<u64>,
}

/// The games of one side.
#[derive(Clone, Debug)]
pub struct SideSample {
    /// The number of games.
    pub games: u64,
    /// Whether all of them are one game that was played again and again.
    pub is_one_game: bool,
    wins: Vec<u64>,
    shared: u64,
    draws: u64,
    unfinished: u64,
    failed: u64,
    ends: BTreeMap<String, u64>,
    length: Sums,
    choices: Sums,
    moves: BTreeMap<String, Sums>,
    scores: Vec<Sums>,
    /// The games by length, in moves and outcomes of chance.
    pub lengths: BTreeMap<u32, GamesOfLength>,
    /// The number of games by their mean number of choices per turn, rounded.
    pub branching: BTreeMap<u64, u64>,
}

impl SideSample {
    /// Returns the statistics of no games.
    pub fn new(rules: &Rules) -> Self {
        let model = rules.model();
        let kinds = model.moves.iter().map(|mv| mv.name.clone());
        Self {
            games: 0,
            is_one_game: false,
            wins: vec![0; model.seats()],
            shared: 0,
            draws: 0,
            unfinished: 0,
            failed: 0,
            ends: BTreeMap::new(),
            length: Sums::default(),
            choices: Sums::default(),
            moves: kinds.map(|name| (name, Sums::default())).collect(),
            scores: Vec::new(),
            lengths: BTreeMap::new(),
            branching: BTreeMap::new(),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, rules: &Rules, record: &GameRecord) {
        self.games += 1;
        self.length.add(record.plies.into());
        if let Some(choices) = record.branching() {
            self.choices.add(choices);
            *self.branching.entry(rounded(choices)).or_default() += 1;
        }
        let at = self.lengths.entry(record.plies).or_default();
        at.games += 1;
        at.wins.resize(self.wins.len(), 0);
        match &record.ending {
            GameEnding::Over(end) => {
                self.draws += u64::from(end.winners == 0);
                self.shared += u64::from(end.winners.count_ones() > 1);
                for (seat, (wins, there)) in self.wins.iter_mut().zip(&mut at.wins).enumerate() {
                    *wins += end.winners >> seat & 1;
                    *there += end.winners >> seat & 1;
                }
                let (reason, _) = rules.ending(end.end);
                *self.ends.entry(reason.to_owned()).or_default() += 1;
            }
            GameEnding::Unfinished => self.unfinished += 1,
            GameEnding::Failed(_) => self.failed += 1,
        }
        self.add_moves(rules, record);
        self.scores
            .resize(record.scores.len().max(self.scores.len()), Sums::default());
        let scores = self.scores.iter_mut().zip(&record.scores);
        scores.for_each(|(sums, score)| sums.add(signed(*score)));
    }

    fn add_moves(&mut self, rules: &Rules, record: &GameRecord) {
        let mut by_name: BTreeMap<&str, u32> = BTreeMap::new();
        let played = rules.model().moves.iter().zip(&record.moves);
        for (mv, times) in played.filter(|(_, times)| **times > 0) {
            *by_name.entry(&mv.name).or_default() += times;
        }
        for (name, times) in by_name {
            if let Some(sums) = self.moves.get_mut(name) {
                sums.add(times.into());
            }
        }
    }

    fn of_all(&self, some: u64) -> Count {
        Count {
            some,
            all: self.games,
        }
    }

    /// Returns the number of games that a player won.
    pub(super) fn won_by(&self, seat: usize) -> Count {
        self.of_all(self.wins.get(seat).copied().unwrap_or(0))
    }

    /// Returns the number of games that several players won together: each of them counts as a winner.
    pub(super) fn shared(&self) -> Count {
        self.of_all(self.shared)
    }

    /// Returns the number of drawn games.
    pub(super) fn drawn(&self) -> Count {
        self.of_all(self.draws)
    }

    /// Returns the number of unfinished games.
    pub(super) fn left(&self) -> Count {
        self.of_all(self.unfinished)
    }

    /// Returns the number of games that ended with a fault.
    pub(super) fn failed(&self) -> Count {
        self.of_all(self.failed)
    }

    /// Returns the mean length of a game; like all means, `None` for fewer than two games.
    pub(super) fn length(&self) -> Option<Mean> {
        self.length.mean(self.games)
    }

    /// Returns the mean number of moves to choose from.
    pub(super) fn choices(&self) -> Option<Mean> {
        self.choices.mean(self.choices.games)
    }

    /// Returns a player's mean score; also `None` if games have no scores.
    pub(super) fn score(&self, seat: usize) -> Option<Mean> {
        let sums = self.scores.get(seat)?;
        sums.mean(sums.games)
    }

    /// Returns the names of the kinds of move.
    pub(super) fn kinds(&self) -> impl Iterator<Item = &str> {
        self.moves.keys().map(String::as_str)
    }

    /// Returns the mean number of moves of a kind per game; `None` if the rules have no such move.
    pub(super) fn played(&self, kind: &str) -> Option<Mean> {
        self.moves.get(kind)?.mean(self.games)
    }

    /// Returns the reasons for the ends of games.
    pub(super) fn reasons(&self) -> impl Iterator<Item = &str> {
        self.ends.keys().map(String::as_str)
    }

    /// Returns the number of games that ended for a reason.
    pub(super) fn ended(&self, reason: &str) -> Count {
        self.of_all(self.ends.get(reason).copied().unwrap_or(0))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a count of moves, above 0 and far below 2^53"
)]
fn rounded(mean: f64) -> u64 {
    mean.round() as u64
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a figure for people; scores beyond 2^53 are rounded"
)]
fn signed(score: i64) -> f64 {
    score as f64
}
