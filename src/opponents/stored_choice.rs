//! Keeps the search that suits the rules, and the fitted evaluation, on disk, so that the next start takes no time. No training is needed
//! for these.

use crate::files;
use crate::opponents::stored_value::SEARCHES;
use crate::opponents::stored_weights::{StoredWeights, compressed, read_small};
use crate::replaced_files::write_whole;
use linstock_play::Rules;
use linstock_play::save::rules_hash;
use linstock_search::{Evaluation, SelfTestResult, Strategy};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The version of the format. Raise it if other searches may suit the same rules.
const FORMAT: u32 = 2;

/// A search that was chosen by a test.
#[derive(Clone, Debug)]
pub(crate) struct StoredChoice {
    pub(crate) evaluation: Evaluation,
    pub(crate) search: ChosenSearch,
}

/// The search that suits rules, and how that was found out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ChosenSearch {
    pub(crate) strategy: Strategy,
    /// The result against the search that came closest; no games if there was no test.
    pub(crate) test: SelfTestResult,
    /// How long each pair of searches played.
    pub(crate) time: Duration,
}

/// The file.
#[derive(Debug, Serialize, Deserialize)]
struct ChoiceFile {
    format: u32,
    /// The program's version.
    program: String,
    game: String,
    /// The hash of the rules.
    rules: String,
    search: String,
    /// The games against the search that came closest, the mean utility, and its 95 % interval.
    games: u32,
    mean: f32,
    interval: [f32; 2],
    /// How long each pair of searches played.
    milliseconds: u64,
    #[serde(flatten)]
    weights: StoredWeights,
}

impl StoredChoice {
    /// Reads what is stored for rules.
    pub(crate) fn read(rules: &Rules) -> Option<Self> {
        Self::read_in(&folder()?, rules)
    }

    fn read_in(folder: &Path, rules: &Rules) -> Option<Self> {
        let file: ChoiceFile = read_small(&path_of(folder, rules))?;
        let is_current = file.format == FORMAT
            && file.program == env!("CARGO_PKG_VERSION")
            && file.rules == rules_hash(rules);
        let (evaluation, fits) = file.weights.evaluation(rules);
        let search = SEARCHES.iter().find(|(name, _)| *name == file.search);
        let (_, strategy) = search.filter(|_| is_current && fits)?;
        Some(Self {
            evaluation,
            search: ChosenSearch {
                strategy: *strategy,
                test: SelfTestResult {
                    games: file.games,
                    mean: file.mean,
                    interval: file.interval,
                },
                time: Duration::from_millis(file.milliseconds),
            },
        })
    }

    /// Writes the choice. Without a place for it, the next start takes longer, so nothing is reported.
    pub(crate) fn write(&self, rules: &Rules) {
        if let Some(folder) = folder() {
            self.write_in(&folder, rules);
        }
    }

    fn write_in(&self, folder: &Path, rules: &Rules) {
        let names = SEARCHES.iter();
        let mut search = names.filter(|(_, strategy)| *strategy == self.search.strategy);
        let Some((search, _)) = search.next() else {
            return;
        };
        let SelfTestResult {
            games,
            mean,
            interval,
        } = self.search.test;
        let file = ChoiceFile {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            game: rules.model().name.clone(),
            rules: rules_hash(rules).to_owned(),
            search: (*search).to_owned(),
            games,
            mean,
            interval,
            milliseconds: u64::try_from(self.search.time.as_millis()).unwrap_or(u64::MAX),
            weights: StoredWeights::of(&self.evaluation),
        };
        let is_ready = fs::create_dir_all(folder).is_ok();
        if let Some(bytes) = compressed(&file).ok().filter(|_| is_ready) {
            let _ = write_whole(&path_of(folder, rules), &bytes);
        }
    }
}

/// Rounds the weights of an evaluation as they are stored, so that it is the same before and after.
pub(crate) fn as_stored(rules: &Rules, evaluation: &Evaluation) -> Evaluation {
    StoredWeights::of(evaluation).evaluation(rules).0
}

/// Returns the folder of all choices.
fn folder() -> Option<PathBuf> {
    let state = files::state_folder().ok()?;
    Some(state.join("searches"))
}

/// Returns the file for rules.
fn path_of(folder: &Path, rules: &Rules) -> PathBuf {
    let name = rules_hash(rules).replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    folder.join(format!("{name}.search"))
}

#[cfg(test)]
mod tests {
    use super::{ChosenSearch, StoredChoice, as_stored, path_of};
    use crate::opponents::stored_weights::tests::{difference, small_evaluation, small_rules};
    use linstock_search::{SelfTestResult, Strategy};
    use std::time::Duration;

    #[test]
    fn a_choice_is_read_as_it_was_found_and_only_for_its_rules() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let old = small_rules(3);
        assert!(StoredChoice::read_in(folder, &old).is_none());
        let choice = StoredChoice {
            evaluation: as_stored(&old, &small_evaluation(&old)),
            search: ChosenSearch {
                strategy: Strategy::BestFirst,
                test: SelfTestResult {
                    games: 12,
                    mean: 0.25,
                    interval: [-0.125, 0.5],
                },
                time: Duration::from_secs(5),
            },
        };
        choice.write_in(folder, &old);
        let read = StoredChoice::read_in(folder, &old).expect("it is stored");
        assert_eq!(read.search, choice.search);
        assert_eq!(difference(&read.evaluation, &choice.evaluation), 0.0);
        assert!(StoredChoice::read_in(folder, &small_rules(4)).is_none());
        std::fs::write(path_of(folder, &old), "{}").expect("written");
        assert!(StoredChoice::read_in(folder, &old).is_none());
    }
}
