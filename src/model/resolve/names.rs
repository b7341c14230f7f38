//! The names of a game: what is declared, and what a word means where it stands.

use super::Resolver;
use super::options::OptionValue;
use crate::base::{Diagnostic, Span};
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
    /// The keywords of declarations that could not be read or are wrong as a whole: what they name is unknown.
    pub broken_kinds: std::collections::BTreeSet<String>,
    /// Whether some declaration could not be read at all.
    pub unread: bool,
    /// Whether it was said already that somebody has no forward direction, or that there is no board.
    pub told: std::collections::BTreeSet<&'static str>,
    /// What was looked up, to find what never is.
    pub used: std::collections::BTreeSet<String>,
    /// The facts and routines that something used.
    pub opened: std::collections::BTreeSet<String>,
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
pub(super) const BUILTINS: [(&str, Builtin); 16] = [
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
pub(super) const HEAD_WORDS: [&str; 20] = [
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
    "backwards",
    "sideways",
];

/// The compass directions in the order of [`Dir::ALL`](crate::model::Dir::ALL).
pub(super) const COMPASS: [&str; 8] = [
    "north",
    "northeast",
    "east",
    "southeast",
    "south",
    "southwest",
    "west",
    "northwest",
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
        for (tags, span, decl) in self.decls() {
            match decl {
                DeclKind::Players(_) if has_players => self.report(
                    Diagnostic::error(span, "the players are already named")
                        .label("a second list")
                        .hint("name all of them in one list, in seat order"),
                ),
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
                DeclKind::Routine(r) => {
                    self.declare("routine", &r.name, tags, (|n| &mut n.routines, r))
                }
                DeclKind::Move(mv) => self.declare("move", &mv.name, tags, (|n| &mut n.moves, mv)),
                DeclKind::Play(body) => self.collect_phases(body),
                DeclKind::Broken { keyword, names } => self.declare_broken(keyword, names),
                _ => {}
            }
        }
        if has_players {
            return;
        }
        if !self.is_broken_kind("players") {
            self.report(
                Diagnostic::error(self.game.head, "the game has no players")
                    .hint("name them in seat order: players white, black"),
            );
        }
        self.names.broken_kinds.insert("players".to_owned());
    }

    fn collect_phases(&mut self, body: &[Stmt]) {
        for stmt in body {
            if let StmtKind::Phase(phase) = &stmt.kind {
                let name = self.canonical("phase", &phase.name);
                if self.names.phases.contains(&name) {
                    let message = format!("there are two phases `{name}`");
                    self.report(
                        Diagnostic::error(phase.name.span, message)
                            .hint("give each phase a name of its own"),
                    );
                }
                self.names.phases.push(name);
            }
            stmt.blocks().for_each(|body| self.collect_phases(body));
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
        if is_word_of_language(&text) {
            self.report(
                Diagnostic::error(name.span, format!("`{text}` is a word of the language"))
                    .label("not a name")
                    .hint("choose another name"),
            );
            self.names.broken.push(text.clone());
        }
        let earlier = table(&mut self.names)
            .iter()
            .find(|n| n.text == text)
            .map(|n| n.span);
        if let Some(earlier) = earlier {
            self.report(
                Diagnostic::error(
                    name.span,
                    format!("there is already {} `{text}`", with_article(kind)),
                )
                .label("the same name again")
                .related(earlier, "it is declared here")
                .hint("give one of them another name"),
            );
            self.names
                .broken_kinds
                .insert(super::unknown::keyword_of(kind).to_owned());
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
        if self.outside == Some(name.span.file) {
            return name.text.clone();
        }
        self.game.name_now(kind, name)
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
        if let Some(dirs) = self.directions(text) {
            return Some(if dirs.is_empty() {
                Meaning::Broken
            } else {
                Meaning::Dirs(dirs)
            });
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
            return Some(match names.options[at].what {
                OptionValue::Broken => Meaning::Broken,
                _ => Meaning::Option(at),
            });
        }
        if let Some(at) = self.position("region", name, &names.regions) {
            return Some(Meaning::Region(at));
        }
        if let Some(at) = self.position("remembered value", name, &names.memories) {
            return u16::try_from(at)
                .ok()
                .map(|at| Meaning::Memory(MemoryId(at)));
        }
        if let Some(at) = self.position("fact", name, &names.facts) {
            return Some(Meaning::Fact(at));
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
        if let Some(at) = COMPASS.iter().position(|c| *c == word) {
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
        // Without a board nobody goes anywhere; that is said where the directions are used.
        let Some(board) = self.names.board.as_ref() else {
            return Some(Vec::new());
        };
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
}

/// Tells whether a word cannot be declared as a name.
pub(super) fn is_word_of_language(text: &str) -> bool {
    BUILTINS.iter().any(|(n, _)| *n == text) || HEAD_WORDS.contains(&text)
}

/// A noun with its article.
pub(super) fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {noun}")
}

/// The name that a word of an expression is.
pub(super) fn name_at(text: &str, span: Span) -> Name {
    Name {
        text: text.to_owned(),
        span,
    }
}
