//! Compiles a condition at every anchor at once: returns the mask of the anchors at which it holds. `some enemy at 2
//! north of here` becomes the mask of the enemies, shifted two steps to the south.

use crate::compile::expr::amounts::of_place;
use crate::compile::expr::{
    Bind, Compiled, ExprCompiler, Lead, NotVectorizable, Offset, PlaceForm, on_line,
};
use crate::compile::value_graph::MaskNode;
use linstock_model::visit::Walk;
use linstock_model::{
    Comparison, Dir, FormationRef, Member, Node, Place, Point, PointSet, Set, Truth,
};

impl<'m> ExprCompiler<'m, '_> {
    /// Returns the anchors from which the point at `offset` is in the set.
    #[allow(
        clippy::too_many_lines,
        reason = "one flat match, an arm for each form"
    )]
    pub(crate) fn member(&mut self, offset: Offset, set: &'m Node<Set>) -> Compiled<MaskNode> {
        self.affordable()?;
        let reads = self.reads_of_set(set);
        if !self.moves_with_anchor(&reads) {
            let points = self.set(set)?;
            return Ok(self.graph.shift(points, -offset));
        }
        match &set.kind {
            Set::And(all) => self.members(all, offset, true),
            Set::Or(all) => self.members(all, offset, false),
            Set::Except(from, without) => {
                let (from, without) = (self.member(offset, from)?, self.member(offset, without)?);
                Ok(self.graph.and_not(from, without))
            }
            Set::Reached(_) | Set::Script(..) => Err(NotVectorizable),
            Set::Where(of, cond) => {
                let of = self.member(offset, of)?;
                let before = (
                    self.it.replace(offset),
                    self.it_at.take(),
                    self.among.take(),
                );
                let holds = self.where_asked(of, |e| e.truth_mask(cond));
                (self.it, self.it_at, self.among) = before;
                let holds = holds?;
                Ok(self.graph.and(of, holds))
            }
            Set::Region(sets, row) => {
                let Member::RowAt(_, rows, place) = &row.kind else {
                    return Err(NotVectorizable);
                };
                self.same_row(offset, sets, (rows, *place))
            }
            Set::If(cond, then, otherwise) => {
                let cond = self.truth_mask(cond)?;
                let not = self.graph.not(cond);
                let then = self.where_asked(cond, |e| e.member(offset, then))?;
                let otherwise = self.where_asked(not, |e| e.member(offset, otherwise))?;
                let (a, b) = (
                    self.graph.and(cond, then),
                    self.graph.and_not(otherwise, cond),
                );
                Ok(self.graph.or(a, b))
            }
            Set::At(place) => match self.place(*place) {
                PlaceForm::Anchored(other) => Ok(self.on_board(other == offset, offset)),
                PlaceForm::Fixed(_) | PlaceForm::Now(_) => Err(NotVectorizable),
            },
            Set::Line(line) => {
                let way = RowCondition {
                    offset,
                    least: 0,
                    most: i32::from(self.length(line.line)) - 1,
                    through: None,
                };
                self.on_formation(*line, 0, way)
            }
            Set::Along {
                from,
                dirs,
                least,
                most,
                through,
            } => {
                let way = RowCondition {
                    offset,
                    least: i32::from(*least),
                    most: i32::from(*most),
                    through: through.as_deref(),
                };
                self.led_as_meant(from, way, dirs)
            }
            Set::Ahead {
                line,
                least,
                most,
                through,
            } => {
                let way = RowCondition {
                    offset,
                    least: i32::from(*least),
                    most: i32::from(*most),
                    through: through.as_deref(),
                };
                self.on_formation(*line, self.length(line.line) - 1, way)
            }
            Set::NextTo(of) => self.led_on_from(of, |this, start| this.one_step(start, offset)),
            _ => Err(NotVectorizable),
        }
    }

    /// Returns the anchors from which one step leads from a point to the point at `offset`.
    fn one_step(&mut self, start: Offset, offset: Offset) -> Compiled<MaskNode> {
        let by = offset - start;
        let steps = self.graph.steps();
        let mut anchors = match steps.into_iter().find(|(step, _)| *step == by) {
            Some((_, to)) => {
                let to = self.graph.constant(to);
                self.graph.shift(to, -offset)
            }
            None => self.graph.nothing(),
        };
        let Some(board) = self.board() else {
            return Ok(anchors);
        };
        for link in self.links()? {
            let ([a, b], open) = (link.ends, link.open);
            for (from, to) in [(a, b), (b, a)] {
                let (from, to) = (Point(from), Point(to));
                if board.topology.between(from, to) == Some(by)
                    && let Some(anchor) = board.topology.moved(from, -start)
                {
                    let anchor = self.graph.num(i64::from(anchor.0));
                    let (anchor, gate) = (self.graph.bit(anchor), self.graph.gate(open));
                    let anchor = self.graph.and(anchor, gate);
                    anchors = self.graph.or(anchors, anchor);
                }
            }
        }
        Ok(anchors)
    }

    /// Returns the anchors from which the point at `offset` belongs to the row in which a place lies.
    fn same_row(
        &mut self,
        offset: Offset,
        sets: &[PointSet],
        (rows, place): (&[Option<u8>], Place),
    ) -> Compiled<MaskNode> {
        let PlaceForm::Anchored(from) = self.place(place) else {
            return Err(NotVectorizable);
        };
        let mut anchors = self.graph.nothing();
        for (row, lying) in self.points_by_row(rows) {
            let Some(points) = row.and_then(|row| sets.get(usize::from(row))) else {
                continue;
            };
            let (here, there) = (self.graph.constant(lying), self.words(points));
            let (here, there) = (self.graph.shift(here, -from), self.graph.constant(there));
            let there = self.graph.shift(there, -offset);
            let both = self.graph.and(here, there);
            anchors = self.graph.or(anchors, both);
        }
        Ok(anchors)
    }

    /// Compiles an expression that is needed only at some anchors.
    pub(super) fn where_asked<T>(
        &mut self,
        here: MaskNode,
        compile: impl FnOnce(&mut Self) -> Compiled<T>,
    ) -> Compiled<T> {
        let before = self.asked;
        self.asked = before.map(|asked| self.graph.and(asked, here));
        let compiled = compile(self);
        self.asked = before;
        compiled
    }

    fn members(&mut self, all: &'m [Node<Set>], offset: Offset, both: bool) -> Compiled<MaskNode> {
        let mut anchors = if both {
            self.graph.everything()
        } else {
            self.graph.nothing()
        };
        for part in all {
            let part = self.member(offset, part)?;
            anchors = if both {
                self.graph.and(anchors, part)
            } else {
                self.graph.or(anchors, part)
            };
            if both && self.graph.is_nothing(anchors) {
                break;
            }
        }
        Ok(anchors)
    }

    /// Returns the anchors from which the point at `offset` is on the board, if `holds`; otherwise none.
    pub(crate) fn on_board(&mut self, holds: bool, offset: Offset) -> MaskNode {
        if !holds {
            return self.graph.nothing();
        }
        let everything = self.graph.everything();
        self.graph.shift(everything, -offset)
    }

    /// Returns the anchors from which a point lies on the line of a formation, counted from one of the formation's points.
    fn on_formation(
        &mut self,
        line: FormationRef,
        step: i16,
        way: RowCondition<'m>,
    ) -> Compiled<MaskNode> {
        let place = self.place(on_line(line, step));
        match (place, self.bind(line.arg)) {
            (PlaceForm::Anchored(start), Some(Bind::Line(_, dir))) => {
                self.straight(start, way, dir)
            }
            _ => Err(NotVectorizable),
        }
    }

    /// Returns the anchors from which a point lies on a straight way from another.
    pub(super) fn straight(
        &mut self,
        start: Offset,
        way: RowCondition<'m>,
        dir: Dir,
    ) -> Compiled<MaskNode> {
        let (counts, way_by) = (way.least..=way.most, way.offset - start);
        if let Some(step) = self.times(dir, 1) {
            return match way_by.in_steps(step) {
                Some(steps) if counts.contains(&steps) => {
                    self.straight_to((way_by, None), Straight { start, dir, steps }, way)
                }
                _ => Ok(self.graph.nothing()),
            };
        }
        let mut anchors = self.graph.nothing();
        for steps in counts {
            let mut ends = self.leads(dir, steps).into_iter();
            if let Some(end) = ends.find(|(by, _)| *by == way_by) {
                let open = self.straight_to(end, Straight { start, dir, steps }, way)?;
                anchors = self.graph.or(anchors, open);
            }
        }
        Ok(anchors)
    }

    /// Returns the anchors from which a straight way is open.
    fn straight_to(
        &mut self,
        end: Lead,
        straight: Straight,
        way: RowCondition<'m>,
    ) -> Compiled<MaskNode> {
        let begun = self.on_board(true, straight.start);
        let ended = self.led(way.offset, end);
        let mut open = self.graph.and(begun, ended);
        if let Some(through) = way.through {
            for steps in 1..straight.steps {
                let between = self.passed(Straight { steps, ..straight }, through)?;
                open = self.graph.and(open, between);
            }
        }
        Ok(open)
    }

    /// Returns the anchors from which a translation leads to the point at an offset.
    fn led(&mut self, offset: Offset, (_, to): Lead) -> MaskNode {
        let to = match to {
            Some(to) => self.graph.constant(to.to_vec()),
            None => self.graph.everything(),
        };
        self.graph.shift(to, -offset)
    }

    /// Returns the anchors from which the point at the end of the steps lies in a set.
    fn passed(&mut self, straight: Straight, set: &'m Node<Set>) -> Compiled<MaskNode> {
        let Straight { start, dir, steps } = straight;
        let mut anchors = self.graph.nothing();
        for lead in self.leads(dir, steps) {
            let offset = start + lead.0;
            let inside = self.member(offset, set)?;
            let inside = match lead.1 {
                Some(_) => {
                    let led = self.led(offset, lead);
                    self.graph.and(led, inside)
                }
                None => inside,
            };
            anchors = self.graph.or(anchors, inside);
        }
        Ok(anchors)
    }

    /// Compiles an expression that does not move with the anchor; it is needed if any anchor needs it.
    pub(crate) fn wherever_asked<T>(
        &mut self,
        compile: impl FnOnce(&mut Self) -> Compiled<T>,
    ) -> Compiled<T> {
        let before = self.taken;
        if let Some(asked) = self.asked {
            let some = self.graph.any(asked);
            self.taken = Some(self.both_taken(some));
        }
        let compiled = compile(self);
        self.taken = before;
        compiled
    }

    /// Returns the anchors at which a condition holds.
    pub(crate) fn truth_mask(&mut self, truth: &'m Node<Truth>) -> Compiled<MaskNode> {
        let reads = self.reads(truth);
        if !self.moves_with_anchor(&reads) {
            let truth = self.wherever_asked(|e| e.truth_once(truth));
            return truth.map(|truth| self.graph.gate(truth));
        }
        self.mask_once(truth, &reads)
    }

    /// Returns the anchors at which a condition that moves with the anchor holds.
    pub(super) fn anchored_truth(&mut self, truth: &'m Node<Truth>) -> Compiled<MaskNode> {
        match &truth.kind {
            Truth::And(all) => {
                let mut anchors = self.graph.everything();
                for part in all {
                    let part = self.where_asked(anchors, |e| e.truth_mask(part));
                    anchors = self.graph.and(anchors, part?);
                    // The other conditions are not needed.
                    if self.graph.is_nothing(anchors) {
                        break;
                    }
                }
                Ok(anchors)
            }
            Truth::Or(all) => {
                let mut anchors = self.graph.nothing();
                let before = self.asked;
                for part in all {
                    self.asked = before.map(|asked| self.graph.and_not(asked, anchors));
                    let part = self.truth_mask(part);
                    self.asked = before;
                    anchors = self.graph.or(anchors, part?);
                }
                Ok(anchors)
            }
            Truth::Not(inner) => {
                let inner = self.truth_mask(inner)?;
                Ok(self.graph.not(inner))
            }
            Truth::Some(set) => self.some_mask(set),
            Truth::In(place, set) => match self.place(*place) {
                PlaceForm::Anchored(offset) => self.member(offset, set),
                PlaceForm::Fixed(_) | PlaceForm::Now(_) => Err(NotVectorizable),
            },
            Truth::LineIn(line, set) => {
                let mut anchors = self.graph.everything();
                for step in 0..self.length(line.line) {
                    let PlaceForm::Anchored(offset) = self.place(on_line(*line, step)) else {
                        return Err(NotVectorizable);
                    };
                    let part = self.member(offset, set)?;
                    anchors = self.graph.and(anchors, part);
                }
                Ok(anchors)
            }
            Truth::Compare(how, a, b) => match self.compared(*how, &a.kind, &b.kind) {
                Ok(anchors) => Ok(anchors),
                Err(NotVectorizable) => self.row_by_row(truth),
            },
            Truth::SameMember(a, b) => match (&a.kind, &b.kind) {
                (Member::Memory(memory), other) | (other, Member::Memory(memory))
                    if of_place(memory) && !self.is_anchored(|v| other.walk(v)) =>
                {
                    let number = self.item(other)?;
                    self.held(memory, (Comparison::Equal, false), number)
                }
                _ => self.row_by_row(truth),
            },
            _ => self.row_by_row(truth),
        }
    }
}

/// A number of steps in a direction.
#[derive(Clone, Copy)]
struct Straight {
    start: Offset,
    dir: Dir,
    steps: i32,
}

/// A straight way, and the offset of a point that must lie on it.
#[derive(Clone, Copy)]
pub(super) struct RowCondition<'e> {
    pub(super) offset: Offset,
    pub(super) least: i32,
    pub(super) most: i32,
    pub(super) through: Option<&'e Node<Set>>,
}
