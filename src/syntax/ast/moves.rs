//! Move declarations: text, arguments, conditions, body.

use crate::base::Span;
use crate::syntax::ast::{Expr, Name, StatusOf, StmtDecl, Tag};

/// A move: something that a player or chance may choose.
#[derive(Clone, Debug)]
pub(crate) struct MoveDecl {
    /// Its name.
    pub(crate) name: Name,
    /// Parameters: values that the `ask` passes.
    pub(crate) params: Vec<Name>,
    /// Its text, with `{…}` where arguments stand.
    pub(crate) text: Template,
    /// Arguments and conditions, in order.
    pub(crate) heads: Vec<HeadDecl>,
    /// Its body.
    pub(crate) body: Vec<StmtDecl>,
}

/// The text of a move.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    /// The whole text between its quotes.
    pub(crate) span: Span,
    /// It, as it is written.
    pub(crate) written: String,
    /// Its parts in order.
    pub(crate) parts: Vec<TemplatePart>,
}

/// A part of a move's text.
#[derive(Clone, Debug)]
pub(crate) enum TemplatePart {
    /// Literal text.
    Literal(String),
    /// `{expression}`
    Hole(Expr),
}

/// An argument of a move, or a condition.
#[derive(Clone, Debug)]
pub(crate) struct HeadDecl {
    /// The clauses it carries.
    pub(crate) tags: Vec<Tag>,
    /// The whole line.
    pub(crate) span: Span,
    /// Its kind.
    pub(crate) kind: HeadKind,
}

/// The kind of a line in the head of a move.
#[derive(Clone, Debug)]
pub(crate) enum HeadKind {
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
        /// What it stands for.
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
        /// The condition after the move.
        cond: Expr,
        /// The outcome to assume at a chance node.
        supposing: Option<Name>,
    },
    /// `warn "…" when …`: a warning before the move is played.
    Warn {
        /// Its subjects, if there is one for each of several rows.
        of: Option<StatusOf>,
        /// The text.
        text: Template,
        /// The condition.
        when: Option<Expr>,
    },
}
