//! The compiled rules: dense ids, tables, masks, move programs.
//!
//! Everything here is data that the engine interprets. Sets of points are masks; a condition on a move becomes a mask
//! of all the points where it holds, computed by a handful of whole-board operations (see
//! ARCHITECTURE.md).

mod encoding;
pub mod instructions;
mod layout;
pub mod program;
mod script_host;
mod spelled_position;

pub(crate) use encoding::bits;
pub use encoding::{WordsView, points_of, value_of, words_of};
pub use layout::{Layout, WIDTHS};
pub use script_host::{ScriptAnswer, ScriptChange, ScriptHost, ScriptReason};
pub use spelled_position::{Piece, SpelledPosition};

use crate::base::Span;
use crate::model::{Model, Packing, TagId};
use instructions::{
    DecisionPoint, DrawCode, EndSite, Instr, NumOperand, PartCode, PictureCode, TakeCode,
    TransferCode,
};
use program::{Program, Shift};

/// A statement that carries clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tagged {
    /// Where it was written.
    pub span: Span,
    /// The clauses.
    pub tags: Vec<TagId>,
}

/// A game under chosen options, compiled: what positions are played by.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(crate) model: Model,
    /// Where everything lies in a state.
    pub layout: Layout,
    /// Words of a state.
    pub words: usize,
    /// The words of a state before anything is laid on the table.
    pub start: Vec<u64>,
    /// The constant masks, one after the other; filled up to [`program::FEW`] of them.
    pub constants: Vec<u64>,
    /// One step to each neighbour, as the board's `next` and its walls say.
    pub next: Vec<Shift>,
    /// Constants of which one is picked, by number.
    pub picks: Vec<Vec<u16>>,
    /// Numbers that are looked up; the last of each is what there is where none is meant.
    pub lookups: Vec<Vec<i64>>,
    /// Each value that is remembered of pieces: the word of the first point's, and what it is at the start.
    pub of_pieces: Vec<(usize, u64)>,
    /// The constant that holds every point.
    pub everything: u16,
    /// The programs.
    pub programs: Vec<Program>,
    /// The instructions, for each seat as `me`.
    pub code: Vec<Vec<Instr>>,
    /// The waits.
    pub decision_points: Vec<DecisionPoint>,
    /// What goes between zones.
    pub transfers: Vec<TransferCode>,
    /// How heaps of each list lie in a word; none where they do not fit, and no move draws one.
    pub packings: Vec<Option<Packing>>,
    /// The endings.
    pub ends: Vec<EndSite>,
    /// What each drawing of the board's size puts down: first words of masks, and numbers of constants.
    pub drawings: Vec<Vec<(u32, u16)>>,
    /// Each drawing as it is turned and laid anywhere.
    pub pictures: Vec<PictureCode>,
    /// Where such drawings are laid.
    pub parts: Vec<PartCode>,
    /// Pieces that leave the board otherwise than all of the last layer.
    pub takes: Vec<TakeCode>,
    /// Pieces that come out of zones.
    pub draws: Vec<DrawCode>,
    /// What is said where something does not hold that must.
    pub musts: Vec<String>,
    /// The program that yields the score, for each seat; none if the game keeps no score.
    pub scores: Vec<NumOperand>,
    /// Where each instruction was written.
    pub spans: Vec<Span>,
    /// The statements that carry clauses.
    pub tagged: Vec<Tagged>,
    /// Which of them each instruction belongs to, by number.
    pub belongs: Vec<Vec<u32>>,
    /// Whether some statement asks how often the position was seen.
    pub notes: bool,
    /// What runs the scripts, if the rules name any.
    pub scripts: Option<std::sync::Arc<dyn ScriptHost>>,
}

impl Rules {
    /// Returns the checked game that the rules were compiled from.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }
}
