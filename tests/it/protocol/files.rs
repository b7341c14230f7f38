//! Which files an engine reads.

use super::{Engine, check_with, refused_call};
use serde_json::json;
use std::path::Path;

const GAME: &str = "game small \"Small\"\nclauses {\n  S-1 \"One.\"\n}\n";

fn written(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    std::fs::write(&path, text).expect("written");
    path.to_str().expect("plain").to_owned()
}

fn new(game: &str, variants: &[&str]) -> String {
    json!({ "cmd": "new", "game": game, "variants": variants }).to_string()
}

/// Copies a game that plays.
fn playable(folder: &Path, name: &str) -> String {
    let text = std::fs::read_to_string("examples/tic-tac-toe/tic-tac-toe.game").expect("there");
    written(folder, name, &text)
}

#[test]
#[cfg(unix)]
fn what_is_no_file_is_not_waited_for() {
    let place = tempfile::tempdir().expect("made");
    let pipe = place.path().join("pipe.game");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("run").success());
    let pipe = pipe.to_str().expect("plain");
    let mut engine = Engine::start();
    for variant in ["/dev/stdin", "/dev/tty", "/dev/zero", pipe] {
        engine.fails(&new("cannon", &[variant]), "bad-option");
    }
    for game in ["/dev/stdin", "/dev/zero", pipe] {
        engine.fails(&new(game, &[]), "unknown-game");
    }
    engine.done(&new("cannon", &[]));
}

#[test]
fn below_a_root_nothing_else_is_read_or_told() {
    let place = tempfile::tempdir().expect("made");
    let root = place.path().join("root");
    let inside = playable(&root, "ttt/tic-tac-toe.game");
    let outside = playable(&place.path().join("out"), "tic-tac-toe.game");
    let flags = ["--root", root.to_str().expect("plain")];
    let mut engine = Engine::start_with(&flags);
    engine.done(&new(&inside, &[]));
    engine.done(&new(root.join("ttt").to_str().expect("plain"), &[]));
    engine.done(&new("cannon", &[]));
    let told = |engine: &mut Engine, path: &str, request: &str| {
        let answer = engine.ask(request);
        assert_eq!(answer["ok"], false, "{answer}");
        answer.to_string().replace(path, "PATH")
    };
    // A way around tells nothing of what it passes.
    let around = |path: &str| format!("{}/ttt/../../{path}", root.display());
    for passed in ["out", "nowhere", "out/tic-tac-toe.game"] {
        let back = "../".repeat(passed.split('/').count());
        let path = around(&format!("{passed}/{back}root/ttt/tic-tac-toe.game"));
        engine.done(&new(&path, &[]));
    }
    let paths = [
        outside,
        place
            .path()
            .join("out/nowhere.game")
            .to_string_lossy()
            .into_owned(),
        around("out/tic-tac-toe.game"),
        around("out/nowhere.game"),
        place.path().join("out").to_string_lossy().into_owned() + "/",
        place.path().join("nowhere").to_string_lossy().into_owned() + "/",
        "/etc/passwd".to_owned(),
        "/etc/nowhere".to_owned(),
        root.join("ttt/nowhere.game").to_string_lossy().into_owned(),
    ];
    let games: Vec<_> = paths
        .iter()
        .map(|p| told(&mut engine, p, &new(p, &[])))
        .collect();
    assert!(
        games[0].contains("unknown-game") && games[0].contains("--root"),
        "{}",
        games[0]
    );
    assert!(games.iter().all(|answer| *answer == games[0]), "{games:?}");
    let variants = paths
        .iter()
        .map(|p| told(&mut engine, p, &new("cannon", &[p])));
    let variants: Vec<_> = variants.collect();
    assert!(variants[0].contains("bad-option"), "{}", variants[0]);
    assert!(
        variants.iter().all(|answer| *answer == variants[0]),
        "{variants:?}"
    );
}

#[test]
#[cfg(unix)]
fn below_a_root_no_link_is_followed_out() {
    let place = tempfile::tempdir().expect("made");
    let root = place.path().join("root");
    let outside = playable(&place.path().join("out"), "tic-tac-toe.game");
    std::fs::create_dir_all(root.join("linked")).expect("made");
    let link = |to: &str, name: &str| {
        let path = root.join(name);
        std::os::unix::fs::symlink(to, &path).expect("linked");
        path.to_str().expect("plain").to_owned()
    };
    let out = place.path().join("out");
    let nowhere = place.path().join("nowhere");
    let links = [
        link(&outside, "a.game"),
        link(nowhere.to_str().expect("plain"), "b.game"),
        link(out.to_str().expect("plain"), "c") + "/tic-tac-toe.game",
        link(nowhere.to_str().expect("plain"), "d") + "/tic-tac-toe.game",
    ];
    let mut engine = Engine::start_with(&["--root", root.to_str().expect("plain")]);
    for path in &links {
        let answer = engine.ask(&new(path, &[]));
        assert_eq!(answer["error"]["code"], "unknown-game", "{answer}");
        let message = answer["error"]["message"].as_str().expect("a text");
        assert!(message.contains("that may be read"), "{message}");
    }
    // Nor one that lies in a folder which may be read, and it does not show whether something is there.
    let folder = root.join("linked");
    let mut told = Vec::new();
    for to in [outside.as_str(), nowhere.to_str().expect("plain")] {
        let script = folder.join("extra.rhai");
        std::os::unix::fs::symlink(to, &script).expect("linked");
        playable(&folder, "linked.game");
        let answer = engine.ask(&new(folder.to_str().expect("plain"), &[]));
        assert_eq!(answer["ok"], false, "{answer}");
        told.push(answer);
        std::fs::remove_file(script).expect("removed");
    }
    assert_eq!(told[0], told[1]);
    engine.done(&new(folder.to_str().expect("plain"), &[]));
}

#[test]
fn without_files_the_shipped_games_are_played() {
    let place = tempfile::tempdir().expect("made");
    let there = written(place.path(), "small.game", GAME);
    let mut engine = Engine::start_with(&["--no-files"]);
    for path in [there.as_str(), "nowhere.game", "./examples/", "/"] {
        engine.fails(&new(path, &[]), "unknown-game");
        engine.fails(&new("cannon", &[path]), "bad-option");
    }
    let said = engine.ask(&new("src", &[])).to_string();
    assert!(!said.contains("./src"), "{said}");
    engine.done(&new("cannon", &[]));
    // A save names the path of its rules.
    let mut free = Engine::start();
    free.done(&new("examples/tic-tac-toe", &[]));
    let save = free.done(r#"{"cmd":"save"}"#)["save"].clone();
    let load = format!(r#"{{"cmd":"load","save":{save}}}"#);
    engine.fails(&load, "bad-save");
    free.done(&load);
    check_with(&["--no-files"], "> {\"cmd\":\"games\"}\n< {\"ok\":true}");
}

#[test]
fn a_root_is_a_folder_that_is_there() {
    for root in ["nowhere", "Cargo.toml"] {
        let refused = refused_call(&["--root", root]);
        assert!(
            refused.contains(&format!("there is no folder `{root}`")),
            "{refused}"
        );
    }
    assert!(refused_call(&["--root", "src", "--no-files"]).contains("--no-files"));
}
