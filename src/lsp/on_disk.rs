//! Files that are not open in the editor: when another program changes one, the open texts beside it are rechecked.

use crate::deep_stack::deep_thread;
use crate::file_watch::FileWatch;
use crate::files;
use crate::lsp::arrival::Arrival;
use crate::lsp::ruleset::{folder_of, rules_of};
use crate::open_texts::OpenTexts;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// The files of a folder that are not open, with their texts and modification times. The times matter because a check may
/// have read a text that existed only between two looks.
type ClosedTexts = BTreeMap<PathBuf, (String, Option<SystemTime>)>;

/// The files in the folders of the open texts.
#[derive(Debug, Default)]
pub(super) struct FilesOnDisk {
    /// The folders of each open text: its own, that of its scenarios, and those of its game.
    of: BTreeMap<PathBuf, BTreeSet<PathBuf>>,
    known: BTreeMap<PathBuf, ClosedTexts>,
    /// The folders, shared with the thread that watches them.
    watched: Option<Arc<Mutex<Vec<PathBuf>>>>,
}

impl FilesOnDisk {
    /// Watches the folders of the texts that are open now, by their paths.
    pub(super) fn follow(
        &mut self,
        paths: &BTreeSet<PathBuf>,
        open: &Arc<OpenTexts>,
        arrivals: &Sender<Arrival>,
    ) {
        self.of.retain(|path, _| paths.contains(path));
        for path in paths {
            self.of
                .entry(path.clone())
                .or_insert_with_key(|path| folders_of(path, open));
        }
        let folders: BTreeSet<PathBuf> = self.of.values().flatten().cloned().collect();
        // Other files may be open now.
        self.known = folders
            .iter()
            .map(|folder| (folder.clone(), closed_texts(folder, open)))
            .collect();
        self.watch(folders.into_iter().collect(), arrivals);
    }

    /// Returns the open texts in whose folders another program has changed a file since the last call.
    pub(super) fn changed(&mut self, open: &Arc<OpenTexts>) -> Vec<PathBuf> {
        let mut changed = BTreeSet::new();
        for (folder, known) in &mut self.known {
            let now = closed_texts(folder, open);
            if now != *known {
                changed.insert(folder.clone());
                *known = now;
            }
        }
        let concerned = self.of.iter();
        let concerned = concerned.filter(|(_, folders)| !folders.is_disjoint(&changed));
        let concerned: Vec<PathBuf> = concerned.map(|(path, _)| path.clone()).collect();
        for path in &concerned {
            self.of.insert(path.clone(), folders_of(path, open));
        }
        concerned
    }

    /// Makes a thread watch these folders from now on.
    fn watch(&mut self, folders: Vec<PathBuf>, arrivals: &Sender<Arrival>) {
        match &self.watched {
            Some(watched) => *watched.lock().unwrap_or_else(PoisonError::into_inner) = folders,
            None if folders.is_empty() => {}
            None => self.watched = begin(folders, arrivals.clone()),
        }
    }
}

/// Starts a thread that watches folders; `None` if that fails: then a change is noticed at the next edit.
fn begin(folders: Vec<PathBuf>, arrivals: Sender<Arrival>) -> Option<Arc<Mutex<Vec<PathBuf>>>> {
    let mut watch = FileWatch::over_these_alone(&folders).ok()?;
    let wanted = Arc::new(Mutex::new(folders));
    let watched = Arc::clone(&wanted);
    let begun = deep_thread().spawn(move || {
        // The server holds the other reference while it lives.
        while Arc::strong_count(&watched) > 1 {
            let folders = watched
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clone();
            // This also finds changes from before a folder was watched.
            let looks = watch.follow(&folders) | watch.look();
            if looks && arrivals.send(Arrival::OnDisk).is_err() {
                return;
            }
        }
    });
    begun.is_ok().then_some(wanted)
}

/// Returns the folders of a text's ruleset.
fn folders_of(path: &Path, open: &Arc<OpenTexts>) -> BTreeSet<PathBuf> {
    let own = folder_of(path);
    let rules = rules_of(path, open);
    let sources = rules.iter().map(|(_, source)| Path::new(&source.path));
    let sources = sources.filter(|path| path.is_absolute());
    let mut folders: BTreeSet<PathBuf> = sources.map(folder_of).collect();
    folders.insert(own.join("scenarios"));
    folders.insert(own);
    folders
}

/// Reads the files of rulesets in a folder that are not open.
fn closed_texts(folder: &Path, open: &OpenTexts) -> ClosedTexts {
    let found = ["game", "rhai", "scn", "svg"].map(|end| files::files_in(folder, end));
    let found = found.into_iter().flat_map(Result::unwrap_or_default);
    let closed = found.filter(|path| open.get(path).is_none());
    let texts = closed.filter_map(|path| {
        let written = std::fs::metadata(&path).and_then(|data| data.modified());
        let text = files::read_rules(&path).ok()?;
        Some((path, (text, written.ok())))
    });
    texts.collect()
}

#[cfg(test)]
mod tests {
    use super::FilesOnDisk;
    use crate::open_texts::OpenTexts;
    use std::collections::BTreeSet;
    use std::fs::{self, File};
    use std::sync::Arc;
    use std::sync::mpsc;
    use std::time::{Duration, SystemTime};

    /// A check may have read a text that existed only for a moment.
    #[test]
    fn a_text_that_was_another_one_for_a_moment_has_changed() {
        let folder = tempfile::tempdir().expect("made");
        let game = folder.path().join("duel.game");
        fs::write(&game, "game duel \"Duel\"\n").expect("written");
        let open = Arc::new(OpenTexts::default());
        let (arrivals, _arrived) = mpsc::channel();
        let mut disk = FilesOnDisk::default();
        disk.follow(&BTreeSet::from([game.clone()]), &open, &arrivals);
        assert!(disk.changed(&open).is_empty());
        let later = SystemTime::now() + Duration::from_secs(5);
        let written = File::options().write(true).open(&game).expect("opened");
        written.set_modified(later).expect("set");
        assert_eq!(disk.changed(&open), [game]);
        assert!(disk.changed(&open).is_empty());
    }
}
