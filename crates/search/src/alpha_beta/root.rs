//! The search from the root: one depth after the other.

use super::{AlphaBeta, DEEPEST, LineFrame, MOST_QUIET, SCALE, SURE, Stopped, WIN};
use crate::limit::SearchLimit;
use crate::thought::{ProvenResult, RatedMove, Thought};
use linstock_engine::vm::{Fault, Position};

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
        let mut values: Vec<i32> = Vec::with_capacity(rated.len());
        // The best values so far, the greatest one first.
        let mut best: Vec<i32> = Vec::with_capacity(rated.len());
        for number in 0..rated.len() {
            let mv = rated[number].mv;
            let is_full = best.len() == self.exact_moves;
            let alpha = best.last().filter(|_| is_full).map_or(-WIN, |last| *last);
            let value = self.value_of((0, mv), (depth - 1, is_full), (alpha, WIN), limit);
            let value = match value {
                // A move that fails is the last choice.
                Err(Stopped::Fault) => -WIN,
                Err(Stopped::Limit) if alpha > -WIN => {
                    // The moves so far were searched deeper, and the old best ones were the first of them. The others seemed not
                    // to be better.
                    for other in rated.iter_mut().skip(values.len()) {
                        other.value = other.value.min(utility_of(alpha));
                    }
                    self.keep(rated, &values, depth);
                    return Err(Stopped::Limit);
                }
                Err(Stopped::Limit) => return Err(Stopped::Limit),
                Ok(value) => value,
            };
            values.push(value);
            if value > alpha {
                self.keep_line(0, mv);
                rated[number].line.clone_from(&self.frames[0].line);
            }
            best.insert(best.partition_point(|better| *better >= value), value);
            best.truncate(self.exact_moves);
        }
        self.keep(rated, &values, depth);
        Ok(())
    }

    /// Writes values to the first moves, and sorts these by value; equal ones keep their order.
    fn keep(&self, rated: &mut Vec<RatedMove>, values: &[i32], depth: i32) {
        let proves = !self.is_history_used;
        let proof = |value: i32| match value {
            SURE.. => Some(ProvenResult::Win),
            value if value <= -SURE => Some(ProvenResult::Loss),
            _ => None,
        };
        for (rated, value) in rated.iter_mut().zip(values) {
            rated.value = utility_of(*value);
            rated.visits = u32::try_from(depth).unwrap_or(0);
            rated.proof = proof(*value).filter(|_| proves);
        }
        let mut order: Vec<usize> = (0..rated.len()).collect();
        let value = |at: &usize| values.get(*at).map_or(i32::MIN, |value| *value);
        order.sort_by_key(|at| std::cmp::Reverse(value(at)));
        *rated = order.into_iter().map(|at| rated[at].clone()).collect();
    }
}

/// Returns the utility of a value.
fn utility_of(value: i32) -> f32 {
    (value as f32 / SCALE).clamp(-1.0, 1.0)
}
