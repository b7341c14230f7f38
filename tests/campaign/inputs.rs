//! The kinds of inputs, and how each is made.

use crate::program_tests::campaign::corpus::{GAMES, RulesetTexts, SCENARIOS, SCRIPTED, SMALL};
use crate::program_tests::campaign::edits::{TextEdit, edit, edited};
use crate::program_tests::campaign::ready::OpenedBy;
use crate::program_tests::campaign::{games, lines};
use linstock_syntax::Dialect;
use proptest::prelude::any;
use proptest::sample::Index;
use proptest::strategy::{BoxedStrategy, Strategy};

/// What is handed to the program.
#[derive(Clone, Debug)]
pub(super) enum CampaignInput {
    /// A text, of a game or of scenarios.
    Formatted(String, Dialect),
    /// Rules to be checked, and played if they are clean; the seed is that of the games.
    Rules(Vec<(String, String)>, u64),
    /// A game with a script, by its place, and its files as they are edited.
    Script(usize, Vec<(String, String)>, u64),
    /// The place of a scenario file, and its text as it is edited.
    Scenarios(usize, String),
    /// A game by its place among the smallest, how many moves are played in it, and edits of its save.
    Save(usize, u64, Vec<TextEdit>),
    /// The lines of a connection to the engine; without an opening they begin a game themselves.
    Lines(Option<OpenedBy>, Vec<String>),
    /// Lines typed at the keyboard.
    Typed(OpenedBy, Vec<String>),
}

/// Where inputs come from; there are figures for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    /// A small text of rules or a scenario with some edits, read and written as `fmt` does.
    FormattedText,
    /// A text of rules of the project with some edits.
    EditedRules,
    /// A small text of rules with some edits.
    SmallRules,
    /// A game made up from the language.
    MadeGame,
    /// A game made up, with some edits.
    EditedMadeGame,
    /// A variant of a game made up.
    MadeVariant,
    /// A script of the project with some edits.
    EditedScript,
    /// A scenario file with some edits.
    EditedScenarios,
    /// A save with some edits.
    EditedSave,
    /// Requests to the engine.
    Lines,
    /// Lines typed at the keyboard.
    TypedLines,
}

impl Kind {
    /// The kinds in one round of a short run: those that find more come oftener.
    pub(super) const SHORT: &'static [(Self, usize)] = &[
        (Self::FormattedText, 2),
        (Self::EditedRules, 6),
        (Self::SmallRules, 4),
        (Self::MadeGame, 2),
        (Self::EditedMadeGame, 5),
        (Self::MadeVariant, 1),
        (Self::EditedScript, 2),
        (Self::EditedScenarios, 2),
        (Self::EditedSave, 1),
        (Self::Lines, 1),
        (Self::TypedLines, 1),
    ];

    /// All kinds.
    pub(super) const ALL: &'static [Self] = &[
        Self::FormattedText,
        Self::EditedRules,
        Self::SmallRules,
        Self::MadeGame,
        Self::EditedMadeGame,
        Self::MadeVariant,
        Self::EditedScript,
        Self::EditedScenarios,
        Self::EditedSave,
        Self::Lines,
        Self::TypedLines,
    ];

    /// Returns how much of the time of a long run the kind has, beside the others: lines cost least and go furthest, and what is played
    /// still has more than half as much time as what is only read.
    pub(super) fn share(self) -> u64 {
        match self {
            Self::EditedRules
            | Self::MadeGame
            | Self::EditedMadeGame
            | Self::MadeVariant
            | Self::EditedScript
            | Self::EditedScenarios => 1,
            Self::FormattedText | Self::SmallRules | Self::EditedSave => 2,
            Self::TypedLines => 4,
            Self::Lines => 6,
        }
    }

    /// Returns the name of the kind in figures.
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Self::FormattedText => "formatted texts",
            Self::EditedRules => "edited rules",
            Self::SmallRules => "small rules",
            Self::MadeGame => "made games",
            Self::EditedMadeGame => "edited made games",
            Self::MadeVariant => "made variants",
            Self::EditedScript => "edited scripts",
            Self::EditedScenarios => "edited scenarios",
            Self::EditedSave => "edited saves",
            Self::Lines => "lines",
            Self::TypedLines => "typed lines",
        }
    }
}

/// Makes inputs of a kind.
pub(super) fn strategy(kind: Kind) -> BoxedStrategy<CampaignInput> {
    let edits = || proptest::collection::vec(edit(), 1..7);
    let tape = || proptest::collection::vec(any::<u16>(), 0..260);
    let made = |text: String| vec![("made.game".to_owned(), text)];
    match kind {
        Kind::FormattedText => (any::<Index>(), any::<Index>(), any::<bool>(), edits())
            .prop_map(|(at, one, scenarios, edits)| {
                let (text, dialect) = if scenarios {
                    let whole = &at.get(&SCENARIOS).files[0].1;
                    (few_scenarios(whole, &one), Dialect::Scenario)
                } else {
                    (at.get(&SMALL).files[0].1.clone(), Dialect::Game)
                };
                CampaignInput::Formatted(edited(&text, &edits), dialect)
            })
            .boxed(),
        Kind::EditedRules => (small(), edits(), any::<u64>())
            .prop_map(|(at, edits, seed)| {
                CampaignInput::Rules(with_edits(texts(&GAMES, at), 0, &edits), seed)
            })
            .boxed(),
        Kind::MadeGame => (tape(), any::<u64>())
            .prop_map(move |(tape, seed)| CampaignInput::Rules(made(games::game(&tape)), seed))
            .boxed(),
        Kind::EditedMadeGame => (tape(), edits(), any::<u64>())
            .prop_map(move |(tape, edits, seed)| {
                CampaignInput::Rules(made(edited(&games::game(&tape), &edits)), seed)
            })
            .boxed(),
        Kind::MadeVariant => (tape(), tape(), any::<u64>())
            .prop_map(|(base, over, seed)| {
                let over = ("made-over.game".to_owned(), games::variant(&over));
                CampaignInput::Rules(
                    vec![over, ("made.game".to_owned(), games::game(&base))],
                    seed,
                )
            })
            .boxed(),
        Kind::SmallRules => (any::<Index>(), edits(), any::<u64>())
            .prop_map(|(at, edits, seed)| {
                CampaignInput::Rules(with_edits(at.get(&SMALL), 0, &edits), seed)
            })
            .boxed(),
        Kind::EditedScript => (small(), edits(), any::<u64>())
            .prop_map(|(at, edits, seed)| {
                let game = least(at, SCRIPTED.len());
                let texts = &SCRIPTED[game];
                let script = texts.script().unwrap_or(0);
                CampaignInput::Script(game, with_edits(texts, script, &edits), seed)
            })
            .boxed(),
        Kind::EditedScenarios => (small(), 0..10_u8, any::<Index>(), edits())
            .prop_map(|(at, any, one, edits)| {
                // Those of large games take a hundred times as long.
                let files = if any == 9 { 1 } else { 4 };
                let file = least(at, SCENARIOS.len() / files);
                let text = few_scenarios(&SCENARIOS[file].files[0].1, &one);
                CampaignInput::Scenarios(file, edited(&text, &edits))
            })
            .boxed(),
        Kind::EditedSave => (
            0..12_usize,
            any::<u64>(),
            proptest::collection::vec(edit(), 0..4),
        )
            .prop_map(|(game, moves, edits)| CampaignInput::Save(game, moves % 30, edits))
            .boxed(),
        Kind::Lines => lines::connection()
            .prop_map(|(opening, lines)| CampaignInput::Lines(opening, lines))
            .boxed(),
        Kind::TypedLines => lines::typed()
            .prop_map(|(opening, lines)| CampaignInput::Typed(opening, lines))
            .boxed(),
    }
}

/// A place in a list that is nearer to its begin than to its end, where the small texts are.
fn small() -> BoxedStrategy<[Index; 3]> {
    any::<[Index; 3]>().boxed()
}

fn texts(all: &'static [RulesetTexts], at: [Index; 3]) -> &'static RulesetTexts {
    &all[least(at, all.len())]
}

fn least(at: [Index; 3], count: usize) -> usize {
    let least = at.iter().map(|at| at.index(count)).min();
    least.unwrap_or(0)
}

/// Returns the head of a scenario file with one of its scenarios, or rarely the whole file.
fn few_scenarios(text: &str, one: &Index) -> String {
    let parts: Vec<&str> = text.split("\nscenario ").collect();
    match one.index(parts.len()) {
        0 => text.to_owned(),
        at => format!("{}\nscenario {}", parts[0], parts[at]),
    }
}

fn with_edits(texts: &RulesetTexts, file: usize, edits: &[TextEdit]) -> Vec<(String, String)> {
    let mut files = texts.files.clone();
    files[file].1 = edited(&files[file].1, edits);
    files
}

impl CampaignInput {
    /// Returns the input as text, to be read and to be kept.
    pub(super) fn text(&self) -> String {
        let files = |files: &[(String, String)]| -> String {
            files
                .iter()
                .map(|(name, text)| format!("==== {name}\n{text}\n"))
                .collect()
        };
        match self {
            Self::Formatted(text, dialect) => {
                let name = match dialect {
                    Dialect::Scenario => "edited.scn",
                    Dialect::Game | Dialect::Expression => "edited.game",
                };
                format!("==== {name}\n{text}\n")
            }
            Self::Rules(all, seed) | Self::Script(_, all, seed) => {
                format!("{}==== seed {seed}\n", files(all))
            }
            Self::Scenarios(file, text) => {
                format!("==== {}\n{text}\n", SCENARIOS[*file].files[1].0)
            }
            Self::Save(game, moves, edits) => format!("game {game}, {moves} moves, {edits:?}\n"),
            Self::Lines(opening, lines) => format!("{opening:?}\n{}\n", lines.join("\n")),
            Self::Typed(opening, lines) => format!("{opening:?}\n{}\n", lines.join("\n")),
        }
    }
}
