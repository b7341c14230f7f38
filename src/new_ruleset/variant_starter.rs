//! The text of a new variant: remarks that show what can be set and replaced.

use crate::new_ruleset::title::NewTitle;
use crate::ruleset_loader::Loaded;
use linstock_base::{CheckFuel, Sources, Span, escaped};
use linstock_model::{Model, MoveRule};
use linstock_syntax::ast::{Decl, DeclKind, HeadKind, RulesFile};

/// Writes a variant that changes nothing yet.
pub(super) fn text(called: &NewTitle, base: &Loaded) -> String {
    let model = base.rules.model();
    let (name, game, title) = (&called.name, &model.name, &model.title);
    let own = called
        .given()
        .map_or_else(|| format!("{title}, house rules"), str::to_owned);
    let own = escaped(&own);
    let mut text = format!(
        "# House rules. This file changes {title}. Everything else is as in `linstock rules {game}`.\n\
         # `linstock new copy --from {game}` writes the whole text of the game into a folder `copy`, to look things up.\n\
         # How variants are written: docs/reference/variants.md. What follows a `#` is a remark.\n\
         variant {name} of {game} \"{own}\"\n"
    );
    if !model.options.is_empty() {
        text.push_str("\n# Options. To set one, remove its `#` and choose another value.\n");
    }
    for option in &model.options {
        text.push_str(&format!(
            "# set {} {}    # {}: {}\n",
            option.name, option.value, option.choices, option.doc
        ));
    }
    let written = |span| declaration(&base.sources, span);
    let moves: Vec<_> = model.declared().filter(|mv| !mv.outcome).collect();
    let shown = moves
        .iter()
        .filter_map(|mv| written(mv.span).map(|text| (*mv, text)))
        .min_by_key(|(mv, text)| (mv.args.is_empty(), text.len()));
    if let Some((shown, declaration)) = &shown {
        text.push_str(&replaced(model, shown, declaration));
        let others = moves.iter().map(|mv| mv.name.as_str());
        let others: Vec<_> = others.filter(|name| *name != shown.name).collect();
        text.push_str(&listed("The other moves", &others));
    }
    let (files, _) = linstock_check::read(&base.sources, &CheckFuel::default());
    let decls = files.iter().find_map(|file| match file {
        RulesFile::Game(game) => Some(game.decls.as_slice()),
        RulesFile::Variant(_) => None,
    });
    let decls = decls.unwrap_or_default();
    let mv = shown.map_or("MOVE", |(mv, _)| mv.name.as_str());
    text.push_str(&facts(decls));
    text.push_str(&parts(&model.phases, mv, decls));
    text
}

/// Shows how to replace a move.
fn replaced(model: &Model, mv: &MoveRule, declaration: &str) -> String {
    let tags = mv.tags.iter().map(|tag| format!("@{} ", model.tag(*tag)));
    let tags: String = tags.collect();
    let mut text = "\n# A move that can be replaced. This is what the game says:\n".to_owned();
    for (at, line) in declaration.lines().enumerate() {
        let replace = match at {
            0 => format!("{tags}replace "),
            _ => String::new(),
        };
        text.push_str(format!("# {replace}{line}").trim_end());
        text.push('\n');
    }
    text
}

/// Lists the facts and the remembered values: both can be replaced.
fn facts(decls: &[Decl]) -> String {
    let (mut facts, mut remembered) = (Vec::new(), Vec::new());
    for decl in decls {
        match &decl.kind {
            DeclKind::Fact(fact) => facts.push(fact.name.text.as_str()),
            DeclKind::Remember(memories) => {
                remembered.extend(memories.iter().map(|memory| memory.name.text.as_str()));
            }
            _ => {}
        }
    }
    let facts = listed(
        "Facts that can be replaced by `replace fact NAME = …`",
        &facts,
    );
    let remembered = listed(
        "Remembered values; `replace remember { NAME = … }` gives one another value at the start",
        &remembered,
    );
    match format!("{facts}{remembered}") {
        none if none.is_empty() => none,
        lines => format!("\n{lines}"),
    }
}

/// Writes names in one remark; empty if there are none.
fn listed(what: &str, names: &[&str]) -> String {
    match names {
        [] => String::new(),
        names => format!("# {what}: {}\n", names.join(", ")),
    }
}

/// Shows how to change parts of declarations, with names of the game.
fn parts(phases: &[String], mv: &str, decls: &[Decl]) -> String {
    let phase = phases.last().map_or("play", String::as_str);
    let line = chosen(decls, mv).map_or_else(String::new, |name| {
        format!("# replace condition {name} of {mv} with {name} in …\n")
    });
    let mut text = format!(
        "\n# You can change only a part of a move or of the play. TAG is the tag of the part, without its `@`.\n\
         # add NEW-MOVE to {phase}\n\
         # add at end of {phase} {{ … }}\n\
         # replace statement TAG of {phase} with …\n\
         # add when … to {mv}\n\
         {line}\
         # replace condition TAG of {mv} with …\n\
         # remove condition TAG of {mv}\n"
    );
    if phases.len() > 1 {
        text.push_str(&format!("# The phases: {}\n", phases.join(", ")));
    }
    text
}

/// Returns the name of the last argument of a move.
fn chosen<'d>(decls: &'d [Decl], called: &str) -> Option<&'d str> {
    let mut moves = decls.iter().filter_map(|decl| match &decl.kind {
        DeclKind::Move(mv) if mv.name.text == called => Some(mv),
        _ => None,
    });
    let heads = moves.next()?.heads.iter();
    let mut names = heads.filter_map(|line| match &line.kind {
        HeadKind::Arg { name, .. } => Some(name.text.as_str()),
        _ => None,
    });
    names.next_back()
}

/// Returns the text of the declaration around a span, from its keyword to its closing bracket.
fn declaration(sources: &Sources, span: Span) -> Option<String> {
    let text = &sources.get(span.file).text;
    let line = text[..span.start as usize]
        .rfind('\n')
        .map_or(0, |at| at + 1);
    let from = line + text[line..].find("move ")?;
    let end = from + text[from..].find("\n}\n")? + 2;
    Some(text[from..end].to_owned())
}
