//! Solving: the value of a game under best play, with proof where the number of positions allows it.
//!
//! | file | what |
//! |---|---|
//! | `graph.rs` | all positions that can arise, each once |
//! | `retrograde.rs` | wins, losses and draws of all positions, from the ends backwards |
//! | `averages.rs` | bounds of the value where chance plays |
//! | `proof_search/` | a proof of the value where there are too many positions to list |
//! | `game_tree/` | the tree of a game that hides something, and its information sets |
//! | `regrets.rs` | strategies for such a tree by counterfactual regret minimization, and the best answers to them |
//! | `repetition.rs` | what a repeated position means in the rules |
//! | `symmetry.rs` | reflections of the board that change no result |
//!
//! Positions are compared by 64-bit hashes. Among ten million positions, the chance that any two share a hash is about one in
//! 400 000.

mod averages;
mod game_tree;
mod graph;
mod open_games;
mod payoffs;
mod proof_search;
mod regrets;
mod repetition;
mod retrograde;
mod symmetry;

pub use game_tree::{GameTree, SetWords, TreeCounts, TreeError};
pub use open_games::{OpenSolution, solve_open};
pub use payoffs::Counted;
pub use regrets::{Equilibrium, Regrets};

/// The limits of a solver.
pub struct SolveLimit<'s> {
    /// The most memory in bytes, approximately.
    pub memory: usize,
    /// Returns whether to stop now. It is called often, so it must be cheap.
    pub stop: &'s (dyn Fn() -> bool + Sync),
    /// Carries out two tasks, at the same time or one after the other.
    pub both: &'s dyn Fn(Task<'_>, Task<'_>),
}

/// A part of a solver's work.
pub type Task<'t> = &'t mut (dyn FnMut() + Send);

impl std::fmt::Debug for SolveLimit<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SolveLimit({} bytes)", self.memory)
    }
}

/// What ended a solver before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// [`SolveLimit::stop`].
    Stopped,
    /// The memory was used up.
    Memory,
    /// Positions can repeat, there are too many of them to list, and a search proves only wins then.
    Repetition,
    /// What happens depends on earlier positions in a way that no solver here takes into account.
    History,
}
