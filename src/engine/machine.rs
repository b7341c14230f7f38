//! Runs programs: a match over ops, for masks of a fixed number of words.

use super::table::ask_script;
use crate::model::MoveId;
use crate::rules::Rules;
use crate::rules::op::{MaskOp, NumberOp, Op, Program, Reg, Shift, unpack_line};
use smallvec::SmallVec;
use std::cell::Cell;

/// What a program reads besides the rules.
#[derive(Clone, Copy)]
pub(super) struct Env<'s> {
    /// The words of the state.
    pub words: &'s [u64],
    /// The move answered last.
    pub last: Option<MoveId>,
    /// How often the position noted last was seen.
    pub seen: u32,
    /// Who acts.
    pub me: usize,
}

/// A failed script: what happened.
pub(super) type Failed = String;

/// The registers of a program that runs, kept between runs so that nothing is allocated.
#[derive(Clone, Debug, Default)]
pub(super) struct Registers {
    masks: Vec<u64>,
    numbers: Vec<i64>,
    op: usize,
    mask: usize,
    number: usize,
}

impl Registers {
    /// Makes room for a program and goes back to its first op.
    pub fn begin(&mut self, program: &Program, width: usize) {
        let masks = usize::from(program.masks) * width;
        if self.masks.len() < masks {
            self.masks.resize(masks, 0);
        }
        if self.numbers.len() < usize::from(program.numbers) {
            self.numbers.resize(usize::from(program.numbers), 0);
        }
        (self.op, self.mask, self.number) = (0, 0, 0);
    }

    /// Returns a mask that has been computed.
    pub fn mask(&self, reg: u16, width: usize) -> &[u64] {
        let at = usize::from(reg) * width;
        &self.masks[at..at + width]
    }

    /// Returns both files: the masks one after the other, the numbers.
    pub fn files(&self) -> (&[u64], &[i64]) {
        (&self.masks, &self.numbers)
    }

    /// Runs a program on, up to its op `to`.
    pub fn run(
        &mut self,
        rules: &Rules,
        program: &Program,
        to: usize,
        env: Env<'_>,
    ) -> Result<(), Failed> {
        match rules.layout.width {
            1 => self.run_wide::<1>(rules, program, to, env),
            2 => self.run_wide::<2>(rules, program, to, env),
            3 => self.run_wide::<3>(rules, program, to, env),
            4 => self.run_wide::<4>(rules, program, to, env),
            5 => self.run_wide::<5>(rules, program, to, env),
            8 => self.run_wide::<8>(rules, program, to, env),
            16 => self.run_wide::<16>(rules, program, to, env),
            _ => self.run_wide::<64>(rules, program, to, env),
        }
    }

    /// Runs a whole program.
    pub fn whole(&mut self, rules: &Rules, program: &Program, env: Env<'_>) -> Result<(), Failed> {
        self.begin(program, rules.layout.width);
        self.run(rules, program, program.ops.len(), env)
    }

    fn run_wide<const W: usize>(
        &mut self,
        rules: &Rules,
        program: &Program,
        to: usize,
        env: Env<'_>,
    ) -> Result<(), Failed> {
        let (masks, _) = self.masks.as_chunks_mut::<W>();
        let (constants, _) = rules.constants.as_chunks::<W>();
        let machine = Machine {
            rules,
            program,
            constants,
            shifts: &rules.shifts,
            env,
        };
        let (mut mask_at, mut number_at) = (self.mask, self.number);
        for op in &program.ops[self.op..to] {
            match *op {
                Op::Mask(op) => {
                    masks[mask_at] = machine.mask(op, masks, &self.numbers);
                    mask_at += 1;
                }
                Op::Number(op) => {
                    self.numbers[number_at] = machine.number(op, masks, &self.numbers)?;
                    number_at += 1;
                }
            }
        }
        (self.op, self.mask, self.number) = (to, mask_at, number_at);
        Ok(())
    }
}

thread_local! {
    /// Registers that lie ready for the next run: playing a move allocates nothing.
    static READY: Cell<Option<Box<Registers>>> = const { Cell::new(None) };
}

/// Lends registers to `work`; a run within a run (a script that is asked on the way) gets others.
pub(super) fn with_registers<T>(work: impl FnOnce(&mut Registers) -> T) -> T {
    let mut registers = READY.take().unwrap_or_default();
    let result = work(&mut registers);
    READY.set(Some(registers));
    result
}

/// Runs a program that yields one number.
pub(super) fn number(rules: &Rules, program: u32, env: Env<'_>) -> Result<i64, Failed> {
    let program = &rules.programs[program as usize];
    with_registers(|registers| {
        registers.whole(rules, program, env)?;
        Ok(match program.results.first() {
            Some((Reg::Number(reg), _)) => registers.numbers[usize::from(*reg)],
            _ => 0,
        })
    })
}

/// Runs a program that yields one mask and hands its words on.
pub(super) fn mask(
    rules: &Rules,
    program: u32,
    env: Env<'_>,
) -> Result<SmallVec<[u64; 8]>, Failed> {
    let program = &rules.programs[program as usize];
    with_registers(|registers| {
        registers.whole(rules, program, env)?;
        Ok(match program.results.first() {
            Some((Reg::Mask(reg), _)) => {
                SmallVec::from_slice(registers.mask(*reg, rules.layout.width))
            }
            _ => SmallVec::from_elem(0, rules.layout.width),
        })
    })
}

/// What ops read besides registers, for masks of `W` words.
struct Machine<'r, const W: usize> {
    rules: &'r Rules,
    program: &'r Program,
    constants: &'r [[u64; W]],
    shifts: &'r [Shift],
    env: Env<'r>,
}

impl<const W: usize> Machine<'_, W> {
    fn load(&self, word: usize) -> [u64; W] {
        let mut mask = [0; W];
        mask.copy_from_slice(&self.env.words[word..word + W]);
        mask
    }

    #[inline(always)]
    fn mask(&self, op: MaskOp, masks: &[[u64; W]], numbers: &[i64]) -> [u64; W] {
        let at = |reg: u16| &masks[usize::from(reg)];
        match op {
            MaskOp::Const(at) => self.constants[usize::from(at)],
            MaskOp::Load(word) => self.load(word as usize),
            MaskOp::And(a, b) => zip(at(a), at(b), |a, b| a & b),
            MaskOp::Or(a, b) => zip(at(a), at(b), |a, b| a | b),
            MaskOp::AndNot(a, b) => zip(at(a), at(b), |a, b| a & !b),
            MaskOp::Shift(a, shift) => self.shift(at(a), shift),
            MaskOp::AndShift(a, b, shift) => zip(at(a), &self.shift(at(b), shift), |a, b| a & b),
            MaskOp::OrShift(a, b, shift) => zip(at(a), &self.shift(at(b), shift), |a, b| a | b),
            MaskOp::AnyShift(from, to) => {
                let mut any = [0; W];
                for &(mask, shift) in &self.program.moved[usize::from(from)..usize::from(to)] {
                    any = zip(&any, &self.shift(at(mask), shift), |a, b| a | b);
                }
                any
            }
            MaskOp::LoadOf(word, stride, seat) => match usize::try_from(numbers[usize::from(seat)])
            {
                Ok(seat) => self.load(word as usize + usize::from(stride) * seat),
                Err(_) => [0; W],
            },
            MaskOp::Bit(point) => {
                let mut mask = [0; W];
                if let Ok(point) = usize::try_from(numbers[usize::from(point)]) {
                    mask[point / 64] = 1 << (point % 64);
                }
                mask
            }
            MaskOp::Gate(number) => match numbers[usize::from(number)] {
                0 => [0; W],
                _ => self.constants[usize::from(self.rules.everything)],
            },
        }
    }

    /// Turns the mask round by the shift's bits; what came round from the other end is not among the points kept.
    #[inline(always)]
    fn shift(&self, mask: &[u64; W], shift: u16) -> [u64; W] {
        let shift = &self.shifts[usize::from(shift)];
        let keep = &self.constants[usize::from(shift.keep)];
        let (words, bits) = (usize::from(shift.words), u32::from(shift.bits));
        let mut out = [0; W];
        if W == 1 {
            out[0] = mask[0].rotate_left(bits) & keep[0];
        } else if W == 2 {
            let whole = u128::from(mask[0]) | u128::from(mask[1]) << 64;
            let turned = whole.rotate_left(bits + 64 * u32::from(shift.words));
            out[0] = turned as u64 & keep[0];
            out[1] = (turned >> 64) as u64 & keep[1];
        } else {
            for at in 0..W {
                let from = if at >= words {
                    at - words
                } else {
                    at + W - words
                };
                let before = if from > 0 { from - 1 } else { W - 1 };
                // A shift by 64 is no shift at all, so what comes over from the word before is moved in two steps.
                out[at] = (mask[from] << bits | mask[before] >> 1 >> (63 - bits)) & keep[at];
            }
        }
        out
    }

    fn number(&self, op: NumberOp, masks: &[[u64; W]], numbers: &[i64]) -> Result<i64, Failed> {
        let at = |reg: u16| numbers[usize::from(reg)];
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
            NumberOp::Count(mask) => masks[usize::from(mask)]
                .iter()
                .map(|w| i64::from(w.count_ones()))
                .sum(),
            NumberOp::Any(mask) => i64::from(masks[usize::from(mask)].iter().any(|w| *w != 0)),
            NumberOp::Has(mask, point) => match usize::try_from(at(point)) {
                Ok(point) => {
                    i64::from(masks[usize::from(mask)][point / 64] >> (point % 64) & 1 == 1)
                }
                Err(_) => 0,
            },
            NumberOp::Join(op, a, b) => op.apply(at(a), at(b)),
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
            NumberOp::LastIs(mv) => i64::from(self.env.last == Some(MoveId(mv))),
            NumberOp::Seen(times) => i64::from(self.env.seen >= times),
            NumberOp::Script(call) => {
                let call = &self.program.calls[usize::from(call)];
                return ask_script(self.rules, call, self.env, (masks.as_flattened(), numbers));
            }
        })
    }

    fn on_line(&self, word: u64, steps: i32) -> i64 {
        point_on_line(self.rules, word, steps).map_or(-1, i64::from)
    }
}

/// Returns the point so many steps from the rear of a packed formation, if the board has it.
pub(super) fn point_on_line(rules: &Rules, word: u64, steps: i32) -> Option<u16> {
    let (rear, dir) = unpack_line(word);
    let board = rules.model().board.as_ref()?;
    let dir = crate::model::Dir::ALL[usize::from(dir)];
    board
        .along(crate::model::Point(rear), dir, steps)
        .map(|p| p.0)
}

#[inline(always)]
fn zip<const W: usize>(a: &[u64; W], b: &[u64; W], op: impl Fn(u64, u64) -> u64) -> [u64; W] {
    let mut out = [0; W];
    for at in 0..W {
        out[at] = op(a[at], b[at]);
    }
    out
}
