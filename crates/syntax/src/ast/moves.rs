//! Move declarations: text, arguments, conditions, body.

use crate::ast::{Expr, Name, StatusOf, StmtDecl, Tag};
use linstock_base::Span;

/// A move: a choice that a player or chance may make.
#[derive(Clone, Debug)]
pub struct MoveDecl {
    /// Its name.
    pub name: Name,
    /// Parameters: values that the `ask` passes.
    pub params: Vec<Name>,
    /// Its text, with a `{…}` for each argument.
    pub text: Template,
    /// Arguments and conditions, in order.
    pub heads: Vec<HeadDecl>,
    /// Its body.
    pub body: Vec<StmtDecl>,
}

/// The text of a move.
#[derive(Clone, Debug)]
pub struct Template {
    /// The whole text between its quotes.
    pub span: Span,
    /// The text as written.
    pub written: String,
    /// Its parts in order.
    pub parts: Vec<TemplatePart>,
}

/// A part of a move's text.
#[derive(Clone, Debug)]
pub enum TemplatePart {
    /// Literal text.
    Literal(String),
    /// `{expression}`
    Hole(Expr),
}

/// An argument of a move, or a condition.
#[derive(Clone, Debug)]
pub struct HeadDecl {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// The whole line.
    pub span: Span,
    /// Its kind.
    pub kind: HeadKind,
}

/// The kind of a line in the head of a move.
#[derive(Clone, Debug)]
pub enum HeadKind {
    /// `here in own soldier where …`
    Arg {
        /// The argument's name.
        name: Name,
        /// Its domain: the possible values.
        domain: Expr,
        /// A condition on it.
        filter: Option<Expr>,
    },
    /// `let n = count own`
    Let {
        /// The name.
        name: Name,
        /// Its value.
        value: Expr,
    },
    /// `when …`
    When(Expr),
    /// `weigh …`: the weight of an outcome of chance.
    Weigh(Expr),
    /// `seen by me, p`: who sees the arguments.
    SeenBy(Vec<Expr>),
    /// `leaves … supposing …`: a postcondition.
    Leaves {
        /// The condition that must hold after the move.
        cond: Expr,
        /// The outcome to assume at a chance node.
        supposing: Option<Name>,
    },
    /// `warn "…" when …`: a warning before the move is played.
    Warn {
        /// Its subjects, if it has one warning per row.
        of: Option<StatusOf>,
        /// The text.
        text: Template,
        /// The condition.
        when: Option<Expr>,
    },
}
