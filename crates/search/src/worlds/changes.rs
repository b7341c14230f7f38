//! Changes a world: exchanges the names of two hidden things, or draws a hidden choice again.

use super::replay::{Failure, ImaginedPly, NamedRow};
use super::{WorldChoice, Worlds};
use linstock_engine::vm::Position;
use linstock_model::{ArgValue, RowId};
use std::cmp::Reverse;

/// A change of the hidden choices of a world.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// Exchanges the names of two rows in the hidden choices from a ply on.
    Exchange {
        first: usize,
        one: NamedRow,
        other: NamedRow,
    },
    /// Draws the choice of a ply again, and the later ones only where they are not legal any more.
    DrawAgain { ply: usize },
}

/// What a change has put aside.
struct PutAside {
    /// The plies from the first one that changed on, as they were.
    plies: Vec<ImaginedPly>,
    /// If later plies are the same before and after the change: the number of plies before it.
    same_until: Option<usize>,
}

impl Change {
    /// Returns the first ply whose choice changes.
    fn first(&self) -> usize {
        match *self {
            Self::Exchange { first, .. } => first,
            Self::DrawAgain { ply } => ply,
        }
    }
}

/// Returns whether two games go on alike.
fn is_same_game(one: &Position, other: &Position) -> bool {
    one == other && one.history[..] == other.history[..]
}

impl Worlds {
    /// Changes something so that the game may be played further. Keeps the change if the game is played further, or as far
    /// and the player's view differs no more.
    pub(super) fn repair(&mut self) {
        let (one, other) = self.rows_to_exchange();
        let change = match (one, self.random.index(8)) {
            // The player has seen a thing that is elsewhere in this world.
            (Some(one), Some(2..)) => self.draw_exchange((Some(one), other)),
            (Some(_), Some(1)) | (None, Some(..4)) => self.draw_exchange((one, None)),
            _ => self.draw_ply(),
        };
        let Some(change) = change else { return };
        let before = (self.world.len(), self.failure.clone());
        let aside = self.carry_out(change);
        let now = (self.world.len(), Reverse(self.failure.words));
        if now < (before.0, Reverse(before.1.words)) {
            self.restore(change, aside);
            self.failure = before.1;
        }
    }

    /// Draws two rows whose exchange may mend the failure.
    fn rows_to_exchange(&mut self) -> (Option<NamedRow>, Option<NamedRow>) {
        let Failure { missing, extra, .. } = &self.failure;
        let mut draw = |rows: &[NamedRow]| self.random.index(rows.len()).map(|at| rows[at]);
        match draw(missing) {
            Some(missing) => (Some(missing), draw(extra)),
            None => (draw(extra), None),
        }
    }

    /// Tries a change that leads to another world that fits.
    pub(super) fn try_change(&mut self) {
        let change = match self.random.index(2) {
            Some(0) => self.draw_exchange((None, None)),
            _ => self.draw_ply(),
        };
        let Some(change) = change else { return };
        let aside = self.carry_out(change);
        if !self.is_complete() || !self.accepts(change, &aside.plies) {
            self.restore(change, aside);
        }
    }

    /// Draws whether the changed world takes the place of the one before, by their probabilities.
    fn accepts(&mut self, change: Change, aside: &[ImaginedPly]) -> bool {
        // A choice that was drawn again was drawn by its own probability.
        let left_out = match change {
            Change::Exchange { .. } => 0,
            Change::DrawAgain { .. } => 1,
        };
        let log = |plies: &[ImaginedPly]| -> f64 {
            let plies = plies.iter().skip(left_out);
            plies.map(|ply| ply.log).sum()
        };
        let changed = &self.world[change.first()..][..aside.len()];
        let ratio = libm::exp(log(changed) - log(aside));
        f64::from(self.random.fraction()) < ratio
    }

    /// Draws two hidden things whose names are to be exchanged in all hidden choices from one on, up to the ply after which both
    /// games are the same again; `None` if there are none.
    fn draw_exchange(
        &mut self,
        (one, other): (Option<NamedRow>, Option<NamedRow>),
    ) -> Option<Change> {
        let mut plies = self.hidden_plies();
        if let Some(1..) = self.random.index(2) {
            let from = self.draw_late(plies.len())?;
            plies.drain(..from);
        }
        let one = match one {
            Some(one) => one,
            None => {
                let choices = plies.iter().map(|ply| &self.world[*ply].choice);
                let all: Vec<NamedRow> = choices.flat_map(|choice| self.rows_of(choice)).collect();
                all[self.random.index(all.len())?]
            }
        };
        // The other one may be still undrawn.
        let rows = self.rules.model().list(one.0).rows.len();
        let row = RowId::nth(self.random.index(rows)?)?;
        let other = other.unwrap_or((one.0, row));
        if one == other || one.0 != other.0 {
            return None;
        }
        let first = plies.into_iter().find(|ply| {
            let choice = &self.world[*ply].choice;
            self.exchanged(choice, one, other) != *choice
        })?;
        Some(Change::Exchange { first, one, other })
    }

    /// Draws a hidden choice that is to be drawn again; `None` if nothing is hidden.
    fn draw_ply(&mut self) -> Option<Change> {
        let plies = self.hidden_plies();
        let ply = plies[self.draw_late(plies.len())?];
        Some(Change::DrawAgain { ply })
    }

    /// Draws an index below a count, late ones more often: what was hidden long ago is often known by now. The probability of an
    /// index is about one divided by its distance from the end.
    fn draw_late(&mut self, count: usize) -> Option<usize> {
        let scale = libm::log(count as f64 + 1.0);
        let distance = libm::exp(scale * f64::from(self.random.fraction())) as usize;
        count.checked_sub(distance.clamp(1, count.max(1)))
    }

    /// Returns the plies of the present world whose choices are hidden.
    fn hidden_plies(&self) -> Vec<usize> {
        let plies = 0..self.world.len();
        plies.filter(|ply| self.known(*ply).is_none()).collect()
    }

    /// Plays the world again with a change, up to the ply after which the games before and after the change are the same.
    fn carry_out(&mut self, change: Change) -> PutAside {
        let (first, length) = (change.first(), self.world.len());
        let mut plies = self.world.split_off(first);
        for ply in first..self.seen_game.plies.len() {
            let old = plies.get(ply - first).filter(|_| self.known(ply).is_none());
            let kept = old.and_then(|old| self.kept(change, ply, &old.choice));
            if !self.play_ply(ply, kept.as_ref()) {
                break;
            }
            let old = plies.get(ply - first).map(|old| &old.position);
            if old.is_some_and(|old| is_same_game(old, self.position())) {
                self.world.extend(plies.drain(ply - first + 1..));
                self.play_on(&[]);
                return PutAside {
                    plies,
                    same_until: Some(length),
                };
            }
        }
        PutAside {
            plies,
            same_until: None,
        }
    }

    /// Returns the choice of a hidden ply after a change; `None` if it is to be drawn.
    fn kept(&self, change: Change, ply: usize, choice: &WorldChoice) -> Option<WorldChoice> {
        match change {
            Change::Exchange { one, other, .. } => Some(self.exchanged(choice, one, other)),
            Change::DrawAgain { ply: drawn } => (ply != drawn).then(|| choice.clone()),
        }
    }

    /// Takes back a change.
    fn restore(&mut self, change: Change, aside: PutAside) {
        let first = change.first();
        let mut same = Vec::new();
        if let Some(length) = aside.same_until {
            self.world.truncate(length);
            same = self.world.split_off(first + aside.plies.len());
        }
        self.world.truncate(first);
        self.world.extend(aside.plies);
        self.world.extend(same);
    }

    /// Returns a choice with two rows of a list exchanged.
    fn exchanged(&self, choice: &WorldChoice, one: NamedRow, other: NamedRow) -> WorldChoice {
        let exchanged = |arg: &Option<ArgValue>| match arg {
            Some(ArgValue::Row(list, row)) if (*list, *row) == one => {
                Some(ArgValue::Row(other.0, other.1))
            }
            Some(ArgValue::Row(list, row)) if (*list, *row) == other => {
                Some(ArgValue::Row(one.0, one.1))
            }
            Some(ArgValue::Multiset(list, packed)) if *list == one.0 => {
                let packing = self.packings[list.index()].as_ref();
                let packed = packing.map_or(*packed, |packing| {
                    let mut counts: Vec<u64> = packing.counts(*packed).collect();
                    counts.swap(one.1.index(), other.1.index());
                    packing.pack(&counts)
                });
                Some(ArgValue::Multiset(*list, packed))
            }
            arg => *arg,
        };
        WorldChoice {
            id: choice.id,
            args: choice.args.iter().map(exchanged).collect(),
            mv: choice.mv,
        }
    }
}
