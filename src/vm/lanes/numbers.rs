//! The ops that yield numbers. Yes is 1, no is 0, nobody and nowhere are -1.

use super::field::repetitions;
use super::masks::LaneMachine;
use super::{Block, LANES, NumberBlock};
use crate::ir::Rules;
use crate::ir::program::unpack_line;
use crate::ir::program::{MaskReg, NumReg, NumberOp};
use crate::model::{Dir, Point};
use std::array::from_fn;

impl LaneMachine<'_> {
    /// Computes the number with this register in every lane; returns the lanes in which it overflowed.
    #[inline(never)]
    pub(super) fn number(&self, regs: &[Block], numbers: &mut [NumberBlock], reg: usize) -> u64 {
        let (before, rest) = numbers.split_at_mut(reg);
        let op = self.program.numbers[reg];
        if let NumberOp::Join(op, a, b) = op {
            let (a, b) = (&before[usize::from(a)], &before[usize::from(b)]);
            let mut alone = 0;
            rest[0] = from_fn(|lane| {
                let joined = op.apply(a[lane], b[lane]);
                alone |= u64::from(joined.is_none()) << lane;
                joined.unwrap_or(0)
            });
            return alone;
        }
        rest[0] = self.number_of(op, regs, before);
        0
    }

    fn number_of(&self, op: NumberOp, regs: &[Block], numbers: &[NumberBlock]) -> NumberBlock {
        let at = |reg: NumReg| &numbers[usize::from(reg)];
        let player = |word: u64| word.cast_signed() - 1;
        match op {
            NumberOp::Fixed(n) => [n; LANES],
            NumberOp::Load(word) => from_fn(|lane| self.word(lane, word).cast_signed()),
            NumberOp::LoadSeat(word) => from_fn(|lane| player(self.word(lane, word))),
            NumberOp::LoadOf(first, seat) => from_fn(|lane| {
                let word = self.word_of(lane, first, at(seat)[lane]);
                word.map_or(0, u64::cast_signed)
            }),
            NumberOp::LoadSeatOf(first, seat) => from_fn(|lane| {
                let word = self.word_of(lane, first, at(seat)[lane]);
                word.map_or(-1, player)
            }),
            NumberOp::Count(_) | NumberOp::Any(_) | NumberOp::Has(..) => {
                self.number_of_mask(op, regs, numbers)
            }
            NumberOp::Compare(how, a, b) => {
                from_fn(|lane| i64::from(how.holds(at(a)[lane], at(b)[lane])))
            }
            NumberOp::Not(a) => from_fn(|lane| i64::from(at(a)[lane] == 0)),
            NumberOp::Select(cond, then, otherwise) => from_fn(|lane| {
                let chosen = if at(cond)[lane] == 0 { otherwise } else { then };
                at(chosen)[lane]
            }),
            NumberOp::NextSeat(seat) => {
                let seats = i64::try_from(self.rules.code.len()).unwrap_or(1);
                from_fn(|lane| match at(seat)[lane] {
                    nobody @ ..0 => nobody,
                    seat => (seat + 1) % seats,
                })
            }
            NumberOp::OnLine(word, steps) => from_fn(|lane| {
                let point = point_on_line(self.rules, self.word(lane, word), i32::from(steps));
                point.map_or(-1, i64::from)
            }),
            NumberOp::Seen(times) => {
                let seen = |lane| repetitions(self.words, lane) >= u64::from(times);
                from_fn(|lane| i64::from(seen(lane)))
            }
            NumberOp::Lookup(table, index) => {
                let table = &self.rules.lookups[usize::from(table)];
                let (none, values) = table.split_last().map_or((0, &[][..]), |(n, v)| (*n, v));
                from_fn(|lane| {
                    let index = usize::try_from(at(index)[lane]).ok();
                    index.and_then(|at| values.get(at)).copied().unwrap_or(none)
                })
            }
            // `knows` lets no program come here that has the others, and `number` does the joins.
            NumberOp::Join(..) | NumberOp::Script(_) => [0; LANES],
        }
    }

    /// Computes what is asked of a mask.
    fn number_of_mask(&self, op: NumberOp, regs: &[Block], numbers: &[NumberBlock]) -> NumberBlock {
        let at = |reg: MaskReg| &regs[usize::from(reg) * self.width..][..self.width];
        match op {
            NumberOp::Count(mask) => {
                let mut ones = [0; LANES];
                for block in at(mask) {
                    for lane in 0..LANES {
                        ones[lane] += i64::from(block[lane].count_ones());
                    }
                }
                ones
            }
            NumberOp::Any(mask) => {
                let mut any = [0; LANES];
                for block in at(mask) {
                    for lane in 0..LANES {
                        any[lane] |= block[lane];
                    }
                }
                from_fn(|lane| i64::from(any[lane] != 0))
            }
            NumberOp::Has(mask, point) => {
                from_fn(
                    |lane| match usize::try_from(numbers[usize::from(point)][lane]) {
                        Ok(point) => {
                            let word = at(mask).get(point / 64).map_or(0, |block| block[lane]);
                            (word >> (point % 64) & 1).cast_signed()
                        }
                        Err(_) => 0,
                    },
                )
            }
            _ => [0; LANES],
        }
    }

    fn word(&self, lane: usize, word: u32) -> u64 {
        self.words[word as usize][lane]
    }

    /// Returns the word of a seat; `None` for nobody.
    fn word_of(&self, lane: usize, first: u32, seat: i64) -> Option<u64> {
        let seat = usize::try_from(seat).ok()?;
        let block = self.words.get(first as usize + seat)?;
        Some(block[lane])
    }
}

/// As for one game. A lane may hold anything where it does not need the number: then there is no such point.
pub(super) fn point_on_line(rules: &Rules, word: u64, steps: i32) -> Option<u16> {
    let (rear, dir) = unpack_line(word);
    let board = rules.model().board.as_ref()?;
    let known =
        usize::from(rear) < board.points() && usize::from(dir) < board.topology.directions().len();
    let point = known.then(|| board.along(Point(rear), Dir::at(dir), steps))?;
    point.map(|point| point.0)
}
