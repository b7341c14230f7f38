//! Where a value that `linstock train` has learned is kept: its folder and its name.

use crate::files;
use crate::header::header;
use crate::ruleset_finder::{is_path, variant_at_root};
use linstock_base::Sources;
use linstock_play::{Rules, Setup};
use std::path::{Path, PathBuf};

/// Returns the file for rules as a game is set up.
///
/// # Errors
/// If the user has no folder for program state, in a sentence.
pub(super) fn path_of(rules: &Rules, setup: &Setup) -> Result<PathBuf, String> {
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
pub(super) fn name_of(rules: &Rules, setup: &Setup) -> String {
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

/// Returns the name of a variant that was found by its name or file; `None` if the text of its file is not there.
fn variant_name(request: &str, sources: &Sources) -> Option<String> {
    if !is_path(request) {
        return Some(request.to_owned());
    }
    let variants = || {
        let heads = sources.iter().filter_map(|(_, source)| {
            let head = header(&source.text).filter(|head| head.keyword == "variant")?;
            Some((Path::new(&source.path), head.name))
        });
        // The last one first: a file from elsewhere comes after those of the folder.
        heads.collect::<Vec<_>>().into_iter().rev()
    };
    let path = Path::new(request);
    let there = variants().find(|(of, _)| *of == path);
    // The path of a file in the folder may be written in another way.
    let found = there.or_else(|| variants().find(|(of, _)| of.file_name() == path.file_name()));
    found.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::path_of;
    use crate::opponents::stored_value::{StoredValue, TrainedValue};
    use crate::opponents::stored_weights::tests::small_evaluation;
    use crate::ruleset_loader::{RulesetRequest, load};
    use linstock_play::{ChanceMode, Rules, Setup};
    use std::sync::Arc;

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
}
