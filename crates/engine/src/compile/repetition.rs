//! Finds the places at which positions are counted for `seen`: statements, questions and rounds whose conditions ask for it.

use crate::ir::instructions::Pc;
use linstock_model::visit::{Visitor, walk_arg, walk_block, walk_member, walk_members, walk_truth};
use linstock_model::{Ask, Asked, Head, Model, MoveRule, Node, Stmt, StmtKind, Truth};
use rustc_hash::FxHashMap;

/// Finds out whether a condition asks how often the position was seen.
pub(crate) struct ReadsSeen(pub(crate) bool);

impl Visitor for ReadsSeen {
    fn truth(&mut self, truth: &Node<Truth>) {
        self.0 |= matches!(truth.kind, Truth::Seen(_));
    }
}

/// Tells whether something that may be chosen depends on how often the position was seen.
pub(crate) fn decides_choices(model: &Model) -> bool {
    let mut seen = ReadsSeen(false);
    for mv in &model.moves {
        of_move(mv, &mut seen);
        of_block(&mv.body, &mut seen);
    }
    of_block(&model.play, &mut seen);
    seen.0
}

fn of_move(mv: &MoveRule, seen: &mut ReadsSeen) {
    for head in &mv.heads {
        if let Head::When(cond) = head {
            walk_truth(seen, cond);
        }
    }
    mv.args.iter().for_each(|arg| walk_arg(seen, arg));
    mv.leaves
        .iter()
        .for_each(|leaves| walk_truth(seen, &leaves.cond));
    let warnings = mv.warnings.iter().filter_map(|w| w.when.as_ref());
    warnings.for_each(|when| walk_truth(seen, when));
}

fn of_block(body: &[Stmt], seen: &mut ReadsSeen) {
    for stmt in body {
        if let StmtKind::Ask(ask) = &stmt.kind {
            let conds = ask.items.iter().filter_map(|item| item.cond.as_ref());
            conds.for_each(|cond| walk_truth(seen, cond));
        }
        stmt.blocks().for_each(|block| of_block(block, seen));
    }
}

/// Finds out whether a statement asks how often the position was seen, not what stands in its blocks.
#[derive(Default)]
struct ReadsItself {
    seen: bool,
    entered: bool,
}

impl Visitor for ReadsItself {
    fn truth(&mut self, truth: &Node<Truth>) {
        self.seen |= matches!(truth.kind, Truth::Seen(_));
    }

    fn enters(&mut self, _: &Stmt) -> bool {
        !std::mem::replace(&mut self.entered, true)
    }
}

/// Tells whether what a statement works out when it begins asks how often the position was seen. What an `ask` offers, and the
/// players a round passes over, are asked of later.
pub(super) fn begins_with_seen(stmt: &Stmt) -> bool {
    let mut reads = ReadsItself::default();
    match &stmt.kind {
        StmtKind::Each { from, .. } => walk_member(&mut reads, &from.kind),
        StmtKind::Ask(Ask { who, .. }) => match who {
            Asked::One(who) => walk_member(&mut reads, &who.kind),
            Asked::Together(seats) => walk_members(&mut reads, seats),
            Asked::Me | Asked::Chance => {}
        },
        _ => walk_block(&mut reads, std::slice::from_ref(stmt)),
    }
    reads.seen
}

/// What of a statement is a place at which positions are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum PlaceKind {
    /// What it works out when it begins.
    Statement,
    /// The question that it asks.
    Question,
    /// Whom a round passes over.
    Round,
}

/// The places at which positions are counted. The body of a move stands in the code of each `ask` that offers it; all copies of a
/// statement in it are one place.
#[derive(Default)]
pub(super) struct CountingPlaces {
    /// The first copy of each, by the statement of the model.
    first: FxHashMap<(*const Stmt, PlaceKind), Pc>,
    /// Each other copy, and the first.
    copies: Vec<(Pc, Pc)>,
}

impl CountingPlaces {
    /// Notes that positions are counted at an instruction, for part of a statement.
    pub(super) fn note(&mut self, (stmt, kind): (&Stmt, PlaceKind), pc: Pc) {
        let first = *self
            .first
            .entry((std::ptr::from_ref(stmt), kind))
            .or_insert(pc);
        if first != pc {
            self.copies.push((pc, first));
        }
    }

    /// Returns for each of so many instructions where the positions are counted that come up at it.
    pub(super) fn of_instructions(&self, count: usize) -> Vec<Pc> {
        let mut places: Vec<Pc> = (0..).take(count).collect();
        for &(copy, first) in &self.copies {
            if let Some(place) = places.get_mut(copy as usize) {
                *place = first;
            }
        }
        places
    }
}
