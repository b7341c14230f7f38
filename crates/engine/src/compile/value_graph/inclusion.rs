//! Finds inclusions and disjoint masks that hold in every position, as far as the nodes show. Example: if a point must be
//! empty, "no town" adds nothing, since an empty point has no town.

use crate::compile::value_graph::{FilterNode, Mask, MaskNode, ValueGraph};

/// The maximal number of node pairs compared for one answer: enough for real rules, and no rule takes long.
const MOST_PAIRS: u32 = 24;

impl ValueGraph<'_> {
    /// Returns whether a mask is known to be a subset of another one.
    pub(super) fn is_part_of(&self, part: MaskNode, of: MaskNode) -> bool {
        let mut left = MOST_PAIRS;
        self.is_nothing(part) || self.is_part(part, of, &mut left)
    }

    /// Returns whether two masks are known to be disjoint.
    pub(super) fn are_apart(&self, a: MaskNode, b: MaskNode) -> bool {
        let mut left = MOST_PAIRS;
        self.is_apart(a, b, &mut left)
    }

    fn is_part(&self, part: MaskNode, of: MaskNode, left: &mut u32) -> bool {
        if part == of {
            return true;
        }
        // The bound of a node includes all that its parts imply.
        if let Mask::Const(words) = self.get(of) {
            return self.within(part, words);
        }
        let Some(rest) = left.checked_sub(1) else {
            return false;
        };
        *left = rest;
        let mut is_part = |part, of| self.is_part(part, of, left);
        let by_part = match *self.get(part) {
            Mask::And(a, b) => is_part(a, of) || is_part(b, of),
            Mask::Or(a, b) => is_part(a, of) && is_part(b, of),
            Mask::AndNot(among, _)
            | Mask::First(among)
            | Mask::FilterByValue(FilterNode { among, .. }) => is_part(among, of),
            _ => false,
        };
        by_part
            || match *self.get(of) {
                Mask::And(a, b) => is_part(part, a) && is_part(part, b),
                Mask::Or(a, b) => is_part(part, a) || is_part(part, b),
                Mask::AndNot(among, without) => {
                    is_part(part, among) && self.is_apart(part, without, left)
                }
                _ => false,
            }
    }

    fn is_apart(&self, a: MaskNode, b: MaskNode, left: &mut u32) -> bool {
        let mut bounds = self.bound(a).iter().zip(self.bound(b));
        if bounds.all(|(a, b)| a & b == 0) {
            return true;
        }
        self.keeps_apart(a, b, left) || self.keeps_apart(b, a, left)
    }

    /// Returns whether the parts of a node make it disjoint from another one.
    fn keeps_apart(&self, node: MaskNode, from: MaskNode, left: &mut u32) -> bool {
        let Some(rest) = left.checked_sub(1) else {
            return false;
        };
        *left = rest;
        match *self.get(node) {
            Mask::And(a, b) => self.is_apart(a, from, left) || self.is_apart(b, from, left),
            Mask::Or(a, b) => self.is_apart(a, from, left) && self.is_apart(b, from, left),
            Mask::AndNot(among, without) => {
                self.is_part(from, without, left) || self.is_apart(among, from, left)
            }
            Mask::First(among) | Mask::FilterByValue(FilterNode { among, .. }) => {
                self.is_apart(among, from, left)
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::compile::value_graph::ValueGraph;
    use crate::compile::value_graph::tests::tables;

    #[test]
    fn what_another_mask_implies_is_not_asked() {
        let mut tables = tables();
        let mut graph = ValueGraph::new(&mut tables);
        let (own, enemy, towns) = (graph.load(1), graph.load(2), graph.load(3));
        let pieces = graph.or(own, towns);
        let all = graph.or(enemy, pieces);
        let (empty, no_town) = (graph.not(all), graph.not(towns));
        assert_eq!(graph.and(empty, no_town), empty);
        assert_eq!(graph.or(empty, no_town), no_town);
        let near = graph.load(4);
        let near_and_free = graph.and(near, empty);
        let free_of_towns = graph.and(near, no_town);
        assert_eq!(graph.and(free_of_towns, empty), near_and_free);
        assert_eq!(graph.not(empty), all);
        assert_eq!(graph.and_not(near, empty), graph.and(near, all));
        assert_eq!(graph.and(pieces, own), own);
        assert_eq!(graph.or(all, towns), all);
    }

    #[test]
    fn what_another_mask_excludes_is_nothing() {
        let mut tables = tables();
        let mut graph = ValueGraph::new(&mut tables);
        let (own, enemy, near) = (graph.load(1), graph.load(2), graph.load(3));
        let all = graph.or(own, enemy);
        let (empty, nothing) = (graph.not(all), graph.nothing());
        let near_own = graph.and(near, own);
        assert_eq!(graph.and(empty, near_own), nothing);
        assert_eq!(graph.and_not(own, all), nothing);
        assert_eq!(graph.and_not(near_own, empty), near_own);
        // A loaded mask may have any points.
        assert_ne!(graph.and(own, enemy), nothing);
        assert_ne!(graph.and(near, empty), empty);
    }
}
