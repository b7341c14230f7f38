//! `why`: whether a move is legal, why, and the clauses that decide it.

use crate::repl::comparing;
use crate::repl::game::Repl;
use crate::repl::reply::CommandResult;
use linstock_model::{Model, TagId};
use linstock_play::{ExplainedMove, denial, quoted};

/// The most clauses that are named for a move, the nearest first.
const MOST_CLAUSES: usize = 3;

/// Explains a move.
pub(super) fn why(repl: &Repl, text: &str) -> CommandResult {
    if text.is_empty() {
        let first = repl.listed()?.into_iter().next();
        let example = first.map_or_else(String::new, |mv| {
            format!(", such as {}", quoted(&format!("why {mv}")))
        });
        return Err(format!("`why` needs a move{example}"));
    }
    let own = repl.own_choice().ok_or_else(|| repl.not_typed())?;
    let mv = repl.parsed(None, text);
    if matches!(text, "over" | "not over") && !mv.is_readable() {
        return comparing::over(repl);
    }
    // "why not e2-e5" asks about the move `e2-e5`.
    let mv = match text.strip_prefix("not ") {
        Some(asked) if !mv.is_readable() => repl.parsed(None, asked.trim()),
        _ => mv,
    };
    let mv = match mv.is_readable() {
        true => mv,
        false => repl.parsed_as_meant(mv.text()),
    };
    let model = repl.session.model();
    if !mv.is_readable()
        && let Some(denial) = denial(model, mv.text())
    {
        return Ok(format!("{}\n{}", denial.reason, told(model, &denial.clauses)).into());
    }
    let explained = own.explained(&mv);
    let ExplainedMove { why, legal } = explained.map_err(|e| repl.helped(&e, mv.text(), 1))?;
    let mut answer = format!("{}\n{}", why.reason, told(model, &why.clauses));
    if legal.is_none()
        && !why.legal
        && let Some(instead) = repl.detour(&mv).or_else(|| repl.with_its_sign(&mv))
    {
        answer.push_str(&format!("{instead}\n"));
    }
    if let Some(legal) = legal {
        for warning in own.warnings(&legal) {
            answer.push_str(&repl.say().warned(&warning));
            answer.push('\n');
        }
    }
    Ok(answer.into())
}

/// Lists the first clauses with their texts.
fn told(model: &Model, clauses: &[TagId]) -> String {
    let line = |tag: &TagId| {
        let name = model.tag(*tag);
        let mut sheet = model.sheet.clauses.iter().chain(&model.sheet.readings);
        match sheet.find(|entry| entry.tag == *tag) {
            Some(entry) => format!("  {name}  {}\n", entry.text),
            None => format!("  {name}\n"),
        }
    };
    clauses.iter().take(MOST_CLAUSES).map(line).collect()
}
