//! Runs board and card games from their rules, written as text.

pub mod base;
pub mod engine;
pub mod front;
pub mod model;
pub mod play;
pub mod rules;
pub mod script;
pub mod syntax;
