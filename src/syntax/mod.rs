//! Text to syntax tree, for games, variants and scenarios. The only layer that knows pest.

pub mod ast;
mod build;
mod explain;
mod game;
mod lexical;
mod mistakes;
mod parser;
mod picture;
mod recover;
mod scenario;
mod symbols;
#[cfg(test)]
mod tests;
mod token;
mod words;

pub use game::{parse_expr, parse_game};
pub use picture::{Cell, Picture, parse_picture};
pub use scenario::parse_scenarios;
pub use words::is_declaration;
