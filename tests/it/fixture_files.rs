//! The files of a folder of fixtures, in order.
//!
//! Insta's `glob!` is not used: it counts every snapshot that fails anywhere in the process while it runs, so that tests beside it pass
//! or fail by chance.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the files of a folder of `tests/it/fixtures` whose names end so, in order.
pub(crate) fn in_folder(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/it/fixtures")
        .join(folder);
    let entries = fs::read_dir(&folder).expect("a folder");
    let all = entries.map(|entry| entry.expect("an entry").path());
    let mut found: Vec<_> = all.filter(|path| ends_so(path, endings)).collect();
    assert!(!found.is_empty(), "nothing in {}", folder.display());
    found.sort();
    found
}

fn ends_so(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| endings.contains(&ending))
}
