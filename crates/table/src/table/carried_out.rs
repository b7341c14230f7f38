//! Records are carried out: what was done at the table changes the game, the seats or the clock.

use super::{Agreed, Handled, Table};
use crate::message::ServerMessage;
use crate::record::TableRecord;
use linstock_model::SeatId;
use linstock_play::{Order, Refusal};

impl Table {
    /// Carries out a record, and keeps it.
    pub(super) fn done(&mut self, record: TableRecord) -> Handled {
        let position = self.session.first_waiting();
        if let Err(refusal) = self.apply(&record) {
            return Handled::reply(self.refused(&refusal));
        }
        let mut records = vec![record];
        if let Some(times) = self.times_after(&records[0])
            && self.apply(&times).is_ok()
        {
            records.push(times);
        }
        self.records.extend(records.iter().cloned());
        if let Some(outdated) = &mut self.outdated {
            outdated.extend(records.iter().cloned());
        }
        self.seq += records.len() as u64;
        match self.waiting_after(&records[0], position) {
            Some(seat) => self.seats[seat.index()].chose_at = self.seq,
            None if records[0].is_of_game() => self.game_since = self.seq,
            None => (),
        }
        self.explain();
        Handled {
            records,
            ..Handled::changed()
        }
    }

    /// Returns the seat of a choice, or of one that was taken back, if the choice waits for those of others: `position` plies led to the
    /// position before it, and still do.
    fn waiting_after(&self, record: &TableRecord, position: usize) -> Option<SeatId> {
        let seat = match record {
            TableRecord::Play { player, .. } => self.model().seat(player)?,
            TableRecord::Retract { seat } => SeatId(*seat),
            _ => return None,
        };
        (self.session.first_waiting() == position).then_some(seat)
    }

    /// Makes the answer to a refused request.
    pub(super) fn refused(&self, refusal: &Refusal) -> ServerMessage {
        ServerMessage::refused(self.plain_refusal(refusal))
    }

    /// Writes a refusal. Where something is hidden, it does not say which values made a rule fail.
    pub(super) fn plain_refusal(&self, refusal: &Refusal) -> String {
        match self.session.rules().hides_something() {
            true => refusal.without_secrets("`linstock play` shows more"),
            false => refusal.to_string(),
        }
    }

    /// Carries out a record.
    pub(super) fn apply(&mut self, record: &TableRecord) -> Result<(), Refusal> {
        let unknown = || Refusal::BadRequest("the table has no such seat".to_owned());
        match record {
            TableRecord::Play { player, text } => {
                let order = Order {
                    actor: Some(self.session.actor(player)?),
                    text: text.clone(),
                };
                self.session.play(&[order])?;
                self.proposal = None;
            }
            TableRecord::Back { ply } => {
                self.session.back_to(*ply)?;
                self.proposal = None;
                self.agreed = None;
            }
            TableRecord::Redo => self.session.redo(1)?,
            TableRecord::Retract { seat } => self.session.retract(SeatId(*seat))?,
            TableRecord::Claim { seat } => {
                let seat = self.seats.get_mut(usize::from(*seat)).ok_or_else(unknown)?;
                seat.is_claimed = true;
            }
            TableRecord::Name { seat, name } => {
                let seat = self.seats.get_mut(usize::from(*seat)).ok_or_else(unknown)?;
                seat.called = (!name.is_empty()).then(|| name.clone());
            }
            TableRecord::Bot { seat, skill } => {
                let seat = self.seats.get_mut(usize::from(*seat)).ok_or_else(unknown)?;
                seat.bot.clone_from(skill);
            }
            TableRecord::Link { seat, token } => {
                let seat = self.seats.get_mut(usize::from(*seat)).ok_or_else(unknown)?;
                seat.token = *token;
                seat.is_claimed = false;
            }
            TableRecord::Leave { seat } => {
                self.proposal = None;
                let seat = self.seats.get_mut(usize::from(*seat)).ok_or_else(unknown)?;
                seat.is_claimed = false;
                seat.called = None;
            }
            TableRecord::Times { left } => {
                if let Some(clock) = &mut self.clock
                    && clock.left.len() == left.len()
                {
                    clock.left.clone_from(left);
                }
            }
            TableRecord::TimeOver { seat } if usize::from(*seat) < self.seats.len() => {
                self.time_is_over(SeatId(*seat));
            }
            TableRecord::TimeOver { .. } => return Err(unknown()),
            TableRecord::NewGame { seed } => self.begin_again(*seed)?,
            TableRecord::Resign { seat } => self.end_with(Agreed::Resigned(SeatId(*seat))),
            TableRecord::Draw => self.end_with(Agreed::Draw),
        }
        Ok(())
    }

    /// Ends the game, and drops the open proposal.
    pub(super) fn end_with(&mut self, agreed: Agreed) {
        self.agreed = Some(agreed);
        self.proposal = None;
    }

    /// Finds what the list of moves says about each new ply: its clauses; or, where something is hidden and clauses could tell what was
    /// chosen, the pieces that it has put on the board.
    pub(super) fn explain(&mut self) {
        let plies = self.session.ply();
        self.put.truncate(plies);
        self.clauses.truncate(plies);
        if self.session.rules().hides_something() {
            for ply in self.put.len()..plies {
                self.put.push(self.session.put_pieces(ply).join(", "));
            }
            return;
        }
        for tags in self.session.explained_each(self.clauses.len()) {
            let names = tags.iter().map(|tag| self.model().tag(*tag).to_owned());
            let names = names.collect();
            self.clauses.push(names);
        }
    }

    /// Plays the move of a computer player. A computer player that cannot choose leaves its seat.
    pub fn computer_plays(&mut self, seat: SeatId, chosen: Result<String, String>) -> Handled {
        let player = self.model().players[seat.index()].clone();
        let played = chosen.map(|text| self.done(TableRecord::Play { player, text }));
        match played {
            Ok(played) if played.is_changed => played,
            _ => self.done(TableRecord::Bot {
                seat: seat.0,
                skill: None,
            }),
        }
    }

    /// Carries out a record of the program, such as a name from the command line.
    ///
    /// # Errors
    /// If the table cannot do it.
    pub fn record(&mut self, record: TableRecord) -> Result<(), Refusal> {
        self.apply(&record)?;
        self.records.push(record);
        self.seq += 1;
        Ok(())
    }
}
