//! The loop over the runs of a program, and the ops that yield masks.

use super::Machine;
use super::flood::FloodArea;
use super::registers::RegisterArray;
use super::two_words::rotate_two_words;
use crate::ir::program::{FilterCode, Op, Shift, SlideCode};
use crate::ir::schedule::{OpRun, OpSort, RunOp, ShiftedBits, ShiftedPart};
use crate::vm::arrays::{array_of, zip};
use crate::vm::program_failure::ProgramFailure;
use crate::vm::script_calls::ask_for_points;
use smallvec::SmallVec;

impl<C: RegisterArray<[u64; W]> + ?Sized, const W: usize> Machine<'_, C, W> {
    /// Carries out some runs of the program.
    pub(super) fn run<M, N>(
        &self,
        runs: &[OpRun],
        (masks, numbers): (&mut M, &mut N),
    ) -> Result<(), ProgramFailure>
    where
        M: RegisterArray<[u64; W]> + AsRef<[[u64; W]]> + ?Sized,
        N: RegisterArray<i64> + AsRef<[i64]> + ?Sized,
    {
        for run in runs {
            let steps = run.steps.as_slice();
            match run.sort {
                OpSort::Const => {
                    for step in steps {
                        masks.put(step.to, *self.constants.at(step.a));
                    }
                }
                OpSort::Load => {
                    for step in steps {
                        masks.put(step.to, self.load(step.extra));
                    }
                }
                OpSort::Number => self.numbers(steps, (&*masks, &mut *numbers))?,
                OpSort::And => pairs(masks, steps, |a, b| a & b),
                OpSort::Or => pairs(masks, steps, |a, b| a | b),
                OpSort::AndNot => pairs(masks, steps, |a, b| a & !b),
                OpSort::Shift => self.shifts(masks, (steps, run.words), |_, moved| *moved),
                OpSort::AndShift => self.shifts(masks, (steps, run.words), |a, moved| {
                    zip(a, moved, |a, b| a & b)
                }),
                OpSort::OrShift => self.shifts(masks, (steps, run.words), |a, moved| {
                    zip(a, moved, |a, b| a | b)
                }),
                OpSort::AnyShift => {
                    for step in steps {
                        let parts =
                            &self.program.schedule.parts[step.extra..][..usize::from(step.a)];
                        masks.put(step.to, self.any_shift(parts, &*masks));
                    }
                }
                OpSort::Other => {
                    for step in steps {
                        let mask = self.other(self.program.ops[step.extra], &*masks, &*numbers)?;
                        masks.put(step.to, mask);
                    }
                }
            }
        }
        Ok(())
    }

    /// Carries out shifts by equally many whole words; joins each result with the mask `a` of its step.
    #[inline(always)]
    fn shifts<M>(
        &self,
        masks: &mut M,
        (steps, words): (&[RunOp], u8),
        join: impl Fn(&[u64; W], &[u64; W]) -> [u64; W],
    ) where
        M: RegisterArray<[u64; W]> + ?Sized,
    {
        // For two words, separate loops avoid a test of the number of words in each pass.
        if W == 2 && words == 0 {
            for step in steps {
                let moved = self.shifted(masks.at(step.b), (0, step.by));
                masks.put(step.to, join(masks.at(step.a), &moved));
            }
        } else {
            let words = if W == 2 { 1 } else { words };
            for step in steps {
                let moved = self.shifted(masks.at(step.b), (words, step.by));
                masks.put(step.to, join(masks.at(step.a), &moved));
            }
        }
    }

    /// Returns the points in at least one of some shifted masks.
    #[inline(always)]
    fn any_shift<M>(&self, parts: &[ShiftedPart], masks: &M) -> [u64; W]
    where
        M: RegisterArray<[u64; W]> + ?Sized,
    {
        let mut any = [0; W];
        let mut parts = parts.iter();
        if W == 2 {
            // One loop for masks that are shifted by no whole word, and one for the others.
            while let Some(part) = parts.as_slice().first().filter(|part| part.words == 0) {
                let moved = self.shifted(masks.at(part.mask), (0, part.by));
                any = zip(&any, &moved, |a, b| a | b);
                parts.next();
            }
        }
        for part in parts {
            let words = if W == 2 { 1 } else { part.words };
            let moved = self.shifted(masks.at(part.mask), (words, part.by));
            any = zip(&any, &moved, |a, b| a | b);
        }
        any
    }

    /// Computes an op of the sort `Other`. A separate function, so that the loop over runs stays small.
    #[inline(never)]
    fn other<M, N>(&self, op: Op, masks: &M, numbers: &N) -> Result<[u64; W], ProgramFailure>
    where
        M: RegisterArray<[u64; W]> + AsRef<[[u64; W]]> + ?Sized,
        N: RegisterArray<i64> + AsRef<[i64]> + ?Sized,
    {
        match op {
            Op::Slide(slide) => {
                let slide = self.program.slides[usize::from(slide)];
                let through = slide.through.map(|through| masks.at(through));
                Ok(self.slide(masks.at(slide.from), through, slide))
            }
            Op::Script(call) => self.named(call, masks, numbers),
            rare => Ok(self.rare(rare, masks, numbers)),
        }
    }

    /// Calls a script for points; returns none if the call's guard is 0.
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
            ask_for_points(self.rules, call, (*self.env, files), &mut words)?;
        }
        Ok(words)
    }

    /// Computes an op that cannot fail.
    fn rare<M, N>(&self, op: Op, masks: &M, numbers: &N) -> [u64; W]
    where
        M: RegisterArray<[u64; W]> + ?Sized,
        N: RegisterArray<i64> + ?Sized,
    {
        let at = |reg: u16| masks.at(reg);
        let number = |reg: u16| *numbers.at(reg);
        match op {
            Op::LoadOf(word, stride, seat) => match usize::try_from(number(seat)) {
                Ok(seat) => self.load(word as usize + stride as usize * seat),
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
            Op::Permute(mask, images) => {
                permuted(at(mask), &self.rules.lookups[usize::from(images)])
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
            // The loop over runs computes all other ops.
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

    /// Carries out a shift.
    #[inline(always)]
    pub(super) fn shift(&self, mask: &[u64; W], shift: Shift) -> [u64; W] {
        self.shifted(mask, (shift.words, shift.shifted_bits()))
    }

    /// Rotates the mask by whole words and bits, then clears what crossed an edge or a wall (`keep`).
    #[inline(always)]
    fn shifted(&self, mask: &[u64; W], (words, by): (u8, ShiftedBits)) -> [u64; W] {
        let keep = self.constants.at(by.keep);
        let (words, left, right) = (usize::from(words), by.left, by.right);
        match W {
            1 => array_of(|at| mask[at].rotate_left(left) & keep[at]),
            2 => {
                let (low, high) = if words == 0 { (0, 1) } else { (1, 0) };
                let moved = rotate_two_words([mask[low], mask[high]], left, right);
                array_of(|at| moved[at] & keep[at])
            }
            _ => array_of(|at| {
                let from = if at >= words {
                    at - words
                } else {
                    at + W - words
                };
                let before = if from > 0 { from - 1 } else { W - 1 };
                // A shift by 64 is undefined, so the bits from the word before are shifted in two steps.
                (mask[from] << left | mask[before] >> 1 >> (right - 1)) & keep[at]
            }),
        }
    }

    /// Returns the points reached in one direction over the points of `through`.
    #[inline(never)]
    fn slide(&self, from: &[u64; W], through: Option<&[u64; W]>, slide: SlideCode) -> [u64; W] {
        self.env.fuel.spend(usize::from(slide.steps) * W);
        let through = through.copied().unwrap_or([u64::MAX; W]);
        let (mut reached, mut all) = (*from, [0; W]);
        for _ in 0..slide.steps {
            reached = self.shift(&reached, slide.by);
            all = zip(&all, &reached, |all, reached| all | reached);
            reached = zip(&reached, &through, |reached, through| reached & through);
            // With few words, a mispredicted branch costs more than the remaining steps.
            if W > 2 && reached == [0; W] {
                break;
            }
        }
        all
    }

    /// Returns the points whose piece has a memory that satisfies the comparison.
    fn filter_by_value(&self, filter: &FilterCode, among: &[u64; W], number: i64) -> [u64; W] {
        let first = filter.word as usize;
        let mut out = [0; W];
        for (word, mut left) in among.iter().copied().enumerate() {
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let at = first + word * 64 + bit as usize;
                out[word] |= u64::from(filter.holds(self.env.words[at], number)) << bit;
            }
        }
        out
    }
}

/// Joins the masks of each step word by word.
#[inline(always)]
fn pairs<M, const W: usize>(masks: &mut M, steps: &[RunOp], join: impl Fn(u64, u64) -> u64)
where
    M: RegisterArray<[u64; W]> + ?Sized,
{
    for step in steps {
        masks.put(step.to, zip(masks.at(step.a), masks.at(step.b), &join));
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

/// Returns each point of a mask moved to the point in a table; no point for a negative number.
fn permuted<const W: usize>(mask: &[u64; W], images: &[i64]) -> [u64; W] {
    let mut out = [0; W];
    for (word, mut left) in mask.iter().copied().enumerate() {
        while left != 0 {
            let point = word * 64 + left.trailing_zeros() as usize;
            left &= left - 1;
            let image = images
                .get(point)
                .and_then(|image| usize::try_from(*image).ok());
            if let Some(image) = image {
                out[image / 64] |= 1 << (image % 64);
            }
        }
    }
    out
}
