//! Sentences about ways from one point to another, and how far these are.

use crate::wording::{Phrasing, Say, Unit};

impl Phrasing {
    /// So many steps in directions from somewhere; any number of steps is not told.
    pub(crate) fn steps_from(
        self,
        steps: Option<(u16, u16)>,
        directions: &str,
        origin: Option<&str>,
    ) -> String {
        let there = self.say(Say::There, &[]);
        let origin = origin.unwrap_or(&there);
        match steps {
            Some(steps) => {
                let steps = self.ranged(steps, Unit::Step);
                self.say(Say::StepsFrom, &[&steps, directions, origin])
            }
            None => self.say(Say::From, &[directions, origin]),
        }
    }

    /// A straight path that is blocked.
    pub(crate) fn cut(self, at: &str, why: &str) -> String {
        self.say(Say::Cut, &[at, why])
    }

    /// A point that is reached only in more steps than allowed.
    pub(crate) fn too_far(self, point: &str, root: &str, (steps, most): (i64, i64)) -> String {
        let steps = self.counted(steps, Unit::Step);
        self.say(Say::TooFar, &[point, &steps, root, &most.to_string()])
    }

    /// A point that is reached in too few steps.
    pub(crate) fn too_near(self, point: &str, root: &str, (steps, least): (i64, i64)) -> String {
        if steps == 0 {
            return self.say(Say::StandsWhere, &[point, root]);
        }
        let phrase = if least == 1 {
            Say::TooNearForOne
        } else {
            Say::TooNear
        };
        let steps = self.counted(steps, Unit::Step);
        self.say(phrase, &[point, &steps, root, &least.to_string()])
    }

    /// A point that is reached, but should not be.
    pub(crate) fn reached(self, point: &str, root: &str) -> String {
        self.say(Say::Reached, &[point, root])
    }

    /// A point that is not reached.
    pub(crate) fn no_way(self, point: &str, from: Option<&str>) -> String {
        match from {
            Some(from) => self.say(Say::NoWayFrom, &[point, from]),
            None => self.say(Say::NoWay, &[point]),
        }
    }

    /// A point without a reached neighbour.
    pub(crate) fn none_reached_beside(self, point: &str, from: Option<&str>) -> String {
        match from {
            Some(from) => self.say(Say::NoWayBesideFrom, &[point, from]),
            None => self.say(Say::NoWayBeside, &[point]),
        }
    }

    /// A point that lies on a straight line from something.
    pub(crate) fn in_line(
        self,
        point: &str,
        root: &str,
        (steps, direction): (i64, &str),
    ) -> String {
        let steps = self.counted(steps, Unit::Step);
        self.say(Say::InLine, &[point, &steps, direction, root])
    }
}
