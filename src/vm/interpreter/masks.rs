//! The loop over ops, and the ops that yield masks.

use super::Machine;
use super::flood::FloodArea;
use super::registers::RegisterArray;
use crate::ir::program::{FilterByValue, Op, Shift, SlideCode};
use crate::vm::arrays::{array_of, zip};
use crate::vm::program_failure::ProgramFailure;
use crate::vm::script_calls::ask_for_points;
use smallvec::SmallVec;
use wide::u64x2;

impl<C: RegisterArray<[u64; W]> + ?Sized, const W: usize> Machine<'_, C, W> {
    /// Runs ops. Results go to the registers from `mask_at` and `number_at` on; returns the next free ones.
    pub(super) fn run<M, N>(
        &self,
        ops: &[Op],
        (masks, numbers): (&mut M, &mut N),
        (mut mask_at, mut number_at): (usize, usize),
    ) -> Result<(usize, usize), ProgramFailure>
    where
        M: RegisterArray<[u64; W]> + AsRef<[[u64; W]]> + ?Sized,
        N: RegisterArray<i64> + AsRef<[i64]> + ?Sized,
    {
        // Each arm writes its own result, so that the compiler can store the words of a mask with one vector instruction.
        let mut ops = ops.iter();
        while let Some(op) = ops.next() {
            match *op {
                Op::Number => {
                    let more = ops.as_slice();
                    let next = self.numbers(more, (&*masks, &mut *numbers), number_at)?;
                    ops = more[next - number_at - 1..].iter();
                    number_at = next;
                    continue;
                }
                Op::Const(at) => masks.put(mask_at, *self.constants.at(at)),
                Op::Load(word) => masks.put(mask_at, self.load(word as usize)),
                Op::And(a, b) => masks.put(mask_at, zip(masks.at(a), masks.at(b), |a, b| a & b)),
                Op::Or(a, b) => masks.put(mask_at, zip(masks.at(a), masks.at(b), |a, b| a | b)),
                Op::AndNot(a, b) => {
                    masks.put(mask_at, zip(masks.at(a), masks.at(b), |a, b| a & !b));
                }
                Op::Shift(a, shift) => masks.put(mask_at, self.shift(masks.at(a), shift)),
                Op::AndShift(a, b, shift) => {
                    let moved = self.shift(masks.at(b), shift);
                    masks.put(mask_at, zip(masks.at(a), &moved, |a, b| a & b));
                }
                Op::OrShift(a, b, shift) => {
                    let moved = self.shift(masks.at(b), shift);
                    masks.put(mask_at, zip(masks.at(a), &moved, |a, b| a | b));
                }
                Op::AnyShift(from, to) => {
                    let mut any = [0; W];
                    for &(mask, shift) in &self.program.shifted[usize::from(from)..usize::from(to)]
                    {
                        any = zip(&any, &self.shift(masks.at(mask), shift), |a, b| a | b);
                    }
                    masks.put(mask_at, any);
                }
                Op::Slide(slide) => {
                    let slide = self.program.slides[usize::from(slide)];
                    let through = slide.through.map(|through| masks.at(through));
                    masks.put(mask_at, self.slide(masks.at(slide.from), through, slide));
                }
                Op::Script(call) => masks.put(mask_at, self.named(call, masks, numbers)?),
                rare => masks.put(mask_at, self.rare(rare, masks, numbers)),
            }
            mask_at += 1;
        }
        Ok((mask_at, number_at))
    }

    /// Asks a script for points; none, where it is not to be asked.
    #[cold]
    #[inline(never)]
    fn named<M, N>(&self, call: u16, masks: &M, numbers: &N) -> Result<[u64; W], ProgramFailure>
    where
        M: AsRef<[[u64; W]]> + ?Sized,
        N: RegisterArray<i64> + AsRef<[i64]> + ?Sized,
    {
        let call = &self.program.calls[usize::from(call)];
        let mut words = [0; W];
        if call.guard.is_none_or(|guard| *numbers.at(guard) != 0) {
            let files = (masks.as_ref().as_flattened(), numbers.as_ref());
            ask_for_points(self.rules, call, (self.env, files), &mut words)?;
        }
        Ok(words)
    }

    /// Computes an op that few programs have. A separate function, so that the loop above stays small.
    #[inline(never)]
    fn rare<M, N>(&self, op: Op, masks: &M, numbers: &N) -> [u64; W]
    where
        M: RegisterArray<[u64; W]> + ?Sized,
        N: RegisterArray<i64> + ?Sized,
    {
        let at = |reg: u16| masks.at(reg);
        let number = |reg: u16| *numbers.at(reg);
        match op {
            Op::LoadOf(word, stride, seat) => match usize::try_from(number(seat)) {
                Ok(seat) => self.load(word as usize + usize::from(stride) * seat),
                Err(_) => [0; W],
            },
            Op::Bit(point) => {
                let point = number(point);
                let word = |at| {
                    if point >> 6 == at {
                        1 << (point & 63)
                    } else {
                        0
                    }
                };
                array_of(|at| word(at as i64))
            }
            Op::First(mask) => first(at(mask)),
            Op::Pick(table, place) => {
                let table = &self.rules.picks[usize::from(table)];
                let place = usize::try_from(number(place)).ok();
                match place.and_then(|place| table.get(place)) {
                    Some(constant) => *self.constants.at(*constant),
                    None => [0; W],
                }
            }
            Op::FilterByValue(filter) => {
                let filter = &self.program.value_filters[usize::from(filter)];
                self.filter_by_value(filter, at(filter.among), number(filter.number))
            }
            Op::Reach(fill) => {
                let fill = &self.program.reaches[usize::from(fill)];
                let within = fill.within.map(number);
                let links = fill.links.iter().filter(|link| number(link.open) != 0);
                let links: SmallVec<[(u16, u16); 8]> = links.map(|link| link.ends.into()).collect();
                let area = FloodArea {
                    over: at(fill.over),
                    free: fill.free.map(at),
                    links: links.as_slice(),
                };
                self.reach(at(fill.from), area, within)
            }
            Op::Gate(gate) if number(gate) != 0 => *self.constants.at(self.rules.everything),
            Op::Gate(_) => [0; W],
            // The loop over ops computes all others.
            Op::Number
            | Op::Const(_)
            | Op::Load(_)
            | Op::And(..)
            | Op::Or(..)
            | Op::AndNot(..)
            | Op::Shift(..)
            | Op::AndShift(..)
            | Op::OrShift(..)
            | Op::AnyShift(..)
            | Op::Slide(_)
            | Op::Script(_) => [0; W],
        }
    }

    #[inline(always)]
    fn load(&self, word: usize) -> [u64; W] {
        *self.env.words[word..]
            .first_chunk()
            .expect("masks lie within the state")
    }

    /// Rotates the mask by the shift's bits, then clears what crossed an edge or a wall (`keep`).
    #[inline(always)]
    pub(super) fn shift(&self, mask: &[u64; W], shift: Shift) -> [u64; W] {
        let keep = self.constants.at(shift.keep);
        let (words, bits) = (usize::from(shift.words), u32::from(shift.bits));
        match W {
            1 => array_of(|at| mask[at].rotate_left(bits) & keep[at]),
            2 => {
                // Both words at once.
                let (low, high) = (mask[words % 2], mask[(words + 1) % 2]);
                let turned = u64x2::new([low, high]).unbounded_shl_scalar(bits);
                let over = u64x2::new([high, low]).unbounded_shr_scalar(64 - bits);
                let moved = (turned | over).to_array();
                array_of(|at| moved[at] & keep[at])
            }
            _ => array_of(|at| {
                let from = if at >= words {
                    at - words
                } else {
                    at + W - words
                };
                let before = if from > 0 { from - 1 } else { W - 1 };
                // Shifting by 64 is not defined, so the bits from the word before are shifted in two steps.
                (mask[from] << bits | mask[before] >> 1 >> (63 - bits)) & keep[at]
            }),
        }
    }

    /// Returns what is reached in one direction, over the points of `through`.
    #[inline(never)]
    fn slide(&self, from: &[u64; W], through: Option<&[u64; W]>, slide: SlideCode) -> [u64; W] {
        self.env.budget.spend(usize::from(slide.steps) * W);
        let through = through.copied().unwrap_or([u64::MAX; W]);
        let (mut reached, mut all) = (*from, [0; W]);
        for _ in 0..slide.steps {
            reached = self.shift(&reached, slide.shift);
            all = zip(&all, &reached, |all, reached| all | reached);
            reached = zip(&reached, &through, |reached, through| reached & through);
            // Where a step is cheap, a branch that cannot be foretold takes longer than the steps that are left.
            if W > 2 && reached == [0; W] {
                break;
            }
        }
        all
    }

    /// Returns the points whose piece has a remembered value for which the comparison holds.
    fn filter_by_value(&self, filter: &FilterByValue, among: &[u64; W], number: i64) -> [u64; W] {
        let first = filter.word as usize;
        let mut out = [0; W];
        for (word, mut left) in among.iter().copied().enumerate() {
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let at = first + word * 64 + bit as usize;
                let value = self.env.words[at].cast_signed() - i64::from(filter.holds_seat);
                let (a, b) = if filter.flipped {
                    (number, value)
                } else {
                    (value, number)
                };
                out[word] |= u64::from(filter.how.holds(a, b)) << bit;
            }
        }
        out
    }
}

/// Returns the first point of a mask.
#[inline]
fn first<const W: usize>(mask: &[u64; W]) -> [u64; W] {
    let mut out = [0; W];
    if let Some(word) = mask.iter().position(|word| *word != 0) {
        out[word] = mask[word] & mask[word].wrapping_neg();
    }
    out
}
