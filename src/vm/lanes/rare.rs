//! The ops that few programs have, one lane after the other.

use super::masks::LaneMachine;
use super::{Block, LANES, NumberBlock};
use crate::ir::program::{FilterByValue, MaskReg, NumReg, Op};

/// An op, and the numbers that it may read.
pub(super) struct RareOp<'n> {
    pub(super) op: Op,
    pub(super) numbers: &'n [NumberBlock],
}

impl RareOp<'_> {
    fn number(&self, reg: NumReg, lane: usize) -> i64 {
        self.numbers[usize::from(reg)][lane]
    }
}

impl LaneMachine<'_> {
    /// Computes a mask of every lane.
    #[inline(never)]
    pub(super) fn rare(&self, op: RareOp<'_>, regs: &[Block], to: &mut [Block]) {
        to.fill([0; LANES]);
        let at = |reg: MaskReg| &regs[usize::from(reg) * self.width..][..self.width];
        for lane in 0..LANES {
            match op.op {
                Op::LoadOf(word, stride, seat) => {
                    if let Ok(seat) = usize::try_from(op.number(seat, lane)) {
                        let word = word as usize + usize::from(stride) * seat;
                        let from = self.words.get(word..).unwrap_or_default();
                        copy_lane(to, lane, from);
                    }
                }
                Op::Bit(point) => {
                    if let Ok(point) = usize::try_from(op.number(point, lane))
                        && let Some(to) = to.get_mut(point / 64)
                    {
                        to[lane] = 1 << (point % 64);
                    }
                }
                Op::Gate(gate) if op.number(gate, lane) != 0 => {
                    self.write(to, lane, self.constant(self.rules.everything));
                }
                Op::First(mask) => first(at(mask), to, lane),
                Op::Pick(table, place) => {
                    let table = &self.rules.picks[usize::from(table)];
                    let place = usize::try_from(op.number(place, lane)).ok();
                    if let Some(constant) = place.and_then(|place| table.get(place)) {
                        self.write(to, lane, self.constant(*constant));
                    }
                }
                Op::FilterByValue(filter) => {
                    let filter = &self.program.value_filters[usize::from(filter)];
                    let number = op.number(filter.number, lane);
                    self.filter_by_value((filter, number), (at(filter.among), to), lane);
                }
                _ => {}
            }
        }
    }

    /// Writes the mask of a lane.
    fn write(&self, to: &mut [Block], lane: usize, words: &[u64]) {
        for (at, to) in to.iter_mut().enumerate() {
            to[lane] = words[at];
        }
    }

    /// Writes the points whose piece has a remembered value for which the comparison holds.
    fn filter_by_value(
        &self,
        (filter, number): (&FilterByValue, i64),
        (among, to): (&[Block], &mut [Block]),
        lane: usize,
    ) {
        let values = &self.words[filter.word as usize..];
        for (word, to) in to.iter_mut().enumerate() {
            let mut left = among[word][lane];
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let at = word * 64 + bit as usize;
                let value = values.get(at).map_or(0, |block| block[lane]).cast_signed();
                let value = value - i64::from(filter.holds_seat);
                let (a, b) = if filter.flipped {
                    (number, value)
                } else {
                    (value, number)
                };
                to[lane] |= u64::from(filter.how.holds(a, b)) << bit;
            }
        }
    }
}

/// Copies the mask of a lane.
fn copy_lane(to: &mut [Block], lane: usize, from: &[Block]) {
    for (at, to) in to.iter_mut().enumerate() {
        // There may be no such seat.
        if let Some(from) = from.get(at) {
            to[lane] = from[lane];
        }
    }
}

/// Writes the lowest point of a mask.
fn first(mask: &[Block], to: &mut [Block], lane: usize) {
    if let Some(word) = mask.iter().position(|block| block[lane] != 0) {
        let found = mask[word][lane];
        to[word][lane] = found & found.wrapping_neg();
    }
}
