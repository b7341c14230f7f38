//! Declarations, except the board (`board.rs`) and moves (`moves.rs`).

use crate::ast::{
    BoardDecl, DrawingDecl, Expr, MoveDecl, Name, Phase, QuotedText, StmtDecl, Tag, Template,
};
use linstock_base::Span;

/// One declaration.
#[derive(Clone, Debug)]
pub struct Decl {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// The whole declaration, without its tags.
    pub span: Span,
    /// Its kind.
    pub kind: DeclKind,
}

/// The kind of a declaration.
#[derive(Clone, Debug)]
pub enum DeclKind {
    /// `players light, dark` in seat order.
    Players(Players),
    /// `options { … }`
    Options(Vec<OptionDecl>),
    /// `board W x H { … }`
    Board(BoardDecl),
    /// `piece soldier "s", town "t"`
    Pieces(Vec<PieceDecl>),
    /// `drawing start { legend """picture""" }`
    Drawing(DrawingDecl),
    /// `line cannon = 3 own soldier in all directions`
    Line(LineDecl),
    /// `list card (number, copies) { … }`
    List(ListDecl),
    /// `zone hand of player { … }`
    Zone(ZoneDecl),
    /// `remember { … }`
    Remember(Vec<MemoryDecl>),
    /// `fact near(x) = …`
    Fact(Fact),
    /// `script "file.rhai" { … }`
    Script(ScriptDecl),
    /// `move step "{here}-{there}" { … }`
    Move(MoveDecl),
    /// `to pay(n) { … }`
    Routine(Routine),
    /// `score of p = …`
    Score(Score),
    /// `status hides idle, parts`: the values that only the rules need; the table does not show them.
    Hides(Vec<Name>),
    /// `status of p "…" when …`
    Status(StatusDecl),
    /// `phase NAME { … }` on its own: only after `replace`, for the phase of that name inside `play`.
    Phase(Phase),
    /// `play { … }`
    Play(Vec<StmtDecl>),
    /// `clauses { CA-01 "…" }` or `readings { B3 "…" }`: the rule sheet.
    Clauses(Clauses),
    /// `note "…"`: a comment that `linstock rules` shows, with the tags of clauses that nothing executes.
    Note(QuotedText),
    /// `language de`: the language of the words that the rule sheet adds.
    Language(Name),
    /// `words { … }`: texts that people read instead of names and texts.
    Words(Vec<WordsEntry>),
    /// `look { … }`: how pieces and cards look in pictures.
    Look(Vec<LookItem>),
    /// A declaration that could not be parsed; its names count as declared.
    Broken {
        /// The keyword it began with.
        keyword: String,
        /// The names that it would declare.
        names: Vec<Name>,
    },
}

/// The players.
#[derive(Clone, Debug)]
pub struct Players {
    /// The possible numbers of players, both ends included; all players without it.
    pub count: Option<NumberRange>,
    /// Their names in seat order.
    pub names: Vec<Name>,
}

/// `2..4`: whole numbers, both ends included.
#[derive(Clone, Copy, Debug)]
pub struct NumberRange {
    /// The first.
    pub least: i64,
    /// The last.
    pub most: i64,
    /// Its span.
    pub span: Span,
}

/// A list: named rows with numbers.
#[derive(Clone, Debug)]
pub struct ListDecl {
    /// Its name.
    pub name: Name,
    /// The names of the fields.
    pub fields: Vec<Name>,
    /// The field whose number people see beside a row's name.
    pub shown: Option<Name>,
    /// Its rows in order.
    pub rows: Vec<ListRow>,
}

/// A row of a list.
#[derive(Clone, Debug)]
pub struct ListRow {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// Its name; may be a number.
    pub name: Name,
    /// Its numbers, one for each field.
    pub values: Vec<Expr>,
}

/// A zone: a multiset of rows off the board, one for the game or one for each player.
#[derive(Clone, Debug)]
pub struct ZoneDecl {
    /// Its name.
    pub name: Name,
    /// Each player has one.
    pub of_player: bool,
    /// What it holds, and the number of copies at the start: one entry per line.
    pub holds: Vec<Holding>,
    /// Who sees its contents: one entry per line.
    pub sight: Vec<SightLine>,
}

/// `holds card by copies`
#[derive(Clone, Debug)]
pub struct Holding {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// A list, or one row of a list.
    pub what: Name,
    /// The copies of each row at the start.
    pub stock: Stock,
}

/// The copies of each row in a zone at the start.
#[derive(Clone, Debug)]
pub enum Stock {
    /// None.
    Empty,
    /// A number: `holds 10 coin`. Without a number, one of each: `holds each coin`.
    Each(Option<Expr>),
    /// The number in a field of the list: `holds card by copies`.
    Field(Name),
    /// The numbers that an option lists: `holds chest from chest-values`.
    Listed(Name),
}

/// A line of a zone that says who sees its contents.
#[derive(Clone, Debug)]
pub struct SightLine {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// Its span.
    pub span: Span,
    /// Who sees the contents.
    pub sight: SightDecl,
}

/// Who sees the contents of a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SightDecl {
    /// Everybody.
    Open,
    /// Nobody; everybody sees its size.
    Hidden,
    /// Its owner; the others see its size.
    Owner,
}

/// One option.
#[derive(Clone, Debug)]
pub struct OptionDecl {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// Its name.
    pub name: Name,
    /// Its possible values, in the order of the text; empty for a list of numbers.
    pub choices: Vec<OptionChoice>,
    /// Its values are lists of numbers.
    pub list: Option<NumberList>,
    /// Its values are fractions between two numbers.
    pub fraction: Option<NumberRange>,
    /// The default after `=`; without it, the first choice is the default.
    pub default: Option<QuotedText>,
    /// What it decides, in one sentence.
    pub doc: QuotedText,
}

/// `list of 6 in 0..46 or none sum 10`: a list of numbers.
#[derive(Clone, Debug)]
pub struct NumberList {
    /// The number of numbers.
    pub length: (i64, Span),
    /// The least and the greatest number.
    pub range: NumberRange,
    /// A number may also be `none`, which is greater than any number.
    pub or_none: bool,
    /// The sum of the numbers.
    pub sum: Option<i64>,
}

/// A possible value, or range of values, of an option.
#[derive(Clone, Debug)]
pub enum OptionChoice {
    /// A word: `yes`, `none`, `threefold-draw`, a player.
    Word(Name),
    /// A number or a range of numbers, both ends included.
    Range {
        /// The least value.
        least: i64,
        /// The greatest value.
        most: i64,
        /// Its span.
        span: Span,
    },
}

/// One kind of piece.
#[derive(Clone, Debug)]
pub struct PieceDecl {
    /// Its name.
    pub name: Name,
    /// Its letter in drawings.
    pub letter: Option<QuotedText>,
    /// It belongs to nobody.
    pub neutral: bool,
    /// Its layer; the last layer without it.
    pub layer: Option<Name>,
}

/// A formation: n points in a row, each in a set.
#[derive(Clone, Debug)]
pub struct LineDecl {
    /// Its name.
    pub name: Name,
    /// The number of points.
    pub length: (i64, Span),
    /// The set that must contain each point.
    pub points: Expr,
    /// The possible directions from rear to front.
    pub directions: Expr,
}

/// A memory: a value that is part of the position.
#[derive(Clone, Debug)]
pub struct MemoryDecl {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// Its name.
    pub name: Name,
    /// Its subjects: none (one value in a game), `player`, or a list or some of its rows; two of them for one value per pair.
    pub of: Vec<Name>,
    /// Its start value.
    pub start: Expr,
    /// The list to which `none` is added as a row: `leader = none : card`.
    pub ty: Option<Name>,
    /// Who sees it, if stated: `, seen by owner`.
    pub sight: Option<(Span, SightDecl)>,
    /// Positions that differ only in this memory are equal for `seen`.
    pub uncounted: bool,
}

/// A named expression.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Its name.
    pub name: Name,
    /// Its arguments.
    pub params: Vec<Name>,
    /// Its value.
    pub value: Expr,
}

/// The functions of one Rhai file.
#[derive(Clone, Debug)]
pub struct ScriptDecl {
    /// The file, beside the `.game` file.
    pub file: QuotedText,
    /// Its functions, as the rules call them.
    pub functions: Vec<ScriptFnDecl>,
}

/// The signature of one script function.
#[derive(Clone, Debug)]
pub struct ScriptFnDecl {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// Its name; in Rhai `-` is written `_`.
    pub name: Name,
    /// Argument names and types (`number`, `truth`, `player`, `point`, `points`, `kind`).
    pub params: Vec<(Name, Name)>,
    /// The type of its result; `None` for a function that changes the position.
    pub result: Option<Name>,
    /// The memories and zones that it reads: empty for `nothing`, `None` without the line (it may read any).
    pub reads: Option<Vec<Name>>,
    /// What it may change: kinds of piece, memories, zones.
    pub changes: Vec<Name>,
}

/// A named block of statements.
#[derive(Clone, Debug)]
pub struct Routine {
    /// Its name.
    pub name: Name,
    /// Its arguments.
    pub params: Vec<Name>,
    /// Its statements.
    pub body: Vec<StmtDecl>,
}

/// A score.
#[derive(Clone, Debug)]
pub struct Score {
    /// The name that stands for the player.
    pub player: Name,
    /// The player's score.
    pub value: Expr,
    /// The text states that everybody may see it: `, seen by players`.
    pub seen_by_all: bool,
}

/// The subjects of a status line: `of p`, `of s in section where …`. Each subject has a line.
#[derive(Clone, Debug)]
pub struct StatusOf {
    /// The name that stands for the player or row.
    pub name: Name,
    /// The rows; `None` for the players.
    pub rows: Option<Expr>,
    /// A condition on the subject.
    pub filter: Option<Expr>,
}

/// A status line: a text that appears with the position.
#[derive(Clone, Debug)]
pub struct StatusDecl {
    /// Where it appears.
    pub shown: StatusPlace,
    /// The subjects, if each has a line.
    pub of: Option<StatusOf>,
    /// The text.
    pub text: Template,
    /// The condition under which the line appears.
    pub when: Option<Expr>,
}

/// Where a status line appears.
#[derive(Clone, Debug)]
pub enum StatusPlace {
    /// `status`: with the table.
    Table,
    /// `prompt`: at the prompt for a move.
    Prompt,
    /// `result`: with the table, once the game is over.
    Result,
    /// `warn … when it makes … supposing …`: before a move that makes its condition hold.
    Warning {
        /// The outcome to assume at a chance node.
        supposing: Option<Name>,
    },
}

/// The rule sheet: tags and short texts.
#[derive(Clone, Debug)]
pub struct Clauses {
    /// It lists readings of ambiguous clauses (`readings`), not clauses (`clauses`).
    pub readings: bool,
    /// The entries in order.
    pub entries: Vec<ClauseEntry>,
}

/// A line of `look`.
#[derive(Clone, Debug)]
pub enum LookItem {
    /// How pieces, lists, rows or remembered values look.
    Entry(LookEntry),
    /// A bar for each player: `points drawn to goal`.
    Bar {
        /// The remembered number.
        name: Name,
        /// The number at the end of the bar.
        most: Expr,
    },
}

/// How pieces of some kinds, the rows of a list or some rows look in pictures: `soldier, guard shape pawn, colour red`.
#[derive(Clone, Debug)]
pub struct LookEntry {
    /// The kinds of piece, lists, rows, remembered values or points with signs.
    pub names: Vec<LookName>,
    /// Their properties.
    pub parts: Vec<LookPart>,
}

/// What an entry of `look` is about: `soldier`, or `mark of o`.
#[derive(Clone, Debug)]
pub struct LookName {
    /// The name.
    pub name: Name,
    /// The player whose pieces it is about; without one, those of all players.
    pub of: Option<Name>,
}

/// A property of a picture: `shape pawn`, `label "S"`.
#[derive(Clone, Debug)]
pub struct LookPart {
    /// The property: `shape`, `colour`, `symbol`, `label`, `suit`, `rank`, `pips`, `drawn` or `drawn as`.
    pub property: Name,
    /// Its value: a name, or a text without its quotes.
    pub value: QuotedText,
    /// The shape below a shape: `tile` in `shape town on tile`.
    pub on: Option<QuotedText>,
}

/// The text that people read instead of a name or text: `soldier "man"`.
#[derive(Clone, Debug)]
pub struct WordsEntry {
    /// What it replaces.
    pub what: Worded,
    /// The text that people read.
    pub text: Template,
}

/// What other words replace.
#[derive(Clone, Debug)]
pub enum Worded {
    /// `soldier`
    Name(Name),
    /// `here of step`: a hole in the text of a move, written in braces there.
    Part {
        /// The hole, as the move's text writes it.
        part: QuotedText,
        /// The move.
        of: Name,
    },
    /// `"no move to make"`
    Text(QuotedText),
}

/// A text that depends on the options: `"…" if first is light else "…"`.
#[derive(Clone, Debug)]
pub struct Wording {
    /// The texts with their conditions: the first whose condition holds applies.
    pub cases: Vec<(Template, Expr)>,
    /// The text if no condition holds.
    pub last: Template,
}

/// One clause or reading.
#[derive(Clone, Debug)]
pub struct ClauseEntry {
    /// The heading above it.
    pub heading: Option<QuotedText>,
    /// Its tag, without `@`.
    pub tag: Tag,
    /// A short form of its content.
    pub text: Wording,
    /// Why nothing executes it (`unplayed "an aim"`).
    pub unplayed: Option<QuotedText>,
}
