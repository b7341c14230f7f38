//! Requests of pages: each is checked against what its party may do.

use super::{Agreed, Handled, Party, Proposal, Table, TableWork, Wish};
use crate::journal::Computers;
use crate::message::{ClientMessage, ServerMessage};
use crate::record::TableRecord;
use crate::token::LinkToken;
use linstock_draw::PieceLook;
use linstock_model::SeatId;
use linstock_play::sheet::SheetEntryText;
use linstock_play::{Actor, Viewer, WordAnswer, word_answer};

// Keys of answers that several requests have.
pub(super) const NO_SEAT: &str = "no-seat";
pub(super) const ONLY_HOST: &str = "only-host";
const IS_OVER: &str = "is-over";

/// Writes a clause with its remarks.
fn clause_text(entry: &SheetEntryText) -> String {
    let mut text = format!("{}  {}", entry.name, entry.text);
    for (label, lines) in &entry.remarks {
        text.push_str(&format!("\n  {label}: {}", lines.join("\n    ")));
    }
    text
}

impl Table {
    /// Carries out a request. `fresh` is used if a seat gets a new link.
    pub fn handle(
        &mut self,
        party: Party,
        message: ClientMessage,
        (computers, fresh): (&dyn Computers, LinkToken),
    ) -> Handled {
        match message {
            // They concern the page alone.
            ClientMessage::Hello { .. } | ClientMessage::Turn { .. } => Handled::default(),
            ClientMessage::Say { seq, text, sure } => self.say(party, (seq, text.trim(), sure)),
            ClientMessage::Why { text } => Handled::reply(self.why(party, text.trim())),
            ClientMessage::Look { word } => Handled::reply(self.look_at(party, word.trim())),
            ClientMessage::Undo => self.undo(party),
            ClientMessage::Redo => self.redo(party),
            ClientMessage::Back { ply } => self.back(party, ply),
            ClientMessage::OfferDraw => self.offer_draw(party),
            ClientMessage::Answer { seq, yes } => self.answer(party, (seq, yes)),
            ClientMessage::Resign => self.resign(party),
            ClientMessage::Name { name } => self.name(party, &name),
            ClientMessage::Bot { seat, skill } => self.bot(party, (&seat, skill), computers),
            ClientMessage::NewLink { seat } => self.new_link(party, &seat, fresh),
            ClientMessage::Hint => self.hint(party),
            ClientMessage::Leave => self.leave(party),
            ClientMessage::NewGame => self.new_game(party, fresh),
            ClientMessage::Ahead { points, turned } => Handled {
                replies: self.ahead(party, &points, turned).into_iter().collect(),
                ..Handled::default()
            },
            ClientMessage::Past { ply, turned } => Handled::reply(self.past(party, ply, turned)),
            ClientMessage::Replay => self.replay(party),
        }
    }

    /// Returns the seat for which a party may ask something: the one that owes a choice, or its first.
    fn asking(&self, party: Party) -> Option<SeatId> {
        let first = || self.seats_of(party).first().copied();
        self.acting(party).or_else(first)
    }

    /// Returns the viewer whose knowledge a party has.
    #[must_use]
    pub fn viewer(&self, party: Party) -> Viewer {
        self.asking(party).map_or(Viewer::Onlooker, Viewer::Seat)
    }

    /// Explains a move.
    pub(super) fn why(&self, party: Party, text: &str) -> ServerMessage {
        let Some(seat) = self.asking(party) else {
            return self.refusal(NO_SEAT);
        };
        if self.is_closed() {
            return self.refusal(IS_OVER);
        }
        let text = self.as_written(seat, text);
        match self.session.why(Some(Actor::Player(seat)), &text) {
            Ok(why) => {
                let model = self.session.model();
                let entries = || model.sheet.clauses.iter().chain(&model.sheet.readings);
                let clause = |tag: &linstock_model::TagId| {
                    let entry = entries().find(|entry| entry.tag == *tag);
                    let text = entry.map_or("", |entry| entry.text.as_str());
                    format!("\n{}  {text}", model.tag(*tag))
                };
                let clauses: String = why.clauses.iter().map(clause).collect();
                ServerMessage::answer(why.reason + clauses.as_str())
            }
            Err(refusal) => self.refused(&refusal),
        }
    }

    /// Says what a word of the game means. To people who touch a piece of their own while others are to move, it first says who is to move.
    fn look_at(&self, party: Party, word: &str) -> ServerMessage {
        let looked = self.look(party, word);
        let waits = self.acting(party).is_none() && !self.owing().is_empty();
        let (ServerMessage::Note { text, .. }, true) = (&looked, waits) else {
            return looked;
        };
        match (self.has_piece_on(party, word), self.not_your_turn()) {
            (true, ServerMessage::Note { text: whose, .. }) => {
                ServerMessage::answer(format!("{whose}\n{text}"))
            }
            _ => looked,
        }
    }

    /// Returns whether a party sees a piece of its own on a point.
    fn has_piece_on(&self, party: Party, point: &str) -> bool {
        let own = self.seats_of(party);
        let view = self.observed(&self.session, self.viewer(party));
        let scene = view.drawing().filter(|_| !own.is_empty());
        let Some(scene) = scene else {
            return false;
        };
        let points = scene.points();
        let found = points.iter().find(|other| other.name == point);
        let is_own = |piece: &PieceLook| {
            let owner = piece.owner.map(|(_, owner)| owner);
            own.iter().any(|seat| Some(seat.index()) == owner)
        };
        found.is_some_and(|point| point.content.pieces.iter().any(is_own))
    }

    /// Says what a word of the game means.
    pub(super) fn look(&self, party: Party, word: &str) -> ServerMessage {
        match word_answer(&self.session, self.viewer(party), (word, &*self.examples)) {
            Some(WordAnswer::Clause(entry)) => ServerMessage::answer(clause_text(&entry)),
            Some(WordAnswer::Meaning { text, .. }) => ServerMessage::answer(text.trim_end()),
            None => ServerMessage::refused(self.words().with("no-word", &[("word", &word)])),
        }
    }

    fn offer_draw(&mut self, party: Party) -> Handled {
        if self.seats_of(party).is_empty() {
            return Handled::reply(self.refusal(NO_SEAT));
        }
        if self.owing().is_empty() {
            return Handled::reply(self.refusal(IS_OVER));
        }
        let bots = self.seats.iter().any(|seat| seat.bot.is_some());
        if bots {
            return Handled::reply(self.refusal("bots-do-not-agree"));
        }
        self.propose(party, Wish::Draw)
    }

    /// Asks all other parties with a seat, or does it at once if there are none.
    pub(super) fn propose(&mut self, by: Party, wish: Wish) -> Handled {
        let waiting: Vec<Party> = self.others(by);
        if waiting.is_empty() {
            return self.fulfil(wish);
        }
        self.seq += 1;
        let since = self.seq;
        self.proposal = Some(Proposal {
            wish,
            since,
            by,
            waiting,
        });
        Handled::changed()
    }

    /// Lists the other parties of people with a seat.
    pub(super) fn others(&self, than: Party) -> Vec<Party> {
        let claimed = self.model().seat_ids().filter(|seat| {
            let seat = &self.seats[seat.index()];
            seat.is_claimed && seat.bot.is_none()
        });
        let all = std::iter::once(Party::Host).chain(claimed.map(Party::Seat));
        all.filter(|party| *party != than && !self.seats_of(*party).is_empty())
            .collect()
    }

    pub(super) fn fulfil(&mut self, wish: Wish) -> Handled {
        self.done(match wish {
            Wish::Draw => TableRecord::Draw,
            Wish::Back(ply) => TableRecord::Back { ply },
            Wish::NewGame { seed } => TableRecord::NewGame { seed },
        })
    }

    fn answer(&mut self, party: Party, (seq, yes): (u64, bool)) -> Handled {
        let Some(mut proposal) = self.proposal.take() else {
            return Handled::reply(self.refusal("not-proposed"));
        };
        if seq < proposal.since {
            self.proposal = Some(proposal);
            return Handled::reply(self.refusal("changed-since"));
        }
        let is_own = proposal.by == party;
        if !is_own && !proposal.waiting.contains(&party) {
            self.proposal = Some(proposal);
            return Handled::reply(self.refusal("nobody-asked"));
        }
        if !yes || is_own {
            self.seq += 1;
            let (words, name) = (self.words(), self.name_of(party));
            let (text, own) = match is_own {
                true => (
                    words.with("has-withdrawn", &[("name", &name)]),
                    words.say("you-withdrew"),
                ),
                false => (
                    words.with("does-not-agree", &[("name", &name)]),
                    words.say("you-did-not-agree"),
                ),
            };
            let seats = self.seats_of(party).into_iter();
            let seats = seats.map(|seat| self.model().players[seat.index()].clone());
            let seats = seats.collect();
            return Handled {
                notes: vec![ServerMessage::Done { seats, text, own }],
                ..Handled::changed()
            };
        }
        proposal.waiting.retain(|other| *other != party);
        if proposal.waiting.is_empty() {
            return self.fulfil(proposal.wish);
        }
        self.proposal = Some(proposal);
        self.seq += 1;
        Handled::changed()
    }

    fn resign(&mut self, party: Party) -> Handled {
        let Some(seat) = self.asking(party) else {
            return Handled::reply(self.refusal(NO_SEAT));
        };
        if self.owing().is_empty() {
            return Handled::reply(self.refusal(IS_OVER));
        }
        self.done(TableRecord::Resign { seat: seat.0 })
    }

    pub(super) fn hint(&self, party: Party) -> Handled {
        match self.acting(party) {
            Some(seat) => Handled {
                work: Some(TableWork::Hint(seat)),
                ..Handled::default()
            },
            None => Handled::reply(self.not_your_turn()),
        }
    }

    /// Refuses what only the player may do who is to move, and names that player.
    pub(super) fn not_your_turn(&self) -> ServerMessage {
        if self.has_broken_rules {
            return self.refusal("rules-wrong");
        }
        if self.outdated.is_some() {
            return self.refusal("rules-changed-wait");
        }
        let names: Vec<String> = self.owing().iter().map(|seat| self.called(*seat)).collect();
        match names.is_empty() {
            true => self.refusal(IS_OVER),
            false => {
                let names = names.join(", ");
                let words = self.words();
                ServerMessage::refused(words.with("not-your-turn", &[("names", &names)]))
            }
        }
    }

    /// Returns how a game ended that the rules did not end.
    pub(super) fn agreed_end(&self) -> Option<String> {
        let words = self.words();
        let lost = |seat: SeatId, how: String| {
            let others: Vec<SeatId> = self.model().seat_ids().filter(|s| *s != seat).collect();
            match others.as_slice() {
                [other] => {
                    let name = self.called(*other);
                    words.with("other-wins", &[("how", &how), ("name", &name)])
                }
                _ => how,
            }
        };
        let name = |seat: SeatId| self.called(seat);
        Some(match self.agreed? {
            Agreed::Draw => words.say("draw-agreed"),
            Agreed::Resigned(seat) => lost(seat, words.with("resigned", &[("name", &name(seat))])),
            Agreed::TimeOver(seat) => lost(seat, words.with("no-time", &[("name", &name(seat))])),
        })
    }
}
