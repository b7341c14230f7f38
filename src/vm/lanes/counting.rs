//! The legal moves of one position, where moves are tried out: each lane tries another candidate.

use super::field::LaneField;
use super::moves::LaneChoices;
use super::recipes::LaneMoves;
use super::strands::StrandRunner;
use super::trials::LaneTrials;
use super::{LANES, LaneLists, LanePoint};

/// Counts the legal moves of single positions.
#[derive(Debug)]
pub(crate) struct LegalMoveCounter {
    /// The same position in all lanes.
    copies: LaneField,
}

/// Where the candidates of a lane come from: its position, and the list of all lanes.
#[derive(Clone, Copy)]
pub(crate) struct ListedPosition<'l> {
    pub(crate) field: &'l LaneField,
    pub(crate) lists: &'l LaneLists,
    pub(crate) lane: usize,
}

impl LegalMoveCounter {
    /// Makes room for positions of so many words as these.
    pub(crate) fn new(words: &[u64]) -> Self {
        Self {
            copies: LaneField::new(words),
        }
    }

    /// Returns how many candidates of a position are legal; `None` if that is to be found out alone.
    pub(crate) fn count(
        &mut self,
        (trials, runner): (&mut LaneTrials, &mut StrandRunner<'_>),
        at: (LanePoint<'_>, &LaneMoves),
        position: ListedPosition<'_>,
    ) -> Option<u64> {
        let ListedPosition { field, lists, lane } = position;
        runner.histories.repeat(lane);
        let candidates = lists.lens()[lane];
        let mut count = Some(0);
        for first in (0..candidates).step_by(LANES) {
            self.copies.repeat(field, lane);
            let chosen = first..candidates.min(first + LANES as u64);
            let mut choices = LaneChoices::from_list_of(lane, chosen);
            let all = (&mut *runner, &mut self.copies);
            let legal = trials.legal_candidates(all, at, (lists, &mut choices));
            count = count
                .zip(legal)
                .map(|(sum, legal)| sum + u64::from(legal.count_ones()));
            if count.is_none() {
                break;
            }
        }
        runner.histories.return_all();
        count
    }
}
