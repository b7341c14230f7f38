//! Instructions that change remembered values, in many lanes at once.

use super::field::{each_lane, lanes_of};
use super::strands::{LaneEnd, Strand, StrandRunner};
use super::{Block, LANES, NumberBlock};
use crate::ir::instructions::Instr;

impl StrandRunner<'_> {
    /// Carries out an instruction that changes remembered values, or leaves it to the executor.
    #[inline(always)]
    pub(super) fn step_values(&mut self, instr: &Instr, strand: Strand, words: &mut [Block]) {
        let Strand { lanes, pc, me } = strand;
        let on = &self.pieces.on;
        match *instr {
            Instr::Store(word, _, holds_seat) => {
                let value = stored(&self.numbers[0], holds_seat);
                store(&mut words[word as usize], &value, on);
            }
            Instr::StoreOf(word, _, holds_seat, _) => {
                let value = stored(&self.numbers[0], holds_seat);
                for lane in each_lane(lanes) {
                    if let Ok(seat) = usize::try_from(self.numbers[1][lane]) {
                        words[word as usize + seat][lane] = value[lane];
                    }
                }
            }
            Instr::StoreMask(word, _) => {
                for (at, value) in self.points[0].iter().enumerate() {
                    store(&mut words[word as usize + at], value, on);
                }
            }
            Instr::Reset(word, (size, copies), start) => {
                let constant = start as usize * self.rules.layout.width;
                let start = &self.rules.constants[constant..][..size as usize];
                let to = &mut words[word as usize..][..(size * copies) as usize];
                for (to, value) in to.iter_mut().zip(start.iter().cycle()) {
                    store(to, &[*value; LANES], on);
                }
            }
            Instr::Note => self.histories.note(self.rules, (lanes, pc), words),
            Instr::CountDown(word, to) => {
                let left = &mut words[word as usize];
                let some = lanes & lanes_of(left);
                for lane in 0..LANES {
                    left[lane] = left[lane].saturating_sub(on[lane] & 1);
                }
                self.add(lanes & !some, to, me);
                self.add(some, pc + 1, me);
                return;
            }
            _ => return self.end(lanes, LaneEnd::Open(pc)),
        }
        self.add(lanes, pc + 1, me);
    }
}

/// Writes a word of some lanes.
#[inline(always)]
pub(super) fn store(to: &mut Block, value: &Block, on: &Block) {
    for lane in 0..LANES {
        to[lane] = to[lane] & !on[lane] | value[lane] & on[lane];
    }
}

/// Clears some words: the first, and how many.
#[inline(always)]
pub(super) fn clear(words: &mut [Block], (word, count): (u32, u32), on: &Block) {
    for block in &mut words[word as usize..(word + count) as usize] {
        store(block, &[0; LANES], on);
    }
}

/// Returns numbers as words: a seat or row is stored plus 1, so that 0 means nobody.
#[inline(always)]
fn stored(numbers: &NumberBlock, holds_seat: bool) -> Block {
    std::array::from_fn(|lane| {
        let number = numbers[lane].wrapping_add(i64::from(holds_seat));
        number.cast_unsigned()
    })
}
