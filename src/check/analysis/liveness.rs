//! Drops what is remembered and never read: an option that is off costs nothing.

use crate::model::visit::{
    Visitor, walk_arg, walk_block, walk_num, walk_set, walk_text, walk_truth,
};
use crate::model::{Head, MemoryId, MemoryRef, Model, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Marks the memories that nothing live reads and removes the statements that write them.
pub(crate) fn drop_dead_memories(model: &mut Model) {
    let mut live = Live::default();
    let all = || (0u16..).map(MemoryId).take(model.memories.len());
    for script in &model.scripts {
        match &script.reads {
            Some((memories, _)) => live.0.extend(memories),
            None => live.0.extend(all()),
        }
    }
    live.model(model);
    for (id, memory) in (0u16..).map(MemoryId).zip(&mut model.memories) {
        memory.live = live.0.contains(&id);
    }
    for mv in &mut model.moves {
        live.prune(&mut mv.body);
    }
    live.prune(&mut model.play);
}

/// The memories that something live reads.
#[derive(Default)]
struct Live(BTreeSet<MemoryId>);

impl Visitor for Live {
    fn memory(&mut self, memory: &MemoryRef) {
        self.0.insert(memory.memory);
    }

    fn goes_into_reasons(&self) -> bool {
        true
    }

    fn enters(&mut self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Remember(memory, _) | StmtKind::Forget(memory) => {
                self.0.contains(&memory.memory)
            }
            _ => true,
        }
    }
}

impl Live {
    /// Collects what is read, until an assignment to something live adds nothing more.
    fn model(&mut self, model: &Model) {
        loop {
            let before = self.0.len();
            for mv in &model.moves {
                for head in &mv.heads {
                    if let Head::When(cond) = head {
                        walk_truth(self, cond);
                    }
                }
                mv.args.iter().for_each(|arg| walk_arg(self, arg));
                mv.text.iter().for_each(|part| walk_text(self, part));
                mv.weigh.iter().for_each(|w| walk_num(self, &w.kind));
                mv.leaves.iter().for_each(|l| walk_truth(self, &l.cond));
                let warnings = mv.warnings.iter().filter_map(|w| w.when.as_ref());
                warnings.for_each(|when| walk_truth(self, when));
                walk_block(self, &mv.body);
            }
            model
                .lines
                .iter()
                .for_each(|line| walk_set(self, &line.points));
            if let Some(board) = &model.board {
                let links = board.links.iter().filter_map(|link| link.when.as_ref());
                links.for_each(|when| walk_truth(self, when));
                let shows = board.picture.shows.iter();
                shows.for_each(|(_, points)| walk_set(self, points));
            }
            model.score.iter().for_each(|s| walk_num(self, &s.kind));
            for status in &model.statuses {
                status.text.iter().for_each(|part| walk_text(self, part));
                status.when.iter().for_each(|when| walk_truth(self, when));
            }
            walk_block(self, &model.play);
            if self.0.len() == before {
                return;
            }
        }
    }

    /// Removes statements that write dead memories, and conditions that guard nothing any more.
    fn prune(&self, body: &mut Vec<Stmt>) {
        for stmt in body.iter_mut() {
            match &mut stmt.kind {
                StmtKind::Ask(ask) => self.prune(&mut ask.otherwise),
                StmtKind::If(_, then, otherwise) => {
                    self.prune(then);
                    self.prune(otherwise);
                }
                StmtKind::Repeat(_, body)
                | StmtKind::Phase(_, body)
                | StmtKind::Each { body, .. } => self.prune(body),
                _ => {}
            }
        }
        body.retain(|stmt| match &stmt.kind {
            StmtKind::Remember(memory, _) | StmtKind::Forget(memory) => {
                self.0.contains(&memory.memory)
            }
            StmtKind::If(_, then, otherwise) => !then.is_empty() || !otherwise.is_empty(),
            _ => true,
        });
    }
}
