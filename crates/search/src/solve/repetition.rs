//! What a repeated position means in the rules.

use linstock_engine::ir::Layout;
use linstock_model::visit::{Visitor, Walk, walk_what_stands};
use linstock_model::{MemoryId, Model, Node, Stmt, StmtKind, Truth};

/// How the rules use earlier positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HistoryUse {
    /// They do not.
    None,
    /// A position that occurs again ends the game as a draw, and nothing else. Then play that could go on for ever has the
    /// value of a draw, too: a player who can win without regard to earlier positions can do so without meeting one twice.
    Draws,
    /// Something else.
    Other,
}

/// Counts conditions that read earlier positions.
#[derive(Default)]
struct SeenCounter(usize);

impl Visitor for SeenCounter {
    fn truth(&mut self, truth: &Node<Truth>) {
        self.0 += usize::from(matches!(truth.kind, Truth::Seen(_)));
    }
}

impl HistoryUse {
    pub(super) fn of(model: &Model, layout: &Layout) -> Self {
        let mut all = SeenCounter::default();
        walk_what_stands(&mut all, model);
        model.play.walk(&mut all);
        model.moves.iter().for_each(|mv| mv.body.walk(&mut all));
        if all.0 == 0 {
            return Self::None;
        }
        // Values that do not count for `seen`, and rounds that are counted, tell positions apart that `seen` takes for one.
        let is_uncounted = |id: MemoryId| model.memories[id.index()].uncounted;
        let uncounted = MemoryId::all(model.memories.len())
            .any(|id| is_uncounted(id) && layout.memory(id).is_some());
        if uncounted || has_counted_rounds(&model.play) {
            return Self::Other;
        }
        match draws_by_repetition(&model.play) == all.0 {
            true => Self::Draws,
            false => Self::Other,
        }
    }
}

/// Returns whether some block is repeated a number of times.
fn has_counted_rounds(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| {
        matches!(stmt.kind, StmtKind::Repeat(Some(_), _))
            || stmt.blocks().any(|block| has_counted_rounds(block))
    })
}

/// Counts the conditions about earlier positions that do nothing but end the game as a draw.
fn draws_by_repetition(block: &[Stmt]) -> usize {
    let of = |stmt: &Stmt| {
        let own = match &stmt.kind {
            StmtKind::If(cond, yes, no) if no.is_empty() && is_draw(yes) => seen_in(cond),
            _ => 0,
        };
        own + stmt
            .blocks()
            .map(|block| draws_by_repetition(block))
            .sum::<usize>()
    };
    block.iter().map(of).sum()
}

/// Returns whether a block is only the end of the game as a draw.
fn is_draw(block: &[Stmt]) -> bool {
    match block {
        [only] => matches!(&only.kind, StmtKind::End(ending) if ending.winners.is_none()),
        _ => false,
    }
}

/// Counts the parts of a condition that are about earlier positions and must all hold.
fn seen_in(cond: &Node<Truth>) -> usize {
    match &cond.kind {
        Truth::Seen(_) => 1,
        Truth::And(parts) => parts.iter().map(seen_in).sum(),
        _ => 0,
    }
}
