//! The forms of expressions, such as `X and Y` or `next to X`: an entry for each, and which one an expression has.

use crate::expr::types::Type;
use crate::expr::vocabulary::entry::{Entry, ROW, ROWS, entry};
use linstock_syntax::ast::ExprKind;

/// Returns what is known of a form of expression.
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

/// All forms of expressions, in the order in which docs/language.md lists them.
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
    "of one of them, or of none, a condition holds",
    "some d in all directions where some (2 d of here and own)",
);
const FOR_EACH: Entry = entry(
    "X for each d in Y",
    &[Type::Set],
    "the points of all of them",
    "1 e of here for each e in orthogonal",
);
const NUMBER: Entry = entry("7", &[Type::Number], "a number", "7");
const WORD: Entry = entry(
    "name",
    &[Type::Set],
    "what is declared by that name, or a word of the language",
    "empty",
);
const OWNED: Entry = entry(
    "own piece",
    &[Type::Set],
    "where such pieces of an owner stand",
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
    "so many steps in these directions",
    "2..3 diagonal",
)
.hint("so many steps go from somewhere, as in: 2 north of here");
const OF: Entry = entry(
    "X of Y",
    &[Type::Set, Type::Number, Type::Seat],
    "what somebody or something has, or what lies that way",
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
    "the next round the table",
    "next player after me",
);
const PREVIOUS_PLAYER: Entry = entry(
    "previous player before P",
    &[Type::Seat],
    "the one before, round the table",
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
    "where one gets step by step",
    "reached from own over everything",
);
const EXTREME: Entry = entry(
    "greatest n in 0..9 where C",
    &[Type::Number],
    "the greatest or the least number of which something holds",
    "least n in 1..4 where count own < n",
);
const SOME: Entry = entry(
    "some X, no X",
    &[Type::Truth],
    "there is one, or there is none",
    "some enemy",
);
const COUNT: Entry = entry(
    "count X",
    &[Type::Number],
    "how many there are",
    "count own stone",
);
const LOGIC: Entry = entry(
    "X and Y, X or Y, X except Y",
    &[Type::Set, Type::Truth, ROWS, Type::Seats],
    "in both, in either, in the first alone; of conditions: both hold, one does",
    "own and middle",
);
const NOT: Entry = entry("not X", &[Type::Truth], "does not hold", "not flying");
const SUM: Entry = entry(
    "X + Y, X - Y, X * Y, X / Y, X % Y, -X",
    &[Type::Number],
    "two numbers joined; `/` divides and rounds down, `%` is what is left",
    "shifts of me + 1",
);
const COMPARE: Entry = entry(
    "X is Y, X < Y",
    &[Type::Truth],
    "two values compared, or whether one lies in the other",
    "here is middle",
);
const IF: Entry = entry(
    "X if C else Y",
    &[Type::Number, Type::Set, Type::Seat],
    "one or the other",
    "0 if flying else 5",
);
const REASONED: Entry = entry(
    "X else \"…\"",
    &[Type::Truth, Type::Set],
    "the reason that is given when it decides against a move",
    "some enemy else \"no enemy is left\"",
);
const CALL: Entry = entry(
    "fact(X)",
    &[Type::Truth, Type::Number, Type::Set],
    "a fact, with values",
    "crowded(here)",
);
const SCRIPT: Entry = entry(
    "script f(X)",
    &[Type::Truth, Type::Number, Type::Set],
    "what a function of a script says",
    "script strong-enough(3, here)",
);
const SEEN: Entry = entry(
    "seen n times",
    &[Type::Truth],
    "this position came up so often at this place",
    "seen 3 times",
);
const WHERE: Entry = entry(
    "(X where C)",
    &[Type::Set, Type::Seats, ROWS],
    "those of which a condition holds, `it` being each in turn",
    "(own stone where steps of it < 3)",
);
const SUM_OVER: Entry = entry(
    "sum p in X: N",
    &[Type::Number],
    "a number for each, added up",
    "sum p in players where p is not me: shifts of p + 1",
);
const BEST: Entry = entry(
    "best p in X by N, sole best …",
    &[Type::Seat, Type::Seats, ROW, ROWS],
    "those with the most, or the one who has",
    "sole best p in players by shifts of p",
);
const COPIES: Entry = entry(
    "copies of k in Z",
    &[Type::Number],
    "how many of a row lie in a zone",
    "copies of k in deck",
);
