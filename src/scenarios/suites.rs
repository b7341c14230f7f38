//! Finds scenario files by name or path, and the ruleset of each.

use crate::command_failure::CommandFailure;
use crate::command_report::ScenarioName;
use crate::header::header;
use crate::load_error::LoadError;
use crate::reading_scope::ReadingScope;
use crate::ruleset_finder::{self, variant_at_root};
use crate::scenarios::test_args::TestArgs;
use crate::shown::Shown;
use crate::shown::one_line;
use crate::{files, folder_search};
use linstock_base::{Diagnostics, FileId, Sources};
use linstock_play::quoted;
use linstock_play::scenario::ScenarioRunner;
use std::path::{Path, PathBuf};

/// The file in the scenarios folder that lists changes which no scenario needs to notice.
pub(crate) const UNNOTICED: &str = "unnoticed.txt";

/// The folder with a ruleset's scenarios.
const FOLDER: &str = "scenarios";

/// A ruleset with scenarios to run.
#[derive(Clone, Debug)]
pub(super) struct Suite {
    /// Its name in messages.
    pub(crate) name: String,
    /// Its texts.
    pub(crate) sources: Sources,
    /// The scenario files.
    pub(crate) files: Vec<TestFile>,
    /// The folder of stored transcripts, if any.
    pub(crate) snapshots: Option<PathBuf>,
    /// The list of changes that no scenario needs to notice; empty if there is none.
    pub(crate) unnoticed: String,
    /// The path of that list, even if it does not exist.
    pub(crate) unnoticed_path: String,
    /// `files` has all scenario files of the ruleset.
    pub(crate) whole: bool,
    /// Only the scenarios of this variant are run.
    pub(crate) only: Option<String>,
    /// The scenario files are on disk, and can be written.
    pub(crate) on_disk: bool,
}

impl Suite {
    /// Returns a runner for its scenarios.
    ///
    /// # Errors
    /// The mistakes of the rules.
    pub(crate) fn runner(&self) -> Result<ScenarioRunner, Diagnostics> {
        let runner = ScenarioRunner::new(self.sources.clone())?;
        Ok(match &self.only {
            Some(variant) => runner.of_variant(variant),
            None => runner,
        })
    }

    /// Returns the text under test: the variant's, or the game's.
    pub(super) fn own_file(&self) -> Option<FileId> {
        let mut texts = self.sources.iter();
        let own = match &self.only {
            Some(variant) => texts.find(|(_, source)| {
                header(&source.text).is_some_and(|head| head.of.is_some() && head.name == *variant)
            }),
            None => texts.next(),
        };
        own.map(|(file, _)| file)
    }
}

/// A scenario file.
#[derive(Clone, Debug)]
pub(super) struct TestFile {
    /// Its path, as messages show it.
    pub(crate) path: String,
    /// Its name without the extension.
    pub(crate) stem: String,
    /// Its text.
    pub(crate) text: String,
}

impl TestFile {
    /// Returns the name of one of its scenarios, for reports.
    pub(super) fn named(&self, title: &str) -> ScenarioName {
        ScenarioName {
            file: self.path.clone(),
            title: title.to_owned(),
        }
    }
}

/// A suite, or why there is none.
pub(super) type FoundSuite = Result<Suite, Shown>;

/// Finds the suites that `linstock test` runs: the named ones, those of this folder, or the shipped ones.
pub(super) fn requested(args: &TestArgs) -> Result<Vec<FoundSuite>, CommandFailure> {
    if args.shipped {
        return files::shipped_names()
            .iter()
            .map(|name| shipped(name).map(Ok))
            .collect();
    }
    match args.paths.as_slice() {
        [] => of_this_folder(),
        paths => find(paths),
    }
}

/// Finds the suites at paths.
pub(super) fn find(paths: &[String]) -> Result<Vec<FoundSuite>, CommandFailure> {
    let mut suites = Vec::new();
    for path in paths {
        suites.extend(named(path)?);
    }
    Ok(suites)
}

/// Finds the suites of the current folder: of the ruleset that it is, of those in `rulesets`, or of those directly in it.
fn of_this_folder() -> Result<Vec<FoundSuite>, CommandFailure> {
    let (here, rulesets) = (Path::new("."), Path::new("rulesets"));
    if holds_ruleset(here)? {
        return in_folder(here);
    }
    if files::is_folder(rulesets) == Some(true) {
        return in_folder(rulesets);
    }
    let inside = files::entries(here).map_err(CommandFailure::Call)?;
    let inside = inside.into_iter().filter(|path| files::is_own_folder(path));
    let inside: Vec<PathBuf> = inside
        .filter(|path| files::holds_game(path) == Ok(true))
        .collect();
    if inside.is_empty() {
        return Err(CommandFailure::Call(
            "there is no ruleset in this folder; name one, as in `linstock test cannon` or `linstock test ./my-game`; `linstock test --shipped` runs all games that come with the program"
                .to_owned(),
        ));
    }
    let suites = inside.iter().map(|path| in_folder(path));
    Ok(suites
        .collect::<Result<Vec<_>, _>>()?
        .into_iter()
        .flatten()
        .collect())
}

fn named(path: &str) -> Result<Vec<FoundSuite>, CommandFailure> {
    let there = Path::new(path);
    if is_scenario_file(there) {
        return single(there).map(|suite| vec![Ok(suite)]);
    }
    if !path.contains('/') && files::shipped_names().iter().any(|name| name == path) {
        return shipped(path).map(|suite| vec![Ok(suite)]);
    }
    match files::is_folder(there) {
        Some(true) => in_folder(there),
        Some(false) => on_disk(there, path).map(|suite| vec![Ok(suite)]),
        None if ruleset_finder::is_path(path) => Err(CommandFailure::Call(format!(
            "there is no ruleset and no scenario file at `{}`",
            one_line(there)
        ))),
        None => shipped(path).map(|suite| vec![Ok(suite)]),
    }
}

/// Finds the suites of a folder: of a ruleset, of its scenarios, or of several rulesets. A ruleset that cannot be opened does
/// not stop the others.
fn in_folder(folder: &Path) -> Result<Vec<FoundSuite>, CommandFailure> {
    if holds_ruleset(folder)? {
        return on_disk(folder, &folder.to_string_lossy()).map(|suite| vec![Ok(suite)]);
    }
    let above = ruleset_of(folder);
    if let Some(above) = above.filter(|above| holds_ruleset(above).unwrap_or(false)) {
        return on_disk(&above, &above.to_string_lossy()).map(|suite| vec![Ok(suite)]);
    }
    let found = folder_search::rulesets_below(folder).map_err(CommandFailure::Call)?;
    let troubles = found.troubles.iter().map(|text| Err(refused(text)));
    let mut suites: Vec<FoundSuite> = troubles.collect();
    for inside in found.rulesets {
        match on_disk(&inside, &inside.to_string_lossy()) {
            Ok(suite) => suites.push(Ok(suite)),
            Err(CommandFailure::Unread) => return Err(CommandFailure::Unread),
            Err(CommandFailure::Mistakes(text)) => suites.push(Err(text)),
            Err(CommandFailure::Failed(text) | CommandFailure::Call(text)) => {
                suites.push(Err(refused(&text)));
            }
        }
    }
    if suites.is_empty() {
        return Err(CommandFailure::Call(format!(
            "there is no ruleset in `{}`",
            one_line(folder)
        )));
    }
    Ok(suites)
}

fn refused(text: &str) -> Shown {
    format!("error: {text}").into()
}

fn holds_ruleset(folder: &Path) -> Result<bool, CommandFailure> {
    files::holds_game(folder).map_err(CommandFailure::Call)
}

/// Returns the ruleset's folder, if a folder holds scenarios.
fn ruleset_of(scenarios: &Path) -> Option<PathBuf> {
    let inside = scenarios.file_name().is_some_and(|name| name == FOLDER);
    inside.then(|| match scenarios.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    })
}

/// Makes the suite of a ruleset on disk, with all its scenarios.
fn on_disk(ruleset: &Path, name: &str) -> Result<Suite, CommandFailure> {
    let folder = match ruleset.parent() {
        Some(parent) if files::is_folder(ruleset) == Some(false) => parent.to_owned(),
        _ => ruleset.to_owned(),
    };
    let scenarios = folder.join(FOLDER);
    let unnoticed = scenarios.join(UNNOTICED);
    let mut found = Vec::new();
    refuse_unusable(&folder)?;
    if files::is_folder(&scenarios) == Some(true) {
        refuse_unusable(&scenarios)?;
        for path in files::files_in(&scenarios, "scn").map_err(CommandFailure::Call)? {
            found.push(test_file(&path)?);
        }
    }
    let path = as_path(ruleset);
    // A variant next to its game belongs to that game.
    let game = ruleset_finder::game_beside(&path, &ReadingScope::Anywhere);
    let only = match &game {
        Some(_) => variant_at_root(&sources(&path)?),
        None => None,
    };
    Ok(Suite {
        name: linstock_base::one_line(name.trim_end_matches('/')),
        sources: sources(&game.unwrap_or(path))?,
        files: found,
        snapshots: Some(scenarios.join("snapshots")),
        unnoticed: optional_text(&unnoticed)?,
        unnoticed_path: unnoticed.to_string_lossy().into_owned(),
        whole: only.is_none(),
        only,
        on_disk: true,
    })
}

/// Refuses a folder with files that cannot be opened: otherwise they would silently stay untested.
fn refuse_unusable(folder: &Path) -> Result<(), CommandFailure> {
    let unusable = folder_search::unusable(folder).map_err(CommandFailure::Failed)?;
    if unusable.is_empty() {
        return Ok(());
    }
    Err(CommandFailure::Failed(unusable.join("\n")))
}

/// Makes the suite of a single file: for the ruleset in its folder, or for the shipped ruleset that it names.
pub(super) fn single(path: &Path) -> Result<Suite, CommandFailure> {
    let file = test_file(path)?;
    let (game, snapshots) = home(path, &file)?;
    let unnoticed = path.with_file_name(UNNOTICED);
    Ok(Suite {
        name: linstock_base::one_line(&file.path),
        sources: sources(&game)?,
        files: vec![file],
        snapshots,
        unnoticed: optional_text(&unnoticed)?,
        unnoticed_path: unnoticed.to_string_lossy().into_owned(),
        whole: false,
        only: None,
        on_disk: true,
    })
}

/// Reads a scenario file, and finds its game.
pub(super) fn game_of(path: &Path) -> Result<String, CommandFailure> {
    Ok(home(path, &test_file(path)?)?.0)
}

/// Returns the game of a scenario file, and the folder of its transcripts.
fn home(path: &Path, file: &TestFile) -> Result<(String, Option<PathBuf>), CommandFailure> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let above = ruleset_of(folder).filter(|above| holds_ruleset(above).unwrap_or(false));
    Ok(match above {
        Some(above) => (as_path(&above), Some(folder.join("snapshots"))),
        None if holds_ruleset(folder)? => (as_path(folder), None),
        None => (shipped_game_of(file)?, None),
    })
}

/// Returns the shipped game of a scenario file.
fn shipped_game_of(file: &TestFile) -> Result<String, CommandFailure> {
    const HOME: &str = "put it into the `scenarios` folder of its ruleset";
    let words = crate::header::leading_words(&file.text);
    let name = words
        .get(1)
        .filter(|_| words.first().is_some_and(|(_, w)| *w == "for"));
    let path = &file.path;
    match name {
        None => Err(CommandFailure::Call(format!(
            "`{path}` does not say which game it is for: begin it with `for GAME`, or {HOME}"
        ))),
        Some((_, name)) if files::shipped_names().iter().any(|known| known == name) => {
            Ok((*name).to_owned())
        }
        Some((_, name)) => Err(CommandFailure::Call(format!(
            "`{path}` is for {}, which does not come with the program; {HOME}",
            quoted(name)
        ))),
    }
}

/// Makes the suite of a shipped ruleset. Its transcripts are neither written nor compared.
fn shipped(name: &str) -> Result<Suite, CommandFailure> {
    let sources = sources(name)?;
    let tree = files::shipped_tree(name).unwrap_or_default();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let list = Path::new(FOLDER).join(UNNOTICED);
    let unnoticed = tree.iter().find(|(path, _)| *path == list);
    let unnoticed = unnoticed.map(|(_, bytes)| text(bytes));
    let scenarios = tree.iter().filter(|(path, _)| is_scenario_file(path));
    let files = scenarios.map(|(path, bytes)| TestFile {
        path: format!("rulesets/{name}/{}", path.display()),
        stem: stem(path),
        text: text(bytes),
    });
    Ok(Suite {
        name: name.to_owned(),
        sources,
        files: files.collect(),
        snapshots: None,
        unnoticed: unnoticed.unwrap_or_default(),
        unnoticed_path: format!("rulesets/{name}/{}", list.display()),
        whole: true,
        only: None,
        on_disk: false,
    })
}

fn sources(game: &str) -> Result<Sources, CommandFailure> {
    let found = ruleset_finder::find(game).map_err(|error| match error {
        LoadError::UnknownGame(text) => CommandFailure::Call(text),
        other => other.into(),
    })?;
    Ok(found.sources)
}

/// Writes a path so that it cannot be mistaken for a shipped name.
fn as_path(path: &Path) -> String {
    let text = path.to_string_lossy();
    if text == "." {
        "./".to_owned()
    } else if ruleset_finder::is_path(&text) {
        text.into_owned()
    } else {
        format!("./{text}")
    }
}

fn is_scenario_file(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "scn")
}

fn test_file(path: &Path) -> Result<TestFile, CommandFailure> {
    Ok(TestFile {
        path: path.to_string_lossy().into_owned(),
        stem: stem(path),
        text: files::read_rules(path).map_err(CommandFailure::Call)?,
    })
}

/// Reads a text; empty if the file does not exist.
fn optional_text(path: &Path) -> Result<String, CommandFailure> {
    if path.exists() {
        return files::read_rules(path).map_err(CommandFailure::Call);
    }
    Ok(String::new())
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .map(|s| s.to_string_lossy().into_owned())
        .unwrap_or_default()
}
