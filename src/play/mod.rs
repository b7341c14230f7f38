//! A game in progress: sessions with undo and seeded chance, views of players, saves, notation, explanations, scenarios.
//!
//! [`Session`] is the entry point. It takes compiled rules and a seed, plays moves by their texts, and draws the outcomes of
//! chance itself.

mod actor;
#[cfg(feature = "cli")]
mod areas;
mod board_text;
mod board_view;
mod canvas_view;
pub(crate) mod coverage;
pub(crate) mod decisions;
pub(crate) mod explain;
#[cfg(feature = "cli")]
pub(crate) mod fact_values;
mod impossible;
pub(crate) mod load;
mod map_reading;
mod map_view;
mod memory_view;
pub(crate) mod notation;
mod observation;
mod piece_signs;
mod queries;
mod random;
mod refusal;
#[cfg(feature = "cli")]
mod replay;
#[cfg(feature = "cli")]
mod routes;
pub(crate) mod save;
mod saved_moves;
mod saved_start;
pub(crate) mod scenario;
mod sentence;
mod session;
#[cfg(feature = "cli")]
pub(crate) mod sheet;
mod start_position;
mod status_lines;
mod supply;
mod unmatched_texts;
mod wording;
mod zone_view;

pub use actor::Actor;
pub(crate) use actor::ActorAt;
#[cfg(feature = "cli")]
pub(crate) use areas::{described, legend, named_areas};
pub use board_view::{Canvas, Glyphs};
pub use observation::Observation;
pub(crate) use observation::{result_text, to_move};
pub use queries::PlacedPiece;
#[cfg(feature = "cli")]
pub(crate) use random::probabilities;
pub(crate) use random::{Chooser, DrawnIndex, GameRandom, Purpose};
pub use refusal::Refusal;
#[cfg(feature = "cli")]
pub(crate) use replay::Replayed;
#[cfg(feature = "cli")]
pub(crate) use routes::{Route, find_routes, split_route};
pub use save::Save;
#[cfg(any(test, feature = "cli"))]
pub(crate) use session::transaction::choices;
#[cfg(feature = "cli")]
pub(crate) use session::transaction::{DRAWS_IN_A_ROW, decider, drawn_without_end, owes};
#[cfg(feature = "cli")]
pub(crate) use session::{CHANCE, Savepoint};
pub use session::{ChanceMode, ChoiceMade, Event, Order, Ply, Session, Setup, Viewer};
#[cfg(feature = "cli")]
pub(crate) use start_position::numbered_rows;
pub(crate) use start_position::{StartPosition, from_picture};
#[cfg(feature = "cli")]
pub(crate) use status_lines::{FaultyText, first_fault, first_faulty_warning, prompts, warnings};
pub(crate) use wording::quoted;
