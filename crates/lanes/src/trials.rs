//! Trials of moves: each lane makes a candidate, and all lanes check its postcondition (`leaves`) at once, at the end of its
//! body. All lanes continue from there. Lanes whose candidate is refused are rolled back.
//!
//! A lane that was rolled back draws again, in the next step of its decision point. [`RefusedCandidates`] keeps its earlier
//! draws.

use super::arch::LaneArch;
use super::chosen_moves::LaneChoices;
use super::field::{LaneBits, LaneField, each_lane};
use super::operand_values::OperandRun;
use super::operands::Operand;
use super::recipes::PlannedPoint;
use super::strands::{LaneEnd, Strand, StrandRunner};
use super::{LANES, LanePoint};
use linstock_engine::ir::instructions::NumOperand;

/// The number of refused candidates of a lane that fit without an allocation.
const USUAL: usize = 32;

/// The trial of candidates, with buffers that it reuses.
#[derive(Debug)]
pub struct LaneTrials {
    /// The positions before the trial.
    before: LaneField,
    /// Lanes at the end of a body: the next instruction, and the acting player.
    bodies: Vec<Strand>,
    /// Ends to report after the trial.
    ends: Vec<(LaneBits, LaneEnd)>,
    /// The postconditions that were checked.
    asked: Vec<NumOperand>,
}

/// The lanes that are back in their position from before a trial.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct RolledBackLanes {
    /// Lanes whose candidates are not legal.
    pub refused: LaneBits,
    /// Lanes whose candidates must be tried alone.
    pub unknown: LaneBits,
}

impl LaneTrials {
    /// Makes room for trials of positions with as many words as these.
    #[must_use]
    pub fn new(words: &[u64]) -> Self {
        Self {
            before: LaneField::new(words),
            bodies: Vec::new(),
            ends: Vec::new(),
            asked: Vec::new(),
        }
    }

    /// Makes candidates. Lanes whose candidate is legal continue, and so do those that were added before. The other lanes are
    /// rolled back.
    pub fn play(
        &mut self,
        (runner, field): (&mut StrandRunner<'_>, &mut LaneField),
        at: PlannedPoint<'_>,
        choices: &LaneChoices<'_>,
    ) -> RolledBackLanes {
        let none = &LaneChoices::none();
        self.ends.clear();
        if runner.has_strands() {
            // Lanes that were added before need no trial.
            runner.play(field, at, none);
            self.ends.extend(std::iter::from_fn(|| runner.next_end()));
        }
        self.before.copy_groups(choices.lanes, field);
        runner.histories.mark();
        let (legal, mut back) = self.play_bodies((runner, field), at, choices);
        for body in &self.bodies {
            runner.add(body.lanes & !back.unknown, body.pc, body.me);
        }
        runner.play(field, at, none);
        self.sort_rest(runner, legal, &mut back);
        let lanes = back.refused | back.unknown;
        field.copy_lanes(lanes, &self.before);
        runner.histories.put_back(lanes);
        for &(lanes, end) in &self.ends {
            runner.end(lanes, end);
        }
        back
    }

    /// Returns the lanes with a legal candidate; `None` if it is unknown for some. The positions of the lanes are unspecified
    /// afterwards.
    pub(super) fn legal_candidates(
        &mut self,
        (runner, field): (&mut StrandRunner<'_>, &mut LaneField),
        at: PlannedPoint<'_>,
        choices: &LaneChoices<'_>,
    ) -> Option<LaneBits> {
        self.ends.clear();
        runner.histories.mark();
        let (legal, mut back) = self.play_bodies((runner, field), at, choices);
        // Other candidates are legal if they end the game.
        for body in &self.bodies {
            runner.add(body.lanes & !legal & !back.unknown, body.pc, body.me);
        }
        runner.play(field, at, &LaneChoices::none());
        self.sort_rest(runner, legal, &mut back);
        runner.histories.put_back(choices.lanes);
        let over = self.ends.iter().fold(legal, |all, (lanes, _)| all | lanes);
        (back.unknown == 0).then_some(over)
    }

    /// Makes candidates up to the ends of their bodies. Returns the lanes whose postcondition holds, and those where it is
    /// unknown.
    fn play_bodies(
        &mut self,
        (runner, field): (&mut StrandRunner<'_>, &mut LaneField),
        at: PlannedPoint<'_>,
        choices: &LaneChoices<'_>,
    ) -> (LaneBits, RolledBackLanes) {
        runner.ends_with_body = true;
        runner.play(field, at, choices);
        runner.ends_with_body = false;
        let mut back = RolledBackLanes::default();
        self.sort_ends(runner, &mut back);
        let (legal, unknown) = self.legal(runner, field, at.point);
        back.unknown |= unknown;
        (legal, back)
    }

    /// Sorts the ends of bodies.
    fn sort_ends(&mut self, runner: &mut StrandRunner<'_>, back: &mut RolledBackLanes) {
        self.bodies.clear();
        while let Some((lanes, end)) = runner.next_end() {
            match end {
                LaneEnd::Body(pc, me) => self.bodies.push(Strand { lanes, pc, me }),
                // The move ended the game.
                LaneEnd::Over(_) => self.ends.push((lanes, end)),
                // The caller tries these candidates alone.
                LaneEnd::Open(_) | LaneEnd::Stopped(..) => back.unknown |= lanes,
            }
        }
    }

    /// Sorts the ends after the bodies. A move whose postcondition fails is still legal if it ends the game.
    fn sort_rest(
        &mut self,
        runner: &mut StrandRunner<'_>,
        legal: LaneBits,
        back: &mut RolledBackLanes,
    ) {
        while let Some((lanes, end)) = runner.next_end() {
            let passing = match end {
                LaneEnd::Over(_) => lanes,
                LaneEnd::Stopped(..) => {
                    back.refused |= lanes & !legal;
                    lanes & legal
                }
                LaneEnd::Open(_) | LaneEnd::Body(..) => {
                    back.unknown |= lanes & !legal;
                    lanes & legal
                }
            };
            if passing != 0 {
                self.ends.push((passing, end));
            }
        }
    }

    /// Returns the lanes at the end of a body whose postcondition holds, and those where it is unknown.
    fn legal(
        &mut self,
        runner: &mut StrandRunner<'_>,
        field: &LaneField,
        point: LanePoint<'_>,
    ) -> (LaneBits, LaneBits) {
        let done = self.bodies.iter().fold(0, |all, body| all | body.lanes);
        let made = runner.made.templates;
        let cond = |lane: usize| {
            let template = &point.choices.templates[made[lane] as usize];
            template.postcondition.map(|code| code.cond)
        };
        self.asked.clear();
        let (mut legal, mut unknown) = (0, 0);
        for lane in each_lane(done) {
            match cond(lane) {
                None => legal |= 1 << lane,
                Some(cond) if !self.asked.contains(&cond) => self.asked.push(cond),
                Some(_) => {}
            }
        }
        for asked in &self.asked {
            let asking = each_lane(done).filter(|lane| cond(*lane) == Some(*asked));
            let asking = asking.fold(0, |all, lane| all | 1 << lane);
            let overflowed = LaneArch::detect().dispatch(OperandRun {
                runner,
                operand: Operand::Truth(*asked),
                lanes: asking,
                words: &field.words,
            });
            legal |= runner.holds & asking & !overflowed;
            unknown |= overflowed & asking;
        }
        (legal, unknown)
    }
}

/// The refused candidates that each lane has drawn at its decision point: their indices in the list, in order.
#[derive(Debug)]
pub struct RefusedCandidates {
    indices: Vec<Vec<u64>>,
}

impl Default for RefusedCandidates {
    fn default() -> Self {
        Self::new()
    }
}

impl RefusedCandidates {
    /// Makes an empty set for each lane.
    #[must_use]
    pub fn new() -> Self {
        Self {
            indices: (0..LANES).map(|_| Vec::with_capacity(USUAL)).collect(),
        }
    }

    /// Returns the number of refused candidates of a lane.
    #[must_use]
    pub fn len(&self, lane: usize) -> u64 {
        self.indices[lane].len() as u64
    }

    /// Returns the index in the list of the n-th candidate that was not refused.
    #[must_use]
    pub fn index_of(&self, lane: usize, n: u64) -> u64 {
        let before = |index: u64, refused: &u64| index + u64::from(*refused <= index);
        self.indices[lane].iter().fold(n, before)
    }

    /// Returns whether a candidate of a lane was refused, by its index in the list.
    #[must_use]
    pub fn contains(&self, lane: usize, index: u64) -> bool {
        self.indices[lane].binary_search(&index).is_ok()
    }

    /// Adds a candidate that was not refused before.
    pub fn add(&mut self, lane: usize, index: u64) {
        let indices = &mut self.indices[lane];
        let at = indices.partition_point(|other| *other < index);
        indices.insert(at, index);
    }

    /// Removes all candidates of a lane. Returns whether there were any.
    pub fn clear(&mut self, lane: usize) -> bool {
        let any = !self.indices[lane].is_empty();
        self.indices[lane].clear();
        any
    }
}

#[cfg(test)]
mod tests {
    use super::RefusedCandidates;

    /// A draw from the rest equals a draw from a list without the refused candidates.
    #[test]
    fn the_rest_is_the_list_without_those_refused() {
        let mut refused = RefusedCandidates::new();
        let mut list: Vec<u64> = (0..50).collect();
        for n in [0, 48, 3, 3, 20, 0, 0, 41, 17, 17, 5] {
            let index = refused.index_of(7, n);
            assert_eq!(index, list[n as usize]);
            list.remove(n as usize);
            refused.add(7, index);
            let rest = 0..50 - refused.len(7);
            let rest: Vec<u64> = rest.map(|n| refused.index_of(7, n)).collect();
            assert_eq!(rest, list);
        }
        assert!(refused.clear(7) && !refused.clear(7) && !refused.clear(6));
        assert_eq!(refused.index_of(7, 9), 9);
    }
}
