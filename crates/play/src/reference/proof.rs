//! Proofs: values of expressions, with the parts that decided them.
//!
//! An evaluation takes a node and returns an [`Evaluated`]: the node, its value, and its evaluated parts. The
//! [`Evidence`] chooses which parts are kept: none for [`ValueOnly`], the reference value; all for [`WithParts`], a
//! [`Proof`]. For `there in empty and next to own pawn`, a proof has the points of each of the three sets, and the point
//! of `there`. Explanations read the proof and evaluate nothing again.
//!
//! Each type of expression has one enum of parts, with one variant for each form. The readers of proofs match all
//! variants, so a new form does not compile until it is evaluated and explained. The method is that of provenance in
//! databases: one evaluation over an abstract domain, either of values or of values with their reasons.

use crate::reference::seen_ways::{FloodStep, Ray};
use crate::reference::{Evaluator, Fault};
use linstock_engine::ir::ScriptAnswer;
use linstock_model::{
    ArgId, Comparison, Dir, Dirs, FiniteDomain, Formation, FormationRef, KindId, ListId, Member,
    MemberSet, MemoryRef, Node, Num, NumOp, Owner, Place, Point, PointSet, Reach, RuleId, ScriptId,
    Set, Truth, Value, ZoneRef,
};
use std::borrow::Cow;

/// Which evaluated parts an evaluation keeps.
pub trait Evidence {
    /// Whether parts are kept. Then an evaluation also evaluates the parts of a condition that can no longer change it.
    const KEEPS: bool;
    /// The kept parts.
    type Kept<T>;
    /// Keeps parts.
    fn keep<T>(parts: T) -> Self::Kept<T>;
}

/// Keeps nothing: only values are computed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ValueOnly {}

impl Evidence for ValueOnly {
    const KEEPS: bool = false;
    type Kept<T> = ();
    fn keep<T>(_: T) {}
}

/// Keeps everything: makes a proof.
#[derive(Clone, Copy, Debug)]
pub enum WithParts {}

impl Evidence for WithParts {
    const KEEPS: bool = true;
    type Kept<T> = Box<T>;
    fn keep<T>(parts: T) -> Box<T> {
        Box::new(parts)
    }
}

/// A type of expression: its value, and the parts of its forms.
pub trait Form: Sized {
    /// Its value.
    type Value;
    /// The parts of each of its forms.
    type Parts<'m, E: Evidence>;
    /// Evaluates a node.
    ///
    /// # Errors
    /// If an argument is missing or a script fails.
    fn evaluate<'m, E: Evidence>(
        evaluator: &Evaluator<'m>,
        node: &'m Node<Self>,
    ) -> Result<Evaluated<'m, Self, E>, Fault>;
}

impl Form for Truth {
    type Value = bool;
    type Parts<'m, E: Evidence> = TruthParts<'m, E>;
    fn evaluate<'m, E: Evidence>(
        evaluator: &Evaluator<'m>,
        node: &'m Node<Self>,
    ) -> Result<Evaluated<'m, Self, E>, Fault> {
        evaluator.walk_truth(node)
    }
}

impl Form for Set {
    type Value = PointSet;
    type Parts<'m, E: Evidence> = SetParts<'m, E>;
    fn evaluate<'m, E: Evidence>(
        evaluator: &Evaluator<'m>,
        node: &'m Node<Self>,
    ) -> Result<Evaluated<'m, Self, E>, Fault> {
        evaluator.walk_set(node)
    }
}

impl Form for Num {
    type Value = i64;
    type Parts<'m, E: Evidence> = NumParts<'m, E>;
    fn evaluate<'m, E: Evidence>(
        evaluator: &Evaluator<'m>,
        node: &'m Node<Self>,
    ) -> Result<Evaluated<'m, Self, E>, Fault> {
        evaluator.walk_num(node)
    }
}

impl Form for Member {
    type Value = Option<u8>;
    type Parts<'m, E: Evidence> = MemberParts<'m, E>;
    fn evaluate<'m, E: Evidence>(
        evaluator: &Evaluator<'m>,
        node: &'m Node<Self>,
    ) -> Result<Evaluated<'m, Self, E>, Fault> {
        evaluator.walk_member(node)
    }
}

impl Form for MemberSet {
    type Value = Vec<u8>;
    type Parts<'m, E: Evidence> = Vec<Evaluated<'m, Truth, E>>;
    fn evaluate<'m, E: Evidence>(
        evaluator: &Evaluator<'m>,
        node: &'m Node<Self>,
    ) -> Result<Evaluated<'m, Self, E>, Fault> {
        evaluator.walk_members(node)
    }
}

/// A node of an expression with its value, and its parts as far as they are kept.
pub struct Evaluated<'m, F: Form, E: Evidence> {
    /// The node, with its clauses and its place in the text.
    pub node: &'m Node<F>,
    /// Its value.
    pub value: F::Value,
    /// Its parts.
    pub parts: E::Kept<F::Parts<'m, E>>,
}

impl<'m, F: Form, E: Evidence> Evaluated<'m, F, E> {
    /// Makes the result of a node.
    pub(super) fn of(node: &'m Node<F>, value: F::Value, parts: F::Parts<'m, E>) -> Self {
        let parts = E::keep(parts);
        Self { node, value, parts }
    }
}

/// A node with its value and all its parts.
pub type Proof<'m, F> = Evaluated<'m, F, WithParts>;

/// A part of a condition. It is a fault if it fails where it can no longer change the condition.
pub type ConditionPart<'m, E> = Result<Evaluated<'m, Truth, E>, Fault>;

/// The parts of a condition.
pub enum TruthParts<'m, E: Evidence> {
    /// Nothing: the value is constant.
    Fixed,
    /// All of these must hold.
    And(Vec<ConditionPart<'m, E>>),
    /// One of these must hold.
    Or(Vec<ConditionPart<'m, E>>),
    /// This must not hold.
    Not(Evaluated<'m, Truth, E>),
    /// The set that must not be empty.
    Some(Evaluated<'m, Set, E>),
    /// The set that must be connected, and the connected part with its first point.
    Joined(Evaluated<'m, Set, E>, PointSet),
    /// The formations on the board.
    SomeLine(SeenFormations<'m, E>),
    /// The place, and the set that must contain it.
    In(SeenPlace, Evaluated<'m, Set, E>),
    /// The points of the formation, and the set that must contain them.
    LineIn(SeenLine, Evaluated<'m, Set, E>),
    /// Both sets.
    SameSet(Evaluated<'m, Set, E>, Evaluated<'m, Set, E>),
    /// Both numbers.
    Compare(Comparison, Evaluated<'m, Num, E>, Evaluated<'m, Num, E>),
    /// Both members.
    SameMember(Evaluated<'m, Member, E>, Evaluated<'m, Member, E>),
    /// The possible moves, and the last move.
    LastIs(&'m [RuleId], Option<RuleId>),
    /// How often the position must have occurred, and how often it has.
    Seen(u32, u32),
    /// The script with its answer.
    Script(ScriptCall<'m, E>),
}

/// The parts of a set of points.
pub enum SetParts<'m, E: Evidence> {
    /// Nothing: the value is constant.
    Fixed,
    /// The owner of the region.
    Region(Evaluated<'m, Member, E>),
    /// The kinds and the owner of the pieces.
    Pieces(&'m [KindId], SeenOwner<'m, E>),
    /// Nothing: it depends only on the position.
    Empty,
    /// The sets of an intersection.
    And(Vec<Evaluated<'m, Set, E>>),
    /// The sets of a union.
    Or(Vec<Evaluated<'m, Set, E>>),
    /// The set, and the subtracted set.
    Except(Evaluated<'m, Set, E>, Evaluated<'m, Set, E>),
    /// The place.
    At(SeenPlace),
    /// The formation.
    Line(SeenLine),
    /// The start, and the straight ways from it.
    Along(Evaluated<'m, Set, E>, StraightWays<'m, E>),
    /// The formation, and the straight way ahead of it.
    Ahead(SeenLine, StraightWays<'m, E>),
    /// The start, and the links from it.
    NextTo(Evaluated<'m, Set, E>, Vec<SeenLink<'m, E>>),
    /// The winding ways.
    Reached(WindingWays<'m, E>),
    /// The set whose edge it is.
    Edge(Evaluated<'m, Set, E>),
    /// The set that another form computes its points from.
    Other(Evaluated<'m, Set, E>),
    /// The memory.
    Memory(SeenMemory<'m, E>),
    /// The condition, and the set that it chose.
    If(Evaluated<'m, Truth, E>, Evaluated<'m, Set, E>),
    /// The candidates, with the condition for each of them.
    Where(Evaluated<'m, Set, E>, Vec<(Point, Evaluated<'m, Truth, E>)>),
    /// The script with its answer.
    Script(ScriptCall<'m, E>),
}

/// The parts of a number.
pub enum NumParts<'m, E: Evidence> {
    /// Nothing: the value is constant.
    Fixed,
    /// The counted points.
    Count(Evaluated<'m, Set, E>),
    /// The points, whose first one is the number.
    First(Evaluated<'m, Set, E>),
    /// The counted formations.
    CountLines(SeenFormations<'m, E>),
    /// The memory.
    Memory(SeenMemory<'m, E>),
    /// The argument.
    Arg(ArgId),
    /// The row.
    Drawn(Evaluated<'m, Member, E>),
    /// The row, and the zone.
    Copies(Evaluated<'m, Member, E>, SeenZone<'m, E>),
    /// The zone.
    Size(SeenZone<'m, E>),
    /// The row with the field.
    Field(Evaluated<'m, Member, E>),
    /// The index of the number.
    Element(Evaluated<'m, Num, E>),
    /// Both numbers.
    Sum(NumOp, Evaluated<'m, Num, E>, Evaluated<'m, Num, E>),
    /// The condition, and the number that it chose.
    If(Evaluated<'m, Truth, E>, Evaluated<'m, Num, E>),
    /// The script with its answer.
    Script(ScriptCall<'m, E>),
}

/// The parts of a member of a finite domain.
pub enum MemberParts<'m, E: Evidence> {
    /// The acting player.
    Me,
    /// Nobody.
    None,
    /// Nothing: the value is constant.
    Fixed,
    /// The argument.
    Arg(ArgId),
    /// The memory.
    Memory(SeenMemory<'m, E>),
    /// The place of the owner's piece.
    Owner(SeenPlace),
    /// The list, and the place that the row contains.
    RowAt(ListId, SeenPlace),
    /// The finite domain, and the row with the field.
    Field(FiniteDomain, Evaluated<'m, Member, E>),
    /// The member before it.
    Next(Evaluated<'m, Member, E>),
    /// The condition for each member of the finite domain.
    First(Vec<Evaluated<'m, Truth, E>>),
    /// The condition, and the member that it chose.
    If(Evaluated<'m, Truth, E>, Evaluated<'m, Member, E>),
    /// The script with its answer.
    Script(ScriptCall<'m, E>),
}

/// The evaluated domain of an argument.
pub enum SeenDomain<'m, E: Evidence> {
    /// Points.
    Points(Evaluated<'m, Set, E>),
    /// Formations.
    Line(SeenFormations<'m, E>),
    /// The least and the greatest number.
    Numbers(Evaluated<'m, Num, E>, Evaluated<'m, Num, E>),
    /// Players or rows.
    Members(FiniteDomain, Evaluated<'m, MemberSet, E>),
    /// Rows in a zone.
    Zone(SeenZone<'m, E>),
    /// The number of items to draw, and the zone.
    Multiset(Evaluated<'m, Num, E>, SeenZone<'m, E>),
    /// Nothing: the argument already has its value.
    Inherited,
}

/// A place with its point; `None` off the board.
#[derive(Clone, Copy, Debug)]
pub struct SeenPlace {
    /// The place.
    pub place: Place,
    /// The point.
    pub point: Option<Point>,
}

/// A formation that is bound to an argument, with its points from rear to front.
#[derive(Clone, Debug)]
pub struct SeenLine {
    /// The formation.
    pub line: FormationRef,
    /// Its points.
    pub points: Vec<Point>,
}

/// The owner of pieces.
pub struct SeenOwner<'m, E: Evidence> {
    /// The owner as in the rules.
    pub owner: &'m Owner,
    /// The player, if the rules name one.
    pub of: Option<Evaluated<'m, Member, E>>,
}

/// A formation, and where it occurs on the board.
pub struct SeenFormations<'m, E: Evidence> {
    /// The formation, if the game has it.
    pub line: Option<&'m Formation>,
    /// The set that must contain each of its points.
    pub points: Option<Evaluated<'m, Set, E>>,
    /// Where it occurs: rear points and directions.
    pub found: Vec<(Point, Dir)>,
}

/// Straight ways: their lengths, the set of points that they may cross, and each of them.
pub struct StraightWays<'m, E: Evidence> {
    /// Their directions.
    pub dirs: Dirs,
    /// The least and the greatest number of steps.
    pub steps: (u16, u16),
    /// The set that must contain every point strictly between.
    pub through: Option<Evaluated<'m, Set, E>>,
    /// One way for each start and direction.
    pub rays: Vec<Ray>,
}

/// Winding ways: their starts, the points into which they may step, and the distance of each point.
pub struct WindingWays<'m, E: Evidence> {
    /// The expression in the rules.
    pub reach: &'m Reach,
    /// The starts.
    pub from: Evaluated<'m, Set, E>,
    /// The points into which they may step.
    pub over: Evaluated<'m, Set, E>,
    /// The most steps.
    pub within: Option<Evaluated<'m, Num, E>>,
    /// The points into which a step costs nothing.
    pub free: Option<Evaluated<'m, Set, E>>,
    /// The links of the board.
    pub links: Vec<SeenLink<'m, E>>,
    /// The distance of each point, even if it is too far; `None` if no way leads there.
    pub steps: Vec<Option<FloodStep>>,
}

/// A link of the board, and whether it is open.
pub struct SeenLink<'m, E: Evidence> {
    /// Its two ends.
    pub ends: [Point; 2],
    /// Its condition, if it has one.
    pub when: Option<Evaluated<'m, Truth, E>>,
}

impl<E: Evidence> SeenLink<'_, E> {
    /// Returns whether it is open.
    #[must_use]
    pub(crate) fn is_open(&self) -> bool {
        self.when.as_ref().is_none_or(|when| when.value)
    }
}

/// A remembered value with its owner.
pub struct SeenMemory<'m, E: Evidence> {
    /// The reference in the rules.
    pub memory: &'m MemoryRef,
    /// The owner, if the memory has a value for each.
    pub of: Option<Whose<'m, E>>,
    /// The value.
    pub value: Cow<'m, Value>,
}

/// The owner of a remembered value.
pub enum Whose<'m, E: Evidence> {
    /// The piece on a place.
    Piece(SeenPlace),
    /// A player or a row.
    Member(Evaluated<'m, Member, E>),
    /// Two members, and the size of the finite domain of the second.
    Pair(Evaluated<'m, Member, E>, Evaluated<'m, Member, E>, usize),
}

impl<E: Evidence> Whose<'_, E> {
    /// Returns the index of the value; `None` if the owner is nobody.
    #[must_use]
    pub fn index(&self) -> Option<usize> {
        match self {
            Self::Piece(place) => place.point.map(Point::index),
            Self::Member(member) => member.value.map(usize::from),
            Self::Pair(first, second, members) => {
                let first = usize::from(first.value?);
                Some(first * members + usize::from(second.value?))
            }
        }
    }
}

/// A zone with its owner and contents.
pub struct SeenZone<'m, E: Evidence> {
    /// The reference in the rules.
    pub zone: &'m ZoneRef,
    /// The owner, if the zone has one.
    pub of: Option<Evaluated<'m, Member, E>>,
    /// The number of copies of each row; all 0 if the owner is nobody.
    pub contents: Vec<u64>,
}

/// A call of a script, with its answer.
pub struct ScriptCall<'m, E: Evidence> {
    /// The script.
    pub script: ScriptId,
    /// Its arguments.
    pub args: Vec<SeenValue<'m, E>>,
    /// Its answer, with the reason for a no.
    pub answer: ScriptAnswer,
}

/// A value of any type.
pub enum SeenValue<'m, E: Evidence> {
    /// A number.
    Num(Evaluated<'m, Num, E>),
    /// A yes or no.
    Truth(Evaluated<'m, Truth, E>),
    /// A player, a row, or none.
    Member(FiniteDomain, Evaluated<'m, Member, E>),
    /// A point.
    Place(SeenPlace),
    /// A set of points.
    Set(Evaluated<'m, Set, E>),
    /// A kind of piece.
    Kind(KindId),
}
