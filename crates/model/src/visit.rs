//! A walk over everything that statements and expressions read.

use crate::{
    Arg, ArgId, Ask, Asked, Axis, Cargo, Comparison, Dirs, Domain, DrawingId, Ending, FiniteDomain,
    FormReads, FormationId, FormationRef, Head, Headings, InheritedType, KindId, LayerId, ListId,
    Member, MemberPair, MemberSet, MemoryRef, Model, MoveRule, Node, Num, NumOp, Owner, PhaseId,
    PiecesTaken, Place, Placement, PlacementPart, PointSet, Reach, RuleId, ScriptId, Sentence, Set,
    StatusLine, Stmt, StmtKind, TextPart, Truth, ValueExpr, ZoneRef,
};

/// The part of a zone that a form reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ZoneRead {
    /// The contents.
    Contents,
    /// Only the number of elements.
    Size,
}

/// Receives the parts of an expression or statement. Each method does nothing by default.
pub trait Visitor {
    /// Called for each remembered value that is read.
    fn memory(&mut self, _memory: &MemoryRef) {}
    /// Called for each zone that is read.
    fn zone(&mut self, _zone: &ZoneRef, _read: ZoneRead) {}
    /// Called for each set of points.
    fn set(&mut self, _set: &Node<Set>) {}
    /// Called for each condition.
    fn truth(&mut self, _truth: &Node<Truth>) {}
    /// Called for each number.
    fn number(&mut self, _number: &Num) {}
    /// Called for each member: a player or a row.
    fn member(&mut self, _member: &Member) {}
    /// Called for each form that reads something in itself, beyond what the other methods report.
    fn form(&mut self, _reads: FormReads) {}
    /// Called for each script call.
    fn script(&mut self, _script: ScriptId) {}
    /// Called for each argument that is read.
    fn arg(&mut self, _arg: ArgId) {}
    /// Called for a member that is the row of a place; returns whether the walk visits the place.
    fn row_at(&mut self, _list: ListId, _rows: &[Option<u8>], _place: Place) -> bool {
        true
    }
    /// Called before the condition of a `where` over this set.
    fn begin_where(&mut self, _from: &Node<Set>) {}
    /// Called after the condition of a `where`.
    fn end_where(&mut self) {}
    /// Called before a number that is chosen if this condition holds.
    fn begin_chosen(&mut self, _cond: &Node<Truth>) {}
    /// Called after that number.
    fn end_chosen(&mut self) {}
    /// Called for the candidate of a `where`.
    fn it(&mut self) {}
    /// Returns whether the walk visits the reasons that the rules give in words; play never reads them.
    fn goes_into_reasons(&self) -> bool {
        false
    }

    /// Returns whether the walk visits the reason of a condition.
    fn goes_into_reason_of(&self, _truth: &Node<Truth>) -> bool {
        self.goes_into_reasons()
    }
    /// Returns whether the walk visits a statement.
    fn enters(&mut self, _stmt: &Stmt) -> bool {
        true
    }
}

/// Walks all expressions outside statements: heads of moves, formations, links, scores, lines for people.
pub fn walk_what_stands(v: &mut impl Visitor, model: &Model) {
    model.moves.iter().for_each(|mv| walk_move(v, mv));
    model.lines.iter().for_each(|line| line.points.walk(v));
    if let Some(board) = &model.board {
        let links = board.links.iter().filter_map(|link| link.when.as_ref());
        links.for_each(|when| when.walk(v));
        let shows = board.picture.shows.iter();
        shows.for_each(|shown| shown.points.walk(v));
    }
    model.score.iter().for_each(|s| s.walk(v));
    model.statuses.iter().for_each(|line| line.walk(v));
}

/// Walks a move without its statements.
pub fn walk_move(v: &mut impl Visitor, mv: &MoveRule) {
    for head in &mv.heads {
        if let Head::When(cond) = head {
            cond.walk(v);
        }
    }
    mv.args.iter().for_each(|arg| arg.walk(v));
    mv.text.iter().for_each(|part| part.walk(v));
    mv.weigh.iter().for_each(|w| w.walk(v));
    mv.leaves.iter().for_each(|l| l.cond.walk(v));
    mv.warnings.iter().for_each(|line| line.walk(v));
}

/// Walks an argument of a move.
pub fn walk_argument(v: &mut impl Visitor, arg: &Arg) {
    arg.walk(v);
}

/// Walks the expressions of decision points: questions, and the conditions of moves on offer.
pub(crate) fn walk_asks(v: &mut impl Visitor, body: &[Stmt]) {
    for stmt in body {
        if let StmtKind::Ask(ask) = &stmt.kind {
            walk_ask(v, ask);
        }
        stmt.blocks().for_each(|block| walk_asks(v, block));
    }
}

/// Walks the question and the offers of a decision point.
fn walk_ask(v: &mut impl Visitor, ask: &Ask) {
    let question = ask.question.iter().flat_map(|question| &question.text);
    question.for_each(|part| part.walk(v));
    ask.items.iter().for_each(|item| item.cond.walk(v));
}

fn walk_stmt(v: &mut impl Visitor, stmt: &Stmt) {
    match &stmt.kind {
        // A memory that a statement writes is not read, and a script that changes the position reads through its arguments.
        StmtKind::Remember(memory, value) => {
            memory.of.walk(v);
            value.walk(v);
        }
        StmtKind::Forget(memory) => memory.of.walk(v),
        StmtKind::Script(_, args) => args.walk(v),
        kind => kind.walk_operands(v),
    }
}

/// A part of the rules that can be walked.
pub trait Walk {
    /// Reports the part and everything that it consists of to the visitor.
    fn walk<V: Visitor>(&self, v: &mut V);
}

impl<T: Walk> Walk for Box<T> {
    fn walk<V: Visitor>(&self, v: &mut V) {
        (**self).walk(v);
    }
}

impl<T: Walk> Walk for Option<T> {
    fn walk<V: Visitor>(&self, v: &mut V) {
        self.iter().for_each(|part| part.walk(v));
    }
}

impl<T: Walk> Walk for Vec<T> {
    fn walk<V: Visitor>(&self, v: &mut V) {
        self.as_slice().walk(v);
    }
}

impl<T: Walk> Walk for [T] {
    fn walk<V: Visitor>(&self, v: &mut V) {
        self.iter().for_each(|part| part.walk(v));
    }
}

/// Operands that contain nothing to walk.
macro_rules! constants {
    ($($name:ty),*) => { $(
        impl Walk for $name {
            fn walk<V: Visitor>(&self, _v: &mut V) {}
        }
    )* };
}

constants! {
    Axis, bool, u8, u16, u32, i64, String, Comparison, Dirs, DrawingId, FiniteDomain, FormationId, KindId, LayerId, ListId, NumOp, PhaseId,
    PointSet, RuleId
}

/// Forms that are walked through their operands alone.
macro_rules! by_operands {
    ($($name:ty),*) => { $(
        impl Walk for $name {
            fn walk<V: Visitor>(&self, v: &mut V) {
                self.walk_operands(v);
            }
        }
    )* };
}

by_operands! { Asked, Cargo, Domain, Headings, InheritedType, Owner, PiecesTaken, Placement, TextPart, ValueExpr }

impl Walk for Stmt {
    fn walk<V: Visitor>(&self, v: &mut V) {
        if v.enters(self) {
            walk_stmt(v, self);
        }
    }
}

impl Walk for Node<Set> {
    fn walk<V: Visitor>(&self, v: &mut V) {
        v.set(self);
        walk_reason(v, self.reason.as_ref());
        self.kind.walk(v);
    }
}

impl Walk for Set {
    fn walk<V: Visitor>(&self, v: &mut V) {
        match self {
            Self::Where(of, cond) => {
                of.walk(v);
                v.begin_where(of);
                cond.walk(v);
                v.end_where();
            }
            set => set.walk_operands(v),
        }
    }
}

impl Walk for Node<Truth> {
    fn walk<V: Visitor>(&self, v: &mut V) {
        v.truth(self);
        walk_reason(
            v,
            self.reason.as_ref().filter(|_| v.goes_into_reason_of(self)),
        );
        self.kind.walk_operands(v);
    }
}

impl Walk for Node<Num> {
    fn walk<V: Visitor>(&self, v: &mut V) {
        self.kind.walk(v);
    }
}

impl Walk for Num {
    fn walk<V: Visitor>(&self, v: &mut V) {
        v.number(self);
        match self {
            Self::Size(zone) => walk_zone(v, zone, ZoneRead::Size),
            Self::If(cond, yes, no) => {
                cond.walk(v);
                v.begin_chosen(cond);
                yes.walk(v);
                v.end_chosen();
                no.walk(v);
            }
            num => num.walk_operands(v),
        }
    }
}

impl Walk for Node<Member> {
    fn walk<V: Visitor>(&self, v: &mut V) {
        self.kind.walk(v);
    }
}

impl Walk for Member {
    fn walk<V: Visitor>(&self, v: &mut V) {
        v.member(self);
        match self {
            Self::RowAt(list, rows, place) if !v.row_at(*list, rows, *place) => {}
            member => member.walk_operands(v),
        }
    }
}

impl Walk for Node<MemberSet> {
    fn walk<V: Visitor>(&self, v: &mut V) {
        self.kind.0.walk(v);
    }
}

impl Walk for MemberPair {
    fn walk<V: Visitor>(&self, v: &mut V) {
        self.first.walk(v);
        self.second.walk(v);
    }
}

impl Walk for Reach {
    fn walk<V: Visitor>(&self, v: &mut V) {
        self.from.walk(v);
        self.over.walk(v);
        self.within.walk(v);
        self.free.walk(v);
    }
}

impl Walk for Node<Place> {
    fn walk<V: Visitor>(&self, v: &mut V) {
        self.kind.walk(v);
    }
}

impl Walk for Place {
    fn walk<V: Visitor>(&self, v: &mut V) {
        match *self {
            Self::Arg(arg) => v.arg(arg),
            Self::OnLine(line, _) => v.arg(line.arg),
            Self::It => v.it(),
            Self::Kept(memory) => v.memory(&MemoryRef { memory, of: None }),
            Self::Fixed(_) => {}
        }
    }
}

impl Walk for FormationRef {
    fn walk<V: Visitor>(&self, v: &mut V) {
        v.arg(self.arg);
    }
}

impl Walk for ArgId {
    fn walk<V: Visitor>(&self, v: &mut V) {
        v.arg(*self);
    }
}

impl Walk for ScriptId {
    fn walk<V: Visitor>(&self, v: &mut V) {
        v.script(*self);
    }
}

impl Walk for MemoryRef {
    fn walk<V: Visitor>(&self, v: &mut V) {
        v.memory(self);
        self.of.walk(v);
    }
}

impl Walk for ZoneRef {
    fn walk<V: Visitor>(&self, v: &mut V) {
        walk_zone(v, self, ZoneRead::Contents);
    }
}

fn walk_zone(v: &mut impl Visitor, zone: &ZoneRef, read: ZoneRead) {
    v.zone(zone, read);
    zone.of.walk(v);
}

impl Walk for PlacementPart {
    fn walk<V: Visitor>(&self, v: &mut V) {
        self.which.walk(v);
        self.turned.walk(v);
        self.at.walk(v);
    }
}

impl Walk for Ask {
    fn walk<V: Visitor>(&self, v: &mut V) {
        self.who.walk(v);
        walk_ask(v, self);
        self.otherwise.walk(v);
    }
}

impl Walk for Ending {
    fn walk<V: Visitor>(&self, v: &mut V) {
        self.winners.walk(v);
        self.said.iter().for_each(|part| part.walk(v));
    }
}

impl Walk for Arg {
    fn walk<V: Visitor>(&self, v: &mut V) {
        self.domain.walk(v);
        self.filter.walk(v);
        walk_reason(v, self.reason.as_ref());
    }
}

impl Walk for StatusLine {
    fn walk<V: Visitor>(&self, v: &mut V) {
        self.text.walk(v);
        self.when.walk(v);
    }
}

fn walk_reason(v: &mut impl Visitor, reason: Option<&Sentence>) {
    let parts = reason.filter(|_| v.goes_into_reasons()).into_iter();
    parts
        .flat_map(|parts| parts.iter())
        .for_each(|part| part.walk(v));
}
