//! Statistics of many games. All are sums of whole numbers, so the order of the games does not matter.

use super::histogram::Histogram;
use super::mean::{mean, real};
use super::record::{GameEnding, GameFailure, GameRecord};
use linstock_engine::vm::GameEnd;
use linstock_model::Model;

/// Statistics of many games.
#[derive(Clone, Debug)]
pub struct GameTally {
    /// The number of games.
    pub games: u64,
    /// The games that each player won, alone or with others, in seat order.
    pub wins: Vec<u64>,
    /// The games that several players won together.
    pub shared: u64,
    /// The games that ended without a winner.
    pub draws: u64,
    /// The unfinished games.
    pub unfinished: u64,
    /// The games that ended with a fault.
    pub failed: u64,
    /// How the game with the smallest number of these failed, with this number.
    pub failure: Option<(u64, GameFailure)>,
    /// The number of games with each ending, by the ending's index.
    pub ends: Histogram,
    /// The number of games of each length in plies.
    pub lengths: Histogram,
    /// The number of moves of each declaration, by index.
    pub moves: Vec<u64>,
    /// The legal moves were counted at each decision.
    pub counts_all: bool,
    counted: u128,
    choices: u128,
    /// The number of games with scores, and the sum of each player's scores.
    scored: (u64, Vec<i128>),
}

/// A share of the games, with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// The observed share.
    pub share: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl GameTally {
    pub(super) fn new(model: &Model, counts_all: bool) -> Self {
        Self {
            games: 0,
            wins: vec![0; model.seats()],
            shared: 0,
            draws: 0,
            unfinished: 0,
            failed: 0,
            failure: None,
            ends: Histogram::new(),
            lengths: Histogram::new(),
            moves: vec![0; model.moves.len()],
            counts_all,
            counted: 0,
            choices: 0,
            scored: (0, vec![0; model.seats()]),
        }
    }

    /// Adds a game.
    pub(super) fn add(&mut self, record: &GameRecord) {
        self.games += 1;
        self.lengths.add(record.plies, 1);
        self.counted += u128::from(record.counted);
        self.choices += u128::from(record.choices);
        let moves = self.moves.iter_mut().zip(&record.moves);
        moves.for_each(|(sum, played)| *sum += u64::from(*played));
        match &record.ending {
            GameEnding::Over(end) => self.add_end(*end),
            GameEnding::Unfinished => self.unfinished += 1,
            GameEnding::Failed(failure) => {
                self.failed += 1;
                self.note_failure(record.number, failure);
            }
        }
        if !record.scores.is_empty() {
            self.scored.0 += 1;
            let sums = self.scored.1.iter_mut().zip(&record.scores);
            sums.for_each(|(sum, score)| *sum += i128::from(*score));
        }
    }

    fn add_end(&mut self, end: GameEnd) {
        self.ends.add(end.end, 1);
        self.shared += u64::from(end.winners.count_ones() > 1);
        self.draws += u64::from(end.winners == 0);
        let won = self.wins.iter_mut().enumerate();
        won.for_each(|(seat, wins)| *wins += end.winners >> seat & 1);
    }

    fn note_failure(&mut self, number: u64, failure: &GameFailure) {
        if self
            .failure
            .as_ref()
            .is_none_or(|(first, _)| number < *first)
        {
            self.failure = Some((number, failure.clone()));
        }
    }

    /// Adds the statistics of other games.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.shared += other.shared;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.failed += other.failed;
        self.counted += other.counted;
        self.choices += other.choices;
        if let Some((number, failure)) = &other.failure {
            self.note_failure(*number, failure);
        }
        self.ends.merge(&other.ends);
        self.lengths.merge(&other.lengths);
        let pairs = |mine: &mut Vec<u64>, theirs: &[u64]| {
            let both = mine.iter_mut().zip(theirs);
            both.for_each(|(mine, theirs)| *mine += theirs);
        };
        pairs(&mut self.wins, &other.wins);
        pairs(&mut self.moves, &other.moves);
        self.scored.0 += other.scored.0;
        let sums = self.scored.1.iter_mut().zip(&other.scored.1);
        sums.for_each(|(mine, theirs)| *mine += theirs);
    }

    /// Returns the number of plies over all games.
    #[must_use]
    pub fn plies(&self) -> u64 {
        self.lengths
            .iter()
            .map(|(plies, games)| u64::from(plies) * games)
            .sum()
    }

    /// Returns the median length: half of the games are at most this long.
    #[must_use]
    pub fn median_plies(&self) -> Option<u32> {
        let mut before = 0;
        let half = self.games.div_ceil(2);
        let reached = |(_, games): &(u32, u64)| {
            before += games;
            before >= half
        };
        self.lengths.iter().find(reached).map(|(plies, _)| plies)
    }

    /// Returns the mean number of plies of a game.
    #[must_use]
    pub fn mean_plies(&self) -> Option<f64> {
        mean(self.plies().into(), self.games.into())
    }

    /// Returns the mean number of legal moves of a decision.
    #[must_use]
    pub fn branching(&self) -> Option<f64> {
        mean(self.choices, self.counted)
    }

    /// Returns the number of decisions at which the legal moves were counted.
    #[must_use]
    pub fn counted(&self) -> u64 {
        u64::try_from(self.counted).unwrap_or(u64::MAX)
    }

    /// Returns each player's mean score; empty if no game had scores.
    #[must_use]
    pub fn mean_scores(&self) -> Vec<f64> {
        let (games, sums) = &self.scored;
        let means = sums
            .iter()
            .map(|sum| real(sum.unsigned_abs()).copysign(if *sum < 0 { -1.0 } else { 1.0 }));
        means
            .filter(|_| *games > 0)
            .map(|sum| sum / real((*games).into()))
            .collect()
    }

    /// Returns `games` as a share of all games; `None` if there are no games.
    #[must_use]
    pub fn share(&self, games: u64) -> Option<Share> {
        Share::of(games, self.games)
    }
}

impl Share {
    /// Returns a share with its 95 % Wilson interval; `None` if `all` is 0.
    ///
    /// E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
    #[must_use]
    pub fn of(some: u64, all: u64) -> Option<Self> {
        // The 97.5 % point of the normal distribution.
        const Z: f64 = 1.959_963_984_540_054;
        let n = real(all.into());
        let share = mean(some.into(), all.into())?;
        let centre = share + Z * Z / (2.0 * n);
        let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let whole = 1.0 + Z * Z / n;
        // At the ends, the square root equals `centre`, except for rounding.
        let low = if some == 0 {
            0.0
        } else {
            (centre - half) / whole
        };
        let high = if some == all {
            1.0
        } else {
            (centre + half) / whole
        };
        Some(Self { share, low, high })
    }
}

#[cfg(test)]
mod tests {
    use super::{GameTally, Histogram, Share};

    fn tally(games: u64) -> GameTally {
        let mut lengths = Histogram::new();
        lengths.add(3, games / 2);
        lengths.add(7, games - games / 2);
        GameTally {
            games,
            wins: Vec::new(),
            shared: 0,
            draws: 0,
            unfinished: 0,
            failed: 0,
            failure: None,
            ends: Histogram::new(),
            lengths,
            moves: Vec::new(),
            counts_all: true,
            counted: 0,
            choices: 0,
            scored: (0, Vec::new()),
        }
    }

    /// The figures of Wilson's interval are those of SciPy: `binomtest(15, 50).proportion_ci(method="wilson")`.
    #[test]
    fn intervals_are_those_that_statisticians_know() {
        let near = |found: Share, expected: [f64; 3]| {
            let found = [found.share, found.low, found.high];
            let pairs = found.iter().zip(expected);
            pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-6)
        };
        let found = tally(50).share(15).expect("games");
        assert!(near(found, [0.3, 0.191_036, 0.437_504]), "{found:?}");
        let found = tally(10).share(0).expect("games");
        assert!(near(found, [0.0, 0.0, 0.277_533]), "{found:?}");
        assert_eq!(tally(0).share(0), None);
        for games in [1, 3, 63, 1_000, 999_983] {
            let (none, all) = (tally(games).share(0), tally(games).share(games));
            assert_eq!(none.map(|share| share.low), Some(0.0), "{games}");
            assert_eq!(all.map(|share| share.high), Some(1.0), "{games}");
        }
    }

    #[test]
    fn lengths_have_a_mean_and_a_median() {
        let found = tally(4);
        assert_eq!((found.plies(), found.median_plies()), (20, Some(3)));
        assert_eq!(found.mean_plies(), Some(5.0));
        assert_eq!(tally(5).median_plies(), Some(7));
    }
}
