//! Games that go on under other rules: the rules of a saved game have changed, or the host has edited them.

use super::requests::ONLY_HOST;
use super::{Handled, Party, Table};
use crate::message::ServerMessage;
use crate::record::{TableRecord, TableStart, last_game};
use crate::studio::{NewRules, RulesAccess};
use linstock_base::plural;
use linstock_play::{Actor, Refusal, Save, Session};

impl Table {
    /// Finds a table again whose rules have a mistake now. Its people keep their seats, and its game goes on when [`Table::renew`] gives it
    /// rules. Until then it has a game of other rules, without moves and for as many players.
    ///
    /// # Errors
    /// If the records do not fit the table.
    pub fn with_broken_rules(
        start: TableStart,
        records: Vec<TableRecord>,
        instead: Session,
    ) -> Result<Self, Refusal> {
        let mut table = Self::of(start, instead);
        let last = last_game(&records);
        for (at, record) in records.iter().enumerate() {
            // The times of the players are those of the last game.
            let is_time = at >= last && matches!(record, TableRecord::Times { .. });
            if is_time || !record.is_of_one_game() {
                table.apply(record)?;
            }
        }
        table.seq += records.len() as u64;
        table.game_since = table.seq;
        table.outdated = Some(records);
        table.has_broken_rules = true;
        Ok(table)
    }

    /// Returns how the game of a table began whose rules have a mistake now; `None` if its rules are right.
    #[must_use]
    pub fn broken_start(&self) -> Option<&Save> {
        self.has_broken_rules.then_some(&self.start.save)
    }

    /// Says what the host may do with the rules.
    pub fn set_access(&mut self, access: RulesAccess) {
        self.access = access;
    }

    /// Plays the moves of a saved game again under the rules of today, as far as they are legal.
    pub(super) fn replay(&mut self, party: Party) -> Handled {
        if party != Party::Host {
            return Handled::reply(self.refusal(ONLY_HOST));
        }
        if self.has_broken_rules {
            return Handled::reply(self.refusal("rules-wrong"));
        }
        let Some(records) = self.outdated.take() else {
            return Handled::reply(self.refusal("rules-not-changed"));
        };
        self.start.save = Save::of(&self.session);
        self.records.clear();
        let stopped = self
            .apply_legal(records)
            .map(|why| self.plain_refusal(&why));
        self.seq += 1;
        self.game_since = self.seq;
        self.explain();
        let note = match stopped {
            None => "replayed",
            Some(_) => "replayed-in-part",
        };
        Handled {
            replies: vec![ServerMessage::answer(
                self.outcome_of_replay(stopped.as_deref()),
            )],
            notes: vec![ServerMessage::answer(self.words().say(note))],
            is_rewritten: true,
            ..Handled::changed()
        }
    }

    /// Goes on under other rules. Also returns what the host is told.
    ///
    /// # Errors
    /// If a move is no longer legal, unless the game may go back to before it; if the game cannot begin under these rules. Then the
    /// table stays as it is.
    pub fn renew(&mut self, new: &NewRules) -> Result<(Handled, String), String> {
        let (rules, sources) = (new.rules.clone(), Some(new.sources.clone()));
        let is_same = self.outdated.is_none() && !self.start.save.is_of_other_rules(&new.rules);
        let begun = self.start.save.play_under(rules, sources);
        let begun = begun.map_err(|refusal| refusal.to_string())?;
        if begun.session.model().seats() != self.seats.len() {
            let text =
                "the rules are for another number of players now: begin a new table to play them";
            return Err(text.to_owned());
        }
        let mut start = self.start.clone();
        start.save = Save::of(&begun.session);
        let mut next = Self::of(start, begun.session);
        let records = self.outdated.as_ref().unwrap_or(&self.records).clone();
        let stopped = next.apply_legal(records);
        let stopped = stopped.map(|why| next.plain_refusal(&why));
        if let Some(why) = stopped.as_ref().filter(|_| !new.goes_back) {
            let stays = match self.has_broken_rules {
                true => "the game waits",
                false => "the game stays under the old rules",
            };
            let lost = self.lost_moves(next.session.ply());
            let back = lost.map_or(String::new(), |lost| {
                format!(" (going on takes back {})", plural(lost, "move"))
            });
            return Err(format!(
                "{stays}, because a move is no longer legal{back}: {why}"
            ));
        }
        next.seq = self.seq + 1;
        next.game_since = next.seq;
        if stopped.is_none() {
            next.clock.clone_from(&self.clock);
            next.proposal = self.proposal.take();
            if is_same {
                next.game_since = self.game_since;
                next.clauses = std::mem::take(&mut self.clauses);
                next.put = std::mem::take(&mut self.put);
            }
        }
        next.unkept = self.unkept.take();
        next.access = self.access.clone();
        next.language = self.language;
        next.explain();
        let outcome = match is_same {
            true => "the rules mean the same as before".to_owned(),
            false => self.outcome_of_replay(stopped.as_deref()),
        };
        let notes = match (is_same, stopped.is_some()) {
            (true, _) => Vec::new(),
            (false, false) => vec![ServerMessage::answer(self.words().say("rules-edited"))],
            (false, true) => vec![self.lost_note(next.session.ply())],
        };
        *self = next;
        let handled = Handled {
            notes,
            is_rewritten: true,
            ..Handled::changed()
        };
        Ok((handled, outcome))
    }

    /// Keeps records, and carries out those about seats and those of the last game, up to the first that is not legal. Returns why
    /// it stopped.
    fn apply_legal(&mut self, records: Vec<TableRecord>) -> Option<Refusal> {
        let last = last_game(&records);
        let mut stopped = None;
        for (at, record) in records.into_iter().enumerate() {
            if record.is_of_one_game() && at < last {
                self.records.push(record);
                continue;
            }
            if record.is_of_one_game() && stopped.is_some() {
                continue;
            }
            match self.apply(&record) {
                Ok(()) => self.records.push(record),
                Err(refusal) => stopped = Some(refusal),
            }
        }
        stopped
    }

    /// Tells all pages that the rules have changed, and how many moves were taken back because one is no longer legal. The reason could
    /// be a secret. `kept` is the number of plies that are left.
    fn lost_note(&self, kept: usize) -> ServerMessage {
        let words = self.words();
        ServerMessage::answer(match self.lost_moves(kept) {
            None => words.say("rules-edited-before"),
            Some(1) => words.say("rules-edited-back-one"),
            Some(count) => words.with("rules-edited-back", &[("count", &count)]),
        })
    }

    /// Returns how many moves are taken back if a number of plies is kept: at least one. Returns `None` if the rules have changed since the
    /// table was saved: its game is not in the session yet.
    fn lost_moves(&self, kept: usize) -> Option<usize> {
        let lost = self.session.history().iter().skip(kept);
        let lost = lost.filter(|ply| ply.actor != Actor::Chance).count();
        self.outdated.is_none().then_some(lost.max(1))
    }

    /// Says how far the moves are legal under the new rules.
    fn outcome_of_replay(&self, stopped: Option<&str>) -> String {
        match stopped {
            None => self.words().say("replay-legal"),
            Some(why) => self.words().with("replay-stopped", &[("why", &why)]),
        }
    }
}
