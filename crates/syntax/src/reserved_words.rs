//! The keywords of the language: the reserved words, and tables of words that open a declaration, statement or line, each
//! with an example of its form.

use linstock_base::similar;

/// The reserved words: they join or end expressions and are never names.
///
/// `from` and `to` are reserved so that `from in …` is reported (arguments are called `here` and `there`). Any other
/// keyword is a name where the grammar expects a name. But a word that opens a statement ([`STATEMENTS`]) always opens it.
pub const RESERVED: [&str; 21] = [
    "and",
    "or",
    "except",
    "not",
    "is",
    "if",
    "else",
    "otherwise",
    "where",
    "through",
    "of",
    "in",
    "some",
    "no",
    "count",
    "from",
    "to",
    "times",
    "because",
    "over",
    "within",
];

/// A word that opens a part of a text.
#[derive(Debug)]
pub(crate) struct Keyword {
    /// The word.
    word: &'static str,
    /// What it opens: "a move".
    opens: &'static str,
    /// An example of the part.
    example: &'static str,
}

/// The words that open the parts of one kind.
pub(crate) type KeywordTable = &'static [Keyword];

const fn keyword(word: &'static str, opens: &'static str, example: &'static str) -> Keyword {
    Keyword {
        word,
        opens,
        example,
    }
}

/// The words that open a declaration.
pub(crate) const DECLARATIONS: KeywordTable = &[
    keyword("players", "the list of players", "players light, dark"),
    keyword(
        "options",
        "a block of options",
        r#"options { shot-over yes | no "what it decides" }"#,
    ),
    keyword("board", "a board", "board 10 x 10 { … }"),
    keyword("piece", "a piece", r#"piece pawn "p", king "k""#),
    keyword(
        "drawing",
        "a drawing",
        r#"drawing start { P = white pawn """…""" }"#,
    ),
    keyword(
        "line",
        "a line",
        "line three = 3 own pawn in all directions",
    ),
    keyword("list", "a list", "list card (number) { ace 1; two 2 }"),
    keyword(
        "zone",
        "a zone",
        "zone hand of player { holds card; seen by owner }",
    ),
    keyword(
        "remember",
        "a block of remembered values",
        "remember { shifts of player = 0 }",
    ),
    keyword("fact", "a fact", "fact near(p) = next to p and enemy"),
    keyword(
        "script",
        "a script",
        r#"script "my-game.rhai" { strength(men: number) -> number }"#,
    ),
    keyword("move", "a move", r#"move step "{here}-{there}" { … }"#),
    keyword("to", "a routine", "to pay(n) { … }"),
    keyword("score", "a score", "score of p = count pawn"),
    keyword(
        "status",
        "a status line",
        r#"status of p "{count pawn of p} pawns""#,
    ),
    keyword("prompt", "a prompt line", r#"prompt "{moves} moves left""#),
    keyword(
        "warn",
        "a warning",
        r#"warn "no piece could move" when it makes no own"#,
    ),
    keyword(
        "result",
        "a result line",
        r#"result of p "{count pawn of p} pawns at the end""#,
    ),
    keyword("play", "the sequence of play", "play { … }"),
    keyword(
        "clauses",
        "a rule sheet",
        r#"clauses { CA-01 "what it says" }"#,
    ),
    keyword(
        "readings",
        "a list of readings",
        r#"readings { B1 "how we read it" }"#,
    ),
    keyword("note", "a note", r#"note "what nothing executes""#),
    keyword("language", "the language of the rule sheet", "language de"),
    keyword(
        "words",
        "a block of words for people",
        r#"words { pawn "man"; here of step "one of your men" }"#,
    ),
    keyword(
        "look",
        "a block of pictures",
        r#"look { pawn shape disc, label "P"; card suit colour, rank face }"#,
    ),
    keyword("phase", "a phase", "phase battle { … }"),
];

/// The words that open an edit of a variant.
pub(crate) const EDITS: KeywordTable = &[
    keyword("set", "a new default", "set first dark"),
    keyword(
        "rename",
        "a renaming",
        "rename player dark to black, light to white",
    ),
    keyword("add", "an addition", "add swap to placing"),
    keyword("replace", "a replacement", "replace piece town \"t\""),
    keyword("remove", "a removal", "remove move shot"),
];

/// The words that open the head of a file.
pub(crate) const HEADS: KeywordTable = &[
    keyword("game", "a game", r#"game my-game "My Game""#),
    keyword(
        "variant",
        "a variant",
        r#"variant my-variant of my-game "My Variant""#,
    ),
];

/// The words that open a line only inside the braces of a board.
pub(crate) const BOARD_LINES: KeywordTable = &[
    keyword("region", "a region", "region middle = d4..e5"),
    keyword("wall", "a wall", "wall around river"),
    keyword("link", "a link", "link b2 to b4"),
    keyword("paint", "a colour", "paint blue = river"),
    keyword("layers", "layers", "layers land, top"),
    keyword("map", "a map", "map \"\"\"…\"\"\""),
    keyword("show", "a sign on the board", "show \"=\" at e5"),
    keyword("next", "the directions of `next to`", "next orthogonal"),
    keyword("drawn", "the look of the board", "drawn as squares"),
    keyword("line", "a drawn line", "line a1 to c3"),
    keyword("label", "a text on the board", "label \"river\" at a1..c1"),
];

/// The words that open a statement.
pub(crate) const STATEMENTS: KeywordTable = &[
    keyword(
        "ask",
        "a question",
        "ask me: step, capture otherwise win opponent",
    ),
    keyword("if", "a condition", "if no enemy town { win me }"),
    keyword("repeat", "a repetition", "repeat 3 times { … }"),
    keyword("each", "a round", "each player from first { … }"),
    keyword("for", "a loop", "for k in card { … }"),
    keyword("phase", "a phase", "phase battle { … }"),
    keyword("let", "a name for a value", "let n = count own"),
    keyword("lay", "a `lay` statement", "lay start"),
    keyword("forget", "a `forget` statement", "forget shifts of me"),
    keyword("leave", "the end of a phase", "leave battle"),
    keyword("win", "a victory", r#"win me "why""#),
    keyword("draw", "a draw", r#"draw "why""#),
    keyword(
        "must",
        "a `must` statement",
        r#"must joined(land) "the land is in pieces""#,
    ),
];

/// The words that open a condition in the head of a move.
pub(crate) const CONDITIONS: KeywordTable = &[
    keyword("when", "a condition", "when shifts of me < 3"),
    keyword("weigh", "a weight", "weigh 2"),
    keyword("seen", "a `seen` line", "seen by me"),
    keyword(
        "leaves",
        "a `leaves` line",
        "leaves no (own king and attacked)",
    ),
    keyword(
        "warn",
        "a warning",
        r#"warn "this gives the pawn away" when attacked(there)"#,
    ),
];

/// The words that open a line of a scenario.
pub(crate) const SCENARIO_LINES: KeywordTable = &[
    keyword("for", "the head of the file", "for my-game"),
    keyword(
        "scenario",
        "a scenario",
        r#"scenario "what it shows" @CA-12"#,
    ),
    keyword(
        "given",
        "a start position",
        r#"given at battle, light to move { … }, or with a drawing: given at battle, light to move """…""""#,
    ),
    keyword("play", "a line of moves", "play a8-d8; i2-i3"),
    keyword("as", "a player's line of moves", "as b play take 3"),
    keyword(
        "chance",
        "an outcome of chance",
        "chance roll 5, or chance are heads = 1/2, tails = 1/2",
    ),
    keyword("refuse", "a refusal", "refuse d7-d9 because @CA-15"),
    keyword("moves", "the list of moves", "moves are a8-a7 a8-b7"),
    keyword("seen", "what a player sees", "seen by b: deal a"),
    keyword(
        "warning",
        "a warning before a move",
        r#"warning of a8-a7 "your king would be alone""#,
    ),
    keyword("no", "a move without a warning", "no warning of a8-a7"),
    keyword(
        "expect",
        "an expectation",
        "expect d4 is empty, dark to move",
    ),
    keyword("set", "a changed option", "set shot-over no"),
    keyword("variant", "a variant", "variant my-variant"),
    keyword("players", "the number of players", "players 2"),
];

/// Returns whether a word opens a declaration, an edit, a file or a scenario.
pub(crate) fn opens_part(word: &str) -> bool {
    let opening = [DECLARATIONS, EDITS, HEADS].into_iter().flat_map(of);
    opening.chain(["scenario", "given"]).any(|w| w == word)
}

/// Returns whether a word opens a declaration of a game.
#[must_use]
pub fn is_declaration(word: &str) -> bool {
    // A phase is a declaration only after `replace` in a variant.
    word != "phase" && of(DECLARATIONS).any(|w| w == word)
}

/// Returns the opening words of a table.
pub(crate) fn of(table: KeywordTable) -> impl Iterator<Item = &'static str> {
    table.iter().map(|keyword| keyword.word)
}

/// Returns the hint for a word that opens a line of a board, and was written elsewhere.
pub(crate) fn belongs_to_board(word: &str) -> Option<String> {
    let example = example(BOARD_LINES, word)?;
    Some(format!(
        "`{word}` belongs in the braces of the board: board 8 x 8 {{ {example} }}"
    ))
}

/// Returns an example of the part that a word opens.
pub(crate) fn example(table: KeywordTable, word: &str) -> Option<&'static str> {
    let keyword = table.iter().find(|keyword| keyword.word == word)?;
    Some(keyword.example)
}

/// Returns "a move looks like: …" for the word that opens it.
pub(crate) fn form(table: KeywordTable, word: &str) -> Option<String> {
    let keyword = table.iter().find(|keyword| keyword.word == word)?;
    Some(format!("{} looks like: {}", keyword.opens, keyword.example))
}

/// Returns the known word that `word` probably misspells: a similar word with almost the same letters.
pub(crate) fn misspelt(
    word: &str,
    known: impl IntoIterator<Item = &'static str>,
) -> Option<&'static str> {
    let lower = word.to_lowercase();
    let mut candidates: Vec<&'static str> = known
        .into_iter()
        .filter(|k| letters_differ(&lower, k) <= 2)
        .collect();
    if let Some(exact) = candidates.iter().find(|k| **k == lower) {
        return (lower != word).then_some(exact);
    }
    if let Some(swapped) = candidates
        .iter()
        .find(|k| letters_differ(&lower, k) == 0 && k[..1] == lower[..1])
    {
        return Some(swapped);
    }
    candidates.retain(|k| k.len() > 3);
    similar(&lower, candidates)
}

/// Returns the number of letters that only one of the two words has.
fn letters_differ(a: &str, b: &str) -> usize {
    let mut rest: Vec<char> = b.chars().collect();
    let mut extra = 0;
    for c in a.chars() {
        match rest.iter().position(|r| *r == c) {
            Some(at) => drop(rest.swap_remove(at)),
            None => extra += 1,
        }
    }
    extra + rest.len()
}

/// Joins `a`, `b` and `c` to "a, b or c".
pub(crate) fn either(words: &[String]) -> String {
    match words {
        [] => "something else".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{DECLARATIONS, RESERVED, STATEMENTS, misspelt, of};
    use crate::parse_expr;
    use linstock_base::Sources;

    #[test]
    fn the_grammar_reserves_these_words_and_no_other() {
        let reserved = |word: &str| {
            let sources = Sources::from([("x", word)]);
            let (file, _) = sources.iter().next().expect("one file");
            parse_expr(file, word).is_err()
        };
        for word in RESERVED.into_iter().filter(|w| *w != "no") {
            assert!(reserved(word), "{word}");
        }
        for word in of(DECLARATIONS)
            .chain(of(STATEMENTS))
            .chain(["row", "seen", "next", "edge", "wins", "not-me"])
        {
            assert_eq!(reserved(word), RESERVED.contains(&word), "{word}");
        }
    }

    #[test]
    fn misspellings_are_of_nearly_the_same_letters() {
        let known = ["move", "otherwise", "board", "ask", "if"];
        let table = [
            ("mvoe", Some("move")),
            ("otherwsie", Some("otherwise")),
            ("bord", Some("board")),
            ("aks", Some("ask")),
            ("Move", Some("move")),
            ("move", None),
            ("it", None),
            ("here", None),
        ];
        for (word, suggestion) in table {
            assert_eq!(misspelt(word, known), suggestion, "{word}");
        }
    }
}
