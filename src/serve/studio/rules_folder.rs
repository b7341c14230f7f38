//! The files of a ruleset that a designer's page may read and write: the texts in its folder and its scenarios.

use crate::files::{self, FileKind};
use crate::replaced_files;
use crate::root_folder::{PlaceInside, RootFolder};
use serde::Serialize;
use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

/// The folder with the scenarios.
const SCENARIOS: &str = "scenarios";
/// The longest name of a file, in bytes.
const LONGEST_NAME: usize = 120;
/// The longest text that is written, in bytes.
const LONGEST_TEXT: usize = 1 << 20;

/// The folder of a ruleset.
#[derive(Clone, Debug)]
pub(super) struct RulesFolder {
    root: RootFolder,
    /// Its path without links.
    path: PathBuf,
    /// The file in it that was named; without one, the game of the folder is meant.
    file: Option<OsString>,
}

/// A text with a hash of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct VersionedText {
    pub(super) text: String,
    pub(super) version: String,
}

impl VersionedText {
    pub(super) fn of(text: String) -> Self {
        let mut hash = DefaultHasher::new();
        text.hash(&mut hash);
        let version = format!("{:016x}", hash.finish());
        Self { text, version }
    }
}

/// The result of writing a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum WrittenText {
    /// The file has this version now.
    Saved(String),
    /// The file is not as the page knows it. It was not written.
    Conflict(VersionedText),
}

impl RulesFolder {
    /// Takes a folder with rules, or a file of rules with its folder; `None` if it does not exist or holds no game.
    pub(super) fn of(source: &Path) -> Option<Self> {
        let (folder, file) = match files::is_folder(source)? {
            true => (source, None),
            false => (source.parent()?, source.file_name().map(OsString::from)),
        };
        let root = RootFolder::new(folder)?;
        let path = files::without_links(folder)?;
        let is_ruleset = files::holds_game(&path).unwrap_or(false);
        is_ruleset.then_some(Self { root, path, file })
    }

    /// Returns the path without links.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path by which the rules are read: the folder, or the file in it that was named.
    pub(super) fn game(&self) -> PathBuf {
        self.game_in(&self.path)
    }

    /// Returns the path by which the rules are read in a copy of the folder.
    pub(super) fn game_in(&self, folder: &Path) -> PathBuf {
        match &self.file {
            Some(file) => folder.join(file),
            None => folder.to_owned(),
        }
    }

    /// Returns a text of the program in which files have the names that the page knows.
    pub(super) fn with_names(&self, text: &str) -> String {
        let path = self.path.display().to_string();
        let name = self.path.file_name().unwrap_or_default();
        text.replace(&format!("{path}/"), "")
            .replace(&path, &name.to_string_lossy())
    }

    /// Lists the names of the files: those of the folder, then the scenarios.
    pub(super) fn names(&self) -> Vec<String> {
        let inside = |folder: &str| {
            let path = self.path.join(folder);
            let place = self.root.find(&path);
            let listed = place.and_then(|place| self.root.list(&place, Path::new(folder)).ok());
            let names = listed.unwrap_or_default().into_iter();
            let mut names: Vec<String> = names
                .filter_map(|path| path.to_str().map(str::to_owned))
                .filter(|name| self.place(name).is_ok())
                .collect();
            names.sort();
            names
        };
        let mut names = inside("");
        names.extend(inside(SCENARIOS));
        names
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Why it was not read, in a sentence.
    pub(super) fn read(&self, name: &str) -> Result<VersionedText, String> {
        let opened = self.root.open(&self.place(name)?);
        files::read_opened_rules(Path::new(name), opened).map(VersionedText::of)
    }

    /// Writes a file that is as the page knows it: with the version `known`, or not there.
    ///
    /// # Errors
    /// Why it was not written, in a sentence.
    pub(super) fn write(
        &self,
        name: &str,
        (text, known): (&str, Option<&str>),
    ) -> Result<WrittenText, String> {
        if text.len() > LONGEST_TEXT {
            return Err(format!("`{name}` is too long to be saved here"));
        }
        let path = self.named(name)?;
        let path = match self.root.find(&path) {
            Some(_) => {
                let now = self.read(name)?;
                if known != Some(now.version.as_str()) {
                    return Ok(WrittenText::Conflict(now));
                }
                self.place(name)?.path().to_owned()
            }
            None => self.new_path(name)?,
        };
        replaced_files::write_whole(&path, text.as_bytes())?;
        let saved = VersionedText::of(text.to_owned());
        Ok(WrittenText::Saved(saved.version))
    }

    /// Returns the path of a file that does not exist yet.
    fn new_path(&self, name: &str) -> Result<PathBuf, String> {
        let path = self.named(name)?;
        let folder = path.parent().unwrap_or(&self.path);
        if !files::is_taken(folder) {
            files::make_new_folder(folder)?;
        }
        let folder = self.root.find(folder).ok_or_else(|| leads_out(name))?;
        let path = folder.path().join(path.file_name().unwrap_or_default());
        match files::is_taken(&path) {
            true => Err(leads_out(name)),
            false => Ok(path),
        }
    }

    /// Finds a regular file inside the folder.
    fn place(&self, name: &str) -> Result<PlaceInside, String> {
        let path = self.named(name)?;
        let place = self.root.find(&path).ok_or_else(|| leads_out(name))?;
        match self.root.kind(&place) {
            Some(FileKind::Regular) => Ok(place),
            _ => Err(format!("`{name}` is not a file")),
        }
    }

    /// Returns the path of a name that a file here may have.
    pub(super) fn named(&self, name: &str) -> Result<PathBuf, String> {
        match is_permitted(name) {
            true => Ok(self.path.join(name)),
            false => Err(format!(
                "{name:?} cannot be the name of a file here: use names such as `my-game.game`, `my-game.rhai` or `{SCENARIOS}/start.scn`"
            )),
        }
    }
}

fn leads_out(name: &str) -> String {
    format!("`{name}` does not exist, or leads out of the folder of the rules")
}

/// Returns whether a page may ask for a file of this name: rules and scripts of the folder, and scenarios.
fn is_permitted(name: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || "-_ +.".contains(c);
    let (file, endings): (_, &[&str]) = match name.strip_prefix(SCENARIOS) {
        Some(rest) if rest.starts_with('/') => (&rest[1..], &[".scn"]),
        _ => (name, &[".game", ".rhai"]),
    };
    let stem = endings.iter().find_map(|ending| file.strip_suffix(ending));
    name.len() <= LONGEST_NAME
        && stem.is_some_and(|stem| !stem.is_empty())
        && !file.starts_with('.')
        && file.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::{RulesFolder, VersionedText, WrittenText, is_permitted};
    use std::fs;
    use tempfile::TempDir;

    const RULES: &str = "game duel \"Duel\"\n";

    /// Makes a ruleset with a scenario, and a file beside its folder.
    fn made() -> (TempDir, RulesFolder) {
        let place = tempfile::tempdir().expect("made");
        let folder = place.path().join("duel");
        fs::create_dir_all(folder.join("scenarios")).expect("made");
        for (name, text) in [
            ("duel/duel.game", RULES),
            ("duel/scenarios/start.scn", "for duel\n"),
            ("duel/notes.txt", "mine"),
            ("other.game", "game other \"Other\"\n"),
        ] {
            fs::write(place.path().join(name), text).expect("written");
        }
        let folder = RulesFolder::of(&folder).expect("a ruleset");
        (place, folder)
    }

    #[test]
    fn only_names_of_rules_and_scenarios_are_permitted() {
        for good in ["a.game", "my game.rhai", "scenarios/über.scn"] {
            assert!(is_permitted(good), "{good}");
        }
        for bad in [
            "",
            "a.txt",
            "a.scn",
            ".game",
            ".a.game",
            "../a.game",
            "/etc/a.game",
            "x/a.game",
            "scenarios/../a.game",
            "scenarios/../a.scn",
            "scenarios/x/a.scn",
            "scenarios//a.scn",
            "scenarios\\a.scn",
            "..\\a.game",
            "c:a.game",
            "a\0.game",
            "a\n.game",
            "scenarios",
            "scenariosa.scn",
        ] {
            assert!(!is_permitted(bad), "{bad:?}");
        }
    }

    #[test]
    fn a_file_is_opened_with_its_folder() {
        let (place, folder) = made();
        let file = place.path().join("duel/duel.game");
        let of_file = RulesFolder::of(&file).expect("a ruleset");
        assert_eq!(of_file.names(), folder.names());
        assert_eq!(of_file.game(), folder.path().join("duel.game"));
        assert_eq!(folder.game(), folder.path());
        assert!(RulesFolder::of(&place.path().join("duel/none.game")).is_none());
    }

    #[test]
    fn files_are_listed_read_and_written() {
        let (place, folder) = made();
        assert_eq!(folder.names(), ["duel.game", "scenarios/start.scn"]);
        let read = folder.read("duel.game").expect("read");
        assert_eq!(read, VersionedText::of(RULES.to_owned()));
        let saved = folder.write("duel.game", ("game x \"X\"\n", Some(&read.version)));
        assert!(matches!(saved, Ok(WrittenText::Saved(_))), "{saved:?}");
        let text = fs::read_to_string(place.path().join("duel/duel.game")).expect("read");
        assert_eq!(text, "game x \"X\"\n");
        let new = folder.write("scenarios/new.scn", ("for x\n", None));
        assert!(matches!(new, Ok(WrittenText::Saved(_))), "{new:?}");
        assert!(folder.read("notes.txt").is_err() && folder.read("../other.game").is_err());
        assert!(folder.write("../new.game", ("x", None)).is_err());
    }

    #[test]
    fn a_file_that_was_changed_meanwhile_is_not_overwritten() {
        let (place, folder) = made();
        let known = folder.read("duel.game").expect("read").version;
        let path = place.path().join("duel/duel.game");
        fs::write(&path, "game other \"Other\"\n").expect("written");
        let conflict = folder.write("duel.game", ("mine", Some(&known)));
        let Ok(WrittenText::Conflict(now)) = conflict else {
            panic!("{conflict:?}");
        };
        assert_eq!(now.text, "game other \"Other\"\n");
        // A page that knows nothing of the file does not replace it, either.
        let unknown = folder.write("duel.game", ("mine", None));
        assert!(
            matches!(unknown, Ok(WrittenText::Conflict(_))),
            "{unknown:?}"
        );
        assert!(fs::read_to_string(&path).expect("read").contains("other"));
    }

    #[test]
    #[cfg(unix)]
    fn links_do_not_lead_out() {
        use std::os::unix::fs::symlink;
        let (place, folder) = made();
        let at = |name: &str| place.path().join(name);
        symlink(at("other.game"), at("duel/link.game")).expect("linked");
        symlink(at("nothing.game"), at("duel/broken.game")).expect("linked");
        for name in ["link.game", "broken.game"] {
            assert!(folder.read(name).is_err(), "{name}");
            assert!(folder.write(name, ("x", None)).is_err(), "{name}");
        }
        assert!(!at("nothing.game").exists());
        fs::remove_dir_all(at("duel/scenarios")).expect("removed");
        fs::create_dir(at("out")).expect("made");
        fs::write(at("out/start.scn"), "secret").expect("written");
        symlink(at("out"), at("duel/scenarios")).expect("linked");
        assert!(folder.read("scenarios/start.scn").is_err());
        assert!(folder.write("scenarios/new.scn", ("x", None)).is_err());
        assert!(!at("out/new.scn").exists());
        assert_eq!(folder.names(), ["duel.game"]);
        // A link that stays inside is followed.
        symlink("duel.game", at("duel/same.game")).expect("linked");
        assert_eq!(folder.read("same.game").expect("read").text, RULES);
        // A folder or a pipe is no file.
        fs::create_dir(at("duel/folder.game")).expect("made");
        assert!(folder.read("folder.game").is_err());
        assert!(folder.write("folder.game", ("x", None)).is_err());
    }
}
