//! The names of a game: the declarations, and what a word means in its scope.

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

/// A region: one for the game, or one per player.
#[derive(Clone, Debug)]
pub(crate) enum Region {
    Shared(PointSet),
    PerPlayer(Vec<PointSet>),
}

/// A memory, as far as expressions need to know it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemoryName {
    pub per: Option<FiniteDomain>,
    /// The second of two finite domains.
    pub second: Option<FiniteDomain>,
    pub of_piece: bool,
    pub ty: MemoryType,
    /// Who sees it, if declared.
    pub sight: Option<Sight>,
    /// Whether `seen` compares its values.
    pub counted: bool,
    /// It holds the number of a point, and its name means that point.
    pub is_point: bool,
    /// It begins with `none` and its type is not declared: it is taken for a player.
    pub(crate) unsure: bool,
}

/// A list, as far as expressions need to know it.
#[derive(Clone, Debug)]
pub(crate) struct ListName {
    pub fields: Vec<String>,
    /// The type of each field; known once the lists are resolved.
    pub types: Vec<FieldType>,
    /// The field that is shown beside a row's name.
    pub shown: Option<usize>,
    pub rows: Vec<RowName>,
    /// Whether its rows are the kinds of piece.
    pub of_pieces: bool,
    /// Whether its rows are the directions of the board.
    pub of_directions: bool,
}

/// A drawing, as far as statements need to know it; its size is known once the drawings are resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawingName {
    pub picture: Span,
    pub size: Option<Extent>,
    /// Whether some statement lays it.
    pub laid: bool,
}

/// The type of a field of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FieldType {
    /// The first row is wrong, so the type is unknown.
    Broken,
    Number,
    Points,
    Member(FiniteDomain),
}

/// A row of a list; its values are known once the lists are resolved.
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

/// A zone, as far as expressions need to know it; its list is known once the zones are resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ZoneName {
    pub of_player: bool,
    /// `None` before the zones are resolved, and if the list is wrong.
    pub list: Option<ListId>,
}

/// All declared names.
#[derive(Default)]
pub(crate) struct Names<'a> {
    pub players: Vec<Named<()>>,
    /// The names of players who do not play at this number of players.
    pub(crate) absent: Vec<String>,
    /// The layers of the board, lowest first; empty if it has only one.
    pub layers: Vec<Named<()>>,
    pub kinds: Vec<Named<KindName>>,
    pub options: Vec<Named<OptionValue>>,
    /// The clauses of options that have their default value.
    pub(crate) of_defaults: Vec<TagId>,
    pub board: Option<Rc<Board>>,
    /// Whether the board's size depends on options or on the number of players. A branch that these rule out may
    /// name points that this board lacks.
    pub(crate) sized: bool,
    pub regions: Vec<Named<Region>>,
    pub lines: Vec<Named<()>>,
    pub drawings: Vec<Named<DrawingName>>,
    pub lists: Vec<Named<ListName>>,
    pub zones: Vec<Named<ZoneName>>,
    pub memories: Vec<Named<MemoryName>>,
    pub facts: Vec<Named<&'a Fact>>,
    pub(crate) routines: Vec<Named<&'a Routine>>,
    /// The index of each fact in `facts`: every use looks it up.
    pub(crate) fact_places: FxHashMap<String, usize>,
    /// The index of each routine in `routines`.
    pub(crate) routine_places: FxHashMap<String, usize>,
    pub moves: Vec<Named<&'a MoveDecl>>,
    pub scripts: Vec<Named<ScriptFn>>,
    pub phases: Vec<String>,
    /// The names of declarations that could not be parsed: the names are known, nothing else is.
    pub broken: Vec<String>,
    /// The keywords of declarations that could not be parsed or are wrong as a whole: their names are unknown.
    pub(crate) broken_kinds: std::collections::BTreeSet<String>,
    /// Whether some declaration could not be parsed.
    pub unread: bool,
    /// The mistakes reported once per game: a player without a forward direction, a missing board.
    pub told: std::collections::BTreeSet<&'static str>,
    /// The names looked up so far, to find unused ones.
    pub used: FxHashSet<String>,
    /// The facts and routines used so far.
    pub opened: FxHashSet<String>,
    /// The moves that some `ask` names.
    pub asked: std::collections::BTreeSet<usize>,
}

impl Names<'_> {
    /// Records that a name was looked up.
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
    /// A member of a finite domain that the name stands for here.
    Bound(FiniteDomain, Member),
    Memory(MemoryId),
    Fact,
    Point(Point),
    /// Directions, for each seat as `me`.
    Dirs(Vec<Dirs>),
    /// Declared, but wrong: that is already reported.
    Broken,
}

/// The type of a move's argument.
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

/// A name for a value: a parameter of a fact, routine or move, or a `let`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Param<'s> {
    pub name: &'s str,
    pub value: &'s Expr,
    /// The scope in which the value is read.
    pub scope: &'s Scope<'s>,
    pub by: By,
}

/// How a name came to stand for a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    /// As a parameter of a fact, routine or move.
    Call,
    /// By `let`.
    Let,
    /// By a `let` that is wrong.
    BrokenLet,
    /// By `let`, for the position before the move: it has no meaning in a `leaves`.
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

/// The local names: a move's arguments, the parameters of a fact or routine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope<'s> {
    pub args: Vec<(String, ArgType)>,
    /// The innermost first.
    pub params: Vec<Param<'s>>,
    /// Names that stand for members of finite domains, the innermost last.
    pub bound: Vec<BoundName>,
    /// Whether `it` is a point of the set that a `where` filters.
    pub it: bool,
    /// How many of the opened facts, routines and moves are around it: a value is read as if only these were open.
    pub opened: usize,
}

impl<'s> Scope<'s> {
    /// Returns the names that a condition on the position after the move may use: no arguments, and no `let` that reads one.
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

/// Returns a scope with one more name for a value; the value is read in the outer scope.
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

/// Returns the name that a word of an expression spells.
pub(crate) fn name_at(text: &str, span: Span) -> Name {
    Name {
        text: text.to_owned(),
        span,
    }
}
