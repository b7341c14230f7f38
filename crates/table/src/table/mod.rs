//! A table: a game, its seats, and who may do what. It has no sockets and no clock.

mod ahead;
mod carried_out;
mod clock;
mod moves;
mod names;
mod past;
mod renewal;
mod requests;
mod shown;
mod sitting;
mod snapshot;
mod typed_text;
mod undo;

pub use clock::ClockSetting;

use crate::message::ServerMessage;
use crate::page_words::TableWords;
use crate::record::{TableRecord, TableStart, last_game, line};
use crate::studio::RulesAccess;
use crate::token::LinkToken;
use clock::TableClock;
use linstock_base::{Language, Sources};
use linstock_engine::vm::Turn;
use linstock_model::{Model, SeatId};
use linstock_play::sheet::ExampleFiles;
use linstock_play::{Refusal, Rules, Save, Session};
use std::sync::Arc;

/// Who speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Party {
    /// Somebody who watches.
    Watcher,
    /// The person with a seat's own link.
    Seat(SeatId),
    /// The person who opened the table.
    Host,
}

/// A seat of a table.
#[derive(Clone, Debug)]
struct TableSeat {
    token: LinkToken,
    /// Somebody has opened its own link.
    is_claimed: bool,
    /// What the person is called.
    called: Option<String>,
    /// The skill of its computer player.
    bot: Option<String>,
    /// The number of the snapshot that first showed its last choice, or that it took this choice back.
    chose_at: u64,
}

/// How a game ended that the rules did not end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Agreed {
    Resigned(SeatId),
    TimeOver(SeatId),
    Draw,
}

/// What the players must agree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wish {
    Draw,
    /// To go back to a number of plies.
    Back(usize),
    /// To begin another game.
    NewGame {
        seed: u64,
    },
}

/// A question to players.
#[derive(Clone, Debug)]
struct Proposal {
    wish: Wish,
    /// The number of the snapshot that first showed it.
    since: u64,
    by: Party,
    /// Who has not answered.
    waiting: Vec<Party>,
}

/// Work that a request asks for, which takes time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableWork {
    /// A hint for a seat.
    Hint(SeatId),
}

/// What a request has done.
#[derive(Clone, Debug, Default)]
pub struct Handled {
    /// Messages to the page that asked.
    pub replies: Vec<ServerMessage>,
    /// Messages to all pages.
    pub notes: Vec<ServerMessage>,
    /// What is to be kept before anybody learns of it.
    pub records: Vec<TableRecord>,
    /// Whether all pages need a new snapshot.
    pub is_changed: bool,
    /// Whether all records are to be written anew.
    pub is_rewritten: bool,
    /// What is to be done next.
    pub work: Option<TableWork>,
}

impl Handled {
    fn reply(message: ServerMessage) -> Self {
        Self {
            replies: vec![message],
            ..Self::default()
        }
    }

    fn changed() -> Self {
        Self {
            is_changed: true,
            ..Self::default()
        }
    }
}

/// How a table is begun.
#[derive(Clone, Debug)]
pub struct BegunTable {
    /// Its public name.
    pub id: String,
    /// The secret of the host's link.
    pub host: LinkToken,
    /// The secret of each seat's link, at least as many as there are seats.
    pub seats: Vec<LinkToken>,
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    start: TableStart,
    /// What was done since the start.
    records: Vec<TableRecord>,
    session: Session,
    seats: Vec<TableSeat>,
    /// The number of the last snapshot.
    seq: u64,
    /// The number of the snapshot that first showed the position as it is now. Choices that wait for those of others do not change it.
    game_since: u64,
    /// The names of the clauses that decided each ply; empty where something is hidden.
    clauses: Vec<Vec<String>>,
    /// The pieces that each ply has put on the board, if its text does not say it; see `Session::put_pieces`.
    put: Vec<String>,
    clock: Option<TableClock>,
    proposal: Option<Proposal>,
    agreed: Option<Agreed>,
    /// The records of a saved game whose rules have changed since.
    outdated: Option<Vec<TableRecord>>,
    /// Whether the rules of a saved game have a mistake now. The session is then one of rules without moves.
    has_broken_rules: bool,
    /// Why the game is not kept.
    unkept: Option<String>,
    /// What the host may do with the rules.
    access: RulesAccess,
    /// The files with the examples of clauses.
    examples: Arc<ExampleFiles>,
    /// The language of the page; by default that of the rules.
    language: Option<Language>,
}

impl Table {
    /// Begins a table with a game of which no move was played.
    #[must_use]
    pub fn begin(session: Session, begun: BegunTable) -> Self {
        let count = session.model().seats();
        let start = TableStart {
            id: begun.id,
            host: begun.host,
            seats: begun.seats.into_iter().take(count).collect(),
            save: Save::of(&session),
            clock: None,
        };
        Self::of(start, session)
    }

    fn of(start: TableStart, session: Session) -> Self {
        let seat = |token: &LinkToken| TableSeat {
            token: *token,
            is_claimed: false,
            called: None,
            bot: None,
            chose_at: 0,
        };
        let seats: Vec<TableSeat> = start.seats.iter().map(seat).collect();
        let clock = start.clock.map(|clock| TableClock::new(clock, seats.len()));
        let mut table = Self {
            seats,
            clock,
            start,
            records: Vec::new(),
            clauses: Vec::new(),
            put: Vec::new(),
            session,
            seq: 1,
            game_since: 1,
            proposal: None,
            agreed: None,
            outdated: None,
            has_broken_rules: false,
            unkept: None,
            access: RulesAccess::default(),
            examples: Arc::default(),
            language: None,
        };
        table.explain();
        table
    }

    /// Finds a table again from its records. If its rules have changed since, its moves are not played.
    ///
    /// # Errors
    /// If the records do not fit the game.
    pub fn restore(
        start: TableStart,
        records: Vec<TableRecord>,
        (rules, sources): (Arc<Rules>, Option<Arc<Sources>>),
    ) -> Result<Self, Refusal> {
        let other = start.save.is_of_other_rules(&rules);
        let begun = start.save.play_under(rules, sources)?;
        let mut table = Self::of(start, begun.session);
        if table.seats.len() != table.session.model().seats() {
            return Err(Refusal::BadSave(
                "the game has another number of players".to_owned(),
            ));
        }
        let is_play = |record: &TableRecord| {
            matches!(
                record,
                TableRecord::Play { .. }
                    | TableRecord::Back { .. }
                    | TableRecord::Redo
                    | TableRecord::Retract { .. }
                    | TableRecord::NewGame { .. }
            )
        };
        let last = last_game(&records);
        for (at, record) in records.iter().enumerate() {
            let is_over = at < last && record.is_of_one_game();
            let is_left_out = is_over || other && is_play(record);
            if !is_left_out {
                table.apply(record)?;
            }
        }
        table.seq += records.len() as u64;
        table.game_since = table.seq;
        match other {
            true => table.outdated = Some(records),
            false => table.records = records,
        }
        table.explain();
        Ok(table)
    }

    /// Returns all lines of the table's records.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let records = self.outdated.as_ref().unwrap_or(&self.records);
        std::iter::once(line(&self.start))
            .chain(records.iter().map(line))
            .collect()
    }

    /// Returns the public name of the table.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.start.id
    }

    /// Returns the secret of the host's link.
    #[must_use]
    pub fn host(&self) -> LinkToken {
        self.start.host
    }

    /// Returns the name of each player in the rules, with the secret of the seat's link.
    pub fn links(&self) -> impl Iterator<Item = (&str, LinkToken)> {
        let players = self.model().players.iter();
        let tokens = self.seats.iter().map(|seat| seat.token);
        players.map(String::as_str).zip(tokens)
    }

    /// Returns the game.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the number of the current snapshot.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns who has a link; without the link of a seat, a watcher.
    #[must_use]
    pub fn party(&self, token: Option<&str>) -> Option<Party> {
        let Some(text) = token else {
            return Some(Party::Watcher);
        };
        let token = LinkToken::read(text)?;
        if self.start.host.is(token) {
            return Some(Party::Host);
        }
        let seats = self.model().seat_ids();
        let mut found = seats.filter(|seat| self.seats[seat.index()].token.is(token));
        found.next().map(Party::Seat)
    }

    /// Says that somebody has come.
    pub fn arrive(&mut self, party: Party) -> Handled {
        match party {
            Party::Seat(seat) if !self.seats[seat.index()].is_claimed => {
                self.done(TableRecord::Claim { seat: seat.0 })
            }
            _ => Handled::default(),
        }
    }

    /// Returns the seats of a party. A host has all seats that nobody else has; where something is hidden, only the first.
    #[must_use]
    pub fn seats_of(&self, party: Party) -> Vec<SeatId> {
        let is_free = |seat: &SeatId| {
            let seat = &self.seats[seat.index()];
            !seat.is_claimed && seat.bot.is_none()
        };
        match party {
            Party::Watcher => Vec::new(),
            Party::Seat(seat) => vec![seat],
            Party::Host if self.session.rules().hides_something() => {
                let mut seats = self.model().seat_ids();
                let first = seats.find(|seat| self.seats[seat.index()].bot.is_none());
                first.filter(is_free).into_iter().collect()
            }
            Party::Host => self.model().seat_ids().filter(is_free).collect(),
        }
    }

    /// Returns the seat of a party that owes a choice.
    #[must_use]
    pub fn acting(&self, party: Party) -> Option<SeatId> {
        let owing = self.owing();
        let mut seats = self.seats_of(party).into_iter();
        seats.find(|seat| owing.contains(seat))
    }

    /// Returns the computer player that is to move, with its skill.
    #[must_use]
    pub fn computer_to_move(&self) -> Option<(SeatId, &str)> {
        let mut owing = self.owing().into_iter();
        owing.find_map(|seat| Some((seat, self.seats[seat.index()].bot.as_deref()?)))
    }

    /// Returns the players who owe a choice.
    fn owing(&self) -> Vec<SeatId> {
        match self.session.turn() {
            Turn::Players(seats) if !self.is_closed() => seats.into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Returns whether nobody may move although the rules may ask somebody.
    fn is_closed(&self) -> bool {
        self.agreed.is_some() || self.outdated.is_some()
    }

    /// Gives the files with the examples of clauses.
    pub fn set_examples(&mut self, examples: ExampleFiles) {
        self.examples = Arc::new(examples);
    }

    /// Returns the files with the examples of clauses.
    pub(crate) fn examples(&self) -> Arc<ExampleFiles> {
        Arc::clone(&self.examples)
    }

    /// Chooses the language of the page and of its answers; without a choice, it is that of the rules.
    pub fn set_language(&mut self, language: Option<Language>) {
        self.language = language;
    }

    /// Returns the language of the page.
    pub(crate) fn language(&self) -> Language {
        self.language.unwrap_or(self.model().sheet.language)
    }

    /// Returns what the table answers, in the language of the page.
    pub(crate) fn words(&self) -> TableWords {
        TableWords(self.language())
    }

    /// Makes a refusal from its key.
    pub(crate) fn refusal(&self, key: &str) -> ServerMessage {
        ServerMessage::refused(self.words().say(key))
    }

    fn model(&self) -> &Model {
        self.session.model()
    }

    /// Says why records could not be kept; `None` if they were.
    pub fn kept(&mut self, failure: Option<String>) {
        self.unkept = failure;
    }
}
