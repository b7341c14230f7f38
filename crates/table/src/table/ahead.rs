//! The board while a person chooses a move part by part: a piece that every such move takes along stands on its new point.

use super::shown::ShownBoard;
use super::{Party, Table};
use crate::message::ServerMessage;
use linstock_engine::vm::{Fuel, Move, Piece, Position};
use linstock_model::{ArgValue, Point};
use linstock_play::Actor;
use linstock_play::notation::{self, MovePart};
use serde_json::json;

/// The most moves that are tried.
const MOST_TRIED: usize = 64;

impl Table {
    /// Shows the board with the piece of the first point on the last one. Shows nothing if a move with these points does something else,
    /// or where something is hidden: what a move does could be a secret.
    pub(super) fn ahead(
        &self,
        party: Party,
        points: &[String],
        is_turned: bool,
    ) -> Option<ServerMessage> {
        let seat = self.acting(party)?;
        let rules = self.session.rules();
        if rules.hides_something() {
            return None;
        }
        let board = self.model().board.as_ref()?;
        let chosen: Option<Vec<Point>> = points.iter().map(|name| board.find(name)).collect();
        let chosen = chosen.filter(|chosen| chosen.len() > 1)?;
        let (from, to) = (*chosen.first()?, *chosen.last()?);
        let state = self.session.state();
        let now = rules.spell_out(state);
        let moved = now.stack(from).last()?;
        if now.stack(to).any(|piece| piece == moved) {
            return None;
        }
        let choices = self.session.choices(Actor::Player(seat)).ok()?;
        let points_of = |mv: Move| {
            let (of_rule, args): (_, Vec<Option<ArgValue>>) = rules.args(state, mv);
            let parts = notation::parts(self.model(), of_rule, &args, seat).into_iter();
            let points = parts.filter_map(|part| match part {
                MovePart::Point(point) => Some(point),
                MovePart::Word(_) | MovePart::Item(_) | MovePart::OfMultiset(_) => None,
            });
            points.collect::<Vec<Point>>()
        };
        let open = choices
            .iter()
            .map(|choice| (choice.mv(), points_of(choice.mv())));
        let mut open = open
            .filter(|(_, points)| points.len() > chosen.len() && points.starts_with(&chosen))
            .take(MOST_TRIED)
            .peekable();
        open.peek()?;
        let way = |points: &[Point]| points[chosen.len() - 1..].to_vec();
        let is_taken_along =
            open.all(|(mv, points)| self.takes_along((state, mv), (from, moved), &way(&points)));
        let view = self.observed(&self.session, self.viewer(party));
        let shown = ShownBoard::of(&view.with_piece_moved(from, to), is_turned);
        let said = || json!({ "seq": self.seq, "points": points, "board": shown });
        is_taken_along.then(|| ServerMessage::Ahead(said()))
    }

    /// Returns whether a move takes a piece from its point to one of others.
    fn takes_along(
        &self,
        (state, mv): (&Position, Move),
        (from, moved): (Point, Piece),
        way: &[Point],
    ) -> bool {
        let rules = self.session.rules();
        let mut after = state.clone();
        if rules
            .apply_within(&mut after, mv, &Fuel::default())
            .is_err()
        {
            return false;
        }
        let after = rules.spell_out(&after);
        let has = |point: Point| after.stack(point).any(|piece| piece == moved);
        !has(from) && way.iter().any(|point| has(*point))
    }
}
