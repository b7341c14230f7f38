//! Compares two rulesets: figures over random games of both, and which differences are significant.

mod by_seats;
mod disagreement;
mod measures;
mod sample;
mod statistics;

pub use disagreement::{Disagreement, DisagreementSearch, Disputed};
pub use measures::{Measure, MeasuredFigure, SHARED_NOTE, SHARED_WINS, Topic, measures};
pub use sample::SideSample;
