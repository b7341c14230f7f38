//! Texts that name a point too far along a way: a step of two points, a formation that moves two points at once.

use crate::explain::describe::Explainer;
use crate::explain::situation::Situation;
use crate::reference::{Ray, SeenDomain, SeenFormations, StraightWays, WithParts, has};
use linstock_model::{ArgValue, Dir, FormationId, Place, Point, TextPart};

impl Explainer<'_> {
    /// Returns how many steps a point is too far away, if it lies in a direction in which only one step is possible.
    pub(super) fn beyond(&self, ways: &StraightWays<'_, WithParts>, point: Point) -> Option<usize> {
        if ways.steps != (1, 1) {
            return None;
        }
        let board = self.model.board.as_ref()?;
        let longest = i32::from(board.topology.longest_line());
        let leads = |ray: &Ray| {
            let mut steps = 2..=longest;
            steps.find(|n| self.step(ray.start, ray.dir, *n) == Some(point))
        };
        let steps = ways.rays.iter().filter_map(leads).min()?;
        usize::try_from(steps - 1).ok()
    }
}

impl Situation<'_> {
    /// Returns how many points a named point is beyond its place on a formation.
    pub(super) fn beyond_line(
        &self,
        (part, value): (&TextPart, ArgValue),
        args: &[Option<ArgValue>],
    ) -> Option<usize> {
        let (TextPart::Place(Place::OnLine(line, at)), ArgValue::Point(point)) = (part, value)
        else {
            return None;
        };
        let ArgValue::Line(rear, dir) = (*args.get(line.arg.index())?)? else {
            return None;
        };
        let beyond = self.steps_between((rear, dir), point)? - i32::from(*at);
        usize::try_from(beyond).ok().filter(|beyond| *beyond > 0)
    }

    /// Returns the number of steps from a point to another one in a direction.
    fn steps_between(&self, (from, dir): (Point, Dir), to: Point) -> Option<i32> {
        let board = self.evaluator.model.board.as_ref()?;
        let mut steps = 0..i32::from(board.topology.longest_line());
        steps.find(|n| board.along(from, dir, *n) == Some(to))
    }

    /// Returns the places of a formation that begin at the named point and lead on to another named point, which is farther
    /// away than its place. At most one piece of the formation may be missing there.
    pub(super) fn too_short(
        &self,
        (line, pins): (FormationId, &[(Place, ArgValue)]),
        domain: &SeenDomain<'_, WithParts>,
    ) -> Vec<ArgValue> {
        let SeenDomain::Line(SeenFormations {
            line: Some(known),
            points: Some(set),
            ..
        }) = domain
        else {
            return Vec::new();
        };
        let length = i32::from(known.length);
        let leads = |place: (Point, Dir), (on, wanted): &(Place, ArgValue)| {
            let (Place::OnLine(_, at), ArgValue::Point(point)) = (on, wanted) else {
                return false;
            };
            let (at, steps) = (i32::from(*at), self.steps_between(place, *point));
            steps.is_some_and(|steps| steps == at || at >= length && steps > at)
        };
        let is_near = |(rear, dir): (Point, Dir)| {
            let points = (0..length).filter_map(|n| self.evaluator.step(rear, dir, n));
            points.filter(|at| !has(&set.value, *at)).count() <= 1
        };
        let places = self.evaluator.line_places(line).into_iter();
        let found =
            places.filter(|place| is_near(*place) && pins.iter().all(|pin| leads(*place, pin)));
        found.map(|(rear, dir)| ArgValue::Line(rear, dir)).collect()
    }
}
