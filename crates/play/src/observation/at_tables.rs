//! What a table in the browser shows beside the position: names of people, a half-made move, what signs mean.

use super::Observation;
use crate::board_legend;
use linstock_model::Point;

impl Observation<'_> {
    /// Calls the players otherwise in the status, in the lines of the rules and in the result: one name for each seat.
    #[must_use]
    pub fn with_names(mut self, names: Vec<String>) -> Self {
        debug_assert_eq!(names.len(), self.titles.len());
        self.titles = names;
        self
    }

    /// Shows the uppermost piece of a point at another point. Used to show a move of which some parts are chosen.
    #[must_use]
    pub fn with_piece_moved(mut self, from: Point, to: Point) -> Self {
        let (points, from, to) = (self.position.points, from.index(), to.index());
        let pieces = &mut self.position.pieces;
        let spots = (0..pieces.len() / points.max(1)).map(|layer| layer * points);
        let filled = spots.rev().find(|layer| pieces[layer + from].is_some());
        if let Some(layer) = filled {
            pieces[layer + to] = pieces[layer + from].take();
        }
        self
    }

    /// Returns what a sign of the board means, if the rules say it.
    #[must_use]
    pub fn meaning_of(&self, sign: char) -> Option<String> {
        let board = self.model.board.as_ref()?;
        board_legend::meaning(self.model, board, sign)
    }
}
