//! `why`: whether a move is legal, why, and the clauses that decide it.

use crate::repl::comparing;
use crate::repl::game::Repl;
use crate::repl::reply::CommandResult;
use linstock_play::{ExplainedMove, quoted, warnings};

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
    let explained = repl.session.explain(&mv);
    let ExplainedMove { why, legal } = explained.map_err(|e| repl.helped(&e, mv.text(), 1))?;
    let model = repl.session.model();
    let tags: Vec<_> = why.clauses.iter().map(|&t| model.tag(t)).collect();
    let mut answer = why.reason.clone() + "\n";
    for (tag, name) in why.clauses.iter().zip(tags).take(MOST_CLAUSES) {
        let sheet = model.sheet.clauses.iter().chain(&model.sheet.readings);
        match sheet.into_iter().find(|e| e.tag == *tag) {
            Some(entry) => answer.push_str(&format!("  {name}  {}\n", entry.text)),
            None => answer.push_str(&format!("  {name}\n")),
        }
    }
    if legal.is_none()
        && !why.legal
        && let Some(detour) = repl.detour(&mv)
    {
        answer.push_str(&format!("{detour}\n"));
    }
    if let Some(legal) = legal {
        for warning in warnings(&repl.session, &legal) {
            answer.push_str(&repl.say().warned(&warning));
            answer.push('\n');
        }
    }
    Ok(answer.into())
}
