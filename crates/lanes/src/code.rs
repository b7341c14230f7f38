//! Programs in the form that lanes run: each op is split into steps, one for each word of a mask. This happens once.
//!
//! A step names the blocks that it reads and writes, and how to form the words of a shifted mask. If only one step reads a
//! result, the two steps are fused, and one step shifts two neighbouring words. A register that nothing reads any more gives its
//! place to another, so the working set stays small.

use super::coder::LaneCoder;
use super::double_shifts;
use super::flood_steps::FloodSteps;
use super::fusing;
use super::pairs;
use super::skippable_ops::{SkippableOps, skippable_ops};
use super::steps::{BlockAt, LaneStep, LaneStepKind, MoreBits, results};
use linstock_engine::ir::CompiledRules;
use linstock_engine::ir::program::{MaskReg, Program};

/// A program that is prepared for lanes.
#[derive(Debug, Default)]
pub(super) struct LaneCode {
    pub(super) steps: Vec<LaneStep>,
    /// Further data of some steps.
    pub(super) more: Vec<MoreBits>,
    /// The first block of each mask register.
    places: Vec<BlockAt>,
    /// The number of number registers.
    pub(super) numbers: usize,
    /// The steps of flood fills, if there are any.
    pub(super) flood: FloodSteps,
    /// The parts that are skipped if no lane needs them.
    pub(super) skippable: Vec<SkippableOps>,
}

impl LaneCode {
    /// Prepares a program.
    pub(super) fn of(rules: &CompiledRules, program: &Program) -> Self {
        let width = rules.layout.width;
        let skippable = skippable_ops(program);
        let steps = LaneCoder::new(rules, program).steps(&skippable);
        let fused = fusing::fused(steps, (program, width));
        let mut more = Vec::new();
        let pairs = pairs::paired(&fused, width, &mut more);
        let mut code = Self {
            steps: double_shifts::doubled(&pairs, &mut more),
            more,
            places: vec![0; usize::from(program.masks)],
            numbers: program.numbers.len(),
            flood: FloodSteps::default(),
            skippable,
        };
        if !program.reaches.is_empty() {
            code.flood = FloodSteps::of(rules);
        }
        code.place_registers(program, width);
        code.end_skippable();
        code
    }

    /// Records where the skippable parts end.
    fn end_skippable(&mut self) {
        let (skippable, mut left) = (&mut self.skippable, 0);
        self.steps.retain(|step| {
            let ends = step.kind == LaneStepKind::Leave;
            if ends {
                skippable[step.word as usize].end = left;
            } else {
                left += 1;
            }
            !ends
        });
    }

    /// Returns whether the program is small enough for the numbers of blocks.
    pub(super) fn fits(program: &Program, width: usize) -> bool {
        usize::from(program.masks) * width < usize::from(BlockAt::MAX)
    }

    /// Returns the first block of a mask register. It is valid until the last step that reads the register.
    #[inline(always)]
    pub(super) fn place(&self, reg: MaskReg) -> usize {
        usize::from(self.places[usize::from(reg)])
    }

    /// Gives each written register a place. After the last read, the place is free for others.
    fn place_registers(&mut self, program: &Program, width: usize) {
        let last_reads = self.last_reads(program, width);
        let (mut free, mut placed) = (Vec::new(), vec![false; self.places.len()]);
        let mut blocks = 0;
        for at in 0..self.steps.len() {
            let step = self.steps[at];
            let written = usize::from(step.to) / width;
            let writes = step.writes();
            if writes && !placed[written] {
                placed[written] = true;
                self.places[written] = free.pop().unwrap_or_else(|| {
                    blocks += width;
                    (blocks - width) as BlockAt
                });
            }
            let place = |block: BlockAt| {
                let (reg, word) = (usize::from(block) / width, usize::from(block) % width);
                self.places[reg] + word as BlockAt
            };
            if writes {
                self.steps[at].to = place(step.to);
            }
            let count = step.read().len();
            for block in &mut self.steps[at].from[..count] {
                *block = place(*block);
            }
            let mut leave = |reg: usize| {
                if placed[reg] && last_reads[reg] == Some(at) {
                    placed[reg] = false;
                    free.push(self.places[reg]);
                }
            };
            let read = step.read().iter();
            read.for_each(|block| leave(usize::from(*block) / width));
            step.each_whole_read(program, &mut |reg| leave(usize::from(reg)));
        }
    }

    /// Returns the last step that reads each mask register; `None` for results, whose places are kept.
    fn last_reads(&self, program: &Program, width: usize) -> Vec<Option<usize>> {
        let mut last = vec![None; self.places.len()];
        for (at, step) in self.steps.iter().enumerate() {
            for block in step.read() {
                last[usize::from(*block) / width] = Some(at);
            }
            step.each_whole_read(program, &mut |reg| last[usize::from(reg)] = Some(at));
        }
        for reg in results(program) {
            last[usize::from(reg)] = None;
        }
        last
    }
}
