//! The names of a game: what is declared, and what a word means where it stands.

pub(crate) mod declare;
mod lookup;
pub(crate) mod nouns;
pub(crate) mod option_value;
pub(crate) mod sort;

use crate::expr::vocabulary::Builtin;
use crate::names::option_value::OptionValue;
use linstock_base::Span;
use linstock_model::{
    ArgId, Board, Dirs, Extent, FiniteDomain, FormationId, KindId, LayerId, ListId, Member,
    MemoryId, MemoryType, Point, PointSet, RowId, ScriptFn, SeatId, Sight, TagId, Value, ZoneId,
};
use linstock_syntax::ast::{Expr, Fact, MoveDecl, Name, Routine};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A declared name with its clauses.
#[derive(Clone, Debug)]
pub(crate) struct Named<T> {
    pub text: String,
    pub span: Span,
    pub tags: Vec<TagId>,
    pub what: T,
}

/// A region: one for the game, or one a player.
#[derive(Clone, Debug)]
pub(crate) enum Region {
    Shared(PointSet),
    PerPlayer(Vec<PointSet>),
}

/// A remembered value, as far as expressions need to know it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemoryName {
    pub per: Option<FiniteDomain>,
    /// The second of two finite domains.
    pub second: Option<FiniteDomain>,
    pub of_piece: bool,
    pub ty: MemoryType,
    /// Who sees it, if that is said.
    pub sight: Option<Sight>,
    /// Positions that differ in it are not the same for `seen`.
    pub counted: bool,
    /// It is the number of a point, and its name stands for that point.
    pub is_point: bool,
    /// It begins with `none`, and it is not said of what: it is taken for a player.
    pub(crate) unsure: bool,
}

/// A list, as far as expressions need to know it.
#[derive(Clone, Debug)]
pub(crate) struct ListName {
    pub fields: Vec<String>,
    /// What each field is; known once the lists are resolved.
    pub types: Vec<FieldType>,
    /// The field that people are shown beside a row's name.
    pub shown: Option<usize>,
    pub rows: Vec<RowName>,
    /// Its rows are the kinds of piece.
    pub of_pieces: bool,
    /// Its rows are the directions of the board.
    pub of_directions: bool,
}

/// A drawing, as far as statements need to know it; its size is there once the drawings are resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawingName {
    pub picture: Span,
    pub size: Option<Extent>,
    /// Some statement lays it.
    pub laid: bool,
}

/// What a row has under a field's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FieldType {
    /// The first row is wrong, so nobody knows.
    Broken,
    Number,
    Points,
    Member(FiniteDomain),
}

/// A row of a list; what it has is there once the lists are resolved.
#[derive(Clone, Debug)]
pub(crate) struct RowName {
    pub name: String,
    pub span: Span,
    pub tags: Vec<TagId>,
    pub values: Vec<Value>,
}

/// A kind of piece, as far as expressions need to know it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KindName {
    pub neutral: bool,
    /// Known once the pieces are resolved, as is its letter.
    pub layer: LayerId,
    pub letter: char,
}

/// A zone, as far as expressions need to know it; its list is there once the zones are resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ZoneName {
    pub of_player: bool,
    /// Not known before the zones are resolved, nor if it is wrong.
    pub list: Option<ListId>,
}

/// Everything that is declared by name.
#[derive(Default)]
pub(crate) struct Names<'a> {
    pub players: Vec<Named<()>>,
    /// Players who are named, but do not play in so small a round.
    pub(crate) absent: Vec<String>,
    /// The layers of the board, the lowest first; none if it has but one.
    pub layers: Vec<Named<()>>,
    pub kinds: Vec<Named<KindName>>,
    pub options: Vec<Named<OptionValue>>,
    /// The clauses of options that are as they are without being set.
    pub(crate) of_defaults: Vec<TagId>,
    pub board: Option<Rc<Board>>,
    /// The board's size depends on options or on the number of players. Branches that these rule out may name points that this
    /// board lacks.
    pub(crate) sized: bool,
    pub regions: Vec<Named<Region>>,
    pub lines: Vec<Named<()>>,
    pub drawings: Vec<Named<DrawingName>>,
    pub lists: Vec<Named<ListName>>,
    pub zones: Vec<Named<ZoneName>>,
    pub memories: Vec<Named<MemoryName>>,
    pub facts: Vec<Named<&'a Fact>>,
    pub(crate) routines: Vec<Named<&'a Routine>>,
    /// Where a fact stands in `facts`: they are looked up as often as they are written out.
    pub(crate) fact_places: FxHashMap<String, usize>,
    /// Where a routine stands in `routines`.
    pub(crate) routine_places: FxHashMap<String, usize>,
    pub moves: Vec<Named<&'a MoveDecl>>,
    pub scripts: Vec<Named<ScriptFn>>,
    pub phases: Vec<String>,
    /// Names of declarations that could not be read: known, but nothing is known of them.
    pub broken: Vec<String>,
    /// The keywords of declarations that could not be read or are wrong as a whole: what they name is unknown.
    pub(crate) broken_kinds: std::collections::BTreeSet<String>,
    /// Whether some declaration could not be read at all.
    pub unread: bool,
    /// Whether it was said already that somebody has no forward direction, or that there is no board.
    pub told: std::collections::BTreeSet<&'static str>,
    /// What was looked up, to find what never is.
    pub used: FxHashSet<String>,
    /// The facts and routines that something used.
    pub opened: FxHashSet<String>,
    /// The moves that some `ask` names.
    pub asked: std::collections::BTreeSet<usize>,
}

impl Names<'_> {
    /// Notes that a name was looked up.
    pub(crate) fn note_use(&mut self, text: &str) {
        if !self.used.contains(text) {
            self.used.insert(text.to_owned());
        }
    }
}

/// What a word means.
#[derive(Clone, Debug)]
pub(crate) enum Meaning<'s> {
    Builtin(Builtin),
    Arg(ArgId, ArgType),
    /// The candidate of a `where` on points.
    It,
    Param(&'s Expr, &'s Scope<'s>),
    Player(SeatId),
    Kind(KindId),
    Layer(LayerId),
    Option(usize),
    Region(usize),
    Line(FormationId),
    List(ListId),
    Row(ListId, RowId),
    Zone(ZoneId),
    /// A member of a finite domain for which the name stands here.
    Bound(FiniteDomain, Member),
    Memory(MemoryId),
    Fact,
    Point(Point),
    /// Directions, for each seat as `me`.
    Dirs(Vec<Dirs>),
    /// Declared, but broken: nothing more is said about it.
    Broken,
}

/// What an argument of a move is bound to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ArgType {
    Point,
    Line(FormationId),
    Number,
    Seat,
    Row(ListId),
    Multiset(ListId),
    Broken,
}

/// A name for a value: in the brackets of a fact, routine or move, or by `let`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Param<'s> {
    pub name: &'s str,
    pub value: &'s Expr,
    /// Where the value is to be understood.
    pub scope: &'s Scope<'s>,
    pub by: By,
}

/// How a name came to stand for a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    /// In the brackets of a fact, routine or move.
    Call,
    /// By `let`.
    Let,
    /// By a `let` that is wrong.
    BrokenLet,
    /// By `let`, for the position before the move: in a `leaves` it means nothing.
    LetBefore,
}

/// A name that stands for a member of a finite domain.
#[derive(Clone, Debug)]
pub(crate) struct BoundName {
    /// The name.
    pub name: String,
    /// The finite domain.
    pub finite_domain: FiniteDomain,
    /// The member.
    pub member: Member,
}

/// The names that hold only here: a move's arguments, the parameters of a fact or routine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope<'s> {
    pub args: Vec<(String, ArgType)>,
    /// The innermost first.
    pub params: Vec<Param<'s>>,
    /// Members of finite domains for which names stand, the innermost last.
    pub bound: Vec<BoundName>,
    /// `it` is a point of the set that a `where` looks through.
    pub it: bool,
    /// How many facts, routines and moves are open around it: values are read as if no more were.
    pub opened: usize,
}

impl<'s> Scope<'s> {
    /// The names that a condition on the position after the move may use: no arguments, and no `let` that reads one.
    pub(crate) fn outside_args(&self) -> Self {
        let args = self.args.iter();
        let before = |param: &Param<'s>| Param {
            by: match param.by {
                By::Let => By::LetBefore,
                by => by,
            },
            ..*param
        };
        Self {
            args: args.map(|(_, ty)| (String::new(), *ty)).collect(),
            params: self.params.iter().map(before).collect(),
            ..self.clone()
        }
    }
}

/// Returns a scope with one more name for a value, which is to be understood in the scope itself.
pub(crate) fn with_value<'s>(
    scope: &'s Scope<'s>,
    (name, value): (&'s str, &'s Expr),
    by: By,
) -> Scope<'s> {
    let mut inner = scope.clone();
    let param = Param {
        name,
        value,
        scope,
        by,
    };
    inner.params.insert(0, param);
    inner
}

/// The name that a word of an expression is.
pub(crate) fn name_at(text: &str, span: Span) -> Name {
    Name {
        text: text.to_owned(),
        span,
    }
}
