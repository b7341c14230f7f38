//! The texts that inputs are made from: all rules, scenarios and scripts of the project.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A ruleset: its files as they are named in it, the one that is edited first.
#[derive(Clone, Debug)]
pub(super) struct RulesetTexts {
    pub(super) files: Vec<(String, String)>,
}

/// The games, from the smallest to the largest.
pub(super) static GAMES: LazyLock<Vec<RulesetTexts>> = LazyLock::new(|| {
    let mut games: Vec<RulesetTexts> = [
        "rulesets",
        "examples",
        "tests/it/games",
        "tests/it/fixtures/good",
        "tests/it/fixtures/bad",
    ]
    .iter()
    .flat_map(|folder| found(folder, "game"))
    .map(|path| RulesetTexts {
        files: with_scripts(&path),
    })
    .collect();
    games.sort_by_key(|game| (game.size(), game.files[0].0.clone()));
    games
});

/// The small games that need no other file, and the whole games of the docs.
pub(super) static SMALL: LazyLock<Vec<RulesetTexts>> = LazyLock::new(|| {
    let alone = |game: &&RulesetTexts| game.files.len() == 1 && game.size() <= MOST_SMALL;
    let mut small: Vec<RulesetTexts> = GAMES.iter().filter(alone).cloned().collect();
    small.extend(
        ["docs/reference", "docs/how-to"]
            .iter()
            .flat_map(|folder| found(folder, "md"))
            .flat_map(|page| whole_games(&named(&page).1)),
    );
    small.sort_by_key(|game| (game.size(), game.files[0].1.clone()));
    small
});

/// The longest text of a small game, in bytes.
const MOST_SMALL: usize = 1_500;

/// The games that stand on a page from `game` to their end.
fn whole_games(page: &str) -> Vec<RulesetTexts> {
    let blocks = page.split("\n```").skip(1).step_by(2);
    let games = blocks.filter_map(|block| block.split_once('\n').map(|(_, text)| text));
    games
        .filter(|text| text.starts_with("game ") && text.len() <= MOST_SMALL)
        .map(|text| RulesetTexts {
            files: vec![("page.game".to_owned(), format!("{text}\n"))],
        })
        .collect()
}

/// The games with scripts, from the smallest to the largest.
pub(super) static SCRIPTED: LazyLock<Vec<RulesetTexts>> = LazyLock::new(|| {
    let mut games: Vec<RulesetTexts> = ["tests/it/fixtures/scripted", "rulesets"]
        .iter()
        .flat_map(|folder| found(folder, "game"))
        .map(|path| RulesetTexts {
            files: with_scripts(&path),
        })
        .filter(|game| game.script().is_some())
        .collect();
    games.sort_by_key(|game| (game.size(), game.files[0].0.clone()));
    games
});

/// Scenario files, each with the ruleset that it is for.
pub(super) static SCENARIOS: LazyLock<Vec<RulesetTexts>> = LazyLock::new(|| {
    let mut all: Vec<RulesetTexts> = ["rulesets", "examples"]
        .iter()
        .flat_map(|folder| found(folder, "scn"))
        .filter_map(|path| {
            let game = path.parent()?.parent()?;
            let name = game.file_name()?.to_str()?;
            let mut files = vec![named(&path)];
            files.extend(with_scripts(&game.join(format!("{name}.game"))));
            Some(RulesetTexts { files })
        })
        .filter(|texts| !texts.files[1].1.contains("variant "))
        .collect();
    all.sort_by_key(|texts| (texts.size(), texts.files[0].0.clone()));
    all
});

impl RulesetTexts {
    /// Returns which of the files is a script, if there is one.
    pub(super) fn script(&self) -> Option<usize> {
        let is_script = |(name, _): &(String, String)| name.ends_with(".rhai");
        self.files.iter().position(is_script)
    }

    fn size(&self) -> usize {
        self.files.iter().map(|(_, text)| text.len()).sum()
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn named(path: &Path) -> (String, String) {
    let text = std::fs::read_to_string(path).expect("the project's files can be read");
    let name = path
        .file_name()
        .and_then(|n| n.to_str())
        .unwrap_or_default();
    (name.to_owned(), text)
}

/// A game file, the game that it is a variant of, and the scripts beside them.
fn with_scripts(path: &Path) -> Vec<(String, String)> {
    let mut files = vec![named(path)];
    let beside = |ext| found_in(path.parent().expect("a file is in a folder"), ext);
    if let Some(base) = base_of(&files[0].1) {
        let shipped = found("rulesets", "game")
            .into_iter()
            .chain(found("examples", "game"));
        let base = shipped
            .into_iter()
            .find(|p| p.file_stem().is_some_and(|s| s == base.as_str()));
        if let Some(base) = base {
            files.extend(with_scripts(&base));
        }
    }
    let wanted: Vec<_> = beside("rhai").iter().map(|path| named(path)).collect();
    files.extend(
        wanted
            .into_iter()
            .filter(|(name, _)| files[0].1.contains(name))
            .collect::<Vec<_>>(),
    );
    files
}

fn base_of(text: &str) -> Option<String> {
    let line = text.lines().find(|line| line.starts_with("variant "))?;
    let mut words = line.split_whitespace().skip_while(|word| *word != "of");
    words.nth(1).map(str::to_owned)
}

fn found(folder: &str, ext: &str) -> Vec<PathBuf> {
    found_in(&root().join(folder), ext)
}

/// All files below a folder with this ending, in the order of their names.
fn found_in(folder: &Path, ext: &str) -> Vec<PathBuf> {
    let mut all = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == ext) {
                all.push(path);
            }
        }
    }
    all.sort();
    all
}
