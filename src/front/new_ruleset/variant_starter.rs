//! The text of a new variant: remarks that show what can be set and what can be replaced.

use crate::base::{Sources, Span};
use crate::front::ruleset_loader::Loaded;

/// Writes a variant that changes nothing yet.
pub(super) fn text(name: &str, base: &Loaded) -> String {
    let model = base.rules.model();
    let (game, title) = (&model.name, &model.title);
    let mut text = format!(
        "# House rules. What stands here changes {title}; all else stays as `linstock rules {game}` says.\n\
         # How variants are written: docs/language.md, \"Variants\". What follows a `#` is a remark.\n\
         variant {name} of {game} \"{title}, house rules\"\n"
    );
    if !model.options.is_empty() {
        text.push_str("\n# Options that can be set: take a `#` away and choose another value.\n");
    }
    for option in &model.options {
        text.push_str(&format!(
            "# set {} {}    # {}: {}\n",
            option.name, option.value, option.choices, option.doc
        ));
    }
    let written = |span| declaration(&base.sources, span);
    let moves: Vec<_> = model.declared().collect();
    let shown = moves
        .iter()
        .filter_map(|mv| written(mv.span).map(|text| (*mv, text)))
        .min_by_key(|(_, text)| text.len());
    if let Some((shown, declaration)) = shown {
        let tags: String = shown
            .tags
            .iter()
            .map(|tag| format!("@{} ", model.tag(*tag)))
            .collect();
        text.push_str("\n# A move that can be replaced. This is what the game says:\n");
        for (at, line) in declaration.lines().enumerate() {
            let replace = if at == 0 {
                format!("{tags}replace ")
            } else {
                String::new()
            };
            text.push_str(format!("# {replace}{line}").trim_end());
            text.push('\n');
        }
        let others = moves.iter().map(|mv| mv.name.as_str());
        let others: Vec<_> = others.filter(|name| *name != shown.name).collect();
        if !others.is_empty() {
            text.push_str(&format!("# The other moves: {}\n", others.join(", ")));
        }
    }
    text.push_str(&parts(
        &model.phases,
        moves.iter().map(|mv| mv.name.as_str()),
    ));
    text
}

/// Shows how parts are changed, by names of the game.
fn parts<'n>(phases: &[String], mut moves: impl Iterator<Item = &'n str>) -> String {
    let mv = moves.next().unwrap_or("MOVE");
    let phase = phases.last().map_or("play", String::as_str);
    let mut text = format!(
        "\n# Parts can be changed without writing the rest anew. TAG is what stands after `@` before the part.\n\
         # add NEW-MOVE to {phase}\n\
         # add at end of {phase} {{ … }}\n\
         # replace statement TAG of {phase} with …\n\
         # add when … to {mv}\n\
         # replace condition TAG of {mv} with …\n\
         # remove condition TAG of {mv}\n"
    );
    if phases.len() > 1 {
        text.push_str(&format!("# The phases: {}\n", phases.join(", ")));
    }
    text
}

/// Returns a declaration as it is written, from its keyword to the bracket that ends it. It stands where `span` points.
fn declaration(sources: &Sources, span: Span) -> Option<String> {
    let text = &sources.get(span.file).text;
    let line = text[..span.start as usize]
        .rfind('\n')
        .map_or(0, |at| at + 1);
    let from = line + text[line..].find("move ")?;
    let end = from + text[from..].find("\n}\n")? + 2;
    Some(text[from..end].to_owned())
}
