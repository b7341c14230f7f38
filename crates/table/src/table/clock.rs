//! The clock of a table: how much time each player has left. It reads no clock itself: the room says how much time has passed.

use super::{Agreed, Handled, Table};
use crate::record::TableRecord;
use linstock_model::SeatId;
use linstock_play::Actor;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// How much time players have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockSetting {
    /// The time of each player at the start of a game, in milliseconds.
    pub start: u64,
    /// What each move adds, in milliseconds.
    pub increment: u64,
}

/// The clock of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TableClock {
    pub(super) setting: ClockSetting,
    /// The time that each seat has left, in milliseconds.
    pub(super) left: Vec<u64>,
}

impl TableClock {
    pub(super) fn new(setting: ClockSetting, seats: usize) -> Self {
        Self {
            setting,
            left: vec![setting.start; seats],
        }
    }
}

impl Table {
    /// Gives the players of a table a clock. It runs from the first move of a player.
    pub fn set_clock(&mut self, setting: ClockSetting) {
        self.start.clock = Some(setting);
        self.clock = Some(TableClock::new(setting, self.seats.len()));
    }

    /// Returns whether the table has a clock that runs now.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        let is_begun = || {
            let mut plies = self.session.history().iter();
            plies.any(|ply| ply.actor != Actor::Chance)
        };
        self.clock.is_some() && !self.owing().is_empty() && is_begun()
    }

    /// Takes time from the players who owe a choice. A player who has none left loses.
    pub fn spend(&mut self, milliseconds: u64) -> Handled {
        if !self.is_timed() {
            return Handled::default();
        }
        let owing = self.owing();
        let Some(clock) = &mut self.clock else {
            return Handled::default();
        };
        for seat in &owing {
            let left = &mut clock.left[seat.index()];
            *left = left.saturating_sub(milliseconds);
        }
        let mut late = owing.iter().filter(|seat| clock.left[seat.index()] == 0);
        match late.next() {
            Some(seat) => self.done(TableRecord::TimeOver { seat: seat.0 }),
            None => Handled::default(),
        }
    }

    /// Returns the record of the times after a move, whose seat has got its increment.
    pub(super) fn times_after(&self, record: &TableRecord) -> Option<TableRecord> {
        let TableRecord::Play { player, .. } = record else {
            return None;
        };
        let clock = self.clock.as_ref()?;
        let mut left = clock.left.clone();
        let time = left.get_mut(self.model().seat(player)?.index())?;
        *time = time.saturating_add(clock.setting.increment);
        Some(TableRecord::Times { left })
    }

    pub(super) fn clock_json(&self) -> Json {
        match &self.clock {
            Some(clock) => json!({ "left": clock.left, "runs": self.is_timed() }),
            None => Json::Null,
        }
    }

    /// Ends the game because a player has no time left.
    pub(super) fn time_is_over(&mut self, seat: SeatId) {
        if let Some(clock) = &mut self.clock {
            clock.left[seat.index()] = 0;
        }
        self.end_with(Agreed::TimeOver(seat));
    }
}
