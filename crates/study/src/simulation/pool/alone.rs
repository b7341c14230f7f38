//! The executor processes what lanes cannot, one game at a time. Then the lane continues at the first instruction that it can
//! handle.

use super::{LanePool, NextInGame, PoolOutput};
use crate::lanes::StopNumber;
use crate::simulation::lane_games::GameSlot;
use linstock_engine::vm::{HandOver, RunPoint};
use linstock_lanes::{LANES, LaneBits, LaneChoices, each_lane};

/// If at least this many lanes are at the same place, they execute a choice together that the executor made. Otherwise the
/// executor does.
const MANY_TOGETHER: u32 = 6;

/// The part of a game that the executor plays alone.
#[derive(Clone, Copy)]
struct AlonePart {
    /// The instruction from which it starts.
    pc: u32,
    /// The executor makes one choice, even at a decision point that lanes can handle.
    chooses: bool,
    /// Lanes execute the choice.
    together: bool,
}

impl LanePool<'_, '_> {
    /// Runs the executor on the games of some lanes from an instruction, to the next stop or the end of the game, or to an
    /// instruction that lanes can execute together. If it `chooses`, the executor makes one choice first.
    pub(super) fn go_on_alone(
        &mut self,
        (lanes, pc): (LaneBits, u32),
        chooses: bool,
        output: &mut PoolOutput<'_>,
    ) {
        let part = AlonePart {
            pc,
            chooses,
            together: lanes.count_ones() >= MANY_TOGETHER,
        };
        for lane in each_lane(lanes) {
            let next = self.play_part(lane, part, output);
            self.go_on((self.games.slot(lane), Some(lane)), next, output);
        }
    }

    fn play_part(
        &mut self,
        lane: usize,
        part: AlonePart,
        output: &mut PoolOutput<'_>,
    ) -> NextInGame {
        let game = self.games.in_lane(lane);
        if self.legality.refused.clear(lane) {
            // The game draws the same candidates again.
            self.draws.go_back(lane);
        }
        self.draws.swap(lane, &mut game.random);
        self.field.store(lane, &mut game.state.words);
        self.runner.histories.swap(lane, &mut game.state.history);
        self.counts.store(lane, &mut game.record);
        let from = RunPoint {
            pc: part.pc,
            passed: std::mem::take(&mut self.passed[lane]),
            repetitions: self.field.repetitions(lane),
        };
        let to_lanes = HandOver {
            points: &self.waits,
            after_choices: part.together,
        };
        let first = if part.chooses {
            HandOver::default()
        } else {
            to_lanes
        };
        if self.simulation.run_on(game, from, first, output.buffers)? {
            return Ok(None);
        }
        self.simulation.play_on(game, to_lanes, output.buffers)
    }

    /// Plays a game, whose moves are listed, to its next stop or its end.
    pub(super) fn play_alone(&mut self, slot: GameSlot, output: &mut PoolOutput<'_>) -> NextInGame {
        let game = self.games.get(slot);
        let stops = HandOver::at(&self.waits);
        self.simulation.play_on(game, stops, output.buffers)
    }

    /// Makes all games choose that wait at a stop which lanes cannot handle.
    pub(super) fn step_alone(&mut self, at: StopNumber, output: &mut PoolOutput<'_>) {
        self.fill_lanes(at);
        let waiting = std::mem::take(&mut self.waiting[at].lanes);
        if let Some(pc) = self.stops.pc(at) {
            self.go_on_alone((waiting, pc), true, output);
            self.run_to_stops(output);
        }
    }

    /// Runs the lanes until each reaches a stop, or its game is over.
    pub(super) fn run_to_stops(&mut self, output: &mut PoolOutput<'_>) {
        loop {
            while let Some((lanes, end)) = self.runner.next_end() {
                self.come_to(lanes, end, output);
            }
            if !self.runner.has_strands() {
                return;
            }
            // The stop does not matter, since no move is made.
            let none = LaneChoices::new(&self.lists, 0, &[0; LANES]);
            let Some(stop) = self.order.iter().find_map(|at| self.stops.get(*at)) else {
                return;
            };
            self.runner.play(&mut self.field, stop.planned(), &none);
        }
    }
}
