//! The names of a game: what is declared, and what a word means where it stands.

pub(crate) mod declare;
pub(crate) mod nouns;
pub(crate) mod option_value;

use crate::base::Span;
use crate::check::Resolver;
use crate::check::expr::vocabulary::{self, Builtin};
use crate::check::names::nouns::Noun;
use crate::check::names::option_value::OptionValue;
use crate::check::report::reported::Checked;
use crate::model::{
    ArgId, Board, Dirs, Extent, Family, FormationId, KindId, LayerId, ListId, Member, MemoryId,
    MemoryType, Point, PointSet, RowId, ScriptFn, SeatId, Sight, TagId, Value, ZoneId,
};
use crate::syntax::ast::{Expr, Fact, MoveDecl, Name, Routine};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::rc::Rc;

/// The word for all kinds of piece.
const KINDS: &str = "kinds";

/// A declared name with its clauses.
#[derive(Clone, Debug)]
pub(crate) struct Named<T> {
    pub(crate) text: String,
    pub(crate) span: Span,
    pub(crate) tags: Vec<TagId>,
    pub(crate) what: T,
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
    pub(crate) per: Option<Family>,
    /// The second of two families.
    pub(crate) second: Option<Family>,
    pub(crate) of_piece: bool,
    pub(crate) ty: MemoryType,
    /// Who sees it, if that is said.
    pub(crate) sight: Option<Sight>,
    /// Positions that differ in it are not the same for `seen`.
    pub(crate) counted: bool,
    /// It is the number of a point, and its name stands for that point.
    pub(crate) is_point: bool,
    /// It begins with `none`, and it is not said of what: it is taken for a player.
    pub(crate) unsure: bool,
}

/// A list, as far as expressions need to know it.
#[derive(Clone, Debug)]
pub(crate) struct ListName {
    pub(crate) fields: Vec<String>,
    /// What each field is; known once the lists are resolved.
    pub(crate) types: Vec<FieldType>,
    /// The field that people are shown beside a row's name.
    pub(crate) shown: Option<usize>,
    pub(crate) rows: Vec<RowName>,
    /// Its rows are the kinds of piece.
    pub(crate) of_pieces: bool,
    /// Its rows are the directions of the board.
    pub(crate) of_directions: bool,
}

/// A drawing, as far as statements need to know it; its size is there once the drawings are resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawingName {
    pub(crate) picture: Span,
    pub(crate) size: Option<Extent>,
    /// Some statement lays it.
    pub(crate) laid: bool,
}

/// What a row has under a field's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FieldType {
    /// The first row is wrong, so nobody knows.
    Broken,
    Number,
    Points,
    Member(Family),
}

/// A row of a list; what it has is there once the lists are resolved.
#[derive(Clone, Debug)]
pub(crate) struct RowName {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) tags: Vec<TagId>,
    pub(crate) values: Vec<Value>,
}

/// A kind of piece, as far as expressions need to know it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KindName {
    pub(crate) neutral: bool,
    /// Known once the pieces are resolved, as is its letter.
    pub(crate) layer: LayerId,
    pub(crate) letter: char,
}

/// A zone, as far as expressions need to know it; its list is there once the zones are resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ZoneName {
    pub(crate) of_player: bool,
    /// Not known before the zones are resolved, nor if it is wrong.
    pub(crate) list: Option<ListId>,
}

/// Everything that is declared by name.
#[derive(Default)]
pub(crate) struct Names<'a> {
    pub(crate) players: Vec<Named<()>>,
    /// Players who are named, but do not play in so small a round.
    pub(crate) absent: Vec<String>,
    /// The layers of the board, the lowest first; none if it has but one.
    pub(crate) layers: Vec<Named<()>>,
    pub(crate) kinds: Vec<Named<KindName>>,
    pub(crate) options: Vec<Named<OptionValue>>,
    /// The clauses of options that are as they are without being set.
    pub(crate) of_defaults: Vec<TagId>,
    pub(crate) board: Option<Rc<Board>>,
    /// The board's size depends on options or on the number of players. Branches that these rule out may name points that this
    /// board lacks.
    pub(crate) sized: bool,
    pub(crate) regions: Vec<Named<Region>>,
    pub(crate) lines: Vec<Named<()>>,
    pub(crate) drawings: Vec<Named<DrawingName>>,
    pub(crate) lists: Vec<Named<ListName>>,
    pub(crate) zones: Vec<Named<ZoneName>>,
    pub(crate) memories: Vec<Named<MemoryName>>,
    pub(crate) facts: Vec<Named<&'a Fact>>,
    pub(crate) routines: Vec<Named<&'a Routine>>,
    /// Where a fact stands in `facts`: they are looked up as often as they are written out.
    pub(crate) fact_places: FxHashMap<String, usize>,
    /// Where a routine stands in `routines`.
    pub(crate) routine_places: FxHashMap<String, usize>,
    pub(crate) moves: Vec<Named<&'a MoveDecl>>,
    pub(crate) scripts: Vec<Named<ScriptFn>>,
    pub(crate) phases: Vec<String>,
    /// Names of declarations that could not be read: known, but nothing is known of them.
    pub(crate) broken: Vec<String>,
    /// The keywords of declarations that could not be read or are wrong as a whole: what they name is unknown.
    pub(crate) broken_kinds: std::collections::BTreeSet<String>,
    /// Whether some declaration could not be read at all.
    pub(crate) unread: bool,
    /// Whether it was said already that somebody has no forward direction, or that there is no board.
    pub(crate) told: std::collections::BTreeSet<&'static str>,
    /// What was looked up, to find what never is.
    pub(crate) used: std::collections::BTreeSet<String>,
    /// The facts and routines that something used.
    pub(crate) opened: std::collections::BTreeSet<String>,
    /// The moves that some `ask` names.
    pub(crate) asked: std::collections::BTreeSet<usize>,
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
    /// A member of a family for which the name stands here.
    Bound(Family, Member),
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
    Heap(ListId),
    Broken,
}

/// A name for a value: in the brackets of a fact, routine or move, or by `let`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Param<'s> {
    pub(crate) name: &'s str,
    pub(crate) value: &'s Expr,
    /// Where the value is to be understood.
    pub(crate) scope: &'s Scope<'s>,
    pub(crate) by: By,
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

/// A name that stands for a member of a family.
#[derive(Clone, Debug)]
pub(crate) struct BoundName {
    /// The name.
    pub(crate) name: String,
    /// The family.
    pub(crate) family: Family,
    /// The member.
    pub(crate) member: Member,
}

/// The names that hold only here: a move's arguments, the parameters of a fact or routine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope<'s> {
    pub(crate) args: Vec<(String, ArgType)>,
    /// The innermost first.
    pub(crate) params: Vec<Param<'s>>,
    /// Members of families for which names stand, the innermost last.
    pub(crate) bound: Vec<BoundName>,
    /// `it` is a point of the set that a `where` looks through.
    pub(crate) it: bool,
    /// How many facts, routines and moves are open around it: values are read as if no more were.
    pub(crate) opened: usize,
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

impl<'a> Resolver<'a> {
    /// Returns the name by which something is known now: a variant may have renamed it.
    pub(crate) fn canonical<'n>(&self, kind: Noun, name: &'n Name) -> Cow<'n, str> {
        if self.outside == Some(name.span.file) {
            return Cow::Borrowed(&name.text);
        }
        self.game.name_now(kind, name)
    }

    /// Returns a test whether an entry has this name now.
    pub(crate) fn is_called<'n, T>(
        &self,
        kind: Noun,
        name: &'n Name,
    ) -> impl Fn(&Named<T>) -> bool + use<'n, T> {
        let text = self.canonical(kind, name);
        move |entry| entry.text == text
    }

    /// Finds a player by a name in the rules.
    pub(crate) fn player(&self, name: &Name) -> Option<SeatId> {
        SeatId::find(&self.names.players, self.is_called(Noun::Player, name))
    }

    /// Finds a kind of piece by a name in the rules.
    pub(crate) fn kind(&self, name: &Name) -> Option<KindId> {
        KindId::find(&self.names.kinds, self.is_called(Noun::Piece, name))
    }

    /// Finds a move by a name in the rules.
    pub(crate) fn move_named(&self, name: &Name) -> Option<usize> {
        let mut moves = self.names.moves.iter();
        moves.position(self.is_called(Noun::Move, name))
    }

    /// Tells what a word means, or reports that it means nothing.
    pub(crate) fn meaning<'s>(
        &mut self,
        name: &Name,
        scope: &'s Scope<'s>,
    ) -> Checked<Meaning<'s>> {
        match self.find(name, scope) {
            Some(found) => Ok(found),
            None => Err(self.unknown(name, scope)),
        }
    }

    /// Tells what a word means, silently.
    pub(crate) fn find<'s>(&mut self, name: &Name, scope: &'s Scope<'s>) -> Option<Meaning<'s>> {
        let text = name.text.as_str();
        if let Some(bound) = scope.bound.iter().rfind(|bound| bound.name == text) {
            return Some(Meaning::Bound(bound.family, bound.member.clone()));
        }
        if scope.it && text == "it" {
            return Some(Meaning::It);
        }
        let args = ArgId::all(scope.args.len()).zip(&scope.args);
        if let Some((arg, (_, ty))) = args.filter(|(_, (n, _))| n == text).last() {
            return Some(Meaning::Arg(arg, *ty));
        }
        if let Some(param) = scope.params.iter().find(|param| param.name == text) {
            return match param.by {
                By::BrokenLet => Some(Meaning::Broken),
                By::LetBefore => None,
                By::Call | By::Let => Some(Meaning::Param(param.value, param.scope)),
            };
        }
        if let Some(builtin) = vocabulary::builtin(text) {
            return Some(Meaning::Builtin(builtin));
        }
        // A player may be called by the side of the board where he sits.
        if let Some(player) = self.player(name) {
            return Some(Meaning::Player(player));
        }
        if let Some(dirs) = self.directions(text) {
            return Some(if dirs.is_empty() {
                Meaning::Broken
            } else {
                Meaning::Dirs(dirs)
            });
        }
        self.names.note_use(text);
        self.declared(name).or_else(|| self.all_kinds_of(text))
    }

    /// `kinds`, unless something else is called so.
    fn all_kinds_of(&mut self, text: &str) -> Option<Meaning<'static>> {
        if text != KINDS || self.names.kinds.is_empty() {
            return None;
        }
        self.kinds_list().ok().map(Meaning::List)
    }

    /// Tells what a word was declared to mean.
    fn declared(&self, name: &Name) -> Option<Meaning<'static>> {
        let names = &self.names;
        let option = |at: usize| match names.options[at].what {
            OptionValue::Broken => Meaning::Broken,
            _ => Meaning::Option(at),
        };
        let point = || names.board.as_ref()?.find(&name.text);
        let broken = || names.broken.contains(&name.text);
        let layer = || LayerId::find(&names.layers, self.is_called(Noun::Layer, name));
        let line = || FormationId::find(&names.lines, self.is_called(Noun::Line, name));
        let memory = || MemoryId::find(&names.memories, self.is_called(Noun::Memory, name));
        let called = self.is_called(Noun::List, name);
        let list = || ListId::find(&names.lists, |l| !l.what.of_directions && called(l));
        let zone = || ZoneId::find(&names.zones, self.is_called(Noun::Zone, name));
        let mut options = names.options.iter();
        let mut regions = names.regions.iter();
        let mut option_at = || options.position(self.is_called(Noun::Option, name));
        let mut region_at = || regions.position(self.is_called(Noun::Region, name));
        let fact_at = || names.fact_places.get(&*self.canonical(Noun::Fact, name));
        // The tables that may be long are gone through; those who look up very often pay for it.
        let entries = names.options.len() + names.regions.len() + names.memories.len();
        self.work.spend(entries as u64);
        let player = self.player(name).map(Meaning::Player);
        player
            .or_else(|| self.kind(name).map(Meaning::Kind))
            .or_else(|| layer().map(Meaning::Layer))
            .or_else(|| line().map(Meaning::Line))
            .or_else(|| option_at().map(option))
            .or_else(|| region_at().map(Meaning::Region))
            .or_else(|| memory().map(Meaning::Memory))
            .or_else(|| fact_at().map(|_| Meaning::Fact))
            .or_else(|| list().map(Meaning::List))
            .or_else(|| zone().map(Meaning::Zone))
            .or_else(|| self.row(name))
            .or_else(|| point().map(Meaning::Point))
            .or_else(|| broken().then_some(Meaning::Broken))
    }
}

impl Resolver<'_> {
    /// Finds a row by its name, in the first list that has one.
    fn row(&self, name: &Name) -> Option<Meaning<'static>> {
        ListId::all(self.names.lists.len())
            .zip(&self.names.lists)
            .find_map(|(id, list)| {
                let list = Some(list).filter(|list| !list.what.of_directions)?;
                let row = RowId::find(&list.what.rows, |row| row.name == name.text)?;
                Some(Meaning::Row(id, row))
            })
    }
}

/// The name that a word of an expression is.
pub(crate) fn name_at(text: &str, span: Span) -> Name {
    Name {
        text: text.to_owned(),
        span,
    }
}
