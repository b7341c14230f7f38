//! Sentences about texts that cannot be read.

use crate::wording::{Phrasing, Say, quoted};
use linstock_base::similar;
use linstock_model::Board;

impl Phrasing {
    /// Says what is expected, with moves that are legal.
    pub(crate) fn expected(self, legal: &[String]) -> String {
        let legal: Vec<_> = legal.iter().map(|text| quoted(text)).collect();
        self.say(Say::ExpectedMove, &[&self.either(&legal)])
    }

    /// Says how moves are written, with texts that need not be legal.
    pub(crate) fn written_like(self, examples: &[String]) -> String {
        let examples: Vec<_> = examples.iter().map(|e| quoted(e)).collect();
        match examples.as_slice() {
            [] => self.say(Say::NoMoves, &[]),
            some => self.say(Say::WrittenLike, &[&self.either(some)]),
        }
    }

    /// Says that a point is not on the board.
    pub(crate) fn no_point(self, name: &str, board: Option<&Board>) -> String {
        let name = quoted(name);
        let Some(board) = board else {
            return self.say(Say::NoBoard, &[&name]);
        };
        let points = board.topology.points_in_words(self.0);
        self.say(Say::NoPoint, &[&name, &points])
    }

    /// Says that a number is not written as one.
    pub(crate) fn no_number(self, name: &str) -> String {
        self.say(Say::NoNumber, &[&quoted(name)])
    }

    /// Says that nobody of this name plays.
    pub(crate) fn no_player(self, name: &str, players: &[String]) -> String {
        let known: Vec<_> = players.iter().map(|p| quoted(p)).collect();
        let near = self.near(name, players.iter().map(String::as_str));
        let near = near.unwrap_or_else(|| self.say(Say::PlayersAre, &[&self.all(&known)]));
        self.say(Say::NoPlayer, &[&quoted(name), &near])
    }

    /// Says that a list has no row of this name.
    pub(crate) fn no_row(self, name: &str, list: &str, rows: &[String]) -> String {
        let near = self.near(name, rows.iter().map(String::as_str));
        let near = near.unwrap_or_else(|| self.say(Say::RowsAre, &[&self.all(rows)]));
        self.say(Say::NoRow, &[&quoted(name), list, &near])
    }

    /// Says that no move begins with a word, but one begins with a word like it.
    pub(crate) fn no_verb<'a>(
        self,
        word: &str,
        verbs: impl IntoIterator<Item = &'a str>,
    ) -> Option<String> {
        let near = self.near(word, verbs)?;
        Some(self.say(Say::NoVerb, &[&quoted(word), &near]))
    }

    fn near<'a>(self, name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
        similar(name, known).map(|near| self.say(Say::DidYouMean, &[near]))
    }
}
