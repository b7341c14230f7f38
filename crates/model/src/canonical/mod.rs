//! The canonical text of a checked game: what its rules are, whatever they were written like.
//!
//! It takes a [`Model`] and gives a text of nested forms in words of the language. It holds exactly what can influence
//! legal moves, results, views and chance. Comments, layout, clause tags, spans, titles and names that are only spoken
//! of in messages are left out:
//!
//! ```text
//! linstock canonical 1
//! (game tic-tac-toe
//!   (players "x" "o")
//!   …
//!   (move "put"
//!     (text ("place" (arg 0)))
//!     …
//! ```
//!
//! A save holds the hash of this text. So the text must not follow the code: no name of a Rust type or field stands in
//! it, and every number is the place of something that the text lists. Structs are taken apart whole and enums are
//! matched whole, so that a new field or form does not compile until somebody decides how it stands here. Whoever
//! changes what is written for rules that are the same as before raises [`VERSION`]: saves tell by it whether their hash
//! can be compared.

mod board;
mod declarations;
mod expressions;
mod moves;
mod statements;
mod text;

use crate::Model;
use text::{Canonical, Text};

/// The version of the canonical text.
pub const VERSION: u32 = 1;

/// Writes the canonical text of a game.
#[must_use]
pub fn canonical(model: &Model) -> String {
    let mut text = Text::new(model);
    text.words("linstock canonical ");
    VERSION.write(&mut text);
    model.write(&mut text);
    text.finish()
}
