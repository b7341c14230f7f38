//! The words of the language itself, as far as expressions know them.

use crate::model::Topology;

/// A word of the language itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Builtin {
    Me,
    Opponent,
    Nobody,
    Others,
    Players,
    Own,
    Enemy,
    Empty,
    Everything,
    Nothing,
    Yes,
    No,
    Last,
    Box,
    Chance,
}

/// The words of the language that stand for something by themselves.
pub(crate) const BUILTINS: [(&str, Builtin); 16] = [
    ("me", Builtin::Me),
    ("it", Builtin::Me),
    ("opponent", Builtin::Opponent),
    ("none", Builtin::Nobody),
    ("others", Builtin::Others),
    ("players", Builtin::Players),
    ("own", Builtin::Own),
    ("enemy", Builtin::Enemy),
    ("empty", Builtin::Empty),
    ("everything", Builtin::Everything),
    ("nothing", Builtin::Nothing),
    ("yes", Builtin::Yes),
    ("no", Builtin::No),
    ("last", Builtin::Last),
    ("box", Builtin::Box),
    ("chance", Builtin::Chance),
];

/// The words that only mean something before `of`, besides those for directions.
const HEAD_WORDS: [&str; 5] = ["owner", "rear", "front", "ahead", "directions"];

/// The words that only mean something before `of`, or are directions.
pub(crate) fn head_words() -> impl Iterator<Item = &'static str> {
    HEAD_WORDS.into_iter().chain(Topology::words())
}

/// Tells whether a word cannot be declared as a name.
pub(crate) fn is_word_of_language(text: &str) -> bool {
    BUILTINS.iter().any(|(n, _)| *n == text) || head_words().any(|n| n == text)
}
