//! The ops that yield numbers. Yes is 1, no is 0, nobody and nowhere are -1.

use super::registers::RegisterArray;
use super::{Machine, point_on_line};
use crate::ir::program::{NumberOp, first_point};
use crate::ir::schedule::RunOp;
use crate::vm::program_failure::ProgramFailure;
use crate::vm::script_calls::ask_script;
use linstock_base::Span;
use linstock_model::NumOp;

impl<C: RegisterArray<[u64; W]> + ?Sized, const W: usize> Machine<'_, C, W> {
    /// Computes the numbers of a run. A separate function, so that the loop over runs stays small.
    #[inline(never)]
    pub(super) fn numbers<M, N>(
        &self,
        steps: &[RunOp],
        (masks, numbers): (&M, &mut N),
    ) -> Result<(), ProgramFailure>
    where
        M: RegisterArray<[u64; W]> + AsRef<[[u64; W]]> + ?Sized,
        N: RegisterArray<i64> + AsRef<[i64]> + ?Sized,
    {
        for step in steps {
            let op = self.program.numbers[usize::from(step.to)];
            numbers.put(step.to, self.number(op, masks, numbers)?);
        }
        Ok(())
    }

    #[inline(always)]
    fn number<M, N>(&self, op: NumberOp, masks: &M, numbers: &N) -> Result<i64, ProgramFailure>
    where
        M: RegisterArray<[u64; W]> + AsRef<[[u64; W]]> + ?Sized,
        N: RegisterArray<i64> + AsRef<[i64]> + ?Sized,
    {
        let at = |reg: u16| *numbers.at(reg);
        let word = |word: usize| self.env.words[word];
        let of = |word: u32, seat: u16| {
            usize::try_from(at(seat))
                .ok()
                .map(|seat| word as usize + seat)
        };
        let player = |word: u64| word.cast_signed() - 1;
        Ok(match op {
            NumberOp::Fixed(n) => n,
            NumberOp::Load(at) => word(at as usize).cast_signed(),
            NumberOp::LoadSeat(at) => player(word(at as usize)),
            NumberOp::LoadOf(first, seat) => of(first, seat).map_or(0, |at| word(at).cast_signed()),
            NumberOp::LoadSeatOf(first, seat) => of(first, seat).map_or(-1, |at| player(word(at))),
            NumberOp::Count(mask) => count(masks.at(mask)),
            NumberOp::First(mask) => first_point(masks.at(mask).iter().copied()),
            NumberOp::Any(mask) => i64::from(masks.at(mask).iter().any(|w| *w != 0)),
            NumberOp::Has(mask, point) => match usize::try_from(at(point)) {
                Ok(point) => i64::from(masks.at(mask)[point / 64] >> (point % 64) & 1 == 1),
                Err(_) => 0,
            },
            NumberOp::Join(op, a, b) => match op.apply(at(a), at(b)) {
                Some(joined) => joined,
                None => return Err(overflow(op, (at(a), at(b)))),
            },
            NumberOp::Compare(how, a, b) => i64::from(how.holds(at(a), at(b))),
            NumberOp::Not(a) => i64::from(at(a) == 0),
            NumberOp::Select(cond, then, otherwise) => {
                at(if at(cond) == 0 { otherwise } else { then })
            }
            NumberOp::NextSeat(seat) => match at(seat) {
                nobody @ ..0 => nobody,
                seat => (seat + 1) % i64::try_from(self.rules.code.len()).unwrap_or(1),
            },
            NumberOp::OnLine(at, steps) => self.on_line(word(at as usize), i32::from(steps)),
            NumberOp::Seen(times) => i64::from(self.env.repetitions >= times),
            NumberOp::Lookup(table, index) => {
                let table = &self.rules.lookups[usize::from(table)];
                let (none, values) = table.split_last().map_or((0, &[][..]), |(n, v)| (*n, v));
                let index = usize::try_from(at(index)).ok();
                index.and_then(|at| values.get(at)).copied().unwrap_or(none)
            }
            NumberOp::Script(call) => {
                let call = &self.program.calls[usize::from(call)];
                if call.guard.is_some_and(|guard| at(guard) == 0) {
                    return Ok(0);
                }
                let files = (masks.as_ref().as_flattened(), numbers.as_ref());
                return ask_script(self.rules, call, *self.env, files);
            }
        })
    }

    /// Returns a point of a packed formation; -1 off the board.
    fn on_line(&self, word: u64, steps: i32) -> i64 {
        point_on_line(self.rules, word, steps).map_or(-1, i64::from)
    }
}

#[inline(always)]
fn count<const W: usize>(mask: &[u64; W]) -> i64 {
    let mut ones = 0;
    for word in mask {
        ones += i64::from(word.count_ones());
    }
    ones
}

/// Returns the failure that a number does not fit; the caller of the program adds the place.
#[cold]
fn overflow(op: NumOp, (a, b): (i64, i64)) -> ProgramFailure {
    ProgramFailure {
        message: op.overflow(a, b),
        span: Span::default(),
    }
}
