//! Sentences about formations: pieces in a row.

use crate::wording::{Phrasing, Unit};

impl Phrasing {
    /// Where on a formation a point would be. The front is `reach` steps from the rear.
    pub(crate) fn pin(self, (steps, reach): (i32, i32), point: &str) -> String {
        let points = |count: i32| self.counted(count.into(), Unit::Point);
        match steps {
            0 => self.its_rear(point),
            front if front == reach => self.its_front(point),
            ahead if ahead > reach => self.ahead_of_it(point, &points(ahead - reach)),
            inside => self.from_its_rear(point, &points(inside)),
        }
    }
}
