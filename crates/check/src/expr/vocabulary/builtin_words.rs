//! The words of the language, such as `me`, `empty` or `size`: one entry each, in the order of the table in docs/reference/words.md.

use crate::expr::types::Type;
use crate::expr::vocabulary::entry::{Builtin, Entry, ROW, ROWS, Stands, entry};

/// The words of the language.
pub(super) const WORDS: &[(Entry, Stands)] = &[
    (
        entry("me", &[Type::Seat], "the player who acts", "me"),
        Stands::Alone(Builtin::Me),
    ),
    (
        entry(
            "it",
            &[Type::Seat, ROW, Type::Place],
            "each candidate of a `where` in turn; elsewhere the player who acts",
            "(own stone where it is middle)",
        ),
        Stands::Alone(Builtin::Me),
    ),
    (
        entry(
            "opponent",
            &[Type::Seat],
            "the other player in a game for two",
            "opponent",
        ),
        Stands::Alone(Builtin::Opponent),
    ),
    (
        entry(
            "none",
            &[Type::Nothing],
            "nobody, no row, no number",
            "none",
        ),
        Stands::Alone(Builtin::Nobody),
    ),
    (
        entry(
            "others",
            &[Type::Seats],
            "all players except the one who acts",
            "guard is not in others",
        ),
        Stands::Alone(Builtin::Others),
    ),
    (
        entry(
            "players",
            &[Type::Seats],
            "all players",
            "no (players where it is guard)",
        ),
        Stands::Alone(Builtin::Players),
    ),
    (
        entry(
            "own",
            &[Type::Set],
            "the points with pieces of the player who acts",
            "own",
        ),
        Stands::Alone(Builtin::Own),
    ),
    (
        entry(
            "enemy",
            &[Type::Set],
            "the points with pieces of all other players",
            "enemy",
        ),
        Stands::Alone(Builtin::Enemy),
    ),
    (
        entry(
            "empty",
            &[Type::Set],
            "the points without a piece on the last layer",
            "empty",
        ),
        Stands::Alone(Builtin::Empty),
    ),
    (
        entry(
            "everything",
            &[Type::Set],
            "all points of the board",
            "everything",
        ),
        Stands::Alone(Builtin::Everything),
    ),
    (
        entry("nothing", &[Type::Set], "no point", "nothing"),
        Stands::Alone(Builtin::Nothing),
    ),
    (
        entry("yes", &[Type::Truth], "always holds", "yes"),
        Stands::Alone(Builtin::Yes),
    ),
    (
        entry(
            "no",
            &[Type::Truth],
            "never holds; before a set: the set is empty",
            "no enemy king",
        ),
        Stands::Alone(Builtin::No),
    ),
    (
        entry("last", &[Type::Last], "the move made last", "last is walk")
            .hint("it is compared with moves, as in: last is step"),
        Stands::Alone(Builtin::Last),
    ),
    (
        entry("box", &[Type::Special], "outside the game", "there -> box")
            .hint("it stands at one end of an arrow, as in: there -> box"),
        Stands::Alone(Builtin::Box),
    ),
    (
        entry(
            "chance",
            &[Type::Special],
            "the dice and the deck: chance, asked like a player",
            "ask chance: deal",
        )
        .hint("it stands after `ask`, as in: ask chance: deal"),
        Stands::Alone(Builtin::Chance),
    ),
    (
        entry(
            "owner",
            &[Type::Seat],
            "the owner of the uppermost piece on a point",
            "owner of here",
        ),
        Stands::BeforeOf,
    ),
    (
        entry(
            "rear",
            &[Type::Place],
            "the first point of a line",
            "rear of c",
        ),
        Stands::BeforeOf,
    ),
    (
        entry(
            "front",
            &[Type::Place],
            "the last point of a line",
            "front of c",
        ),
        Stands::BeforeOf,
    ),
    (
        entry(
            "ahead",
            &[Type::Place, Type::Set],
            "points beyond the front of a line, in its direction",
            "2 ahead of c",
        ),
        Stands::BeforeOf,
    ),
    (
        entry(
            "size",
            &[Type::Number],
            "the number of things in a zone",
            "size of hand of me",
        ),
        Stands::BeforeOfUnlessDeclared,
    ),
    (
        entry(
            "numerator",
            &[Type::Number],
            "the upper part of a fraction",
            "numerator of risk",
        ),
        Stands::BeforeOfUnlessDeclared,
    ),
    (
        entry(
            "denominator",
            &[Type::Number],
            "the lower part of a fraction",
            "denominator of risk",
        ),
        Stands::BeforeOfUnlessDeclared,
    ),
    (
        entry(
            "north",
            &[Type::Directions],
            "up, as the board is drawn",
            "north of here",
        ),
        Stands::AsDirection,
    ),
    (
        entry(
            "northeast",
            &[Type::Directions],
            "up and to the right",
            "northeast",
        ),
        Stands::AsDirection,
    ),
    (
        entry("east", &[Type::Directions], "to the right", "east"),
        Stands::AsDirection,
    ),
    (
        entry(
            "southeast",
            &[Type::Directions],
            "down and to the right",
            "southeast",
        ),
        Stands::AsDirection,
    ),
    (
        entry("south", &[Type::Directions], "down", "south"),
        Stands::AsDirection,
    ),
    (
        entry(
            "southwest",
            &[Type::Directions],
            "down and to the left",
            "southwest",
        ),
        Stands::AsDirection,
    ),
    (
        entry("west", &[Type::Directions], "to the left", "west"),
        Stands::AsDirection,
    ),
    (
        entry(
            "northwest",
            &[Type::Directions],
            "up and to the left",
            "northwest",
        ),
        Stands::AsDirection,
    ),
    (
        entry(
            "eastnortheast",
            &[Type::Directions],
            "on hexagons: over a corner, more to the right than up",
            "eastnortheast",
        ),
        Stands::AsDirection,
    ),
    (
        entry(
            "eastsoutheast",
            &[Type::Directions],
            "on hexagons: over a corner, more to the right than down",
            "eastsoutheast",
        ),
        Stands::AsDirection,
    ),
    (
        entry(
            "westsouthwest",
            &[Type::Directions],
            "on hexagons: over a corner, more to the left than down",
            "westsouthwest",
        ),
        Stands::AsDirection,
    ),
    (
        entry(
            "westnorthwest",
            &[Type::Directions],
            "on hexagons: over a corner, more to the left than up",
            "westnorthwest",
        ),
        Stands::AsDirection,
    ),
    (
        entry(
            "orthogonal",
            &[Type::Directions],
            "north, east, south and west; on hexagons the six over the sides",
            "1.. orthogonal of here through empty",
        ),
        Stands::AsDirection,
    ),
    (
        entry(
            "diagonal",
            &[Type::Directions],
            "the directions between the orthogonal ones",
            "2..3 diagonal of here",
        ),
        Stands::AsDirection,
    ),
    (
        entry(
            "all",
            &[Type::Directions],
            "all directions: eight, or twelve on hexagons",
            "all directions of here",
        ),
        Stands::AsDirection,
    ),
    (
        entry(
            "directions",
            &[Type::Directions],
            "an optional word after the name of directions",
            "all directions of here",
        ),
        Stands::AsDirection,
    ),
    (
        entry(
            "forward",
            &[Type::Directions],
            "the direction that the block of the board gives a player: light { forward south }",
            "1 forward of here",
        ),
        Stands::AsDirection,
    ),
    (
        entry(
            "forwards",
            &[Type::Directions],
            "forward, straight or diagonally",
            "forwards of here",
        ),
        Stands::AsDirection,
    ),
    (
        entry(
            "backward",
            &[Type::Directions],
            "opposite to forward",
            "backward",
        ),
        Stands::AsDirection,
    ),
    (
        entry(
            "backwards",
            &[Type::Directions],
            "backward, straight or diagonally",
            "2 backwards of here",
        ),
        Stands::AsDirection,
    ),
    (
        entry(
            "sideways",
            &[Type::Directions],
            "to the left and to the right of forward",
            "(forwards or sideways) of here",
        ),
        Stands::AsDirection,
    ),
    (
        entry(
            "kinds",
            &[ROWS],
            "all kinds of piece, as rows of a list",
            "kinds except king",
        ),
        Stands::BeforeOfUnlessDeclared,
    ),
    (
        entry(
            "kind",
            &[ROW],
            "the kind of the piece on a point, on the last layer",
            "kind of here",
        ),
        Stands::BeforeOfUnlessDeclared,
    ),
    (
        entry(
            "opposite",
            &[Type::Directions],
            "the opposite direction",
            "opposite of northeast",
        ),
        Stands::BeforeOfUnlessDeclared,
    ),
    (
        entry(
            "max",
            &[Type::Number],
            "the greatest of some numbers",
            "max(turns, 3, count own)",
        ),
        Stands::BeforeValues,
    ),
    (
        entry(
            "min",
            &[Type::Number],
            "the least of some numbers",
            "min(turns, 9)",
        ),
        Stands::BeforeValues,
    ),
    (
        entry(
            "joined",
            &[Type::Truth],
            "the points of the set are connected",
            "joined(own)",
        ),
        Stands::BeforeValues,
    ),
];
