//! Runs board and card games from their rules, written as text.
//!
//! [`Rules::load`] compiles rules from texts in memory. A position is a small value: clone it, and play moves on it.
//! Nothing here reads the clock, the disk or random numbers: chance is a turn whose outcome the caller picks.
//!
//! # Rules and positions
//!
//! ```
//! use linstock::{Choices, Rules, Sources, Style, Turn};
//!
//! let text = r#"
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
//! let sources = Sources::from([("tic-tac-toe.game", text)]);
//! let rules = Rules::load(&sources, &Choices::default())
//!     .map_err(|found| found.render(&sources, Style::Plain))?; // every mistake, with its line
//!
//! let mut position = rules.start()?;
//! while let Turn::Players(who) = rules.turn(&position) {
//!     let moves = rules.moves(&position, who[0])?; // stable order, no duplicates, never empty
//!     position = rules.play(&position, moves[0])?; // an error leaves the position as it was
//! }
//! let outcome = rules.outcome(&position).expect("the game is over");
//! assert_eq!(outcome.reason, "three in a row");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The fast path is [`CompiledRules::advance`]: it plays a move in place and lists the next choices.
//!
//! # Sessions
//!
//! A [`Session`] adds what a person needs: move texts, history, take-backs, chance drawn from a seed, reasons, saves.
//! An [`Observation`] is the table as one player may know it.
//!
//! ```
//! use linstock::{Canvas, Choices, Observation, Rules, Save, Session, Setup, Sources, Viewer};
//! use std::sync::Arc;
//!
//! let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/breakthrough/breakthrough.game"));
//! let sources = Sources::from([("breakthrough.game", text)]);
//! let rules = Rules::load(&sources, &Choices::default()).expect("no mistakes");
//! let mut session = Session::begin(Arc::new(rules), Setup::default())?;
//!
//! let refusal = session.play(&["b2-b4".into()]).expect_err("too far");
//! assert_eq!(refusal.code(), "illegal-move");
//! session.play(&["b2-b3".into(), "c7-c6".into()])?;
//! session.undo(1)?;
//! println!("{}", Observation::new(&session, Viewer::Table).text(Canvas::default()));
//!
//! let text = Save::of(&session).text();
//! let again = Save::read(&text)?.resume(session.rules().clone(), None)?;
//! assert_eq!(again.history().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Scenarios
//!
//! A [`ScenarioRunner`] runs the scenario files of a ruleset, which state what must happen, and reports the clauses that
//! they cover.
//!
//! # Computer players
//!
//! A [`Player`] knows nothing but the rules. It searches a position, or, if something is hidden, the games that it cannot tell from
//! the true one by what it has seen ([`SeenGame`]).
//!
//! ```
//! use linstock::{Choices, FitSettings, SearchLimit, Player, Rules, Sources, Strategy, fit};
//! use std::sync::Arc;
//!
//! let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic-tac-toe/tic-tac-toe.game"));
//! let sources = Sources::from([("tic-tac-toe.game", text)]);
//! let rules = Arc::new(Rules::load(&sources, &Choices::default()).expect("no mistakes"));
//! let evaluation = fit(&rules, FitSettings::default(), &|| false)?;
//! let mut player = Player::new(&rules, Strategy::Tree, (1, &evaluation));
//!
//! let mut position = rules.start()?;
//! for text in ["a1", "c3", "a2", "c2"] {
//!     let mv = rules.find(&position, text)?.expect("legal");
//!     rules.apply(&mut position, mv)?;
//! }
//! let thought = player.think(&position, &SearchLimit::of_iterations(500))?;
//! let best = thought.best().expect("a move");
//! assert_eq!(rules.text(&position, best.mv), "a3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! The library is the same with and without features: they belong to the program `linstock`. `cli` (on by default) builds the
//! program, and needs crates for the terminal, the command line and the disk. `lanes` (on by default) makes its random games
//! fast. `parquet` lets `linstock sim` write Parquet files.

pub use linstock_base::{
    Code, Diagnostic, Diagnostics, FileId, Hint, Severity, Source, Sources, Span, Style,
};
pub use linstock_check::Choices;
pub use linstock_engine::ir::CompiledRules;
pub use linstock_engine::vm::{Fault, Move, MoveList, Position, Turn};
pub use linstock_model::SeatId;
pub use linstock_play::coverage::{Coverage, CoverageRow};
pub use linstock_play::explain::Why;
pub use linstock_play::scenario::{FileReport, ScenarioReport, ScenarioRunner};
pub use linstock_play::{
    Actor, Canvas, ChanceMode, ChoiceMade, Event, Glyphs, Observation, Order, Outcome, PlacedPiece,
    Ply, Refusal, Rules, Save, Session, Setup, Viewer,
};
pub use linstock_search::{FitSettings, Player, SearchLimit, SeenGame, Strategy, Thought, fit};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
