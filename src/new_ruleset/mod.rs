//! `linstock new`: copies a ruleset under a new name, or begins a variant or a game.

mod copying;
mod first_scenario;
mod game_starter;
mod readme;
mod starter_questions;
mod title;
mod variant_starter;

use crate::command_failure::CommandFailure;
use crate::load_error::LoadError;
use crate::opponents::StoredValue;
use crate::ruleset_finder;
use crate::ruleset_loader::{self, RulesetRequest};
use crate::terminal::print;
use crate::{files, replaced_files};
use clap::Args;
use game_starter::{StartKind, StarterGame};
use linstock_check::Choices;
use linstock_play::ChanceMode;
use std::path::Path;
use std::rc::Rc;
use title::NewTitle;

#[derive(Args, Debug)]
pub(super) struct NewArgs {
    /// The title, such as "Frog Pond", from which the name of the folder is made; or this name itself, such as frog-pond
    #[arg(value_name = "TITLE")]
    pub(crate) name: Option<String>,
    /// The ruleset that is copied; without it, and without `--variant-of`, a few questions make a new game
    #[arg(long, value_name = "GAME", requires = "name")]
    pub(crate) from: Option<String>,
    /// The game that a small file of house rules is to change; the file says what can be set and replaced
    #[arg(long, value_name = "GAME", conflicts_with = "from", requires = "name")]
    pub(crate) variant_of: Option<String>,
    /// The small game to begin with; without it, questions ask what the game is like
    #[arg(long, value_name = "KIND", value_enum, conflicts_with_all = ["from", "variant_of"], requires = "name")]
    pub(crate) start: Option<StartKind>,
}

/// Runs `linstock new`.
pub(crate) fn new(args: &NewArgs) -> Result<(), CommandFailure> {
    let title = args.name.as_deref().map(NewTitle::read).transpose()?;
    let beside = args
        .variant_of
        .as_deref()
        .is_some_and(ruleset_finder::is_path);
    if let Some(title) = title.as_ref().filter(|_| !beside) {
        not_taken(&title.name)?;
    }
    match (title, &args.from, &args.variant_of) {
        (Some(title), Some(from), _) => new_copy(&title, from),
        (Some(title), None, Some(base)) if beside => new_variant_beside(&title, base),
        (Some(title), None, Some(base)) => new_variant(&title, base),
        (title, ..) => new_game(&starter_questions::ask(title, args.start, is_free)?),
    }
}

/// Reads a title or a name; refuses one that is already taken here.
fn is_free(written: &str) -> Result<NewTitle, CommandFailure> {
    let title = NewTitle::read(written)?;
    not_taken(&title.name)?;
    Ok(title)
}

fn not_taken(path: &str) -> Result<(), CommandFailure> {
    if files::is_taken(Path::new(path)) {
        return Err(CommandFailure::Call(format!(
            "`{path}` is there already; choose another name, or remove it first"
        )));
    }
    Ok(())
}

/// Writes a small game made from answers.
fn new_game(game: &StarterGame) -> Result<(), CommandFailure> {
    let name = game.title.name.as_str();
    let text = game_starter::text(game);
    in_new_folder(name, || {
        write(name, (&text, &readme::of_game(name)))?;
        checks(name).map_err(|why| unusable(name, &why))?;
        match game_starter::scenarios(game) {
            Some(text) => first_scenario::write(name, &text),
            None => first_scenario::write_first_move(name),
        }
    })?;
    print(format!(
        "{name}/{name}.game is a small game of its own. What next:\n  \
         linstock play ./{name} --watch    play it, and go on whenever you save\n  \
         linstock serve ./{name}           play it in the browser, with the rules beside the board\n  \
         edit {name}/{name}.game\n  \
         linstock check ./{name}           find mistakes\n  \
         linstock test ./{name}            run its scenarios\n  \
         linstock rules ./{name}           read its rules as a player\n"
    ))
}

/// Copies a ruleset.
fn new_copy(title: &NewTitle, from: &str) -> Result<(), CommandFailure> {
    let name = title.name.as_str();
    let found = ruleset_finder::find(from)?;
    let note = in_new_folder(name, || {
        copying::copy(&found, from, title).and_then(|()| checked(from, name))
    })?;
    let learned = match copied_values([from, &format!("./{name}/")], &found.variants) {
        true => {
            "Its computer players use what those of the original have learned, until you change the rules.\n"
        }
        false => "",
    };
    print(format!(
        "{name}/ is a copy of {from}{note}. {learned}What next:\n  \
         edit {name}/{name}.game\n  \
         linstock check ./{name}    find mistakes\n  \
         linstock play ./{name}     play it\n  \
         linstock test ./{name}     run its scenarios\n"
    ))
}

/// Copies what `linstock train` has learned about the ruleset at the first of two places, and about each of its variants, to its
/// copy at the second; returns whether there was anything.
fn copied_values(places: [&str; 2], variants: &[String]) -> bool {
    let mut any = copied_value(places, None);
    for variant in variants {
        any |= copied_value(places, Some(variant));
    }
    any
}

/// Copies what was learned about a ruleset with a variant, or without one; returns whether there was anything.
fn copied_value(places: [&str; 2], variant: Option<&String>) -> bool {
    let load = |game: &str| {
        ruleset_loader::load(&RulesetRequest {
            game: game.to_owned(),
            choices: Choices {
                variants: variant.into_iter().cloned().collect(),
                ..Choices::default()
            },
            ..RulesetRequest::default()
        })
    };
    let [Ok(old), Ok(new)] = places.map(load) else {
        return false;
    };
    let setups = [&old, &new].map(|loaded| loaded.setup(0, ChanceMode::Auto));
    let value = StoredValue::read(&old.rules, &setups[0]).current();
    value.is_some_and(|value| value.write(&new.rules, &setups[1]).is_ok())
}

/// Writes a variant that changes nothing yet.
fn new_variant(title: &NewTitle, base: &str) -> Result<(), CommandFailure> {
    let name = title.name.as_str();
    let game = ruleset_finder::find(base)?.game;
    if game != base {
        return Err(CommandFailure::Call(format!(
            "`{base}` is itself a variant of `{game}`; write `linstock new {name} --variant-of {game}`"
        )));
    }
    let request = RulesetRequest {
        game,
        ..RulesetRequest::default()
    };
    let loaded = ruleset_loader::load(&request)?;
    let text = variant_starter::text(title, &loaded);
    in_new_folder(name, || {
        write(name, (&text, &readme::of_variant(name, base)))?;
        checked(base, name)?;
        first_scenario::write_first_move(name)
    })?;
    print(format!(
        "{name}/{name}.game is a variant of {base} that changes nothing yet; its remarks show what it could. What next:\n  \
         edit {name}/{name}.game\n  \
         linstock check ./{name}           find mistakes\n  \
         linstock play ./{name} --watch    play it, and go on whenever you save\n  \
         linstock test ./{name}            run its scenarios\n"
    ))
}

/// Writes a variant into the folder of a game on disk.
fn new_variant_beside(title: &NewTitle, base: &str) -> Result<(), CommandFailure> {
    let name = title.name.as_str();
    let found = ruleset_finder::find(base)?;
    let path = found.folder.path_of(&format!("{name}.game"));
    not_taken(&path)?;
    let base = found.folder.path_of(&found.main);
    let request = |variants| RulesetRequest {
        game: base.clone(),
        choices: Choices {
            variants,
            ..Choices::default()
        },
        ..RulesetRequest::default()
    };
    let text = variant_starter::text(title, &ruleset_loader::load(&request(Vec::new()))?);
    let written = replaced_files::write_whole(Path::new(&path), text.as_bytes());
    written.map_err(CommandFailure::Failed)?;
    if let Err(why) = ruleset_loader::load(&request(vec![name.to_owned()])) {
        files::remove_file(Path::new(&path));
        return Err(why.into());
    }
    print(format!(
        "{path} is a variant of {} that changes nothing yet; its remarks show what it could. What next:\n  \
         edit {path}\n  \
         linstock check {path}\n  \
         linstock play {base} --variant {name} --watch\n",
        found.game
    ))
}

/// Writes the rules and the README of a new ruleset.
fn write(name: &str, (rules, readme): (&str, &str)) -> Result<(), CommandFailure> {
    let folder = Path::new(name);
    let files = [
        (format!("{name}.game"), rules),
        (readme::FILE.to_owned(), readme),
    ];
    for (file, text) in files {
        let written = replaced_files::write_whole(&folder.join(file), text.as_bytes());
        written.map_err(CommandFailure::Failed)?;
    }
    Ok(())
}

/// Creates a folder and fills it; removes it if that fails.
fn in_new_folder<T>(
    name: &str,
    fill: impl FnOnce() -> Result<T, CommandFailure>,
) -> Result<T, CommandFailure> {
    // From here on, the folder belongs to this program.
    files::make_new_folder(Path::new(name)).map_err(CommandFailure::Failed)?;
    fill().inspect_err(|_| files::remove_folder(Path::new(name)))
}

/// Checks a copy. Refuses a name that has another meaning in the language; mistakes of the original stay.
fn checked(from: &str, name: &str) -> Result<&'static str, CommandFailure> {
    let Err(why) = checks(name) else {
        return Ok("");
    };
    let request = RulesetRequest {
        game: from.to_owned(),
        ..RulesetRequest::default()
    };
    if ruleset_loader::check(&request, &Rc::default()).is_err() {
        return Ok(", with its mistakes");
    }
    Err(unusable(name, &why))
}

/// Checks a new ruleset; returns the first mistake, if any.
fn checks(name: &str) -> Result<(), String> {
    let request = RulesetRequest {
        game: format!("./{name}/"),
        ..RulesetRequest::default()
    };
    let checked = ruleset_loader::check(&request, &Rc::default());
    checked.map(drop).map_err(|trouble| match trouble {
        LoadError::BadRules { found, .. } => {
            let first = found.iter().next();
            first.map_or_else(String::new, |d| format!(": {}", d.message))
        }
        LoadError::UnknownGame(text) | LoadError::BadOption(text) => format!(": {text}"),
    })
}

fn unusable(name: &str, why: &str) -> CommandFailure {
    CommandFailure::Call(format!(
        "`{name}` cannot be the name of a ruleset, since rules of that name do not check{why}; choose another name"
    ))
}

#[cfg(test)]
mod tests {
    use super::{RulesetRequest, StoredValue, copied_values};
    use crate::{files, ruleset_loader};
    use linstock_check::Choices;
    use linstock_play::ChanceMode;
    use std::path::Path;

    #[test]
    fn what_was_learned_about_a_variant_is_copied() {
        let folder = tempfile::tempdir().expect("a folder");
        let places = ["old", "new"].map(|name| format!("{}/{name}/", folder.path().display()));
        let variant = "variant same of gomoku \"The same\"\n";
        for place in &places {
            std::fs::create_dir(place).expect("made");
            let files = files::shipped_tree("gomoku").expect("a shipped game");
            let texts = files
                .into_iter()
                .filter(|(path, _)| files::ends(path, "game"));
            for (path, text) in texts.chain([("same.game".into(), variant.into())]) {
                std::fs::write(Path::new(place).join(path), text).expect("written");
            }
        }
        let loaded = |game: &str, variants: &[String]| {
            let choices = Choices {
                variants: variants.to_vec(),
                ..Choices::default()
            };
            let request = RulesetRequest {
                game: game.to_owned(),
                choices,
                ..RulesetRequest::default()
            };
            let loaded = ruleset_loader::load(&request).expect("no mistakes");
            let setup = loaded.setup(0, ChanceMode::Auto);
            (loaded.rules, setup)
        };
        let value = |game: &str, variants: &[String]| {
            let (rules, setup) = loaded(game, variants);
            StoredValue::read(&rules, &setup).current()
        };
        let variants = ["same".to_owned()];
        let [old, new] = places.each_ref().map(String::as_str);
        assert!(value(new, &variants).is_none());
        let learned = value("gomoku", &[]).expect("it came with the program");
        let (rules, setup) = loaded(old, &variants);
        learned.write(&rules, &setup).expect("written");
        assert!(copied_values([old, new], &variants));
        assert!(value(new, &variants).is_some());
    }
}
