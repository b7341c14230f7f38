//! Expressions to typed expressions.

pub(crate) mod builtins;
pub(crate) mod comparisons;
pub(crate) mod directions;
pub(crate) mod elaborate;
pub(crate) mod inline;
pub(crate) mod members;
pub(crate) mod numbers;
pub(crate) mod places;
pub(crate) mod quantifiers;
pub(crate) mod ranks;
pub(crate) mod sets;
pub(crate) mod truths;
pub(crate) mod types;
pub(crate) mod zones;
