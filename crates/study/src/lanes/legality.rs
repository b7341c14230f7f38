//! The legality of moves that lanes list, at decision points where not all candidates are legal.

use super::stops::{LaneStop, LaneStops};
use linstock_lanes::{
    LANES, LaneBits, LaneSeries, LaneTrials, LegalCandidates, ListedPosition, ListedPositions,
    RefusedCandidates, StrandRunner, each_lane,
};
use linstock_play::Rules;

/// The legality of moves that lanes list, at decision points where not all candidates are legal.
#[derive(Debug)]
pub(crate) struct LaneLegality {
    pub(crate) trials: LaneTrials,
    pub(crate) candidates: LegalCandidates,
    series: LaneSeries,
    /// The candidates of each lane that it has drawn at its current stop, or may not draw there.
    pub(crate) refused: RefusedCandidates,
    /// The number of legal moves at each lane's decision point, if candidates are tried out and counted.
    pub(crate) counted: [u64; LANES],
}

impl LaneLegality {
    pub(crate) fn new(rules: &Rules) -> Self {
        Self {
            trials: LaneTrials::new(&rules.start),
            candidates: LegalCandidates::new(&rules.start),
            series: LaneSeries::new(&rules.start),
            refused: RefusedCandidates::new(),
            counted: [0; LANES],
        }
    }

    /// Counts the legal moves of some lanes from their candidates; returns the lanes in which only the executor can count them.
    pub(crate) fn count(
        &mut self,
        runner: &mut StrandRunner<'_>,
        stop: &LaneStop<'_>,
        listed: ListedPositions<'_>,
    ) -> LaneBits {
        let mut alone = 0;
        for lane in each_lane(listed.lanes) {
            // The lane was counted when it arrived here.
            if self.refused.len(lane) > 0 {
                continue;
            }
            if self.finds(runner, stop, listed, lane) {
                self.counted[lane] = self.candidates.count();
            } else {
                alone |= 1 << lane;
            }
        }
        alone
    }

    /// Finds the legal candidates of a lane; returns whether lanes can do this.
    pub(crate) fn finds(
        &mut self,
        runner: &mut StrandRunner<'_>,
        stop: &LaneStop<'_>,
        listed: ListedPositions<'_>,
        lane: usize,
    ) -> bool {
        let position = ListedPosition {
            field: listed.field,
            lists: listed.lists,
            lane,
        };
        let with = (&mut self.trials, runner);
        self.candidates.find(with, stop.planned(), position)
    }

    /// Refuses the moves of some lanes that begin no longest series; returns the lanes in which only the executor can do this.
    pub(crate) fn keep_longest_series(
        &mut self,
        runner: &mut StrandRunner<'_>,
        (stops, stop): (&LaneStops<'_>, &LaneStop<'_>),
        listed: ListedPositions<'_>,
    ) -> LaneBits {
        if stop.point.has_postcondition() {
            return listed.lanes;
        }
        let of_player = |decision: u32| {
            let stop = stops.get(stops.number(decision, stop.seat.index()))?;
            Some(stop.planned())
        };
        let alone = self
            .series
            .find(runner, (&of_player, stop.decision), listed);
        let lens = listed.lists.lens();
        for lane in each_lane(listed.lanes & !alone) {
            for index in self.series.shorter(lane, lens[lane]) {
                self.refused.add(lane, index);
            }
        }
        alone
    }
}
