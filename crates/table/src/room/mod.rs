//! A table with the pages that show it: each gets what its party may know, and those that do not read are cut off.

mod snapshots;
#[cfg(test)]
mod tests;

use crate::changes::SnapshotText;
use crate::journal::{Computers, Journal};
use crate::message::{ClientMessage, ServerMessage};
use crate::record::{TableRecord, line};
use crate::studio::NewRules;
use crate::table::{Handled, Party, Table, TableWork};
use crate::token::LinkToken;
use linstock_base::Language;
use linstock_model::SeatId;
use linstock_play::Session;
use snapshots::SharedSnapshots;
use std::collections::BTreeMap;
use std::fmt;
use tokio::sync::mpsc;
use tokio::time::{Duration, Instant};

/// The most messages that wait for a page. A page that does not read them is cut off.
const MOST_WAITING: usize = 64;
/// The most pages that watch a table.
const MOST_WATCHING: usize = 64;
/// The most pages of a seat, and of the host.
const MOST_OF_PARTY: usize = 8;

/// A text for several pages.
pub(crate) type SharedText = axum::extract::ws::Utf8Bytes;

/// Why a page does not join a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JoinRefusal {
    /// The link is not one of this table.
    WrongLink,
    /// As many people watch as can.
    Full,
}

#[derive(Debug)]
struct Page {
    party: Party,
    /// Whether it wants to see the board from its other side; without a wish, that is so by default.
    turned: Option<bool>,
    /// It waits for a hint.
    waits: bool,
    /// The snapshot that it has.
    shown: Option<SnapshotText>,
    queue: mpsc::Sender<SharedText>,
}

/// What a computer player needs to choose a move.
#[derive(Debug)]
pub(crate) struct ComputerTurn {
    pub(crate) session: Session,
    pub(crate) seat: SeatId,
    pub(crate) skill: String,
    pub(crate) seq: u64,
}

/// The request of a page that has its answer, and of which the others do not know yet.
#[derive(Default)]
#[must_use]
pub(crate) struct AnsweredRequest {
    /// What the request needs besides.
    pub(crate) work: Option<TableWork>,
    /// The page.
    page: u64,
    /// What the other pages share, if the table has changed.
    shared: Option<SharedSnapshots>,
    /// What they read.
    notes: Vec<ServerMessage>,
}

/// A table with its pages.
pub struct Room {
    table: Table,
    journal: Box<dyn Journal>,
    pages: BTreeMap<u64, Page>,
    /// The number of the next page.
    next: u64,
    /// The journal lacks lines.
    has_gap: bool,
    /// When somebody came, left or asked for something.
    touched: Instant,
    /// When the table's clock was last looked at.
    clock_at: Instant,
    /// Somebody lets the computer players of the table move.
    pub(crate) is_driven: bool,
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Room")
            .field("id", &self.table.id())
            .finish_non_exhaustive()
    }
}

impl Room {
    /// Makes the room of a table, whose lines the journal has.
    #[must_use]
    pub fn new(table: Table, journal: Box<dyn Journal>) -> Self {
        Self {
            table,
            journal,
            pages: BTreeMap::new(),
            next: 0,
            has_gap: false,
            touched: Instant::now(),
            clock_at: Instant::now(),
            is_driven: false,
        }
    }

    /// Chooses the language of the page; without a choice, it is that of the rules.
    pub fn set_language(&mut self, language: Option<Language>) {
        self.table.set_language(language);
    }

    /// Returns the table.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Adds a page; returns its number and its messages. People who watch take no room from those who play. If a seat or the host
    /// has too many pages, the oldest is cut off: it may be one that a lost connection left behind.
    ///
    /// # Errors
    /// Why it does not join.
    pub(crate) fn join(
        &mut self,
        token: Option<&str>,
    ) -> Result<(u64, mpsc::Receiver<SharedText>), JoinRefusal> {
        let party = self.table.party(token).ok_or(JoinRefusal::WrongLink)?;
        let of_party = self.pages.iter().filter(|(_, page)| page.party == party);
        let of_party: Vec<u64> = of_party.map(|(id, _)| *id).collect();
        match party {
            Party::Watcher if of_party.len() >= MOST_WATCHING => return Err(JoinRefusal::Full),
            Party::Watcher => {}
            Party::Seat(_) | Party::Host if of_party.len() >= MOST_OF_PARTY => {
                let oldest = of_party[0];
                self.tell(oldest, &ServerMessage::bye("too-many-pages"));
                self.pages.remove(&oldest);
            }
            Party::Seat(_) | Party::Host => {}
        }
        self.spend();
        self.touched = Instant::now();
        let (queue, messages) = mpsc::channel(MOST_WAITING);
        let id = self.next;
        self.next += 1;
        self.pages.insert(
            id,
            Page {
                party,
                turned: None,
                waits: false,
                shown: None,
                queue,
            },
        );
        let handled = self.table.arrive(party);
        self.keep(&handled);
        self.show();
        Ok((id, messages))
    }

    /// Removes a page.
    pub(crate) fn leave(&mut self, id: u64) {
        self.touched = Instant::now();
        // A page that is gone already was cut off, and the others do not know it yet.
        let page = self.pages.remove(&id);
        if page.is_none_or(|page| page.party != Party::Watcher) {
            self.spend();
            self.show();
        }
    }

    /// Carries out the request of a page, and answers it. The other pages learn of it by [`Room::tell_others`], so that the answer need
    /// not wait for them.
    pub(crate) fn request(
        &mut self,
        id: u64,
        message: ClientMessage,
        with: (&dyn Computers, LinkToken),
    ) -> AnsweredRequest {
        let Some(page) = self.pages.get_mut(&id) else {
            return AnsweredRequest::default();
        };
        let party = page.party;
        self.touched = Instant::now();
        if let ClientMessage::Turn { turned } = message {
            page.turned = Some(turned);
            self.show_to(&[id]);
            return AnsweredRequest::default();
        }
        // A move that comes too late meets a game that is over.
        if self.spend() {
            self.show();
        }
        let is_text = matches!(message, ClientMessage::Say { .. });
        let handled = self.table.handle(party, message, with);
        self.keep(&handled);
        self.cut_gone(&handled);
        if is_text {
            let changed = handled.is_changed;
            self.tell(id, &ServerMessage::Heard { changed });
        }
        let mut shared = handled.is_changed.then(|| self.shared_snapshots());
        if let Some(shared) = &mut shared {
            self.show_with(shared, &[id]);
        }
        // Replies follow notes, so that the page that asked shows its reply.
        for message in handled.notes.iter().chain(&handled.replies) {
            self.tell(id, message);
        }
        AnsweredRequest {
            work: handled.work,
            page: id,
            shared,
            notes: handled.notes,
        }
    }

    /// Tells all pages what has changed, except the page that asked.
    pub(crate) fn tell_others(&mut self, mut answered: AnsweredRequest) {
        let others = self.pages.keys().copied();
        let others: Vec<u64> = others.filter(|id| *id != answered.page).collect();
        if let Some(shared) = &mut answered.shared {
            self.show_with(shared, &others);
        }
        self.tell_each(&others, &answered.notes);
    }

    /// Cuts off the pages of a seat that somebody left, or whose link was replaced.
    fn cut_gone(&mut self, handled: &Handled) {
        for record in &handled.records {
            let seat = match record {
                TableRecord::Link { seat, .. } | TableRecord::Leave { seat } => SeatId(*seat),
                _ => continue,
            };
            let of_seat = self.pages.iter();
            let of_seat = of_seat.filter(|(_, page)| page.party == Party::Seat(seat));
            let gone: Vec<u64> = of_seat.map(|(id, _)| *id).collect();
            for id in gone {
                if let TableRecord::Leave { .. } = record {
                    self.tell(id, &ServerMessage::bye("left"));
                }
                self.pages.remove(&id);
            }
        }
    }

    /// Takes the time that has passed from the players who are to move. Returns whether that ended the game.
    fn spend(&mut self) -> bool {
        let now = Instant::now();
        let passed = now.duration_since(self.clock_at).as_millis();
        self.clock_at = now;
        let handled = self.table.spend(u64::try_from(passed).unwrap_or(u64::MAX));
        self.keep(&handled);
        handled.is_changed
    }

    /// Returns whether nobody is there, and nobody was for a time.
    pub(crate) fn is_untouched_for(&self, time: Duration) -> bool {
        self.pages.is_empty() && self.touched.elapsed() > time
    }

    /// Ends the game of a player who has no time left.
    pub(crate) fn tick(&mut self) {
        if self.table.is_timed() && self.spend() {
            self.show();
        }
    }

    /// Notes that a page waits for a hint, or no longer does. Returns whether it did before, or is gone.
    pub(crate) fn set_waiting(&mut self, id: u64, waits: bool) -> bool {
        let page = self.pages.get_mut(&id);
        page.is_none_or(|page| std::mem::replace(&mut page.waits, waits))
    }

    /// Sends a message to one page.
    pub(crate) fn tell(&mut self, id: u64, message: &ServerMessage) {
        let text = SharedText::from(message.text());
        self.send(id, text);
    }

    /// Sends messages to all pages.
    fn tell_all(&mut self, notes: &[ServerMessage]) {
        let ids: Vec<u64> = self.pages.keys().copied().collect();
        self.tell_each(&ids, notes);
    }

    fn tell_each(&mut self, ids: &[u64], notes: &[ServerMessage]) {
        for note in notes {
            let text = SharedText::from(note.text());
            for id in ids {
                self.send(*id, text.clone());
            }
        }
    }

    fn send(&mut self, id: u64, text: SharedText) {
        let page = self.pages.get(&id);
        let is_sent = page.is_none_or(|page| page.queue.try_send(text).is_ok());
        if !is_sent {
            self.pages.remove(&id);
        }
    }

    /// Writes what was done to the disk, before anybody learns of it.
    fn keep(&mut self, handled: &Handled) {
        if handled.records.is_empty() && !handled.is_rewritten {
            return;
        }
        let written = match self.has_gap || handled.is_rewritten {
            true => self.journal.rewrite(&self.table.lines()),
            false => {
                let lines: Vec<String> = handled.records.iter().map(line).collect();
                self.journal.append(&lines)
            }
        };
        self.has_gap = written.is_err();
        self.table.kept(written.err());
    }

    /// Goes on under other rules, and tells everybody. Returns what the host is told.
    ///
    /// # Errors
    /// Why the game stays under the old rules.
    pub(crate) fn renew(&mut self, new: &NewRules) -> Result<String, String> {
        if self.spend() {
            self.show();
        }
        let (handled, outcome) = self.table.renew(new)?;
        // The players did not use the time of the replay.
        self.clock_at = Instant::now();
        self.keep(&handled);
        self.show();
        self.tell_all(&handled.notes);
        Ok(outcome)
    }

    /// Returns what the computer player that is to move needs; `None` if a person is to move.
    pub(crate) fn computer_turn(&self) -> Option<ComputerTurn> {
        let (seat, skill) = self.table.computer_to_move()?;
        Some(ComputerTurn {
            session: self.table.session().clone(),
            seat,
            skill: skill.to_owned(),
            seq: self.table.seq(),
        })
    }

    /// Plays the move of a computer player, unless the table has changed since.
    pub(crate) fn computer_plays(&mut self, turn: &ComputerTurn, chosen: Result<String, String>) {
        self.spend();
        if self.table.seq() != turn.seq {
            return self.show();
        }
        let handled = self.table.computer_plays(turn.seat, chosen);
        self.keep(&handled);
        self.show();
    }
}
