//! Runs programs: a match over ops, for masks of a fixed number of words.

use crate::base::Span;
use crate::ir::Rules;
use crate::ir::instructions::NumOperand;
use crate::ir::program::{FEW, FilterByValue, NumberOp, Op, Program, Reg, Shift, unpack_line};
use crate::model::{Dir, Point, RuleId};
use crate::vm::script_calls::ask_script;
use smallvec::SmallVec;
use std::cell::Cell;
use wide::u64x2;

/// Picks the code that was made for a number of words a mask: one of [`WIDTHS`](crate::ir::WIDTHS).
macro_rules! by_width {
    ($width:expr, $words:ident => $body:expr) => {
        by_width!($width, $words, $body, 1 2 3 4 5 8 16 64)
    };
    ($width:expr, $words:ident, $body:expr, $($case:literal)*) => {
        match $width {
            $($case => {
                const $words: usize = $case;
                $body
            })*
            width => unreachable!("no mask has {width} words"),
        }
    };
}
pub(crate) use by_width;

/// What a program reads besides the rules.
#[derive(Clone, Copy)]
pub(crate) struct Env<'s> {
    /// The words of the state.
    pub words: &'s [u64],
    /// The move answered last.
    pub last: Option<RuleId>,
    /// How often the position noted last was seen.
    pub seen: u32,
    /// Who acts.
    pub me: usize,
}

/// A failed script: what happened, and where the rule that called it was written.
#[derive(Debug)]
pub(crate) struct Failed {
    pub why: String,
    pub span: Span,
}

/// A file of registers, or of constants.
trait RegisterFile<T> {
    fn at(&self, reg: u16) -> &T;
    fn put(&mut self, reg: usize, value: T);
}

impl<T> RegisterFile<T> for [T; FEW] {
    #[inline(always)]
    fn at(&self, reg: u16) -> &T {
        &self[usize::from(reg) % FEW]
    }

    #[inline(always)]
    fn put(&mut self, reg: usize, value: T) {
        self[reg % FEW] = value;
    }
}

impl<T> RegisterFile<T> for [T] {
    fn at(&self, reg: u16) -> &T {
        &self[usize::from(reg)]
    }

    fn put(&mut self, reg: usize, value: T) {
        self[reg] = value;
    }
}

/// The registers of a program that runs, kept between runs so that nothing is allocated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Registers {
    masks: Vec<u64>,
    numbers: Vec<i64>,
    op: usize,
    mask: usize,
    number: usize,
    /// How many masks are in use, copies behind those of the program.
    used: usize,
}

impl Registers {
    /// Makes room for a program and goes back to its first op.
    #[inline]
    pub fn begin(&mut self, program: &Program, width: usize) {
        let masks = usize::from(program.masks).max(FEW) * width;
        if self.masks.len() < masks {
            self.masks.resize(masks, 0);
        }
        let numbers = program.numbers.len().max(FEW);
        if self.numbers.len() < numbers {
            self.numbers.resize(numbers, 0);
        }
        (self.op, self.mask, self.number) = (0, 0, 0);
        self.used = usize::from(program.masks);
    }

    /// Copies a mask, and returns the register of the copy.
    pub fn copied(&mut self, reg: u16, width: usize) -> u16 {
        let (from, to) = (usize::from(reg) * width, self.used * width);
        if self.masks.len() < to + width {
            self.masks.resize(to + width, 0);
        }
        self.masks.copy_within(from..from + width, to);
        self.used += 1;
        u16::try_from(self.used - 1).unwrap_or(u16::MAX)
    }

    /// Returns a mask that has been computed, to be changed.
    pub fn mask_mut(&mut self, reg: u16, width: usize) -> &mut [u64] {
        let at = usize::from(reg) * width;
        &mut self.masks[at..at + width]
    }

    /// Returns a mask that has been computed.
    pub fn mask(&self, reg: u16, width: usize) -> &[u64] {
        let at = usize::from(reg) * width;
        &self.masks[at..at + width]
    }

    /// Hands all masks on, each of `W` words.
    pub fn masks<const W: usize>(&self) -> &[[u64; W]] {
        self.masks.as_chunks().0
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
        by_width!(rules.layout.width, W => self.run_wide::<W>(rules, program, to, env))
    }

    /// Runs a whole program.
    pub fn whole(&mut self, rules: &Rules, program: &Program, env: Env<'_>) -> Result<(), Failed> {
        by_width!(rules.layout.width, W => self.whole_wide::<W>(rules, program, env))
    }

    /// Runs a whole program with masks of `W` words.
    #[inline(always)]
    pub fn whole_wide<const W: usize>(
        &mut self,
        rules: &Rules,
        program: &Program,
        env: Env<'_>,
    ) -> Result<(), Failed> {
        self.begin(program, W);
        self.run_wide::<W>(rules, program, program.ops.len(), env)
    }

    fn run_wide<const W: usize>(
        &mut self,
        rules: &Rules,
        program: &Program,
        to: usize,
        env: Env<'_>,
    ) -> Result<(), Failed> {
        let (masks, _) = self.masks.as_chunks_mut::<W>();
        let constants = rules.constants.as_chunks::<W>().0;
        let ops = &program.ops[self.op..to];
        let at = (self.mask, self.number);
        let most = usize::from(program.masks)
            .max(program.numbers.len())
            .max(constants.len());
        let few = (
            masks.first_chunk_mut::<FEW>(),
            self.numbers.first_chunk_mut::<FEW>(),
            constants.first_chunk::<FEW>(),
        );
        let at = match few {
            (Some(masks), Some(numbers), Some(constants)) if most <= FEW => {
                let machine = Machine::new((rules, program), constants, env);
                machine.run(ops, (masks, numbers), at)?
            }
            _ => {
                let machine = Machine::new((rules, program), constants, env);
                machine.run(ops, (masks, self.numbers.as_mut_slice()), at)?
            }
        };
        (self.mask, self.number) = at;
        self.op = to;
        Ok(())
    }
}

thread_local! {
    /// Registers that lie ready for the next run: playing a move allocates nothing.
    static READY: Cell<Option<Box<Registers>>> = const { Cell::new(None) };
}

/// Lends registers to `work`; a run within a run (a script that is asked on the way) gets others.
pub(crate) fn with_registers<T>(work: impl FnOnce(&mut Registers) -> T) -> T {
    let mut registers = READY.take().unwrap_or_default();
    let result = work(&mut registers);
    READY.set(Some(registers));
    result
}

/// Works out a number.
pub(crate) fn number(rules: &Rules, code: NumOperand, env: Env<'_>) -> Result<i64, Failed> {
    match code {
        NumOperand::Fixed(n) => Ok(n),
        NumOperand::Any(word, among) => Ok(i64::from(any_of(rules, (word, among), env.words))),
        NumOperand::None(word, among) => Ok(i64::from(!any_of(rules, (word, among), env.words))),
        NumOperand::Program(program) => yielded(rules, program, env),
    }
}

/// Runs a program that yields one number.
fn yielded(rules: &Rules, program: u32, env: Env<'_>) -> Result<i64, Failed> {
    let program = &rules.programs[program as usize];
    with_registers(|registers| {
        registers.whole(rules, program, env)?;
        Ok(match program.results.first() {
            Some((Reg::Number(reg), _)) => registers.numbers[usize::from(*reg)],
            _ => 0,
        })
    })
}

/// Tells whether a mask of the state has a point among those of a constant.
#[inline]
pub(crate) fn any_of(rules: &Rules, (word, among): (u32, u16), words: &[u64]) -> bool {
    let width = rules.layout.width;
    let mask = &words[word as usize..][..width];
    let among = &rules.constants[usize::from(among) * width..][..width];
    mask.iter()
        .zip(among)
        .any(|(word, among)| word & among != 0)
}

/// Runs a program that yields one mask and hands its words on.
pub(crate) fn mask(
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

/// Where winding ways may lead.
#[derive(Clone, Copy)]
struct Ground<'g, const W: usize> {
    over: &'g [u64; W],
    /// Steps into these points count nothing.
    free: Option<&'g [u64; W]>,
    /// Steps besides those to neighbours.
    links: &'g [(u16, u16)],
}

/// What ops read besides registers, for masks of `W` words.
struct Machine<'r, C: ?Sized, const W: usize> {
    rules: &'r Rules,
    program: &'r Program,
    constants: &'r C,
    env: Env<'r>,
}

impl<'r, C: ?Sized, const W: usize> Machine<'r, C, W> {
    fn new((rules, program): (&'r Rules, &'r Program), constants: &'r C, env: Env<'r>) -> Self {
        Self {
            rules,
            program,
            constants,
            env,
        }
    }
}

impl<C: RegisterFile<[u64; W]> + ?Sized, const W: usize> Machine<'_, C, W> {
    /// Runs ops whose results go to the registers from `at` on, and returns the next free ones.
    fn run<M, N>(
        &self,
        ops: &[Op],
        (masks, numbers): (&mut M, &mut N),
        (mut mask_at, mut number_at): (usize, usize),
    ) -> Result<(usize, usize), Failed>
    where
        M: RegisterFile<[u64; W]> + AsRef<[[u64; W]]> + ?Sized,
        N: RegisterFile<i64> + AsRef<[i64]> + ?Sized,
    {
        // Each result is written where it is made: so the words of a mask go together, in one instruction if the
        // processor has it.
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
                    for &(mask, shift) in &self.program.moved[usize::from(from)..usize::from(to)] {
                        any = zip(&any, &self.shift(masks.at(mask), shift), |a, b| a | b);
                    }
                    masks.put(mask_at, any);
                }
                rare => masks.put(mask_at, self.rare(rare, masks, numbers)),
            }
            mask_at += 1;
        }
        Ok((mask_at, number_at))
    }

    /// Works out a number, and those that come right after it; returns the register behind them. Apart, so that masks are
    /// done in as few steps as can be.
    #[inline(never)]
    fn numbers<M, N>(
        &self,
        more: &[Op],
        (masks, numbers): (&M, &mut N),
        mut at: usize,
    ) -> Result<usize, Failed>
    where
        M: RegisterFile<[u64; W]> + AsRef<[[u64; W]]> + ?Sized,
        N: RegisterFile<i64> + AsRef<[i64]> + ?Sized,
    {
        let more = more.iter().take_while(|op| matches!(op, Op::Number));
        for op in &self.program.numbers[at..=at + more.count()] {
            numbers.put(at, self.number(*op, masks, numbers)?);
            at += 1;
        }
        Ok(at)
    }

    /// Does an op that few programs have; apart, as numbers are.
    #[inline(never)]
    fn rare<M, N>(&self, op: Op, masks: &M, numbers: &N) -> [u64; W]
    where
        M: RegisterFile<[u64; W]> + ?Sized,
        N: RegisterFile<i64> + ?Sized,
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
                std::array::from_fn(|at| word(at as i64))
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
            Op::FilterByValue(held) => {
                let held = &self.program.held[usize::from(held)];
                self.held(held, at(held.among), number(held.number))
            }
            Op::Reach(way) => {
                let way = &self.program.reaches[usize::from(way)];
                let within = way.within.map(number);
                let links = way.links.iter().filter(|link| number(link.2) != 0);
                let links: SmallVec<[(u16, u16); 8]> = links.map(|&(a, b, _)| (a, b)).collect();
                let ground = Ground {
                    over: at(way.over),
                    free: way.free.map(at),
                    links: links.as_slice(),
                };
                self.reach(at(way.from), ground, within)
            }
            Op::Gate(gate) if number(gate) != 0 => *self.constants.at(self.rules.everything),
            _ => [0; W],
        }
    }

    fn load(&self, word: usize) -> [u64; W] {
        *self.env.words[word..]
            .first_chunk()
            .expect("masks lie within the state")
    }

    /// Turns the mask round by the shift's bits; what came round from the other end is not among the points kept.
    #[inline(always)]
    fn shift(&self, mask: &[u64; W], shift: Shift) -> [u64; W] {
        let keep = self.constants.at(shift.keep);
        let (words, bits) = (usize::from(shift.words), u32::from(shift.bits));
        match W {
            1 => std::array::from_fn(|at| mask[at].rotate_left(bits) & keep[at]),
            2 => {
                // Both words at once.
                let (low, high) = (mask[words % 2], mask[(words + 1) % 2]);
                let turned = u64x2::new([low, high]).unbounded_shl_scalar(bits);
                let over = u64x2::new([high, low]).unbounded_shr_scalar(64 - bits);
                let moved = (turned | over).to_array();
                std::array::from_fn(|at| moved[at] & keep[at])
            }
            _ => std::array::from_fn(|at| {
                let from = if at >= words {
                    at - words
                } else {
                    at + W - words
                };
                let before = if from > 0 { from - 1 } else { W - 1 };
                // A shift by 64 is no shift at all, so what comes over from the word before is moved in two steps.
                (mask[from] << bits | mask[before] >> 1 >> (63 - bits)) & keep[at]
            }),
        }
    }

    /// Goes on from the points reached last, step by step, until nothing more is reached.
    fn reach(&self, from: &[u64; W], ground: Ground<'_, W>, within: Option<i64>) -> [u64; W] {
        let mut left = within.unwrap_or(i64::MAX);
        if left < 0 {
            return [0; W];
        }
        let mut all = *from;
        let mut new = self.freely(&mut all, *from, ground);
        while left > 0 && new != [0; W] {
            left -= 1;
            let near = self.next_to(&new, ground.links);
            new = zip(&near, ground.over, |near, over| near & over);
            new = zip(&new, &all, |new, all| new & !all);
            all = zip(&all, &new, |all, new| all | new);
            new = self.freely(&mut all, new, ground);
        }
        all
    }

    /// Goes on over what counts nothing, and returns all that is new since the last step.
    fn freely(&self, all: &mut [u64; W], new: [u64; W], ground: Ground<'_, W>) -> [u64; W] {
        let Ground { over, free, links } = ground;
        let (Some(free), mut front, mut new) = (free, new, new) else {
            return new;
        };
        while front != [0; W] {
            front = zip(&self.next_to(&front, links), over, |near, over| near & over);
            front = zip(&front, free, |front, free| front & free);
            front = zip(&front, all, |front, all| front & !all);
            *all = zip(all, &front, |all, front| all | front);
            new = zip(&new, &front, |new, front| new | front);
        }
        new
    }

    fn next_to(&self, of: &[u64; W], links: &[(u16, u16)]) -> [u64; W] {
        let mut near = [0; W];
        for shift in &self.rules.next {
            near = zip(&near, &self.shift(of, *shift), |near, moved| near | moved);
        }
        let has = |point: u16| of[usize::from(point / 64)] >> (point % 64) & 1;
        for &(a, b) in links {
            near[usize::from(a / 64)] |= has(b) << (a % 64);
            near[usize::from(b / 64)] |= has(a) << (b % 64);
        }
        near
    }

    /// Finds the points whose piece has a remembered value that compares so with a number.
    fn held(&self, held: &FilterByValue, among: &[u64; W], number: i64) -> [u64; W] {
        let first = held.word as usize;
        let mut out = [0; W];
        for (word, mut left) in among.iter().copied().enumerate() {
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let at = first + word * 64 + bit as usize;
                let value = self.env.words[at].cast_signed() - i64::from(held.holds_seat);
                let (a, b) = if held.flipped {
                    (number, value)
                } else {
                    (value, number)
                };
                out[word] |= u64::from(held.how.holds(a, b)) << bit;
            }
        }
        out
    }

    #[inline(always)]
    fn number<M, N>(&self, op: NumberOp, masks: &M, numbers: &N) -> Result<i64, Failed>
    where
        M: RegisterFile<[u64; W]> + AsRef<[[u64; W]]> + ?Sized,
        N: RegisterFile<i64> + AsRef<[i64]> + ?Sized,
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
            NumberOp::Count(mask) => masks
                .at(mask)
                .iter()
                .map(|w| i64::from(w.count_ones()))
                .sum(),
            NumberOp::Any(mask) => i64::from(masks.at(mask).iter().any(|w| *w != 0)),
            NumberOp::Has(mask, point) => match usize::try_from(at(point)) {
                Ok(point) => i64::from(masks.at(mask)[point / 64] >> (point % 64) & 1 == 1),
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
            NumberOp::LastIs(mv) => i64::from(self.env.last == Some(RuleId(mv))),
            NumberOp::Seen(times) => i64::from(self.env.seen >= times),
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
                return ask_script(self.rules, call, self.env, files);
            }
        })
    }

    fn on_line(&self, word: u64, steps: i32) -> i64 {
        point_on_line(self.rules, word, steps).map_or(-1, i64::from)
    }
}

/// Returns the point so many steps from the rear of a packed formation, if the board has it.
pub(crate) fn point_on_line(rules: &Rules, word: u64, steps: i32) -> Option<u16> {
    let (rear, dir) = unpack_line(word);
    let board = rules.model().board.as_ref()?;
    let to = board.along(Point(rear), Dir::at(dir), steps);
    to.map(|point| point.0)
}

/// Returns the first point of a mask.
fn first<const W: usize>(mask: &[u64; W]) -> [u64; W] {
    let mut out = [0; W];
    if let Some(word) = mask.iter().position(|word| *word != 0) {
        out[word] = mask[word] & mask[word].wrapping_neg();
    }
    out
}

#[inline(always)]
fn zip<const W: usize>(a: &[u64; W], b: &[u64; W], op: impl Fn(u64, u64) -> u64) -> [u64; W] {
    let mut out = [0; W];
    for at in 0..W {
        out[at] = op(a[at], b[at]);
    }
    out
}
