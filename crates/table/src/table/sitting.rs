//! Who sits where: computer players, links, and people who leave; and another game for the same people.

use super::{Handled, Party, Table, TableClock, Wish};
use crate::journal::Computers;
use crate::message::ServerMessage;
use crate::record::TableRecord;
use crate::table::requests::{NO_SEAT, ONLY_HOST};
use crate::token::LinkToken;
use linstock_model::SeatId;
use linstock_play::{Refusal, Session, Setup};
use std::sync::Arc;

impl Table {
    fn seat_named(&self, name: &str) -> Result<SeatId, ServerMessage> {
        let found = self.model().seat(name);
        found.ok_or_else(|| self.refusal("no-player"))
    }

    pub(super) fn bot(
        &mut self,
        party: Party,
        (seat, skill): (&str, Option<String>),
        computers: &dyn Computers,
    ) -> Handled {
        if party != Party::Host {
            return Handled::reply(self.refusal(ONLY_HOST));
        }
        let named = self.seat_named(seat);
        let skill = skill.map(|name| computers.skill(&name)).transpose();
        match (named, skill.map_err(ServerMessage::refused)) {
            (Ok(seat), Ok(skill)) => self.done(TableRecord::Bot {
                seat: seat.0,
                skill,
            }),
            (Err(refused), _) | (_, Err(refused)) => Handled::reply(refused),
        }
    }

    pub(super) fn new_link(&mut self, party: Party, seat: &str, token: LinkToken) -> Handled {
        if party != Party::Host {
            return Handled::reply(self.refusal(ONLY_HOST));
        }
        match self.seat_named(seat) {
            Ok(seat) => self.done(TableRecord::Link {
                seat: seat.0,
                token,
            }),
            Err(refused) => Handled::reply(refused),
        }
    }

    /// Somebody leaves a seat. Its link stays valid.
    pub(super) fn leave(&mut self, party: Party) -> Handled {
        match party {
            Party::Seat(seat) => self.done(TableRecord::Leave { seat: seat.0 }),
            Party::Host | Party::Watcher => Handled::reply(self.refusal(NO_SEAT)),
        }
    }

    /// Begins another game. While a game goes on, the other players are asked.
    pub(super) fn new_game(&mut self, party: Party, fresh: LinkToken) -> Handled {
        if party != Party::Host {
            return Handled::reply(self.refusal(ONLY_HOST));
        }
        if self.outdated.is_some() {
            return self.replay(party);
        }
        let wish = Wish::NewGame { seed: fresh.seed() };
        match self.owing().is_empty() {
            true => self.fulfil(wish),
            false => self.propose(party, wish),
        }
    }

    /// Puts the pieces up for another game with the same choices and other chances.
    pub(super) fn begin_again(&mut self, seed: u64) -> Result<(), Refusal> {
        let setup = Setup {
            seed,
            ..self.session.setup().clone()
        };
        let rules = Arc::clone(self.session.rules());
        self.session = match self.session.given() {
            Some(given) => Session::begin_at(rules, setup, given.clone())?,
            None => Session::begin(rules, setup)?,
        };
        self.clauses.clear();
        self.put.clear();
        self.proposal = None;
        self.agreed = None;
        let setting = self.start.clock;
        self.clock = setting.map(|setting| TableClock::new(setting, self.seats.len()));
        Ok(())
    }
}
