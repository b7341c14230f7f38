//! Monte-Carlo tree search for any number of players, with chance, hidden information and simultaneous choices, which are
//! made by regret matching.
//!
//! Each iteration goes from the root down to a new node, plays on at random, and adds the utilities of the end to the
//! edges on the way: each edge keeps the sum for the player who chooses it (max^n). L. Kocsis, C. Szepesvári, "Bandit
//! based Monte-Carlo planning" (2006).
//!
//! If nothing is hidden, nodes form a tree, and results of subtrees are proven (M. Winands, Y. Björnsson, J. Saito,
//! "Monte-Carlo tree search solver", 2008; for several players: J. Nijssen, M. Winands, 2011). If something is hidden, each
//! iteration starts in another world, and a node stands for all positions that look alike to the player who chooses
//! (P. Cowling, E. Powley, D. Whitehouse, "Information set Monte Carlo tree search", 2012).

mod action_values;
mod back_up;
mod choice;
mod mixed_choice;
mod move_groups;
mod nodes;
mod proofs;
mod result;
mod settings;
#[cfg(feature = "lanes")]
mod wide;

pub use settings::TreeSettings;

use crate::evaluation::Evaluation;
use crate::limit::SearchLimit;
use crate::random_play::RandomPlay;
use crate::thought::Thought;
use crate::utilities::Utilities;
use action_values::{ActionValues, INDEX_BITS};
use linstock_engine::vm::{Fault, Move, MoveList, Position};
use linstock_model::SeatId;
use linstock_play::Rules;
use mixed_choice::{MOST_MIXED, MixedChoice};
use move_groups::MoveGroups;
use nodes::{Nodes, TreeEdge, TreeNode};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The search checks its limit after this many plies, because reading a clock takes as long as several plies.
const PLIES_OF_STOP: usize = 64;

/// A step of an iteration: a node, and the edge that was chosen there.
#[derive(Clone, Copy, Debug)]
struct TreeStep {
    node: u32,
    edge: u32,
    /// How many moves of players were played before.
    before: usize,
    /// The probability with which the edge was drawn, where several players choose at once.
    probability: f32,
}

/// A search tree with its buffers.
#[derive(Debug)]
pub struct Tree {
    rules: Arc<Rules>,
    settings: TreeSettings,
    nodes: Nodes,
    /// If something is hidden: the node of each information state.
    by_view: Option<FxHashMap<u64, u32>>,
    actions: ActionValues,
    evaluation: Option<Evaluation>,
    random: RandomPlay,
    moves: MoveList,
    path: Vec<TreeStep>,
    played: Vec<Move>,
    /// The number of the iteration that played each row of moves last, while results are added.
    marks: Vec<u64>,
    position: Position,
    /// The position of the last root, in games that hide nothing.
    root_position: Position,
    iterations: u64,
    /// How many of the best moves of the root are rated.
    rated_moves: usize,
    /// The first fault of the rules that the search met.
    fault: Option<Fault>,
}

impl Tree {
    /// Makes an empty tree. `evaluation` rates positions at which a playout is cut off; without it they count as even.
    #[must_use]
    pub fn new(
        rules: Arc<Rules>,
        settings: TreeSettings,
        (seed, evaluation): (u64, Option<Evaluation>),
    ) -> Self {
        Self {
            settings,
            nodes: Nodes::default(),
            by_view: rules.hides_something().then(FxHashMap::default),
            actions: ActionValues::default(),
            evaluation,
            random: RandomPlay::new(Arc::clone(&rules), seed, 0),
            moves: MoveList::default(),
            path: Vec::new(),
            played: Vec::new(),
            marks: vec![0; 1 << INDEX_BITS],
            position: Position::blank(),
            root_position: Position::blank(),
            iterations: 0,
            rated_moves: 1,
            fault: None,
            rules,
        }
    }

    /// Makes the tree rate a number of the best moves of the root as well as the best one. If there are at most twice as many moves, any
    /// of them may be among these: each is tried [`ENOUGH_VISITS`](crate::ENOUGH_VISITS) times, and once in a hundred iterations, as long
    /// as that takes at most half of the iterations.
    pub fn rate_best(&mut self, count: usize) {
        self.rated_moves = count;
    }

    /// Searches for a player from a position. If something is hidden, `world` returns another position that the player who chooses
    /// cannot tell from the true one; otherwise it returns the position itself.
    ///
    /// # Errors
    /// If the rules fail at the root. A playout in which they fail counts as even.
    pub fn think(
        &mut self,
        seat: SeatId,
        world: &mut dyn FnMut(&mut Position),
        limit: &SearchLimit<'_>,
    ) -> Result<Thought, Fault> {
        self.fault = None;
        self.begin(seat, world)?;
        #[cfg(feature = "lanes")]
        if self.settings.plays_together
            && self.by_view.is_none()
            && let Some(iterations) = self.search_wide(world, limit)
        {
            return Ok(self.thought(iterations));
        }
        let before = self.iterations;
        // Another world takes longer than a playout.
        let plies_of_stop = if self.by_view.is_some() {
            1
        } else {
            PLIES_OF_STOP
        };
        let mut since_stop = plies_of_stop;
        let lost_before = self.lost_visits();
        while self.nodes.root().proof.is_none()
            && self.has_iterations((self.iterations - before, lost_before), limit)
        {
            if since_stop >= plies_of_stop {
                since_stop = 0;
                if (limit.stop)() {
                    break;
                }
            }
            self.iterate(world);
            self.iterations += 1;
            since_stop += self.played.len() + 1;
        }
        Ok(self.thought(self.iterations - before))
    }

    /// Makes the root: what is known about the position from the last search, or a new node.
    fn begin(&mut self, seat: SeatId, world: &mut dyn FnMut(&mut Position)) -> Result<(), Fault> {
        if self.by_view.is_none() {
            world(&mut self.position);
            let known = self.known_node(seat);
            self.root_position.clone_from(&self.position);
            if let Some(known) = known {
                self.nodes.keep(known);
                return self.list_for(seat);
            }
        }
        self.nodes.clear();
        if let Some(by_view) = &mut self.by_view {
            by_view.clear();
        }
        world(&mut self.position);
        self.list_for(seat)?;
        let root = self.nodes.add(TreeNode::new(seat, false));
        self.expand(root);
        if let Some(by_view) = &mut self.by_view {
            by_view.insert(self.rules.hash_for(&self.position, seat), root);
        }
        Ok(())
    }

    /// Returns the node of the position, if the last search reached it by one or two moves from its root.
    fn known_node(&mut self, seat: SeatId) -> Option<u32> {
        const MOST_EDGES: usize = 64;
        if self.nodes.len() == 0 {
            return None;
        }
        let wanted = self.rules.hash(&self.position);
        let mut open = vec![(0, self.root_position.clone())];
        for _ in 0..2 {
            let mut next = Vec::new();
            for (at, position) in open {
                let edges = self.nodes.get(at).edges.iter();
                let visited = edges.filter(|edge| edge.visits > 0).take(MOST_EDGES);
                for (edge, child) in visited.filter_map(|edge| Some((edge, edge.child?.get()))) {
                    let mut after = position.clone();
                    let node = self.nodes.get(child);
                    if node.is_chance || self.rules.apply(&mut after, edge.mv).is_err() {
                        continue;
                    }
                    let is_it = node.mover == seat && node.is_expanded;
                    if is_it && self.rules.hash(&after) == wanted {
                        return Some(child);
                    }
                    next.push((child, after));
                }
            }
            open = next;
        }
        None
    }

    /// Lists the moves of a player at the root: where several choose at once, any of them may be the one who thinks.
    fn list_for(&mut self, seat: SeatId) -> Result<(), Fault> {
        self.rules
            .moves_of_into(&self.position, seat, &mut self.moves)
    }

    /// Gives a node an edge for each listed move, in random order.
    fn expand(&mut self, node: u32) {
        let decision = self.rules.decision(&self.position);
        let is_at_once = decision.is_some_and(|decision| self.rules.is_at_once(decision));
        if is_at_once && self.settings.proves && self.moves.len() <= MOST_MIXED {
            let choice = MixedChoice::new(self.moves.len());
            self.nodes.get_mut(node).mixed = Some(Box::new(choice));
        }
        let mut edges: Vec<TreeEdge> = self.moves.iter().map(TreeEdge::new).collect();
        self.random.shuffle(&mut edges);
        let is_grouped = self.settings.chooses_by_parts && !is_at_once && self.by_view.is_none();
        let groups = match is_grouped {
            true => MoveGroups::of(&self.rules, &mut edges),
            false => MoveGroups::default(),
        };
        self.nodes.expand(node, (edges, groups));
    }

    /// Runs one iteration. If the rules fail in it, its position counts as even.
    fn iterate(&mut self, world: &mut dyn FnMut(&mut Position)) {
        self.path.clear();
        self.played.clear();
        world(&mut self.position);
        let found = self.descend().and_then(|found| match found {
            Some(utilities) => Ok(utilities),
            None => self.play_out(),
        });
        let utilities = found.unwrap_or_else(|fault| self.even_after(fault));
        self.back_up(&utilities);
    }

    /// Notes a fault; returns the utilities of the position in which the rules failed.
    fn even_after(&mut self, fault: Fault) -> Utilities {
        self.fault.get_or_insert(fault);
        Utilities::even(self.rules.players().len())
    }

    /// Goes from the root to a new node or to the end of the game, and returns the utilities found there; `None` if a random game
    /// must find them.
    fn descend(&mut self) -> Result<Option<Utilities>, Fault> {
        let seats = self.rules.players().len();
        let mut node = 0;
        loop {
            let step = self.choose(node)?;
            let mv = self.nodes.get(node).edges[step.edge as usize].mv;
            // In other worlds, a node may stand for a position whose moves have other numbers.
            if self.by_view.is_some() && node > 0 && !self.moves.contains(mv) {
                return Ok(None);
            }
            self.path.push(step);
            if !self.nodes.get(node).is_chance {
                self.played.push(mv);
            }
            self.follow(step, mv)?;
            if let Some(end) = self.position.over {
                let utilities = Utilities::of_end(end, seats);
                if self.by_view.is_none() {
                    self.mark_end(step, &utilities);
                }
                return Ok(Some(utilities));
            }
            let (next, is_new) = match self.next_node(step) {
                Some(next) => next,
                None => return Ok(None),
            };
            if is_new || self.is_early(step, next) || self.is_on_path(next) {
                return Ok(None);
            }
            if !self.nodes.get(next).is_expanded {
                self.expand(next);
            }
            if let Some(proof) = &self.nodes.get(next).proof {
                return Ok(Some(proof.clone()));
            }
            node = next;
        }
    }

    /// Plays the move of a step. Where a random game begins after it, a move is drawn instead of a list, if that is faster.
    fn follow(&mut self, step: TreeStep, mv: Move) -> Result<(), Fault> {
        if self.by_view.is_some() {
            self.rules
                .advance(&mut self.position, mv, &mut self.moves)?;
            return self.play_chance();
        }
        let child = self.nodes.get(step.node).edges[step.edge as usize].child;
        match child.is_none_or(|child| self.is_early(step, child.get())) {
            true => self
                .random
                .advance((&mut self.position, mv), &mut self.moves),
            false => self.rules.advance(&mut self.position, mv, &mut self.moves),
        }
    }

    /// Returns whether the path came through a node before. Where something is hidden, a move may change nothing that its player sees, such as
    /// a refused try. If the search chose such a move again and again, the path would never end.
    fn is_on_path(&self, node: u32) -> bool {
        self.by_view.is_some() && self.path.iter().any(|step| step.node == node)
    }

    /// Returns whether it is too early for the edges of a node behind a step: after a node with many edges, they would take more
    /// time and memory than a random game.
    fn is_early(&self, step: TreeStep, child: u32) -> bool {
        const EDGES_OF_VISIT: usize = 128;
        let (before, child) = (self.nodes.get(step.node), self.nodes.get(child));
        let visits = before.edges[step.edge as usize].visits as usize;
        before.groups.are_some()
            && !child.is_expanded
            && visits * EDGES_OF_VISIT < before.edges.len()
    }

    /// Plays the outcomes of chance: only in games that hide something, where they have no nodes.
    fn play_chance(&mut self) -> Result<(), Fault> {
        while let Some(decision) = self.rules.decision(&self.position)
            && self.rules.is_chance(decision)
        {
            let mv = self.random.pick(&self.position, &self.moves)?;
            self.rules
                .advance(&mut self.position, mv, &mut self.moves)?;
        }
        Ok(())
    }

    /// Returns the node of the position after a step, and whether it is new; `None` if there is no room for it.
    fn next_node(&mut self, step: TreeStep) -> Option<(u32, bool)> {
        let room = self.nodes.len() < self.settings.most_nodes;
        if let Some(by_view) = &mut self.by_view {
            let mover = self.moves.seat();
            let view = self.rules.hash_for(&self.position, mover);
            if let Some(known) = by_view.get(&view) {
                return Some((*known, false));
            }
            let new = room.then(|| self.nodes.add(TreeNode::new(mover, false)))?;
            by_view.insert(view, new);
            return Some((new, true));
        }
        let child = self.nodes.get(step.node).edges[step.edge as usize].child;
        if let Some(child) = child {
            return Some((child.get(), false));
        }
        if !room {
            return None;
        }
        let decision = self.rules.decision(&self.position);
        let is_chance = decision.is_some_and(|decision| self.rules.is_chance(decision));
        let new = self.nodes.add(TreeNode::new(self.moves.seat(), is_chance));
        self.nodes.join(step.node, step.edge, new);
        Some((new, true))
    }

    /// Plays on at random and returns the utilities.
    fn play_out(&mut self) -> Result<Utilities, Fault> {
        let seats = self.rules.players().len();
        for _ in 0..self.settings.playout_plies {
            if let Some(end) = self.position.over {
                return Ok(Utilities::of_end(end, seats));
            }
            let decision = self.rules.decision(&self.position);
            let is_chance = decision.is_some_and(|decision| self.rules.is_chance(decision));
            let mv = match is_chance || self.settings.candidates == 1 {
                true => self.random.pick(&self.position, &self.moves)?,
                false => self.promising()?,
            };
            if !is_chance {
                self.played.push(mv);
            }
            self.random
                .advance((&mut self.position, mv), &mut self.moves)?;
        }
        if let Some(end) = self.position.over {
            return Ok(Utilities::of_end(end, seats));
        }
        if self.moves.drawn().is_some() && self.evaluation.is_some() {
            // The number of moves counts.
            self.rules.moves_into(&self.position, &mut self.moves)?;
        }
        Ok(match &self.evaluation {
            Some(evaluation) => evaluation.utilities(&self.rules, &self.position, &self.moves),
            None => Utilities::even(seats),
        })
    }

    /// Draws a few moves, and returns the one that did best so far; the first of those that did about as well.
    fn promising(&mut self) -> Result<Move, Fault> {
        let first = self.random.pick(&self.position, &self.moves)?;
        if self.moves.drawn().is_some() {
            return Ok(first);
        }
        let mut best = first;
        for _ in 1..self.settings.candidates {
            let at = self.random.index(self.moves.len());
            let Some(other) = at.and_then(|at| self.moves.get(at)) else {
                break;
            };
            if self.actions.is_better(other, best) {
                best = other;
            }
        }
        Ok(best)
    }
}
