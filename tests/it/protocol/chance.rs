//! Chance, automatic and manual, and what is taken back with it.

use super::{Engine, RACE, check};
use serde_json::{Value, json};

#[test]
fn automatic_chance_is_drawn_right_after_the_move() {
    check(
        r#"
        > {"cmd":"new","game":"RACE","seed":1}
        < {"ok":true,"ply":1,"to_move":["red"],"events":[{"event":"chance","move":"wind gale"}],"seed":1}
        > {"cmd":"moves"}
        < {"moves":["rest","walk 1","walk 2"]}
        > {"cmd":"play","move":"wind calm"}
        < {"error":{"code":"illegal-move"}}
        > {"cmd":"play","move":"wind calm","as":"chance"}
        < {"error":{"code":"illegal-move"}}
        > {"cmd":"moves","as":"chance"}
        < {"ok":true,"moves":[]}
        > {"cmd":"undo"}
        < {"error":{"code":"nothing-to-undo"}}
        > {"cmd":"play","move":"Rest"}
        < {"ply":3,"to_move":["blue"],"events":[{"event":"move","player":"red","move":"rest"},{"event":"chance","move":"*"}]}
        > {"cmd":"play","moves":["rest","rest"]}
        < {"ply":7}
        > {"cmd":"undo","count":2}
        < {"ply":3,"to_move":["blue"]}
        > {"cmd":"undo","count":2}
        < {"error":{"code":"nothing-to-undo"}}
        > {"cmd":"undo","count":99999999999999999999999999}
        < {"error":{"code":"nothing-to-undo"}}
        > {"cmd":"state"}
        < {"ply":3}
        > {"cmd":"redo","count":3}
        < {"error":{"code":"nothing-to-undo"}}
        > {"cmd":"redo"}
        < {"ply":5}
        > {"cmd":"redo"}
        < {"ply":7}
        > {"cmd":"redo"}
        < {"error":{"code":"nothing-to-undo"}}
        > {"cmd":"undo","count":3}
        < {"ply":1,"to_move":["red"]}
        > {"cmd":"play","move":"walk 1"}
        > {"cmd":"redo"}
        < {"error":{"code":"nothing-to-undo"}}
        "#,
    );
}

#[test]
fn the_same_moves_meet_the_same_outcomes() {
    let mut engine = Engine::start();
    let new = format!(r#"{{"cmd":"new","game":"{RACE}","seed":77,"options":{{"length":20}}}}"#);
    let play = r#"{"cmd":"play","moves":["rest","walk 2","rest"]}"#;
    engine.done(&new);
    let first = engine.done(play);
    engine.done(r#"{"cmd":"undo","count":2}"#);
    engine.done(r#"{"cmd":"play","moves":["walk 2","rest"]}"#);
    assert_eq!(engine.done(r#"{"cmd":"state"}"#)["hash"], first["hash"]);
    let history = engine.done(r#"{"cmd":"history"}"#);
    engine.done(&new);
    assert_eq!(engine.done(play)["hash"], first["hash"]);
    assert_eq!(engine.done(r#"{"cmd":"history"}"#), history);
    // Without a seed one is drawn, and told.
    let drawn = engine.done(&format!(r#"{{"cmd":"new","game":"{RACE}"}}"#));
    let again = engine.done(&format!(r#"{{"cmd":"new","game":"{RACE}"}}"#));
    assert_ne!(drawn["seed"], again["seed"]);
}

#[test]
fn manual_chance_is_a_position_like_any_other() {
    check(
        r#"
        > {"cmd":"new","game":"RACE","chance":"manual"}
        < {"ply":0,"to_move":["chance"],"chance":"manual","events":[]}
        > {"cmd":"moves"}
        < {"moves":["wind calm","wind gale"],"probabilities":[0.25,0.75],"weights":[1,3]}
        > {"cmd":"moves","as":"chance"}
        < {"moves":["wind calm","wind gale"],"weights":[1,3]}
        > {"cmd":"moves","as":"red"}
        < {"moves":[]}
        > {"cmd":"play","move":"wind calm","as":"red"}
        < {"error":{"code":"illegal-move"}}
        > {"cmd":"play","move":"rest"}
        < {"error":{"code":"illegal-move"}}
        > {"cmd":"play","move":"wind calm"}
        < {"ply":1,"to_move":["red"],"events":[{"event":"chance","move":"wind calm"}]}
        > {"cmd":"moves"}
        < {"moves":["rest","walk 1","walk 2"]}
        > {"cmd":"moves","as":"chance"}
        < {"moves":[]}
        > {"cmd":"play","move":"rest","as":"chance"}
        < {"error":{"code":"illegal-move"}}
        > {"cmd":"play","moves":["rest",{"as":"chance","move":"spin 3"}]}
        < {"ply":3,"to_move":["blue"]}
        > {"cmd":"undo"}
        < {"ply":2,"to_move":["chance"]}
        > {"cmd":"undo","count":2}
        < {"ply":0,"to_move":["chance"]}
        > {"cmd":"undo"}
        < {"error":{"code":"nothing-to-undo"}}
        > {"cmd":"redo","count":3}
        < {"ply":3}
        "#,
    );
}

#[test]
fn manual_chance_and_the_history_make_the_same_game() {
    let mut engine = Engine::start();
    engine.done(&format!(r#"{{"cmd":"new","game":"{RACE}","seed":5}}"#));
    let end = engine.done(r#"{"cmd":"play","moves":["rest","walk 1","walk 2"]}"#);
    let history = engine.done(r#"{"cmd":"history"}"#);
    let pair = |(who, text): (&Value, &Value)| json!({ "as": who, "move": text });
    let (players, moves) = (history["players"].as_array(), history["moves"].as_array());
    let pairs: Vec<_> = players
        .into_iter()
        .flatten()
        .zip(moves.into_iter().flatten())
        .map(pair)
        .collect();
    engine.done(&format!(
        r#"{{"cmd":"new","game":"{RACE}","chance":"manual"}}"#
    ));
    let again = engine.done(&json!({ "cmd": "play", "moves": pairs }).to_string());
    assert_eq!(again["hash"], end["hash"]);
    assert_eq!(again["ply"], end["ply"]);
}

#[test]
fn a_game_that_keeps_score_tells_it_at_the_end() {
    check(
        r#"
        > {"cmd":"new","game":"RACE","chance":"manual"}
        > {"cmd":"play","moves":["wind calm","walk 2","spin 3","rest","spin 1","walk 2","spin 3"]}
        < {"over":true,"to_move":[]}
        > {"cmd":"result"}
        < {"winners":["red"],"scores":{"red":10,"blue":1},"reason":"home first"}
        > {"cmd":"new","game":"RACE","chance":"manual"}
        > {"cmd":"play","moves":["wind calm","rest","spin 1","rest","spin 1","rest","spin 1","rest","spin 1","rest"]}
        > {"cmd":"play","move":"spin 1"}
        < {"over":true,"events":["*",{"event":"over","winners":[]}]}
        > {"cmd":"result"}
        < {"over":true,"winners":[],"scores":{"red":3,"blue":2},"reason":"nobody hurries"}
        "#,
    );
}
