//! Computer players that know nothing but the rules: searches, evaluations that are fitted to the rules, hidden worlds.
//!
//! A search gets a position, or positions that a player cannot tell apart, and returns a [`Thought`]: the legal moves with
//! their values, the best one first. No search reads a clock: its caller says when to stop ([`SearchLimit`]).

#![cfg_attr(not(test), warn(clippy::cognitive_complexity, clippy::too_many_lines))]

mod alpha_beta;
pub mod balance;
mod best_first;
mod evaluation;
mod forced_ends;
mod forced_win;
mod game_fault;
mod limit;
mod match_game;
mod move_index;
mod opening;
mod player;
mod random_play;
mod self_test;
pub mod solve;
mod thought;
mod training;
mod tree;
mod utilities;
mod worlds;

pub use alpha_beta::AlphaBeta;
pub use best_first::BestFirst;
pub use evaluation::{Evaluation, FitSettings, fit};
pub use forced_win::forced_win;
pub use game_fault::{FaultPlace, GameFault, texts_of_line};
pub use limit::SearchLimit;
pub use match_game::{GameSeats, MatchGame, NotedMove, PlayedOut};
pub use player::{Player, Strategy, offers_choices};
pub use random_play::RandomPlay;
pub use self_test::{MoveLimit, SelfTestResult, self_test};
pub use thought::{ENOUGH_VISITS, ProvenResult, RatedMove, Thought};
pub use training::{Trainer, TrainingGame, TrainingSettings};
pub use tree::{Tree, TreeSettings};
pub use utilities::Utilities;
pub use worlds::{SeenGame, Worlds};
