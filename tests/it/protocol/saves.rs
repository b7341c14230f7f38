//! Saves.

use super::{Engine, RACE};
use serde_json::{Value, json};

#[test]
fn a_save_is_complete_and_loads() {
    let mut engine = Engine::start();
    engine.done(&format!(
        r#"{{"cmd":"new","game":"{RACE}","seed":9,"options":{{"length":15}}}}"#
    ));
    let end = engine.done(r#"{"cmd":"play","moves":["rest","walk 1"]}"#);
    let save = engine.done(r#"{"cmd":"save"}"#)["save"].clone();
    assert!(save.is_object());
    let load = json!({ "cmd": "load", "save": save }).to_string();
    for mut other in [engine, Engine::start()] {
        let loaded = other.done(&load);
        for field in ["hash", "ply", "seed", "options", "to_move"] {
            if field != "seed" {
                assert_eq!(loaded[field], end[field], "{field}");
            }
        }
        assert_eq!(loaded["seed"], 9);
        assert!(loaded["events"].is_array());
        assert_eq!(other.done(r#"{"cmd":"save"}"#)["save"], save);
        // The game goes on as it would have, and can be taken back.
        other.done(r#"{"cmd":"play","move":"rest"}"#);
        assert_eq!(other.done(r#"{"cmd":"undo","count":3}"#)["ply"], 1);
    }
}

#[test]
fn a_save_that_is_damaged_changes_nothing() {
    let mut engine = Engine::start();
    engine.done(&format!(r#"{{"cmd":"new","game":"{RACE}","seed":9}}"#));
    engine.done(r#"{"cmd":"play","moves":["rest","walk 1"]}"#);
    let save = engine.done(r#"{"cmd":"save"}"#)["save"].clone();
    let before = engine.done(r#"{"cmd":"play","move":"rest"}"#);
    let changes: &[(&str, Value)] = &[
        ("format", json!(2)),
        ("format", json!("1")),
        ("format", Value::Null),
        ("game", json!(7)),
        ("source", json!("./nowhere")),
        ("rules", json!("0000000000000000")),
        ("options", json!({})),
        ("options", json!({ "length": "15", "draws": "yes" })),
        ("variants", json!(["long"])),
        ("players", json!(3)),
        ("chance", json!("manual")),
        ("seed", json!(9.5)),
        ("chance", json!("never")),
        ("seed", json!(10)),
        ("seed", json!(-1)),
        ("moves", json!([])),
        ("moves", json!([["red", "rest"]])),
        ("moves", json!([["chance", "wind gale"], ["red", "fly"]])),
        ("moves", json!("rest")),
        ("hash", json!("0000000000000000")),
    ];
    for (field, value) in changes {
        let mut damaged = save.clone();
        damaged[*field] = value.clone();
        engine.fails(
            &json!({ "cmd": "load", "save": damaged }).to_string(),
            "bad-save",
        );
    }
    for field in [
        "format", "game", "rules", "options", "variants", "players", "chance", "seed", "moves",
        "hash", "check",
    ] {
        let mut damaged = save.clone();
        damaged.as_object_mut().expect("an object").remove(field);
        engine.fails(
            &json!({ "cmd": "load", "save": damaged }).to_string(),
            "bad-save",
        );
    }
    let state = engine.done(r#"{"cmd":"state"}"#);
    assert_eq!(
        (&state["hash"], &state["ply"]),
        (&before["hash"], &before["ply"])
    );
    let deep = format!(
        "{{\"cmd\":\"load\",\"save\":{}1{}}}",
        "{\"a\":".repeat(1000),
        "}".repeat(1000)
    );
    engine.fails(&deep, "bad-save");
}

/// The folder of saves that were written before the hash of rules was one of their canonical text.
const OLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/fixtures/saves");

fn older(name: &str) -> Value {
    let text = std::fs::read_to_string(format!("{OLDER}/{name}.json")).expect("a fixture");
    serde_json::from_str(&text).expect("a save")
}

#[test]
fn a_save_from_before_the_canonical_text_loads() {
    let name = "cannon";
    let mut engine = Engine::start();
    let save = older(name);
    let loaded = engine.done(&json!({ "cmd": "load", "save": save }).to_string());
    assert_eq!(loaded["hash"], save["hash"], "{name}");
    let moves = save["moves"].as_array().expect("moves");
    assert_eq!(loaded["ply"], moves.len(), "{name}");
    // It is written with a hash that can be compared.
    let again = engine.done(r#"{"cmd":"save"}"#)["save"].clone();
    assert_ne!(again["rules"], save["rules"], "{name}");
    assert_eq!(again["moves"], save["moves"], "{name}");
    let hash = again["rules"].as_str().expect("a text");
    assert_eq!(hash.split_once(':').map(|(version, _)| version), Some("1"));
    engine.done(&json!({ "cmd": "load", "save": again }).to_string());
}

#[test]
fn an_older_save_whose_position_is_another_now_is_refused_in_a_sentence() {
    // The rules of these games remember more since.
    for name in ["cannon-buster", "cannon-ball"] {
        let save = older(name);
        let answer = Engine::start().ask(&json!({ "cmd": "load", "save": save }).to_string());
        assert_eq!(answer["error"]["code"], "bad-save", "{name}");
        let message = answer["error"]["message"].as_str().expect("a text");
        assert!(
            message.contains("its moves lead to another position than it says"),
            "{message}"
        );
    }
}

#[test]
fn an_older_save_under_rules_that_differ_is_refused_in_a_sentence() {
    // Where it was written, a player could walk three steps.
    let save = older("race-with-longer-walks");
    assert_eq!(save["source"], RACE);
    let answer = Engine::start().ask(&json!({ "cmd": "load", "save": save }).to_string());
    assert_eq!(answer["error"]["code"], "bad-save");
    let message = answer["error"]["message"].as_str().expect("a text");
    assert_eq!(
        message,
        "the save was written by another version of Linstock, under rules of `race` that differ from today's: move 4, \
         `blue walk 3`: `walk 3` is not legal: 3 is not from 1 to 2 (RA-1); play it with the version that wrote it"
    );
}

/// A save is read within bounds, so that a long line cannot fill the memory.
#[test]
fn a_save_has_a_million_moves_and_little_beside_them() {
    let mut engine = Engine::start();
    engine.done(r#"{"cmd":"new","game":"examples/tic-tac-toe"}"#);
    let save = engine.done(r#"{"cmd":"save"}"#)["save"].to_string();
    let mut told = |changed: String| {
        let answer = engine.ask(&format!("{{\"cmd\":\"load\",\"save\":{changed}}}"));
        assert_eq!(answer["error"]["code"], "bad-save");
        answer["error"]["message"]
            .as_str()
            .expect("text")
            .to_owned()
    };
    let pairs = |count: usize| vec![r#"["x","a1"]"#; count].join(",");
    let moves = |count| save.replace("\"moves\":[]", &format!("\"moves\":[{}]", pairs(count)));
    assert!(told(moves(1_000_000)).contains("it was changed"));
    let said = told(moves(1_000_001));
    assert!(said.contains("more than 1000000 moves"), "{said}");
    let many: Vec<_> = (0..200_000).map(|i| format!("\"v{i}\"")).collect();
    let variants = format!("\"variants\":[{}]", many.join(","));
    let said = told(save.replace("\"variants\":[]", &variants));
    assert!(said.contains("more than 1 MiB"), "{said}");
}

/// A game that is played with a variant has the name of the variant, which is no ruleset.
#[test]
fn a_save_of_a_shipped_variant_loads_in_another_process() {
    let mut engine = Engine::start();
    let games = engine.done(r#"{"cmd":"games"}"#)["games"].clone();
    let games = games.as_array().expect("a list").iter();
    let with_variant = games.filter_map(|game| Some((game, game["variants"].as_array()?.last()?)));
    let mut tried = 0;
    for (game, variant) in with_variant.step_by(linstock_testing::games::one_of(6)) {
        let game = game["name"].as_str().expect("a name");
        let new = json!({ "cmd": "new", "game": game, "variants": [variant], "seed": 1 });
        engine.done(&new.to_string());
        let save = engine.done(r#"{"cmd":"save"}"#)["save"].clone();
        let state = engine.done(r#"{"cmd":"state"}"#);
        let loaded = Engine::start().done(&json!({ "cmd": "load", "save": save }).to_string());
        assert_eq!(loaded["hash"], state["hash"], "{game} with {variant}");
        tried += 1;
    }
    assert!(tried > 3, "{tried}");
}
