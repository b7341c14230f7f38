//! Beginning games.

use super::{Engine, check};
use serde_json::json;

#[test]
fn new_begins_a_game_or_says_why_not() {
    check(
        r#"
        > {"cmd":"new","game":"cannon"}
        < {"ok":true,"game":"cannon","players":["light","dark"],"variants":[],"chance":"auto","ply":0}
        < {"to_move":["light"],"phase":"placement","over":false,"hash":"text","seed":"number","events":[]}
        < {"options":{"first":"light","shot-over":"yes","shift-limit":"none","repetition":"none"}}
        > {"cmd":"new","game":"cannon","players":2,"seed":18446744073709551615,"chance":"manual"}
        < {"ok":true,"seed":18446744073709551615,"chance":"manual"}
        > {"cmd":"new","game":"cannon","options":{"shift-limit":3,"shot-over":false,"town-triggers-retreat":"true"}}
        < {"options":{"shift-limit":"3","shot-over":"no","town-triggers-retreat":"yes"}}
        > {"cmd":"new","game":"cannon","options":{"shift-limit":"03"}}
        < {"options":{"shift-limit":"3"}}
        > {"cmd":"new","game":"cannon-de"}
        < {"game":"cannon-de","players":["black","white"],"to_move":["black"]}

        # Failures leave the game as it was.
        > {"cmd":"new","game":"canon"}
        < {"error":{"code":"unknown-game"}}
        > {"cmd":"new","game":""}
        < {"error":{"code":"unknown-game"}}
        > {"cmd":"new","game":"./nowhere"}
        < {"error":{"code":"unknown-game"}}
        > {"cmd":"new","game":"src/lib.rs"}
        < {"error":{"code":"unknown-game"}}
        > {"cmd":"new","game":"cannon","players":3}
        < {"error":{"code":"bad-option"}}
        > {"cmd":"new","game":"cannon","players":0}
        < {"error":{"code":"bad-option"}}
        > {"cmd":"new","game":"cannon","players":-1}
        < {"error":{"code":"bad-option"}}
        > {"cmd":"new","game":"cannon","players":99999999999999999999999999999999999999999999}
        < {"error":{"code":"bad-option"}}
        > {"cmd":"new","game":"cannon","options":{"shot-ovr":"no"}}
        < {"error":{"code":"bad-option"}}
        > {"cmd":"new","game":"cannon","options":{"shift-limit":100}}
        < {"error":{"code":"bad-option"}}
        > {"cmd":"new","game":"cannon","options":{"shift-limit":3.0}}
        < {"error":{"code":"bad-option"}}
        > {"cmd":"new","game":"cannon","options":{"shift-limit":1e400}}
        < {"error":{"code":"bad-option"}}
        > {"cmd":"new","game":"cannon","options":{"shot-over":"maybe"}}
        < {"error":{"code":"bad-option"}}
        # Who does not play cannot be first.
        > {"cmd":"new","game":"cannon-buster","options":{"first-player":"c"}}
        < {"error":{"code":"bad-option","message":"the option `first-player` cannot be `c`; `c` does not play in a game of 2: play with more players, or name another one"}}
        > {"cmd":"new","game":"cannon","variants":["long-retreat"]}
        < {"error":{"code":"bad-option"}}
        > {"cmd":"new","game":"cannon","variants":["./nowhere.game"]}
        < {"error":{"code":"bad-option"}}
        > {"cmd":"state"}
        < {"ok":true,"game":"cannon-de","ply":0}
        "#,
    );
}

#[test]
fn a_ruleset_with_mistakes_is_bad_rules() {
    let folder = tempfile::tempdir().expect("made");
    let game = folder.path().join("other.game");
    std::fs::write(
        &game,
        "game bad \"Bad\"\nplayers a, b\nplay { ask me: fly }\n",
    )
    .expect("written");
    let mut engine = Engine::start();
    for path in [folder.path(), &game] {
        let answer = engine.ask(&json!({ "cmd": "new", "game": path }).to_string());
        assert_eq!(answer["error"]["code"], "bad-rules", "{answer}");
        assert!(
            answer["error"]["message"]
                .as_str()
                .is_some_and(|m| m.contains("fly")),
            "{answer}"
        );
    }
    std::fs::write(&game, b"game bad \"\xff\"").expect("written");
    let answer = engine.ask(&json!({ "cmd": "new", "game": game }).to_string());
    assert_eq!(answer["error"]["code"], "bad-rules", "{answer}");
}

#[test]
fn games_lists_what_is_shipped() {
    let mut engine = Engine::start();
    let games = engine.done(r#"{"cmd":"games"}"#)["games"].clone();
    let names: Vec<_> = games
        .as_array()
        .into_iter()
        .flatten()
        .map(|g| g["name"].clone())
        .collect();
    assert!(
        names.contains(&json!("cannon")) && names.contains(&json!("cannon-de")),
        "{names:?}"
    );
    for game in games.as_array().into_iter().flatten() {
        assert!(
            game["title"].is_string() && game["options"].is_object() && game["variants"].is_array(),
            "{game}"
        );
        assert_eq!(game["players"].as_array().map(Vec::len), Some(2), "{game}");
        engine.done(
            &json!({ "cmd": "new", "game": game["name"], "options": game["options"] }).to_string(),
        );
    }
}

#[test]
fn the_german_edition_answers_by_its_own_clauses() {
    check(
        r#"
        > {"cmd":"new","game":"cannon-de"}
        < {"options":{"first":"black","look":"squares"}}
        > {"cmd":"why","move":"a1"}
        < {"legal":false,"clauses":["CA-08"]}
        > {"cmd":"why","move":"b1"}
        < {"legal":true,"clauses":["CA-08"]}
        > {"cmd":"why","move":"a4-a5"}
        < {"legal":false,"clauses":["CA-08"]}
        "#,
    );
    let mut engine = Engine::start();
    let mut drawn = |game: &str| {
        engine.done(&json!({ "cmd": "new", "game": game }).to_string());
        engine.done(r#"{"cmd":"view"}"#)["text"].clone()
    };
    let is_crossing =
        |text: serde_json::Value| text.as_str().is_some_and(|t| t.contains("S---+---S"));
    assert!(is_crossing(drawn("cannon")) && !is_crossing(drawn("cannon-de")));
    let games = engine.done(r#"{"cmd":"games"}"#)["games"].clone();
    let of = |name: &str| {
        let mut all = games.as_array().into_iter().flatten();
        all.find(|g| g["name"] == name).cloned().expect("shipped")
    };
    assert_eq!(of("cannon")["choices"]["first"], "light | dark");
    assert_eq!(of("cannon-de")["choices"]["first"], "black | white");
}
