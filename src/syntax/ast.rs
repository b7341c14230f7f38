//! The syntax tree of games, variants and scenarios: what was written, where, nothing resolved yet.

use crate::base::Span;
use std::slice::{from_mut, from_ref};

/// A name as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The name itself, lower case as all names are.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A quoted text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// What stands between the quotes.
    pub value: String,
    /// Where it stands, without its quotes.
    pub span: Span,
}

/// A clause tag, `CA-12` for `@CA-12`; a range `@CB-66..CB-70` is written out as its tags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The tag without its `@`.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// The content of one `.game` file.
#[derive(Clone, Debug)]
pub enum File {
    /// `game NAME "Title"` and its declarations.
    Game(Game),
    /// `variant NAME of GAME "Title"` and its edits.
    Variant(Variant),
}

/// A whole game.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its name, as `linstock play` takes it.
    pub name: Name,
    /// Its title for people.
    pub title: Text,
    /// Its declarations in the order they were written.
    pub decls: Vec<Decl>,
}

/// A small file laid over a game.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name, as `--variant` takes it.
    pub name: Name,
    /// The name of the game it changes.
    pub of: Name,
    /// Its title for people.
    pub title: Text,
    /// What it changes, in the order it is done.
    pub edits: Vec<Edit>,
}

/// One change that a variant makes.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// The whole edit.
    pub span: Span,
    /// What it does.
    pub kind: EditKind,
}

/// What a variant's edit does.
#[derive(Clone, Debug)]
pub enum EditKind {
    /// `set OPTION VALUE`: another default.
    Set {
        /// The option.
        option: Name,
        /// Its value as text (`yes`, `3`, `threefold-draw`, `4 3 3`).
        value: Text,
    },
    /// `rename KIND old to new, …`: everywhere, option values too.
    Rename {
        /// `player`, `piece`, `move`, `option`, …
        kind: Name,
        /// Old and new names.
        pairs: Vec<(Name, Name)>,
    },
    /// `replace DECLARATION`: the whole declaration of that kind and name.
    Replace(Decl),
    /// `remove KIND NAME`.
    Remove {
        /// `move`, `fact`, `piece`, …
        kind: Name,
        /// Which one.
        name: Name,
    },
    /// A new declaration.
    Add(Decl),
}

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
    Players(Vec<Name>),
    /// `options { … }`
    Options(Vec<OptionDecl>),
    /// `board W x H { … }`
    Board(Board),
    /// `piece soldier "s", town "t"`
    Pieces(Vec<Piece>),
    /// `drawing start { legend """picture""" }`
    Drawing(Drawing),
    /// `line cannon = 3 own soldier in all directions`
    Line(Line),
    /// `remember { … }`
    Remember(Vec<Memory>),
    /// `fact near(x) = …`
    Fact(Fact),
    /// `script "file.rhai" { … }`
    Script(Script),
    /// `move step "{here}-{there}" { … }`
    Move(Move),
    /// `to pay(n) { … }`
    Routine(Routine),
    /// `score of p = …`
    Score(Score),
    /// `phase NAME { … }` on its own: only after `replace`, for the phase of that name inside `play`.
    Phase(Phase),
    /// `play { … }`
    Play(Vec<Stmt>),
    /// `clauses { CA-01 "…" }` or `readings { B3 "…" }`: the rule sheet in short.
    Clauses(Clauses),
    /// `note "…"`: a remark shown by `linstock rules`; it carries tags that nothing executes.
    Note(Text),
    /// A declaration that could not be read; its name, where one was found, counts as known.
    Broken {
        /// The keyword it began with.
        keyword: String,
        /// The names it would have declared.
        names: Vec<Name>,
    },
}

/// One option.
#[derive(Clone, Debug)]
pub struct OptionDecl {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// Its name.
    pub name: Name,
    /// The words and ranges it may be, in the order they were written.
    pub choices: Vec<Choice>,
    /// The default after `=`; without one the first choice is the default.
    pub default: Option<Text>,
    /// What it decides, in a sentence.
    pub doc: Text,
}

/// One of the values an option may have.
#[derive(Clone, Debug)]
pub enum Choice {
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

/// The board.
#[derive(Clone, Debug)]
pub struct Board {
    /// Columns (files), lettered from `a`.
    pub width: (i64, Span),
    /// Rows (ranks), numbered from 1 at the bottom.
    pub height: (i64, Span),
    /// What is said of it.
    pub items: Vec<BoardItem>,
}

/// One line of a board's block.
#[derive(Clone, Debug)]
pub struct BoardItem {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// The whole line.
    pub span: Span,
    /// What it says.
    pub kind: BoardItemKind,
}

/// What a line of a board's block says.
#[derive(Clone, Debug)]
pub enum BoardItemKind {
    /// `next orthogonal`: what `next to` goes by.
    Next(Expr),
    /// `drawn as points`: how a person sees it (`points` or `squares`, or an option with these values).
    DrawnAs(Expr),
    /// `region corner = {a1, j1}`
    Region {
        /// Its name.
        name: Name,
        /// Its points.
        points: Expr,
    },
    /// `light { forward south; home = row 10 }`
    Side {
        /// The player.
        player: Name,
        /// The direction in which he goes, if he has one.
        forward: Option<Name>,
        /// His own regions: tags, name, points.
        regions: Vec<(Vec<Tag>, Name, Expr)>,
    },
}

/// One kind of piece.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its name.
    pub name: Name,
    /// The letter it is drawn with.
    pub letter: Option<Text>,
}

/// A picture that `lay` puts on the board.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Its name.
    pub name: Name,
    /// What each sign stands for: sign, expression (`light soldier`).
    pub legend: Vec<(Name, Expr)>,
    /// The picture, top row first; see [`Picture`](super::Picture) for its reader.
    pub picture: Text,
}

/// A formation: n points in a row, each in a set.
#[derive(Clone, Debug)]
pub struct Line {
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
pub struct Memory {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// Its name.
    pub name: Name,
    /// What it is remembered for: nothing (once a game), or `player`.
    pub of: Option<Name>,
    /// What it is at the start.
    pub start: Expr,
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
pub struct Script {
    /// The file, beside the `.game` file.
    pub file: Text,
    /// Its functions as the rules call them.
    pub functions: Vec<ScriptFn>,
}

/// The signature of one script function.
#[derive(Clone, Debug)]
pub struct ScriptFn {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// Its name; in Rhai `-` is written `_`.
    pub name: Name,
    /// Argument names and types (`number`, `truth`, `player`, `point`, `points`, `kind`).
    pub params: Vec<(Name, Name)>,
    /// The result's type; none for a function that only changes things.
    pub result: Option<Name>,
    /// What it may change: kinds of pieces and remembered values.
    pub changes: Vec<Name>,
}

/// Something a player, or chance, may choose.
#[derive(Clone, Debug)]
pub struct Move {
    /// Its name.
    pub name: Name,
    /// Values handed to it by the `ask` that names it.
    pub params: Vec<Name>,
    /// Its text, with `{…}` where arguments stand.
    pub text: Template,
    /// Arguments and conditions, in order.
    pub heads: Vec<Head>,
    /// What it does.
    pub body: Vec<Stmt>,
}

/// The text of a move.
#[derive(Clone, Debug)]
pub struct Template {
    /// The whole text between its quotes.
    pub span: Span,
    /// Its pieces in order.
    pub parts: Vec<TemplatePart>,
}

/// A piece of a move's text.
#[derive(Clone, Debug)]
pub enum TemplatePart {
    /// Letters as they stand.
    Literal(String),
    /// `{expression}`
    Hole(Expr),
}

/// An argument of a move, or a condition.
#[derive(Clone, Debug)]
pub struct Head {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// The whole line.
    pub span: Span,
    /// Which of them it is.
    pub kind: HeadKind,
}

/// What a line at the head of a move says.
#[derive(Clone, Debug)]
pub enum HeadKind {
    /// `here in own soldier where …`
    Arg {
        /// The argument's name.
        name: Name,
        /// What it is drawn from.
        domain: Expr,
        /// What must hold of it besides.
        filter: Option<Expr>,
    },
    /// `when …`
    When(Expr),
    /// `weigh …`: how likely an outcome is, against the others.
    Weigh(Expr),
}

/// A named block of statements.
#[derive(Clone, Debug)]
pub struct Routine {
    /// Its name.
    pub name: Name,
    /// Its arguments.
    pub params: Vec<Name>,
    /// Its statements.
    pub body: Vec<Stmt>,
}

/// A score.
#[derive(Clone, Debug)]
pub struct Score {
    /// The name of the player in it.
    pub player: Name,
    /// What he has.
    pub value: Expr,
}

/// A named part of the sequence of play.
#[derive(Clone, Debug)]
pub struct Phase {
    /// Its name.
    pub name: Name,
    /// Its statements.
    pub body: Vec<Stmt>,
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
    pub text: Text,
    /// Why nothing executes it (`unplayed "an aim"`), if that is so.
    pub unplayed: Option<Text>,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// The whole statement, without its tags.
    pub span: Span,
    /// What it does.
    pub kind: StmtKind,
}

impl Stmt {
    /// Returns the blocks that lie directly in the statement, in the order they were written.
    pub fn blocks(&self) -> impl Iterator<Item = &[Stmt]> {
        let blocks: [&[Stmt]; 2] = match &self.kind {
            StmtKind::If {
                then, otherwise, ..
            } => [then, otherwise],
            StmtKind::Repeat { body, .. }
            | StmtKind::Each { body, .. }
            | StmtKind::Phase(Phase { body, .. }) => [body, &[]],
            StmtKind::Ask { otherwise, .. } => [otherwise.as_deref().map_or(&[], from_ref), &[]],
            _ => [&[], &[]],
        };
        blocks.into_iter()
    }

    /// Returns the blocks that lie directly in the statement, to be changed.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut [Stmt]> {
        let blocks: [&mut [Stmt]; 2] = match &mut self.kind {
            StmtKind::If {
                then, otherwise, ..
            } => [then, otherwise],
            StmtKind::Repeat { body, .. }
            | StmtKind::Each { body, .. }
            | StmtKind::Phase(Phase { body, .. }) => [body, &mut []],
            StmtKind::Ask { otherwise, .. } => {
                [otherwise.as_deref_mut().map_or(&mut [], from_mut), &mut []]
            }
            _ => [&mut [], &mut []],
        };
        blocks.into_iter()
    }
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `here -> there`, `town: box -> there`, `white pawn: box -> row 1 or row 2`
    Transfer {
        /// The kind of piece, where it cannot be seen from the place.
        what: Option<Expr>,
        /// From where; the word `box` is outside the game.
        from: Expr,
        /// To where.
        to: Expr,
    },
    /// `lay start`
    Lay(Name),
    /// `shifts of me = shifts of me + 1`
    Assign {
        /// What is remembered.
        target: Expr,
        /// Its new value.
        value: Expr,
    },
    /// `forget shifts of me, shifted`
    Forget(Vec<Expr>),
    /// `pay(3)`
    Call {
        /// The routine.
        name: Name,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// `script blow(b)`
    Script {
        /// The function.
        name: Name,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// `if … { … } else { … }`
    If {
        /// The condition.
        cond: Expr,
        /// What is done if it holds.
        then: Vec<Stmt>,
        /// What is done if it does not.
        otherwise: Vec<Stmt>,
    },
    /// `repeat { … }`, `repeat 3 times { … }`; `repeat each player { … }` holds one `Each`.
    Repeat {
        /// How often; for ever without it.
        times: Option<Expr>,
        /// What is repeated.
        body: Vec<Stmt>,
    },
    /// `each player from first where … { … }`
    Each {
        /// Who begins; the first seat without it.
        from: Option<Expr>,
        /// Who is meant; everybody without it (`it` is the candidate).
        filter: Option<Expr>,
        /// What is done, `me` being each in turn.
        body: Vec<Stmt>,
    },
    /// `ask me: step, capture otherwise …`
    Ask {
        /// Who chooses: a player, or the word `chance`.
        who: Expr,
        /// Among which moves.
        moves: Vec<AskItem>,
        /// What is done if there is none; without it the step is passed over.
        otherwise: Option<Box<Stmt>>,
    },
    /// `phase battle { … }`
    Phase(Phase),
    /// `leave battle`
    Leave(Name),
    /// `win me "the Town has fallen"`
    Win {
        /// Who wins: a player, or a set of players.
        players: Expr,
        /// Why, in words.
        reason: Option<Text>,
    },
    /// `draw "the board is full"`
    Draw {
        /// Why, in words.
        reason: Option<Text>,
    },
}

/// One of the moves that an `ask` offers.
#[derive(Clone, Debug)]
pub struct AskItem {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// The move.
    pub name: Name,
    /// What is handed to it.
    pub args: Vec<Expr>,
    /// Only if this holds.
    pub cond: Option<Expr>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The clauses it carries.
    pub tags: Vec<Tag>,
    /// The whole expression, without its tags.
    pub span: Span,
    /// What it is made of.
    pub kind: ExprKind,
}

/// What an expression is made of.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `7`
    Number(i64),
    /// Any single name: `empty`, `me`, `soldier`, `here`, `a7`, `none`, `forwards`.
    Word(String),
    /// `own soldier`, `enemy town`, `light soldier`: an owner and a kind of piece.
    Owned {
        /// `own`, `enemy`, or a player's name.
        owner: Name,
        /// The kind of piece.
        kind: Name,
    },
    /// `row 10`, `column e`
    Rank {
        /// `row` or `column`.
        axis: Name,
        /// Which one: a number, or a letter as a word.
        index: Box<Expr>,
    },
    /// `{a7, j1}`
    Braces(Vec<Expr>),
    /// `a1..f6`, `1..8`
    Range(Box<Expr>, Box<Expr>),
    /// `2 backwards`, `2..3 ahead`, `1.. orthogonal`: how far; no `most` means as far as it goes.
    Counted {
        /// The least distance.
        least: i64,
        /// The greatest distance.
        most: Option<i64>,
        /// In which direction.
        what: Box<Expr>,
    },
    /// `X of Y`: `forwards of here`, `home of me`, `rear of c`, `shifts of me`, `fort of p`.
    Of {
        /// What stands before `of`.
        head: Box<Expr>,
        /// What stands after it.
        of: Box<Expr>,
    },
    /// `X through S`: every point strictly between is in `S`.
    Through {
        /// The straight way.
        way: Box<Expr>,
        /// What every point in between must be in.
        set: Box<Expr>,
    },
    /// `next to X`
    NextTo(Box<Expr>),
    /// `next player after P`
    NextPlayer(Box<Expr>),
    /// `edge of X`
    EdgeOf(Box<Expr>),
    /// `some X`, `no X`
    Some {
        /// `no` rather than `some`.
        none: bool,
        /// The set.
        of: Box<Expr>,
    },
    /// `count X`
    Count(Box<Expr>),
    /// `X and Y`, `X or Y`, `X except Y`, sets or truths alike.
    Logic {
        /// Which of them.
        op: LogicOp,
        /// What stands before.
        left: Box<Expr>,
        /// What stands after.
        right: Box<Expr>,
    },
    /// `not X`
    Not(Box<Expr>),
    /// `+ - *`
    Sum {
        /// Which of them.
        op: SumOp,
        /// What stands before.
        left: Box<Expr>,
        /// What stands after.
        right: Box<Expr>,
    },
    /// `X is Y`, `X is not Y`, `<`, `<=`, `>`, `>=`
    Compare {
        /// Which of them.
        op: CompareOp,
        /// What stands before.
        left: Box<Expr>,
        /// What stands after.
        right: Box<Expr>,
    },
    /// `A if C else B`
    If {
        /// The value if the condition holds.
        then: Box<Expr>,
        /// The condition.
        cond: Box<Expr>,
        /// The value if it does not.
        otherwise: Box<Expr>,
    },
    /// `near(b)`, `max(a, b)`: a fact or a function of the language.
    Call {
        /// Its name.
        name: Name,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// `script strong_enough(men, gun)`
    Script {
        /// The function.
        name: Name,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// `seen 3 times`
    Seen(i64),
}

/// How two sets or truths are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogicOp {
    /// Both.
    And,
    /// Either.
    Or,
    /// The first without the second.
    Except,
}

/// How two numbers are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SumOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
}

/// How two values are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompareOp {
    /// `is`
    Is,
    /// `is not`
    IsNot,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

/// A scenario file.
#[derive(Clone, Debug)]
pub struct ScenarioFile {
    /// `for GAME`: the ruleset it tests.
    pub game: Name,
    /// `with --set`-like lines at the head of the file: they hold for all its scenarios.
    pub choices: ScenarioChoices,
    /// The scenarios in order.
    pub scenarios: Vec<Scenario>,
}

/// Under which choices a scenario is played.
#[derive(Clone, Debug, Default)]
pub struct ScenarioChoices {
    /// `variant NAME` lines.
    pub variants: Vec<Name>,
    /// `players N`.
    pub players: Option<(i64, Span)>,
    /// `set OPTION VALUE` lines.
    pub options: Vec<(Name, Text)>,
}

/// One scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The clauses it is about.
    pub tags: Vec<Tag>,
    /// Its title, unique in its ruleset.
    pub title: Text,
    /// The whole scenario.
    pub span: Span,
    /// `set`, `variant` and `players` lines before the first step.
    pub choices: ScenarioChoices,
    /// Where it begins; at the start of the game without it.
    pub given: Option<Given>,
    /// What is done and what must hold, in order.
    pub steps: Vec<Step>,
}

/// `given at PHASE, WHO to move """drawing""" { statements }`
#[derive(Clone, Debug)]
pub struct Given {
    /// Where it stands.
    pub span: Span,
    /// The phase it begins in.
    pub phase: Name,
    /// The player to move.
    pub to_move: Name,
    /// The board, each piece by its letter: upper case for the first seat, lower case for the second.
    pub picture: Option<Text>,
    /// What else is so: ordinary statements.
    pub setup: Vec<Stmt>,
}

/// One line of a scenario.
#[derive(Clone, Debug)]
pub struct Step {
    /// The whole line.
    pub span: Span,
    /// What it does.
    pub kind: StepKind,
}

/// What a line of a scenario does.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// `play a8-d8; i2-i3`, `chance roll 5`: moves in order.
    Play(Vec<Text>),
    /// `refuse d7-d9 because @CA-15`
    Refuse {
        /// The move.
        text: Text,
        /// The clauses that must be among those that forbid it.
        because: Vec<Tag>,
    },
    /// `moves are …` (all of them) or `moves include …`
    Moves {
        /// All of them, rather than among others.
        all: bool,
        /// The moves, in any order.
        texts: Vec<Text>,
    },
    /// `moves count 22`
    MoveCount(i64),
    /// `expect d4 is empty, dark to move, over, dark wins because @CA-23`
    Expect(Vec<Expectation>),
    /// `set OPTION VALUE`: begins again from `given` under another option.
    Set {
        /// The option.
        option: Name,
        /// Its value.
        value: Text,
    },
}

/// One thing that must hold.
#[derive(Clone, Debug)]
pub enum Expectation {
    /// `d5 is dark soldier`: a truth in the words of the rules.
    Holds(Expr),
    /// `dark to move`
    ToMove(Name),
    /// `over`
    Over,
    /// `dark wins because @CA-22`, `light and dark win`
    Wins {
        /// The winners.
        players: Vec<Name>,
        /// The clauses of the result.
        because: Vec<Tag>,
    },
    /// `drawn because @CA-26`
    Drawn {
        /// The clauses of the result.
        because: Vec<Tag>,
    },
}
