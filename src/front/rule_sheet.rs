//! `linstock rules` and `linstock list`: clauses, readings, options and notation of a ruleset.

use crate::base::{Sources, Span, did_you_mean};
use crate::check::Choices;
use crate::front::batch::plural;
use crate::front::cli::{CommandFailure, RulesArgs, print};
use crate::front::files;
use crate::front::ruleset_loader::{self, Loaded, RulesetRequest};
use crate::model::{Family, Member, Model, MoveRule, Num, Place, SheetEntry, TagId, TextPart};
use comfy_table::{ContentArrangement, LineStyle, Table, presets};

/// The width of a printed table, in columns.
const WIDTH: u16 = 100;

/// `linstock list`
pub(crate) fn list() -> Result<(), CommandFailure> {
    let mut table = table(&["name", "title", "players", "variants"]);
    for name in files::shipped_names() {
        let request = RulesetRequest {
            game: name,
            choices: Choices::default(),
        };
        let loaded = ruleset_loader::load(&request)?;
        let model = loaded.rules.model();
        table.add_row([
            &model.name,
            &model.title,
            &players(model),
            &loaded.variants.join(", "),
        ]);
    }
    print(format!("{}\n", table.trim_fmt()))
}

/// `linstock rules`
pub(crate) fn rules(args: &RulesArgs) -> Result<(), CommandFailure> {
    let loaded = ruleset_loader::load(&args.game.request())?;
    match &args.clause {
        Some(clause) => print(one_clause(&loaded, clause)?),
        None => print(whole(loaded.rules.model())),
    }
}

/// Writes the players, and their possible numbers.
fn players(model: &Model) -> String {
    let names = model.named.join(", ");
    match model.player_counts {
        (least, most) if least != most => format!("{least} to {most}: {names}"),
        _ => names,
    }
}

/// Writes the whole sheet.
pub(crate) fn whole(model: &Model) -> String {
    let mut text = format!(
        "{} ({})\nplayers: {}\n",
        model.title,
        model.name,
        players(model)
    );
    let sheet = &model.sheet;
    section(&mut text, "Clauses", entries(model, &sheet.clauses));
    section(&mut text, "Readings", entries(model, &sheet.readings));
    section(&mut text, "Options", options(model));
    section(&mut text, "Notation", notation(model));
    let notes = sheet
        .notes
        .iter()
        .map(|(tags, note)| format!("{note}{}\n", in_brackets(model, tags)));
    section(&mut text, "Notes", notes.collect());
    section(&mut text, "Where figures come from", statuses(model));
    text
}

fn section(text: &mut String, title: &str, body: String) {
    if !body.is_empty() {
        text.push_str(&format!(
            "\n{title}\n{}\n{}\n",
            "-".repeat(title.len()),
            body.trim_end()
        ));
    }
}

/// Makes an empty table with these columns.
pub(crate) fn table(columns: &[&str]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING.header_separator(LineStyle::none().fill('-').junction('-')))
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(WIDTH)
        .set_header(columns.iter().copied());
    table
}

fn entries(model: &Model, entries: &[SheetEntry]) -> String {
    let widest = entries
        .iter()
        .map(|e| model.tag(e.tag).len())
        .max()
        .unwrap_or(0);
    let line = |entry: &SheetEntry| {
        let unplayed = match &entry.unplayed {
            Some(reason) => format!("\n{:widest$}  (not played: {reason})", ""),
            None => String::new(),
        };
        format!(
            "{:widest$}  {}{unplayed}\n",
            model.tag(entry.tag),
            entry.text
        )
    };
    entries.iter().map(line).collect()
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
        table.add_row([
            option.name.clone(),
            value,
            option.choices.clone(),
            option.doc.clone(),
            names(model, &option.tags).join(" "),
        ]);
    }
    format!("{}\n", table.trim_fmt())
}

fn notation(model: &Model) -> String {
    let widest = model.declared().map(|m| m.name.len()).max().unwrap_or(0);
    let line = |mv: &MoveRule| {
        let tags = in_brackets(model, &mv.tags);
        format!("{:widest$}  {}{tags}\n", mv.name, template(model, mv))
    };
    model.declared().map(line).collect()
}

/// Writes a move's text with the names of its holes: `<here>-<there>`.
fn template(model: &Model, mv: &MoveRule) -> String {
    let arg = |index: crate::model::ArgId| format!("<{}>", mv.args[usize::from(index.0)].name);
    let part = |part: &TextPart| match part {
        TextPart::Literal(letters) => letters.clone(),
        TextPart::Place(Place::Arg(index))
        | TextPart::Num(Num::Arg(index))
        | TextPart::Member(_, Member::Arg(index)) => arg(*index),
        TextPart::Heap(index, _) => format!("{} …", arg(*index)),
        TextPart::Place(Place::Fixed(point)) => model
            .board
            .as_ref()
            .map(|b| b.name(*point))
            .unwrap_or_default(),
        TextPart::Place(Place::OnLine(line, steps)) => {
            let name = &mv.args[usize::from(line.arg.0)].name;
            let length = i16::from(model.lines[usize::from(line.line.0)].length);
            match *steps {
                0 => format!("<rear of {name}>"),
                n if n == length - 1 => format!("<front of {name}>"),
                n if n >= length => format!("<{} ahead of {name}>", n - length + 1),
                n => format!("<point {} of {name}>", n + 1),
            }
        }
        TextPart::Place(Place::It) => "<point>".to_owned(),
        TextPart::Num(_) => "<number>".to_owned(),
        TextPart::Member(Family::Players, _) => "<player>".to_owned(),
        TextPart::Member(Family::Rows(list), _) => format!("<{}>", model.list(*list).name),
    };
    mv.text.iter().map(part).collect()
}

fn statuses(model: &Model) -> String {
    const MEANINGS: [(&str, &str); 4] = [
        ("BOOK", "stands in the rulebook"),
        ("SRC", "comes from a public source"),
        ("DER", "follows by arithmetic"),
        ("REC", "is reconstructed; replace it if you know better"),
    ];
    let meaning = |status: &str| {
        MEANINGS
            .iter()
            .find(|(s, _)| *s == status)
            .map_or("", |(_, m)| m)
    };
    let line = |(status, what, tags): &(String, String, Vec<TagId>)| {
        format!(
            "{status:4}  {what}: {}{}\n",
            meaning(status),
            in_brackets(model, tags)
        )
    };
    model.sheet.statuses.iter().map(line).collect()
}

/// Writes one clause or reading, with the declarations that implement it.
fn one_clause(loaded: &Loaded, request: &str) -> Result<String, CommandFailure> {
    let model = loaded.rules.model();
    let name = request.trim_start_matches('@').to_uppercase();
    let sheet = &model.sheet;
    let all = || sheet.clauses.iter().chain(&sheet.readings);
    let entry = all().find(|e| model.tag(e.tag).to_uppercase() == name);
    let tag = entry.map(|e| e.tag).or_else(|| {
        let index = model.tags.iter().position(|t| t.to_uppercase() == name)?;
        u16::try_from(index).ok().map(TagId)
    });
    let Some(tag) = tag else {
        let near = did_you_mean(&name, model.tags.iter().map(String::as_str))
            .unwrap_or_else(|| format!("`linstock rules {}` lists them all", loaded.request.game));
        return Err(CommandFailure::Call(format!(
            "there is no clause `{request}` in `{}`; {near}",
            model.name
        )));
    };
    let mut text = match entry {
        Some(entry) => entries(model, std::slice::from_ref(entry)),
        None => format!("{}\n", model.tag(tag)),
    };
    let carriers = carriers(model, &loaded.sources, tag);
    if !carriers.is_empty() {
        text.push_str(&format!(
            "\ncarried by {}:\n",
            plural(carriers.len(), "rule")
        ));
        carriers
            .iter()
            .for_each(|c| text.push_str(&format!("  {c}\n")));
    }
    Ok(text)
}

/// Names the declarations with a tag.
fn carriers(model: &Model, sources: &Sources, tag: TagId) -> Vec<String> {
    let mut found = Vec::new();
    for o in model.options.iter().filter(|o| o.tags.contains(&tag)) {
        found.push(format!("option {} ({}): {}", o.name, o.choices, o.doc));
    }
    for k in model.kinds.iter().filter(|k| k.tags.contains(&tag)) {
        found.push(format!("piece {}", k.name));
    }
    for l in model.lines.iter().filter(|l| l.tags.contains(&tag)) {
        found.push(format!("line {}", l.name));
    }
    for m in &model.moves {
        let inside = m.tags.contains(&tag) || m.args.iter().any(|a| a.tags.contains(&tag));
        if inside || has_tag(declaration(sources, m.span), model.tag(tag)) {
            let (line, _) = sources.line_column(m.span);
            let path = &sources.get(m.span.file).path;
            found.push(format!(
                "move {} {}  ({path}:{line})",
                m.name,
                template(model, m)
            ));
        }
    }
    found
}

/// Returns the text of a declaration, from its name to the end of its block.
fn declaration(sources: &Sources, named: Span) -> &str {
    let text = &sources.get(named.file).text;
    let rest = text.get(named.range().start..).unwrap_or_default();
    let (mut depth, mut quoted, mut comment) = (0, false, false);
    for (at, c) in rest.char_indices() {
        match c {
            '\n' => comment = false,
            _ if comment => {}
            '"' => quoted = !quoted,
            _ if quoted => {}
            '#' => comment = true,
            '{' => depth += 1,
            '}' if depth <= 1 => return &rest[..at],
            '}' => depth -= 1,
            _ => {}
        }
    }
    rest
}

/// Tells whether a rule text contains a tag as a whole word.
fn has_tag(text: &str, tag: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '-';
    text.split('@')
        .skip(1)
        .any(|rest| rest.split(|c| !word(c)).next() == Some(tag))
}

fn names<'a>(model: &'a Model, tags: &[TagId]) -> Vec<&'a str> {
    tags.iter().map(|&t| model.tag(t)).collect()
}

fn in_brackets(model: &Model, tags: &[TagId]) -> String {
    if tags.is_empty() {
        String::new()
    } else {
        format!("  ({})", names(model, tags).join(", "))
    }
}
