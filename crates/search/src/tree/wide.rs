//! Several leaves at once: their random games are played together, in lanes.
//!
//! Until the results of a leaf's games are known, each of them counts as lost on the leaf's path (virtual loss: G. Chaslot,
//! M. Winands, J. van den Herik, "Parallel Monte-Carlo tree search", 2008), so that the next leaf is likely another one. A leaf
//! has several games where games are short: then the way to a leaf takes longer than a game.

use super::{Tree, TreeStep};
use crate::limit::SearchLimit;
use crate::utilities::Utilities;
use linstock_engine::vm::{Move, Position};
use linstock_model::SeatId;
use linstock_study::simulation::{PlayoutEnd, PlayoutSource, Playouts};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The most games in play.
const MOST_GAMES: u64 = 192;
/// The number of visits of the root for each game in play: at first few games are in play, so that the tree learns quickly.
const VISITS_OF_GAME: u64 = 8;
/// What a game adds to the values on its path until its result is known.
const VIRTUAL_LOSS: f32 = 1.0;
/// A leaf has as many games as take about this many plies together.
const PLIES_OF_LEAF: u64 = 256;
const MOST_GAMES_OF_LEAF: u64 = 4;
/// With fewer visits of the root, each leaf has one game.
const FEW_VISITS: u32 = 512;
/// The search checks its limit after this many plies in lanes.
const PLIES_OF_STOP: u64 = 256;

/// A leaf with random games that are not over: the path to it, and the sums of the games that are.
#[derive(Default, Debug)]
struct WaitingLeaf {
    path: Vec<TreeStep>,
    played: Vec<Move>,
    /// The number of its games, and of those that are not over.
    games: u32,
    left: u32,
    /// The sum of the utilities of its ended games, in seat order.
    sums: Vec<f32>,
    /// The sums of their squares.
    squares: Vec<f32>,
}

/// A search whose leaves get their random games in lanes.
struct WideSearch<'t, 'l> {
    tree: &'t mut Tree,
    world: &'t mut dyn FnMut(&mut Position),
    limit: &'t SearchLimit<'l>,
    /// The number of iterations of the tree before the search.
    before: u64,
    leaves: Vec<WaitingLeaf>,
    /// The leaves without games, by their numbers.
    unused: Vec<usize>,
    /// The leaf of each game in play.
    games: FxHashMap<u64, usize>,
    /// The leaf that was found last, and the number of its games that have not begun.
    open: (usize, u32),
    begun: u64,
    /// The number of ended games, and of their plies.
    ended: u64,
    plies: u64,
    /// The plies since the limit was asked.
    since_stop: u64,
    is_stopped: bool,
}

impl Tree {
    /// Searches from the root, and returns the number of iterations; `None` if lanes cannot play these rules.
    pub(super) fn search_wide(
        &mut self,
        world: &mut dyn FnMut(&mut Position),
        limit: &SearchLimit<'_>,
    ) -> Option<u64> {
        let rules = Arc::clone(&self.rules);
        let seed = self.random.index(1 << 31).unwrap_or(0) as u64;
        let settings = (seed, self.settings.playout_plies);
        Playouts::with(&rules, settings, |playouts| {
            let before = self.iterations;
            let mut search = WideSearch {
                tree: self,
                world,
                limit,
                before,
                leaves: Vec::new(),
                unused: Vec::new(),
                games: FxHashMap::default(),
                open: (0, 0),
                begun: 0,
                ended: 0,
                plies: 0,
                since_stop: 0,
                is_stopped: (limit.stop)(),
            };
            playouts.play(&mut search);
            search.leave_open();
            self.iterations - before
        })
    }
}

impl PlayoutSource for WideSearch<'_, '_> {
    fn begin(&mut self, position: &mut Position) -> bool {
        if self.open.1 == 0 && !self.finds_leaf() {
            return false;
        }
        let (leaf, left) = self.open;
        self.open = (leaf, left - 1);
        position.clone_from(&self.tree.position);
        self.games.insert(self.begun, leaf);
        self.begun += 1;
        true
    }

    fn end(&mut self, number: u64, end: PlayoutEnd, plies: u32) -> bool {
        self.ended += 1;
        self.plies += u64::from(plies);
        let seats = self.tree.rules.players().len();
        let utilities = match end {
            PlayoutEnd::Over(end) => Utilities::of_end(end, seats),
            PlayoutEnd::CutOff => Utilities::even(seats),
            PlayoutEnd::Failed(fault) => self.tree.even_after(fault),
        };
        if let Some(at) = self.games.remove(&number) {
            let leaf = &mut self.leaves[at];
            let sums = leaf.sums.iter_mut().zip(utilities.all());
            sums.for_each(|(sum, utility)| *sum += utility);
            let squares = leaf.squares.iter_mut().zip(utilities.all());
            squares.for_each(|(sum, utility)| *sum += utility * utility);
            leaf.left -= 1;
            if leaf.left == 0 {
                self.settle(at);
                self.unused.push(at);
            }
        }
        self.goes_on(plies)
    }
}

impl WideSearch<'_, '_> {
    /// Asks the limit from time to time; returns whether to go on.
    fn goes_on(&mut self, plies: u32) -> bool {
        self.since_stop += u64::from(plies) + 1;
        if self.since_stop >= PLIES_OF_STOP {
            self.since_stop = 0;
            self.is_stopped |= (self.limit.stop)();
        }
        !self.is_stopped
    }

    /// Goes from the root to leaves until a random game must find the value of one; counts the values of the others at once. Returns
    /// false if no more games should begin now.
    fn finds_leaf(&mut self) -> bool {
        loop {
            let root = self.tree.nodes.root();
            let done = self.tree.iterations - self.before;
            let in_play = self.games.len() as u64;
            let most = MOST_GAMES.min(1 + u64::from(root.visits) / VISITS_OF_GAME);
            let has_room = in_play < most && done < self.limit.iterations;
            if !has_room || root.proof.is_some() || self.is_stopped {
                return false;
            }
            let games = match root.visits < FEW_VISITS || self.plies == 0 {
                true => 1,
                false => (PLIES_OF_LEAF * self.ended / self.plies).clamp(1, MOST_GAMES_OF_LEAF),
            };
            let games = games.min(self.limit.iterations - done) as u32;
            self.tree.path.clear();
            self.tree.played.clear();
            (self.world)(&mut self.tree.position);
            match self.tree.descend() {
                Ok(None) => {
                    self.tree.iterations += u64::from(games);
                    self.add_leaf(games);
                    return true;
                }
                Ok(Some(utilities)) => self.tree.back_up(&utilities),
                Err(fault) => {
                    let utilities = self.tree.even_after(fault);
                    self.tree.back_up(&utilities);
                }
            }
            self.tree.iterations += 1;
            self.goes_on(1);
        }
    }

    /// Adds the leaf to which the tree's path leads, with a number of games.
    fn add_leaf(&mut self, games: u32) {
        let loss = -VIRTUAL_LOSS * games as f32;
        self.tree
            .add_on_path(i32::try_from(games).unwrap_or(0), &|_| loss);
        let at = self.unused.pop().unwrap_or_else(|| {
            self.leaves.push(WaitingLeaf::default());
            self.leaves.len() - 1
        });
        let leaf = &mut self.leaves[at];
        leaf.path.clone_from(&self.tree.path);
        leaf.played.clone_from(&self.tree.played);
        (leaf.games, leaf.left) = (games, games);
        leaf.sums.clear();
        leaf.sums.resize(self.tree.rules.players().len(), 0.0);
        leaf.squares.clear();
        leaf.squares.resize(leaf.sums.len(), 0.0);
        self.open = (at, games);
    }

    /// Counts the results of a leaf's ended games instead of their virtual losses. Games that are not over do not count.
    fn settle(&mut self, at: usize) {
        let (leaf, tree) = (&mut self.leaves[at], &mut *self.tree);
        // The position of an open leaf is kept, but not the path to it.
        tree.path.clone_from(&leaf.path);
        tree.played.clone_from(&leaf.played);
        let loss = VIRTUAL_LOSS * leaf.games as f32;
        let sums = &leaf.sums;
        let left = i32::try_from(leaf.left).unwrap_or(0);
        tree.add_on_path(-left, &|seat: SeatId| sums[seat.index()] + loss);
        tree.add_squares(&|seat: SeatId| leaf.squares[seat.index()]);
        let ended = leaf.games - leaf.left;
        if ended > 0 {
            let mut mean = Utilities::even(sums.len());
            let means = mean.all_mut().iter_mut().zip(sums);
            means.for_each(|(mean, sum)| *mean = sum / ended as f32);
            tree.note_actions(&mean);
            tree.prove_path();
        }
    }

    /// Settles the leaves whose games were stopped.
    fn leave_open(&mut self) {
        for at in 0..self.leaves.len() {
            let left = self.leaves[at].left;
            if left > 0 {
                self.settle(at);
                self.tree.iterations -= u64::from(left);
            }
        }
    }
}
