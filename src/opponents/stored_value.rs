//! Values that `linstock train` has learned, on disk: beside a ruleset, or in the user's folder for the shipped games.

use crate::files;
use crate::replaced_files::write_whole;
use linstock_play::save::rules_hash;
use linstock_play::{Rules, Setup};
use linstock_search::{Evaluation, Strategy};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The version of the format.
const FORMAT: u32 = 1;
/// The number that stands for a weight of 1.
pub(super) const UNIT: f32 = 100_000.0;
/// The most bytes that are read.
const MOST_BYTES: u64 = 64 << 20;

/// What was learned about a ruleset.
#[derive(Clone, Debug)]
pub(crate) struct TrainedValue {
    pub(crate) evaluation: Evaluation,
    /// The search that plays best with it.
    pub(crate) strategy: Strategy,
    /// The result against the untrained player.
    pub(crate) test: TestResult,
}

/// The result of a match against the untrained player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct TestResult {
    pub(crate) games: usize,
    /// The share of the points.
    pub(crate) share: f64,
    /// Its 95 % interval.
    pub(crate) interval: [f64; 2],
}

/// What is stored for a ruleset.
#[derive(Debug)]
pub(crate) enum StoredValue {
    /// A value of these rules.
    Current(Box<TrainedValue>),
    /// A value of the rules as they were.
    OfOldRules(Box<Evaluation>),
    /// Nothing, or nothing that can be read.
    Nothing,
}

/// The file.
#[derive(Debug, Serialize, Deserialize)]
struct ValueFile {
    format: u32,
    game: String,
    /// The hash of the rules.
    rules: String,
    search: String,
    test: TestResult,
    /// The weights by name, in hundred thousandths.
    weights: BTreeMap<String, Vec<i32>>,
}

/// The searches that a value can be used with, with their names in files.
pub(super) const SEARCHES: [(&str, Strategy); 6] = [
    ("alpha-beta", Strategy::AlphaBeta),
    ("ubfm", Strategy::BestFirst),
    ("wide-tree", Strategy::WideTree),
    ("short-tree", Strategy::ShortTree),
    ("rave-tree", Strategy::RaveTree),
    ("tree", Strategy::Tree),
];

impl StoredValue {
    /// Returns a value of these rules.
    pub(crate) fn current(self) -> Option<Box<TrainedValue>> {
        match self {
            Self::Current(trained) => Some(trained),
            Self::OfOldRules(_) | Self::Nothing => None,
        }
    }

    /// Reads what is stored for rules.
    pub(crate) fn read(rules: &Rules, setup: &Setup) -> Self {
        let read = path_of(rules, setup).ok().and_then(|path| read(&path));
        let Some(file) = read else {
            return Self::Nothing;
        };
        let weights_of = |name: &str| {
            let weights = file.weights.get(name)?.iter();
            Some(weights.map(|weight| *weight as f32 / UNIT).collect())
        };
        let (evaluation, fits) = Evaluation::with_weights(rules, weights_of);
        let search = SEARCHES.iter().find(|(name, _)| *name == file.search);
        match search {
            Some((_, strategy)) if fits && file.rules == rules_hash(rules) => {
                Self::Current(Box::new(TrainedValue {
                    evaluation,
                    strategy: *strategy,
                    test: file.test,
                }))
            }
            _ => Self::OfOldRules(Box::new(evaluation)),
        }
    }
}

fn read(path: &Path) -> Option<ValueFile> {
    let text = read_small(path)?;
    let file: ValueFile = serde_json::from_str(&text).ok()?;
    (file.format == FORMAT).then_some(file)
}

/// Reads a file that is not too large.
pub(super) fn read_small(path: &Path) -> Option<String> {
    let is_small = fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= MOST_BYTES);
    is_small.then(|| fs::read_to_string(path).ok()).flatten()
}

impl TrainedValue {
    /// Writes the value; returns its file.
    ///
    /// # Errors
    /// Why it cannot be written, in a sentence.
    pub(crate) fn write(&self, rules: &Rules, setup: &Setup) -> Result<PathBuf, String> {
        let path = path_of(rules, setup)?;
        let search = SEARCHES
            .iter()
            .find(|(_, strategy)| *strategy == self.strategy);
        let whole = |weight: &f32| (weight * UNIT).round() as i32;
        let weights = self.evaluation.weights();
        let file = ValueFile {
            format: FORMAT,
            game: rules.model().name.clone(),
            rules: rules_hash(rules).to_owned(),
            search: search.map_or("tree", |(name, _)| name).to_owned(),
            test: self.test,
            weights: weights
                .map(|(name, weights)| (name.to_owned(), weights.iter().map(whole).collect()))
                .collect(),
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|e| files::problem("make the folder", folder, &e))?;
        }
        let text = serde_json::to_string(&file).map_err(|e| e.to_string())?;
        write_whole(&path, text.as_bytes())?;
        Ok(path)
    }
}

/// Returns the file for rules as a game is set up: one for each game with its variants.
fn path_of(rules: &Rules, setup: &Setup) -> Result<PathBuf, String> {
    let folder = match setup.source.as_deref().map(Path::new) {
        Some(path) if path.is_dir() => path.to_owned(),
        Some(path) => path.parent().unwrap_or(Path::new("")).to_owned(),
        None => files::state_folder()?.join("values"),
    };
    let names = std::iter::once(&rules.model().name).chain(&setup.variants);
    let name = names.map(|name| name.replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
    let mut name = name.collect::<Vec<_>>().join("--");
    name.truncate(120);
    Ok(folder.join(format!("{name}.value")))
}

#[cfg(test)]
mod tests {
    use super::{StoredValue, TestResult, TrainedValue};
    use linstock_base::Sources;
    use linstock_check::Choices;
    use linstock_play::{Rules, Setup};
    use linstock_search::{FitSettings, Strategy, fit};
    use std::sync::Arc;

    fn rules(width: u32) -> Arc<Rules> {
        let text = format!(
            "game line \"Line\"\nplayers a, b\nboard {width} x 2 {{ }}\npiece s\nmove put \"{{t}}\" {{\n  t in empty\n  s: box -> t\n}}\nplay {{ repeat each player {{ ask me: put otherwise win me \"full\" }} }}\n"
        );
        let sources = Sources::from([("line.game", text)]);
        Arc::new(Rules::load(&sources, &Choices::default()).expect("no mistakes"))
    }

    #[test]
    fn a_value_is_used_until_the_rules_change() {
        let folder = tempfile::tempdir().expect("a folder");
        let setup = Setup {
            source: Some(folder.path().display().to_string()),
            ..Setup::default()
        };
        let old = rules(3);
        let read = |rules: &Rules| StoredValue::read(rules, &setup);
        assert!(matches!(read(&old), StoredValue::Nothing));
        let settings = FitSettings {
            plies: 500,
            ..FitSettings::default()
        };
        let value = TrainedValue {
            evaluation: fit(&old, settings, &|| false).expect("it starts"),
            strategy: Strategy::AlphaBeta,
            test: TestResult {
                games: 10,
                share: 0.75,
                interval: [0.5, 0.9],
            },
        };
        let path = value.write(&old, &setup).expect("written");
        assert_eq!(path, folder.path().join("line.value"));
        let known = read(&old).current().expect("it belongs to these rules");
        assert_eq!((known.strategy, known.test), (value.strategy, value.test));
        let pairs = known.evaluation.weights().zip(value.evaluation.weights());
        for ((name, read), (_, written)) in pairs {
            let close = |(read, written): (&f32, &f32)| (read - written).abs() < 1e-4;
            assert!(read.iter().zip(written).all(close), "{name}");
        }
        assert!(matches!(read(&rules(4)), StoredValue::OfOldRules(_)));
        for garbage in ["", "{}", "[1, 2", "null"] {
            std::fs::write(&path, garbage).expect("written");
            assert!(matches!(read(&old), StoredValue::Nothing), "{garbage}");
        }
    }
}
