//! Positions of the past, as a party may see them.

use super::shown::{ShownBoard, ShownPast, ValuesOnPage};
use super::{Party, Table};
use crate::message::ServerMessage;
use linstock_play::Canvas;
use serde_json::json;

impl Table {
    /// Shows the game as it was after a number of plies. Where chance moved, it shows the choice of a player before it.
    pub(super) fn past(&self, party: Party, ply: usize, is_turned: bool) -> ServerMessage {
        let mut then = self.session.clone();
        if then.back_to(ply).is_err() {
            return self.refusal("not-that-long");
        }
        let view = self.observed(&then, self.viewer(party));
        let zones = self.shown_zones(&view);
        let shown = ShownPast {
            ply,
            shown: then.ply(),
            board: ShownBoard::of(&view, is_turned),
            zones,
            values: view.value_boards().iter().map(ValuesOnPage::of).collect(),
            notes: view.notes(),
            status: view.status_in(self.language(), Canvas::default()),
        };
        ServerMessage::Past(json!(shown))
    }
}
