//! The wording of messages: makes every sentence about a move that a person reads, in the language of the ruleset.

mod phrases;
pub(crate) mod reasons;
pub(crate) mod unreadable;

pub use linstock_base::quoted;
pub(crate) use phrases::Phrasing;

/// Returns `a`, `a or b`, `a, b or c`; the last two are joined by ` or `.
pub(crate) fn listed(words: &[String], join: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{}{join}{last}", first.join(", ")),
    }
}

impl Phrasing {
    /// Returns `a`, `a or b`, `a, b or c`.
    pub(crate) fn either(self, words: &[String]) -> String {
        listed(words, &self.or())
    }

    /// Returns `a`, `a and b`, `a, b and c`.
    pub(crate) fn all(self, words: &[String]) -> String {
        listed(words, &self.and())
    }

    /// Returns a number of points or steps.
    pub(crate) fn counted(self, count: i64, unit: Unit) -> String {
        match (unit, count) {
            (Unit::Point, 1) => self.one_point(),
            (Unit::Point, _) => self.points(count),
            (Unit::Step, 1) => self.one_step(),
            (Unit::Step, _) => self.steps(count),
        }
    }

    /// Returns a range of numbers of points or steps. Leaves out a `most` that no board reaches.
    pub(crate) fn ranged(self, (least, most): (u16, u16), unit: Unit) -> String {
        let counted = |count: u16| self.counted(count.into(), unit);
        match (least, most) {
            (least, most) if least == most => counted(least),
            (1, ENDLESS..) => match unit {
                Unit::Point => self.any_points(),
                Unit::Step => self.any_steps(),
            },
            (least, ENDLESS..) => self.at_least(&counted(least)),
            (least, most) if most == least + 1 => self.one_or_the_other(least, &counted(most)),
            (least, most) => self.from_to(least, &counted(most)),
        }
    }
}

/// The unit of a distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    Point,
    Step,
}

/// More points in a row than any board has.
const ENDLESS: u16 = 1000;
