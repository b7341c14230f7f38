//! Who is answered what: a request speaks for one player or for the table.

use super::{Engine, check, check_with, refused_call};

#[test]
fn an_answer_says_what_was_taken_back() {
    let mut engine = Engine::start();
    engine.done(r#"{"cmd":"new","game":"cannon-buster","players":2,"seed":5}"#);
    let first = engine.done(r#"{"cmd":"moves"}"#)["moves"][0].clone();
    engine.done(&format!(r#"{{"cmd":"play","move":{first}}}"#));
    for cmd in ["undo", "redo"] {
        let told = engine.done(&format!(r#"{{"cmd":"{cmd}","as":"b"}}"#));
        let seen = engine.done(r#"{"cmd":"state","as":"b"}"#);
        let table = engine.done(r#"{"cmd":"state"}"#);
        assert_eq!(told["hash"], seen["hash"], "{cmd}");
        assert_ne!(told["hash"], table["hash"], "{cmd}");
    }
    let before = engine.done(r#"{"cmd":"state"}"#);
    engine.fails(r#"{"cmd":"undo","as":"nobody"}"#, "bad-request");
    engine.fails(r#"{"cmd":"redo","as":7}"#, "bad-request");
    assert_eq!(engine.done(r#"{"cmd":"state"}"#), before);
}

#[test]
fn who_speaks_for_one_player_plays_for_no_other() {
    check(
        r#"
        > {"cmd":"new","game":"cannon-buster","players":2,"seed":3}
        # Without `as` outside the table plays for all.
        > {"cmd":"play","moves":[{"as":"b","move":"keep merchant merchant merchant"}]}
        < {"error":{"code":"illegal-move"}}
        # The answer is the same whatever b holds, and whether or not b plays.
        > {"cmd":"play","as":"a","move":{"as":"b","move":"keep merchant merchant merchant"}}
        < {"error":{"code":"bad-request","message":"the request speaks for one player and plays for another; leave the outer `as` out to play for several"}}
        > {"cmd":"play","as":"a","move":{"as":"b","move":"keep normal-cannon normal-cannon normal-cannon"}}
        < {"error":{"code":"bad-request","message":"the request speaks for one player and plays for another; leave the outer `as` out to play for several"}}
        > {"cmd":"play","as":"a","moves":["keep trader captain captain",{"as":"nobody","move":"nonsense"}]}
        < {"error":{"code":"bad-request","message":"the request speaks for one player and plays for another; leave the outer `as` out to play for several"}}
        > {"cmd":"play","as":"a","move":{"as":"chance","move":"first a"}}
        < {"error":{"code":"bad-request"}}
        > {"cmd":"play","as":"chance","move":{"as":"b","move":"keep trader captain captain"}}
        < {"error":{"code":"bad-request"}}
        > {"cmd":"state"}
        < {"ply":19,"to_move":["a","b"]}
        # His own name may stand inside as well.
        > {"cmd":"play","as":"a","move":{"as":"a","move":"keep trader captain captain"}}
        < {"ok":true,"to_move":["b"]}
        "#,
    );
}

/// The answer to the second move would tell what comes to light when the first is made, which is then not made.
#[test]
fn a_player_tries_nothing_out_past_what_comes_to_light() {
    check(
        r#"
        > {"cmd":"new","game":"cannon-buster","players":2,"seed":3}
        > {"cmd":"play","as":"b","move":"keep trader captain captain"}
        < {"ok":true,"to_move":["a"]}
        > {"cmd":"play","as":"a","moves":["keep trader captain captain","hit all"]}
        < {"error":{"code":"bad-request","message":"in a game that hides something a player plays one move in each request: whether a second can be played could tell what the first brings to light"}}
        # It is the same where all could be played, so that nothing is tried out.
        > {"cmd":"play","as":"a","moves":["nonsense","hit all"]}
        < {"error":{"code":"bad-request"}}
        > {"cmd":"state"}
        < {"ply":20}
        # The table may, and players may where nothing is hidden.
        > {"cmd":"play","moves":["keep trader captain captain","nonsense"]}
        < {"error":{"code":"bad-move"}}
        > {"cmd":"new","game":"examples/tic-tac-toe"}
        > {"cmd":"play","as":"x","moves":["a1","b1"]}
        < {"error":{"code":"illegal-move"}}
        "#,
    );
}

#[test]
fn a_save_and_the_seed_are_no_players() {
    let mut engine = Engine::start();
    let new = r#"{"cmd":"new","game":"cannon-buster","players":2,"seed":7,"as":"b"}"#;
    let begun = engine.done(new);
    assert!(begun.get("seed").is_none(), "{begun}");
    let deals = begun["events"].to_string();
    assert!(
        deals.contains("deal b ") && deals.contains("\"deal a\""),
        "{deals}"
    );
    let seen = engine.done(r#"{"cmd":"state","as":"b"}"#);
    assert_eq!(begun["hash"], seen["hash"]);
    engine.fails(r#"{"cmd":"save","as":"b"}"#, "bad-request");
    engine.fails(r#"{"cmd":"save","as":"nobody"}"#, "bad-request");
    let save = engine.done(r#"{"cmd":"save"}"#)["save"].clone();
    let loaded = engine.done(&format!(r#"{{"cmd":"load","as":"b","save":{save}}}"#));
    assert_eq!(loaded, begun);
    // A player who does not play begins nothing.
    engine.fails(&new.replace("\"b\"", "\"c\""), "bad-request");
    assert_eq!(engine.done(r#"{"cmd":"state","as":"b"}"#), seen);
}

#[test]
fn a_bound_connection_is_one_player_for_good() {
    check_with(
        &["--seat", "a"],
        r#"
        > {"cmd":"games"}
        < {"ok":true}
        > {"cmd":"state"}
        < {"error":{"code":"no-game"}}
        > {"cmd":"new","game":"cannon-buster","players":2,"seed":3}
        < {"error":{"code":"bad-request","message":"this connection is bound to a (--seat): the seed reveals what chance will do; leave `seed` out"}}
        > {"cmd":"new","game":"cannon-buster","players":2,"chance":"manual"}
        < {"error":{"code":"bad-request"}}
        > {"cmd":"new","game":"examples/liars-dice"}
        < {"error":{"code":"bad-request"}}
        > {"cmd":"state"}
        < {"error":{"code":"no-game"}}
        > {"cmd":"new","game":"cannon-buster","players":2}
        < {"ok":true,"to_move":["a","b"]}
        > {"cmd":"state","as":"a"}
        < {"ok":true}
        > {"cmd":"state","as":"b"}
        < {"error":{"code":"bad-request","message":"this connection is bound to a (--seat): it speaks for nobody else; leave `as` out"}}
        > {"cmd":"view","as":"nobody"}
        < {"error":{"code":"bad-request","message":"this connection is bound to a (--seat): it speaks for nobody else; leave `as` out"}}
        > {"cmd":"moves","as":"chance"}
        < {"error":{"code":"bad-request"}}
        > {"cmd":"play","move":{"as":"b","move":"keep trader captain captain"}}
        < {"error":{"code":"bad-request"}}
        > {"cmd":"play","moves":["keep trader captain captain","hit all"]}
        < {"error":{"code":"bad-request"}}
        > {"cmd":"save"}
        < {"error":{"code":"bad-request"}}
        > {"cmd":"undo"}
        < {"error":{"code":"bad-request"}}
        > {"cmd":"redo"}
        < {"error":{"code":"bad-request"}}
        > {"cmd":"state"}
        < {"ply":19}
        "#,
    );
}

#[test]
fn a_bound_connection_is_answered_as_its_player() {
    let mut table = Engine::start();
    table.done(r#"{"cmd":"new","game":"cannon-buster","players":2,"seed":11}"#);
    let save = table.done(r#"{"cmd":"save"}"#)["save"].clone();
    let mut bound = Engine::start_with(&["--seat", "b"]);
    let loaded = bound.done(&format!(r#"{{"cmd":"load","save":{save}}}"#));
    assert!(loaded.get("seed").is_none(), "{loaded}");
    let own = table.done(r#"{"cmd":"moves","as":"b"}"#)["moves"][5].clone();
    for request in [
        r#"{"cmd":"state"}"#.to_owned(),
        r#"{"cmd":"moves"}"#.to_owned(),
        r#"{"cmd":"view"}"#.to_owned(),
        r#"{"cmd":"history"}"#.to_owned(),
        r#"{"cmd":"result"}"#.to_owned(),
        r#"{"cmd":"why","move":"keep merchant merchant merchant"}"#.to_owned(),
        r#"{"cmd":"play","move":"keep merchant merchant merchant"}"#.to_owned(),
        format!(r#"{{"cmd":"play","move":{own}}}"#),
        r#"{"cmd":"state"}"#.to_owned(),
    ] {
        let spoken = request.replacen('{', r#"{"as":"b","#, 1);
        assert_eq!(bound.ask(&request), table.ask(&spoken), "{request}");
    }
}

#[test]
fn no_connection_is_bound_to_chance() {
    let refused = refused_call(&["--seat", "chance"]);
    assert!(refused.contains("takes the name of a player"), "{refused}");
}

#[test]
fn a_seat_that_is_no_player_is_told() {
    for name in ["", " ", "White", "white ", "a b", "7", "-"] {
        let said = refused_call(&["--seat", name]);
        assert!(
            said.contains(&format!("no player is called `{name}`")),
            "{said}"
        );
    }
    check_with(
        &["--seat", "wihte"],
        r#"
        > {"cmd":"new","game":"cannon"}
        < {"error":{"code":"bad-request","message":"there is no player `wihte` in this game; it is played by light, dark"}}
        "#,
    );
}
