//! Rules that once made the program panic, hang, lose something or say nothing: what somebody reported, as it was written.

use crate::fixture_files;
use crate::protocol::Engine;
use crate::terminal::{linstock, transcript};
use linstock::{Choices, Fault, Rules, Session, Setup, Sources, Style, Turn};
use std::fs;
use std::path::{Path, PathBuf};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/fixtures/reported");

/// A game with the scripts that stand beside it.
fn sources(path: &Path) -> Sources {
    let mut sources = Sources::new();
    let name = path.file_name().expect("a name").to_string_lossy();
    sources.add(&*name, fs::read_to_string(path).expect("a text"));
    let beside = fs::read_dir(path.parent().expect("a folder")).expect("a folder");
    for script in beside.map(|entry| entry.expect("a file").path()) {
        if script.extension().is_some_and(|kind| kind == "rhai") {
            let name = script.file_name().expect("a name").to_string_lossy();
            sources.add(&*name, fs::read_to_string(&script).expect("a text"));
        }
    }
    sources
}

/// Every game that was reported.
fn reported() -> Vec<PathBuf> {
    let mut folders: Vec<_> = fs::read_dir(FOLDER).expect("a folder").collect();
    folders.sort_by_key(|entry| entry.as_ref().expect("an entry").file_name());
    let games = folders.into_iter().flat_map(|entry| {
        let name = entry.expect("an entry").file_name();
        let folder = format!("reported/{}", name.to_string_lossy());
        fixture_files::in_folder(&folder, &["game"])
    });
    games.collect()
}

/// Plays some moves, another one of the list each time.
fn played(rules: &Rules) -> Result<usize, Fault> {
    let mut position = rules.start()?;
    for ply in 0..40 {
        let Turn::Players(who) = rules.turn(&position) else {
            return Ok(ply);
        };
        let moves = rules.moves(&position, who[0])?;
        assert!(!moves.is_empty(), "somebody is asked and has no move");
        position = rules.play(&position, moves[ply * 7 % moves.len()])?;
    }
    Ok(40)
}

/// What a message must not say, whatever is wrong.
const HELPLESS: [&str; 3] = ["report it", "cannot be understood", "better message"];

#[test]
fn what_was_reported_is_told_with_its_place_or_plays() {
    let (mut wrong, mut clean, mut faults) = (0, 0, Vec::new());
    for path in reported() {
        let sources = sources(&path);
        let (rules, found) = Rules::check(&sources, &Choices::default());
        let text = found.render(&sources, Style::Plain);
        let placeless = found.iter().any(|found| {
            let text = found.span.map(|span| {
                let text = &sources.get(span.file).text;
                text.get(span.start as usize..span.end as usize).is_some()
            });
            text != Some(true)
        });
        if placeless || HELPLESS.iter().any(|word| text.contains(word)) {
            faults.push(text);
        }
        match rules {
            None => {
                wrong += 1;
                assert!(
                    found.has_errors(),
                    "{}: no mistake is reported",
                    path.display()
                );
            }
            Some(rules) => {
                clean += 1;
                if played(&rules).is_err() {
                    // Only play shows it: `check` plays, and says where.
                    let said = said(&["check", path.to_str().expect("text")]);
                    assert!(said.contains("found in some random games"), "{said}");
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    assert!(wrong > 60 && clean > 15, "{wrong} wrong, {clean} clean");
}

/// What the program prints.
fn said(args: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("made");
    let output = linstock(args, folder.path()).output().expect("run");
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8(text).expect("text")
}

fn moves_of(game: &str) -> Vec<String> {
    let rules = Rules::load(&sources(&Path::new(FOLDER).join(game)), &Choices::default());
    let rules = rules.expect("no mistakes");
    let position = rules.start().expect("it starts");
    let Turn::Players(who) = rules.turn(&position) else {
        panic!("nobody chooses");
    };
    let moves = rules.moves(&position, who[0]).expect("a list");
    let mut texts: Vec<_> = moves.iter().map(|mv| rules.text(&position, *mv)).collect();
    texts.sort();
    texts
}

/// Once it was clean, and the score could not be worked out when the game was over.
#[test]
fn a_score_that_is_too_large_is_told_where_it_stands() {
    let sources = sources(&Path::new(FOLDER).join("bug-panic-score/panic.game"));
    let (rules, found) = Rules::check(&sources, &Choices::default());
    let told = found.render(&sources, Style::Plain);
    assert!(rules.is_none(), "{told}");
    assert!(
        told.contains("sets of points to work out for this"),
        "{told}"
    );
    let place = found.iter().find_map(|found| found.span).expect("a place");
    let before = &sources.get(place.file).text[..place.start as usize];
    assert!(before.ends_with("score of p = "), "{told}");
}

#[test]
fn a_distance_holds_for_its_own_direction_alone() {
    let moves = moves_of("bug-distance-dropped/bug-distance-dropped.game");
    assert_eq!(moves, ["b1-b3", "b1-c1"]);
}

#[test]
fn perft_counts_as_many_moves_as_are_listed() {
    for game in ["bug-perft-same-text", "one"] {
        let path = format!("{FOLDER}/bug-perft-same-text/{game}.game");
        let json = |args: &[&str]| -> serde_json::Value {
            serde_json::from_str(&said(args)).expect("JSON")
        };
        let counted = json(&["perft", &path, "--depth", "1", "--json"]);
        let listed = json(&["moves", &path, "--json"]);
        let listed = listed["moves"].as_array().expect("a list");
        assert!(!listed.is_empty(), "{game}");
        assert_eq!(counted["perft"][0], listed.len(), "{game}");
    }
}

#[test]
fn nobody_is_told_to_be_none() {
    let game = Path::new(FOLDER).join("errors/nobody.game");
    let sources = sources(&game);
    let (_, found) = Rules::check(&sources, &Choices::default());
    let text = found.render(&sources, Style::Plain);
    assert!(text.contains("write `none` for no player"), "{text}");
}

/// A card that only its owner sees, and a script that fails and tells it.
const TOLD: &str = r#"game told "Told"
players ann, bob
list card { king; queen }
zone deck { holds each card; hidden }
zone hand of player { holds card; seen by owner }
remember { turns = 0, hidden }
script "told.rhai" { tell() changes turns }
move deal "deal {me} {k}" { k in deck; seen by me; k: deck -> hand of me }
move go "go" { script tell() }
move rest "rest" { }
play {
  each player { ask chance: deal }
  repeat 20 times { each player { ask me: go, rest } }
}
"#;
const TELL: &str = "fn tell(pos, fx) {
  let held = if pos.copies(\"king\", \"hand\", \"bob\") == 1 { \"king\" } else { \"queen\" };
  throw `bob holds a ${held}`;
}
";

#[test]
fn a_script_that_fails_tells_no_player_what_is_hidden() {
    let folder = tempfile::tempdir().expect("made");
    let game = folder.path().join("told.game");
    fs::write(&game, TOLD).expect("written");
    fs::write(folder.path().join("told.rhai"), TELL).expect("written");
    let mut engine = Engine::start();
    engine.done(&format!(r#"{{"cmd":"new","game":{game:?},"seed":1}}"#));
    let to_ann = engine.raw(br#"{"cmd":"play","as":"ann","moves":["go"]}"#);
    let to_table = engine.raw(br#"{"cmd":"play","moves":["go"]}"#);
    assert!(to_table.contains("bob holds a queen"), "{to_table}");
    let path = game.to_str().expect("text");
    let at_keyboard = transcript(
        &["play", path, "--hot-seat", "--seed", "1"],
        "go\nrandom 1\nrest\n",
    );
    assert_eq!(
        at_keyboard.matches("a rule failed").count(),
        2,
        "{at_keyboard}"
    );
    for told in [&to_ann, &at_keyboard] {
        assert!(told.contains("a rule failed"), "{told}");
        assert!(told.contains("told.game:9"), "{told}");
        // The text of the script names both cards; what it said names bob.
        assert!(!told.contains("bob holds"), "{told}");
    }
    assert!(!to_ann.contains("queen"), "{to_ann}");
}

/// Three points in a row, where a step upwards leads nowhere: what a refusal offers was `b1-b1` once.
#[test]
fn what_a_refusal_offers_is_legal_now() {
    let game = "bug-perft-same-text/bug-perft-same-text.game";
    let legal = moves_of(game);
    let rules = Rules::load(&sources(&Path::new(FOLDER).join(game)), &Choices::default());
    let rules = std::sync::Arc::new(rules.expect("no mistakes"));
    let mut session = Session::begin(rules, Setup::default()).expect("it begins");
    let asked = [
        session.play(&["nonsense".into()]).expect_err("no move"),
        session.why(None, "nonsense").expect_err("no move"),
    ];
    for refusal in asked.map(|refusal| refusal.to_string()) {
        let offered: Vec<_> = refusal.split('`').skip(1).step_by(2).collect();
        assert!(!offered.is_empty(), "{refusal}");
        let all = offered.iter().all(|text| legal.iter().any(|l| l == text));
        assert!(all, "{refusal}: of {legal:?}");
    }
}

/// A win that falls to nobody is a draw, and says so.
#[test]
fn a_win_for_nobody_is_told_as_such() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("nobody.game");
    let rules = "game nobody \"Nobody\"\nplayers ann, bob\nremember { best = none }\nmove finish \"finish\" { }\n\
                 play { ask ann: finish; win best }\n";
    fs::write(&game, rules).expect("written");
    let told = transcript(&["play", game.to_str().expect("text")], "finish\nresult\n");
    assert!(told.contains("a draw: nobody has won"), "{told}");
    assert!(!told.contains("the game is won"), "{told}");
}

/// A secret of a player may be stored where the same player alone sees it, whatever the rules call this player.
#[test]
fn what_a_player_knows_may_be_remembered_for_this_player() {
    let game = |swap: &str| {
        format!(
            r#"game own "Own"
players ann, ben
list place (number) {{ one 1; two 2 }}
list card {{ a; b; c; d }}
zone deck {{ holds each card; hidden }}
zone hand of player {{ holds card; seen by owner }}
remember {{ lies of player of place = none : card, seen by owner }}
move deal "deal {{me}} {{k}}" {{ k in deck; seen by me; k: deck -> hand of me; lies of me of one = k }}
move swap "swap" {{ {swap} }}
play {{ each player {{ ask chance: deal }}; repeat 3 times {{ each player {{ ask me: swap }} }} ; draw "end" }}
"#
        )
    };
    let load = |swap: &str| {
        let sources = Sources::from([("own.game", game(swap))]);
        Rules::load(&sources, &Choices::default())
    };
    for own in [
        "lies of me of two = lies of me of one",
        "lies of opponent of two = lies of opponent of one",
        "for p in others { lies of p of two = lies of p of one }",
    ] {
        assert!(load(own).is_ok(), "{own}");
    }
    for other in [
        "lies of opponent of two = lies of me of one",
        "lies of me of two = lies of opponent of one",
        "for p in others { lies of p of two = lies of me of one }",
    ] {
        let found = load(other).expect_err("a leak");
        let codes: Vec<String> = found.iter().map(|d| d.code.to_string()).collect();
        assert_eq!(codes, ["E0803"], "{other}");
    }
}

/// A fault of a condition after a move names the move and its line, not the question that lists it.
#[test]
fn a_fault_in_the_trial_of_a_move_names_the_move() {
    let place = tempfile::tempdir().expect("made");
    let path = place.path().join("trial.game");
    let game = r#"game trial "Trial"
players white, black
board 3 x 3
piece stone "s"
move put "{here}" {
  here in empty
  leaves 6 / (count own - 2) < 99 else "not there"
  stone: box -> here
}
play { repeat each player { ask me: put otherwise draw "full" } }
"#;
    fs::write(&path, game).expect("written");
    let path = path.to_string_lossy().into_owned();
    let told = transcript(&["play", &path], "a1\nb1\na2\n");
    let fault = "in the trial of the `leaves` of `put`: 6 is divided by 0";
    assert!(told.contains(fault), "{told}");
    assert!(told.contains("trial.game:7"), "{told}");
}
