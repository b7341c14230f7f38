//! The keywords within a line, and their meanings.

/// A keyword within a line.
struct InnerWord {
    word: &'static str,
    meaning: &'static str,
    example: &'static str,
}

const fn word(word: &'static str, meaning: &'static str, example: &'static str) -> InnerWord {
    InnerWord {
        word,
        meaning,
        example,
    }
}

/// Each word with its meaning and an example. Words that open a part, and words that join expressions, are documented elsewhere.
const INNER: &[InnerWord] = &[
    word(
        "after",
        "the statement after which something is added, or the player whose turn is over",
        "add after CA-25 of battle { … }",
    ),
    word(
        "any",
        "outcomes of chance, whatever they are",
        "chance any 36",
    ),
    word(
        "are",
        "the whole list, and nothing else",
        "moves are a8-a7 a8-b7",
    ),
    word(
        "around",
        "the points that a wall encloses",
        "wall around river",
    ),
    word("as", "for whom, or in whose place", "as b play take 3"),
    word(
        "at",
        "where something is done or laid down",
        "lay start at a1..c3",
    ),
    word(
        "backwards",
        "the round goes the other way",
        "each player from first backwards { … }",
    ),
    word(
        "because",
        "the clauses by which it is so",
        "refuse d7-d9 because @CA-15",
    ),
    word(
        "becomes",
        "a piece turns into another one, in its place",
        "there becomes king",
    ),
    word(
        "before",
        "the statement before which something is added, or the player whose turn was before",
        "add before CA-25 of battle { … }",
    ),
    word(
        "by",
        "who sees it, or what counts",
        "code of player = 0, seen by owner",
    ),
    word(
        "changes",
        "what a function of a script may change",
        "move-all() changes tally",
    ),
    word(
        "chequered",
        "every second square, as on a chess board",
        "paint white chequered",
    ),
    word(
        "colour",
        "the colour of a piece or card in pictures",
        "tower shape rook, colour brown",
    ),
    word(
        "condition",
        "the part of a move or a fact that is changed",
        "remove condition CA-25 of shift",
    ),
    word(
        "counted",
        "whether `seen` looks at what is remembered",
        "turns = 0, not counted by seen",
    ),
    word(
        "counting",
        "points that a way of so many steps does not count",
        "reached from own over land within 2 not counting lake",
    ),
    word(
        "drawn",
        "how the board, a number or points with a sign are drawn, or a game that nobody wins",
        "expect drawn",
    ),
    word(
        "else",
        "what holds where the condition does not; before a text, the reason that is given",
        "5 if flying else 3",
    ),
    word(
        "end",
        "after all that is done there",
        "add at end of battle { … }",
    ),
    word(
        "fraction",
        "an option that is a fraction",
        "risk fraction in 0..1 = 1/6",
    ),
    word(
        "from",
        "with whom or where something begins, or out of what it is taken",
        "each player from first { … }",
    ),
    word(
        "heading",
        "the heading of a part of the rule sheet",
        "heading \"How to move\"",
    ),
    word("hidden", "not everybody sees it", "bluffs = 0, hidden"),
    word(
        "hides",
        "what the program's own status lines leave out",
        "status hides tally",
    ),
    word("holds", "what lies in a zone", "holds card; open"),
    word("in", "what a value is chosen from", "here in own pawn"),
    word(
        "include",
        "these are in the list, and others may be",
        "moves include a8-a7",
    ),
    word(
        "it",
        "the point or the one that is looked at",
        "(own where steps of it < 3)",
    ),
    word(
        "label",
        "the text on a piece or card in pictures",
        r#"tower shape disc, label "T""#,
    ),
    word(
        "least",
        "the smallest number of which something holds",
        "least n in 1..4 where count own < n",
    ),
    word(
        "makes",
        "what the move leads to",
        "warn \"no piece could move\" when it makes no own",
    ),
    word(
        "nobody",
        "pieces that no player owns",
        "piece lake \"~\" of nobody",
    ),
    word("none", "no limit, or nothing chosen", "limit 1..9 | none"),
    word(
        "often",
        "moves that begin the longest series",
        "ask me: jump as often as possible",
    ),
    word(
        "on",
        "the layer on which pieces lie, or the shape below another in pictures",
        "piece road \"r\" on land",
    ),
    word(
        "only",
        "nobody but these is to move",
        "expect only white to move",
    ),
    word(
        "open",
        "all see what lies there",
        "zone stock { holds card; open }",
    ),
    word(
        "otherwise",
        "what is done if no move can be made",
        "ask me: step otherwise win opponent \"no move\"",
    ),
    word(
        "over",
        "the points that may be stepped on, or: the game has ended",
        "reached from here over empty",
    ),
    word("owner", "whose it is", "seen by owner"),
    word(
        "pips",
        "the column with the number of pips on a card or die",
        "domino pips number",
    ),
    word(
        "player",
        "each of the players has one",
        "zone hand of player { … }",
    ),
    word(
        "possible",
        "moves that begin the longest series",
        "ask me: jump as often as possible",
    ),
    word(
        "rank",
        "the column with the rank of a card in pictures",
        "card suit colour, rank face",
    ),
    word(
        "reads",
        "what a function of a script looks at",
        "weight() -> number reads tally",
    ),
    word(
        "shape",
        "the shape of a piece or card in pictures",
        "tower shape rook",
    ),
    word("show", "a text drawn beside the board", "show \"=\" at e5"),
    word(
        "shown",
        "the number by which rows are shown",
        "list card (rank, copies) shown with rank { … }",
    ),
    word(
        "start",
        "before all that is done there",
        "add at start of battle { … }",
    ),
    word(
        "statement",
        "the part of a phase, a move or a routine that is changed",
        "remove statement CA-26 of battle",
    ),
    word(
        "suit",
        "the column with the suit of a card in pictures",
        "card suit colour, rank face",
    ),
    word(
        "supposing",
        "what holds after it, if chance brings this",
        "leaves some own supposing lands",
    ),
    word(
        "symbol",
        "an SVG file that shows a piece or card in pictures",
        r#"dragon symbol "dragon.svg""#,
    ),
    word(
        "times",
        "how often something is repeated, or came up",
        "repeat 3 times { … }",
    ),
    word(
        "to",
        "who is to move, or where something goes",
        "expect white to move",
    ),
    word(
        "turned",
        "a drawing laid down turned clockwise",
        "lay hill turned 90 at a1..c3",
    ),
    word(
        "unplayed",
        "why no rule carries a clause",
        "R-6 \"Shake hands.\" unplayed \"manners\"",
    ),
    word("win", "who has won", "expect white and black win"),
    word("wins", "who has won", "expect white wins"),
    word(
        "with",
        "what comes in its place",
        "replace condition CA-14 of step with forward of here",
    ),
    word(
        "within",
        "in so many steps at most",
        "reached from own hut over land within 3",
    ),
    word("x", "how wide and how high a board is", "board 8 x 8"),
];

/// Returns the meaning of a keyword within a line, and an example.
#[must_use]
pub fn inner_meaning(word: &str) -> Option<(&'static str, &'static str)> {
    let known = INNER.iter().find(|known| known.word == word)?;
    Some((known.meaning, known.example))
}
