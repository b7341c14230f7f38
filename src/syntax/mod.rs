//! Text to syntax tree, for games, variants and scenarios. The only layer that knows pest.

pub mod ast;
mod build;
mod errors;
mod game;
mod keywords;
mod lexical;
mod parser;
mod picture;
mod scenario;
#[cfg(test)]
mod tests;
mod token;

#[cfg(test)]
pub use game::parse_expr;
pub use game::parse_game;
pub use keywords::is_declaration;
pub use picture::{Cell, Picture, parse_picture};
pub use scenario::parse_scenarios;
