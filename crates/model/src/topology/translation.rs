//! Translations: moves of all points alike. The compiler uses them where the board allows it.
//!
//! On a grid, "one step north-east" shifts the number of every point by the same amount, so a whole set of points moves
//! at once. Translations add up like steps: `step * 3` is three steps.

use std::ops::{Add, Mul, Neg, Sub};

/// A move of all points alike, in units along two axes. The topology knows where it leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Translation {
    /// Units along the first axis.
    pub(super) x: i32,
    /// Units along the second axis.
    pub(super) y: i32,
}

impl Translation {
    /// The identity.
    pub const NONE: Self = Self::new(0, 0);

    pub(super) const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Returns n such that this translation is n times `step`; `None` if there is no such n.
    #[must_use]
    pub fn in_steps(self, step: Self) -> Option<i32> {
        let (way, unit) = match step.x {
            0 => (self.y, step.y),
            _ => (self.x, step.x),
        };
        let times = way.checked_div(unit).unwrap_or(0);
        (step * times == self).then_some(times)
    }
}

impl Add for Translation {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Translation {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for Translation {
    type Output = Self;

    fn neg(self) -> Self {
        Self::new(-self.x, -self.y)
    }
}

impl Mul<i32> for Translation {
    type Output = Self;

    fn mul(self, times: i32) -> Self {
        Self::new(self.x * times, self.y * times)
    }
}
