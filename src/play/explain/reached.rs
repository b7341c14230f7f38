//! Why a point is reached, or is not: networks and distances.

use crate::model::{Dir, Node, Point, PointSet, Reach, Set};
use crate::play::explain::Problem;
use crate::play::explain::describe::Explainer;
use crate::play::explain::sets::Problems;
use crate::play::wording::reasons;
use crate::reference::{has, points_of};
use crate::vm::Fault;
use std::collections::VecDeque;

impl Explainer<'_> {
    /// Says why a point is not reached: it is too far, no way leads there, or the way is cut.
    pub(crate) fn not_reached(&self, reach: &Reach, point: Point) -> Problems {
        let here = self.point(point);
        let most = match &reach.within {
            Some(within) => Some(self.plain.num(within)?),
            None => None,
        };
        if let Some((root, steps)) = self.nearest(reach, point)? {
            let most = most.unwrap_or(steps);
            let text = reasons::too_far(&here, &self.whose(root), (steps, most));
            return Ok(vec![Problem::state(text)]);
        }
        if let Some(found) = self.cut_off(reach, point)? {
            return Ok(found);
        }
        let over = self.set(&reach.over, point)?;
        if !over.is_empty() {
            return Ok(over);
        }
        let from = self.set_name(&reach.from)?;
        let text = reasons::no_way(&here, from.as_deref());
        Ok(vec![Problem::state(text).within(&reach.over.tags)])
    }

    /// Says that a point is reached that must not be: from where, and in how many steps.
    pub(crate) fn reached_after_all(&self, reach: &Reach, point: Point) -> Result<Problem, Fault> {
        let here = self.point(point);
        let Some((root, steps)) = self.nearest(reach, point)? else {
            return Ok(Problem::state(reasons::among(&here, None)));
        };
        let root = self.whose(root);
        let text = match &reach.within {
            Some(within) => reasons::too_near(&here, &root, (steps, self.plain.num(within)? + 1)),
            None => reasons::reached(&here, &root),
        };
        let tags = [reach.over.tags.as_slice(), reach.from.tags.as_slice()].concat();
        Ok(Problem::state(text).within(&tags))
    }

    /// Returns the point from which the fewest steps lead to another, and how many.
    fn nearest(&self, reach: &Reach, to: Point) -> Result<Option<(Point, i64)>, Fault> {
        let (from, over) = (self.plain.set(&reach.from)?, self.plain.set(&reach.over)?);
        let free = reach.free.as_ref().map(|s| self.plain.set(s)).transpose()?;
        let mut found: Option<(Point, i64)> = None;
        for root in points_of(&from) {
            let mut alone = PointSet::with_capacity(from.len());
            alone.insert(root.index());
            let steps = self.plain.steps((&alone, &over), free.as_ref())?;
            let nearer = |steps: &i64| found.is_none_or(|(_, least)| *steps < least);
            found = steps[to.index()]
                .filter(nearer)
                .map(|s| (root, s))
                .or(found);
        }
        Ok(found)
    }

    /// Says where the way to a point is cut, if it leads through what is excepted from where steps may lead.
    fn cut_off(&self, reach: &Reach, to: Point) -> Result<Option<Vec<Problem>>, Fault> {
        let whole = whole(&reach.over);
        let (from, over) = (self.plain.set(&reach.from)?, self.plain.set(&reach.over)?);
        let Some(way) = self.way(&from, &self.plain.set(whole)?, to) else {
            return Ok(None);
        };
        let cut = way.into_iter().find(|point| !has(&over, *point));
        let Some(at) = cut else { return Ok(None) };
        let found = self.set(&reach.over, at)?;
        let told = found.into_iter().map(|problem| Problem {
            text: if at == to {
                problem.text
            } else {
                reasons::cut(&self.point(at), &problem.text)
            },
            ..problem
        });
        Ok(Some(told.collect()))
    }

    /// Returns a shortest way from one of some points to another, step by step over a set; without the first point.
    fn way(&self, from: &PointSet, over: &PointSet, to: Point) -> Option<Vec<Point>> {
        let next = self.plain.model.board.as_ref()?.next;
        let mut before: Vec<Option<Option<Point>>> = vec![None; over.len()];
        let mut open: VecDeque<Point> = points_of(from).collect();
        open.iter().for_each(|p| before[p.index()] = Some(None));
        while let Some(point) = open.pop_front() {
            let steps = next
                .iter()
                .filter_map(|d: Dir| self.plain.step(point, d, 1));
            for step in steps.filter(|step| has(over, *step)) {
                if before[step.index()].is_none() {
                    before[step.index()] = Some(Some(point));
                    open.push_back(step);
                }
            }
        }
        let mut way = vec![to];
        while let Some(point) = before[way[way.len() - 1].index()]? {
            way.push(point);
        }
        way.pop();
        way.reverse();
        Some(way)
    }

    /// Names a point by what stands there: `your fort on c5`, `red cannon on d3`, `d3`.
    pub(crate) fn whose(&self, point: Point) -> String {
        let at = self.point(point);
        let mut stack = self.plain.table.stack(point).rev();
        let Some(piece) = stack.find(|piece| piece.owner.is_some()) else {
            return at;
        };
        let kind = &self.plain.model.kinds[piece.kind.index()].name;
        match piece.owner {
            Some(owner) if owner == self.plain.table.me => format!("your {kind} on {at}"),
            owner => format!("{} {kind} on {at}", self.player(owner)),
        }
    }
}

/// Returns what is left of a set if nothing is excepted from it.
fn whole(set: &Node<Set>) -> &Node<Set> {
    match &set.kind {
        Set::Except(from, _) => whole(from),
        _ => set,
    }
}
