//! The positions on the current line of a search, each with those that its moves lead to.

use super::{ProofQuestion, Unanswered};
use crate::solve::symmetry::PositionKeys;
use crate::utilities::Utilities;
use linstock_engine::vm::{Fault, GameEnd, Move, MoveList, Position};
use linstock_model::SeatId;
use linstock_play::Rules;
use std::sync::Arc;

/// A move and the position that it leads to.
#[derive(Debug)]
pub(super) struct Child {
    pub(super) mv: Move,
    pub(super) position: Position,
    pub(super) key: u64,
    /// The value for the first seat if the game is over there.
    pub(super) end: Option<i8>,
}

/// A position on the line.
#[derive(Debug, Default)]
pub(super) struct LinePosition {
    /// Whether the first seat chooses.
    pub(super) is_first: bool,
    /// The moves; only the first [`LinePosition::count`] are in use, the others are spare room.
    pub(super) children: Vec<Child>,
    pub(super) count: usize,
    moves: MoveList,
}

/// A line of positions.
#[derive(Debug)]
pub(super) struct BestLines {
    rules: Arc<Rules>,
    keys: PositionKeys,
    pub(super) plies: Vec<LinePosition>,
    /// The keys of the positions on the line.
    path: Vec<u64>,
    /// The number of positions whose moves were played.
    pub(super) nodes: u64,
}

/// The longest line.
const LONGEST: usize = 2_000;

impl BestLines {
    pub(super) fn new(rules: &Arc<Rules>) -> Self {
        Self {
            rules: Arc::clone(rules),
            keys: PositionKeys::new(rules),
            plies: Vec::new(),
            path: Vec::new(),
            nodes: 0,
        }
    }

    /// Begins a line for a question about a position; returns the answer if the game is over there.
    pub(super) fn begin(&mut self, position: &Position, question: ProofQuestion) -> Option<bool> {
        self.path.clear();
        let end = position.over?;
        Some(value_of_end(&self.rules, end) >= question.least())
    }

    /// Takes a position onto the line: the start, or a child of the position before it. Plays each of its moves.
    pub(super) fn enter(&mut self, from: Entered<'_>) -> Result<(), Unanswered> {
        let ply = self.path.len();
        if ply >= LONGEST {
            return Err(Unanswered::Repetition);
        }
        while self.plies.len() <= ply {
            self.plies.push(LinePosition::default());
        }
        let (before, here) = self.plies.split_at_mut(ply);
        let (position, key) = match from {
            Entered::Start(position) => (position, self.keys.of(position)),
            Entered::Child(number) => {
                let child = &before[ply - 1].children[number];
                (&child.position, child.key)
            }
        };
        self.nodes += 1;
        here[0]
            .fill((&self.rules, &mut self.keys), position)
            .map_err(Unanswered::Fault)?;
        self.path.push(key);
        Ok(())
    }

    /// Goes back one position.
    pub(super) fn leave(&mut self) {
        self.path.pop();
    }

    /// Returns the ply of the last position.
    pub(super) fn ply(&self) -> usize {
        self.path.len() - 1
    }

    /// Returns the last position.
    pub(super) fn last(&mut self) -> &mut LinePosition {
        let ply = self.ply();
        &mut self.plies[ply]
    }

    /// Returns the key of the last position.
    pub(super) fn key(&self) -> u64 {
        self.path[self.ply()]
    }

    /// Returns whether a position is on the line.
    pub(super) fn contains(&self, key: u64) -> bool {
        self.path.contains(&key)
    }
}

/// Where a position of a line comes from.
pub(super) enum Entered<'p> {
    Start(&'p Position),
    /// A child of the position before it, by number.
    Child(usize),
}

impl LinePosition {
    fn fill(
        &mut self,
        (rules, keys): (&Rules, &mut PositionKeys),
        position: &Position,
    ) -> Result<(), Fault> {
        self.count = 0;
        rules.moves_into(position, &mut self.moves)?;
        self.is_first = self.moves.seat() == SeatId(0);
        for mv in self.moves.iter() {
            if self.count == self.children.len() {
                self.children.push(Child {
                    mv,
                    position: Position::blank(),
                    key: 0,
                    end: None,
                });
            }
            let child = &mut self.children[self.count];
            child.mv = mv;
            child.position.clone_from(position);
            rules.apply(&mut child.position, mv)?;
            child.position.history.clear();
            child.key = keys.of(&child.position);
            child.end = child.position.over.map(|end| value_of_end(rules, end));
            self.count += 1;
        }
        match self.count {
            0 => Err(rules.nothing_to_choose(position)),
            _ => Ok(()),
        }
    }
}

/// Returns the value of an end for the first seat.
pub(super) fn value_of_end(rules: &Rules, end: GameEnd) -> i8 {
    let value = Utilities::of_end(end, rules.players().len()).of(SeatId(0));
    if value > 0.0 {
        1
    } else if value < 0.0 {
        -1
    } else {
        0
    }
}
