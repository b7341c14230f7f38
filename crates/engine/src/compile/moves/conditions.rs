//! Compiles the conditions of a way of binding, each to the set of anchors at which it holds.

use crate::compile::expr::{Bind, Compiled, ExprCompiler, MayFail, NotVectorizable, Offset};
use crate::compile::value_graph::MaskNode;
use linstock_model::visit::Walk;
use linstock_model::{
    ArgId, AskItem, Comparison, Domain, Head, MoveRule, Node, Num, Point, Set, TextPart, Truth,
    ZoneRef,
};

impl<'m> ExprCompiler<'m, '_> {
    /// Returns the conditions of the current way, each as the anchors at which it holds.
    pub(super) fn conditions(
        &mut self,
        mv: &'m MoveRule,
        item: &'m AskItem,
    ) -> Compiled<Vec<MaskNode>> {
        let mut conditions = Vec::new();
        if let Some(cond) = &item.cond {
            // Arguments in this condition belong to the move whose body contains the `ask`.
            let binds = std::mem::take(&mut self.binds);
            let holds = self.truth(cond);
            self.binds = binds;
            conditions.push(self.graph.gate(holds?));
        }
        for head in &mv.heads {
            match head {
                Head::When(cond) => {
                    let cond = self.guarded(cond, &conditions)?;
                    conditions.push(cond);
                }
                Head::Arg(arg) => {
                    let mut careful = MayFail::default();
                    mv.args[arg.index()].domain.walk(&mut careful);
                    let before = conditions.clone();
                    self.after(&before, careful, |e| e.domain(mv, *arg, &mut conditions))?;
                    if let Some(filter) = &mv.args[usize::from(arg.0)].filter {
                        let filter = self.guarded(filter, &conditions)?;
                        conditions.push(filter);
                    }
                }
            }
        }
        for part in &mv.text {
            // A point that the text names must be on the board.
            if let TextPart::Place(place) = part
                && let Some(offset) = self.anchored(*place)
            {
                conditions.push(self.on_board(true, offset));
            }
        }
        Ok(conditions)
    }

    /// Compiles a condition. Its scripts are called and its arithmetic can fail only where all conditions before it can hold.
    fn guarded(&mut self, cond: &'m Node<Truth>, before: &[MaskNode]) -> Compiled<MaskNode> {
        let reads = self.reads(cond);
        let (asks, joins) = (reads.asks, reads.joins);
        let careful = MayFail { asks, joins };
        if careful.joins && !careful.asks {
            // First compile it as if it were needed everywhere: most sums always fit.
            self.joins_unsafely = false;
            let everywhere = self.truth_mask(cond)?;
            if !self.joins_unsafely {
                return Ok(everywhere);
            }
        }
        self.after(before, careful, |e| e.truth_mask(cond))
    }

    /// Compiles an expression that is needed only where all conditions before it can hold.
    fn after<T>(
        &mut self,
        before: &[MaskNode],
        careful: MayFail,
        compile: impl FnOnce(&mut Self) -> Compiled<T>,
    ) -> Compiled<T> {
        if !careful.asks && !careful.joins {
            return compile(self);
        }
        let mut all = self.graph.everything();
        for &condition in before {
            all = self.graph.and(all, condition);
        }
        let some = self.graph.any(all);
        self.guard = careful.asks.then_some(some);
        if careful.joins {
            (self.asked, self.taken) = (Some(all), Some(some));
        }
        let compiled = compile(self);
        (self.guard, self.asked, self.taken) = (None, None, None);
        compiled
    }

    fn domain(
        &mut self,
        mv: &'m MoveRule,
        arg: ArgId,
        conditions: &mut Vec<MaskNode>,
    ) -> Compiled<()> {
        let bind = self.binds[usize::from(arg.0)];
        match (&mv.args[usize::from(arg.0)].domain, bind) {
            (Domain::Points(set), Bind::Point(offset)) => self.factors(set, offset, conditions)?,
            (Domain::Points(set), Bind::FixedPoint(point)) => {
                conditions.push(self.holds_point(set, point)?);
            }
            (Domain::Line(line), Bind::Line(rear, dir)) => {
                let rears = self.rears(*line, dir)?;
                conditions.push(self.graph.shift(rears, -rear));
            }
            (Domain::Line(line), Bind::FixedLine(rear, dir)) => {
                let rears = self.rears(*line, dir)?;
                let point = self.graph.num(i64::from(rear.0));
                let stands = self.graph.has(rears, point);
                conditions.push(self.graph.gate(stands));
            }
            (Domain::Members(_, items), Bind::Member(at)) => {
                if let Some(truth) = items.kind.0.get(usize::from(at)) {
                    conditions.push(self.truth_mask(truth)?);
                }
            }
            (Domain::Zone(zone), Bind::Member(at)) => {
                let row = self.graph.num(i64::from(at));
                let (copies, none) = (self.copies_of(zone, row)?, self.graph.num(0));
                let some = self.graph.compare(Comparison::Less, none, copies);
                conditions.push(self.graph.gate(some));
            }
            (Domain::Multiset(number, zone), Bind::Multiset) => {
                self.fits_multiset(&number.kind, zone, conditions)?;
            }
            (Domain::Numbers(..), Bind::Num(_)) => {}
            _ => return Err(NotVectorizable),
        }
        Ok(())
    }

    /// Returns all anchors if a point is in a set that does not move with the anchor, otherwise none.
    fn holds_point(&mut self, set: &'m Node<Set>, point: Point) -> Compiled<MaskNode> {
        if self.is_anchored(|v| set.walk(v)) {
            return Err(NotVectorizable);
        }
        let point = self.graph.num(i64::from(point.0));
        let points = self.wherever_asked(|e| e.set(set))?;
        let inside = self.graph.has(points, point);
        Ok(self.graph.gate(inside))
    }

    /// Adds the conditions on the number drawn: not negative, and at most the size of the zone.
    fn fits_multiset(
        &mut self,
        number: &'m Num,
        zone: &'m ZoneRef,
        conditions: &mut Vec<MaskNode>,
    ) -> Compiled<()> {
        let (number, size) = (self.num(number)?, self.size(zone)?);
        let none = self.graph.num(0);
        for (less, more) in [(none, number), (number, size)] {
            let fits = self.graph.compare(Comparison::AtMost, less, more);
            conditions.push(self.graph.gate(fits));
        }
        Ok(())
    }

    /// Adds each part of an intersection as a condition of its own, so that conditions shared by several ways can be
    /// factored out.
    fn factors(
        &mut self,
        set: &'m Node<Set>,
        offset: Offset,
        conditions: &mut Vec<MaskNode>,
    ) -> Compiled<()> {
        if let Set::And(all) = &set.kind
            && self.has_offsets_once(set)
        {
            for part in all {
                self.factors(part, offset, conditions)?;
            }
            return Ok(());
        }
        conditions.push(self.member(offset, set)?);
        Ok(())
    }
}
