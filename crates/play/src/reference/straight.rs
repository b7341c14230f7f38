//! Straight ways, and formations on them.
//!
//! A way is followed point by point. For example, the way from `c1` north over empty points, with a piece on `c3`, has
//! the points `c2`, `c3`, `c4` …, and leads to `c2` and `c3`.

use crate::reference::proof::{Evidence, SeenFormations, SeenLine, SeenPlace};
use crate::reference::seen_ways::Ray;
use crate::reference::{Evaluator, Fault, STEP, has};
use linstock_model::{Dir, FormationId, FormationRef, Place, Point, PointSet};
use smallvec::SmallVec;

impl<'a> Evaluator<'a> {
    /// Follows a straight way.
    pub(super) fn ray(
        &self,
        (start, dir): (Point, Dir),
        (least, most): (u16, u16),
        through: Option<&PointSet>,
    ) -> Ray {
        let steps = 1..=i32::from(most);
        let points: SmallVec<[Point; 8]> = steps.map_while(|n| self.step(start, dir, n)).collect();
        let blocks = |point: &Point| through.is_some_and(|through| !has(through, *point));
        let open = points.iter().position(blocks).unwrap_or(points.len());
        Ray {
            start,
            dir,
            points,
            least: usize::from(least.max(1)),
            open,
        }
    }

    /// Returns the point `count` steps away.
    #[must_use]
    pub fn step(&self, from: Point, dir: Dir, count: i32) -> Option<Point> {
        self.board().and_then(|board| board.along(from, dir, count))
    }

    /// Returns the occurrences of a formation on the board, as rear points and directions.
    ///
    /// # Errors
    /// If a script fails.
    pub fn lines(&self, id: FormationId) -> Result<Vec<(Point, Dir)>, Fault> {
        Ok(self
            .walk_formations::<crate::reference::proof::ValueOnly>(id)?
            .found)
    }

    pub(super) fn walk_formations<E: Evidence>(
        &self,
        id: FormationId,
    ) -> Result<SeenFormations<'a, E>, Fault> {
        let line = self.line(id);
        let points = self.walk_any(line.map(|line| &line.points))?;
        let Some((line, points)) = line.zip(points) else {
            return Ok(SeenFormations {
                line: None,
                points: None,
                found: Vec::new(),
            });
        };
        let whole = |&(rear, dir): &(Point, Dir)| {
            (0..i32::from(line.length)).all(|n| {
                self.step(rear, dir, n)
                    .is_some_and(|point| has(&points.value, point))
            })
        };
        let places = self.line_places(id);
        self.spend(
            STEP * (self.table.points + places.len() * usize::from(line.length)),
            points.node.span,
        )?;
        let found = places.into_iter().filter(whole).collect();
        Ok(SeenFormations {
            line: Some(line),
            points: Some(points),
            found,
        })
    }

    /// Returns all places for a formation, whatever pieces are there, as rear points and directions.
    #[must_use]
    pub(crate) fn line_places(&self, id: FormationId) -> Vec<(Point, Dir)> {
        let Some(line) = self.line(id) else {
            return Vec::new();
        };
        let dirs = line
            .dirs
            .get(self.seat_index())
            .copied()
            .unwrap_or_default();
        let all = self
            .points()
            .flat_map(|rear| dirs.iter().map(move |dir| (rear, dir)));
        all.filter(|&(rear, dir)| self.step(rear, dir, self.reach(id)).is_some())
            .collect()
    }

    /// Returns the points of a bound formation, from rear to front.
    ///
    /// # Errors
    /// If the formation is not bound.
    pub(crate) fn line_points(&self, line: FormationRef) -> Result<Vec<Point>, Fault> {
        let all: Result<Vec<_>, _> = (0..=self.reach(line.line))
            .map(|n| self.on_line(line, n))
            .collect();
        Ok(all?.into_iter().flatten().collect())
    }

    pub(super) fn seen_line(&self, line: FormationRef) -> Result<SeenLine, Fault> {
        let points = self.line_points(line)?;
        Ok(SeenLine { line, points })
    }

    pub(super) fn seen_place(&self, place: Place) -> Result<SeenPlace, Fault> {
        let point = self.place(place)?;
        Ok(SeenPlace { place, point })
    }
}
