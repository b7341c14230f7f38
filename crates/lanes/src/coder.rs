//! Makes the steps of a program for `code.rs`. At this stage, each word of each mask register has its own block.

use super::skippable_ops::{SkippableOps, each_mask_read_in};
use super::steps::{BlockAt, LaneStep, LaneStepKind, results};
use linstock_engine::ir::CompiledRules;
use linstock_engine::ir::program::{MaskReg, Op, Program, Shift, ShiftedMasks};

/// What the coder knows of a word of a mask register.
#[derive(Clone, Copy)]
enum WordValue {
    Fixed(u64),
    /// The word is in its block and may differ between lanes.
    Computed,
}

/// The sources of a word of a shifted mask: one or two words.
#[derive(Clone, Copy)]
enum WordShift {
    /// All bits come from this word, shifted to the left.
    Left(BlockAt),
    /// All bits come from this word, shifted to the right.
    Right(BlockAt),
    /// Bits come from the first word, shifted to the left, and from the second, shifted to the right.
    Both(BlockAt, BlockAt),
}

/// The steps of each shift: of the shift alone, of its intersection with a word, and of its union with a word.
const LEFT: [LaneStepKind; 3] = [
    LaneStepKind::Left,
    LaneStepKind::AndLeft,
    LaneStepKind::OrLeft,
];
const RIGHT: [LaneStepKind; 3] = [
    LaneStepKind::Right,
    LaneStepKind::AndRight,
    LaneStepKind::OrRight,
];
const BOTH: [LaneStepKind; 3] = [
    LaneStepKind::Both,
    LaneStepKind::AndBoth,
    LaneStepKind::OrBoth,
];

/// How a word combines with a shifted one.
#[derive(Clone, Copy)]
enum Joined {
    Alone,
    And(BlockAt),
    Or(BlockAt),
}

/// A word of a shifted mask.
#[derive(Clone, Copy)]
struct ShiftedWord {
    mask: MaskReg,
    shift: Shift,
    word: usize,
    /// The bits that matter.
    among: u64,
}

/// Makes the steps of one program.
pub(super) struct LaneCoder<'r> {
    rules: &'r CompiledRules,
    program: &'r Program,
    width: usize,
    steps: Vec<LaneStep>,
    /// What is known of each word of each mask register, in order of registers.
    words: Vec<WordValue>,
    /// For each of these words, the bits that can be set.
    within: Vec<u64>,
}

impl<'r> LaneCoder<'r> {
    pub(super) fn new(rules: &'r CompiledRules, program: &'r Program) -> Self {
        let (width, masks) = (rules.layout.width, usize::from(program.masks));
        Self {
            rules,
            program,
            width,
            steps: Vec::with_capacity(masks * width),
            words: Vec::with_capacity(masks * width),
            within: Vec::with_capacity(masks * width),
        }
    }

    /// Makes all steps, including those that begin and end skippable parts.
    pub(super) fn steps(mut self, skippable: &[SkippableOps]) -> Vec<LaneStep> {
        let (program, mut number) = (self.program, 0);
        for (at, op) in program.ops.iter().enumerate() {
            self.begin_and_end(skippable, at);
            if let Op::Number = op {
                program.numbers[number].each_mask_read(program, &mut |reg| self.write_out(reg));
                self.step(LaneStepKind::Number, 0, &[], number as u64);
                number += 1;
            } else {
                self.mask(*op, at);
            }
        }
        results(program).for_each(|reg| self.write_out(reg));
        self.steps
    }

    /// Ends the parts before this op, and begins the parts that start with it.
    fn begin_and_end(&mut self, skippable: &[SkippableOps], at: usize) {
        for (part, _) in (0..).zip(skippable).filter(|(_, part)| part.ops.1 == at) {
            self.step(LaneStepKind::Leave, 0, &[], part);
        }
        for (number, part) in (0..).zip(skippable).filter(|(_, part)| part.ops.0 == at) {
            // A constant is written where it is first read. Ops after the part may read it too, so it is written before the part.
            let before = self.words.len() / self.width;
            let mut read = Vec::new();
            let note = &mut |reg: MaskReg| read.push(reg);
            each_mask_read_in(self.program, part.ops, note);
            read.retain(|reg| usize::from(*reg) < before);
            read.into_iter().for_each(|reg| self.write_out(reg));
            self.step(LaneStepKind::Enter, 0, &[], number);
        }
    }

    /// Makes the steps for an op that writes the next mask register.
    fn mask(&mut self, op: Op, at: usize) {
        let first = self.words.len();
        if let Op::AnyShift(masks) = op {
            let found = self.any_shift(first as BlockAt, masks);
            for (value, within) in found {
                self.words.push(value);
                self.within.push(within);
            }
            return;
        }
        for word in 0..self.width {
            let split = self.word(op, (first + word) as BlockAt, word);
            if split.is_none() && word == 0 {
                self.whole(op, first as BlockAt, at);
            }
            let (value, within) = split.unwrap_or_else(|| self.any_bits(word));
            self.words.push(value);
            self.within.push(within);
        }
    }

    /// Makes the single step for an op that is not split.
    fn whole(&mut self, op: Op, to: BlockAt, at: usize) {
        let mut read = Vec::new();
        op.each_mask_read(self.program, &mut |reg| read.push(reg));
        read.into_iter().for_each(|reg| self.write_out(reg));
        self.step(LaneStepKind::Whole, to, &[], at as u64);
    }

    /// Returns a word that can have any bits.
    fn any_bits(&self, word: usize) -> (WordValue, u64) {
        let every = self.constant(self.rules.everything, word);
        (WordValue::Computed, every)
    }

    /// Adds a step.
    fn step(&mut self, kind: LaneStepKind, to: BlockAt, read: &[BlockAt], word: u64) {
        let mut from = [0; 4];
        from[..read.len()].copy_from_slice(read);
        self.steps.push(LaneStep {
            kind,
            from,
            ..LaneStep::constant(to, word)
        });
    }

    /// Makes the step for one word of an op. Returns what is known of the word, and the bits that can be set; `None` if the op
    /// is not split.
    fn word(&mut self, op: Op, to: BlockAt, word: usize) -> Option<(WordValue, u64)> {
        Some(match op {
            Op::Const(constant) => {
                let bits = self.constant(constant, word);
                (WordValue::Fixed(bits), bits)
            }
            Op::Load(first) => {
                self.step(LaneStepKind::Load, to, &[], u64::from(first) + word as u64);
                self.any_bits(word)
            }
            Op::Gate(number) => {
                let every = self.constant(self.rules.everything, word);
                self.step(LaneStepKind::Gate, to, &[number], every);
                (WordValue::Computed, every)
            }
            Op::And(a, b) => self.and(to, (a, b), word),
            Op::Or(a, b) => self.or(to, (a, b), word),
            Op::AndNot(a, b) => self.and_not(to, (a, b), word),
            Op::Shift(mask, shift) => {
                self.shifted(to, Joined::Alone, ShiftedWord::new((mask, shift), word))
            }
            Op::AndShift(a, mask, shift) => {
                self.and_shift(to, a, ShiftedWord::new((mask, shift), word))
            }
            Op::OrShift(a, mask, shift) => {
                self.or_shift(to, a, ShiftedWord::new((mask, shift), word))
            }
            // `mask` splits `AnyShift` itself. The other ops are not split.
            _ => return None,
        })
    }

    fn and(&mut self, to: BlockAt, (a, b): (MaskReg, MaskReg), word: usize) -> (WordValue, u64) {
        let within = self.within(a, word) & self.within(b, word);
        if within == 0 {
            return (WordValue::Fixed(0), 0);
        }
        match (self.known(a, word), self.known(b, word)) {
            (WordValue::Fixed(a), WordValue::Fixed(b)) => (WordValue::Fixed(a & b), within),
            (WordValue::Fixed(bits), WordValue::Computed) => {
                let read = [self.block(b, word)];
                self.step(LaneStepKind::Among, to, &read, bits);
                (WordValue::Computed, within)
            }
            (WordValue::Computed, WordValue::Fixed(bits)) => {
                let read = [self.block(a, word)];
                self.step(LaneStepKind::Among, to, &read, bits);
                (WordValue::Computed, within)
            }
            (WordValue::Computed, WordValue::Computed) => {
                let read = [self.block(a, word), self.block(b, word)];
                self.step(LaneStepKind::And, to, &read, 0);
                (WordValue::Computed, within)
            }
        }
    }

    fn or(&mut self, to: BlockAt, (a, b): (MaskReg, MaskReg), word: usize) -> (WordValue, u64) {
        let within = self.within(a, word) | self.within(b, word);
        match (self.known(a, word), self.known(b, word)) {
            (WordValue::Fixed(a), WordValue::Fixed(b)) => (WordValue::Fixed(a | b), within),
            (WordValue::Fixed(bits), WordValue::Computed) => {
                let read = [self.block(b, word)];
                self.step(LaneStepKind::With, to, &read, bits);
                (WordValue::Computed, within)
            }
            (WordValue::Computed, WordValue::Fixed(bits)) => {
                let read = [self.block(a, word)];
                self.step(LaneStepKind::With, to, &read, bits);
                (WordValue::Computed, within)
            }
            (WordValue::Computed, WordValue::Computed) => {
                let read = [self.block(a, word), self.block(b, word)];
                self.step(LaneStepKind::Or, to, &read, 0);
                (WordValue::Computed, within)
            }
        }
    }

    fn and_not(
        &mut self,
        to: BlockAt,
        (a, b): (MaskReg, MaskReg),
        word: usize,
    ) -> (WordValue, u64) {
        let within = self.within(a, word);
        match (self.known(a, word), self.known(b, word)) {
            _ if within == 0 => (WordValue::Fixed(0), 0),
            (WordValue::Fixed(a), WordValue::Fixed(b)) => (WordValue::Fixed(a & !b), a & !b),
            (WordValue::Fixed(bits), WordValue::Computed) => {
                let read = [self.block(b, word)];
                self.step(LaneStepKind::Missing, to, &read, bits);
                (WordValue::Computed, within)
            }
            (WordValue::Computed, WordValue::Fixed(bits)) if within & !bits == 0 => {
                (WordValue::Fixed(0), 0)
            }
            (WordValue::Computed, WordValue::Fixed(bits)) => {
                let read = [self.block(a, word)];
                self.step(LaneStepKind::Among, to, &read, !bits);
                (WordValue::Computed, within & !bits)
            }
            (WordValue::Computed, WordValue::Computed) => {
                let read = [self.block(a, word), self.block(b, word)];
                self.step(LaneStepKind::AndNot, to, &read, 0);
                (WordValue::Computed, within)
            }
        }
    }

    fn and_shift(&mut self, to: BlockAt, a: MaskReg, moved: ShiftedWord) -> (WordValue, u64) {
        let word = moved.word;
        let among = self.within(a, word);
        let joined = match self.known(a, word) {
            WordValue::Fixed(_) => Joined::Alone,
            WordValue::Computed => Joined::And(self.block(a, word)),
        };
        self.shifted(to, joined, ShiftedWord { among, ..moved })
    }

    fn or_shift(&mut self, to: BlockAt, a: MaskReg, moved: ShiftedWord) -> (WordValue, u64) {
        let (word, within) = (moved.word, self.within(a, moved.word));
        if within == 0 {
            return self.shifted(to, Joined::Alone, moved);
        }
        if self.bits_of(moved) == (0, 0) {
            return match self.known(a, word) {
                WordValue::Fixed(bits) => (WordValue::Fixed(bits), bits),
                WordValue::Computed => {
                    let read = [self.block(a, word)];
                    self.step(LaneStepKind::Among, to, &read, within);
                    (WordValue::Computed, within)
                }
            };
        }
        let joined = Joined::Or(self.block(a, word));
        let (found, moved) = self.shifted(to, joined, moved);
        (found, within | moved)
    }

    /// Adds each shifted mask to all words before the next one, so that the steps of neighbouring words are adjacent.
    fn any_shift(&mut self, first: BlockAt, masks: ShiftedMasks) -> Vec<(WordValue, u64)> {
        let program = self.program;
        let mut words = vec![(WordValue::Fixed(0), 0); self.width];
        for &part in program.shifted(masks) {
            for (word, (found, within)) in words.iter_mut().enumerate() {
                let moved = ShiftedWord::new(part, word);
                if self.bits_of(moved) == (0, 0) {
                    continue;
                }
                let to = first + word as BlockAt;
                let joined = match found {
                    WordValue::Fixed(_) => Joined::Alone,
                    WordValue::Computed => Joined::Or(to),
                };
                let (next, bits) = self.shifted(to, joined, moved);
                (*found, *within) = (next, *within | bits);
            }
        }
        words
    }

    /// Returns the bits that a word of a shifted mask can get from each of its two source words.
    fn bits_of(&self, moved: ShiftedWord) -> (u64, u64) {
        let ShiftedWord {
            mask, shift, among, ..
        } = moved;
        let keep = self.constant(shift.keep, moved.word) & among;
        let (from, before) = self.sources(moved);
        let lowest = lowest(shift.bits);
        let higher = self.within(mask, from) << shift.bits & keep & !lowest;
        let lower = match shift.bits {
            0 => 0,
            bits => self.within(mask, before) >> (64 - bits) & keep & lowest,
        };
        (higher, lower)
    }

    /// Returns the two source words of a shifted word: the one with most of its bits, and the one before that.
    fn sources(&self, moved: ShiftedWord) -> (usize, usize) {
        let (width, words) = (self.width, usize::from(moved.shift.words));
        let from = (moved.word + width - words) % width;
        (from, (from + width - 1) % width)
    }

    /// Makes the step for a word of a shifted mask, combined with another word.
    ///
    /// If no bit of one of the two source words remains, only the other is shifted.
    fn shifted(&mut self, to: BlockAt, joined: Joined, moved: ShiftedWord) -> (WordValue, u64) {
        let ShiftedWord {
            mask, shift, among, ..
        } = moved;
        let (higher, lower) = self.bits_of(moved);
        let (from, before) = self.sources(moved);
        let bits = shift.bits;
        let keep = self.constant(shift.keep, moved.word) & among;
        let how = match (higher, lower) {
            (0, 0) => return (WordValue::Fixed(0), 0),
            (_, 0) => WordShift::Left(self.block(mask, from)),
            (0, _) => WordShift::Right(self.block(mask, before)),
            _ => WordShift::Both(self.block(mask, from), self.block(mask, before)),
        };
        let (left, right) = (keep & !lowest(bits), keep & lowest(bits));
        let (kinds, from, bits, keep) = match how {
            WordShift::Left(a) => (LEFT, vec![a], bits, left),
            WordShift::Right(a) => (RIGHT, vec![a], 64 - bits, right),
            WordShift::Both(a, b) => (BOTH, vec![a, b], bits, keep),
        };
        match joined {
            Joined::Alone => self.step(kinds[0], to, &from, keep),
            Joined::And(other) => self.step(kinds[1], to, &[&[other], &*from].concat(), keep),
            Joined::Or(other) => self.step(kinds[2], to, &[&[other], &*from].concat(), keep),
        }
        if let Some(step) = self.steps.last_mut() {
            step.bits = bits;
        }
        (WordValue::Computed, higher | lower)
    }

    fn known(&self, reg: MaskReg, word: usize) -> WordValue {
        self.words[usize::from(reg) * self.width + word]
    }

    fn within(&self, reg: MaskReg, word: usize) -> u64 {
        self.within[usize::from(reg) * self.width + word]
    }

    fn constant(&self, constant: u16, word: usize) -> u64 {
        self.rules.constants[usize::from(constant) * self.width + word]
    }

    /// Returns the block of a word. If the word is a constant, writes it there.
    fn block(&mut self, reg: MaskReg, word: usize) -> BlockAt {
        let at = usize::from(reg) * self.width + word;
        if let WordValue::Fixed(bits) = self.words[at] {
            self.step(LaneStepKind::Const, at as BlockAt, &[], bits);
            self.words[at] = WordValue::Computed;
        }
        at as BlockAt
    }

    /// Ensures that all words of a register are in their blocks.
    fn write_out(&mut self, reg: MaskReg) {
        for word in 0..self.width {
            self.block(reg, word);
        }
    }
}

impl ShiftedWord {
    fn new((mask, shift): (MaskReg, Shift), word: usize) -> Self {
        Self {
            mask,
            shift,
            word,
            among: u64::MAX,
        }
    }
}

/// Returns a word whose lowest bits are set.
fn lowest(bits: u8) -> u64 {
    (1 << bits) - 1
}
