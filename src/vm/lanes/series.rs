//! Series in lanes: each lane tries a candidate, and those after which the same player goes on are gone into further.
//!
//! As `vm/series.rs`, but length by length: all series of so many moves are tried before any longer one.

use super::candidates::ListedPositions;
use super::chosen_moves::LaneChoices;
use super::field::{LaneBits, LaneField, each_lane};
use super::recipes::PlannedPoint;
use super::strands::{LaneEnd, StrandRunner};
use super::{LANES, LaneLists};

/// Longer series are left to the executor, which knows when they never end.
const LONGEST: u32 = 64;
/// So are more series at once.
const MOST: usize = 1 << 12;

/// What lanes can do at a decision point, by its number; for the player whose series are looked for.
pub(crate) type SeriesStops<'s> = dyn Fn(u32) -> Option<PlannedPoint<'s>> + 's;

/// Finds out with which candidates the longest series begin.
#[derive(Debug)]
pub(crate) struct LaneSeries {
    trier: SeriesTrier,
    /// The series that are to go on, and those of them that have the same decision point: their positions, and their lists.
    open: OpenSeries,
    parents: LaneField,
    lists: LaneLists,
    /// For each candidate of each lane, the length of the longest series that it begins.
    lengths: Vec<u32>,
    /// The first candidate of each lane among them.
    firsts: [usize; LANES],
}

/// Tries moves, one in each lane.
#[derive(Debug)]
struct SeriesTrier {
    /// Who makes them.
    me: usize,
    /// The moves that are tried.
    moves: Vec<TriedMove>,
    copies: LaneField,
    /// The series that go on after them.
    going_on: OpenSeries,
    /// The lanes in which the executor must find out.
    given_up: LaneBits,
}

/// Series that go on, and the position of each, a row of words after the other.
#[derive(Debug, Default)]
struct OpenSeries {
    series: Vec<Series>,
    positions: Vec<u64>,
}

/// A series that goes on.
#[derive(Clone, Copy, Debug)]
struct Series {
    /// Where it goes on.
    decision: u32,
    /// The lane of its game.
    game: usize,
    /// The candidate that begins it, as an index of `lengths`.
    candidate: usize,
}

/// A move that is tried: the lane of the position before it, its index in the list there, and its series.
#[derive(Clone, Copy, Debug)]
struct TriedMove {
    parent: usize,
    index: u64,
    series: Series,
}

impl LaneSeries {
    /// Makes room for positions of so many words as these.
    pub(crate) fn new(words: &[u64]) -> Self {
        Self {
            trier: SeriesTrier {
                me: 0,
                moves: Vec::new(),
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

    /// Works the lengths out for some lanes at a decision point; returns the lanes in which that is to be done alone.
    pub(crate) fn find(
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
        self.trier.run(runner, stop, (listed.field, listed.lists));
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

    /// Returns the candidates of a lane with which no longest series begins, as indices of its list.
    pub(crate) fn shorter(&self, lane: usize, candidates: u64) -> impl Iterator<Item = u64> {
        let lengths = &self.lengths[self.firsts[lane]..][..candidates as usize];
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let numbered = (0..).zip(lengths);
        numbered.filter_map(move |(index, length)| (*length < longest).then_some(index))
    }

    /// Notes all candidates of some lanes as moves to be tried.
    fn list_candidates(&mut self, decision: u32, listed: ListedPositions<'_>) {
        self.trier.given_up = 0;
        self.trier.moves.clear();
        self.lengths.clear();
        for lane in each_lane(listed.lanes) {
            self.firsts[lane] = self.lengths.len();
            for index in 0..listed.lists.lens()[lane] {
                let series = Series {
                    decision,
                    game: lane,
                    candidate: self.lengths.len(),
                };
                self.trier.try_next(lane, index, series);
                self.lengths.push(1);
            }
        }
    }

    /// Tries all moves with which the open series get so long.
    fn go_on(&mut self, runner: &mut StrandRunner<'_>, stops: &SeriesStops<'_>, length: u32) {
        let words = self.open.positions.len() / self.open.series.len();
        let decision = |series: &Series| series.decision;
        while let Some(decision) = self.open.series.last().map(decision) {
            // Those that lie last, so that nothing has to be moved.
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
                for index in 0..lens[lane] {
                    self.trier.try_next(lane, index, series);
                }
            }
            self.trier.run(runner, stop, (&self.parents, &self.lists));
        }
    }
}

impl SeriesTrier {
    fn try_next(&mut self, parent: usize, index: u64, series: Series) {
        self.moves.push(TriedMove {
            parent,
            index,
            series,
        });
    }

    /// Tries the moves that were noted.
    fn run(
        &mut self,
        runner: &mut StrandRunner<'_>,
        at: PlannedPoint<'_>,
        (parents, lists): (&LaneField, &LaneLists),
    ) {
        let moves = std::mem::take(&mut self.moves);
        for some in moves.chunks(LANES) {
            let (mut from, mut indices) = ([0; LANES], [0; LANES]);
            for (lane, tried) in some.iter().enumerate() {
                (from[lane], indices[lane]) = (tried.parent as u8, tried.index);
                self.copies.copy_lane(lane, (parents, tried.parent));
                runner.histories.go_on_from(lane, tried.series.game);
            }
            runner.histories.mark();
            let lanes = u64::MAX >> (64 - some.len());
            let choices = LaneChoices::new(lists, lanes, &indices).with_lists_of(from);
            runner.play(&mut self.copies, at, &choices);
            while let Some((lanes, end)) = runner.next_end() {
                self.sort(runner, (lanes, end), some);
            }
        }
        self.moves = moves;
        self.moves.clear();
    }

    /// Notes which series go on after some moves, by how they have ended.
    fn sort(
        &mut self,
        runner: &StrandRunner<'_>,
        (lanes, end): (LaneBits, LaneEnd),
        moves: &[TriedMove],
    ) {
        let goes_on = |decision: u32| {
            let choices = &runner.rules.decision_points[decision as usize].choices;
            choices[self.me].as_often
        };
        match end {
            LaneEnd::Stopped(decision, me) if me == self.me && goes_on(decision) => {
                for lane in each_lane(lanes) {
                    let series = moves[lane].series;
                    if runner.histories.has_noted(lane) {
                        // What was noted on the way is not kept for its next move.
                        self.given_up |= 1 << series.game;
                    }
                    self.going_on
                        .add(Series { decision, ..series }, (&self.copies, lane));
                }
            }
            LaneEnd::Stopped(..) | LaneEnd::Over(_) => {}
            LaneEnd::Open(_) | LaneEnd::Body(..) => {
                let games = each_lane(lanes).map(|lane| moves[lane].series.game);
                self.given_up |= games.fold(0, |all, game| all | 1 << game);
            }
        }
    }
}

impl OpenSeries {
    /// Adds a series, with its position in a lane.
    fn add(&mut self, series: Series, (field, lane): (&LaneField, usize)) {
        self.series.push(series);
        self.positions.extend(field.row(lane));
    }

    fn clear(&mut self) {
        self.series.clear();
        self.positions.clear();
    }
}
