//! Conditions on the position after a move must not reveal what only the move reveals.

use crate::analysis::ElaboratedRules;
use crate::analysis::asks::{asked_of_players, asks_in};
use crate::analysis::flows;
use crate::analysis::revealed_by_moves::revealed_by_move;
use crate::analysis::revealing_parts::Revealed;
use crate::analysis::visibility::Visibility;
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::{LinePlace, MoveId, StatusLine};
use std::collections::{BTreeMap, BTreeSet};

impl Resolver<'_> {
    /// Reports warnings before a move that would show what only the move reveals.
    pub(crate) fn check_lookahead(&mut self, lines: &[StatusLine], rules: ElaboratedRules<'_>) {
        let mut visibility = self.visibility(rules.zones);
        flows::of_rules(&mut visibility, rules);
        let told = told_by_warnings(lines, rules, &visibility);
        told.into_iter().for_each(|told| self.report(told));
    }
}

/// Reports a `leaves` that would show what only the move reveals.
pub(super) fn told_by_leaves(
    asked: &BTreeSet<MoveId>,
    rules: ElaboratedRules<'_>,
    visibility: &Visibility<'_>,
) -> Vec<Diagnostic> {
    let mut told: BTreeMap<Span, Diagnostic> = BTreeMap::new();
    for id in asked.iter().filter(|_| visibility.hides_something()) {
        let Some(leaves) = rules
            .moves
            .get(id.index())
            .and_then(|mv| mv.leaves.as_ref())
        else {
            continue;
        };
        let parts = revealed_by_move((*id, leaves.supposing), rules, visibility);
        if let Some(revealed) = parts.told_by(&leaves.cond) {
            let span = leaves.cond.span;
            told.entry(span)
                .or_insert_with(|| told_too_early(span, revealed, visibility));
        }
    }
    told.into_values().collect()
}

/// Reports a warning `when it makes` that would show what only a move reveals.
fn told_by_warnings(
    statuses: &[StatusLine],
    rules: ElaboratedRules<'_>,
    visibility: &Visibility<'_>,
) -> Vec<Diagnostic> {
    if !visibility.hides_something() {
        return Vec::new();
    }
    let mut asks = Vec::new();
    rules.bodies().for_each(|body| asks_in(body, &mut asks));
    let asked = asked_of_players(&asks);
    let told = statuses.iter().filter_map(|line| {
        let LinePlace::BeforeMoves(supposing) = line.shown else {
            return None;
        };
        let when = line.when.as_ref()?;
        let revealed = asked
            .iter()
            .find_map(|id| revealed_by_move((*id, supposing), rules, visibility).told_by(when))?;
        Some(told_too_early(when.span, revealed, visibility))
    });
    told.collect()
}

fn told_too_early(span: Span, revealed: Revealed, visibility: &Visibility<'_>) -> Diagnostic {
    let what = visibility.in_words(revealed.secret);
    let message =
        format!("this would show the player something about {what} before the move is made");
    Diagnostic::error("E0807", span, message)
        .label("asks about the position after the move")
        .related(revealed.by, "this reveals it, or depends on it")
        .hint(
            "use only what the player knows before the move; what a move reveals may decide what comes after it, as in \
             `if … { … }` behind the move",
        )
}
