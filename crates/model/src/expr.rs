//! Typed expressions: one enum a type, each node with its clauses and its place in the text.
//!
//! `me` is never resolved to a seat: the same expression is asked for each seat as `me`.

use crate::{
    ArgId, Dir, Dirs, FiniteDomain, FormationId, KindId, ListId, MemberPair, MemoryId, MemoryRef,
    Point, PointSet, RowId, RuleId, ScriptId, SeatId, TagId, TextPart, ZoneRef,
};
use linstock_base::Span;
use std::sync::Arc;

/// A node of an expression.
#[derive(Clone, Debug)]
pub struct Node<T> {
    /// The clauses it carries, its own and those of the named things it is (`soldier`, `cannon`, a fact).
    pub tags: Vec<TagId>,
    /// Where it was written.
    pub span: Span,
    /// What is said when it decides against a move, if the rules have a sentence for that.
    pub reason: Option<Sentence>,
    /// What it says.
    pub kind: T,
}

/// A sentence in which something may be filled in.
pub type Sentence = Arc<[TextPart]>;

impl<T> Node<T> {
    /// Makes a node that carries no clauses of its own.
    pub fn plain(span: Span, kind: T) -> Self {
        Self {
            tags: Vec::new(),
            span,
            reason: None,
            kind,
        }
    }

    /// Turns what the node is into something else. Span, clauses and reason stay.
    ///
    /// # Errors
    /// The node with what the function gave back.
    pub fn try_map<U>(self, map: impl FnOnce(T) -> Result<U, T>) -> Result<Node<U>, Self> {
        let Self {
            tags,
            span,
            reason,
            kind,
        } = self;
        match map(kind) {
            Ok(kind) => Ok(Node {
                tags,
                span,
                reason,
                kind,
            }),
            Err(kind) => Err(Self {
                tags,
                span,
                reason,
                kind,
            }),
        }
    }
}

/// A set of points.
#[derive(Clone, Debug)]
pub enum Set {
    /// Always the same points: `everything`, `nothing`, a region, `row 10`, `{a1, j1}`.
    Fixed(PointSet),
    /// What each member of a finite domain has of its own, one set a member: `home of me`, `boxes of s`.
    Region(Vec<PointSet>, Box<Node<Member>>),
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
    Line(FormationRef),
    /// Where one gets from any point of `from` in a straight line.
    Along {
        /// The starting points.
        from: Box<Node<Set>>,
        /// The directions.
        dirs: Headings,
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
        line: FormationRef,
        /// The least number of steps from its front, at least 1.
        least: u16,
        /// The greatest number of steps.
        most: u16,
        /// What every point strictly between must be in.
        through: Option<Box<Node<Set>>>,
    },
    /// Points next to any point of a set, as the board's `next` says.
    NextTo(Box<Node<Set>>),
    /// Points that are reached step by step, as the board's `next` says.
    Reached(Box<Reach>),
    /// Points of a set that have a side (north, east, south or west) on no point of the set.
    Edge(Box<Node<Set>>),
    /// A remembered set.
    Memory(MemoryRef),
    /// One set or the other.
    If(Box<Node<Truth>>, Box<Node<Set>>, Box<Node<Set>>),
    /// Points of a set of which something holds, each of them being [`Place::It`].
    Where(Box<Node<Set>>, Box<Node<Truth>>),
    /// What a script says: a set of points, or one point or none.
    Script(ScriptId, Vec<ValueExpr>),
}

/// Directions in which ways lead.
#[derive(Clone, Debug)]
pub enum Headings {
    /// Always these, for each seat as `me`.
    Known(Vec<Dirs>),
    /// Those of which something holds: a truth for each direction, in the order of the topology's table.
    Such(Vec<Node<Truth>>),
}

/// A way that winds: from some points, step by step, into the points of a set. Those it begins from are reached, wherever
/// they lie.
#[derive(Clone, Debug)]
pub struct Reach {
    /// Where it begins.
    pub from: Node<Set>,
    /// Into which points a step may lead.
    pub over: Node<Set>,
    /// The most steps; as many as it takes without it. Below 0 nothing is reached.
    pub within: Option<Node<Num>>,
    /// Steps into these points count nothing.
    pub free: Option<Node<Set>>,
}

/// Whose pieces are meant.
#[derive(Clone, Debug)]
pub enum Owner {
    /// Anybody's.
    Any,
    /// Those of `me`.
    Own,
    /// Those of everybody but `me`.
    Enemy,
    /// Those of one player.
    Of(Box<Node<Member>>),
}

/// A formation bound to an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FormationRef {
    /// The argument that holds it.
    pub arg: ArgId,
    /// Which formation it is.
    pub line: FormationId,
}

/// A single point, or off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Always the same.
    Fixed(Point),
    /// An argument of the move.
    Arg(ArgId),
    /// A point on the line of a formation: steps from its rear point towards its front (`rear of c` is 0).
    OnLine(FormationRef, i16),
    /// The candidate of the innermost `where` around it.
    It,
    /// The point whose number is remembered: the one at which a `for` is.
    Kept(MemoryId),
}

/// A yes or no.
#[derive(Clone, Debug)]
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
    /// The set is in one piece: from any of its points all others are reached over it. So is one without points.
    Joined(Box<Node<Set>>),
    /// The formation stands somewhere on the board.
    SomeLine(FormationId),
    /// The place is on the board and in the set.
    In(Place, Box<Node<Set>>),
    /// All points of the formation are in the set.
    LineIn(FormationRef, Box<Node<Set>>),
    /// Both sets hold the same points.
    SameSet(Box<Node<Set>>, Box<Node<Set>>),
    /// Two numbers compared.
    Compare(Comparison, Box<Node<Num>>, Box<Node<Num>>),
    /// Both are the same player or row, or none.
    SameMember(Box<Node<Member>>, Box<Node<Member>>),
    /// The move answered last, since the last wait began, is one of these.
    LastIs(Vec<RuleId>),
    /// This position has occurred so often at this statement, this time included.
    Seen(u32),
    /// What a script says.
    Script(ScriptId, Vec<ValueExpr>),
}

/// How two numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

/// What `none` is among numbers: more than any other.
pub const NO_NUMBER: i64 = i64::MAX;

/// A whole number.
#[derive(Clone, Debug)]
pub enum Num {
    /// Always the same.
    Fixed(i64),
    /// How many points are in the set.
    Count(Box<Node<Set>>),
    /// The number of the first point of a set; -1 if it has none.
    First(Box<Node<Set>>),
    /// How many copies of a row are among those that an argument draws.
    Drawn(ArgId, ListId, Box<Node<Member>>),
    /// How many of the formation stand on the board, each direction counted.
    CountLines(FormationId),
    /// A remembered number.
    Memory(MemoryRef),
    /// An argument of the move.
    Arg(ArgId),
    /// How many copies of a row a zone holds.
    Copies(Box<Node<Member>>, ZoneRef),
    /// How much a zone holds.
    Size(ZoneRef),
    /// The number that a row has, by row; 0 for none.
    Field(Vec<i64>, Box<Node<Member>>),
    /// The n-th of some numbers, counted from 1; 0 if there is none.
    Element(Vec<i64>, Box<Node<Num>>),
    /// Two numbers joined.
    Sum(NumOp, Box<Node<Num>>, Box<Node<Num>>),
    /// One number or the other.
    If(Box<Node<Truth>>, Box<Node<Num>>, Box<Node<Num>>),
    /// What a script says.
    Script(ScriptId, Vec<ValueExpr>),
}

/// How two numbers are joined. Numbers have 64 bits; what does not fit is a fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NumOp {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// How often the second goes into the first, so that what is left is not below 0.
    Div,
    /// What is left then.
    Rem,
    /// The greater.
    Max,
    /// The less.
    Min,
}

impl NumOp {
    /// Joins two numbers; `None` if the result does not fit.
    #[inline]
    #[must_use]
    pub fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Self::Add => a.checked_add(b),
            Self::Sub => a.checked_sub(b),
            Self::Mul => a.checked_mul(b),
            Self::Div => a.checked_div_euclid(b),
            Self::Rem if b == -1 => Some(0),
            Self::Rem => a.checked_rem_euclid(b),
            Self::Max => Some(a.max(b)),
            Self::Min => Some(a.min(b)),
        }
    }

    /// Tells whether numbers are divided.
    #[must_use]
    pub fn divides(self) -> bool {
        matches!(self, Self::Div | Self::Rem)
    }

    /// Tells whether there may be no result, or one that does not fit.
    #[must_use]
    pub fn may_fail(self) -> bool {
        !matches!(self, Self::Max | Self::Min)
    }

    /// Says that there is no result, or that it does not fit.
    #[cold]
    #[must_use]
    pub fn overflow(self, a: i64, b: i64) -> String {
        if b == 0 && self.divides() {
            return format!("{a} is divided by 0");
        }
        let sign = match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::Max => "max",
            Self::Min => "min",
        };
        format!(
            "{a} {sign} {b} is too large to be worked out: numbers go from {} to {}",
            i64::MIN,
            i64::MAX
        )
    }
}

/// A member of a finite domain, or none; which finite domain, is known where it stands.
#[derive(Clone, Debug)]
pub enum Member {
    /// Who acts.
    Me,
    /// Nobody.
    None,
    /// Always the same, by its place in the finite domain.
    Fixed(u8),
    /// An argument of the move.
    Arg(ArgId),
    /// A remembered one.
    Memory(MemoryRef),
    /// The owner of the uppermost piece on a place that has one.
    Owner(Place),
    /// The key of a value that is remembered of a piece: the point where it stands, as in `strength of here`.
    At(Place),
    /// The keys of a value that is to be remembered of each piece on the points of a set.
    Over(Box<Node<Set>>),
    /// The key of a value that is remembered of a pair: a member of each of two finite domains.
    Pair(Box<MemberPair>),
    /// The row of a list in which a place lies: by point.
    RowAt(ListId, Vec<Option<u8>>, Place),
    /// The player or row that a row has, by row; none of none.
    Field(FiniteDomain, Vec<Option<u8>>, Box<Node<Member>>),
    /// The next in seat order after another, round the table.
    Next(Box<Node<Member>>),
    /// The first member of the finite domain for which its truth holds.
    First(Vec<Node<Truth>>),
    /// One or the other.
    If(Box<Node<Truth>>, Box<Node<Member>>, Box<Node<Member>>),
    /// What a script says.
    Script(ScriptId, Vec<ValueExpr>),
}

/// A set of members of a finite domain: for each of them whether it is in the set.
#[derive(Clone, Debug)]
pub struct MemberSet(pub Vec<Node<Truth>>);

/// A value of any type that can be remembered or handed to a script.
#[derive(Clone, Debug)]
pub enum ValueExpr {
    /// A number.
    Num(Node<Num>),
    /// A yes or no.
    Truth(Node<Truth>),
    /// A player, a row, or none.
    Member(FiniteDomain, Node<Member>),
    /// A point.
    Place(Node<Place>),
    /// A set of points.
    Set(Node<Set>),
    /// A kind of piece.
    Kind(KindId),
}

/// A value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number.
    Num(i64),
    /// A yes or no.
    Truth(bool),
    /// A player or none.
    Seat(Option<SeatId>),
    /// A row of a list or none.
    Row(ListId, Option<RowId>),
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
    /// A row of a list.
    Row(ListId, RowId),
    /// A multiset of rows of a list, packed.
    Multiset(ListId, u64),
}
