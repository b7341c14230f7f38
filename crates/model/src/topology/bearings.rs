//! The words for directions in sentences.

use linstock_base::{Language, phrases};

/// The words for one or several directions in a sentence: English, then German.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bearing([&'static str; 2]);

impl Bearing {
    pub(super) const STRAIGHT_LINE: Self = Self(["in a straight line", "in gerader Linie"]);
    pub(super) const ROW_OR_COLUMN: Self =
        Self(["in a row or column", "in einer Reihe oder Spalte"]);
    pub(super) const OVER_SIDES: Self = Self([
        "over the sides of the hexagons",
        "über die Seiten der Sechsecke",
    ]);
    pub(super) const DIAGONALLY: Self = Self(["diagonally", "schräg"]);
    pub(super) const FORWARD: Self = Self(["forward", "nach vorn"]);
    pub(super) const ANY_FORWARD: Self = Self([
        "straight or diagonally forward",
        "gerade oder schräg nach vorn",
    ]);
    pub(super) const STRAIGHT_FORWARD: Self = Self(["straight forward", "gerade nach vorn"]);
    pub(super) const DIAGONALLY_FORWARD: Self = Self(["diagonally forward", "schräg nach vorn"]);
    pub(super) const SIDEWAYS: Self = Self(["sideways", "zur Seite"]);
    pub(super) const BACKWARD: Self = Self(["backward", "nach hinten"]);
    pub(super) const ANY_BACKWARD: Self = Self([
        "straight or diagonally backward",
        "gerade oder schräg nach hinten",
    ]);
    pub(super) const STRAIGHT_BACKWARD: Self = Self(["straight backward", "gerade nach hinten"]);
    pub(super) const DIAGONALLY_BACKWARD: Self =
        Self(["diagonally backward", "schräg nach hinten"]);

    /// The points of the compass.
    const COMPASS: [Self; 12] = [
        Self(["north", "nach Norden"]),
        Self(["northeast", "nach Nordosten"]),
        Self(["eastnortheast", "nach Ostnordosten"]),
        Self(["east", "nach Osten"]),
        Self(["eastsoutheast", "nach Ostsüdosten"]),
        Self(["southeast", "nach Südosten"]),
        Self(["south", "nach Süden"]),
        Self(["southwest", "nach Südwesten"]),
        Self(["westsouthwest", "nach Westsüdwesten"]),
        Self(["west", "nach Westen"]),
        Self(["westnorthwest", "nach Westnordwesten"]),
        Self(["northwest", "nach Nordwesten"]),
    ];

    /// Returns the words for the name of a direction in the language.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::COMPASS
            .into_iter()
            .find(|bearing| bearing.0[0] == name)
    }

    /// Returns its words.
    #[must_use]
    pub fn word(self, language: Language) -> String {
        language.fill(self.0, &[])
    }
}

phrases! {
    /// The form of points' names.
    pub(super) PointsPhrasing {
        columns_and_rows(column, row: i32): "columns a to {column}, rows 1 to {row}", "Spalten a bis {column}, Reihen 1 bis {row}";
        names_within(first, last, lines): "{first} to {last}, within {lines}", "{first} bis {last}, in: {lines}";
    }
}
