//! The public names of the facade, and the functions that it promises, in a snapshot.
//!
//! What is public stands in the `pub use` list of `src/lib.rs`. A function is promised if its documentation has an example;
//! others serve the crates of this workspace. Functions are found in the text, which `cargo fmt` keeps in one form:
//! `    pub fn` in a block that begins with `impl`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A public function of a public type.
struct PublicFunction {
    owner: String,
    /// From `fn` to its body, in one line.
    signature: String,
    has_example: bool,
}

fn lib() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).expect("lib.rs")
}

/// Returns the names that `lib.rs` lets out.
fn names() -> BTreeSet<String> {
    let lib = lib();
    let uses = lib.split("\npub use ").skip(1);
    let list = |text: &str| -> Vec<String> {
        let text = text.split(';').next().unwrap_or_default();
        let (path, names) = text.rsplit_once("::").unwrap_or(("", text));
        let names = text.split_once('{').map_or(names, |(_, names)| names);
        assert!(!path.is_empty() && !text.contains('*'), "{text}");
        let names = names.trim_end_matches(['}', '\n', ' ']).split(',');
        let names = names.map(|name| name.trim().to_owned());
        names.filter(|name| !name.is_empty()).collect()
    };
    uses.flat_map(list).collect()
}

fn sources() -> Vec<PathBuf> {
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("crates")];
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Returns the type that a line `impl<'a> Name<'a> {` is about; none for a trait's block.
fn owner(line: &str) -> Option<String> {
    let rest = line.strip_prefix("impl")?;
    let rest = match rest.strip_prefix('<') {
        Some(parameters) => parameters.split_once("> ")?.1,
        None => rest.trim_start(),
    };
    let name = rest.split(['<', ' ']).next().unwrap_or_default();
    (!line.contains(" for ")).then(|| name.to_owned())
}

fn functions() -> Vec<PublicFunction> {
    let mut all = Vec::new();
    for path in sources() {
        let text = fs::read_to_string(&path).expect("a source");
        let lines: Vec<&str> = text.lines().collect();
        let mut inside = None;
        for (at, line) in lines.iter().enumerate() {
            if line.starts_with("impl") {
                inside = owner(line);
            } else if line.starts_with('}') {
                inside = None;
            } else if let (Some(owner), Some(_)) = (&inside, line.strip_prefix("    pub fn ")) {
                all.push(function(owner, &lines, at));
            }
        }
    }
    all
}

fn function(owner: &str, lines: &[&str], at: usize) -> PublicFunction {
    let above = lines[..at].iter().rev().map(|line| line.trim());
    let docs: Vec<_> = above
        .take_while(|line| line.starts_with("///") || line.starts_with("#["))
        .filter(|line| line.starts_with("///"))
        .collect();
    let signature: Vec<_> = lines[at..]
        .iter()
        .scan(false, |done, line| {
            let before = *done;
            *done = line.ends_with('{');
            (!before).then(|| line.trim().trim_end_matches('{').trim())
        })
        .collect();
    PublicFunction {
        owner: owner.to_owned(),
        signature: signature.join(" ").replace("( ", "(").replace(", )", ")"),
        has_example: docs.iter().any(|line| line.starts_with("/// ```")),
    }
}

#[test]
fn public_names_are_as_they_were() {
    let names = names();
    let functions = functions();
    let mut text = String::new();
    for name in &names {
        text.push_str(&format!("{name}\n"));
        let own = functions
            .iter()
            .filter(|function| function.owner == *name && function.has_example);
        let mut own: Vec<_> = own.map(|f| format!("    {}\n", f.signature)).collect();
        own.sort();
        text.extend(own);
    }
    assert!(names.len() <= 48, "{} names are many", names.len());
    insta::assert_snapshot!("names", text);
}

#[test]
fn programs_import_from_one_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["examples", "benches", "tests/it"] {
        for entry in fs::read_dir(root.join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|e| e != "rs") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a program");
            for line in text
                .lines()
                .filter(|line| line.starts_with("use linstock::"))
            {
                let name = line.trim_start_matches("use linstock::");
                let flat = name.starts_with(|c: char| c == '{' || c.is_ascii_uppercase());
                assert!(flat, "{}: {line}", path.display());
            }
        }
    }
}
