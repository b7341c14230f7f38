//! Expressions: of every type, before it is known which.

use super::{Name, Tag};
use crate::base::Span;

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// The whole expression, without its tags.
    pub span: Span,
    /// What it is made of.
    pub kind: ExprKind,
}

/// What an expression is made of.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `7`
    Number(i64),
    /// Any single name: `empty`, `me`, `soldier`, `here`, `a7`, `none`, `forwards`.
    Word(String),
    /// `own soldier`, `enemy town`, `light soldier`: an owner and a kind of piece.
    Owned {
        /// `own`, `enemy`, or a player's name.
        owner: Name,
        /// The kind of piece.
        kind: Name,
    },
    /// `row 10`, `column e`
    Rank {
        /// `row` or `column`.
        axis: Name,
        /// Which one: a number, or a letter as a word.
        index: Box<Expr>,
    },
    /// `{a7, j1}`
    Braces(Vec<Expr>),
    /// `a1..f6`, `1..8`
    Range(Box<Expr>, Box<Expr>),
    /// `2 backwards`, `2..3 ahead`, `1.. orthogonal`: how far; no `most` means as far as it goes.
    Counted {
        /// The least distance.
        least: i64,
        /// The greatest distance.
        most: Option<i64>,
        /// In which direction.
        what: Box<Expr>,
    },
    /// `X of Y`: `forwards of here`, `home of me`, `rear of c`, `shifts of me`, `fort of p`.
    Of {
        /// What stands before `of`.
        head: Box<Expr>,
        /// What stands after it.
        of: Box<Expr>,
    },
    /// `X through S`: every point strictly between is in `S`.
    Through {
        /// The straight way.
        way: Box<Expr>,
        /// What every point in between must be in.
        set: Box<Expr>,
    },
    /// `next to X`
    NextTo(Box<Expr>),
    /// `next player after P`
    NextPlayer(Box<Expr>),
    /// `edge of X`
    EdgeOf(Box<Expr>),
    /// `some X`, `no X`
    Some {
        /// `no` rather than `some`.
        none: bool,
        /// The set.
        of: Box<Expr>,
    },
    /// `count X`
    Count(Box<Expr>),
    /// `X and Y`, `X or Y`, `X except Y`, sets or truths alike.
    Logic {
        /// Which of them.
        op: LogicOp,
        /// What stands before.
        left: Box<Expr>,
        /// What stands after.
        right: Box<Expr>,
    },
    /// `not X`
    Not(Box<Expr>),
    /// `+ - *`
    Sum {
        /// Which of them.
        op: SumOp,
        /// What stands before.
        left: Box<Expr>,
        /// What stands after.
        right: Box<Expr>,
    },
    /// `X is Y`, `X is not Y`, `<`, `<=`, `>`, `>=`
    Compare {
        /// Which of them.
        op: CompareOp,
        /// What stands before.
        left: Box<Expr>,
        /// What stands after.
        right: Box<Expr>,
    },
    /// `A if C else B`
    If {
        /// The value if the condition holds.
        then: Box<Expr>,
        /// The condition.
        cond: Box<Expr>,
        /// The value if it does not.
        otherwise: Box<Expr>,
    },
    /// `near(b)`, `max(a, b)`: a fact or a function of the language.
    Call {
        /// Its name.
        name: Name,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// `script strong_enough(men, gun)`
    Script {
        /// The function.
        name: Name,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// `seen 3 times`
    Seen(i64),
}

/// How two sets or truths are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogicOp {
    /// Both.
    And,
    /// Either.
    Or,
    /// The first without the second.
    Except,
}

/// How two numbers are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SumOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
}

/// How two values are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompareOp {
    /// `is`
    Is,
    /// `is not`
    IsNot,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}
