//! Finds a ruleset by name or path, and loads it.

use crate::base::{Diagnostic, Diagnostics, Sources, Style, Work, did_you_mean};
use crate::check::{self, Choices, GameListing};
use crate::front::files::{self, Folder};
use crate::front::header::{Header, header};
use crate::front::reading_scope::ReadingScope;
use crate::ir::Rules;
use crate::play::{ChanceMode, Refusal, Save, Setup, chance_setup, trial};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// A loaded ruleset, and its origin.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    pub(crate) rules: Arc<Rules>,
    /// The request, for loading it again.
    pub(crate) request: RulesetRequest,
    /// Its texts.
    pub(crate) sources: Arc<Sources>,
    /// The names of its variants.
    pub(crate) variants: Vec<String>,
    /// The names of the chosen variants.
    pub(crate) chosen: Vec<String>,
    /// Its warnings.
    pub(crate) warnings: Diagnostics,
}

impl Loaded {
    /// Returns the path of the ruleset, if it is not a shipped one.
    fn source(&self) -> Option<String> {
        is_path(&self.request.game).then(|| self.request.game.clone())
    }

    /// Returns the setup of a session.
    pub(crate) fn setup(&self, seed: u64, chance: ChanceMode) -> Setup {
        Setup {
            variants: self.request.choices.variants.clone(),
            chance,
            seed,
            source: self.source(),
            sources: Some(Arc::clone(&self.sources)),
        }
    }
}

/// A request for a ruleset: its name, and how to play it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct RulesetRequest {
    /// A shipped name, or the path of a folder or file.
    pub(crate) game: String,
    /// Variants by name or file, options as text, the number of players.
    pub(crate) choices: Choices,
}

/// Why a ruleset could not be loaded.
#[derive(Clone, Debug)]
pub(crate) enum LoadError {
    /// There is no ruleset of this name or path.
    UnknownGame(String),
    /// It has mistakes.
    BadRules {
        found: Diagnostics,
        sources: Sources,
    },
    /// The choices do not fit it.
    BadOption(String),
}

impl LoadError {
    /// Renders the reason, with source lines.
    pub(crate) fn text(&self, style: Style) -> String {
        match self {
            Self::UnknownGame(text) | Self::BadOption(text) => text.clone(),
            Self::BadRules { found, sources } => found.render(sources, style),
        }
    }

    fn unreadable(what: String) -> Self {
        Self::BadRules {
            found: Diagnostics::from(Diagnostic::general(what)),
            sources: Sources::new(),
        }
    }
}

/// The texts of a ruleset, as found on disk or in the program.
#[derive(Clone, Debug)]
pub(crate) struct FoundRuleset {
    /// The folder of its main file.
    pub(crate) folder: Folder,
    /// The name of its main file.
    pub(crate) main: String,
    /// The name of the game that is played.
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

/// Loads a ruleset.
pub(crate) fn load(request: &RulesetRequest) -> Result<Loaded, LoadError> {
    load_within(request, &ReadingScope::Anywhere)
}

/// A shipped ruleset, as a list tells of it.
#[derive(Clone, Debug)]
pub(crate) struct ShippedRuleset {
    pub(crate) listing: GameListing,
    /// The names of its variants.
    pub(crate) variants: Vec<String>,
}

/// Reads what a list tells of a shipped ruleset, which is little: it is neither checked nor compiled.
pub(crate) fn listed(name: &str) -> Result<ShippedRuleset, LoadError> {
    let found = find(name)?;
    match check::listing(&found.sources) {
        Ok(listing) => Ok(ShippedRuleset {
            listing,
            variants: found.variants,
        }),
        Err(mistakes) => Err(LoadError::BadRules {
            found: mistakes,
            sources: found.sources,
        }),
    }
}

/// Loads a ruleset from files that may be read.
pub(crate) fn load_within(
    request: &RulesetRequest,
    scope: &ReadingScope,
) -> Result<Loaded, LoadError> {
    load_with(request, scope, &Rc::default())
}

fn load_with(
    request: &RulesetRequest,
    scope: &ReadingScope,
    work: &Rc<Work>,
) -> Result<Loaded, LoadError> {
    let (found, chosen) = with_variants(request, scope)?;
    let mut choices = Choices {
        players: request.choices.players,
        variants: chosen,
        ..Choices::default()
    };
    choices.options = request
        .choices
        .options
        .iter()
        .map(|(n, v)| (n.clone(), plain(v)))
        .collect();
    let (rules, findings) = Rules::check_within(&found.sources, &choices, work);
    let Some(rules) = rules else {
        let findings = with_shipped_base(&findings, &found.game);
        return Err(refused(findings, found.sources));
    };
    Ok(Loaded {
        rules: Arc::new(rules),
        request: request.clone(),
        sources: Arc::new(found.sources),
        variants: found.variants,
        chosen: choices.variants,
        warnings: findings,
    })
}

/// Finds the texts of a ruleset, with those of the variants that are chosen; returns the names of these, too.
fn with_variants(
    request: &RulesetRequest,
    scope: &ReadingScope,
) -> Result<(FoundRuleset, Vec<String>), LoadError> {
    let mut found = find_within(&request.game, scope)?;
    let variants = request.choices.variants.iter();
    let chosen: Result<_, _> = variants
        .map(|variant| add_variant(variant, &mut found, scope))
        .collect();
    chosen.map(|chosen| (found, chosen))
}

/// Reads the texts of a ruleset as they are now, those of the variants that are chosen among them.
pub(crate) fn texts(request: &RulesetRequest) -> Result<Sources, LoadError> {
    with_variants(request, &ReadingScope::Anywhere).map(|(found, _)| found.sources)
}

/// Loads a ruleset, searches the outcomes of chance before the first choice for faults, and plays some of it at random, all
/// within the operations of one check.
pub(crate) fn check(request: &RulesetRequest, work: &Rc<Work>) -> Result<Loaded, LoadError> {
    let loaded = load_with(request, &ReadingScope::Anywhere, work)?;
    let at_start = chance_setup::find_fault(&loaded.rules, work);
    match at_start.or_else(|| trial::find_fault(&loaded.rules, work)) {
        None => Ok(loaded),
        Some(mistake) => Err(LoadError::BadRules {
            found: Diagnostics::from(mistake),
            sources: Arc::unwrap_or_clone(loaded.sources),
        }),
    }
}

/// Loads the ruleset of a save, with the choices of the save.
pub(crate) fn load_for(save: &Save) -> Result<Loaded, Refusal> {
    load_for_within(save, &ReadingScope::Anywhere)
}

/// Loads the ruleset of a save as [`load_for`], from files that may be read.
pub(crate) fn load_for_within(save: &Save, scope: &ReadingScope) -> Result<Loaded, Refusal> {
    let request = RulesetRequest {
        game: save.source.clone().unwrap_or_else(|| save.game.clone()),
        choices: Choices {
            variants: save.variants.clone(),
            options: save.options.clone().into_iter().collect(),
            players: Some(save.players),
        },
    };
    load_within(&request, scope).map_err(|e| {
        Refusal::BadSave(format!(
            "the ruleset of the save, `{}`, cannot be loaded: {}",
            request.game,
            e.text(Style::Plain)
        ))
    })
}

/// Separates mistakes in the rules from choices that do not fit. Diagnostics of choices have no span, and vanish when the
/// rules are loaded without choices.
fn refused(found: Diagnostics, sources: Sources) -> LoadError {
    let about_choices: Vec<_> = found.iter().filter(|d| d.span.is_none()).collect();
    if about_choices.is_empty() || Rules::load(&sources, &Choices::default()).is_err() {
        return LoadError::BadRules { found, sources };
    }
    let messages = about_choices.iter().map(|d| match d.hints.as_slice() {
        [] => d.message.clone(),
        hints => format!(
            "{}{}",
            d.message,
            hints.iter().map(|hint| joined(hint)).collect::<String>()
        ),
    });
    LoadError::BadOption(messages.collect::<Vec<_>>().join("\n"))
}

/// Joins a hint to what stands before it: a question has a sign of its own.
fn joined(hint: &str) -> String {
    match hint.strip_suffix('?') {
        Some(question) => format!(" ({question}?)"),
        None => format!("; {hint}"),
    }
}

/// Adds which shipped game is meant, where a variant's game is not found.
fn with_shipped_base(found: &Diagnostics, game: &str) -> Diagnostics {
    let message = check::not_here(game);
    let names = files::shipped_names();
    let meant = did_you_mean(game, names.iter().map(String::as_str));
    let found = found.iter().cloned().map(|mut diagnostic| {
        let asks = diagnostic.hints.iter().any(|hint| hint.ends_with('?'));
        if diagnostic.message == message && !asks {
            diagnostic.hints.splice(0..0, meant.clone());
        }
        diagnostic
    });
    found.collect()
}

/// Accepts `true` and `false` for `yes` and `no`.
fn plain(value: &str) -> String {
    match value {
        "true" => "yes",
        "false" => "no",
        other => other,
    }
    .to_owned()
}

/// Tells whether a name is a path, not the name of a shipped game.
pub(crate) fn is_path(game: &str) -> bool {
    game.contains('/') || game.ends_with(".game")
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
        let main = main_file(&folder)?;
        (folder, main)
    };
    Ok(gather(folder, main, scope))
}

fn unknown(game: &str, scope: &ReadingScope) -> LoadError {
    let names = files::shipped_names();
    let near = did_you_mean(game, names.iter().map(String::as_str));
    let next = if !game.is_empty() && scope.is_folder(Path::new(game)) == Some(true) {
        format!("for the folder of that name write `./{game}`")
    } else {
        near.unwrap_or_else(|| {
            format!(
                "there are {}; a folder is written with a slash",
                names.join(", ")
            )
        })
    };
    LoadError::UnknownGame(format!("there is no ruleset `{game}`; {next}"))
}

fn on_disk(game: &str, scope: &ReadingScope) -> Result<(Folder, String), LoadError> {
    let path = Path::new(game);
    scope.permitted(path).map_err(LoadError::UnknownGame)?;
    match scope.is_folder(path) {
        None => Err(LoadError::UnknownGame(format!(
            "there is no ruleset at `{game}`: no such file or folder"
        ))),
        Some(true) => {
            let folder = scope.folder(path, None).map_err(LoadError::unreadable)?;
            let main = main_file(&folder)?;
            Ok((folder, main))
        }
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
            main.ok_or_else(missing).map(|main| (folder, main))
        }
    }
}

/// Returns the main file of a folder: the file with the folder's name, or the only possible one.
fn main_file(folder: &Folder) -> Result<String, LoadError> {
    let own = format!("{}.game", folder.name);
    if folder.files.iter().any(|(name, _)| *name == own) {
        return Ok(own);
    }
    let of = |keyword: &str| -> Vec<&String> {
        let begins = |text: &str| header(text).is_some_and(|h| h.keyword == keyword);
        folder
            .files
            .iter()
            .filter(|(_, t)| begins(t))
            .map(|(n, _)| n)
            .collect()
    };
    let (games, variants) = (of("game"), of("variant"));
    match (games.as_slice(), variants.as_slice()) {
        ([one], _) | ([], [one]) => Ok((*one).clone()),
        ([], []) => Err(LoadError::UnknownGame(format!(
            "the folder `{}` holds no ruleset: no file in it ends in `.game` and begins with `game`",
            folder.path.trim_end_matches('/')
        ))),
        _ => Err(LoadError::UnknownGame(format!(
            "the folder `{}` holds several games; name the main one `{own}`, or give the path of one file",
            folder.path.trim_end_matches('/')
        ))),
    }
}

/// Orders texts: the main file, its base game, the other files.
fn gather(folder: Folder, main: String, scope: &ReadingScope) -> FoundRuleset {
    let mut sources = Sources::new();
    let text = folder.text(&main).to_owned();
    let root = header(&text);
    sources.add(folder.path_of(&main), text);
    let game = match root {
        Some(Header { of: Some(base), .. }) => {
            // A missing base game is reported by the checker, with its place.
            if let Some((over, file)) = base_of(&folder, &base, scope) {
                sources.add(over.path_of(&file), over.text(&file));
                if over.path != folder.path {
                    add_scripts(&over, &mut sources);
                }
            }
            base
        }
        root => root.map(|h| h.name).unwrap_or_default(),
    };
    add_scripts(&folder, &mut sources);
    let mut variants = Vec::new();
    for (file, text) in folder.files.iter().filter(|(file, _)| *file != main) {
        let Some(header) = header(text) else { continue };
        if header.keyword == "variant" && header.of.as_deref() == Some(&game) {
            sources.add(folder.path_of(file), text.clone());
            variants.push(header.name);
        }
    }
    FoundRuleset {
        folder,
        main,
        game,
        sources,
        variants,
    }
}

/// Says of each `.game` file of a folder that is no part of its ruleset that it is none. A folder that holds no ruleset is
/// told of where it is loaded.
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

/// Says why a file is no part of a ruleset, and what to do.
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
        .filter(|(file, _)| file.ends_with(".rhai"))
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
        // The folder beside `rulesets/variant` is `rulesets/game`. A path that ends in dots is resolved by the disk.
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
fn add_variant(
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
                "`{request}` is a variant of `{of}`, not of `{}`",
                found.game
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
    use super::{find, listed, plain};
    use crate::base::{Style, Work};
    use crate::check::{Choices, check, read};
    use crate::front::header::header;
    use std::rc::Rc;

    #[test]
    fn every_shipped_ruleset_is_found_with_what_it_lies_over() {
        for name in super::files::shipped_names() {
            let found = find(&name).expect("shipped");
            let texts: Vec<_> = found.sources.iter().map(|(_, s)| s).collect();
            let games = texts
                .iter()
                .filter(|s| header(&s.text).is_some_and(|h| h.keyword == "game"));
            assert_eq!(games.count(), 1, "{name}");
        }
    }

    #[test]
    fn a_list_tells_of_every_shipped_ruleset_what_its_checked_rules_say() {
        for name in super::files::shipped_names() {
            let found = find(&name).expect("shipped");
            let work = Rc::new(Work::default());
            let (files, mistakes) = read(&found.sources, &work);
            let (model, _) = check(&files, mistakes, (&Choices::default(), &work))
                .unwrap_or_else(|e| panic!("{}", e.render(&found.sources, Style::Plain)));
            let listing = listed(&name).expect("shipped").listing;
            assert_eq!((&listing.name, &listing.title), (&model.name, &model.title));
            assert_eq!(listing.players, model.named, "{name}");
            assert_eq!(listing.player_counts, model.player_counts, "{name}");
            let known: Vec<_> = model.options.into_iter().map(Into::into).collect();
            assert_eq!(listing.options, known, "{name}");
        }
    }

    #[test]
    fn yes_and_no_have_second_names() {
        assert_eq!(
            [plain("true"), plain("false"), plain("3")],
            ["yes", "no", "3"]
        );
    }
}
