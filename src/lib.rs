//! Runs board and card games from their rules, written as text.
//!
//! Rules enter as texts, held in memory, and come out compiled; a position is a small value that is cloned and played
//! on. Nothing here reads a clock, a disk or a random number: chance is a turn whose outcomes the caller picks.
//!
//! ```
//! use linstock::base::{Sources, Style};
//! use linstock::vm::Turn;
//! use linstock::check::Choices;
//! use linstock::ir::Rules;
//!
//! let rules = r#"
//! game tic-tac-toe "Tic-tac-toe"
//! players x, o
//! board 3 x 3 { }
//! piece mark
//! line three = 3 own mark in all directions
//! move put "{there}" {
//!   there in empty
//!   mark: box -> there
//! }
//! play {
//!   repeat each player {
//!     ask me: put otherwise draw "the board is full"
//!     if some three { win me "three in a row" }
//!   }
//! }
//! "#;
//! let sources = Sources::from([("tic-tac-toe.game", rules)]);
//! let rules = Rules::load(&sources, &Choices::default())
//!     .map_err(|found| found.render(&sources, Style::Plain))?; // every mistake, with its line
//!
//! let mut state = rules.start()?;
//! while let Turn::Players(who) = rules.turn(&state) {
//!     let moves = rules.moves(&state, who[0]); // stable order, no duplicates, never empty
//!     state = rules.play(&state, moves[0])?; // an error leaves the position as it was
//! }
//! let outcome = rules.outcome(&state).expect("the game is over");
//! assert_eq!(outcome.reason, "three in a row");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`play::Session`] adds what a person needs: history, take-backs, chance drawn from a seed, reasons, saves. The fast
//! path is [`Rules::advance`](rules::Rules::advance), which plays a move in place and lists what may be chosen then. The
//! layers, and what each of them may know, are told in ARCHITECTURE.md.

pub mod base;
pub mod check;
pub mod compile;
pub mod front;
pub mod ir;
pub mod model;
pub mod play;
pub mod reference;
pub mod script;
pub mod syntax;
pub mod vm;
