//! Computer players: how a user names one, how it thinks within its limits, training, and matches between two of them.

mod answer_time;
mod contestant;
mod game_players;
mod known_rules;
mod match_command;
mod match_games;
mod match_report;
mod match_result;
mod move_effects;
mod player_spec;
mod program_player;
mod session_thinking;
mod sprt;
mod stopwatch;
mod stored_choice;
mod stored_value;
mod stored_weights;
mod thinker;
mod train_command;
mod value_file;
mod value_place;

pub(super) use answer_time::{AnswerTime, HINT_TIME};
pub(super) use game_players::{GamePlayers, PlayedLines};
pub(super) use known_rules::{PREPARATION_TIME, best_search};
pub(super) use match_command::{MatchArgs, run};
pub(super) use move_effects::{EffectiveMove, LostPiece, MoveEffect, effects_of};
pub(super) use player_spec::{Budget, PlayerSpec, Skill};
pub(super) use session_thinking::{SessionThinking, fault_notice, line_of, shortened_line};
pub(super) use stopwatch::Stopwatch;
pub(super) use stored_value::StoredValue;
pub(super) use thinker::Thinker;
pub(super) use train_command::{TrainArgs, run as train};
