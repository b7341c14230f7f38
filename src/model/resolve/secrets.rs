//! What a player may choose must not give away what he does not see.

use super::Resolver;
use crate::base::{Diagnostic, Span};
use crate::model::visit::{Visitor, walk_arg, walk_truth};
use crate::model::{
    Ask, AskItem, Asked, Domain, Head, Item, Move, Sight, Stmt, StmtKind, Zone, ZoneId, ZoneRef,
};

impl<'a> Resolver<'a> {
    /// Reports moves of players that hang on what lies in zones which they do not see.
    pub fn check_secrets(&mut self, (moves, zones): (&[Move], &[Zone]), play: &[Stmt]) {
        let mut asks = Vec::new();
        let bodies = moves.iter().map(|mv| mv.body.as_slice());
        bodies
            .chain([play])
            .for_each(|body| asks_in(body, &mut asks));
        self.check_drawn(&asks, (moves, zones));
        let mut found: Vec<(Span, ZoneId)> = Vec::new();
        for (_, item) in asks.into_iter().filter(|(chance, _)| !chance) {
            for leak in leaks(item, (moves, zones)) {
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

    /// Reports outcomes of chance that draw from what not everybody sees, where it is not said who sees them.
    fn check_drawn(&mut self, asks: &[(bool, &AskItem)], (moves, zones): (&[Move], &[Zone])) {
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

/// Returns which lines of a move, or of the ask, read a zone that who chooses does not see.
fn leaks(item: &AskItem, (moves, zones): (&[Move], &[Zone])) -> Vec<(Span, ZoneId)> {
    let mut found = Vec::new();
    let mut look = |span: Span, walk: &dyn Fn(&mut Unseen<'_>)| {
        let mut unseen = Unseen {
            zones,
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
    found
}

/// Finds zones of which more is read than how much lies there, and that `me` may not see.
struct Unseen<'z> {
    zones: &'z [Zone],
    found: Vec<ZoneId>,
}

impl Visitor for Unseen<'_> {
    /// A script may read everything.
    fn script(&mut self) {
        let secret = self.zones.iter().position(|zone| zone.sight != Sight::Open);
        self.found.extend(secret.map(ZoneId::at));
    }

    fn zone(&mut self, zone: &ZoneRef, size_only: bool) {
        let own = zone
            .of
            .as_ref()
            .is_some_and(|of| matches!(of.kind, Item::Me));
        let seen = match self.zones[zone.zone.index()].sight {
            Sight::Open => true,
            Sight::Owner => own,
            Sight::Hidden => false,
        };
        if !seen && !size_only {
            self.found.push(zone.zone);
        }
    }
}
