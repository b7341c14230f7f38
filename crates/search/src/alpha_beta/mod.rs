//! Alpha-beta search with an evaluation: for games in which nothing is hidden and nobody chooses at once with others.
//!
//! Iterative deepening, principal variation search, a transposition table, killer moves, the history heuristic, late move
//! reductions, and a quiescence search over moves that take pieces. Chance is averaged over its outcomes. With more than two
//! players, the others are treated as one opponent (paranoid search: N. Sturtevant, R. Korf, 2000).

mod move_order;
mod quiescence;
mod root;
mod transpositions;
mod turn_ends;

use crate::evaluation::Evaluation;
use crate::limit::SearchLimit;
use crate::utilities::Utilities;
use linstock_engine::vm::{Fault, Move, MoveList, Position};
use linstock_model::SeatId;
use linstock_play::Rules;
use move_order::MoveOrder;
pub(crate) use quiescence::Quiescence;
use std::sync::Arc;
use transpositions::{Bound, Transposition, Transpositions};

/// The value of a win at the root; a win some plies later is worth a little less.
const WIN: i32 = 1_000_000;
/// Values above this are wins.
const SURE: i32 = WIN - 10_000;
/// The value of an estimated utility of 1.
const SCALE: f32 = 100_000.0;
/// The deepest search in plies.
const DEEPEST: usize = 64;
/// The most plies of the quiescence search.
const MOST_QUIET: i32 = 8;
/// The most outcomes of chance that are averaged; of more, the likeliest count.
const MOST_OUTCOMES: usize = 36;

/// Why a search stopped early.
enum Stopped {
    /// The limit was reached.
    Limit,
    /// The rules failed.
    Fault,
}

/// A position on the current line with its moves.
#[derive(Debug)]
struct LineFrame {
    position: Position,
    moves: MoveList,
    /// The moves in the order in which they are searched.
    ordered: Vec<OrderedMove>,
    /// The expected moves from here to the position whose estimate counts.
    line: Vec<Move>,
}

/// A move in the order of the search.
#[derive(Clone, Copy, Debug)]
struct OrderedMove {
    mv: Move,
    rank: i64,
    /// Whether it may take pieces.
    takes: bool,
}

/// An alpha-beta search with its tables. The tables are kept from one search to the next.
#[derive(Debug)]
pub struct AlphaBeta {
    rules: Arc<Rules>,
    evaluation: Evaluation,
    root: SeatId,
    frames: Vec<LineFrame>,
    order: MoveOrder,
    table: Transpositions,
    nodes: u64,
    /// The number of nodes at which the limit is looked at next.
    next_look: u64,
    /// Whether leaves are searched until they are quiet.
    is_quiet_searched: bool,
    is_history_used: bool,
    /// The first fault of the rules that the search met.
    fault: Option<Fault>,
    /// Whether an event of chance lies between the root and the position that is searched. Expected lines end there.
    is_past_chance: bool,
    /// How many of the best moves get exact values.
    exact_moves: usize,
    /// Whether a turn was seen to end with a loss of pieces.
    turn_ends_lose: bool,
}

impl AlphaBeta {
    /// Makes a search with a table of 2^`table_bits` entries of 32 bytes.
    #[must_use]
    pub fn new(rules: Arc<Rules>, evaluation: Evaluation, table_bits: u32) -> Self {
        let frame = || LineFrame {
            position: Position::blank(),
            moves: MoveList::default(),
            ordered: Vec::new(),
            line: Vec::new(),
        };
        Self {
            turn_ends_lose: false,
            order: MoveOrder::new(&rules),
            rules,
            evaluation,
            root: SeatId(0),
            frames: std::iter::repeat_with(frame).take(DEEPEST + 1).collect(),
            table: Transpositions::new(table_bits),
            nodes: 0,
            next_look: 0,
            is_quiet_searched: false,
            is_history_used: false,
            fault: None,
            is_past_chance: false,
            exact_moves: 1,
        }
    }

    /// Gives exact values and lines to a number of the best moves, at least to one. This takes time: of the other moves, the
    /// search finds out only that they are not better.
    pub fn rate_best(&mut self, count: usize) {
        self.exact_moves = count.max(1);
    }

    /// Plays a move from a frame, and returns its value for the player who plays it. `is_late` searches it with a null
    /// window first.
    fn value_of(
        &mut self,
        (ply, mv): (usize, Move),
        (depth, is_late): (i32, bool),
        (alpha, beta): (i32, i32),
        limit: &SearchLimit<'_>,
    ) -> Result<i32, Stopped> {
        let is_same = self.advance(ply, mv)?;
        let search = |search: &mut Self, alpha: i32, beta: i32, depth: i32| {
            let (low, high) = match is_same {
                true => (alpha, beta),
                false => (-beta, -alpha),
            };
            let value = search.search(ply + 1, depth, (low, high), limit)?;
            Ok(if is_same { value } else { -value })
        };
        if is_late && beta - alpha > 1 {
            let value = search(self, alpha, alpha + 1, depth)?;
            if value <= alpha {
                return Ok(value);
            }
        }
        search(self, alpha, beta, depth)
    }

    /// Plays a move in the next frame, and returns whether the same side chooses there.
    fn advance(&mut self, ply: usize, mv: Move) -> Result<bool, Stopped> {
        let (here, next) = self.frames.split_at_mut(ply + 1);
        let (here, next) = (&here[ply], &mut next[0]);
        next.position.clone_from(&here.position);
        self.rules
            .advance(&mut next.position, mv, &mut next.moves)
            .map_err(|fault| {
                self.fault.get_or_insert(fault);
                Stopped::Fault
            })?;
        self.nodes += 1;
        self.is_history_used |= !next.position.history.is_empty();
        Ok(self.is_ours(ply) == self.is_ours(ply + 1))
    }

    /// Returns whether the player of the root chooses at a frame. After the end and at chance, it is the one of the frame
    /// before.
    fn is_ours(&self, ply: usize) -> bool {
        let frames = self.frames[..=ply].iter().rev();
        let mut choosing = frames.filter(|frame| {
            let decision = self.rules.decision(&frame.position);
            decision.is_some_and(|decision| !self.rules.is_chance(decision))
        });
        choosing
            .next()
            .is_none_or(|frame| frame.moves.seat() == self.root)
    }

    /// Fails if the limit is reached.
    fn check_limit(&mut self, limit: &SearchLimit<'_>) -> Result<(), Stopped> {
        const NODES_BETWEEN_LOOKS: u64 = 8;
        let is_due = self.nodes >= self.next_look;
        if is_due {
            self.next_look = self.nodes + NODES_BETWEEN_LOOKS;
        }
        match self.nodes >= limit.iterations || is_due && (limit.stop)() {
            true => Err(Stopped::Limit),
            false => Ok(()),
        }
    }

    /// Returns the value of a frame for the side that chooses there.
    fn search(
        &mut self,
        ply: usize,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        limit: &SearchLimit<'_>,
    ) -> Result<i32, Stopped> {
        self.frames[ply].line.clear();
        self.check_limit(limit)?;
        if let Some(value) = self.end_value(ply) {
            return Ok(value);
        }
        let decision = self.rules.decision(&self.frames[ply].position);
        if decision.is_some_and(|decision| self.rules.is_chance(decision)) {
            return self.average(ply, depth, limit);
        }
        if depth <= 0 || ply + 1 >= DEEPEST {
            return self.quiet(ply, MOST_QUIET, (alpha, beta), limit);
        }
        let key = self.key(ply);
        let known = self.table.get(key);
        // On the expected line, each position is searched, so that its moves are known.
        let is_expected = beta - alpha > 1 && !self.is_past_chance;
        if !is_expected
            && let Some(value) = known.and_then(|entry| entry.cuts_off((depth, ply), (alpha, beta)))
        {
            return Ok(value);
        }
        self.list(ply, known.map(|entry| entry.mv));
        let first_alpha = alpha;
        let mut best: Option<(i32, Move)> = None;
        for number in 0..self.frames[ply].ordered.len() {
            let OrderedMove { mv, takes, .. } = self.frames[ply].ordered[number];
            let is_reduced = depth >= 3 && number >= 4 && !takes;
            let next = depth - 1;
            let mut value = match is_reduced {
                true => self.value_of((ply, mv), (next - 1, true), (alpha, alpha + 1), limit),
                false => self.value_of((ply, mv), (next, number > 0), (alpha, beta), limit),
            };
            if is_reduced && value.as_ref().is_ok_and(|value| *value > alpha) {
                value = self.value_of((ply, mv), (next, true), (alpha, beta), limit);
            }
            let value = match value {
                Err(Stopped::Fault) => continue,
                value => value?,
            };
            self.note(ply, mv);
            if best.is_none_or(|(best, _)| value > best) {
                best = Some((value, mv));
            }
            if is_expected && value > alpha {
                self.keep_line(ply, mv);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.order.cut_off(ply, mv, (depth, takes));
                break;
            }
        }
        let (value, mv) = best.ok_or(Stopped::Fault)?;
        let bound = match value {
            value if value >= beta => Bound::AtLeast,
            value if value > first_alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.table
            .put(Transposition::new(key, (mv, depth), (value, bound), ply));
        Ok(value)
    }

    /// Returns the average value over the outcomes of chance.
    fn average(&mut self, ply: usize, depth: i32, limit: &SearchLimit<'_>) -> Result<i32, Stopped> {
        // Chance may follow chance, where nobody can move.
        if depth < 0 || ply + 1 >= DEEPEST {
            return Ok(self.estimate(ply));
        }
        let outcomes = self.rules.outcomes(&self.frames[ply].position);
        let mut outcomes = outcomes.map_err(|fault| {
            self.fault.get_or_insert(fault);
            Stopped::Fault
        })?;
        outcomes.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        outcomes.truncate(MOST_OUTCOMES);
        let was_past_chance = std::mem::replace(&mut self.is_past_chance, true);
        let average = self.average_of((ply, depth), &outcomes, limit);
        self.is_past_chance = was_past_chance;
        // An average is no certain win.
        Ok((average? as i32).clamp(-SURE + 1, SURE - 1))
    }

    /// Returns the average value after outcomes of chance, by their weights.
    fn average_of(
        &mut self,
        (ply, depth): (usize, i32),
        outcomes: &[(Move, u64)],
        limit: &SearchLimit<'_>,
    ) -> Result<f64, Stopped> {
        let sum: f64 = outcomes.iter().map(|(_, weight)| *weight as f64).sum();
        let mut average = 0.0;
        for (mv, weight) in outcomes {
            let is_same = self.advance(ply, *mv)?;
            let value = self.search(ply + 1, depth - 1, (-WIN, WIN), limit)?;
            average += f64::from(if is_same { value } else { -value }) * *weight as f64 / sum;
        }
        Ok(average)
    }

    fn is_at_chance(&self, ply: usize) -> bool {
        let decision = self.rules.decision(&self.frames[ply].position);
        decision.is_some_and(|decision| self.rules.is_chance(decision))
    }

    /// Returns the value of an ended game for the side that chose last; `None` while the game goes on.
    fn end_value(&self, ply: usize) -> Option<i32> {
        let end = self.frames[ply].position.over?;
        let utilities = Utilities::of_end(end, self.rules.players().len());
        let ours = utilities.of(self.root);
        let plies = i32::try_from(ply).unwrap_or(0);
        let value = match ours {
            ours if ours >= 1.0 => WIN - plies,
            ours if ours < 0.0 => plies - WIN,
            ours => (ours * SCALE) as i32,
        };
        Some(if self.is_ours(ply) { value } else { -value })
    }

    /// Returns the estimated value of a frame for the side that chooses there.
    fn estimate(&self, ply: usize) -> i32 {
        let LineFrame {
            position, moves, ..
        } = &self.frames[ply];
        let utilities = self.evaluation.utilities(&self.rules, position, moves);
        let value = (utilities.of(self.root) * SCALE) as i32;
        if self.is_ours(ply) { value } else { -value }
    }

    /// Returns the key of a frame in the table. Positions that occurred before differ from new ones.
    fn key(&self, ply: usize) -> u64 {
        let position = &self.frames[ply].position;
        let repetitions = u64::from(self.rules.repetitions(position));
        self.rules.hash(position) ^ repetitions.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Puts the moves of a frame in order.
    fn list(&mut self, ply: usize, known: Option<Move>) {
        let LineFrame {
            position,
            moves,
            ordered,
            ..
        } = &mut self.frames[ply];
        ordered.clear();
        ordered.extend(moves.iter().map(|mv| {
            let takes = self.order.may_take(&self.rules, position, mv);
            let rank = self.order.rank(ply, (mv, takes), known);
            OrderedMove { mv, rank, takes }
        }));
        ordered.sort_by_key(|ordered| std::cmp::Reverse(ordered.rank));
    }

    /// Remembers whether the move to the next frame takes pieces.
    fn note(&mut self, ply: usize, mv: Move) {
        let (here, next) = (&self.frames[ply].position, &self.frames[ply + 1].position);
        self.order.note(&self.rules, (here, mv), next);
    }
}
