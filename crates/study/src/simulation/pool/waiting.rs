//! The games that wait at each stop, in lanes or set aside, and the choice of the next stop.

use super::{FEWEST, LanePool};
use crate::lanes::StopNumber;
use crate::simulation::lane_games::GameSlot;
use linstock_lanes::{LANES, LaneBits, each_lane};
use std::collections::VecDeque;

/// With this many games in lanes, a stop need not wait for more. With fewer, games that wait elsewhere leave their lanes: to
/// exchange a game costs less than its part of a step of all lanes.
const MANY: usize = 48;

/// The games that wait at a stop.
#[derive(Clone, Default, Debug)]
pub(super) struct WaitingGames {
    pub(super) lanes: LaneBits,
    /// The lanes whose candidate was refused in the last step.
    pub(super) refused: LaneBits,
    /// The games without a lane.
    aside: VecDeque<GameAside>,
}

/// A game that waits without a lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameAside {
    slot: GameSlot,
    /// The number of decision points without a choice since the last move.
    passed: u32,
}

impl WaitingGames {
    /// Returns the number of games.
    fn count(&self) -> usize {
        self.lanes.count_ones() as usize + self.aside.len()
    }
}

impl LanePool<'_, '_> {
    /// Returns the stop whose games go next: the first after the previous one with many games in lanes, or for which many lanes
    /// are idle; otherwise the stop with the most games. So games that took different ways to a stop meet there again.
    pub(super) fn next_stop(&mut self) -> Option<StopNumber> {
        let waiting = |at: &usize| self.waiting[self.order[*at]].count();
        let idle = self.games.idle().count_ones() as usize;
        let in_lanes = |at: &usize| {
            let games = &self.waiting[self.order[*at]];
            games.lanes.count_ones() as usize + games.aside.len().min(idle)
        };
        let (before, after) = (0..self.at, self.at..self.order.len());
        let many = after.chain(before).find(|at| in_lanes(at) >= MANY);
        let found = many.or_else(|| (0..self.order.len()).rev().max_by_key(waiting))?;
        if waiting(&found) == 0 {
            return None;
        }
        self.at = found;
        Some(self.order[found])
    }

    /// Puts games that wait at a stop without a lane into lanes: into idle ones, and, if otherwise few games would move, into
    /// those of games that wait elsewhere.
    pub(super) fn fill_lanes(&mut self, at: StopNumber) {
        let games = &self.waiting[at];
        let here = games.lanes.count_ones() as usize;
        let wanted = games.aside.len().min(LANES - here);
        let idle = self.games.idle().count_ones() as usize;
        let is_worth_it = here == 0 || wanted >= FEWEST as usize;
        if wanted > idle && here + idle < MANY && is_worth_it {
            self.make_room(at, wanted - idle);
        }
        for lane in each_lane(self.games.idle()) {
            let Some(GameAside { slot, passed }) = self.waiting[at].aside.pop_front() else {
                return;
            };
            self.passed[lane] = passed;
            self.have_passed |= u64::from(passed > 0) << lane;
            self.games.take_up(slot, lane, &mut self.field);
            let game = self.games.get(slot);
            self.draws.swap(lane, &mut game.random);
            self.runner.histories.swap(lane, &mut game.state.history);
            self.counts.load(lane, &game.record);
            self.waiting[at].lanes |= 1 << lane;
        }
    }

    /// Sets aside up to `count` games that wait in lanes at other stops than `but_at`.
    fn make_room(&mut self, but_at: StopNumber, mut count: usize) {
        for at in 0..self.order.len() {
            let stop = self.order[at];
            if stop == but_at {
                continue;
            }
            for lane in each_lane(self.waiting[stop].lanes) {
                if count == 0 {
                    return;
                }
                self.set_aside(lane, stop);
                count -= 1;
            }
        }
    }

    /// Sets aside the game of a lane that waits at a stop.
    fn set_aside(&mut self, lane: usize, at: StopNumber) {
        let slot = self.games.slot(lane);
        self.games.set_aside(lane, &self.field);
        let game = self.games.get(slot);
        if self.legality.refused.clear(lane) {
            // The game draws the same candidates again.
            self.draws.go_back(lane);
        }
        self.draws.swap(lane, &mut game.random);
        self.runner.histories.swap(lane, &mut game.state.history);
        self.counts.store(lane, &mut game.record);
        self.counts.hand_over(lane, &mut game.record);
        let games = &mut self.waiting[at];
        games.lanes &= !(1 << lane);
        let passed = std::mem::take(&mut self.passed[lane]);
        games.aside.push_back(GameAside { slot, passed });
    }

    /// Makes a game wait at its current stop, in its lane or without one; or continues its lane from the current instruction.
    pub(super) fn wait(&mut self, (slot, lane): (GameSlot, Option<usize>)) {
        let (rules, game) = (self.simulation.rules, self.games.get(slot));
        let state = &mut game.state;
        let (decision, me) = (rules.decision(state), rules.me(state).index());
        let Some(lane) = lane else {
            let Some(decision) = decision else {
                return;
            };
            self.games.keep(slot);
            let stop = self.stops.number(decision, me);
            let game = GameAside { slot, passed: 0 };
            return self.waiting[stop].aside.push_back(game);
        };
        self.field.load(lane, &state.words);
        self.draws.swap(lane, &mut game.random);
        self.runner.histories.swap(lane, &mut state.history);
        self.counts.load(lane, &game.record);
        match decision {
            Some(decision) => self.stop_at(1 << lane, (decision, me)),
            None => self.runner.add(1 << lane, state.pc, me),
        }
    }

    /// Makes lanes wait at a decision point with a player.
    pub(super) fn stop_at(&mut self, lanes: LaneBits, (decision, me): (u32, usize)) {
        self.waiting[self.stops.number(decision, me)].lanes |= lanes;
    }
}
