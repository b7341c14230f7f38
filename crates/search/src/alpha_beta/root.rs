//! The search from the root: one depth after the other.

use super::{AlphaBeta, DEEPEST, LineFrame, MOST_QUIET, SCALE, SURE, Stopped, WIN};
use crate::limit::SearchLimit;
use crate::thought::{ProvenResult, RatedMove, Thought};
use linstock_engine::vm::{Fault, Move, Position};

impl AlphaBeta {
    /// Searches from a position at which a player chooses. Of a depth that is not completed, only the moves count that were
    /// searched. The depth 1 is completed, unless the time is over before.
    ///
    /// # Errors
    /// If the rules fail at the root.
    pub fn think(
        &mut self,
        position: &Position,
        limit: &SearchLimit<'_>,
    ) -> Result<Thought, Fault> {
        self.frames[0].position.clone_from(position);
        let LineFrame {
            position, moves, ..
        } = &mut self.frames[0];
        self.rules.moves_into(position, moves)?;
        let seat = moves.seat();
        if seat != self.root {
            self.table.clear();
            self.root = seat;
        }
        self.order.begin();
        (self.nodes, self.next_look, self.fault) = (0, 0, None);
        let mut rated: Vec<RatedMove> = moves.iter().map(RatedMove::new).collect();
        let first_limit = limit.without_iterations();
        let mut depth = 0;
        while depth < DEEPEST - MOST_QUIET as usize {
            let next = i32::try_from(depth + 1).unwrap_or(i32::MAX);
            let limit = match depth {
                0 => &first_limit,
                _ => limit,
            };
            match self.search_root(&mut rated, next, limit) {
                Ok(()) => depth += 1,
                Err(Stopped::Limit | Stopped::Fault) => break,
            }
            let best = rated.first();
            if rated.len() < 2 && depth >= 4 || best.is_some_and(|best| best.proof.is_some()) {
                break;
            }
        }
        Ok(Thought {
            moves: rated,
            iterations: self.nodes,
            depth: u32::try_from(depth).unwrap_or(u32::MAX),
            is_mixed: false,
            fault: self.fault.take(),
        })
    }

    /// Searches each move of the root to a depth, and sorts them by value.
    fn search_root(
        &mut self,
        rated: &mut Vec<RatedMove>,
        depth: i32,
        limit: &SearchLimit<'_>,
    ) -> Result<(), Stopped> {
        self.is_quiet_searched = depth > 1;
        let mut found: Vec<RootValue> = Vec::with_capacity(rated.len());
        // The best values so far, the greatest one first.
        let mut best: Vec<i32> = Vec::with_capacity(rated.len());
        for (at, mv) in rated.iter().map(|rated| rated.mv).enumerate() {
            self.is_past_chance = false;
            let is_full = best.len() == self.exact_moves;
            let alpha = best.last().filter(|_| is_full).map_or(-WIN, |last| *last);
            let value = self.value_of((0, mv), (depth - 1, is_full), (alpha, WIN), limit);
            let value = match value {
                // A move that fails is the last choice.
                Err(Stopped::Fault) => -WIN,
                Err(Stopped::Limit) => {
                    // With fewer values than are wanted, only certain results count.
                    found.retain(|found| is_full || found.value.abs() >= SURE);
                    self.keep(rated, (found, alpha), depth);
                    return Err(Stopped::Limit);
                }
                Ok(value) => value,
            };
            let is_exact = value > alpha;
            if is_exact {
                self.keep_line(0, mv);
            }
            found.push(RootValue {
                at,
                value,
                line: is_exact.then(|| self.frames[0].line.clone()),
            });
            best.insert(best.partition_point(|better| *better >= value), value);
            best.truncate(self.exact_moves);
        }
        self.keep(rated, (found, WIN), depth);
        Ok(())
    }

    /// Writes what was found to the moves, and sorts them by value; equal ones keep their order. Moves not reached at this depth are
    /// ranked behind the others and before certain losses, unless they are certain losses themselves. Their value is at most `most`, if
    /// that is no loss.
    fn keep(&self, rated: &mut Vec<RatedMove>, (found, most): (Vec<RootValue>, i32), depth: i32) {
        const NOT_REACHED: i32 = 1 - SURE;
        let proves = !self.is_history_used;
        // A value that is not exact is an upper bound, which proves only a loss.
        let proof = |value: i32, is_exact: bool| match value {
            SURE.. if is_exact => Some(ProvenResult::Win),
            value if value <= -SURE => Some(ProvenResult::Loss),
            _ => None,
        };
        let rank = |rated: &RatedMove| match rated.proof {
            Some(ProvenResult::Loss) => -WIN,
            _ => NOT_REACHED,
        };
        let ranked = rated.drain(..).map(|rated| (rank(&rated), rated));
        let mut ranked: Vec<(i32, RatedMove)> = ranked.collect();
        for RootValue { at, value, line } in found {
            let (rank, rated) = &mut ranked[at];
            *rank = value;
            rated.value = utility_of(value);
            rated.visits = u32::try_from(depth).unwrap_or(0);
            rated.proof = proof(value, line.is_some()).filter(|_| proves);
            rated.line = line.unwrap_or_else(|| vec![rated.mv]);
        }
        let not_reached = ranked
            .iter_mut()
            .filter(|(rank, _)| *rank == NOT_REACHED && most > -SURE);
        for (_, rated) in not_reached {
            rated.value = rated.value.min(utility_of(most));
        }
        ranked.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        rated.extend(ranked.into_iter().map(|(_, rated)| rated));
    }
}

/// What a depth found out about a move of the root.
struct RootValue {
    /// Its place in the order in which the moves were searched.
    at: usize,
    value: i32,
    /// The expected line, if the value is exact.
    line: Option<Vec<Move>>,
}

/// Returns the utility of a value.
fn utility_of(value: i32) -> f32 {
    (value as f32 / SCALE).clamp(-1.0, 1.0)
}
