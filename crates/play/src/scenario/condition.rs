//! A condition in the language of rules, as after `expect`.

use linstock_base::{CheckFuel, Diagnostic, Diagnostics, FileId, Sources, Span};
use linstock_check::{Choices, ScenarioTexts, resolve_scenario_texts};
use linstock_model::{Model, Node, Truth};
use linstock_syntax::ast::{Expectation, StepKind};
use linstock_syntax::parse_scenarios;
use std::ops::Range;

/// Reads a condition under the choices of a checked game. `name` names its source in diagnostics.
///
/// # Errors
/// The diagnostics, and the texts into which they point.
pub fn read(
    sources: &Sources,
    (choices, model): (&Choices, &Model),
    (name, text): (&str, &str),
) -> Result<Node<Truth>, (Diagnostics, Sources)> {
    let mut all = sources.clone();
    let file = BEFORE.to_owned() + text + "\n";
    let id = all.add(name, text);
    let (tree, mut found) = parse_scenarios(id, &file);
    let steps = tree.iter().flat_map(|tree| &tree.scenarios);
    let steps: Vec<_> = steps.flat_map(|scenario| &scenario.steps).collect();
    let condition = match steps.as_slice() {
        [step] => match &step.kind {
            StepKind::Expect(list) => match list.as_slice() {
                [Expectation::Holds(condition)] => Some(condition),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    if found.has_errors() {
        return Err((as_typed(&found, id, text), all));
    }
    let Some(condition) = condition else {
        let end = file.len() - 1;
        let start = end - text.len();
        let wrong = Diagnostic::error(
            "E1015",
            Span::new(id, start, end),
            "this is not one condition",
        );
        found.push(wrong.hint(
            "write it as in the rules, such as `count own pawn < 3`, and join several by `and`",
        ));
        return Err((as_typed(&found, id, text), all));
    };
    let (files, _) = linstock_check::read(sources, &CheckFuel::default());
    let phrases = ScenarioTexts {
        file: id,
        setup: &[],
        conditions: vec![condition],
    };
    let (meant, wrong) = resolve_scenario_texts(&files, (choices, model), &phrases);
    found.extend(wrong);
    match meant.conditions.into_iter().flatten().next() {
        Some(condition) if !found.has_errors() => Ok(condition),
        _ => Err((as_typed(&found, id, text), all)),
    }
}

/// The text before the condition, so that the condition is parsed as a line of a scenario.
const BEFORE: &str = "for game\n\nscenario \"condition\"\nexpect ";

/// Moves diagnostics to their places in the condition alone, as it was typed.
fn as_typed(found: &Diagnostics, id: FileId, text: &str) -> Diagnostics {
    let moved = |span: Span| {
        let at = |byte: usize| byte.saturating_sub(BEFORE.len()).min(text.len());
        let Range { start, end } = span.range();
        match span.file == id {
            true => Span::new(id, at(start), at(end)),
            false => span,
        }
    };
    let found = found.iter().cloned().map(|mut diagnostic| {
        diagnostic.span = diagnostic.span.map(moved);
        for (span, _) in &mut diagnostic.related {
            *span = moved(*span);
        }
        diagnostic
    });
    found.collect()
}
