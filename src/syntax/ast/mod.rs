//! The syntax tree of games, variants and scenarios. Each node has the span of its text; no name is resolved yet.

mod board;
mod decl;
mod expr;
mod file;
mod moves;
mod scenario;
mod stmt;

pub use board::{BoardDecl, BoardItem, BoardItemKind, DrawingDecl, LinkDecl};
pub use decl::{
    ClauseEntry, Clauses, Decl, DeclKind, Fact, Holding, LineDecl, ListDecl, ListRow, MemoryDecl,
    NumberList, OptionChoice, OptionDecl, PieceDecl, Players, Routine, Score, ScriptDecl,
    ScriptFnDecl, SightDecl, StatusDecl, StatusOf, Stock, ZoneDecl,
};
pub use expr::{Binder, CompareOp, Expr, ExprKind, LogicOp, Reached, SumOp};
pub use file::{Edit, EditKind, GameDecl, RulesFile, Variant};
pub use moves::{HeadDecl, HeadKind, MoveDecl, Template, TemplatePart};
pub use scenario::{
    Expectation, GivenDecl, Odds, Scenario, ScenarioChoices, ScenarioFile, Step, StepKind,
};
pub use stmt::{AskItemDecl, Phase, StmtDecl, StmtDeclKind};

use crate::base::Span;

/// A name as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The name itself, lower case as all names are.
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
