//! Proofs: what the value of an expression was made from.
//!
//! An evaluation takes a node and gives an [`Evaluated`]: the node, its value, and the parts that were looked at. How much
//! of the parts is kept is up to an [`Evidence`]: nothing for [`ValueOnly`], the oracle; everything for [`WithParts`], a
//! [`Proof`]. Of `there in empty and next to own pawn` a proof says which points each of the three sets holds, and where
//! `there` is. Whoever explains something reads it, and works nothing out again.
//!
//! There is one enum of parts for each type of expression, with one variant for each form. Those who read proofs match all
//! of them: a new form does not compile until it is evaluated and explained. The method is that of provenance in
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

/// How much an evaluation keeps of what it looked at.
pub trait Evidence {
    /// Whether parts are kept. Then those parts of a condition are looked at, too, that cannot change it any more.
    const KEEPS: bool;
    /// Parts, as they are kept.
    type Kept<T>;
    /// Keeps parts.
    fn keep<T>(parts: T) -> Self::Kept<T>;
}

/// Nothing is kept: values alone are worked out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ValueOnly {}

impl Evidence for ValueOnly {
    const KEEPS: bool = false;
    type Kept<T> = ();
    fn keep<T>(_: T) {}
}

/// Everything is kept: a proof is made.
#[derive(Clone, Copy, Debug)]
pub enum WithParts {}

impl Evidence for WithParts {
    const KEEPS: bool = true;
    type Kept<T> = Box<T>;
    fn keep<T>(parts: T) -> Box<T> {
        Box::new(parts)
    }
}

/// A type of expression: what its value is, and what its forms are made from.
pub trait Form: Sized {
    /// Its value.
    type Value;
    /// The parts of each of its forms.
    type Parts<'m, E: Evidence>;
    /// Works a node out.
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

/// A node of an expression with its value, and the parts that it was made from as far as they are kept.
pub struct Evaluated<'m, F: Form, E: Evidence> {
    /// The node, with its clauses and its place in the text.
    pub node: &'m Node<F>,
    /// Its value.
    pub value: F::Value,
    /// What it was made from.
    pub parts: E::Kept<F::Parts<'m, E>>,
}

impl<'m, F: Form, E: Evidence> Evaluated<'m, F, E> {
    /// Makes the result of a node.
    pub(super) fn of(node: &'m Node<F>, value: F::Value, parts: F::Parts<'m, E>) -> Self {
        let parts = E::keep(parts);
        Self { node, value, parts }
    }
}

/// A node with everything that its value was made from.
pub type Proof<'m, F> = Evaluated<'m, F, WithParts>;

/// A part of a condition; a fault, if it fails where it cannot change the condition any more.
pub type ConditionPart<'m, E> = Result<Evaluated<'m, Truth, E>, Fault>;

/// What a yes or no was made from.
pub enum TruthParts<'m, E: Evidence> {
    /// Nothing: it is always the same.
    Fixed,
    /// All of these are needed.
    And(Vec<ConditionPart<'m, E>>),
    /// One of these is needed.
    Or(Vec<ConditionPart<'m, E>>),
    /// This must not be.
    Not(Evaluated<'m, Truth, E>),
    /// The set that has a point.
    Some(Evaluated<'m, Set, E>),
    /// The set that is in one piece, and the piece that its first point is in.
    Joined(Evaluated<'m, Set, E>, PointSet),
    /// The formations that stand.
    SomeLine(SeenFormations<'m, E>),
    /// The place, and the set it is in.
    In(SeenPlace, Evaluated<'m, Set, E>),
    /// The points of the formation, and the set they are in.
    LineIn(SeenLine, Evaluated<'m, Set, E>),
    /// Both sets.
    SameSet(Evaluated<'m, Set, E>, Evaluated<'m, Set, E>),
    /// Both numbers.
    Compare(Comparison, Evaluated<'m, Num, E>, Evaluated<'m, Num, E>),
    /// Both members.
    SameMember(Evaluated<'m, Member, E>, Evaluated<'m, Member, E>),
    /// The moves that are meant, and the last move.
    LastIs(&'m [RuleId], Option<RuleId>),
    /// How often the position should have occurred, and how often it has.
    Seen(u32, u32),
    /// What a script says, and why.
    Script(ScriptCall<'m, E>),
}

/// What a set of points was made from.
pub enum SetParts<'m, E: Evidence> {
    /// Nothing: it is always the same.
    Fixed,
    /// Whose region.
    Region(Evaluated<'m, Member, E>),
    /// The kinds that are meant, and whose.
    Pieces(&'m [KindId], SeenOwner<'m, E>),
    /// Nothing but what stands on the table.
    Empty,
    /// The sets it is common to.
    And(Vec<Evaluated<'m, Set, E>>),
    /// The sets it is joined from.
    Or(Vec<Evaluated<'m, Set, E>>),
    /// The set, and what is excepted.
    Except(Evaluated<'m, Set, E>, Evaluated<'m, Set, E>),
    /// The place.
    At(SeenPlace),
    /// The formation.
    Line(SeenLine),
    /// Where it begins, and the straight ways from there.
    Along(Evaluated<'m, Set, E>, StraightWays<'m, E>),
    /// The formation, and the straight way ahead of it.
    Ahead(SeenLine, StraightWays<'m, E>),
    /// Next to what, and the links that lead there.
    NextTo(Evaluated<'m, Set, E>, Vec<SeenLink<'m, E>>),
    /// How far the ways lead.
    Reached(WindingWays<'m, E>),
    /// Of what it is the edge.
    Edge(Evaluated<'m, Set, E>),
    /// What is remembered.
    Memory(SeenMemory<'m, E>),
    /// The condition, and the set that it chose.
    If(Evaluated<'m, Truth, E>, Evaluated<'m, Set, E>),
    /// The candidates, and for each of them whether it is one.
    Where(Evaluated<'m, Set, E>, Vec<(Point, Evaluated<'m, Truth, E>)>),
    /// What a script says.
    Script(ScriptCall<'m, E>),
}

/// What a number was made from.
pub enum NumParts<'m, E: Evidence> {
    /// Nothing: it is always the same.
    Fixed,
    /// The points that are counted.
    Count(Evaluated<'m, Set, E>),
    /// The points among which the first is.
    First(Evaluated<'m, Set, E>),
    /// The formations that are counted.
    CountLines(SeenFormations<'m, E>),
    /// What is remembered.
    Memory(SeenMemory<'m, E>),
    /// The argument.
    Arg(ArgId),
    /// The row.
    Drawn(Evaluated<'m, Member, E>),
    /// The row, and the zone.
    Copies(Evaluated<'m, Member, E>, SeenZone<'m, E>),
    /// The zone.
    Size(SeenZone<'m, E>),
    /// The row that has it.
    Field(Evaluated<'m, Member, E>),
    /// Which of the numbers.
    Element(Evaluated<'m, Num, E>),
    /// Both numbers.
    Sum(NumOp, Evaluated<'m, Num, E>, Evaluated<'m, Num, E>),
    /// The condition, and the number that it chose.
    If(Evaluated<'m, Truth, E>, Evaluated<'m, Num, E>),
    /// What a script says.
    Script(ScriptCall<'m, E>),
}

/// What a member of a finite domain was made from.
pub enum MemberParts<'m, E: Evidence> {
    /// Who acts.
    Me,
    /// Nobody.
    None,
    /// Nothing: it is always the same.
    Fixed,
    /// The argument.
    Arg(ArgId),
    /// What is remembered.
    Memory(SeenMemory<'m, E>),
    /// The place on which a piece of his lies.
    Owner(SeenPlace),
    /// The list, and the place that lies in the row.
    RowAt(ListId, SeenPlace),
    /// The finite domain, and the row that has it.
    Field(FiniteDomain, Evaluated<'m, Member, E>),
    /// After whom.
    Next(Evaluated<'m, Member, E>),
    /// For each member of the finite domain whether it is one.
    First(Vec<Evaluated<'m, Truth, E>>),
    /// The condition, and the member that it chose.
    If(Evaluated<'m, Truth, E>, Evaluated<'m, Member, E>),
    /// What a script says.
    Script(ScriptCall<'m, E>),
}

/// What an argument is drawn from, worked out.
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
    /// How many of what lies in a zone.
    Multiset(Evaluated<'m, Num, E>, SeenZone<'m, E>),
    /// Nothing: the argument has its value already.
    Inherited,
}

/// A place, and the point it is; nothing off the board.
#[derive(Clone, Copy, Debug)]
pub struct SeenPlace {
    /// The place.
    pub place: Place,
    /// The point.
    pub point: Option<Point>,
}

/// A formation that an argument is bound to, and its points from rear to front.
#[derive(Clone, Debug)]
pub struct SeenLine {
    /// The formation.
    pub line: FormationRef,
    /// Its points.
    pub points: Vec<Point>,
}

/// Whose pieces are meant.
pub struct SeenOwner<'m, E: Evidence> {
    /// As the rules say it.
    pub owner: &'m Owner,
    /// The player, if the rules name one.
    pub of: Option<Evaluated<'m, Member, E>>,
}

/// A formation, and where it stands.
pub struct SeenFormations<'m, E: Evidence> {
    /// The formation, if the game has it.
    pub line: Option<&'m Formation>,
    /// What each of its points must be in.
    pub points: Option<Evaluated<'m, Set, E>>,
    /// Where it stands: rear points and directions.
    pub found: Vec<(Point, Dir)>,
}

/// Straight ways: how far they may lead, what must be between, and each of them.
pub struct StraightWays<'m, E: Evidence> {
    /// Their directions.
    pub dirs: Dirs,
    /// The least and the greatest number of steps.
    pub steps: (u16, u16),
    /// What every point strictly between must be in.
    pub through: Option<Evaluated<'m, Set, E>>,
    /// One way for each start and direction.
    pub rays: Vec<Ray>,
}

/// Ways that wind: where they begin, into which points their steps may lead, and how far each point is.
pub struct WindingWays<'m, E: Evidence> {
    /// As the rules say it.
    pub reach: &'m Reach,
    /// Where they begin.
    pub from: Evaluated<'m, Set, E>,
    /// Into which points a step may lead.
    pub over: Evaluated<'m, Set, E>,
    /// The most steps.
    pub within: Option<Evaluated<'m, Num, E>>,
    /// Steps into these points count nothing.
    pub free: Option<Evaluated<'m, Set, E>>,
    /// The links that may be used.
    pub links: Vec<SeenLink<'m, E>>,
    /// How far each point is, whether or not that is too far; nothing where no way leads.
    pub steps: Vec<Option<FloodStep>>,
}

/// A link of the board, and whether it is open.
pub struct SeenLink<'m, E: Evidence> {
    /// Both ends.
    pub ends: [Point; 2],
    /// What it is open under, if that is said.
    pub when: Option<Evaluated<'m, Truth, E>>,
}

impl<E: Evidence> SeenLink<'_, E> {
    /// Tells whether it is open.
    #[must_use]
    pub(crate) fn is_open(&self) -> bool {
        self.when.as_ref().is_none_or(|when| when.value)
    }
}

/// A remembered value, and of whom or what.
pub struct SeenMemory<'m, E: Evidence> {
    /// As the rules say it.
    pub memory: &'m MemoryRef,
    /// Of whom or what, if there is one for each.
    pub of: Option<Whose<'m, E>>,
    /// What is remembered.
    pub value: Cow<'m, Value>,
}

/// Of whom or what something is remembered.
pub enum Whose<'m, E: Evidence> {
    /// Of the piece on a place.
    Piece(SeenPlace),
    /// Of a player or a row.
    Member(Evaluated<'m, Member, E>),
    /// Of two of them; how many members the finite domain of the second has.
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

/// A zone, whose it is, and how many of each row lie there.
pub struct SeenZone<'m, E: Evidence> {
    /// As the rules say it.
    pub zone: &'m ZoneRef,
    /// Whose it is, if each has one.
    pub of: Option<Evaluated<'m, Member, E>>,
    /// How many of each row; none of any in a zone of nobody's.
    pub contents: Vec<u64>,
}

/// What a script was asked, and what it said.
pub struct ScriptCall<'m, E: Evidence> {
    /// The script.
    pub script: ScriptId,
    /// What it was handed.
    pub args: Vec<SeenValue<'m, E>>,
    /// What it said, with its reason for a no.
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
