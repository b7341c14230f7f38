//! Words that people use for words of the language: `nobody` for `none`, `left` for `west`; and words for what
//! takes several lines: `checkmate`.

/// Words without a meaning here, with the advice for each.
const SYNONYMS: [(&[&str], &str); 33] = [
    (
        &["first", "any-of", "one-of"],
        "one of several is chosen as an argument, as in `here in own`; of points, the one with the most is `best p in own by age of p`",
    ),
    (
        &["nobody", "no-one", "noone", "null", "nil", "nowhere"],
        "nobody is called `none`, no point `nothing`",
    ),
    (&["a", "an", "the"], "leave this word out"),
    (
        &["legal", "possible", "allowed", "playable"],
        "whether somebody can move is not asked beforehand: what is done if not stands after `otherwise`, as in ask me: step otherwise win opponent",
    ),
    (&["true", "on", "always"], "write `yes`"),
    (&["false", "never"], "write `no`"),
    (
        &["off"],
        "what leaves the board goes to the box: there -> box; of yes and no, write `no`",
    ),
    (
        &[
            "everyone",
            "everybody",
            "anyone",
            "all-players",
            "each-player",
        ],
        "all players are called `players`, all but `me` are `others`",
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
        "the player who acts is called `me`; in `remember`, a value for each player is `shifts of player = 0`",
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
        "the other of two players is called `opponent`, all but `me` are `others`",
    ),
    (
        &["mine", "my", "ours", "friendly", "friend"],
        "what is mine is called `own`, as in `own king`; a value of mine is `shifts of me`",
    ),
    (
        &["enemies", "foes", "hostile", "theirs"],
        "what belongs to the others is called `enemy`",
    ),
    (
        &["free", "vacant", "unoccupied", "blank"],
        "points where nothing stands are called `empty`",
    ),
    (
        &["occupied", "taken", "full"],
        "points where something stands are `everything except empty`",
    ),
    (
        &[
            "anywhere", "anything", "any", "every", "board", "squares", "points",
        ],
        "the whole board is called `everything`",
    ),
    (
        &["up"],
        "up, as the board is drawn, is `north`; ahead of a player is `forward`",
    ),
    (
        &["down"],
        "down, as the board is drawn, is `south`; behind a player is `backward`",
    ),
    (
        &["left"],
        "to the left, as the board is drawn, is `west`; to both sides is `sideways`",
    ),
    (
        &["right"],
        "to the right, as the board is drawn, is `east`; to both sides is `sideways`",
    ),
    (
        &["behind", "back"],
        "behind a player is `backward`, straight or diagonally `backwards`",
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
        "the neighbours of a point are `next to here`",
    ),
    (
        &["kind", "type", "piece"],
        "what stands on a point is asked by the name of the piece: here is king; its kind is `kind of here`",
    ),
    (
        &["color", "colour"],
        "whose piece stands on a point is asked by `owner of here`",
    ),
    (
        &["distance", "steps-to", "far-from"],
        "how far something is, is asked the other way round: there is (reached from here over everything within 3)",
    ),
    (
        &["random", "roll", "dice", "die", "coin-flip"],
        "what is random is a move that chance makes: ask chance: roll",
    ),
    (
        &["top", "bottom"],
        "what lies in a zone has no order: a card is drawn by `ask chance: …`",
    ),
    (
        &["score", "points-of"],
        "a `score` is worked out at the end of the game and cannot be used or changed before; remember a value of your own",
    ),
    (
        &["length", "number", "amount", "total"],
        "points and rows are counted by `count …`, what lies in a zone by `size of …`",
    ),
    (
        &["captured", "dead", "graveyard", "outside", "off-board"],
        "what leaves the board goes to the `box`; if it must be counted, declare a zone for it",
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
