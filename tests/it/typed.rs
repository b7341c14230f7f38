//! What people type: moves in other words, words of the game, names of players.

use crate::terminal::transcript;

/// Checks that a script says some lines, each of which contains a text, and that it does not say others.
fn says(args: &[&str], script: &str, (said, unsaid): (&[&str], &[&str])) {
    let args: Vec<&str> = [&["play"], args, &["--seed", "1"]].concat();
    let told = transcript(&args, script);
    for text in said {
        assert!(told.contains(text), "{args:?}: no `{text}` in\n{told}");
    }
    for text in unsaid {
        assert!(!told.contains(text), "{args:?}: `{text}` in\n{told}");
    }
}

#[test]
fn a_move_in_other_words_is_played_and_named() {
    for (game, before, typed, mv) in [
        ("chess", "", "e2e4", "e2-e4"),
        ("chess", "", "E2 e4", "e2-e4"),
        ("chess", "", "e2 to e4", "e2-e4"),
        ("chess", "", "e2->e4", "e2-e4"),
        ("chess", "e2-e4; d7-d5", "e4xd5", "e4-d5"),
        ("cannon", "", "b 10", "b10"),
        ("cannon", "b10; e1", "b7 b6", "b7-b6"),
        ("connect-four", "", "4", "d1"),
        ("connect-four", "", "g", "g1"),
        ("oware", "", "3", "s3"),
        (
            "chess",
            "e2-e4; e7-e5; g1-f3; b8-c6; f1-c4; f8-c5",
            "O-O",
            "e1-g1",
        ),
        (
            "chess",
            "d2-d4; d7-d5; c1-f4; c8-f5; b1-c3; b8-c6; d1-d2; d8-d7",
            "0-0-0",
            "e1-c1",
        ),
        ("chess", "", "Nf3", "g1-f3"),
        ("chess", "", "knight f3", "g1-f3"),
        ("chess", "g1-f3; a7-a6", "nc3", "b1-c3"),
        ("chess", "g1-f3; a7-a6; d2-d4; a6-a5", "Nbd2", "b1-d2"),
        ("chess", "e2-e4; d7-d5", "exd5", "e4-d5"),
        ("chess", "e2-e4; e7-e5; g1-f3; d7-d6", "Nxe5", "f3-e5"),
        ("chess", "a2-a4; a7-a5", "Ra1-a3", "a1-a3"),
        ("tic-tac-toe", "", "b 2", "b2"),
        ("tic-tac-toe", "", "3 3", "c3"),
        ("gomoku", "", "4,4", "d4"),
    ] {
        let game = match game {
            "tic-tac-toe" => "examples/tic-tac-toe",
            shipped => shipped,
        };
        let script = format!("{before}\n{typed}\nhistory\n");
        let read = format!("`{typed}` is read as `{mv}`");
        let played = format!(" {mv}\n");
        says(&[game], &script, (&[&read, &played], &[]));
    }
}

#[test]
fn what_is_not_legal_is_not_played_and_the_nearest_move_is_offered() {
    // The sign makes a difference in this game.
    let script = "b10; e1\nb7xb6\nhistory\n";
    says(
        &["cannon"],
        script,
        (&["`b7-b6` is legal: the sign makes a difference"], &["3. "]),
    );
    // Nobody means one of several moves.
    let script = "e2\nhistory\n";
    says(
        &["chess"],
        script,
        (&["legal moves with it (2): `e2-e3`, `e2-e4`"], &["1. "]),
    );
    let script = "e2-e5\nhistory\n";
    says(
        &["chess"],
        script,
        (&["the nearest legal move is `e2-e"], &["1. "]),
    );
    // The reason is that of the move that is meant.
    for (typed, reason) in [
        (
            "O-O",
            "castling needs a king and a rook that have not moved",
        ),
        ("Qh5", "a white pawn on e2 is in the way"),
        ("Ra1-a5", "a white pawn on a2 is in the way"),
    ] {
        let script = format!("{typed}\nhistory\n");
        says(&["chess"], &script, (&[reason], &["1. "]));
    }
    // Two pieces can go there.
    let script = "g1-f3; a7-a6; d2-d4; a6-a5\nNd2\nhistory\n";
    says(&["chess"], script, (&["`b1-d2`, `f3-d2`"], &["5. "]));
    // A column and a row, or a row and a column.
    let script = "3 4\nhistory\n";
    says(
        &["gomoku"],
        script,
        (&["may mean", "`c4`", "`d3`"], &["1. "]),
    );
    // Two moves are not one route.
    let script = "e2e4 e7e5\nhistory\n";
    says(
        &["chess"],
        script,
        (&["with `;`: `e2-e4; e7-e5`"], &["1. "]),
    );
    // One column has several points.
    let script = "e\nhistory\n";
    says(&["gomoku"], script, (&[], &["1. "]));
}

#[test]
fn moves_are_listed_by_column_and_by_row() {
    says(
        &["chess"],
        "moves h\n",
        (&["h2-h3  h2-h4", "2 legal moves"], &["g2-g3"]),
    );
    says(
        &["chess"],
        "moves 1\n",
        (&["b1-a3", "4 legal moves"], &["g2-g3"]),
    );
    says(
        &["chess"],
        "moves knight\n",
        (&["b1-a3", "4 legal moves"], &["g2-g3"]),
    );
    // The rows of a list come in its order.
    says(
        &["goofspiel"],
        "moves\n",
        (&["bid ace    bid two    bid three"], &[]),
    );
    says(&["connect-four"], "moves c1\n", (&["1 legal move"], &[]));
}

#[test]
fn words_of_a_game_are_looked_up() {
    for (game, script, said) in [
        (
            "cannon",
            "a1\n",
            vec!["`a1` is a point of the board", "there now: nothing"],
        ),
        (
            "cannon",
            "soldier\n",
            vec!["`soldier` is a piece", "on the board, of light: 15"],
        ),
        ("cannon", "ca-18\n", vec!["CA-18"]),
        (
            "cannon",
            "what town\n",
            vec!["is a piece, drawn `T` (light), `t` (dark)"],
        ),
        (
            "cannonball-colony",
            "fort\n",
            vec![
                "is a piece, drawn `F` (red), `f` (yellow)",
                "supply of red: 10",
                "CC-48",
            ],
        ),
        (
            "cannonball-colony",
            "random 2\nred\n",
            vec!["`red` is a player"],
        ),
        ("cannon-buster", "captain\n", vec!["`captain`", "values: "]),
        (
            "cannon-buster",
            "gold thief\n",
            vec!["`gold-thief`", "`use gold-thief coin …`", "BU-18"],
        ),
        ("cannon-ball", "s-f\n", vec!["`s-f`", "section"]),
        ("cannon-ball", "section s-f\n", vec!["s-f:"]),
        (
            "cannon-ball",
            "odds\n",
            vec!["`odds`", "`shoot odds`", "CB-82"],
        ),
        (
            "cannon-ball",
            "c11\n",
            vec!["`c11` is a square of the board", "it lies in "],
        ),
        (
            "cannon",
            "what flurble\n",
            vec!["the game has no word `flurble`"],
        ),
        ("cannon-de", "soldat\n", vec!["Figur"]),
    ] {
        says(&[game], script, (&said, &["panicked"]));
    }
}

#[test]
fn an_answer_says_what_can_be_typed_instead() {
    for (args, script, said) in [
        ("hearts", "result\n", "scores so far:\n  ann: 0\n  ben: 0\n"),
        (
            "hearts",
            "turn\n",
            "there is no command, word or move `turn` here; moves look like `pass ",
        ),
        (
            "cannon",
            "flurble\n",
            "there is no command, word or move `flurble` here; moves look like `b10`\n",
        ),
        (
            "hearts",
            "c2\n",
            "you cannot play `c2` now; you can play `pass`, such as `pass ",
        ),
        ("hearts", "pass s8\n", "you named 1 card; 3 are needed"),
        // Letters nearer to each other in the text are not nearer on the board.
        (
            "cannonball-colony",
            "land f1\n",
            "the nearest legal move is `land h1`\n",
        ),
        ("cannon", "help goal\n", "`goal of game`"),
        ("cannon", "help there\n", "no word of the language"),
        (
            "cannon",
            "help me\n",
            "`me` is a word for writing rules.\n\nIn rules:\n\nme: ",
        ),
        (
            "hearts",
            "rules hand\n",
            "there is no clause `hand` in `hearts`; `rules` prints them all\n",
        ),
    ] {
        says(&[args], script, (&[said], &["panicked"]));
    }
    // Players read the text of a clause, not its rule.
    let code = "cannon.game:";
    says(
        &["cannon"],
        "CA-18\nrules CA-18\n",
        (&["A cannon may shoot"], &[code]),
    );
}

#[test]
fn scores_that_are_secret_are_not_shown_during_the_game() {
    let scores = "scores so far";
    says(&["cannon-buster"], "result\n", (&[scores], &[]));
    let shared = ["cannon-buster", "--hot-seat"];
    says(
        &shared,
        "\nresult\n",
        (&["the game is still on"], &[scores]),
    );
    // These scores are no secret.
    let shared = ["hearts", "--hot-seat"];
    says(&shared, "\nresult\n", (&[scores], &[]));
}

#[test]
fn at_a_shared_keyboard_the_one_move_that_is_meant_is_named() {
    let script = "\nk1 k1\nbid  ACE!\n";
    let said = "`bid  ACE!` is not written as in this game; type `bid ace`";
    says(
        &["goofspiel", "--hot-seat"],
        script,
        (&[said], &["may mean"]),
    );
}

#[test]
fn a_step_into_a_wall_is_not_played_as_a_detour() {
    let game = ["tests/it/fixtures/yards"];
    let around = "a way around: `c2-c1-d1`";
    for line in ["c2-d1", "why c2-d1", "c2 d1"] {
        let script = format!("c1-c2\n{line}\nhistory\n");
        says(&game, &script, (&[around, "   1. "], &["   2. "]));
    }
    // A way that names no wall is played.
    says(
        &game,
        "c1-c4\nhistory\n",
        (&["   3. south c3-c4"], &["a way around"]),
    );
}

#[test]
fn players_have_names() {
    let args = [
        "cannonball-colony",
        "--name",
        "red=Ann",
        "--name",
        "yellow=Bob",
    ];
    let script = "land l1\nland a1\nhistory\nview ann\nBob\n";
    says(
        &args,
        script,
        (
            &[
                "Ann land a1",
                "Bob: road, fort",
                "`yellow` (Bob) is a player",
            ],
            &["red land"],
        ),
    );
}

#[test]
fn at_a_shared_keyboard_the_others_are_asked_and_nothing_is_shown_behind_the_end() {
    let args = ["kuhn-poker", "--hot-seat"];
    let script = "check\nundo\nn\nbet\n";
    says(
        &args,
        script,
        (
            &["this takes back a choice of ", "nothing was taken back"],
            &[],
        ),
    );
    // Nobody sits down at the end of the input.
    says(&args, "check\n", (&["----"], &["ben, sit down"]));
    let script = "check\nexplain\n";
    says(&args, script, (&["3. ann `check`"], &[]));
}

#[test]
fn before_a_pass_that_ends_the_game_the_rules_warn() {
    let script = "pass\npass\nhistory\n";
    says(
        &["go"],
        script,
        (
            &["black has passed too: this pass ends the game", "   1. "],
            &["   2. "],
        ),
    );
    says(&["go"], "pass\npass\ny\n", (&["over> "], &[]));
}
