//! Strategies for the tree of a game that hides something: counterfactual regret minimization (CFR+: O. Tammelin, 2014), and the
//! best answers to them. Each round assumes that the regrets of the last one will occur again (predictive CFR+: G. Farina, C. Kroer, T. Sandholm,
//! "Faster game solving via predictive Blackwell approachability", 2021).
//!
//! In games for two players, the average strategies come ever closer to an equilibrium. The *exploitability* says how near they are:
//! what a player gains on average by the best answer to the others.

use super::game_tree::{GameNode, GameTree, NodeKind};
use super::payoffs::{Counted, Payoffs};

/// How good the strategies are.
#[derive(Clone, PartialEq, Debug)]
pub struct Equilibrium {
    /// What each seat gets on average if all play these strategies.
    pub values: Vec<f64>,
    /// What each seat gets by the best answer to the strategies of the others.
    pub best_answers: Vec<f64>,
    /// The mean over the seats of what a seat gains by its best answer.
    pub exploitability: f64,
}

/// Strategies that are improved round by round.
#[derive(Debug)]
pub struct Regrets<'t> {
    tree: &'t GameTree,
    payoffs: Vec<Payoffs>,
    /// By choice: the regret of not having chosen it, the part of it from the last round, the weight in the average strategy, the
    /// present probability.
    regrets: Vec<f64>,
    latest: Vec<f64>,
    averages: Vec<f64>,
    current: Vec<f64>,
    /// By node: the probability that its player's, and everybody else's, choices lead to it; its value.
    own: Vec<f64>,
    others: Vec<f64>,
    values: Vec<f64>,
    /// The nodes with the longest lines first.
    backwards: Vec<u32>,
    rounds: u32,
}

impl<'t> Regrets<'t> {
    /// Prepares strategies that choose at random.
    #[must_use]
    pub fn new(tree: &'t GameTree, counted: Counted) -> Self {
        let choices = tree.sets.iter().map(|set| usize::from(set.choices)).sum();
        let nodes = tree.nodes.len();
        let mut backwards: Vec<u32> = (0..).take(nodes).collect();
        backwards.sort_by_key(|id| std::cmp::Reverse(tree.nodes[*id as usize].ply));
        let mut regrets = Self {
            tree,
            payoffs: tree.payoffs(counted),
            regrets: vec![0.0; choices],
            latest: vec![0.0; choices],
            averages: vec![0.0; choices],
            current: vec![0.0; choices],
            own: vec![0.0; nodes],
            others: vec![0.0; nodes],
            values: vec![0.0; nodes],
            backwards,
            rounds: 0,
        };
        regrets.match_regrets();
        regrets
    }

    /// Returns the difference between the largest and the smallest payoff.
    #[must_use]
    pub fn range(&self) -> f64 {
        let all = || self.payoffs.iter().flatten().copied();
        all().fold(f64::NEG_INFINITY, f64::max) - all().fold(f64::INFINITY, f64::min)
    }

    /// Returns the number of rounds.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Improves the strategy of each seat once.
    pub fn improve(&mut self) {
        self.rounds += 1;
        for seat in 0..self.tree.seats {
            self.reach(seat);
            self.add_regrets(seat);
            self.match_regrets();
        }
    }

    /// Computes how likely each node is: by the choices of a seat, and by those of all others and chance.
    fn reach(&mut self, seat: usize) {
        (self.own[0], self.others[0]) = (1.0, 1.0);
        for (id, node) in self.tree.nodes.iter().enumerate() {
            let (own, others) = (self.own[id], self.others[id]);
            for (number, child) in children(node).enumerate() {
                (self.own[child], self.others[child]) = match node.kind {
                    NodeKind::Chance(first) => {
                        let share = self.tree.probabilities[first as usize + number];
                        (own, others * share)
                    }
                    NodeKind::Decision(set) => {
                        let set = &self.tree.sets[set as usize];
                        let share = self.current[set.first as usize + number];
                        match usize::from(set.seat) == seat {
                            true => (own * share, others),
                            false => (own, others * share),
                        }
                    }
                    NodeKind::End(_) => continue,
                };
            }
        }
    }

    /// Adds the regrets of a seat's choices, and their weights in the average. Later rounds count more.
    fn add_regrets(&mut self, seat: usize) {
        let weight = f64::from(self.rounds) * f64::from(self.rounds);
        let tree = self.tree;
        let own = || tree.sets.iter().filter(|set| usize::from(set.seat) == seat);
        for set in own() {
            self.latest[range(set)].fill(0.0);
        }
        for (id, node) in self.tree.nodes.iter().enumerate().rev() {
            self.values[id] = self.value_of(node, seat);
            let NodeKind::Decision(set) = node.kind else {
                continue;
            };
            let set = &self.tree.sets[set as usize];
            if usize::from(set.seat) != seat {
                continue;
            }
            let value = self.values[id];
            for (number, child) in children(node).enumerate() {
                let choice = set.first as usize + number;
                self.latest[choice] += self.others[id] * (self.values[child] - value);
                self.averages[choice] += weight * self.own[id] * self.current[choice];
            }
        }
        for set in own() {
            let latest = &self.latest[range(set)];
            for (regret, latest) in self.regrets[range(set)].iter_mut().zip(latest) {
                *regret = (*regret + latest).max(0.0);
            }
        }
    }

    /// Returns the value of a node for a seat under the present strategies, from those of its children.
    fn value_of(&self, node: &GameNode, seat: usize) -> f64 {
        let shares = match node.kind {
            NodeKind::End(end) => return self.payoffs[end as usize][seat],
            NodeKind::Chance(first) => &self.tree.probabilities[first as usize..],
            NodeKind::Decision(set) => &self.current[range(&self.tree.sets[set as usize])],
        };
        let children = children(node).zip(shares);
        children
            .map(|(child, share)| share * self.values[child])
            .sum()
    }

    /// Chooses each choice in proportion to the regret that is expected after the next round.
    fn match_regrets(&mut self) {
        let mut expected = Vec::new();
        for set in &self.tree.sets {
            let both = self.regrets[range(set)]
                .iter()
                .zip(&self.latest[range(set)]);
            expected.clear();
            expected.extend(both.map(|(regret, latest)| (regret + latest).max(0.0)));
            share_out(&expected, &mut self.current[range(set)]);
        }
    }

    /// Returns the average strategy at an information set: the probability of each choice.
    #[must_use]
    pub fn strategy(&self, set: usize) -> Vec<f64> {
        let range = range(&self.tree.sets[set]);
        let mut shares = vec![0.0; range.len()];
        share_out(&self.averages[range], &mut shares);
        shares
    }

    /// Measures the average strategies.
    #[must_use]
    pub fn measure(&mut self) -> Equilibrium {
        let present = self.current.clone();
        for set in &self.tree.sets {
            share_out(&self.averages[range(set)], &mut self.current[range(set)]);
        }
        let seats = 0..self.tree.seats;
        let values = seats.clone().map(|seat| {
            for (id, node) in self.tree.nodes.iter().enumerate().rev() {
                self.values[id] = self.value_of(node, seat);
            }
            self.values[0]
        });
        let values: Vec<f64> = values.collect();
        let best_answers: Vec<f64> = seats.map(|seat| self.best_answer(seat)).collect();
        self.current = present;
        let gains = best_answers
            .iter()
            .zip(&values)
            .map(|(best, value)| best - value);
        let exploitability = gains.sum::<f64>() / self.tree.seats as f64;
        Equilibrium {
            values,
            best_answers,
            exploitability,
        }
    }

    /// Returns what a seat gets by its best answer to the present strategies of the others.
    fn best_answer(&mut self, seat: usize) -> f64 {
        self.reach(seat);
        let tree = self.tree;
        // By choice: the sum of the values over the nodes of its set.
        let mut sums = vec![0.0; self.current.len()];
        let mut from = 0;
        while from < self.backwards.len() {
            // All nodes of an information set have the same ply. Their values follow from nodes of later plies.
            let ply = |at: usize| tree.nodes[self.backwards[at] as usize].ply;
            let until = (from..self.backwards.len()).find(|at| ply(*at) != ply(from));
            let until = until.unwrap_or(self.backwards.len());
            for at in from..until {
                let id = self.backwards[at] as usize;
                let node = &tree.nodes[id];
                match own_set(tree, node, seat) {
                    None => self.values[id] = self.value_of(node, seat),
                    Some(first) => {
                        for (number, child) in children(node).enumerate() {
                            sums[first + number] += self.others[id] * self.values[child];
                        }
                    }
                }
            }
            for at in from..until {
                let id = self.backwards[at] as usize;
                let node = &tree.nodes[id];
                if let Some(first) = own_set(tree, node, seat) {
                    let sums = &sums[first..first + usize::from(node.children)];
                    let best = (0..sums.len()).max_by(|a, b| sums[*a].total_cmp(&sums[*b]));
                    let best = best.unwrap_or(0);
                    self.values[id] = self.values[node.first_child as usize + best];
                }
            }
            from = until;
        }
        self.values[0]
    }

    /// Returns the value for the first seat that lies surely between the two numbers, in games for two players.
    #[must_use]
    pub fn bounds_of(equilibrium: &Equilibrium) -> Option<(f64, f64)> {
        match equilibrium.best_answers[..] {
            [first, second] => Some((-second, first)),
            _ => None,
        }
    }
}

/// Returns the number of the first choice of a node at which a seat chooses.
fn own_set(tree: &GameTree, node: &GameNode, seat: usize) -> Option<usize> {
    match node.kind {
        NodeKind::Decision(set) => {
            let set = &tree.sets[set as usize];
            (usize::from(set.seat) == seat).then_some(set.first as usize)
        }
        NodeKind::Chance(_) | NodeKind::End(_) => None,
    }
}

fn children(node: &GameNode) -> std::ops::Range<usize> {
    let first = node.first_child as usize;
    first..first + usize::from(node.children)
}

fn range(set: &super::game_tree::InformationSet) -> std::ops::Range<usize> {
    let first = set.first as usize;
    first..first + usize::from(set.choices)
}

/// Shares out 1 in proportion to weights, or equally if all are 0.
fn share_out(weights: &[f64], shares: &mut [f64]) {
    let sum: f64 = weights.iter().sum();
    for (share, weight) in shares.iter_mut().zip(weights) {
        *share = match sum > 0.0 {
            true => weight / sum,
            false => 1.0 / weights.len() as f64,
        };
    }
}
