//! What a page shows of a table. It is made from the observation of the page's party alone.

use super::{Party, Table, Wish};
use crate::message::ServerMessage;
use crate::studio::RulesAccess;
use linstock_draw::{ScenePoint, ink};
use linstock_model::SeatId;
use linstock_play::{Actor, Canvas, Observation, ShownZone, prompts};
use serde_json::{Map, Value as Json, json};

/// The most plies that a page gets.
const MOST_PLIES: usize = 2000;

impl Table {
    /// Makes the snapshot for a party. `present` says who has an open page.
    #[must_use]
    pub fn snapshot(&self, party: Party, present: &dyn Fn(SeatId) -> bool) -> ServerMessage {
        let model = self.model();
        let view = Observation::new(&self.session, self.viewer(party));
        let acting = self.acting(party);
        let (moves, more) = acting.map_or_else(Default::default, |seat| self.moves_of(seat));
        let name = |seat: SeatId| model.players[seat.index()].as_str();
        let question = acting.and_then(|_| self.question(&view));
        let over = self.session.decider().is_none() || self.agreed.is_some();
        let mut shown = json!({
            "seq": self.seq,
            "game": model.title,
            "ply": self.session.ply(),
            "you": self.seats_of(party).into_iter().map(name).collect::<Vec<_>>(),
            "acting": acting.map(name),
            "seats": self.seats_json(present),
            "board": board(&view),
            "zones": view.shown_zones().iter().map(|zone| self.zone(zone)).collect::<Vec<_>>(),
            "notes": view.notes(),
            "status": self.agreed_end().unwrap_or_else(|| view.status(Canvas::default())),
            "question": question,
            "moves": moves,
            "more": more,
            "history": self.history_json(party),
            "over": over,
            "undo": self.may_undo(party),
            "redo": self.may_redo(party),
            "proposal": self.proposal_json(party),
            "clock": self.clock_json(),
            "hides": self.session.rules().hides_something(),
            "outdated": self.outdated.is_some(),
            "unkept": self.unkept,
            "host": party == Party::Host,
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
        ServerMessage::Table(shown)
    }

    /// Returns the question to the acting player: the lines of the rules for the prompt, or the question alone.
    fn question(&self, view: &Observation<'_>) -> Option<String> {
        match self.session.rules().hides_something() {
            true => view.question().map(str::to_owned),
            false => {
                let lines = prompts(&self.session);
                (!lines.is_empty()).then(|| lines.join("\n"))
            }
        }
    }

    fn seats_json(&self, present: &dyn Fn(SeatId) -> bool) -> Vec<Json> {
        let model = self.model();
        let scores = self.session.rules().scores(self.session.state());
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

    pub(super) fn zone(&self, zone: &ShownZone) -> Json {
        let owner = zone.owner.map(|seat| &self.model().players[seat.index()]);
        let cards = zone.cards.as_ref().map(|cards| {
            let card = |card: &linstock_play::ShownCards| {
                json!({ "n": card.name, "t": card.title, "v": card.number, "c": card.count })
            };
            cards.iter().map(card).collect::<Vec<_>>()
        });
        json!({ "label": zone.label, "owner": owner, "size": zone.size, "cards": cards })
    }

    fn history_json(&self, party: Party) -> Vec<Json> {
        let seen = self.session.seen(self.viewer(party)).enumerate();
        let from = self.session.ply().saturating_sub(MOST_PLIES);
        let plies = seen.skip(from).map(|(at, (actor, text))| {
            let who = match actor {
                Actor::Player(seat) => Some(&self.model().players[seat.index()]),
                Actor::Chance => None,
            };
            json!({
                "n": at + 1,
                "who": who,
                "by": self.session.actor_title(actor),
                "t": text,
                "c": self.clauses.get(at),
            })
        });
        plies.collect()
    }

    fn proposal_json(&self, party: Party) -> Json {
        let Some(proposal) = &self.proposal else {
            return Json::Null;
        };
        let seats = self.seats_of(proposal.by);
        let titles = seats.iter().map(|seat| {
            let name = &self.model().players[seat.index()];
            self.model().title(name)
        });
        let wish = match proposal.wish {
            Wish::Draw => "draw",
            Wish::Back(_) => "back",
            Wish::NewGame { .. } => "new-game",
        };
        json!({
            "wish": wish,
            "by": titles.collect::<Vec<_>>().join(", "),
            "own": proposal.by == party,
            "asked": proposal.waiting.contains(&party),
        })
    }
}

/// Returns the drawing of a board, and its points.
pub(super) fn board(view: &Observation<'_>) -> Json {
    let Some(scene) = view.drawing() else {
        return Json::Null;
    };
    let point = |point: &ScenePoint<'_>| {
        let mut json = json!({ "n": point.name, "x": point.at.0, "y": point.at.1 });
        if let Some((row, column)) = point.cell {
            json["r"] = json!(row);
            json["c"] = json!(column);
        }
        let pieces = view.pieces_on(point.point);
        if !pieces.is_empty() {
            json["p"] = json!(pieces.join(", "));
        }
        if let Some(sign) = point.content.sign {
            json["s"] = json!(sign);
        }
        if point.is_marked {
            json["m"] = json!(true);
        }
        json
    };
    let ((left, top), (width, height)) = scene.paper();
    let points: Vec<Json> = scene.points().iter().map(point).collect();
    json!({
        "svg": scene.svg(""),
        "box": [left, top, width, height],
        "side": linstock_draw::Scene::POINT_SIDE,
        "points": points,
    })
}
