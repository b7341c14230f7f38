//! Limits of the compiled rules. An excess is reported at the statement, move or score that causes it.

use linstock_base::Limit;

const fn limit(what: &'static str, most: usize, remedy: &'static str) -> Limit {
    Limit { what, most, remedy }
}

const SMALLER: &str =
    "let fewer `for`, `sum`, `best` and `where` lie in each other here, or work it out in a script";

/// Mask registers of one program. The last number is reserved, so that the count of registers fits.
pub(crate) const MASKS: Limit = limit("sets of points to work out for this", 65_535, SMALLER);

/// Number registers of one program.
pub(crate) const NUMBERS: Limit = limit("numbers to work out for this", 65_536, SMALLER);

/// Constant masks.
pub(crate) const CONSTANTS: Limit = limit(
    "sets of points that never change",
    65_536,
    "give fewer rows points of their own, or let fewer of them be combined",
);

/// Tables of constants, for `Pick`.
pub(super) const PICKS: Limit = limit(
    "regions and lists that have points for each player or row",
    65_536,
    "let fewer of them be combined",
);

/// Tables of numbers, for `Lookup`.
pub(crate) const LOOKUPS: Limit = limit(
    "lists of numbers that are looked up",
    65_536,
    "let rows of lists have fewer values",
);

/// Whole words of a shift: a mask has at most 64.
pub(crate) const TURNS: Limit = limit("points", 256, "make the board smaller");

/// Words of 64 bits in a position: pieces, zones, memories, and the arguments of enclosing moves.
pub(super) const WORDS: Limit = limit(
    "words of 64 bits in a position",
    262_144,
    "let fewer moves ask for others in their bodies, or fewer players choose at once",
);

/// Decision points: a listed move names its decision point by a number of 16 bits.
pub(crate) const DECISION_POINTS: Limit = limit(
    "places where somebody is asked, once everything is written out",
    65_536,
    "let fewer moves ask for others in their bodies",
);

/// Programs and other parts that instructions name by number.
pub(super) const PARTS: Limit = limit(
    "statements and conditions once everything is written out",
    4_000_000,
    "let fewer moves ask for others in their bodies",
);

/// Instructions of one player.
pub(crate) const INSTRUCTIONS: Limit = limit(
    "statements once everything is written out",
    4_000_000,
    "let fewer moves ask for others in their bodies",
);
