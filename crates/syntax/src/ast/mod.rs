//! The syntax tree of games, variants and scenarios. Each node has the span of its text; no name is resolved yet.

mod board;
mod decl;
mod edit;
mod expr;
mod file;
mod moves;
mod parts;
pub(super) mod relocate;
mod scenario;
mod stmt;

pub use board::{
    BoardDecl, BoardItem, BoardItemKind, BoardShape, DrawingDecl, LinkDecl, SideRegion,
};
pub use decl::{
    ClauseEntry, Clauses, Decl, DeclKind, Fact, Holding, LineDecl, ListDecl, ListRow, LookEntry,
    LookItem, LookName, LookPart, MemoryDecl, NumberList, NumberRange, OptionChoice, OptionDecl,
    PieceDecl, Players, Routine, Score, ScriptDecl, ScriptFnDecl, SightDecl, SightLine, StatusDecl,
    StatusOf, StatusPlace, Stock, Worded, Wording, WordsEntry, ZoneDecl,
};
pub use edit::{NewCondition, PartEdit, PartEditKind, PartName, PartNumber, StmtName, StmtPlace};
pub use expr::{Binder, CompareOp, Expr, ExprKind, LogicOp, Reached, SumOp};
pub use file::{Edit, EditKind, GameDecl, RulesFile, Variant};
pub use moves::{HeadDecl, HeadKind, MoveDecl, Template, TemplatePart};
pub use scenario::{
    Expectation, ExpectedWarning, GivenDecl, ListedMoves, ListedPart, Odds, Scenario,
    ScenarioChoices, ScenarioFile, Step, StepKind, WhichMoves,
};
pub use stmt::{AskItemDecl, Phase, RoundDecl, StmtDecl, StmtDeclKind};

use linstock_base::Span;

/// A name as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The name itself; all names are lower case.
    pub text: String,
    /// Its span.
    pub span: Span,
}

/// A quoted text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuotedText {
    /// The text between the quotes.
    pub value: String,
    /// Its span, without the quotes.
    pub span: Span,
}

/// A clause tag, `CA-12` for `@CA-12`. A range `@CB-66..CB-70` is expanded to single tags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The tag without its `@`.
    pub text: String,
    /// Its span.
    pub span: Span,
}

impl Tag {
    /// Returns the span of its text, without its `@`; `None` for a tag from a range.
    #[must_use]
    pub fn text_span(&self) -> Option<Span> {
        let range = self.span.range();
        let start = range.end.checked_sub(self.text.len())?;
        (start - range.start <= 1).then(|| Span::new(self.span.file, start, range.end))
    }
}
