//! Finds the texts of a ruleset: from a name or a path, returns the files of its folder and, for a variant, those of its game.

use crate::files::{self, Folder};
use crate::header::{Header, header};
use crate::load_error::LoadError;
use crate::main_file::{self, MainFile};
use crate::reading_scope::ReadingScope;
use linstock_base::{Sources, did_you_mean};
use std::path::Path;

/// The texts of a ruleset, as found on disk or in the program.
#[derive(Clone, Debug)]
pub(crate) struct FoundRuleset {
    /// The folder of its main file.
    pub(crate) folder: Folder,
    /// The name of its main file.
    pub(crate) main: String,
    /// The name of the game.
    pub(crate) game: String,
    /// The main file, then the other texts.
    pub(crate) sources: Sources,
    /// The names of the variants in the folder.
    pub(crate) variants: Vec<String>,
}

impl FoundRuleset {
    /// Returns the main file's text.
    pub(crate) fn text(&self) -> &str {
        self.folder.text(&self.main)
    }
}

/// Returns whether a name is a path rather than the name of a shipped game.
pub(crate) fn is_path(game: &str) -> bool {
    // A name that consists of dots is never a game: it is the current folder or its parent.
    game.contains('/') || game.ends_with(".game") || matches!(game, "." | "..")
}

/// Finds the texts of a ruleset.
pub(crate) fn find(game: &str) -> Result<FoundRuleset, LoadError> {
    find_within(game, &ReadingScope::Anywhere)
}

/// Finds the texts of a ruleset in files that may be read.
pub(crate) fn find_within(game: &str, scope: &ReadingScope) -> Result<FoundRuleset, LoadError> {
    let (folder, main) = if is_path(game) {
        on_disk(game, scope)?
    } else {
        let folder = files::shipped(game).ok_or_else(|| unknown(game, scope))?;
        let main = MainFile::of(&folder)?;
        (folder, main)
    };
    match main {
        MainFile::Here(main) => match lacks_its_game(game, (&folder, &main), scope) {
            Some(base) => Err(main_file::missing(&folder, &base)),
            None => Ok(gather(folder, main, scope)),
        },
        MainFile::Elsewhere(base) => match base_of(&folder, &base, scope) {
            Some(game) => Ok(gather_variants(folder, game, base)),
            None => Err(main_file::missing(&folder, &base)),
        },
    }
}

/// Returns the name of the game to which the folder belonged, if only a variant is left in it and the game is found nowhere
/// else.
fn lacks_its_game(
    asked: &str,
    (folder, main): (&Folder, &str),
    scope: &ReadingScope,
) -> Option<String> {
    let base = header(folder.text(main))?.of?;
    // If the user named a file, the checker reports the place in it that names the game.
    let is_of_folder = base == folder.name && !asked.ends_with(".game");
    let is_lost = is_of_folder && base_of(folder, &base, scope).is_none();
    is_lost.then_some(base)
}

fn unknown(game: &str, scope: &ReadingScope) -> LoadError {
    let names = files::shipped_names();
    let near = did_you_mean(game, names.iter().map(String::as_str));
    let variant_of = |name: &str| {
        names.iter().find(|base| {
            let folder = files::shipped(base);
            let heads = folder
                .iter()
                .flat_map(|f| &f.files)
                .filter_map(|(_, text)| header(text));
            heads
                .into_iter()
                .any(|head| head.keyword == "variant" && head.name == name)
        })
    };
    let next = if let Some((base, variants)) = game.split_once('+')
        && names.iter().any(|name| name == base)
    {
        let variants = variants.split('+').map(|name| format!(" --variant {name}"));
        format!(
            "variants are written `{base}{}`",
            variants.collect::<String>()
        )
    } else if let Some(base) = variant_of(game) {
        format!("`{game}` is a variant of `{base}`: `{base} --variant {game}`")
    } else if !game.is_empty() && scope.is_folder(Path::new(game)) == Some(true) {
        format!(
            "for the folder of that name write `./{}`",
            linstock_base::one_line(game)
        )
    } else {
        near.unwrap_or_else(|| {
            format!(
                "there are {}; write a folder with a slash, such as `./my-game`",
                names.join(", ")
            )
        })
    };
    let game = linstock_base::one_line(game);
    LoadError::UnknownGame(format!("there is no ruleset `{game}`; {next}"))
}

fn on_disk(game: &str, scope: &ReadingScope) -> Result<(Folder, MainFile), LoadError> {
    let path = Path::new(game);
    scope.permitted(path).map_err(LoadError::UnknownGame)?;
    match scope.is_folder(path) {
        None => Err(LoadError::UnknownGame(format!(
            "there is no ruleset at `{}`: no such file or folder",
            linstock_base::one_line(game)
        ))),
        Some(true) => {
            let folder = scope.folder(path, None).map_err(LoadError::unreadable)?;
            let main = MainFile::of(&folder)?;
            Ok((folder, main))
        }
        Some(false) if scope.is_device(path) => Err(LoadError::UnknownGame(format!(
            "`{game}` is a pipe or a device, not a file; write the rules to a file that ends in `.game`, and give that"
        ))),
        Some(false) => {
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
            let parent = match path.parent() {
                Some(parent) if !parent.as_os_str().is_empty() => parent,
                _ => Path::new("."),
            };
            let mut folder = scope
                .folder(parent, name.as_deref())
                .map_err(LoadError::unreadable)?;
            if parent == Path::new(".") {
                folder.path = String::new();
            }
            let main = name.filter(|n| folder.files.iter().any(|(file, _)| file == n));
            let missing = || {
                LoadError::UnknownGame(format!(
                    "`{game}` is no ruleset: give its folder, or a file that ends in `.game`"
                ))
            };
            main.ok_or_else(missing)
                .map(|main| (folder, MainFile::Here(main)))
        }
    }
}

/// Orders texts: the main file, its base game, the other files.
fn gather(folder: Folder, main: String, scope: &ReadingScope) -> FoundRuleset {
    let mut sources = Sources::new();
    let text = folder.text(&main).to_owned();
    let root = header(&text);
    sources.add(folder.path_of(&main), text);
    let mut elsewhere = None;
    let game = match root {
        Some(Header { of: Some(base), .. }) => {
            // The checker reports a missing base game, with its place.
            if let Some((over, file)) = base_of(&folder, &base, scope) {
                sources.add(over.path_of(&file), over.text(&file));
                if over.path != folder.path {
                    add_scripts(&over, &mut sources);
                    elsewhere = Some(over);
                }
            }
            base
        }
        root => root.map(|h| h.name).unwrap_or_default(),
    };
    add_scripts(&folder, &mut sources);
    with_variants_of(folder, (main, game), (sources, elsewhere))
}

/// Orders the texts of a folder that holds only variants: first their game from another folder, then the variants.
fn gather_variants(folder: Folder, (over, file): (Folder, String), game: String) -> FoundRuleset {
    let mut sources = Sources::new();
    sources.add(over.path_of(&file), over.text(&file));
    add_scripts(&over, &mut sources);
    add_scripts(&folder, &mut sources);
    with_variants_of(folder, (file, game), (sources, Some(over)))
}

/// Adds the variants of the game in the folder and, if the game is in another folder, those beside the game: they can be
/// applied, but do not belong to the folder.
fn with_variants_of(
    folder: Folder,
    (main, game): (String, String),
    (mut sources, elsewhere): (Sources, Option<Folder>),
) -> FoundRuleset {
    let own = variants_in(&folder, &game);
    let variants: Vec<String> = add_variants(&own, &mut sources);
    if let Some(over) = elsewhere {
        let root = sources
            .iter()
            .next()
            .and_then(|(_, root)| header(&root.text));
        let mut beside = variants_in(&over, &game);
        beside.retain(|(_, _, name)| {
            !variants.contains(name) && root.as_ref().is_none_or(|root| root.name != *name)
        });
        add_variants(&beside, &mut sources);
    }
    FoundRuleset {
        folder,
        main,
        game,
        sources,
        variants,
    }
}

/// Returns the variants of a game in a folder: path, text and name.
fn variants_in(folder: &Folder, game: &str) -> Vec<(String, String, String)> {
    let texts = folder.files.iter();
    let found = texts.filter_map(|(file, text)| {
        let head = header(text).filter(|head| head.keyword == "variant")?;
        let is_of_game = head.of.as_deref() == Some(game);
        is_of_game.then(|| (folder.path_of(file), text.clone(), head.name))
    });
    found.collect()
}

/// Adds the texts of variants except the root; returns their names.
fn add_variants(found: &[(String, String, String)], sources: &mut Sources) -> Vec<String> {
    let root = sources.iter().next().map(|(_, root)| root.path.clone());
    let others = found
        .iter()
        .filter(|(path, ..)| root.as_ref() != Some(path));
    let names = others.map(|(path, text, name)| {
        sources.add(path.clone(), text.clone());
        name.clone()
    });
    names.collect()
}

/// Returns the path of the game in the same folder as a variant; `None` if the path is a game itself.
pub(crate) fn game_beside(variant: &str, scope: &ReadingScope) -> Option<String> {
    let path = Path::new(variant);
    let name = path.file_name()?.to_string_lossy();
    let parent = path.parent()?;
    let parent = if parent.as_os_str().is_empty() {
        Path::new(".")
    } else {
        parent
    };
    let folder = scope.folder(parent, Some(&name)).ok()?;
    let of = header(folder.text(&name)).filter(|head| head.keyword == "variant")?;
    let of = of.of?;
    let is_game =
        |text: &str| header(text).is_some_and(|head| head.keyword == "game" && head.name == of);
    let (file, _) = folder.files.iter().find(|(_, text)| is_game(text))?;
    Some(parent.join(file).to_string_lossy().into_owned())
}

/// Returns the name of the variant at the root of a ruleset; `None` if the root is a game.
pub(crate) fn variant_at_root(sources: &Sources) -> Option<String> {
    let (_, root) = sources.iter().next()?;
    let head = header(&root.text).filter(|head| head.keyword == "variant")?;
    Some(head.name)
}

/// Reports each `.game` file in a folder that is not part of its ruleset. A folder without a ruleset is reported when it is
/// loaded.
pub(crate) fn unused(path: &str) -> Vec<String> {
    let Ok(found) = find(path) else {
        return Vec::new();
    };
    let is_used = |file: &str| {
        let path = found.folder.path_of(file);
        found.sources.iter().any(|(_, source)| source.path == path)
    };
    let files = found.folder.files.iter();
    files
        .filter(|(file, _)| file.ends_with(".game") && !is_used(file))
        .map(|(file, text)| no_part(&found, (file, text)))
        .collect()
}

/// Writes why a file is not part of a ruleset, and what to do.
fn no_part(found: &FoundRuleset, (file, text): (&str, &str)) -> String {
    let (path, game) = (found.folder.path_of(file), &found.game);
    let of = header(text).and_then(|header| header.of);
    match of.filter(|of| did_you_mean(of, [game.as_str()]).is_some()) {
        Some(of) => format!(
            "`{path}` is no part of the ruleset `{game}`: its head says that it is a variant of `{of}`; did you mean `{game}`?"
        ),
        None => format!(
            "`{path}` is no part of the ruleset `{game}`: it is no variant of it; move it to a folder of its own, or mend its head"
        ),
    }
}

fn add_scripts(folder: &Folder, sources: &mut Sources) {
    for (file, text) in folder
        .files
        .iter()
        .filter(|(file, _)| file.ends_with(".rhai") || file.ends_with(".svg"))
    {
        sources.add(folder.path_of(file), text.clone());
    }
}

/// Finds the base game of a variant: in its folder, beside the folder, or among the shipped games.
fn base_of(folder: &Folder, base: &str, scope: &ReadingScope) -> Option<(Folder, String)> {
    let holds = |folder: &Folder| {
        let is_base =
            |text: &str| header(text).is_some_and(|h| h.keyword == "game" && h.name == base);
        let file = folder.files.iter().find(|(_, text)| is_base(text));
        file.map(|(name, _)| (folder.clone(), name.clone()))
    };
    let beside = || {
        // The folder beside `rulesets/variant` is `rulesets/game`. The file system resolves a path that ends in dots.
        let path = match folder.path.trim_end_matches('/').rsplit_once('/') {
            Some((parent, name)) if name != ".." && name != "." => format!("{parent}/{base}"),
            None if !folder.path.is_empty() && folder.path != "." && folder.path != ".." => {
                base.to_owned()
            }
            _ => format!(
                "{}/../{base}",
                if folder.path.is_empty() {
                    "."
                } else {
                    &folder.path
                }
            ),
        };
        scope
            .folder(Path::new(&path), None)
            .ok()
            .as_ref()
            .and_then(holds)
    };
    holds(folder)
        .or_else(beside)
        .or_else(|| files::shipped(base).as_ref().and_then(holds))
}

/// Finds a variant by its name or file, and returns its name.
pub(super) fn add_variant(
    request: &str,
    found: &mut FoundRuleset,
    scope: &ReadingScope,
) -> Result<String, LoadError> {
    if !is_path(request) {
        return Ok(request.to_owned());
    }
    let text = scope
        .read(Path::new(request))
        .map_err(LoadError::BadOption)?;
    match header(&text) {
        Some(Header { of: Some(of), .. }) if of != found.game => {
            Err(LoadError::BadOption(format!(
                "`{request}` is a variant of `{of}`, not of `{}`{}",
                found.game,
                match did_you_mean(&of, [found.game.as_str()]) {
                    Some(_) => format!("; write `variant … of {}` in it", found.game),
                    None => String::new(),
                }
            )))
        }
        Some(h) if h.keyword == "variant" => {
            if !found.sources.iter().any(|(_, s)| s.text == text) {
                found.sources.add(request, text);
            }
            Ok(h.name)
        }
        _ => Err(LoadError::BadOption(format!(
            "`{request}` is no variant: it must begin with `variant NAME of GAME`"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::find;
    use crate::files;
    use crate::header::header;

    #[test]
    fn every_shipped_ruleset_is_found_with_what_it_lies_over() {
        for name in files::shipped_names() {
            let found = find(&name).expect("shipped");
            let texts: Vec<_> = found.sources.iter().map(|(_, s)| s).collect();
            let games = texts
                .iter()
                .filter(|s| header(&s.text).is_some_and(|h| h.keyword == "game"));
            assert_eq!(games.count(), 1, "{name}");
        }
    }
}
