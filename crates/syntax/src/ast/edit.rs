//! A variant's edits within a declaration: moves of an `ask`, statements, conditions, rows.

use crate::ast::{AskItemDecl, Expr, HeadDecl, ListRow, Name, StmtDecl};
use linstock_base::Span;

/// An edit within a declaration.
#[derive(Clone, Debug)]
pub struct PartEdit {
    /// The whole edit, without its tags.
    pub span: Span,
    /// The declaration to edit: a phase, a move, a routine, `play`, a fact or a list.
    pub of: Name,
    /// Its kind.
    pub kind: PartEditKind,
}

/// How an edit names a part. Without a tag and number, the part is the only one.
#[derive(Clone, Debug, Default)]
pub struct PartName {
    /// A clause that the part carries, as written, or the argument that a line chooses; for an `ask`, also a move that it offers.
    pub tag: Option<Name>,
    /// The number of the part among those with this name, from 1.
    pub number: Option<PartNumber>,
}

/// The number of a part.
#[derive(Clone, Copy, Debug)]
pub struct PartNumber {
    /// The number; a number out of range becomes the greatest possible one.
    pub value: usize,
    /// Its span.
    pub span: Span,
}

/// The kind of an edit within a declaration.
#[derive(Clone, Debug)]
pub enum PartEditKind {
    /// `add row gold 3, 1 to card`
    AddRow(ListRow),
    /// `add at end of battle { … }`
    AddStmts {
        /// Where to add them.
        place: StmtPlace,
        /// The statements.
        body: Vec<StmtDecl>,
    },
    /// `add when shifts of me < 3 to shift`
    AddCondition(Box<HeadDecl>),
    /// `add swap if may-swap to placing`
    AddMoves {
        /// The additional moves.
        moves: Vec<AskItemDecl>,
        /// The `ask`.
        ask: PartName,
    },
    /// `replace row gold of card with 3, 2`
    ReplaceRow {
        /// The row.
        row: Name,
        /// Its numbers.
        values: Vec<Expr>,
    },
    /// `replace condition CA-14 of step with forward of here`
    ReplaceCondition {
        /// The condition.
        part: PartName,
        /// The condition that replaces it.
        with: NewCondition,
    },
    /// `replace statement CF-4 of dropping with …`
    ReplaceStmt {
        /// The statement.
        stmt: StmtName,
        /// The statements that replace it.
        with: Vec<StmtDecl>,
    },
    /// `remove row gold of card`
    RemoveRow(Name),
    /// `remove condition CA-25 of shift`
    RemoveCondition(PartName),
    /// `remove statement CA-26 of battle`
    RemoveStmt(StmtName),
    /// `remove pass from putting`
    RemoveOffer {
        /// The move to remove.
        mv: Name,
        /// The `ask`.
        ask: PartName,
    },
}

/// Where to add statements.
#[derive(Clone, Debug)]
pub enum StmtPlace {
    /// Before all others.
    Start,
    /// After all others.
    End,
    /// Before a statement.
    Before(StmtName),
    /// After a statement.
    After(StmtName),
}

/// How an edit names a statement.
#[derive(Clone, Debug)]
pub struct StmtName {
    /// It must be an `ask`.
    pub ask: bool,
    /// Its name as a part.
    pub part: PartName,
}

/// What replaces a condition.
#[derive(Clone, Debug)]
pub enum NewCondition {
    /// A whole line: `when …`, `there in …`.
    Line(Box<HeadDecl>),
    /// An expression.
    Expr(Expr),
}
