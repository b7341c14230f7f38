//! The figures of a comparison, one by one.

use super::sample::SideSample;
use super::statistics::{Count, Mean, holm, means_differ, shares_differ};
use crate::simulation::Share;
use std::collections::BTreeSet;

/// The name of games that several players win.
pub const SHARED_WINS: &str = "won by several together";

/// A note on how they are counted.
pub const SHARED_NOTE: &str = "A game that several win together counts for each of them.";

/// The topic of a figure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Topic {
    /// Who won.
    Results,
    /// The length of games, and the number of legal moves.
    Course,
    /// Why games ended.
    Endings,
    /// How often each kind of move was played in a game.
    Moves,
}

impl Topic {
    /// All topics, in display order.
    pub const ALL: [Self; 4] = [Self::Results, Self::Course, Self::Endings, Self::Moves];

    /// Returns its name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Results => "result",
            Self::Course => "course",
            Self::Endings => "how games ended",
            Self::Moves => "move, times a game",
        }
    }
}

/// A figure of one side, with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MeasuredFigure {
    /// The measured value: a share from 0 to 1, or a mean.
    pub value: f64,
    /// The lower and the upper end of its 95 % interval; `None` if the games of the side are one game that was played again and
    /// again.
    pub interval: Option<[f64; 2]>,
    /// Whether it is a share.
    pub is_share: bool,
}

/// One figure of both sides.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    /// Its topic.
    pub topic: Topic,
    /// The name of the figure, such as a player.
    pub name: String,
    /// The figure of the left side; `None` if the side has no such figure.
    pub left: Option<MeasuredFigure>,
    /// The figure of the right side.
    pub right: Option<MeasuredFigure>,
    /// The probability of such a difference if there is no true difference, corrected for the number of figures (Holm); `None` if
    /// unknown.
    pub chance: Option<f64>,
}

impl Measure {
    /// Differences with a lower probability are significant.
    pub const LIMIT: f64 = 0.05;

    /// Returns whether the difference is significant.
    #[must_use]
    pub fn is_beyond_chance(&self) -> bool {
        self.chance.is_some_and(|chance| chance < Self::LIMIT)
    }
}

/// Collects figures, each with the probability of its difference.
#[derive(Default)]
struct Measures {
    found: Vec<Measure>,
    likely: Vec<Option<f64>>,
}

impl Measures {
    fn add_shares(&mut self, topic: Topic, name: String, [left, right]: [Count; 2]) {
        let figure = |count: Count| Share::of(count.some, count.all).map(MeasuredFigure::of_share);
        self.likely.push(shares_differ(left, right));
        self.found.push(Measure {
            topic,
            name,
            left: figure(left),
            right: figure(right),
            chance: None,
        });
    }

    fn add_means(&mut self, topic: Topic, name: String, [left, right]: [Option<Mean>; 2]) {
        if left.is_none() && right.is_none() {
            return;
        }
        let both = left.zip(right);
        self.likely
            .push(both.and_then(|(left, right)| means_differ(left, right)));
        self.found.push(Measure {
            topic,
            name,
            left: left.map(MeasuredFigure::of_mean),
            right: right.map(MeasuredFigure::of_mean),
            chance: None,
        });
    }
}

impl MeasuredFigure {
    fn of_share(share: Share) -> Self {
        Self {
            value: share.share,
            interval: Some([share.low, share.high]),
            is_share: true,
        }
    }

    fn of_mean(mean: Mean) -> Self {
        let (low, high) = mean.interval();
        Self {
            value: mean.mean,
            interval: Some([low, high]),
            is_share: false,
        }
    }
}

/// Compares the games of two sides, figure by figure. The names of players are in seat order; where the sides have different
/// names, each is a pair of names.
#[must_use]
pub fn measures(left: &SideSample, right: &SideSample, players: &[String]) -> Vec<Measure> {
    let (mut all, sides) = (Measures::default(), [left, right]);
    all.add_results(sides, players);
    all.add_course(sides, players);
    all.add_endings(sides);
    all.add_moves(sides);
    all.leave_out_what_is_unknown(sides);
    let corrected = holm(&all.likely);
    let both = all.found.into_iter().zip(corrected);
    both.map(|(measure, chance)| Measure { chance, ..measure })
        .collect()
}

impl Measures {
    /// Leaves out what one game that was played again and again does not show: the intervals of its side, and the probabilities of
    /// all differences.
    fn leave_out_what_is_unknown(&mut self, [left, right]: [&SideSample; 2]) {
        if left.is_one_game || right.is_one_game {
            self.likely.fill(None);
        }
        for measure in &mut self.found {
            for (side, figure) in [(left, &mut measure.left), (right, &mut measure.right)] {
                if let Some(figure) = figure.as_mut().filter(|_| side.is_one_game) {
                    figure.interval = None;
                }
            }
        }
    }

    /// Adds the shares of wins and of games without a result.
    fn add_results(&mut self, sides: [&SideSample; 2], players: &[String]) {
        for (seat, name) in players.iter().enumerate() {
            let begins = if seat == 0 { ", who begins" } else { "" };
            let won = sides.map(|side| side.won_by(seat));
            self.add_shares(Topic::Results, format!("won by {name}{begins}"), won);
        }
        let drawn = sides.map(SideSample::drawn);
        self.add_shares(Topic::Results, "won by nobody".to_owned(), drawn);
        for (what, count) in [
            (SHARED_WINS, sides.map(SideSample::shared)),
            ("left unfinished", sides.map(SideSample::left)),
            ("failed", sides.map(SideSample::failed)),
        ] {
            if count.iter().any(|count| count.some > 0) {
                self.add_shares(Topic::Results, what.to_owned(), count);
            }
        }
    }

    /// Adds the length of games, the number of choices, and the scores.
    fn add_course(&mut self, sides: [&SideSample; 2], players: &[String]) {
        let length = sides.map(SideSample::length);
        self.add_means(
            Topic::Course,
            "moves and outcomes of chance".to_owned(),
            length,
        );
        let choices = sides.map(SideSample::choices);
        self.add_means(Topic::Course, "choices at a turn".to_owned(), choices);
        for (seat, name) in players.iter().enumerate() {
            let scores = sides.map(|side| side.score(seat));
            self.add_means(Topic::Course, format!("score of {name}"), scores);
        }
    }

    /// Adds the share of games that end for each reason.
    fn add_endings(&mut self, sides: [&SideSample; 2]) {
        let reasons: BTreeSet<&str> = sides.iter().flat_map(|side| side.reasons()).collect();
        for reason in reasons {
            let ended = sides.map(|side| side.ended(reason));
            self.add_shares(Topic::Endings, reason.to_owned(), ended);
        }
    }

    /// Adds the number of moves of each kind per game.
    fn add_moves(&mut self, sides: [&SideSample; 2]) {
        let kinds: BTreeSet<&str> = sides.iter().flat_map(|side| side.kinds()).collect();
        for kind in kinds {
            let played = sides.map(|side| side.played(kind));
            self.add_means(Topic::Moves, kind.to_owned(), played);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Measure, SideSample, measures};
    use crate::simulation::{GameEnding, GameRecord, Simulation};
    use linstock_play::Rules;

    /// Plays some games at random.
    fn sample(rules: &Rules, is_one_game: bool) -> SideSample {
        let mut sample = SideSample::new(rules);
        let simulation = Simulation::new(rules, 1, 20).expect("it starts");
        let mut numbers = 0..40;
        let mut done = |record: &GameRecord| {
            // Nobody wins the games of the repeated side.
            let ending = match is_one_game {
                true => GameEnding::Unfinished,
                false => record.ending.clone(),
            };
            let record = GameRecord {
                ending,
                ..record.clone()
            };
            sample.add(rules, &record);
        };
        let mut tally = simulation.tally();
        simulation.play_all(1, &mut tally, (&mut || numbers.next(), &mut done));
        sample.is_one_game = is_one_game;
        sample
    }

    #[test]
    fn one_game_played_again_and_again_shows_no_difference() {
        let text = "game line \"Line\"\nplayers a, b\nboard 3 x 2 { }\npiece s\nmove put \"{t}\" {\n  t in empty\n  s: box -> t\n}\nplay { repeat each player { ask me: put otherwise win me \"full\" } }\n";
        let sources = linstock_base::Sources::from([("line.game", text)]);
        let rules = Rules::load(&sources, &Default::default()).expect("no mistakes");
        let names = ["a".to_owned(), "b".to_owned()];
        let [usual, one] = [false, true].map(|is_one| sample(&rules, is_one));
        let is_beyond = |found: &[Measure]| found.iter().any(Measure::is_beyond_chance);
        let mut other = one.clone();
        other.is_one_game = false;
        assert!(is_beyond(&measures(&usual, &other, &names)));
        let found = measures(&usual, &one, &names);
        assert!(found.iter().all(|measure| measure.chance.is_none()));
        for measure in &found {
            let [left, right] =
                [measure.left, measure.right].map(|figure| figure.and_then(|f| f.interval));
            assert!(
                left.is_some() == measure.left.is_some() && right.is_none(),
                "{measure:?}"
            );
        }
    }
}
