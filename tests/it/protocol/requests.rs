//! Lines, requests and what is wrong with them.

use super::{Engine, check};
use std::io::Write;

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
fn answers_have_no_control_characters() {
    let mut engine = Engine::start();
    for request in [
        "{\"cmd\":\"\u{9b}31m\u{7f}\"}",
        "{\"cmd\":\"\\u001b[31m\\u009b\"}",
        "{\"cmd\":\"new\",\"game\":\"./\u{9b}31m\u{85}\"}",
        "{\"id\":\"\u{9b}\",\"cmd\":\"state\"}",
    ] {
        let answer = engine.raw(request.as_bytes());
        let line = answer.trim_end_matches('\n');
        assert!(!line.contains(char::is_control), "{line}");
        let said: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let texts = [&said["error"]["message"], &said["id"]];
        // Names of rulesets are written in one line.
        let has = |c: &str| {
            let mut texts = texts.iter().filter_map(|text| text.as_str());
            texts.any(|text| text.contains(c))
        };
        assert!(has("\u{9b}") || has(r"\u{9b}"), "{line}");
    }
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

/// Two readers of one line could go by different ones.
#[test]
fn a_field_stands_once() {
    check(
        r#"
        > {"cmd":"new","game":"cannon-buster","players":2,"seed":3}
        > {"cmd":"state","as":"a","as":"b"}
        < {"error":{"code":"bad-request","message":"the field `as` stands twice; give it once"}}
        > {"cmd":"state","cmd":"quit","id":7}
        < {"id":7,"error":{"code":"bad-request","message":"the field `cmd` stands twice; give it once"}}
        > {"cmd":"play","move":{"as":"a","as":"b","move":"keep captain captain captain"}}
        < {"error":{"code":"bad-request","message":"the field `as` stands twice; give it once"}}
        > {"cmd":"new","game":"cannon","options":{"shot-over":"no","shot-over":"yes"}}
        < {"error":{"code":"bad-request","message":"the field `options.shot-over` stands twice; give it once"}}
        > {"cmd":"new","game":"cannon","scenario":{"title":"a","title":"b","text":"for cannon"}}
        < {"error":{"code":"bad-request","message":"the field `title` stands twice; give it once"}}
        # So is one that is not known.
        > {"cmd":"state","note":1,"note":2}
        < {"error":{"code":"bad-request"}}
        > {"cmd":"state"}
        < {"ok":true,"ply":19}
        "#,
    );
}

/// A text of an answer may be shown as it is: nothing in it changes the look of what stands around it.
#[test]
fn what_is_unseen_is_written_out_in_answers() {
    let mut engine = Engine::start();
    for unseen in [
        "\u{202e}",
        "\u{2066}",
        "\u{200b}",
        "\u{feff}",
        "\u{9b}",
        "\u{e0041}",
    ] {
        let line = format!("{{\"cmd\":\"new\",\"game\":\"x{unseen}y\",\"id\":\"{unseen}\"}}");
        let answer = engine.raw(line.as_bytes());
        assert!(!answer.contains(unseen), "{answer:?}");
        let read: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(read["id"], unseen);
        let message = read["error"]["message"].as_str().expect("a text");
        let written: String = unseen.escape_unicode().collect();
        let is_named = message.contains(unseen) || message.contains(&written);
        assert!(is_named, "{message:?}");
    }
}
