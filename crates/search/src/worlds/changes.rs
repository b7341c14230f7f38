//! Changes a world: exchanges the names of two hidden things, or draws a hidden choice again.

use super::replay::{Failure, ImaginedPly, NamedRow};
use super::{WorldChoice, Worlds};
use linstock_model::{ArgValue, RowId};
use std::cmp::Reverse;

/// A change of the hidden choices of a world.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// Exchanges the names of two rows in all hidden choices from a ply on.
    Exchange {
        first: usize,
        one: NamedRow,
        other: NamedRow,
    },
    /// Draws the choice of a ply again, and the later ones only where they are not legal any more.
    DrawAgain { ply: usize },
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
        let Some(aside) = self.carry_out(change) else {
            return;
        };
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
        let Some(aside) = self.carry_out(change) else {
            return;
        };
        if !self.is_complete() || !self.accepts(change, &aside) {
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
        let ratio = libm::exp(log(&self.world[change.first()..]) - log(aside));
        f64::from(self.random.fraction()) < ratio
    }

    /// Draws two hidden things whose names are to be exchanged in all hidden choices from one on, since what was shown before is
    /// settled; `None` if there are none.
    fn draw_exchange(
        &mut self,
        (one, other): (Option<NamedRow>, Option<NamedRow>),
    ) -> Option<Change> {
        let mut plies = self.hidden_plies();
        if let Some(1..) = self.random.index(2) {
            let from = self.random.index(plies.len())?;
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
        let ply = plies[self.random.index(plies.len())?];
        Some(Change::DrawAgain { ply })
    }

    /// Returns the plies of the present world whose choices are hidden.
    fn hidden_plies(&self) -> Vec<usize> {
        let plies = 0..self.world.len();
        plies.filter(|ply| self.known(*ply).is_none()).collect()
    }

    /// Plays the world again with a change. Returns the plies that it had from the first change on; `None` if it is the same.
    fn carry_out(&mut self, change: Change) -> Option<Vec<ImaginedPly>> {
        let aside = self.world.split_off(change.first());
        match change {
            Change::Exchange { one, other, .. } => {
                self.replay(&aside, |worlds, choice| {
                    Some(worlds.exchanged(choice, one, other))
                });
            }
            Change::DrawAgain { ply } => {
                self.replay_until(ply + 1, &[], |_, _| None);
                match self.world.get(ply) {
                    Some(drawn) if drawn.choice == aside[0].choice => {
                        self.restore(change, aside);
                        return None;
                    }
                    Some(_) => self.replay(&aside[1..], |_, choice| Some(choice.clone())),
                    None => {}
                }
            }
        }
        Some(aside)
    }

    /// Takes back a change.
    fn restore(&mut self, change: Change, aside: Vec<ImaginedPly>) {
        self.world.truncate(change.first());
        self.world.extend(aside);
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
