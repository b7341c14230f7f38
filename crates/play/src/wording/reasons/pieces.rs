//! Sentences about pieces, and about what stands on points.

use crate::wording::{Phrasing, Say};

/// How something is on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rest {
    /// It is the ground there.
    Is,
    /// It is below the pieces, as a tile is.
    Lies,
    /// It is a piece.
    Stands,
}

impl Phrasing {
    /// Pieces of any kind.
    pub(crate) fn any_piece(self) -> String {
        self.say(Say::AnyPiece, &[])
    }

    /// Somebody's piece: `white pawn`.
    pub(crate) fn piece_of(self, owner: &str, kind: &str) -> String {
        self.say(Say::PieceOf, &[owner, kind])
    }

    /// A piece of the other side.
    pub(crate) fn enemy_piece(self, kind: &str) -> String {
        self.say(Say::EnemyPiece, &[kind])
    }

    /// A piece of who acts, where it stands.
    pub(crate) fn yours_on(self, kind: &str, point: &str) -> String {
        self.say(Say::YoursOn, &[kind, point])
    }

    /// A piece where it stands.
    pub(crate) fn piece_on(self, piece: &str, point: &str) -> String {
        self.say(Say::PieceOn, &[piece, point])
    }

    /// Pieces of which it does not matter which one is meant.
    pub(crate) fn any_of(self, pieces: &str) -> String {
        self.say(Say::AnyOf, &[pieces])
    }

    /// No player.
    pub(crate) fn nobody(self) -> String {
        self.say(Say::Nobody, &[])
    }

    /// A point that should be empty.
    pub(crate) fn not_empty(self, point: &str, piece: &str) -> String {
        self.say(Say::NotEmpty, &[point, &self.one(piece)])
    }

    /// A point where something else should be.
    pub(crate) fn wrong_piece(
        self,
        (point, rest): (&str, Rest),
        expected: &str,
        found: Option<&str>,
    ) -> String {
        let none = |phrase| self.say(phrase, &[expected, point]);
        let other = |phrase, piece: &str| self.say(phrase, &[expected, point, piece]);
        match (rest, found) {
            (Rest::Is, None) => none(Say::NoGround),
            (Rest::Lies, None) => none(Say::NothingLies),
            (Rest::Stands, None) => none(Say::NothingStands),
            (Rest::Is, Some(ground)) => other(Say::OtherGround, ground),
            (Rest::Lies, Some(piece)) => other(Say::OtherLies, &self.one(piece)),
            (Rest::Stands, Some(piece)) => other(Say::OtherStands, &self.one(piece)),
        }
    }

    /// A point where something should be and nothing is.
    pub(crate) fn but_empty(self, wanted: &str) -> String {
        self.say(Say::ButEmpty, &[wanted])
    }

    /// The piece on a point, or an empty point.
    pub(crate) fn stands(self, (point, rest): (&str, Rest), piece: Option<&str>) -> String {
        match (piece, rest) {
            (None, _) => self.say(Say::Empty, &[point]),
            (Some(ground), Rest::Is) => self.say(Say::GroundIs, &[point, ground]),
            (Some(piece), Rest::Lies) => self.say(Say::LiesOn, &[point, &self.one(piece)]),
            (Some(piece), Rest::Stands) => self.say(Say::StandsOn, &[point, &self.one(piece)]),
        }
    }

    /// A point that has no such neighbour.
    pub(crate) fn not_next_to(self, point: &str, neighbour: Option<&str>) -> String {
        match neighbour {
            Some(neighbour) => self.say(Say::NoneBeside, &[neighbour, point]),
            None => self.say(Say::NothingBeside, &[point]),
        }
    }

    /// Pieces of which the board has none.
    pub(crate) fn none_on_board(self, pieces: &str) -> String {
        self.say(Say::NoneOnBoard, &[pieces])
    }
}
