//! What the rules say about pictures of pieces and cards. It changes no rule, and is no part of the canonical text.

use crate::{KindId, MemoryId, PieceShape, PlayerColour, SeatId};
use linstock_base::Span;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What `look { … }` says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Art {
    /// The faces of kinds of piece and of rows, by name.
    pub faces: BTreeMap<String, FaceArt>,
    /// The faces of kinds of piece that differ for a player, by the name of the kind and the player's number.
    pub own_faces: BTreeMap<(String, SeatId), FaceArt>,
    /// How the rows of lists look, by the list's name.
    pub lists: BTreeMap<String, ListArt>,
    /// The remembered numbers that are drawn as places.
    pub values: Vec<DrawnValues>,
    /// The remembered numbers that are drawn as figures.
    pub figures: Vec<DrawnFigure>,
}

/// A remembered number as a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawnFigure {
    /// The remembered number.
    pub memory: MemoryId,
    /// The figure.
    pub shape: FigureShape,
}

/// The figure of a remembered number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FigureShape {
    /// A die with this number; nothing for 0.
    Die,
    /// As many pieces of a kind, for each player.
    Pieces(KindId),
    /// A stack of as many pieces, where the piece with the number is.
    Stack,
    /// For each player a bar that ends at this number.
    Bar(i64),
}

/// Remembered numbers as places in rows. For numbers of rows, a place is the index of a row, and shows its number. For
/// numbers of players, a place is a number, and shows the players who have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnValues {
    /// The remembered numbers.
    pub memory: MemoryId,
    /// The places, from the top left; `None` for a gap.
    pub places: Vec<Vec<Option<i64>>>,
}

/// The picture of a kind of piece or of a row.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FaceArt {
    /// Its shape.
    pub shape: Option<PieceShape>,
    /// The shape below its shape, as a tile below a picture.
    pub base: Option<PieceShape>,
    /// The file that replaces the shape.
    pub symbol: Option<SymbolFile>,
    /// Its colour.
    pub colour: Option<PlayerColour>,
    /// The text on it; empty for none.
    pub label: Option<String>,
}

impl FaceArt {
    /// Returns this face with what another one changes.
    #[must_use]
    pub fn changed_by(&self, other: &Self) -> Self {
        Self {
            shape: other.shape.or(self.shape),
            // A shape that another one replaces takes its base along.
            base: match other.shape {
                Some(_) => other.base,
                None => self.base,
            },
            symbol: other.symbol.as_ref().or(self.symbol.as_ref()).cloned(),
            colour: other.colour.or(self.colour),
            label: other.label.as_ref().or(self.label.as_ref()).cloned(),
        }
    }
}

/// An SVG file of the ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymbolFile {
    /// Its name.
    pub file: String,
    /// The place that names it.
    pub span: Span,
    /// Its elements in a square from 0 to 100, once it is loaded.
    pub elements: Option<Arc<str>>,
}

/// How the rows of a list look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ListArt {
    /// Their shape: a card, a die, a token or a tile.
    pub shape: Option<PieceShape>,
    /// The colour of all rows.
    pub colour: Option<PlayerColour>,
    /// The field with the suit.
    pub suit: Option<usize>,
    /// The field with the rank.
    pub rank: Option<usize>,
    /// The field with the number of pips.
    pub pips: Option<usize>,
}
