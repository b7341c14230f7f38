//! Words that people use for words of the language: `nobody` for `none`, `left` for `west`; and words for what
//! takes several lines: `checkmate`.

/// Words without a meaning here, with the advice for each.
const SYNONYMS: [(&[&str], &str); 33] = [
    (
        &["first", "any-of", "one-of"],
        "to choose one of several, write an argument, as in `here in own`; the point with the greatest value is `best p in own by age of p`",
    ),
    (
        &["nobody", "no-one", "noone", "null", "nil", "nowhere"],
        "write `none` for no player, and `nothing` for no point",
    ),
    (&["a", "an", "the"], "leave this word out"),
    (
        &["legal", "possible", "allowed", "playable"],
        "rules cannot ask beforehand whether a player can move; say after `otherwise` what happens if not, as in ask me: step otherwise win opponent",
    ),
    (&["true", "on", "always"], "write `yes`"),
    (&["false", "never"], "write `no`"),
    (
        &["off"],
        "to take a piece off the board, write `there -> box`; as the opposite of yes, write `no`",
    ),
    (
        &[
            "everyone",
            "everybody",
            "anyone",
            "all-players",
            "each-player",
        ],
        "write `players` for all players, and `others` for all but `me`",
    ),
    (
        &[
            "i",
            "self",
            "myself",
            "player",
            "current-player",
            "active-player",
            "current",
        ],
        "write `me` for the player who acts; in `remember`, a value for each player is `shifts of player = 0`",
    ),
    (
        &[
            "you",
            "other",
            "another",
            "other-player",
            "them",
            "they",
            "him",
            "her",
            "rival",
            "foe",
        ],
        "write `opponent` for the other of two players, and `others` for all but `me`",
    ),
    (
        &["mine", "my", "ours", "friendly", "friend"],
        "write `own` for the pieces of the player who acts, as in `own king`; a value of this player is `shifts of me`",
    ),
    (
        &["enemies", "foes", "hostile", "theirs"],
        "write `enemy` for the pieces of the other players",
    ),
    (
        &["free", "vacant", "unoccupied", "blank"],
        "write `empty` for points without a piece",
    ),
    (
        &["occupied", "taken", "full"],
        "write `everything except empty` for points with a piece",
    ),
    (
        &[
            "anywhere", "anything", "any", "every", "board", "squares", "points",
        ],
        "write `everything` for the whole board",
    ),
    (
        &["up"],
        "write `north` for up, as the board is drawn, and `forward` for ahead of a player",
    ),
    (
        &["down"],
        "write `south` for down, as the board is drawn, and `backward` for behind a player",
    ),
    (
        &["left"],
        "write `west` for left, as the board is drawn, and `sideways` for both sides",
    ),
    (
        &["right"],
        "write `east` for right, as the board is drawn, and `sideways` for both sides",
    ),
    (
        &["behind", "back"],
        "write `backward` for straight behind a player, and `backwards` for straight or diagonally behind",
    ),
    (
        &["horizontal", "horizontally", "horizontals"],
        "say `east or west`",
    ),
    (
        &["vertical", "vertically", "verticals"],
        "say `north or south`",
    ),
    (
        &["straight", "orthogonally"],
        "say `orthogonal`: north, east, south and west",
    ),
    (&["diagonals", "diagonally"], "say `diagonal`"),
    (
        &[
            "adjacent",
            "neighbour",
            "neighbours",
            "neighbor",
            "neighbors",
            "neighbouring",
            "neighboring",
            "around",
        ],
        "write `next to here` for the neighbours of a point",
    ),
    (
        &["kind", "type", "piece"],
        "to test what stands on a point, name the piece: here is king; its kind is `kind of here`",
    ),
    (
        &["color", "colour"],
        "write `owner of here` for the player whose piece stands on a point",
    ),
    (
        &["distance", "steps-to", "far-from"],
        "to test a distance, name the points that are near enough: there is (reached from here over everything within 3)",
    ),
    (
        &["random", "roll", "dice", "die", "coin-flip"],
        "for something random, let chance make a move: ask chance: roll",
    ),
    (
        &["top", "bottom"],
        "a zone has no order: to draw a card, write `ask chance: …`",
    ),
    (
        &["score", "points-of"],
        "a `score` is computed at the end of the game and cannot be used or changed before; remember a value of your own",
    ),
    (
        &["length", "number", "amount", "total"],
        "write `count …` for the number of points or rows, and `size of …` for the number of things in a zone",
    ),
    (
        &["captured", "dead", "graveyard", "outside", "off-board"],
        "captured pieces go to the `box`; to count them, declare a zone for them",
    ),
];

/// Things that take several lines, with the pages in `docs/how-to` and the headings of their examples.
const ANSWERS: [(&[&str], &str, &str); 47] = [
    (
        &["blocked", "obstructed", "hobbled"],
        "moves",
        "Let a piece block a leap",
    ),
    (
        &["screen", "hurdle"],
        "captures",
        "Capture over exactly one piece",
    ),
    (
        &["overline", "exactly-five"],
        "boards",
        "Ask for exactly five in a row",
    ),
    (
        &["mill", "mills"],
        "boards",
        "Draw a board with irregular lines",
    ),
    (
        &["demote", "demoted", "demotion"],
        "pieces",
        "Give each kind its own promotion",
    ),
    (
        &["longest", "maximum-capture", "most-captures"],
        "captures",
        "Require the longest capture",
    ),
    (
        &["attribute", "attributes", "property"],
        "pieces",
        "Give a piece several properties",
    ),
    (
        &["worth", "material", "piece-value"],
        "pieces",
        "Compare what pieces are worth",
    ),
    (&["sumito", "push-row"], "moves", "Push a row of pieces"),
    (
        &["frozen", "freeze", "immobile"],
        "moves",
        "Let a stronger piece hold a weaker one",
    ),
    (
        &["rotate", "rotated", "rotation", "quadrant"],
        "boards",
        "Turn a part of the board",
    ),
    (
        &["fence", "barrier", "edge-wall"],
        "boards",
        "Put walls between squares",
    ),
    (
        &["shape", "polyomino", "tetromino", "pentomino"],
        "boards",
        "Place shapes of several squares",
    ),
    (
        &["clockwise", "counterclockwise", "reversed"],
        "turns",
        "Change the direction of play",
    ),
    (
        &["pie", "pie-rule", "swap-rule"],
        "turns",
        "Let the second player take over the first stone",
    ),
    (
        &["passes", "both-passed", "passed"],
        "endings",
        "End the game when all players pass",
    ),
    (
        &["must-pass", "no-moves"],
        "turns",
        "Pass without a legal move",
    ),
    (
        &["doubling", "cube", "stakes"],
        "turns",
        "Double the stakes",
    ),
    (
        &["respond", "response", "counter", "challenge"],
        "turns",
        "Let the other player answer",
    ),
    (
        &["stack", "stacks", "stacked", "pile", "tower"],
        "stacks",
        "Stack pieces of both players",
    ),
    (&["pips", "pip"], "dice", "Move as far as the die shows"),
    (
        &["reroll", "kept-dice", "keep-dice"],
        "dice",
        "Keep some of the dice",
    ),
    (
        &["bust", "push-your-luck", "press-luck"],
        "dice",
        "Stop or roll again",
    ),
    (
        &["odds", "weighted", "probability", "likely"],
        "dice",
        "Make some results more likely",
    ),
    (
        &["scorecard", "score-sheet"],
        "dice",
        "Fill in a score sheet",
    ),
    (&["draft", "drafting"], "cards", "Draft cards"),
    (
        &["meld", "melds", "run-of-cards"],
        "cards",
        "Lay down cards that fit together",
    ),
    (
        &["secretly", "simultaneous", "simultaneously"],
        "secrets",
        "Choose in secret at the same time",
    ),
    (
        &["fog", "concealed", "face-down", "unseen"],
        "secrets",
        "Hide what a piece is",
    ),
    (&["shuffled", "random-setup"], "secrets", "Set up at random"),
    (
        &["promote", "promoted", "promotion", "upgrade"],
        "pieces",
        "Promote a piece",
    ),
    (&["castle", "castling"], "moves", "Move two pieces at once"),
    (
        &["leap", "leaper", "knight-move"],
        "moves",
        "Leap like a knight",
    ),
    (
        &["chain", "multi-jump", "jumps-again"],
        "captures",
        "Capture several pieces in one turn",
    ),
    (
        &["must-capture", "mandatory", "forced"],
        "captures",
        "Make captures compulsory",
    ),
    (
        &["surrounded", "sandwiched", "custodial"],
        "captures",
        "Capture a piece between two others",
    ),
    (
        &["check", "checkmate", "mate", "in-check"],
        "captures",
        "Forbid moves that expose the king",
    ),
    (
        &["drop", "dropped", "reserve"],
        "captures",
        "Bring captured pieces back into play",
    ),
    (&["push", "pushed"], "moves", "Push a piece"),
    (
        &["enclosed", "territory", "encircled"],
        "boards",
        "Find enclosed areas",
    ),
    (
        &["extra-turn", "again", "bonus-turn"],
        "turns",
        "Give another turn",
    ),
    (
        &["eliminated", "knocked-out", "alive"],
        "turns",
        "Let players drop out",
    ),
    (
        &["ko", "superko", "repeated"],
        "endings",
        "Forbid repeated positions",
    ),
    (
        &["stalemate", "repetition", "threefold"],
        "endings",
        "Draw by repetition, or without progress",
    ),
    (&["sow", "pit", "seeds", "houses"], "tracks", "Sow seeds"),
    (&["trick", "trump", "led-suit"], "cards", "Play tricks"),
    (
        &["bid", "highest-bid", "auction"],
        "cards",
        "Hold an auction",
    ),
];

/// Returns the page and heading of an example for a word that the language does not have.
pub(crate) fn answered_in_the_docs(word: &str) -> Option<String> {
    let known = ANSWERS.iter().find(|(words, ..)| words.contains(&word));
    known.map(|(_, page, heading)| format!("docs/how-to/{page}.md has an example: \"{heading}\""))
}

/// Returns the advice for a word that the language spells otherwise.
pub(crate) fn meant_by(word: &str) -> Option<&'static str> {
    let known = SYNONYMS.iter().find(|(words, _)| words.contains(&word));
    known.map(|(_, hint)| *hint)
}

#[cfg(test)]
mod tests {
    use super::ANSWERS;

    #[test]
    fn every_answer_is_in_the_docs() {
        for (words, page, heading) in ANSWERS {
            let page = format!("{}/../../docs/how-to/{page}.md", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(page).expect("the page");
            let found = text.lines().any(|line| line == format!("## {heading}"));
            assert!(found, "{words:?}: {heading}");
        }
    }
}
