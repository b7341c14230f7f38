//! Two sets of rules side by side: figures over random games of both, and which differences are beyond chance.

mod by_seats;
mod disagreement;
mod measures;
mod sample;
mod statistics;

pub(crate) use disagreement::{Disagreement, DisagreementSearch, Disputed};
pub(crate) use measures::{Measure, MeasuredFigure, SHARED_NOTE, SHARED_WINS, Topic, measures};
pub(crate) use sample::SideSample;
