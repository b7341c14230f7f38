//! Two sets of rules side by side: figures over random games of both, and which differences are beyond chance.

mod by_seats;
mod disagreement;
mod measures;
mod sample;
mod statistics;

pub use disagreement::{Disagreement, DisagreementSearch, Disputed};
pub use measures::{Measure, MeasuredFigure, SHARED_NOTE, SHARED_WINS, Topic, measures};
pub use sample::SideSample;
