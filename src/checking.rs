//! `linstock check`: finds every mistake in rulesets, under the requested choices and under others.

use crate::command_failure::CommandFailure;
use crate::command_report::CommandReport;
use crate::game_args::ChoiceArgs;
use crate::header::header;
use crate::load_error::LoadError;
use crate::ruleset_finder::{self, variant_at_root};
use crate::ruleset_loader::{self, Loaded, RulesetRequest};
use crate::shown::style;
use crate::window::paragraph;
use crate::{files, folder_search, watch_mode};
use clap::Args;
use linstock_base::{CheckFuel, Diagnostic, Diagnostics, one_line, plural};
use linstock_play::sheet::unchanged_texts;
use rustc_hash::FxHashSet;
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;

#[derive(Args, Debug)]
pub(super) struct CheckArgs {
    /// Shipped names, or paths of rulesets or of folders of rulesets
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<String>,
    #[command(flatten)]
    pub(crate) choices: ChoiceArgs,
    /// Check again whenever a file is saved, and show what is new
    #[arg(long)]
    pub(crate) watch: bool,
}

/// Runs `linstock check`.
pub(super) fn check(args: &CheckArgs) -> Result<ExitCode, CommandFailure> {
    if args.watch {
        return watch_mode::run(&args.paths, |report| check_all(args, report).map(drop));
    }
    let mut report = CommandReport::printed(style(&std::io::stdout()));
    let clean = check_all(args, &mut report)?;
    report.explanation()?;
    Ok(ExitCode::from(u8::from(!clean)))
}

/// Checks all requested rulesets; returns whether they have no mistakes.
fn check_all(args: &CheckArgs, report: &mut CommandReport) -> Result<bool, CommandFailure> {
    let mut clean = true;
    for path in &args.paths {
        let (games, unusable) = rulesets(path);
        let several = games.len() > 1 || !unusable.is_empty();
        for trouble in unusable {
            clean = false;
            report.trouble(&trouble)?;
        }
        for game in games {
            clean &= match check_one(&args.choices.request(&game), report) {
                // A ruleset that cannot be opened does not stop the others.
                Err(CommandFailure::Call(trouble)) if several => {
                    report.trouble(&trouble)?;
                    false
                }
                other => other?,
            };
        }
    }
    Ok(clean)
}

/// Returns the rulesets at a path (the path itself, or those in a folder of rulesets), and what cannot be opened there.
fn rulesets(path: &str) -> (Vec<String>, Vec<String>) {
    let folder = Path::new(path);
    let own = || vec![path.to_owned()];
    if files::is_folder(folder) != Some(true)
        || (!ruleset_finder::is_path(path) && files::shipped(path).is_some())
    {
        return (own(), Vec::new());
    }
    // Without a slash it could be a shipped name.
    let whole = || vec![format!("{}/", path.trim_end_matches('/'))];
    if files::holds_game(folder) == Ok(true) {
        let unusable = folder_search::unusable(folder).unwrap_or_else(|trouble| vec![trouble]);
        let unused = ruleset_finder::unused(&whole().concat());
        return (
            [whole(), variants_alone(&whole().concat())].concat(),
            [unusable, unused].concat(),
        );
    }
    let (mut games, mut troubles) = (Vec::new(), Vec::new());
    match folder_search::rulesets_below(folder) {
        Ok(found) => {
            troubles.extend(found.troubles);
            for found in found.rulesets {
                let path = found.to_string_lossy().into_owned();
                match folder_search::unusable(&found) {
                    Ok(unusable) => troubles.extend(unusable),
                    Err(trouble) => troubles.push(trouble),
                }
                troubles.extend(ruleset_finder::unused(&path));
                let alone = variants_alone(&path);
                games.push(path);
                games.extend(alone);
            }
        }
        Err(trouble) => troubles.push(trouble),
    }
    if games.is_empty() && troubles.is_empty() {
        games = whole();
    }
    (games, troubles)
}

/// Returns the paths of the other variants in a folder whose main file is a variant: each is checked alone.
fn variants_alone(folder: &str) -> Vec<String> {
    let Ok(found) = ruleset_finder::find(folder) else {
        return Vec::new();
    };
    if variant_at_root(&found.sources).is_none() {
        return Vec::new();
    }
    let others = found.sources.iter().skip(1).map(|(_, source)| source);
    let others = others.filter(|source| {
        let head = header(&source.text).filter(|head| head.keyword == "variant");
        head.is_some_and(|head| found.variants.contains(&head.name))
    });
    others.map(|source| source.path.clone()).collect()
}

/// `check` compiles a ruleset for all numbers of players up to this one, and for the largest.
const MOST_COUNTS: usize = 8;

/// Returns the variants to check with a ruleset, each by itself: they need not work in combination. So there are none if a
/// variant is chosen, or is the root.
fn other_variants(loaded: &Loaded) -> &[String] {
    let alone = loaded.chosen.is_empty() && variant_at_root(&loaded.sources).is_none();
    if alone { &loaded.variants } else { &[] }
}

/// Lists the other configurations of a ruleset: each variant, and each number of players.
fn other_configurations(
    request: &RulesetRequest,
    loaded: &Loaded,
) -> Vec<(String, RulesetRequest)> {
    let mut configurations = Vec::new();
    for variant in other_variants(loaded) {
        let mut varied = request.clone();
        varied.choices.variants.push(variant.clone());
        configurations.push((format!("with variant {variant}"), varied));
    }
    let model = loaded.rules.model();
    let (least, most) = model.player_counts;
    let counts = (least..=most).filter(|n| *n == most || *n <= MOST_COUNTS);
    for players in counts.filter(|n| *n != model.seats() && request.choices.players.is_none()) {
        let mut varied = request.clone();
        varied.choices.players = Some(players);
        configurations.push((format!("for {players} players"), varied));
    }
    configurations
}

/// Checks a ruleset, each variant and each number of players; returns whether there are no mistakes.
fn check_one(request: &RulesetRequest, report: &mut CommandReport) -> Result<bool, CommandFailure> {
    let fuel = Rc::default();
    let loaded = match ruleset_loader::check(request, &fuel) {
        Ok(loaded) => loaded,
        Err(error) => return mistakes(&request.game, error, report),
    };
    let (mut notes, mut of_variants) = (String::new(), Vec::new());
    for (how, varied) in other_configurations(request, &loaded) {
        match ruleset_loader::check(&varied, &fuel) {
            Ok(other) if other.chosen != loaded.chosen => {
                notes.push_str(&note_on_texts(&how, &loaded, &other));
                of_variants.push((in_variants(&other), other.sources));
            }
            Ok(_) => {}
            Err(error) => return mistakes(&format!("{} {how}", request.game), error, report),
        }
    }
    if let Some((how, error)) = fault_of_options(request, &loaded) {
        return mistakes(&format!("{} {how}", request.game), error, report);
    }
    let model = loaded.rules.model();
    let variants = match other_variants(&loaded).len() {
        0 => String::new(),
        n => format!(", {}", plural(n, "variant")),
    };
    report.messages(&loaded.warnings, &loaded.sources)?;
    for (warnings, sources) in &of_variants {
        report.messages(warnings, sources)?;
    }
    report.paragraph(format!(
        "{}: no mistakes: {}, {}, {}{variants}\n",
        one_line(request.game.trim_end_matches('/')),
        plural(model.options.len(), "option"),
        plural(model.declared().count(), "move"),
        plural(model.sheet.clauses.len(), "clause"),
    ))?;
    if let Some(original) = original(&loaded) {
        let than = format!("compared with {}", original.request.game);
        notes.insert_str(0, &note_on_texts(&than, &original, &loaded));
    }
    if !notes.is_empty() {
        report.paragraph(notes)?;
    }
    Ok(true)
}

/// Returns the warnings about the texts of variants.
fn in_variants(loaded: &Loaded) -> Diagnostics {
    let is_in_variant = |found: &&Diagnostic| {
        let text = found
            .span
            .map(|span| loaded.sources.get(span.file).text.as_str());
        let head = text.and_then(header);
        head.is_some_and(|head| head.keyword == "variant")
    };
    let found = loaded.warnings.iter().filter(is_in_variant);
    found.cloned().collect()
}

/// Names the clauses whose rule differs between two versions of a game, and whose text does not.
fn note_on_texts(how: &str, earlier: &Loaded, later: &Loaded) -> String {
    let root = variant_at_root(&later.sources);
    let added = later.sources.iter().map(|(_, source)| source);
    let added: Vec<_> = added
        .filter(|source| {
            let head = header(&source.text).filter(|head| head.keyword == "variant");
            let is_chosen =
                |name: &String| later.chosen.contains(name) || root.as_ref() == Some(name);
            head.is_some_and(|head| is_chosen(&head.name) && !earlier.chosen.contains(&head.name))
        })
        .collect();
    let found = unchanged_texts(
        (earlier.rules.model(), &*earlier.sources),
        (later.rules.model(), &*later.sources),
        &added,
    );
    if found.is_empty() {
        return String::new();
    }
    let texts: String = found
        .iter()
        .map(|one| {
            paragraph(
                &format!("{} ({}): {}", one.clause, one.place, one.text),
                ("  ", 4),
            )
        })
        .collect();
    format!(
        "note: {how}, {} and the same text; does the text still hold?\n{texts}",
        match found.len() {
            1 => "1 clause has another rule".to_owned(),
            several => format!("{several} clauses have other rules"),
        }
    )
}

/// Returns the game of a variant that is checked alone. Of another ruleset, returns the shipped one of which it is a copy:
/// the one that shares most lines with it, if that is at least half of them.
fn original(copy: &Loaded) -> Option<Loaded> {
    if !ruleset_finder::is_path(&copy.request.game) {
        return None;
    }
    let (_, own) = copy.sources.iter().next()?;
    if variant_at_root(&copy.sources).is_some() {
        return base_game(copy);
    }
    let is_same = |name: &String| {
        files::shipped(name).is_some_and(|folder| folder.text(&format!("{name}.game")) == own.text)
    };
    if files::shipped_names().iter().any(is_same) {
        return None;
    }
    let lines: FxHashSet<&str> = own.text.lines().map(str::trim).collect();
    let shared = |name: &String| {
        let folder = files::shipped(name)?;
        let text = folder.text(&format!("{name}.game"));
        let known: FxHashSet<&str> = text.lines().map(str::trim).collect();
        Some(known.intersection(&lines).count())
    };
    let all = files::shipped_names().into_iter();
    let (count, name) = all.filter_map(|name| Some((shared(&name)?, name))).max()?;
    if count * 2 < lines.len() {
        return None;
    }
    let request = RulesetRequest {
        game: name,
        ..RulesetRequest::default()
    };
    ruleset_loader::load(&request).ok()
}

/// Loads the game of a variant that is checked alone, under the same options and for as many players. Its text comes right
/// after that of the variant.
fn base_game(variant: &Loaded) -> Option<Loaded> {
    let mut sources = variant.sources.iter().map(|(_, source)| source);
    let (own, base) = (sources.next()?, sources.next()?);
    let name = header(&own.text)?.of?;
    let shipped = files::shipped(&name);
    let is_shipped =
        shipped.is_some_and(|folder| folder.text(&format!("{name}.game")) == base.text);
    let mut request = variant.request.clone();
    request.choices.variants.clear();
    request.game = match is_shipped {
        true => name,
        false => base.path.clone(),
    };
    ruleset_loader::load(&request).ok()
}

/// Checks a ruleset with other values of each option, one at a time, within the fuel of a second check. Returns the first
/// that fails, with its mistakes.
fn fault_of_options(request: &RulesetRequest, loaded: &Loaded) -> Option<(String, LoadError)> {
    let fuel = Rc::new(CheckFuel::default());
    let set = |name: &str| request.choices.options.iter().any(|(set, _)| set == name);
    let options = loaded.rules.model().options.iter();
    for option in options.filter(|option| !set(&option.name)) {
        for value in option.samples.iter().filter(|v| **v != option.value) {
            let mut varied = request.clone();
            let choice = (option.name.clone(), value.clone());
            varied.choices.options.push(choice);
            let checked = ruleset_loader::check(&varied, &fuel);
            if fuel.is_used_up() {
                return None;
            }
            // Skip values that do not fit the other choices, such as a player who does not play.
            if let Err(error @ LoadError::BadRules { .. }) = checked {
                return Some((format!("with {}={value}", option.name), error));
            }
        }
    }
    None
}

/// Reports the mistakes of a ruleset.
fn mistakes(
    game: &str,
    error: LoadError,
    report: &mut CommandReport,
) -> Result<bool, CommandFailure> {
    let LoadError::BadRules { found, sources } = error else {
        return Err(error.into());
    };
    report.messages(&found, &sources)?;
    report.gap()?;
    let count = plural(found.errors(), "mistake");
    report.paragraph(format!("{}: {count}\n", one_line(game)))?;
    Ok(false)
}
