//! What people are called.

use super::{Handled, Party, Table};
use crate::message::ServerMessage;
use crate::record::TableRecord;
use crate::table::requests::NO_SEAT;
use linstock_base::SheetPhrasing;
use linstock_model::SeatId;
use linstock_play::{Actor, Observation, Session, Viewer, is_unsafe};

/// The longest name that a person may give, in characters.
const LONGEST: usize = 40;

/// Returns what a name looks like: joiners are invisible, and capital letters do not tell names apart.
fn folded(name: &str) -> String {
    let seen = name
        .chars()
        .filter(|c| !matches!(c, '\u{200c}' | '\u{200d}'));
    seen.collect::<String>().to_lowercase()
}

impl Table {
    /// Makes the record that gives the person in a seat a name; an empty one takes it away. Characters that are invisible or reverse the
    /// direction of the text are left out.
    ///
    /// # Errors
    /// A sentence if somebody else has this name.
    pub fn naming(&self, seat: SeatId, name: &str) -> Result<TableRecord, String> {
        let shown: String = name.chars().filter(|c| !is_unsafe(*c)).collect();
        let words: Vec<&str> = shown.split_whitespace().collect();
        let cut: String = words.join(" ").chars().take(LONGEST).collect();
        let name = cut.trim_end().to_owned();
        let is_same = |other: &str| folded(other) == folded(&name);
        let names_of = |seat: SeatId| {
            let player = self.model().players[seat.index()].as_str();
            let called = self.seats[seat.index()].called.as_deref();
            [Some(player), Some(self.model().title(player)), called]
        };
        let mut others = self.model().seat_ids().filter(|other| *other != seat);
        if others.any(|other| names_of(other).into_iter().flatten().any(is_same)) {
            return Err(self.words().with("called-already", &[("name", &name)]));
        }
        let seat = seat.0;
        Ok(TableRecord::Name { seat, name })
    }

    /// A person gives a name. A person who plays for several seats gives it to the first of them.
    pub(super) fn name(&mut self, party: Party, name: &str) -> Handled {
        let Some(seat) = self.seats_of(party).into_iter().next() else {
            return Handled::reply(self.refusal(NO_SEAT));
        };
        match self.naming(seat, name) {
            Ok(record) => self.done(record),
            Err(refused) => Handled::reply(ServerMessage::refused(refused)),
        }
    }

    /// Names the player in a seat: the title of the seat, after the name that the person has given.
    pub(super) fn called(&self, seat: SeatId) -> String {
        let title = self.model().title(&self.model().players[seat.index()]);
        match &self.seats[seat.index()].called {
            Some(called) => format!("{called} ({title})"),
            None => title.to_owned(),
        }
    }

    /// Names an actor.
    pub(super) fn actor_called(&self, actor: Actor) -> String {
        match actor {
            Actor::Player(seat) => self.called(seat),
            Actor::Chance => SheetPhrasing(self.language()).chance_name(),
        }
    }

    /// Names the people of a party.
    pub(super) fn name_of(&self, party: Party) -> String {
        let seats = self.seats_of(party).into_iter();
        let names: Vec<String> = seats.map(|seat| self.called(seat)).collect();
        names.join(", ")
    }

    /// Returns what a viewer sees of a game, with the names of the people.
    pub(super) fn observed<'a>(&self, game: &'a Session, viewer: Viewer) -> Observation<'a> {
        let names = self.model().seat_ids().map(|seat| self.called(seat));
        Observation::new(game, viewer).with_names(names.collect())
    }
}
