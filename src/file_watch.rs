//! Waits until files of rulesets change.
//!
//! Editors save in several steps: they empty a file and write it, or write another file and give it the name. So a change is
//! told once the folder has been still for a moment.

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long a folder must be still until a change is told.
const STILL: Duration = Duration::from_millis(40);

/// The steps of one save follow each other within so long, as a rule.
const BURST: Duration = Duration::from_millis(4);

/// The ends of the names of files that make up a ruleset.
const EXTENSIONS: [&str; 3] = ["game", "rhai", "scn"];

/// After so long without a change it is looked whether the folders are still there.
const TICK: Duration = Duration::from_millis(500);

/// A watch over the folders of some files: over those that are there, as they come and go.
pub(super) struct FileWatch {
    /// The folders, whether they are there or not.
    wanted: BTreeSet<PathBuf>,
    /// Those that were there when the watch began.
    folders: BTreeSet<PathBuf>,
    /// Whether what is below the folders is watched, too.
    mode: RecursiveMode,
    /// Events come as long as this lives.
    watcher: RecommendedWatcher,
    events: Receiver<()>,
}

impl FileWatch {
    /// Watches folders with what is below them, and the folders that files lie in.
    pub(crate) fn over(paths: &[PathBuf]) -> Result<Self, String> {
        Self::new(paths, RecursiveMode::Recursive)
    }

    /// The same without what is below: a folder may hold much that is none of ours.
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

    /// Watches the folders of these files from now on; tells whether they are other ones than before.
    pub(crate) fn follow(&mut self, paths: &[PathBuf]) -> bool {
        let wanted = folders_of(paths);
        let other = self.wanted != wanted;
        if other {
            self.wanted = wanted;
            self.renew();
        }
        other
    }

    /// Waits a moment; tells whether something has changed, once no other change follows.
    pub(crate) fn look(&mut self) -> bool {
        self.looks_while(|| {})
    }

    /// The same, where what is to be done with the change is done at once, and again if another change follows: so it need not wait
    /// until it is sure that none does.
    pub(crate) fn looks_while(&mut self, mut fuel: impl FnMut()) -> bool {
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
            fuel();
            let rest = STILL.saturating_sub(BURST + begun.elapsed());
            if self.events.recv_timeout(rest).is_err() {
                break;
            }
        }
        // A folder that was renamed is watched under its new name: the one that has the old name now is another.
        self.renew();
        true
    }

    /// Begins anew over the folders that are there now. Where that cannot be, it is tried again later.
    fn renew(&mut self) {
        let folders = there(&self.wanted);
        if let Ok((watcher, events)) = watcher(&folders, self.mode) {
            (self.watcher, self.events, self.folders) = (watcher, events, folders);
        }
    }
}

/// Watches folders, and returns where each change is told.
fn watcher(
    folders: &BTreeSet<PathBuf>,
    mode: RecursiveMode,
) -> Result<(RecommendedWatcher, Receiver<()>), String> {
    let (sender, events) = channel();
    let known = folders.clone();
    let tell = move |event: notify::Result<Event>| {
        if event.map_or(true, |event| is_change(&event, &known)) {
            // Nobody waits any more when the program ends.
            let _ = sender.send(());
        }
    };
    let mut watcher = notify::recommended_watcher(tell)
        .map_err(|why| format!("changes of files cannot be seen here: {why}"))?;
    for folder in folders {
        let watched = watcher.watch(folder, mode);
        watched
            .map_err(|why| format!("changes in `{}` cannot be seen: {why}", folder.display()))?;
    }
    Ok((watcher, events))
}

/// Tells whether something may have changed in a file of a ruleset, or a folder is gone. That a file was read is no change.
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
