//! Advice for a type mismatch, by the expected type and the found one.

use crate::expr::types::Type;

/// The advice about a piece that is given to a point as if it were a value.
pub(crate) const PIECES_COME: &str = "a piece comes to a point by an arrow, as in `white man: box -> a1`; a drawing shows many at once";

/// The advice about directions without a start.
const FROM_WHERE: &str = "say from where: `forwards of here`; several directions stand in brackets: `1.. (north or east) of here`";

/// Returns advice about something of type `found` where `expected` (in words) is needed.
pub(crate) fn advice(expected: &str, found: Type) -> Option<&'static str> {
    match expected {
        "a set of points" => instead_of_points(found),
        "a point" => instead_of_a_point(found),
        "players or rows of a list" => instead_of_members(found),
        "a player" => match found {
            Type::Directions => Some("all players together are called `players`: ask players: bid"),
            _ => None,
        },
        "a number" => instead_of_a_number(found),
        "a yes or no" => instead_of_a_truth(found),
        "a zone" => match found {
            Type::Seat => Some("name the zone: `purse of me`"),
            Type::Row(_) | Type::Rows(_) => {
                Some("say what goes, and from where: `k: deck -> hand of me`")
            }
            _ => None,
        },
        _ if expected.starts_with("something to choose from") => match found {
            Type::Number => Some("numbers from one to six are written `1..6`"),
            Type::Truth => Some("what must hold stands after `when` or `where`"),
            Type::Directions => Some(FROM_WHERE),
            _ => None,
        },
        _ if expected.starts_with("a row of the list") => match found {
            Type::Rows(_) => Some(
                "name one row, or let somebody choose it: k in deck; of the best there may be several, and `sole best k in …` is one or none",
            ),
            _ => None,
        },
        _ => None,
    }
}

fn instead_of_points(found: Type) -> Option<&'static str> {
    match found {
        Type::Directions => Some(FROM_WHERE),
        Type::Zone => Some(
            "in a zone lie no points: `size of …` says how much lies there, `some …` and `no …` whether anything does",
        ),
        Type::Row(_) | Type::Rows(_) => {
            Some("name the points that the row has, as in `boxes of left-half`")
        }
        Type::Numbers => Some("steps are counted before a direction: `2..3 north of here`"),
        _ => None,
    }
}

fn instead_of_a_point(found: Type) -> Option<&'static str> {
    match found {
        Type::Directions => Some(FROM_WHERE),
        Type::Set | Type::Kind => Some(
            "this may be several points, or none, and so may what a row has: choose one as an argument, as in `here in own king` or `there in boxes of s`; among statements, for p in own king { … } does something for each",
        ),
        Type::Formation => Some("name one point of the line: `rear of c` or `front of c`"),
        _ => None,
    }
}

fn instead_of_members(found: Type) -> Option<&'static str> {
    match found {
        Type::Numbers => Some("to do something so often: repeat 5 times { … }"),
        Type::Zone => {
            Some("name the list, and ask for the zone: k in card where k is in hand of me")
        }
        Type::Set | Type::Kind | Type::Place => Some(
            "of points it is said without it: a set is what all of its points have together, as in `next to own`; what depends on the point: `sum p in own: age of p`, `for p in own { … }`",
        ),
        Type::Line => Some(
            "whether there is one is asked by `some …`, how many by `count …`; what its points must be like stands where the line is declared: line five = 5 (own where age of it > 2) in all directions; whether three of a set S lie in a row: some d in all directions where some (S and d of S and d of d of S)",
        ),
        _ => None,
    }
}

fn instead_of_a_number(found: Type) -> Option<&'static str> {
    match found {
        Type::Numbers => Some(
            "a range ends with a number or a name: give the number a name, as in `fact most = …`, and write `1..most`",
        ),
        Type::Truth => Some("to make a number of it: `1 if … else 0`"),
        Type::Line => Some("to count them, say `count …`"),
        _ => None,
    }
}

fn instead_of_a_truth(found: Type) -> Option<&'static str> {
    match found {
        Type::Line => Some("to ask whether there is one, say `some …` or `no …`"),
        Type::Number => Some("compare it: `… > 0`, or `… is 3`"),
        Type::Seat => Some("compare it: `… is me`"),
        _ => None,
    }
}
