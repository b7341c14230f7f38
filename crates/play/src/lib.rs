//! A game in progress: sessions with undo and seeded chance, views of players, saves, notation, explanations, scenarios.
//!
//! [`Session`] is the entry point. It takes compiled rules and a seed, plays moves that are given as texts, and draws the
//! outcomes of chance.

#![cfg_attr(not(test), warn(clippy::cognitive_complexity, clippy::too_many_lines))]

mod actor;
mod areas;
mod board_legend;
mod board_text;
mod board_view;
mod canvas_view;
mod cell;
pub mod coverage;
pub mod decisions;
pub mod explain;
pub mod fact_values;
mod impossible;
pub mod item_looks;
mod load;
mod lookup;
mod map_reading;
mod map_view;
mod memory_view;
#[doc(hidden)]
pub mod move_counts;
pub mod notation;
mod observation;
mod picture_legend;
mod piece_signs;
mod queries;
mod random;
pub mod reference;
mod refusal;
mod replay;
mod routes;
mod safe_text;
pub mod save;
mod saved_moves;
mod saved_start;
pub mod scenario;
mod sentence;
mod session;
pub mod sheet;
mod start_position;
mod status_lines;
mod supply;
mod symbols;
mod typed;
mod unmatched_texts;
mod values;
mod wording;
mod zone_view;

pub use actor::Actor;
pub use actor::ActorAt;
pub use areas::{described, legend, named_areas};
pub use board_view::{Canvas, Glyphs};
pub use load::Rules;
pub use lookup::{WordAnswer, denial, looked_up, word_answer};
pub use observation::Observation;
pub use observation::{result_text, to_move};
pub use queries::{Outcome, PlacedPiece};
pub use random::probabilities;
pub use random::{Chooser, DrawnIndex, GameRandom, Purpose};
pub use refusal::Refusal;
pub use replay::Replayed;
pub use routes::{Route, find_routes, split_route};
pub use safe_text::is_unsafe;
pub use save::Save;
pub use session::transaction::choices;
pub use session::transaction::{DRAWS_IN_A_ROW, decider, drawn_without_end, owes};
pub use session::{CHANCE, Savepoint};
pub use session::{ChanceMode, ChoiceMade, Event, Order, Ply, Session, Setup, Viewer};
pub use session::{ExplainedMove, LegalMove, ParsedMove};
pub use start_position::numbered_rows;
pub use start_position::{StartPosition, from_picture};
pub use status_lines::{FaultyText, first_fault, first_faulty_warning, prompts, warnings};
pub use typed::{Meant, MoveReader, begins_in, mentions, moves_of_kind, sort_for_people};
pub use wording::quoted;
pub use zone_view::{ShownCards, ShownZone, card_named};
