//! Sentences about texts that cannot be read.

use crate::base::did_you_mean;
use crate::model::Board;
use crate::play::wording::{listed, quoted};

/// Says what kind of text is expected.
pub(in crate::play) fn expected(examples: &[String]) -> String {
    let examples: Vec<_> = examples.iter().map(|e| quoted(e)).collect();
    match examples.as_slice() {
        [] => "no move can be written in this game".to_owned(),
        some => format!("expected a move such as {}", listed(some, "or")),
    }
}

/// Says that a point is not on the board.
pub(in crate::play) fn no_point(name: &str, board: Option<&Board>) -> String {
    let name = quoted(name);
    let Some(board) = board else {
        return format!("{name} is not a point: this game has no board");
    };
    let points = board.topology.points_in_words();
    format!("{name} is not a point of this board ({points})")
}

/// Says that a number is not written as one.
pub(in crate::play) fn no_number(name: &str) -> String {
    format!("{} is not a plain whole number", quoted(name))
}

/// Says that nobody of this name plays.
pub(in crate::play) fn no_player(name: &str, players: &[String]) -> String {
    let known: Vec<_> = players.iter().map(|p| quoted(p)).collect();
    let near = did_you_mean(name, players.iter().map(String::as_str));
    let near = near.unwrap_or_else(|| format!("the players are {}", listed(&known, "and")));
    format!("{} does not play here; {near}", quoted(name))
}

/// Says that a list has no row of this name.
pub(in crate::play) fn no_row(name: &str, list: &str, rows: &[String]) -> String {
    let near = did_you_mean(name, rows.iter().map(String::as_str));
    let near = near.unwrap_or_else(|| format!("there are {}", listed(rows, "and")));
    format!("{} is no {list}; {near}", quoted(name))
}

/// Says that no move begins with a word, but one begins with a word like it.
pub(in crate::play) fn no_verb<'a>(
    word: &str,
    verbs: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    did_you_mean(word, verbs).map(|near| format!("no move begins with {}; {near}", quoted(word)))
}
