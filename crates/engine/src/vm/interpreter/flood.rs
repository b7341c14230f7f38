//! The flood fill behind `reached`: from some points, step by step, into allowed points.
//!
//! A breadth-first search on whole masks: each step shifts the newly reached points to all neighbours at once.

use super::Machine;
use super::registers::RegisterArray;
use crate::vm::arrays::zip;

/// The steps that a flood fill may take.
#[derive(Clone, Copy)]
pub(super) struct FloodArea<'g, const W: usize> {
    /// The points into which a step may lead.
    pub over: &'g [u64; W],
    /// Steps into these points are not counted.
    pub free: Option<&'g [u64; W]>,
    /// The ends of each link (a step between points that are not neighbours).
    pub links: &'g [(u16, u16)],
}

impl<C: RegisterArray<[u64; W]> + ?Sized, const W: usize> Machine<'_, C, W> {
    /// Returns all points reached from some points, in at most `within` counted steps.
    pub(super) fn reach(
        &self,
        from: &[u64; W],
        area: FloodArea<'_, W>,
        within: Option<i64>,
    ) -> [u64; W] {
        let mut left = within.unwrap_or(i64::MAX);
        if left < 0 {
            return [0; W];
        }
        let mut all = *from;
        let mut new = self.spread_over_free(&mut all, *from, area);
        // If the fuel ends, the partial result is discarded: the caller checks the fuel.
        while left > 0 && new != [0; W] && !self.env.fuel.is_used_up() {
            left -= 1;
            let near = self.neighbours(&new, area.links);
            new = zip(&near, area.over, |near, over| near & over);
            new = zip(&new, &all, |new, all| new & !all);
            all = zip(&all, &new, |all, new| all | new);
            new = self.spread_over_free(&mut all, new, area);
        }
        all
    }

    /// Spreads over the free points without counting steps; returns all points that are new since the last counted step.
    fn spread_over_free(
        &self,
        all: &mut [u64; W],
        new: [u64; W],
        area: FloodArea<'_, W>,
    ) -> [u64; W] {
        let FloodArea { over, free, links } = area;
        let (Some(free), mut front, mut new) = (free, new, new) else {
            return new;
        };
        while front != [0; W] && !self.env.fuel.is_used_up() {
            front = zip(&self.neighbours(&front, links), over, |near, over| {
                near & over
            });
            front = zip(&front, free, |front, free| front & free);
            front = zip(&front, all, |front, all| front & !all);
            *all = zip(all, &front, |all, front| all | front);
            new = zip(&new, &front, |new, front| new | front);
        }
        new
    }

    /// Returns the points one step away: neighbours and ends of links.
    fn neighbours(&self, of: &[u64; W], links: &[(u16, u16)]) -> [u64; W] {
        self.env
            .fuel
            .spend((self.rules.next.len() + 4) * W + links.len());
        let mut near = [0; W];
        for shift in &self.rules.next {
            near = zip(&near, &self.shift(of, *shift), |near, moved| near | moved);
        }
        let has = |point: u16| of[usize::from(point / 64)] >> (point % 64) & 1;
        for &(a, b) in links {
            near[usize::from(a / 64)] |= has(b) << (a % 64);
            near[usize::from(b / 64)] |= has(a) << (b % 64);
        }
        near
    }
}
