//! The engine protocol, sentence by sentence: `PROTOCOL.md` is the contract.
//!
//! A script is a list of `> request` and `< answer` lines. What an answer line names must be in the answer; extra
//! fields may be there. `"*"` stands for anything, `"number"` and `"text"` for anything of that type.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const RACE: &str = "tests/it/fixtures/race";

/// A running engine.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    pub fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_linstock"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Self {
            child,
            input,
            output,
        }
    }

    /// Sends bytes as one line and returns the line that answers.
    pub fn raw(&mut self, line: &[u8]) -> String {
        let input = self.input.as_mut().expect("still open");
        input.write_all(line).expect("written");
        input.write_all(b"\n").expect("written");
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("answered");
        assert!(answer.ends_with('\n'), "{answer}");
        answer
    }

    /// Sends a request and returns the answer.
    pub fn ask(&mut self, request: &str) -> Value {
        let answer = self.raw(request.as_bytes());
        serde_json::from_str(&answer).unwrap_or_else(|e| panic!("{e}: {answer}"))
    }

    /// Sends a request that must succeed.
    pub fn done(&mut self, request: &str) -> Value {
        let answer = self.ask(request);
        assert_eq!(answer["ok"], true, "{request}\n{answer}");
        answer
    }

    /// Sends a request that must fail with this code.
    fn fails(&mut self, request: &str, code: &str) {
        let answer = self.ask(request);
        assert_eq!(answer["ok"], false, "{request}\n{answer}");
        assert_eq!(answer["error"]["code"], code, "{request}\n{answer}");
        assert!(
            answer["error"]["message"]
                .as_str()
                .is_some_and(|m| !m.is_empty()),
            "{answer}"
        );
    }

    /// Closes the input and waits for the end.
    fn end(mut self) -> (Option<i32>, String) {
        drop(self.input.take());
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut self.output, &mut rest).expect("read");
        (self.child.wait().expect("ended").code(), rest)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.wait();
    }
}

/// Plays a script against a fresh engine.
fn check(script: &str) {
    let mut engine = Engine::start();
    let script = script.replace("RACE", RACE);
    let mut last = (String::new(), Value::Null);
    for line in script
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
    {
        match line.split_at(2) {
            ("> ", request) => last = (request.to_owned(), engine.ask(request)),
            ("< ", wanted) => {
                let wanted =
                    serde_json::from_str(wanted).unwrap_or_else(|e| panic!("{e}: {wanted}"));
                assert!(
                    holds(&last.1, &wanted),
                    "> {}\n{}\ndoes not have\n{wanted}",
                    last.0,
                    last.1
                );
            }
            _ => panic!("`{line}` is neither request nor answer"),
        }
    }
}

/// Tells whether an answer has all that is wanted.
fn holds(answer: &Value, wanted: &Value) -> bool {
    match (answer, wanted) {
        (_, Value::String(any)) if any == "*" => !answer.is_null(),
        (Value::Number(_), Value::String(number)) if number == "number" => true,
        (Value::String(_), Value::String(text)) if text == "text" => true,
        (Value::Object(answer), Value::Object(wanted)) => wanted
            .iter()
            .all(|(name, value)| answer.get(name).is_some_and(|found| holds(found, value))),
        (Value::Array(answer), Value::Array(wanted)) => {
            answer.len() == wanted.len() && answer.iter().zip(wanted).all(|(a, w)| holds(a, w))
        }
        _ => answer == wanted,
    }
}

#[test]
fn it_ends_on_quit_or_end_of_input() {
    let mut engine = Engine::start();
    assert_eq!(
        engine.raw(br#"{"cmd":"quit","id":1}"#),
        "{\"ok\":true,\"id\":1}\n"
    );
    assert_eq!(engine.end(), (Some(0), String::new()));
    assert_eq!(Engine::start().end(), (Some(0), String::new()));
    // A last line needs no end.
    let mut engine = Engine::start();
    engine
        .input
        .as_mut()
        .expect("open")
        .write_all(br#"{"cmd":"state"}"#)
        .expect("written");
    let (code, rest) = engine.end();
    assert_eq!((code, rest.lines().count()), (Some(0), 1), "{rest}");
}

#[test]
fn an_id_of_any_type_comes_back_as_it_was() {
    let mut engine = Engine::start();
    for id in [
        "null",
        "true",
        "7",
        "-0",
        "1.0",
        "1e400",
        "123456789012345678901234567890",
        "\"a\\u0041\"",
        "\"\\ud800\"",
        "[1, [2]]",
        "{\"a\":{}}",
    ] {
        for request in ["\"cmd\":\"state\"", "\"cmd\":7", "\"x\":1"] {
            let answer = engine.raw(format!("{{\"id\":{id},{request}}}").as_bytes());
            assert!(
                answer.starts_with(&format!("{{\"ok\":false,\"id\":{id},\"error\"")),
                "{answer}"
            );
        }
    }
    assert!(engine.ask(r#"{"cmd":"state"}"#).get("id").is_none());
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let answer = engine.raw(format!("{{\"cmd\":\"state\",\"id\":{deep}}}").as_bytes());
    assert!(answer.contains(&deep));
    // A carriage return between tokens does not break the line.
    assert!(
        !engine
            .raw(b"{\"id\":[1,\r2],\"cmd\":\"state\"}")
            .contains('\r')
    );
}

#[test]
fn what_is_no_request_is_a_bad_request() {
    let mut engine = Engine::start();
    for line in [
        "",
        "   ",
        "\r",
        "nonsense",
        "{",
        "{\"cmd\":\"state\"",
        "{\"cmd\":\"state\"} {}",
        "[]",
        "7",
        "null",
        "\"state\"",
        "{}",
        r#"{"cmd":null}"#,
        r#"{"cmd":7}"#,
        r#"{"cmd":["state"]}"#,
        r#"{"cmd":"fly"}"#,
        r#"{"cmd":"State"}"#,
        r#"{"CMD":"state"}"#,
        r#"{"cmd":"new"}"#,
        r#"{"cmd":"new","game":7}"#,
        r#"{"cmd":"new","game":null}"#,
        r#"{"cmd":"new","game":"cannon","players":"2"}"#,
        r#"{"cmd":"new","game":"cannon","players":2.0}"#,
        r#"{"cmd":"new","game":"cannon","players":null}"#,
        r#"{"cmd":"new","game":"cannon","seed":-1}"#,
        r#"{"cmd":"new","game":"cannon","seed":1.0}"#,
        r#"{"cmd":"new","game":"cannon","seed":1e3}"#,
        r#"{"cmd":"new","game":"cannon","seed":18446744073709551616}"#,
        r#"{"cmd":"new","game":"cannon","seed":"1"}"#,
        r#"{"cmd":"new","game":"cannon","options":[]}"#,
        r#"{"cmd":"new","game":"cannon","options":"shot-over=no"}"#,
        r#"{"cmd":"new","game":"cannon","options":{"shot-over":[]}}"#,
        r#"{"cmd":"new","game":"cannon","options":{"shot-over":{}}}"#,
        r#"{"cmd":"new","game":"cannon","options":{"shot-over":null}}"#,
        r#"{"cmd":"new","game":"cannon","variants":"x"}"#,
        r#"{"cmd":"new","game":"cannon","variants":[7]}"#,
        r#"{"cmd":"new","game":"cannon","chance":"sometimes"}"#,
        r#"{"cmd":"new","game":"cannon","chance":true}"#,
        r#"{"cmd":"state","as":7}"#,
        r#"{"cmd":"moves","as":["light"]}"#,
        r#"{"cmd":"play"}"#,
        r#"{"cmd":"play","move":7}"#,
        r#"{"cmd":"play","move":null}"#,
        r#"{"cmd":"play","moves":[]}"#,
        r#"{"cmd":"play","moves":"e10"}"#,
        r#"{"cmd":"play","moves":[7]}"#,
        r#"{"cmd":"play","move":"e10","moves":["e10"]}"#,
        r#"{"cmd":"play","move":{"as":"light"}}"#,
        r#"{"cmd":"play","move":{"move":"e10"}}"#,
        r#"{"cmd":"play","move":{"as":7,"move":"e10"}}"#,
        r#"{"cmd":"play","moves":["e10",{"as":"light","move":[]}]}"#,
        r#"{"cmd":"undo","count":0}"#,
        r#"{"cmd":"undo","count":-1}"#,
        r#"{"cmd":"undo","count":1.0}"#,
        r#"{"cmd":"undo","count":1e0}"#,
        r#"{"cmd":"undo","count":"1"}"#,
        r#"{"cmd":"undo","count":null}"#,
        r#"{"cmd":"redo","count":0}"#,
        r#"{"cmd":"redo","count":[]}"#,
        r#"{"cmd":"why"}"#,
        r#"{"cmd":"why","move":7}"#,
        r#"{"cmd":"why","move":"\ud800"}"#,
        r#"{"cmd":"view","as":false}"#,
        r#"{"cmd":"result","as":{}}"#,
        r#"{"cmd":"history","as":1}"#,
        r#"{"cmd":"load"}"#,
        r#"{"cmd":"load","save":null}"#,
        r#"{"cmd":"load","save":"{}"}"#,
        r#"{"cmd":"load","save":[]}"#,
    ] {
        engine.fails(line, "bad-request");
    }
    for bytes in [
        &b"\xff\xfe"[..],
        b"{\"cmd\":\"state\",\"x\":\"\xc3\x28\"}",
        b"\0",
    ] {
        assert!(engine.raw(bytes).contains("bad-request"));
    }
}

#[test]
fn a_line_may_have_a_mebibyte_and_one_with_a_save_64() {
    let mut engine = Engine::start();
    let padded = |cmd: &str, length: usize| {
        let head = format!("{{\"cmd\":\"{cmd}\",\"save\":{{}},\"x\":\"");
        format!("{head}{}\"}}", "x".repeat(length - head.len() - 2))
    };
    engine.fails(&padded("state", 1 << 20), "no-game");
    engine.fails(&padded("state", (1 << 20) + 1), "bad-request");
    engine.fails(&"x".repeat(2 << 20), "bad-request");
    engine.fails(&padded("load", 2 << 20), "bad-save");
    engine.fails(&padded("load", 64 << 20), "bad-save");
    engine.fails(&padded("load", (64 << 20) + 1), "bad-request");
    // Each was answered once, and the next line is read as ever.
    engine.fails(r#"{"cmd":"state"}"#, "no-game");
}

#[test]
fn unknown_fields_are_ignored_whatever_they_hold() {
    let mut engine = Engine::start();
    let deep = format!("{}{}", "{\"a\":[".repeat(50_000), "]}".repeat(50_000));
    engine.fails(
        &format!("{{\"cmd\":\"state\",\"x\":{deep},\"y\":1e999}}"),
        "no-game",
    );
    engine.done(&format!(
        "{{\"cmd\":\"new\",\"game\":\"cannon\",\"x\":{deep}}}"
    ));
}

#[test]
fn without_a_game_most_commands_have_nothing_to_do() {
    check(
        r#"
        > {"cmd":"state"}
        < {"ok":false,"error":{"code":"no-game","message":"text"}}
        > {"cmd":"state","as":"nobody"}
        < {"error":{"code":"no-game"}}
        > {"cmd":"moves"}
        < {"error":{"code":"no-game"}}
        > {"cmd":"play","move":"nonsense"}
        < {"error":{"code":"no-game"}}
        > {"cmd":"undo"}
        < {"error":{"code":"no-game"}}
        > {"cmd":"redo"}
        < {"error":{"code":"no-game"}}
        > {"cmd":"why","move":"nonsense"}
        < {"error":{"code":"no-game"}}
        > {"cmd":"view"}
        < {"error":{"code":"no-game"}}
        > {"cmd":"result"}
        < {"error":{"code":"no-game"}}
        > {"cmd":"history"}
        < {"error":{"code":"no-game"}}
        > {"cmd":"save"}
        < {"error":{"code":"no-game"}}
        "#,
    );
}

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
        > {"cmd":"play","moves":["e1",{"as":"light","move":"b9-a8"}],"as":"dark"}
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

        # Several moves: all or none, and what cannot be read is told before what is illegal.
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
fn why_explains_whoever_asks() {
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
