//! The checked game (the HIR): names resolved, options folded, variants applied, every expression of a known type.
//!
//! `check` makes a [`Model`] from syntax trees; `compile` lowers it to the compiled rules, and the reference evaluator walks it.

#![cfg_attr(not(test), warn(clippy::cognitive_complexity, clippy::too_many_lines))]

mod board;
mod canonical;
mod expr;
mod form_reads;
mod ids;
mod last_move;
mod list;
mod memory;
mod stmt;
mod topology;
pub mod visit;

pub use board::{Board, Link, Look, ShownSign, Wall};
pub use canonical::{VERSION as CANONICAL_VERSION, canonical};
pub use expr::{
    ArgValue, Comparison, FormationRef, Headings, Member, MemberSet, NO_NUMBER, Node, Num, NumOp,
    Owner, Place, Reach, Sentence, Set, Truth, Value, ValueExpr,
};
pub use form_reads::FormReads;
pub use ids::SeatId;
pub use ids::{
    ArgId, DrawingId, FormationId, KindId, LayerId, ListId, MemoryId, MoveId, PhaseId, Point,
    PointSet, RowId, RuleId, ScriptId, TagId, ZoneId,
};
pub use last_move::LastMoveUse;
pub use list::{FiniteDomain, Group, List, MemberBits, Packing, Row, Sight, Zone, ZoneRef};
pub use memory::{MemberPair, Memory, MemoryRef, MemoryType, SecondDomain};
pub use stmt::{
    Ask, AskItem, Asked, Cargo, Ending, PiecesTaken, Placement, PlacementPart, Stmt, StmtKind,
};
pub use topology::{
    Bearing, Border, CanvasLine, Dir, Dirs, DrawnNet, DrawnStep, Extent, Heading, HexShape,
    LineLabel, PictureCell, Rotation, TextCanvas, TextLayout, TextRow, Topology, Translation,
};

use linstock_base::{Language, Span};
use std::collections::BTreeMap;

/// A whole game under chosen options, checked.
#[derive(Clone, Debug)]
pub struct Model {
    /// The name that `linstock play` takes.
    pub name: String,
    /// The title for people.
    pub title: String,
    /// Names of the players who play, in seat order.
    pub players: Vec<String>,
    /// Names of all who may play, in seat order.
    pub named: Vec<String>,
    /// How many may play, at the least and at the most.
    pub player_counts: (usize, usize),
    /// The options with their chosen values, in the order they were declared.
    pub options: Vec<GameOption>,
    /// The board; a game of cards alone has none.
    pub board: Option<Board>,
    /// The names of the board's layers, the lowest first: a point holds one piece on each. A board without declared
    /// layers has one, without a name.
    pub layers: Vec<String>,
    /// The kinds of piece.
    pub kinds: Vec<PieceKind>,
    /// The formations.
    pub lines: Vec<Formation>,
    /// The pictures that `lay` puts down.
    pub drawings: Vec<Drawing>,
    /// The lists.
    pub lists: Vec<List>,
    /// Rows that a fact names together.
    pub groups: Vec<Group>,
    /// The zones.
    pub zones: Vec<Zone>,
    /// The remembered values.
    pub memories: Vec<Memory>,
    /// The script functions.
    pub scripts: Vec<ScriptFn>,
    /// What may be chosen.
    pub moves: Vec<MoveRule>,
    /// Names of the phases.
    pub phases: Vec<String>,
    /// The sequence of play.
    pub play: Vec<Stmt>,
    /// The clauses of what every game is played on and by: board, players, sequence of play.
    pub ground: Vec<TagId>,
    /// What each player scores, `Item::Me` being the player.
    pub score: Option<Node<Num>>,
    /// Lines that are shown with the table.
    pub statuses: Vec<StatusLine>,
    /// What people are not shown of the table, though programs are.
    pub unshown: Unshown,
    /// Every clause tag that the rules carry or the sheet lists.
    pub tags: Vec<String>,
    /// The rule sheet in short.
    pub sheet: Sheet,
}

/// What people are not shown of the table, because only the rules need it.
#[derive(Clone, Debug, Default)]
pub struct Unshown {
    /// Zones.
    pub zones: Vec<ZoneId>,
    /// Remembered values.
    pub memories: Vec<MemoryId>,
}

/// An option with the value it was given.
#[derive(Clone, Debug)]
pub struct GameOption {
    /// Its name.
    pub name: String,
    /// Its value as text.
    pub value: String,
    /// Its default as text.
    pub default: String,
    /// The values it may have, as text: `yes | no`, `none | 1..99`.
    pub choices: String,
    /// Values worth trying out: each word, the ends of each range, the list that it is by default turned round.
    pub samples: Vec<String>,
    /// What it decides.
    pub doc: String,
    /// The clauses it carries.
    pub tags: Vec<TagId>,
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct PieceKind {
    /// Its name.
    pub name: String,
    /// The sign it is drawn with: a letter in lower case, or any sign for what belongs to nobody.
    pub letter: char,
    /// The layer on which it lies.
    pub layer: LayerId,
    /// It belongs to nobody.
    pub neutral: bool,
    /// The clauses it carries.
    pub tags: Vec<TagId>,
}

/// A formation: `length` points in a row, each of them in `points`.
#[derive(Clone, Debug)]
pub struct Formation {
    /// Its name.
    pub name: String,
    /// How many points.
    pub length: u8,
    /// What each point is in.
    pub points: Node<Set>,
    /// Its directions from rear to front, for each seat as `me`.
    pub dirs: Vec<Dirs>,
    /// The clauses it carries.
    pub tags: Vec<TagId>,
}

/// A picture: which pieces lie where.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Its name.
    pub name: String,
    /// How large it is.
    pub size: Extent,
    /// Its pieces.
    pub pieces: Vec<PictureSpot>,
}

/// A piece of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PictureSpot {
    /// Where it lies.
    pub cell: PictureCell,
    /// What it is.
    pub kind: KindId,
    /// Whose it is; nobody's without it.
    pub owner: Option<SeatId>,
}

/// The signature of a script function, as the rules call it.
#[derive(Clone, Debug)]
pub struct ScriptFn {
    /// Its name in the rules (`strong-enough`; in Rhai `strong_enough`).
    pub name: String,
    /// The Rhai file, as the rules name it.
    pub file: String,
    /// The types of its arguments.
    pub params: Vec<ScriptType>,
    /// What it yields; `None` for one that only changes things.
    pub result: Option<ScriptType>,
    /// The remembered values and zones that it reads; any, if the rules do not say.
    pub reads: Option<(Vec<MemoryId>, Vec<ZoneId>)>,
    /// The kinds of piece that it may put and remove.
    pub changes_kinds: Vec<KindId>,
    /// The remembered values that it may set.
    pub changes_memories: Vec<MemoryId>,
    /// The zones that it may move things out of and into.
    pub changes_zones: Vec<ZoneId>,
    /// The clauses it carries.
    pub tags: Vec<TagId>,
    /// Where the rules declare it.
    pub span: Span,
}

/// A type at the border to scripts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScriptType {
    /// A whole number.
    Number,
    /// Yes or no.
    Truth,
    /// A player, by name.
    Player,
    /// A point, by name.
    Point,
    /// A set of points.
    Points,
    /// A kind of piece, by name.
    Kind,
    /// A row of a list, by name.
    Row(ListId),
}

impl ScriptFn {
    /// Tells whether it may change something.
    #[must_use]
    pub fn changes(&self) -> bool {
        !self.changes_kinds.is_empty()
            || !self.changes_memories.is_empty()
            || !self.changes_zones.is_empty()
    }
}

impl ScriptType {
    /// All types that a word of the language names; the others are named by a list.
    pub const ALL: [Self; 6] = [
        Self::Number,
        Self::Truth,
        Self::Player,
        Self::Point,
        Self::Points,
        Self::Kind,
    ];

    /// Returns the word by which the rules call it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Truth => "truth",
            Self::Player => "player",
            Self::Point => "point",
            Self::Points => "points",
            Self::Kind => "kind",
            Self::Row(_) => "row",
        }
    }
}

/// Something that may be chosen: a text, arguments, conditions, and what it does.
#[derive(Clone, Debug)]
pub struct MoveRule {
    /// Its name.
    pub name: String,
    /// Which declared move it is.
    pub rule: RuleId,
    /// Chance is asked for it somewhere: it is an outcome.
    pub outcome: bool,
    /// How many of its first arguments are those of the moves around it: values handed to it may name them.
    pub given: usize,
    /// Its text.
    pub text: Vec<TextPart>,
    /// Its arguments in order.
    pub args: Vec<Arg>,
    /// Arguments and conditions in the order they were written.
    pub heads: Vec<Head>,
    /// How likely it is as an outcome of chance, against the others; 1 without it.
    pub weigh: Option<Node<Num>>,
    /// Who sees what is chosen; everybody without it.
    pub seen: Option<Node<MemberSet>>,
    /// What must hold once it is done, or else it may not be chosen.
    pub leaves: Option<Leaves>,
    /// What a person is told before it is done.
    pub warnings: Vec<StatusLine>,
    /// What it does.
    pub body: Vec<Stmt>,
    /// The clauses it carries.
    pub tags: Vec<TagId>,
    /// Where it is declared.
    pub span: Span,
}

/// What must hold once a move is done and play comes to the next question; a game that is over holds it.
#[derive(Clone, Debug)]
pub struct Leaves {
    /// What must hold, the player who moved being `me`.
    pub cond: Node<Truth>,
    /// The outcome that is supposed where chance is asked on the way.
    pub supposing: Option<RuleId>,
}

/// A piece of a move's text.
#[derive(Clone, Debug)]
pub enum TextPart {
    /// Letters as they stand.
    Literal(String),
    /// The name of a point.
    Place(Place),
    /// A number.
    Num(Num),
    /// The name of a player or a row.
    Member(FiniteDomain, Member),
    /// The names of all that is in a multiset, in the order of its list.
    Multiset(ArgId, ListId),
}

/// An argument of a move.
#[derive(Clone, Debug)]
pub struct Arg {
    /// Its name.
    pub name: String,
    /// What it is drawn from.
    pub domain: Domain,
    /// What must hold of it besides.
    pub filter: Option<Node<Truth>>,
    /// What is said when nothing can be chosen, or something else is, if the rules have a sentence for that.
    pub reason: Option<Sentence>,
    /// The clauses its line carries.
    pub tags: Vec<TagId>,
    /// Its line.
    pub span: Span,
}

/// What an argument is drawn from.
#[derive(Clone, Debug)]
pub enum Domain {
    /// A point of a set.
    Points(Node<Set>),
    /// A formation on the board, in one of its directions.
    Line(FormationId),
    /// A number from the first to the second, both included.
    Numbers(Node<Num>, Node<Num>),
    /// A player or a row.
    Members(FiniteDomain, Node<MemberSet>),
    /// A row of which the zone holds a copy; chance takes each by its copies.
    Zone(ZoneRef),
    /// So many of what the zone holds, in any mixture.
    Multiset(Node<Num>, ZoneRef),
    /// Nothing: it is an argument of a move around this one, with the value it has there.
    Inherited(InheritedType),
}

/// What an argument of a move around this one is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InheritedType {
    /// A point.
    Point,
    /// A formation.
    Line(FormationId),
    /// A number.
    Number,
    /// A player or a row.
    Member(FiniteDomain),
    /// A multiset of rows.
    Multiset(ListId),
}

/// A line at the head of a move.
#[derive(Clone, Debug)]
pub enum Head {
    /// An argument.
    Arg(ArgId),
    /// A condition.
    When(Node<Truth>),
}

/// A line that is shown with the table, in the prompt or before a move.
#[derive(Clone, Debug)]
pub struct StatusLine {
    /// Where it is written.
    pub span: Span,
    /// Where it is shown.
    pub shown: LinePlace,
    /// There is one for each player, `Item::Me` being the player.
    pub of_player: bool,
    /// What it says.
    pub text: Vec<TextPart>,
    /// Only if this holds.
    pub when: Option<Node<Truth>>,
}

/// Where a line is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinePlace {
    /// With the table.
    Table,
    /// In the prompt.
    Prompt,
    /// With the table, once the game is over.
    Result,
    /// Before the move that it belongs to.
    BeforeMove,
    /// Before any move that makes its condition hold, the outcome being supposed where chance is asked on the way.
    BeforeMoves(Option<RuleId>),
}

/// The rule sheet in short.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The language of the words that the sheet adds to its texts.
    pub language: Language,
    /// The rulebook's clauses.
    pub clauses: Vec<SheetEntry>,
    /// Readings of what the rulebook leaves open.
    pub readings: Vec<SheetEntry>,
    /// Remarks, with the tags they carry.
    pub notes: Vec<(Vec<TagId>, String)>,
    /// Declarations that carry a status tag (`BOOK`, `SRC`, `DER`, `REC`).
    pub figures: Vec<Figure>,
    /// Words that the rules explain: facts, formations, regions, each with its place.
    pub terms: Vec<(String, Span)>,
    /// What people read in place of a name.
    pub titles: BTreeMap<String, String>,
    /// What stands in braces in the text of a move, in words: by the move's name, and as it is written there.
    pub parts: BTreeMap<(String, String), String>,
    /// Texts for which people read others, and that no sentence of the rules is: conditions, as these are written.
    pub unmatched: Vec<UnmatchedText>,
    /// Every tag that the rules carry, with its place.
    pub carriers: Vec<(TagId, Span)>,
    /// Tags that only options, boards, pieces, lists, zones and remembered values carry: they say what there is.
    pub of_things: Vec<TagId>,
}

impl Sheet {
    /// Returns all clauses and readings, in order.
    pub fn entries(&self) -> impl Iterator<Item = &SheetEntry> {
        self.clauses.iter().chain(&self.readings)
    }

    /// Returns what people read in place of a text of the rules: the title of the text itself, of `near(p)` that of `near`.
    pub fn title_of_text(&self, text: &str) -> Option<&str> {
        let title = self.titles.get(text).or_else(|| {
            let (name, values) = text.split_once('(')?;
            let whole = values.find(')').is_some_and(|at| at + 1 == values.len());
            self.titles.get(name).filter(|_| whole)
        });
        title.map(String::as_str)
    }
}

/// A text for which people read another, and that no sentence of the rules is.
#[derive(Clone, Debug)]
pub struct UnmatchedText {
    /// What the rules should say.
    pub text: String,
    /// Where it is named.
    pub span: Span,
    /// A sentence of the rules that is like it.
    pub near: Option<String>,
}

/// Something of which the rules say where it comes from.
#[derive(Clone, Debug)]
pub struct Figure {
    /// `BOOK`, `SRC`, `DER` or `REC`.
    pub status: String,
    /// What it is, in words of the rules: `drawing start`.
    pub what: String,
    /// The clauses it carries.
    pub tags: Vec<TagId>,
    /// Its declaration.
    pub span: Span,
}

/// One clause or reading.
#[derive(Clone, Debug)]
pub struct SheetEntry {
    /// The heading below which it stands.
    pub heading: Option<String>,
    /// Its tag.
    pub tag: TagId,
    /// What it says.
    pub text: String,
    /// The options on which that hangs.
    pub hangs_on: Vec<String>,
    /// Why nothing executes it, if that is so.
    pub unplayed: Option<String>,
}

impl Model {
    /// Returns what people read for a name.
    #[must_use]
    pub fn title<'t>(&'t self, name: &'t str) -> &'t str {
        self.sheet.titles.get(name).map_or(name, String::as_str)
    }

    /// Returns the number of players who play.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.players.len()
    }

    /// Returns the bodies of all moves, and the sequence of play.
    pub fn bodies(&self) -> impl Iterator<Item = &[Stmt]> {
        let bodies = self.moves.iter().map(|mv| mv.body.as_slice());
        bodies.chain([self.play.as_slice()])
    }

    /// Returns the layer on which a kind of piece lies.
    #[must_use]
    pub fn layer_of(&self, kind: KindId) -> LayerId {
        self.kinds[kind.index()].layer
    }

    /// Returns the last layer, the one on which whatever is not named stands.
    #[must_use]
    pub fn top(&self) -> LayerId {
        let layers = LayerId::all(self.layers.len());
        layers.last().unwrap_or(LayerId(0))
    }

    /// Returns the kinds of piece that lie on a layer.
    pub fn kinds_on(&self, layer: LayerId) -> impl Iterator<Item = KindId> + '_ {
        let kinds = KindId::all(self.kinds.len()).zip(&self.kinds);
        kinds
            .filter(move |(_, kind)| kind.layer == layer)
            .map(|(id, _)| id)
    }

    /// Returns who may own a piece of a kind: each player, or nobody.
    pub fn owners_of(&self, kind: KindId) -> impl Iterator<Item = Option<SeatId>> + use<> {
        let neutral = self.kinds[kind.index()].neutral;
        let seats = self.seat_ids().map(Some).filter(move |_| !neutral);
        seats.chain(neutral.then_some(None))
    }

    /// Returns the seats in order.
    pub fn seat_ids(&self) -> impl Iterator<Item = SeatId> + use<> {
        SeatId::all(self.players.len())
    }

    /// Returns the name of a tag.
    #[must_use]
    pub fn tag(&self, id: TagId) -> &str {
        &self.tags[id.index()]
    }

    /// Returns a move.
    #[must_use]
    pub fn mv(&self, id: MoveId) -> &MoveRule {
        &self.moves[id.index()]
    }

    /// Returns each declared move that is asked for, once, in the order of the rules: one to which values are handed in several
    /// places is several moves.
    pub fn declared(&self) -> impl Iterator<Item = &MoveRule> {
        let mut all: Vec<&MoveRule> = self.moves.iter().collect();
        all.sort_by_key(|mv| mv.rule);
        all.dedup_by_key(|mv| mv.rule);
        all.into_iter()
    }

    /// Finds a player by name.
    #[must_use]
    pub fn seat(&self, name: &str) -> Option<SeatId> {
        self.seat_ids()
            .zip(&self.players)
            .find(|(_, p)| *p == name)
            .map(|(id, _)| id)
    }
}
