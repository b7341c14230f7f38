//! The values of some masks of a decision point's program, without a list of moves.

use super::code::LaneCode;
use super::field::{LaneBits, LaneField};
use super::machine::LaneMachine;
use super::masks::LaneRegisters;
use super::{LaneArch, LanePoint};
use linstock_engine::ir::CompiledRules;
use linstock_engine::ir::program::{MaskReg, Program, Reg};

/// The part of a decision point's program that computes some masks, prepared for lanes.
#[derive(Debug)]
pub struct LaneMasks {
    program: Program,
    code: LaneCode,
    /// The first block of each mask among the registers.
    places: Vec<usize>,
    width: usize,
}

impl LaneMasks {
    /// Prepares the computation of some masks, which are named by their registers.
    #[must_use]
    pub fn of(rules: &CompiledRules, point: LanePoint<'_>, masks: &[MaskReg]) -> Self {
        let results = masks.iter().map(|reg| (Reg::Mask(*reg), 0));
        let program = Program {
            results: results.collect(),
            ..point.program.clone()
        };
        let code = LaneCode::of(rules, &program);
        let places = masks.iter().map(|reg| code.place(*reg));
        Self {
            places: places.collect(),
            program,
            code,
            width: rules.layout.width,
        }
    }
}

/// The values of masks in all lanes. The buffers are refilled without allocations.
#[derive(Debug, Default)]
pub struct LaneMaskValues {
    registers: LaneRegisters,
}

impl LaneMaskValues {
    /// Computes the masks in some lanes, which must be at the decision point. Returns the lanes that the vm must compute alone.
    pub fn fill(
        &mut self,
        rules: &CompiledRules,
        masks: &LaneMasks,
        (field, lanes): (&LaneField, LaneBits),
    ) -> LaneBits {
        self.registers.fit(&masks.code, masks.width);
        let program = (&masks.program, &masks.code);
        LaneArch::detect().dispatch(MaskRun {
            machine: LaneMachine::new(rules, program, &field.words).for_lanes(lanes),
            registers: &mut self.registers,
        })
    }

    /// Copies the words of all masks of a lane, mask by mask.
    #[inline]
    pub fn store(&self, masks: &LaneMasks, lane: usize, words: &mut [u64]) {
        let places = masks.places.iter();
        let blocks = places.flat_map(|place| &self.registers.masks[*place..][..masks.width]);
        for (word, block) in words.iter_mut().zip(blocks) {
            *word = block[lane];
        }
    }
}

/// The computation of the masks.
struct MaskRun<'r> {
    machine: LaneMachine<'r>,
    registers: &'r mut LaneRegisters,
}

impl pulp::NullaryFnOnce for MaskRun<'_> {
    type Output = LaneBits;

    #[inline(always)]
    fn call(self) -> LaneBits {
        self.machine.run(self.registers)
    }
}
