//! From text to syntax tree, for games, variants and scenarios. The only layer that knows pest.
//!
//! `token` splits a text into tokens, `lexical` checks brackets and splits it into parts, `parser` runs pest on a part by the `grammar`,
//! `build` makes tree nodes (`ast`), and `errors` turns failures into diagnostics. A mistake spoils only its own part.

pub(crate) mod ast;
mod board_drawing;
mod build;
mod editing;
mod errors;
mod format;
mod game_file;
mod grammar;
#[cfg(test)]
mod grammar_text;
#[cfg(feature = "cli")]
mod inner_words;
mod lexical;
mod parsed_parts;
mod parser;
mod picture;
#[cfg(feature = "cli")]
mod plain_words;
mod reserved_words;
mod scenario_file;
#[cfg(test)]
mod tests;
mod token;

pub(crate) use board_drawing::{DrawnBoard, DrawnLine, DrawnWay, parse_board_drawing};
pub(crate) use editing::{
    Fitting, Lexeme, LexemeKind, fitting, keyword_form, keywords, lexemes, opens_expression,
};
pub(crate) use format::formatted;
#[cfg(test)]
pub(crate) use game_file::parse_expr;
pub(crate) use game_file::parse_game;
#[cfg(feature = "cli")]
pub(crate) use game_file::parse_listed;
#[cfg(feature = "cli")]
pub(crate) use inner_words::inner_meaning;
pub(crate) use picture::{Cell, Picture, parse_picture, parse_places};
#[cfg(feature = "cli")]
pub(crate) use plain_words::{PlainWord, WordSort, plain_words};
pub(crate) use reserved_words::{RESERVED, is_declaration};
pub(crate) use scenario_file::parse_scenarios;
pub(crate) use token::Dialect;
