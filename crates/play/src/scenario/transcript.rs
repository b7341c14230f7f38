//! The transcript of a scenario: a text to compare with the stored one.

use crate::Outcome;
use crate::Rules;
use crate::explain::Why;
use crate::{Canvas, Observation, Session, Viewer, result_text, to_move};
use linstock_model::{Model, TagId};
use linstock_syntax::ast::{Scenario, Tag};

/// Writes the title and the clauses.
pub(super) fn head(scenario: &Scenario) -> String {
    let names: Vec<_> = scenario
        .tags
        .iter()
        .map(|tag: &Tag| tag.text.as_str())
        .collect();
    let clauses = match names.as_slice() {
        [] => String::new(),
        names => format!("clauses: {}\n", names.join(", ")),
    };
    format!("{}\n{clauses}", scenario.title.value)
}

/// Writes the choices, the drawn position, and the zones.
pub(super) fn start(session: &Session, variants: &[String]) -> String {
    let model = session.model();
    let mut text = String::new();
    for variant in variants {
        text.push_str(&format!("variant: {variant}\n"));
    }
    for option in model.options.iter().filter(|o| o.value != o.default) {
        text.push_str(&format!("option: {} {}\n", option.name, option.value));
    }
    match session.given() {
        Some(start_position) => {
            let player = &model.players[usize::from(start_position.to_move.0)];
            // A game without phases begins at its first decision point.
            let phase = match start_position.phase.as_str() {
                "" => String::new(),
                phase => format!("at {phase}, "),
            };
            text.push_str(&format!("given: {phase}{player} to move\n"));
        }
        None => text.push_str("given: the start\n"),
    }
    let view = Observation::new(session, Viewer::Table);
    format!("{text}\n{}{}\n", view.board(canvas(model)), view.things())
}

/// Returns a canvas for boards as people type them, or one with a frame if the board has private signs, which need it.
fn canvas(model: &Model) -> Canvas {
    let board = model.board.as_ref();
    let shows = board.map_or([].as_slice(), |board| &board.picture.shows);
    if shows.iter().any(|sign| sign.private) {
        return Canvas::default();
    }
    Canvas::typed()
}

/// Writes the change of an option.
pub(super) fn again(option: &str, value: &str) -> String {
    format!("\nthe same again with {option} {value}\n")
}

/// Writes the last move, its actor, and its clauses.
pub(super) fn played(session: &Session, why: &Why) -> String {
    let Some(ply) = session.history().last() else {
        return String::new();
    };
    let number = session.history().len();
    let who = session.actor_name(ply.actor);
    format!(
        "{number}. {who} {}{}\n",
        ply.text,
        clauses(session.model(), &why.clauses)
    )
}

/// Writes a refused move, and the reason.
pub(super) fn refused(rules: &Rules, (who, text): (Option<&str>, &str), why: &Why) -> String {
    let who = who.map_or_else(String::new, |who| format!("{who} "));
    format!(
        "not {who}{text}: {}{}\n",
        why.reason,
        clauses(rules.model(), &why.clauses)
    )
}

/// Writes the warnings before a move.
pub(super) fn warned(text: &str, told: &[String]) -> String {
    match told {
        [] => format!("no warning of {text}\n"),
        told => format!("warning of {text}: {}\n", told.join("; ")),
    }
}

/// Writes the position at the end.
pub(super) fn end(session: &Session) -> String {
    let model = session.model();
    let end = match session.rules().outcome(session.state()) {
        Some(outcome) => result(model, &outcome),
        None => format!(
            "then {} to move\n",
            to_move(model, &session.turn()).join(" and ")
        ),
    };
    match Observation::new(session, Viewer::Table).things() {
        none if none.is_empty() => end,
        things => format!("{end}\n{things}"),
    }
}

fn result(model: &Model, outcome: &Outcome) -> String {
    format!("over: {}\n", result_text(model, outcome))
}

fn clauses(model: &Model, tags: &[TagId]) -> String {
    let names: Vec<_> = tags.iter().map(|&tag| model.tag(tag)).collect();
    match names.as_slice() {
        [] => String::new(),
        names => format!(" ({})", names.join(", ")),
    }
}
