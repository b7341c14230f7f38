//! The legal moves of a player, and the texts that everybody sees, must not reveal what he does not see.

use crate::analysis::ElaboratedRules;
use crate::analysis::asks::{asked_of_players, asks_in};
use crate::analysis::flows;
use crate::analysis::lookahead::told_by_leaves;
use crate::analysis::own_pieces::own_args;
use crate::analysis::positions_seen::told_by_seen;
use crate::analysis::visibility::{Secret, Unseen, Visibility};
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::visit::Walk;
use linstock_model::{
    AskItem, Cargo, Domain, Head, Member, Model, MoveRule, Node, Num, Set, Sight, StatusLine, Stmt,
    StmtKind, Zone, ZoneId, ZoneRef,
};
use std::collections::BTreeSet;

impl<'a> Resolver<'a> {
    /// Reports moves of players that depend on what they do not see, and texts that reveal secrets to everybody.
    pub(crate) fn check_secrets(&mut self, rules: ElaboratedRules<'_>) {
        let mut asks = Vec::new();
        rules.bodies().for_each(|body| asks_in(body, &mut asks));
        self.check_drawn(&asks, rules);
        self.check_passed(&asks, rules);
        let mut visibility = self.visibility(rules.zones);
        let flows = flows::of_rules(&mut visibility, rules);
        let mut told: Vec<Diagnostic> = Vec::new();
        for body in rules.bodies() {
            questions(body, &visibility, &mut told);
        }
        let mut found: Vec<(Span, Secret)> = Vec::new();
        let asked_of_players = asked_of_players(&asks);
        let of_players = asks.iter().filter(|(chance, _)| !chance);
        let of_players = of_players.map(|(_, item)| *item);
        told.extend(told_by_seen(of_players, rules.moves, &visibility));
        for (_, item) in asks.into_iter().filter(|(chance, _)| !chance) {
            for leak in leaks(item, rules.moves, &visibility) {
                if !found.contains(&leak) {
                    found.push(leak);
                }
            }
        }
        for (span, secret) in found {
            let something = match secret {
                Secret::Zone(_) => "",
                Secret::Memory(_) => "something about ",
            };
            let what = visibility.in_words(secret);
            let message = format!("the player who chooses would learn {something}{what}");
            let diagnostic = Diagnostic::error("E0809", span, message)
                .label("reads what the player does not see");
            told.push(diagnostic.hint(visibility.remedy(secret)));
        }
        told.extend(flows.iter().map(|flow| flow.diagnostic(&visibility)));
        told.extend(told_by_leaves(&asked_of_players, rules, &visibility));
        told.into_iter().for_each(|told| self.report(told));
    }

    /// Reports chance moves that draw from a zone which not everybody sees, without declaring who sees the draw.
    fn check_drawn(&mut self, asks: &[(bool, &AskItem)], rules: ElaboratedRules<'_>) {
        let mut told: Vec<Span> = Vec::new();
        for (_, item) in asks.iter().filter(|(chance, _)| *chance) {
            let Some(mv) = rules
                .moves
                .get(item.mv.index())
                .filter(|mv| mv.seen.is_none())
            else {
                continue;
            };
            for arg in &mv.args {
                let (Domain::Zone(zone) | Domain::Multiset(_, zone)) = &arg.domain else {
                    continue;
                };
                let zone = &rules.zones[zone.zone.index()];
                if zone.sight == Sight::Open || told.contains(&arg.span) {
                    continue;
                }
                told.push(arg.span);
                let message = format!(
                    "the move does not say who sees what it takes from `{}`",
                    zone.name
                );
                let diagnostic = Diagnostic::error("E0810", arg.span, message)
                    .label("not everybody sees this zone");
                self.report(diagnostic.hint(SAY_WHO_SEES));
            }
        }
    }

    /// Reports moves of players that move things from one zone to another, neither of which everybody sees, without
    /// declaring who sees them.
    fn check_passed(&mut self, asks: &[(bool, &AskItem)], rules: ElaboratedRules<'_>) {
        let ElaboratedRules { moves, zones, .. } = rules;
        let mut told: Vec<Span> = Vec::new();
        for (_, item) in asks.iter().filter(|(chance, _)| !chance) {
            let Some(mv) = moves.get(item.mv.index()).filter(|mv| mv.seen.is_none()) else {
                continue;
            };
            let mut passed = Vec::new();
            passed_in(&mv.body, zones, &mut passed);
            for PassedOn { span, from, to } in passed {
                if told.contains(&mv.span) {
                    continue;
                }
                told.push(mv.span);
                let (from, to) = (&zones[from.index()].name, &zones[to.index()].name);
                let message =
                    format!("the move does not say who sees what goes from `{from}` to `{to}`");
                let diagnostic = Diagnostic::error("E0811", mv.span, message)
                    .label("without `seen by`, everybody reads it in the text of the move")
                    .related(span, "not everybody sees these zones");
                self.report(diagnostic.hint(SAY_WHO_SEES));
            }
        }
    }
}

const SAY_WHO_SEES: &str =
    "add a line to the move: `seen by me`, or `seen by players` if all may see it";

/// A transfer of a chosen thing from one zone that not everybody sees to another.
struct PassedOn {
    /// The statement.
    span: Span,
    from: ZoneId,
    to: ZoneId,
}

/// Collects transfers of chosen things from one zone that not everybody sees to another.
fn passed_in(body: &[Stmt], zones: &[Zone], found: &mut Vec<PassedOn>) {
    let unseen = |zone: &ZoneRef| zones[zone.zone.index()].sight != Sight::Open;
    for stmt in body {
        if let StmtKind::Transfer(cargo, from, to) = &stmt.kind {
            let chosen = match cargo {
                Cargo::All => false,
                Cargo::Multiset(_) => true,
                Cargo::Copies(row, _) => matches!(row.kind, Member::Arg(_)),
            };
            // If the list has only one row, everybody knows the thing.
            let several = zones[from.zone.index()].start.len() > 1;
            if chosen && several && unseen(from) && unseen(to) {
                found.push(PassedOn {
                    span: stmt.span,
                    from: from.zone,
                    to: to.zone,
                });
            }
        }
        stmt.blocks()
            .for_each(|block| passed_in(block, zones, found));
    }
}

/// Marks the moves among which chance chooses.
pub(crate) fn mark_outcomes(model: &mut Model) {
    let mut asks = Vec::new();
    model.bodies().for_each(|body| asks_in(body, &mut asks));
    let outcomes: BTreeSet<_> = asks
        .into_iter()
        .filter(|(chance, _)| *chance)
        .map(|(_, item)| item.mv)
        .collect();
    for at in outcomes {
        model.moves[at.index()].outcome = true;
    }
}

/// Returns the lines of a move, or of the ask, that read what the chooser does not see.
fn leaks(item: &AskItem, moves: &[MoveRule], visibility: &Visibility<'_>) -> Vec<(Span, Secret)> {
    let mut found = Vec::new();
    let mv = moves.get(item.mv.index());
    let own = mv.map_or_else(Vec::new, |mv| own_args(&mv.args));
    let mut look = |span: Span, walk: &dyn Fn(&mut Unseen<'_>)| {
        let mut unseen = visibility.reader(false);
        unseen.own.clone_from(&own);
        walk(&mut unseen);
        found.extend(unseen.found.into_iter().map(|secret| (span, secret)));
    };
    if let Some(cond) = &item.cond {
        look(cond.span, &|v| cond.walk(v));
    }
    let Some(mv) = mv else {
        return found;
    };
    for head in &mv.heads {
        match head {
            Head::When(cond) => look(cond.span, &|v| cond.walk(v)),
            Head::Arg(arg) => {
                let arg = &mv.args[arg.index()];
                look(arg.span, &|v| arg.walk(v));
            }
        }
    }
    if let Some(leaves) = &mv.leaves {
        look(leaves.cond.span, &|v| leaves.cond.walk(v));
    }
    for line in &mv.warnings {
        let span = line.when.as_ref().map_or(mv.span, |when| when.span);
        look(span, &|v| line.walk(v));
    }
    found
}

/// Reports questions that reveal secrets.
fn questions(body: &[Stmt], visibility: &Visibility<'_>, found: &mut Vec<Diagnostic>) {
    for stmt in body {
        let question = match &stmt.kind {
            StmtKind::Ask(ask) => ask.question.as_ref(),
            _ => None,
        };
        if let Some(secret) = question.and_then(|question| secret_told_by(question, visibility)) {
            let message = format!("this question would reveal {}", visibility.in_words(secret));
            found.push(
                Diagnostic::error("E0812", stmt.span, message).hint(visibility.remedy(secret)),
            );
        }
        for block in stmt.blocks() {
            questions(block, visibility, found);
        }
    }
}

/// Returns a secret that a line reveals to everybody.
pub(crate) fn secret_told_by(status: &StatusLine, visibility: &Visibility<'_>) -> Option<Secret> {
    let mut unseen = visibility.reader(true);
    status.when.iter().for_each(|c| c.walk(&mut unseen));
    let text = status.text.iter();
    text.for_each(|part| part.walk(&mut unseen));
    unseen.found.first().copied()
}

/// Returns a secret that a set of points reveals to everybody or to `me`.
pub(crate) fn told_by_points(
    points: &Node<Set>,
    visibility: &Visibility<'_>,
    by_all: bool,
) -> Option<Secret> {
    let mut unseen = visibility.reader(by_all);
    points.walk(&mut unseen);
    unseen.first()
}

/// Returns a secret that a score reveals at the end.
pub(crate) fn scored(score: &Node<Num>, visibility: &Visibility<'_>) -> Option<Secret> {
    let mut unseen = visibility.reader(true);
    score.walk(&mut unseen);
    unseen.found.first().copied()
}
