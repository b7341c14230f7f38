//! Many games in play at once. Those that stand at one decision point, with one player to choose, wait there together; the
//! moves of up to [`LANES`] of them are worked out in lanes. All else is done for each game alone.

use super::{Buffers, GameEnding, GameRecord, GameTally, RunningGame, Simulation};
use crate::model::SeatId;
use crate::vm::lanes::{LANES, LaneLists, LanePoint, TurnEnd, TurnPlan};
use crate::vm::{Fault, Move, MoveList};

/// For fewer games than this, lanes take longer than playing them one after the other.
const FEWEST: usize = 8;

/// Games in play at once, each with the place of a lane.
#[derive(Debug)]
pub(super) struct LanePool<'s, 'r> {
    simulation: &'s Simulation<'r>,
    /// The decision points that are done in lanes, by their numbers.
    deferred: Vec<bool>,
    /// Where games wait: for each decision point and seat.
    stops: Vec<Option<LaneStop<'r>>>,
    games: Vec<RunningGame>,
    /// Where fewer games wait, each is done alone: lanes cost the same for few as for many.
    fewest: usize,
    lists: LaneLists,
}

/// A decision point with a seat, and the games that wait there.
#[derive(Debug)]
struct LaneStop<'r> {
    point: LanePoint<'r>,
    decision: u32,
    seat: SeatId,
    /// What follows the moves of each template.
    turns: Vec<Option<TurnPlan>>,
    /// The places of the games.
    waiting: Vec<usize>,
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
        let mut stops = Vec::new();
        let mut deferred = Vec::new();
        for (decision, point) in rules.decision_points.iter().enumerate() {
            let number = u32::try_from(decision).ok()?;
            let alone =
                rules.is_weighted(number) || simulation.sharing.is_compared(rules, decision);
            let seats = SeatId::all(point.choices.len());
            let found: Vec<_> = seats
                .map(|seat| {
                    LanePoint::of(rules, decision, seat.index()).map(|point| LaneStop {
                        point,
                        decision: number,
                        seat,
                        turns: Vec::new(),
                        waiting: Vec::with_capacity(together),
                    })
                })
                .collect();
            deferred.push(!alone && found.iter().all(Option::is_some));
            stops.extend(found);
        }
        for stop in stops.iter_mut().flatten() {
            stop.turns = TurnPlan::of_all(rules, stop.point, &deferred);
        }
        let games = Vec::with_capacity(together);
        deferred.contains(&true).then_some(Self {
            simulation,
            deferred,
            stops,
            games,
            fewest: (together / 4).min(FEWEST),
            lists: LaneLists::default(),
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
        for place in 0..self.games.capacity() {
            let Some(number) = (output.next)() else { break };
            self.games.push(self.simulation.begin(number));
            let next = self.enter(place, &mut output);
            self.go_on(place, next, &mut output);
        }
        while let Some(stop) = self.fullest() {
            self.step(stop, &mut output);
        }
    }

    /// Returns the number of the stop where most games wait.
    fn fullest(&self) -> Option<usize> {
        let waiting = |stop: &Option<LaneStop<'_>>| stop.as_ref().map_or(0, |s| s.waiting.len());
        let stops = self.stops.iter().map(waiting).enumerate();
        let (stop, waiting) = stops.max_by_key(|(_, waiting)| *waiting)?;
        (waiting > 0).then_some(stop)
    }

    /// Plays a game that has just begun to its first stop.
    fn enter(&mut self, place: usize, output: &mut PoolOutput<'_>) -> NextInGame {
        let (rules, game) = (self.simulation.rules, &mut self.games[place]);
        let first = rules.decision(&game.state);
        if first.is_some_and(|decision| self.deferred[decision as usize]) {
            return Ok(None);
        }
        rules.moves_into(&game.state, &mut output.buffers.moves)?;
        self.play_alone(place, output)
    }

    /// Lets a game wait at the stop where it stands.
    fn wait(&mut self, place: usize) {
        let (rules, state) = (self.simulation.rules, &self.games[place].state);
        let seats = rules.code.len();
        let Some(decision) = rules.decision(state) else {
            return;
        };
        let stop = decision as usize * seats + rules.me(state).index();
        if let Some(stop) = &mut self.stops[stop] {
            stop.waiting.push(place);
        }
    }

    /// Plays a game, whose moves are listed, to its next stop or its end.
    fn play_alone(&mut self, place: usize, output: &mut PoolOutput<'_>) -> NextInGame {
        let (game, deferred) = (&mut self.games[place], self.deferred.as_slice());
        self.simulation.play_on(game, deferred, output.buffers)
    }

    /// Lets a game wait at its stop; or counts it if it has ended, and begins the next at its place.
    fn go_on(&mut self, place: usize, mut next: NextInGame, output: &mut PoolOutput<'_>) {
        while !matches!(next, Ok(None)) {
            let game = &mut self.games[place];
            (output.done)(self.simulation.finish(game, next, output.tally));
            let Some(number) = (output.next)() else {
                return;
            };
            self.simulation.begin_again(game, number);
            next = self.enter(place, output);
        }
        self.wait(place);
    }

    /// Plays a move in up to [`LANES`] of the games that wait at a stop.
    fn step(&mut self, at: usize, output: &mut PoolOutput<'_>) {
        let Some(stop) = &mut self.stops[at] else {
            return;
        };
        let mut places = [0; LANES];
        let size = stop.waiting.len().min(LANES);
        for place in &mut places[..size] {
            *place = stop.waiting.pop().unwrap_or_default();
        }
        let (group, point) = (&places[..size], stop.point);
        if size < self.fewest {
            let few = group.iter();
            return few.for_each(|place| self.choose_alone(*place, output));
        }
        let drawn = self.draw(at, group);
        let indices = drawn.map(Option::unwrap_or_default);
        let templates = self.lists.templates(&indices);
        for (lane, place) in group.iter().enumerate() {
            let found = (templates[lane], indices[lane]);
            let mv = drawn[lane].and_then(|_| self.lists.get(point, lane, found));
            match mv {
                Some(mv) => {
                    let next = self.advance((at, *place), mv, output);
                    self.go_on(*place, next, output);
                }
                None => self.choose_alone(*place, output),
            }
        }
    }

    /// Lists the moves of the games of a group, and draws the index of one for each game; none for a game that is to be
    /// played alone here: it has no move, too many plies, or moves that may share a text.
    fn draw(&mut self, at: usize, group: &[usize]) -> [Option<u64>; LANES] {
        let mut drawn = [None; LANES];
        let (Some(stop), Some(first)) = (&self.stops[at], group.first()) else {
            return drawn;
        };
        let (simulation, point) = (self.simulation, stop.point);
        let (rules, decision) = (simulation.rules, stop.decision as usize);
        // Spare lanes repeat the first.
        let place = |lane| *group.get(lane).unwrap_or(first);
        let words = std::array::from_fn(|lane| self.games[place(lane)].state.words.as_slice());
        self.lists.fill(rules, point, &words);
        for (lane, (drawn, place)) in drawn.iter_mut().zip(group).enumerate() {
            let game = &mut self.games[*place];
            let choices = self.lists.len(lane);
            let listed = |template, word| self.lists.template_word(point, lane, (template, word));
            let plain = !self.lists.is_alone(lane)
                && choices > 0
                && game.record.plies != simulation.max_plies
                && simulation.sharing.surely_differ(
                    (rules, &game.state),
                    (decision, stop.seat),
                    listed,
                );
            if plain {
                *drawn = Some(simulation.draw_index(game, (stop.decision, choices)));
            }
        }
        drawn
    }

    /// Lists the moves of a game that stands at a stop, and plays it on, alone.
    fn choose_alone(&mut self, place: usize, output: &mut PoolOutput<'_>) {
        let pc = self.games[place].state.pc;
        let next = self.go_on_alone((place, pc), false, output);
        self.go_on(place, next, output);
    }

    /// Plays a move at a stop, and what follows until the next one.
    fn advance(
        &mut self,
        (at, place): (usize, usize),
        mv: Move,
        output: &mut PoolOutput<'_>,
    ) -> NextInGame {
        let (simulation, game) = (self.simulation, &mut self.games[place]);
        let rules = simulation.rules;
        rules.layout.forget_last_move(&mut game.state.words);
        let turns = self.stops[at].as_ref().map(|stop| stop.turns.as_slice());
        let turn = turns.and_then(|turns| turns[usize::from(mv.template)].as_ref());
        let Some(turn) = turn else {
            let deferred = self.deferred.as_slice();
            let stopped = simulation.advance((game, mv), deferred, output.buffers)?;
            return match stopped {
                true => Ok(None),
                false => self.play_alone(place, output),
            };
        };
        game.record.count_move(turn.mv());
        match turn.play(rules, &mut game.state, mv.anchor) {
            TurnEnd::Stopped => Ok(None),
            TurnEnd::Over => Ok(simulation.ending_of(game)),
            TurnEnd::Open(pc) => self.go_on_alone((place, pc), true, output),
        }
    }

    /// Lets the executor go on with a game from an instruction, to the next stop or the end of the game. Unless `stops`, one
    /// choice is made alone before.
    fn go_on_alone(
        &mut self,
        (place, pc): (usize, u32),
        stops: bool,
        output: &mut PoolOutput<'_>,
    ) -> NextInGame {
        let deferred = if stops { self.deferred.as_slice() } else { &[] };
        let (simulation, game) = (self.simulation, &mut self.games[place]);
        let RunningGame { state, random, .. } = game;
        let Buffers { moves, met, .. } = &mut *output.buffers;
        let mut draw = |candidates: &MoveList| simulation.draw(candidates, random, met);
        let rules = simulation.rules;
        rules.go_on_drawing((state, pc), (moves, &mut draw), deferred)?;
        if simulation.stands_at(state, deferred) {
            return Ok(None);
        }
        self.play_alone(place, output)
    }
}
