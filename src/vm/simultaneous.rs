//! Choices that several players make at once: who owes one, what is held until the last is made, and carrying it out.

use crate::ir::instructions::{PendingChoice, Together};
use crate::ir::{Layout, Rules};
use crate::model::{SeatId, ZoneId};
use crate::vm::executor::Executor;
use crate::vm::interpreter::{Env, Failed, number};
use crate::vm::legal_moves::{any, env_of};
use crate::vm::{Position, seat_id};

/// Returns who of those that choose at once still owes a choice, in seat order.
pub(crate) fn owing<'a>(
    together: &'a Together,
    rules: &Rules,
    words: &'a [u64],
) -> impl Iterator<Item = usize> + use<'a> {
    let owes = move |seat: &usize| {
        PendingChoice::of(words[together.words(*seat).start]) == PendingChoice::Owed
    };
    (0..rules.code.len()).filter(owes)
}

impl Executor<'_> {
    /// Everybody who is asked together with others, and can choose something, owes a choice.
    pub(crate) fn owe(&mut self, together: &Together, ask: u32) -> Result<(), Failed> {
        let who = number(self.rules, together.who[self.me()], self.env())?;
        for me in 0..self.rules.code.len() {
            let env = Env {
                me,
                ..env_of(self.words)
            };
            if who >> me & 1 == 1 && any(self.rules, env, ask)? {
                self.words[together.words(me).start] = PendingChoice::Owed.word();
                self.words[together.word as usize] = self.words[Layout::ME] + 1;
            }
        }
        Ok(())
    }

    /// Takes up the next choice that is held, in seat order, and returns where its move is carried out; when none is left,
    /// who asked acts again.
    pub(crate) fn reveal(&mut self, ask: u32) -> Option<u32> {
        let site = &self.rules.decision_points[ask as usize];
        let together = site.together.as_ref()?;
        for me in 0..self.rules.code.len() {
            let held = together.words(me);
            if let PendingChoice::Chosen(bucket) = PendingChoice::of(self.words[held.start]) {
                let bucket = &site.choices[me].buckets[bucket];
                let args = held.start + 1..held.start + 1 + bucket.args.len();
                self.words.copy_within(args, bucket.frame as usize);
                self.words[held].fill(0);
                self.words[Layout::ME] = me as u64;
                return Some(bucket.body);
            }
        }
        let before = &mut self.words[together.word as usize];
        let asked = before.saturating_sub(1);
        *before = 0;
        self.words[Layout::ME] = asked;
        None
    }
}

impl Rules {
    /// Returns whose choices are made but held until others have chosen, too: in seat order.
    #[must_use]
    pub fn held(&self, state: &Position) -> Vec<SeatId> {
        let together = self.site(state).and_then(|site| site.together.as_ref());
        let chosen = |together: &Together, seat: usize| {
            let word = state.words[together.words(seat).start];
            matches!(PendingChoice::of(word), PendingChoice::Chosen(_))
        };
        let seats = 0..self.code.len();
        together.map_or_else(Vec::new, |t| {
            seats.filter(|&s| chosen(t, s)).map(seat_id).collect()
        })
    }

    /// Returns a hash as [`Rules::hash`], of what a player may know: of others' choices that are held, only that they are;
    /// of zones that he does not see, only how much lies there.
    #[must_use]
    pub fn hash_for(&self, state: &Position, seat: SeatId) -> u64 {
        let mut known = state.clone();
        self.cover_zones(&mut known, seat);
        let Some(together) = self.site(state).and_then(|site| site.together.as_ref()) else {
            return self.hash(&known);
        };
        for other in self.held(state).into_iter().filter(|s| *s != seat) {
            let held = &mut known.words[together.words(usize::from(other.0))];
            held.fill(0);
            held[0] = PendingChoice::Chosen(0).word();
        }
        self.hash(&known)
    }

    /// Covers what a player does not see: only how much it is remains. Arguments of moves whose bodies wait are covered for
    /// everybody, if not everybody sees them.
    fn cover_zones(&self, state: &mut Position, viewer: SeatId) {
        let model = self.model();
        for (id, zone) in (0u8..).map(ZoneId).zip(&model.zones) {
            let (first, rows) = self.layout.zone(id);
            let owners = model
                .seat_ids()
                .take(if zone.of_player { usize::MAX } else { 1 });
            for owner in owners.filter(|owner| !zone.is_seen_by(*owner, viewer)) {
                let first = first + owner.index() * rows;
                let words = &mut state.words[first..first + rows];
                let size = words.iter().sum();
                words.fill(0);
                words[0] = size;
            }
        }
        // What only some see may have been handed on to the moves within.
        let bodies = self.site(state).map_or(&[][..], |site| &site.bodies);
        let secret = bodies
            .iter()
            .skip_while(|(mv, _)| model.mv(*mv).seen.is_none());
        for &(mv, frame) in secret {
            let (frame, args) = (frame as usize, model.mv(mv).args.len());
            state.words[frame..frame + args].fill(0);
        }
    }
}
