//! From text to syntax tree, for games, variants and scenarios. The only layer that knows pest.
//!
//! `token` splits a text into tokens. `lexical` checks brackets and splits the text into parts. `parser` runs pest on a part with
//! the `grammar`. `build` makes tree nodes (`ast`), and `errors` makes diagnostics from failures. A mistake affects only its own
//! part.

#![cfg_attr(not(test), warn(clippy::cognitive_complexity, clippy::too_many_lines))]

pub mod ast;
mod board_drawing;
mod build;
mod editing;
mod errors;
mod format;
mod game_file;
mod grammar;
mod grammar_text;
mod inner_words;
mod lexical;
mod parsed_parts;
mod parser;
mod picture;
mod plain_words;
mod reserved_words;
mod scenario_file;
#[cfg(test)]
mod tests;
mod token;

pub use board_drawing::{DrawnBoard, DrawnLine, DrawnWay, parse_board_drawing};
pub use editing::{
    Fitting, Lexeme, LexemeKind, fitting, keyword_form, keywords, lexemes, opens_expression,
};
pub use format::formatted;
pub use game_file::parse_expr;
pub use game_file::parse_game;
pub use game_file::parse_listed;
pub use inner_words::inner_meaning;
pub use lexical::is_within_limits;
pub use picture::{Cell, Picture, parse_picture, parse_places};
pub use plain_words::{PlainWord, WordSort, plain_words};
pub use reserved_words::{RESERVED, is_declaration};
pub use scenario_file::parse_scenarios;
pub use token::Dialect;
