//! The designer's page over real sockets: who may edit, which files, what a save does.

use super::{Page, Server};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use tungstenite::Message;

const SCENARIOS: &str =
    "for tic-tac-toe\n\nscenario \"the centre\"\nplay b2\nexpect b2 is x mark\n";

/// Makes a ruleset with a scenario in a folder.
fn ruleset(place: &Path) -> PathBuf {
    let folder = place.join("my-game");
    fs::create_dir_all(folder.join("scenarios")).expect("made");
    let text = fs::read_to_string("examples/tic-tac-toe/tic-tac-toe.game").expect("read");
    fs::write(folder.join("tic-tac-toe.game"), text).expect("written");
    fs::write(folder.join("scenarios/centre.scn"), SCENARIOS).expect("written");
    fs::write(place.join("secret.game"), "game secret").expect("written");
    folder
}

impl Server {
    /// Opens the socket of a designer's page with the link of somebody.
    fn studio(&self, of: &str) -> Page {
        let (path, secret) = self.link(of);
        let origin = format!("http://127.0.0.1:{}", self.port);
        let page = self.socket_at(&format!("{path}/studio"), &origin);
        let mut page = page.expect("a socket");
        page.send(&json!({"type": "hello", "token": secret}));
        page
    }
}

impl Page {
    fn message(&mut self, kind: &str) -> Value {
        self.until(|message| message["type"] == kind)
    }
}

#[test]
fn only_the_host_edits_and_only_rules_in_a_folder() {
    let place = tempfile::tempdir().expect("made");
    let folder = ruleset(place.path());
    let server = Server::start(place.path(), &[&folder.to_string_lossy()]);
    for other in ["x", "o", "to watch"] {
        let mut page = server.studio(other);
        assert_eq!(page.next().expect("a reason")["type"], "bye", "{other}");
        assert_eq!(page.next(), None);
    }
    let (path, _) = server.link("your link");
    let path = format!("{path}/studio");
    assert!(server.socket_at(&path, "http://evil.example").is_err());
    let mut host = server.studio("your link");
    let files = host.message("files");
    let names = json!(["tic-tac-toe.game", "scenarios/centre.scn"]);
    assert_eq!(
        (&files["files"], &files["main"]),
        (&names, &json!("tic-tac-toe.game"))
    );
    for name in [
        "../secret.game",
        "scenarios/../../secret.game",
        "/etc/passwd",
    ] {
        host.send(&json!({"type": "open", "file": name}));
        assert!(host.message("refused")["text"].is_string(), "{name}");
        host.send(&json!({"type": "save", "file": name, "text": "x", "version": null}));
        assert!(host.message("refused")["text"].is_string(), "{name}");
    }
    let secret = fs::read_to_string(place.path().join("secret.game"));
    assert_eq!(secret.expect("read"), "game secret");
    // The language server is asked about files of the folder only.
    let hover = |uri: &str| {
        json!({"type": "lsp", "message": {"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover",
        "params": {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}}})
    };
    let mut page = server.studio("your link");
    page.message("files");
    // A name that no file can have is passed over: the page goes on, and gets no answer to it.
    page.send(&hover("rules:///../secret.game"));
    page.send(&hover("rules:///tic-tac-toe.game"));
    page.send(&hover(&format!(
        "file://{}/secret.game",
        place.path().display()
    )));
    assert_eq!(page.message("bye")["type"], "bye");
    let file = folder.join("tic-tac-toe.game");
    let of_file = Server::start(place.path(), &[&file.to_string_lossy()]);
    assert_eq!(of_file.studio("your link").message("files"), files);
    let shipped = Server::start(place.path(), &["cannon"]);
    assert_eq!(shipped.studio("your link").message("bye")["type"], "bye");
    let copy = shipped.open("your link").table()["copy"].clone();
    assert!(
        copy.as_str()
            .is_some_and(|text| text.contains("--from cannon"))
    );
}

#[test]
fn a_save_is_checked_the_game_goes_on_and_scenarios_run() {
    let place = tempfile::tempdir().expect("made");
    let folder = ruleset(place.path());
    let server = Server::start(place.path(), &[&folder.to_string_lossy()]);
    let mut table = server.open("your link");
    let seen = table.table();
    table.play(&seen, "b2");
    let mut host = server.studio("your link");
    let passed = host.message("scenarios");
    assert_eq!(passed["scenarios"][0]["passed"], true, "{passed}");
    host.send(&json!({"type": "open", "file": "tic-tac-toe.game"}));
    let file = host.message("file");
    let text = file["text"].as_str().expect("a text").to_owned();
    let save = |text: &str, version: &Value| json!({"type": "save", "file": "tic-tac-toe.game", "text": text, "version": version});
    // A mistake: the game stays.
    host.send(&save(
        &text.replace("in empty", "in emty"),
        &file["version"],
    ));
    let saved = host.message("saved");
    let checked = host.message("checked");
    assert_eq!(checked["clean"], false);
    assert!(
        checked["text"]
            .as_str()
            .is_some_and(|text| text.contains("emty"))
    );
    // A larger board: the game goes on, and a page sees it.
    host.send(&save(&text.replace("3 x 3", "4 x 4"), &saved["version"]));
    let renewed = host.message("renewed");
    assert_eq!(renewed["goes_on"], true, "{renewed}");
    let shown =
        table.until(|m| m["type"] == "table" && m["moves"].as_array().map(Vec::len) == Some(15));
    assert_eq!(shown["ply"], 1);
    // The page knows an old version.
    host.send(&save("x", &file["version"]));
    let conflict = host.message("conflict");
    assert!(
        conflict["text"]
            .as_str()
            .is_some_and(|text| text.contains("4 x 4"))
    );
    // The centre is no longer free: the move that was played is not legal, and a scenario fails with a picture.
    let other = text.replace("in empty", "in empty except b2");
    host.send(&save(&other, &conflict["version"]));
    let stays = host.message("renewed");
    assert_eq!(stays["goes_on"], false, "{stays}");
    let failed = host.message("scenarios");
    let one = &failed["scenarios"][0];
    assert_eq!(
        (&one["passed"], &one["line"]),
        (&json!(false), &json!(4)),
        "{failed}"
    );
    assert!(
        one["picture"]
            .as_str()
            .is_some_and(|svg| svg.starts_with("<svg"))
    );
    host.send(&json!({"type": "go-back"}));
    assert_eq!(host.message("renewed")["goes_on"], true);
    table.until(|message| message["ply"] == 0);
    // Another program writes a file.
    let beside = folder.join("scenarios/centre.new");
    fs::write(&beside, SCENARIOS.replace("b2", "a1")).expect("written");
    fs::rename(&beside, folder.join("scenarios/centre.scn")).expect("renamed");
    assert_eq!(host.message("changed")["file"], "scenarios/centre.scn");
    assert_eq!(host.message("scenarios")["scenarios"][0]["passed"], true);
}

#[test]
fn the_language_server_answers_and_a_report_runs() {
    let place = tempfile::tempdir().expect("made");
    let folder = ruleset(place.path());
    let server = Server::start(place.path(), &[&folder.to_string_lossy()]);
    let mut host = server.studio("your link");
    let uri = "rules:///tic-tac-toe.game";
    let opened = json!({"uri": uri, "languageId": "linstock", "version": 1, "text": "game tic-tac-toe \"T\"\nplayers x, o\nbord 3 x 3 {\n}\n"});
    host.send(&json!({"type": "lsp", "message": {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": opened}}}));
    let told = host.until(|m| {
        m["type"] == "lsp"
            && m["message"]["method"] == "textDocument/publishDiagnostics"
            && m["message"]["params"]["uri"] == uri
    });
    assert!(told.to_string().contains("bord"), "{told}");
    host.send(&json!({"type": "run", "report": {"kind": "coverage"}}));
    let report = host.message("report");
    assert!(
        report["html"]
            .as_str()
            .is_some_and(|html| html.starts_with("<!DOCTYPE html>")),
        "{report}"
    );
    host.send(&json!({"type": "run", "report": {"kind": "compare", "with": "", "seconds": 1}}));
    let report = host.message("report");
    let heading = report["html"].as_str().and_then(|html| {
        let (_, after) = html.split_once("<h1>")?;
        Some(after.split_once("</h1>")?.0)
    });
    assert_eq!(heading, Some("as-opened and ./my-game"), "{report}");
    host.send(&json!({"type": "run", "report": {"kind": "find", "goal": "where", "text": "count x mark < count o mark", "seconds": 600}}));
    host.send(&json!({"type": "run", "report": {"kind": "coverage"}}));
    assert!(
        host.message("refused")["text"]
            .as_str()
            .is_some_and(|text| text.contains("stop it first"))
    );
    let told = host.message("progress");
    assert!(told.to_string().contains("a line of play"), "{told}");
    // It may not yet listen to the first request.
    host.send(&json!({"type": "stop"}));
    host.send(&json!({"type": "stop"}));
    assert_eq!(host.message("report")["good"], false);
    for garbage in [
        "{",
        "{\"type\":\"none\"}",
        "{\"type\":\"run\",\"report\":{\"kind\":\"x\"}}",
    ] {
        let mut page = server.studio("your link");
        page.message("files");
        page.say(Message::text(garbage));
        assert_eq!(page.message("bye")["type"], "bye", "{garbage}");
    }
}

#[test]
fn a_page_that_asks_faster_than_the_server_answers_waits_for_its_answers() {
    let place = tempfile::tempdir().expect("made");
    let folder = ruleset(place.path());
    let server = Server::start(place.path(), &[&folder.to_string_lossy()]);
    let mut host = server.studio("your link");
    host.message("files");
    let asked = |id: u32| {
        json!({"type": "lsp", "message": {"jsonrpc": "2.0", "id": id, "method": "textDocument/semanticTokens/full",
        "params": {"textDocument": {"uri": "rules:///tic-tac-toe.game"}}}})
    };
    for id in 1..=400 {
        host.send(&asked(id));
    }
    // Several threads answer, so the answers come in any order.
    let mut open: BTreeSet<u64> = (1..=400).collect();
    while !open.is_empty() {
        let said = host.next().expect("the connection holds");
        if let Some(id) = said["message"]["id"].as_u64() {
            open.remove(&id);
        }
    }
}

#[test]
fn a_table_whose_rules_have_a_mistake_is_resumed_and_its_host_mends_them() {
    let place = tempfile::tempdir().expect("made");
    let folder = ruleset(place.path());
    let server = Server::start(place.path(), &[&folder.to_string_lossy()]);
    let mut table = server.open("x");
    let seen = table.table();
    table.play(&seen, "b2");
    drop(server);
    let file = folder.join("tic-tac-toe.game");
    let text = fs::read_to_string(&file).expect("read");
    fs::write(&file, text.replace("in empty", "in emty")).expect("written");
    let server = Server::start(place.path(), &["--resume"]);
    let mut x = server.open("p1");
    let seen = x.table();
    assert_eq!(
        (&seen["broken"], &seen["studio"]),
        (&json!(true), &Value::Null)
    );
    let mut host = server.studio("your link");
    let checked = host.message("checked");
    assert_eq!(checked["clean"], false, "{checked}");
    assert!(
        checked["text"]
            .as_str()
            .is_some_and(|text| text.contains("emty"))
    );
    host.send(&json!({"type": "open", "file": "tic-tac-toe.game"}));
    let version = host.message("file")["version"].clone();
    host.send(
        &json!({"type": "save", "file": "tic-tac-toe.game", "text": text, "version": version}),
    );
    assert_eq!(host.message("renewed")["goes_on"], true);
    let seen = x.until(|message| message["type"] == "table" && message["broken"] == false);
    assert_eq!(
        (&seen["ply"], &seen["status"]),
        (&json!(1), &json!("o to move"))
    );
    // The rules are right when the next page opens.
    drop(host);
    drop(server);
    let again = Server::start(place.path(), &["--resume"]);
    assert_eq!(again.open("x").table()["ply"], 1);
}
