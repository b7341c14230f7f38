//! Computer players: how a user names one, how it thinks within its limits, and matches between two of them.

mod match_games;
mod match_report;
mod player_spec;
mod thinker;

pub(super) use match_games::{MatchArgs, run};
pub(super) use player_spec::PlayerSpec;
pub(super) use thinker::{KnownRules, Thinker};
