//! A pool of many games in play. Games in lanes at the same decision point, with the same player to choose, make their
//! moves together; the executor processes what lanes cannot, one game at a time.
//!
//! More games are in play than there are lanes, so that enough of them wait at one stop. The position of a game is in the lanes
//! while the game waits at a stop, in a row of words while it is set aside, and in its own
//! [`Position`](linstock_engine::vm::Position) while the executor plays it.

mod alone;
mod trees;
mod waiting;

use super::GameListener;
use super::lane_counts::{LaneCounts, LaneDecision};
use super::lane_draws::LaneDraws;
use super::lane_games::{GameSlot, LaneGames};
use super::random_game::{Buffers, Simulation};
use super::record::GameEnding;
use super::refusals::refuse_what_is_drawn;
use super::tally::GameTally;
use crate::lanes::{LaneLegality, LaneStop, LaneStops, MOST_PASSED, StopNumber};
use linstock_engine::vm::Fault;
use linstock_lanes::{
    LANES, LaneBits, LaneChoices, LaneEnd, LaneField, LaneLists, LaneWeights, ListedPositions,
    RolledBackLanes, StrandRunner, each_lane,
};
use trees::TreeDraws;
use waiting::WaitingGames;

/// With fewer waiting games, the executor plays each: a step of all lanes takes as long for few as for many.
const FEWEST: u32 = 5;
/// With fewer refused candidates, other games go first.
const FEW: u32 = 14;
/// Ramp-up: one extra game per this many ended games.
const ENDED_FOR_ONE_MORE: usize = 2;

/// The games in play, in lanes or set aside.
#[derive(Debug)]
pub(super) struct LanePool<'s, 'r> {
    simulation: &'s Simulation<'r>,
    /// The stops at which games wait.
    stops: &'s LaneStops<'r>,
    /// The decision points at which games wait, by index.
    waits: Vec<bool>,
    /// The games that wait at each stop.
    waiting: Vec<WaitingGames>,
    /// The stops, grouped by seat and in the order of their instructions.
    order: Vec<StopNumber>,
    /// The index in this order of the last step.
    at: usize,
    field: LaneField,
    lists: LaneLists,
    tree_draws: TreeDraws,
    runner: StrandRunner<'r>,
    legality: LaneLegality,
    weights: LaneWeights,
    draws: LaneDraws,
    games: LaneGames,
    /// The most games in play.
    together: usize,
    /// The number of ended games.
    ended: usize,
    /// The counts of the games in lanes.
    counts: LaneCounts,
    /// The number of decision points without a choice since the last move, in each lane.
    passed: [u32; LANES],
    /// The lanes in which this number is positive.
    have_passed: LaneBits,
    fewest: u32,
}

/// The buffers and outputs of a run.
struct PoolOutput<'p> {
    buffers: &'p mut Buffers,
    tally: &'p mut GameTally,
    next: &'p mut dyn FnMut() -> Option<u64>,
    done: GameListener<'p>,
}

/// The next state of a game: `None` if it waits at a stop.
type NextInGame = Result<Option<GameEnding>, Fault>;

impl<'s, 'r> LanePool<'s, 'r> {
    /// Makes a pool for up to `together` games.
    pub(super) fn new(
        simulation: &'s Simulation<'r>,
        stops: &'s LaneStops<'r>,
        together: usize,
    ) -> Self {
        let rules = simulation.rules;
        let seats = rules.code.len();
        let waits = stops.waits();
        let mut order: Vec<_> = (0..stops.len()).filter(|at| waits[at / seats]).collect();
        order.sort_by_key(|at| (at % seats, stops.pc(*at)));
        Self {
            simulation,
            runner: StrandRunner::new(rules, waits.clone()),
            waits,
            legality: LaneLegality::new(rules),
            weights: LaneWeights::default(),
            draws: LaneDraws::new(),
            stops,
            waiting: vec![WaitingGames::default(); stops.len()],
            order,
            at: 0,
            field: LaneField::new(&rules.start),
            lists: LaneLists::default(),
            tree_draws: TreeDraws::default(),
            games: LaneGames::new(rules.start.len()),
            together,
            ended: 0,
            counts: LaneCounts::new(rules.model().moves.len(), simulation.max_plies),
            passed: [0; LANES],
            have_passed: 0,
            fewest: u32::try_from(together).map_or(FEWEST, |few| few.min(FEWEST)),
        }
    }

    /// Plays games as [`Simulation::play_all`] does.
    pub(super) fn play(
        &mut self,
        (buffers, tally): (&mut Buffers, &mut GameTally),
        (next, done): (&mut dyn FnMut() -> Option<u64>, GameListener<'_>),
    ) {
        let mut output = PoolOutput {
            buffers,
            tally,
            next,
            done,
        };
        while !self.simulation.is_abandoned() {
            self.begin_games(&mut output);
            let Some(stop) = self.next_stop() else {
                return;
            };
            self.step(stop, &mut output);
        }
    }

    /// Begins games up to the current limit, while there are more to begin.
    ///
    /// The limit starts at the number of lanes, so a run that stops early has few games to finish.
    fn begin_games(&mut self, output: &mut PoolOutput<'_>) {
        while self.games.in_play() < self.together.min(LANES + self.ended / ENDED_FOR_ONE_MORE) {
            let Some(number) = (output.next)() else {
                return;
            };
            let slot = self.games.begin(self.simulation, number);
            let next = self.enter(slot, output);
            self.go_on((slot, None), next, output);
        }
    }

    /// Plays a new game to its first stop.
    fn enter(&mut self, slot: GameSlot, output: &mut PoolOutput<'_>) -> NextInGame {
        let (rules, game) = (self.simulation.rules, self.games.get(slot));
        let first = rules.decision(&game.state);
        if first.is_some_and(|decision| self.waits[decision as usize]) {
            return Ok(None);
        }
        rules.moves_into(&game.state, &mut output.buffers.moves)?;
        self.play_alone(slot, output)
    }

    /// Makes a game wait at its stop; or, if it has ended, counts it and frees its lane.
    fn go_on(
        &mut self,
        (slot, lane): (GameSlot, Option<usize>),
        next: NextInGame,
        output: &mut PoolOutput<'_>,
    ) {
        if matches!(next, Ok(None)) {
            return self.wait((slot, lane));
        }
        let game = self.games.get(slot);
        if let Some(lane) = lane {
            self.passed[lane] = 0;
            self.counts.hand_over(lane, &mut game.record);
        }
        self.simulation.finish(game, next, output.tally);
        (output.done)(&game.record);
        self.games.end(slot);
        lane.into_iter().for_each(|lane| self.games.leave(lane));
        self.ended += 1;
    }

    /// Plays a move in all games that wait at a stop.
    ///
    /// If many candidates are refused, those games draw again at once, from the same list.
    fn step(&mut self, at: StopNumber, output: &mut PoolOutput<'_>) {
        let stops = self.stops;
        let Some(stop) = stops.get(at) else {
            return self.step_alone(at, output);
        };
        self.fill_lanes(at);
        let mut waiting = std::mem::take(&mut self.waiting[at].lanes);
        let together = waiting.count_ones() >= self.fewest
            && stops.pairs(stop, &self.simulation.sharing).is_some();
        if let Some(masks) = stop.masks.as_ref().filter(|_| together) {
            let alone = self.move_by_trees((stop, masks), waiting);
            self.go_on_alone((alone, stop.pc), true, output);
            return self.run_to_stops(output);
        }
        if together {
            self.lists
                .fill(self.simulation.rules, stop.point, (&self.field, waiting));
        }
        loop {
            let mut alone = waiting;
            if together {
                alone = self.move_together((at, stop), waiting);
            }
            self.go_on_alone((alone, stop.pc), true, output);
            self.run_to_stops(output);
            let games = &mut self.waiting[at];
            waiting = std::mem::take(&mut games.refused);
            if waiting.count_ones() < FEW {
                return;
            }
            games.lanes &= !waiting;
        }
    }

    /// Plays a move from the filled lists, in lanes that wait at a stop. Returns the lanes whose games the executor must play
    /// here: they have the maximum number of plies, or some moves may have the same text.
    fn move_together(
        &mut self,
        (at, stop): (StopNumber, &LaneStop<'_>),
        waiting: LaneBits,
    ) -> LaneBits {
        let point = stop.point;
        let Some(pairs) = self.stops.pairs(stop, &self.simulation.sharing) else {
            return waiting;
        };
        let alone = self.counts.full() | self.lists.meeting(pairs);
        let mut some = self.lists.lanes_with_some();
        let mut alone = waiting & (alone & some | self.lists.alone());
        alone |= self.settle_legality(stop, waiting & some & !alone);
        if stop.is_weighted {
            let lanes = waiting & some & !alone;
            let (listed, games) = ((point, &self.lists), (&self.field, lanes));
            alone |= self.weights.fill(&mut self.runner, listed, games);
        }
        let mut lens = self.lists.lens();
        if point.are_tried_out() {
            each_lane(waiting).for_each(|lane| lens[lane] -= self.legality.refused.len(lane));
            some = lanes_with_more_than(0, &lens);
        }
        let lanes = waiting & some & !alone;
        let passing = waiting & !some & !alone;
        let endless = self.pass(stop, passing);
        if point.has_postcondition() {
            let passing = each_lane(passing & !endless);
            passing.for_each(|lane| _ = self.legality.refused.clear(lane));
        }
        alone | endless | self.make((at, stop), (lanes, &lens))
    }

    /// Continues lanes that have nothing to choose. Returns those that may be in an endless loop.
    fn pass(&mut self, stop: &LaneStop<'_>, lanes: LaneBits) -> LaneBits {
        let mut endless = 0;
        self.have_passed |= lanes;
        for lane in each_lane(lanes) {
            self.passed[lane] += 1;
            endless |= u64::from(self.passed[lane] > MOST_PASSED) << lane;
        }
        let passing = lanes & !endless;
        self.runner.add(passing, stop.otherwise, stop.seat.index());
        endless
    }

    /// Finds the legal ones of the listed moves, where this matters and is not known yet; returns the lanes in which only the
    /// executor can do this.
    fn settle_legality(&mut self, stop: &LaneStop<'_>, lanes: LaneBits) -> LaneBits {
        let mut games = ListedPositions {
            field: &self.field,
            lists: &self.lists,
            lanes,
        };
        let (runner, mut alone) = (&mut self.runner, 0);
        if stop.point.seeks_series() {
            games.lanes = lanes & lanes_with_more_than(1, &self.lists.lens());
            let stops = (self.stops, stop);
            alone = self.legality.keep_longest_series(runner, stops, games);
        }
        if stop.point.has_postcondition() {
            games.lanes = lanes & !alone;
            let running = (games, &mut self.draws);
            alone |= refuse_what_is_drawn(&mut self.legality, (runner, stop), running);
        }
        if stop.point.has_postcondition() && stop.is_player {
            let counted = self.counts.lanes_counted(self.simulation.counts_one_of());
            games.lanes = lanes & counted & !alone;
            alone |= self.legality.count(runner, stop, games);
        }
        alone
    }

    /// Draws a move in some lanes, each from its number of moves, and makes it; returns the lanes whose games the executor must
    /// play. Some lanes may stay at their stop: their candidates were refused, and they will draw again.
    fn make(
        &mut self,
        (at, stop): (StopNumber, &LaneStop<'_>),
        (lanes, lens): (LaneBits, &[u64; LANES]),
    ) -> LaneBits {
        let (point, every) = (stop.point, self.simulation.counts_one_of());
        let refuses = point.are_tried_out();
        let mut indices = [0; LANES];
        if stop.is_weighted {
            for lane in each_lane(lanes) {
                let sum = self.weights.sum(lane).into();
                let drawn = self.draws.of_lane(lane).below(sum) as u64;
                indices[lane] = self.weights.index_at(&self.lists, lane, drawn);
            }
        } else {
            if point.has_postcondition() {
                let refused = &self.legality.refused;
                let begins = each_lane(lanes).filter(|lane| refused.len(*lane) == 0);
                begins.for_each(|lane| self.draws.mark(lane));
            }
            indices = self.draws.indices(lanes, lens);
            if refuses {
                let refused = &self.legality.refused;
                each_lane(lanes)
                    .for_each(|lane| indices[lane] = refused.index_of(lane, indices[lane]));
            }
        }
        let choices = LaneChoices::new(&self.lists, lanes, &indices);
        let mut back = RolledBackLanes::default();
        if point.has_postcondition() {
            let all = (&mut self.runner, &mut self.field);
            back = self.legality.trials.play(all, stop.planned(), &choices);
        } else {
            self.runner.play(&mut self.field, stop.planned(), &choices);
        }
        self.waiting[at].lanes |= back.refused;
        self.waiting[at].refused = back.refused;
        for lane in each_lane(back.refused | back.unknown) {
            // A lane with an unknown result will draw the same candidates again, in the executor.
            self.legality.refused.add(lane, indices[lane]);
        }
        let made = lanes & !back.refused & !back.unknown;
        let legal = if point.has_postcondition() {
            &self.legality.counted
        } else {
            lens
        };
        self.counts.count(LaneDecision {
            lanes: made,
            lens: legal,
            is_player: stop.is_player,
            every,
            kinds: &stop.planned().moves.kinds,
            templates: self.runner.templates(),
        });
        each_lane(made & self.have_passed).for_each(|lane| self.passed[lane] = 0);
        self.have_passed &= !made;
        if refuses {
            each_lane(made).for_each(|lane| _ = self.legality.refused.clear(lane));
        }
        back.unknown
    }

    /// Continues the games of some lanes after the part that lanes could execute.
    fn come_to(&mut self, lanes: LaneBits, end: LaneEnd, output: &mut PoolOutput<'_>) {
        match end {
            LaneEnd::Stopped(decision, me) => self.stop_at(lanes, (decision, me)),
            LaneEnd::Over(end) => {
                for lane in each_lane(lanes) {
                    let slot = self.games.slot(lane);
                    let game = self.games.get(slot);
                    self.counts.store(lane, &mut game.record);
                    self.runner.histories.swap(lane, &mut game.state.history);
                    game.state.over = Some(end);
                    let ending = self.simulation.ending_of(game);
                    self.go_on((slot, Some(lane)), Ok(ending), output);
                }
            }
            LaneEnd::Open(pc) | LaneEnd::Body(pc, _) => {
                self.go_on_alone((lanes, pc), false, output);
            }
        }
    }
}

/// Returns the lanes with more than `few` moves.
fn lanes_with_more_than(few: u64, lens: &[u64; LANES]) -> LaneBits {
    let lanes = lens.iter().enumerate();
    lanes.fold(0, |all, (lane, len)| all | u64::from(*len > few) << lane)
}
