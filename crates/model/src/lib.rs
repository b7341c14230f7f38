//! The checked game (the HIR): names resolved, options folded, variants applied, each expression with its type.
//!
//! `check` makes a [`Model`] from syntax trees; `compile` lowers it to the compiled rules, and the reference evaluator walks it.

#![cfg_attr(not(test), warn(clippy::cognitive_complexity, clippy::too_many_lines))]

mod art;
mod board;
mod canonical;
mod expr;
mod form_reads;
mod forms;
mod ids;
mod last_move;
mod list;
mod memory;
mod piece_shape;
mod player_colour;
mod sign_shape;
mod stmt;
mod topology;
pub mod visit;

pub use art::{Art, DrawnFigure, DrawnValues, FaceArt, FigureShape, ListArt, SymbolFile};
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
pub use piece_shape::PieceShape;
pub use player_colour::PlayerColour;
pub use sign_shape::SignShape;
pub use stmt::{
    Ask, AskItem, Asked, Cargo, Ending, PiecesTaken, Placement, PlacementPart, Stmt, StmtKind,
};
pub use topology::{
    Axis, Bearing, Border, CanvasLine, Dir, Dirs, DrawnNet, DrawnStep, Extent, Heading, HexShape,
    LineLabel, PictureCell, Rotation, TextCanvas, TextLayout, TextRow, Topology, Translation,
};

use crate::forms::forms;
use linstock_base::{Language, Span};
use std::collections::BTreeMap;

/// A checked game with chosen options.
#[derive(Clone, Debug)]
pub struct Model {
    /// The name that `linstock play` takes.
    pub name: String,
    /// The title for people.
    pub title: String,
    /// The names of the players in this game, in seat order.
    pub players: Vec<String>,
    /// The names of all players that the rules declare, in seat order.
    pub named: Vec<String>,
    /// The lowest and the highest number of players.
    pub player_counts: (usize, usize),
    /// The options with their chosen values, in the order they were declared.
    pub options: Vec<GameOption>,
    /// The board; `None` for a game of cards alone.
    pub board: Option<Board>,
    /// The names of the board's layers, the lowest first. A point has room for one piece on each layer. A board without
    /// declared layers has one layer, without a name.
    pub layers: Vec<String>,
    /// The kinds of piece.
    pub kinds: Vec<PieceKind>,
    /// The formations.
    pub lines: Vec<Formation>,
    /// The drawings that `lay` puts on the board.
    pub drawings: Vec<Drawing>,
    /// The lists.
    pub lists: Vec<List>,
    /// Groups of rows that a fact names.
    pub groups: Vec<Group>,
    /// The zones.
    pub zones: Vec<Zone>,
    /// The remembered values.
    pub memories: Vec<Memory>,
    /// The script functions.
    pub scripts: Vec<ScriptFn>,
    /// The moves.
    pub moves: Vec<MoveRule>,
    /// Names of the phases.
    pub phases: Vec<String>,
    /// The sequence of play.
    pub play: Vec<Stmt>,
    /// The clauses about the frame of the game: board, players, sequence of play.
    pub ground: Vec<TagId>,
    /// The score of each player, who is `Item::Me` in it.
    pub score: Option<Node<Num>>,
    /// Whether all players may see the scores during the game: nothing that they are computed from is hidden.
    pub score_is_open: bool,
    /// Lines that the table shows.
    pub statuses: Vec<StatusLine>,
    /// The parts of the table that programs see, but people do not.
    pub unshown: Unshown,
    /// Every clause tag in the rules or on the sheet.
    pub tags: Vec<String>,
    /// The data of the rule sheet.
    pub sheet: Sheet,
}

/// The parts of the table that people do not see, because only the rules need them.
#[derive(Clone, Debug, Default)]
pub struct Unshown {
    /// Zones.
    pub zones: Vec<ZoneId>,
    /// Remembered values.
    pub memories: Vec<MemoryId>,
    /// Columns of lists, by their names.
    pub fields: Vec<String>,
}

/// An option with its chosen value.
#[derive(Clone, Debug)]
pub struct GameOption {
    /// Its name.
    pub name: String,
    /// Its value as text.
    pub value: String,
    /// Its default as text.
    pub default: String,
    /// The possible values, as text: `yes | no`, `none | 1..99`.
    pub choices: String,
    /// Values worth trying: each word, the ends of each range, the default list in reverse.
    pub samples: Vec<String>,
    /// The effect of the option, in words.
    pub doc: String,
    /// The clauses it carries.
    pub tags: Vec<TagId>,
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct PieceKind {
    /// Its name.
    pub name: String,
    /// Its sign: a letter in lower case; any sign for a kind that belongs to nobody.
    pub letter: char,
    /// Its layer.
    pub layer: LayerId,
    /// Whether its pieces belong to nobody.
    pub neutral: bool,
    /// The clauses it carries.
    pub tags: Vec<TagId>,
}

/// A formation: `length` points in a row, each of them in `points`.
#[derive(Clone, Debug)]
pub struct Formation {
    /// Its name.
    pub name: String,
    /// Its number of points.
    pub length: u8,
    /// The set that must contain each point.
    pub points: Node<Set>,
    /// Its directions from rear to front, for each seat as `me`.
    pub dirs: Vec<Dirs>,
    /// The clauses it carries.
    pub tags: Vec<TagId>,
}

/// A drawing: pieces and their cells.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Its name.
    pub name: String,
    /// Its size.
    pub size: Extent,
    /// Its pieces.
    pub pieces: Vec<PictureSpot>,
}

/// A piece of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PictureSpot {
    /// Its cell.
    pub cell: PictureCell,
    /// Its kind.
    pub kind: KindId,
    /// Its owner; `None` for nobody.
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
    /// The type of the result; `None` for a function that only changes the position.
    pub result: Option<ScriptType>,
    /// The remembered values and zones that it reads; `None` if the rules do not say, so it may read any.
    pub reads: Option<(Vec<MemoryId>, Vec<ZoneId>)>,
    /// The kinds of piece that it may put on the board and remove.
    pub changes_kinds: Vec<KindId>,
    /// The remembered values that it may set.
    pub changes_memories: Vec<MemoryId>,
    /// The zones that it may move things out of or into.
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
    /// Returns whether it may change the position.
    #[must_use]
    pub fn changes(&self) -> bool {
        !self.changes_kinds.is_empty()
            || !self.changes_memories.is_empty()
            || !self.changes_zones.is_empty()
    }
}

impl ScriptType {
    /// All types that a word of the language names. The name of a list stands for its rows.
    pub const ALL: [Self; 6] = [
        Self::Number,
        Self::Truth,
        Self::Player,
        Self::Point,
        Self::Points,
        Self::Kind,
    ];

    /// Returns the word for the type in the rules.
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

/// A move: its text, arguments, conditions and effects.
#[derive(Clone, Debug)]
pub struct MoveRule {
    /// Its name.
    pub name: String,
    /// The declared move that it comes from.
    pub rule: RuleId,
    /// Whether it is an outcome: chance chooses it somewhere.
    pub outcome: bool,
    /// The number of arguments at the start that belong to the enclosing moves. Values that the rules hand to this move may
    /// name them.
    pub given: usize,
    /// Its text.
    pub text: Vec<TextPart>,
    /// Its arguments in order.
    pub args: Vec<Arg>,
    /// Arguments and conditions in the order they were written.
    pub heads: Vec<Head>,
    /// Its weight as an outcome of chance; 1 if absent.
    pub weigh: Option<Node<Num>>,
    /// The players who see the choice; all players if absent.
    pub seen: Option<Node<MemberSet>>,
    /// Its postcondition: the move is legal only if it holds afterwards.
    pub leaves: Option<Leaves>,
    /// Lines for a person to read before the move is played.
    pub warnings: Vec<StatusLine>,
    /// Its effects.
    pub body: Vec<Stmt>,
    /// The clauses it carries.
    pub tags: Vec<TagId>,
    /// Its declaration.
    pub span: Span,
}

/// A postcondition: it must hold at the next decision point after the move. A finished game satisfies it.
#[derive(Clone, Debug)]
pub struct Leaves {
    /// The condition, with the player who moved as `me`.
    pub cond: Node<Truth>,
    /// The outcome to assume if chance chooses on the way.
    pub supposing: Option<RuleId>,
}

forms! {
    /// A part of a move's text.
    #[derive(Clone, Debug)]
    pub enum TextPart {
        /// Fixed text.
        Literal(letters: String) [letters],
        /// The name of a point.
        Place(place: Place) ["place" place],
        /// A number.
        Num(number: Num) ["number" number],
        /// The name of a player or a row.
        Member(finite_domain: FiniteDomain, member: Member) ["name" finite_domain member],
        /// The names of all elements of a multiset, in the order of its list.
        Multiset(arg: ArgId, list: ListId) ["cards" arg list],
    }
}

/// An argument of a move.
#[derive(Clone, Debug)]
pub struct Arg {
    /// Its name.
    pub name: String,
    /// What it is drawn from.
    pub domain: Domain,
    /// A further condition on the value.
    pub filter: Option<Node<Truth>>,
    /// The refusal's sentence if there is no value, or another value was given; `None` if the rules have no sentence for it.
    pub reason: Option<Sentence>,
    /// The clauses of its line.
    pub tags: Vec<TagId>,
    /// The place of its line.
    pub span: Span,
}

forms! {
    /// The domain of an argument.
    #[derive(Clone, Debug)]
    pub enum Domain {
        /// A point of a set.
        Points(set: Node<Set>) ["point-in" set],
        /// A formation on the board, in one of its directions.
        Line(line: FormationId) ["line" line],
        /// A number from the first to the second, both included.
        Numbers(least: Node<Num>, most: Node<Num>) ["number" least most],
        /// A player or a row.
        Members(finite_domain: FiniteDomain, members: Node<MemberSet>) ["member" finite_domain members],
        /// A row that the zone holds; chance weighs each row by its number of copies.
        Zone(zone: ZoneRef) ["card-in" zone],
        /// A multiset of this many copies from the zone.
        Multiset(number: Node<Num>, zone: ZoneRef) ["cards-in" number zone],
        /// No choice: it is an argument of an enclosing move, with the same value.
        Inherited(ty: InheritedType) ["of-move-around" ty],
    }
}

forms! {
    /// The type of an argument of an enclosing move.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum InheritedType {
        /// A point.
        Point ["point"],
        /// A formation.
        Line(line: FormationId) ["line" line],
        /// A number.
        Number ["number"],
        /// A player or a row.
        Member(finite_domain: FiniteDomain) ["member" finite_domain],
        /// A multiset.
        Multiset(list: ListId) ["cards" list],
    }
}

/// A line at the head of a move.
#[derive(Clone, Debug)]
pub enum Head {
    /// An argument.
    Arg(ArgId),
    /// A condition.
    When(Node<Truth>),
}

/// A line of text that appears with the table, in the prompt or before a move.
#[derive(Clone, Debug)]
pub struct StatusLine {
    /// The place in the rules.
    pub span: Span,
    /// Where it appears.
    pub shown: LinePlace,
    /// Whether there is one line for each player, who is `Item::Me` in it.
    pub of_player: bool,
    /// Its text.
    pub text: Vec<TextPart>,
    /// The condition under which it appears; always if absent.
    pub when: Option<Node<Truth>>,
}

/// Where a line appears.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinePlace {
    /// With the table.
    Table,
    /// In the prompt.
    Prompt,
    /// With the table, after the end of the game.
    Result,
    /// Before its own move.
    BeforeMove,
    /// Before any move after which its condition holds. The outcome is assumed if chance chooses on the way.
    BeforeMoves(Option<RuleId>),
}

/// The data of the rule sheet.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The language of the words that the sheet adds to its texts.
    pub language: Language,
    /// The rulebook's clauses.
    pub clauses: Vec<SheetEntry>,
    /// Interpretations of points that the rulebook leaves open.
    pub readings: Vec<SheetEntry>,
    /// Remarks, with their tags.
    pub notes: Vec<(Vec<TagId>, String)>,
    /// Declarations that carry a status tag (`BOOK`, `SRC`, `DER`, `REC`).
    pub figures: Vec<Figure>,
    /// Terms that the rules explain: facts, formations, regions, each with its place.
    pub terms: Vec<(String, Span)>,
    /// The titles that people read in place of names.
    pub titles: BTreeMap<String, String>,
    /// The words for each part in braces in a move's text; the key is the move's name and the part as written.
    pub parts: BTreeMap<(String, String), String>,
    /// The colours of players that the rules say.
    pub colours: BTreeMap<String, PlayerColour>,
    /// What pieces and cards look like in pictures.
    pub art: Art,
    /// What signs on the board mean, for people: each entry explains all signs of its text. Later entries win.
    pub signs: Vec<(String, String)>,
    /// Texts that have a replacement for people but match no sentence of the rules. Conditions are written as in the rules.
    pub unmatched: Vec<UnmatchedText>,
    /// Every use of a tag in the rules, with its place.
    pub carriers: Vec<(TagId, Span)>,
    /// Tags that occur only on options, boards, pieces, lists, zones and remembered values: they describe material.
    pub of_things: Vec<TagId>,
}

impl Sheet {
    /// The key of the parts that describe the whole game.
    pub const GAME: &str = "game";
    /// The part that names the author.
    pub const AUTHOR: &str = "author";
    /// The part that names the publisher.
    pub const PUBLISHER: &str = "publisher";
    /// The part that says how long a game lasts.
    pub const LENGTH: &str = "length";
    /// The part that says what a player tries to reach.
    pub const GOAL: &str = "goal";

    /// Returns what the rules say of the whole game, such as its author.
    #[must_use]
    pub fn of_game(&self, part: &str) -> Option<&str> {
        let key = (Self::GAME.to_owned(), part.to_owned());
        self.parts.get(&key).map(String::as_str)
    }

    /// Returns all clauses and readings, in order.
    pub fn entries(&self) -> impl Iterator<Item = &SheetEntry> {
        self.clauses.iter().chain(&self.readings)
    }

    /// Returns the title for a text of the rules: the title of the text itself, or for `near(p)` the title of `near`.
    pub fn title_of_text(&self, text: &str) -> Option<&str> {
        let title = self.titles.get(text).or_else(|| {
            let (name, values) = text.split_once('(')?;
            let whole = values.find(')').is_some_and(|at| at + 1 == values.len());
            self.titles.get(name).filter(|_| whole)
        });
        title.map(String::as_str)
    }
}

/// A text that has a replacement for people but matches no sentence of the rules.
#[derive(Clone, Debug)]
pub struct UnmatchedText {
    /// The sentence that the sheet expects in the rules.
    pub text: String,
    /// The place that names it.
    pub span: Span,
    /// A similar sentence of the rules.
    pub near: Option<String>,
}

/// A declaration whose source the rules name.
#[derive(Clone, Debug)]
pub struct Figure {
    /// `BOOK`, `SRC`, `DER` or `REC`.
    pub status: String,
    /// The declaration, in words of the rules: `drawing start`.
    pub what: String,
    /// The clauses it carries.
    pub tags: Vec<TagId>,
    /// The place of its declaration.
    pub span: Span,
}

/// A clause or a reading.
#[derive(Clone, Debug)]
pub struct SheetEntry {
    /// The heading above it.
    pub heading: Option<String>,
    /// Its tag.
    pub tag: TagId,
    /// Its text.
    pub text: String,
    /// The options whose values the text depends on.
    pub hangs_on: Vec<String>,
    /// The reason why no rule decides it; `None` if a rule does.
    pub unplayed: Option<String>,
}

impl Model {
    /// Returns whether a player moves down the board, so that this player's own side is at the top.
    #[must_use]
    pub fn moves_down(&self, seat: SeatId) -> bool {
        let forward = |board: &Board| {
            let forward = board.forward.get(seat.index()).copied().flatten();
            forward.is_some_and(|dir| board.topology.leads_down(dir))
        };
        self.board.as_ref().is_some_and(forward)
    }

    /// Returns the title for a name.
    #[must_use]
    pub fn title<'t>(&'t self, name: &'t str) -> &'t str {
        self.sheet.titles.get(name).map_or(name, String::as_str)
    }

    /// Returns the number of players in this game.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.players.len()
    }

    /// Returns the bodies of all moves, and the sequence of play.
    pub fn bodies(&self) -> impl Iterator<Item = &[Stmt]> {
        let bodies = self.moves.iter().map(|mv| mv.body.as_slice());
        bodies.chain([self.play.as_slice()])
    }

    /// Returns the layer of a kind of piece.
    #[must_use]
    pub fn layer_of(&self, kind: KindId) -> LayerId {
        self.kinds[kind.index()].layer
    }

    /// Returns the last layer: the default for kinds that name no layer.
    #[must_use]
    pub fn top(&self) -> LayerId {
        let layers = LayerId::all(self.layers.len());
        layers.last().unwrap_or(LayerId(0))
    }

    /// Returns the kinds of piece on a layer.
    pub fn kinds_on(&self, layer: LayerId) -> impl Iterator<Item = KindId> + '_ {
        let kinds = KindId::all(self.kinds.len()).zip(&self.kinds);
        kinds
            .filter(move |(_, kind)| kind.layer == layer)
            .map(|(id, _)| id)
    }

    /// Returns the possible owners of a kind of piece: each player, or nobody.
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

    /// Returns each declared move that the rules ask for, once, in the order of the rules. (A declared move is several moves if
    /// several places hand values to it.)
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
