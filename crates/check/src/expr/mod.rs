//! Makes typed expressions from syntax: `count own pawn < 3` becomes a comparison of two numbers, one of them the
//! size of a set.
//!
//! `elaborate` walks each expression once, `coerce` converts it to the expected type, and `vocabulary` describes
//! each word and each form. The other files are named after what they elaborate.

pub(crate) mod branches;
pub(crate) mod coerce;
pub(crate) mod comparisons;
pub(crate) mod connectives;
pub(crate) mod context;
pub(crate) mod directions;
mod each_point;
pub(crate) mod elaborate;
mod entry_points;
pub(crate) mod fields;
pub(crate) mod fixed_points;
pub(crate) mod inline;
mod kind_of;
pub(crate) mod members;
mod number_ranges;
pub(crate) mod numbers;
pub(crate) mod of;
mod of_directions;
pub(crate) mod one_at_most;
mod owned;
pub(crate) mod places;
pub(crate) mod quantifiers;
pub(crate) mod ranks;
pub(crate) mod reasons;
mod reflection;
pub(crate) mod sets;
mod straight_ways;
pub(crate) mod truth_folding;
mod truths;
mod type_mismatch;
pub(crate) mod typed;
pub(crate) mod types;
pub mod vocabulary;
pub(crate) mod ways;
pub(crate) mod word;
pub(crate) mod zones;
