//! Weighted outcomes of chance, in many lanes at once.

use super::arch::LaneArch;
use super::blocks::Blocks;
use super::field::{LaneBits, LaneField, lanes_of};
use super::operands::Operand;
use super::strands::StrandRunner;
use super::{Block, CountBlock, LANES, LaneLists, LanePoint, ranks};
use linstock_engine::ir::instructions::MoveTemplate;

/// The executor handles greater weights. Sums of weights up to this cannot overflow.
const MOST_WEIGHT: u64 = u32::MAX as u64;

/// The weights of the listed outcomes in each lane. The buffers are refilled without allocations.
#[derive(Debug, Default)]
pub struct LaneWeights {
    /// For each template, the weight of one of its outcomes.
    each: Blocks,
    /// For each template, the sum of the weights of all outcomes before its own; at the end, the sum of all.
    before: Blocks,
    templates: usize,
}

impl LaneWeights {
    /// Computes the weights in some lanes. Returns the lanes where the executor must do it.
    pub fn fill(
        &mut self,
        runner: &mut StrandRunner<'_>,
        (point, lists): (LanePoint<'_>, &LaneLists),
        (field, lanes): (&LaneField, LaneBits),
    ) -> LaneBits {
        let templates = &point.choices.templates;
        self.templates = templates.len();
        self.each.fit(self.templates);
        self.before.fit(self.templates + 1);
        let unknown = LaneArch::detect().dispatch(WeightRun {
            weights: self,
            runner,
            templates,
            listed: lists.before(),
            positions: (&field.words, lanes),
        });
        unknown & lanes
    }

    /// Returns the sum of the weights of a lane's outcomes.
    #[must_use]
    pub fn sum(&self, lane: usize) -> u64 {
        self.before[self.templates][lane]
    }

    /// Returns the first outcome of a lane where the running sum of the weights, in the order of the list, exceeds `weight`.
    #[must_use]
    pub fn index_at(&self, lists: &LaneLists, lane: usize, weight: u64) -> u64 {
        let before = &self.before[..=self.templates];
        let template = ranks::template(before, (lane, weight), 0);
        let within = weight - before[template][lane];
        u64::from(lists.before()[template][lane]) + within / self.each[template][lane]
    }
}

/// The computation of the weights of all templates.
struct WeightRun<'w, 'r> {
    weights: &'w mut LaneWeights,
    runner: &'w mut StrandRunner<'r>,
    templates: &'w [MoveTemplate],
    /// The number of outcomes before those of each template.
    listed: &'w [CountBlock],
    positions: (&'w [Block], LaneBits),
}

impl pulp::NullaryFnOnce for WeightRun<'_, '_> {
    type Output = LaneBits;

    // As in `masks.rs`: all hot code must be inlined here.
    #[inline(always)]
    fn call(self) -> LaneBits {
        let LaneWeights { each, before, .. } = self.weights;
        let mut unknown = 0;
        for (at, template) in self.templates.iter().enumerate() {
            let each = &mut each[at];
            *each = [1; LANES];
            if let Some(weight) = template.weight {
                let operand = (0, Operand::Number(weight));
                let overflowed = self.runner.evaluate_operand(operand, self.positions);
                unknown |= overflowed.unwrap_or(LaneBits::MAX);
                let numbers = &self.runner.numbers[0];
                for lane in 0..LANES {
                    // Negative weights count as 0.
                    each[lane] = numbers[lane].max(0).cast_unsigned();
                }
            }
            for lane in 0..LANES {
                unknown |= u64::from(each[lane] > MOST_WEIGHT) << lane;
                // In lanes without a list, the numbers are unspecified.
                let count = self.listed[at + 1][lane].wrapping_sub(self.listed[at][lane]);
                let weight = each[lane].min(MOST_WEIGHT).wrapping_mul(count.into());
                before[at + 1][lane] = before[at][lane].wrapping_add(weight);
            }
        }
        // If no outcome has a weight, the executor reports it.
        let some = lanes_of(&before[self.templates.len()]);
        unknown | !some
    }
}
