//! The REPL: by pipe, with transcripts, and through a pseudo-terminal.

use crate::terminal::{Terminal, linstock, transcript, transcript_in};
use expectrl::{Eof, Expect, Regex, Session};
use std::path::Path;
use std::process::Command;

const RACE: &str = "tests/it/fixtures/race";
const YARDS: &str = "tests/it/fixtures/yards";
const TIC_TAC_TOE: &str = "examples/tic-tac-toe";

#[test]
fn a_short_game_of_cannon() {
    let script = "e10\ne1; b9-a8\nmoves c4\nC4 - D5\nwhy b7-b9\nwhy d9-c8\nhistory\nundo 2\nredo\nresult\nquit\n";
    insta::assert_snapshot!(transcript(&["play", "cannon", "--seed", "1"], script));
}

#[test]
fn a_game_in_german_is_told_in_german() {
    let script = "moves\nmoves z\nb1\nz\nc10; a1\nb9\nc10\nexplain\nc2-c5\nj9-j6\nhistory\nwhy not over\n\
        try a4-b5; b7-a6\ncompare 3\nclauses\nclause CA-20\nredo 2\nclause CA-18\nclause CA-10\nrandom 30\nresult\n\
        random 3000\nmoves\nwhy over\nnew\nhistory\nexplain\nquit\n";
    let told = transcript(
        &["play", "cannon-de", "--seed", "1", "--set", "shift-limit=3"],
        script,
    );
    // The boards show nothing of it.
    let is_drawn =
        |line: &&str| line.contains('|') || line.contains("+---") || line.contains("a   b");
    let lines: Vec<_> = told.lines().filter(|line| !is_drawn(line)).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn moves_that_cannot_be_listed_are_not_the_end_of_the_game() {
    let cards: Vec<String> = (1..=40).map(|card| format!("c-{card}")).collect();
    let text = format!(
        "game many \"Many\"\nplayers a, b\nlist card {{ {} }}\nzone deck {{ holds 1 card; open }}\n\
         zone out {{ holds card; open }}\nmove go \"go\" {{ }}\n\
         move take \"take {{cs}}\" {{ cs in 8 of deck; cs: deck -> out }}\n\
         play {{ ask me: go; repeat each player {{ ask me: take }} }}\n",
        cards.join("; ")
    );
    let folder = tempfile::tempdir().expect("made");
    let game = folder.path().join("many.game");
    std::fs::write(&game, text).expect("written");
    let game = game.to_string_lossy().into_owned();
    let script = "go\nmoves\nrandom 3\ntake c-1\nquit\n";
    let told = transcript_in(folder.path(), &["play", &game], script);
    assert!(!told.contains("is over"), "{told}");
    let said = told.matches("there are more than 1000000 mixtures").count();
    assert_eq!(said, 3, "{told}");
}

#[test]
fn help_on_a_word_of_the_game_says_where_it_is_told() {
    let script = "help road\nhelp Fort\nhelp roda\nl1\nquit\n";
    let told = transcript(&["play", "cannonball-colony", "--seed", "1"], script);
    for word in ["road", "Fort"] {
        let said = format!("`{word}` is a word of the game, not a command");
        assert!(told.contains(&said), "{told}");
    }
    assert!(told.contains("there is no command `roda`"), "{told}");
    let point = "legal moves with it (1): `land l1`";
    assert!(told.contains(point), "{told}");
}

#[test]
fn who_compares_moves_is_shown_the_way_and_open_endings_are_filled_in() {
    let told = transcript(&["play", TIC_TAC_TOE], "compare a1 b1\nquit\n");
    assert!(
        told.contains("where a move leads is shown by `try a1`"),
        "{told}"
    );
    let text = "game dash \"Dash\"\nplayers a, b\nboard 3 x 3 { a { forward north }; b { forward south } }\n\
         piece man \"m\"\nmove put \"{here}\" { here in empty; man: box -> here }\n\
         play { repeat each player { ask me: put; if count own is 4 { win me \"{me} has {count own} men\" } } }\n";
    let folder = tempfile::tempdir().expect("made");
    let game = folder.path().join("dash.game");
    std::fs::write(&game, text).expect("written");
    let game = game.to_string_lossy().into_owned();
    let told = transcript_in(folder.path(), &["play", &game], "a1\nwhy not over\nquit\n");
    assert!(told.contains("a has 1 men"), "{told}");
}

#[test]
fn a_whole_game_of_tic_tac_toe() {
    let script = "a1; b1; a2; b2\na3\nresult\nb3\nmoves\nwhy b3\nundo\nnew\nback to 0\nquit\n";
    insta::assert_snapshot!(transcript(&["play", TIC_TAC_TOE], script));
}

#[test]
fn a_colony_is_built_and_forts_are_refused() {
    let script = "land f1\nland l1\nroad f2; road e2; road k1; road l2; road d2; road c2; road j1\nroad b2; road a2; \
                  road i1; road h1\nfort b2; fort k1\nwhy fort c2\nwhy fort d6\nfort c2\nroad e1; fort h1; pass\n\
                  road l3\ndone\npass; fort l3; pass; cannon i1\nwhy fort e1\nwhy cannon e1\nwhy blockade g1\n\
                  fort e1\nfort f2\nwhy fire i1 f2\nundo\nview yellow\nhistory\nresult\n";
    let args = ["play", "cannonball-colony", "--ascii", "--seed", "4"];
    insta::assert_snapshot!(transcript(&args, script));
}

#[test]
fn a_shared_keyboard_shows_each_only_what_he_may_know() {
    let script =
        "view b\nas b keep captain\nrandom\nhistory\nrandom\nwhy end\nend\nrandom 400\nresult\n";
    let args = ["play", "cannon-buster", "--seed", "3", "--hot-seat"];
    let text = transcript(&args, script);
    insta::assert_snapshot!(text);
    // Until the game is over, no hand is shown but that of who sits there, and no deal to somebody else.
    let on = text.split("random 400").next().unwrap_or_default();
    let mut seated = "";
    for line in on.lines() {
        if let Some((name, _)) = line.split_once(", sit down") {
            seated = name;
        }
        let other = if seated == "a" { "b" } else { "a" };
        let hidden = [": nothing", " hidden"]
            .iter()
            .any(|end| line.ends_with(end));
        assert!(
            !line.starts_with(&format!("hand of {other}: ")) || hidden,
            "{line}"
        );
        assert!(!line.contains(&format!("deal {other} ")), "{line}");
    }
}

#[test]
fn notes_hold_what_a_player_has_seen_and_no_more() {
    let folder = tempfile::tempdir().expect("made");
    let file = folder.path().join("notes.txt");
    let script = format!(
        "random 9\nnotes {0} b\nnotes {0} b\nnotes {0}.x zoe\n",
        file.display()
    );
    let args = ["play", "cannon-buster", "--players", "3", "--seed", "5"];
    let said = transcript_in(folder.path(), &args, &script);
    assert!(said.contains("is there already"), "{said}");
    assert!(said.contains("there is no player `zoe`"), "{said}");
    let notes = std::fs::read_to_string(&file).expect("written");
    assert!(
        notes.contains("area of a: ") && notes.contains("chance deal b "),
        "{notes}"
    );
    for other in ["deal a ", "deal c "] {
        assert!(!notes.contains(other), "{notes}");
    }
}

#[test]
fn several_who_choose_at_once() {
    let script = "as cem show 3\nas cem show 1\nview ann\nas bob\nas eve show 1\nshow 1; show 2\nhistory\nquit\n";
    insta::assert_snapshot!(transcript(&["play", "tests/it/games/fingers.game"], script));
}

#[test]
fn what_is_wrong_gets_an_answer_that_helps() {
    let script = "\n   \nmvoes\nhistroy\ne4\nb9\ne10\ne9\na4-a5\nx\nplay\nplay e1; zz\nundo 0\nundo 99\nredo\n\
                  back\nback to 9\nwhy\nwhy zz\nmoves e\nmoves a9\nview nobody\nhelp fly\nhelp undo\nquit now\n\
                  load\nload nowhere.save\nsave\nscenario\nhistory 3\nrandom x\nä\n🎲🎲🎲\n\u{1}\n";
    insta::assert_snapshot!(transcript(&["play", "cannon", "--seed", "1"], script));
}

#[test]
fn a_move_that_is_called_as_a_command_is_played_where_it_is_legal() {
    let text = "game cards \"Cards\"\nplayers a, b\nremember { n = 0 }\nmove new \"new {k}\" { k in 1..3; n = k }\n\
        move show \"undo\" { when n is 2 }\nmove leave \"quit\" { }\n\
        play { repeat each player { ask me: new, show, leave } }\nstatus \"n is {n}\"\n";
    let folder = tempfile::tempdir().expect("made");
    let game = folder.path().join("cards.game");
    std::fs::write(&game, text).expect("written");
    let game = game.to_string_lossy().into_owned();
    let told = transcript_in(
        folder.path(),
        &["play", &game],
        "new 2\nundo\nhistory\nnew 3\nundo\nhistory\nnew 4\nquit\n",
    );
    let list = |moves: [&str; 2]| format!("1. a {}\n   2. b {}\n", moves[0], moves[1]);
    assert!(told.contains(&list(["new 2", "undo"])), "{told}");
    // Not legal as a move: the command takes the last move back.
    assert!(told.contains("`new` takes nothing after it"), "{told}");
    assert_eq!(told.matches(&list(["new 2", "undo"])).count(), 2, "{told}");
}

#[test]
fn help_lists_every_command() {
    insta::assert_snapshot!(transcript(&["play", TIC_TAC_TOE], "help\n?\n"));
}

#[test]
fn taking_back_an_outcome_of_chance_is_asked() {
    let script =
        "rest\nundo\nn\nhistory\nundo\ny\nhistory\nrandom 3\nback to 1\nyes\nredo 2\nview blue\n";
    insta::assert_snapshot!(transcript(&["play", RACE, "--seed", "5"], script));
    let practised = transcript(
        &["play", RACE, "--seed", "5", "--practice"],
        "rest\nundo\nhistory\n",
    );
    assert!(!practised.contains("do it?"), "{practised}");
    assert!(
        practised.ends_with("history\n   1. chance wind gale\nred> \n"),
        "{practised}"
    );
}

#[test]
fn a_position_can_be_drawn() {
    let board = "3 . X x\n2 . X .\n1 x . .\n";
    let script =
        format!("setup\n{board}\nx\nmoves\na3\nhistory\nundo\nsetup\n3 q . .\n\nsetup\n\nsetup\n");
    insta::assert_snapshot!(transcript(&["play", TIC_TAC_TOE], &script));
}

#[test]
fn games_are_saved_and_loaded_and_written_as_scenarios() {
    let folder = tempfile::tempdir().expect("made");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (save, scenario) = (path("x.save"), path("x.scn"));
    let script = format!(
        "e10; e1; b9-a8\nsave {save}\nundo 2\nload {save}\nscenario \"three moves\" {scenario}\n\
         scenario again {scenario}\nsave {scenario}\nload {scenario}\n"
    );
    insta::assert_snapshot!(transcript_in(
        folder.path(),
        &["play", "cannon", "--seed", "1", "--set", "shift-limit=3"],
        &script
    ));
    insta::assert_snapshot!(
        "scenario_file",
        std::fs::read_to_string(scenario).expect("written")
    );
    // Another session goes on with it, though it plays another game under other options.
    let loaded = transcript_in(
        folder.path(),
        &["play", TIC_TAC_TOE],
        &format!("load {save}\nhistory\n"),
    );
    assert!(
        loaded.contains("`cannon` is played now, with the options of the save\n"),
        "{loaded}"
    );
    assert!(loaded.contains("3. light b9-a8\n"), "{loaded}");
    assert!(loaded.contains("dark> "), "{loaded}");
}

#[test]
fn a_scenario_written_from_play_passes_where_it_is_tested() {
    let folder = tempfile::tempdir().expect("made");
    let run = |args: &[&str]| {
        let mut command = linstock(args, folder.path());
        let output = command.current_dir(folder.path()).output().expect("ran");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text)
    };
    assert_eq!(run(&["new", "own", "--from", "cannon"]).0, Some(0));
    let own = folder.path().join("own");
    let own = own.to_str().expect("UTF-8");
    // In the ruleset's folder of scenarios it has its transcript at once.
    let script = format!(
        "e10; e1\nscenario \"in its folder\" {own}/scenarios/in.scn\nrandom 400\n\
         scenario \"far away\" {own}/../away.scn\n"
    );
    let said = transcript_in(folder.path(), &["play", own, "--seed", "1"], &script);
    let test = "in.scn; `linstock test FOLDER/own/scenarios/in.scn` runs it\n";
    assert!(said.contains(test), "{said}");
    let (code, told) = run(&["test", "own/scenarios/in.scn"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("1 scenario, all pass"), "{told}");
    // Elsewhere nobody knows its ruleset; the answer says where it belongs.
    let away = "away.scn; put it into the `scenarios` folder of its ruleset";
    assert!(said.contains(away), "{said}");
    // A shipped game needs no folder.
    let save = folder.path().join("de.scn").display().to_string();
    let script = format!("random 400\nscenario \"a whole game\" {save}\n");
    let said = transcript_in(
        folder.path(),
        &["play", "cannon-de", "--seed", "1"],
        &script,
    );
    assert!(
        said.contains("`linstock test FOLDER/de.scn` runs it\n"),
        "{said}"
    );
    assert_eq!(run(&["test", "de.scn"]).0, Some(0));
}

#[test]
fn a_scenario_written_from_play_says_who_chose_where_several_do() {
    let folder = tempfile::tempdir().expect("made");
    let game = folder.path().join("fingers.game");
    std::fs::copy("tests/it/games/fingers.game", &game).expect("copied");
    let (game, file) = (game.display(), folder.path().join("out.scn"));
    let script = format!(
        "as cem show 3\nshow 2\nas bob show 0\nscenario out {}\n",
        file.display()
    );
    let args = ["play", &game.to_string(), "--practice"];
    let said = transcript_in(folder.path(), &args, &script);
    assert!(said.contains("out.scn` runs it\n"), "{said}");
    let text = std::fs::read_to_string(file).expect("written");
    let played = "as cem play show 3\nplay show 2; show 0\nexpect ";
    assert!(text.contains(played), "{text}");
}

#[test]
fn what_is_typed_wrong_is_quoted_short_and_without_control_characters() {
    let long = "a".repeat(5_000);
    let said = transcript(
        &["play", "cannon"],
        &format!("{long}\nwhy {long}\nmoves {long}\nhelp {long}\n\u{1b}[31mx\nhist\u{1b}ry\n"),
    );
    let answers: Vec<_> = said.lines().filter(|line| !line.contains("> ")).collect();
    assert!(answers.iter().all(|line| line.len() < 200), "{said}");
    assert!(
        !answers.iter().any(|line| line.contains('\u{1b}')),
        "{said}"
    );
    // Of several moves the one that cannot be read is named.
    let said = transcript(&["play", "cannon"], "play b10; e1; zz\n");
    let told = "no command, word or move `zz` here; moves look like";
    assert!(said.contains(told), "{said}");
    // What other programs call a command leads to ours.
    let said = transcript(&["play", "cannon"], "exit\nboard\nhelp q\n");
    for near in ["did you mean `quit`?", "the command is `view`"] {
        assert!(said.contains(near), "{said}");
    }
    assert!(
        !said.contains("there is no command, word or move"),
        "{said}"
    );
}

#[test]
fn reload_reads_the_rules_again_and_a_mistake_leaves_the_game() {
    let folder = tempfile::tempdir().expect("made");
    let game = folder.path().join("own.game");
    let text = std::fs::read_to_string("examples/tic-tac-toe/tic-tac-toe.game").expect("read");
    std::fs::write(&game, text.replace("board 3 x 3", "board 4 x 4")).expect("written");
    let path = game.display().to_string();
    let good = transcript_in(folder.path(), &["play", &path], "a1\nreload\n");
    assert!(good.contains("was read again"), "{good}");
    assert!(good.contains(" 4 |"), "{good}");
    let mut terminal = Terminal::start(&["play", &path], folder.path());
    terminal.line("a1");
    terminal.sees("o> ");
    std::fs::write(&game, text.replace("own mark", "own mrak")).expect("written");
    terminal.line("reload");
    terminal.sees("did you mean `mark`");
    terminal.sees("the game goes on under the rules as they were");
    terminal.line("history");
    terminal.sees("1. x a1");
    terminal.leave();
}

#[test]
fn reload_keeps_the_game_and_tells_how_the_choices_differ() {
    let folder = tempfile::tempdir().expect("made");
    let game = folder.path().join("own.game");
    let text = std::fs::read_to_string("examples/tic-tac-toe/tic-tac-toe.game").expect("read");
    std::fs::write(&game, &text).expect("written");
    let path = game.display().to_string();
    let mut terminal = Terminal::start(&["play", &path], folder.path());
    terminal.line("b2; a1");
    terminal.sees("x> ");
    terminal.line("reload");
    terminal.sees("the rules mean the same as before");
    std::fs::write(&game, text.replace("board 3 x 3", "board 4 x 3")).expect("written");
    terminal.line("reload");
    terminal.sees("with all that was played (2 moves)");
    terminal.sees("in what can be chosen: +3 ");
    terminal.sees(": d1, d2, d3");
    terminal.line("history");
    terminal.sees("2. o a1");
    // On this board there is no b2: the game may go on before it, or as it was.
    std::fs::write(&game, text.replace("board 3 x 3", "board 3 x 1")).expect("written");
    terminal.line("reload");
    terminal.sees("move 1 cannot be played under the new rules: `x b2`");
    terminal.sees("[y/N]");
    terminal.line("n");
    terminal.sees("the game goes on under the rules as they were");
    terminal.line("reload!");
    terminal.sees("move 1 cannot be played");
    terminal.sees("; -8 put: ");
    terminal.line("history");
    terminal.sees("nothing was played yet");
    terminal.leave();
}

/// A game without an end, of throws and moves.
const TOSS: &str = "game toss \"Toss\"\nplayers ann, ben\noptions { sides 1..900 = 2 \"sides of the die\" }\n\
                    move roll \"roll {n}\" { n in 1..sides }\nmove go \"go\" { }\nmove odd \"odd\" { when sides is 2 }\n\
                    play { repeat each player { ask chance: roll; ask me: go, odd } }\n";

fn toss(folder: &Path) -> String {
    let game = folder.join("toss.game");
    std::fs::write(&game, TOSS).expect("written");
    game.to_string_lossy().into_owned()
}

/// A newcomer asks in own words, and a warning says what a move would cost before it is played.
#[test]
fn what_a_newcomer_types_is_answered() {
    let drawn = "setup\ngiven at march, south to move { moves = 5;  a7 -> c12;  a6 -> d10;  m23 -> d12 }\n\n";
    let asked = "moves from c12\nstatus\ncannon b6\nc12-d11\nwhy end\nhelp\n";
    let said = transcript(
        &["play", "cannon-ball", "--seed", "3"],
        &format!("{drawn}{asked}"),
    );
    for told in [
        "c12-b11",
        "did you mean `view`?",
        "moves look like `cannon b6-a6`",
        "attack on s-f in progress",
        "`end` is legal",
        "but before it is played: the attack on s-f is not complete: you would lose all your pieces there",
        "tell what stands at an area",
    ] {
        assert!(said.contains(told), "{told}\n{said}");
    }
    // Of the moves that begin with one word, those are shown that go on as it was typed.
    let said = transcript(
        &["play", "cannon-buster", "--players", "3", "--seed", "2"],
        "use trader\n",
    );
    let told = "moves look like `use trader normal-cannon a power-cannon`";
    assert!(said.contains(told), "{said}");
}

#[test]
fn an_option_that_changes_what_chance_brought_is_set_after_a_question() {
    let folder = tempfile::tempdir().expect("made");
    let game = toss(folder.path());
    let args = ["play", &game, "--seed", "3"];
    let question = "this takes back an outcome of chance; do it? [y/N] ";
    let moves = "go\n".repeat(4);
    for set in ["set", "set!"] {
        let script = format!("{moves}{set} sides 900\nn\nodd\n{set} sides 900\ny\nwhy odd\n");
        let said = transcript_in(folder.path(), &args, &script);
        assert_eq!(
            said.matches(question).count(),
            if set == "set" { 1 } else { 2 },
            "{said}"
        );
        assert!(
            said.contains("the game goes on under the rules as they were"),
            "{said}"
        );
        // Under the old rules `odd` was played, so that the game stops before it; without `!` that is refused.
        assert_eq!(said.contains("`odd` is legal"), set == "set", "{said}");
    }
    // Where only the head of the game changes nothing that was thrown, nothing is asked; nor in a game for practice.
    let said = transcript_in(
        folder.path(),
        &args,
        &format!("{moves}reload!\nset! sides 2\n"),
    );
    assert!(!said.contains("[y/N]"), "{said}");
    let practised = [&args[..], &["--practice"]].concat();
    let said = transcript_in(
        folder.path(),
        &practised,
        &format!("{moves}set! sides 900\n"),
    );
    assert!(
        !said.contains("[y/N]") && said.contains("chance fell otherwise"),
        "{said}"
    );
}

#[test]
fn ctrl_c_stops_random_moves_and_the_game_goes_on() {
    let folder = tempfile::tempdir().expect("made");
    // With this number of choices, the moves take minutes on a fast machine, too.
    let game = folder.path().join("wide.game");
    let text = "game wide \"Wide\"\nplayers ann, ben\nmove go \"go {n} {m}\" { n in 1..60; m in 1..60 }\n\
                play { repeat each player { ask me: go } }\n";
    std::fs::write(&game, text).expect("written");
    let game = game.to_string_lossy();
    let mut terminal = Terminal::start(&["play", &game, "--seed", "3"], folder.path());
    terminal.sees("ann> ");
    terminal.line("random 100000");
    // The editor has let the terminal go.
    terminal.sees("\x1b[?2004l");
    terminal.works();
    terminal.keys("\x03");
    terminal.sees("stopped after: ");
    terminal.sees("> ");
    terminal.line("history");
    terminal.sees("   1. ann go ");
    terminal.leave();
}

#[test]
fn an_option_is_set_in_the_middle_of_a_game_and_moves_are_tried_out() {
    insta::assert_snapshot!(transcript(
        &["play", "cannon"],
        "b10\nc1\nb7-b6\nset shot-over no\nset look=squares\nset look squares\nset loook lines\nset\n\
         try c4-c5; b6-b5\nhistory\ntry\ntry a1-a9\n"
    ));
    // Nobody learns from a line that is tried what chance will bring.
    let race = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/it/fixtures/race/race.game"
    );
    let told = transcript(&["play", race, "--seed", "1"], "moves\n");
    let first = told
        .split("moves\n")
        .nth(1)
        .and_then(|t| t.split_whitespace().next());
    let told = transcript(
        &["play", race, "--seed", "1"],
        &format!("try {}\n", first.expect("a move")),
    );
    assert!(told.contains("this was only tried"), "{told}");
    assert!(
        told.contains("chance> ") || told.contains("chance to move"),
        "{told}"
    );
}

#[test]
fn options_are_shown() {
    insta::assert_snapshot!(transcript(
        &[
            "play",
            "cannon",
            "--set",
            "look=squares",
            "--set",
            "shift-limit=3"
        ],
        "options\n"
    ));
}

#[test]
fn a_map_is_drawn_and_its_places_are_told() {
    let script = "map\nyard a-yard\narea d-yard\nyard d-yard\nyard\nhelp yard\nbolt west\ngate west\n\
                  c1-c2; c2xd2; d2-e2\narea c-yard\n";
    insta::assert_snapshot!(transcript(&["play", YARDS, "--seed", "1"], script));
    let none = transcript(&["play", TIC_TAC_TOE], "map\n");
    assert!(none.contains("has no map"), "{none}");
}

#[test]
fn a_board_with_a_map_is_drawn_with_dots_where_it_has_to_be_read_again() {
    let folder = tempfile::tempdir().expect("made");
    let file = folder.path().join("yards.scn");
    let picture = "setup\n5 . . . . m . .\n4 . . . . . . .\n3 . . . . . . .\n2 . . M . . . .\n1 . . . . . . .\n\nsouth\n";
    let script = format!("{picture}c2-c3\nscenario drawn {}\n", file.display());
    transcript_in(folder.path(), &["play", YARDS, "--seed", "1"], &script);
    let text = std::fs::read_to_string(file).expect("written");
    assert!(text.contains("2  . . M . . . .\n"), "{text}");
}

#[test]
fn ways_of_several_steps_are_found() {
    let script = "b1-c3\na1-a3\na3-b4-b5\nhistory\nundo\nb1-c3\nb1-c2-c3\nnew\n\
                  c1-d3\nc1-f2\nc1-c2-c3-c5-c4\nhistory\nnew\nc1-c2-c5-b1\nhistory\nnew\n\
                  c1-c2xd2-f3\nc1-c2xd2\nd2-e2\nhistory\n";
    let text = transcript(&["play", YARDS, "--seed", "1"], script);
    insta::assert_snapshot!(without_boards(&text));
}

#[test]
fn a_script_confirms_what_the_rules_warn_of() {
    let script = "c1-c2; c2xd2; d2-e2\nend\nn\nend\nhistory\nend\nend\nundo\nend\ny\ny\n";
    let text = transcript(&["play", YARDS, "--seed", "1"], script);
    insta::assert_snapshot!(without_boards(&text));
}

/// A march that may leave too few moves for what is begun.
const MARCH: &str = r#"game march "March"
players ann, bob
board 5 x 1 {
  map """
  w w w e e
  """
}
piece stone "s"
list camp (boxes) { west map "w"; east map "e" }
remember { moves = 3 }
move step "{here}-{there}" {
  here in own stone
  there in east of here and empty
  moves = moves - 1
  here -> there
}
move leap "{here}={there}" {
  here in own stone
  there in 2 east of here and empty
  moves = moves - 1
  ask chance: lands(here, there), falls(here)
}
move lands(here, there) "lands" { here -> there }
move falls(here) "falls" { here -> box }
move rest "rest" {
  warn of c in camp "a stone of yours is left in {c}" when some (own stone and boxes of c)
}
warn of c in camp "your stone could not leave {c} any more, with {moves} moves left" when it makes moves is 0 and some (own stone and boxes of c) supposing lands
play {
  ann stone: box -> {a1}
  repeat { ask me: step, leap if moves > 0, rest }
}
"#;

#[test]
fn a_warning_comes_before_the_move_that_makes_something_so() {
    let folder = tempfile::tempdir().expect("made");
    let game = folder.path().join("march.game");
    std::fs::write(&game, MARCH).expect("written");
    let game = game.to_string_lossy().into_owned();
    let script = "rest\na1-b1\nb1-c1\nc1-d1\nn\nc1=e1\ny\nhistory\nrest\ny\nquit\n";
    let text = transcript_in(folder.path(), &["play", &game, "--seed", "1"], script);
    insta::assert_snapshot!(text);
}

/// Leaves out the drawn boards.
fn without_boards(text: &str) -> String {
    let drawn = |line: &str| {
        let line = line.trim_start();
        line.starts_with(|c: char| c.is_ascii_digit()) && line.contains("  ")
            || ["a   b", "===", "south: ", "north: ", "walls: "]
                .iter()
                .any(|begin| line.starts_with(begin))
    };
    let kept = text.lines().filter(|line| !drawn(line));
    kept.map(|line| format!("{line}\n")).collect()
}

#[test]
fn tab_completes_commands_and_moves() {
    let folder = tempfile::tempdir().expect("made");
    let mut terminal = Terminal::start(&["play", "cannon", "--ascii"], folder.path());
    terminal.sees("light> ");
    terminal.keys("hist\t\r");
    terminal.sees("nothing was played yet");
    terminal.keys("e1\t\r");
    terminal.sees("1. light e10");
    terminal.sees("dark> ");
    terminal.keys("why c\t\r");
    terminal.sees("is legal");
    // Several ways to go on are listed.
    terminal.keys("re\t\t");
    terminal.sees("redo [N]");
    terminal.gives_up("dark> ");
    terminal.leave();
}

#[test]
fn the_keyboard_asks_for_the_player_before_a_move() {
    let folder = tempfile::tempdir().expect("made");
    let mut terminal = Terminal::start(&["play", YARDS, "--seed", "1"], folder.path());
    terminal.sees("south: 4 left> ");
    terminal.line("b1-c3");
    terminal.sees("which? [1-");
    terminal.line("2");
    terminal.sees("south: 2 left> ");
    terminal.line("undo 2");
    terminal.sees("south: 4 left> ");
    terminal.line("c1-c2; c2xd2; d2-e2");
    terminal.sees("alarm in c-yard> ");
    terminal.line("end");
    terminal.sees("the alarm rings: end anyway? [y/N] ");
    terminal.line("n");
    terminal.sees("nothing was played");
    terminal.line("end");
    terminal.sees("anyway? [y/N] ");
    terminal.line("y");
    terminal.sees("north: 4 left> ");
    terminal.leave();
}

#[test]
fn hints_go_on_where_one_types_and_the_arrow_takes_them() {
    let folder = tempfile::tempdir().expect("made");
    let mut terminal = Terminal::start(&["play", "cannon"], folder.path());
    terminal.sees("light> ");
    terminal.keys("opt");
    // The rest of the word stands faint after what was typed.
    terminal
        .session
        .expect(Regex("\x1b\\[2mions"))
        .expect("a faint continuation");
    terminal.keys("\x1b[C\r");
    terminal.sees("shift-limit");
    terminal.leave();
}

#[test]
fn history_lasts_across_sessions_and_does_no_harm_where_it_cannot() {
    let folder = tempfile::tempdir().expect("made");
    let mut first = Terminal::start(&["play", "cannon"], folder.path());
    first.sees("light> ");
    first.line("result");
    first.sees("still on");
    first.leave();
    let mut second = Terminal::start(&["play", "cannon"], folder.path());
    second.sees("light> ");
    second.keys("\x1b[A\x1b[A\r");
    second.sees("still on");
    second.leave();
    // A file stands where the folder should be.
    let blocked = tempfile::tempdir().expect("made");
    std::fs::write(blocked.path().join("state"), "").expect("written");
    let mut third = Terminal::start(&["play", "cannon"], blocked.path());
    third.sees("light> ");
    third.line("result");
    third.sees("still on");
    third.leave();
}

#[test]
fn ctrl_c_gives_a_line_up_and_ctrl_d_leaves() {
    let folder = tempfile::tempdir().expect("made");
    let mut terminal = Terminal::start(&["play", "cannon", "--ascii"], folder.path());
    terminal.sees("light> ");
    terminal.keys("quit");
    terminal.gives_up("light> ");
    terminal.line("e10");
    terminal.sees("dark> ");
    terminal.line("setup");
    terminal.sees("| ");
    terminal.keys("\x03");
    terminal.sees("set-up given up");
    terminal.line("history");
    terminal.sees("1. light e10");
    terminal.sees("dark> ");
    terminal.keys("\x04");
    terminal.session.expect(Eof).expect("ended");
}

#[test]
fn a_broken_save_leaves_the_game() {
    let folder = tempfile::tempdir().expect("made");
    let save = folder.path().join("x.save");
    let mut terminal = Terminal::start(&["play", "cannon", "--ascii"], folder.path());
    terminal.sees("light> ");
    terminal.line("e10; e1");
    terminal.sees("2. dark e1");
    terminal.line(&format!("save {}", save.display()));
    terminal.sees("saved to");
    let text = std::fs::read_to_string(&save).expect("saved");
    for broken in [
        &text[..text.len() / 2],
        &text.replace("e10", "d10"),
        "",
        "{}",
        "\u{0}",
    ] {
        std::fs::write(&save, broken).expect("written");
        terminal.line(&format!("load {}", save.display()));
        terminal.sees("the save is damaged");
        terminal.sees("the game at hand goes on");
    }
    std::fs::write(&save, text).expect("written");
    terminal.line("undo");
    terminal.sees("dark> ");
    terminal.line(&format!("load {}", save.display()));
    terminal.sees("2. dark e1");
    terminal.sees("light> ");
    terminal.leave();
}

#[test]
fn colour_is_for_terminals_that_want_it() {
    let folder = tempfile::tempdir().expect("made");
    let colours = |command: Command| {
        let mut session = Session::spawn(command).expect("spawned");
        session.set_expect_timeout(Some(crate::terminal::PATIENCE));
        let shown = session.expect("light> ").expect("a prompt");
        let shown = shown.before().to_vec();
        session.send("\x04").expect("sent");
        session.expect(Eof).expect("ended");
        shown
            .windows(3)
            .any(|w| w.starts_with(b"\x1b[9") || w == b"\x1b[1")
    };
    assert!(colours(linstock(&["play", "cannon"], folder.path())));
    assert!(!colours(linstock(
        &["play", "cannon", "--ascii"],
        folder.path()
    )));
    let mut uncoloured = linstock(&["play", "cannon"], folder.path());
    uncoloured.env("NO_COLOR", "1");
    assert!(!colours(uncoloured));
}

#[test]
fn an_outcome_of_chance_is_explained_where_chance_was_asked() {
    let told = transcript(&["play", "pig", "--seed", "1"], "roll\nexplain\nclauses\n");
    assert!(told.contains("1. ann `roll`, then chance `5`\n"), "{told}");
    // There is no board; a line about the game has changed.
    assert!(told.contains("\n  5 points in this turn\n"), "{told}");
    assert!(!told.contains("it is not for chance"), "{told}");
}

#[test]
fn a_refusal_is_said_once_and_tells_whose_turn_it_is() {
    let told = transcript(
        &["play", "cannon", "--ascii"],
        "b10; c10\nc3\nb10\nc1\nb7\nd10\n",
    );
    let answer = |command: &str| {
        let (_, rest) = told.split_once(command).expect("it was typed");
        rest.split("> ").next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        answer("> b10; c10\n"),
        "after `b10` it is the turn of dark\n`c10` is not legal: that is the enemy's back row (CA-07)\nnone of the moves was played\nlight"
    );
    assert_eq!(
        answer("> c3\n"),
        "`c3` is not legal: a Town must stand in its owner's back row (CA-06)\n`c3` is a point of the board\n  there now: soldier (dark)\nlight"
    );
    // A point that is no move now is looked up.
    assert_eq!(
        answer("> b7\n"),
        "`b7` is a point of the board\n  there now: soldier (light)\n  legal moves with it (3): `b7-a6`, `b7-b6`, `b7-c6`\nlight"
    );
    assert_eq!(
        answer("> d10\n"),
        "`d10` is a point of the board\n  there now: nothing\n  legal moves with it (1): `d7-d10`\nlight"
    );
}

#[test]
fn what_is_typed_at_a_question_and_is_no_answer_is_told() {
    let script = "rest\nundo\nrest\nhistory\n";
    let told = transcript(&["play", RACE, "--seed", "5"], script);
    let said = "that was a yes-or-no question, and `rest` was read as no; type it again if you want it\nnothing was taken back";
    assert!(told.contains(said), "{told}");
}

#[test]
fn what_decided_something_is_told_with_its_place() {
    let script = "clauses\nexplain\nb10\nc1\nb7-b6\nexplain\nclauses\nclause\nclause B6\nclause CB-88\nclause ca-12\nredo\n";
    let told = transcript(&["play", "cannon", "--seed", "1", "--ascii"], script);
    let after = |command: &str, text: &str| {
        let from = told
            .find(command)
            .unwrap_or_else(|| panic!("{command}: {told}"));
        let part = &told[from..];
        assert!(part.contains(text), "{text}: {part}");
    };
    after("> clauses", "0 clauses decided something so far");
    after("> explain", "nobody has chosen anything yet");
    after("b7-b6\n", "3. light `b7-b6`\n");
    after("b7-b6\n", "  CA-12  ");
    after("> clause\n", "`clause` needs the name of a clause");
    after("> clause B6", "`B6` decided nothing in this game so far");
    after("> clause CB-88", "there is no clause `CB-88` in `cannon`");
    after(
        "> clause ca-12",
        "it decided something first at move 3: light `b7-b6`",
    );
    after("> redo", "3. light b7-b6");
}

#[test]
fn what_one_line_has_played_is_told_move_by_move() {
    let script = "march; j1-k1\nk1-l2-l3\nl3-k4\nquit\n";
    let told = transcript(&["play", "cannon-ball", "--seed", "5"], script);
    assert!(
        told.contains("\nso far: chance spin 12; chance spin 9\n\n"),
        "{told}"
    );
    assert!(told.contains("\nsouth march; south j1-k1\n\n"), "{told}");
    assert!(told.contains("\nsouth k1-l2; south l2-l3\n\n"), "{told}");
    // One move stands below the table.
    assert!(!told.contains("\nsouth l3-k4\n"), "{told}");
}

/// It is Dark who asks, and the end that was tested is that of Light's turn.
#[test]
fn why_a_game_goes_on_is_told_by_the_names_of_the_sides() {
    let script = "b10\ne1\nb7-b6\nwhy over\nquit\n";
    let told = transcript(&["play", "cannon", "--seed", "1", "--ascii"], script);
    let (_, answer) = told.split_once("> why over\n").expect("it was typed");
    assert!(answer.contains("a dark town stands on e1"), "{answer}");
}

#[test]
fn why_a_game_is_over_is_told_by_the_clauses_of_its_end() {
    let script = "b10\nb1\nrandom 3000\nwhy over\nquit\n";
    let told = transcript(&["play", "cannon", "--seed", "1", "--ascii"], script);
    let (_, answer) = told.split_once("> why over\n").expect("it was typed");
    assert!(answer.contains("the Town has fallen (CA-"), "{answer}");
    assert!(answer.contains("\n  CA-22  "), "{answer}");
    // How the piece moved that took it is another matter, which `explain` tells.
    for other in ["CA-10", "CA-11", "CA-12", "CA-13", "CA-18"] {
        assert!(!answer.contains(&format!("\n  {other}  ")), "{answer}");
    }
}

#[test]
fn explain_names_the_cards_that_moved_and_whether_a_roll_hit() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/it/questions/cannon-buster.scn"
    );
    let explained = |title: &str, seed: &str, moves: &str| {
        let args = ["play", "--scenario", file, title, "--seed", seed];
        let told = transcript(&args, &format!("{moves}\nexplain\n"));
        let (_, answer) = told.rsplit_once("> explain\n").expect("it was typed");
        answer.to_owned()
    };
    let thief = "tokens of Cannon Thief and Destroyer";
    let stolen = explained(thief, "1", "use cannon-thief b power-cannon");
    assert!(
        stolen.contains("\n  power-cannon: from area of b to area of a\n"),
        "{stolen}"
    );
    // Of the seeds, one gives a roll that hits a card of somebody, and another one a miss.
    let shots: Vec<String> = (1..10)
        .map(|seed| explained("a normal cannon", &seed.to_string(), "fire normal-cannon"))
        .collect();
    let missed = shots
        .iter()
        .find(|told| told.contains("no other player has a "));
    let missed = missed.expect("a miss");
    let rolled = missed.lines().next().expect("a line");
    let (_, roll) = rolled.rsplit_once("then chance ").expect("a roll");
    assert!(
        missed.contains(&format!("  after {roll}, no other player has a ")),
        "{missed}"
    );
    let hit = explained("a normal cannon", "2", "fire normal-cannon\nhit b");
    assert!(
        hit.contains("\n  merchant: from area of b to discards\n  BU-49"),
        "{hit}"
    );
    assert!(!hit.contains("BU-57"), "{hit}");
    assert!(!hit.contains("no other player has"), "{hit}");
}

#[test]
fn a_move_is_explained_by_what_decided_it() {
    let given = "given at march, south to move { moves = 6;  a1 -> c12;  b1 -> c11;  m23 -> f13 }";
    let script = format!("setup\n{given}\n\nc12-d12; c11-d11\nexplain\nquit\n");
    let told = transcript(&["play", "cannon-ball", "--seed", "5"], &script);
    let (_, answer) = told.rsplit_once("> explain\n").expect("it was typed");
    assert!(answer.contains("\n  CB-63  "), "{answer}");
    // One man was there, and no cannon: no other line of the table, and nothing of what there is in the box.
    for other in ["CB-02", "CB-67", "CB-68", "CB-69", "CB-70"] {
        assert!(!answer.contains(&format!("\n  {other}  ")), "{answer}");
    }
}

#[test]
fn a_byte_that_is_no_character_does_not_end_the_game() {
    let folder = tempfile::tempdir().expect("made");
    let mut terminal = Terminal::start(&["play", "cannon"], folder.path());
    terminal.sees("light> ");
    terminal.line("b10");
    terminal.sees("dark> ");
    for bytes in [&b"\xe9\r"[..], b"x\xffc1\r", b"\xc3"] {
        terminal.bytes(bytes);
        if bytes.len() == 1 {
            terminal.keys("\r");
        }
        terminal.sees("it has a byte that is no UTF-8");
        terminal.sees("dark> ");
    }
    terminal.line("history");
    terminal.sees("1. light b10");
    terminal.leave();
}

#[test]
fn a_line_that_is_too_long_is_not_read_and_the_next_is() {
    let long = "x".repeat(3 << 20);
    let said = transcript(&["play", "cannon"], &format!("{long}\nb10\nhistory\n"));
    assert!(
        said.contains("this line was not read: it has more than 64 KiB"),
        "{said}"
    );
    assert!(
        said.contains("1. light b10") && said.len() < 1 << 16,
        "{}",
        said.len()
    );
}

#[test]
fn a_dumb_terminal_gets_no_escapes_and_ctrl_c_gives_a_line_up() {
    for kind in ["dumb", "DUMB", "emacs"] {
        let folder = tempfile::tempdir().expect("made");
        let mut terminal = Terminal::start_as(kind, &["play", "cannon"], folder.path());
        terminal.sees("light> ");
        terminal.keys("b1");
        terminal.keys("\x03");
        terminal.sees("light> ");
        terminal.keys("b10\n");
        terminal.sees("dark> ");
        terminal.keys("quit\n");
        let rest = terminal.rest();
        assert!(rest.contains("this game is kept"), "{kind}: {rest}");
        assert!(!rest.contains('\x1b'), "{kind}: {rest:?}");
    }
}

/// Such a terminal takes escape sequences, so the table of one player is cleared from it before the next sits down.
#[test]
fn a_terminal_without_a_name_is_cleared_between_players() {
    let folder = tempfile::tempdir().expect("made");
    let args = ["play", "kuhn-poker", "--hot-seat", "--seed", "1"];
    let mut terminal = Terminal::start_as("", &args, folder.path());
    terminal.sees("\x1b[2J");
    terminal.sees("sit down");
    terminal.keys("\r");
    terminal.sees("> ");
    terminal.leave();
}
