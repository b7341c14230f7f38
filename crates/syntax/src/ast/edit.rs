//! What a variant changes within a declaration: moves of an `ask`, statements, conditions, rows.

use crate::ast::{AskItemDecl, Expr, HeadDecl, ListRow, Name, StmtDecl};
use linstock_base::Span;

/// A change within a declaration.
#[derive(Clone, Debug)]
pub struct PartEdit {
    /// The whole change, without its tags.
    pub span: Span,
    /// What is changed: a phase, a move, a routine, `play`, a fact or a list.
    pub of: Name,
    /// What is done to it.
    pub kind: PartEditKind,
}

/// How a part is named. Where nothing is said of it, it is the only one.
#[derive(Clone, Debug, Default)]
pub struct PartName {
    /// A clause that it carries, as it is written, or what a line chooses. An `ask` may be named by a move that it offers.
    pub tag: Option<Name>,
    /// Which it is of those that are named so, from 1.
    pub number: Option<PartNumber>,
}

/// A number by which a part is named.
#[derive(Clone, Copy, Debug)]
pub struct PartNumber {
    /// The number; the largest there is if it is larger.
    pub value: usize,
    /// Where it stands.
    pub span: Span,
}

/// What is done to a part.
#[derive(Clone, Debug)]
pub enum PartEditKind {
    /// `add row gold 3, 1 to card`
    AddRow(ListRow),
    /// `add at end of battle { … }`
    AddStmts {
        /// Where they go.
        place: StmtPlace,
        /// The statements.
        body: Vec<StmtDecl>,
    },
    /// `add when shifts of me < 3 to shift`
    AddCondition(Box<HeadDecl>),
    /// `add swap if may-swap to placing`
    AddMoves {
        /// The moves that are offered, too.
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
        /// What holds in its place.
        with: NewCondition,
    },
    /// `replace statement CF-4 of dropping with …`
    ReplaceStmt {
        /// The statement.
        stmt: StmtName,
        /// What is done in its place.
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
        /// The move that is not offered any more.
        mv: Name,
        /// The `ask`.
        ask: PartName,
    },
}

/// Where statements are added.
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

/// How a statement is named.
#[derive(Clone, Debug)]
pub struct StmtName {
    /// It must be an `ask`.
    pub ask: bool,
    /// Which one it is.
    pub part: PartName,
}

/// What stands in the place of a condition.
#[derive(Clone, Debug)]
pub enum NewCondition {
    /// A whole line: `when …`, `there in …`.
    Line(Box<HeadDecl>),
    /// An expression.
    Expr(Expr),
}
