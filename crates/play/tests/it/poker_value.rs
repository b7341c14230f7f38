//! What Kuhn poker is worth: a solver that knows nothing of the rules finds the value that H. W. Kuhn worked out.
//!
//! The tree is walked as a program would walk it: through a session, with what each player is shown at his choices.

use linstock_engine::vm::Turn;
use linstock_play::{Actor, ChanceMode, Observation, Session, Setup, Viewer};
use linstock_testing::games::odd;
use std::collections::BTreeMap;

/// A choice of a player: the number of what he is shown, among all that he may be shown, and of what he chooses there.
type Choice = (usize, usize);

/// One way the game can go.
#[derive(Clone, Default)]
struct History {
    /// How likely chance makes it.
    chance: f64,
    /// What each player chose.
    chosen: [Vec<Choice>; 2],
    /// What the first player wins.
    won: f64,
}

/// All ways the game can go, and what each player may be shown when he chooses: how many choices he has there.
#[derive(Default)]
struct Tree {
    histories: Vec<History>,
    shown: [BTreeMap<String, (usize, usize)>; 2],
}

impl Tree {
    /// Adds all ways that go on from here.
    fn walk(&mut self, session: &mut Session, so_far: &History) {
        let Some(actor) = session.decider() else {
            assert_eq!(session.turn(), Turn::Over);
            let scores = session.rules().scores(session.state());

            // Each brought two chips.
            let won = (scores[0] - 2) as f64;
            assert_eq!(scores.iter().sum::<i64>(), 4, "chips are not lost");
            return self.histories.push(History {
                won,
                ..so_far.clone()
            });
        };
        let choices = session.choices(actor).expect("they can be listed");
        let ply = session.ply();
        let weights: u64 = choices.iter().map(|choice| choice.weight).sum();
        for (at, choice) in choices.iter().enumerate() {
            let mut next = so_far.clone();
            match actor {
                Actor::Chance => next.chance *= choice.weight as f64 / weights as f64,
                Actor::Player(seat) => {
                    let seen = Observation::new(session, Viewer::Seat(seat)).json_text();
                    let shown = &mut self.shown[seat.index()];
                    let number = shown.len();
                    let (number, of) = *shown.entry(seen).or_insert((number, choices.len()));
                    assert_eq!(of, choices.len(), "the choices tell nothing more");
                    next.chosen[seat.index()].push((number, at));
                }
            }
            session
                .play(&[choice.text.as_str().into()])
                .expect("it was listed");
            self.walk(session, &next);
            session.back_to(ply).expect("it was played");
        }
    }

    /// Returns what a player can win at the most, for each of his plans, if the other one mixes plans so.
    fn worth(&self, payoffs: &[Vec<f64>], mixed: &[f64], player: usize) -> Vec<f64> {
        let plans = 1 << self.shown[player].len();
        let each = (0..plans).map(|plan| {
            let other = mixed.iter().enumerate();
            let won = other.map(|(other, share)| match player {
                0 => payoffs[plan][other] * share,
                _ => -payoffs[other][plan] * share,
            });
            won.sum()
        });
        each.collect()
    }

    /// Returns what the first player wins on average with each plan against each: a plan is a bit for what is shown.
    fn payoffs(&self) -> Vec<Vec<f64>> {
        let [first, second] = [0, 1].map(|player| 1usize << self.shown[player].len());
        let fits = |plan: usize, chosen: &[Choice]| {
            chosen.iter().all(|(shown, at)| plan >> shown & 1 == *at)
        };
        let average = |plan: usize, other: usize| {
            let all = self.histories.iter();
            let so = all.filter(|h| fits(plan, &h.chosen[0]) && fits(other, &h.chosen[1]));
            so.map(|h| h.chance * h.won).sum()
        };
        (0..first)
            .map(|plan| (0..second).map(|other| average(plan, other)).collect())
            .collect()
    }
}

/// Mixes plans by how much each would have won more (regret matching), on average over all rounds.
struct Mixing {
    regrets: Vec<f64>,
    sum: Vec<f64>,
}

impl Mixing {
    fn new(plans: usize) -> Self {
        Self {
            regrets: vec![0.0; plans],
            sum: vec![0.0; plans],
        }
    }

    /// Returns the plans as they are mixed now.
    fn now(&self) -> Vec<f64> {
        let all: f64 = self.regrets.iter().sum();
        let plans = self.regrets.len() as f64;
        let share = |regret: &f64| if all > 0.0 { regret / all } else { 1.0 / plans };
        self.regrets.iter().map(share).collect()
    }

    /// Counts a round in which the plans were mixed so and would have won so much; later rounds count more.
    fn learn(&mut self, mixed: &[f64], worth: &[f64], round: f64) {
        let won: f64 = mixed
            .iter()
            .zip(worth)
            .map(|(share, won)| share * won)
            .sum();
        for (at, regret) in self.regrets.iter_mut().enumerate() {
            *regret = (*regret + worth[at] - won).max(0.0);
            self.sum[at] += mixed[at] * round;
        }
    }

    fn average(&self) -> Vec<f64> {
        let all: f64 = self.sum.iter().sum();
        self.sum.iter().map(|sum| sum / all).collect()
    }
}

fn greatest(all: &[f64]) -> f64 {
    all.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

fn tree() -> Tree {
    let rules = crate::known_values::rules(odd(&["rulesets/kuhn-poker/kuhn-poker.game"]));
    let setup = Setup {
        chance: ChanceMode::Manual,
        ..Setup::default()
    };
    let mut session = Session::begin(rules, setup).expect("it begins");
    let mut tree = Tree::default();
    let chance = 1.0;
    tree.walk(
        &mut session,
        &History {
            chance,
            ..History::default()
        },
    );
    tree
}

#[test]
fn kuhn_poker_has_thirty_histories_and_is_worth_a_loss_of_one_in_eighteen() {
    let tree = tree();
    assert_eq!(tree.histories.len(), 30);
    // Three cards, each before anything is done and after a bet, or after a check and after a bet.
    assert_eq!(tree.shown.each_ref().map(BTreeMap::len), [6, 6]);
    let payoffs = tree.payoffs();
    let mut first = Mixing::new(payoffs.len());
    let mut second = Mixing::new(payoffs[0].len());
    for round in 1..=3_000 {
        let (mixed, other) = (first.now(), second.now());
        let (worth, against) = (
            tree.worth(&payoffs, &other, 0),
            tree.worth(&payoffs, &mixed, 1),
        );
        first.learn(&mixed, &worth, f64::from(round));
        second.learn(&other, &against, f64::from(round));
    }
    // Whatever the other one does, the first loses no more than `least`, and the second no less than `most` lets him win.
    let most = greatest(&tree.worth(&payoffs, &second.average(), 0));
    let least = -greatest(&tree.worth(&payoffs, &first.average(), 1));
    // H. W. Kuhn: A simplified two-person poker (1950).
    let value = -1.0 / 18.0;
    assert!(
        least <= value + 1e-9 && value <= most + 1e-9,
        "{least} to {most}"
    );
    assert!(
        most - least < 0.002,
        "{least} to {most} is too wide to tell"
    );
}
