//! Sentences about the pieces on points.

use crate::wording::Phrasing;

/// How a piece is on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rest {
    /// It is the ground of the point.
    Is,
    /// It is below the pieces, like a tile.
    Lies,
    /// It is a piece.
    Stands,
}

impl Phrasing {
    /// A point that should have another piece.
    pub(crate) fn wrong_piece(
        self,
        (point, rest): (&str, Rest),
        expected: &str,
        found: Option<&str>,
    ) -> String {
        match (rest, found) {
            (Rest::Is, None) => self.no_ground(expected, point),
            (Rest::Lies, None) => self.nothing_lies(expected, point),
            (Rest::Stands, None) => self.nothing_stands(expected, point),
            (Rest::Is, Some(ground)) => self.other_ground(expected, point, ground),
            (Rest::Lies, Some(piece)) => self.other_lies(expected, point, piece),
            (Rest::Stands, Some(piece)) => self.other_stands(expected, point, piece),
        }
    }

    /// The piece on a point, or an empty point.
    pub(crate) fn stands(self, (point, rest): (&str, Rest), piece: Option<&str>) -> String {
        match (piece, rest) {
            (None, _) => self.is_empty(point),
            (Some(ground), Rest::Is) => self.ground_is(point, ground),
            (Some(piece), Rest::Lies) => self.lies_on(point, piece),
            (Some(piece), Rest::Stands) => self.stands_on(point, piece),
        }
    }
}
