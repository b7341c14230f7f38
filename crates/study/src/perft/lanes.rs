//! Perft in lanes: lists the moves of many positions together, and then makes many moves together, one in each lane.

use super::{Perft, PerftCounter, PerftLevel};
use crate::lanes::{LaneLegality, LaneStop, MOST_PASSED, StopNumber};
use linstock_engine::vm::{Fault, HandOver, MoveList, Position, RunPoint};
use linstock_lanes::{
    LANES, LaneBits, LaneChoices, LaneEnd, LaneField, LaneHistories, LaneLists, ListedMove,
    ListedPositions, StrandRunner, each_lane,
};
use linstock_play::Rules;
use smallvec::SmallVec;
use std::mem::swap;

/// With fewer positions, they are counted one by one: a step of all lanes takes as long for few as for many.
const FEWEST: u32 = 3;
/// The usual number of ends of the lanes in one step.
const USUAL_ENDS: usize = 8;

/// The lane engine of perft.
pub(super) struct PerftLanes<'p> {
    perft: &'p Perft<'p>,
    runner: StrandRunner<'p>,
    lists: LaneLists,
    legality: LaneLegality,
}

/// Positions in lanes, and their moves.
pub(super) struct LaneLevel {
    field: LaneField,
    histories: LaneHistories,
    /// The legal moves, if they will be made.
    moves: Vec<ListedMove>,
}

/// Lanes that wait at the same stop.
#[derive(Clone, Copy)]
pub(super) struct StandingLanes {
    pub(super) stop: StopNumber,
    pub(super) lanes: LaneBits,
}

/// The result of listing or counting moves in lanes.
struct LaneCount {
    /// The number of legal moves in all listed lanes.
    moves: u64,
    /// The lanes that were not listed; the executor must process them.
    alone: LaneBits,
    /// The lanes without a choice.
    stuck: LaneBits,
}

impl LaneCount {
    /// Makes the result for lanes of which none was listed.
    fn alone(lanes: LaneBits) -> Self {
        Self {
            moves: 0,
            alone: lanes,
            stuck: 0,
        }
    }
}

impl LaneLevel {
    /// Makes room for positions of these rules.
    pub(super) fn new(rules: &Rules) -> Self {
        Self {
            field: LaneField::new(&rules.start),
            histories: LaneHistories::new(),
            moves: Vec::new(),
        }
    }

    /// Loads a position into a lane.
    pub(super) fn load(&mut self, lane: usize, position: &mut Position) {
        self.field.load(lane, &position.words);
        self.histories.swap(lane, &mut position.history);
    }

    /// Stores the position of a lane.
    fn store(&mut self, lane: usize, position: &mut Position) {
        position.over = None;
        self.field.store(lane, &mut position.words);
        self.histories.swap(lane, &mut position.history);
    }
}

impl<'p> PerftLanes<'p> {
    pub(super) fn new(perft: &'p Perft<'p>) -> Self {
        Self {
            perft,
            runner: StrandRunner::new(perft.rules, perft.stops.deferred().to_vec()),
            lists: LaneLists::default(),
            legality: LaneLegality::new(perft.rules),
        }
    }

    /// Returns the stop of a position, if its decision point is among the `deferred` ones.
    pub(super) fn stop_of(&self, position: &Position, deferred: &[bool]) -> Option<StopNumber> {
        let rules = self.perft.rules;
        let decision = rules.decision(position)?;
        let stops = deferred.get(decision as usize) == Some(&true);
        stops.then(|| {
            let me = rules.me(position).index();
            self.perft.stops.number(decision, me)
        })
    }

    /// Lists the legal moves of some lanes; if they will not be made and counting is cheaper, only counts them.
    fn list(
        &mut self,
        (stop, lanes): (&LaneStop<'_>, LaneBits),
        level: &mut LaneLevel,
        are_made: bool,
    ) -> LaneCount {
        let (perft, point) = (self.perft, stop.point);
        let positions = (&level.field, lanes);
        if are_made || point.are_tried_out() {
            self.lists.fill(perft.rules, point, positions);
        } else {
            self.lists.count(perft.rules, point, positions);
        }
        level.moves.clear();
        let mut alone = lanes;
        if let Some(pairs) = perft.stops.pairs(stop, &perft.sharing) {
            alone &= self.lists.alone() | self.lists.meeting(pairs);
        }
        let lens = self.lists.lens();
        if point.are_tried_out() {
            swap(&mut self.runner.histories, &mut level.histories);
            alone |= self.list_legal((stop, lanes & !alone), level);
            swap(&mut self.runner.histories, &mut level.histories);
            let some = level.moves.iter().fold(0, |all, mv| all | 1 << mv.lane());
            return LaneCount {
                moves: level.moves.len() as u64,
                alone,
                stuck: lanes & !alone & !some,
            };
        }
        let listed = lanes & !alone;
        if are_made {
            let mut add = |mv| level.moves.push(mv);
            each_lane(listed).for_each(|lane| self.lists.each_move(lane, &mut add));
        }
        LaneCount {
            moves: sum_in(listed, &lens),
            alone,
            stuck: listed & !self.lists.lanes_with_some(),
        }
    }

    /// Lists the legal moves of lanes where not all candidates are legal; returns the lanes for which only the executor can do
    /// this.
    fn list_legal(
        &mut self,
        (stop, lanes): (&LaneStop<'_>, LaneBits),
        level: &mut LaneLevel,
    ) -> LaneBits {
        let Self {
            perft,
            runner,
            lists,
            legality,
        } = self;
        let (field, moves) = (&level.field, &mut level.moves);
        let listed = ListedPositions {
            field,
            lists,
            lanes,
        };
        if stop.point.seeks_series() {
            let alone = legality.keep_longest_series(runner, (&perft.stops, stop), listed);
            for lane in each_lane(lanes & !alone) {
                let refused = &mut legality.refused;
                list_where(moves, (lists, lane), |at| !refused.contains(lane, at));
                refused.clear(lane);
            }
            return alone;
        }
        let mut alone = 0;
        for lane in each_lane(lanes) {
            if legality.finds(runner, stop, listed, lane) {
                let candidates = &legality.candidates;
                list_where(moves, (lists, lane), |at| candidates.contains(at));
            } else {
                alone |= 1 << lane;
            }
        }
        alone
    }

    /// Makes moves of one level; the new positions are in the next.
    fn make(
        &mut self,
        (stop, moves): (&LaneStop<'_>, &[ListedMove]),
        from: &LaneLevel,
        to: &mut LaneLevel,
    ) {
        to.field.gather(&from.field, moves);
        let lanes = moves.iter().map(|mv| mv.lane());
        to.histories.gather(&from.histories, lanes);
        self.play(stop, &LaneChoices::listed(moves), to);
    }

    /// Makes lanes without a choice continue.
    fn pass(&mut self, (stop, lanes): (&LaneStop<'_>, LaneBits), level: &mut LaneLevel) {
        self.runner.add(lanes, stop.otherwise, stop.seat.index());
        self.play(stop, &LaneChoices::none(), level);
    }

    fn play(&mut self, stop: &LaneStop<'_>, choices: &LaneChoices<'_>, level: &mut LaneLevel) {
        swap(&mut self.runner.histories, &mut level.histories);
        self.runner.play(&mut level.field, stop.planned(), choices);
        swap(&mut self.runner.histories, &mut level.histories);
    }

    /// Returns the ends of the lanes.
    fn ends(&mut self) -> SmallVec<[(LaneBits, LaneEnd); USUAL_ENDS]> {
        std::iter::from_fn(|| self.runner.next_end()).collect()
    }
}

/// Returns the sum of the numbers of some lanes, without a branch per lane.
fn sum_in(lanes: LaneBits, numbers: &[u64; LANES]) -> u64 {
    let own = |(lane, number): (usize, &u64)| number & 0u64.wrapping_sub(lanes >> lane & 1);
    numbers.iter().enumerate().map(own).sum()
}

/// Adds the moves of a lane whose indices pass a test.
fn list_where(
    moves: &mut Vec<ListedMove>,
    (lists, lane): (&LaneLists, usize),
    passes: impl Fn(u64) -> bool,
) {
    let mut index = 0;
    lists.each_move(lane, |mv| {
        if passes(index) {
            moves.push(mv);
        }
        index += 1;
    });
}

impl PerftCounter<'_> {
    /// Counts the moves of some lanes of the first level, and the sequences after them. The lanes have just passed `passed`
    /// decision points without a choice.
    pub(super) fn count_in_lanes(
        &mut self,
        at: StandingLanes,
        levels: &mut [PerftLevel],
        passed: u32,
    ) -> Result<(), Fault> {
        let Some((here, deeper)) = levels.split_first_mut() else {
            return Ok(());
        };
        let Some(stop) = self.perft.stops.get(at.stop) else {
            return Ok(());
        };
        let are_made = !deeper.is_empty();
        let count = if are_made || at.lanes.count_ones() >= FEWEST {
            self.lanes.list((stop, at.lanes), &mut here.lanes, are_made)
        } else {
            LaneCount::alone(at.lanes)
        };
        self.add(deeper, count.moves);
        self.tell_after(at.lanes.count_ones());
        if are_made {
            for moves in here.lanes.moves.chunks(LANES) {
                let to = &mut deeper[0].lanes;
                self.lanes.make((stop, moves), &here.lanes, to);
                self.go_on_from_ends(deeper, 0)?;
            }
        }
        let mut alone = count.alone;
        if passed == MOST_PASSED {
            alone |= count.stuck;
        } else if count.stuck != 0 {
            self.lanes.pass((stop, count.stuck), &mut here.lanes);
            self.go_on_from_ends(levels, passed + 1)?;
        }
        for lane in each_lane(alone) {
            let from = LaneAtInstruction {
                lane,
                pc: stop.pc,
                passed,
            };
            self.run_alone(from, levels, &[])?;
            self.count_listed(levels)?;
        }
        Ok(())
    }

    /// Counts the sequences after the positions in the lanes of the first level, by the way these lanes ended.
    fn go_on_from_ends(&mut self, levels: &mut [PerftLevel], passed: u32) -> Result<(), Fault> {
        let mut standing = SmallVec::<[StandingLanes; USUAL_ENDS]>::new();
        for (lanes, end) in self.lanes.ends() {
            match end {
                LaneEnd::Over(_) => {}
                LaneEnd::Stopped(decision, me) => {
                    let stop = self.perft.stops.number(decision, me);
                    stand(&mut standing, StandingLanes { stop, lanes });
                }
                LaneEnd::Open(pc) | LaneEnd::Body(pc, _) => {
                    for lane in each_lane(lanes) {
                        let from = LaneAtInstruction { lane, pc, passed };
                        let at = self.count_alone(from, levels)?;
                        at.into_iter().for_each(|at| stand(&mut standing, at));
                    }
                }
            }
        }
        for at in standing {
            self.count_in_lanes(at, levels, passed)?;
        }
        Ok(())
    }

    /// Runs the executor on a lane of the first level, from an instruction. If the position reaches a stop, returns it to its
    /// lane; otherwise counts the sequences after it.
    fn count_alone(
        &mut self,
        from: LaneAtInstruction,
        levels: &mut [PerftLevel],
    ) -> Result<Option<StandingLanes>, Fault> {
        let deferred = self.perft.deferred(&levels[1..]);
        self.run_alone(from, levels, deferred)?;
        let here = &mut levels[0];
        let Some(stop) = self.lanes.stop_of(&here.position, deferred) else {
            self.count_listed(levels)?;
            return Ok(None);
        };
        here.lanes.load(from.lane, &mut here.position);
        let lanes = 1 << from.lane;
        Ok(Some(StandingLanes { stop, lanes }))
    }

    /// Runs the executor on the position of a lane of the first level, from an instruction.
    fn run_alone(
        &mut self,
        LaneAtInstruction { lane, pc, passed }: LaneAtInstruction,
        levels: &mut [PerftLevel],
        deferred: &[bool],
    ) -> Result<(), Fault> {
        let here = &mut levels[0];
        let from = RunPoint {
            pc,
            passed,
            repetitions: here.lanes.field.repetitions(lane),
        };
        let PerftLevel {
            position,
            moves,
            lanes,
        } = here;
        position.words.resize(self.perft.rules.start.len(), 0);
        lanes.store(lane, position);
        let list_all = &mut |_: &MoveList| None;
        let rules = self.perft.rules;
        rules.go_on_drawing((position, from), (moves, list_all), HandOver::at(deferred))
    }
}

/// A lane of the first level, and the instruction from which the executor continues.
#[derive(Clone, Copy)]
struct LaneAtInstruction {
    lane: usize,
    pc: u32,
    /// The number of decision points without a choice before it.
    passed: u32,
}

/// Adds lanes that wait at a stop.
fn stand(standing: &mut SmallVec<[StandingLanes; USUAL_ENDS]>, at: StandingLanes) {
    match standing.iter_mut().find(|other| other.stop == at.stop) {
        Some(other) => other.lanes |= at.lanes,
        None => standing.push(at),
    }
}
