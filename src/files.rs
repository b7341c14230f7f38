//! Disk access: reads ruleset folders and files. `replaced_files.rs` writes.

use crate::shown::one_line;
use include_dir::{Dir, include_dir};
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// The kind of file at a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FileKind {
    Folder,
    Regular,
    /// A pipe or a device.
    Device,
}

/// The longest text, in bytes.
const LONGEST: u64 = 64 << 20;

/// The longest text of a ruleset, in bytes: `check` refuses longer ones.
const LONGEST_RULES: u64 = 1 << 20;

/// The rulesets that come with the program.
static SHIPPED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/rulesets");

/// The texts of a ruleset's folder: `.game`, `.rhai` and `.svg` files, by name.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    /// The folder's own name.
    pub(crate) name: String,
    /// The folder's path in messages.
    pub(crate) path: String,
    /// File names and texts, sorted by name.
    pub(crate) files: Vec<(String, String)>,
}

impl Folder {
    /// Returns the text of one of its files; empty if it has no such file.
    pub(crate) fn text(&self, file: &str) -> &str {
        let found = self.files.iter().find(|(name, _)| name == file);
        found.map(|(_, text)| text.as_str()).unwrap_or_default()
    }

    /// Returns the path of one of its files, for messages.
    pub(crate) fn path_of(&self, file: &str) -> String {
        match self.path.as_str() {
            "" => file.to_owned(),
            path => format!("{}/{file}", path.trim_end_matches('/')),
        }
    }
}

/// Names the shipped rulesets, in alphabetical order.
pub(super) fn shipped_names() -> Vec<String> {
    names(&SHIPPED, true)
}

/// Names the folders among the shipped rulesets in which there is no game, in alphabetical order.
pub(super) fn shipped_without_game() -> Vec<String> {
    names(&SHIPPED, false)
}

/// Names the folders in a folder that hold a game, or those without a game, in alphabetical order.
fn names(folder: &Dir<'_>, with_game: bool) -> Vec<String> {
    let holds_game = |dir: &&Dir<'_>| dir.files().any(|file| ends(file.path(), "game"));
    let folders = folder.dirs().filter(|dir| holds_game(dir) == with_game);
    let mut names: Vec<_> = folders.map(|dir| file_name(dir.path())).collect();
    names.sort();
    names
}

/// Returns the text that lists the shipped rulesets under headings.
pub(super) fn shipped_catalogue() -> &'static str {
    let file = SHIPPED.get_file(".catalogue");
    file.and_then(|f| f.contents_utf8()).unwrap_or_default()
}

/// Returns a shipped ruleset's folder.
pub(super) fn shipped(name: &str) -> Option<Folder> {
    let dir = SHIPPED.dirs().find(|d| file_name(d.path()) == name)?;
    let mut files: Vec<_> = dir
        .files()
        .filter(|f| belongs(f.path()))
        .filter_map(|f| Some((file_name(f.path()), f.contents_utf8()?.to_owned())))
        .collect();
    files.sort();
    Some(Folder {
        name: name.to_owned(),
        path: format!("rulesets/{name}"),
        files,
    })
}

/// Returns the bytes of a file beside the shipped rulesets.
pub(super) fn shipped_file(name: &str) -> Option<&'static [u8]> {
    let is_it = |file: &&include_dir::File<'_>| file_name(file.path()) == name;
    let mut files = SHIPPED.dirs().flat_map(Dir::files);
    files.find(is_it).map(include_dir::File::contents)
}

/// Names the files with an extension beside the shipped rulesets, each after its folder.
#[cfg(test)]
pub(super) fn shipped_names_ending(extension: &str) -> Vec<(String, String)> {
    let of_folder = |dir: &'static Dir<'_>| {
        let names = dir.files().map(|file| file.path());
        let named = names.filter(|path| ends(path, extension)).map(file_name);
        let folder = file_name(dir.path());
        named.map(move |name| (folder.clone(), name))
    };
    SHIPPED.dirs().flat_map(of_folder).collect()
}

/// Returns the files of a shipped ruleset with their paths inside the folder, without trained values: a copy has another name, so they
/// are not for its rules.
pub(super) fn shipped_tree(name: &str) -> Option<Vec<(PathBuf, Vec<u8>)>> {
    fn walk(dir: &Dir<'_>, root: &Path, found: &mut Vec<(PathBuf, Vec<u8>)>) {
        for file in dir.files().filter(|file| !ends(file.path(), "value")) {
            let inside = file.path().strip_prefix(root).unwrap_or(file.path());
            found.push((inside.to_owned(), file.contents().to_owned()));
        }
        dir.dirs().for_each(|d| walk(d, root, found));
    }
    let dir = SHIPPED.dirs().find(|d| file_name(d.path()) == name)?;
    let mut found = Vec::new();
    walk(dir, dir.path(), &mut found);
    found.sort();
    Some(found)
}

/// A file: its path inside a folder, and its bytes.
pub(super) type FoundFile = (PathBuf, Vec<u8>);

/// Returns the files in a folder with certain extensions, each with its path inside the folder. Skips hidden files and links
/// to folders; returns no files if the folder does not exist.
pub(super) fn tree(folder: &Path, endings: &[&str]) -> Result<Vec<FoundFile>, String> {
    fn walk(
        (folder, root): (&Path, &Path),
        endings: &[&str],
        found: &mut Vec<FoundFile>,
    ) -> Result<(), String> {
        for path in entries(folder)? {
            if is_own_folder(&path) {
                walk((&path, root), endings, found)?;
            } else if endings.iter().any(|ending| ends(&path, ending)) && !path.is_dir() {
                let bytes = bytes_of(&path).map_err(|e| problem("read", &path, &e))?;
                found.push((path.strip_prefix(root).unwrap_or(&path).to_owned(), bytes));
            }
        }
        Ok(())
    }
    let mut found = Vec::new();
    if is_own_folder(folder) {
        walk((folder, folder), endings, &mut found)?;
    }
    Ok(found)
}

/// Returns the files in a folder with a name and any extension: `README`, `README.md`.
pub(super) fn called(folder: &Path, name: &str) -> Result<Vec<FoundFile>, String> {
    let is_it = |path: &PathBuf| path.file_stem().is_some_and(|stem| stem == name);
    let mut found = Vec::new();
    for path in entries(folder)?
        .into_iter()
        .filter(|p| is_it(p) && p.is_file())
    {
        let bytes = bytes_of(&path).map_err(|e| problem("read", &path, &e))?;
        found.push((PathBuf::from(file_name(&path)), bytes));
    }
    Ok(found)
}

/// Returns whether a path is an existing folder, and not a link.
pub(super) fn is_own_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_dir())
}

/// Returns whether a path is an existing file, and not a link.
pub(super) fn is_own_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_file())
}

pub(super) fn ends(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|e| e == ending)
}

/// Returns whether a path is a folder; `None` if it does not exist.
pub(super) fn is_folder(path: &Path) -> Option<bool> {
    kind(path).map(|kind| kind == FileKind::Folder)
}

/// Returns the kind of file at a path, following links; `None` if it does not exist.
pub(super) fn kind(path: &Path) -> Option<FileKind> {
    fs::metadata(path).ok().map(|found| kind_of(&found))
}

/// Reads a ruleset's folder. If the user named the main file, skips other `.game` files that cannot be read.
///
/// # Errors
/// What could not be read, in a sentence.
pub(super) fn folder(path: &Path, main: Option<&str>) -> Result<Folder, String> {
    let absolute = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let read = |file: &Path| file.is_file().then(|| read_rules(file)).transpose();
    let listed = ListedFolder {
        path,
        place: &absolute,
        entries: entries(path)?,
    };
    folder_of(listed, main, &read)
}

/// A folder whose entries are known.
pub(super) struct ListedFolder<'f> {
    /// The path as the user gave it.
    pub(super) path: &'f Path,
    /// The real path, without links.
    pub(super) place: &'f Path,
    pub(super) entries: Vec<PathBuf>,
}

/// Reads a ruleset's folder, as [`folder`]; `read` returns `None` for anything that is not a file.
///
/// # Errors
/// What could not be read, in a sentence.
pub(super) fn folder_of(
    listed: ListedFolder<'_>,
    main: Option<&str>,
    read: &dyn Fn(&Path) -> Result<Option<String>, String>,
) -> Result<Folder, String> {
    let mut files = Vec::new();
    for file in listed.entries.into_iter().filter(|p| belongs(p)) {
        let name = file_name(&file);
        let other = main.is_some_and(|main| main != name && name.ends_with(".game"));
        match read(&file) {
            Ok(Some(text)) => files.push((name, text)),
            Ok(None) => {}
            Err(_) if other => {}
            Err(problem) => return Err(problem),
        }
    }
    Ok(Folder {
        name: file_name(listed.place),
        path: listed.path.to_string_lossy().into_owned(),
        files,
    })
}

/// Returns whether a folder holds a ruleset: an entry has the name of a game text.
pub(super) fn holds_game(folder: &Path) -> Result<bool, String> {
    Ok(entries(folder)?.iter().any(|path| is_game(path)))
}

/// Returns whether a path has the name of a game text, and is neither a folder nor a broken link.
pub(super) fn is_game(path: &Path) -> bool {
    ends(path, "game")
        && fs::metadata(path).map_or_else(|e| !is_missing(&e), |found| !found.is_dir())
}

pub(super) fn is_missing(error: &std::io::Error) -> bool {
    error.kind() == std::io::ErrorKind::NotFound
}

/// Lists the files in a folder with an extension, sorted.
pub(super) fn files_in(path: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    Ok(entries(path)?
        .into_iter()
        .filter(|p| ends(p, extension) && p.is_file())
        .collect())
}

/// Removes a file, if it exists.
///
/// # Errors
/// Why it could not be removed, in a sentence.
pub(super) fn remove(path: &Path) -> Result<(), String> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(problem("remove", path, &e)),
        _ => Ok(()),
    }
}

/// Returns the real path, without links; `None` if it does not exist.
pub(super) fn without_links(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok()
}

/// Reads a text of a ruleset. Stops reading if it is longer than the language allows.
///
/// # Errors
/// Why it could not be read, in a sentence.
pub(super) fn read_rules(path: &Path) -> Result<String, String> {
    text_up_to(path, open_regular(path), LONGEST_RULES)
}

/// Reads a text of a ruleset from an open file.
///
/// # Errors
/// Why it could not be read, in a sentence.
pub(super) fn read_opened_rules(
    path: &Path,
    opened: std::io::Result<fs::File>,
) -> Result<String, String> {
    text_up_to(path, opened, LONGEST_RULES)
}

/// Reads a text.
///
/// # Errors
/// Why it could not be read, in a sentence.
pub(super) fn read(path: &Path) -> Result<String, String> {
    text_up_to(path, open_regular(path), LONGEST)
}

fn text_up_to(path: &Path, opened: std::io::Result<fs::File>, most: u64) -> Result<String, String> {
    let bytes = opened.and_then(|file| bytes_up_to(file, most));
    let bytes = bytes.map_err(|e| problem("read", path, &e))?;
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        format!(
            "`{}` is not UTF-8 text (byte {} does not fit); save it as UTF-8",
            one_line(path),
            at + 1
        )
    })
}

/// Reads a regular file.
fn bytes_of(path: &Path) -> std::io::Result<Vec<u8>> {
    bytes_up_to(open_regular(path)?, LONGEST)
}

/// Reads a file of at most `most` bytes.
fn bytes_up_to(file: fs::File, most: u64) -> std::io::Result<Vec<u8>> {
    let too_long = || {
        let most = most >> 20;
        std::io::Error::other(format!("it is longer than {most} MiB"))
    };
    if file.metadata()?.len() > most {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    // The length is checked again while reading, since another program may still be writing.
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_long());
    }
    Ok(bytes)
}

/// Opens a regular file for reading. Refuses a pipe, a terminal or another device without waiting for it: reading could take
/// forever, or take data from another program.
pub(super) fn open_regular(path: &Path) -> std::io::Result<fs::File> {
    // Opening some devices has side effects.
    regular(kind_of(&fs::metadata(path)?))?;
    let mut options = fs::File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(nix::libc::O_NONBLOCK);
    }
    let file = options.open(path)?;
    // The path may lead elsewhere by now.
    regular(kind_of(&file.metadata()?))?;
    Ok(file)
}

/// Returns the kind of a file from its metadata.
pub(super) fn kind_of(found: &fs::Metadata) -> FileKind {
    match () {
        () if found.is_dir() => FileKind::Folder,
        () if found.is_file() => FileKind::Regular,
        () => FileKind::Device,
    }
}

/// Refuses anything but a regular file.
pub(super) fn regular(kind: FileKind) -> std::io::Result<()> {
    match kind {
        FileKind::Folder => Err(std::io::ErrorKind::IsADirectory.into()),
        FileKind::Device => Err(std::io::Error::other(
            "it is a pipe or a device, not a file",
        )),
        FileKind::Regular => Ok(()),
    }
}

/// Creates a folder and its parents.
///
/// # Errors
/// Why it could not be created, in a sentence.
pub(super) fn make_folder(path: &Path) -> Result<(), String> {
    fs::create_dir_all(path).map_err(|e| problem("make the folder", path, &e))
}

/// Creates a folder that does not exist yet.
///
/// # Errors
/// Why it could not be created, in a sentence.
pub(super) fn make_new_folder(path: &Path) -> Result<(), String> {
    fs::create_dir(path).map_err(|e| problem("make the folder", path, &e))
}

/// Returns whether a name is taken: by a file, a folder, or a broken link.
pub(super) fn is_taken(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Removes a file; ignores failures.
pub(super) fn remove_file(path: &Path) {
    let _ = fs::remove_file(path);
}

/// Removes a folder with its contents; leaves what cannot be removed.
pub(super) fn remove_folder(path: &Path) {
    let _ = fs::remove_dir_all(path);
}

/// Returns the folder for the program's state between runs, existing or not.
///
/// # Errors
/// Why there is none, in a sentence.
pub(super) fn state_folder() -> Result<PathBuf, String> {
    use etcetera::BaseStrategy as _;
    let strategy = etcetera::choose_base_strategy()
        .map_err(|_| "there is no home folder; set `HOME`".to_owned())?;
    let state = strategy.state_dir();
    Ok(state
        .unwrap_or_else(|| strategy.data_dir())
        .join("linstock"))
}

/// Returns the file of the REPL's history, if there is a suitable folder.
pub(super) fn history_file() -> Option<PathBuf> {
    let folder = state_folder().ok()?;
    fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history.txt"))
}

/// Returns whether a path leads to a regular file, not to a folder, pipe or device.
pub(super) fn is_regular(path: &Path) -> bool {
    kind(path) == Some(FileKind::Regular)
}

/// Returns the absolute path of an existing file, without links.
pub(super) fn whole_path(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok()
}

pub(super) fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let listed = fs::read_dir(folder)
        .and_then(Iterator::collect::<std::io::Result<Vec<_>>>)
        .map_err(|e| problem("read the folder", folder, &e))?;
    Ok(without_hidden(
        listed.into_iter().map(|entry| entry.path()).collect(),
    ))
}

/// Sorts the entries of a folder, and removes the hidden ones.
pub(super) fn without_hidden(mut entries: Vec<PathBuf>) -> Vec<PathBuf> {
    entries.retain(|p| !file_name(p).starts_with('.'));
    entries.sort();
    entries
}

pub(super) fn belongs(path: &Path) -> bool {
    ["game", "rhai", "svg"].iter().any(|end| ends(path, end))
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// Writes what could not be done with a path, and why.
pub(super) fn problem(verb: &str, path: &Path, error: &std::io::Error) -> String {
    format!("cannot {verb} `{}`: {}", one_line(path), reason(error))
}

/// Returns the system's message, without its number.
pub(super) fn reason(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "permission denied; let its owner allow it (`ls -l` names the owner), or use another place".to_owned(),
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        ErrorKind::NotADirectory => "a part of the path is no folder".to_owned(),
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => {
            let text = error.to_string();
            let message = text.split(" (os error").next().unwrap_or(&text);
            message.to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Folder, folder, names, read};
    use include_dir::{Dir, DirEntry, File};
    use std::path::Path;

    #[test]
    fn a_folder_without_a_game_is_no_ruleset() {
        let game = [DirEntry::File(File::new("go/go.game", b"game go"))];
        let readme = [DirEntry::File(File::new("notes/README", b""))];
        let folders = [
            DirEntry::Dir(Dir::new("notes", &readme)),
            DirEntry::Dir(Dir::new("go", &game)),
            DirEntry::Dir(Dir::new("empty", &[])),
        ];
        let all = Dir::new("", &folders);
        assert_eq!(names(&all, true), ["go"]);
        assert_eq!(names(&all, false), ["empty", "notes"]);
    }

    fn files_of(path: &Path, main: Option<&str>) -> Result<Folder, String> {
        folder(path, main)
    }

    #[test]
    fn what_cannot_be_read_is_told_in_words() {
        let place = tempfile::tempdir().expect("made");
        let message = |path: &str| {
            let problem = read(&place.path().join(path)).expect_err("unreadable");
            problem.rsplit_once(": ").expect("a reason").1.to_owned()
        };
        assert_eq!(message(""), "it is a folder");
        assert_eq!(message("nowhere"), "there is no such file or folder");
        std::fs::write(place.path().join("file"), "").expect("written");
        assert_eq!(message("file/x"), "a part of the path is no folder");
        let long = std::fs::File::create(place.path().join("long")).expect("made");
        long.set_len((64 << 20) + 1).expect("made longer");
        assert_eq!(message("long"), "it is longer than 64 MiB");
        long.set_len((1 << 20) + 1).expect("cut");
        let refused = super::read_rules(&place.path().join("long"));
        assert!(refused.is_err_and(|e| e.ends_with("it is longer than 1 MiB")));
    }

    #[test]
    #[cfg(unix)]
    fn what_is_no_file_is_not_waited_for() {
        let place = tempfile::tempdir().expect("made");
        let pipe = place.path().join("pipe.game");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("run").success());
        let link = place.path().join("link.game");
        std::os::unix::fs::symlink(&pipe, &link).expect("linked");
        for path in [pipe.as_path(), link.as_path(), Path::new("/dev/null")] {
            let problem = read(path).expect_err("refused");
            assert!(problem.ends_with("it is a pipe or a device, not a file"));
            assert!(super::tree(place.path(), &["game"]).is_err());
        }
        assert_eq!(files_of(place.path(), None).map(|f| f.files), Ok(vec![]));
    }

    #[test]
    fn a_neighbour_that_is_no_text_hinders_only_those_who_want_the_folder() {
        let place = tempfile::tempdir().expect("made");
        std::fs::write(place.path().join("good.game"), "game good").expect("written");
        std::fs::write(place.path().join("bad.game"), b"\xff\xfe").expect("written");
        let read = files_of(place.path(), Some("good.game")).expect("read");
        assert_eq!(read.text("good.game"), "game good");
        assert_eq!(read.files.len(), 1);
        let refused = |main| files_of(place.path(), main).expect_err("refused");
        assert!(refused(None).contains("bad.game"));
        assert!(refused(Some("bad.game")).contains("is not UTF-8"));
    }
}
