//! `linstock new`: copies a ruleset under a new name, or begins a variant or a game.

use crate::front::cli::{CommandFailure, NewArgs, print};
use crate::front::files::FoundFile;
use crate::front::game_starter::StarterGame;
use crate::front::header::leading_words;
use crate::front::load_error::LoadError;
use crate::front::ruleset_finder::{self, FoundRuleset};
use crate::front::ruleset_loader::{self, RulesetRequest};
use crate::front::{files, game_starter, replaced_files, starter_questions, variant_starter};
use crate::play::scenario::snapshot;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The longest name of a ruleset, in bytes: its files are called by it, too, and disks take 255 bytes.
const LONGEST_NAME: usize = 100;

/// `linstock new`
pub(crate) fn new(args: &NewArgs) -> Result<(), CommandFailure> {
    let name = args.name.as_deref();
    name.map_or(Ok(()), is_free)?;
    match (name, &args.from, &args.variant_of) {
        (Some(name), Some(from), _) => new_copy(name, from),
        (Some(name), None, Some(base)) => new_variant(name, base),
        _ => new_game(&starter_questions::ask(name, is_free)?),
    }
}

/// Refuses a name that no ruleset can have here.
fn is_free(name: &str) -> Result<(), CommandFailure> {
    if name.len() > LONGEST_NAME {
        return Err(CommandFailure::Call(format!(
            "a name of {} letters is too long for a ruleset; give it {LONGEST_NAME} at the most",
            name.chars().count()
        )));
    }
    if !is_name(name) {
        return Err(CommandFailure::Call(format!(
            "`{name}` cannot be the name of a ruleset: use small letters and digits, beginning with a letter, and single hyphens between them"
        )));
    }
    if files::is_taken(Path::new(name)) {
        return Err(CommandFailure::Call(format!(
            "`{name}` is there already; choose another name, or remove it first"
        )));
    }
    Ok(())
}

/// Writes a small game that was made of answers.
fn new_game(game: &StarterGame) -> Result<(), CommandFailure> {
    let name = game.name.as_str();
    let path = Path::new(name).join(format!("{name}.game"));
    let text = game_starter::text(game);
    in_new_folder(name, || {
        replaced_files::write_whole(&path, text.as_bytes()).map_err(CommandFailure::Failed)?;
        checks(name).map_err(|why| unusable(name, &why))
    })?;
    print(format!(
        "{name}/{name}.game is a small game of its own. What next:\n  \
         linstock play ./{name} --watch    play it, and go on whenever you save\n  \
         edit {name}/{name}.game\n  \
         linstock check ./{name}           find mistakes\n"
    ))
}

/// Copies a ruleset.
fn new_copy(name: &str, from: &str) -> Result<(), CommandFailure> {
    let found = ruleset_finder::find(from)?;
    let note = in_new_folder(name, || {
        copy(&found, from, name).and_then(|()| checked(from, name))
    })?;
    print(format!(
        "{name}/ is a copy of {from}{note}. What next:\n  \
         edit {name}/{name}.game\n  \
         linstock check ./{name}    find mistakes\n  \
         linstock play ./{name}     play it\n  \
         linstock test ./{name}     run its scenarios\n"
    ))
}

/// Writes a variant that changes nothing yet.
fn new_variant(name: &str, base: &str) -> Result<(), CommandFailure> {
    if ruleset_finder::is_path(base) {
        return Err(CommandFailure::Call(format!(
            "`--variant-of` takes a game inside the program; a variant of a game of yours is a file in its folder, \
             such as `{}/{name}.game`, that begins with `variant {name} of GAME \"A title\"`",
            base.trim_end_matches('/')
        )));
    }
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
    let text = variant_starter::text(name, &loaded);
    let path = Path::new(name).join(format!("{name}.game"));
    in_new_folder(name, || {
        replaced_files::write_whole(&path, text.as_bytes()).map_err(CommandFailure::Failed)?;
        checked(base, name)
    })?;
    print(format!(
        "{name}/{name}.game is a variant of {base} that changes nothing yet; its remarks show what it could. What next:\n  \
         edit {name}/{name}.game\n  \
         linstock check ./{name}           find mistakes\n  \
         linstock play ./{name} --watch    play it, and go on whenever you save\n"
    ))
}

/// Makes a folder and fills it; if that fails, nothing is left of it.
fn in_new_folder<T>(
    name: &str,
    fill: impl FnOnce() -> Result<T, CommandFailure>,
) -> Result<T, CommandFailure> {
    // From here on the folder is this program's own.
    files::make_new_folder(Path::new(name)).map_err(CommandFailure::Failed)?;
    fill().inspect_err(|_| files::remove_folder(Path::new(name)))
}

fn copy(found: &FoundRuleset, from: &str, name: &str) -> Result<(), CommandFailure> {
    let words = leading_words(found.text());
    let Some(&(_, old)) = words.get(1) else {
        return Err(CommandFailure::Failed(format!(
            "`{from}` does not begin with `game NAME`; `linstock check` says more"
        )));
    };
    let tree = if ruleset_finder::is_path(from) {
        let folder = if found.folder.path.is_empty() {
            "."
        } else {
            &found.folder.path
        };
        own_files(found, Path::new(folder)).map_err(CommandFailure::Failed)?
    } else {
        files::shipped_tree(from).unwrap_or_default()
    };
    for file in tree {
        let (path, bytes) = renamed(file, found, (old, name));
        let path = Path::new(name).join(path);
        if let Some(folder) = path.parent() {
            files::make_folder(folder).map_err(CommandFailure::Failed)?;
        }
        replaced_files::write_whole(&path, &bytes).map_err(CommandFailure::Failed)?;
    }
    Ok(())
}

/// Returns what belongs to a ruleset on disk, of all that lies in its folder: its texts, its scenarios with their transcripts,
/// and what says something about it.
fn own_files(found: &FoundRuleset, folder: &Path) -> Result<Vec<FoundFile>, String> {
    let texts = found.folder.files.iter().filter(|(file, _)| {
        let path = found.folder.path_of(file);
        found.sources.iter().any(|(_, source)| source.path == path)
    });
    let mut own: Vec<_> = texts
        .map(|(file, text)| (PathBuf::from(file), text.clone().into_bytes()))
        .collect();
    own.extend(files::called(folder, "README")?);
    let (scenarios, transcripts): (Vec<_>, Vec<_>) =
        files::tree(&folder.join("scenarios"), &["scn", "snap"])?
            .into_iter()
            .partition(|(path, _)| path.extension().is_some_and(|e| e == "scn"));
    let scenarios: Vec<_> = scenarios
        .into_iter()
        .filter(|(_, bytes)| is_for(bytes, found))
        .collect();
    let transcripts = transcripts.into_iter().filter(|(path, _)| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        scenarios.iter().any(|(path, _)| {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            name.starts_with(&format!("{stem}{}", snapshot::BETWEEN))
        })
    });
    let transcripts: Vec<_> = transcripts.collect();
    let inside = |(path, bytes)| (Path::new("scenarios").join(path), bytes);
    own.extend(scenarios.into_iter().chain(transcripts).map(inside));
    Ok(own)
}

/// Tells whether a scenario file is for a ruleset: it names no other game.
fn is_for(bytes: &[u8], found: &FoundRuleset) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let own = leading_words(found.text());
    match leading_words(&text)[..] {
        [(_, "for"), (_, name), ..] => {
            name == found.game || own.get(1).is_some_and(|(_, own)| *own == name)
        }
        _ => true,
    }
}

/// Checks a copy. A name that the language takes for something else is refused; mistakes of the original stay.
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

/// Checks a new ruleset; else returns what is wrong first.
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

fn is_name(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(plain)
        && !name.ends_with('-')
        && !name.contains("--")
}

/// Renames the game: in the main file's name, and in every file that names the game.
fn renamed(
    (path, bytes): (PathBuf, Vec<u8>),
    found: &FoundRuleset,
    (old, new): (&str, &str),
) -> (PathBuf, Vec<u8>) {
    let main = path == Path::new(&found.main);
    let rule_text = path.extension().is_some_and(|e| e == "game" || e == "scn");
    let text = match String::from_utf8(bytes) {
        Ok(text) if rule_text => text,
        Ok(text) => return (path, text.into_bytes()),
        Err(other) => return (path, other.into_bytes()),
    };
    let words = leading_words(&text);
    let index = match words.first().map(|(_, word)| *word) {
        Some("game" | "variant") if main => 1,
        Some("variant") => 3,
        Some("for") => 1,
        _ => usize::MAX,
    };
    let text = match words.get(index) {
        Some(&(at, word)) if word == old => {
            format!("{}{new}{}", &text[..at], &text[at + word.len()..])
        }
        _ => text,
    };
    let path = if main {
        PathBuf::from(format!("{new}.game"))
    } else {
        path
    };
    (path, text.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn names_are_words_of_the_language() {
        for good in ["a", "my-cannon", "x2"] {
            assert!(is_name(good), "{good}");
        }
        for bad in [
            "", "-a", "a-", "a--b", "My", "2x", "a/b", "..", "ä", "a.game",
        ] {
            assert!(!is_name(bad), "{bad}");
        }
    }
}
