//! Waits until files of rulesets change.
//!
//! Editors save in several steps: they empty a file and write it, or write another file and give it the name. So a change is
//! told once the folder has been still for a moment.

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// How long a folder must be still until a change is told.
const STILL: Duration = Duration::from_millis(40);

/// The ends of the names of files that make up a ruleset.
const EXTENSIONS: [&str; 3] = ["game", "rhai", "scn"];

/// A watch over folders.
pub(super) struct FileWatch {
    /// Events come as long as this lives.
    _watcher: RecommendedWatcher,
    events: Receiver<()>,
}

impl FileWatch {
    /// Watches folders with what is below them, and the folders that files lie in.
    pub(crate) fn over<'p>(paths: impl Iterator<Item = &'p Path>) -> Result<Self, String> {
        let (sender, events) = channel();
        let tell = move |event: notify::Result<Event>| {
            if event.map_or(true, |event| is_change(&event)) {
                // Nobody waits any more when the program ends.
                let _ = sender.send(());
            }
        };
        let unable = |folder: &Path, why: notify::Error| {
            format!("changes in `{}` cannot be seen: {why}", folder.display())
        };
        let mut watcher = notify::recommended_watcher(tell)
            .map_err(|why| format!("changes of files cannot be seen here: {why}"))?;
        for folder in paths.map(folder_of).collect::<BTreeSet<_>>() {
            let watched = watcher.watch(&folder, RecursiveMode::Recursive);
            watched.map_err(|why| unable(&folder, why))?;
        }
        Ok(Self {
            _watcher: watcher,
            events,
        })
    }

    /// Waits for a change and until no other follows; tells whether there can be more.
    pub(crate) fn wait(&self) -> bool {
        let mut seen = self.events.recv().is_ok();
        while seen {
            match self.events.recv_timeout(STILL) {
                Ok(()) => {}
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => seen = false,
            }
        }
        false
    }
}

/// Tells whether something may have changed in a file of a ruleset. That a file was read is no change.
fn is_change(event: &Event) -> bool {
    let of_ruleset = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
    };
    !event.kind.is_access() && (event.need_rescan() || event.paths.iter().any(of_ruleset))
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        _ if path.is_dir() => path.to_owned(),
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}
