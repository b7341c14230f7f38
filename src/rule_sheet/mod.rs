//! `linstock rules` and `linstock list`: the rule sheet of a ruleset, as text, as Markdown and as a page of HTML.

mod html;
mod markdown;
mod quoted_words;
mod terminal;

pub(super) use html::inline;
pub(super) use terminal::entry;

use crate::catalogue::{CatalogueSection, catalogue};
use crate::command_failure::CommandFailure;
use crate::game_args::GameArgs;
use crate::pager::page;
use crate::ruleset_loader::{self, Loaded, ShippedRuleset};
use crate::terminal::print;
use crate::text_table::table;
use crate::{files, replaced_files, scenarios};
use clap::Args;
use linstock_base::did_you_mean;
use linstock_check::GameListing;
use linstock_model::Model;
use linstock_play::sheet::{ExampleFiles, RuleSheet};
use std::path::Path;

#[derive(Args, Debug)]
pub(super) struct RulesArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// One clause, such as `CA-18`
    #[arg(value_name = "CLAUSE", conflicts_with_all = ["markdown", "html"])]
    pub(crate) clause: Option<String>,
    /// Show the sheet, or the clause, for designers: with the text of the rules, the places of clauses and all options
    #[arg(long)]
    pub(crate) full: bool,
    /// Write Markdown
    #[arg(long)]
    pub(crate) markdown: bool,
    /// Write one page of HTML with drawings, to FILE or to standard output
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with = "markdown")]
    pub(crate) html: Option<Option<String>>,
}

/// Runs `linstock list`.
pub(crate) fn list() -> Result<(), CommandFailure> {
    let tables: Vec<_> = catalogue().iter().map(section_table).collect();
    let left_out = left_out(&files::shipped_without_game());
    page(tables.join("\n") + left_out.as_str())
}

/// Lists the folders among the shipped rulesets that the list leaves out.
fn left_out(folders: &[String]) -> String {
    let line = |name| {
        format!(
            "\n`rulesets/{name}` is left out: no file in it ends in `.game`; write one, or remove the folder\n"
        )
    };
    folders.iter().map(line).collect()
}

/// Writes one section of the list. If a title, players or options have mistakes, the row says so.
fn section_table(section: &CatalogueSection) -> String {
    let mut table = table(&["name", "title", "players", "variants"]);
    for name in &section.rulesets {
        let Ok(ShippedRuleset { listing, variants }) = ruleset_loader::listed(name) else {
            let mistakes = format!("has mistakes: see `linstock check {name}`");
            table.add_row([name, &mistakes, "", ""]);
            continue;
        };
        table.add_row([
            &listing.name,
            &listing.title,
            &players(&listing),
            &variants.join(", "),
        ]);
    }
    format!("{}\n\n{}\n", section.heading, table.trim_fmt())
}

/// Runs `linstock rules`.
pub(crate) fn rules(args: &RulesArgs) -> Result<(), CommandFailure> {
    let loaded = ruleset_loader::load(&args.game.request())?;
    if let Some(clause) = &args.clause {
        let list = format!("linstock rules {}", loaded.request.game);
        let told = one_clause(&loaded, (clause, &list), args.full);
        return print(told.map_err(CommandFailure::Call)?);
    }
    let sheet = sheet(&loaded, args.full);
    if args.markdown {
        return print(markdown::written(&sheet));
    }
    match &args.html {
        None => page(terminal::written(&sheet)),
        Some(None) => print(html::page(&sheet, None)),
        Some(Some(file)) => {
            let page = html::page(&sheet, None);
            replaced_files::write_page(Path::new(file), &page).map_err(CommandFailure::Failed)?;
            print(format!("written to {file}\n"))
        }
    }
}

/// Writes the whole sheet, or one clause, for the players at a terminal.
pub(super) fn sheet_or_clause(loaded: &Loaded, clause: &str) -> Result<String, String> {
    if clause.is_empty() {
        return Ok(terminal::written(&sheet(loaded, false)));
    }
    one_clause(loaded, (clause, "rules"), false)
}

/// Makes the sheet for players, or the full one for designers.
fn sheet(loaded: &Loaded, full: bool) -> RuleSheet {
    if full {
        return RuleSheet::of(&loaded.rules, &loaded.sources, &example_files(loaded));
    }
    let mut sheet = for_players(loaded);
    if loaded.request.choices.players.is_none() {
        sheet.add_other_numbers(&other_numbers(loaded));
    }
    sheet
}

/// Writes the sheet of a game as a page whose style is at an address.
#[cfg(feature = "table")]
pub(super) fn linked_page(
    session: &linstock_play::Session,
    files: &ExampleFiles,
    style_at: &str,
) -> Option<String> {
    let sources = session.setup().sources.as_ref()?;
    let sheet = RuleSheet::for_players(session.rules(), sources, files);
    Some(html::page(&sheet, Some(style_at)))
}

fn for_players(loaded: &Loaded) -> RuleSheet {
    RuleSheet::for_players(&loaded.rules, &loaded.sources, &example_files(loaded))
}

/// Makes the sheets for other numbers of players, each with the number and the names of the players.
fn other_numbers(loaded: &Loaded) -> Vec<(usize, String, RuleSheet)> {
    let model = loaded.rules.model();
    let (least, most) = model.player_counts;
    let others = (least..=most).filter(|count| *count != model.seats());
    let sheet_for = |count: usize| {
        let mut request = loaded.request.clone();
        request.choices.players = Some(count);
        // The same rules were loaded before, so a mistake with this number of players is reported when it is chosen.
        let other = ruleset_loader::load(&request).ok()?;
        let model = other.rules.model();
        let names = model.players.iter().map(|name| model.title(name));
        let names = names.collect::<Vec<_>>().join(", ");
        Some((count, names, for_players(&other)))
    };
    others.filter_map(sheet_for).collect()
}

/// Returns the files with examples of loaded rules.
pub(super) fn example_files(loaded: &Loaded) -> ExampleFiles {
    ExampleFiles {
        scenarios: scenarios::files_of(&loaded.request.game),
        variants: loaded.chosen.clone(),
    }
}

/// Writes one clause or reading; for designers, with the declarations that carry it. `list` is the command that shows all.
fn one_clause(
    loaded: &Loaded,
    (request, list): (&str, &str),
    full: bool,
) -> Result<String, String> {
    let model = loaded.rules.model();
    let name = request.trim_start_matches('@');
    let files = example_files(loaded);
    let clause = match full {
        true => RuleSheet::clause,
        false => RuleSheet::clause_for_players,
    };
    let entry = clause(&loaded.rules, &loaded.sources, &files, name);
    let told = entry.map(|entry| terminal::entry(&entry));
    told.ok_or_else(|| no_such_clause(model, request, list))
}

/// Reports that no clause has this name. `list` is the command that shows all of them.
pub(super) fn no_such_clause(model: &Model, request: &str, list: &str) -> String {
    let known = model.tags.iter().map(String::as_str);
    let name = request.trim_start_matches('@').to_uppercase();
    let near = did_you_mean(&name, known).unwrap_or_else(|| format!("`{list}` prints them all"));
    format!("there is no clause `{request}` in `{}`; {near}", model.name)
}

/// Writes the players, and the possible numbers of players.
fn players(listing: &GameListing) -> String {
    let names = listing.players.join(", ");
    match listing.player_counts {
        (least, most) if least != most => format!("{least} to {most}: {names}"),
        _ => names,
    }
}

/// Lists the options with their values.
pub(crate) fn options(model: &Model) -> String {
    if model.options.is_empty() {
        return String::new();
    }
    let mut table = table(&["option", "value", "may be", "what it decides", "clauses"]);
    for option in &model.options {
        let value = if option.value == option.default {
            option.value.clone()
        } else {
            format!("{} (default {})", option.value, option.default)
        };
        let tags: Vec<&str> = option.tags.iter().map(|&t| model.tag(t)).collect();
        table.add_row([
            option.name.clone(),
            value,
            option.choices.clone(),
            option.doc.clone(),
            tags.join(" "),
        ]);
    }
    format!("{}\n", table.trim_fmt())
}
