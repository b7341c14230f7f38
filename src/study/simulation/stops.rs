//! Where games wait in lanes, and which of the moves that are listed there are legal.

use super::{RunningGame, Simulation};
use crate::ir::Rules;
use crate::ir::instructions::Instr;
use crate::model::SeatId;
use crate::vm::lanes::{
    LANES, LaneBits, LaneMoves, LanePoint, LaneSeries, LaneTrials, LegalCandidates, ListedPosition,
    ListedPositions, MeetingPair, PlannedPoint, RefusedCandidates, StrandRunner, each_lane,
};

/// A decision point with a seat, and the games that wait there.
#[derive(Debug)]
pub(super) struct LaneStop<'r> {
    pub(super) point: LanePoint<'r>,
    pub(super) decision: u32,
    pub(super) seat: SeatId,
    /// Its instruction, and the one that follows where nothing can be chosen.
    pub(super) pc: u32,
    pub(super) otherwise: u32,
    /// What the moves of each template do.
    pub(super) moves: LaneMoves,
    /// Of which templates two moves may share a text, once somebody came here.
    pairs: Option<Vec<MeetingPair>>,
    pub(super) is_player: bool,
    pub(super) waiting: LaneBits,
    /// Those of them whose candidate was refused in the last step.
    pub(super) refused: LaneBits,
}

impl<'r> LaneStop<'r> {
    /// Returns a decision point with a seat; `None` if lanes do not know it.
    pub(super) fn of(rules: &'r Rules, decision: u32, seat: SeatId) -> Option<Self> {
        let point = LanePoint::of(rules, decision as usize, seat.index())?;
        let code = rules.code[seat.index()].iter();
        let mut asks = (0..)
            .zip(code)
            .filter(|(_, instr)| **instr == Instr::Ask(decision));
        let (pc, _) = asks.next()?;
        asks.next().is_none().then(|| Self {
            point,
            decision,
            seat,
            pc,
            otherwise: rules.decision_points[decision as usize].otherwise,
            moves: LaneMoves::of(rules, point),
            pairs: None,
            is_player: !rules.is_chance(decision),
            waiting: 0,
            refused: 0,
        })
    }

    /// Returns the decision point with what its moves do.
    pub(super) fn planned(&self) -> PlannedPoint<'_> {
        PlannedPoint {
            point: self.point,
            moves: &self.moves,
        }
    }

    /// Returns the pairs of templates of which moves may share a text; `None` if that is not known.
    pub(super) fn pairs(&mut self, simulation: &Simulation<'_>) -> Option<&[MeetingPair]> {
        if self.pairs.is_none() {
            let at = (self.decision as usize, self.seat);
            let any = (simulation.rules, &simulation.start);
            self.pairs = simulation.sharing.pairs(any, at);
        }
        self.pairs.as_deref()
    }
}

/// After so many candidates of a lane were refused, all others are tried out at once.
const MANY_REFUSED: u64 = 6;

/// Which of the moves that lanes list are legal, where that is not all.
#[derive(Debug)]
pub(super) struct LaneLegality {
    pub(super) trials: LaneTrials,
    candidates: LegalCandidates,
    series: LaneSeries,
    /// What each lane has drawn at the stop where it waits, or may not draw there.
    pub(super) refused: RefusedCandidates,
    /// How many moves are legal at the decision of each lane, where they are tried out and counted.
    pub(super) counted: [u64; LANES],
}

impl LaneLegality {
    pub(super) fn new(rules: &Rules) -> Self {
        Self {
            trials: LaneTrials::new(&rules.start),
            candidates: LegalCandidates::new(&rules.start),
            series: LaneSeries::new(&rules.start),
            refused: RefusedCandidates::new(),
            counted: [0; LANES],
        }
    }

    /// Counts the legal moves of some lanes, where candidates are listed; returns the lanes in which that is to be done alone.
    pub(super) fn count(
        &mut self,
        runner: &mut StrandRunner<'_>,
        stop: &LaneStop<'_>,
        games: ListedPositions<'_>,
    ) -> LaneBits {
        let mut alone = 0;
        for lane in each_lane(games.lanes) {
            // Else they were counted when the lane came here.
            if self.refused.len(lane) > 0 {
                continue;
            }
            if self.finds(runner, stop, games, lane) {
                self.counted[lane] = self.candidates.len();
            } else {
                alone |= 1 << lane;
            }
        }
        alone
    }

    /// Where many candidates were refused, finds out about all that are left, and refuses those that a lane would draw before a legal
    /// one; returns the lanes in which that is to be done alone.
    pub(super) fn refuse_what_is_drawn(
        &mut self,
        runner: &mut StrandRunner<'_>,
        stop: &LaneStop<'_>,
        (games, running): (ListedPositions<'_>, &mut [RunningGame]),
    ) -> LaneBits {
        let (mut alone, lens) = (0, games.lists.lens());
        for lane in each_lane(games.lanes) {
            if self.refused.len(lane) < MANY_REFUSED {
                continue;
            }
            if !self.finds(runner, stop, games, lane) {
                alone |= 1 << lane;
                continue;
            }
            let random = &mut running[lane].random;
            loop {
                let mut next = random.clone();
                let left = lens[lane] - self.refused.len(lane);
                let Some(drawn) = next.index(usize::try_from(left).unwrap_or(0)) else {
                    break;
                };
                let index = self.refused.index_of(lane, drawn as u64);
                if self.candidates.contains(index) {
                    break;
                }
                self.refused.add(lane, index);
                *random = next;
            }
        }
        alone
    }

    /// Finds out which candidates of a lane are legal; tells whether that could be done.
    fn finds(
        &mut self,
        runner: &mut StrandRunner<'_>,
        stop: &LaneStop<'_>,
        games: ListedPositions<'_>,
        lane: usize,
    ) -> bool {
        let position = ListedPosition {
            field: games.field,
            lists: games.lists,
            lane,
        };
        let with = (&mut self.trials, runner);
        self.candidates.find(with, stop.planned(), position)
    }

    /// Refuses the moves of some lanes with which no longest series begins; returns the lanes in which that is to be done alone. The
    /// stops are those of all decision points and seats.
    pub(super) fn keep_longest_series(
        &mut self,
        runner: &mut StrandRunner<'_>,
        (stops, at): (&[Option<LaneStop<'_>>], usize),
        games: ListedPositions<'_>,
    ) -> LaneBits {
        let Some(stop) = stops[at].as_ref().filter(|stop| !stop.point.tries_out()) else {
            return games.lanes;
        };
        let (seats, me) = (runner.seats(), stop.seat.index());
        let of_player = |decision: u32| {
            let stop = stops[decision as usize * seats + me].as_ref()?;
            Some(stop.planned())
        };
        let alone = self.series.find(runner, (&of_player, stop.decision), games);
        let lens = games.lists.lens();
        for lane in each_lane(games.lanes & !alone) {
            for index in self.series.shorter(lane, lens[lane]) {
                self.refused.add(lane, index);
            }
        }
        alone
    }
}
