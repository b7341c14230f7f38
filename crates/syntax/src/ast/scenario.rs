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
    /// A line of it, or of the head of its file, could not be read: what it says is not known.
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
    /// The board, each piece by its letter: upper case for the first seat, lower case for the second.
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
        /// Who plays them; by default the first to move.
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
        /// The clauses that must be among those that forbid it.
        because: Vec<Tag>,
    },
    /// `moves are …` (all of them) or `moves include …`
    Moves {
        /// Which moves are meant.
        which: WhichMoves,
        /// These are all legal moves, not only some of them.
        all: bool,
        /// The moves, in any order.
        list: ListedMoves,
    },
    /// `chance are chest 2 = 1/3, chest 3 = 2/3`: every outcome with its probability.
    Odds {
        /// The outcomes.
        odds: Vec<Odds>,
        /// The list as it is written.
        list: Span,
    },
    /// `chance any 36`: so many outcomes, whatever they are.
    AnyOutcomes(i64, Span),
    /// `moves count 22`
    MoveCount {
        /// Which moves are meant.
        which: WhichMoves,
        /// How many there are.
        count: i64,
        /// The number as it is written.
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

/// What the rules say before a move.
#[derive(Clone, Debug)]
pub struct ExpectedWarning {
    /// Who would make it; by default the first to move.
    pub to: Option<Name>,
    /// The move.
    pub of: QuotedText,
    /// Whether there is a warning.
    pub comes: bool,
    /// Words of it.
    pub words: Option<QuotedText>,
}

/// The moves that a line speaks of; all of them without names.
#[derive(Clone, Debug)]
pub struct WhichMoves {
    /// `moves of step`: those of this rule.
    pub of: Option<Name>,
    /// `moves from e8`: those whose text begins with this point.
    pub from: Option<Name>,
}

/// A list of moves.
#[derive(Clone, Debug)]
pub struct ListedMoves {
    /// The list as it is written.
    pub span: Span,
    /// Its parts: between commas, or else its lines.
    pub parts: Vec<ListedPart>,
}

/// A part of a list of moves.
#[derive(Clone, Debug)]
pub struct ListedPart {
    /// The moves; without commas, the words that blanks separate.
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
        /// Who is to move; may be `chance`.
        names: Vec<Name>,
        /// Nobody else is to move.
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
