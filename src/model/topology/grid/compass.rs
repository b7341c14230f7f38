//! The eight directions of a grid: the points of the compass, clockwise from north.

use crate::model::topology::{Dir, Dirs, Translation};

/// Their names, in the order of their numbers.
pub(super) const NAMES: [&str; 8] = [
    "north",
    "northeast",
    "east",
    "southeast",
    "south",
    "southwest",
    "west",
    "northwest",
];

/// All words that name directions: their names, those of groups, and those that depend on the player.
#[cfg(test)]
pub(super) const WORDS: [&str; 16] = [
    "north",
    "northeast",
    "east",
    "southeast",
    "south",
    "southwest",
    "west",
    "northwest",
    "orthogonal",
    "diagonal",
    "all",
    "forward",
    "forwards",
    "backward",
    "backwards",
    "sideways",
];

/// One step in each: columns to the right and rows up.
const STEPS: [Translation; 8] = [
    Translation::new(0, 1),
    Translation::new(1, 1),
    Translation::new(1, 0),
    Translation::new(1, -1),
    Translation::new(0, -1),
    Translation::new(-1, -1),
    Translation::new(-1, 0),
    Translation::new(-1, 1),
];

/// Straight up.
pub(super) const NORTH: Dir = Dir::at(0);
/// Straight down.
pub(super) const SOUTH: Dir = Dir::at(4);

/// North, east, south, west.
pub(super) const ORTHOGONAL: Dirs = Dirs::from_bits(0b0101_0101);
/// The four between them.
pub(super) const DIAGONAL: Dirs = Dirs::from_bits(0b1010_1010);
/// All eight.
pub(super) const ALL: Dirs = Dirs::from_bits(0xff);

/// Words for directions as a player sees them, with the eighths of a turn from where he goes.
const RELATIVE: [(&str, &[u8]); 5] = [
    ("forward", &[0]),
    ("forwards", &[7, 0, 1]),
    ("sideways", &[2, 6]),
    ("backward", &[4]),
    ("backwards", &[3, 4, 5]),
];

/// How directions are told to a player, with the eighths of a turn from where he goes.
const PHRASES: [(&str, &[u8]); 7] = [
    ("forward", &[7, 0, 1]),
    ("straight forward", &[0]),
    ("diagonally forward", &[7, 1]),
    ("sideways", &[2, 6]),
    ("backward", &[3, 4, 5]),
    ("straight backward", &[4]),
    ("diagonally backward", &[3, 5]),
];

/// Returns one step in a direction.
pub(super) fn step(dir: Dir) -> Translation {
    STEPS[usize::from(dir.index() % 8)]
}

/// Returns the direction so many eighths of a turn clockwise from another.
pub(super) fn turned(dir: Dir, eighths: u8) -> Dir {
    Dir::at((dir.index() + eighths) % 8)
}

/// Finds the directions that a word names for everybody alike: `north`, `diagonal`.
pub(super) fn group(word: &str) -> Option<Dirs> {
    match word {
        "orthogonal" => Some(ORTHOGONAL),
        "diagonal" => Some(DIAGONAL),
        "all" => Some(ALL),
        _ => named(word).map(Dirs::only),
    }
}

/// Finds a direction by its name.
pub(super) fn named(name: &str) -> Option<Dir> {
    let at = NAMES.iter().position(|n| *n == name)?;
    u8::try_from(at).ok().map(Dir::at)
}

/// Tells whether a word names directions as a player sees them: `forwards`.
pub(super) fn is_relative(word: &str) -> bool {
    RELATIVE.iter().any(|(name, _)| *name == word)
}

/// Finds the directions that a word names for somebody who goes `forward`.
pub(super) fn relative(word: &str, forward: Dir) -> Option<Dirs> {
    let (_, turns) = RELATIVE.iter().find(|(name, _)| *name == word)?;
    Some(all_turned(forward, turns))
}

fn all_turned(forward: Dir, turns: &[u8]) -> Dirs {
    turns.iter().map(|&turn| turned(forward, turn)).collect()
}

/// Puts directions in words, as somebody sees them who goes `forward`: `straight forward`, `sideways`.
pub(super) fn in_words(dirs: Dirs, forward: Option<Dir>) -> Vec<&'static str> {
    match dirs {
        ALL => return vec!["in a straight line"],
        ORTHOGONAL => return vec!["in a row or column"],
        DIAGONAL => return vec!["diagonally"],
        _ => {}
    }
    let by_name = || dirs.iter().map(|dir| NAMES[usize::from(dir.index() % 8)]);
    let phrases = forward.and_then(|forward| as_seen(dirs, forward));
    phrases.unwrap_or_else(|| by_name().collect())
}

/// Puts directions in the words of somebody who goes `forward`, if these words can say them.
fn as_seen(dirs: Dirs, forward: Dir) -> Option<Vec<&'static str>> {
    let mut left = dirs;
    let mut words = Vec::new();
    for (phrase, turns) in PHRASES {
        let meant = all_turned(forward, turns);
        if left.has_all(meant) {
            left = left.except(meant);
            words.push(phrase);
        }
    }
    (left.is_empty() && !words.is_empty()).then_some(words)
}
