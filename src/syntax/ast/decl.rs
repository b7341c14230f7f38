//! Declarations, but for the board and the moves.

use crate::base::Span;
use crate::syntax::ast::{
    BoardDecl, DrawingDecl, Expr, MoveDecl, Name, Phase, QuotedText, StmtDecl, Tag, Template,
};

/// One declaration.
#[derive(Clone, Debug)]
pub struct Decl {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// The whole declaration, without its tags.
    pub span: Span,
    /// What is declared.
    pub kind: DeclKind,
}

/// What a declaration declares.
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
    /// `status of p "…" when …`
    Status(StatusDecl),
    /// `phase NAME { … }` on its own: only after `replace`, for the phase of that name inside `play`.
    Phase(Phase),
    /// `play { … }`
    Play(Vec<StmtDecl>),
    /// `clauses { CA-01 "…" }` or `readings { B3 "…" }`: the rule sheet in short.
    Clauses(Clauses),
    /// `note "…"`: a remark shown by `linstock rules`; it carries tags that nothing executes.
    Note(QuotedText),
    /// A declaration that could not be read; its name, where one was found, counts as known.
    Broken {
        /// The keyword it began with.
        keyword: String,
        /// The names it would have declared.
        names: Vec<Name>,
    },
}

/// The players.
#[derive(Clone, Debug)]
pub struct Players {
    /// How many of them may play, both numbers included; all of them without it.
    pub count: Option<(i64, i64, Span)>,
    /// Their names in seat order.
    pub names: Vec<Name>,
}

/// A list: named rows with numbers.
#[derive(Clone, Debug)]
pub struct ListDecl {
    /// Its name.
    pub name: Name,
    /// The names of the numbers that each row has.
    pub fields: Vec<Name>,
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
    /// Its numbers, one a field.
    pub values: Vec<Expr>,
}

/// A heap off the board, of the table or of each player.
#[derive(Clone, Debug)]
pub struct ZoneDecl {
    /// Its name.
    pub name: Name,
    /// Each player has one of his own.
    pub of_player: bool,
    /// What lies there, and at the start how much of it: a line each.
    pub holds: Vec<Holding>,
    /// Who sees what lies there: tags, where it is said, what.
    pub sight: Vec<(Vec<Tag>, Span, SightDecl)>,
}

/// `holds card by copies`
#[derive(Clone, Debug)]
pub struct Holding {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// A list, or one row of a list.
    pub what: Name,
    /// How many of each lie there at the start.
    pub stock: Stock,
}

/// How many of each lie in a zone at the start.
#[derive(Clone, Debug)]
pub enum Stock {
    /// None.
    Empty,
    /// So many of each: `holds 10 coin`; one of each without a number: `holds each coin`.
    Each(Option<Expr>),
    /// As a field of the list says: `holds card by copies`.
    Field(Name),
    /// Those that an option lists: `holds chest from chest-values`.
    Listed(Name),
}

/// Who sees what lies in a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SightDecl {
    /// Everybody.
    Open,
    /// Nobody; everybody sees how much it is.
    Hidden,
    /// Its owner; the others see how much it is.
    Owner,
}

/// One option.
#[derive(Clone, Debug)]
pub struct OptionDecl {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// Its name.
    pub name: Name,
    /// The words and ranges it may be, in the order they were written; none for a list of numbers.
    pub choices: Vec<OptionChoice>,
    /// The list of numbers that it is.
    pub list: Option<NumberList>,
    /// It is a fraction between two numbers.
    pub fraction: Option<(i64, i64, Span)>,
    /// The default after `=`; without one the first choice is the default.
    pub default: Option<QuotedText>,
    /// What it decides, in a sentence.
    pub doc: QuotedText,
}

/// `list of 6 in 0..46 or none sum 10`: a list of numbers.
#[derive(Clone, Debug)]
pub struct NumberList {
    /// How many numbers.
    pub length: (i64, Span),
    /// The least and the greatest number.
    pub range: (i64, i64, Span),
    /// A number may also be `none`, which is more than any number.
    pub or_none: bool,
    /// What the numbers add up to.
    pub sum: Option<i64>,
}

/// One of the values an option may have.
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
        /// Where it stands.
        span: Span,
    },
}

/// One kind of piece.
#[derive(Clone, Debug)]
pub struct PieceDecl {
    /// Its name.
    pub name: Name,
    /// The letter it is drawn with.
    pub letter: Option<QuotedText>,
    /// It belongs to nobody.
    pub neutral: bool,
    /// The layer on which it lies; the last one without it.
    pub layer: Option<Name>,
}

/// A formation: n points in a row, each in a set.
#[derive(Clone, Debug)]
pub struct LineDecl {
    /// Its name.
    pub name: Name,
    /// How many points.
    pub length: (i64, Span),
    /// What each point must be in.
    pub points: Expr,
    /// From rear to front.
    pub directions: Expr,
}

/// A remembered value.
#[derive(Clone, Debug)]
pub struct MemoryDecl {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// Its name.
    pub name: Name,
    /// What it is remembered for: nothing (once a game), `player`, or a list or some of its rows.
    pub of: Option<Name>,
    /// What it is at the start.
    pub start: Expr,
    /// The list that `none` is a row of: `leader = none : card`.
    pub ty: Option<Name>,
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
    /// The result's type; none for a function that only changes things.
    pub result: Option<Name>,
    /// Which remembered values and zones it reads; `nothing` for none, and without the line any.
    pub reads: Option<Vec<Name>>,
    /// What it may change: kinds of pieces and remembered values.
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
    /// What he has.
    pub value: Expr,
}

/// Of whom or what there is a line each: `of p`, `of s in section where …`.
#[derive(Clone, Debug)]
pub struct StatusOf {
    /// The name of the player or row in it.
    pub name: Name,
    /// Of which rows; of the players without it.
    pub rows: Option<Expr>,
    /// What must hold of a row besides.
    pub filter: Option<Expr>,
}

/// A line that is shown with the table.
#[derive(Clone, Debug)]
pub struct StatusDecl {
    /// It stands in the prompt, rather than with the table.
    pub prompt: bool,
    /// Of whom or what there is one each.
    pub of: Option<StatusOf>,
    /// What it says.
    pub text: Template,
    /// Only if this holds.
    pub when: Option<Expr>,
}

/// The rule sheet in short: tags and what they say.
#[derive(Clone, Debug)]
pub struct Clauses {
    /// Readings of ambiguous clauses (`readings`), rather than clauses (`clauses`).
    pub readings: bool,
    /// The entries in order.
    pub entries: Vec<ClauseEntry>,
}

/// One clause or reading.
#[derive(Clone, Debug)]
pub struct ClauseEntry {
    /// Its tag, without `@`.
    pub tag: Tag,
    /// What it says, in our words.
    pub text: QuotedText,
    /// Why nothing executes it (`unplayed "an aim"`), if that is so.
    pub unplayed: Option<QuotedText>,
}
