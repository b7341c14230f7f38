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
    /// `status hides idle, parts`: what only the rules need to see of the table.
    Hides(Vec<Name>),
    /// `status of p "…" when …`
    Status(StatusDecl),
    /// `phase NAME { … }` on its own: only after `replace`, for the phase of that name inside `play`.
    Phase(Phase),
    /// `play { … }`
    Play(Vec<StmtDecl>),
    /// `clauses { CA-01 "…" }` or `readings { B3 "…" }`: the rule sheet.
    Clauses(Clauses),
    /// `note "…"`: a remark that `linstock rules` shows, with the tags of clauses that nothing executes.
    Note(QuotedText),
    /// `language de`: the language of the words that the rule sheet adds.
    Language(Name),
    /// `words { … }`: what people read in place of names and texts.
    Words(Vec<WordsEntry>),
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
    /// Where it stands.
    pub span: Span,
}

/// A list: named rows with numbers.
#[derive(Clone, Debug)]
pub struct ListDecl {
    /// Its name.
    pub name: Name,
    /// The names of the fields.
    pub fields: Vec<Name>,
    /// The number that people are shown beside a row's name.
    pub shown: Option<Name>,
    /// Its rows in order.
    pub rows: Vec<ListRow>,
}

/// A row of a list.
#[derive(Clone, Debug)]
pub struct ListRow {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// Its name; a number may be one.
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
    /// What it holds, and how many copies at the start: a line each.
    pub holds: Vec<Holding>,
    /// Who sees its contents: each line about it.
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
    /// A number: `holds 10 coin`; one of each without it: `holds each coin`.
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
    /// Where it stands.
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
    /// The default after `=`; without one the first choice is the default.
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
    /// A number may also be `none`, which is more than any number.
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
    /// What each point must be in.
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
    /// Its subjects: none (one value in a game), `player`, or a list or some of its rows; two of them for a value of each pair.
    pub of: Vec<Name>,
    /// Its start value.
    pub start: Expr,
    /// The list that `none` is a row of: `leader = none : card`.
    pub ty: Option<Name>,
    /// Who sees it, if that is said: `, seen by owner`.
    pub sight: Option<(Span, SightDecl)>,
    /// Positions that differ only in it are the same for `seen`.
    pub uncounted: bool,
}

/// A named expression.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Its name.
    pub name: Name,
    /// Its arguments.
    pub params: Vec<Name>,
    /// What it says.
    pub value: Expr,
}

/// The functions of one Rhai file.
#[derive(Clone, Debug)]
pub struct ScriptDecl {
    /// The file, beside the `.game` file.
    pub file: QuotedText,
    /// Its functions as the rules call them.
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
    /// The type of its result; none for a function that changes the position.
    pub result: Option<Name>,
    /// The memories and zones that it reads: `nothing` for none; any without the line.
    pub reads: Option<Vec<Name>>,
    /// What it may change: kinds of pieces, memories, zones.
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
    /// The name of the player in it.
    pub player: Name,
    /// The player's score.
    pub value: Expr,
    /// It is said that everybody may see it: `, seen by players`.
    pub seen_by_all: bool,
}

/// The subjects of a status line: `of p`, `of s in section where …`. There is a line for each subject.
#[derive(Clone, Debug)]
pub struct StatusOf {
    /// The name of the player or row in the line.
    pub name: Name,
    /// The rows; the players without it.
    pub rows: Option<Expr>,
    /// A condition on the subject.
    pub filter: Option<Expr>,
}

/// A status line: a text that is shown with the position.
#[derive(Clone, Debug)]
pub struct StatusDecl {
    /// Where it is shown.
    pub shown: StatusPlace,
    /// The subjects, if there is a line for each of several.
    pub of: Option<StatusOf>,
    /// What it says.
    pub text: Template,
    /// Only if this holds.
    pub when: Option<Expr>,
}

/// Where a line is shown.
#[derive(Clone, Debug)]
pub enum StatusPlace {
    /// `status`: with the table.
    Table,
    /// `prompt`: where a move is typed.
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

/// What people read in place of something: `soldier "man"`.
#[derive(Clone, Debug)]
pub struct WordsEntry {
    /// In place of what.
    pub what: Worded,
    /// What they read.
    pub text: Template,
}

/// What is read in other words.
#[derive(Clone, Debug)]
pub enum Worded {
    /// `soldier`
    Name(Name),
    /// `here of step`: what stands in braces in the text of a move.
    Part {
        /// It, as it is written there.
        part: QuotedText,
        /// The move.
        of: Name,
    },
    /// `"no move to make"`
    Text(QuotedText),
}

/// What is said, by how the options are set: `"…" if first is light else "…"`.
#[derive(Clone, Debug)]
pub struct Wording {
    /// The wordings with their conditions: the first that holds is used.
    pub cases: Vec<(Template, Expr)>,
    /// What is said if none holds.
    pub last: Template,
}

/// One clause or reading.
#[derive(Clone, Debug)]
pub struct ClauseEntry {
    /// The heading below which it stands.
    pub heading: Option<QuotedText>,
    /// Its tag, without `@`.
    pub tag: Tag,
    /// Its content in short.
    pub text: Wording,
    /// Why nothing executes it (`unplayed "an aim"`).
    pub unplayed: Option<QuotedText>,
}
