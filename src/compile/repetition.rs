//! Which games count positions where somebody chooses.

use crate::model::visit::{Visitor, walk_arg, walk_truth};
use crate::model::{Head, Model, MoveRule, Node, Stmt, StmtKind, Truth};

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
