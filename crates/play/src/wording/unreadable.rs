//! Sentences about texts that cannot be read.

use crate::wording::{Phrasing, quoted};
use linstock_base::similar;
use linstock_model::Board;

/// The most rows of a list that are named; of more, only the first are.
pub(crate) const MOST_ROWS: usize = 20;

impl Phrasing {
    /// Shows how moves are written, with texts that need not be legal.
    pub(crate) fn written_like(self, examples: &[String]) -> String {
        let examples: Vec<_> = examples.iter().map(|e| quoted(e)).collect();
        match examples.as_slice() {
            [] => self.no_moves(),
            some => self.moves_look_like(&self.either(some)),
        }
    }

    /// Reports that a point is not on the board.
    pub(crate) fn no_point(self, name: &str, board: Option<&Board>) -> String {
        match board {
            Some(board) => self.no_point_of_board(name, &board.topology.points_in_words(self.0)),
            None => self.no_board(name),
        }
    }

    /// Reports that there is no player of this name.
    pub(crate) fn no_player(self, name: &str, players: &[String]) -> String {
        let known: Vec<_> = players.iter().map(|p| quoted(p)).collect();
        let near = self.near(name, players.iter().map(String::as_str));
        self.not_a_player(
            name,
            &near.unwrap_or_else(|| self.players_are(&self.all(&known))),
        )
    }

    /// Reports that a list has no row of this name.
    pub(crate) fn no_row(self, name: &str, rows: &[String]) -> String {
        let near = self.near(name, rows.iter().map(String::as_str));
        let near = near.unwrap_or_else(|| match rows.get(..MOST_ROWS) {
            Some(first) => self.rows_are(&format!("{}, …", first.join(", "))),
            None => self.rows_are(&self.either(rows)),
        });
        self.not_a_row(name, &near)
    }

    /// Reports that no move begins with a word, but one begins with a similar word.
    pub(crate) fn no_verb<'a>(
        self,
        word: &str,
        verbs: impl IntoIterator<Item = &'a str>,
    ) -> Option<String> {
        let near = self.near(word, verbs)?;
        Some(self.no_move_begins(word, &near))
    }

    fn near<'a>(self, name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
        similar(name, known).map(|near| self.did_you_mean(near))
    }
}
