//! Reads of values and changes by statements: is a value used after something that it reads has changed?

use linstock_model::visit::{Visitor, Walk, ZoneRead};
use linstock_model::{
    FormReads, Head, MemoryId, MemoryRef, MemoryType, MoveRule, ScriptId, Stmt, StmtKind,
    ValueExpr, ZoneId, ZoneRef,
};
use std::collections::BTreeSet;

/// A value for a parameter of a routine or a move.
pub(super) struct HandedValue {
    /// The index of its parameter.
    pub(super) param: usize,
    pub(super) ty: MemoryType,
    pub(super) reads: Touched,
}

/// Parts of a position.
#[derive(Clone, Default)]
pub(super) struct Touched {
    memories: BTreeSet<MemoryId>,
    zones: BTreeSet<ZoneId>,
    /// The pieces on the board.
    board: bool,
    /// Who is `me`.
    me: bool,
    /// Anything else.
    all: bool,
}

impl Touched {
    /// Returns what a value reads.
    pub(super) fn read_by(value: &ValueExpr) -> Self {
        let mut reads = Self::default();
        value.walk(&mut reads);
        reads
    }

    /// Returns what a block may change.
    pub(super) fn by(body: &[Stmt]) -> Self {
        let mut changed = Self::default();
        changed.add_block(body);
        changed
    }

    /// Returns whether a change affects it. A value that reads nothing never changes.
    pub(super) fn may_be_changed_by(&self, changed: &Self) -> bool {
        // `me` is the same again after an ask.
        let reads_something =
            self.all || self.board || !self.memories.is_empty() || !self.zones.is_empty();
        (changed.all && reads_something)
            || (self.all && !changed.is_nothing())
            || (self.board && changed.board)
            || (self.me && changed.me)
            || !self.memories.is_disjoint(&changed.memories)
            || !self.zones.is_disjoint(&changed.zones)
    }

    /// Returns whether it contains no part of a position.
    pub(super) fn is_nothing(&self) -> bool {
        !self.all && !self.board && !self.me && self.memories.is_empty() && self.zones.is_empty()
    }

    fn add_block(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.add_statement(stmt);
            stmt.blocks().for_each(|block| self.add_block(block));
        }
    }

    /// Adds the changes of a statement itself, without its blocks.
    fn add_statement(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Move(..) | StmtKind::Lay(_) => self.board = true,
            StmtKind::Take(_, _, zone) | StmtKind::Put(_, _, _, zone) => {
                self.board = true;
                self.zones.extend(zone.iter().map(|zone| zone.zone));
            }
            StmtKind::Transfer(_, from, to) => self.zones.extend([from.zone, to.zone]),
            StmtKind::Remember(memory, _) | StmtKind::Forget(memory) => {
                self.memories.insert(memory.memory);
            }
            // An asked move may change anything.
            StmtKind::Script(..) | StmtKind::Ask(_) => self.all = true,
            StmtKind::Each { .. } => self.me = true,
            StmtKind::If(..)
            | StmtKind::Repeat(..)
            | StmtKind::Phase(..)
            | StmtKind::Leave(_)
            | StmtKind::Must(..)
            | StmtKind::End(_) => {}
        }
    }
}

impl Visitor for Touched {
    fn memory(&mut self, memory: &MemoryRef) {
        self.memories.insert(memory.memory);
    }

    fn zone(&mut self, zone: &ZoneRef, _read: ZoneRead) {
        self.zones.insert(zone.zone);
    }

    fn form(&mut self, reads: FormReads) {
        self.board |= reads.pieces;
        self.me |= reads.me;
        // The conditions of links may read anything.
        self.all |= reads.steps || reads.last_move || reads.repetition;
    }

    fn script(&mut self, _script: ScriptId) {
        self.all = true;
    }
}

/// Returns whether a stored value is read after something that it reads may have changed; otherwise it need not be stored.
///
/// `asked` are the moves with values of their own that the block asks for.
pub(super) fn is_used_late(
    (body, asked): (&[Stmt], &[&MoveRule]),
    stored: MemoryId,
    reads: &Touched,
) -> bool {
    let look = LateUses {
        asked,
        stored,
        reads,
    };
    look.block(body, &mut false)
}

struct LateUses<'l> {
    asked: &'l [&'l MoveRule],
    stored: MemoryId,
    reads: &'l Touched,
}

impl LateUses<'_> {
    /// Walks a block. `changed` is set if something that the value reads may have changed so far.
    fn block(&self, body: &[Stmt], changed: &mut bool) -> bool {
        body.iter().any(|stmt| self.statement(stmt, changed))
    }

    fn statement(&self, stmt: &Stmt, changed: &mut bool) -> bool {
        let mut own = Touched::default();
        own.add_statement(stmt);
        if matches!(stmt.kind, StmtKind::Repeat(..) | StmtKind::Each { .. }) {
            // A later round comes after all changes of an earlier one.
            own.add_block(std::slice::from_ref(stmt));
            *changed |= self.reads.may_be_changed_by(&own);
        }
        let asks = matches!(stmt.kind, StmtKind::Ask(_));
        if *changed && self.uses(stmt) || asks && self.asked.iter().any(|mv| self.of_move(mv)) {
            return true;
        }
        let before = *changed;
        for block in stmt.blocks() {
            let mut inside = before;
            if self.block(block, &mut inside) {
                return true;
            }
            *changed |= inside;
        }
        *changed |= self.reads.may_be_changed_by(&own);
        false
    }

    /// Returns whether a statement itself reads the stored value, apart from its blocks.
    fn uses(&self, stmt: &Stmt) -> bool {
        let mut uses = Uses::of(self.stored);
        std::slice::from_ref(stmt).walk(&mut uses);
        uses.found
    }

    fn of_move(&self, mv: &MoveRule) -> bool {
        let mut uses = Uses::of(self.stored);
        for head in &mv.heads {
            if let Head::When(cond) = head {
                cond.walk(&mut uses);
            }
        }
        mv.args.iter().for_each(|arg| arg.walk(&mut uses));
        mv.body
            .iter()
            .any(|stmt| self.uses(stmt) || self.inside(stmt))
            || uses.found
    }

    fn inside(&self, stmt: &Stmt) -> bool {
        let mut blocks = stmt.blocks().flatten();
        blocks.any(|stmt| self.uses(stmt) || self.inside(stmt))
    }
}

/// Finds whether a statement itself reads a memory, apart from its blocks.
struct Uses {
    stored: MemoryId,
    found: bool,
    entered: bool,
}

impl Uses {
    fn of(stored: MemoryId) -> Self {
        Self {
            stored,
            found: false,
            entered: false,
        }
    }
}

impl Visitor for Uses {
    fn memory(&mut self, memory: &MemoryRef) {
        self.found |= memory.memory == self.stored;
    }

    fn enters(&mut self, _stmt: &Stmt) -> bool {
        !std::mem::replace(&mut self.entered, true)
    }
}
