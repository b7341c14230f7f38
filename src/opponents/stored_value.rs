//! Values that `linstock train` has learned, on disk: beside a ruleset, or in the user's folder for the shipped games. The program
//! contains those that are beside the shipped rulesets.

use crate::files;
use crate::opponents::stored_weights::{StoredWeights, compressed, decompressed};
use crate::opponents::value_file::{FORMAT, UnusableFile, ValueFile, read};
use crate::opponents::value_place::{name_of, path_of};
use crate::replaced_files::write_whole;
use linstock_play::save::rules_hash;
use linstock_play::{Rules, Setup};
use linstock_search::{Evaluation, Strategy};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs;
use std::path::PathBuf;

/// The message that a value belongs to older rules and is not used.
const OLD_VALUE: &str = "the rules have changed since `linstock train`: the computer players do not use what it has learned";

/// The most bytes of a file.
#[cfg(test)]
const MOST_BYTES: usize = 8 << 10;
/// The most bytes of its weights.
const MOST_OF_WEIGHTS: usize = (8 << 10) - 256;

/// What was learned about a ruleset.
#[derive(Clone, Debug)]
pub(crate) struct TrainedValue {
    /// The evaluation, rounded as it is stored.
    pub(crate) evaluation: Evaluation,
    stored: StoredWeights,
    /// The search that plays best with it.
    pub(crate) strategy: Strategy,
    /// The result against the untrained player.
    pub(crate) test: TestResult,
    pub(crate) origin: ValueOrigin,
    /// Why the user's own value is not used, if there is one: then this value came with the program.
    pub(crate) instead_of: Option<String>,
}

/// Who trained a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ValueOrigin {
    /// The user.
    Learned,
    /// It came with the program.
    Shipped,
}

impl fmt::Display for ValueOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Learned => "what `linstock train` has learned",
            Self::Shipped => "a value that came with the program",
        })
    }
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
    /// A file that cannot be used.
    Unusable(UnusableFile),
    /// Nothing.
    Nothing,
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
            Self::OfOldRules(_) | Self::Unusable(_) | Self::Nothing => None,
        }
    }

    /// Reads what is stored for rules: what the user's training has learned, or else the value that came with the program.
    pub(crate) fn read(rules: &Rules, setup: &Setup) -> Self {
        let path = path_of(rules, setup).ok();
        let learned = match path.map_or(Ok(None), |path| read(&path)) {
            Ok(file) => file.map_or(Self::Nothing, |file| Self::of_file(file, rules)),
            Err(unusable) => Self::Unusable(unusable),
        };
        if matches!(learned, Self::Current(_)) {
            return learned;
        }
        let Some(shipped) = shipped_value(&name_of(rules, setup), rules) else {
            return learned;
        };
        Self::Current(Box::new(TrainedValue {
            instead_of: learned.notice(),
            ..*shipped
        }))
    }

    /// Says that a file of what was learned in training is not used, if there is one: the rules have changed, or it cannot be used.
    pub(crate) fn notice(&self) -> Option<String> {
        match self {
            Self::Current(trained) => trained.instead_of.clone(),
            Self::OfOldRules(_) => Some(OLD_VALUE.to_owned()),
            Self::Unusable(file) => Some(format!("{file}: the computer players do not use it")),
            Self::Nothing => None,
        }
    }

    fn of_file(file: ValueFile, rules: &Rules) -> Self {
        let (evaluation, fits) = file.weights.evaluation(rules);
        let search = SEARCHES.iter().find(|(name, _)| *name == file.search);
        match search {
            Some((_, strategy)) if fits && file.rules == rules_hash(rules) => {
                Self::Current(Box::new(TrainedValue {
                    evaluation,
                    stored: file.weights,
                    strategy: *strategy,
                    test: file.test,
                    origin: ValueOrigin::Learned,
                    instead_of: None,
                }))
            }
            _ => Self::OfOldRules(Box::new(evaluation)),
        }
    }
}

/// Returns the value for rules that came with the program.
fn shipped_value(name: &str, rules: &Rules) -> Option<Box<TrainedValue>> {
    let file = decompressed(files::shipped_file(name)?)?;
    let value = StoredValue::of_file(file, rules).current()?;
    Some(Box::new(TrainedValue {
        origin: ValueOrigin::Shipped,
        ..*value
    }))
}

impl TrainedValue {
    /// Makes a value of an evaluation that was not tested yet. It is rounded as it is stored.
    pub(crate) fn new(rules: &Rules, learned: &Evaluation) -> Self {
        let stored = StoredWeights::within(learned, MOST_OF_WEIGHTS);
        Self {
            evaluation: stored.evaluation(rules).0,
            stored,
            strategy: Strategy::Tree,
            test: TestResult {
                games: 0,
                share: 0.0,
                interval: [0.0, 1.0],
            },
            origin: ValueOrigin::Learned,
            instead_of: None,
        }
    }

    /// Writes the value; returns its file.
    ///
    /// # Errors
    /// Why it cannot be written, in a sentence.
    pub(crate) fn write(&self, rules: &Rules, setup: &Setup) -> Result<PathBuf, String> {
        let path = path_of(rules, setup)?;
        let search = SEARCHES
            .iter()
            .find(|(_, strategy)| *strategy == self.strategy);
        let file = ValueFile {
            format: FORMAT,
            game: rules.model().name.clone(),
            rules: rules_hash(rules).to_owned(),
            search: search.map_or("tree", |(name, _)| name).to_owned(),
            test: self.test,
            weights: self.stored.clone(),
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|e| files::problem("make the folder", folder, &e))?;
        }
        write_whole(&path, &compressed(&file)?)?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        MOST_BYTES, StoredValue, TestResult, TrainedValue, ValueFile, rules_hash, shipped_value,
    };
    use crate::files;
    use crate::opponents::stored_weights::decompressed;
    use crate::opponents::stored_weights::tests::{difference, small_evaluation, small_rules};
    use crate::ruleset_loader::{RulesetRequest, load};
    use linstock_play::{Rules, Setup};
    use linstock_search::Strategy;

    #[test]
    fn a_value_is_used_until_the_rules_change() {
        let folder = tempfile::tempdir().expect("a folder");
        let setup = Setup {
            source: Some(folder.path().display().to_string()),
            ..Setup::default()
        };
        let old = small_rules(3);
        let read = |rules: &Rules| StoredValue::read(rules, &setup);
        assert!(matches!(read(&old), StoredValue::Nothing));
        let value = TrainedValue {
            strategy: Strategy::AlphaBeta,
            test: TestResult {
                games: 10,
                share: 0.75,
                interval: [0.5, 0.9],
            },
            ..TrainedValue::new(&old, &small_evaluation(&old))
        };
        let path = value.write(&old, &setup).expect("written");
        assert_eq!(path, folder.path().join("line.value"));
        let known = read(&old).current().expect("it belongs to these rules");
        assert_eq!((known.strategy, known.test), (value.strategy, value.test));
        assert_eq!(difference(&known.evaluation, &value.evaluation), 0.0);
        assert!(matches!(read(&small_rules(4)), StoredValue::OfOldRules(_)));
        let whole = std::fs::read(&path).expect("written");
        let newer = r#"{"format":2,"other":"fields"}"#;
        for (bytes, why) in [
            (&b""[..], "is damaged"),
            (b"{}", "is damaged"),
            (b"[1, 2", "is damaged"),
            (b"garbage", "is damaged"),
            (&whole[..100], "is damaged"),
            (newer.as_bytes(), "was made by a newer version of Linstock"),
        ] {
            std::fs::write(&path, bytes).expect("written");
            let told = format!(
                "`{}` {why}: the computer players do not use it",
                path.display()
            );
            assert_eq!(read(&old).notice(), Some(told), "{bytes:?}");
        }
    }

    #[test]
    fn shipped_values_are_small_and_of_the_rules_as_they_are() {
        for (game, name) in files::shipped_names_ending("value") {
            let help = format!(
                "rulesets/{game}/{name}: train it again, with `linstock train ./rulesets/{game}`, or delete it"
            );
            let bytes = files::shipped_file(&name).expect("a file");
            assert!(bytes.len() <= MOST_BYTES, "{} bytes in {help}", bytes.len());
            let file: ValueFile =
                decompressed(bytes).unwrap_or_else(|| panic!("not readable: {help}"));
            let mut variants = name.trim_end_matches(".value").split("--").skip(1);
            let mut request = RulesetRequest {
                game,
                ..RulesetRequest::default()
            };
            request
                .choices
                .variants
                .extend(variants.by_ref().map(str::to_owned));
            let loaded = load(&request).expect("a shipped game");
            assert_eq!(
                file.rules,
                rules_hash(&loaded.rules),
                "of other rules: {help}"
            );
            assert!(
                shipped_value(&name, &loaded.rules).is_some(),
                "it does not fit: {help}"
            );
        }
    }
}
