//! What may be chosen: arguments, conditions, text.

use crate::base::Span;
use crate::syntax::ast::{Expr, Name, StmtDecl, Tag};

/// Something a player, or chance, may choose.
#[derive(Clone, Debug)]
pub struct MoveDecl {
    /// Its name.
    pub name: Name,
    /// Values handed to it by the `ask` that names it.
    pub params: Vec<Name>,
    /// Its text, with `{…}` where arguments stand.
    pub text: Template,
    /// Arguments and conditions, in order.
    pub heads: Vec<HeadDecl>,
    /// What it does.
    pub body: Vec<StmtDecl>,
}

/// The text of a move.
#[derive(Clone, Debug)]
pub struct Template {
    /// The whole text between its quotes.
    pub span: Span,
    /// Its pieces in order.
    pub parts: Vec<TemplatePart>,
}

/// A piece of a move's text.
#[derive(Clone, Debug)]
pub enum TemplatePart {
    /// Letters as they stand.
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
    /// Which of them it is.
    pub kind: HeadKind,
}

/// What a line at the head of a move says.
#[derive(Clone, Debug)]
pub enum HeadKind {
    /// `here in own soldier where …`
    Arg {
        /// The argument's name.
        name: Name,
        /// What it is drawn from.
        domain: Expr,
        /// What must hold of it besides.
        filter: Option<Expr>,
    },
    /// `when …`
    When(Expr),
    /// `weigh …`: how likely an outcome is, against the others.
    Weigh(Expr),
    /// `seen by me, p`: who sees what is chosen.
    SeenBy(Vec<Expr>),
    /// `leaves … supposing …`: what must hold once it is done.
    Leaves {
        /// What must hold.
        cond: Expr,
        /// The outcome that is supposed where chance is asked on the way.
        supposing: Option<Name>,
    },
    /// `warn "…" when …`: what a person is told before it is done.
    Warn {
        /// In these words.
        text: Template,
        /// Only if this holds.
        when: Option<Expr>,
    },
}
