//! Compiles points for which a condition holds: `(own stone where …)`.

use crate::compile::expr::{Compiled, ExprCompiler, MayFail, NotVectorizable, Offset};
use crate::compile::value_graph::MaskNode;
use linstock_model::visit::Walk;
use linstock_model::{Node, NumOp, Point, Set, Truth};

impl<'m> ExprCompiler<'m, '_> {
    /// Compiles the points of a set for which a condition holds: for all points at once if possible, otherwise one by one.
    pub(super) fn such(&mut self, of: &'m Node<Set>, cond: &'m Node<Truth>) -> Compiled<MaskNode> {
        let of = self.set(of)?;
        let outer = (self.it, self.it_at.take(), self.among.take());
        self.it = None;
        // Arguments that move with another anchor cannot be evaluated together with the candidates.
        let mixed = self.is_anchored(|v| cond.walk(v));
        let such = if mixed {
            Err(NotVectorizable)
        } else {
            let mut careful = MayFail::default();
            cond.walk(&mut careful);
            let at_once = self.at_once(of, cond, careful.joins);
            at_once.or_else(|_| self.one_by_one(of, cond))
        };
        (self.it, self.it_at, self.among) = outer;
        such
    }

    fn at_once(&mut self, of: MaskNode, cond: &'m Node<Truth>, joins: bool) -> Compiled<MaskNode> {
        (self.it, self.among) = (Some(Offset::NONE), Some(of));
        let asked = std::mem::replace(&mut self.asked, joins.then_some(of));
        let holds = self.truth_mask(cond);
        self.asked = asked;
        (self.it, self.among) = (None, None);
        let holds = holds?;
        Ok(self.graph.and(of, holds))
    }

    fn one_by_one(&mut self, of: MaskNode, cond: &'m Node<Truth>) -> Compiled<MaskNode> {
        let outer = (std::mem::take(&mut self.rows), self.asked.take());
        let (guard, taken) = (self.guard, self.taken);
        let bound = self.graph.bound(of).to_vec();
        let points = (0u16..).take(bound.len() * 64);
        let mut all = Ok(self.graph.nothing());
        for at in points.filter(|at| bound[usize::from(at / 64)] >> (at % 64) & 1 == 1) {
            self.it_at = Some(Point(at));
            let point = self.graph.num(i64::from(at));
            let is_one = self.graph.has(of, point);
            let guarded = guard.map_or(is_one, |g| self.graph.join(NumOp::Min, g, is_one));
            self.guard = Some(guarded);
            self.taken = Some(self.both_taken(is_one));
            let holds = self.truth(cond);
            (self.guard, self.taken) = (guard, taken);
            let Ok(holds) = holds else {
                all = Err(NotVectorizable);
                break;
            };
            let holds = self.graph.gate(holds);
            let point = self.graph.bit(point);
            let such = self.graph.and(point, holds);
            all = all.map(|all| self.graph.or(all, such));
        }
        self.it_at = None;
        (self.rows, self.asked) = outer;
        all.map(|all| self.graph.and(of, all))
    }
}
