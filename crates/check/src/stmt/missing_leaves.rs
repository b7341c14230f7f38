//! A warning about a move that lacks the `leaves` of the moves beside it: a new move of a variant may break a rule that all
//! other moves keep.

use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_syntax::ast::{AskItemDecl, Expr, HeadDecl, HeadKind, MoveDecl};
use std::collections::BTreeSet;

impl Resolver<'_> {
    /// Warns of each move on offer that carries no `leaves`, if all the others do.
    pub(super) fn warn_of_missing_leaves(&mut self, offered: &[AskItemDecl]) {
        let offered = offered
            .iter()
            .filter_map(|item| self.move_named(&item.name));
        let offered: BTreeSet<usize> = offered.collect();
        let (carrying, mut lacking): (Vec<usize>, Vec<usize>) = offered
            .into_iter()
            .partition(|at| leaves(self.names.moves[*at].what).is_some());
        // In a game, only a single move that differs from several others is taken for a slip. In a variant, each added move is.
        let is_slip = lacking.len() == 1 && carrying.len() > 1;
        // A move without choices, such as a pass, a claim or the end of a turn, moves no piece.
        let changes = |at: &usize| {
            let mv = self.names.moves[*at].what;
            let chooses = |line: &HeadDecl| matches!(line.kind, HeadKind::Arg { .. });
            !mv.body.is_empty() && mv.heads.iter().any(chooses)
        };
        lacking.retain(changes);
        let Some(example) = carrying.first() else {
            return;
        };
        let is_added = |at: &usize| self.names.moves[*at].span.file != self.game.head.file;
        if !is_slip && !lacking.iter().all(is_added) {
            return;
        }
        let example = self.names.moves[*example].what;
        let found: Vec<_> = lacking
            .iter()
            .map(|at| lacks_leaves(self.names.moves[*at].what, example))
            .collect();
        found.into_iter().for_each(|warning| self.report(warning));
    }
}

/// Returns the condition of the first `leaves` of a move.
fn leaves(mv: &MoveDecl) -> Option<&Expr> {
    mv.heads.iter().find_map(|line| match &line.kind {
        HeadKind::Leaves { cond, .. } => Some(cond),
        _ => None,
    })
}

fn lacks_leaves(mv: &MoveDecl, example: &MoveDecl) -> Diagnostic {
    let (name, other) = (&mv.name.text, &example.name.text);
    let message = format!("the move `{name}` has no `leaves`, but the moves beside it have one");
    let warning = Diagnostic::warning("E0833", mv.name.span, message)
        .hint(format!(
            "add the `leaves` of `{other}`, so that `{name}` keeps the same rule; if it may break the rule, write: leaves yes"
        ))
        .report_once_for(name);
    match leaves(example) {
        Some(condition) => warning.related(condition.span, "a move beside it leaves this"),
        None => warning,
    }
}
