//! How the pieces of a kind look.

use crate::colours::{Ink, ground, ink};
use crate::shapes::land;
use linstock_model::{Art, FaceArt, PieceKind, PieceShape, SeatId};
use std::sync::Arc;

/// How all pieces of a kind look, apart from the colours of their owners.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceFace {
    /// Its shape.
    pub shape: PieceShape,
    /// The shape on which its shape lies, drawn smaller; `None` if it lies there itself.
    pub base: Option<PieceShape>,
    /// The text on it; may be empty.
    pub label: String,
    /// The picture that replaces the shape, as elements of SVG in a square from 0 to 100.
    pub symbol: Option<Arc<str>>,
    /// The colour from the rules: of the lines and the label of a player's piece, or of a neutral piece as a whole.
    pub own: Option<Ink>,
    /// Whether only its letter shows its kind.
    pub is_letter: bool,
}

impl PieceFace {
    /// Chooses the faces of all kinds of piece of a game. A kind has the shape that the rules give it, or the usual one for its
    /// name, or else a disc. Its letter is on it if the shape alone does not say which kind it is.
    #[must_use]
    pub fn all(kinds: &[PieceKind], art: &Art) -> Vec<Self> {
        let none = FaceArt::default();
        let arts = kinds
            .iter()
            .map(|kind| art.faces.get(&kind.name).unwrap_or(&none));
        Self::of_arts(kinds, &arts.collect::<Vec<_>>())
    }

    /// Chooses the faces of all kinds of piece of a player: the rules may say that some differ from those of other players.
    #[must_use]
    pub fn all_of(kinds: &[PieceKind], art: &Art, owner: SeatId) -> Vec<Self> {
        let none = FaceArt::default();
        let of_kind = |kind: &PieceKind| {
            let face = art.faces.get(&kind.name).unwrap_or(&none);
            let own = art.own_faces.get(&(kind.name.clone(), owner));
            own.map_or_else(|| face.clone(), |own| face.changed_by(own))
        };
        let arts: Vec<FaceArt> = kinds.iter().map(of_kind).collect();
        Self::of_arts(kinds, &arts.iter().collect::<Vec<_>>())
    }

    fn of_arts(kinds: &[PieceKind], arts: &[&FaceArt]) -> Vec<Self> {
        let shapes: Vec<Option<PieceShape>> = kinds
            .iter()
            .zip(arts)
            .map(|(kind, art)| art.shape.or_else(|| PieceShape::of_name(&kind.name)))
            .collect();
        let drawn = |at: usize| {
            let shape = shapes[at].unwrap_or(PieceShape::Disc);
            symbol(arts[at]).is_none().then_some((shape, arts[at].base))
        };
        let face = |(at, kind): (usize, &PieceKind)| {
            let has_twin = (0..kinds.len()).any(|other| other != at && drawn(other) == drawn(at));
            let says_nothing = match arts[at].shape {
                Some(shape) => !shape.is_plain(),
                None => shapes[at].is_none(),
            };
            let needs_letter = drawn(at).is_some() && (says_nothing || has_twin);
            let letter = || match needs_letter {
                true => kind.letter.to_uppercase().collect(),
                false => String::new(),
            };
            Self {
                shape: shapes[at].unwrap_or(PieceShape::Disc),
                base: arts[at].base,
                label: arts[at].label.clone().unwrap_or_else(letter),
                symbol: symbol(arts[at]).cloned(),
                own: arts[at].colour.map(ink),
                is_letter: drawn(at).is_some() && shapes[at].is_none(),
            }
        };
        kinds.iter().enumerate().map(face).collect()
    }

    /// Returns the colour of a point on which a piece of nobody lies as part of the board; `None` if it lies there as a piece.
    pub(crate) fn ground(&self, kind: usize) -> Option<&'static str> {
        let own = self.own.map(|own| own.fill);
        match land(self.shape) {
            _ if self.symbol.is_some() => None,
            Some((fill, _)) => Some(own.unwrap_or(fill)),
            None if self.is_letter => Some(own.unwrap_or_else(|| ground(kind))),
            None => None,
        }
    }
}

/// Returns the elements of the picture that the rules give.
pub(crate) fn symbol(art: &FaceArt) -> Option<&Arc<str>> {
    art.symbol.as_ref()?.elements.as_ref()
}

#[cfg(test)]
mod tests {
    use super::PieceFace;
    use linstock_model::{Art, FaceArt, LayerId, PieceKind, PieceShape, SeatId};

    fn faces(names: &[&str], art: &Art) -> Vec<(PieceShape, String)> {
        let kind = |name: &&str| PieceKind {
            name: (*name).to_owned(),
            letter: name.chars().next().unwrap_or('?'),
            layer: LayerId(0),
            neutral: false,
            tags: Vec::new(),
        };
        let kinds: Vec<PieceKind> = names.iter().map(kind).collect();
        let faces = PieceFace::all(&kinds, art).into_iter();
        faces.map(|face| (face.shape, face.label)).collect()
    }

    #[test]
    fn kinds_with_one_shape_carry_their_letters() {
        let found = faces(&["king", "pawn", "frog", "wizard"], &Art::default());
        assert_eq!(found[0], (PieceShape::King, String::new()));
        assert_eq!(found[1], (PieceShape::Pawn, "P".to_owned()));
        assert_eq!(found[2], (PieceShape::Pawn, "F".to_owned()));
        assert_eq!(found[3], (PieceShape::Disc, "W".to_owned()));
    }

    #[test]
    fn a_kind_may_look_different_for_a_player() {
        let kind = PieceKind {
            name: "mark".to_owned(),
            letter: 'x',
            layer: LayerId(0),
            neutral: false,
            tags: Vec::new(),
        };
        let face = |shape| FaceArt {
            shape: Some(shape),
            ..FaceArt::default()
        };
        let mut art = Art::default();
        let name = || "mark".to_owned();
        art.faces.insert(name(), face(PieceShape::Cross));
        art.own_faces
            .insert((name(), SeatId(1)), face(PieceShape::Ring));
        let of = |seat| PieceFace::all_of(std::slice::from_ref(&kind), &art, SeatId(seat))[0].shape;
        assert_eq!([of(0), of(1)], [PieceShape::Cross, PieceShape::Ring]);
    }

    #[test]
    fn a_shape_on_a_base_needs_no_letter() {
        let face = FaceArt {
            shape: Some(PieceShape::Town),
            base: Some(PieceShape::Tile),
            ..FaceArt::default()
        };
        let mut art = Art::default();
        art.faces.insert("town".to_owned(), face);
        assert_eq!(
            faces(&["town", "village"], &art),
            [
                (PieceShape::Town, String::new()),
                (PieceShape::Town, String::new())
            ]
        );
    }

    #[test]
    fn the_rules_choose_shapes_and_labels() {
        let face = FaceArt {
            shape: Some(PieceShape::Rook),
            label: Some("XL".to_owned()),
            ..FaceArt::default()
        };
        let mut art = Art::default();
        art.faces.insert("wizard".to_owned(), face);
        assert_eq!(
            faces(&["wizard"], &art),
            [(PieceShape::Rook, "XL".to_owned())]
        );
    }
}
