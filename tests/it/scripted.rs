//! The fixture `scripted`, played over the engine protocol.

use std::io::Write;
use std::process::{Command, Stdio};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/fixtures/scripted");

#[test]
fn the_protocol_tells_of_a_failed_script_and_keeps_the_game() {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_linstock"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let new = format!("{{\"cmd\":\"new\",\"game\":{FOLDER:?},\"seed\":1}}\n");
    let rest = "{\"cmd\":\"play\",\"moves\":[\"a1\",\"d4\"]}\n{\"cmd\":\"state\"}\n\
                {\"cmd\":\"play\",\"move\":\"trip a1\"}\n{\"cmd\":\"state\"}\n{\"cmd\":\"quit\"}\n";
    let mut input = engine.stdin.take().expect("an input");
    input
        .write_all((new + rest).as_bytes())
        .expect("the program reads");
    drop(input);
    let output = engine.wait_with_output().expect("the program ends");
    let text = String::from_utf8(output.stdout).expect("text");
    let answers: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("an answer"))
        .collect();
    assert_eq!(answers[1]["ok"], true, "{text}");
    assert_eq!(answers[3]["error"]["code"], "script-error", "{text}");
    assert_eq!(answers[2], answers[4], "the game changed");
}
