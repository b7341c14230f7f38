//! Moves, errors, reasons, views and results.

use super::{Engine, check};
use serde_json::json;

#[test]
fn moves_are_sorted_texts_and_play_plays_them() {
    check(
        r#"
        > {"cmd":"new","game":"cannon"}
        > {"cmd":"moves"}
        < {"ok":true,"moves":["b10","c10","d10","e10","f10","g10","h10","i10"]}
        > {"cmd":"moves","as":"light"}
        < {"moves":["b10","c10","d10","e10","f10","g10","h10","i10"]}
        > {"cmd":"moves","as":"dark"}
        < {"ok":true,"moves":[]}
        > {"cmd":"moves","as":"chance"}
        < {"ok":true,"moves":[]}
        > {"cmd":"moves","as":"nobody"}
        < {"error":{"code":"bad-request"}}
        > {"cmd":"play","move":"e10"}
        < {"ok":true,"ply":1,"to_move":["dark"],"events":[{"event":"move","player":"light","move":"e10"}]}
        > {"cmd":"play","moves":[{"as":"dark","move":"e1"},{"as":"light","move":"b9-a8"}]}
        < {"ok":true,"ply":3,"to_move":["dark"],"phase":"battle","events":[{"move":"e1"},{"move":"b9-a8"}]}
        > {"cmd":"play","move":{"as":"dark","move":"  C4 -\t D5 "}}
        < {"ok":true,"ply":4,"events":[{"event":"move","player":"dark","move":"c4-d5"}]}
        > {"cmd":"history"}
        < {"moves":["e10","e1","b9-a8","c4-d5"],"players":["light","dark","light","dark"]}
        > {"cmd":"history","as":"light"}
        < {"moves":["e10","e1","b9-a8","c4-d5"],"players":["light","dark","light","dark"]}
        "#,
    );
}

#[test]
fn errors_are_looked_for_in_order_and_change_nothing() {
    check(
        r#"
        > {"cmd":"new","game":"cannon"}
        > {"cmd":"play","moves":["e10","e1"]}
        > {"cmd":"play","move":"nonsense","as":"nobody"}
        < {"error":{"code":"bad-request"}}
        > {"cmd":"play","moves":["b9-a8",{"as":"nobody","move":"c4-d5"}]}
        < {"error":{"code":"bad-request"}}
        > {"cmd":"play","move":"nonsense"}
        < {"error":{"code":"bad-move","message":"text"}}
        > {"cmd":"play","move":""}
        < {"error":{"code":"bad-move"}}
        > {"cmd":"play","move":"a4-a11"}
        < {"error":{"code":"bad-move"}}
        > {"cmd":"play","move":"a0-a1"}
        < {"error":{"code":"bad-move"}}
        > {"cmd":"play","move":"a4a5"}
        < {"error":{"code":"bad-move"}}
        > {"cmd":"play","move":"a04-a5"}
        < {"error":{"code":"bad-move"}}
        > {"cmd":"play","move":"a4-a5"}
        < {"error":{"code":"illegal-move","message":"text"}}
        > {"cmd":"play","move":"e10"}
        < {"error":{"code":"illegal-move"}}
        > {"cmd":"play","move":"xa1"}
        < {"error":{"code":"illegal-move"}}
        > {"cmd":"play","move":"b9-a8","as":"dark"}
        < {"error":{"code":"illegal-move"}}
        > {"cmd":"play","move":"b9-a8","as":"chance"}
        < {"error":{"code":"illegal-move"}}
        > {"cmd":"play","move":"nonsense","as":"dark"}
        < {"error":{"code":"bad-move"}}

        # Several moves: all or none, and a move that cannot be read is reported before an illegal one.
        > {"cmd":"play","moves":["b9-a8","a4-a9"]}
        < {"error":{"code":"illegal-move"}}
        > {"cmd":"play","moves":["b9-a8","nonsense"]}
        < {"error":{"code":"bad-move"}}
        > {"cmd":"play","moves":["b9-a9","nonsense"]}
        < {"error":{"code":"bad-move"}}
        > {"cmd":"state"}
        < {"ply":2,"to_move":["light"]}
        "#,
    );
}

#[test]
fn after_the_end_there_are_no_moves() {
    check(
        r#"
        > {"cmd":"new","game":"examples/tic-tac-toe"}
        < {"game":"tic-tac-toe","phase":"","players":["x","o"]}
        > {"cmd":"result"}
        < {"ok":true,"over":false,"winners":[],"reason":"text","scores":{},"clauses":[]}
        > {"cmd":"play","moves":["a1","b1","a2","b2","a3"]}
        < {"over":true,"to_move":[],"ply":5}
        < {"events":["*","*","*","*",{"event":"move","player":"x","move":"a3"},{"event":"over","winners":["x"]}]}
        > {"cmd":"moves"}
        < {"ok":true,"moves":[]}
        > {"cmd":"moves","as":"o"}
        < {"ok":true,"moves":[]}
        > {"cmd":"play","move":"c3"}
        < {"error":{"code":"game-over"}}
        > {"cmd":"play","move":"nonsense"}
        < {"error":{"code":"game-over"}}
        > {"cmd":"play","move":"c3","as":"nobody"}
        < {"error":{"code":"bad-request"}}
        > {"cmd":"why","move":"c3"}
        < {"ok":true,"legal":false,"reason":"text","clauses":"*"}
        > {"cmd":"why","move":"nonsense"}
        < {"error":{"code":"bad-move"}}
        > {"cmd":"result"}
        < {"ok":true,"over":true,"winners":["x"],"reason":"three in a row","scores":{}}
        > {"cmd":"undo"}
        < {"ok":true,"over":false,"to_move":["x"],"ply":4}
        > {"cmd":"play","moves":["a3","c3"]}
        < {"error":{"code":"game-over"}}
        > {"cmd":"state"}
        < {"ply":4,"over":false}
        > {"cmd":"play","moves":["c1","a3","c2","c3","b3","a1"]}
        < {"error":{"code":"game-over"}}
        "#,
    );
}

#[test]
fn why_explains_for_each_viewer() {
    check(
        r#"
        > {"cmd":"new","game":"cannon"}
        > {"cmd":"why","move":"e10"}
        < {"ok":true,"legal":true,"reason":"text","clauses":"*"}
        > {"cmd":"why","move":"a10"}
        < {"ok":true,"legal":false}
        > {"cmd":"why","move":"e10","as":"dark"}
        < {"ok":true,"legal":false,"reason":"text"}
        > {"cmd":"why","move":"e10","as":"nobody"}
        < {"error":{"code":"bad-request"}}
        > {"cmd":"why","move":"nonsense","as":"dark"}
        < {"error":{"code":"bad-move"}}
        > {"cmd":"play","moves":["e10","e1"]}
        > {"cmd":"why","move":"b9-b7"}
        < {"ok":true,"legal":false,"clauses":"*"}
        "#,
    );
}

#[test]
fn view_is_text_and_json() {
    check(
        r#"
        > {"cmd":"new","game":"cannon"}
        > {"cmd":"play","move":"e10"}
        > {"cmd":"view"}
        < {"ok":true,"text":"text","view":{"to_move":["dark"],"phase":"placement"}}
        > {"cmd":"view","as":"dark"}
        < {"ok":true,"text":"text","view":"*"}
        > {"cmd":"view","as":"nobody"}
        < {"error":{"code":"bad-request"}}
        "#,
    );
}

#[test]
fn equal_positions_have_equal_hashes() {
    let mut engine = Engine::start();
    engine.done(r#"{"cmd":"new","game":"cannon","seed":1}"#);
    let one = engine.done(r#"{"cmd":"play","moves":["e10","e1","b9-a8","a4-b5","d9-c8","c4-d5"]}"#);
    engine.done(r#"{"cmd":"new","game":"cannon","seed":2,"chance":"manual"}"#);
    let other =
        engine.done(r#"{"cmd":"play","moves":["e10","e1","d9-c8","c4-d5","b9-a8","a4-b5"]}"#);
    assert_eq!(one["hash"], other["hash"]);
    assert_ne!(engine.done(r#"{"cmd":"undo"}"#)["hash"], one["hash"]);
    let hash = one["hash"].as_str().unwrap_or_default();
    assert!(
        hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()),
        "{hash}"
    );
}

/// A count of shifts that nothing can read any more is no part of the position.
#[test]
fn the_count_of_a_cannon_that_is_no_more_is_no_part_of_the_position() {
    let mut engine = Engine::start();
    let mut after = |moves: &[&str]| {
        engine.done(r#"{"cmd":"new","game":"cannon","options":{"shift-limit":3}}"#);
        let play = json!({ "cmd": "play", "moves": moves }).to_string();
        engine.done(&play)["hash"].clone()
    };
    let late = ["e10", "e1", "b7-b6", "i4-j5", "j9-i8", "a2-a5", "b6xa5"];
    let soon = ["e10", "e1", "b7-b6", "a2-a5", "j9-i8", "i4-j5", "b6xa5"];
    assert_ne!(after(&late[..6]), after(&soon[..6]));
    assert_eq!(after(&late), after(&soon));
}

#[test]
fn a_rule_that_fails_is_told_with_its_place_and_changes_nothing() {
    let mut engine = Engine::start();
    engine.done(r#"{"cmd":"new","game":"tests/it/fixtures/clash/clash.game"}"#);
    let before = engine.done(r#"{"cmd":"play","move":"a1"}"#);
    for request in [
        r#"{"cmd":"play","move":"a1"}"#,
        r#"{"cmd":"play","moves":["b2","a1"]}"#,
    ] {
        let answer = engine.ask(request);
        assert_eq!(answer["error"]["code"], "script-error", "{answer}");
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(
            message.contains("clash.game:11") && message.contains("CL-1"),
            "{message}"
        );
    }
    let after = engine.done(r#"{"cmd":"state"}"#);
    assert_eq!(
        (&after["hash"], &after["ply"]),
        (&before["hash"], &before["ply"])
    );
}

#[test]
fn a_computer_player_thinks_and_plays_nothing() {
    check(
        r#"
        > {"cmd":"think"}
        < {"error":{"code":"no-game"}}
        > {"cmd":"new","game":"examples/tic-tac-toe/"}
        > {"cmd":"play","moves":["a1","c1","a2","c2"]}
        > {"cmd":"think","player":"tree:500","count":2}
        < {"ok":true,"move":"a3","moves":[{"move":"a3","win_share":1.0,"proof":"win","line":["a3"]},"*"],"iterations":"number"}
        > {"cmd":"state"}
        < {"ply":4}
        > {"cmd":"think","player":"bset"}
        < {"error":{"code":"bad-request","message":"text"}}
        > {"cmd":"think","as":"o","player":"tree:10"}
        < {"error":{"code":"illegal-move","message":"text"}}
        > {"cmd":"play","move":"a3"}
        > {"cmd":"think"}
        < {"error":{"code":"game-over"}}
        "#,
    );
}

#[test]
fn a_bound_engine_thinks_only_for_its_player() {
    let mut engine = Engine::start_with(&["--seat", "ann"]);
    let mut ask = |line: &str| -> serde_json::Value {
        serde_json::from_str(&engine.raw(line.as_bytes())).expect("JSON")
    };
    ask(r#"{"cmd":"new","game":"kuhn-poker"}"#);
    let thought = ask(r#"{"cmd":"think","player":"tree:100"}"#);
    assert!(thought["move"].is_string(), "{thought}");
    let other = ask(r#"{"cmd":"think","player":"tree:100","as":"ben"}"#);
    assert_eq!(other["error"]["code"], "bad-request");
}
