//! The values of instructions' operands, computed in lanes.

use super::field::{
    AT_ONCE, FewLanes, FoundLanes, LaneBits, lanes as some_lanes, lanes_differing, lanes_of,
    no_vectorize_barrier,
};
use super::machine::LaneMachine;
use super::operands::Operand;
use super::pieces::mark;
use super::stages::NOWHERE;
use super::strands::{LaneEnd, Strand, StrandRunner};
use super::{Block, LANES, NumberBlock};
use linstock_engine::ir::CompiledRules;
use linstock_engine::ir::instructions::{NumOperand, PlaceCode, SetOperand};
use linstock_engine::ir::program::Reg;
use linstock_engine::vm::arrays::array_of;
use linstock_engine::vm::interpreter::point_on_line;

impl StrandRunner<'_> {
    /// Computes the operands of an instruction. Returns the lanes where this succeeded; `None` if lanes do not support an
    /// operand.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, strand: Strand, words: &[Block]) -> Option<LaneBits> {
        let mut lanes = strand.lanes;
        for slot in 0..2 {
            let operand = self.operands[strand.me][strand.pc as usize][slot];
            if let Operand::None = operand {
                break;
            }
            let overflowed = self.evaluate_operand((slot, operand), (words, lanes))?;
            self.end(lanes & overflowed, LaneEnd::Open(strand.pc));
            lanes &= !overflowed;
        }
        Some(lanes)
    }

    /// Returns whether lanes support the operands of a strand's instruction.
    #[inline(always)]
    pub(super) fn has_operands(&self, strand: Strand) -> bool {
        let operands = &self.operands[strand.me][strand.pc as usize];
        !matches!(operands, [Operand::None, _])
    }

    /// Computes an operand in some lanes. Returns the lanes where a number overflowed; `None` if lanes do not support the
    /// operand.
    #[inline(always)]
    pub(super) fn evaluate_operand(
        &mut self,
        (slot, operand): (usize, Operand),
        (words, lanes): (&[Block], LaneBits),
    ) -> Option<LaneBits> {
        let program = match operand {
            Operand::None => return Some(0),
            Operand::Number(NumOperand::Fixed(number)) => {
                self.numbers[slot] = [number; LANES];
                return Some(0);
            }
            Operand::Number(NumOperand::Any(word, among)) => {
                let any = lanes_with_any(self.rules, words, (word, among));
                write_truths(any, &mut self.numbers[slot]);
                return Some(0);
            }
            Operand::Number(NumOperand::None(word, among)) => {
                let any = lanes_with_any(self.rules, words, (word, among));
                write_truths(!any, &mut self.numbers[slot]);
                return Some(0);
            }
            Operand::Number(NumOperand::Word(word)) => {
                let block = &words[word as usize];
                self.numbers[slot] = array_of(|lane| block[lane].cast_signed());
                return Some(0);
            }
            Operand::Number(NumOperand::Seat(word)) => {
                let block = &words[word as usize];
                self.numbers[slot] = array_of(|lane| block[lane].cast_signed() - 1);
                return Some(0);
            }
            Operand::Truth(NumOperand::Word(word)) => {
                self.holds = lanes_of(&words[word as usize]);
                return Some(0);
            }
            Operand::Truth(NumOperand::Seat(word)) => {
                self.holds = lanes_differing(&words[word as usize], &[1; LANES]);
                return Some(0);
            }
            Operand::Truth(NumOperand::Fixed(number)) => {
                self.holds = if number == 0 { 0 } else { LaneBits::MAX };
                return Some(0);
            }
            Operand::Truth(NumOperand::Any(word, among)) => {
                self.holds = lanes_with_any(self.rules, words, (word, among));
                return Some(0);
            }
            Operand::Truth(NumOperand::None(word, among)) => {
                self.holds = !lanes_with_any(self.rules, words, (word, among));
                return Some(0);
            }
            Operand::Points(SetOperand::Place(place)) => {
                let places = self.place(place, words);
                mark(&places, &mut self.points[slot]);
                return Some(0);
            }
            Operand::Number(NumOperand::Program(program))
            | Operand::Truth(NumOperand::Program(program))
            | Operand::Points(SetOperand::Program(program)) => program as usize,
        };
        let overflowed = self.run_program((program, slot), (words, lanes))?;
        if let Operand::Truth(_) = operand {
            self.holds = lanes_not_zero(&self.numbers[slot]);
        }
        Some(overflowed)
    }

    /// Runs a program and keeps its result. Returns the lanes where a number overflowed; `None` if lanes do not support the
    /// program.
    #[inline(always)]
    fn run_program(
        &mut self,
        (at, slot): (usize, usize),
        (words, lanes): (&[Block], LaneBits),
    ) -> Option<LaneBits> {
        let (program, code) = (&self.rules.programs[at], self.codes[at].as_ref()?);
        let width = self.rules.layout.width;
        self.registers.fit(code, width);
        let machine = LaneMachine::new(self.rules, (program, code), words).for_lanes(lanes);
        let overflowed = machine.run(&mut self.registers);
        match program.results.first() {
            Some((Reg::Number(reg), _)) => {
                self.numbers[slot] = self.registers.numbers[usize::from(*reg)];
            }
            Some((Reg::Mask(reg), _)) => {
                let mask = &self.registers.masks[code.place(*reg)..][..width];
                self.points[slot].copy_from_slice(mask);
            }
            None => {}
        }
        Some(overflowed)
    }

    /// Returns the point of an instruction's place, in each lane.
    #[inline(always)]
    pub(super) fn place(&self, place: PlaceCode, words: &[Block]) -> Block {
        match place {
            PlaceCode::Fixed(point) => [u64::from(point); LANES],
            PlaceCode::Word(word) => words[word as usize],
            PlaceCode::OnLine(word, steps) => array_of(|lane| {
                let line = words[word as usize][lane];
                let point = point_on_line(self.rules, line, i32::from(steps));
                point.map_or(u64::from(NOWHERE), u64::from)
            }),
        }
    }
}

/// The computation of an operand without an instruction, in some lanes. The value goes to the first slot. The result is the
/// lanes where a number overflowed.
pub(super) struct OperandRun<'t, 'r> {
    pub(super) runner: &'t mut StrandRunner<'r>,
    pub(super) operand: Operand,
    pub(super) lanes: LaneBits,
    pub(super) words: &'t [Block],
}

impl pulp::NullaryFnOnce for OperandRun<'_, '_> {
    type Output = LaneBits;

    // As in `masks.rs`: all hot code must be inlined here.
    #[inline(always)]
    fn call(self) -> LaneBits {
        let positions = (self.words, self.lanes);
        let overflowed = self.runner.evaluate_operand((0, self.operand), positions);
        overflowed.unwrap_or(LaneBits::MAX)
    }
}

/// Returns the lanes where a mask of the position intersects a constant mask.
#[inline(always)]
fn lanes_with_any(rules: &CompiledRules, words: &[Block], (word, among): (u32, u16)) -> LaneBits {
    let width = rules.layout.width;
    let among = &rules.constants[usize::from(among) * width..][..width];
    let mask = &words[word as usize..][..width];
    let mut found = FoundLanes::new();
    for at in 0..LANES / AT_ONCE {
        let mut any = [0; AT_ONCE];
        match (mask, among) {
            // Most boards are this small; this avoids a loop over words.
            ([word], [bits]) => add_shared(word, (at, *bits), &mut any),
            ([low, high], [low_bits, high_bits]) => {
                add_shared(low, (at, *low_bits), &mut any);
                add_shared(high, (at, *high_bits), &mut any);
            }
            _ => {
                for (word, bits) in mask.iter().zip(among) {
                    no_vectorize_barrier();
                    add_shared(word, (at, *bits), &mut any);
                }
            }
        }
        found.add(at, any);
    }
    found.all()
}

/// Adds the bits that words share with a constant, in one group of lanes.
#[inline(always)]
fn add_shared(word: &Block, (some, bits): (usize, u64), to: &mut FewLanes) {
    let words = some_lanes(word, some);
    for lane in 0..AT_ONCE {
        to[lane] |= words[lane] & bits;
    }
}

/// Writes 1 in the lanes of a set, and 0 in the others.
#[inline(always)]
fn write_truths(lanes: LaneBits, to: &mut NumberBlock) {
    for (lane, to) in to.iter_mut().enumerate() {
        *to = (lanes >> lane & 1).cast_signed();
    }
}

/// Returns the lanes where a number is not 0.
#[inline(always)]
fn lanes_not_zero(numbers: &NumberBlock) -> LaneBits {
    let mut found = FoundLanes::new();
    for (at, numbers) in numbers.as_chunks::<AT_ONCE>().0.iter().enumerate() {
        no_vectorize_barrier();
        let mut some = [0; AT_ONCE];
        for lane in 0..AT_ONCE {
            some[lane] = i64::cast_unsigned(numbers[lane]);
        }
        found.add(at, some);
    }
    found.all()
}
