//! Copies a ruleset under another name.

use crate::command_failure::CommandFailure;
use crate::files::{self, FoundFile};
use crate::header::leading_words;
use crate::new_ruleset::readme;
use crate::new_ruleset::title::NewTitle;
use crate::replaced_files;
use crate::ruleset_finder::{self, FoundRuleset};
use crate::scenarios::suites::UNNOTICED;
use linstock_base::{escaped, is_quote};
use linstock_play::scenario::snapshot;
use std::path::{Path, PathBuf};

/// Copies the files of a ruleset into a folder.
pub(super) fn copy(
    found: &FoundRuleset,
    from: &str,
    title: &NewTitle,
) -> Result<(), CommandFailure> {
    let name = title.name.as_str();
    let words = leading_words(found.text());
    let Some(&(_, old)) = words.get(1) else {
        return Err(CommandFailure::Failed(format!(
            "`{from}` does not begin with `game NAME`; `linstock check` says more"
        )));
    };
    let tree = if ruleset_finder::is_path(from) {
        let folder = if found.folder.path.is_empty() {
            "."
        } else {
            &found.folder.path
        };
        own_files(found, Path::new(folder)).map_err(CommandFailure::Failed)?
    } else {
        files::shipped_tree(from).unwrap_or_default()
    };
    let (readmes, tree): (Vec<_>, Vec<_>) = tree.into_iter().partition(|(path, _)| is_readme(path));
    let original = readmes
        .first()
        .map(|(_, bytes)| String::from_utf8_lossy(bytes));
    let text = readme::of_copy(name, (from, old), original.as_deref().unwrap_or_default());
    let readme = (PathBuf::from(readme::FILE), text.into_bytes());
    for file in tree.into_iter().chain([readme]) {
        let (path, bytes) = renamed(file, found, (old, title));
        let path = Path::new(name).join(path);
        if let Some(folder) = path.parent() {
            files::make_folder(folder).map_err(CommandFailure::Failed)?;
        }
        replaced_files::write_whole(&path, &bytes).map_err(CommandFailure::Failed)?;
    }
    Ok(())
}

fn is_readme(path: &Path) -> bool {
    path.parent() == Some(Path::new("")) && path.file_stem().is_some_and(|stem| stem == "README")
}

/// Returns those files in a folder that belong to the ruleset on disk: its texts, its scenarios with their transcripts, and
/// its documents.
fn own_files(found: &FoundRuleset, folder: &Path) -> Result<Vec<FoundFile>, String> {
    let texts = found.folder.files.iter().filter(|(file, _)| {
        let path = found.folder.path_of(file);
        let is_read = found.sources.iter().any(|(_, source)| source.path == path);
        let is_named = files::ends(Path::new(file), "game") || is_named(found, file);
        is_read && is_named
    });
    let mut own: Vec<_> = texts
        .map(|(file, text)| (PathBuf::from(file), text.clone().into_bytes()))
        .collect();
    own.extend(files::called(folder, "README")?);
    let place = folder.join("scenarios");
    let mut beside = files::tree(&place, &["scn", "snap", "txt"])?;
    // The target of a link is outside the folder.
    beside.retain(|(path, _)| files::is_own_file(&place.join(path)));
    let listed = beside
        .iter()
        .find(|(path, _)| path == Path::new(UNNOTICED))
        .cloned();
    beside.retain(|(path, _)| !files::ends(path, "txt"));
    let (scenarios, transcripts): (Vec<_>, Vec<_>) = beside
        .into_iter()
        .partition(|(path, _)| files::ends(path, "scn"));
    let scenarios: Vec<_> = scenarios
        .into_iter()
        .filter(|(_, bytes)| is_for(bytes, found))
        .collect();
    let transcripts = transcripts.into_iter().filter(|(path, _)| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        scenarios.iter().any(|(path, _)| {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            name.starts_with(&format!("{stem}{}", snapshot::BETWEEN))
        })
    });
    let transcripts: Vec<_> = transcripts.collect();
    let inside = |(path, bytes)| (Path::new("scenarios").join(path), bytes);
    own.extend(
        scenarios
            .into_iter()
            .chain(transcripts)
            .chain(listed)
            .map(inside),
    );
    Ok(own)
}

/// Returns whether the rules name a script or a symbol: others in their folder are not theirs.
fn is_named(found: &FoundRuleset, file: &str) -> bool {
    let named = format!("\"{file}\"");
    let mut texts = found.sources.iter().map(|(_, source)| source);
    texts.any(|source| files::ends(Path::new(&source.path), "game") && source.text.contains(&named))
}

/// Returns whether a scenario file is for a ruleset: it begins with the ruleset's name.
fn is_for(bytes: &[u8], found: &FoundRuleset) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let own = leading_words(found.text());
    match leading_words(&text)[..] {
        [(_, "for"), (_, name), ..] => {
            name == found.game || own.get(1).is_some_and(|(_, own)| *own == name)
        }
        _ => false,
    }
}

/// Renames the game: in the main file's name, and in every file that names the game.
fn renamed(
    (path, bytes): (PathBuf, Vec<u8>),
    found: &FoundRuleset,
    (old, title): (&str, &NewTitle),
) -> (PathBuf, Vec<u8>) {
    let new = title.name.as_str();
    let main = path == Path::new(&found.main);
    let rule_text = path.extension().is_some_and(|e| e == "game" || e == "scn");
    let text = match String::from_utf8(bytes) {
        Ok(text) if rule_text => text,
        Ok(text) => return (path, text.into_bytes()),
        Err(other) => return (path, other.into_bytes()),
    };
    let words = leading_words(&text);
    let index = match words.first().map(|(_, word)| *word) {
        Some("game" | "variant") if main => 1,
        Some("variant") => 3,
        Some("for") => 1,
        _ => usize::MAX,
    };
    let text = match words.get(index) {
        Some(&(at, word)) if word == old => {
            format!("{}{new}{}", &text[..at], &text[at + word.len()..])
        }
        _ => text,
    };
    let text = match title.given().filter(|_| main) {
        Some(title) => titled(&text, title),
        None => text,
    };
    let path = if main {
        PathBuf::from(format!("{new}.game"))
    } else {
        path
    };
    (path, text.into_bytes())
}

/// Replaces the title at the head of a ruleset: the first text in quotes on the line of `game` or `variant`.
fn titled(text: &str, title: &str) -> String {
    let head = leading_words(text).first().map_or(0, |(at, _)| *at);
    let line = text[head..].lines().next().unwrap_or_default();
    let mut quotes = line.match_indices('"').map(|(at, _)| head + at);
    let mut quotes = quotes.by_ref().filter(|at| is_quote(text, *at));
    match (quotes.next(), quotes.next()) {
        (Some(from), Some(to)) => format!("{}{}{}", &text[..=from], escaped(title), &text[to..]),
        _ => text.to_owned(),
    }
}
