//! A game in progress: loading, sessions with undo and seeded chance, views, saves, move texts and explanations.

mod areas;
mod chart;
pub mod coverage;
mod draft;
mod drawing;
mod given;
mod heaps;
pub mod load;
pub mod notation;
pub mod opening;
mod random;
mod refusal;
pub mod save;
pub mod scenario;
mod session;
mod status;
mod view;
mod ways;
pub mod why;
mod words;

pub use crate::model::Choices;
pub use areas::{described, legend, named_areas};
pub use drawing::{Canvas, Glyphs};
pub use given::{Given, from_picture};
pub use random::{Chooser, Purpose, probabilities};
pub use refusal::Refusal;
pub use save::Save;
pub use session::{Actor, ChanceMode, Choice, Event, Order, Ply, Session, Setup, Viewer};
pub use status::{prompts, warnings};
pub use view::{View, result_text, to_move};
pub use ways::{Way, legs, ways};
pub use words::quoted;
