//! Creates mask nodes: loads, picks, slides and flood fills.

use crate::compile::constant_pool::MaskWords;
use crate::compile::value_graph::{
    FilterNode, Mask, MaskNode, NumNode, ReachNode, SlideNode, ValueGraph,
};

impl ValueGraph<'_> {
    /// Returns a constant mask.
    pub(crate) fn constant(&mut self, words: Vec<u64>) -> MaskNode {
        self.mask(Mask::Const(words))
    }

    /// Returns the empty mask.
    pub(crate) fn nothing(&mut self) -> MaskNode {
        if let Some(known) = self.nothing {
            return known;
        }
        let nothing = self.constant(vec![0; self.tables.width]);
        *self.nothing.insert(nothing)
    }

    /// Returns all points of the board.
    pub(crate) fn everything(&mut self) -> MaskNode {
        if let Some(known) = self.everything {
            return known;
        }
        let words = self.tables.all.clone();
        let everything = self.constant(words);
        *self.everything.insert(everything)
    }

    /// Returns the first point only: the mask of a move that has no place. It need not have the number 0.
    pub(crate) fn first_point(&mut self) -> MaskNode {
        let mut words = vec![0; self.tables.width];
        let first = self.tables.all.iter().position(|&word| word != 0);
        if let Some(at) = first {
            words[at] = self.tables.all[at] & self.tables.all[at].wrapping_neg();
        }
        self.constant(words)
    }

    /// Returns a mask of the position.
    pub(crate) fn load(&mut self, word: usize) -> MaskNode {
        self.mask(Mask::Load(word))
    }

    /// Returns the mask of a seat, where each seat has one.
    pub(crate) fn load_of(&mut self, word: usize, stride: usize, seat: NumNode) -> MaskNode {
        if let Some(seat) = self.number_fixed(seat) {
            return match usize::try_from(seat) {
                Ok(seat) => self.load(word + stride * seat),
                Err(_) => self.nothing(),
            };
        }
        self.mask(Mask::LoadOf(word, stride, seat))
    }

    /// Returns one of some constant masks, by its index; empty for an index outside.
    pub(crate) fn pick(&mut self, sets: Vec<Vec<u64>>, at: NumNode) -> MaskNode {
        if let Some(at) = self.number_fixed(at) {
            let set = usize::try_from(at)
                .ok()
                .and_then(|at| sets.get(at).cloned());
            return match set {
                Some(words) => self.constant(words),
                None => self.nothing(),
            };
        }
        self.mask(Mask::Pick(sets, at))
    }

    /// Returns each point of a mask moved to the point in `images`; a negative number is no point.
    pub(crate) fn permuted(&mut self, of: MaskNode, images: Vec<i64>) -> MaskNode {
        if let Mask::Bit(point) = *self.get(of) {
            let only = |image: &i64| mask_of([*image], self.tables.width);
            return self.pick(images.iter().map(only).collect(), point);
        }
        if let Some(words) = self.fixed(of) {
            let moved = points_of(words).filter_map(|point| images.get(point).copied());
            let moved = mask_of(moved, self.tables.width);
            return self.constant(moved);
        }
        self.mask(Mask::Permute(of, images))
    }

    /// Returns the points reached in one direction, if each step moves all points alike.
    pub(crate) fn slide(&mut self, slide: SlideNode) -> MaskNode {
        if self.is_nothing(slide.from) {
            return slide.from;
        }
        if let Some(known) = self.known_mask(&Mask::Slide(slide)) {
            return known;
        }
        let through = slide.through.map(|through| self.fixed(through));
        let known = match (self.fixed(slide.from), through) {
            (Some(from), None) => Some(self.slid(from, None, &slide)),
            (Some(from), Some(Some(through))) => Some(self.slid(from, Some(through), &slide)),
            _ => None,
        };
        let Some(words) = known else {
            return self.mask(Mask::Slide(slide));
        };
        let constant = self.constant(words.into_vec());
        self.folded.insert(Mask::Slide(slide), constant);
        constant
    }

    /// Returns the points that a slide reaches from some points over others.
    pub(super) fn slid(
        &self,
        from: &[u64],
        through: Option<&[u64]>,
        slide: &SlideNode,
    ) -> MaskWords {
        let mut reached = MaskWords::from_slice(from);
        let mut all = MaskWords::from_elem(0, reached.len());
        for _ in 0..slide.steps {
            reached = self.tables.shifted(&reached, slide.by);
            if reached.iter().all(|word| *word == 0) {
                break;
            }
            for at in 0..all.len() {
                all[at] |= reached[at];
                reached[at] &= through.map_or(u64::MAX, |through| through[at]);
            }
        }
        all
    }

    /// Returns the points that a flood fill reaches.
    pub(crate) fn reach(&mut self, reach: ReachNode) -> MaskNode {
        if self.is_nothing(reach.from) {
            return reach.from;
        }
        if let Some(words) = self.reached_always(&reach) {
            return self.constant(words);
        }
        self.mask(Mask::Reach(reach))
    }

    /// Computes the points that a flood fill reaches, if they are the same in every position.
    fn reached_always(&self, reach: &ReachNode) -> Option<Vec<u64>> {
        let mut all = self.fixed(reach.from)?.to_vec();
        let over = self.fixed(reach.over)?;
        let inside = |point: &u16| {
            let (word, bit) = (usize::from(point / 64), point % 64);
            (all[word] | over[word]) >> bit & 1 == 1
        };
        if reach.free.is_some() || reach.links.iter().any(|link| link.ends.iter().all(inside)) {
            return None;
        }
        let mut left = match reach.within {
            Some(within) => self.number_fixed(within)?,
            None => i64::MAX,
        };
        if left < 0 {
            return Some(vec![0; self.tables.width]);
        }
        let steps = &self.tables.steps;
        let mut new = all.clone();
        while left > 0 && new.iter().any(|word| *word != 0) {
            left -= 1;
            let mut near = vec![0; self.tables.width];
            for (by, to) in steps {
                let moved = self.tables.shifted(&new, *by);
                for at in 0..near.len() {
                    near[at] |= moved[at] & to[at];
                }
            }
            for at in 0..near.len() {
                new[at] = near[at] & over[at] & !all[at];
                all[at] |= new[at];
            }
        }
        Some(all)
    }

    /// Returns the points of a mask whose piece has a memory that satisfies a comparison.
    pub(crate) fn held(&mut self, held: FilterNode) -> MaskNode {
        if self.is_nothing(held.among) {
            return held.among;
        }
        self.mask(Mask::FilterByValue(held))
    }

    /// Returns the first point of a mask.
    pub(crate) fn first(&mut self, of: MaskNode) -> MaskNode {
        self.mask(Mask::First(of))
    }

    /// Returns all points if the number is not 0, otherwise none.
    pub(crate) fn gate(&mut self, number: NumNode) -> MaskNode {
        match self.number_fixed(number) {
            Some(0) => self.nothing(),
            Some(_) => self.everything(),
            None => self.mask(Mask::Gate(number)),
        }
    }

    /// Returns the condition of a mask that is all points or none.
    pub(crate) fn gated(&self, node: MaskNode) -> Option<NumNode> {
        match *self.get(node) {
            Mask::Gate(number) if self.is_truth(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the point with a number.
    pub(crate) fn bit(&mut self, number: NumNode) -> MaskNode {
        match self.number_fixed(number) {
            Some(at) => {
                let point = mask_of([at], self.tables.width);
                self.constant(point)
            }
            None => self.mask(Mask::Bit(number)),
        }
    }
}

/// Returns the mask of some points; negative numbers are no points.
fn mask_of(points: impl IntoIterator<Item = i64>, width: usize) -> Vec<u64> {
    let mut words = vec![0; width];
    for point in points
        .into_iter()
        .filter_map(|point| usize::try_from(point).ok())
    {
        if let Some(word) = words.get_mut(point / 64) {
            *word |= 1 << (point % 64);
        }
    }
    words
}

/// Returns the points of a mask.
fn points_of(words: &[u64]) -> impl Iterator<Item = usize> {
    let points = 0..64 * words.len();
    points.filter(|point| words[point / 64] >> (point % 64) & 1 == 1)
}
