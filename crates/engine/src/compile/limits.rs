//! How much the compiled rules may hold. What goes over is reported at the statement, move or score it was compiled for.

use linstock_base::Limit;

const fn limit(what: &'static str, most: usize, remedy: &'static str) -> Limit {
    Limit { what, most, remedy }
}

const SMALLER: &str =
    "let fewer `for`, `sum`, `best` and `where` lie in each other here, or work it out in a script";

/// Masks that one program writes, a register each. One number is left over: it tells how many there are.
pub(crate) const MASKS: Limit = limit("sets of points to work out for this", 65_535, SMALLER);

/// Numbers that one program writes, a register each.
pub(crate) const NUMBERS: Limit = limit("numbers to work out for this", 65_536, SMALLER);

/// Masks that are the same in every position.
pub(crate) const CONSTANTS: Limit = limit(
    "sets of points that never change",
    65_536,
    "give fewer rows points of their own, or let fewer of them be combined",
);

/// Lists of constants of which one is picked.
pub(super) const PICKS: Limit = limit(
    "regions and lists that have points for each player or row",
    65_536,
    "let fewer of them be combined",
);

/// Lists of numbers of which one is looked up.
pub(crate) const LOOKUPS: Limit = limit(
    "lists of numbers that are looked up",
    65_536,
    "let rows of lists have fewer values",
);

/// Whole words by which a mask is moved: a mask has 64 at the most.
pub(crate) const TURNS: Limit = limit("points", 256, "make the board smaller");

/// Words of 64 bits that a position takes: pieces, zones, remembered values, and what the moves around hold.
pub(super) const WORDS: Limit = limit(
    "words of 64 bits in a position",
    262_144,
    "let fewer moves ask for others in their bodies, or fewer players choose at once",
);

/// Asks: a move that is listed names its own by a number of 16 bits.
pub(crate) const DECISION_POINTS: Limit = limit(
    "places where somebody is asked, once everything is written out",
    65_536,
    "let fewer moves ask for others in their bodies",
);

/// Programs, and whatever else instructions name by number.
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
