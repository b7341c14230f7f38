//! Explains that a move is refused because of the position after it.

use crate::Rules;
use crate::explain::cited::cited;
use crate::explain::describe::Explainer;
use crate::explain::problem::Problem;
use crate::explain::situation::{Situation, Why};
use crate::notation::{self, Reading};
use crate::reference::Evaluator;
use linstock_engine::vm::{Fault, Position};
use linstock_model::SeatId;

/// Explains that the player must begin a longer series. Returns `None` if the move does not begin a series.
fn too_short(
    scene: &Situation<'_>,
    series: &[(String, usize)],
    meant: impl Fn(&String) -> bool,
) -> Option<Why> {
    let (text, length) = series.iter().find(|(text, _)| meant(text))?;
    let (best, longest) = series.iter().rev().max_by_key(|(_, length)| *length)?;
    Some(Why {
        legal: false,
        reason: scene.say().shorter_series(text, *length, best, *longest),
        clauses: cited(
            scene.evaluator.model,
            (scene.ask_tags, &[], false),
            &[],
            &[],
        ),
        carried: Vec::new(),
    })
}

/// Explains why a move that is otherwise legal may not be chosen. Returns `None` if it may.
pub(super) fn refused(
    rules: &Rules,
    state: &Position,
    seat: SeatId,
    scene: &Situation<'_>,
    readings: &[Reading],
) -> Result<Option<Why>, Fault> {
    let model = rules.model();
    let text = |mv| {
        let (id, args) = rules.args(state, mv);
        notation::text(model, id, &args, seat)
    };
    let meant = |text: &String| readings.iter().any(|reading| reading.text == *text);
    let moves = rules.moves(state, seat)?;
    if moves.into_iter().map(text).any(|text| meant(&text)) {
        return Ok(None);
    }
    let all = rules.refused_by_postcondition(state, seat)?;
    let Some((mv, left)) = all.into_iter().find(|(mv, _)| meant(&text(*mv))) else {
        let series = rules.series(state, seat)?;
        let series = series.into_iter().map(|(mv, length)| (text(mv), length));
        return Ok(too_short(scene, &series.collect::<Vec<_>>(), meant));
    };
    let (id, _) = rules.args(state, mv);
    let rule = model.mv(id);
    let Some(cond) = rule.leaves.as_ref().map(|leaves| &leaves.cond) else {
        return Ok(None);
    };
    let mut table = rules.spell_out(&left);
    table.me = seat;
    let after = Evaluator {
        scripts: scene.evaluator.scripts,
        seen: rules.repetitions_after(&state.history, &left),
        decided: scene.evaluator.decided,
        ..Evaluator::new(model, &table, scene.evaluator.fuel)
    };
    let explainer = Explainer::of(after, scene.sources, Some(rule));
    let found = after.prove(cond).and_then(|proof| explainer.truth(&proof));
    let problems = found.unwrap_or_else(|fault| vec![Problem::state(fault.to_string())]);
    let texts: Vec<String> = problems
        .iter()
        .map(|problem| problem.text.clone())
        .collect();
    let tags = problems.iter().flat_map(|problem| &problem.tags);
    let tags: Vec<_> = tags.chain(&cond.tags).copied().collect();
    Ok(Some(Why {
        legal: false,
        reason: scene.say().leaves(&text(mv), &scene.say().joined(&texts)),
        clauses: cited(model, (&tags, &[], false), &rule.tags, &[]),
        carried: Vec::new(),
    }))
}
