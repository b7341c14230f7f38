//! Loads a ruleset: checks and compiles its texts, under the requested choices.

use crate::files;
use crate::header::header;
use crate::load_error::LoadError;
use crate::reading_scope::ReadingScope;
use crate::ruleset_finder::{FoundRuleset, add_variant, find, find_within, is_path};
use linstock_base::{CheckFuel, Diagnostics, Sources, Style, similar};
use linstock_check::{Choices, GameListing};
use linstock_play::Rules;
use linstock_play::{ChanceMode, Refusal, Save, Setup};
use linstock_study::{ambiguous_texts, fault_in_play};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use std::sync::Arc;

/// A loaded ruleset, and its origin.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    pub(crate) rules: Arc<Rules>,
    /// The request, to load it again.
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

    /// Returns the name of the game, without its variants.
    pub(crate) fn base(&self) -> Option<String> {
        let texts = self.sources.iter().map(|(_, source)| source);
        let mut heads = texts.filter_map(|source| header(&source.text));
        let game = heads.find(|head| head.keyword == "game")?;
        Some(game.name)
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
    /// What players are called, by their names in the rules.
    pub(crate) names: Vec<(String, String)>,
}

impl RulesetRequest {
    /// Returns the choices as flags of the command line, each after a space.
    pub(crate) fn flags(&self) -> String {
        let choices = &self.choices;
        let variants = choices
            .variants
            .iter()
            .map(|name| format!(" --variant {name}"));
        let options = choices.options.iter();
        let options = options.map(|(name, value)| format!(" --set {name}={value}"));
        let players = choices
            .players
            .iter()
            .map(|count| format!(" --players {count}"));
        variants.chain(options).chain(players).collect()
    }
}

/// Loads a ruleset.
pub(crate) fn load(request: &RulesetRequest) -> Result<Loaded, LoadError> {
    load_within(request, &ReadingScope::Anywhere)
}

/// A shipped ruleset, as `linstock list` shows it.
#[derive(Clone, Debug)]
pub(crate) struct ShippedRuleset {
    pub(crate) listing: GameListing,
    /// The names of its variants.
    pub(crate) variants: Vec<String>,
}

/// Reads only what the list shows about a shipped ruleset: it is neither checked nor compiled.
pub(crate) fn listed(name: &str) -> Result<ShippedRuleset, LoadError> {
    let found = find(name)?;
    match linstock_check::listing(&found.sources) {
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
    fuel: &Rc<CheckFuel>,
) -> Result<Loaded, LoadError> {
    let (found, chosen) = with_variants(request, scope)?;
    let choices = choices_of(request, chosen);
    let (rules, findings) = Rules::check_within(&found.sources, &choices, fuel);
    let Some(mut rules) = rules else {
        let findings = with_shipped_base(&findings, &found.game);
        return Err(refused(findings, found.sources));
    };
    rules
        .call_players(&request.names)
        .map_err(LoadError::BadOption)?;
    Ok(Loaded {
        rules: Arc::new(rules),
        request: request.clone(),
        sources: Arc::new(found.sources),
        variants: found.variants,
        chosen: choices.variants,
        warnings: findings,
    })
}

/// Returns the choices, with the names of the variants.
fn choices_of(request: &RulesetRequest, variants: Vec<String>) -> Choices {
    let asked = &request.choices;
    let options = asked.options.iter();
    Choices {
        variants,
        options: options.map(|(n, v)| (n.clone(), plain(v))).collect(),
        players: asked.players,
    }
}

/// Finds the texts of a ruleset and of the chosen variants; also returns the names of the variants.
fn with_variants(
    request: &RulesetRequest,
    scope: &ReadingScope,
) -> Result<(FoundRuleset, Vec<String>), LoadError> {
    let mut found = find_within(&request.game, scope)?;
    let variants = request.choices.variants.iter();
    let chosen: Result<Vec<String>, LoadError> = variants
        .map(|variant| add_variant(variant, &mut found, scope))
        .collect();
    let chosen = chosen?;
    // A request may name tens of thousands of variants.
    let mut seen = FxHashSet::default();
    if let Some(twice) = chosen.iter().find(|name| !seen.insert(*name)) {
        let text = format!("the variant `{twice}` is named twice; name it once");
        return Err(LoadError::BadOption(text));
    }
    Ok((found, chosen))
}

/// Reads the current texts of a ruleset, including those of the chosen variants.
pub(crate) fn texts(request: &RulesetRequest) -> Result<Sources, LoadError> {
    with_variants(request, &ReadingScope::Anywhere).map(|(found, _)| found.sources)
}

/// Loads a ruleset, searches the outcomes of chance before the first choice for faults, and plays random games, all within
/// the fuel of one check.
pub(crate) fn check(request: &RulesetRequest, fuel: &Rc<CheckFuel>) -> Result<Loaded, LoadError> {
    let mut loaded = load_with(request, &ReadingScope::Anywhere, fuel)?;
    let choices = choices_of(request, loaded.chosen.clone());
    match fault_in_play::find(&loaded.rules, (&loaded.sources, &choices), fuel) {
        None => {
            let shared = ambiguous_texts::find_shared(&loaded.rules, fuel);
            shared
                .into_iter()
                .for_each(|found| loaded.warnings.push(found));
            Ok(loaded)
        }
        Some(found) => Err(LoadError::BadRules {
            found,
            sources: Arc::unwrap_or_clone(loaded.sources),
        }),
    }
}

/// Loads the ruleset of a save, with the choices of the save, and the names of its players.
pub(crate) fn load_for(save: &Save, names: &[(String, String)]) -> Result<Loaded, Refusal> {
    load_save((save, names), &ReadingScope::Anywhere)
}

/// Loads the ruleset of a save, from files that may be read.
pub(crate) fn load_for_within(save: &Save, scope: &ReadingScope) -> Result<Loaded, Refusal> {
    load_save((save, &[]), scope)
}

fn load_save(
    (save, names): (&Save, &[(String, String)]),
    scope: &ReadingScope,
) -> Result<Loaded, Refusal> {
    let request = RulesetRequest {
        game: ruleset_of(save),
        choices: choices_in(save),
        names: names.to_vec(),
    };
    load_within(&request, scope).map_err(|e| {
        Refusal::BadSave(format!(
            "the ruleset of the save, `{}`, cannot be loaded: {}",
            request.game,
            e.text(Style::Plain)
        ))
    })
}

/// Returns the choices of a save.
pub(crate) fn choices_in(save: &Save) -> Choices {
    Choices {
        variants: save.variants.clone(),
        options: save.options.clone().into_iter().collect(),
        players: Some(save.players),
    }
}

/// Returns the path or the shipped name of the ruleset of a save. A game that is played with a variant has the name of the
/// variant, so its ruleset is the shipped one that has this variant and, if there are several, these rules.
fn ruleset_of(save: &Save) -> String {
    if let Some(path) = &save.source {
        return path.clone();
    }
    let Some(variant) = save
        .variants
        .first()
        .filter(|_| files::shipped(&save.game).is_none())
    else {
        return save.game.clone();
    };
    let has_variant =
        |name: &String| find(name).is_ok_and(|found| found.variants.contains(variant));
    let mut rulesets = files::shipped_names().into_iter().filter(has_variant);
    let is_same = |name: &String| {
        let (game, choices) = (name.clone(), choices_in(save));
        let loaded = load(&RulesetRequest {
            game,
            choices,
            names: Vec::new(),
        });
        loaded.is_ok_and(|loaded| !save.is_of_other_rules(&loaded.rules))
    };
    let (first, rest) = (rulesets.next(), rulesets.collect::<Vec<_>>());
    let same = rest.into_iter().find(is_same);
    same.or(first).unwrap_or_else(|| save.game.clone())
}

/// Separates mistakes in the rules from choices that do not fit. Diagnostics about choices have no span, and do not occur
/// when the rules are loaded without choices.
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
            hints
                .iter()
                .map(|hint| joined(&hint.text))
                .collect::<String>()
        ),
    });
    LoadError::BadOption(messages.collect::<Vec<_>>().join("\n"))
}

/// Joins a hint to the text before it; a question keeps its question mark.
fn joined(hint: &str) -> String {
    match hint.strip_suffix('?') {
        Some(question) => format!(" ({question}?)"),
        None => format!("; {hint}"),
    }
}

/// Adds a hint that names the shipped game probably meant, if a variant's game is not found.
fn with_shipped_base(found: &Diagnostics, game: &str) -> Diagnostics {
    let message = linstock_check::not_here(game);
    let names = files::shipped_names();
    let meant = similar(game, names.iter().map(String::as_str));
    let found = found.iter().cloned().map(|diagnostic| {
        let mut hints = diagnostic.hints.iter();
        if diagnostic.message != message || hints.any(|hint| hint.replacement.is_some()) {
            return diagnostic;
        }
        let mut diagnostic = diagnostic.maybe_did_you_mean(meant);
        if meant.is_some() {
            diagnostic.hints.rotate_right(1);
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

#[cfg(test)]
mod tests {
    use super::{find, listed, plain};
    use crate::files;
    use linstock_base::{CheckFuel, Style};
    use linstock_check::{Choices, check, read};
    use std::rc::Rc;

    #[test]
    fn a_list_tells_of_every_shipped_ruleset_what_its_checked_rules_say() {
        for name in files::shipped_names() {
            let found = find(&name).expect("shipped");
            let fuel = Rc::new(CheckFuel::default());
            let (files, mistakes) = read(&found.sources, &fuel);
            let (model, _) = check(&files, mistakes, (&Choices::default(), &fuel))
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
