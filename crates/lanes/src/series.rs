//! Series in lanes: each lane tries a candidate; if the same player continues after it, the series is explored further.
//!
//! Like `vm/series.rs`, but breadth first: all series of one length are tried before longer ones.

use super::candidates::ListedPositions;
use super::chosen_moves::LaneChoices;
use super::field::{LaneBits, LaneField, each_lane};
use super::listed_moves::ListedMove;
use super::recipes::PlannedPoint;
use super::strands::{LaneEnd, StrandRunner};
use super::{LANES, LaneLists};
use std::mem::take;

/// The executor handles longer series. It detects those that never end.
const LONGEST: u32 = 64;
/// The maximum number of open series. The executor handles more.
const MOST: usize = 1 << 12;

/// For each decision point, by number, what lanes can do there for the player whose series are explored.
pub(crate) type SeriesStops<'s> = dyn Fn(u32) -> Option<PlannedPoint<'s>> + 's;

/// Finds the candidates that begin a longest series.
#[derive(Debug)]
pub struct LaneSeries {
    trier: SeriesTrier,
    /// The series to continue; then the positions and lists of those at one decision point.
    open: OpenSeries,
    parents: LaneField,
    lists: LaneLists,
    /// For each candidate of each lane, the length of the longest series that it begins.
    lengths: Vec<u32>,
    /// For each lane, the index of its first candidate in `lengths`.
    firsts: [usize; LANES],
}

/// Tries moves, one in each lane.
#[derive(Debug)]
struct SeriesTrier {
    /// The player who makes them.
    me: usize,
    /// The moves to try, and the series of each.
    moves: Vec<ListedMove>,
    series: Vec<Series>,
    copies: LaneField,
    /// The series that continue after them.
    going_on: OpenSeries,
    /// The lanes that the executor must handle.
    given_up: LaneBits,
}

/// Series to continue, with their positions as consecutive rows of words.
#[derive(Debug, Default)]
struct OpenSeries {
    series: Vec<Series>,
    positions: Vec<u64>,
}

/// A series to continue.
#[derive(Clone, Copy, Debug)]
struct Series {
    /// The decision point where it continues.
    decision: u32,
    /// The lane of its game.
    game: usize,
    /// The first candidate of the series, as an index into `lengths`.
    candidate: usize,
}

impl LaneSeries {
    /// Makes room for positions with as many words as these.
    #[must_use]
    pub fn new(words: &[u64]) -> Self {
        Self {
            trier: SeriesTrier {
                me: 0,
                moves: Vec::new(),
                series: Vec::new(),
                copies: LaneField::new(words),
                going_on: OpenSeries::default(),
                given_up: 0,
            },
            open: OpenSeries::default(),
            parents: LaneField::new(words),
            lists: LaneLists::default(),
            lengths: Vec::new(),
            firsts: [0; LANES],
        }
    }

    /// Computes the lengths for some lanes at a decision point. Returns the lanes that the executor must handle.
    pub fn find(
        &mut self,
        runner: &mut StrandRunner<'_>,
        (stops, decision): (&SeriesStops<'_>, u32),
        listed: ListedPositions<'_>,
    ) -> LaneBits {
        let Some(stop) = stops(decision) else {
            return listed.lanes;
        };
        self.trier.me = usize::from(stop.point.me);
        self.list_candidates(decision, listed);
        runner.histories.set_aside();
        self.trier.run(runner, stop, listed.field);
        for length in 2..=LONGEST {
            std::mem::swap(&mut self.open, &mut self.trier.going_on);
            if self.open.series.is_empty() {
                break;
            }
            if length == LONGEST || self.open.series.len() > MOST {
                self.trier.given_up = listed.lanes;
                break;
            }
            self.go_on(runner, stops, length);
        }
        self.open.clear();
        self.trier.going_on.clear();
        runner.histories.return_all();
        self.trier.given_up
    }

    /// Returns the candidates of a lane that do not begin a longest series, as indices in its list.
    pub fn shorter(&self, lane: usize, candidates: u64) -> impl Iterator<Item = u64> {
        let lengths = &self.lengths[self.firsts[lane]..][..candidates as usize];
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let numbered = (0..).zip(lengths);
        numbered.filter_map(move |(index, length)| (*length < longest).then_some(index))
    }

    /// Records all candidates of some lanes as moves to try.
    fn list_candidates(&mut self, decision: u32, listed: ListedPositions<'_>) {
        self.trier.given_up = 0;
        self.lengths.clear();
        for lane in each_lane(listed.lanes) {
            self.firsts[lane] = self.lengths.len();
            listed.lists.each_move(lane, |mv| {
                let series = Series {
                    decision,
                    game: lane,
                    candidate: self.lengths.len(),
                };
                self.trier.try_next(mv, series);
                self.lengths.push(1);
            });
        }
    }

    /// Tries all moves that extend the open series to `length`.
    fn go_on(&mut self, runner: &mut StrandRunner<'_>, stops: &SeriesStops<'_>, length: u32) {
        let words = self.open.positions.len() / self.open.series.len();
        let decision = |series: &Series| series.decision;
        while let Some(decision) = self.open.series.last().map(decision) {
            // Takes series from the end, so that nothing has to be moved.
            let same = self.open.series.iter().rev().take(LANES);
            let same = same
                .take_while(|series| series.decision == decision)
                .count();
            let from = self.open.series.len() - same;
            let rows = self.open.positions[from * words..].chunks_exact(words);
            for (lane, row) in rows.enumerate() {
                self.parents.load(lane, row);
            }
            self.open.positions.truncate(from * words);
            let series = self.open.series.drain(from..);
            let Some(stop) = stops(decision) else {
                series.for_each(|series| self.trier.given_up |= 1 << series.game);
                continue;
            };
            let lanes = u64::MAX >> (64 - same);
            self.lists
                .fill(runner.rules, stop.point, (&self.parents, lanes));
            let (lens, alone) = (self.lists.lens(), self.lists.alone());
            for (lane, series) in series.enumerate() {
                self.trier.given_up |= (alone >> lane & 1) << series.game;
                if lens[lane] > 0 {
                    self.lengths[series.candidate] = length;
                }
                let lists = &self.lists;
                lists.each_move(lane, |mv| self.trier.try_next(mv, series));
            }
            self.trier.run(runner, stop, &self.parents);
        }
    }
}

impl SeriesTrier {
    fn try_next(&mut self, mv: ListedMove, series: Series) {
        self.moves.push(mv);
        self.series.push(series);
    }

    /// Tries the recorded moves. Each starts from the position in the lane of its list.
    fn run(&mut self, runner: &mut StrandRunner<'_>, at: PlannedPoint<'_>, parents: &LaneField) {
        let (moves, of_moves) = (take(&mut self.moves), take(&mut self.series));
        for (some, series) in moves.chunks(LANES).zip(of_moves.chunks(LANES)) {
            self.copies.gather(parents, some);
            for (lane, series) in series.iter().enumerate() {
                runner.histories.go_on_from(lane, series.game);
            }
            runner.histories.mark();
            runner.play(&mut self.copies, at, &LaneChoices::listed(some));
            while let Some((lanes, end)) = runner.next_end() {
                self.sort(runner, (lanes, end), series);
            }
        }
        (self.moves, self.series) = (moves, of_moves);
        self.moves.clear();
        self.series.clear();
    }

    /// Records the series that continue after some moves, given how the moves ended.
    fn sort(
        &mut self,
        runner: &StrandRunner<'_>,
        (lanes, end): (LaneBits, LaneEnd),
        of_lanes: &[Series],
    ) {
        let goes_on = |decision: u32| {
            let choices = &runner.rules.decision_points[decision as usize].choices;
            choices[self.me].as_often
        };
        match end {
            LaneEnd::Stopped(decision, me) if me == self.me && goes_on(decision) => {
                for lane in each_lane(lanes) {
                    let series = of_lanes[lane];
                    if runner.histories.has_noted(lane) {
                        // Occurrences recorded on the way would be lost for the next move.
                        self.given_up |= 1 << series.game;
                    }
                    self.going_on
                        .add(Series { decision, ..series }, (&self.copies, lane));
                }
            }
            LaneEnd::Stopped(..) | LaneEnd::Over(_) => {}
            LaneEnd::Open(_) | LaneEnd::Body(..) => {
                let games = each_lane(lanes).map(|lane| of_lanes[lane].game);
                self.given_up |= games.fold(0, |all, game| all | 1 << game);
            }
        }
    }
}

impl OpenSeries {
    /// Adds a series, with its position from a lane.
    fn add(&mut self, series: Series, (field, lane): (&LaneField, usize)) {
        self.series.push(series);
        self.positions.extend(field.row(lane));
    }

    fn clear(&mut self) {
        self.series.clear();
        self.positions.clear();
    }
}
