//! Elaborated expressions: what each one is, with its part of the model.
//!
//! Elaborating `own pawn` yields [`Typed::Set`], elaborating `pawn` yields [`Typed::Kind`], which can be converted
//! to a set of points, a row of the pieces, or a piece: see `coerce`. Every [`Typed`] has one [`Type`].

use crate::expr::types::Type;
use crate::expr::ways::Ways;
use crate::report::error_guaranteed::Checked;
use linstock_model::{
    ArgId, FiniteDomain, FormationId, FormationRef, KindId, ListId, Member, MemberSet, MemoryId,
    MemoryType, Node, Num, Place, SeatId, Set, TagId, Truth, ZoneId, ZoneRef,
};

/// The result for a word or a form, with the clauses of the things it names.
pub(crate) type Resolved<T> = Checked<(T, Vec<TagId>)>;

/// Makes a result without clauses.
pub(crate) fn untagged<T>(kind: T) -> Resolved<T> {
    Ok((kind, Vec::new()))
}

/// Makes a result from a part that stands for the whole, with its clauses.
pub(crate) fn with_tags<T>(node: Node<T>) -> Resolved<T> {
    Ok((node.kind, node.tags))
}

/// An elaborated expression.
#[derive(Clone, Debug)]
pub(crate) enum Typed {
    Number(Num),
    /// `1..6`
    Range(Box<(Node<Num>, Node<Num>)>),
    /// An option that is a list of numbers.
    Numerals,
    /// An option that is a fraction.
    Fraction(i64, i64),
    Truth(Truth),
    /// A player by name: himself, or his pieces.
    Player(SeatId),
    Member(FiniteDomain, Member),
    Members(FiniteDomain, MemberSet),
    /// `none`
    Nobody,
    Zone(ZoneRef),
    /// Some of the contents of a zone.
    ZonePart(Box<Node<Num>>, ZoneRef),
    /// An argument bound to some of the contents of a zone.
    ZonePartArg(ArgId, ListId),
    Place(Place),
    Set(Set),
    Kind(KindId),
    /// A declared formation: all its occurrences on the board.
    Line(FormationId),
    /// A formation bound to an argument.
    Formation(FormationRef),
    Directions(Ways),
    /// A thing that each player or row has, without its owner so far: `home` in `home of me`.
    OfEach(OfEach),
    /// One of an option's words.
    OptionWord,
    /// `last`
    Last,
    /// `box`, `chance`: words allowed only in certain places.
    Special,
    /// `2 pawn`, where nothing can be counted: the type without the count.
    Counted(Type),
}

/// A thing that each player, row or piece has, without its owner.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OfEach {
    Zone(ZoneId),
    Memory(MemoryId, MemoryType),
    Region(usize),
}

impl Typed {
    /// Returns its type.
    pub(crate) fn ty(&self) -> Type {
        match self {
            Self::Number(_) => Type::Number,
            Self::Range(_) => Type::Numbers,
            Self::Numerals => Type::Numerals,
            Self::Fraction(..) => Type::Fraction,
            Self::Truth(_) => Type::Truth,
            Self::Player(_) | Self::Member(FiniteDomain::Players, _) => Type::Seat,
            Self::Member(FiniteDomain::Rows(list), _) => Type::Row(*list),
            Self::Members(FiniteDomain::Players, _) => Type::Seats,
            Self::Members(FiniteDomain::Rows(list), _) => Type::Rows(*list),
            Self::Nobody => Type::Nothing,
            Self::Zone(_) | Self::OfEach(OfEach::Zone(_)) => Type::Zone,
            Self::ZonePart(..) | Self::ZonePartArg(..) => Type::ZonePart,
            Self::Place(_) => Type::Place,
            Self::Set(_) | Self::OfEach(OfEach::Region(_)) => Type::Set,
            Self::Kind(_) => Type::Kind,
            Self::Line(_) => Type::Line,
            Self::Formation(_) => Type::Formation,
            Self::Directions(_) => Type::Directions,
            Self::OfEach(OfEach::Memory(_, ty)) => Type::of_memory(*ty),
            Self::OptionWord => Type::Word,
            Self::Last => Type::Last,
            Self::Special => Type::Special,
            Self::Counted(ty) => *ty,
        }
    }
}
