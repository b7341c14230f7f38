//! Expressions: of every type, before it is known which.

use crate::base::Span;
use crate::syntax::ast::{Name, QuotedText, Tag};

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
    /// `map "ab"`: the points that the map shows with one of these signs.
    Mapped(QuotedText),
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
    /// `reached from X over S within n not counting T`: where one gets step by step.
    Reached(Box<Reached>),
    /// `greatest n in 0..4 where some shore(n)`, `least …`
    Extreme {
        /// The least rather than the greatest.
        least: bool,
        /// Among which numbers.
        over: Box<Binder>,
    },
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
    /// `X is Y`, `X is not Y`, `X is in Y`, `<`, `<=`, `>`, `>=`
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
    /// `(others where some purse of it)`: players or rows of which a condition holds, each of them being `it`.
    Where {
        /// Of which.
        of: Box<Expr>,
        /// What holds.
        cond: Box<Expr>,
    },
    /// `sum k in pirate where …: number of k`
    SumOver {
        /// Over what.
        over: Box<Binder>,
        /// What is added up.
        value: Box<Expr>,
    },
    /// `best p in players where … by size of hand of p`, `sole best …`
    Best {
        /// Nobody, if several are level.
        sole: bool,
        /// Among whom.
        over: Box<Binder>,
        /// What decides, the first one first.
        by: Vec<Expr>,
    },
    /// `copies of k in deck`
    Copies {
        /// Of what.
        of: Box<Expr>,
        /// Where.
        zone: Box<Expr>,
    },
}

/// `k in pirate where …`: a name for each of some players or rows in turn.
#[derive(Clone, Debug)]
pub struct Binder {
    /// The name.
    pub name: Name,
    /// What it stands for in turn.
    pub set: Expr,
    /// What must hold of it besides.
    pub filter: Option<Expr>,
}

/// `reached from X over S within n not counting T`
#[derive(Clone, Debug)]
pub struct Reached {
    /// Where it begins.
    pub from: Expr,
    /// Into which points a step may lead.
    pub over: Expr,
    /// The most steps.
    pub within: Option<Expr>,
    /// Steps into these points count nothing.
    pub free: Option<Expr>,
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
    /// `is in`
    IsIn,
    /// `is not in`
    IsNotIn,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}
