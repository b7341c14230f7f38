//! The intermediate representation: compiled rules as data. `compile/` makes it, and `vm/` runs it.
//!
//! A set of points is a mask, one bit a point. A condition on a move becomes a mask of all anchors for which it holds:
//! `there in empty and not next to(there)` is a load, a complement, four shifts and an and, for all points at once.
//!
//! [`layout`](Layout) assigns the words of a position, [`program`] defines how masks and numbers are computed, and
//! [`instructions`] how play proceeds from one decision point to the next.

mod encoding;
pub mod instructions;
mod layout;
pub mod op;
pub mod operands;
pub mod program;
pub(crate) mod schedule;
mod script_host;
mod spelled_position;
pub mod words_read;

pub use encoding::bits;
pub use encoding::{WordsView, points_of, value_of, words_of};
pub use layout::{Layout, Piece};
pub use script_host::{
    ScriptAnswer, ScriptChange, ScriptCount, ScriptCounted, ScriptHost, ScriptReason,
};
pub use spelled_position::SpelledPosition;

use instructions::{
    DecisionPoint, DrawCode, EndingCode, Instr, NumOperand, PartCode, PictureCode, PlaceTable,
    TakeCode, TransferCode,
};
use linstock_base::Span;
use linstock_model::{Model, Packing, TagId};
use program::{Program, Shift};

/// A statement with clauses (tags that refer to the rulebook).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tagged {
    /// The place in the source.
    pub span: Span,
    /// The clauses.
    pub tags: Vec<TagId>,
}

/// A compiled game with chosen options: the input of the virtual machine.
#[derive(Clone, Debug)]
pub struct CompiledRules {
    /// The checked game.
    pub model: Model,
    /// The meaning of each word of a position.
    pub layout: Layout,
    /// The words of a position before the first instruction.
    pub start: Vec<u64>,
    /// The words of the constant masks; padded to [`program::FIXED_REGISTERS`] of them.
    pub constants: Vec<u64>,
    /// The shifts to all neighbours of a point, without those through walls.
    pub next: Vec<Shift>,
    /// Tables of constant masks, for [`Op::Pick`](program::Op::Pick): for example the points of each row of a list.
    pub picks: Vec<Vec<u16>>,
    /// Tables of numbers, for `NumberOp::Lookup`; the last number of a table is the value of an index outside it.
    pub lookups: Vec<Vec<i64>>,
    /// For each memory of pieces: the word of its first point, and its start value.
    pub piece_memories: Vec<(usize, u64)>,
    /// The constant mask of all points.
    pub everything: u16,
    /// The programs.
    pub programs: Vec<Program>,
    /// The instructions, for each seat as `me`.
    pub code: Vec<Vec<Instr>>,
    /// The decision points: where players or chance choose.
    pub decision_points: Vec<DecisionPoint>,
    /// Whether a move is left out where another move has the same text.
    pub drops_repeats: bool,
    /// The transfers between zones.
    pub transfers: Vec<TransferCode>,
    /// For each list, how a multiset of its rows is packed into a word; `None` if it does not fit (then no move draws one).
    pub(crate) packings: Vec<Option<Packing>>,
    /// The endings.
    pub ends: Vec<EndingCode>,
    /// The pieces of each drawing that has the board's size: first words of masks, and constants.
    pub drawings: Vec<Vec<(u32, u16)>>,
    /// Each drawing that may be turned and placed anywhere.
    pub(crate) pictures: Vec<PictureCode>,
    /// The statements that place such a drawing.
    pub parts: Vec<PartCode>,
    /// The statements that take some kinds of pieces, or put pieces into a zone.
    pub takes: Vec<TakeCode>,
    /// The statements that take pieces out of zones.
    pub draws: Vec<DrawCode>,
    /// Points by anchor: the tables of [`BodyStart`](instructions::BodyStart).
    pub(crate) places_by_anchor: Vec<u16>,
    /// The messages of `must` statements.
    pub must_messages: Vec<String>,
    /// The score of each seat; empty if the game has no scores.
    pub scores: Vec<NumOperand>,
    /// The source text of each instruction.
    pub spans: Vec<Span>,
    /// The statements with clauses.
    pub tagged: Vec<Tagged>,
    /// For each instruction, its statements in `tagged`, by number.
    pub(crate) statements_of: Vec<Vec<u32>>,
    /// Whether legal moves depend on how often a position was `seen`: then positions are counted at decision points.
    pub counts_choices: bool,
    /// For each instruction, the instruction at which its positions are counted: copies of a statement share one place.
    pub places: Vec<instructions::Pc>,
    /// The host that runs the scripts, if the rules name any.
    pub scripts: Option<std::sync::Arc<dyn ScriptHost>>,
    /// The identity of the rules in saves, computed when first needed.
    pub identity: std::sync::OnceLock<String>,
}

impl CompiledRules {
    /// Returns the checked game that the rules were compiled from.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the points of a place, by anchor.
    pub fn points_of(&self, place: PlaceTable) -> &[u16] {
        &self.places_by_anchor[place.0 as usize..][..self.layout.points]
    }
}
