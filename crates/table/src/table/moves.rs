//! The legal moves of a seat, each with its parts, so that people can point at them.

use super::{Party, Table};
use crate::message::ServerMessage;
use linstock_engine::vm::{Move, Position};
use linstock_model::SeatId;
use linstock_play::notation::{self, MovePart};
use linstock_play::{Actor, sort_for_people};
use serde_json::{Value as Json, json};

/// The most moves that a page gets. A person can type the others.
const MOST_MOVES: usize = 4000;
/// The most moves in an answer in words.
const MOST_IN_WORDS: usize = 200;

impl Table {
    /// Lists the legal moves of a seat: text and parts. Also returns whether there are more.
    pub(super) fn moves_of(&self, seat: SeatId) -> (Vec<Json>, bool) {
        let choices = self
            .session
            .choices(Actor::Player(seat))
            .unwrap_or_default();
        let state = self.session.state();
        let listed = choices.iter().take(MOST_MOVES);
        let listed = listed.map(|choice| self.move_json((state, seat), &choice.text, choice.mv()));
        (listed.collect(), choices.len() > MOST_MOVES)
    }

    /// Writes a move of a seat in a position as JSON: its text and its parts.
    fn move_json(&self, (state, seat): (&Position, SeatId), text: &str, mv: Move) -> Json {
        let model = self.session.model();
        let titled = |kind: &str, word: String| {
            let title = model.title(&word);
            match title == word {
                true => json!([kind, word]),
                false => json!([kind, word, title]),
            }
        };
        let part = |part| match part {
            MovePart::Point(point) => {
                let board = model.board.as_ref();
                let name = board.map_or_else(String::new, |board| board.name(point));
                json!(["p", name])
            }
            MovePart::Word(word) | MovePart::Item(word) => titled("w", word),
            MovePart::OfMultiset(item) => titled("i", item),
        };
        let (of_rule, args) = self.session.rules().args(state, mv);
        let parts = notation::parts(model, of_rule, &args, seat);
        let parts: Vec<Json> = parts.into_iter().map(part).collect();
        json!({ "t": text, "p": parts })
    }

    /// Returns what a party has chosen while others still choose at the same time. Only this party may learn of it.
    pub(super) fn pending_choice(&self, party: Party) -> Option<Json> {
        let rules = self.session.rules();
        let waiting = rules.committed(self.session.state());
        let own = self.seats_of(party);
        let first = self.session.ply().saturating_sub(waiting.len());
        let plies = self.session.history().iter().enumerate().skip(first);
        let mut plies = plies.rev().filter_map(|(at, ply)| match ply.actor {
            Actor::Player(seat) if own.contains(&seat) => Some((at, seat, ply)),
            Actor::Player(_) | Actor::Chance => None,
        });
        let (at, seat, ply) = plies.next()?;
        let before = self.session.state_at(at);
        Some(self.move_json((&before, seat), &ply.text, ply.mv()))
    }

    /// Lists the legal moves of a party in words.
    pub(super) fn moves_in_words(&self, party: Party) -> ServerMessage {
        let Some(seat) = self.acting(party) else {
            return self.refusal("not-your-turn");
        };
        let choices = self
            .session
            .choices(Actor::Player(seat))
            .unwrap_or_default();
        let mut texts: Vec<String> = choices.into_iter().map(|choice| choice.text).collect();
        sort_for_people(self.session.model(), &mut texts);
        let count = texts.len();
        texts.truncate(MOST_IN_WORDS);
        let more = match count > MOST_IN_WORDS {
            true => ", …",
            false => "",
        };
        let moves = format!("{}{more}", texts.join(", "));
        let words = self.words();
        ServerMessage::answer(words.with("list-of-moves", &[("count", &count), ("moves", &moves)]))
    }
}
