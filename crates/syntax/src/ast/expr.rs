//! Expressions of all types, as written; their types are not known yet. `own` is a word here,
//! and `home of me` is two words joined by `of`.

use crate::ast::parts::tree_enum;
use crate::ast::{Name, QuotedText, Tag, Template};
use linstock_base::Span;

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// The whole expression, without its tags.
    pub span: Span,
    /// Its kind.
    pub kind: ExprKind,
}

impl Expr {
    /// Makes an expression without clauses.
    #[must_use]
    pub fn untagged(span: Span, kind: ExprKind) -> Self {
        let tags = Vec::new();
        Self { tags, span, kind }
    }
}

tree_enum! {
    /// The kind of an expression.
    #[derive(Clone, Debug)]
    pub enum ExprKind {
        /// `7`
        Number(number: i64),
        /// Any single name: `empty`, `me`, `soldier`, `here`, `a7`, `none`, `forwards`.
        Word(word: String),
        /// `own soldier`, `enemy town`, `light soldier`: an owner and a kind of piece.
        Owned {
            /// `own`, `enemy`, or a player's name.
            owner: Name,
            /// The kind of piece.
            kind: Name,
        },
        /// `map "ab"`: the points that the map shows with one of these signs.
        Mapped(signs: QuotedText),
        /// `row 10`, `column e`
        Rank {
            /// `row` or `column`.
            axis: Name,
            /// Which one: a number, or a letter as a word.
            index: Box<Expr>,
        },
        /// `{a7, j1}`
        Braces(elements: Vec<Expr>),
        /// `a1..f6`, `1..8`
        Range(first: Box<Expr>, last: Box<Expr>),
        /// `2 backwards`, `2..3 ahead`, `1.. orthogonal`: a distance in a direction; without `most` up to the edge.
        Counted {
            /// The least distance.
            least: i64,
            /// The greatest distance.
            most: Option<i64>,
            /// The direction.
            what: Box<Expr>,
        },
        /// `X of Y`: `forwards of here`, `home of me`, `rear of c`, `shifts of me`, `fort of p`.
        Of {
            /// The part before `of`.
            head: Box<Expr>,
            /// The part after `of`.
            of: Box<Expr>,
        },
        /// `X through S`: every point strictly between is in `S`.
        Through {
            /// The straight path.
            way: Box<Expr>,
            /// The set that contains every point in between.
            set: Box<Expr>,
        },
        /// `next to X`
        NextTo(of: Box<Expr>),
        /// `next player after P`
        NextPlayer(after: Box<Expr>),
        /// `previous player before P`
        PreviousPlayer(before: Box<Expr>),
        /// `edge of X`
        EdgeOf(of: Box<Expr>),
        /// `reached from X over S within n not counting T`: the points reached step by step (a flood fill).
        Reached(reached: Box<Reached>),
        /// `reflection of here over northeast`: the mirror points.
        Reflection {
            /// The points.
            of: Box<Expr>,
            /// A direction, or `centre`.
            axis: Name,
        },
        /// `greatest n in 0..4 where some shore(n)`, `least …`
        Extreme {
            /// The least rather than the greatest.
            least: bool,
            /// The name, the numbers to search, and the condition.
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
        Count(of: Box<Expr>),
        /// `X and Y`, `X or Y`, `X except Y`, sets or truths alike.
        Logic {
            /// The operator.
            op: LogicOp,
            /// The left operand.
            left: Box<Expr>,
            /// The right operand.
            right: Box<Expr>,
        },
        /// `not X`
        Not(of: Box<Expr>),
        /// `+ - *`
        Sum {
            /// The operator.
            op: SumOp,
            /// The left operand.
            left: Box<Expr>,
            /// The right operand.
            right: Box<Expr>,
        },
        /// `X is Y`, `X is not Y`, `X is in Y`, `<`, `<=`, `>`, `>=`
        Compare {
            /// The operator.
            op: CompareOp,
            /// The left operand.
            left: Box<Expr>,
            /// The right operand.
            right: Box<Expr>,
        },
        /// `C else "a sentence"`: the reason to give if C decides against a move.
        Reasoned {
            /// The condition, or the set of choices.
            of: Box<Expr>,
            /// The sentence.
            reason: Box<Template>,
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
        Seen(times: i64),
        /// `(others where some purse of it)`: the players or rows for which a condition holds; `it` is the candidate.
        Where {
            /// The players or rows to filter.
            of: Box<Expr>,
            /// The condition.
            cond: Box<Expr>,
        },
        /// `some d in orthogonal where …`, `no p in others where …`
        SomeOver {
            /// `no` rather than `some`.
            none: bool,
            /// The name, its range and the condition.
            over: Box<Binder>,
        },
        /// `shots(here, d) for each d in orthogonal`
        ForEach {
            /// The set of points for one value of the name.
            of: Box<Expr>,
            /// The name and its range.
            over: Box<Binder>,
        },
        /// `sum k in pirate where …: number of k`
        SumOver {
            /// The name and its range.
            over: Box<Binder>,
            /// The term.
            value: Box<Expr>,
        },
        /// `best p in players where … by size of hand of p`, `sole best …`
        Best {
            /// The result is nobody if several candidates are equal.
            sole: bool,
            /// The candidates.
            over: Box<Binder>,
            /// The criteria, the most important first.
            by: Vec<Expr>,
        },
        /// `copies of k in deck`
        Copies {
            /// The row.
            of: Box<Expr>,
            /// The zone.
            zone: Box<Expr>,
        },
    }
}

/// `k in pirate where …`: a name that stands for each player or row of a set in turn.
#[derive(Clone, Debug)]
pub struct Binder {
    /// The name.
    pub name: Name,
    /// The players or rows.
    pub set: Expr,
    /// The condition.
    pub filter: Option<Expr>,
}

/// `reached from X over S within n not counting T`
#[derive(Clone, Debug)]
pub struct Reached {
    /// The start points.
    pub from: Expr,
    /// The points that a step may enter.
    pub over: Expr,
    /// The most steps.
    pub within: Option<Expr>,
    /// Steps into these points do not count.
    pub free: Option<Expr>,
}

/// An operator on sets or truths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogicOp {
    /// Both.
    And,
    /// Either.
    Or,
    /// The first without the second.
    Except,
}

/// An operator on numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SumOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
}

/// A comparison operator.
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
