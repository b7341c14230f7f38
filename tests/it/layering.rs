//! Holds what Cargo does not hold of the architecture: each vendor stays in its home, the library crates know no disk and no
//! clock, and no game.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Dependencies that only these packages may have. Cargo keeps the order of the crates; it does not keep this.
const VENDORS: [(&str, &[&str]); 13] = [
    ("annotate-snippets", &["base"]),
    ("pest", &["syntax"]),
    ("rhai", &["script"]),
    ("pulp", &["lanes", "study"]),
    ("clap", &["program"]),
    ("rustyline", &["program"]),
    ("comfy-table", &["program"]),
    ("lsp-types", &["program"]),
    ("maud", &["program", "table"]),
    ("axum", &["table"]),
    ("tokio", &["table"]),
    ("roxmltree", &["draw", "program"]),
    ("resvg", &["program"]),
];

/// What only the program may touch: disk, clock, environment, other processes, threads.
const OUTSIDE: [&str; 6] = [
    "std::fs",
    "std::time",
    "std::env",
    "std::process",
    "std::thread",
    "std::net",
];

/// Words of shipped games that have no place in the library.
const GAMES: [&str; 9] = [
    "cannon",
    "buster",
    "colony",
    "soldier",
    "trooper",
    "pirate",
    "captain",
    "bridge",
    "breakthrough",
];

/// The tables of shapes: they name what pieces show, such as a cannon, in whatever game.
const SHAPES: [&str; 2] = [
    "crates/model/src/piece_shape.rs",
    "crates/draw/src/shapes.rs",
];

/// What only those know who make or are a grid: how its points are numbered and its directions called. All others ask
/// the board's topology.
const GRID_WORDS: [&str; 20] = [
    "Grid",
    "::grid(",
    "column_row",
    "column_name",
    "column_number",
    "board.width",
    "board.height",
    "compass",
    "ORTHOGONAL",
    "DIAGONAL",
    "\"orthogonal\"",
    "\"diagonal\"",
    "\"north\"",
    "\"northeast\"",
    "\"east\"",
    "\"southeast\"",
    "\"south\"",
    "\"southwest\"",
    "\"west\"",
    "\"northwest\"",
];

/// Where grids are at home: the topologies, the declaration of a board, what the documentation tells of the words for
/// directions (a test holds it and the topologies together), and the hand-made board of unit tests.
const GRID_HOMES: [&str; 6] = [
    "crates/model/src/topology/",
    "crates/check/src/decl/board.rs",
    "crates/check/src/expr/vocabulary/",
    "crates/play/src/reference/proof_tests.rs",
    "crates/play/src/reference/sample.rs",
    "crates/play/src/reference/tests.rs",
];

/// The folder of the project.
fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the names of the library crates, which are folders of `crates`, without the one that only tests use.
fn crates() -> Vec<String> {
    let entries = fs::read_dir(project().join("crates")).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let names = names.map(|name| name.into_string().expect("a plain name"));
    let mut names: Vec<_> = names.filter(|name| name != "testing").collect();
    names.sort();
    names
}

/// Returns the sources of the program and of the library crates.
fn sources() -> Vec<PathBuf> {
    let folders = crates()
        .into_iter()
        .map(|name| format!("crates/{name}/src"));
    let mut open: Vec<_> = folders
        .chain(["src".to_owned()])
        .map(|folder| project().join(folder))
        .collect();
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Returns a path below the folder of the project.
fn inside(path: &Path) -> String {
    let inside = path.strip_prefix(project()).expect("a path of the project");
    inside.to_str().expect("a plain path").replace('\\', "/")
}

/// Returns a file's code, without comments and without its unit tests.
fn code(path: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(path).expect("a source file");
    let lines: Vec<&str> = text.lines().collect();
    // Tests in the file itself are its last part; `mod tests;` may stand anywhere.
    let opens_tests = |pair: &[&str]| {
        pair[0].starts_with("#[cfg(test)]") && pair[1].starts_with("mod ") && pair[1].ends_with('{')
    };
    let end = lines.windows(2).position(opens_tests);
    let lines = lines.iter().take(end.unwrap_or(lines.len()));
    let plain = |line: &&str| line.split("//").next().unwrap_or_default().to_owned();
    (1..).zip(lines.map(plain)).collect()
}

#[test]
fn vendors_stay_at_home() {
    let manifests = crates().into_iter().map(|name| {
        let path = format!("crates/{name}/Cargo.toml");
        (name, path)
    });
    let program = ("program".to_owned(), "Cargo.toml".to_owned());
    let mut wrong = Vec::new();
    for (home, path) in manifests.chain([program]) {
        let text = fs::read_to_string(project().join(&path)).expect("a manifest");
        // What the workspace offers is nobody's dependency yet.
        let own = text
            .split("[workspace.dependencies]")
            .next()
            .expect("a part");
        for (vendor, homes) in VENDORS {
            let names_it = own.lines().any(|line| {
                let name = line.split([' ', '.', '=']).next().unwrap_or_default();
                name.split('_').next() == Some(vendor)
            });
            if names_it && !homes.contains(&home.as_str()) {
                wrong.push(format!("{path}: {vendor}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_the_program_touches_the_world() {
    let mut wrong = Vec::new();
    for path in sources() {
        let shown = inside(&path);
        let is_test = shown.contains("/tests/") || shown.ends_with("tests.rs");
        if is_test || !shown.starts_with("crates/") {
            continue;
        }
        for (number, line) in code(&path) {
            if OUTSIDE.iter().any(|word| line.contains(word)) {
                wrong.push(format!("{shown}:{number}: {line}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_the_program_names_the_command_line() {
    // What commands share stands in files of its own: else each command and the command line would need the other.
    let mut wrong = Vec::new();
    for path in sources() {
        if inside(&path) == "src/main.rs" {
            continue;
        }
        for (number, line) in code(&path) {
            if line.contains("crate::cli") || line.contains("super::cli") {
                wrong.push(format!("{}:{number}: {line}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What writes to the terminal: `terminal.rs` takes nothing but `Shown` text, and `cli.rs` what clap says, a count in progress is the program's own, the engine
/// and the server of editors write JSON.
const WRITERS: [&str; 6] = [
    "src/cli.rs",
    "src/terminal.rs",
    "src/lsp/mod.rs",
    "src/progress.rs",
    "src/protocol/mod.rs",
    "src/protocol/server.rs",
];

#[test]
fn text_reaches_the_terminal_in_one_place() {
    let asks = |line: &str| line.contains("is_terminal") || line.contains("style(");
    let writes = |line: &str| {
        let words = [
            "stdout()",
            "stderr()",
            "print!(",
            "println!(",
            "eprint",
            "dbg!(",
        ];
        words.iter().any(|word| line.contains(word)) && !asks(line)
    };
    let mut wrong = Vec::new();
    for path in sources() {
        let shown = path.display().to_string();
        if WRITERS.iter().any(|writer| shown.ends_with(writer)) {
            continue;
        }
        let lines = code(&path).into_iter().filter(|(_, line)| writes(line));
        wrong.extend(lines.map(|(number, line)| format!("{shown}:{number}: {line}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What shows the choice of the current game. At a shared keyboard it belongs to one player, or to nobody.
const SHOWS_CHOICE: [&str; 10] = [
    ".choices(",
    ".explain(",
    "session.legal(",
    "prompts(&",
    "moves_of_kind(&",
    "MoveReader::new(&",
    "find_routes(&",
    "warnings(&repl",
    "warnings(&self",
    "OwnChoice {",
];

/// The commands learn of the choice that is asked for only through the type that `seats.rs` makes.
#[test]
fn only_the_seats_know_what_can_be_chosen() {
    let mut wrong = Vec::new();
    let mut at_home = 0;
    for path in sources() {
        let shown = inside(&path);
        if !shown.starts_with("src/repl/") {
            continue;
        }
        for (number, line) in code(&path) {
            if !SHOWS_CHOICE.iter().any(|word| line.contains(word)) {
                continue;
            }
            match shown.as_str() {
                "src/repl/seats.rs" => at_home += 1,
                _ => wrong.push(format!("{shown}:{number}: {line}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(at_home > 4, "{at_home}");
}

#[test]
fn only_the_topology_knows_grids() {
    let at_home = |path: &PathBuf| {
        let inside = inside(path);
        GRID_HOMES.iter().any(|home| inside.starts_with(home))
    };
    let mut wrong = Vec::new();
    for path in sources().into_iter().filter(|path| !at_home(path)) {
        for (number, line) in code(&path) {
            for word in GRID_WORDS.iter().filter(|word| line.contains(*word)) {
                wrong.push(format!("{}:{number}: {word}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_game_is_named_in_the_library() {
    let mut wrong = Vec::new();
    for path in sources() {
        // The command line's help shows examples, as documentation does. The drawn shapes have names such as `cannon`.
        let shown = inside(&path);
        if shown.starts_with("src/")
            || shown.contains("/tests/")
            || SHAPES.contains(&shown.as_str())
        {
            continue;
        }
        for (number, line) in code(&path) {
            for game in GAMES
                .iter()
                .filter(|game| line.to_lowercase().contains(*game))
            {
                wrong.push(format!("{}:{number}: {game}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_file_says_what_it_is() {
    for path in sources() {
        let text = fs::read_to_string(&path).expect("a source file");
        assert!(text.starts_with("//!"), "{} has no head", path.display());
    }
}

/// Names of files that say nothing about what a file holds.
const VAGUE: [&str; 10] = [
    "words", "kept", "given", "shelf", "chart", "draft", "utils", "misc", "common", "helpers",
];

#[test]
fn no_file_has_a_vague_name() {
    let vague: Vec<_> = sources()
        .into_iter()
        .filter(|path| {
            inside(path)
                .split('/')
                .map(|part| part.trim_end_matches(".rs"))
                .any(|part| VAGUE.contains(&part))
        })
        .collect();
    assert!(vague.is_empty(), "{vague:?}");
}

/// Returns the name of the type that a line declares; associated types, which are indented, are their trait's.
fn declared_type(line: &str) -> Option<&str> {
    if line.starts_with(' ') && line.trim_start().starts_with("type ") {
        return None;
    }
    let mut words = line.split_whitespace().peekable();
    words.next_if(|word| word.starts_with("pub"));
    // `pub(in path)` holds a blank.
    words.next_if(|word| word.ends_with(')'));
    if !["struct", "enum", "trait", "type"].contains(&words.next()?) {
        return None;
    }
    words
        .next()?
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
        .filter(|name| !name.is_empty())
}

#[test]
fn no_two_types_have_one_name() {
    let mut homes = BTreeMap::<String, Vec<String>>::new();
    for path in sources() {
        for (number, line) in code(&path) {
            if let Some(name) = declared_type(&line) {
                let home = format!("{}:{number}", path.display());
                homes.entry(name.to_owned()).or_default().push(home);
            }
        }
    }
    homes.retain(|_, homes| homes.len() > 1);
    assert!(homes.is_empty(), "{homes:#?}");
}
