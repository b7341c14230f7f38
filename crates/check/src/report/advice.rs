//! Advice for a type mismatch, by the expected type and the found one.

use crate::expr::types::Type;

/// The advice about a piece that is given to a point as if it were a value.
pub(crate) const PIECES_COME: &str = "to put a piece on a point, write an arrow, as in `white man: box -> a1`; to set up many pieces, use a drawing";

/// The advice about directions without a start.
const FROM_WHERE: &str = "say where they start: `forwards of here`; put several directions in brackets: `1.. (north or east) of here`";

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
                Some("say what moves, and from where: `k: deck -> hand of me`")
            }
            _ => None,
        },
        _ if expected.starts_with("something to choose from") => match found {
            Type::Number => Some("numbers from one to six are written `1..6`"),
            Type::Truth => Some("write a condition after `when` or `where`"),
            Type::Directions => Some(FROM_WHERE),
            _ => None,
        },
        _ if expected.starts_with("a row of the list") => match found {
            Type::Rows(_) => Some(
                "name one row, or let a player choose it: k in deck; `best` may be several rows, `sole best k in …` is one or none",
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
            "a zone has no points: `size of …` counts what it holds, `some …` and `no …` ask whether it holds anything",
        ),
        Type::Row(_) | Type::Rows(_) => {
            Some("name the points that the row has, as in `boxes of left-half`")
        }
        Type::Numbers => Some("write the number of steps before a direction: `2..3 north of here`"),
        _ => None,
    }
}

fn instead_of_a_point(found: Type) -> Option<&'static str> {
    match found {
        Type::Directions => Some(FROM_WHERE),
        Type::Set | Type::Kind => Some(
            "this may be no point or several points: choose one as an argument, as in `here in own king` or `there in boxes of s`; among statements, write `for p in own king { … }` for each",
        ),
        Type::Formation => Some("name one point of the line: `rear of c` or `front of c`"),
        _ => None,
    }
}

fn instead_of_members(found: Type) -> Option<&'static str> {
    match found {
        Type::Numbers => Some("to repeat statements: repeat 5 times { … }"),
        Type::Zone => Some("name the list, and test the zone: k in card where k is in hand of me"),
        Type::Set | Type::Kind | Type::Place => Some(
            "this is not needed for points: `next to own` is about all points of the set at once; if a value depends on the point, write `sum p in own: age of p` or `for p in own { … }`",
        ),
        Type::Line => Some(
            "to ask whether there is one, write `some …`; to count them, write `count …`; conditions on its points belong to its declaration: line five = 5 (own where age of it > 2) in all directions; to ask whether three points of a set S are in a row: some d in all directions where some (S and d of S and d of d of S)",
        ),
        _ => None,
    }
}

fn instead_of_a_number(found: Type) -> Option<&'static str> {
    match found {
        Type::Numbers => Some(
            "a range ends with a number or a name: give the number a name, as in `fact most = …`, and write `1..most`",
        ),
        Type::Truth => Some("to turn it into a number: `1 if … else 0`"),
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
