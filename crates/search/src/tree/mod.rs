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
mod mixed_choice;
mod nodes;
mod proofs;

use crate::evaluation::Evaluation;
use crate::limit::SearchLimit;
use crate::move_index::move_index;
use crate::random_play::RandomPlay;
use crate::thought::{ProvenResult, RatedMove, Thought, sort_by_visits};
use crate::utilities::Utilities;
use action_values::{ActionValues, INDEX_BITS};
use linstock_engine::vm::{Fault, Move, MoveList, Position};
use linstock_model::SeatId;
use linstock_play::Rules;
use mixed_choice::MixedChoice;
use nodes::{Nodes, TreeEdge, TreeNode};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How a tree is searched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreeSettings {
    /// The weight of exploration in the choice of an edge (UCB1).
    pub exploration: f32,
    /// The most plies of a playout. A game that is not over then is evaluated.
    pub playout_plies: u32,
    /// Whether to prove wins and losses.
    pub proves: bool,
    /// How many random moves a playout compares at each ply, by their average results so far (MAST: H. Finnsson,
    /// Y. Björnsson, 2008); 1 for plain random moves.
    pub candidates: usize,
    /// Whether an edge that was never played counts as the average of its kind of move, not as better than all others.
    pub estimates_new_edges: bool,
    /// The equivalence parameter of RAVE: with so many visits of a move, iterations in which the same player plays it later
    /// count half (S. Gelly, D. Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011);
    /// 0 for no RAVE.
    pub rave_equivalence: f32,
    /// The most nodes. With more, new positions are played out, but not kept.
    pub most_nodes: usize,
}

impl TreeSettings {
    /// Plain UCT, which others are compared with: random playouts of at most 200 plies, and c = 1.4.
    #[must_use]
    pub fn plain() -> Self {
        Self {
            exploration: 1.4,
            playout_plies: 200,
            proves: false,
            candidates: 1,
            estimates_new_edges: false,
            rave_equivalence: 0.0,
            most_nodes: 1 << 20,
        }
    }

    /// A tree with RAVE, for games in which a move is about as good now as later, such as placing stones.
    #[must_use]
    pub fn rave() -> Self {
        Self {
            exploration: 0.3,
            rave_equivalence: 500.0,
            ..Self::default()
        }
    }

    /// A tree whose playouts are short: after a few moves the position is evaluated.
    #[must_use]
    pub fn short() -> Self {
        Self {
            exploration: 0.4,
            playout_plies: 4,
            ..Self::default()
        }
    }
}

impl Default for TreeSettings {
    fn default() -> Self {
        Self {
            exploration: 0.7,
            playout_plies: 1000,
            proves: true,
            candidates: 2,
            estimates_new_edges: true,
            rave_equivalence: 0.0,
            most_nodes: 1 << 20,
        }
    }
}

/// What is taken from the value of a lost move, so that every other move comes before it.
const LOST: f32 = 10.0;

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
            rules,
        }
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
        self.begin(seat, world)?;
        let before = self.iterations;
        while self.iterations - before < limit.iterations {
            if self.nodes.root().proof.is_some() || (limit.stop)() {
                break;
            }
            self.iterate(world);
            self.iterations += 1;
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
        if is_at_once && self.settings.proves {
            let choice = MixedChoice::new(self.moves.len());
            self.nodes.get_mut(node).mixed = Some(Box::new(choice));
        }
        let mut edges: Vec<TreeEdge> = self.moves.iter().map(TreeEdge::new).collect();
        self.random.shuffle(&mut edges);
        self.nodes.expand(node, edges);
    }

    /// Runs one iteration. If the rules fail in it, its position counts as even.
    fn iterate(&mut self, world: &mut dyn FnMut(&mut Position)) {
        self.path.clear();
        self.played.clear();
        world(&mut self.position);
        let seats = self.rules.players().len();
        let found = self.descend();
        let utilities = found.unwrap_or_else(|_| Utilities::even(seats));
        if self.settings.rave_equivalence > 0.0 {
            self.note_later_moves(&utilities);
        }
        for TreeStep {
            node,
            edge,
            probability,
            ..
        } in &self.path
        {
            let node = self.nodes.get_mut(*node);
            node.visits += 1;
            if let Some(mixed) = &mut node.mixed {
                let utility = utilities.of(node.mover);
                mixed.add(*edge as usize, (*probability, utility));
            }
            let edge = &mut node.edges[*edge as usize];
            edge.visits += 1;
            if !node.is_chance {
                edge.total += utilities.of(node.mover);
            }
        }
        if self.settings.candidates > 1 || self.settings.estimates_new_edges {
            for mv in &self.played {
                self.actions.add(*mv, utilities.of(SeatId(mv.me)));
            }
        }
        if self.settings.proves && self.by_view.is_none() {
            self.prove_path();
        }
    }

    /// Adds the utilities to the edges of the path's nodes whose moves the same player played there or later.
    fn note_later_moves(&mut self, utilities: &Utilities) {
        const MOST_EDGES: usize = 512;
        // Marks of this iteration: one number for each seat.
        let seats = self.rules.players().len() as u64;
        let mark = |seat: usize| (self.iterations + 1) * seats + seat as u64;
        let mut from = self.played.len();
        for step in self.path.iter().rev() {
            while from > step.before {
                from -= 1;
                let mv = self.played[from];
                self.marks[move_index(mv, INDEX_BITS)] = mark(usize::from(mv.me));
            }
            let node = self.nodes.get_mut(step.node);
            if node.is_chance || node.edges.len() > MOST_EDGES {
                continue;
            }
            let (own, utility) = (mark(node.mover.index()), utilities.of(node.mover));
            for edge in &mut node.edges {
                if self.marks[edge.row as usize] == own {
                    edge.later_visits += 1;
                    edge.later_total += utility;
                }
            }
        }
    }

    /// Goes from the root to a new node or to the end of the game, and returns the utilities found there.
    fn descend(&mut self) -> Result<Utilities, Fault> {
        let seats = self.rules.players().len();
        let mut node = 0;
        loop {
            let step = self.choose(node)?;
            let mv = self.nodes.get(node).edges[step.edge as usize].mv;
            // In other worlds, a node may stand for a position whose moves have other numbers.
            if self.by_view.is_some() && node > 0 && !self.moves.contains(mv) {
                return self.play_out();
            }
            self.path.push(step);
            if !self.nodes.get(node).is_chance {
                self.played.push(mv);
            }
            self.rules
                .advance(&mut self.position, mv, &mut self.moves)?;
            if self.by_view.is_some() {
                self.play_chance()?;
            }
            if let Some(end) = self.position.over {
                let utilities = Utilities::of_end(end, seats);
                if self.by_view.is_none() {
                    self.mark_end(step, &utilities);
                }
                return Ok(utilities);
            }
            let (next, is_new) = match self.next_node(step) {
                Some(next) => next,
                None => return self.play_out(),
            };
            if is_new {
                return self.play_out();
            }
            if !self.nodes.get(next).is_expanded {
                self.expand(next);
            }
            if let Some(proof) = &self.nodes.get(next).proof {
                return Ok(proof.clone());
            }
            node = next;
        }
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
        Ok(match &self.evaluation {
            Some(evaluation) => evaluation.utilities(&self.rules, &self.position, &self.moves),
            None => Utilities::even(seats),
        })
    }

    /// Draws a few moves, and returns the one with the best average result so far.
    fn promising(&mut self) -> Result<Move, Fault> {
        let first = self.random.pick(&self.position, &self.moves)?;
        if self.moves.drawn().is_some() {
            return Ok(first);
        }
        let mut best = (self.actions.mean(first), first);
        for _ in 1..self.settings.candidates {
            let at = self.random.index(self.moves.len());
            let Some(other) = at.and_then(|at| self.moves.get(at)) else {
                break;
            };
            let mean = self.actions.mean(other);
            if mean > best.0 {
                best = (mean, other);
            }
        }
        Ok(best.1)
    }

    /// Chooses an edge of a node: an outcome of chance by its weight, or the move with the highest upper bound.
    fn choose(&mut self, at: u32) -> Result<TreeStep, Fault> {
        if self.nodes.get(at).is_chance {
            let mv = self.random.pick(&self.position, &self.moves)?;
            let edge = self.nodes.edge_of(at, mv);
            return Ok(TreeStep {
                node: at,
                edge,
                before: self.played.len(),
                probability: 1.0,
            });
        }
        let (before, fraction) = (self.played.len(), self.random.fraction());
        if let Some(mixed) = &mut self.nodes.get_mut(at).mixed {
            let (edge, probability) = mixed.draw(fraction);
            return Ok(TreeStep {
                node: at,
                edge: u32::try_from(edge).unwrap_or(0),
                before,
                probability,
            });
        }
        let node = self.nodes.get(at);
        let log = libm::logf(node.visits.max(1) as f32);
        let exploration = self.settings.exploration;
        let mut best = (f32::NEG_INFINITY, 0);
        for (edge, number) in node.edges.iter().zip(0..) {
            let equal = self.settings.rave_equivalence;
            let value = match (edge.visits, edge.value(equal)) {
                (0, _) if !self.settings.estimates_new_edges => f32::INFINITY,
                (0, known) => {
                    let known = known.unwrap_or_else(|| self.actions.mean(edge.mv));
                    known + exploration * log.sqrt()
                }
                (visits, known) => {
                    let proven = edge.proven_for(node.mover, &self.nodes);
                    // A lost move is not tried again while another is open.
                    match proven {
                        Some(value) if value < 0.0 => value - LOST,
                        Some(value) => value,
                        None => known.unwrap_or(0.0) + exploration * (log / visits as f32).sqrt(),
                    }
                }
            };
            if value > best.0 {
                best = (value, number);
            }
        }
        let nothing = || self.rules.nothing_to_choose(&self.position);
        match node.edges.is_empty() {
            true => Err(nothing()),
            false => Ok(TreeStep {
                node: at,
                edge: best.1,
                before: self.played.len(),
                probability: 1.0,
            }),
        }
    }

    /// Returns what is known about the moves of the root.
    fn thought(&self, iterations: u64) -> Thought {
        let root = self.nodes.root();
        let seat = root.mover;
        let rated = |edge: &TreeEdge| {
            let proven = edge.proven_for(seat, &self.nodes);
            let mean = match edge.visits {
                0 => -1.0,
                visits => edge.total / visits as f32,
            };
            RatedMove {
                mv: edge.mv,
                value: proven.unwrap_or(mean),
                visits: edge.visits,
                proof: proven.map(proof_of),
                line: self.nodes.line(edge),
            }
        };
        let mut moves: Vec<RatedMove> = root.edges.iter().map(rated).collect();
        if let Some(mixed) = &root.mixed {
            // A move is to be played as often as its probability says.
            for (rated, share) in moves.iter_mut().zip(mixed.shares()) {
                rated.visits = (share * iterations as f32).round() as u32;
            }
        }
        sort_by_visits(&mut moves);
        let depth = moves.first().map_or(0, |best| best.line.len());
        Thought {
            moves,
            iterations,
            depth: u32::try_from(depth).unwrap_or(u32::MAX),
            is_mixed: root.mixed.is_some(),
        }
    }
}

/// Returns the proof that a proven value is.
fn proof_of(value: f32) -> ProvenResult {
    if value > 0.0 {
        ProvenResult::Win
    } else if value < 0.0 {
        ProvenResult::Loss
    } else {
        ProvenResult::Draw
    }
}
