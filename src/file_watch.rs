//! Waits until files of rulesets change.
//!
//! Editors save in several steps: they empty a file and write it, or write another file and rename it. So a change is
//! reported once the folder has been quiet for a moment.

use crate::shown::one_line;
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long a folder must be quiet before a change is reported.
const STILL: Duration = Duration::from_millis(40);

/// The usual longest time between two steps of one save.
const BURST: Duration = Duration::from_millis(4);

/// The extensions of files in a ruleset.
const EXTENSIONS: [&str; 4] = ["game", "rhai", "scn", "svg"];

/// After this time without a change, checks whether the folders still exist.
const TICK: Duration = Duration::from_millis(500);

/// A watch over the folders of some files. It watches those that exist, as they are created and removed.
pub(super) struct FileWatch {
    /// The folders, existing or not.
    wanted: BTreeSet<PathBuf>,
    /// The folders that existed when the watch began.
    folders: BTreeSet<PathBuf>,
    /// Whether subfolders are watched, too.
    mode: RecursiveMode,
    /// Events arrive while this value lives.
    watcher: RecommendedWatcher,
    events: Receiver<()>,
}

impl FileWatch {
    /// Watches folders with their subfolders, and the folders of files.
    pub(crate) fn over(paths: &[PathBuf]) -> Result<Self, String> {
        Self::new(paths, RecursiveMode::Recursive)
    }

    /// Watches the same without subfolders: a folder may hold many unrelated files.
    pub(crate) fn over_these_alone(paths: &[PathBuf]) -> Result<Self, String> {
        Self::new(paths, RecursiveMode::NonRecursive)
    }

    fn new(paths: &[PathBuf], mode: RecursiveMode) -> Result<Self, String> {
        let wanted = folders_of(paths);
        let folders = there(&wanted);
        let (watcher, events) = watcher(&folders, mode)?;
        Ok(Self {
            wanted,
            folders,
            mode,
            watcher,
            events,
        })
    }

    /// Watches the folders of these files from now on; returns whether the folders differ from those before.
    pub(crate) fn follow(&mut self, paths: &[PathBuf]) -> bool {
        let wanted = folders_of(paths);
        let other = self.wanted != wanted;
        if other {
            self.wanted = wanted;
            self.renew();
        }
        other
    }

    /// Waits for a moment; returns whether something has changed, once no other change follows.
    pub(crate) fn look(&mut self) -> bool {
        self.looks_while(|| {})
    }

    /// Does the same, but runs a function at once after a change, and again if another change follows. So the function need
    /// not wait until all changes are complete.
    pub(crate) fn looks_while(&mut self, mut body: impl FnMut()) -> bool {
        let changed = match self.events.recv_timeout(TICK) {
            Ok(()) => true,
            Err(RecvTimeoutError::Timeout) => there(&self.wanted) != self.folders,
            Err(RecvTimeoutError::Disconnected) => {
                std::thread::sleep(TICK);
                true
            }
        };
        if !changed {
            return false;
        }
        loop {
            while self.events.recv_timeout(BURST).is_ok() {}
            let begun = Instant::now();
            body();
            let rest = STILL.saturating_sub(BURST + begun.elapsed());
            if self.events.recv_timeout(rest).is_err() {
                break;
            }
        }
        // A renamed folder is now watched under its new name, and its old name may belong to another folder.
        self.renew();
        true
    }

    /// Restarts the watch over the folders that exist now. If that fails, it is tried again later.
    fn renew(&mut self) {
        let folders = there(&self.wanted);
        if let Ok((watcher, events)) = watcher(&folders, self.mode) {
            (self.watcher, self.events, self.folders) = (watcher, events, folders);
        }
    }
}

/// Watches folders, and returns the receiver of their changes.
fn watcher(
    folders: &BTreeSet<PathBuf>,
    mode: RecursiveMode,
) -> Result<(RecommendedWatcher, Receiver<()>), String> {
    let (sender, events) = channel();
    let known = folders.clone();
    let tell = move |event: notify::Result<Event>| {
        if event.map_or(true, |event| is_change(&event, &known)) {
            // When the program ends, nobody receives any more.
            let _ = sender.send(());
        }
    };
    let mut watcher = notify::recommended_watcher(tell)
        .map_err(|why| format!("changes of files cannot be seen here: {why}"))?;
    for folder in folders {
        let watched = watcher.watch(folder, mode);
        watched
            .map_err(|why| format!("changes in `{}` cannot be seen: {why}", one_line(folder)))?;
    }
    Ok((watcher, events))
}

/// Returns whether a file of a ruleset may have changed, or a folder is gone. Reading a file is not a change.
fn is_change(event: &Event, folders: &BTreeSet<PathBuf>) -> bool {
    let of_ruleset = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
    };
    let matters = |path: &PathBuf| of_ruleset(path) || folders.contains(path);
    !event.kind.is_access() && (event.need_rescan() || event.paths.iter().any(matters))
}

fn folders_of(paths: &[PathBuf]) -> BTreeSet<PathBuf> {
    paths.iter().map(|path| folder_of(path)).collect()
}

fn there(folders: &BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
    let there = folders.iter().filter(|folder| folder.is_dir());
    there.cloned().collect()
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        _ if path.is_dir() => path.to_owned(),
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}
