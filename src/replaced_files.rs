//! Writes whole files: at any time, either the old or the new file exists.

use crate::files::problem;
use crate::shown::Shown;
use crate::shown::one_line;
use crate::unfinished_file::{PREFIX, UnfinishedFile};
use std::fs;
use std::io::{Error, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The age from which an unlocked temporary file is a leftover of a killed program: its creator would have locked it.
const HELD: Duration = Duration::from_secs(2);

/// The age from which any temporary file is a leftover: no write takes this long.
const ABANDONED: Duration = Duration::from_secs(3600);

/// The first bytes of each HTML page that the program writes.
const PAGE: [u8; 15] = *b"<!DOCTYPE html>";

/// The most links that are followed in a row.
const MOST_LINKS: usize = 40;

/// Who may read a new file, and what the file survives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Durability {
    /// An ordinary file. It survives a power failure.
    Usual,
    /// Only its owner may read it. It survives the end of the program.
    Private,
}

/// Writes a file atomically. An existing file keeps its permissions, and a link stays a link.
///
/// # Errors
/// Why it could not be written, in a sentence.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), String> {
    write(path, bytes, Durability::Usual).map_err(|e| problem("write", path, &e))
}

/// Writes an HTML page atomically, with characters that would control a terminal escaped, as on standard output. It replaces
/// only another page: a user who forgets the page's name might have named the rules instead.
///
/// # Errors
/// Why it could not be written, in a sentence.
pub(super) fn write_page(path: &Path, page: &str) -> Result<(), String> {
    check_page(path)?;
    write_whole(path, Shown::from(page).as_str().as_bytes())
}

/// Checks that a page may be written, before it is made.
///
/// # Errors
/// Why it would not be written, in a sentence.
pub(super) fn check_page(path: &Path) -> Result<(), String> {
    if holds_other(path, &PAGE) {
        let shown = one_line(path);
        return Err(format!(
            "`{shown}` is there already and is no page of HTML; choose another name"
        ));
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => Err(format!(
            "there is no folder `{}`; make it first",
            one_line(folder)
        )),
        None => Ok(()),
    }
}

/// Returns whether a non-empty file exists that does not begin with `head`.
pub(super) fn holds_other(path: &Path, head: &[u8]) -> bool {
    if !path.metadata().is_ok_and(|m| m.is_file() && m.len() > 0) {
        return false;
    }
    let mut first = vec![0; head.len()];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut first));
    read.is_err() || first != head
}

/// Writes a file atomically that only its owner may read.
///
/// # Errors
/// Why it could not be written, in a sentence.
pub(super) fn write_private(path: &Path, bytes: &[u8]) -> Result<(), String> {
    write(path, bytes, Durability::Private).map_err(|e| problem("write", path, &e))
}

fn write(path: &Path, bytes: &[u8], care: Durability) -> std::io::Result<()> {
    let mut file = GrowingFile::begin(path, care)?;
    file.write_all(bytes)?;
    file.finish()
}

/// A file that is written in parts, and replaces the old one when it is complete.
#[derive(Debug)]
pub(super) struct GrowingFile {
    unfinished: UnfinishedFile,
    target: PathBuf,
    old: Option<fs::Metadata>,
    care: Durability,
}

impl GrowingFile {
    /// Begins an ordinary file, which is moved to its place when it is complete.
    ///
    /// # Errors
    /// Why it cannot be written, in a sentence.
    pub(crate) fn create(path: &Path) -> Result<Self, String> {
        Self::begin(path, Durability::Usual).map_err(|e| problem("write", path, &e))
    }

    fn begin(path: &Path, care: Durability) -> std::io::Result<Self> {
        let target = past_links(path)?;
        let old = replaceable(&target)?;
        let folder = folder_of(&target);
        sweep(folder);
        let unfinished = UnfinishedFile::create(folder, care == Durability::Private)?;
        // Locked while it is written, so that no other process takes it for a leftover. Some file systems have no locks.
        let _ = unfinished.as_file().try_lock();
        Ok(Self {
            unfinished,
            target,
            old,
            care,
        })
    }

    /// Moves the file to its place.
    ///
    /// # Errors
    /// If the system refuses.
    pub(crate) fn finish(self) -> std::io::Result<()> {
        let file = self.unfinished.as_file();
        if let Some(old) = self.old {
            file.set_permissions(old.permissions())?;
        }
        if self.care == Durability::Usual {
            file.sync_all()?;
        }
        self.unfinished
            .move_to(folder_of(&self.target), &self.target)?;
        if cfg!(unix) && self.care == Durability::Usual {
            fs::File::open(folder_of(&self.target))?.sync_all()?;
        }
        Ok(())
    }
}

impl std::io::Write for GrowingFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.unfinished.as_file().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.unfinished.as_file().flush()
    }
}

/// Returns the folder of a file.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Follows symbolic links, even to a path that does not exist yet.
fn past_links(path: &Path) -> std::io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(Error::other("its links lead in a circle"))
}

/// Returns the metadata of the existing file at a target, if it may be replaced.
fn replaceable(target: &Path) -> std::io::Result<Option<fs::Metadata>> {
    let old = match fs::metadata(target) {
        Ok(old) => old,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(e),
    };
    let no = |why: &str| Err(Error::other(format!("{why}; choose another name")));
    match () {
        () if old.is_dir() => Err(ErrorKind::IsADirectory.into()),
        () if !old.is_file() => no("it is a pipe or a device, not a file"),
        () if old.permissions().readonly() => no("it is write-protected"),
        () if names(&old) > 1 => {
            no("it has a second name (a hard link), which would keep the old text")
        }
        () => Ok(Some(old)),
    }
}

/// Counts the hard links of a file.
#[cfg(unix)]
fn names(file: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(file)
}

/// Returns 1: other systems do not report the number of hard links.
#[cfg(not(unix))]
fn names(_file: &fs::Metadata) -> u64 {
    1
}

/// Removes temporary files that killed programs left in a folder; ignores failures.
fn sweep(folder: &Path) {
    let abandoned = |entry: &fs::DirEntry| {
        let ours = entry
            .file_name()
            .to_str()
            .and_then(|name| name.strip_prefix(PREFIX))
            .is_some_and(|rest| rest.len() == 6 && rest.chars().all(char::is_alphanumeric));
        let written = || {
            entry
                .metadata()
                .ok()
                .filter(fs::Metadata::is_file)?
                .modified()
                .ok()
        };
        let age = |written: SystemTime| written.elapsed().unwrap_or_default();
        let left = |age: Duration| age > ABANDONED || (age > HELD && is_free(&entry.path()));
        ours && written().is_some_and(|written| left(age(written)))
    };
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten().filter(abandoned) {
        let _ = fs::remove_file(entry.path());
    }
}

/// Returns whether no program has locked a file.
fn is_free(path: &Path) -> bool {
    fs::File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::{ABANDONED, HELD, write_page, write_private, write_whole};
    use crate::files::read;
    use std::path::Path;
    use std::time::{Duration, SystemTime};

    #[test]
    fn a_page_takes_the_place_of_a_page_alone() {
        let folder = tempfile::tempdir().expect("made");
        let path = folder.path().join("x.html");
        for (page, read_back) in [
            ("<!DOCTYPE html>one", "<!DOCTYPE html>one"),
            (
                "<!DOCTYPE html>\u{1b}]0;two\u{7}\u{202e}",
                "<!DOCTYPE html>\\u{1b}]0;two\\u{7}\\u{202e}",
            ),
        ] {
            write_page(&path, page).expect("written");
            assert_eq!(read(&path).as_deref(), Ok(read_back));
        }
        let rules = folder.path().join("x.game");
        for text in ["game x \"X\"\nplayers a, b\n", "short"] {
            write_whole(&rules, text.as_bytes()).expect("written");
            let why = write_page(&rules, "<!DOCTYPE html>").expect_err("rules");
            assert!(why.contains("is no page of HTML"), "{why}");
            assert_eq!(read(&rules).as_deref(), Ok(text));
        }
    }

    #[test]
    fn a_file_is_written_whole_and_nothing_is_left_behind() {
        let folder = tempfile::tempdir().expect("made");
        let path = folder.path().join("x.save");
        for text in ["first", "second, longer", ""] {
            write_whole(&path, text.as_bytes()).expect("written");
            assert_eq!(read(&path).as_deref(), Ok(text));
        }
        let left = std::fs::read_dir(folder.path()).expect("listed").count();
        assert_eq!(left, 1);
        let nowhere = folder.path().join("no/x.save");
        assert!(
            write_whole(&nowhere, b"x")
                .expect_err("no folder")
                .contains("x.save")
        );
        // A folder of that name is not replaced.
        assert!(write_whole(folder.path(), b"x").is_err());
        assert_eq!(read(&path).as_deref(), Ok(""));
    }

    #[test]
    #[cfg(unix)]
    fn a_link_is_followed() {
        let folder = tempfile::tempdir().expect("made");
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        std::fs::write(&real, "old").expect("written");
        std::os::unix::fs::symlink(&real, &link).expect("linked");
        write_whole(&link, b"new").expect("written");
        assert_eq!(read(&real).as_deref(), Ok("new"));
        assert!(
            std::fs::symlink_metadata(&link)
                .expect("there")
                .is_symlink()
        );
    }

    #[test]
    fn what_a_killed_program_left_is_removed_at_the_next_write() {
        let place = tempfile::tempdir().expect("made");
        let old = SystemTime::now() - HELD - Duration::from_secs(3);
        let mut held = None;
        for (name, aged) in [
            (".linstock-aB3dE6", true),
            (".linstock-inWork", true),
            (".linstock-fresh1", false),
            (".linstock-notes.txt", true),
            ("other", true),
        ] {
            let file = std::fs::File::create(place.path().join(name)).expect("made");
            // A fresh one stays fresh, also if this test stands still for a while.
            let fresh = SystemTime::now() + ABANDONED;
            file.set_modified(if aged { old } else { fresh })
                .expect("set");
            if name == ".linstock-inWork" {
                file.lock().expect("locked");
                held = Some(file);
            }
        }
        write_whole(&place.path().join("x.save"), b"x").expect("written");
        let mut left: Vec<_> = std::fs::read_dir(place.path())
            .expect("listed")
            .map(|entry| entry.expect("entry").file_name())
            .collect();
        left.sort();
        assert_eq!(
            left,
            [
                ".linstock-fresh1",
                ".linstock-inWork",
                ".linstock-notes.txt",
                "other",
                "x.save"
            ]
        );
        drop(held);
    }

    #[test]
    #[cfg(unix)]
    fn a_file_keeps_its_permissions_and_its_links() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().expect("made");
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        symlink("real", &link).expect("linked");
        // A link to a missing file stays a link.
        write_whole(&link, b"first").expect("written");
        assert!(
            std::fs::symlink_metadata(&link)
                .expect("there")
                .is_symlink()
        );
        std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o600)).expect("set");
        write_whole(&link, b"second").expect("written");
        assert_eq!(read(&real).as_deref(), Ok("second"));
        let mode = |path: &Path| path.metadata().expect("there").permissions().mode() & 0o777;
        assert_eq!(mode(&real), 0o600);
        let private = folder.path().join("private");
        write_private(&private, b"x").expect("written");
        assert_eq!(mode(&private), 0o600);
    }

    #[test]
    #[cfg(unix)]
    fn what_must_not_be_replaced_is_refused() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().expect("made");
        let at = |name: &str| folder.path().join(name);
        let refused = |name: &str| write_whole(&at(name), b"x").expect_err("refused");
        std::fs::write(at("one"), "old").expect("written");
        std::fs::hard_link(at("one"), at("two")).expect("linked");
        assert!(refused("one").contains("second name"));
        std::fs::write(at("kept"), "old").expect("written");
        std::fs::set_permissions(at("kept"), std::fs::Permissions::from_mode(0o400)).expect("set");
        assert!(refused("kept").contains("write-protected"));
        let pipe = std::process::Command::new("mkfifo")
            .arg(at("pipe"))
            .status();
        assert!(pipe.expect("run").success());
        assert!(refused("pipe").contains("pipe or a device"));
        symlink("round", at("round")).expect("linked");
        assert!(refused("round").contains("circle"));
        assert_eq!(read(&at("two")).as_deref(), Ok("old"));
    }
}
