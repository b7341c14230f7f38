//! The legal moves of a seat, each with its parts, so that people can point at them.

use super::shown::title_of;
use super::{Party, Table};
use crate::message::ServerMessage;
use linstock_engine::vm::{Move, Position};
use linstock_model::SeatId;
use linstock_play::notation::{self, MovePart};
use linstock_play::{Actor, ChoiceMade, mentions, sort_for_people};
use serde_json::{Value as Json, json};
use std::collections::HashMap;

/// The most moves that a page gets. A person can type the others.
const MOST_MOVES: usize = 4000;
/// The most moves in an answer in words.
const MOST_IN_WORDS: usize = 200;

/// What people call words and items of moves, by their names.
type PartTitles = HashMap<String, String>;

impl Table {
    /// Lists the legal moves of a seat: text and parts. Also returns whether there are more.
    pub(super) fn moves_of(&self, seat: SeatId) -> (Vec<Json>, bool) {
        let mut choices = self
            .session
            .choices(Actor::Player(seat))
            .unwrap_or_default();
        let has_more = choices.len() > MOST_MOVES;
        choices.truncate(MOST_MOVES);
        sort_for_people(self.model(), &mut choices, |choice| &choice.text);
        let state = self.session.state();
        let mut titles = PartTitles::new();
        let listed = choices.iter().map(|choice| {
            let mv = (choice.text.as_str(), choice.mv());
            self.move_json((state, seat), mv, &mut titles)
        });
        let mut listed: Vec<Json> = listed.collect();
        self.name_rules(&mut listed, &choices);
        (listed, has_more)
    }

    /// Adds the title of its rule to each move that has the same points as another: the page shows it when the points are chosen.
    fn name_rules(&self, listed: &mut [Json], choices: &[ChoiceMade]) {
        let points = |mv: &Json| -> Vec<String> {
            let parts = mv["p"].as_array().into_iter().flatten();
            let points = parts.filter(|part| part[0] == "p");
            points.map(|part| part[1].to_string()).collect()
        };
        let all: Vec<Vec<String>> = listed.iter().map(points).collect();
        let mut counts: HashMap<&[String], usize> = HashMap::new();
        for points in all.iter().filter(|points| !points.is_empty()) {
            *counts.entry(points).or_default() += 1;
        }
        for ((mv, points), choice) in listed.iter_mut().zip(&all).zip(choices) {
            if counts
                .get(points.as_slice())
                .is_some_and(|count| *count > 1)
            {
                let (rule, _) = self.session.rules().args(self.session.state(), choice.mv());
                mv["r"] = json!(self.model().title(&self.model().mv(rule).name));
            }
        }
    }

    /// Writes a move of a seat in a position as JSON: its text and its parts.
    fn move_json(
        &self,
        (state, seat): (&Position, SeatId),
        (text, mv): (&str, Move),
        titles: &mut PartTitles,
    ) -> Json {
        let model = self.session.model();
        let mut titled = |kind: &str, word: String| {
            let known = titles.entry(word);
            let word = known.key().clone();
            let title = known.or_insert_with(|| title_of(model, &word, self.words()));
            match *title == word {
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
        let (at, seat) = self.waiting_choice(party)?;
        let ply = &self.session.history()[at];
        let before = self.session.state_at(at);
        let mv = (ply.text.as_str(), ply.mv());
        Some(self.move_json((&before, seat), mv, &mut PartTitles::new()))
    }

    /// Finds the choice of a party that waits for those of others: the number of plies before it, and its seat.
    pub(super) fn waiting_choice(&self, party: Party) -> Option<(usize, SeatId)> {
        let own = self.seats_of(party);
        let first = self.session.first_waiting();
        let plies = self.session.history().iter().enumerate().skip(first);
        let mut plies = plies.rev().filter_map(|(at, ply)| match ply.actor {
            Actor::Player(seat) if own.contains(&seat) => Some((at, seat)),
            Actor::Player(_) | Actor::Chance => None,
        });
        plies.next()
    }

    /// Lists the legal moves of a seat that name a point.
    pub(super) fn moves_naming(&self, seat: SeatId, point: &str) -> Vec<String> {
        let board = self.model().board.as_ref();
        if board.and_then(|board| board.find(point)).is_none() {
            return Vec::new();
        }
        let choices = self
            .session
            .choices(Actor::Player(seat))
            .unwrap_or_default();
        let texts = choices.into_iter().map(|choice| choice.text);
        texts.filter(|text| mentions(text, point)).collect()
    }

    /// Lists the legal moves of a party in words.
    pub(super) fn moves_in_words(&self, party: Party) -> ServerMessage {
        let Some(seat) = self.acting(party) else {
            return self.not_your_turn();
        };
        let choices = self
            .session
            .choices(Actor::Player(seat))
            .unwrap_or_default();
        let mut texts: Vec<String> = choices.into_iter().map(|choice| choice.text).collect();
        sort_for_people(self.session.model(), &mut texts, String::as_str);
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
