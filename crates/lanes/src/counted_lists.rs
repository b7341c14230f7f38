//! Lists whose moves are only counted, in all lanes, if nothing asks for the moves themselves.

use super::field::{
    AT_ONCE, FoundLanes, LaneField, groups_of, lanes, no_vectorize_barrier, set_lanes,
};
use super::machine::LaneMachine;
use super::masks::LaneRegisters;
use super::{Block, FilledLists, LaneArch, LaneBits, LaneLists, LanePoint, TemplateMasks};
use linstock_engine::ir::CompiledRules;

impl LaneLists {
    /// Like `fill`, but computes only the numbers of moves.
    pub fn count(
        &mut self,
        rules: &CompiledRules,
        point: LanePoint<'_>,
        (field, lanes): (&LaneField, LaneBits),
    ) {
        self.prepare(rules, point);
        let Some(code) = &self.codes[point.number] else {
            return;
        };
        self.filled = LaneArch::detect().dispatch(ListCountRun {
            machine: LaneMachine::new(rules, (point.program, code), &field.words).for_lanes(lanes),
            registers: &mut self.registers,
            places: &self.places[..point.choices.masks.len()],
            lens: &mut self.lens[0],
        });
    }
}

/// The computation of the number of moves of all templates at a decision point.
struct ListCountRun<'r> {
    machine: LaneMachine<'r>,
    registers: &'r mut LaneRegisters,
    /// For each template, the first block of its mask among the registers.
    places: &'r [usize],
    lens: &'r mut Block,
}

impl pulp::NullaryFnOnce for ListCountRun<'_> {
    type Output = FilledLists;

    // As in `masks.rs`: all hot code must be inlined here.
    #[inline(always)]
    fn call(self) -> FilledLists {
        let Self {
            machine,
            registers,
            places,
            lens,
        } = self;
        let alone = machine.run(registers);
        let masks = TemplateMasks {
            registers: &registers.masks,
            places,
            width: machine.width,
        };
        let mut having = FoundLanes::new();
        for some in 0..groups_of(machine.lanes) {
            let mut count = [0; AT_ONCE];
            for template in 0..places.len() {
                for block in masks.of(template) {
                    no_vectorize_barrier();
                    let words = lanes(block, some);
                    for lane in 0..AT_ONCE {
                        count[lane] += u64::from(words[lane].count_ones());
                    }
                }
            }
            set_lanes(lens, some, count);
            having.add(some, count);
        }
        FilledLists {
            alone,
            some: having.all(),
        }
    }
}
