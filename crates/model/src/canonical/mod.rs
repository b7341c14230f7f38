//! The canonical text of a checked game: the same text for the same rules, however they are written.
//!
//! Nested forms in words of the language describe a [`Model`]. The text contains exactly what can influence legal moves,
//! results, views and chance. It omits comments, layout, clause tags, spans, titles, and names that only messages use:
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
//! A save contains the hash of this text, so the text must not depend on the code: it contains no name of a Rust type or
//! field, and every number is an index into something that the text lists. Structs are destructured in full, and each form
//! declares its text, so a new field or form does not compile until it has one. If you change the text for rules that
//! have not changed, raise [`VERSION`]: it shows whether the hash in a save can be compared.

mod board;
mod declarations;
mod expressions;
mod moves;
mod statements;
mod text;

use crate::Model;
pub(crate) use text::{Canonical, Text, Word};

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
