//! Instructions that change remembered values, in many lanes at once.

use super::field::{LaneBits, each_lane, lanes_of, no_vectorize_barrier};
use super::strands::{LaneEnd, Strand, StrandRunner};
use super::{Block, LANES, NumberBlock};
use linstock_engine::ir::instructions::Instr;
use linstock_engine::vm::arrays::array_of;

impl StrandRunner<'_> {
    /// Runs an instruction that changes remembered values, or leaves it to the executor.
    #[inline(always)]
    pub(super) fn step_values(&mut self, instr: &Instr, strand: Strand, words: &mut [Block]) {
        let Strand { lanes, pc, me } = strand;
        let on = &self.on;
        match *instr {
            Instr::Store(word, _, holds_seat) => {
                let value = stored(&self.numbers[0], holds_seat);
                store(&mut words[word as usize], &value, on);
            }
            Instr::StoreMask(word, _) => {
                for (at, value) in self.points[0].iter().enumerate() {
                    no_vectorize_barrier();
                    store(&mut words[word as usize + at], value, on);
                }
            }
            Instr::Reset(word, (size, copies), start) => {
                let constant = start as usize * self.rules.layout.width;
                let start = &self.rules.constants[constant..][..size as usize];
                let to = &mut words[word as usize..][..(size * copies) as usize];
                for at in 0..to.len() {
                    no_vectorize_barrier();
                    store(&mut to[at], &[start[at % start.len()]; LANES], on);
                }
            }
            Instr::StoreEach(word, _, _, holds_seat) if self.has_operands(strand) => {
                let value = stored(&self.numbers[1], holds_seat);
                for (block, points) in self.points[0].iter().enumerate() {
                    for lane in each_lane(lanes) {
                        for point in each_lane(points[lane]) {
                            words[word as usize + block * 64 + point][lane] = value[lane];
                        }
                    }
                }
            }
            Instr::StoreOf(word, _, holds_seat, _) => self.store_of(word, holds_seat, lanes, words),
            Instr::StoreMaskOf(word, ..) => self.store_mask_of(word, lanes, words),
            Instr::ResetOf(word, size, start, _) => {
                let constant = start as usize * self.rules.layout.width;
                let start = &self.rules.constants[constant..][..size as usize];
                self.reset_of(word, start, lanes, words);
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

    /// Iterates over some lanes with the seat that was computed for each; skips lanes where it is nobody.
    #[inline(always)]
    fn seats_of(&self, slot: usize, lanes: LaneBits) -> impl Iterator<Item = (usize, usize)> {
        each_lane(lanes).filter_map(move |lane| {
            let seat = usize::try_from(self.numbers[slot][lane]);
            seat.ok().map(|seat| (lane, seat))
        })
    }

    /// Stores a number for a seat; `word` is the word of the first seat.
    #[inline(always)]
    fn store_of(&self, word: u32, holds_seat: bool, lanes: LaneBits, words: &mut [Block]) {
        for (lane, seat) in self.seats_of(1, lanes) {
            let value = stored_in(&self.numbers[0], lane, holds_seat);
            words[word as usize + seat][lane] = value;
        }
    }

    /// Stores a mask for a seat; `word` is the first word of the first seat's mask.
    #[inline(always)]
    fn store_mask_of(&self, word: u32, lanes: LaneBits, words: &mut [Block]) {
        for (lane, seat) in self.seats_of(1, lanes) {
            let to = &mut words[word as usize + seat * self.points[0].len()..];
            for (to, value) in to.iter_mut().zip(&*self.points[0]) {
                to[lane] = value[lane];
            }
        }
    }

    /// Resets the value of a seat to its start; `word` is the first word of the first seat's value.
    #[inline(always)]
    fn reset_of(&self, word: u32, start: &[u64], lanes: LaneBits, words: &mut [Block]) {
        for (lane, seat) in self.seats_of(0, lanes) {
            let to = &mut words[word as usize + seat * start.len()..];
            for (to, value) in to.iter_mut().zip(start) {
                to[lane] = *value;
            }
        }
    }
}

/// Writes a word in active lanes.
#[inline(always)]
pub(super) fn store(to: &mut Block, value: &Block, on: &Block) {
    for lane in 0..LANES {
        to[lane] = to[lane] & !on[lane] | value[lane] & on[lane];
    }
}

/// Clears `count` words from `word` on, in active lanes.
#[inline(always)]
pub(super) fn clear(words: &mut [Block], (word, count): (u32, u32), on: &Block) {
    for block in &mut words[word as usize..(word + count) as usize] {
        no_vectorize_barrier();
        store(block, &[0; LANES], on);
    }
}

/// Returns numbers as stored words: a seat or row plus 1, so that 0 means nobody.
#[inline(always)]
fn stored(numbers: &NumberBlock, holds_seat: bool) -> Block {
    array_of(|lane| stored_in(numbers, lane, holds_seat))
}

/// Like `stored`, for one lane.
#[inline(always)]
fn stored_in(numbers: &NumberBlock, lane: usize, holds_seat: bool) -> u64 {
    let number = numbers[lane].wrapping_add(i64::from(holds_seat));
    number.cast_unsigned()
}
