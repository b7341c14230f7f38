//! Explains why a point is not on a straight way, and why points are not a formation.

use crate::explain::describe::Explainer;
use crate::explain::problem::Problem;
use crate::explain::sets::{Problems, own_tags};
use crate::reference::{Proof, Ray, SeenFormations, SetParts, StraightWays, WithParts, points_of};
use crate::wording::Unit;
use linstock_model::{Bearing, Dir, Point, Set};

impl Explainer<'_> {
    /// Explains from where a straight way leads to a point.
    pub(super) fn in_line(
        &self,
        (from, ways): (&Proof<'_, Set>, &StraightWays<'_, WithParts>),
        point: Point,
    ) -> Option<Problem> {
        let leads = |ray: &&Ray| ray.reached().contains(&point);
        let ray = ways.rays.iter().find(leads)?;
        let steps = i64::try_from(ray.steps_to(point)?).ok()?;
        let steps = self.say().counted(steps, Unit::Step);
        let board = self.model.board.as_ref();
        let name = board.map_or("", |board| board.topology.direction_name(ray.dir));
        let language = self.model.sheet.language;
        let dir = Bearing::named(name).map_or_else(String::new, |dir| dir.word(language));
        let root = self.whose(ray.start);
        let text = self.say().in_line(&self.point(point), &steps, &dir, &root);
        Some(Problem::state(text).within(&own_tags(self.model, from.node)))
    }

    /// Describes a point on one of several straight ways.
    pub(super) fn along(
        &self,
        from: &Proof<'_, Set>,
        ways: &StraightWays<'_, WithParts>,
    ) -> String {
        let starts: Vec<_> = points_of(&from.value).collect();
        let origin = match starts.as_slice() {
            [only] => Some(self.point(*only)),
            _ => self.set_name(from),
        };
        let board = self.model.board.as_ref();
        let longest = board.map_or(0, |b| b.topology.longest_line().saturating_sub(1));
        let (least, most) = ways.steps;
        let far = if most >= longest { u16::MAX } else { most };
        let dirs = self.dirs(ways.dirs);
        let steps = ((least, far) != (1, u16::MAX)).then_some((least, far));
        self.say().steps_from(steps, &dirs, origin.as_deref())
    }

    /// Explains that a point is on none of several straight ways.
    pub(super) fn not_along(
        &self,
        (from, ways): (&Proof<'_, Set>, &StraightWays<'_, WithParts>),
        point: Point,
    ) -> String {
        let here = self.point(point);
        if ways.rays.iter().any(|ray| ray.start == point) {
            return self.say().is_start(&here);
        }
        self.say().not_there(&here, &self.along(from, ways))
    }

    /// Finds where a way to a point is cut. If there is no way at all, returns `not_there` as a problem of form.
    pub(super) fn cut(
        &self,
        ways: &StraightWays<'_, WithParts>,
        point: Point,
        not_there: String,
    ) -> Problems {
        for ray in &ways.rays {
            let steps = ray.steps_to(point).filter(|steps| *steps >= ray.least);
            let blocked = steps.and_then(|steps| ray.blocked(steps));
            let (Some(at), Some(through)) = (blocked, &ways.through) else {
                continue;
            };
            if let Some(problem) = self.set(through, at)?.into_iter().next() {
                let text = self.cut_by(at, &problem);
                return Ok(vec![Problem {
                    form: false,
                    text,
                    obstacle: None,
                    ..problem
                }]);
            }
        }
        Ok(vec![Problem::form(not_there)])
    }

    /// Says that a way is cut at a point: by the piece there, or for another reason.
    pub(super) fn cut_by(&self, at: Point, problem: &Problem) -> String {
        match &problem.obstacle {
            Some(piece) => self.say().in_the_way(piece, &self.point(at)),
            None => self.say().cut(&self.point(at), &problem.text),
        }
    }

    /// Explains why points are not a formation.
    pub(super) fn formation(
        &self,
        lines: &SeenFormations<'_, WithParts>,
        (rear, dir): (Point, Dir),
    ) -> Problems {
        let (Some(line), Some(set)) = (lines.line, &lines.points) else {
            return Ok(Vec::new());
        };
        let at = |n| self.step(rear, dir, n);
        let length = i32::from(line.length);
        let ends = self.between(rear, at(length - 1).unwrap_or(rear));
        let mut found = Vec::new();
        for point in (0..length).filter_map(at) {
            let pieces = matches!(&*set.parts, SetParts::Pieces(..));
            found.extend(self.set(set, point)?.into_iter().map(|problem| {
                let why = match pieces && !problem.own_words {
                    // The name of the formation says which piece is missing.
                    true => self.what_stands(point),
                    false => problem.text.clone(),
                };
                Problem {
                    text: self.say().no_line(&ends, &self.line_title(line), &why),
                    lacks: None,
                    ..problem.within(&line.tags)
                }
            }));
        }
        Ok(found)
    }
}
