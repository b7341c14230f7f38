//! Words that begin a line in other languages, and what to write instead.

use crate::reserved_words::belongs_to_board;
use linstock_base::{Diagnostic, Span};

/// Words that open a statement in other languages, and hints about them.
const OPENINGS: [(&[&str], &str); 25] = [
    (&["foreach"], "did you mean `each player`?"),
    (
        &["while", "loop", "until"],
        "did you mean `repeat`? As in: repeat 3 times { … }, or repeat each player { … }; to repeat until a condition holds, write: phase rolls { repeat { if rolled is 1 { leave rolls }; ask chance: roll } }",
    ),
    (&["choose"], "did you mean `ask`?"),
    (
        &["func", "fn", "fun", "function", "call"],
        "declare a routine outside of the moves, `to NAME(p) { … }`, and call it by its name: NAME(here)",
    ),
    (
        &["wins", "winner", "victory"],
        r#"did you mean `win`? As in: win me "the king has fallen""#,
    ),
    (&["unless"], "did you mean `if not`?"),
    (
        &["elseif", "elsif", "elif"],
        "write `else if`, in two words",
    ),
    (
        &["var", "const", "int", "local", "define", "def"],
        "to name a value, write `let x = …`; declare a value that must last in `remember { x = 0 }`, and change it with `x = …`",
    ),
    (
        &["shuffle", "mix"],
        "there is nothing to shuffle: the cards in a zone have no order, and `ask chance: …` draws a card",
    ),
    (
        &["deal"],
        "a move by chance deals a card: repeat 5 times { each player { ask chance: deal } }",
    ),
    (
        &["roll", "random", "toss", "throw"],
        r#"a move by chance rolls dice: ask chance: roll, with move roll "{n}" { n in 1..6 }"#,
    ),
    (
        &[
            "end", "return", "stop", "finish", "next", "skip", "pass", "done", "exit", "break",
            "continue",
        ],
        "a move ends after its last statement, and `each player` goes on to the next player; `leave PHASE` ends a phase, `win` and `draw` end the game",
    ),
    (
        &[
            "remove",
            "capture",
            "kill",
            "destroy",
            "eliminate",
            "discard",
            "delete",
        ],
        "to take a piece off the board, move it to the box: there -> box; to discard a card, move it to another zone: k: hand of me -> discards",
    ),
    (
        &["put", "place", "create", "drop"],
        "to place a piece, move it from the box: king: box -> there",
    ),
    (
        &["move", "go", "swap"],
        "to move a piece, write an arrow: here -> there",
    ),
    (
        &[
            "add",
            "increase",
            "increment",
            "gain",
            "subtract",
            "decrease",
        ],
        "to change a number, write `=`: x = x + 1, or x = x - 1",
    ),
    (
        &["lose", "loses"],
        "name the winner, not the loser: win opponent \"…\"; if a player drops out, see docs/how-to/turns.md, \"Let players drop out\"; to change a number, write `=`: x = x - 1",
    ),
    (
        &["promote", "upgrade", "crown", "flip", "transform"],
        "to change a piece into another of the same owner, write `there becomes king`; into one of another owner, write two statements: there -> box, and stone: box -> there",
    ),
    (
        &["rotate", "twist", "turn"],
        "to turn a part of the board, say where each point goes: see docs/how-to/boards.md, \"Turn a part of the board\"",
    ),
    (
        &["reverse"],
        "see docs/how-to/turns.md, \"Change the direction of play\"",
    ),
    (
        &["reveal", "hide", "peek"],
        "say who sees a thing where you declare it, `seen by owner`, and in the move, `seen by me`: see docs/reference/secrets.md",
    ),
    (
        &["exchange"],
        "to exchange two pieces, move one to the box first: there -> box, here -> there, and then king: box -> here",
    ),
    (&["set", "assign"], "leave the word out: x = 1"),
    (
        &["print", "say", "show", "write", "message", "echo"],
        "to show a text, declare a line outside of the moves: status \"…\", or prompt \"…\"",
    ),
    (
        &["require", "requires", "only", "assert", "check", "ensure"],
        "write a condition of a move in its head: when …",
    ),
];

/// Words that open a statement in other languages and need only another word here.
const SYNONYMS: [(&[&str], &str); 5] = [
    (&["foreach"], "each player"),
    (&["choose"], "ask"),
    (&["wins", "winner", "victory"], "win"),
    (&["unless"], "if not"),
    (&["elseif", "elsif", "elif"], "else if"),
];

/// Returns the hint for a word that opens a statement in another language.
pub(super) fn opening(word: &str) -> Option<&'static str> {
    let known = OPENINGS.iter().find(|(words, _)| words.contains(&word));
    known.map(|(_, hint)| *hint)
}

/// Makes the diagnostic for a word that begins no statement.
pub(super) fn no_statement(span: Span, word: &str) -> Diagnostic {
    Diagnostic::error(
        "E0163",
        span,
        format!("expected a statement, found `{word}`"),
    )
    .label("no statement begins like this")
}

/// Makes the diagnostic for a statement that begins with a word of another language.
pub(crate) fn statement(span: Span, word: &str) -> Option<Diagnostic> {
    let elsewhere = belongs_to_board(word);
    let hints = opening(word).map(str::to_owned).into_iter();
    let hints: Vec<String> = hints.chain(elsewhere).collect();
    if hints.is_empty() {
        return None;
    }
    let diagnostic = hints
        .into_iter()
        .fold(no_statement(span, word), Diagnostic::hint);
    let known = SYNONYMS.iter().find(|(words, _)| words.contains(&word));
    Some(match known {
        Some((_, ours)) => diagnostic.suggest(ours),
        None => diagnostic,
    })
}
