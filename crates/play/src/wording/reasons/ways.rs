//! Sentences about ways between points, and their lengths.

use crate::wording::{Phrasing, Unit};

impl Phrasing {
    /// A number of steps in directions from a start. A way of any length has no number.
    pub(crate) fn steps_from(
        self,
        steps: Option<(u16, u16)>,
        directions: &str,
        origin: Option<&str>,
    ) -> String {
        let there = self.there();
        let origin = origin.unwrap_or(&there);
        match steps {
            Some(steps) => {
                self.some_steps_from(&self.ranged(steps, Unit::Step), directions, origin)
            }
            None => self.leads_from(directions, origin),
        }
    }

    /// A point that is reached in too few steps.
    pub(crate) fn too_near(self, point: &str, root: &str, (steps, least): (i64, i64)) -> String {
        let told = self.counted(steps, Unit::Step);
        match (steps, least) {
            (0, _) => self.stands_where(point, root),
            (_, 1) => self.too_near_for_one(point, &told, root, least),
            _ => self.nearer_than(point, &told, root, least),
        }
    }

    /// A point that is not reached.
    pub(crate) fn no_way(self, point: &str, from: Option<&str>) -> String {
        match from {
            Some(from) => self.no_way_from(point, from),
            None => self.no_way_to(point),
        }
    }
}
