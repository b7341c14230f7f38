//! Holds the architecture: a layer names only layers below it, and each vendor stays in its home.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The layers, lowest first.
const LAYERS: [&str; 12] = [
    "base",
    "syntax",
    "model",
    "check",
    "ir",
    "compile",
    "vm",
    "script",
    "reference",
    "play",
    "study",
    "front",
];

/// Crates that only one layer may name.
const VENDORS: [(&str, &str); 6] = [
    ("pest", "syntax"),
    ("rhai", "script"),
    ("clap", "front"),
    ("rustyline", "front"),
    ("comfy_table", "front"),
    ("annotate_snippets", "base"),
];

/// What only the front may touch: disk, clock, environment, other processes, threads.
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
    "src/model/topology/",
    "src/check/decl/board.rs",
    "src/check/expr/vocabulary/",
    "src/reference/proof_tests.rs",
    "src/reference/sample.rs",
    "src/reference/tests.rs",
];

fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut open = vec![root];
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

fn layer(path: &Path) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let first = path.strip_prefix(root).ok()?.components().next()?;
    let name = first.as_os_str().to_str()?;
    LAYERS.contains(&name).then(|| name.to_owned())
}

/// Tells whether a line names `word` as a path: `crate::engine`, `super::…` stays within the layer.
fn names(line: &str, word: &str) -> bool {
    let path = format!("crate::{word}");
    line.match_indices(&path)
        .any(|(at, _)| !line[at + path.len()..].starts_with(|c: char| c.is_alphanumeric()))
}

#[test]
fn a_layer_names_only_layers_below_it() {
    let mut wrong = Vec::new();
    for path in sources() {
        let Some(home) = layer(&path) else { continue };
        let at = LAYERS.iter().position(|l| *l == home).expect("a layer");
        for (number, line) in code(&path) {
            for above in LAYERS[at + 1..].iter().filter(|above| names(&line, above)) {
                wrong.push(format!("{}:{number}: {home} names {above}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn vendors_stay_at_home() {
    let mut wrong = Vec::new();
    for path in sources() {
        let home = layer(&path).unwrap_or_default();
        for (number, line) in code(&path) {
            for (vendor, _) in VENDORS.iter().filter(|(vendor, owner)| {
                *owner != home
                    && (line.contains(&format!("{vendor}::"))
                        || line.contains(&format!("use {vendor}")))
            }) {
                wrong.push(format!("{}:{number}: {vendor}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_the_front_touches_the_world() {
    let mut wrong = Vec::new();
    let inner = |path: &PathBuf| {
        let is_test = path.components().any(|c| {
            ["tests", "tests.rs"]
                .iter()
                .any(|name| c.as_os_str() == *name)
        });
        !is_test && layer(path).is_some_and(|home| home != "front")
    };
    for path in sources().into_iter().filter(inner) {
        for (number, line) in code(&path) {
            if OUTSIDE.iter().any(|word| line.contains(word)) {
                wrong.push(format!("{}:{number}: {line}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_the_program_names_the_command_line() {
    // What commands share stands in files of its own: else each command and the command line would need the other.
    let mut wrong = Vec::new();
    for path in sources()
        .iter()
        .filter(|path| !path.ends_with("src/lib.rs"))
    {
        for (number, line) in code(path) {
            if line.contains("front::cli") || line.contains("super::cli") {
                wrong.push(format!("{}:{number}: {line}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What writes to the terminal: `terminal.rs` takes nothing but `Shown` text, and `cli.rs` what clap says, a count in progress is the program's own, the engine
/// and the server of editors write JSON.
const WRITERS: [&str; 6] = [
    "front/cli.rs",
    "front/terminal.rs",
    "front/lsp/mod.rs",
    "front/progress.rs",
    "front/protocol/mod.rs",
    "front/protocol/server.rs",
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

#[test]
fn only_the_topology_knows_grids() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let at_home = |path: &PathBuf| {
        let inner = path.strip_prefix(root).expect("a path of this crate");
        let inner = inner.to_str().expect("a plain path").replace('\\', "/");
        GRID_HOMES.iter().any(|home| inner.starts_with(home))
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
        // The command line's help shows examples, as documentation does.
        if path
            .components()
            .any(|c| c.as_os_str() == "front" || c.as_os_str() == "tests")
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
            // Where the project itself lies is nobody's concern.
            let inside = path
                .strip_prefix(env!("CARGO_MANIFEST_DIR"))
                .unwrap_or(path);
            let parts = inside.components().filter_map(|c| c.as_os_str().to_str());
            parts
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
