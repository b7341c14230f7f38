//! Finds the places at which positions are counted for `seen`: statements, decision points and rounds whose conditions read it.

use crate::ir::instructions::Pc;
use linstock_model::visit::{Visitor, Walk};
use linstock_model::{Ask, Asked, Head, Model, MoveRule, Node, Stmt, StmtKind, Truth};
use rustc_hash::FxHashMap;

/// Finds whether a condition reads how often the position was `seen`.
pub(crate) struct ReadsSeen(pub(crate) bool);

impl Visitor for ReadsSeen {
    fn truth(&mut self, truth: &Node<Truth>) {
        self.0 |= matches!(truth.kind, Truth::Seen(_));
    }
}

/// Returns whether legal moves depend on how often the position was `seen`.
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
            cond.walk(seen);
        }
    }
    mv.args.iter().for_each(|arg| arg.walk(seen));
    mv.leaves.iter().for_each(|leaves| leaves.cond.walk(seen));
    let warnings = mv.warnings.iter().filter_map(|w| w.when.as_ref());
    warnings.for_each(|when| when.walk(seen));
}

fn of_block(body: &[Stmt], seen: &mut ReadsSeen) {
    for stmt in body {
        if let StmtKind::Ask(ask) = &stmt.kind {
            let conds = ask.items.iter().filter_map(|item| item.cond.as_ref());
            conds.for_each(|cond| cond.walk(seen));
        }
        stmt.blocks().for_each(|block| of_block(block, seen));
    }
}

/// Finds whether a statement reads how often the position was `seen`, apart from its blocks.
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

/// Returns whether the expressions that a statement evaluates when it begins read how often the position was `seen`. The
/// moves of an `ask` and the filter of a round are evaluated later.
pub(super) fn begins_with_seen(stmt: &Stmt) -> bool {
    let mut reads = ReadsItself::default();
    match &stmt.kind {
        StmtKind::Each { from, .. } => from.walk(&mut reads),
        StmtKind::Ask(Ask { who, .. }) => match who {
            Asked::One(who) => who.walk(&mut reads),
            Asked::Together(seats) => seats.walk(&mut reads),
            Asked::Me | Asked::Chance => {}
        },
        _ => std::slice::from_ref(stmt).walk(&mut reads),
    }
    reads.seen
}

/// The part of a statement at which positions are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum PlaceKind {
    /// The expressions that it evaluates when it begins.
    Statement,
    /// Its decision point.
    Question,
    /// The filter of a round.
    Round,
}

/// The places at which positions are counted. Each `ask` that offers a move contains a copy of its body; all copies of a
/// statement are one place.
#[derive(Default)]
pub(super) struct CountingPlaces {
    /// The first copy of each place, by the statement of the model.
    first: FxHashMap<(*const Stmt, PlaceKind), Pc>,
    /// Each further copy, with the first one.
    copies: Vec<(Pc, Pc)>,
}

impl CountingPlaces {
    /// Records that positions are counted at an instruction, for part of a statement.
    pub(super) fn note(&mut self, (stmt, kind): (&Stmt, PlaceKind), pc: Pc) {
        let first = *self
            .first
            .entry((std::ptr::from_ref(stmt), kind))
            .or_insert(pc);
        if first != pc {
            self.copies.push((pc, first));
        }
    }

    /// Returns, for each of `count` instructions, the instruction at which its positions are counted.
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
