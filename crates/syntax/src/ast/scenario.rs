//! Scenario files.

use crate::ast::{Expr, Name, QuotedText, StmtDecl, Tag};
use linstock_base::Span;

/// A scenario file.
#[derive(Clone, Debug)]
pub struct ScenarioFile {
    /// `for GAME`: the ruleset it tests.
    pub game: Name,
    /// The `set`, `variant` and `players` lines at the head of the file; they apply to all its scenarios.
    pub choices: ScenarioChoices,
    /// The scenarios in order.
    pub scenarios: Vec<Scenario>,
}

/// The choices under which a scenario is played.
#[derive(Clone, Debug, Default)]
pub struct ScenarioChoices {
    /// `variant NAME` lines.
    pub variants: Vec<Name>,
    /// `players N`.
    pub players: Option<(i64, Span)>,
    /// `set OPTION VALUE` lines.
    pub options: Vec<(Name, QuotedText)>,
}

/// One scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The clauses that it tests.
    pub tags: Vec<Tag>,
    /// Its title, unique in its ruleset.
    pub title: QuotedText,
    /// The whole scenario.
    pub span: Span,
    /// `set`, `variant` and `players` lines before the first step.
    pub choices: ScenarioChoices,
    /// Its start position; the game's start without it.
    pub given: Option<GivenDecl>,
    /// Its steps, in order.
    pub steps: Vec<Step>,
    /// A line of it, or of the head of its file, could not be parsed; the content of that line is unknown.
    pub is_in_part: bool,
}

/// `given at PHASE, WHO to move """drawing""" { statements }`
#[derive(Clone, Debug)]
pub struct GivenDecl {
    /// Its span.
    pub span: Span,
    /// The phase; `None` in a game without phases.
    pub phase: Option<Name>,
    /// The player to move.
    pub to_move: Name,
    /// The board, with a letter for each piece: upper case for the first seat, lower case for the second.
    pub picture: Option<QuotedText>,
    /// Statements that complete the position.
    pub setup: Vec<StmtDecl>,
}

/// One line of a scenario.
#[derive(Clone, Debug)]
pub struct Step {
    /// The whole line.
    pub span: Span,
    /// Its kind.
    pub kind: StepKind,
}

/// The kind of a line of a scenario.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// `play a8-d8; i2-i3`, `as b play take 3`, `chance roll 5`
    Play {
        /// The player; by default the first to move.
        by: Option<Name>,
        /// The moves in order.
        texts: Vec<QuotedText>,
    },
    /// `refuse d7-d9 because @CA-15`, `refuse as b take 3`
    Refuse {
        /// The player; by default the first to move.
        by: Option<Name>,
        /// The move.
        text: QuotedText,
        /// Clauses that must be among those that forbid it.
        because: Vec<Tag>,
    },
    /// `moves are …` (all of them) or `moves include …`
    Moves {
        /// The moves that the line concerns.
        which: WhichMoves,
        /// The list contains all legal moves, not only some of them.
        all: bool,
        /// The moves, in any order.
        list: ListedMoves,
    },
    /// `chance are chest 2 = 1/3, chest 3 = 2/3`: every outcome with its probability.
    Odds {
        /// The outcomes.
        odds: Vec<Odds>,
        /// The span of the list.
        list: Span,
    },
    /// `chance any 36`: this number of outcomes; what they are does not matter.
    AnyOutcomes(i64, Span),
    /// `moves count 22`
    MoveCount {
        /// The moves that the line concerns.
        which: WhichMoves,
        /// Their number.
        count: i64,
        /// The span of the number.
        number: Span,
    },
    /// `seen by b and c: deal a`
    Seen {
        /// The viewers.
        by: Vec<Name>,
        /// The last ply in their histories.
        text: QuotedText,
    },
    /// `warning of d10-e10 "no force can win"`, `no warning of d10-d11`
    Warning(ExpectedWarning),
    /// `expect d4 is empty, dark to move, over, dark wins because @CA-23`
    Expect(Vec<Expectation>),
    /// `set OPTION VALUE`: restarts from `given` under another option.
    Set {
        /// The option.
        option: Name,
        /// Its value.
        value: QuotedText,
    },
}

/// The warning that the rules give before a move.
#[derive(Clone, Debug)]
pub struct ExpectedWarning {
    /// The player who would make the move; by default the first to move.
    pub to: Option<Name>,
    /// The move.
    pub of: QuotedText,
    /// A warning is expected.
    pub comes: bool,
    /// A text that the warning must contain.
    pub words: Option<QuotedText>,
}

/// The moves that a line concerns; all moves if it names none.
#[derive(Clone, Debug)]
pub struct WhichMoves {
    /// `moves of step`: the moves of this rule.
    pub of: Option<Name>,
    /// `moves from e8`: the moves whose text begins with this point.
    pub from: Option<Name>,
}

/// A list of moves.
#[derive(Clone, Debug)]
pub struct ListedMoves {
    /// The span of the list.
    pub span: Span,
    /// Its parts, separated by commas, or else its lines.
    pub parts: Vec<ListedPart>,
}

/// A part of a list of moves.
#[derive(Clone, Debug)]
pub struct ListedPart {
    /// The moves; without commas, the words between blanks.
    pub texts: Vec<QuotedText>,
    /// The whole part as one move, if only blanks separate the words.
    pub alone: Option<QuotedText>,
}

/// An outcome of chance with its probability.
#[derive(Clone, Debug)]
pub struct Odds {
    /// The outcome.
    pub text: QuotedText,
    /// The probability, as numerator and denominator.
    pub share: (u64, u64),
}

/// One expectation.
#[derive(Clone, Debug)]
pub enum Expectation {
    /// `d5 is dark soldier`: a truth in the words of the rules.
    Holds(Expr),
    /// `dark to move`, `only a and c to move`
    ToMove {
        /// The players to move; may be `chance`.
        names: Vec<Name>,
        /// Nobody else may be to move.
        only: bool,
    },
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
