//! A walk over everything that statements and expressions read.

use crate::{
    Arg, ArgId, Ask, Asked, Cargo, Domain, FormReads, Head, Headings, ListId, Member, MemberSet,
    MemoryRef, Model, MoveRule, Node, Num, Owner, Place, Placement, ScriptId, Sentence, Set,
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

/// Walks a block of statements.
pub fn walk_block(v: &mut impl Visitor, body: &[Stmt]) {
    for stmt in body {
        if v.enters(stmt) {
            walk_stmt(v, stmt);
        }
    }
}

/// Walks all expressions outside statements: heads of moves, formations, links, scores, lines for people.
pub fn walk_what_stands(v: &mut impl Visitor, model: &Model) {
    model.moves.iter().for_each(|mv| walk_move(v, mv));
    model
        .lines
        .iter()
        .for_each(|line| walk_set(v, &line.points));
    if let Some(board) = &model.board {
        let links = board.links.iter().filter_map(|link| link.when.as_ref());
        links.for_each(|when| walk_truth(v, when));
        let shows = board.picture.shows.iter();
        shows.for_each(|shown| walk_set(v, &shown.points));
    }
    model.score.iter().for_each(|s| walk_num(v, &s.kind));
    model.statuses.iter().for_each(|line| walk_line(v, line));
}

/// Walks a move without its statements.
pub fn walk_move(v: &mut impl Visitor, mv: &MoveRule) {
    for head in &mv.heads {
        if let Head::When(cond) = head {
            walk_truth(v, cond);
        }
    }
    mv.args.iter().for_each(|arg| walk_arg(v, arg));
    mv.text.iter().for_each(|part| walk_text(v, part));
    mv.weigh.iter().for_each(|w| walk_num(v, &w.kind));
    mv.leaves.iter().for_each(|l| walk_truth(v, &l.cond));
    mv.warnings.iter().for_each(|line| walk_line(v, line));
}

/// Walks a line for people: its text and its condition.
pub fn walk_line(v: &mut impl Visitor, line: &StatusLine) {
    line.text.iter().for_each(|part| walk_text(v, part));
    line.when.iter().for_each(|when| walk_truth(v, when));
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

fn walk_ask(v: &mut impl Visitor, ask: &Ask) {
    let question = ask.question.iter().flat_map(|question| &question.text);
    question.for_each(|part| walk_text(v, part));
    ask.items
        .iter()
        .flat_map(|i| &i.cond)
        .for_each(|c| walk_truth(v, c));
}

fn walk_stmt(v: &mut impl Visitor, stmt: &Stmt) {
    match &stmt.kind {
        StmtKind::Move(from, to) => {
            walk_place(v, from.kind);
            walk_place(v, to.kind);
        }
        StmtKind::Take(_, set, to) => {
            walk_set(v, set);
            to.iter()
                .for_each(|zone| walk_zone(v, zone, ZoneRead::Contents));
        }
        StmtKind::Put(_, seat, set, from) => {
            seat.iter().for_each(|seat| walk_member(v, &seat.kind));
            walk_set(v, set);
            from.iter()
                .for_each(|zone| walk_zone(v, zone, ZoneRead::Contents));
        }
        StmtKind::Transfer(cargo, from, to) => {
            match cargo {
                Cargo::All => {}
                Cargo::Copies(item, number) => {
                    walk_member(v, &item.kind);
                    walk_num(v, &number.kind);
                }
                Cargo::Multiset(arg) => v.arg(*arg),
            }
            walk_zone(v, from, ZoneRead::Contents);
            walk_zone(v, to, ZoneRead::Contents);
        }
        StmtKind::Remember(memory, value) => {
            memory.of.iter().for_each(|s| walk_member(v, &s.kind));
            walk_value(v, value);
        }
        StmtKind::Forget(memory) => memory.of.iter().for_each(|s| walk_member(v, &s.kind)),
        StmtKind::Script(_, values) => values.iter().for_each(|value| walk_value(v, value)),
        StmtKind::If(cond, then, otherwise) => {
            walk_truth(v, cond);
            walk_block(v, then);
            walk_block(v, otherwise);
        }
        StmtKind::Repeat(times, body) => {
            times.iter().for_each(|t| walk_num(v, &t.kind));
            walk_block(v, body);
        }
        StmtKind::Each {
            from, filter, body, ..
        } => {
            walk_member(v, &from.kind);
            filter.iter().for_each(|f| walk_truth(v, f));
            walk_block(v, body);
        }
        StmtKind::Ask(ask) => {
            match &ask.who {
                Asked::One(who) => walk_member(v, &who.kind),
                Asked::Together(seats) => walk_members(v, seats),
                Asked::Me | Asked::Chance => {}
            }
            walk_ask(v, ask);
            walk_block(v, &ask.otherwise);
        }
        StmtKind::Phase(_, body) => walk_block(v, body),
        StmtKind::End(ending) => {
            ending.winners.iter().for_each(|w| walk_members(v, w));
            ending.said.iter().for_each(|part| walk_text(v, part));
        }
        StmtKind::Lay(Placement::Part(part)) => {
            walk_member(v, &part.which.kind);
            walk_num(v, &part.turned.kind);
            walk_set(v, &part.at);
        }
        StmtKind::Must(cond, _) => walk_truth(v, cond),
        StmtKind::Lay(Placement::Whole(_)) | StmtKind::Leave(_) => {}
    }
}

/// Walks the domain of an argument, and its filter.
pub fn walk_arg(v: &mut impl Visitor, arg: &Arg) {
    walk_domain(v, &arg.domain);
    arg.filter.iter().for_each(|f| walk_truth(v, f));
    walk_reason(v, arg.reason.as_ref());
}

/// Walks the domain of an argument.
pub fn walk_domain(v: &mut impl Visitor, domain: &Domain) {
    match domain {
        Domain::Points(set) => walk_set(v, set),
        Domain::Numbers(least, most) => {
            walk_num(v, &least.kind);
            walk_num(v, &most.kind);
        }
        Domain::Members(_, items) => walk_members(v, items),
        Domain::Zone(zone) => walk_zone(v, zone, ZoneRead::Contents),
        Domain::Multiset(number, zone) => {
            walk_num(v, &number.kind);
            walk_zone(v, zone, ZoneRead::Contents);
        }
        Domain::Line(_) | Domain::Inherited(_) => {}
    }
}

fn walk_reason(v: &mut impl Visitor, reason: Option<&Sentence>) {
    let parts = reason.filter(|_| v.goes_into_reasons()).into_iter();
    parts
        .flat_map(|parts| parts.iter())
        .for_each(|part| walk_text(v, part));
}

/// Walks a part of a move's text.
pub fn walk_text(v: &mut impl Visitor, part: &TextPart) {
    match part {
        TextPart::Literal(_) => {}
        TextPart::Place(place) => walk_place(v, *place),
        TextPart::Num(n) => walk_num(v, n),
        TextPart::Member(_, item) => walk_member(v, item),
        TextPart::Multiset(arg, _) => v.arg(*arg),
    }
}

/// Walks a value.
pub fn walk_value(v: &mut impl Visitor, value: &ValueExpr) {
    match value {
        ValueExpr::Num(n) => walk_num(v, &n.kind),
        ValueExpr::Truth(t) => walk_truth(v, t),
        ValueExpr::Member(_, item) => walk_member(v, &item.kind),
        ValueExpr::Set(s) => walk_set(v, s),
        ValueExpr::Place(p) => walk_place(v, p.kind),
        ValueExpr::Kind(_) => {}
    }
}

fn walk_place(v: &mut impl Visitor, place: Place) {
    match place {
        Place::Arg(arg) => v.arg(arg),
        Place::OnLine(line, _) => v.arg(line.arg),
        Place::It => v.it(),
        Place::Kept(memory) => v.memory(&MemoryRef { memory, of: None }),
        Place::Fixed(_) => {}
    }
}

/// Walks a set of points.
pub fn walk_set(v: &mut impl Visitor, set: &Node<Set>) {
    v.set(set);
    v.form(set.kind.reads());
    walk_reason(v, set.reason.as_ref());
    match &set.kind {
        Set::Region(_, seat) | Set::Pieces(_, Owner::Of(seat)) => walk_member(v, &seat.kind),
        Set::And(all) | Set::Or(all) => all.iter().for_each(|s| walk_set(v, s)),
        Set::Except(a, b) => {
            walk_set(v, a);
            walk_set(v, b);
        }
        Set::At(place) => walk_place(v, *place),
        Set::Line(line) => v.arg(line.arg),
        Set::Along {
            from,
            dirs,
            through,
            ..
        } => {
            walk_set(v, from);
            if let Headings::Such(truths) = dirs {
                truths.iter().for_each(|truth| walk_truth(v, truth));
            }
            through.iter().for_each(|t| walk_set(v, t));
        }
        Set::Ahead { line, through, .. } => {
            v.arg(line.arg);
            through.iter().for_each(|t| walk_set(v, t));
        }
        Set::NextTo(of) | Set::Edge(of) => walk_set(v, of),
        Set::Reached(reach) => {
            walk_set(v, &reach.from);
            walk_set(v, &reach.over);
            reach.within.iter().for_each(|n| walk_num(v, &n.kind));
            reach.free.iter().for_each(|s| walk_set(v, s));
        }
        Set::Memory(memory) => walk_memory(v, memory),
        Set::If(cond, then, otherwise) => {
            walk_truth(v, cond);
            walk_set(v, then);
            walk_set(v, otherwise);
        }
        Set::Where(of, cond) => {
            walk_set(v, of);
            v.begin_where(of);
            walk_truth(v, cond);
            v.end_where();
        }
        Set::Script(script, values) => {
            v.script(*script);
            values.iter().for_each(|value| walk_value(v, value));
        }
        Set::Fixed(_) | Set::Pieces(..) | Set::Empty => {}
    }
}

/// Walks a truth.
pub fn walk_truth(v: &mut impl Visitor, truth: &Node<Truth>) {
    v.truth(truth);
    v.form(truth.kind.reads());
    let reason = truth.reason.as_ref();
    walk_reason(v, reason.filter(|_| v.goes_into_reason_of(truth)));
    match &truth.kind {
        Truth::And(all) | Truth::Or(all) => all.iter().for_each(|t| walk_truth(v, t)),
        Truth::Not(inner) => walk_truth(v, inner),
        Truth::Some(set) | Truth::Joined(set) => walk_set(v, set),
        Truth::In(place, set) => {
            walk_place(v, *place);
            walk_set(v, set);
        }
        Truth::LineIn(line, set) => {
            v.arg(line.arg);
            walk_set(v, set);
        }
        Truth::SameSet(a, b) => {
            walk_set(v, a);
            walk_set(v, b);
        }
        Truth::Compare(_, a, b) => {
            walk_num(v, &a.kind);
            walk_num(v, &b.kind);
        }
        Truth::SameMember(a, b) => {
            walk_member(v, &a.kind);
            walk_member(v, &b.kind);
        }
        Truth::Script(script, values) => {
            v.script(*script);
            values.iter().for_each(|value| walk_value(v, value));
        }
        Truth::Fixed(_) | Truth::SomeLine(_) | Truth::LastIs(_) | Truth::Seen(_) => {}
    }
}

/// Walks a number.
pub fn walk_num(v: &mut impl Visitor, num: &Num) {
    v.number(num);
    v.form(num.reads());
    match num {
        Num::Count(set) | Num::First(set) => walk_set(v, set),
        Num::Memory(memory) => walk_memory(v, memory),
        Num::Arg(arg) => v.arg(*arg),
        Num::Drawn(arg, _, item) => {
            v.arg(*arg);
            walk_member(v, &item.kind);
        }
        Num::Copies(item, zone) => {
            walk_member(v, &item.kind);
            walk_zone(v, zone, ZoneRead::Contents);
        }
        Num::Size(zone) => walk_zone(v, zone, ZoneRead::Size),
        Num::Field(_, item) => walk_member(v, &item.kind),
        Num::Element(_, number) => walk_num(v, &number.kind),
        Num::Sum(_, a, b) => {
            walk_num(v, &a.kind);
            walk_num(v, &b.kind);
        }
        Num::If(cond, then, otherwise) => {
            walk_truth(v, cond);
            v.begin_chosen(cond);
            walk_num(v, &then.kind);
            v.end_chosen();
            walk_num(v, &otherwise.kind);
        }
        Num::Script(script, values) => {
            v.script(*script);
            values.iter().for_each(|value| walk_value(v, value));
        }
        Num::Fixed(_) | Num::CountLines(_) => {}
    }
}

/// Walks a member of a finite domain.
pub fn walk_member(v: &mut impl Visitor, item: &Member) {
    v.member(item);
    v.form(item.reads());
    match item {
        Member::Memory(memory) => walk_memory(v, memory),
        Member::Next(of) => walk_member(v, &of.kind),
        Member::Arg(arg) => v.arg(*arg),
        Member::Owner(place) | Member::At(place) => walk_place(v, *place),
        Member::RowAt(list, rows, place) => {
            if v.row_at(*list, rows, *place) {
                walk_place(v, *place);
            }
        }
        Member::Field(_, _, of) => walk_member(v, &of.kind),
        Member::Over(of) => walk_set(v, of),
        Member::Pair(pair) => {
            walk_member(v, &pair.first.kind);
            walk_member(v, &pair.second.kind);
        }
        Member::First(truths) => truths.iter().for_each(|t| walk_truth(v, t)),
        Member::If(cond, then, otherwise) => {
            walk_truth(v, cond);
            walk_member(v, &then.kind);
            walk_member(v, &otherwise.kind);
        }
        Member::Script(script, values) => {
            v.script(*script);
            values.iter().for_each(|value| walk_value(v, value));
        }
        Member::Me | Member::None | Member::Fixed(_) => {}
    }
}

/// Walks a set of players or rows.
pub fn walk_members(v: &mut impl Visitor, items: &Node<MemberSet>) {
    items.kind.0.iter().for_each(|t| walk_truth(v, t));
}

fn walk_zone(v: &mut impl Visitor, zone: &ZoneRef, read: ZoneRead) {
    v.zone(zone, read);
    zone.of.iter().for_each(|of| walk_member(v, &of.kind));
}

fn walk_memory(v: &mut impl Visitor, memory: &MemoryRef) {
    v.memory(memory);
    memory.of.iter().for_each(|s| walk_member(v, &s.kind));
}
