//! Words that begin a line in other languages, and what to write instead.

use linstock_base::{Diagnostic, Span};

/// Words that open a statement in other languages, and hints about them.
const OPENINGS: [(&[&str], &str); 25] = [
    (&["foreach"], "did you mean `each player`?"),
    (
        &["while", "loop", "until"],
        "did you mean `repeat`? As in: repeat 3 times { … }, or repeat each player { … }; as long as something holds: phase rolls { repeat { if rolled is 1 { leave rolls }; ask chance: roll } }",
    ),
    (&["choose"], "did you mean `ask`?"),
    (
        &["func", "fn", "fun", "function", "call"],
        "a routine is written outside of the moves, `to NAME(p) { … }`, and done by its name: NAME(here)",
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
        "a name for a value is given by `let x = …`; a value that must last is declared in `remember { x = 0 }` and changed by `x = …`",
    ),
    (
        &["shuffle", "mix"],
        "nothing need be shuffled: what lies in a zone has no order, and a card is drawn by `ask chance: …`",
    ),
    (
        &["deal"],
        "a card is dealt by a move that chance makes: repeat 5 times { each player { ask chance: deal } }",
    ),
    (
        &["roll", "random", "toss", "throw"],
        r#"dice are rolled by a move that chance makes: ask chance: roll, with move roll "{n}" { n in 1..6 }"#,
    ),
    (
        &[
            "end", "return", "stop", "finish", "next", "skip", "pass", "done", "exit", "break",
            "continue",
        ],
        "a move ends with its last statement, and the next player comes by `each player`; `leave PHASE` ends a phase, `win` and `draw` the game",
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
        "what leaves the board goes to the box: there -> box; what lies in a zone goes to another zone: k: hand of me -> discards",
    ),
    (
        &["put", "place", "create", "drop"],
        "a piece comes from the box: king: box -> there",
    ),
    (
        &["move", "go", "swap"],
        "a thing is moved by an arrow: here -> there",
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
        "a number changes by `=`: x = x + 1, or x = x - 1",
    ),
    (
        &["lose", "loses"],
        "who loses is not named, but who wins: win opponent \"…\"; who is out is remembered, see docs/cookbook.md: \"Somebody is out\"; a number changes by `=`: x = x - 1",
    ),
    (
        &["promote", "upgrade", "crown", "flip", "transform"],
        "a piece becomes another of the same owner by `there becomes king`; one of the other takes two statements: there -> box, and stone: box -> there",
    ),
    (
        &["rotate", "twist", "turn"],
        "what turns is said by where each point goes: docs/cookbook.md has an example: \"A part of the board turns\"",
    ),
    (
        &["reverse"],
        "docs/cookbook.md has an example: \"The direction of play changes\"",
    ),
    (
        &["reveal", "hide", "peek"],
        "who sees what is said where it is declared, `seen by owner`, and in the move, `seen by me`: docs/cookbook.md has examples under \"Secrets and chance\"",
    ),
    (
        &["exchange"],
        "each thing is moved by an arrow; where two pieces change places, one goes to the box first: there -> box, here -> there, and then king: box -> here",
    ),
    (
        &["set", "assign"],
        "leave the word out: a value is given by `=`, as in x = 1",
    ),
    (
        &["print", "say", "show", "write", "message", "echo"],
        "a text is shown by a line beside the moves: status \"…\", or prompt \"…\"",
    ),
    (
        &["require", "requires", "only", "assert", "check", "ensure"],
        "what a move needs stands at its head: when …",
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

/// Makes the diagnostic for a statement that begins with a word of another language.
pub(crate) fn statement(span: Span, word: &str) -> Option<Diagnostic> {
    let message = format!("expected a statement, found `{word}`");
    let diagnostic = Diagnostic::error("E0163", span, message).label("nothing begins like this");
    let diagnostic = diagnostic.hint(opening(word)?);
    let known = SYNONYMS.iter().find(|(words, _)| words.contains(&word));
    Some(match known {
        Some((_, ours)) => diagnostic.suggest(ours),
        None => diagnostic,
    })
}
