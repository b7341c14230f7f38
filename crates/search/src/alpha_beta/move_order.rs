//! The order in which moves are searched: the known best move, moves that take, killer moves, then by history.

use super::DEEPEST;
use crate::move_index::move_index;
use linstock_engine::vm::{Move, Position};
use linstock_model::SeatId;
use linstock_play::Rules;
use std::ops::Range;

/// The number of bits of a row's index in the history.
const INDEX_BITS: u32 = 14;

/// What is known about moves from earlier nodes.
#[derive(Debug)]
pub(super) struct MoveOrder {
    /// Two moves of each ply that cut off its last nodes.
    killers: Vec<[Option<Move>; 2]>,
    /// How often a move cut off nodes, weighted by their depths.
    history: Vec<i64>,
    /// For each decision point and seat: the templates whose moves may take pieces.
    taking: Vec<Vec<Vec<bool>>>,
    takes_anything: bool,
    /// The words of each mask, and its owner.
    masks: Vec<(Range<usize>, Option<SeatId>)>,
}

impl MoveOrder {
    pub(super) fn new(rules: &Rules) -> Self {
        let points = rules.decision_points.iter();
        let taking = points
            .map(|point| {
                let choices = point.choices.iter();
                choices
                    .map(|choices| vec![false; choices.templates.len()])
                    .collect()
            })
            .collect();
        let width = rules.layout.width;
        let masks = rules.layout.masks();
        Self {
            killers: vec![[None; 2]; DEEPEST + 1],
            history: vec![0; 1 << INDEX_BITS],
            taking,
            takes_anything: false,
            masks: masks
                .map(|(piece, word)| (word..word + width, piece.owner))
                .collect(),
        }
    }

    /// Prepares a new search: old cut-offs count less.
    pub(super) fn begin(&mut self) {
        self.killers.fill([None; 2]);
        self.history.iter_mut().for_each(|cuts| *cuts /= 8);
    }

    /// Returns the rank of a move; higher ones are searched first.
    pub(super) fn rank(&self, ply: usize, mv: Move, known: Option<Move>) -> i64 {
        const KNOWN: i64 = 1 << 60;
        const TAKING: i64 = 1 << 50;
        const KILLER: i64 = 1 << 49;
        if known == Some(mv) {
            return KNOWN;
        }
        let bonus = if self.may_take(mv) {
            TAKING
        } else if self.killers[ply].contains(&Some(mv)) {
            KILLER
        } else {
            0
        };
        bonus + self.history[move_index(mv, INDEX_BITS)]
    }

    /// Remembers that a move cut off a node.
    pub(super) fn cut_off(&mut self, ply: usize, mv: Move, (depth, takes): (i32, bool)) {
        self.history[move_index(mv, INDEX_BITS)] += i64::from(depth * depth);
        if !takes && self.killers[ply][0] != Some(mv) {
            self.killers[ply] = [Some(mv), self.killers[ply][0]];
        }
    }

    /// Returns whether a move of its kind has taken pieces.
    pub(super) fn may_take(&self, mv: Move) -> bool {
        let point = &self.taking[usize::from(mv.decision)];
        point[usize::from(mv.me)][usize::from(mv.template)]
    }

    /// Remembers that a move of its kind takes pieces.
    pub(super) fn note_taking(&mut self, mv: Move) {
        let point = &mut self.taking[usize::from(mv.decision)];
        point[usize::from(mv.me)][usize::from(mv.template)] = true;
        self.takes_anything = true;
    }

    /// Returns whether any move has taken pieces.
    pub(super) fn takes_anything(&self) -> bool {
        self.takes_anything
    }

    /// Returns the number of pieces of the other players.
    pub(super) fn pieces_of_others(&self, position: &Position, mover: SeatId) -> u32 {
        let others = self
            .masks
            .iter()
            .filter(|(_, owner)| owner.is_some_and(|owner| owner != mover));
        let count = |words: &Range<usize>| {
            let words = position.words[words.clone()].iter();
            words.map(|word| word.count_ones()).sum::<u32>()
        };
        others.map(|(words, _)| count(words)).sum()
    }
}
