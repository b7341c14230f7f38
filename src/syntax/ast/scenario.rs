//! Scenarios.

use crate::base::Span;
use crate::syntax::ast::{Expr, Name, QuotedText, StmtDecl, Tag};

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
    pub options: Vec<(Name, QuotedText)>,
}

/// One scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The clauses it is about.
    pub tags: Vec<Tag>,
    /// Its title, unique in its ruleset.
    pub title: QuotedText,
    /// The whole scenario.
    pub span: Span,
    /// `set`, `variant` and `players` lines before the first step.
    pub choices: ScenarioChoices,
    /// Where it begins; at the start of the game without it.
    pub given: Option<GivenDecl>,
    /// What is done and what must hold, in order.
    pub steps: Vec<Step>,
}

/// `given at PHASE, WHO to move """drawing""" { statements }`
#[derive(Clone, Debug)]
pub struct GivenDecl {
    /// Where it stands.
    pub span: Span,
    /// The phase it begins in; nothing in a game without phases.
    pub phase: Option<Name>,
    /// The player to move.
    pub to_move: Name,
    /// The board, each piece by its letter: upper case for the first seat, lower case for the second.
    pub picture: Option<QuotedText>,
    /// What else is so: ordinary statements.
    pub setup: Vec<StmtDecl>,
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
    /// `play a8-d8; i2-i3`, `as b play take 3`, `chance roll 5`
    Play {
        /// Who plays them; the first who owes a choice without it.
        by: Option<Name>,
        /// The moves in order.
        texts: Vec<QuotedText>,
    },
    /// `refuse d7-d9 because @CA-15`, `refuse as b take 3`
    Refuse {
        /// Who must not play it; the first who owes a choice without it.
        by: Option<Name>,
        /// The move.
        text: QuotedText,
        /// The clauses that must be among those that forbid it.
        because: Vec<Tag>,
    },
    /// `moves are …` (all of them) or `moves include …`
    Moves {
        /// All of them, rather than among others.
        all: bool,
        /// The moves, in any order.
        texts: Vec<QuotedText>,
        /// The same as one move, where nothing but blanks parts it.
        alone: Option<QuotedText>,
    },
    /// `chance are chest 2 = 1/3, chest 3 = 2/3`: every outcome, and how likely it is.
    Odds(Vec<Odds>),
    /// `moves count 22`
    MoveCount(i64),
    /// `seen by b and c: deal a`
    Seen {
        /// Whose histories.
        by: Vec<Name>,
        /// What is played last in them.
        text: QuotedText,
    },
    /// `expect d4 is empty, dark to move, over, dark wins because @CA-23`
    Expect(Vec<Expectation>),
    /// `set OPTION VALUE`: begins again from `given` under another option.
    Set {
        /// The option.
        option: Name,
        /// Its value.
        value: QuotedText,
    },
}

/// An outcome of chance, and how likely it is.
#[derive(Clone, Debug)]
pub struct Odds {
    /// The outcome.
    pub text: QuotedText,
    /// How likely: so many of so many.
    pub share: (u64, u64),
}

/// One thing that must hold.
#[derive(Clone, Debug)]
pub enum Expectation {
    /// `d5 is dark soldier`: a truth in the words of the rules.
    Holds(Expr),
    /// `dark to move`, `only a and c to move`
    ToMove {
        /// Who owes a choice; `chance` is one of them.
        names: Vec<Name>,
        /// Nobody else does.
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
