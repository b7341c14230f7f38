//! Many games in play at once, each in a lane. Those that stand at one decision point, with one player to choose, make
//! their moves together; what lanes do not know is done for each game alone.
//!
//! The position of a game lies in the lanes while it waits at a stop, and in its own [`Position`](crate::vm::Position)
//! while it is played alone.

use super::lane_counts::{LaneCounts, LaneDecision};
use super::{Buffers, GameEnding, GameRecord, GameTally, RunningGame, Simulation};
use crate::ir::Rules;
use crate::ir::instructions::Instr;
use crate::model::SeatId;
use crate::play::{Chooser, Purpose};
use crate::vm::lanes::{
    LANES, LaneBits, LaneChoices, LaneEnd, LaneField, LaneLists, LaneMoves, LanePoint, LaneTrials,
    LegalMoveCounter, ListedPosition, MeetingPair, RefusedCandidates, RolledBackLanes,
    StrandRunner, each_lane,
};
use crate::vm::{Fault, RunPoint};

/// Where fewer games wait, each is played alone: a step of all lanes takes as long for few as for many.
const FEWEST: u32 = 3;
/// Where fewer games wait, those go first that wait elsewhere.
const FEW: u32 = 5;
/// After so many questions that nobody could answer, the executor goes on, which knows when that never ends.
const MOST_PASSED: u32 = 32;

/// Games in play at once, each in a lane.
#[derive(Debug)]
pub(super) struct LanePool<'s, 'r> {
    simulation: &'s Simulation<'r>,
    /// The decision points that are done in lanes, by their numbers.
    deferred: Vec<bool>,
    /// Where games wait: for each decision point and seat.
    stops: Vec<Option<LaneStop<'r>>>,
    /// The stops in the order in which games come to them: those of each seat together.
    order: Vec<usize>,
    /// Where in this order the last step was.
    at: usize,
    field: LaneField,
    lists: LaneLists,
    runner: StrandRunner<'r>,
    trials: LaneTrials,
    counter: LegalMoveCounter,
    /// How many moves are legal at the decision of each lane, where candidates are listed and legal moves are counted.
    legal: [u64; LANES],
    /// What each lane has drawn at the stop where it waits, and where its random numbers were before that.
    refused: RefusedCandidates,
    randoms: Vec<Chooser>,
    /// The game of each lane.
    games: Vec<RunningGame>,
    /// What is counted of those in lanes.
    counts: LaneCounts,
    /// The questions since the last move that nobody could answer, in each lane.
    passed: [u32; LANES],
    fewest: u32,
}

/// A decision point with a seat, and the games that wait there.
#[derive(Debug)]
struct LaneStop<'r> {
    point: LanePoint<'r>,
    decision: u32,
    seat: SeatId,
    /// Its instruction, and the one that follows where nothing can be chosen.
    pc: u32,
    otherwise: u32,
    /// What the moves of each template do.
    moves: LaneMoves,
    /// Of which templates two moves may share a text, once somebody came here.
    pairs: Option<Vec<MeetingPair>>,
    is_player: bool,
    waiting: LaneBits,
}

/// What plays games needs besides the pool.
struct PoolOutput<'p> {
    buffers: &'p mut Buffers,
    tally: &'p mut GameTally,
    next: &'p mut dyn FnMut() -> Option<u64>,
    done: &'p mut dyn FnMut(GameRecord),
}

/// What comes next in a game.
type NextInGame = Result<Option<GameEnding>, Fault>;

impl<'s, 'r> LanePool<'s, 'r> {
    /// Makes a pool for so many games; `None` if no decision point can be done in lanes.
    pub(super) fn new(simulation: &'s Simulation<'r>, together: usize) -> Option<Self> {
        let rules = simulation.rules;
        let (mut stops, mut deferred) = (Vec::new(), Vec::new());
        for (decision, point) in rules.decision_points.iter().enumerate() {
            let number = u32::try_from(decision).ok()?;
            let alone =
                rules.is_weighted(number) || simulation.sharing.is_compared(rules, decision);
            let seats = SeatId::all(point.choices.len());
            let found: Vec<_> = seats
                .map(|seat| LaneStop::of(rules, number, seat).filter(|_| !alone))
                .collect();
            deferred.push(found.iter().all(Option::is_some));
            stops.extend(found);
        }
        let seats = rules.code.len();
        let mut order: Vec<usize> = (0..stops.len()).filter(|at| stops[*at].is_some()).collect();
        order.sort_by_key(|at| (at % seats, stops[*at].as_ref().map(|stop| stop.pc)));
        let lanes = together.min(LANES);
        deferred.contains(&true).then(|| Self {
            simulation,
            runner: StrandRunner::new(rules, deferred.clone()),
            trials: LaneTrials::new(&rules.start),
            counter: LegalMoveCounter::new(&rules.start),
            legal: [0; LANES],
            refused: RefusedCandidates::new(),
            randoms: vec![Chooser::new(0, Purpose::Simulation, 0); LANES],
            deferred,
            stops,
            order,
            at: 0,
            field: LaneField::new(&rules.start),
            lists: LaneLists::default(),
            games: Vec::with_capacity(lanes),
            counts: LaneCounts::new(),
            passed: [0; LANES],
            fewest: u32::try_from(lanes / 4).map_or(FEWEST, |few| few.min(FEWEST)),
        })
    }

    /// As [`Simulation::play_all`].
    pub(super) fn play(
        &mut self,
        (buffers, tally): (&mut Buffers, &mut GameTally),
        (next, done): (&mut dyn FnMut() -> Option<u64>, &mut dyn FnMut(GameRecord)),
    ) {
        let mut output = PoolOutput {
            buffers,
            tally,
            next,
            done,
        };
        for lane in 0..self.games.capacity().min(LANES) {
            let Some(number) = (output.next)() else { break };
            self.games.push(self.simulation.begin(number));
            let next = self.enter(lane, &mut output);
            self.go_on(lane, next, &mut output);
        }
        while let Some(stop) = self.next_stop() {
            self.step(stop, &mut output);
        }
    }

    /// Returns the number of the stop whose games go on next: the first after the last one at which not only few wait, or
    /// else the fullest. So games that took different ways to a stop meet there again.
    fn next_stop(&mut self) -> Option<usize> {
        let waiting = |at: &usize| {
            let stop = self.stops[self.order[*at]].as_ref();
            stop.map_or(0, |stop| stop.waiting.count_ones())
        };
        let (before, after) = (0..self.at, self.at..self.order.len());
        let many = after.chain(before).find(|at| waiting(at) >= FEW);
        let found = many.or_else(|| (0..self.order.len()).rev().max_by_key(waiting))?;
        if waiting(&found) == 0 {
            return None;
        }
        self.at = found;
        Some(self.order[found])
    }

    /// Plays a game that has just begun to its first stop.
    fn enter(&mut self, lane: usize, output: &mut PoolOutput<'_>) -> NextInGame {
        let (rules, game) = (self.simulation.rules, &mut self.games[lane]);
        let first = rules.decision(&game.state);
        if first.is_some_and(|decision| self.deferred[decision as usize]) {
            return Ok(None);
        }
        rules.moves_into(&game.state, &mut output.buffers.moves)?;
        self.play_alone(lane, output)
    }

    /// Puts a game into its lane, to wait at the stop where it stands.
    fn wait(&mut self, lane: usize) {
        let (rules, game) = (self.simulation.rules, &mut self.games[lane]);
        let state = &mut game.state;
        let Some(decision) = rules.decision(state) else {
            return;
        };
        self.field.load(lane, &state.words);
        self.runner.histories.swap(lane, &mut state.history);
        self.counts.load(lane, &game.record);
        let me = rules.me(state).index();
        self.stop_at(1 << lane, (decision, me));
    }

    /// Lets lanes wait at a decision point with a player.
    fn stop_at(&mut self, lanes: LaneBits, (decision, me): (u32, usize)) {
        let seats = self.simulation.rules.code.len();
        if let Some(stop) = &mut self.stops[decision as usize * seats + me] {
            stop.waiting |= lanes;
        }
    }

    /// Plays a game, whose moves are listed, to its next stop or its end.
    fn play_alone(&mut self, lane: usize, output: &mut PoolOutput<'_>) -> NextInGame {
        let (game, deferred) = (&mut self.games[lane], self.deferred.as_slice());
        self.simulation.play_on(game, deferred, output.buffers)
    }

    /// Lets a game wait at its stop; or counts it if it has ended, and begins the next in its lane.
    fn go_on(&mut self, lane: usize, mut next: NextInGame, output: &mut PoolOutput<'_>) {
        while !matches!(next, Ok(None)) {
            let game = &mut self.games[lane];
            self.passed[lane] = 0;
            (output.done)(self.simulation.finish(game, next, output.tally));
            let Some(number) = (output.next)() else {
                return;
            };
            self.simulation.begin_again(game, number);
            next = self.enter(lane, output);
        }
        self.wait(lane);
    }

    /// Plays a move in all games that wait at a stop.
    fn step(&mut self, at: usize, output: &mut PoolOutput<'_>) {
        let Some(stop) = &mut self.stops[at] else {
            return;
        };
        let (waiting, pc) = (std::mem::take(&mut stop.waiting), stop.pc);
        let mut alone = waiting;
        if waiting.count_ones() >= self.fewest {
            alone = self.move_together(at, waiting);
            while let Some((lanes, end)) = self.runner.next_end() {
                self.come_to(lanes, end, output);
            }
        }
        each_lane(alone).for_each(|lane| self.go_on_alone((lane, pc), false, output));
    }

    /// Plays a move in lanes that wait at a stop; returns those whose games are to be played alone here: they have taken too
    /// many plies, or some moves may share a text.
    fn move_together(&mut self, at: usize, waiting: LaneBits) -> LaneBits {
        let Some(stop) = &mut self.stops[at] else {
            return waiting;
        };
        let simulation = self.simulation;
        let point = stop.point;
        let Some(pairs) = stop.pairs(simulation) else {
            return waiting;
        };
        self.lists.fill(simulation.rules, point, &self.field);
        let mut lens = self.lists.lens();
        if point.tries_out() {
            each_lane(waiting).for_each(|lane| lens[lane] -= self.refused.len(lane));
        }
        let some = (0..)
            .zip(&lens)
            .map(|(lane, len)| u64::from(*len > 0) << lane);
        let some = some.fold(0, |all, lane: LaneBits| all | lane);
        let mut alone =
            self.counts.lanes_with(simulation.max_plies) | self.lists.meeting(point, pairs);
        if point.seeks_series() {
            alone |= lanes_with_several(&lens);
        }
        let mut alone = waiting & (alone & some | self.lists.alone());
        let (is_player, seat, otherwise) = (stop.is_player, stop.seat.index(), stop.otherwise);
        if point.tries_out() && is_player {
            let counted = self.counts.lanes_counted(simulation.counts_one_of());
            alone |= self.count_legal(at, waiting & some & counted & !alone);
        }
        let lanes = waiting & some & !alone;
        let mut endless = 0;
        for lane in each_lane(waiting & !some & !alone) {
            self.passed[lane] += 1;
            endless |= u64::from(self.passed[lane] > MOST_PASSED) << lane;
        }
        let passing = waiting & !lanes & !alone & !endless;
        if point.tries_out() {
            each_lane(passing).for_each(|lane| _ = self.refused.clear(lane));
        }
        self.runner.add(passing, otherwise, seat);
        alone | endless | self.make(at, (lanes, &lens))
    }

    /// Counts the legal moves of some lanes, where candidates are listed; returns the lanes in which that is to be done alone.
    fn count_legal(&mut self, at: usize, lanes: LaneBits) -> LaneBits {
        let Some(stop) = &self.stops[at] else {
            return lanes;
        };
        let mut alone = 0;
        for lane in each_lane(lanes) {
            if self.refused.len(lane) > 0 {
                // They were counted when the lane came here.
                continue;
            }
            let position = ListedPosition {
                field: &self.field,
                lists: &self.lists,
                lane,
            };
            let with = (&mut self.trials, &mut self.runner);
            let count = self
                .counter
                .count(with, (stop.point, &stop.moves), position);
            match count {
                Some(count) => self.legal[lane] = count,
                None => alone |= 1 << lane,
            }
        }
        alone
    }

    /// Draws a move in some lanes, each from so many, and makes it; returns the lanes whose games are to be played alone. Some may
    /// wait where they were, too: their candidates are refused, and they will draw again.
    fn make(&mut self, at: usize, (lanes, lens): (LaneBits, &[u64; LANES])) -> LaneBits {
        let Some(stop) = &mut self.stops[at] else {
            return lanes;
        };
        let (point, every) = (stop.point, self.simulation.counts_one_of());
        let mut indices = [0; LANES];
        for lane in each_lane(lanes) {
            let choices = usize::try_from(lens[lane]).unwrap_or(usize::MAX);
            let random = &mut self.games[lane].random;
            if point.tries_out() && self.refused.len(lane) == 0 {
                self.randoms[lane].clone_from(random);
            }
            let drawn = random.index(choices).unwrap_or(0) as u64;
            indices[lane] = if point.tries_out() {
                self.refused.index_of(lane, drawn)
            } else {
                drawn
            };
        }
        let mut choices = LaneChoices::new(lanes, indices);
        let (moves, drawn) = ((point, &stop.moves), (&self.lists, &mut choices));
        let mut back = RolledBackLanes::default();
        if point.tries_out() {
            let all = (&mut self.runner, &mut self.field);
            back = self.trials.play(all, moves, drawn);
        } else {
            self.runner.play(&mut self.field, moves, drawn);
        }
        stop.waiting |= back.refused;
        for lane in each_lane(back.refused | back.unknown) {
            // Those that are unknown will draw the same candidates again, alone.
            self.refused.add(lane, indices[lane]);
        }
        let made = lanes & !back.refused & !back.unknown;
        let legal = if point.tries_out() { &self.legal } else { lens };
        self.counts.count(LaneDecision {
            lanes: made,
            lens: legal,
            is_player: stop.is_player,
            every,
        });
        for lane in each_lane(made) {
            let mv = stop.moves.mv(choices.templates[lane]);
            self.games[lane].record.count_kind(mv);
            self.passed[lane] = 0;
        }
        if point.tries_out() {
            each_lane(made).for_each(|lane| _ = self.refused.clear(lane));
        }
        back.unknown
    }

    /// Lets the games of some lanes go on after what lanes could do.
    fn come_to(&mut self, lanes: LaneBits, end: LaneEnd, output: &mut PoolOutput<'_>) {
        match end {
            LaneEnd::Stopped(decision, me) => self.stop_at(lanes, (decision, me)),
            LaneEnd::Over(end) => {
                for lane in each_lane(lanes) {
                    let game = &mut self.games[lane];
                    self.counts.store(lane, &mut game.record);
                    self.runner.histories.swap(lane, &mut game.state.history);
                    game.state.over = Some(end);
                    let ending = self.simulation.ending_of(game);
                    self.go_on(lane, Ok(ending), output);
                }
            }
            LaneEnd::Open(pc) | LaneEnd::Body(pc, _) => {
                each_lane(lanes).for_each(|lane| self.go_on_alone((lane, pc), true, output));
            }
        }
    }

    /// Lets the executor go on with the game of a lane from an instruction, to the next stop or the end of the game. Unless
    /// `stops`, one choice is made alone before.
    fn go_on_alone(&mut self, (lane, pc): (usize, u32), stops: bool, output: &mut PoolOutput<'_>) {
        let game = &mut self.games[lane];
        if self.refused.clear(lane) {
            // The same candidates are drawn again.
            game.random.clone_from(&self.randoms[lane]);
        }
        self.field.store(lane, &mut game.state.words);
        self.runner.histories.swap(lane, &mut game.state.history);
        self.counts.store(lane, &mut game.record);
        let deferred = if stops { self.deferred.as_slice() } else { &[] };
        let from = RunPoint {
            pc,
            passed: std::mem::take(&mut self.passed[lane]),
            repetitions: self.field.repetitions(lane),
        };
        let next = self.simulation.run_on(game, from, deferred, output.buffers);
        let next = match next {
            Ok(true) => Ok(None),
            Ok(false) => self.play_alone(lane, output),
            Err(fault) => Err(fault),
        };
        self.go_on(lane, next, output);
    }
}

/// Returns the lanes with more than one move.
fn lanes_with_several(lens: &[u64; LANES]) -> LaneBits {
    let lanes = lens.iter().enumerate();
    lanes.fold(0, |all, (lane, len)| all | u64::from(*len > 1) << lane)
}

impl<'r> LaneStop<'r> {
    /// Returns a decision point with a seat; `None` if lanes do not know it.
    fn of(rules: &'r Rules, decision: u32, seat: SeatId) -> Option<Self> {
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
        })
    }

    /// Returns the pairs of templates of which moves may share a text; `None` if that is not known.
    fn pairs(&mut self, simulation: &Simulation<'_>) -> Option<&[MeetingPair]> {
        if self.pairs.is_none() {
            let at = (self.decision as usize, self.seat);
            let any = (simulation.rules, &simulation.start);
            self.pairs = simulation.sharing.pairs(any, at);
        }
        self.pairs.as_deref()
    }
}
