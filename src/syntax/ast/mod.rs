//! The syntax tree of games, variants and scenarios: what was written, where, nothing resolved yet.

mod board;
mod decl;
mod expr;
mod file;
mod moves;
mod scenario;
mod stmt;

pub use board::{Board, BoardItem, BoardItemKind, Drawing, Link};
pub use decl::{
    Choice, ClauseEntry, Clauses, Decl, DeclKind, Fact, Holding, Line, List, ListRow, Memory,
    NumberList, OptionDecl, Piece, Players, Routine, Score, Script, ScriptFn, Sight, Status,
    StatusOf, Stock, Zone,
};
pub use expr::{CompareOp, Expr, ExprKind, LogicOp, Over, Reached, SumOp};
pub use file::{Edit, EditKind, File, Game, Variant};
pub use moves::{Head, HeadKind, Move, Template, TemplatePart};
pub use scenario::{
    Expectation, Given, Odds, Scenario, ScenarioChoices, ScenarioFile, Step, StepKind,
};
pub use stmt::{AskItem, Phase, Stmt, StmtKind};

use crate::base::Span;

/// A name as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The name itself, lower case as all names are.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A quoted text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// What stands between the quotes.
    pub value: String,
    /// Where it stands, without its quotes.
    pub span: Span,
}

/// A clause tag, `CA-12` for `@CA-12`; a range `@CB-66..CB-70` is written out as its tags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The tag without its `@`.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}
