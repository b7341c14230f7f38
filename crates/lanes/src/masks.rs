//! The loop over the steps of a program.

use super::blocks::Blocks;
use super::code::LaneCode;
use super::field::{AT_ONCE, FewLanes, LaneBits, groups_of, if_some, lanes, set_lanes};
use super::machine::LaneMachine;
use super::rare::WholeOp;
use super::skippable_ops::MOST_DEPTH;
use super::slides;
use super::steps::{BlockAt, LaneStep, LaneStepKind as Kind, MoreBits};
use super::{Block, LANES, NumberBlock};
use linstock_engine::vm::arrays::array_of;

/// One block for each number that a step can name, so no access needs a bounds check. The system provides memory only for
/// blocks that are written.
const BLOCKS: usize = BlockAt::MAX as usize + 1;
type RegisterFile = [Block; BLOCKS];

/// The registers of a program that runs in all lanes.
#[derive(Debug, Default)]
pub(super) struct LaneRegisters {
    /// The mask registers; [`LaneCode::place`] returns the first block of each.
    pub(super) masks: Blocks,
    pub(super) numbers: Vec<NumberBlock>,
    /// The result of an op that is not split, followed by its working memory.
    scratch: Blocks,
}

impl LaneRegisters {
    /// Makes room for a program.
    pub(super) fn fit(&mut self, code: &LaneCode, width: usize) {
        self.masks.fit(BLOCKS);
        self.scratch
            .fit(width + slides::room(width).max(code.flood.room()));
        if self.numbers.len() < code.numbers {
            self.numbers.resize(code.numbers, [0; LANES]);
        }
    }
}

impl LaneMachine<'_> {
    /// Runs all steps. Returns the lanes where a number overflowed.
    #[inline(always)]
    pub(super) fn run(&self, registers: &mut LaneRegisters) -> LaneBits {
        self.arch.dispatch(CodeRun {
            machine: self,
            registers,
        })
    }

    /// Runs an op that is not split.
    #[inline(never)]
    fn whole(
        &self,
        step: LaneStep,
        (masks, numbers): (&mut [Block], &[NumberBlock]),
        scratch: &mut [Block],
    ) {
        let (written, room) = scratch.split_at_mut(self.width);
        self.arch.dispatch(WholeOp {
            machine: self,
            op: self.program.ops[step.word as usize],
            regs: masks,
            numbers,
            to: written,
            room,
        });
        masks[usize::from(step.to)..][..self.width].copy_from_slice(written);
    }
}

/// A run of a program. All callers share this one function, compiled for the instructions that `pulp` chose. All functions that
/// it calls must be inlined, or choose their instructions themselves.
struct CodeRun<'r> {
    machine: &'r LaneMachine<'r>,
    registers: &'r mut LaneRegisters,
}

impl pulp::NullaryFnOnce for CodeRun<'_> {
    type Output = LaneBits;

    #[inline(always)]
    fn call(self) -> LaneBits {
        let Self { machine, registers } = self;
        let numbers = &mut *registers.numbers;
        // `fit` made room.
        let Some(masks) = registers.masks.first_chunk_mut::<BLOCKS>() else {
            return machine.lanes;
        };
        let (groups, mut alone) = (groups_of(machine.lanes), 0);
        let mut needed = [machine.lanes; MOST_DEPTH + 1];
        let (mut steps, more) = (machine.code.steps.iter(), &*machine.code.more);
        while let Some(step) = steps.next() {
            let (w, by) = (step.word, step.bits);
            let run = StepRun { step, more, groups };
            match step.kind {
                Kind::Number => {
                    alone |= machine.number(masks, numbers, w as usize);
                }
                Kind::Enter => {
                    let part = &machine.code.skippable[w as usize];
                    if !part.mark_needed(numbers, &mut needed) {
                        numbers[usize::from(part.result)] = [0; LANES];
                        steps = machine.code.steps[part.end..].iter();
                    }
                }
                // `LaneCode::of` removed them all.
                Kind::Leave => {}
                Kind::Whole => {
                    machine.whole(*step, (masks, numbers), &mut registers.scratch);
                }
                Kind::Const => run.each(masks, |[]| w),
                Kind::Load => run.load(masks, &machine.words[w as usize]),
                Kind::Gate => run.gate(masks, numbers),
                Kind::AndGate => run.and_gate(masks, numbers),
                Kind::And => run.each(masks, |[a, b]| a & b),
                Kind::Or => run.each(masks, |[a, b]| a | b),
                Kind::AndNot => run.each(masks, |[a, b]| a & !b),
                Kind::Among => run.each(masks, |[a]| a & w),
                Kind::With => run.each(masks, |[a]| a | w),
                Kind::Missing => run.each(masks, |[a]| w & !a),
                Kind::Left => run.each(masks, |[a]| left(a, by) & w),
                Kind::Right => run.each(masks, |[a]| right(a, by) & w),
                Kind::Both => run.each(masks, |[a, b]| both(a, b, by) & w),
                Kind::AndLeft => run.each(masks, |[a, b]| a & left(b, by) & w),
                Kind::AndRight => run.each(masks, |[a, b]| a & right(b, by) & w),
                Kind::AndBoth => run.each(masks, |[a, b, c]| a & both(b, c, by) & w),
                Kind::OrLeft => run.each(masks, |[a, b]| a | left(b, by) & w),
                Kind::OrRight => run.each(masks, |[a, b]| a | right(b, by) & w),
                Kind::OrBoth => run.each(masks, |[a, b, c]| a | both(b, c, by) & w),
                Kind::AndAnd => run.each(masks, |[a, b, c]| a & b & c),
                Kind::AndAndNot => run.each(masks, |[a, b, c]| a & b & !c),
                Kind::AndNotNot => run.each(masks, |[a, b, c]| a & !(b | c)),
                Kind::OrOr => run.each(masks, |[a, b, c]| a | b | c),
                Kind::OrAnd => run.each(masks, |[a, b, c]| (a | b) & c),
                Kind::OrAndNot => run.each(masks, |[a, b, c]| (a | b) & !c),
                Kind::AndOr => run.each(masks, |[a, b, c]| a & b | c),
                Kind::AndNotOr => run.each(masks, |[a, b, c]| a & !b | c),
                Kind::AndAndLeft => run.each(masks, |[a, b, c]| a & b & left(c, by) & w),
                Kind::AndAndRight => run.each(masks, |[a, b, c]| a & b & right(c, by) & w),
                Kind::AndAndBoth => run.each(masks, |[a, b, c, d]| a & b & both(c, d, by) & w),
                Kind::AndNotLeft => run.each(masks, |[a, b, c]| a & !b & left(c, by) & w),
                Kind::AndNotRight => run.each(masks, |[a, b, c]| a & !b & right(c, by) & w),
                Kind::AndNotBoth => run.each(masks, |[a, b, c, d]| a & !b & both(c, d, by) & w),
                Kind::Up => run.each_pair(masks, run.up(), |[], c| c),
                Kind::Down => run.each_pair(masks, run.down(), |[], c| c),
                Kind::AndUp => run.each_pair(masks, run.up(), |[a], c| a & c),
                Kind::AndDown => run.each_pair(masks, run.down(), |[a], c| a & c),
                Kind::OrUp => run.each_pair(masks, run.up(), |[a], c| a | c),
                Kind::OrDown => run.each_pair(masks, run.down(), |[a], c| a | c),
                Kind::AndAndUp => run.each_pair(masks, run.up(), |[a, b], c| a & b & c),
                Kind::AndAndDown => run.each_pair(masks, run.down(), |[a, b], c| a & b & c),
                Kind::AndNotUp => run.each_pair(masks, run.up(), |[a, b], c| a & !b & c),
                Kind::AndNotDown => run.each_pair(masks, run.down(), |[a, b], c| a & !b & c),
                Kind::OrLefts
                | Kind::OrRights
                | Kind::OrLeftRight
                | Kind::OrUps
                | Kind::OrDowns
                | Kind::OrUpDown => run.double_shift(masks),
            }
        }
        alone
    }
}

// Shifts are by less than 64 bits; the `&` tells the compiler so.

#[inline(always)]
fn left(word: u64, bits: u8) -> u64 {
    word << (bits & 63)
}

#[inline(always)]
fn right(word: u64, bits: u8) -> u64 {
    word >> (bits & 63)
}

/// Joins a word shifted to the left, by at least one bit, with another shifted to the right.
#[inline(always)]
fn both(word: u64, before: u64, bits: u8) -> u64 {
    left(word, bits) | right(before, 64 - bits)
}

/// Shifts two neighbouring words to the left, and masks the result.
#[inline(always)]
fn up([low, high]: [u64; 2], bits: u8, keep: [u64; 2]) -> [u64; 2] {
    [left(low, bits) & keep[0], both(high, low, bits) & keep[1]]
}

/// Like `up`, but to the right, by 64 - `bits`.
#[inline(always)]
fn down([low, high]: [u64; 2], bits: u8, keep: [u64; 2]) -> [u64; 2] {
    [
        both(high, low, bits) & keep[0],
        right(high, 64 - bits) & keep[1],
    ]
}

/// Computes the union of two pairs of words, word by word.
#[inline(always)]
fn join([a, b]: [u64; 2], [c, d]: [u64; 2]) -> [u64; 2] {
    [a | c, b | d]
}

/// A step that runs in some lanes.
struct StepRun<'s> {
    step: &'s LaneStep,
    more: &'s [MoreBits],
    /// The number of groups of lanes to compute.
    groups: usize,
}

impl StepRun<'_> {
    /// Copies a word of the position.
    #[inline(always)]
    fn load(&self, masks: &mut RegisterFile, word: &Block) {
        let to = &mut masks[usize::from(self.step.to)];
        for at in 0..self.groups.min(LANES / AT_ONCE) {
            set_lanes(to, at, lanes(word, at));
        }
    }

    /// Writes the constant in lanes where a number is not 0.
    #[inline(always)]
    fn gate(&self, masks: &mut RegisterFile, numbers: &[NumberBlock]) {
        let number = &numbers[usize::from(self.step.from[0])];
        self.gated(masks, number, |_, _| self.step.word);
    }

    /// Writes the intersection of the constant with a block, in lanes where a number is not 0.
    #[inline(always)]
    fn and_gate(&self, masks: &mut RegisterFile, numbers: &[NumberBlock]) {
        let among = usize::from(self.step.from[0]);
        let number = &numbers[usize::from(self.step.from[1])];
        self.gated(masks, number, |masks, lane| {
            masks[among][lane] & self.step.word
        });
    }

    /// Writes the result of `word` in lanes where a number is not 0, and an empty word elsewhere.
    #[inline(always)]
    fn gated(
        &self,
        masks: &mut RegisterFile,
        number: &NumberBlock,
        word: impl Fn(&RegisterFile, usize) -> u64,
    ) {
        let to = usize::from(self.step.to);
        for at in 0..self.groups.min(LANES / AT_ONCE) {
            let found = array_of(|few| {
                let lane = at * AT_ONCE + few;
                word(masks, lane) & if_some(number[lane].cast_unsigned())
            });
            set_lanes(&mut masks[to], at, found);
        }
    }

    /// Returns the further data of the step.
    #[inline(always)]
    fn more_bits(&self) -> MoreBits {
        let bits = self.more.get(self.step.more as usize);
        bits.copied().unwrap_or_default()
    }

    /// Returns a function that shifts two words to the left.
    #[inline(always)]
    fn up(&self) -> impl Fn([u64; 2]) -> [u64; 2] + use<> {
        let (bits, keep) = (self.step.bits, [self.step.word, self.more_bits().second]);
        move |words| up(words, bits, keep)
    }

    /// Returns a function that shifts two words to the right.
    #[inline(always)]
    fn down(&self) -> impl Fn([u64; 2]) -> [u64; 2] + use<> {
        let (bits, keep) = (self.step.bits, [self.step.word, self.more_bits().second]);
        move |words| down(words, bits, keep)
    }

    /// Adds the results of two shifts of one source.
    #[inline(always)]
    fn double_shift(&self, masks: &mut RegisterFile) {
        let (w, by) = (self.step.word, self.step.bits);
        let MoreBits {
            other_bits: also,
            other,
            ..
        } = self.more_bits();
        let (v, first_up, first_down) = (other[0], self.up(), self.down());
        let ups = |s| join(first_up(s), up(s, also, other));
        let downs = |s| join(first_down(s), down(s, also, other));
        let up_down = |s| join(first_up(s), down(s, also, other));
        match self.step.kind {
            Kind::OrLefts => self.each(masks, |[a, b]| a | left(b, by) & w | left(b, also) & v),
            Kind::OrRights => self.each(masks, |[a, b]| a | right(b, by) & w | right(b, also) & v),
            Kind::OrLeftRight => {
                self.each(masks, |[a, b]| a | left(b, by) & w | right(b, also) & v);
            }
            Kind::OrUps => self.each_pair(masks, ups, |[a], c| a | c),
            Kind::OrDowns => self.each_pair(masks, downs, |[a], c| a | c),
            _ => self.each_pair(masks, up_down, |[a], c| a | c),
        }
    }

    /// Computes a block from several others. The target may be one of the sources: each group of lanes is read before it is
    /// written.
    #[expect(
        clippy::needless_range_loop,
        reason = "loops over arrays are not unrolled in time: steps take twice as long"
    )]
    #[inline(always)]
    fn each<const N: usize>(&self, masks: &mut RegisterFile, op: impl Fn([u64; N]) -> u64) {
        let to = usize::from(self.step.to);
        let mut from = [0; N];
        for slot in 0..N {
            from[slot] = usize::from(self.step.from[slot]);
        }
        for at in 0..self.groups.min(LANES / AT_ONCE) {
            let mut read = [[0; AT_ONCE]; N];
            for slot in 0..N {
                read[slot] = lanes(&masks[from[slot]], at);
            }
            let mut found = [0; AT_ONCE];
            for lane in 0..AT_ONCE {
                let mut words = [0; N];
                for slot in 0..N {
                    words[slot] = read[slot][lane];
                }
                found[lane] = op(words);
            }
            set_lanes(&mut masks[to], at, found);
        }
    }

    /// Shifts two neighbouring words, and combines each with the words of other registers. All words are read only once.
    #[inline(always)]
    fn each_pair<const N: usize>(
        &self,
        masks: &mut RegisterFile,
        shift: impl Fn([u64; 2]) -> [u64; 2],
        op: impl Fn([u64; N], u64) -> u64,
    ) {
        let LaneStep { to, from, .. } = *self.step;
        for at in 0..self.groups.min(LANES / AT_ONCE) {
            let lower: FewLanes = lanes(&masks[block(from[N], 0)], at);
            let higher: FewLanes = lanes(&masks[block(from[N], 1)], at);
            let mut read = [[[0; AT_ONCE]; N]; 2];
            for slot in 0..N {
                read[0][slot] = lanes(&masks[block(from[slot], 0)], at);
                read[1][slot] = lanes(&masks[block(from[slot], 1)], at);
            }
            let mut found = [[0; AT_ONCE]; 2];
            for lane in 0..AT_ONCE {
                let moved = shift([lower[lane], higher[lane]]);
                let mut words = [[0; N]; 2];
                for slot in 0..N {
                    words[0][slot] = read[0][slot][lane];
                    words[1][slot] = read[1][slot][lane];
                }
                found[0][lane] = op(words[0], moved[0]);
                found[1][lane] = op(words[1], moved[1]);
            }
            set_lanes(&mut masks[block(to, 0)], at, found[0]);
            set_lanes(&mut masks[block(to, 1)], at, found[1]);
        }
    }
}

/// Returns the index of a named block, or of the one after it. It is always in range, so no access needs a bounds check.
#[inline(always)]
fn block(named: BlockAt, behind: BlockAt) -> usize {
    usize::from(named.wrapping_add(behind))
}
