//! The texts that an editor has open: they replace those on disk.

use crate::files::{self, Folder};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Texts by the paths of their files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct OpenTexts(BTreeMap<PathBuf, String>);

impl OpenTexts {
    /// Adds a text that replaces a file.
    pub(crate) fn insert(&mut self, path: PathBuf, text: String) {
        self.0.insert(path, text);
    }

    /// Returns the open text of a path.
    pub(crate) fn get(&self, path: &Path) -> Option<&str> {
        self.0.get(path).map(String::as_str)
    }

    /// Reads a ruleset's folder, with open texts in place of files. Ignores read errors: the file may be open.
    pub(super) fn folder(&self, path: &Path, main: Option<&str>) -> Folder {
        let read = files::folder(path, main);
        let mut folder = read.unwrap_or_else(|_| Folder {
            name: name(path),
            path: path.to_string_lossy().into_owned(),
            files: Vec::new(),
        });
        for (open, text) in &self.0 {
            if open.parent() == Some(path) && files::belongs(open) {
                let name = name(open);
                folder.files.retain(|(file, _)| *file != name);
                folder.files.push((name, text.clone()));
            }
        }
        folder.files.sort();
        folder
    }

    /// Returns the scenario files in a folder, including open ones, with their texts.
    pub(super) fn scenarios(&self, folder: &Path) -> Vec<(PathBuf, String)> {
        let mut paths = files::files_in(folder, "scn").unwrap_or_default();
        let open = self.0.keys();
        paths.extend(
            open.filter(|p| p.parent() == Some(folder) && files::ends(p, "scn"))
                .cloned(),
        );
        paths.sort();
        paths.dedup();
        let texts = paths.into_iter().filter_map(|path| {
            let text = self.get(&path).map(str::to_owned);
            let text = text.or_else(|| files::read_rules(&path).ok())?;
            Some((path, text))
        });
        texts.collect()
    }
}

fn name(path: &Path) -> String {
    let name = path.file_name();
    name.map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default()
}
