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

/// Things that take several lines, with the headings of their examples in `docs/cookbook.md`.
const ANSWERS: [(&[&str], &str); 47] = [
    (
        &["blocked", "obstructed", "hobbled"],
        "Something stands in the way",
    ),
    (&["screen", "hurdle"], "Beyond exactly one piece"),
    (&["overline", "exactly-five"], "Exactly five"),
    (&["mill", "mills"], "Lines that are not everywhere"),
    (&["demote", "demoted", "demotion"], "What each kind becomes"),
    (
        &["longest", "maximum-capture", "most-captures"],
        "The longest way must be taken",
    ),
    (
        &["attribute", "attributes", "property"],
        "Pieces with several marks",
    ),
    (
        &["worth", "material", "piece-value"],
        "What pieces are worth",
    ),
    (&["sumito", "push-row"], "Pushing a row"),
    (&["frozen", "freeze", "immobile"], "A stronger one holds it"),
    (
        &["rotate", "rotated", "rotation", "quadrant"],
        "A part of the board turns",
    ),
    (
        &["fence", "barrier", "edge-wall"],
        "Walls between the squares",
    ),
    (
        &["shape", "polyomino", "tetromino", "pentomino"],
        "A shape is laid",
    ),
    (
        &["clockwise", "counterclockwise", "reversed"],
        "The direction of play changes",
    ),
    (
        &["pie", "pie-rule", "swap-rule"],
        "Taking over the first stone",
    ),
    (
        &["passes", "both-passed", "passed"],
        "Passing ends the game",
    ),
    (&["must-pass", "no-moves"], "Who cannot move passes"),
    (&["doubling", "cube", "stakes"], "Doubling"),
    (
        &["respond", "response", "counter", "challenge"],
        "The other one answers",
    ),
    (
        &["stack", "stacks", "stacked", "pile", "tower"],
        "Columns of mixed men",
    ),
    (&["pips", "pip"], "As far as the die shows"),
    (&["reroll", "kept-dice", "keep-dice"], "Dice that are kept"),
    (&["bust", "push-your-luck", "press-luck"], "Stop or go on"),
    (
        &["odds", "weighted", "probability", "likely"],
        "Not all numbers are as likely",
    ),
    (&["scorecard", "score-sheet"], "A sheet that is filled"),
    (&["draft", "drafting"], "Drafting"),
    (
        &["meld", "melds", "run-of-cards"],
        "Several cards that fit together",
    ),
    (
        &["secretly", "simultaneous", "simultaneously"],
        "Everybody chooses in secret",
    ),
    (
        &["fog", "concealed", "face-down", "unseen"],
        "Pieces that the other does not see",
    ),
    (&["shuffled", "random-setup"], "A random set-up"),
    (
        &["promote", "promoted", "promotion", "upgrade"],
        "A piece becomes another",
    ),
    (&["castle", "castling"], "Two pieces move at once"),
    (&["leap", "leaper", "knight-move"], "A leap"),
    (&["chain", "multi-jump", "jumps-again"], "Jumps in a row"),
    (
        &["must-capture", "mandatory", "forced"],
        "Who can take, must",
    ),
    (
        &["surrounded", "sandwiched", "custodial"],
        "Taken between two",
    ),
    (
        &["check", "checkmate", "mate", "in-check"],
        "A king must be safe",
    ),
    (&["drop", "dropped", "reserve"], "What is taken comes back"),
    (&["push", "pushed"], "Pushing"),
    (&["enclosed", "territory", "encircled"], "What is shut in"),
    (&["extra-turn", "again", "bonus-turn"], "Another turn"),
    (&["eliminated", "knocked-out", "alive"], "Somebody is out"),
    (&["ko", "superko", "repeated"], "Nothing comes back"),
    (
        &["stalemate", "repetition", "threefold"],
        "A draw by repetition, or when nothing happens",
    ),
    (&["sow", "pit", "seeds", "houses"], "Sowing"),
    (&["trick", "trump", "led-suit"], "Tricks"),
    (&["bid", "highest-bid", "auction"], "An auction"),
];

/// Returns the pointer to the cookbook's example for a word that the language does not have.
pub(crate) fn answered_in_the_cookbook(word: &str) -> Option<String> {
    let known = ANSWERS.iter().find(|(words, _)| words.contains(&word));
    known.map(|(_, heading)| format!("docs/cookbook.md has an example: \"{heading}\""))
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
    fn every_answer_stands_in_the_cookbook() {
        let cookbook = include_str!("../../../../docs/cookbook.md");
        for (words, heading) in ANSWERS {
            let found = cookbook.lines().any(|line| line == format!("## {heading}"));
            assert!(found, "{words:?}: {heading}");
        }
    }
}
