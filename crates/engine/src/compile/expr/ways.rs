//! Compiles straight ways at every anchor at once: their points, and whether they reach a point of a set.

use crate::compile::expr::conditions::RowCondition;
use crate::compile::expr::{Compiled, ExprCompiler, NotVectorizable, Offset, PlaceForm};
use crate::compile::value_graph::{MaskNode, NumNode};
use linstock_model::visit::Walk;
use linstock_model::{Dir, Dirs, Headings, Node, Set, Truth};

/// A direction, and the condition under which it counts; without a condition it always counts.
pub(crate) type MeantHeading = (Dir, Option<NumNode>);

impl<'m> ExprCompiler<'m, '_> {
    /// Compiles directions; leaves out directions that never count.
    pub(crate) fn headings(&mut self, headings: &'m Headings) -> Compiled<Vec<MeantHeading>> {
        let truths = match headings {
            Headings::Known(dirs) => {
                let dirs = dirs[self.me.index()];
                return Ok(dirs.iter().map(|dir| (dir, None)).collect());
            }
            Headings::Such(truths) => truths,
        };
        let mut meant = Vec::new();
        for (dir, truth) in (0u8..).map(Dir::at).zip(truths) {
            if self.is_anchored(|v| truth.walk(v)) {
                return Err(NotVectorizable);
            }
            let truth = self.truth_once(truth)?;
            match self.graph.known(truth) {
                Some(0) => {}
                Some(_) => meant.push((dir, None)),
                None => meant.push((dir, Some(truth))),
            }
        }
        Ok(meant)
    }

    /// Returns the points of ways from some points, in the directions that count.
    pub(crate) fn along_such(
        &mut self,
        from: MaskNode,
        headings: &[MeantHeading],
        steps: (u16, u16),
        through: Option<MaskNode>,
    ) -> Compiled<MaskNode> {
        let sure = headings.iter().filter(|(_, open)| open.is_none());
        let mut all = self.along(from, sure.map(|(dir, _)| *dir).collect(), steps, through)?;
        for (dir, open) in headings {
            let Some(open) = open else { continue };
            let ways = self.along(from, Dirs::only(*dir), steps, through)?;
            let gate = self.graph.gate(*open);
            let ways = self.graph.and(gate, ways);
            all = self.graph.or(all, ways);
        }
        Ok(all)
    }

    /// Returns the directions that may count.
    pub(crate) fn leading(&mut self, headings: &'m Headings) -> Compiled<Vec<Dir>> {
        match headings {
            Headings::Such(truths) if self.decides_by_anchor(truths) => {
                let dirs = (0u8..).map(Dir::at).zip(truths);
                let may = dirs.filter(|(_, truth)| !matches!(truth.kind, Truth::Fixed(false)));
                Ok(may.map(|(dir, _)| dir).collect())
            }
            _ => {
                let known = self.headings(headings)?.into_iter();
                Ok(known.map(|(dir, _)| dir).collect())
            }
        }
    }

    fn decides_by_anchor(&self, truths: &'m [Node<Truth>]) -> bool {
        self.is_anchored(|v| truths.iter().for_each(|truth| truth.walk(v)))
    }

    /// As `led_from`, but the directions that count may depend on the anchor.
    pub(super) fn led_as_meant(
        &mut self,
        from: &'m Node<Set>,
        way: RowCondition<'m>,
        headings: &'m Headings,
    ) -> Compiled<MaskNode> {
        let truths = match headings {
            Headings::Such(truths) if self.decides_by_anchor(truths) => truths,
            _ => {
                let known = self.headings(headings)?;
                return self.led_from(from, way, &known);
            }
        };
        let mut anchors = self.graph.nothing();
        for (dir, truth) in (0u8..).map(Dir::at).zip(truths) {
            let meant = self.truth_mask(truth)?;
            if !self.graph.is_nothing(meant) {
                let led = self.led_from(from, way, &[(dir, None)])?;
                let led = self.graph.and(meant, led);
                anchors = self.graph.or(anchors, led);
            }
        }
        Ok(anchors)
    }

    /// Returns the anchors from which a point lies on a straight way from a point of a set.
    pub(super) fn led_from(
        &mut self,
        from: &'m Node<Set>,
        way: RowCondition<'m>,
        headings: &[MeantHeading],
    ) -> Compiled<MaskNode> {
        self.led_on_from(from, |this, start| this.led_to(start, way, headings))
    }

    /// Returns the anchors at which `lead` holds from some point of a set.
    pub(super) fn led_on_from(
        &mut self,
        from: &'m Node<Set>,
        mut lead: impl FnMut(&mut Self, Offset) -> Compiled<MaskNode>,
    ) -> Compiled<MaskNode> {
        if let Set::At(place) = from.kind
            && let PlaceForm::Anchored(start) = self.place(place)
        {
            return lead(self, start);
        }
        let starts = self.offsets(from).ok_or(NotVectorizable)?;
        let mut anchors = self.graph.nothing();
        for start in starts {
            let led = lead(self, start)?;
            if self.graph.is_nothing(led) {
                continue;
            }
            let begun = self.member(start, from)?;
            let both = self.graph.and(begun, led);
            anchors = self.graph.or(anchors, both);
        }
        Ok(anchors)
    }

    /// Returns the anchors from which a point lies on a straight way from another.
    fn led_to(
        &mut self,
        start: Offset,
        way: RowCondition<'m>,
        headings: &[MeantHeading],
    ) -> Compiled<MaskNode> {
        let mut anchors = self.graph.nothing();
        for (dir, open) in headings {
            let mut led = self.straight(start, way, *dir)?;
            if let Some(open) = open {
                let gate = self.graph.gate(*open);
                led = self.graph.and(gate, led);
            }
            anchors = self.graph.or(anchors, led);
        }
        Ok(anchors)
    }

    /// Returns the anchors at which a set that moves with the anchor has a point.
    pub(super) fn some_mask(&mut self, set: &'m Node<Set>) -> Compiled<MaskNode> {
        let everything = self.graph.everything();
        if let Ok(anchors) = self.meeting(set, everything) {
            return Ok(anchors);
        }
        let offsets = self.offsets(set).ok_or(NotVectorizable)?;
        let mut anchors = self.graph.nothing();
        for offset in offsets {
            let here = self.member(offset, set)?;
            anchors = self.graph.or(anchors, here);
        }
        Ok(anchors)
    }

    /// Returns the anchors at which a set has a point in `there`, which does not move with the anchor: follows ways back
    /// from there.
    fn meeting(&mut self, set: &'m Node<Set>, there: MaskNode) -> Compiled<MaskNode> {
        if !self.is_anchored(|v| set.walk(v)) {
            let points = self.set(set)?;
            let both = self.graph.and(points, there);
            let any = self.graph.any(both);
            return Ok(self.graph.gate(any));
        }
        match &set.kind {
            Set::At(place) => match self.place(*place) {
                PlaceForm::Anchored(offset) => Ok(self.graph.shift(there, -offset)),
                PlaceForm::Fixed(_) | PlaceForm::Now(_) => Err(NotVectorizable),
            },
            Set::Along {
                from,
                dirs,
                least,
                most,
                through,
            } => {
                let through = match through {
                    Some(through) => Some(self.unmoved(through)?),
                    None => None,
                };
                let back = self.back(dirs)?;
                let starts = self.along_such(there, &back, (*least, *most), through)?;
                self.meeting(from, starts)
            }
            Set::NextTo(of) => {
                let starts = self.next_to(there)?;
                self.meeting(of, starts)
            }
            Set::And(all) => self.meeting_all(all, there),
            Set::Except(from, without) => {
                let without = self.unmoved(without)?;
                let there = self.graph.and_not(there, without);
                self.meeting(from, there)
            }
            Set::Or(all) => {
                let mut anchors = self.graph.nothing();
                for part in all {
                    let part = self.meeting(part, there)?;
                    anchors = self.graph.or(anchors, part);
                }
                Ok(anchors)
            }
            Set::If(cond, then, otherwise) => {
                let cond = self.truth_mask(cond)?;
                let then = self.meeting(then, there)?;
                let otherwise = self.meeting(otherwise, there)?;
                let (a, b) = (
                    self.graph.and(cond, then),
                    self.graph.and_not(otherwise, cond),
                );
                Ok(self.graph.or(a, b))
            }
            _ => Err(NotVectorizable),
        }
    }

    /// As `meeting`, for an intersection of sets of which one moves with the anchor.
    fn meeting_all(&mut self, all: &'m [Node<Set>], there: MaskNode) -> Compiled<MaskNode> {
        let (moved, unmoved): (Vec<_>, Vec<_>) = all
            .iter()
            .partition(|part| self.is_anchored(|v| part.walk(v)));
        let [moved] = moved.as_slice() else {
            return Err(NotVectorizable);
        };
        let mut there = there;
        for part in unmoved {
            let part = self.set(part)?;
            there = self.graph.and(there, part);
        }
        self.meeting(moved, there)
    }

    /// Compiles a set, if it does not move with the anchor.
    fn unmoved(&mut self, set: &'m Node<Set>) -> Compiled<MaskNode> {
        if self.is_anchored(|v| set.walk(v)) {
            return Err(NotVectorizable);
        }
        self.set(set)
    }

    /// Compiles the opposite directions.
    fn back(&mut self, headings: &'m Headings) -> Compiled<Vec<MeantHeading>> {
        let headings = self.headings(headings)?.into_iter();
        let back = headings.map(|(dir, open)| Some((self.topology().opposite(dir)?, open)));
        back.collect::<Option<_>>().ok_or(NotVectorizable)
    }
}
