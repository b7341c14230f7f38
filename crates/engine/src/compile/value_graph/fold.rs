//! Unions, intersections, differences and shifts of masks. Folds constants, and drops operands that another node implies.

use crate::compile::value_graph::{Mask, MaskNode, ValueGraph};
use linstock_base::check_fuel::FOUND;
use linstock_model::Translation;
use rustc_hash::FxHashSet;

impl ValueGraph<'_> {
    /// Returns the points in both masks.
    pub(crate) fn and(&mut self, a: MaskNode, b: MaskNode) -> MaskNode {
        let a = self.less(a, b);
        let b = self.less(b, a);
        if a == b {
            return a;
        }
        match (self.fixed(a), self.fixed(b)) {
            (Some(x), Some(y)) => {
                let words = x.iter().zip(y).map(|(x, y)| x & y).collect();
                self.constant(words)
            }
            _ if self.is_part_of(a, b) => a,
            _ if self.is_part_of(b, a) => b,
            _ if self.are_apart(a, b) => self.nothing(),
            _ => self
                .known_and(a, b)
                .unwrap_or_else(|| self.mask(Mask::And(a.min(b), a.max(b)))),
        }
    }

    /// Drops an operand of the intersection `node` that `with` implies: (a ∩ b) ∩ c = b ∩ c, for c ⊆ a.
    fn less(&self, node: MaskNode, with: MaskNode) -> MaskNode {
        let Mask::And(a, b) = *self.get(node) else {
            return node;
        };
        let needless = |part| self.is_part_of(with, part);
        match (needless(a), needless(b)) {
            (true, _) => b,
            (false, true) => a,
            (false, false) => node,
        }
    }

    /// Finds the intersection of two masks as a shift of an intersection that exists already.
    ///
    /// `(x moved by p) and (y moved by q)` equals `x and (y moved by q - p)`, moved by `p`.
    fn known_and(&mut self, a: MaskNode, b: MaskNode) -> Option<MaskNode> {
        [(a, b), (b, a)].into_iter().find_map(|(a, b)| {
            let Mask::Shift(x, p) = *self.get(a) else {
                return None;
            };
            let (y, q) = match *self.get(b) {
                Mask::Shift(y, q) => (y, q),
                _ => (b, Translation::NONE),
            };
            let between = q - p;
            let y = match between {
                Translation::NONE => y,
                _ => self.known_mask(&Mask::Shift(y, between))?,
            };
            let known = self.known_mask(&Mask::And(x.min(y), x.max(y)))?;
            Some(self.shift(known, p))
        })
    }

    /// Returns a mask that is empty exactly if another one is, with fewer ops: drops shifts that lose no point.
    pub(super) fn unmoved(&mut self, node: MaskNode) -> MaskNode {
        let (mut left, mut parts, mut is_moved) = (vec![node], Vec::new(), false);
        let mut met = FxHashSet::default();
        while let Some(part) = left.pop() {
            self.tables.fuel.spend(FOUND);
            if !met.insert(part) {
                continue;
            }
            match *self.get(part) {
                Mask::Or(a, b) => left.extend([b, a]),
                Mask::Shift(of, by) if self.stays(of, by) => {
                    left.push(of);
                    is_moved = true;
                }
                _ => parts.push(part),
            }
        }
        if !is_moved {
            return node;
        }
        let joined = parts.into_iter().reduce(|a, b| self.or(a, b));
        joined.unwrap_or(node)
    }

    /// Returns the points in at least one mask.
    pub(crate) fn or(&mut self, a: MaskNode, b: MaskNode) -> MaskNode {
        if a == b {
            return a;
        }
        match (self.fixed(a), self.fixed(b)) {
            (Some(x), Some(y)) => {
                let words = x.iter().zip(y).map(|(x, y)| x | y).collect();
                self.constant(words)
            }
            _ if self.is_part_of(a, b) => b,
            _ if self.is_part_of(b, a) => a,
            _ => self.mask(Mask::Or(a.min(b), a.max(b))),
        }
    }

    /// Returns the points in the first mask, but not in the second.
    pub(crate) fn and_not(&mut self, a: MaskNode, b: MaskNode) -> MaskNode {
        match self.fixed(b) {
            Some(without) => {
                let points = self.tables.all.iter().zip(without);
                let rest = points.map(|(all, without)| all & !without).collect();
                let rest = self.constant(rest);
                self.and(a, rest)
            }
            _ if self.is_part_of(a, b) => self.nothing(),
            _ if self.are_apart(a, b) => a,
            _ => match *self.get(b) {
                // a − (b − c) = a ∩ c, for a ⊆ b.
                Mask::AndNot(among, without) if self.is_part_of(a, among) => self.and(a, without),
                _ => self.mask(Mask::AndNot(a, b)),
            },
        }
    }

    /// Shifts a mask; points that would leave the board are dropped.
    pub(crate) fn shift(&mut self, a: MaskNode, by: Translation) -> MaskNode {
        if by == Translation::NONE {
            return a;
        }
        match self.get(a) {
            Mask::Const(_) => self.moved_constant(a, by),
            &Mask::Shift(inner, first)
                if self.tables.topology.goes_on(first, by) || self.stays(inner, first) =>
            {
                self.shift(inner, first + by)
            }
            _ => self.mask(Mask::Shift(a, by)),
        }
    }

    /// Shifts a constant; cached.
    fn moved_constant(&mut self, constant: MaskNode, by: Translation) -> MaskNode {
        let shift = Mask::Shift(constant, by);
        if let Some(known) = self.folded.get(&shift) {
            return *known;
        }
        let words = self.tables.shifted(self.bound(constant), by);
        let moved = self.constant(words.into_vec());
        self.folded.insert(shift, moved);
        moved
    }

    /// Returns whether a shift never moves a point of a mask off the board.
    fn stays(&self, node: MaskNode, by: Translation) -> bool {
        let bound = self.bound(node);
        self.tables.shifted(&self.tables.shifted(bound, by), -by)[..] == *bound
    }

    /// Returns all points that are not in the mask.
    pub(crate) fn not(&mut self, a: MaskNode) -> MaskNode {
        let everything = self.everything();
        self.and_not(everything, a)
    }
}
