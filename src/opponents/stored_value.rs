//! Values that `linstock train` has learned, on disk: beside a ruleset, or in the user's folder for the shipped games. The program
//! contains those that are beside the shipped rulesets.

use crate::files;
use crate::header::header;
use crate::opponents::stored_weights::{StoredWeights, compressed, decompressed};
use crate::opponents::value_file::{FORMAT, UnusableFile, ValueFile, read};
use crate::replaced_files::write_whole;
use crate::ruleset_finder::{is_path, variant_at_root, variant_name};
use linstock_base::Sources;
use linstock_play::save::rules_hash;
use linstock_play::{Rules, Setup};
use linstock_search::{Evaluation, Strategy};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

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

/// Returns the file for rules as a game is set up.
fn path_of(rules: &Rules, setup: &Setup) -> Result<PathBuf, String> {
    // A variant of a shipped game may be a file of the user.
    let of_user = || setup.variants.iter().find(|variant| is_path(variant));
    let folder = match setup.source.as_ref().or_else(of_user).map(Path::new) {
        Some(path) if path.is_dir() => path.to_owned(),
        Some(path) => path.parent().unwrap_or(Path::new("")).to_owned(),
        None => files::state_folder()?.join("values"),
    };
    Ok(folder.join(name_of(rules, setup)))
}

/// Returns the name of the file: one for each game with its variants, with the options that do not have their default, and with
/// the number of players if it is not the smallest. A variant has one name, whether it is chosen by its
/// name or by its file, or its file is the game.
fn name_of(rules: &Rules, setup: &Setup) -> String {
    let model = rules.model();
    let chosen = model.options.iter().filter(|o| o.value != o.default);
    let chosen = chosen.map(|option| format!("{}-{}", option.name, option.value));
    let no_texts = Sources::default();
    let sources = setup.sources.as_deref().unwrap_or(&no_texts);
    let mut heads = sources
        .iter()
        .filter_map(|(_, source)| header(&source.text));
    let game = heads.find(|head| head.keyword == "game");
    let game = game.map_or(model.name.clone(), |head| head.name);
    let root = variant_at_root(sources);
    let chosen_variants = setup.variants.iter();
    // The first variant gives the game its name.
    let named =
        chosen_variants.map(|name| variant_name(name, sources).unwrap_or(model.name.clone()));
    let others = named.filter(|name| root.as_ref() != Some(name));
    let variants: Vec<String> = root.iter().cloned().chain(others).collect();
    let names = std::iter::once(game).chain(variants);
    let more =
        (model.seats() > model.player_counts.0).then(|| format!("{}-players", model.seats()));
    let names = names.chain(chosen).chain(more);
    let name = names.map(|name| name.replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
    let mut name = name.collect::<Vec<_>>().join("--");
    // File systems allow 255 bytes. A value is used only for the rules in its file, so two long names may meet.
    name.truncate(240);
    format!("{name}.value")
}

#[cfg(test)]
mod tests {
    use super::{
        MOST_BYTES, StoredValue, TestResult, TrainedValue, ValueFile, path_of, rules_hash,
        shipped_value,
    };
    use crate::files;
    use crate::opponents::stored_weights::decompressed;
    use crate::opponents::stored_weights::tests::{difference, small_evaluation, small_rules};
    use crate::ruleset_loader::{RulesetRequest, load};
    use linstock_play::{ChanceMode, Rules, Setup};
    use linstock_search::Strategy;
    use std::sync::Arc;

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

    /// Loads a game that has an option.
    fn sized_rules(size: Option<&str>) -> Arc<Rules> {
        let text = "game sized \"Sized\"\nplayers a, b\noptions { size 2..9 = 3 \"the width\" }\nboard size x 2 { }\npiece s\nmove put \"{t}\" {\n  t in empty\n  s: box -> t\n}\nplay { repeat each player { ask me: put otherwise win me \"full\" } }\n";
        let sources = linstock_base::Sources::from([("sized.game", text)]);
        let chosen = size.map(|size| ("size".to_owned(), size.to_owned()));
        let choices = linstock_check::Choices {
            options: chosen.into_iter().collect(),
            ..Default::default()
        };
        Arc::new(Rules::load(&sources, &choices).expect("no mistakes"))
    }

    #[test]
    fn each_choice_of_options_has_a_value_of_its_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let setup = Setup {
            source: Some(folder.path().display().to_string()),
            ..Setup::default()
        };
        let (usual, other) = (sized_rules(None), sized_rules(Some("4")));
        let path = |rules: &Arc<Rules>| {
            let value = TrainedValue::new(rules, &small_evaluation(rules));
            let path = value.write(rules, &setup).expect("written");
            path.strip_prefix(folder.path())
                .expect("in the folder")
                .to_owned()
        };
        assert_eq!(path(&usual).to_str(), Some("sized.value"));
        assert!(matches!(
            StoredValue::read(&other, &setup),
            StoredValue::Nothing
        ));
        assert_eq!(path(&other).to_str(), Some("sized--size-4.value"));
        for rules in [&usual, &other] {
            let read = StoredValue::read(rules, &setup);
            assert!(matches!(read, StoredValue::Current(_)));
        }
    }

    #[test]
    fn a_variant_has_one_value_however_it_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name).display().to_string();
        let game = "game sized \"Sized\"\nplayers a, b\nboard 3 x 2 { }\npiece s\nmove put \"{t}\" {\n  t in empty\n  s: box -> t\n}\nplay { repeat each player { ask me: put otherwise win me \"full\" } }\n";
        let variant = "variant small of sized \"Small\"\nreplace board 2 x 2 { }\n";
        for (name, text) in [("sized.game", game), ("small.game", variant)] {
            std::fs::write(at(name), text).expect("written");
        }
        let loaded = |game: String, variants: &[&str]| {
            let mut request = RulesetRequest {
                game,
                ..RulesetRequest::default()
            };
            let variants = variants.iter().map(|name| (*name).to_owned());
            request.choices.variants.extend(variants);
            let loaded = load(&request).expect("no mistakes");
            let setup = loaded.setup(0, ChanceMode::Auto);
            (loaded.rules, setup)
        };
        let (rules, setup) = loaded(at(""), &["small"]);
        let value = TrainedValue::new(&rules, &small_evaluation(&rules));
        let path = value.write(&rules, &setup).expect("written");
        assert_eq!(path, folder.path().join("sized--small.value"));
        let file = at("small.game");
        let other_path = format!("{}/./small.game", folder.path().display());
        for (game, variants) in [
            (file.clone(), &[][..]),
            (at("sized.game"), &["small"]),
            (at(""), &[&file]),
            (at("sized.game"), &[&other_path]),
        ] {
            let (rules, setup) = loaded(game, variants);
            let read = StoredValue::read(&rules, &setup);
            assert!(matches!(read, StoredValue::Current(_)), "{setup:?}");
        }
        let (rules, setup) = loaded(at(""), &[]);
        assert!(matches!(
            StoredValue::read(&rules, &setup),
            StoredValue::Nothing
        ));
    }

    #[test]
    fn a_value_of_a_variant_of_a_shipped_game_is_beside_its_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("same.game");
        std::fs::write(&file, "variant same of gomoku \"The same\"\n").expect("written");
        let file = file.display().to_string();
        for (game, variants) in [("gomoku", vec![file.clone()]), (&*file, Vec::new())] {
            let choices = linstock_check::Choices {
                variants,
                ..Default::default()
            };
            let request = RulesetRequest {
                game: game.to_owned(),
                choices,
                ..RulesetRequest::default()
            };
            let loaded = load(&request).expect("no mistakes");
            let setup = loaded.setup(0, ChanceMode::Auto);
            let path = path_of(&loaded.rules, &setup).expect("a place");
            assert_eq!(path, folder.path().join("gomoku--same.value"), "{game}");
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
