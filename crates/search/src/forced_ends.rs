//! Forced wins and losses that a search did not see: a second search looks for them.

use crate::forced_win::{DEEPEST, ForcedWin, LimitReached, SharedSearch};
use crate::limit::SearchLimit;
use crate::thought::{ProvenResult, RatedMove, Thought};
use linstock_engine::vm::{Move, Position};
use linstock_model::SeatId;
use linstock_play::Rules;

/// A depth is begun only if this many times as many positions are left as the last depth took: it could hardly be completed otherwise.
const GROWTH: u64 = 8;

impl Thought {
    /// Looks for a win that the player who chooses can force, and puts the move that begins it first. Unless there is one, looks
    /// for wins that another player can force after the best move. If one is found, this move goes behind the others, and the next
    /// one is looked at. An iteration of the limit is a position. The position must hide nothing.
    pub fn find_forced_ends(
        &mut self,
        rules: &Rules,
        position: &Position,
        limit: &SearchLimit<'_>,
    ) {
        let is_decided = self.best().is_none_or(|best| match best.proof {
            Some(ProvenResult::Win | ProvenResult::Loss) => true,
            Some(ProvenResult::Draw) | None => false,
        });
        if is_decided || self.moves.len() < 2 {
            return;
        }
        let search = ForcedEnds {
            rules,
            position,
            shared: &SharedSearch::new(limit),
        };
        // What was found before the limit was reached stays.
        let _ = search.run(self);
    }

    /// Looks for the shortest win that the player who chooses can force, puts the move that begins it first, and returns the line; of
    /// several such moves, the best one. An iteration of the limit is a position. The position must hide nothing.
    pub fn find_forced_win(
        &mut self,
        rules: &Rules,
        position: &Position,
        limit: &SearchLimit<'_>,
    ) -> Option<Vec<Move>> {
        let shared = SharedSearch::new(limit);
        let mut search = self.own_search((rules, position), &shared)?;
        let line = search.deepen_to(DEEPEST).ok()??;
        self.put_win_first(line.clone());
        Some(line)
    }

    /// Begins a search for a win of the player who chooses; `None` if there is no move.
    fn own_search<'r>(
        &self,
        (rules, position): (&'r Rules, &Position),
        shared: &'r SharedSearch<'r>,
    ) -> Option<ForcedWin<'r>> {
        let moves: Vec<Move> = self.moves.iter().map(|rated| rated.mv).collect();
        let seat = SeatId(moves.first()?.me);
        let search = ForcedWin::new(rules, (position, seat), shared)?;
        Some(search.trying(moves))
    }

    /// Puts the first move of a line before the others: it leads to a certain win of the player who chooses.
    fn put_win_first(&mut self, line: Vec<Move>) {
        let first = line.first().copied();
        let at = self.moves.iter().position(|rated| Some(rated.mv) == first);
        if let Some(at) = at {
            self.moves[..=at].rotate_right(1);
            self.moves[0].prove((ProvenResult::Win, 1.0), line);
        }
    }
}

impl RatedMove {
    /// Notes a certain result with its value, and the line that leads to it.
    fn prove(&mut self, (result, value): (ProvenResult, f32), line: Vec<Move>) {
        self.proof = Some(result);
        self.value = value;
        self.mean = self.mean.map(|_| value);
        self.line = line;
    }
}

/// The searches from a position and after its best moves, which share a limit.
struct ForcedEnds<'r> {
    rules: &'r Rules,
    position: &'r Position,
    shared: &'r SharedSearch<'r>,
}

impl<'r> ForcedEnds<'r> {
    /// Deepens the searches for a win and for losses by turns, so that short lines are found before long ones are looked for.
    fn run(&self, thought: &mut Thought) -> Result<(), LimitReached> {
        let mut own = thought.own_search((self.rules, self.position), self.shared);
        let mut others = self.wins_of_others(thought.moves[0].mv);
        let mut lost = 0;
        for depth in 1..=DEEPEST {
            let left = self.shared.left();
            if let Some(line) = line_to_win(own.as_mut_slice(), depth)? {
                thought.put_win_first(line);
                return Ok(());
            }
            while let Some(line) = line_to_win(&mut others, depth)? {
                self.put_behind(thought, lost, line);
                lost += 1;
                // All moves are lost; the one that seemed best is the first again.
                if thought.moves[0].proof == Some(ProvenResult::Loss) {
                    return Ok(());
                }
                others = self.wins_of_others(thought.moves[0].mv);
            }
            let is_open = own.iter().chain(&others).any(ForcedWin::is_open);
            let taken = left - self.shared.left();
            if !is_open || self.shared.left() < taken.saturating_mul(GROWTH) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Begins a search for a win of each other player after a move.
    fn wins_of_others(&self, mv: Move) -> Vec<ForcedWin<'r>> {
        let Ok(after) = self.rules.play(self.position, mv) else {
            return Vec::new();
        };
        let me = SeatId(mv.me);
        let seats = self.rules.model().seat_ids().filter(|seat| *seat != me);
        let searches = seats.map(|seat| ForcedWin::new(self.rules, (&after, seat), self.shared));
        searches.flatten().collect()
    }

    /// Puts the best move behind those that are not lost, and behind those that were found to be lost before: by this line another player
    /// wins.
    fn put_behind(&self, thought: &mut Thought, lost: usize, line: Vec<Move>) {
        let mut best = thought.moves.remove(0);
        let line = std::iter::once(best.mv).chain(line).collect();
        let others = self.rules.players().len().saturating_sub(1).max(1);
        best.prove((ProvenResult::Loss, -1.0 / others as f32), line);
        let is_lost = |rated: &RatedMove| rated.proof == Some(ProvenResult::Loss);
        let first_lost = thought.moves.iter().position(is_lost);
        let at = first_lost.map_or(thought.moves.len(), |first| first + lost);
        thought.moves.insert(at, best);
    }
}

/// Returns a line within a depth by which one of some players wins, if there is one.
fn line_to_win(
    searches: &mut [ForcedWin<'_>],
    depth: usize,
) -> Result<Option<Vec<Move>>, LimitReached> {
    for search in searches {
        if let Some(line) = search.deepen_to(depth)? {
            return Ok(Some(line));
        }
    }
    Ok(None)
}
