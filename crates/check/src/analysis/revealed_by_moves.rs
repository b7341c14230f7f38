//! What a move reveals to its player: where the rules test the position after a move, the list of moves or a
//! warning would show it before the move is made.
//!
//! The search follows the statements from the move to the next question: its body, and then the sequence of play.

use crate::analysis::ElaboratedRules;
use crate::analysis::own_pieces::own_args;
use crate::analysis::revealing_parts::{PositionPart, RevealingParts, RevealingReader};
use crate::analysis::visibility::{Secret, Unseen, Visibility};
use linstock_base::Span;
use linstock_model::visit::{Visitor, Walk, ZoneRead};
use linstock_model::{
    ArgId, Ask, Cargo, FormReads, MemoryRef, MoveId, MoveRule, Node, Placement, RuleId, ScriptId,
    Set, Stmt, StmtKind, Truth, ZoneRef,
};
use std::collections::BTreeSet;

/// Finds what the rules reveal between a move and the next decision point; if chance chooses, `supposing` may come first.
pub(crate) fn revealed_by_move<'r>(
    (mv, supposing): (MoveId, Option<RuleId>),
    rules: ElaboratedRules<'_>,
    visibility: &'r Visibility<'r>,
) -> RevealingParts<'r> {
    let mut search = Search {
        begins: (mv, supposing),
        revealing: RevealingParts::new(visibility),
        goes_on_after: BTreeSet::new(),
        leaves_phase: false,
    };
    let mut bodies: Vec<_> = MoveId::all(rules.moves.len()).zip(rules.moves).collect();
    // The move comes first, then the statements after it.
    bodies.sort_by_key(|(id, _)| *id != mv);
    // Statements after a question are reached only once the moves that it offers are known: iterate to a fixed point.
    loop {
        let before = search.ways();
        search.revealing.clear();
        for (id, mv) in &bodies {
            let end = search.block(&mv.body, search.begin(*id, mv));
            if end.is_followed {
                search.goes_on_after.insert(*id);
            }
        }
        search.block(rules.play, Reachability::default());
        if search.ways() == before {
            return search.revealing;
        }
    }
}

/// How play reaches statements.
#[derive(Clone, Default)]
struct Reachability {
    /// Whether play may reach them between the move and the next question.
    is_followed: bool,
    /// A secret that decides whether play reaches them.
    hangs_on: Option<Secret>,
    /// The arguments that are points with a piece of the mover, if he is `me`.
    mover: Option<Vec<ArgId>>,
}

impl Reachability {
    /// Returns how play reaches the statements after a block.
    fn behind(&self, is_followed: bool) -> Self {
        Self {
            is_followed,
            // After a question in between, everything decided before it is known.
            hangs_on: self.hangs_on.filter(|_| self.is_followed),
            mover: self.mover.clone().filter(|_| self.is_followed),
        }
    }

    fn hanging_on(&self, secret: Option<Secret>) -> Self {
        Self {
            hangs_on: self.hangs_on.or(secret).filter(|_| self.is_followed),
            ..self.clone()
        }
    }
}

struct Search<'r> {
    begins: (MoveId, Option<RuleId>),
    revealing: RevealingParts<'r>,
    /// The moves after which play continues without a question.
    goes_on_after: BTreeSet<MoveId>,
    /// Whether play may leave a phase on the way.
    leaves_phase: bool,
}

impl Search<'_> {
    /// Returns the state of the search, to detect the fixed point.
    fn ways(&self) -> (usize, bool) {
        (self.goes_on_after.len(), self.leaves_phase)
    }

    fn begin(&self, id: MoveId, mv: &MoveRule) -> Reachability {
        let (from, supposing) = self.begins;
        let own = (id == from).then(|| own_args(&mv.args));
        Reachability {
            is_followed: id == from || supposing == Some(mv.rule),
            hangs_on: None,
            mover: own,
        }
    }

    /// Walks a block; returns how play reaches the statements after it.
    fn block(&mut self, body: &[Stmt], from: Reachability) -> Reachability {
        body.iter().fold(from, |from, stmt| self.stmt(stmt, from))
    }

    fn stmt(&mut self, stmt: &Stmt, from: Reachability) -> Reachability {
        match &stmt.kind {
            StmtKind::If(cond, then, otherwise) => {
                let inner = from.hanging_on(self.read(&from, |v| cond.walk(v)));
                let then = self.block(then, inner.clone());
                let otherwise = self.block(otherwise, inner);
                from.behind(then.is_followed || otherwise.is_followed)
            }
            StmtKind::Repeat(times, body) => {
                let times = times.as_ref();
                let read = self.read(&from, |v| times.iter().for_each(|n| n.walk(v)));
                self.over_and_over(body, (&from, from.clone()), read)
            }
            StmtKind::Each { filter, body, .. } => {
                let inner = Reachability {
                    mover: None,
                    ..from.clone()
                };
                let read = self.read(&inner, |v| filter.iter().for_each(|f| f.walk(v)));
                self.over_and_over(body, (&from, inner), read)
            }
            StmtKind::Phase(_, body) => {
                let end = self.block(body, from.clone());
                from.behind(end.is_followed || self.leaves_phase)
            }
            StmtKind::Ask(ask) => self.ask((stmt.span, ask), &from),
            _ => {
                if from.is_followed {
                    self.done(stmt, &from);
                }
                let ends = matches!(stmt.kind, StmtKind::End(_) | StmtKind::Leave(_));
                Reachability {
                    is_followed: from.is_followed && !ends,
                    ..from
                }
            }
        }
    }

    /// Walks a block twice, the second time from its own end; `read` decides how often it is repeated.
    fn over_and_over(
        &mut self,
        body: &[Stmt],
        (from, inner): (&Reachability, Reachability),
        read: Option<Secret>,
    ) -> Reachability {
        let once = self.block(body, inner.hanging_on(read));
        let again = Reachability {
            is_followed: inner.is_followed || once.is_followed,
            ..inner
        };
        let twice = self.block(body, again.hanging_on(read));
        from.behind(from.is_followed || twice.is_followed)
    }

    /// Ends the path at a question, and continues after the moves that it offers.
    fn ask(&mut self, (span, ask): (Span, &Ask), from: &Reachability) -> Reachability {
        if from.is_followed {
            self.revealed(PositionPart::Course, from.hangs_on, span);
        }
        let otherwise = self.block(&ask.otherwise, Reachability::default());
        let mut items = ask.items.iter();
        let goes_on = items.any(|item| self.goes_on_after.contains(&item.mv));
        Reachability {
            is_followed: goes_on || otherwise.is_followed,
            ..Reachability::default()
        }
    }

    fn revealed(&mut self, part: PositionPart, secret: Option<Secret>, by: Span) {
        self.revealing.add(part, secret, by);
    }

    /// Records what a statement that changes the position reveals.
    fn done(&mut self, stmt: &Stmt, from: &Reachability) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Move(..) => self.revealed(PositionPart::Pieces, from.hangs_on, span),
            StmtKind::Take(_, set, zone) | StmtKind::Put(_, _, set, zone) => {
                let secret = from.hangs_on.or(self.read(from, |v| set.walk(v)));
                let secret = match &stmt.kind {
                    StmtKind::Put(_, Some(seat), ..) => {
                        secret.or(self.read(from, |v| seat.walk(v)))
                    }
                    _ => secret,
                };
                self.revealed(PositionPart::Pieces, secret, span);
                zone.iter().for_each(|zone| self.zone(zone, secret, span));
            }
            StmtKind::Lay(placement) => {
                let read = match placement {
                    Placement::Part(part) => self.read(from, |v| {
                        part.which.walk(v);
                        part.turned.walk(v);
                        part.at.walk(v);
                    }),
                    Placement::Whole(_) => None,
                };
                self.revealed(PositionPart::Pieces, from.hangs_on.or(read), span);
            }
            StmtKind::Transfer(cargo, source, target) => {
                self.transfer(cargo, (source, target), from, span);
            }
            StmtKind::Remember(memory, value) => {
                let read = self.read(from, |v| {
                    memory.of.iter().for_each(|of| of.walk(v));
                    value.walk(v);
                });
                self.revealed(
                    PositionPart::Memory(memory.memory),
                    from.hangs_on.or(read),
                    span,
                );
            }
            StmtKind::Forget(memory) => {
                self.revealed(PositionPart::Memory(memory.memory), from.hangs_on, span);
            }
            StmtKind::Script(script, values) => {
                let read = self.read(from, |v| {
                    v.script(*script);
                    values.iter().for_each(|value| value.walk(v));
                });
                self.scripted(*script, from.hangs_on.or(read), span);
            }
            // After the end of a game nobody chooses, so the winner reveals nothing.
            StmtKind::End(_) => self.revealed(PositionPart::Course, from.hangs_on, span),
            StmtKind::Leave(_) => {
                self.leaves_phase = true;
                self.revealed(PositionPart::Course, from.hangs_on, span);
            }
            // A move that breaks the rules is refused when it is played. Blocks are walked elsewhere.
            StmtKind::Must(..)
            | StmtKind::If(..)
            | StmtKind::Repeat(..)
            | StmtKind::Each { .. }
            | StmtKind::Ask(_)
            | StmtKind::Phase(..) => {}
        }
    }

    fn zone(&mut self, zone: &ZoneRef, secret: Option<Secret>, by: Span) {
        self.revealed(PositionPart::Zone(zone.zone), secret, by);
        self.revealed(PositionPart::Size(zone.zone), secret, by);
    }

    fn transfer(
        &mut self,
        cargo: &Cargo,
        (source, target): (&ZoneRef, &ZoneRef),
        from: &Reachability,
        span: Span,
    ) {
        let read = match cargo {
            Cargo::Copies(row, number) => self.read(from, |v| {
                row.walk(v);
                number.walk(v);
            }),
            Cargo::All | Cargo::Multiset(_) => None,
        };
        let secret = from.hangs_on.or(read);
        self.zone(source, secret, span);
        self.zone(target, secret, span);
        if matches!(cargo, Cargo::All) {
            let lay = self.read(from, |v| v.zone(source, ZoneRead::Contents));
            self.revealed(PositionPart::Zone(target.zone), lay, span);
        }
    }

    fn scripted(&mut self, script: ScriptId, secret: Option<Secret>, by: Span) {
        let visibility = self.revealing.visibility();
        let Some(script) = visibility.scripts.get(script.index()) else {
            return;
        };
        for memory in &script.changes_memories {
            self.revealed(PositionPart::Memory(*memory), secret, by);
        }
        for zone in &script.changes_zones {
            self.revealed(PositionPart::Zone(*zone), secret, by);
            self.revealed(PositionPart::Size(*zone), secret, by);
        }
        if !script.changes_kinds.is_empty() {
            self.revealed(PositionPart::Pieces, secret, by);
        }
    }

    /// Returns a secret that is read, or that a revealing part shows.
    fn read(&self, from: &Reachability, walk: impl FnOnce(&mut NewToMover<'_>)) -> Option<Secret> {
        let mut reader = NewToMover {
            unseen: self.revealing.visibility().unseen_by(from.mover.as_deref()),
            revealed: self.revealing.reader(),
        };
        walk(&mut reader);
        reader.unseen.first().or(reader.revealed.first())
    }
}

/// Collects reads of what the mover does not know: what he does not see, and what the move reveals.
struct NewToMover<'n> {
    unseen: Unseen<'n>,
    revealed: RevealingReader<'n>,
}

impl Visitor for NewToMover<'_> {
    fn memory(&mut self, memory: &MemoryRef) {
        self.unseen.memory(memory);
        self.revealed.memory(memory);
    }

    fn zone(&mut self, zone: &ZoneRef, read: ZoneRead) {
        self.unseen.zone(zone, read);
        self.revealed.zone(zone, read);
    }

    fn begin_where(&mut self, from: &Node<Set>) {
        self.unseen.begin_where(from);
    }

    fn end_where(&mut self) {
        self.unseen.end_where();
    }

    fn begin_chosen(&mut self, cond: &Node<Truth>) {
        self.unseen.begin_chosen(cond);
    }

    fn end_chosen(&mut self) {
        self.unseen.end_chosen();
    }

    fn form(&mut self, reads: FormReads) {
        self.revealed.form(reads);
    }

    fn script(&mut self, script: ScriptId) {
        self.unseen.script(script);
        self.revealed.script(script);
    }
}
