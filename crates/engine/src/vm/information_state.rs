//! The information state of a player: things that the player cannot see and choices that others committed to are cleared
//! before the position is hashed, so that positions that look alike to the player have one hash.

use crate::ir::instructions::{PendingChoice, SimultaneousChoice};
use crate::ir::{CompiledRules, Layout, Piece};
use crate::vm::{Position, seat_id};
use linstock_model::{MemoryId, SeatId, ZoneId};

impl CompiledRules {
    /// Returns whether the position is at a simultaneous choice.
    #[must_use]
    pub fn is_asked_together(&self, state: &Position) -> bool {
        let at = self.decision_point(state);
        at.is_some_and(|decision_point| decision_point.simultaneous.is_some())
    }

    /// Returns the seats that have chosen while others still must, in seat order.
    #[must_use]
    pub fn committed(&self, state: &Position) -> Vec<SeatId> {
        let simultaneous = self
            .decision_point(state)
            .and_then(|decision_point| decision_point.simultaneous.as_ref());
        let chosen = |simultaneous: &SimultaneousChoice, seat: usize| {
            let word = state.words[simultaneous.words(seat).start];
            matches!(PendingChoice::of(word), PendingChoice::Chosen(_))
        };
        let seats = 0..self.code.len();
        simultaneous.map_or_else(Vec::new, |t| {
            seats.filter(|&s| chosen(t, s)).map(seat_id).collect()
        })
    }

    /// Returns the hash of the player's information state, as [`CompiledRules::hash`] does for the position. Of another
    /// player's committed choice, it includes only that it was made; of a zone that the player does not see, only the
    /// size.
    #[must_use]
    pub fn hash_for(&self, state: &Position, seat: SeatId) -> u64 {
        self.hash(&self.seen_position(state, seat))
    }

    /// Returns the position as a player knows it: everything hidden from the player is cleared. It is no position that can
    /// be played on.
    #[must_use]
    pub fn seen_position(&self, state: &Position, seat: SeatId) -> Position {
        let mut known = state.clone();
        self.mask_secrets(&mut known, seat);
        let Some(simultaneous) = self
            .decision_point(state)
            .and_then(|decision_point| decision_point.simultaneous.as_ref())
        else {
            return known;
        };
        for other in self.committed(state).into_iter().filter(|s| *s != seat) {
            let pending = &mut known.words[simultaneous.words(usize::from(other.0))];
            pending.fill(0);
            pending[0] = PendingChoice::Chosen(0).word();
        }
        known
    }

    /// Clears everything that a player does not see, but keeps the size of a zone. Clears arguments of the moves around
    /// the decision point for every viewer, unless all players see them.
    fn mask_secrets(&self, state: &mut Position, viewer: SeatId) {
        let model = self.model();
        for (id, zone) in (0u8..).map(ZoneId).zip(&model.zones) {
            let owners = model
                .seat_ids()
                .take(if zone.of_player { usize::MAX } else { 1 });
            for owner in owners.filter(|owner| !zone.sight.is_seen_by(owner.index(), viewer)) {
                let words = &mut state.words[self.layout.rows(id, owner.index())];
                let size = words.iter().sum();
                words.fill(0);
                words[0] = size;
            }
        }
        self.mask_memories(state, viewer);
        // A move may pass a secret argument to the moves inside its body.
        let bodies = self
            .decision_point(state)
            .map_or(&[][..], |decision_point| &decision_point.bodies);
        let secret = bodies
            .iter()
            .skip_while(|(mv, _)| model.mv(*mv).seen.is_none());
        for &(mv, frame) in secret {
            let (frame, args) = (frame as usize, model.mv(mv).args.len());
            state.words[frame..frame + args].fill(0);
        }
    }

    /// Clears the memories that a player does not see.
    fn mask_memories(&self, state: &mut Position, viewer: SeatId) {
        let model = self.model();
        for (id, memory) in MemoryId::all(model.memories.len()).zip(&model.memories) {
            let Some((first, size)) = self.layout.memory(id) else {
                continue;
            };
            let owner = |copy| owner_on_top(&self.layout, &state.words, copy);
            let unseen = |copy: &usize| !memory.is_seen(*copy, || owner(*copy), viewer);
            let unseen: Vec<usize> = (0..model.copies(memory)).filter(unseen).collect();
            for copy in unseen {
                let first = first + copy * size;
                state.words[first..first + size].fill(0);
            }
        }
    }
}

/// Returns the owner of the piece on the last layer of a point, by the point's number.
fn owner_on_top(layout: &Layout, words: &[u64], point: usize) -> Option<SeatId> {
    let top = layout.top();
    let mut masks = layout.masks().filter(|(_, word)| top.contains(word));
    let stands = |(_, word): &(Piece, usize)| words[word + point / 64] >> (point % 64) & 1 != 0;
    masks.find(stands)?.0.owner
}
