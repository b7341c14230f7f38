//! The legal moves of a seat, each with its parts, so that people can point at them.

use super::{Party, Table};
use crate::message::ServerMessage;
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
        let (model, rules) = (self.session.model(), self.session.rules());
        let state = self.session.state();
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
        let listed = choices.iter().take(MOST_MOVES).map(|choice| {
            let (mv, args) = rules.args(state, choice.mv());
            let parts = notation::parts(model, mv, &args, seat);
            let parts: Vec<Json> = parts.into_iter().map(part).collect();
            json!({ "t": choice.text, "p": parts })
        });
        (listed.collect(), choices.len() > MOST_MOVES)
    }

    /// Lists the legal moves of a party in words.
    pub(super) fn moves_in_words(&self, party: Party) -> ServerMessage {
        let Some(seat) = self.acting(party) else {
            return ServerMessage::refused("It is not your turn.");
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
        ServerMessage::answer(format!("{count} moves: {}{more}", texts.join(", ")))
    }
}
