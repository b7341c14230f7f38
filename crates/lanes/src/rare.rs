//! Ops that are not split into steps. All programs share one function, as in `numbers.rs`.

use super::field::{each_lane, if_some};
use super::flood::LaneFlood;
use super::machine::LaneMachine;
use super::{Block, LANES, NumberBlock};
use linstock_engine::ir::program::{FilterCode, MaskReg, NumReg, Op};

/// An op with its operands and target, compiled for the instructions that `pulp` chose.
pub(super) struct WholeOp<'r> {
    pub(super) machine: &'r LaneMachine<'r>,
    pub(super) op: Op,
    pub(super) regs: &'r [Block],
    pub(super) numbers: &'r [NumberBlock],
    pub(super) to: &'r mut [Block],
    /// The working memory of slides and flood fills.
    pub(super) room: &'r mut [Block],
}

impl pulp::NullaryFnOnce for WholeOp<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self {
            machine, to, regs, ..
        } = self;
        let at = |reg: MaskReg| machine.mask(regs, reg);
        let number = |reg: NumReg| &self.numbers[usize::from(reg)];
        to.fill([0; LANES]);
        match self.op {
            Op::LoadOf(word, stride, seat) => {
                machine.load_of(word as usize, (stride, number(seat)), to);
            }
            Op::Bit(point) => bit(number(point), to),
            Op::First(mask) => first(at(mask), to),
            Op::Pick(table, place) => machine.pick(table, number(place), to),
            Op::Permute(mask, images) => machine.permute(images, at(mask), to),
            Op::FilterByValue(filter) => {
                let filter = &machine.program.value_filters[usize::from(filter)];
                let compared = (filter, number(filter.number));
                for lane in each_lane(machine.lanes) {
                    machine.filter_by_value(compared, (at(filter.among), to), lane);
                }
            }
            Op::Slide(slide) => machine.slide(usize::from(slide), regs, (to, self.room)),
            Op::Reach(fill) => {
                let fill = &machine.program.reaches[usize::from(fill)];
                let flood = LaneFlood {
                    from: at(fill.from),
                    over: at(fill.over),
                    within: fill.within.map(number),
                };
                machine.flood(flood, (to, self.room));
            }
            // The coder splits all others.
            Op::Number
            | Op::Const(_)
            | Op::Load(_)
            | Op::Gate(_)
            | Op::And(..)
            | Op::Or(..)
            | Op::AndNot(..)
            | Op::Shift(..)
            | Op::AndShift(..)
            | Op::OrShift(..)
            | Op::AnyShift(..)
            | Op::Script(_) => {}
        }
    }
}

impl LaneMachine<'_> {
    /// Loads the mask of a seat, which may differ between lanes.
    #[inline(always)]
    fn load_of(&self, first: usize, (stride, seat): (u32, &NumberBlock), to: &mut [Block]) {
        for lane in each_lane(self.lanes) {
            if let Ok(seat) = usize::try_from(seat[lane]) {
                let word = first + stride as usize * seat;
                for (at, to) in to.iter_mut().enumerate() {
                    // The seat may not exist.
                    to[lane] = self.words.get(word + at).map_or(0, |block| block[lane]);
                }
            }
        }
    }

    /// Copies the constant mask at an index of a table.
    #[inline(always)]
    fn pick(&self, table: u16, place: &NumberBlock, to: &mut [Block]) {
        let table = &self.rules.picks[usize::from(table)];
        for lane in each_lane(self.lanes) {
            let place = usize::try_from(place[lane]).ok();
            if let Some(constant) = place.and_then(|place| table.get(place)) {
                let words = self.constant(*constant);
                for (at, to) in to.iter_mut().enumerate() {
                    to[lane] = words[at];
                }
            }
        }
    }

    /// Writes each point of a mask moved to the point in a table; no point for a negative number.
    #[inline(always)]
    fn permute(&self, images: u16, from: &[Block], to: &mut [Block]) {
        let images = &self.rules.lookups[usize::from(images)];
        for lane in each_lane(self.lanes) {
            for (word, block) in from.iter().enumerate() {
                let mut left = block[lane];
                while left != 0 {
                    let point = word * 64 + left.trailing_zeros() as usize;
                    left &= left - 1;
                    let image = images
                        .get(point)
                        .and_then(|image| usize::try_from(*image).ok());
                    if let Some(image) = image {
                        to[image / 64][lane] |= 1 << (image % 64);
                    }
                }
            }
        }
    }

    /// Writes the points whose piece has a remembered value that satisfies the comparison.
    #[inline(always)]
    fn filter_by_value(
        &self,
        (filter, numbers): (&FilterCode, &NumberBlock),
        (among, to): (&[Block], &mut [Block]),
        lane: usize,
    ) {
        let number = numbers[lane];
        let values = &self.words[filter.word as usize..];
        for (word, to) in to.iter_mut().enumerate() {
            let mut left = among[word][lane];
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let at = word * 64 + bit as usize;
                let value = values.get(at).map_or(0, |block| block[lane]);
                to[lane] |= u64::from(filter.holds(value, number)) << bit;
            }
        }
    }
}

/// Writes the point with the given number in each lane; no point if the number is negative.
#[inline(always)]
fn bit(point: &NumberBlock, to: &mut [Block]) {
    for (word, to) in to.iter_mut().enumerate() {
        for lane in 0..LANES {
            // Negative numbers are in no word.
            let here = point[lane] >> 6 == word as i64;
            to[lane] = u64::from(here) << (point[lane] & 63);
        }
    }
}

/// Writes the lowest point of a mask.
#[inline(always)]
fn first(mask: &[Block], to: &mut [Block]) {
    let mut found = [0; LANES];
    for (at, to) in to.iter_mut().enumerate() {
        for lane in 0..LANES {
            let word = mask[at][lane] & !found[lane];
            to[lane] = word & word.wrapping_neg();
            found[lane] |= if_some(mask[at][lane]);
        }
    }
}
