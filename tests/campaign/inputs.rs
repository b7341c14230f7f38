//! The kinds of inputs, and how each is made.

use crate::internal_tests::campaign::corpus::{GAMES, SCENARIOS, Texts};
use crate::internal_tests::campaign::edits::{Edit, edit, edited};
use crate::internal_tests::campaign::{games, lines};
use proptest::prelude::any;
use proptest::sample::Index;
use proptest::strategy::{BoxedStrategy, Strategy};

/// What is handed to the program.
#[derive(Clone, Debug)]
pub(super) enum Input {
    /// Rules to be checked, and played if they are clean; the seed is that of the games.
    Rules(Vec<(String, String)>, u64),
    /// A scenario file, then the rules that it is for.
    Scenarios(Vec<(String, String)>),
    /// A game by its place among the smallest, how many moves are played in it, and edits of its save.
    Save(usize, u64, Vec<Edit>),
    /// The lines of a connection to the engine.
    Lines(Vec<String>),
    /// Lines typed at the keyboard: the game, whether several share it, and what they type.
    Typed(&'static str, bool, Vec<String>),
}

/// Where inputs come from; figures are told for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    /// A text of rules of the project with some edits.
    EditedRules,
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
    /// All kinds, those that find more oftener, and those that cost least.
    pub(super) fn all() -> [Self; 20] {
        use Kind::{
            EditedMadeGame, EditedRules, EditedSave, EditedScenarios, EditedScript, Lines,
            MadeGame, MadeVariant, TypedLines,
        };
        [
            EditedRules,
            MadeGame,
            Lines,
            EditedMadeGame,
            EditedRules,
            EditedSave,
            MadeGame,
            MadeVariant,
            EditedRules,
            EditedScript,
            EditedMadeGame,
            EditedScenarios,
            EditedRules,
            TypedLines,
            EditedMadeGame,
            EditedRules,
            EditedScript,
            EditedMadeGame,
            EditedRules,
            EditedMadeGame,
        ]
    }
}

/// Makes inputs of a kind.
pub(super) fn strategy(kind: Kind) -> BoxedStrategy<Input> {
    let edits = || proptest::collection::vec(edit(), 1..7);
    let tape = || proptest::collection::vec(any::<u16>(), 0..260);
    let made = |text: String| vec![("made.game".to_owned(), text)];
    match kind {
        Kind::EditedRules => (small(), edits(), any::<u64>())
            .prop_map(|(at, edits, seed)| {
                Input::Rules(with_edits(texts(&GAMES, at), 0, &edits), seed)
            })
            .boxed(),
        Kind::MadeGame => (tape(), any::<u64>())
            .prop_map(move |(tape, seed)| Input::Rules(made(games::game(&tape)), seed))
            .boxed(),
        Kind::EditedMadeGame => (tape(), edits(), any::<u64>())
            .prop_map(move |(tape, edits, seed)| {
                Input::Rules(made(edited(&games::game(&tape), &edits)), seed)
            })
            .boxed(),
        Kind::MadeVariant => (tape(), tape(), any::<u64>())
            .prop_map(|(base, over, seed)| {
                let over = ("made-over.game".to_owned(), games::variant(&over));
                Input::Rules(
                    vec![over, ("made.game".to_owned(), games::game(&base))],
                    seed,
                )
            })
            .boxed(),
        Kind::EditedScript => (any::<Index>(), edits(), any::<u64>())
            .prop_map(|(at, edits, seed)| {
                let scripted: Vec<&Texts> = GAMES
                    .iter()
                    .filter(|game| script_of(game).is_some())
                    .collect();
                let game = at.get(&scripted);
                let script = script_of(game).unwrap_or(0);
                Input::Rules(with_edits(game, script, &edits), seed)
            })
            .boxed(),
        Kind::EditedScenarios => (small(), edits())
            .prop_map(|(at, edits)| Input::Scenarios(with_edits(texts(&SCENARIOS, at), 0, &edits)))
            .boxed(),
        Kind::EditedSave => (
            0..12_usize,
            any::<u64>(),
            proptest::collection::vec(edit(), 0..4),
        )
            .prop_map(|(game, moves, edits)| Input::Save(game, moves % 30, edits))
            .boxed(),
        Kind::Lines => lines::connection().prop_map(Input::Lines).boxed(),
        Kind::TypedLines => lines::typed()
            .prop_map(|(game, shared, lines)| Input::Typed(game, shared, lines))
            .boxed(),
    }
}

/// A place in a list that is nearer to its begin than to its end, where the small texts are.
fn small() -> BoxedStrategy<[Index; 3]> {
    any::<[Index; 3]>().boxed()
}

fn texts(all: &'static [Texts], at: [Index; 3]) -> &'static Texts {
    let least = at.iter().map(|at| at.index(all.len())).min();
    &all[least.unwrap_or(0)]
}

fn script_of(game: &Texts) -> Option<usize> {
    game.files
        .iter()
        .position(|(name, _)| name.ends_with(".rhai"))
}

fn with_edits(texts: &Texts, file: usize, edits: &[Edit]) -> Vec<(String, String)> {
    let mut files = texts.files.clone();
    files[file].1 = edited(&files[file].1, edits);
    files
}

impl Input {
    /// Returns the input as text, to be read and to be kept.
    pub(super) fn text(&self) -> String {
        let files = |files: &[(String, String)]| -> String {
            files
                .iter()
                .map(|(name, text)| format!("==== {name}\n{text}\n"))
                .collect()
        };
        match self {
            Self::Rules(all, seed) => format!("{}==== seed {seed}\n", files(all)),
            Self::Scenarios(all) => files(all),
            Self::Save(game, moves, edits) => format!("game {game}, {moves} moves, {edits:?}\n"),
            Self::Lines(lines) => lines.join("\n") + "\n",
            Self::Typed(game, shared, lines) => {
                format!("{game}, shared: {shared}\n{}\n", lines.join("\n"))
            }
        }
    }
}
