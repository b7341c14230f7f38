//! The contents of a folder of rulesets: the rulesets, and files that cannot be opened.

use crate::files::{ends, entries, is_game, is_missing, is_own_folder, problem};
use crate::shown::one_line;
use std::fs;
use std::path::{Path, PathBuf};

/// The extensions of texts.
const TEXTS: [&str; 4] = ["game", "rhai", "scn", "svg"];

/// The depth to which a folder is searched for rulesets.
const DEEPEST: usize = 4;

/// The result of a search in a folder of rulesets.
#[derive(Debug, Default)]
pub(super) struct FolderOfRulesets {
    /// The folders of the rulesets.
    pub(crate) rulesets: Vec<PathBuf>,
    /// Files that cannot be opened, each in a sentence, except those inside a ruleset's folder.
    pub(crate) troubles: Vec<String>,
}

/// Finds the rulesets in a folder and its subfolders. Follows a link to a folder only at the top level.
///
/// # Errors
/// If the folder cannot be read, in a sentence.
pub(super) fn rulesets_below(folder: &Path) -> Result<FolderOfRulesets, String> {
    let mut found = FolderOfRulesets {
        troubles: unusable(folder)?,
        ..FolderOfRulesets::default()
    };
    for inside in entries(folder)?.iter().filter(|p| p.is_dir()) {
        search(inside, DEEPEST - 1, &mut found);
    }
    Ok(found)
}

fn search(folder: &Path, deeper: usize, found: &mut FolderOfRulesets) {
    let listed = match entries(folder) {
        Ok(listed) => listed,
        Err(trouble) => return found.troubles.push(trouble),
    };
    if listed.iter().any(|path| is_game(path)) {
        return found.rulesets.push(folder.to_owned());
    }
    let like_a_game = |path: &&PathBuf| {
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        ending.as_deref() == Some("game")
    };
    let troubles = listed.iter().filter(like_a_game);
    found
        .troubles
        .extend(troubles.filter_map(|path| trouble(path)));
    if deeper > 0 {
        let inside = listed.iter().filter(|path| is_own_folder(path));
        inside.for_each(|folder| search(folder, deeper - 1, found));
    }
}

/// Returns the entries of a folder that cannot be opened: broken links, and rule texts that are pipes or devices, or whose
/// extension is in capital letters.
pub(super) fn unusable(folder: &Path) -> Result<Vec<String>, String> {
    let listed = entries(folder)?;
    Ok(listed.iter().filter_map(|path| trouble(path)).collect())
}

fn trouble(path: &Path) -> Option<String> {
    let shown = one_line(path);
    match fs::metadata(path) {
        Ok(found) if found.is_file() => {
            let ending = path.extension()?.to_string_lossy();
            let meant = ending.to_lowercase();
            let wrong = ending != meant && TEXTS.contains(&meant.as_str());
            wrong.then(|| {
                format!("`{shown}` is not read, since its name ends in `.{ending}`; let it end in `.{meant}`")
            })
        }
        Ok(found) if found.is_dir() => None,
        Ok(_) if !TEXTS.iter().any(|ending| ends(path, ending)) => None,
        Ok(_) => Some(format!(
            "`{shown}` is a pipe or a device, not a file; remove it, or write a file in its place"
        )),
        Err(e) if is_missing(&e) => Some(format!(
            "`{shown}` is a link that leads nowhere; remove it, or link what it should be"
        )),
        Err(e) => Some(problem("open", path, &e)),
    }
}
