//! Replays a game with other hidden choices, and changes them.

use super::{Choice, SeenPly, Worlds};
use linstock_engine::vm::{Fault, Move, Position, Turn};
use linstock_model::{ArgValue, ListId, RowId};
use linstock_play::{Actor, Rules};
use smallvec::SmallVec;

/// A game that may fit what a player has seen, as far as it was played.
#[derive(Clone, Default, Debug)]
pub(super) struct World {
    /// The position after each ply.
    pub positions: Vec<Position>,
    /// The choice of each ply.
    choices: Vec<Choice>,
    /// The logarithm of the probability of each ply.
    logs: Vec<f64>,
}

impl World {
    /// Returns the logarithm of the probability of the game, without that of one ply.
    fn log_without(&self, ply: Option<usize>) -> f64 {
        let left_out = ply.and_then(|ply| self.logs.get(ply)).unwrap_or(&0.0);
        self.logs.iter().sum::<f64>() - left_out
    }

    fn truncate(&mut self, plies: usize) {
        self.positions.truncate(plies);
        self.choices.truncate(plies);
        self.logs.truncate(plies);
    }
}

/// A row of a list.
type NamedRow = (ListId, RowId);

/// How often a hidden choice is drawn again at once because the player would see something else.
const DRAWS: usize = 12;

impl Worlds {
    /// Plays the plies from one on, with the given hidden choices where they are legal and drawn ones elsewhere; stops
    /// where the player would see something else.
    fn play_with(&mut self, from: usize, hidden: &[Option<Choice>]) {
        self.world.truncate(from);
        for ply in from..self.witness.plies.len() {
            let kept = hidden.get(ply).and_then(Option::as_ref).cloned();
            if !matches!(self.play_ply(ply, kept.as_ref()), Ok(true)) {
                return;
            }
        }
    }

    /// Plays the plies from one on, and draws all that is hidden.
    pub(super) fn play_from(&mut self, from: usize) {
        self.play_with(from, &[]);
    }

    /// Plays one ply; returns whether the player sees what was seen.
    fn play_ply(&mut self, ply: usize, kept: Option<&Choice>) -> Result<bool, Fault> {
        let seen = self.witness.plies[ply].clone();
        let position = self.position().clone();
        if !is_turn_of(&self.rules, &position, seen.actor) {
            return Ok(false);
        }
        let (listed, sum) = listed(&self.rules, &position, &seen)?;
        let known = self.witness.known(ply, ply < self.open).cloned();
        let wanted = known.as_ref().or(kept);
        if let Some(wanted) = wanted {
            let found = listed.iter().find(|(_, choice, _)| choice == wanted);
            if let Some((mv, choice, weight)) = found {
                let log = self.log_of(&seen, known.is_some(), weight / sum);
                if self.enter(&position, (*mv, choice.clone()), (log, seen.view))? {
                    return Ok(true);
                }
            }
            if known.is_some() {
                return Ok(false);
            }
        }
        let such: f64 = listed.iter().map(|(_, _, weight)| *weight).sum();
        for _ in 0..DRAWS {
            let mut left = f64::from(self.random.fraction()) * such;
            let drawn = listed.iter().find(|(_, _, weight)| {
                left -= weight;
                left < 0.0
            });
            let Some((mv, choice, weight)) = drawn.or(listed.last()) else {
                return Ok(false);
            };
            let log = self.log_of(&seen, false, weight / sum);
            if self.enter(&position, (*mv, choice.clone()), (log, seen.view))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the logarithm of the probability of a choice. That of a known move of a player is not known.
    fn log_of(&self, seen: &SeenPly, is_known: bool, share: f64) -> f64 {
        match seen.actor {
            Actor::Player(_) if is_known => 0.0,
            _ => share.ln(),
        }
    }

    /// Plays a move; returns whether the player sees what was seen, and keeps the position then.
    fn enter(
        &mut self,
        before: &Position,
        (mv, choice): (Move, Choice),
        (log, view): (f64, u64),
    ) -> Result<bool, Fault> {
        let mut position = before.clone();
        self.rules.apply(&mut position, mv)?;
        if self.rules.hash_for(&position, self.witness.seat) != view {
            return Ok(false);
        }
        self.world.positions.push(position);
        self.world.choices.push(choice);
        self.world.logs.push(log);
        Ok(true)
    }

    /// Returns the hidden choices of the present world, by ply.
    fn hidden(&self) -> Vec<Option<Choice>> {
        let choices = self.world.choices.iter().enumerate();
        choices
            .map(|(ply, choice)| {
                let known = self.witness.known(ply, ply < self.open);
                known.is_none().then(|| choice.clone())
            })
            .collect()
    }

    /// Changes something so that the game may be played further: keeps the change if it is played at least as far.
    pub(super) fn repair(&mut self) {
        let reached = self.world.positions.len();
        let hidden = self.hidden();
        let wanted = self.witness.known(reached, reached < self.open);
        let wanted = wanted.map_or_else(SmallVec::new, |choice| self.rows_of(choice));
        let before = self.world.clone();
        let at = self.random.index(wanted.len());
        let changed = match at.map(|at| wanted[at]) {
            // The player has seen a thing that is elsewhere in this world.
            Some(row) if self.random.index(8) != Some(0) => self.exchange(hidden, Some(row)),
            _ => self.draw_again(hidden).map(|_| ()),
        };
        if changed.is_none() || self.world.positions.len() < reached {
            self.world = before;
        }
    }

    /// Tries a change that leads to another world that fits.
    pub(super) fn try_change(&mut self) {
        let hidden = self.hidden();
        let before = self.world.clone();
        let changed = match self.random.index(2) {
            Some(0) => self.exchange(hidden, None).map(|()| None),
            _ => self.draw_again(hidden).map(Some),
        };
        // A choice that was drawn again was drawn by its own probability.
        let log = |world: &World| world.log_without(changed.flatten());
        let ratio = (log(&self.world) - log(&before)).exp();
        let accepts = f64::from(self.random.fraction()) < ratio;
        let is_whole = self.world.positions.len() == self.witness.plies.len();
        if changed.is_none() || !is_whole || !accepts {
            self.world = before;
        }
    }

    /// Exchanges the names of two hidden things in all hidden choices; `None` if there are none.
    fn exchange(&mut self, mut hidden: Vec<Option<Choice>>, row: Option<NamedRow>) -> Option<()> {
        let choices = hidden.iter().flatten();
        let all: Vec<NamedRow> = choices.flat_map(|choice| self.rows_of(choice)).collect();
        let mut draw = || self.random.index(all.len()).map(|at| all[at]);
        let one = row.or_else(&mut draw)?;
        let other = draw()?;
        if one.0 != other.0 || one.1 == other.1 {
            return None;
        }
        let mut first = None;
        for (ply, choice) in hidden.iter_mut().enumerate() {
            let Some(choice) = choice else { continue };
            let changed = self.exchanged(choice, one, other);
            if changed != *choice {
                first = first.or(Some(ply));
                *choice = changed;
            }
        }
        self.play_with(first?, &hidden);
        Some(())
    }

    /// Draws one hidden choice again, and the later ones only where they are not legal any more. Returns its ply; `None` if
    /// nothing is hidden.
    fn draw_again(&mut self, mut hidden: Vec<Option<Choice>>) -> Option<usize> {
        let plies = hidden.iter().zip(0..);
        let mut plies: Vec<usize> = plies
            .filter_map(|(choice, ply)| choice.as_ref().map(|_| ply))
            .collect();
        // Nothing after the failure exists; a ply that failed is drawn by playing on.
        if plies.is_empty() {
            return None;
        }
        let at = self.random.index(plies.len())?;
        let ply = plies.swap_remove(at);
        hidden[ply] = None;
        self.play_with(ply, &hidden);
        Some(ply)
    }

    /// Returns the rows that a choice names.
    fn rows_of(&self, choice: &Choice) -> SmallVec<[NamedRow; 8]> {
        let mut rows = SmallVec::new();
        for arg in choice.args.iter().flatten() {
            match arg {
                ArgValue::Row(list, row) => rows.push((*list, *row)),
                ArgValue::Multiset(list, packed) => {
                    let packing = self.packings[list.index()].as_ref();
                    let counts = packing.into_iter().flat_map(|p| p.counts(*packed));
                    let there = (0u8..).zip(counts).filter(|(_, count)| *count > 0);
                    rows.extend(there.map(|(row, _)| (*list, RowId(row))));
                }
                _ => {}
            }
        }
        rows
    }

    /// Returns a choice with two rows of a list exchanged.
    fn exchanged(&self, choice: &Choice, one: NamedRow, other: NamedRow) -> Choice {
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
        Choice {
            id: choice.id,
            args: choice.args.iter().map(exchanged).collect(),
        }
    }
}

/// Returns whether an actor is to choose.
fn is_turn_of(rules: &Rules, position: &Position, actor: Actor) -> bool {
    match (rules.turn(position), actor) {
        (Turn::Players(seats), Actor::Player(seat)) => seats.contains(&seat),
        (Turn::Chance, Actor::Chance) => true,
        _ => false,
    }
}

/// Lists the choices of an actor that are instances of the declared move that was seen, with their weights, and the sum of
/// the weights of all choices.
fn listed(
    rules: &Rules,
    position: &Position,
    seen: &SeenPly,
) -> Result<(Vec<(Move, Choice, f64)>, f64), Fault> {
    let moves: Vec<(Move, u64)> = match seen.actor {
        Actor::Chance => rules.outcomes(position)?,
        Actor::Player(seat) => {
            let moves = rules.moves(position, seat)?.into_iter();
            moves.map(|mv| (mv, 1)).collect()
        }
    };
    let sum = moves.iter().map(|(_, weight)| *weight as f64).sum();
    let such = moves
        .into_iter()
        .filter(|(mv, _)| rules.move_kind(*mv) == seen.id);
    let such = such.map(|(mv, weight)| (mv, Choice::of(rules, position, mv), weight as f64));
    Ok((such.collect(), sum))
}
