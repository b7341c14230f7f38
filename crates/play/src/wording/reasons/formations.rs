//! Sentences about formations: pieces in a row.

use crate::wording::{Phrasing, Say, Unit};

impl Phrasing {
    /// Points that are not a formation.
    pub(crate) fn no_line(self, points: &str, line: &str, why: &str) -> String {
        self.say(Say::NoLine, &[points, line, why])
    }

    /// A formation that should stand somewhere, and does not.
    pub(crate) fn there_is_no_line(self, line: &str) -> String {
        self.say(Say::MissingLine, &[line])
    }

    /// A formation that should stand nowhere, and does.
    pub(crate) fn there_is_line(self, line: &str, points: &[String]) -> String {
        self.say(Say::ThereIsLine, &[&self.one(line), &self.all(points)])
    }

    /// Two points that are not the ends of a formation, whatever stands there.
    pub(crate) fn not_the_ends(self, line: &str, [rear, front]: [&str; 2]) -> String {
        self.say(Say::NotTheEnds, &[rear, front, line])
    }

    /// A text that names no possible formation of the board.
    pub(crate) fn no_line_fits(self, line: &str, holes: &[String]) -> String {
        self.say(Say::NoLineFits, &[line, &self.all(holes)])
    }

    /// Where on a formation of which the front is `reach` steps from the rear a point would be.
    pub(crate) fn pin(self, (steps, reach): (i32, i32), point: &str) -> String {
        let points = |count: i32| self.counted(count.into(), Unit::Point);
        match steps {
            0 => self.say(Say::ItsRear, &[point]),
            front if front == reach => self.say(Say::ItsFront, &[point]),
            ahead if ahead > reach => self.say(Say::AheadOfIt, &[point, &points(ahead - reach)]),
            inside => self.say(Say::FromItsRear, &[point, &points(inside)]),
        }
    }

    /// A formation by its ends: `the battery d8-d6`.
    pub(crate) fn line_between(self, line: &str, ends: &str) -> String {
        self.say(Say::LineBetween, &[line, ends])
    }

    /// Any formation of a sort.
    pub(crate) fn any_line(self, line: &str) -> String {
        self.say(Say::AnyLine, &[line])
    }

    /// So many points ahead of a formation.
    pub(crate) fn ahead_of(self, points: (u16, u16), line: &str) -> String {
        self.say(Say::AheadOf, &[&self.ranged(points, Unit::Point), line])
    }
}
