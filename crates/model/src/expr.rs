//! Typed expressions: one enum for each type. Each node has its clauses and its place in the text.
//!
//! `me` is never resolved to a seat: the same expression is evaluated for each seat as `me`.

use crate::forms::forms;
use crate::{
    ArgId, Axis, Dir, Dirs, FiniteDomain, FormationId, KindId, ListId, MemberPair, MemoryId,
    MemoryRef, Point, PointSet, RowId, RuleId, ScriptId, SeatId, TagId, TextPart, ZoneRef,
};
use linstock_base::Span;
use std::sync::Arc;

/// A node of an expression.
#[derive(Clone, Debug)]
pub struct Node<T> {
    /// Its clauses, including those of the named things in it (`soldier`, `cannon`, a fact).
    pub tags: Vec<TagId>,
    /// Its place in the text.
    pub span: Span,
    /// The refusal's sentence if this node decides against a move; `None` if the rules have no sentence for it.
    pub reason: Option<Sentence>,
    /// The form.
    pub kind: T,
}

/// A sentence with values to fill in.
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

    /// Converts the form. Span, clauses and reason stay.
    ///
    /// # Errors
    /// The node with the form that `map` returned as an error.
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

forms! {
    /// A set of points.
    #[derive(Clone, Debug)]
    pub enum Set {
        /// A constant set: `everything`, `nothing`, a region, `row 10`, `{a1, j1}`.
        Fixed(points: PointSet) [points],
        /// The set of a member of a finite domain, from one constant set for each member: `home of me`, `boxes of s`.
        Region(sets: Vec<PointSet>, of: Box<Node<Member>>) ["region-of" of sets],
        /// Points with a piece of one of these kinds.
        Pieces(kinds: Vec<KindId>, owner: Owner) ["pieces" kinds owner] reads PIECES,
        /// Points without a piece.
        Empty ["empty"] reads PIECES,
        /// Points in all of these.
        And(parts: Vec<Node<Set>>) ["and" parts],
        /// Points in any of these.
        Or(parts: Vec<Node<Set>>) ["or" parts],
        /// Points in the first and not in the second.
        Except(all: Box<Node<Set>>, but: Box<Node<Set>>) ["except" all but],
        /// The point of a place; no point if the place is off the board.
        At(place: Place) ["at" place],
        /// The points of a formation.
        Line(line: FormationRef) ["line" line],
        /// The points at the end of a straight way from any point of `from`.
        Along {
            /// The starting points.
            from: Box<Node<Set>>,
            /// The directions.
            dirs: Headings,
            /// The least number of steps, at least 1.
            least: u16,
            /// The greatest number of steps.
            most: u16,
            /// The set that must contain every point strictly between.
            through: Option<Box<Node<Set>>>,
        } ["from" from dirs least most through],
        /// Points ahead of a formation, on its line.
        Ahead {
            /// The formation.
            line: FormationRef,
            /// The least number of steps from its front, at least 1.
            least: u16,
            /// The greatest number of steps.
            most: u16,
            /// The set that must contain every point strictly between.
            through: Option<Box<Node<Set>>>,
        } ["ahead" line least most through],
        /// Points next to any point of a set, by the steps of `next`.
        NextTo(of: Box<Node<Set>>) ["next-to" of] reads STEPS,
        /// Points that several steps of `next` reach.
        Reached(reach: Box<Reach>) [reach] reads STEPS,
        /// Points of a set with a side where the neighbour is missing or outside the set.
        Edge(of: Box<Node<Set>>) ["edge" of],
        /// The mirror points of the points of a set.
        Reflection(of: Box<Node<Set>>, axis: Axis) ["reflection" of axis],
        /// A remembered set.
        Memory(memory: MemoryRef) [memory],
        /// A conditional: one of two sets.
        If(cond: Box<Node<Truth>>, yes: Box<Node<Set>>, no: Box<Node<Set>>) ["if" cond yes no],
        /// Points of a set that satisfy a condition. [`Place::It`] is the point in the condition.
        Where(of: Box<Node<Set>>, cond: Box<Node<Truth>>) ["where" of cond],
        /// The result of a script: a set of points, one point, or none.
        Script(script: ScriptId, args: Vec<ValueExpr>) ["script" script args],
    }
}

forms! {
    /// The directions of straight ways.
    #[derive(Clone, Debug)]
    pub enum Headings {
        /// Constant directions, for each seat as `me`.
        Known(dirs: Vec<Dirs>) [dirs] reads ME,
        /// The directions whose condition holds: one condition for each direction, in the order of the topology's table.
        Such(conds: Vec<Node<Truth>>) ["such" conds],
    }
}

/// A flood fill: from some points, step by step, into the points of a set. The start points count as reached, even if they are
/// not in the set.
#[derive(Clone, Debug)]
pub struct Reach {
    /// The start points.
    pub from: Node<Set>,
    /// The points into which a step may lead.
    pub over: Node<Set>,
    /// The maximum number of steps; unlimited if absent. If it is negative, no point is reached.
    pub within: Option<Node<Num>>,
    /// Points into which steps are free: they do not count.
    pub free: Option<Node<Set>>,
}

forms! {
    /// Whose pieces a set contains.
    #[derive(Clone, Debug)]
    pub enum Owner {
        /// All pieces, of players and of nobody.
        Any ["any"],
        /// The pieces of `me`.
        Own ["own"] reads ME,
        /// The pieces of all players but `me`.
        Enemy ["enemy"] reads ME,
        /// The pieces of one player.
        Of(player: Box<Node<Member>>) ["of" player],
    }
}

/// A reference to a formation that is bound to an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FormationRef {
    /// The argument.
    pub arg: ArgId,
    /// The kind of formation.
    pub line: FormationId,
}

/// A single point, or a place off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A constant.
    Fixed(Point),
    /// An argument of the move.
    Arg(ArgId),
    /// A point on the line of a formation, by its steps from the rear point towards the front (`rear of c` is 0).
    OnLine(FormationRef, i16),
    /// The candidate of the innermost enclosing `where`.
    It,
    /// The point whose number a remembered value holds: the current point of a `for`.
    Kept(MemoryId),
}

forms! {
    /// A yes or no.
    #[derive(Clone, Debug)]
    pub enum Truth {
        /// A constant.
        Fixed(truth: bool) [truth],
        /// All of these hold.
        And(parts: Vec<Node<Truth>>) ["and" parts],
        /// Any of these holds.
        Or(parts: Vec<Node<Truth>>) ["or" parts],
        /// This does not hold.
        Not(of: Box<Node<Truth>>) ["not" of],
        /// The set is not empty.
        Some(set: Box<Node<Set>>) ["some" set],
        /// The set is connected: each point reaches all others over points of the set. The empty set is connected.
        Joined(set: Box<Node<Set>>) ["joined" set] reads STEPS,
        /// The formation is somewhere on the board.
        SomeLine(line: FormationId) ["some-line" line] reads FORMATIONS,
        /// The place is on the board and in the set.
        In(place: Place, set: Box<Node<Set>>) ["in" place set],
        /// All points of the formation are in the set.
        LineIn(line: FormationRef, set: Box<Node<Set>>) ["line-in" line set],
        /// Both sets hold the same points.
        SameSet(one: Box<Node<Set>>, other: Box<Node<Set>>) ["same-points" one other],
        /// Two numbers compare like this.
        Compare(how: Comparison, one: Box<Node<Num>>, other: Box<Node<Num>>) [(how.sign()) one other],
        /// Both are the same player or row, or both are none.
        SameMember(one: Box<Node<Member>>, other: Box<Node<Member>>) ["same-member" one other],
        /// The last move since the last wait began is one of these.
        LastIs(rules: Vec<RuleId>) ["last" rules] reads LAST_MOVE,
        /// This position has occurred this many times at this statement, including now.
        Seen(times: u32) ["seen" times] reads REPETITION,
        /// The result of a script.
        Script(script: ScriptId, args: Vec<ValueExpr>) ["script" script args],
    }
}

/// How two numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// Equal.
    Equal,
    /// Less.
    Less,
    /// Less or equal.
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

/// The value of `none` in comparisons of numbers: more than any other.
pub const NO_NUMBER: i64 = i64::MAX;

forms! {
    /// A whole number.
    #[derive(Clone, Debug)]
    pub enum Num {
        /// A constant.
        Fixed(number: i64) [number],
        /// The number of points in a set.
        Count(set: Box<Node<Set>>) ["count" set],
        /// The number of the first point of a set; -1 if the set is empty.
        First(set: Box<Node<Set>>) ["first" set],
        /// The number of copies of a row in the multiset of an argument.
        Drawn(arg: ArgId, list: ListId, row: Box<Node<Member>>) ["drawn" arg list row],
        /// The number of these formations on the board; each direction counts.
        CountLines(line: FormationId) ["count-lines" line] reads FORMATIONS,
        /// A remembered number.
        Memory(memory: MemoryRef) [memory],
        /// An argument of the move.
        Arg(arg: ArgId) [arg],
        /// The number of copies of a row in a zone.
        Copies(row: Box<Node<Member>>, zone: ZoneRef) ["copies" row zone],
        /// The number of elements in a zone.
        Size(zone: ZoneRef) ["size" zone],
        /// The field of a row, from one number for each row; 0 for none.
        Field(numbers: Vec<i64>, row: Box<Node<Member>>) ["field-of" row numbers],
        /// The n-th of some numbers, counted from 1; 0 if it does not exist.
        Element(numbers: Vec<i64>, at: Box<Node<Num>>) ["element" at numbers],
        /// Arithmetic on two numbers.
        Sum(how: NumOp, one: Box<Node<Num>>, other: Box<Node<Num>>) [(how.sign()) one other],
        /// A conditional: one of two numbers.
        If(cond: Box<Node<Truth>>, yes: Box<Node<Num>>, no: Box<Node<Num>>) ["if" cond yes no],
        /// The result of a script.
        Script(script: ScriptId, args: Vec<ValueExpr>) ["script" script args],
    }
}

/// An arithmetic operation. Numbers have 64 bits; a result that does not fit is a fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NumOp {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The quotient of the Euclidean division.
    Div,
    /// The remainder of the Euclidean division; never negative.
    Rem,
    /// The greater number.
    Max,
    /// The smaller number.
    Min,
}

impl NumOp {
    /// Computes the result; `None` if there is none or it does not fit.
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

    /// Returns whether the operation divides.
    #[must_use]
    pub fn divides(self) -> bool {
        matches!(self, Self::Div | Self::Rem)
    }

    /// Returns whether the operation can fail: no result, or one that does not fit.
    #[must_use]
    pub fn may_fail(self) -> bool {
        !matches!(self, Self::Max | Self::Min)
    }

    /// Returns the message that there is no result, or that it does not fit.
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

forms! {
    /// A member of a finite domain, or none. The context determines the domain.
    #[derive(Clone, Debug)]
    pub enum Member {
        /// The acting player.
        Me ["me"] reads ME,
        /// Nobody.
        None ["none"],
        /// A constant, by its index in the finite domain.
        Fixed(at: u8) ["member" at],
        /// An argument of the move.
        Arg(arg: ArgId) [arg],
        /// A remembered member.
        Memory(memory: MemoryRef) [memory],
        /// The owner of the uppermost owned piece at a place.
        Owner(place: Place) ["owner-of" place] reads PIECES,
        /// The key of a value of a piece: the point of the piece, as in `strength of here`.
        At(place: Place) ["piece-at" place] reads PIECES,
        /// The keys of a value of pieces, for each piece on the points of a set.
        Over(set: Box<Node<Set>>) ["pieces-on" set] reads PIECES,
        /// The key of a value of pairs: a member of each of two finite domains.
        Pair(pair: Box<MemberPair>) [pair],
        /// The row of a list that contains a place, from one entry for each point.
        RowAt(list: ListId, rows: Vec<Option<u8>>, place: Place) ["row-at" place list rows],
        /// The field of a row that holds a player or row, from one entry for each row; none for none.
        Field(finite_domain: FiniteDomain, members: Vec<Option<u8>>, row: Box<Node<Member>>) ["field-of" row finite_domain members],
        /// The next player in seat order, around the table.
        Next(member: Box<Node<Member>>) ["next" member],
        /// The first member of the finite domain whose condition holds.
        First(conds: Vec<Node<Truth>>) ["first" conds],
        /// A conditional: one of two members.
        If(cond: Box<Node<Truth>>, yes: Box<Node<Member>>, no: Box<Node<Member>>) ["if" cond yes no],
        /// The result of a script.
        Script(script: ScriptId, args: Vec<ValueExpr>) ["script" script args],
    }
}

/// A set of members of a finite domain: for each member, the condition that it is in the set.
#[derive(Clone, Debug)]
pub struct MemberSet(pub Vec<Node<Truth>>);

forms! {
    /// A value of any type that can be remembered or passed to a script.
    #[derive(Clone, Debug)]
    pub enum ValueExpr {
        /// A number.
        Num(number: Node<Num>) ["number" number],
        /// A yes or no.
        Truth(truth: Node<Truth>) ["truth" truth],
        /// A player, a row, or none.
        Member(finite_domain: FiniteDomain, member: Node<Member>) ["member-of" finite_domain member],
        /// A point.
        Place(place: Node<Place>) ["point" place],
        /// A set of points.
        Set(set: Node<Set>) ["points" set],
        /// A kind of piece.
        Kind(kind: KindId) ["kind" kind],
    }
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

/// The value of an argument of a move.
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
    /// A packed multiset of rows of a list.
    Multiset(ListId, u64),
}
