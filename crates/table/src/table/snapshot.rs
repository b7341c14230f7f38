//! What a page shows of a table. It is made from the observation of the page's party alone.

use super::{Party, Table, Wish};
use crate::changes::SnapshotText;
use crate::record::line;
use crate::studio::RulesAccess;
use crate::table::shown::{
    CardOnPage, PlayedOnPage, PlyOnPage, ShownBoard, ShownGame, ValuesOnPage, ZoneOnPage,
};
use linstock_draw::{ItemLook, ink};
use linstock_model::SeatId;
use linstock_play::{Actor, Canvas, Observation, Viewer, card_named, prompts};
use serde_json::{Map, Value as Json, json};
use std::sync::Arc;

/// The most plies that a page gets.
const MOST_PLIES: usize = 2000;
/// The most plies whose cards a page gets, to show those of the last trick.
const MOST_PLAYED: usize = 8;

impl Table {
    /// Makes the snapshot for a party. `present` says who has an open page.
    #[must_use]
    pub fn snapshot(&self, party: Party, present: &dyn Fn(SeatId) -> bool) -> SnapshotText {
        let is_turned = self.is_turned(party);
        let view = self.view_text(self.shown_viewer(party), is_turned);
        self.snapshot_with(party, present, (view, is_turned))
    }

    /// Returns whether the board has sides: it can be turned, some players move down it, and others do not.
    fn has_sides(&self) -> bool {
        let model = self.model();
        let board = model.board.as_ref();
        let is_turnable = board.is_some_and(|board| board.topology.text_layout().canvas.is_none());
        let mut down = model.seat_ids().map(|seat| model.moves_down(seat));
        let first = down.next();
        is_turnable && down.any(|other| Some(other) != first)
    }

    /// Returns whether a party sees the board from its other side by default: where all its seats are at the top.
    pub(crate) fn is_turned(&self, party: Party) -> bool {
        let seats = self.seats_of(party);
        let is_down = |seat: &SeatId| self.model().moves_down(*seat);
        !seats.is_empty() && self.has_sides() && seats.iter().all(is_down)
    }

    /// Returns the viewer for whom the game is shown to a party. Where nothing is hidden, all parties see the same, so that it is drawn
    /// once.
    pub(crate) fn shown_viewer(&self, party: Party) -> Viewer {
        match self.session.rules().hides_something() {
            true => self.viewer(party),
            false => Viewer::Onlooker,
        }
    }

    /// Makes the snapshot for a party from what its viewer sees, and from which side of the board.
    pub(crate) fn snapshot_with(
        &self,
        party: Party,
        present: &dyn Fn(SeatId) -> bool,
        (view, is_turned): (Arc<str>, bool),
    ) -> SnapshotText {
        let model = self.model();
        let acting = self.acting(party);
        let (moves, more) = acting.map_or_else(Default::default, |seat| self.moves_of(seat));
        let name = |seat: SeatId| model.players[seat.index()].as_str();
        let question = acting.and_then(|_| self.question(party));
        let is_over = self.session.decider().is_none() || self.agreed.is_some();
        let over = is_over && !self.has_broken_rules;
        let mut shown = json!({
            "seq": self.seq,
            "game": model.title,
            "ply": self.session.ply(),
            "you": self.seats_of(party).into_iter().map(name).collect::<Vec<_>>(),
            "acting": acting.map(name),
            "seats": self.seats_json(present),
            "question": question,
            "moves": moves,
            "chosen": self.pending_choice(party),
            "more": more,
            "over": over,
            "undo": self.may_undo(party),
            "redo": self.may_redo(party),
            "proposal": self.proposal_json(party),
            "clock": self.clock_json(),
            "hides": self.session.rules().hides_something(),
            "outdated": self.outdated.is_some() && !self.has_broken_rules,
            "broken": self.has_broken_rules,
            "unkept": self.unkept,
            "host": party == Party::Host,
            "turned": self.has_sides().then_some(is_turned),
        });
        if party == Party::Host {
            let links = self.links();
            let links: Map<String, Json> = links
                .map(|(player, token)| (player.to_owned(), json!(token.text())))
                .collect();
            shown["links"] = Json::Object(links);
            match &self.access {
                RulesAccess::None => {}
                RulesAccess::Editable => shown["studio"] = json!(true),
                RulesAccess::Copy(command) => shown["copy"] = json!(command),
            }
        }
        SnapshotText::new(&shown, view)
    }

    /// Writes what a party sees of the game as JSON, perhaps from the other side of the board. Parties with the same viewer see the same.
    #[must_use]
    pub fn view_text(&self, viewer: Viewer, is_turned: bool) -> Arc<str> {
        let view = self.observed(&self.session, viewer);
        let shown = ShownGame {
            board: ShownBoard::of(&view, is_turned),
            zones: self.shown_zones(&view),
            values: view.value_boards().iter().map(ValuesOnPage::of).collect(),
            notes: view.notes(),
            status: match self.has_broken_rules {
                true => self.words().say("rules-wrong-status"),
                false => self
                    .agreed_end()
                    .unwrap_or_else(|| view.status_in(self.language(), Canvas::default())),
            },
            history: self.shown_plies(viewer),
            played: self.played_cards(viewer),
        };
        SnapshotText::view_part(&line(&shown))
    }

    /// Returns the question to the acting player: the lines of the rules for the prompt, or the question alone.
    fn question(&self, party: Party) -> Option<String> {
        match self.session.rules().hides_something() {
            true => {
                let view = Observation::new(&self.session, self.viewer(party));
                view.question().map(str::to_owned)
            }
            false => {
                let lines = prompts(&self.session);
                (!lines.is_empty()).then(|| lines.join("\n"))
            }
        }
    }

    fn seats_json(&self, present: &dyn Fn(SeatId) -> bool) -> Vec<Json> {
        let model = self.model();
        let scores = self.scores();
        let owing = self.owing();
        let seats = model.seat_ids().zip(&self.seats);
        let seats = seats.map(|(seat, of)| {
            let ink = ink(model.colour(seat));
            let name = &model.players[seat.index()];
            json!({
                "name": name,
                "title": model.title(name),
                "called": of.called,
                "bot": of.bot,
                "claimed": of.is_claimed,
                "here": present(seat),
                "turn": owing.contains(&seat),
                "fill": ink.fill,
                "letter": ink.letter,
                "score": scores.get(seat.index()),
            })
        });
        seats.collect()
    }

    /// Returns the scores: at the end, and before it if everybody may know them.
    fn scores(&self) -> Vec<i64> {
        let (rules, state) = (self.session.rules(), self.session.state());
        match rules.outcome(state).is_none() && self.model().score_is_open {
            true => rules.scores_so_far(state).unwrap_or_default().to_vec(),
            false => rules.scores(state),
        }
    }

    pub(super) fn shown_zones(&self, view: &Observation<'_>) -> Vec<ZoneOnPage<'_>> {
        let of_cards = |cards| CardOnPage::of(cards, self.words());
        let zones = view.shown_zones().into_iter();
        let zones = zones.map(|zone| ZoneOnPage {
            label: zone.label,
            owner: zone
                .owner
                .map(|seat| self.model().players[seat.index()].as_str()),
            size: zone.size,
            open: zone.is_open,
            svg: zone.cards.is_none().then(|| ItemLook::Back.svg()),
            cards: zone
                .cards
                .map(|cards| cards.into_iter().map(of_cards).collect()),
        });
        zones.collect()
    }

    fn shown_plies(&self, viewer: Viewer) -> Vec<PlyOnPage<'_>> {
        let from = self.session.ply().saturating_sub(MOST_PLIES);
        let plies = self.session.seen(viewer).enumerate().skip(from);
        let rules = self.session.rules();
        let recent = self.session.ply().saturating_sub(MOST_PLAYED);
        let plies = plies.map(|(at, (actor, text))| PlyOnPage {
            n: at + 1,
            who: match actor {
                Actor::Player(seat) => Some(self.model().players[seat.index()].as_str()),
                Actor::Chance => None,
            },
            by: self.actor_called(actor),
            t: text,
            c: self.clauses.get(at).map(Vec::as_slice),
            w: at >= recent && rules.is_asked_together(&self.session.state_at(at)),
            put: self.put.get(at).map_or("", String::as_str),
        });
        plies.collect()
    }

    /// Lists the cards that the last plies name, as far as a viewer may know it.
    fn played_cards(&self, viewer: Viewer) -> Vec<PlayedOnPage> {
        let model = self.model();
        let from = self.session.ply().saturating_sub(MOST_PLAYED);
        let plies = self.session.seen(viewer).enumerate().skip(from);
        let plies = plies.filter(|(_, (actor, _))| *actor != Actor::Chance);
        let cards = plies.flat_map(|(at, (_, text))| {
            let named = text.split(' ').filter_map(|word| card_named(model, word));
            named.map(move |card| PlayedOnPage {
                ply: at + 1,
                card: CardOnPage::of(card, self.words()),
            })
        });
        cards.collect()
    }

    fn proposal_json(&self, party: Party) -> Json {
        let Some(proposal) = &self.proposal else {
            return Json::Null;
        };
        let wish = match proposal.wish {
            Wish::Draw => "draw",
            Wish::Back(_) => "back",
            Wish::NewGame { .. } => "new-game",
        };
        json!({
            "wish": wish,
            "by": self.name_of(proposal.by),
            "moves": match proposal.wish {
                Wish::Back(ply) => self.session.ply().saturating_sub(ply),
                Wish::Draw | Wish::NewGame { .. } => 0,
            },
            "own": proposal.by == party,
            "asked": proposal.waiting.contains(&party),
        })
    }
}
