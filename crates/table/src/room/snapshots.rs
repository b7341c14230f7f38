//! What the pages of a table see after each change.

use super::Room;
use crate::changes::{SnapshotChanges, SnapshotText};
use crate::table::Party;
use linstock_model::SeatId;
use linstock_play::Viewer;
use std::collections::HashMap;
use std::sync::Arc;

/// What several pages share while they get a snapshot.
pub(super) struct SharedSnapshots {
    /// The seats whose players have an open page.
    present: Vec<SeatId>,
    /// Snapshots, by party and by whether the board is turned.
    of_parties: HashMap<(Party, bool), SnapshotText>,
    /// Views of the game, by viewer and by whether the board is turned. Parties share them.
    views: Vec<((Viewer, bool), Arc<str>)>,
    changes: SnapshotChanges,
}

impl Room {
    /// Sends each page a snapshot.
    pub(super) fn show(&mut self) {
        let all: Vec<u64> = self.pages.keys().copied().collect();
        self.show_to(&all);
    }

    /// Sends some pages a snapshot, or what has changed in it.
    pub(super) fn show_to(&mut self, ids: &[u64]) {
        let mut shared = self.shared_snapshots();
        self.show_with(&mut shared, ids);
    }

    /// Begins what pages share that get a snapshot of the present table.
    pub(super) fn shared_snapshots(&self) -> SharedSnapshots {
        let pages = self.pages.values();
        SharedSnapshots {
            present: pages
                .flat_map(|page| self.table.seats_of(page.party))
                .collect(),
            of_parties: HashMap::new(),
            views: Vec::new(),
            changes: SnapshotChanges::default(),
        }
    }

    /// Sends some pages a snapshot, or what has changed in it. What several of them see is written once.
    pub(super) fn show_with(&mut self, shared: &mut SharedSnapshots, ids: &[u64]) {
        for id in ids {
            let Some(page) = self.pages.get(id) else {
                continue;
            };
            let is_turned = page.turned;
            let is_turned = is_turned.unwrap_or_else(|| self.table.is_turned(page.party));
            let text = self.snapshot(page.party, is_turned, shared);
            let message = shared.changes.message(page.shown.as_ref(), &text);
            if let Some(page) = self.pages.get_mut(id) {
                page.shown = Some(text);
            }
            self.send(*id, message);
        }
    }

    /// Writes the snapshot of a party, unless it is written already.
    fn snapshot(
        &self,
        party: Party,
        is_turned: bool,
        shared: &mut SharedSnapshots,
    ) -> SnapshotText {
        if let Some(text) = shared.of_parties.get(&(party, is_turned)) {
            return text.clone();
        }
        let shown = (self.table.shown_viewer(party), is_turned);
        let known = shared.views.iter().find(|(of, _)| *of == shown);
        let view = match known {
            Some((_, view)) => Arc::clone(view),
            None => {
                let view = self.table.view_text(shown.0, is_turned);
                shared.views.push((shown, Arc::clone(&view)));
                view
            }
        };
        let is_present = |seat| shared.present.contains(&seat);
        let view = (view, is_turned);
        let text = self.table.snapshot_with(party, &is_present, view);
        shared.of_parties.insert((party, is_turned), text.clone());
        text
    }
}
