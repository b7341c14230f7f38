//! The legal moves of one position, if moves are tried out: each lane tries another candidate.

use super::chosen_moves::LaneChoices;
use super::field::{LaneBits, LaneField};
use super::listed_moves::ListedMove;
use super::recipes::PlannedPoint;
use super::strands::StrandRunner;
use super::trials::LaneTrials;
use super::{LANES, LaneLists};

/// Finds the legal candidates of single positions.
#[derive(Debug)]
pub struct LegalCandidates {
    /// The same position in all lanes.
    copies: LaneField,
    /// The candidates of the position.
    moves: Vec<ListedMove>,
    /// One bit for each candidate.
    legal: Vec<LaneBits>,
}

/// The positions of some lanes, with their lists.
#[derive(Clone, Copy)]
pub struct ListedPositions<'l> {
    /// The positions.
    pub field: &'l LaneField,
    /// The lists of their moves.
    pub lists: &'l LaneLists,
    /// The lanes to use.
    pub lanes: LaneBits,
}

/// One lane's position and list.
#[derive(Clone, Copy)]
pub struct ListedPosition<'l> {
    /// The positions.
    pub field: &'l LaneField,
    /// The lists of their moves.
    pub lists: &'l LaneLists,
    /// The lane.
    pub lane: usize,
}

impl LegalCandidates {
    /// Makes room for positions with as many words as these.
    #[must_use]
    pub fn new(words: &[u64]) -> Self {
        Self {
            copies: LaneField::new(words),
            moves: Vec::new(),
            legal: Vec::new(),
        }
    }

    /// Tries all candidates of a position. Returns whether lanes could do it.
    pub fn find(
        &mut self,
        (trials, runner): (&mut LaneTrials, &mut StrandRunner<'_>),
        at: PlannedPoint<'_>,
        position: ListedPosition<'_>,
    ) -> bool {
        let ListedPosition { field, lists, lane } = position;
        runner.histories.set_aside();
        (0..LANES).for_each(|copy| runner.histories.go_on_from(copy, lane));
        self.legal.clear();
        self.moves.clear();
        lists.each_move(lane, |mv| self.moves.push(mv));
        let mut is_known = true;
        for moves in self.moves.chunks(LANES) {
            self.copies.repeat(field, lane);
            let choices = LaneChoices::listed(moves);
            let all = (&mut *runner, &mut self.copies);
            let legal = trials.legal_candidates(all, at, &choices);
            is_known = legal.is_some();
            if !is_known {
                break;
            }
            self.legal.extend(legal);
        }
        runner.histories.return_all();
        is_known
    }

    /// Returns the number of legal candidates.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.legal
            .iter()
            .map(|legal| u64::from(legal.count_ones()))
            .sum()
    }

    /// Returns whether a candidate is legal, by its index in the list.
    #[must_use]
    pub fn contains(&self, index: u64) -> bool {
        let some = self.legal.get(index as usize / LANES);
        some.is_some_and(|legal| legal >> (index % LANES as u64) & 1 == 1)
    }
}
