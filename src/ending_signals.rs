//! Signals that end the program: the temporary files that it writes are removed first.
//!
//! The thread that takes these signals begins with the first temporary file. A write beyond the limit of a file's size is an
//! error here, not a signal.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use tempfile::NamedTempFile;

/// The temporary files that are being written.
static FILES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A temporary file that is removed if a signal ends the program while this value lives.
#[derive(Debug)]
pub(super) struct RemovedAtSignal(PathBuf);

impl RemovedAtSignal {
    /// Makes a temporary file and marks it. A signal that comes in between ends the program only after both.
    ///
    /// # Errors
    /// If the file cannot be made.
    pub(crate) fn made<F>(
        make: impl FnOnce() -> std::io::Result<NamedTempFile<F>>,
    ) -> std::io::Result<(NamedTempFile<F>, Self)> {
        watch();
        // The thread that takes the signals waits for this lock.
        let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        let made = make()?;
        files.insert(made.path().to_owned());
        let marked = Self(made.path().to_owned());
        Ok((made, marked))
    }
}

impl Drop for RemovedAtSignal {
    fn drop(&mut self) {
        let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        files.remove(&self.0);
    }
}

/// Removes the temporary files. The program ends right after this, so none is finished any more.
pub(super) fn remove_unfinished() {
    let files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    for file in files.iter() {
        // A later start removes what stays.
        let _ = std::fs::remove_file(file);
    }
    // While the lock is held, no file is moved to its place; it is held until the program ends.
    std::mem::forget(files);
}

/// Makes a write beyond the limit of a file's size (`ulimit -f`) fail, instead of ending the program.
#[cfg(unix)]
pub(super) fn fail_at_size_limit() {
    let taken = std::sync::Arc::default();
    // Where signals cannot be handled, the signal ends the program.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, taken);
}

/// Does nothing: other systems have no such signal.
#[cfg(not(unix))]
pub(super) fn fail_at_size_limit() {}

/// Takes the signals that end the program, from the first call on: those of a person or the system, and that of a limit of
/// time (`ulimit -t`).
#[cfg(unix)]
fn watch() {
    use signal_hook::consts::{
        SIGALRM, SIGHUP, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
    };
    use signal_hook::iterator::Signals;

    const ENDING: [i32; 8] = [
        SIGTERM, SIGQUIT, SIGXCPU, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2,
    ];
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        spawn_ready(|ready| {
            let hang_up = (!is_ignored(SIGHUP)).then_some(SIGHUP);
            let Ok(mut signals) = Signals::new(ENDING.into_iter().chain(hang_up)) else {
                return;
            };
            ready();
            for signal in signals.forever() {
                remove_unfinished();
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
    });
}

/// Does nothing: a later start removes what stays.
#[cfg(not(unix))]
fn watch() {}

/// Returns whether the program was started so that a signal is ignored, as `nohup` does. Systems other than Linux do not tell.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Starts a thread, and waits until it calls the function that it gets or ends. If the system has no room for a thread, nothing
/// happens: so no signal is taken that nobody would answer.
#[cfg(unix)]
pub(super) fn spawn_ready(run: impl FnOnce(&dyn Fn()) + Send + 'static) {
    let (sender, ready) = std::sync::mpsc::channel();
    let begun = std::thread::Builder::new().spawn(move || {
        // The receiver waits.
        run(&|| _ = sender.send(()));
    });
    if begun.is_ok() {
        // It fails if the thread could not take the signals; then they do what they do by default.
        let _ = ready.recv();
    }
}

#[cfg(test)]
mod tests {
    use super::{FILES, RemovedAtSignal};
    use std::collections::BTreeSet;
    use std::path::PathBuf;
    use std::sync::TryLockError;

    #[test]
    fn no_signal_comes_between_a_file_and_its_mark() {
        let folder = tempfile::tempdir().expect("made");
        let in_folder = |files: &BTreeSet<PathBuf>| {
            let mut files = files.iter();
            files.any(|file| file.starts_with(folder.path()))
        };
        let made = RemovedAtSignal::made(|| {
            let file = tempfile::NamedTempFile::new_in(folder.path())?;
            let locked = FILES.try_lock();
            assert!(matches!(locked, Err(TryLockError::WouldBlock)));
            Ok(file)
        });
        let (file, marked) = made.expect("made");
        assert!(in_folder(&FILES.lock().expect("whole")));
        drop((file, marked));
        assert!(!in_folder(&FILES.lock().expect("whole")));
    }
}
