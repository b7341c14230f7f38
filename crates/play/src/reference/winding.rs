//! Winding ways: neighbours, distances of points, connected parts.
//!
//! A breadth-first search from all starts at once counts the steps. Steps that cost nothing go to the front of the queue
//! ("0-1 BFS").

use crate::reference::proof::{
    Evidence, Proof, SeenLink, SetParts, ValueOnly, WindingWays, WithParts,
};
use crate::reference::seen_ways::FloodStep;
use crate::reference::{Evaluator, Fault, add, has, points_of};
use linstock_model::{Board, Dir, Point, PointSet, Reach, Set};
use std::collections::VecDeque;

impl<'a> Evaluator<'a> {
    /// Returns the points next to those of a set.
    pub(super) fn next_to<E: Evidence>(
        &self,
        set: &PointSet,
        links: &[SeenLink<'_, E>],
    ) -> PointSet {
        let near = points_of(set).flat_map(|point| self.neighbours(point, links));
        self.of_points(near)
    }

    /// Evaluates which links of the board are open.
    pub(super) fn walk_links<E: Evidence>(&self) -> Result<Vec<SeenLink<'a, E>>, Fault> {
        let links = self.board().into_iter().flat_map(|board| &board.links);
        let seen = links.map(|link| {
            let when = link.when.as_ref().map(|when| self.walk_truth(when));
            let (ends, when) = (link.ends, when.transpose()?);
            Ok(SeenLink { ends, when })
        });
        seen.collect()
    }

    /// Returns the points one step from a point: not across a wall, or along an open link.
    fn neighbours<E: Evidence>(&self, point: Point, links: &[SeenLink<'_, E>]) -> Vec<Point> {
        let board = self.board().into_iter();
        let beside = board.flat_map(|b| b.next.iter().filter_map(move |dir| b.step(point, dir)));
        let open = links.iter().filter(|link| link.is_open());
        let linked = open.filter_map(|link| {
            let [a, b] = link.ends;
            (point == a).then_some(b).or((point == b).then_some(a))
        });
        beside.chain(linked).collect()
    }

    pub(super) fn winding<E: Evidence>(
        &self,
        reach: &'a Reach,
    ) -> Result<WindingWays<'a, E>, Fault> {
        let within = reach
            .within
            .as_ref()
            .map(|n| self.walk_num(n))
            .transpose()?;
        let (from, over) = (self.walk_set(&reach.from)?, self.walk_set(&reach.over)?);
        let free = self.walk_any(reach.free.as_ref())?;
        let links = self.walk_links()?;
        let mut ways = WindingWays {
            reach,
            from,
            over,
            within,
            free,
            links,
            steps: Vec::new(),
        };
        ways.steps = self.steps(&ways);
        Ok(ways)
    }

    /// Returns the points that are within the most steps.
    pub(super) fn near_enough<E: Evidence>(&self, ways: &WindingWays<'_, E>) -> PointSet {
        let within = ways.within.as_ref().map(|within| within.value);
        let near = |step: &FloodStep| within.is_none_or(|most| step.steps <= most);
        let far = |point: &Point| ways.steps[point.index()].as_ref().is_some_and(near);
        self.of_points(self.points().filter(far))
    }

    /// Searches in order of cost: steps that cost nothing go to the front of the queue.
    fn steps<E: Evidence>(&self, ways: &WindingWays<'_, E>) -> Vec<Option<FloodStep>> {
        let free = ways.free.as_ref().map(|free| &free.value);
        let mut found = vec![None; self.board().map_or(0, Board::points)];
        let starts = points_of(&ways.from.value);
        let mut open: VecDeque<(Point, FloodStep)> = starts
            .map(|from| (from, FloodStep { steps: 0, from }))
            .collect();
        while let Some((point, far)) = open.pop_front() {
            if found[point.index()].is_some() {
                continue;
            }
            found[point.index()] = Some(far);
            let near = self.neighbours(point, &ways.links).into_iter();
            for to in near.filter(|to| has(&ways.over.value, *to)) {
                if free.is_some_and(|free| has(free, to)) {
                    open.push_front((to, far));
                } else {
                    let steps = far.steps + 1;
                    open.push_back((to, FloodStep { steps, ..far }));
                }
            }
        }
        found
    }

    /// Returns the connected part of a set that contains its first point.
    pub(super) fn first_piece(&self, set: &PointSet) -> Result<PointSet, Fault> {
        let Some(first) = points_of(set).next() else {
            return Ok(self.nothing());
        };
        let links = self.walk_links::<ValueOnly>()?;
        let (mut found, mut open) = (self.of_points([first]), vec![first]);
        while let Some(point) = open.pop() {
            for to in self.neighbours(point, &links) {
                if has(set, to) && !has(&found, to) {
                    add(&mut found, to);
                    open.push(to);
                }
            }
        }
        Ok(found)
    }
}

impl WindingWays<'_, WithParts> {
    /// Returns the first point at which a way to a point is cut, if the way leads through points that are subtracted from
    /// those it may step into.
    #[must_use]
    pub fn cut(&self, board: &Board, to: Point) -> Option<Point> {
        let whole = whole(&self.over);
        let way = shortest(board, (&self.from.value, &whole.value), to)?;
        way.into_iter().find(|point| !has(&self.over.value, *point))
    }
}

/// Returns a set before any points are subtracted from it.
fn whole<'p, 'm>(set: &'p Proof<'m, Set>) -> &'p Proof<'m, Set> {
    if let SetParts::Except(from, _) = &*set.parts {
        return whole(from);
    }
    set
}

/// Returns a shortest way from one of several points to a point, step by step over a set, without the first point.
fn shortest(board: &Board, (from, over): (&PointSet, &PointSet), to: Point) -> Option<Vec<Point>> {
    let mut before: Vec<Option<Option<Point>>> = vec![None; over.len()];
    let mut open: VecDeque<Point> = points_of(from).collect();
    open.iter().for_each(|p| before[p.index()] = Some(None));
    while let Some(point) = open.pop_front() {
        let steps = board.next.iter();
        let steps = steps.filter_map(|dir: Dir| board.along(point, dir, 1));
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
