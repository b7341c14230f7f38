//! What comes with the dependencies: licences, sources, versions that come twice, and whether each direct one is used. `deny.toml` says
//! what is allowed. The tools for this take minutes to build, so the same is asked of `cargo metadata` here.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Crates that come in two versions, each for a dependency that has not moved on yet.
const TWICE: [&str; 10] = [
    "bitflags",
    "cpufeatures",
    "foldhash",
    "getrandom",
    "hashbrown",
    "miniz_oxide",
    "nix",
    "rand",
    "rand_core",
    "syn",
];

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(path).expect("it is there")
}

/// All packages that this machine builds, as cargo tells of them.
fn packages() -> Vec<Value> {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let version = Command::new("rustc").arg("-vV").output().expect("it runs");
    let version = String::from_utf8(version.stdout).expect("text");
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .args(["--all-features", "--filter-platform", host.expect("a host")])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{output:?}");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    metadata["packages"].as_array().expect("a list").clone()
}

/// Returns the texts of a list in `deny.toml`.
fn listed(name: &str) -> BTreeSet<String> {
    let text = read("deny.toml");
    let begin = text.find(&format!("\n{name} = [")).expect("it is there");
    let list = text[begin..].split(']').next().expect("some text");
    let texts: BTreeSet<String> = list
        .split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect();
    assert!(!texts.is_empty(), "{name}");
    texts
}

/// Tells whether a licence expression can be met by licences that are allowed.
fn is_allowed(licence: &str, allowed: &BTreeSet<String>) -> bool {
    let all = licence
        .split(" AND ")
        .map(|part| part.trim_matches(['(', ')', ' ']));
    all.into_iter().all(|any| {
        let any = any.replace('/', " OR ");
        any.split(" OR ")
            .any(|one| allowed.contains(one.trim().trim_end_matches('+')))
    })
}

#[test]
fn licences_are_those_that_are_allowed() {
    let allowed = listed("allow");
    for package in packages() {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(
            is_allowed(licence, &allowed),
            "{} has the licence `{licence}`: see deny.toml",
            package["name"]
        );
    }
    assert!(!is_allowed("GPL-3.0", &allowed) && !is_allowed("MIT AND GPL-3.0", &allowed));
    assert!(is_allowed("(MIT OR GPL-3.0) AND Zlib", &allowed));
}

/// What clippy cannot know: it looks at the standard library alone.
#[test]
fn no_dependency_needs_a_newer_rust_than_the_manifest_says() {
    let version = |text: &str| -> Vec<u32> {
        let numbers = text.split('.').take(2).map(str::parse);
        numbers.collect::<Result<_, _>>().expect("numbers")
    };
    let manifest = read("Cargo.toml");
    let own = manifest
        .lines()
        .find_map(|line| line.strip_prefix("rust-version = "))
        .expect("it is there");
    let own = version(own.trim_matches('"'));
    let packages = packages();
    let needs = packages
        .iter()
        .filter_map(|p| Some((p, p["rust_version"].as_str()?)));
    let needs: Vec<_> = needs.collect();
    assert!(needs.len() > 50, "{}", needs.len());
    for (package, needed) in needs {
        assert!(
            version(needed) <= own,
            "{} {} needs Rust {needed}: see `rust-version` in Cargo.toml",
            package["name"],
            package["version"]
        );
    }
}

#[test]
fn everything_comes_from_one_registry_and_nothing_is_denied() {
    let lock = read("Cargo.lock");
    let denied = listed("deny");
    let (mut sources, mut versions) = (BTreeSet::new(), BTreeMap::new());
    for package in lock.split("[[package]]").skip(1) {
        let field = |name: &str| {
            let line = package
                .lines()
                .find_map(|l| l.strip_prefix(&format!("{name} = ")));
            line.map(|value| value.trim_matches('"').to_owned())
        };
        let name = field("name").expect("a name");
        assert!(!denied.contains(&name), "{name} is denied in deny.toml");
        if let Some(source) = field("source") {
            assert!(
                source.starts_with("registry+"),
                "{name} comes from {source}"
            );
            assert!(field("checksum").is_some(), "{name} has no checksum");
            sources.insert(source);
        }
        *versions.entry(name).or_insert(0) += 1;
    }
    assert_eq!(sources.len(), 1, "{sources:?}");
    let here: BTreeSet<String> = packages()
        .iter()
        .filter_map(|p| p["name"].as_str().map(str::to_owned))
        .collect();
    let twice: Vec<_> = versions
        .iter()
        .filter(|(name, count)| {
            **count > 1 && here.contains(*name) && !TWICE.contains(&name.as_str())
        })
        .collect();
    assert!(twice.is_empty(), "they come in several versions: {twice:?}");
}

/// Collects the code of the project.
fn code(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            code(&path, all);
        } else if path.extension().is_some_and(|e| e == "rs") {
            all.push_str(&fs::read_to_string(&path).expect("text"));
        }
    }
}

/// Returns the dependencies of a manifest with their lines: the section, the name, and the line before.
fn dependencies(manifest: &str) -> Vec<(&str, &str, &str)> {
    let (mut section, mut before) = ("", "");
    let mut found = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        } else if section.contains("dependencies")
            && !line.starts_with('#')
            && let Some(end) = line.find([' ', '.'])
        {
            found.push((section, &line[..end], before));
        }
        before = line;
    }
    found
}

#[test]
fn each_dependency_of_the_workspace_says_why_it_is_there() {
    let manifest = read("Cargo.toml");
    let found = dependencies(&manifest);
    let written_out = found.iter().filter(|(section, name, _)| {
        let inherits = ["[dependencies]", "[dev-dependencies]"].contains(section);
        !inherits && !name.starts_with("linstock")
    });
    let written_out: Vec<_> = written_out.collect();
    assert!(written_out.len() > 20, "{written_out:?}");
    for (_, name, before) in written_out {
        let is_explained = before.starts_with("# ");
        assert!(is_explained, "Cargo.toml does not say why {name} is there");
    }
}

#[test]
fn each_package_uses_its_dependencies() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates")).expect("a folder");
    let crates = crates.map(|entry| entry.expect("an entry").path());
    let program = (
        root.join("Cargo.toml"),
        vec!["src", "tests", "benches", "examples"],
    );
    let others = crates.map(|path| (path.join("Cargo.toml"), vec!["src", "tests"]));
    for (path, folders) in others.chain([program]) {
        let manifest = fs::read_to_string(&path).expect("a manifest");
        let home = path.parent().expect("a folder");
        let mut text = String::new();
        for folder in folders.iter().map(|folder| home.join(folder)) {
            if folder.is_dir() {
                code(&folder, &mut text);
            }
        }
        for (section, name, _) in dependencies(&manifest) {
            let word = name.replace('-', "_");
            let forms = [
                format!("{word}::"),
                format!("use {word}"),
                format!("{word}!"),
            ];
            let is_used = forms.iter().any(|form| text.contains(form));
            let is_offered = section == "[workspace.dependencies]";
            assert!(
                is_used || is_offered,
                "{}: nothing uses {name}",
                path.display()
            );
        }
    }
}
