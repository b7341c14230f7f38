//! Unbounded best-first minimax: for games in which nothing is hidden and nobody chooses at once with others.
//!
//! Each iteration goes from the root along the best moves to a position that was not expanded, evaluates the positions after all
//! of its moves, and updates the values on the way back (R. Korf, D. Chickering, "Best-first minimax search", 1996;
//! Q. Cohen-Solal, "Learning to play two-player perfect-information games without knowledge", 2020). Each player is for itself
//! (max^n), and chance is averaged. Certain values are not searched again. The move that was followed most often is the best one.

mod nodes;

use crate::evaluation::Evaluation;
use crate::limit::SearchLimit;
use crate::random_play::RandomPlay;
use crate::thought::{ProvenResult, RatedMove, Thought, sort_by_visits};
use crate::utilities::Utilities;
use linstock_engine::vm::{Fault, Move, MoveList, Position};
use linstock_play::Rules;
use nodes::{BestFirstEdge, BestFirstNode, NodeValue};
use std::num::NonZeroU32;
use std::sync::Arc;

/// The most edges of all nodes. Each takes about 80 bytes.
const MOST_EDGES: usize = 1 << 20;
/// The longest line.
const DEEPEST: usize = 1 << 10;

/// A best-first search with its buffers.
#[derive(Debug)]
pub struct BestFirst {
    rules: Arc<Rules>,
    evaluation: Evaluation,
    random: RandomPlay,
    nodes: Vec<BestFirstNode>,
    /// The number of edges of all nodes.
    edges: usize,
    /// The line of the iteration: nodes with the edges that were followed.
    path: Vec<(usize, usize)>,
    position: Position,
    moves: MoveList,
    /// The position after a move that is evaluated.
    after: Position,
    moves_after: MoveList,
    /// The number of positions that were evaluated.
    evaluated: u64,
    /// Whether a position depended on earlier ones, so that no value is certain.
    is_history_used: bool,
    /// The first fault of the rules that the search met.
    fault: Option<Fault>,
}

impl BestFirst {
    /// Makes a search. With the same seed, it tries equally good moves in the same order.
    #[must_use]
    pub fn new(rules: Arc<Rules>, evaluation: Evaluation, seed: u64) -> Self {
        Self {
            random: RandomPlay::new(Arc::clone(&rules), seed, 0),
            rules,
            evaluation,
            nodes: Vec::new(),
            edges: 0,
            path: Vec::new(),
            position: Position::blank(),
            moves: MoveList::default(),
            after: Position::blank(),
            moves_after: MoveList::default(),
            evaluated: 0,
            is_history_used: false,
            fault: None,
        }
    }

    /// Searches from a position at which a player chooses. An iteration of the limit is a position that is evaluated.
    ///
    /// # Errors
    /// If the rules fail at the root.
    pub fn think(
        &mut self,
        position: &Position,
        limit: &SearchLimit<'_>,
    ) -> Result<Thought, Fault> {
        self.nodes.clear();
        (self.edges, self.evaluated, self.is_history_used) = (0, 0, false);
        self.fault = None;
        self.position.clone_from(position);
        self.rules.moves_into(position, &mut self.moves)?;
        let mover = self.moves.seat();
        self.expand(&limit.without_iterations());
        if self.nodes.is_empty() {
            return Err(self.rules.nothing_to_choose(position));
        }
        while self.edges < MOST_EDGES && !self.is_over(limit) {
            if self.nodes[0].value().is_sure() {
                break;
            }
            self.position.clone_from(position);
            if !self.iterate(limit) {
                break;
            }
        }
        let mut moves: Vec<RatedMove> = self.nodes[0]
            .edges
            .iter()
            .map(|edge| RatedMove {
                value: edge.value.of(mover),
                visits: edge.visits,
                proof: self.proof_of(edge.value.utilities.of(mover), &edge.value),
                line: self.line(edge),
                ..RatedMove::new(edge.mv)
            })
            .collect();
        sort_by_visits(&mut moves);
        self.put_best_settled_first(&mut moves);
        let depth = moves.first().map_or(0, |best| best.line.len());
        Ok(Thought {
            moves,
            iterations: self.evaluated,
            depth: u32::try_from(depth).unwrap_or(u32::MAX),
            is_mixed: false,
            fault: self.fault.take(),
        })
    }

    /// Puts a move behind which nothing is left to search before the others, if it is better than the most followed one.
    fn put_best_settled_first(&self, moves: &mut [RatedMove]) {
        let settled = self.nodes[0].edges.iter();
        let settled = settled
            .filter(|edge| edge.value.is_sure())
            .map(|edge| edge.mv);
        let settled: Vec<Move> = settled.collect();
        let value = |at: &usize| moves[*at].value;
        let best = (0..moves.len())
            .filter(|at| settled.contains(&moves[*at].mv))
            .max_by(|a, b| value(a).total_cmp(&value(b)));
        if let Some(best) = best.filter(|best| value(best) > value(&0)) {
            moves[..=best].rotate_right(1);
        }
    }

    /// Returns whether the limit is reached.
    fn is_over(&self, limit: &SearchLimit<'_>) -> bool {
        self.evaluated >= limit.iterations || (limit.stop)()
    }

    /// Runs one iteration; returns false if nothing is left to search.
    fn iterate(&mut self, limit: &SearchLimit<'_>) -> bool {
        self.path.clear();
        let mut at = 0;
        loop {
            let Some(number) = self.nodes[at].next().filter(|_| self.path.len() < DEEPEST) else {
                return false;
            };
            self.path.push((at, number));
            let edge = &self.nodes[at].edges[number];
            let (mv, child) = (edge.mv, edge.child);
            let played = self.rules.advance(&mut self.position, mv, &mut self.moves);
            if played.is_err() {
                self.give_up_edge();
                break;
            }
            match child {
                Some(child) => at = child.get() as usize,
                None => {
                    let new = self.nodes.len();
                    match self.expand(limit) {
                        true => {
                            let child = u32::try_from(new).ok().and_then(NonZeroU32::new);
                            self.nodes[at].edges[number].child = child;
                        }
                        // The limit was reached in the middle.
                        false if self.is_over(limit) => return false,
                        false => self.give_up_edge(),
                    }
                    break;
                }
            }
        }
        self.back_up();
        true
    }

    /// Marks the last edge of the path as certain, because the rules fail behind it: it counts as even.
    fn give_up_edge(&mut self) {
        if let Some((at, number)) = self.path.last() {
            let edge = &mut self.nodes[*at].edges[*number];
            let seats = edge.value.utilities.all().len();
            edge.value = NodeValue {
                utilities: Utilities::even(seats),
                end: Some(1),
                is_agreed: true,
            };
        }
    }

    /// Updates the values on the path.
    fn back_up(&mut self) {
        for (at, number) in self.path.iter().rev() {
            let edge = &self.nodes[*at].edges[*number];
            let value = edge
                .child
                .map(|child| self.nodes[child.get() as usize].value());
            let edge = &mut self.nodes[*at].edges[*number];
            edge.visits += 1;
            if let Some(value) = value {
                edge.value = value;
            }
        }
    }

    /// Adds a node for the position, whose moves are listed, and evaluates the positions after them. If the limit is reached, adds
    /// only the root; the moves that were not evaluated come last there. Returns whether a node was added.
    fn expand(&mut self, limit: &SearchLimit<'_>) -> bool {
        let is_root = self.nodes.is_empty();
        let decision = self.rules.decision(&self.position);
        let is_chance = decision.is_some_and(|decision| self.rules.is_chance(decision));
        let mut choices: Vec<(Move, f32)> = match is_chance {
            true => shares_of(&self.rules, &self.position),
            false => self.moves.iter().map(|mv| (mv, 1.0)).collect(),
        };
        self.random.shuffle(&mut choices);
        let mover = self.moves.seat();
        let mut edges = Vec::with_capacity(choices.len());
        let mut is_cut_off = false;
        for (mv, share) in choices {
            is_cut_off |= self.is_over(limit);
            if is_cut_off && !is_root {
                return false;
            }
            let value = match is_cut_off {
                true => self.worst(mover.index()),
                false => self.value_after(mv),
            };
            edges.push(BestFirstEdge {
                mv,
                share,
                value,
                visits: 0,
                child: None,
            });
        }
        if edges.is_empty() {
            return false;
        }
        self.edges += edges.len();
        self.nodes.push(BestFirstNode {
            mover,
            is_chance,
            edges,
        });
        true
    }

    /// Returns the value of the position after a move. If the rules fail there, it counts as lost for nobody.
    fn value_after(&mut self, mv: Move) -> NodeValue {
        let seats = self.rules.players().len();
        self.evaluated += 1;
        self.after.clone_from(&self.position);
        let played = self
            .rules
            .advance(&mut self.after, mv, &mut self.moves_after);
        self.is_history_used |= !self.after.history.is_empty();
        let (utilities, end) = match (played, self.after.over) {
            (Err(fault), _) => {
                self.fault.get_or_insert(fault);
                (Utilities::even(seats), Some(0))
            }
            (Ok(()), Some(end)) => (Utilities::of_end(end, seats), Some(0)),
            (Ok(()), None) => {
                let after = (&self.after, &self.moves_after);
                let evaluation = &self.evaluation;
                (evaluation.utilities(&self.rules, after.0, after.1), None)
            }
        };
        NodeValue {
            utilities,
            end,
            is_agreed: true,
        }
    }

    /// Returns a value that is worse for a seat than any other.
    fn worst(&self, seat: usize) -> NodeValue {
        let mut utilities = Utilities::even(self.rules.players().len());
        utilities.all_mut()[seat] = -1.0;
        NodeValue {
            utilities,
            end: None,
            is_agreed: true,
        }
    }

    /// Returns what is certain about a move of the root.
    fn proof_of(&self, utility: f32, value: &NodeValue) -> Option<ProvenResult> {
        if self.is_history_used || !value.is_sure() || !value.is_agreed {
            return None;
        }
        Some(ProvenResult::of(utility))
    }

    /// Returns the most followed line that begins with an edge, up to an outcome of chance.
    fn line(&self, first: &BestFirstEdge) -> Vec<Move> {
        let next = |edge: &&BestFirstEdge| {
            let node = &self.nodes[edge.child?.get() as usize];
            let edges = node
                .edges
                .iter()
                .filter(|edge| edge.visits > 0 && !node.is_chance);
            edges.max_by_key(|edge| edge.visits)
        };
        let line = std::iter::successors(Some(first), next);
        line.map(|edge| edge.mv).collect()
    }
}

/// Returns the outcomes of chance with their shares; none if the rules fail.
fn shares_of(rules: &Rules, position: &Position) -> Vec<(Move, f32)> {
    let outcomes = rules.outcomes(position).unwrap_or_default();
    let sum: f64 = outcomes.iter().map(|(_, weight)| *weight as f64).sum();
    let shares = outcomes.into_iter();
    shares
        .map(|(mv, weight)| (mv, (weight as f64 / sum.max(1.0)) as f32))
        .collect()
}
