//! Text to syntax tree, for games, variants and scenarios. The only layer that knows pest.

pub mod ast;
