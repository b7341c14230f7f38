//! All positions that can arise, each once.

use super::payoffs::{Counted, payoff_of_first};
use super::{Ended, SolveLimit};
use linstock_engine::vm::{Fault, Move, MoveList, Position, Turn};
use linstock_play::Rules;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Who chooses in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GraphChooser {
    /// The first seat, which wants a high value.
    First,
    /// The second seat, which wants a low value.
    Second,
    Chance,
    /// Nobody: the game is over, or the position was not expanded.
    Nobody,
}

/// The positions that can arise, by number; the first one is the start. Lists of successors stand one after the other.
#[derive(Debug, Default)]
pub(super) struct Graph {
    ids: FxHashMap<u64, u32>,
    pub(super) choosers: Vec<GraphChooser>,
    /// The place in `successors` at which those of each expanded position end.
    ends: Vec<u32>,
    successors: Vec<u32>,
    /// The probability of each successor, if the game has chance.
    probabilities: Vec<f64>,
    /// The payoff of the first seat in positions where the game is over.
    payoffs: FxHashMap<u32, f64>,
    has_chance: bool,
    /// The positions that are not expanded yet.
    open: VecDeque<Position>,
    moves: MoveList,
}

/// The approximate bytes of an entry of a hash table from 64 to 32 bits, with its spare room.
const ENTRY: usize = 24;
/// The approximate bytes of a waiting position.
const WAITING: usize = size_of::<Position>() + 32;

impl Graph {
    /// Begins with the start position.
    ///
    /// # Errors
    /// If the rules fail.
    pub(super) fn new(rules: &Rules, counted: Counted) -> Result<Self, Fault> {
        let mut graph = Self {
            has_chance: rules.has_chance(),
            ..Self::default()
        };
        let start = rules.start()?;
        graph.add(rules, counted, start);
        Ok(graph)
    }

    /// Expands positions, until a number of moves in all were played. Returns what ended it if some are left; `None` also if the number was
    /// reached.
    ///
    /// # Errors
    /// If the rules fail.
    pub(super) fn expand(
        &mut self,
        rules: &Rules,
        counted: Counted,
        (most, limit): (usize, &SolveLimit<'_>),
    ) -> Result<Option<Ended>, Fault> {
        while self.successors.len() < most {
            // A position may have thousands of moves, so the limits are looked at each time.
            if (limit.stop)() {
                return Ok(Some(Ended::Stopped));
            }
            if self.bytes() > limit.memory {
                return Ok(Some(Ended::Memory));
            }
            let Some(position) = self.open.pop_front() else {
                return Ok(None);
            };
            self.expand_one(rules, counted, &position)?;
        }
        Ok(None)
    }

    fn expand_one(
        &mut self,
        rules: &Rules,
        counted: Counted,
        position: &Position,
    ) -> Result<(), Fault> {
        if position.over.is_none() {
            let mut next = Position::blank();
            if matches!(rules.turn(position), Turn::Chance) {
                let outcomes = rules.outcomes(position)?;
                let sum: f64 = outcomes.iter().map(|(_, weight)| *weight as f64).sum();
                for (mv, weight) in outcomes {
                    self.add_successor(rules, counted, (position, mv, &mut next))?;
                    self.probabilities.push(weight as f64 / sum);
                }
            } else {
                let mut moves = std::mem::take(&mut self.moves);
                rules.moves_into(position, &mut moves)?;
                for mv in moves.iter() {
                    self.add_successor(rules, counted, (position, mv, &mut next))?;
                    if self.has_chance {
                        self.probabilities.push(0.0);
                    }
                }
                self.moves = moves;
            }
        }
        self.ends
            .push(u32::try_from(self.successors.len()).unwrap_or(u32::MAX));
        Ok(())
    }

    fn add_successor(
        &mut self,
        rules: &Rules,
        counted: Counted,
        (position, mv, next): (&Position, Move, &mut Position),
    ) -> Result<(), Fault> {
        next.clone_from(position);
        rules.apply(next, mv)?;
        next.history.clear();
        let id = match self.ids.get(&rules.hash(next)) {
            Some(id) => *id,
            None => self.add(rules, counted, next.clone()),
        };
        self.successors.push(id);
        Ok(())
    }

    fn add(&mut self, rules: &Rules, counted: Counted, mut position: Position) -> u32 {
        position.history.clear();
        let id = u32::try_from(self.choosers.len()).unwrap_or(u32::MAX);
        self.ids.insert(rules.hash(&position), id);
        let chooser = match rules.turn(&position) {
            Turn::Over => GraphChooser::Nobody,
            Turn::Chance => GraphChooser::Chance,
            Turn::Players(seats) => match seats.first().map_or(0, |seat| seat.index()) {
                0 => GraphChooser::First,
                _ => GraphChooser::Second,
            },
        };
        self.choosers.push(chooser);
        if let Some(payoff) = payoff_of_first(counted, rules, &position) {
            self.payoffs.insert(id, payoff);
        }
        self.open.push_back(position);
        id
    }

    /// Returns whether every position was expanded.
    pub(super) fn is_complete(&self) -> bool {
        self.open.is_empty()
    }

    /// Returns the number of positions that were found.
    pub(super) fn len(&self) -> usize {
        self.choosers.len()
    }

    /// Returns the number of positions that were expanded: those with the lowest numbers.
    pub(super) fn expanded(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number of a position that was found.
    pub(super) fn id(&self, rules: &Rules, position: &Position) -> Option<u32> {
        self.ids.get(&rules.hash(position)).copied()
    }

    /// Returns the payoffs of all ends that were found.
    pub(super) fn payoffs(&self) -> impl Iterator<Item = (u32, f64)> {
        self.payoffs.iter().map(|(id, payoff)| (*id, *payoff))
    }

    fn range(&self, id: usize) -> std::ops::Range<usize> {
        let end = |id: usize| self.ends.get(id).map_or(0, |end| *end as usize);
        let start = if id == 0 { 0 } else { end(id - 1) };
        start..end(id).max(start)
    }

    /// Returns the successors of a position that was expanded.
    pub(super) fn successors(&self, id: usize) -> &[u32] {
        &self.successors[self.range(id)]
    }

    /// Returns the successors of a chance node with their probabilities.
    pub(super) fn outcomes(&self, id: usize) -> impl Iterator<Item = (u32, f64)> {
        let range = self.range(id);
        let probabilities = self.probabilities[range.clone()].iter();
        let successors = self.successors[range].iter().copied();
        successors.zip(probabilities.copied())
    }

    /// Returns the successors of all positions, one list after the other.
    pub(super) fn all_successors(&self) -> &[u32] {
        &self.successors
    }

    /// Returns the approximate number of bytes in use, with those that a solver needs besides.
    fn bytes(&self) -> usize {
        let chance = if self.has_chance { 8 } else { 0 };
        self.ids.len() * ENTRY
            + self.open.len() * WAITING
            // The lists of predecessors are as long.
            + self.successors.len() * (8 + chance)
            + self.len() * 32
    }

    /// Returns whether play among the expanded positions can come back to one of them.
    pub(super) fn has_cycle(&self) -> bool {
        // A. Kahn, "Topological sorting of large networks", 1962.
        let expanded = self.expanded();
        let mut before = vec![0_u32; self.len()];
        for successor in &self.successors {
            before[*successor as usize] += 1;
        }
        let mut ready: Vec<u32> = (0..)
            .zip(&before)
            .filter(|(_, count)| **count == 0)
            .map(|(id, _)| id)
            .collect();
        let mut sorted = 0;
        while let Some(id) = ready.pop() {
            sorted += 1;
            if (id as usize) < expanded {
                for successor in &self.successors[self.range(id as usize)] {
                    before[*successor as usize] -= 1;
                    if before[*successor as usize] == 0 {
                        ready.push(*successor);
                    }
                }
            }
        }
        sorted < self.len()
    }
}
