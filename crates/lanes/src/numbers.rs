//! Ops that compute numbers. Yes is 1, no is 0; nobody and nowhere are -1.

use super::field::{AT_ONCE, LaneBits, groups_of, join_words, lanes_of, repetitions};
use super::machine::LaneMachine;
use super::{Block, LANES, NumberBlock, ranks};
use linstock_engine::ir::program::{MaskReg, NumReg, NumberOp, first_point};
use linstock_engine::vm::arrays::array_of;
use linstock_engine::vm::interpreter::point_on_line;
use linstock_model::{Comparison, NumOp};

/// The computation of a number in every lane, compiled for the instructions that `pulp` chose. All programs share one function:
/// if it were inlined into each loop over ops, it would be compiled once for each.
struct NumberRun<'r> {
    machine: &'r LaneMachine<'r>,
    regs: &'r [Block],
    numbers: &'r mut [NumberBlock],
    reg: usize,
}

impl pulp::NullaryFnOnce for NumberRun<'_> {
    type Output = LaneBits;

    #[inline(always)]
    fn call(self) -> LaneBits {
        let op = self.machine.program.numbers[self.reg];
        let (before, rest) = self.numbers.split_at_mut(self.reg);
        if let NumberOp::Join(op, a, b) = op {
            let sides = (&before[usize::from(a)], &before[usize::from(b)]);
            return join(op, sides, &mut rest[0]);
        }
        self.machine
            .write_number(op, (self.regs, before), &mut rest[0]);
        0
    }
}

/// Applies an arithmetic operation in every lane. Returns the lanes where there is no result or it does not fit.
#[inline(always)]
fn join(op: NumOp, (a, b): (&NumberBlock, &NumberBlock), to: &mut NumberBlock) -> LaneBits {
    // A sum that does not fit has another sign than both operands.
    let mut overflow = [0; LANES];
    match op {
        NumOp::Add => {
            for lane in 0..LANES {
                let sum = a[lane].wrapping_add(b[lane]);
                overflow[lane] = (a[lane] ^ sum) & (b[lane] ^ sum);
                to[lane] = sum;
            }
        }
        NumOp::Sub => {
            for lane in 0..LANES {
                let difference = a[lane].wrapping_sub(b[lane]);
                overflow[lane] = (a[lane] ^ b[lane]) & (a[lane] ^ difference);
                to[lane] = difference;
            }
        }
        NumOp::Max => *to = array_of(|lane| a[lane].max(b[lane])),
        NumOp::Min => *to = array_of(|lane| a[lane].min(b[lane])),
        NumOp::Mul | NumOp::Div | NumOp::Rem => {
            for lane in 0..LANES {
                let joined = op.apply(a[lane], b[lane]);
                overflow[lane] = if joined.is_none() { -1 } else { 0 };
                to[lane] = joined.unwrap_or(0);
            }
        }
    }
    // Usually no number overflows.
    if overflow.iter().fold(0, |all, some| all | some) >= 0 {
        return 0;
    }
    lanes_of(&array_of(|lane| u64::from(overflow[lane] < 0)))
}

impl LaneMachine<'_> {
    /// Computes the number of this register in every lane. Returns the lanes where it overflowed.
    #[inline(always)]
    pub(super) fn number(
        &self,
        regs: &[Block],
        numbers: &mut [NumberBlock],
        reg: usize,
    ) -> LaneBits {
        self.arch.dispatch(NumberRun {
            machine: self,
            regs,
            numbers,
            reg,
        })
    }

    #[inline(always)]
    fn write_number(
        &self,
        op: NumberOp,
        (regs, numbers): (&[Block], &[NumberBlock]),
        to: &mut NumberBlock,
    ) {
        let at = |reg: NumReg| &numbers[usize::from(reg)];
        let player = |word: u64| word.cast_signed() - 1;
        match op {
            NumberOp::Fixed(n) => self.in_lanes(to, |_| n),
            NumberOp::Load(word) => self.in_lanes(to, |lane| self.word(lane, word).cast_signed()),
            NumberOp::LoadSeat(word) => self.in_lanes(to, |lane| player(self.word(lane, word))),
            NumberOp::LoadOf(first, seat) => self.in_lanes(to, |lane| {
                let word = self.word_of(lane, first, at(seat)[lane]);
                word.map_or(0, u64::cast_signed)
            }),
            NumberOp::LoadSeatOf(first, seat) => self.in_lanes(to, |lane| {
                let word = self.word_of(lane, first, at(seat)[lane]);
                word.map_or(-1, player)
            }),
            NumberOp::Count(_) | NumberOp::First(_) | NumberOp::Any(_) | NumberOp::Has(..) => {
                self.write_number_of_mask(op, (regs, numbers), to);
            }
            NumberOp::Compare(how, a, b) => {
                let (a, b) = (at(a), at(b));
                match how {
                    Comparison::Equal => self.in_lanes(to, |lane| i64::from(a[lane] == b[lane])),
                    Comparison::Less => self.in_lanes(to, |lane| i64::from(a[lane] < b[lane])),
                    Comparison::AtMost => self.in_lanes(to, |lane| i64::from(a[lane] <= b[lane])),
                }
            }
            NumberOp::Not(a) => {
                let a = at(a);
                self.in_lanes(to, |lane| i64::from(a[lane] == 0));
            }
            NumberOp::Select(cond, then, otherwise) => {
                let (cond, then, otherwise) = (at(cond), at(then), at(otherwise));
                self.in_lanes(to, |lane| match cond[lane] {
                    0 => otherwise[lane],
                    _ => then[lane],
                });
            }
            NumberOp::NextSeat(seat) => {
                let seats = i64::try_from(self.rules.code.len()).unwrap_or(1);
                self.in_lanes(to, |lane| match at(seat)[lane] {
                    nobody @ ..0 => nobody,
                    seat => (seat + 1) % seats,
                });
            }
            NumberOp::OnLine(word, steps) => self.in_lanes(to, |lane| {
                let point = point_on_line(self.rules, self.word(lane, word), i32::from(steps));
                point.map_or(-1, i64::from)
            }),
            NumberOp::Seen(times) => {
                let seen = |lane| repetitions(self.words, lane) >= u64::from(times);
                self.in_lanes(to, |lane| i64::from(seen(lane)));
            }
            NumberOp::Lookup(table, index) => {
                let table = &self.rules.lookups[usize::from(table)];
                let (none, values) = table.split_last().map_or((0, &[][..]), |(n, v)| (*n, v));
                self.in_lanes(to, |lane| {
                    let index = usize::try_from(at(index)[lane]).ok();
                    index.and_then(|at| values.get(at)).copied().unwrap_or(none)
                });
            }
            // `knows` rejects programs with scripts, and `number` does the joins.
            NumberOp::Join(..) | NumberOp::Script(_) => {}
        }
    }

    /// Computes a number from a mask.
    #[inline(always)]
    fn write_number_of_mask(
        &self,
        op: NumberOp,
        (regs, numbers): (&[Block], &[NumberBlock]),
        to: &mut NumberBlock,
    ) {
        let at = |reg: MaskReg| self.mask(regs, reg);
        match op {
            NumberOp::Count(mask) => {
                let mut ones = [0; LANES];
                ranks::count((at(mask), self.lanes), &[0; LANES], &mut ones);
                self.in_lanes(to, |lane| ones[lane].into());
            }
            NumberOp::First(mask) => {
                let mask = at(mask);
                self.in_lanes(to, |lane| first_point(mask.iter().map(|block| block[lane])));
            }
            NumberOp::Any(mask) => {
                let mut any = [0; LANES];
                join_words(at(mask), &mut any);
                self.in_lanes(to, |lane| i64::from(any[lane] != 0));
            }
            NumberOp::Has(mask, point) => {
                self.write_membership(at(mask), &numbers[usize::from(point)], to);
            }
            _ => {}
        }
    }

    /// Writes for each lane whether its mask contains a point.
    #[inline(always)]
    fn write_membership(&self, mask: &[Block], points: &NumberBlock, to: &mut NumberBlock) {
        // Nowhere is -1, which is a large number if unsigned.
        let is_in = |word: u64, point: u64, points: u64| {
            let is_point = u64::from(point < points);
            (word >> (point % 64) & is_point).cast_signed()
        };
        match mask {
            [word] => {
                return self.in_lanes(to, |lane| {
                    let point = points[lane].cast_unsigned();
                    is_in(word[lane], point, 64)
                });
            }
            [low, high] => {
                return self.in_lanes(to, |lane| {
                    let point = points[lane].cast_unsigned();
                    let word = if point < 64 { low[lane] } else { high[lane] };
                    is_in(word, point, 128)
                });
            }
            _ => {}
        }
        self.in_lanes(to, |lane| {
            let point = points[lane].cast_unsigned();
            let block = mask.get((point / 64) as usize);
            let word = block.map_or(0, |block| block[lane]);
            (word >> (point % 64) & 1).cast_signed()
        });
    }

    /// Computes a number for each lane whose result matters.
    #[inline(always)]
    fn in_lanes(&self, to: &mut NumberBlock, number: impl Fn(usize) -> i64) {
        let (groups, _) = to.as_chunks_mut::<AT_ONCE>();
        for (at, numbers) in groups.iter_mut().enumerate() {
            if at >= groups_of(self.lanes) {
                break;
            }
            *numbers = array_of(|lane| number(at * AT_ONCE + lane));
        }
    }

    #[inline(always)]
    fn word(&self, lane: usize, word: u32) -> u64 {
        self.words[word as usize][lane]
    }

    /// Returns the word of a seat; `None` for nobody.
    #[inline(always)]
    fn word_of(&self, lane: usize, first: u32, seat: i64) -> Option<u64> {
        let seat = usize::try_from(seat).ok()?;
        let block = self.words.get(first as usize + seat)?;
        Some(block[lane])
    }
}
