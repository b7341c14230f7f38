//! Tests of the whole layer: real files, mistakes, hostile input.

mod hostile;
mod language;
mod mistakes;
mod other_mistakes;
mod real;
mod relocated;
mod show;

use crate::ast::RulesFile;
use crate::parse_scenarios;
use linstock_base::{CheckFuel, Diagnostics, FileId, Sources, Style};

/// Parses a `.game` file, with the whole fuel of a check.
fn parse_game(file: FileId, text: &str) -> (Option<RulesFile>, Diagnostics) {
    crate::parse_game(file, text, &CheckFuel::default())
}

/// A frozen copy of a game, so that these messages do not change when somebody edits the shipped one.
const CANNON: &str = include_str!("../../../../tests/it/fixtures/frozen.game");

/// Renders the diagnostics for Cannon after a replacement.
fn in_cannon(from: &str, to: &str) -> String {
    assert!(CANNON.contains(from), "{from}");
    let text = CANNON.replacen(from, to, 1);
    let mut sources = Sources::new();
    let file = sources.add("cannon.game", text.as_str());
    parse_game(file, &text).1.render(&sources, Style::Plain)
}

/// Renders the diagnostics for the edits of a variant.
fn in_variant(edits: &str) -> String {
    let text = format!("variant v of cannon \"V\"\n{edits}\n");
    let mut sources = Sources::new();
    let file = sources.add("v.game", text.as_str());
    parse_game(file, &text).1.render(&sources, Style::Plain)
}

/// Renders the diagnostics for the lines of a scenario file.
fn in_scenarios(lines: &str) -> String {
    let text = format!("for cannon\n{lines}\n");
    let mut sources = Sources::new();
    let file = sources.add("s.scn", text.as_str());
    parse_scenarios(file, &text)
        .1
        .render(&sources, Style::Plain)
}
