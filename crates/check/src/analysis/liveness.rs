//! Removes memories that are never read, so that an option that is off costs nothing.

use linstock_model::visit::{Visitor, Walk, walk_what_stands};
use linstock_model::{MemoryId, MemoryRef, Model, Node, Stmt, StmtKind, Truth};
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
    let in_rules = live.0.clone();
    // What a picture shows is read by people. It changes no rule, so it does not tell positions apart.
    let art = &model.sheet.art;
    live.0.extend(art.figures.iter().map(|drawn| drawn.memory));
    live.0.extend(art.values.iter().map(|drawn| drawn.memory));
    live.model(model);
    for (id, memory) in (0u16..).map(MemoryId).zip(&mut model.memories) {
        memory.live = live.0.contains(&id);
        memory.uncounted |= memory.live && !in_rules.contains(&id);
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

    /// A condition that is always true under these options refuses nothing, so its reason is never shown.
    fn goes_into_reason_of(&self, truth: &Node<Truth>) -> bool {
        !matches!(truth.kind, Truth::Fixed(true))
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
    /// Collects the memories that are read, until the assignments to live ones add no more.
    fn model(&mut self, model: &Model) {
        loop {
            let before = self.0.len();
            walk_what_stands(self, model);
            model.moves.iter().for_each(|mv| mv.body.walk(self));
            model.play.walk(self);
            if self.0.len() == before {
                return;
            }
        }
    }

    /// Removes statements that write dead memories, and conditions without a body.
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
