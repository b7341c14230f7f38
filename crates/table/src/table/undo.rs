//! Moves that are taken back: at once if nobody has learned anything since, or else with the consent of the others.

use super::{Agreed, Handled, Party, Table, Wish};
use crate::record::TableRecord;
use linstock_play::Actor;

impl Table {
    /// Returns the number of plies before the last choice of a party.
    fn before_last_choice(&self, party: Party) -> Option<usize> {
        let seats = self.seats_of(party);
        let history = self.session.history().iter();
        let mut plies = history.enumerate().rev();
        let own = |actor| matches!(actor, Actor::Player(seat) if seats.contains(&seat));
        plies.find_map(|(at, ply)| own(ply.actor).then_some(at))
    }

    /// Returns whether a party may take back a move, or ask for it. After a game that the clock has ended, there is no time to play on.
    pub(super) fn may_undo(&self, party: Party) -> bool {
        self.may_go_back() && self.before_last_choice(party).is_some()
    }

    /// Returns whether the game can go back: its rules have not changed since, and the clock has not ended it.
    fn may_go_back(&self) -> bool {
        self.outdated.is_none() && !matches!(self.agreed, Some(Agreed::TimeOver(_)))
    }

    /// Returns whether a party may play a move again that was taken back.
    pub(super) fn may_redo(&self, party: Party) -> bool {
        self.acting(party).is_some() && self.session.clone().redo(1).is_ok()
    }

    pub(super) fn undo(&mut self, party: Party) -> Handled {
        match self.before_last_choice(party) {
            Some(ply) if self.may_undo(party) => self.back(party, ply),
            _ => Handled::reply(self.refusal("no-move-to-undo")),
        }
    }

    /// Goes back to the position after a number of plies.
    pub(super) fn back(&mut self, party: Party, ply: usize) -> Handled {
        if !self.may_go_back() || self.seats_of(party).is_empty() {
            return Handled::reply(self.refusal("back-impossible"));
        }
        if ply >= self.session.ply() {
            return Handled::reply(self.refusal("not-that-long"));
        }
        // A choice that nobody knows yet concerns its player alone. But with a clock, a player could use the time of the others, and
        // after the game it would go on.
        let is_free = self.clock.is_none() && self.agreed.is_none();
        let waiting = self.waiting_choice(party).filter(|_| is_free);
        if let Some((_, seat)) = waiting.filter(|(at, _)| *at == ply) {
            return self.done(TableRecord::Retract { seat: seat.0 });
        }
        match self.is_harmless(party, ply) {
            true => self.done(TableRecord::Back { ply }),
            false => self.propose(party, Wish::Back(ply)),
        }
    }

    /// Returns whether a party may go back without a question: nothing was hidden or drawn since, no other person has
    /// moved, nobody has ended the game, and there is no clock.
    fn is_harmless(&self, party: Party, ply: usize) -> bool {
        let seats = self.seats_of(party);
        let since = self.session.history().iter().skip(ply);
        let is_own = |actor| match actor {
            Actor::Player(seat) => seats.contains(&seat) || self.seats[seat.index()].bot.is_some(),
            Actor::Chance => false,
        };
        // With a clock, each move that is played again would add time. A draw or a resignation concerns the others, too.
        let is_free = self.clock.is_none()
            && self.agreed.is_none()
            && !self.session.rules().hides_something();
        is_free && since.map(|ply| ply.actor).all(is_own)
    }

    pub(super) fn redo(&mut self, party: Party) -> Handled {
        match self.acting(party) {
            Some(_) => self.done(TableRecord::Redo),
            None => Handled::reply(self.not_your_turn()),
        }
    }
}
