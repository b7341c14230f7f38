//! The forms of expressions, such as `X and Y` or `next to X`: one entry each.

use crate::expr::types::Type;
use crate::expr::vocabulary::entry::{Entry, ROW, ROWS, entry};
use linstock_syntax::ast::ExprKind;

/// Declares the entry of each form, in the order of docs/reference/words.md: its text, the types that it can have, its meaning, an
/// example, and a hint where it cannot stand.
macro_rules! forms {
    ($($form:pat => $text:literal, [$($ty:expr),*], $meaning:literal, $example:literal $(, hint $hint:literal)?;)*) => {
        /// Returns the entry of a form of expression.
        pub(super) const fn form(kind: &ExprKind) -> Entry {
            match kind {
                $($form => entry($text, &[$($ty),*], $meaning, $example)$(.hint($hint))?,)*
            }
        }

        /// All forms of expressions, in the order of docs/reference/words.md.
        pub(super) const FORMS: &[Entry] = &[
            $(entry($text, &[$($ty),*], $meaning, $example)$(.hint($hint))?),*
        ];
    };
}

forms! {
    ExprKind::Number(_) => "7", [Type::Number], "a number", "7";
    ExprKind::Word(_) => "name", [Type::Set],
        "the declaration of that name, or a word of the language",
        "empty";
    ExprKind::Owned { .. } => "own piece", [Type::Set],
        "the points with such pieces of an owner",
        "own stone";
    ExprKind::Of { .. } => "X of Y", [Type::Set, Type::Number, Type::Seat],
        "something that belongs to Y, or the points in that direction",
        "home of me";
    ExprKind::Braces(_) => "{X, Y}", [Type::Set, ROWS],
        "these points, or these rows of a list",
        "{a1, h1, here}";
    ExprKind::Range(..) => "X..Y", [Type::Set, ROWS, Type::Numbers],
        "a rectangle, rows of a list, numbers",
        "a1..c3",
        hint "a range of numbers is something to choose from, as in: n in 1..6";
    ExprKind::Rank { .. } => "row n, column c, border d", [Type::Set],
        "a row or a column of the board; the points that lie farthest in a direction",
        "column c";
    ExprKind::Mapped(_) => "map \"ab\"", [Type::Set],
        "the points that the map shows with one of these signs",
        "map \"xo\"";
    ExprKind::Logic { .. } => "X and Y, X or Y, X except Y", [Type::Set, Type::Truth, ROWS, Type::Seats],
        "in both, in either, in the first but not in the second; for conditions: both hold, at least one holds",
        "own and middle";
    ExprKind::Where { .. } => "(X where C)", [Type::Set, Type::Seats, ROWS],
        "the elements for which the condition holds; `it` is each of them in turn",
        "(own stone where steps of it < 3)";
    ExprKind::If { .. } => "X if C else Y", [Type::Number, Type::Set, Type::Seat],
        "X if the condition holds, otherwise Y",
        "0 if flying else 5";
    ExprKind::Reasoned { .. } => "X else \"…\"", [Type::Truth, Type::Set],
        "X, with the reason that is given when it forbids a move",
        "some enemy else \"no enemy is left\"";
    ExprKind::NextTo(_) => "next to X", [Type::Set],
        "the neighbours of a point, or of every point of a set",
        "next to here";
    ExprKind::EdgeOf(_) => "edge of X", [Type::Set],
        "the points at the border of a set",
        "edge of middle";
    ExprKind::Reflection { .. } => "reflection of X over D", [Type::Set],
        "the mirror points over the line through the centre of the board in direction D; with `centre` as D, after half a turn",
        "reflection of here over north";
    ExprKind::Reached(_) => "reached from X over S", [Type::Set],
        "the points that can be reached step by step",
        "reached from own over everything";
    ExprKind::Counted { .. } => "n directions", [Type::Directions],
        "this number of steps in these directions",
        "2..3 diagonal",
        hint "so many steps go from somewhere, as in: 2 north of here";
    ExprKind::Through { .. } => "X through S", [Type::Set],
        "straight ways on which every point in between is in S",
        "1.. orthogonal of here through empty";
    ExprKind::ForEach { .. } => "X for each d in Y", [Type::Set],
        "the union of the sets for each `d`",
        "1 e of here for each e in orthogonal";
    ExprKind::Some { .. } => "some X, no X", [Type::Truth],
        "X has at least one element, or none",
        "some enemy";
    ExprKind::SomeOver { .. } => "some d in X where C", [Type::Truth],
        "the condition holds for at least one of them, or for none",
        "some d in all directions where some (2 d of here and own)";
    ExprKind::Not(_) => "not X", [Type::Truth], "X does not hold", "not flying";
    ExprKind::Compare { .. } => "X is Y, X < Y", [Type::Truth],
        "compares two values, or asks whether one lies in the other",
        "here is middle";
    ExprKind::Seen(_) => "seen n times", [Type::Truth],
        "this position has come up n times at this place",
        "seen 3 times";
    ExprKind::Call { .. } => "fact(X)", [Type::Truth, Type::Number, Type::Set],
        "a fact with values",
        "crowded(here)";
    ExprKind::Script { .. } => "script f(X)", [Type::Truth, Type::Number, Type::Set],
        "the result of a function in a script",
        "script strong-enough(3, here)";
    ExprKind::Count(_) => "count X", [Type::Number], "the number of elements", "count own stone";
    ExprKind::Sum { .. } => "X + Y, X - Y, X * Y, X / Y, X % Y, -X", [Type::Number],
        "arithmetic; `/` divides and rounds down, `%` is the remainder",
        "shifts of me + 1";
    ExprKind::Extreme { .. } => "greatest n in 0..9 where C", [Type::Number],
        "the greatest or the least number for which the condition holds",
        "least n in 1..4 where count own < n";
    ExprKind::SumOver { .. } => "sum p in X: N", [Type::Number],
        "the sum of a number for each element",
        "sum p in players where p is not me: shifts of p + 1";
    ExprKind::Copies { .. } => "copies of k in Z", [Type::Number],
        "the number of copies of a row in a zone",
        "copies of k in deck";
    ExprKind::Best { .. } => "best p in X by N, sole best …", [Type::Seat, Type::Seats, ROW, ROWS],
        "the elements with the greatest number, or the only one that has it",
        "sole best p in players by shifts of p";
    ExprKind::NextPlayer(_) => "next player after P", [Type::Seat],
        "the next player round the table",
        "next player after me";
    ExprKind::PreviousPlayer(_) => "previous player before P", [Type::Seat],
        "the player before, round the table",
        "previous player before me";
}
