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
