//! The names of a game: what is declared, and what a word means where it stands.

use super::Resolver;
use super::options::OptionValue;
use crate::base::{Diagnostic, Span, did_you_mean};
use crate::model::{
    ArgId, Board, Dirs, KindId, LineId, MemoryId, MemoryType, Point, PointSet, ScriptFn, SeatId,
    TagId,
};
use crate::syntax::ast::{DeclKind, Expr, Fact, Move, Name, Routine, Stmt, StmtKind};

/// A declared name with its clauses.
#[derive(Clone, Debug)]
pub(super) struct Named<T> {
    pub text: String,
    pub span: Span,
    pub tags: Vec<TagId>,
    pub what: T,
}

/// A region: one for the game, or one a player.
#[derive(Clone, Debug)]
pub(super) enum Region {
    Shared(PointSet),
    PerPlayer(Vec<PointSet>),
}

/// A remembered value, as far as expressions need to know it.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemoryName {
    pub per_player: bool,
    pub ty: MemoryType,
}

/// One of the tables of [`Names`].
pub(super) type Table<'a, T> = for<'n> fn(&'n mut Names<'a>) -> &'n mut Vec<Named<T>>;

/// Everything that is declared by name.
#[derive(Default)]
pub(super) struct Names<'a> {
    pub players: Vec<Named<()>>,
    pub kinds: Vec<Named<()>>,
    pub options: Vec<Named<OptionValue>>,
    pub board: Option<Board>,
    pub regions: Vec<Named<Region>>,
    pub lines: Vec<Named<()>>,
    pub drawings: Vec<Named<()>>,
    pub memories: Vec<Named<MemoryName>>,
    pub facts: Vec<Named<&'a Fact>>,
    pub routines: Vec<Named<&'a Routine>>,
    pub moves: Vec<Named<&'a Move>>,
    pub scripts: Vec<Named<ScriptFn>>,
    pub phases: Vec<String>,
    /// Names of declarations that could not be read: known, but nothing is known of them.
    pub broken: Vec<String>,
    /// What was looked up, to find what never is.
    pub used: std::collections::BTreeSet<String>,
    /// The moves that some `ask` names.
    pub asked: std::collections::BTreeSet<usize>,
}

/// A word of the language itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Builtin {
    Me,
    Opponent,
    Nobody,
    Others,
    Players,
    Own,
    Enemy,
    Empty,
    Everything,
    Nothing,
    Yes,
    No,
    Last,
    Box,
    Chance,
}

/// The words of the language that stand for something by themselves.
const BUILTINS: [(&str, Builtin); 16] = [
    ("me", Builtin::Me),
    ("it", Builtin::Me),
    ("opponent", Builtin::Opponent),
    ("none", Builtin::Nobody),
    ("others", Builtin::Others),
    ("players", Builtin::Players),
    ("own", Builtin::Own),
    ("enemy", Builtin::Enemy),
    ("empty", Builtin::Empty),
    ("everything", Builtin::Everything),
    ("nothing", Builtin::Nothing),
    ("yes", Builtin::Yes),
    ("no", Builtin::No),
    ("last", Builtin::Last),
    ("box", Builtin::Box),
    ("chance", Builtin::Chance),
];

/// The words that only mean something before `of`, or are directions.
const HEAD_WORDS: [&str; 19] = [
    "rear",
    "front",
    "ahead",
    "north",
    "northeast",
    "east",
    "southeast",
    "south",
    "southwest",
    "west",
    "northwest",
    "orthogonal",
    "diagonal",
    "all",
    "directions",
    "forward",
    "forwards",
    "backward",
    "sideways",
];

/// What a word means.
#[derive(Clone, Debug)]
pub(super) enum Meaning<'s> {
    Builtin(Builtin),
    Arg(ArgId, ArgType),
    Param(&'s Expr, &'s Scope<'s>),
    Player(SeatId),
    Kind(KindId),
    Option(usize),
    Region(usize),
    Line(LineId),
    Memory(MemoryId),
    Fact(usize),
    Point(Point),
    /// Directions, for each seat as `me`.
    Dirs(Vec<Dirs>),
    /// Declared, but broken: nothing more is said about it.
    Broken,
}

/// What an argument of a move is bound to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ArgType {
    Point,
    Line(LineId),
    Number,
    Seat,
    Broken,
}

/// The names that hold only here: a move's arguments, the parameters of a fact or routine.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope<'s> {
    pub args: Vec<(String, ArgType)>,
    pub params: Vec<(&'s str, &'s Expr)>,
    /// Where the values of `params` are to be understood.
    pub caller: Option<&'s Scope<'s>>,
}

impl<'a> Resolver<'a> {
    /// Enters every declared name, before anything is resolved.
    pub fn collect_names(&mut self) {
        let mut has_players = false;
        for (tags, _, decl) in self.decls() {
            match decl {
                DeclKind::Players(names) => {
                    has_players = true;
                    for name in names {
                        self.declare("player", name, tags, (|n| &mut n.players, ()));
                    }
                }
                DeclKind::Pieces(pieces) => {
                    for piece in pieces {
                        self.declare("piece", &piece.name, tags, (|n| &mut n.kinds, ()));
                    }
                }
                DeclKind::Line(line) => {
                    self.declare("line", &line.name, tags, (|n| &mut n.lines, ()))
                }
                DeclKind::Drawing(d) => {
                    self.declare("drawing", &d.name, tags, (|n| &mut n.drawings, ()))
                }
                DeclKind::Fact(fact) => {
                    self.declare("fact", &fact.name, tags, (|n| &mut n.facts, fact))
                }
                DeclKind::Routine(r) => self.declare("to", &r.name, tags, (|n| &mut n.routines, r)),
                DeclKind::Move(mv) => self.declare("move", &mv.name, tags, (|n| &mut n.moves, mv)),
                DeclKind::Play(body) => self.collect_phases(body),
                DeclKind::Broken { names, .. } => self
                    .names
                    .broken
                    .extend(names.iter().map(|n| n.text.clone())),
                _ => {}
            }
        }
        if !has_players && !self.diagnostics.has_errors() {
            self.report(
                Diagnostic::error(self.game.head, "the game has no players")
                    .hint("name them in seat order: players white, black"),
            );
        }
    }

    fn collect_phases(&mut self, body: &[Stmt]) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Phase(phase) => {
                    let name = self.canonical("phase", &phase.name);
                    if self.names.phases.contains(&name) {
                        self.report(
                            Diagnostic::error(
                                phase.name.span,
                                format!("there are two phases `{name}`"),
                            )
                            .hint("give each phase a name of its own"),
                        );
                    }
                    self.names.phases.push(name);
                    self.collect_phases(&phase.body);
                }
                StmtKind::Repeat { body, .. } | StmtKind::Each { body, .. } => {
                    self.collect_phases(body)
                }
                StmtKind::If {
                    then, otherwise, ..
                } => {
                    self.collect_phases(then);
                    self.collect_phases(otherwise);
                }
                _ => {}
            }
        }
    }

    /// Enters a name, unless it is taken.
    pub fn declare<T>(
        &mut self,
        kind: &str,
        name: &Name,
        tags: &'a [crate::syntax::ast::Tag],
        (table, what): (Table<'a, T>, T),
    ) {
        let text = self.canonical(kind, name);
        let tags = self.tags(tags);
        if let Some(taken) = taken_by_language(&text) {
            self.report(
                Diagnostic::error(name.span, format!("`{text}` is {taken}"))
                    .hint("choose another name"),
            );
        }
        let earlier = table(&mut self.names)
            .iter()
            .find(|n| n.text == text)
            .map(|n| n.span);
        if let Some(earlier) = earlier {
            self.report(
                Diagnostic::error(name.span, format!("there is already a {kind} `{text}`"))
                    .related(earlier, "it is declared here"),
            );
        }
        table(&mut self.names).push(Named {
            text,
            span: name.span,
            tags,
            what,
        });
    }

    /// Returns the name by which something is known now: a variant may have renamed it.
    pub fn canonical(&self, kind: &str, name: &Name) -> String {
        let mut text = name.text.clone();
        if self.outside == Some(name.span.file) {
            return text;
        }
        for rename in self
            .game
            .renames
            .iter()
            .filter(|r| r.kind == kind && r.file != name.span.file)
        {
            if rename.old == text {
                text.clone_from(&rename.new);
                break;
            }
        }
        text
    }

    fn position<T>(&self, kind: &str, name: &Name, table: &[Named<T>]) -> Option<usize> {
        let text = self.canonical(kind, name);
        table.iter().position(|n| n.text == text)
    }

    /// Finds a player by a name in the rules.
    pub fn player(&self, name: &Name) -> Option<SeatId> {
        let at = self.position("player", name, &self.names.players)?;
        u8::try_from(at).ok().map(SeatId)
    }

    /// Finds a kind of piece by a name in the rules.
    pub fn kind(&self, name: &Name) -> Option<KindId> {
        let at = self.position("piece", name, &self.names.kinds)?;
        u8::try_from(at).ok().map(KindId)
    }

    /// Finds a move by a name in the rules.
    pub fn move_named(&self, name: &Name) -> Option<usize> {
        self.position("move", name, &self.names.moves)
    }

    /// Tells what a word means, or reports that it means nothing.
    pub fn meaning<'s>(&mut self, name: &Name, scope: &'s Scope<'s>) -> Option<Meaning<'s>> {
        let found = self.find(name, scope);
        if found.is_none() {
            self.unknown(name, scope);
        }
        found
    }

    /// Tells what a word means, silently.
    pub fn find<'s>(&mut self, name: &Name, scope: &'s Scope<'s>) -> Option<Meaning<'s>> {
        let text = name.text.as_str();
        if let Some(at) = scope.args.iter().rposition(|(n, _)| n == text) {
            return Some(Meaning::Arg(
                ArgId(u8::try_from(at).ok()?),
                scope.args[at].1,
            ));
        }
        if let Some((_, value)) = scope.params.iter().find(|(n, _)| *n == text) {
            return scope.caller.map(|caller| Meaning::Param(value, caller));
        }
        if let Some((_, builtin)) = BUILTINS.iter().find(|(n, _)| *n == text) {
            return Some(Meaning::Builtin(*builtin));
        }
        self.names.used.insert(text.to_owned());
        let small = |at: usize| u8::try_from(at).ok();
        let names = &self.names;
        if let Some(seat) = self.player(name) {
            return Some(Meaning::Player(seat));
        }
        if let Some(kind) = self.kind(name) {
            return Some(Meaning::Kind(kind));
        }
        if let Some(at) = self.position("line", name, &names.lines) {
            return small(at).map(|at| Meaning::Line(LineId(at)));
        }
        if let Some(at) = self.position("option", name, &names.options) {
            return Some(Meaning::Option(at));
        }
        if let Some(at) = self.position("region", name, &names.regions) {
            return Some(Meaning::Region(at));
        }
        if let Some(at) = self.position("memory", name, &names.memories) {
            return u16::try_from(at)
                .ok()
                .map(|at| Meaning::Memory(MemoryId(at)));
        }
        if let Some(at) = self.position("fact", name, &names.facts) {
            return Some(Meaning::Fact(at));
        }
        if let Some(dirs) = self.directions(text) {
            return Some(Meaning::Dirs(dirs));
        }
        if let Some(point) = names.board.as_ref().and_then(|b| b.find(text)) {
            return Some(Meaning::Point(point));
        }
        names
            .broken
            .iter()
            .any(|b| b == text)
            .then_some(Meaning::Broken)
    }

    /// Returns the directions that a word names, for each seat as `me`; `None` if it names none.
    fn directions(&self, word: &str) -> Option<Vec<Dirs>> {
        use crate::model::Dir;
        let seats = self.names.players.len().max(1);
        let fixed = |dirs: Dirs| Some(vec![dirs; seats]);
        let compass = [
            "north",
            "northeast",
            "east",
            "southeast",
            "south",
            "southwest",
            "west",
            "northwest",
        ];
        if let Some(at) = compass.iter().position(|c| *c == word) {
            return fixed(Dirs::only(Dir::ALL[at]));
        }
        let turns: &[usize] = match word {
            "orthogonal" => return fixed(Dirs::ORTHOGONAL),
            "diagonal" => return fixed(Dirs::DIAGONAL),
            "all" => return fixed(Dirs::ALL),
            "forward" => &[0],
            "forwards" => &[7, 0, 1],
            "sideways" => &[2, 6],
            "backward" => &[4],
            "backwards" => &[3, 4, 5],
            _ => return None,
        };
        let board = self.names.board.as_ref()?;
        let relative = |dir: &Option<Dir>| {
            let bits = dir.map_or(0, |d| {
                turns
                    .iter()
                    .fold(0, |bits, &t| bits | Dirs::only(d.turned(t)).0)
            });
            Dirs(bits)
        };
        Some(board.forward.iter().map(relative).collect())
    }

    fn unknown(&mut self, name: &Name, scope: &Scope<'_>) {
        let text = &name.text;
        let mut known: Vec<String> = scope.args.iter().map(|(n, _)| n.clone()).collect();
        known.extend(scope.params.iter().map(|(n, _)| (*n).to_owned()));
        known.extend(BUILTINS.iter().map(|(n, _)| (*n).to_owned()));
        known.extend(HEAD_WORDS.iter().map(|n| (*n).to_owned()));
        known.extend(self.names.every());
        let mut diagnostic =
            Diagnostic::error(name.span, format!("nothing is called `{text}` here"))
                .maybe_hint(did_you_mean(text, known.iter().map(String::as_str)));
        if let Some(board) = &self.names.board {
            let looks_like_point = text.len() <= 4 && text.ends_with(|c: char| c.is_ascii_digit());
            if looks_like_point {
                let last = board.name(Point(
                    u16::try_from(board.points().saturating_sub(1)).unwrap_or(0),
                ));
                diagnostic = diagnostic.hint(format!("the points of the board are a1 to {last}"));
            }
        }
        if diagnostic.hints.is_empty() {
            diagnostic = diagnostic
                .hint("declare it, or use one of the words of the language (see docs/language.md)");
        }
        self.report(diagnostic);
    }
}

impl Names<'_> {
    /// Returns every declared name.
    fn every(&self) -> Vec<String> {
        fn texts<T>(table: &[Named<T>]) -> impl Iterator<Item = String> + '_ {
            table.iter().map(|n| n.text.clone())
        }
        texts(&self.players)
            .chain(texts(&self.kinds))
            .chain(texts(&self.options))
            .chain(texts(&self.regions))
            .chain(texts(&self.lines))
            .chain(texts(&self.memories))
            .chain(texts(&self.facts))
            .collect()
    }
}

/// Tells why a word cannot be declared as a name.
fn taken_by_language(text: &str) -> Option<&'static str> {
    if BUILTINS.iter().any(|(n, _)| *n == text) || HEAD_WORDS.contains(&text) || text == "backwards"
    {
        return Some("a word of the language");
    }
    None
}
