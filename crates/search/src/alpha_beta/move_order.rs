//! The order in which moves are searched: the known best move, moves that take, killer moves, then by history.

use super::DEEPEST;
use crate::move_index::move_index;
use linstock_engine::ir::instructions::{ArgCode, FixedArg};
use linstock_engine::vm::{Move, Position};
use linstock_model::SeatId;
use linstock_play::Rules;
use std::ops::Range;

/// The number of bits of a row's index in the history.
const INDEX_BITS: u32 = 14;

/// What moves of a kind were seen to take.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Taking {
    /// No piece.
    Nothing,
    /// Pieces of others, each time with such a piece on a point that the move names.
    OnNamedPoint,
    /// Pieces of others elsewhere, too.
    Anywhere,
}

/// What is known about moves from earlier nodes.
#[derive(Debug)]
pub(super) struct MoveOrder {
    /// Two moves of each ply that cut off its last nodes.
    killers: Vec<[Option<Move>; 2]>,
    /// How often a move cut off nodes, weighted by their depths.
    history: Vec<i64>,
    /// For each decision point, seat and template: what its moves were seen to take.
    taking: Vec<Vec<Vec<Taking>>>,
    /// The numbers of moves that were seen, and of those that took pieces.
    seen: u64,
    took: u64,
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
                    .map(|choices| vec![Taking::Nothing; choices.templates.len()])
                    .collect()
            })
            .collect();
        let width = rules.layout.width;
        let masks = rules.layout.masks();
        Self {
            killers: vec![[None; 2]; DEEPEST + 1],
            history: vec![0; 1 << INDEX_BITS],
            taking,
            seen: 0,
            took: 0,
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

    /// Returns the rank of a move, which may take pieces or not; higher ones are searched first.
    pub(super) fn rank(&self, ply: usize, (mv, takes): (Move, bool), known: Option<Move>) -> i64 {
        const KNOWN: i64 = 1 << 60;
        const TAKING: i64 = 1 << 50;
        const KILLER: i64 = 1 << 49;
        if known == Some(mv) {
            return KNOWN;
        }
        let bonus = if takes {
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

    /// Returns whether a move may take pieces, as far as moves of its kind were seen.
    pub(super) fn may_take(&self, rules: &Rules, position: &Position, mv: Move) -> bool {
        let point = &self.taking[usize::from(mv.decision)];
        match point[usize::from(mv.me)][usize::from(mv.template)] {
            Taking::Nothing => false,
            Taking::OnNamedPoint => self.names_piece_of_others(rules, position, mv),
            Taking::Anywhere => true,
        }
    }

    /// Remembers whether a move takes pieces.
    pub(super) fn note(
        &mut self,
        rules: &Rules,
        (before, mv): (&Position, Move),
        after: &Position,
    ) {
        self.seen += 1;
        if !self.has_taken((before, SeatId(mv.me)), after) {
            return;
        }
        self.took += 1;
        let taking = match self.names_piece_of_others(rules, before, mv) {
            true => Taking::OnNamedPoint,
            false => Taking::Anywhere,
        };
        let point = &mut self.taking[usize::from(mv.decision)];
        let known = &mut point[usize::from(mv.me)][usize::from(mv.template)];
        *known = taking.max(*known);
    }

    /// Returns whether a piece of another player is on a point that a move names.
    fn names_piece_of_others(&self, rules: &Rules, position: &Position, mv: Move) -> bool {
        let point = &rules.decision_points[usize::from(mv.decision)];
        let template = &point.choices[usize::from(mv.me)].templates[usize::from(mv.template)];
        let is_of_others = |point: usize| {
            let others = self
                .masks
                .iter()
                .filter(|(_, owner)| owner.is_some_and(|owner| owner.0 != mv.me));
            let mut words =
                others.filter_map(|(words, _)| position.words.get(words.clone())?.get(point / 64));
            words.any(|word| word >> (point % 64) & 1 != 0)
        };
        template.args.iter().any(|arg| match arg {
            ArgCode::Point(_) | ArgCode::Fixed(_, FixedArg::Point) => {
                is_of_others(arg.word(mv.anchor) as usize)
            }
            _ => false,
        })
    }

    /// Returns whether some moves take pieces, but most do not: then a position in which nothing is taken next is quiet. In a game in which
    /// each move turns pieces over, none would be.
    pub(super) fn takes_seldom(&self) -> bool {
        self.took > 0 && self.took < self.seen / 2
    }

    /// Returns whether the other players have fewer pieces after a move of a player.
    pub(super) fn has_taken(&self, (before, mover): (&Position, SeatId), after: &Position) -> bool {
        self.pieces_of_others(after, mover) < self.pieces_of_others(before, mover)
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
