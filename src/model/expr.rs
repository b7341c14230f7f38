//! Typed expressions: one enum a type, each node with its clauses and its place in the text.
//!
//! `me` is never resolved to a seat: the same expression is asked for each seat as `me`.

use super::{
    ArgId, Dir, Dirs, KindId, LineId, MemoryId, MoveId, Point, PointSet, ScriptId, SeatId, TagId,
};
use crate::base::Span;
use serde::Serialize;

/// A node of an expression.
#[derive(Clone, Debug, Serialize)]
pub struct Node<T> {
    /// The clauses it carries, its own and those of the named things it is (`soldier`, `cannon`, a fact).
    #[serde(skip)]
    pub tags: Vec<TagId>,
    /// Where it was written.
    #[serde(skip)]
    pub span: Span,
    /// What it says.
    pub kind: T,
}

impl<T> Node<T> {
    /// Makes a node that carries no clauses of its own.
    pub fn plain(span: Span, kind: T) -> Self {
        Self {
            tags: Vec::new(),
            span,
            kind,
        }
    }
}

/// A set of points.
#[derive(Clone, Debug, Serialize)]
pub enum Set {
    /// Always the same points: `everything`, `nothing`, a region, `row 10`, `{a1, j1}`.
    Fixed(PointSet),
    /// A region that each player has of his own: `home of me`; one set a seat.
    Region(Vec<PointSet>, Box<Node<Seat>>),
    /// Where pieces of these kinds stand.
    Pieces(Vec<KindId>, Owner),
    /// Where nothing stands.
    Empty,
    /// Points in all of these.
    And(Vec<Node<Set>>),
    /// Points in any of these.
    Or(Vec<Node<Set>>),
    /// Points in the first and not in the second.
    Except(Box<Node<Set>>, Box<Node<Set>>),
    /// The one point of a place; nothing if the place is off the board.
    At(Place),
    /// The points of a formation.
    Line(LineRef),
    /// Where one gets from any point of `from` in a straight line.
    Along {
        /// The starting points.
        from: Box<Node<Set>>,
        /// The directions, for each seat as `me`.
        dirs: Vec<Dirs>,
        /// The least number of steps, at least 1.
        least: u16,
        /// The greatest number of steps.
        most: u16,
        /// What every point strictly between must be in.
        through: Option<Box<Node<Set>>>,
    },
    /// Points ahead of a formation, on its line.
    Ahead {
        /// The formation.
        line: LineRef,
        /// The least number of steps from its front, at least 1.
        least: u16,
        /// The greatest number of steps.
        most: u16,
        /// What every point strictly between must be in.
        through: Option<Box<Node<Set>>>,
    },
    /// Points next to any point of a set, as the board's `next` says.
    NextTo(Box<Node<Set>>),
    /// Points of a set that have a side (north, east, south or west) on no point of the set.
    Edge(Box<Node<Set>>),
    /// A remembered set.
    Memory(MemoryRef),
    /// One set or the other.
    If(Box<Node<Truth>>, Box<Node<Set>>, Box<Node<Set>>),
}

/// Whose pieces are meant.
#[derive(Clone, Debug, Serialize)]
pub enum Owner {
    /// Anybody's.
    Any,
    /// Those of `me`.
    Own,
    /// Those of everybody but `me`.
    Enemy,
    /// Those of one player.
    Of(Box<Node<Seat>>),
}

/// A formation bound to an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct LineRef {
    /// The argument that holds it.
    pub arg: ArgId,
    /// Which formation it is.
    pub line: LineId,
}

/// A single point, or off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Place {
    /// Always the same.
    Fixed(Point),
    /// An argument of the move.
    Arg(ArgId),
    /// A point on the line of a formation: steps from its rear point towards its front (`rear of c` is 0).
    OnLine(LineRef, i16),
}

/// A yes or no.
#[derive(Clone, Debug, Serialize)]
pub enum Truth {
    /// Always the same.
    Fixed(bool),
    /// All of these.
    And(Vec<Node<Truth>>),
    /// Any of these.
    Or(Vec<Node<Truth>>),
    /// Not this.
    Not(Box<Node<Truth>>),
    /// There is a point in the set.
    Some(Box<Node<Set>>),
    /// The formation stands somewhere on the board.
    SomeLine(LineId),
    /// The place is on the board and in the set.
    In(Place, Box<Node<Set>>),
    /// All points of the formation are in the set.
    LineIn(LineRef, Box<Node<Set>>),
    /// Both sets hold the same points.
    SameSet(Box<Node<Set>>, Box<Node<Set>>),
    /// Two numbers compared.
    Compare(Comparison, Box<Node<Num>>, Box<Node<Num>>),
    /// Both are the same player.
    SameSeat(Box<Node<Seat>>, Box<Node<Seat>>),
    /// The move answered last, since the last wait began, is one of these.
    LastIs(Vec<MoveId>),
    /// This position has occurred so often at this statement, this time included.
    Seen(u32),
    /// What a script says.
    Script(ScriptId, Vec<ValueExpr>),
}

/// How two numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Comparison {
    /// The same.
    Equal,
    /// Less.
    Less,
    /// Less or the same.
    AtMost,
}

impl Comparison {
    /// Compares two numbers.
    #[must_use]
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Self::Equal => a == b,
            Self::Less => a < b,
            Self::AtMost => a <= b,
        }
    }
}

/// A whole number.
#[derive(Clone, Debug, Serialize)]
pub enum Num {
    /// Always the same.
    Fixed(i64),
    /// How many points are in the set.
    Count(Box<Node<Set>>),
    /// How many of the formation stand on the board, each direction counted.
    CountLines(LineId),
    /// A remembered number.
    Memory(MemoryRef),
    /// An argument of the move.
    Arg(ArgId),
    /// Two numbers joined.
    Sum(NumOp, Box<Node<Num>>, Box<Node<Num>>),
    /// One number or the other.
    If(Box<Node<Truth>>, Box<Node<Num>>, Box<Node<Num>>),
    /// What a script says.
    Script(ScriptId, Vec<ValueExpr>),
}

/// How two numbers are joined; all of them stop at the ends of 64 bits rather than wrap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum NumOp {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The greater.
    Max,
    /// The less.
    Min,
}

impl NumOp {
    /// Joins two numbers.
    #[must_use]
    pub fn apply(self, a: i64, b: i64) -> i64 {
        match self {
            Self::Add => a.saturating_add(b),
            Self::Sub => a.saturating_sub(b),
            Self::Mul => a.saturating_mul(b),
            Self::Max => a.max(b),
            Self::Min => a.min(b),
        }
    }
}

/// A player, or none.
#[derive(Clone, Debug, Serialize)]
pub enum Seat {
    /// Who acts.
    Me,
    /// Nobody.
    None,
    /// Always the same.
    Fixed(SeatId),
    /// An argument of the move.
    Arg(ArgId),
    /// A remembered player.
    Memory(MemoryRef),
    /// The next in seat order after another, round the table.
    Next(Box<Node<Seat>>),
}

/// A set of players.
#[derive(Clone, Debug, Serialize)]
pub enum SeatSet {
    /// Everybody who plays.
    All,
    /// Everybody but `me`.
    Others,
    /// One player; nobody if there is none.
    One(Box<Node<Seat>>),
}

/// A value of any type that can be remembered or handed to a script.
#[derive(Clone, Debug, Serialize)]
pub enum ValueExpr {
    /// A number.
    Num(Node<Num>),
    /// A yes or no.
    Truth(Node<Truth>),
    /// A player or none.
    Seat(Node<Seat>),
    /// A point.
    Place(Node<Place>),
    /// A set of points.
    Set(Node<Set>),
    /// A kind of piece.
    Kind(KindId),
}

/// A value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Value {
    /// A number.
    Num(i64),
    /// A yes or no.
    Truth(bool),
    /// A player or none.
    Seat(Option<SeatId>),
    /// A point, or off the board.
    Point(Option<Point>),
    /// A set of points.
    Points(PointSet),
    /// A kind of piece.
    Kind(KindId),
}

/// What an argument of a move is bound to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ArgValue {
    /// A point.
    Point(Point),
    /// A formation, by its rear point and its direction.
    Line(Point, Dir),
    /// A number.
    Num(i64),
    /// A player.
    Seat(SeatId),
}

/// The type of a remembered value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum MemoryType {
    /// A number.
    Num,
    /// A yes or no.
    Truth,
    /// A player or none.
    Seat,
    /// A set of points.
    Points,
}

/// A remembered value.
#[derive(Clone, Debug, Serialize)]
pub struct Memory {
    /// Its name.
    pub name: String,
    /// One for each player, rather than one for the game.
    pub per_player: bool,
    /// Its type.
    pub ty: MemoryType,
    /// What it is at the start, and after `forget`.
    pub start: Value,
    /// Something that decides moves or ends reads it under these options; if not, nothing writes it either.
    pub live: bool,
    /// The clauses it carries.
    #[serde(skip)]
    pub tags: Vec<TagId>,
}

/// A remembered value, of whom.
#[derive(Clone, Debug, Serialize)]
pub struct MemoryRef {
    /// Which one.
    pub memory: MemoryId,
    /// Whose, if there is one for each player.
    pub of: Option<Box<Node<Seat>>>,
}
