//! Moves that are tried out: each lane makes a candidate, and keeps it if what must hold after it (`leaves`) holds at the end
//! of its body. The other lanes are put back to where they were.

use super::field::{LaneBits, LaneField, each_lane};
use super::moves::LaneChoices;
use super::recipes::LaneMoves;
use super::strands::{LaneEnd, StrandRunner};
use super::{Block, LaneLists, LanePoint};
use crate::ir::instructions::NumOperand;

/// Trials of candidates, with what they need between two of them.
#[derive(Debug)]
pub(crate) struct LaneTrials {
    /// The positions before.
    before: LaneField,
    /// Lanes at the end of a body: the instruction that follows, and the player who acts.
    bodies: Vec<(LaneBits, u32, usize)>,
    /// Ends that are told when the trial is over.
    ends: Vec<(LaneBits, LaneEnd)>,
    /// The conditions that were asked.
    asked: Vec<NumOperand>,
}

impl LaneTrials {
    /// Makes room for trials of positions of so many words as these.
    pub(crate) fn new(words: &[u64]) -> Self {
        Self {
            before: LaneField::new(words),
            bodies: Vec::new(),
            ends: Vec::new(),
            asked: Vec::new(),
        }
    }

    /// Makes candidates, and lets those lanes go on in which they are legal, with those that were added before. Returns the
    /// other lanes, which stand where they stood.
    pub(crate) fn play(
        &mut self,
        (runner, field): (&mut StrandRunner<'_>, &mut LaneField),
        at: (LanePoint<'_>, &LaneMoves),
        (lists, choices): (&LaneLists, &mut LaneChoices),
    ) -> LaneBits {
        let none = &mut LaneChoices::new(0, choices.indices);
        // What was added before needs no trial.
        runner.play(field, at, (lists, none));
        self.ends.clear();
        self.ends.extend(std::iter::from_fn(|| runner.next_end()));
        self.before.copy_from(field);
        runner.ends_with_body = true;
        runner.play(field, at, (lists, choices));
        runner.ends_with_body = false;
        let over = self.sort_ends(runner);
        let legal = self.legal(runner, field, (at.0, choices)) | over;
        field.copy_lanes(choices.lanes & !legal, &self.before);
        for &(lanes, pc, me) in &self.bodies {
            runner.add(lanes & legal, pc, me);
        }
        runner.play(field, at, (lists, none));
        for &(lanes, end) in &self.ends {
            runner.end(lanes, end);
        }
        choices.lanes & !legal
    }

    /// Sorts the ends of a trial; returns the lanes in which the move has ended the game.
    fn sort_ends(&mut self, runner: &mut StrandRunner<'_>) -> LaneBits {
        self.bodies.clear();
        let mut over = 0;
        while let Some((lanes, end)) = runner.next_end() {
            match end {
                LaneEnd::Body(pc, me) => self.bodies.push((lanes, pc, me)),
                LaneEnd::Over(_) => {
                    self.ends.push((lanes, end));
                    over |= lanes;
                }
                // What lanes cannot do is tried out alone.
                LaneEnd::Open(_) | LaneEnd::Stopped(..) => {}
            }
        }
        over
    }

    /// Returns the lanes at the end of a body in which what must hold after the move holds.
    fn legal(
        &mut self,
        runner: &mut StrandRunner<'_>,
        field: &LaneField,
        (point, choices): (LanePoint<'_>, &LaneChoices),
    ) -> LaneBits {
        let done = self.bodies.iter().fold(0, |all, (lanes, ..)| all | lanes);
        let cond = |lane: usize| {
            let template = &point.choices.templates[choices.templates[lane] as usize];
            template.postcondition.map(|code| code.cond)
        };
        self.asked.clear();
        let mut legal = 0;
        for lane in each_lane(done) {
            match cond(lane) {
                None => legal |= 1 << lane,
                Some(cond) if !self.asked.contains(&cond) => self.asked.push(cond),
                Some(_) => {}
            }
        }
        for asked in &self.asked {
            let holds = pulp::Arch::new().dispatch(TruthRun {
                runner,
                cond: *asked,
                words: &field.words,
            });
            let asking = each_lane(done).filter(|lane| cond(*lane) == Some(*asked));
            legal |= holds & asking.fold(0, |all, lane| all | 1 << lane);
        }
        legal
    }
}

/// A condition that is asked in all lanes.
struct TruthRun<'t, 'r> {
    runner: &'t mut StrandRunner<'r>,
    cond: NumOperand,
    words: &'t [Block],
}

impl pulp::NullaryFnOnce for TruthRun<'_, '_> {
    type Output = LaneBits;

    // As in `masks.rs`: all that is hot must be inlined here.
    #[inline(always)]
    fn call(self) -> LaneBits {
        self.runner.holding(self.cond, self.words)
    }
}
