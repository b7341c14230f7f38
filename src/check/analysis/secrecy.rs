//! What a player may choose must not give away what he does not see.

use crate::base::{Diagnostic, Span};
use crate::check::Resolver;
use crate::model::visit::{Visitor, walk_arg, walk_text, walk_truth};
use crate::model::{
    Ask, AskItem, Asked, Domain, Head, Member, Model, MoveRule, ScriptFn, ScriptId, Sight,
    StatusLine, Stmt, StmtKind, Zone, ZoneId, ZoneRef,
};
use std::collections::BTreeSet;

impl<'a> Resolver<'a> {
    /// Reports moves of players that hang on what lies in zones which they do not see.
    pub(crate) fn check_secrets(&mut self, (moves, zones): (&[MoveRule], &[Zone]), play: &[Stmt]) {
        let scripts = self.script_fns();
        let mut asks = Vec::new();
        let bodies = moves.iter().map(|mv| mv.body.as_slice());
        bodies
            .chain([play])
            .for_each(|body| asks_in(body, &mut asks));
        self.check_drawn(&asks, (moves, zones));
        let bodies = moves.iter().map(|mv| mv.body.as_slice());
        for body in bodies.chain([play]) {
            self.check_questions(body, (zones, &scripts));
        }
        let mut found: Vec<(Span, ZoneId)> = Vec::new();
        for (_, item) in asks.into_iter().filter(|(chance, _)| !chance) {
            for leak in leaks(item, moves, (zones, &scripts)) {
                if !found.contains(&leak) {
                    found.push(leak);
                }
            }
        }
        for (span, zone) in found {
            let name = &zones[zone.index()].name;
            let message = format!("who chooses would learn what lies in `{name}`");
            let diagnostic =
                Diagnostic::error(span, message).label("reads what the player does not see");
            let hint = format!(
                "ask only how much it is (`size of`, `some`, `no`), or let everybody see it: zone {name} {{ …; open }}"
            );
            self.report(diagnostic.hint(hint));
        }
    }

    /// Reports questions that tell what lies hidden.
    fn check_questions(&mut self, body: &[Stmt], known: KnownTo<'_>) {
        for stmt in body {
            let question = match &stmt.kind {
                StmtKind::Ask(ask) => ask.question.as_ref(),
                _ => None,
            };
            if let Some(zone) = question.and_then(|question| told(question, known)) {
                let name = &known.0[zone.index()].name;
                let message = format!("this question would tell what lies in `{name}`");
                let diagnostic = Diagnostic::error(stmt.span, message);
                self.report(diagnostic.hint("tell only how much it is: `size of`, `some`, `no`"));
            }
            for block in stmt.blocks() {
                self.check_questions(block, known);
            }
        }
    }

    /// Reports outcomes of chance that draw from what not everybody sees, where it is not said who sees them.
    fn check_drawn(&mut self, asks: &[(bool, &AskItem)], (moves, zones): (&[MoveRule], &[Zone])) {
        let mut told: Vec<Span> = Vec::new();
        for (_, item) in asks.iter().filter(|(chance, _)| *chance) {
            let Some(mv) = moves.get(item.mv.index()).filter(|mv| mv.seen.is_none()) else {
                continue;
            };
            for arg in &mv.args {
                let (Domain::Zone(zone) | Domain::Heap(_, zone)) = &arg.domain else {
                    continue;
                };
                let zone = &zones[zone.zone.index()];
                if zone.sight == Sight::Open || told.contains(&arg.span) {
                    continue;
                }
                told.push(arg.span);
                let message = format!("it is not said who sees what is drawn from `{}`", zone.name);
                let diagnostic = Diagnostic::error(arg.span, message)
                    .label("not everybody sees what lies there");
                let hint =
                    "add a line to the move: `seen by me`, or `seen by players` if all may see it";
                self.report(diagnostic.hint(hint));
            }
        }
    }
}

/// The zones and the script functions of a game.
type KnownTo<'k> = (&'k [Zone], &'k [ScriptFn]);

/// Collects the moves that are asked for, each with whether chance is asked.
fn asks_in<'s>(body: &'s [Stmt], found: &mut Vec<(bool, &'s AskItem)>) {
    for stmt in body {
        if let StmtKind::Ask(Ask { who, items, .. }) = &stmt.kind {
            let chance = matches!(who, Asked::Chance);
            found.extend(items.iter().map(|item| (chance, item)));
        }
        stmt.blocks().for_each(|block| asks_in(block, found));
    }
}

/// Marks the moves for which chance is asked.
pub(crate) fn mark_outcomes(model: &mut Model) {
    let mut asks = Vec::new();
    let bodies = model.moves.iter().map(|mv| mv.body.as_slice());
    let all = bodies.chain([model.play.as_slice()]);
    all.for_each(|body| asks_in(body, &mut asks));
    let outcomes: BTreeSet<_> = asks
        .into_iter()
        .filter(|(chance, _)| *chance)
        .map(|(_, item)| item.mv)
        .collect();
    for at in outcomes {
        model.moves[at.index()].outcome = true;
    }
}

/// Returns which lines of a move, or of the ask, read a zone that who chooses does not see.
fn leaks(item: &AskItem, moves: &[MoveRule], (zones, scripts): KnownTo<'_>) -> Vec<(Span, ZoneId)> {
    let mut found = Vec::new();
    let mut look = |span: Span, walk: &dyn Fn(&mut Unseen<'_>)| {
        let mut unseen = Unseen {
            zones,
            scripts,
            by_all: false,
            found: Vec::new(),
        };
        walk(&mut unseen);
        found.extend(unseen.found.into_iter().map(|zone| (span, zone)));
    };
    if let Some(cond) = &item.cond {
        look(cond.span, &|v| walk_truth(v, cond));
    }
    let Some(mv) = moves.get(item.mv.index()) else {
        return found;
    };
    for head in &mv.heads {
        match head {
            Head::When(cond) => look(cond.span, &|v| walk_truth(v, cond)),
            Head::Arg(arg) => {
                let arg = &mv.args[arg.index()];
                look(arg.span, &|v| walk_arg(v, arg));
            }
        }
    }
    if let Some(leaves) = &mv.leaves {
        look(leaves.cond.span, &|v| walk_truth(v, &leaves.cond));
    }
    for when in mv.warnings.iter().filter_map(|w| w.when.as_ref()) {
        look(when.span, &|v| walk_truth(v, when));
    }
    found
}

/// Returns a zone of which a line that all see tells more than how much lies there.
pub(crate) fn told(status: &StatusLine, (zones, scripts): KnownTo<'_>) -> Option<ZoneId> {
    let mut unseen = Unseen {
        zones,
        scripts,
        by_all: true,
        found: Vec::new(),
    };
    status.when.iter().for_each(|c| walk_truth(&mut unseen, c));
    let text = status.text.iter();
    text.for_each(|part| walk_text(&mut unseen, part));
    unseen.found.first().copied()
}

/// Finds zones of which more is read than how much lies there, and that `me` may not see.
struct Unseen<'z> {
    zones: &'z [Zone],
    scripts: &'z [ScriptFn],
    /// What is read is shown to everybody, so that even what its owner sees is not his to read.
    by_all: bool,
    found: Vec<ZoneId>,
}

impl Visitor for Unseen<'_> {
    fn goes_into_reasons(&self) -> bool {
        true
    }

    /// A script may read everything, unless the rules say what it reads.
    fn script(&mut self, script: ScriptId) {
        let reads = self
            .scripts
            .get(script.index())
            .and_then(|s| s.reads.as_ref());
        let zones = (0u8..).map(ZoneId).zip(self.zones);
        let mut secret = zones.filter(|(id, zone)| {
            let read = reads.is_none_or(|(_, zones)| zones.contains(id));
            read && zone.sight != Sight::Open
        });
        self.found.extend(secret.next().map(|(id, _)| id));
    }

    fn zone(&mut self, zone: &ZoneRef, size_only: bool) {
        let own = zone
            .of
            .as_ref()
            .is_some_and(|of| matches!(of.kind, Member::Me));
        let seen = match self.zones[zone.zone.index()].sight {
            Sight::Open => true,
            Sight::Owner => own && !self.by_all,
            Sight::Hidden => false,
        };
        if !seen && !size_only {
            self.found.push(zone.zone);
        }
    }
}
