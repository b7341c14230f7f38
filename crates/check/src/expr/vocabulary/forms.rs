//! The forms of expressions, such as `X and Y` or `next to X`: one entry each, and the map from expressions to entries.

use crate::expr::types::Type;
use crate::expr::vocabulary::entry::{Entry, ROW, ROWS, entry};
use linstock_syntax::ast::ExprKind;

/// Returns the entry of a form of expression.
pub(super) const fn form(kind: &ExprKind) -> Entry {
    match kind {
        ExprKind::Number(_) => NUMBER,
        ExprKind::Word(_) => WORD,
        ExprKind::Owned { .. } => OWNED,
        ExprKind::Mapped(_) => MAPPED,
        ExprKind::Rank { .. } => RANK,
        ExprKind::Braces(_) => BRACES,
        ExprKind::Range(..) => RANGE,
        ExprKind::Counted { .. } => COUNTED,
        ExprKind::Of { .. } => OF,
        ExprKind::Through { .. } => THROUGH,
        ExprKind::NextTo(_) => NEXT_TO,
        ExprKind::NextPlayer(_) => NEXT_PLAYER,
        ExprKind::PreviousPlayer(_) => PREVIOUS_PLAYER,
        ExprKind::EdgeOf(_) => EDGE_OF,
        ExprKind::Reached(_) => REACHED,
        ExprKind::Extreme { .. } => EXTREME,
        ExprKind::Some { .. } => SOME,
        ExprKind::Count(_) => COUNT,
        ExprKind::Logic { .. } => LOGIC,
        ExprKind::Not(_) => NOT,
        ExprKind::Sum { .. } => SUM,
        ExprKind::Compare { .. } => COMPARE,
        ExprKind::Reasoned { .. } => REASONED,
        ExprKind::If { .. } => IF,
        ExprKind::Call { .. } => CALL,
        ExprKind::Script { .. } => SCRIPT,
        ExprKind::Seen(_) => SEEN,
        ExprKind::Where { .. } => WHERE,
        ExprKind::SomeOver { .. } => SOME_OVER,
        ExprKind::ForEach { .. } => FOR_EACH,
        ExprKind::SumOver { .. } => SUM_OVER,
        ExprKind::Best { .. } => BEST,
        ExprKind::Copies { .. } => COPIES,
    }
}

/// All forms of expressions, in the order of docs/language.md.
pub(super) const FORMS: &[Entry] = &[
    NUMBER,
    WORD,
    OWNED,
    OF,
    BRACES,
    RANGE,
    RANK,
    MAPPED,
    LOGIC,
    WHERE,
    IF,
    REASONED,
    NEXT_TO,
    EDGE_OF,
    REACHED,
    COUNTED,
    THROUGH,
    FOR_EACH,
    SOME,
    SOME_OVER,
    NOT,
    COMPARE,
    SEEN,
    CALL,
    SCRIPT,
    COUNT,
    SUM,
    EXTREME,
    SUM_OVER,
    COPIES,
    BEST,
    NEXT_PLAYER,
    PREVIOUS_PLAYER,
];

const SOME_OVER: Entry = entry(
    "some d in X where C",
    &[Type::Truth],
    "the condition holds for at least one of them, or for none",
    "some d in all directions where some (2 d of here and own)",
);
const FOR_EACH: Entry = entry(
    "X for each d in Y",
    &[Type::Set],
    "the union of the sets for each `d`",
    "1 e of here for each e in orthogonal",
);
const NUMBER: Entry = entry("7", &[Type::Number], "a number", "7");
const WORD: Entry = entry(
    "name",
    &[Type::Set],
    "the declaration of that name, or a word of the language",
    "empty",
);
const OWNED: Entry = entry(
    "own piece",
    &[Type::Set],
    "the points with such pieces of an owner",
    "own stone",
);
const MAPPED: Entry = entry(
    "map \"ab\"",
    &[Type::Set],
    "the points that the map shows with one of these signs",
    "map \"xo\"",
);
const RANK: Entry = entry(
    "row n, column c, border d",
    &[Type::Set],
    "a row or a column of the board; the points that lie farthest in a direction",
    "column c",
);
const BRACES: Entry = entry(
    "{X, Y}",
    &[Type::Set, ROWS],
    "these points, or these rows of a list",
    "{a1, h1, here}",
);
const RANGE: Entry = entry(
    "X..Y",
    &[Type::Set, ROWS, Type::Numbers],
    "a rectangle, rows of a list, numbers",
    "a1..c3",
)
.hint("a range of numbers is something to choose from, as in: n in 1..6");
const COUNTED: Entry = entry(
    "n directions",
    &[Type::Directions],
    "this number of steps in these directions",
    "2..3 diagonal",
)
.hint("so many steps go from somewhere, as in: 2 north of here");
const OF: Entry = entry(
    "X of Y",
    &[Type::Set, Type::Number, Type::Seat],
    "something that belongs to Y, or the points in that direction",
    "home of me",
);
const THROUGH: Entry = entry(
    "X through S",
    &[Type::Set],
    "straight ways on which every point in between is in S",
    "1.. orthogonal of here through empty",
);
const NEXT_TO: Entry = entry(
    "next to X",
    &[Type::Set],
    "the neighbours of a point, or of every point of a set",
    "next to here",
);
const NEXT_PLAYER: Entry = entry(
    "next player after P",
    &[Type::Seat],
    "the next player round the table",
    "next player after me",
);
const PREVIOUS_PLAYER: Entry = entry(
    "previous player before P",
    &[Type::Seat],
    "the player before, round the table",
    "previous player before me",
);
const EDGE_OF: Entry = entry(
    "edge of X",
    &[Type::Set],
    "the points at the border of a set",
    "edge of middle",
);
const REACHED: Entry = entry(
    "reached from X over S",
    &[Type::Set],
    "the points that can be reached step by step",
    "reached from own over everything",
);
const EXTREME: Entry = entry(
    "greatest n in 0..9 where C",
    &[Type::Number],
    "the greatest or the least number for which the condition holds",
    "least n in 1..4 where count own < n",
);
const SOME: Entry = entry(
    "some X, no X",
    &[Type::Truth],
    "X has at least one element, or none",
    "some enemy",
);
const COUNT: Entry = entry(
    "count X",
    &[Type::Number],
    "the number of elements",
    "count own stone",
);
const LOGIC: Entry = entry(
    "X and Y, X or Y, X except Y",
    &[Type::Set, Type::Truth, ROWS, Type::Seats],
    "in both, in either, in the first but not in the second; for conditions: both hold, at least one holds",
    "own and middle",
);
const NOT: Entry = entry("not X", &[Type::Truth], "X does not hold", "not flying");
const SUM: Entry = entry(
    "X + Y, X - Y, X * Y, X / Y, X % Y, -X",
    &[Type::Number],
    "arithmetic; `/` divides and rounds down, `%` is the remainder",
    "shifts of me + 1",
);
const COMPARE: Entry = entry(
    "X is Y, X < Y",
    &[Type::Truth],
    "compares two values, or asks whether one lies in the other",
    "here is middle",
);
const IF: Entry = entry(
    "X if C else Y",
    &[Type::Number, Type::Set, Type::Seat],
    "X if the condition holds, otherwise Y",
    "0 if flying else 5",
);
const REASONED: Entry = entry(
    "X else \"…\"",
    &[Type::Truth, Type::Set],
    "X, with the reason that is given when it forbids a move",
    "some enemy else \"no enemy is left\"",
);
const CALL: Entry = entry(
    "fact(X)",
    &[Type::Truth, Type::Number, Type::Set],
    "a fact with values",
    "crowded(here)",
);
const SCRIPT: Entry = entry(
    "script f(X)",
    &[Type::Truth, Type::Number, Type::Set],
    "the result of a function in a script",
    "script strong-enough(3, here)",
);
const SEEN: Entry = entry(
    "seen n times",
    &[Type::Truth],
    "this position has come up n times at this place",
    "seen 3 times",
);
const WHERE: Entry = entry(
    "(X where C)",
    &[Type::Set, Type::Seats, ROWS],
    "the elements for which the condition holds; `it` is each of them in turn",
    "(own stone where steps of it < 3)",
);
const SUM_OVER: Entry = entry(
    "sum p in X: N",
    &[Type::Number],
    "the sum of a number for each element",
    "sum p in players where p is not me: shifts of p + 1",
);
const BEST: Entry = entry(
    "best p in X by N, sole best …",
    &[Type::Seat, Type::Seats, ROW, ROWS],
    "the elements with the greatest number, or the only one that has it",
    "sole best p in players by shifts of p",
);
const COPIES: Entry = entry(
    "copies of k in Z",
    &[Type::Number],
    "the number of copies of a row in a zone",
    "copies of k in deck",
);
