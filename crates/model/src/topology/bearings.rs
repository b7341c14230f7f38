//! Directions as sentences tell them.

use linstock_base::{Phrased, phrase_table};

phrase_table! {
    /// A direction, or several, as a sentence tells them.
    Bearing {
        StraightLine: "in a straight line", "in gerader Linie";
        RowOrColumn: "in a row or column", "in einer Reihe oder Spalte";
        OverSides: "over the sides of the hexagons", "über die Seiten der Sechsecke";
        Diagonally: "diagonally", "schräg";
        Forward: "forward", "nach vorn";
        AnyForward: "straight or diagonally forward", "gerade oder schräg nach vorn";
        StraightForward: "straight forward", "gerade nach vorn";
        DiagonallyForward: "diagonally forward", "schräg nach vorn";
        Sideways: "sideways", "zur Seite";
        Backward: "backward", "nach hinten";
        AnyBackward: "straight or diagonally backward", "gerade oder schräg nach hinten";
        StraightBackward: "straight backward", "gerade nach hinten";
        DiagonallyBackward: "diagonally backward", "schräg nach hinten";
        North: "north", "nach Norden";
        Northeast: "northeast", "nach Nordosten";
        EastNortheast: "eastnortheast", "nach Ostnordosten";
        East: "east", "nach Osten";
        EastSoutheast: "eastsoutheast", "nach Ostsüdosten";
        Southeast: "southeast", "nach Südosten";
        South: "south", "nach Süden";
        Southwest: "southwest", "nach Südwesten";
        WestSouthwest: "westsouthwest", "nach Westsüdwesten";
        West: "west", "nach Westen";
        WestNorthwest: "westnorthwest", "nach Westnordwesten";
        Northwest: "northwest", "nach Nordwesten";
        ColumnsAndRows: "columns a to {0}, rows 1 to {1}", "Spalten a bis {0}, Reihen 1 bis {1}";
        NamesWithin: "{0} to {1}, within {2}", "{0} bis {1}, in: {2}";
    }
}

impl Bearing {
    /// Finds what a direction of the language is called in a sentence.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter();
        all.find(|bearing| bearing.words(linstock_base::Language::English) == name)
            .copied()
    }
}
