//! What each player has seen on the way to a node, as hashes.

use linstock_engine::vm::{Fault, Move, Position, Turn};
use linstock_model::SeatId;
use linstock_play::Rules;
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::{Hash as _, Hasher as _};

/// A choice that waits until others have chosen, too.
#[derive(Clone, Copy, Debug)]
struct WaitingChoice {
    seat: u8,
    key: u64,
    kind: u64,
    seen_by: u64,
}

/// What each player has seen.
#[derive(Clone, Debug)]
pub(super) struct SeenPath {
    hashes: SmallVec<[u64; 4]>,
    waiting: SmallVec<[WaitingChoice; 2]>,
}

/// Returns a key that means the same choice in all positions: the move and its arguments.
pub(super) fn choice_key(rules: &Rules, position: &Position, mv: Move) -> u64 {
    let (id, args) = rules.args(position, mv);
    let mut hasher = FxHasher::default();
    (id.index(), args).hash(&mut hasher);
    hasher.finish()
}

impl SeenPath {
    /// Begins: nobody has seen anything.
    pub(super) fn new(seats: usize) -> Self {
        Self {
            hashes: SmallVec::from_elem(0, seats),
            waiting: SmallVec::new(),
        }
    }

    /// Returns what a player has seen.
    pub(super) fn of(&self, seat: SeatId) -> u64 {
        self.hashes[seat.index()]
    }

    /// Plays a move, and adds what each player sees of it.
    pub(super) fn play(
        &mut self,
        rules: &Rules,
        (position, mv): (&mut Position, Move),
    ) -> Result<(), Fault> {
        let choice = WaitingChoice {
            seat: match rules.turn(position) {
                Turn::Chance => u8::MAX,
                _ => mv.me,
            },
            key: choice_key(rules, position, mv),
            kind: rules.move_kind(mv).index() as u64,
            seen_by: rules.seen_by(position, mv)?,
        };
        let is_together = rules.is_asked_together(position);
        rules.apply(position, mv)?;
        if is_together {
            // The player who chooses knows the choice at once, and the others when all have chosen.
            self.add(usize::from(choice.seat), choice.key);
            self.waiting.push(choice);
            if rules.committed(position).is_empty() {
                for choice in std::mem::take(&mut self.waiting) {
                    self.show(choice, false);
                }
            }
        } else {
            self.show(choice, true);
        }
        self.look(rules, position);
        Ok(())
    }

    /// Adds a choice to what each player has seen.
    fn show(&mut self, choice: WaitingChoice, with_own: bool) {
        for seat in 0..self.hashes.len() {
            let is_own = seat == usize::from(choice.seat);
            // Everybody sees which move it is, and some see its arguments.
            self.add(seat, choice.kind);
            if choice.seen_by >> seat & 1 == 1 || is_own && with_own {
                self.add(seat, choice.key);
            }
        }
    }

    /// Adds the view that each player has of a position.
    pub(super) fn look(&mut self, rules: &Rules, position: &Position) {
        for seat in rules.model().seat_ids().take(self.hashes.len()) {
            self.add(seat.index(), rules.hash_for(position, seat));
        }
    }

    fn add(&mut self, seat: usize, value: u64) {
        let mut hasher = FxHasher::default();
        (self.hashes[seat], value).hash(&mut hasher);
        self.hashes[seat] = hasher.finish();
    }
}
