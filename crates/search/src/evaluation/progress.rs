//! Weights for games that random play does not end: the nearer the pieces of a player are to the player's goals, the better.
//!
//! How far a piece must go is not computed from the rules of the moves, but seen in random games: from which point to which one
//! such pieces went.

use super::features::PieceMask;
use super::goals::PieceGoal;
use crate::random_play::RandomPlay;
use linstock_engine::ir::bits;
use linstock_engine::vm::{Fault, MoveList, Position};
use linstock_model::{Board, Dir, Point, PointSet};
use linstock_play::Rules;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::sync::Arc;

/// What a piece is worth beside its place.
const PIECE: f32 = 0.005;
/// The share of a goal's worth that is left with each move that a piece is farther away: so small that a few pieces go ahead, and that
/// a step is worth a risk.
const PER_MOVE: f32 = 0.75;
/// What pieces are worth together that another player wants gone.
const UNWANTED: f32 = 0.3;

/// The moves of one kind of piece of one player that were seen.
#[derive(Clone, Default, Debug)]
struct SeenMoves {
    /// From one point to another.
    pairs: FxHashSet<(u32, u32)>,
    /// Where such pieces stood.
    stood: FxHashSet<u32>,
}

/// The moves of all pieces that random games showed, in the order of the masks.
#[derive(Debug)]
pub(super) struct PlayedSteps(Vec<SeenMoves>);

impl PlayedSteps {
    /// Plays at random for a number of plies, and notes how pieces move. A game that goes on for half of them begins again.
    ///
    /// # Errors
    /// If the rules fail at the start.
    pub(super) fn of_random_games(
        rules: &Arc<Rules>,
        (masks, seed): (&[PieceMask], u64),
        (plies, stop): (u32, &dyn Fn() -> bool),
    ) -> Result<Self, Fault> {
        const PLIES_OF_STOP: u32 = 1_000;
        let mut seen = Self(vec![SeenMoves::default(); masks.len()]);
        let mut random = RandomPlay::new(Arc::clone(rules), seed, 0);
        let mut moves = MoveList::default();
        let mut position = rules.start()?;
        let mut before = position.clone();
        rules.moves_into(&position, &mut moves)?;
        let mut length = 0;
        for ply in 0..plies {
            if ply % PLIES_OF_STOP == 0 && stop() {
                break;
            }
            before.clone_from(&position);
            let mv = random.pick(&position, &moves);
            let advanced = mv.and_then(|mv| random.advance((&mut position, mv), &mut moves));
            length += 1;
            if advanced.is_err() || position.over.is_some() || length > plies / 2 {
                position = rules.start()?;
                rules.moves_into(&position, &mut moves)?;
                length = 0;
                continue;
            }
            seen.note(masks, (&before, &position));
        }
        Ok(seen)
    }

    /// Notes a ply: a kind of piece that left one point and came to one other point has moved.
    fn note(&mut self, masks: &[PieceMask], (before, after): (&Position, &Position)) {
        for (seen, mask) in self.0.iter_mut().zip(masks) {
            let words = mask.words.clone();
            let (old, new) = (&before.words[words.clone()], &after.words[words]);
            if old == new {
                continue;
            }
            let pairs = || old.iter().zip(new);
            let left: Vec<u64> = pairs().map(|(old, new)| old & !new).collect();
            let come: Vec<u64> = pairs().map(|(old, new)| new & !old).collect();
            seen.stood.extend(bits(new));
            let (mut left, mut come) = (bits(&left), bits(&come));
            if let (Some(from), None, Some(to), None) =
                (left.next(), left.next(), come.next(), come.next())
            {
                seen.pairs.insert((from, to));
            }
        }
    }

    /// Returns the moves that each kind of piece of each player can make: those that were seen, and steps in a direction in which
    /// such a piece was seen to step, between points where pieces of its kind were seen.
    fn moves(&self, masks: &[PieceMask], board: Option<&Board>) -> Vec<Vec<(u32, u32)>> {
        let of = |(seen, mask): (&SeenMoves, &PieceMask)| {
            let mut moves: Vec<(u32, u32)> = seen.pairs.iter().copied().collect();
            let alike = self.0.iter().zip(masks);
            let alike = alike.filter(|(_, other)| other.kind == mask.kind);
            let stood: FxHashSet<u32> = alike.flat_map(|(seen, _)| &seen.stood).copied().collect();
            if let Some(board) = board {
                moves.extend(steps(board, (&seen.pairs, &stood)));
            }
            moves.sort_unstable();
            moves.dedup();
            moves
        };
        self.0.iter().zip(masks).map(of).collect()
    }
}

/// Returns the steps between points, in the directions of some of the seen moves.
fn steps(
    board: &Board,
    (pairs, stood): (&FxHashSet<(u32, u32)>, &FxHashSet<u32>),
) -> Vec<(u32, u32)> {
    let step = |from: u32, dir: Dir| {
        let from = Point::nth(from as usize)?;
        let to = board.step(from, dir)?;
        u32::try_from(to.index()).ok()
    };
    let every = board.topology.every_direction();
    let is_seen = |dir: &Dir| {
        pairs
            .iter()
            .any(|(from, to)| step(*from, *dir) == Some(*to))
    };
    let dirs: Vec<Dir> = every.iter().filter(is_seen).collect();
    let of = |from: &u32| {
        let from = *from;
        let steps = dirs
            .iter()
            .filter_map(move |dir| Some((from, step(from, *dir)?)));
        steps
            .filter(|(_, to)| stood.contains(to))
            .collect::<Vec<_>>()
    };
    stood.iter().flat_map(of).collect()
}

/// Returns how many moves each point is away from the nearest point of a region; `None` if no way was seen.
fn distances(moves: &[(u32, u32)], (points, region): (usize, &PointSet)) -> Vec<Option<u32>> {
    let mut back: Vec<Vec<u32>> = vec![Vec::new(); points];
    for (from, to) in moves {
        back[*to as usize].push(*from);
    }
    let mut distances = vec![None; points];
    let mut open: VecDeque<usize> = region.ones().filter(|point| *point < points).collect();
    open.iter().for_each(|point| distances[*point] = Some(0));
    while let Some(point) = open.pop_front() {
        let next = distances[point].map(|distance| distance + 1);
        for from in &back[point] {
            let from = *from as usize;
            if distances[from].is_none() {
                distances[from] = next;
                open.push_back(from);
            }
        }
    }
    distances
}

/// Returns the weight of each point for each mask, by the goals. `counts` are the pieces at the start.
pub(super) fn weights_of_goals(
    (goals, steps): (&[PieceGoal], &PlayedSteps),
    (masks, board): (&[PieceMask], Option<&Board>),
    (points, counts): (usize, &[usize]),
) -> Vec<Vec<f32>> {
    let moves = steps.moves(masks, board);
    let of = |(at, mask): (usize, &PieceMask)| {
        let count = counts[at].max(1);
        let of_piece =
            |goal: &&PieceGoal| goal.kind == mask.kind && goal.owner.index() == mask.owner;
        let mut weights = vec![PIECE; points];
        for goal in goals.iter().filter(of_piece) {
            let is_own = goal.owner == goal.seat;
            let distances = match is_own && goal.number > 0 {
                true => distances(&moves[at], (points, &goal.region)),
                false => distances(&[], (points, &goal.region)),
            };
            let worth = match (goal.number, is_own) {
                (0, true) => -UNWANTED / count as f32,
                (0, false) => UNWANTED / count as f32,
                (number, _) => 1.0 / number.min(count) as f32,
            };
            for (weight, distance) in weights.iter_mut().zip(distances) {
                let Some(distance) = distance else {
                    continue;
                };
                let worth = worth * libm::powf(PER_MOVE, distance as f32);
                *weight = match worth > 0.0 {
                    true => weight.max(PIECE + worth),
                    false => worth,
                };
            }
        }
        weights
    };
    masks.iter().enumerate().map(of).collect()
}
