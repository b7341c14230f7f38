//! Wins that a player can force within a few moves: a search that proves them and keeps the line.

use crate::limit::SearchLimit;
use linstock_engine::vm::{Move, MoveList, Position};
use linstock_model::SeatId;
use linstock_play::Rules;

/// The longest line in plies.
const DEEPEST: usize = 24;

/// Returns the shortest line by which a player wins alone whatever the others and chance do; the others put off the end as long
/// as they can. `None` if none was found within the limit, whose iterations are positions. The position must hide nothing.
///
/// Each line is played by the rules, and no result is taken over from another line, so a win does not depend on repeated
/// positions. A line in which the rules fail counts as not won.
#[must_use]
pub fn forced_win(
    rules: &Rules,
    position: &Position,
    seat: SeatId,
    limit: &SearchLimit<'_>,
) -> Option<Vec<Move>> {
    let frame = || (Position::blank(), MoveList::default());
    let mut search = ForcedWin {
        rules,
        seat,
        frames: std::iter::repeat_with(frame).take(DEEPEST + 1).collect(),
        limit,
        positions: 0,
        refutations: vec![None; DEEPEST],
    };
    search.frames[0].0.clone_from(position);
    if position.over.is_none() {
        let (position, moves) = &mut search.frames[0];
        rules.moves_into(position, moves).ok()?;
    }
    (1..=DEEPEST).find_map(|depth| match search.wins(0, depth) {
        Ok(Found::Win(line)) => Some(Some(line)),
        Ok(Found::TooFar) => None,
        Ok(Found::NoWin) | Err(LimitReached) => Some(None),
    })?
}

/// The limit was reached.
struct LimitReached;

/// What was found about a position within a depth.
enum Found {
    /// The player wins by this line.
    Win(Vec<Move>),
    /// The player does not win, however far one looks.
    NoWin,
    /// The lines are longer than the depth.
    TooFar,
}

struct ForcedWin<'r> {
    rules: &'r Rules,
    seat: SeatId,
    /// The positions of the line with their moves.
    frames: Vec<(Position, MoveList)>,
    limit: &'r SearchLimit<'r>,
    positions: u64,
    /// For each ply, the answer that refuted the last move there.
    refutations: Vec<Option<Move>>,
}

impl ForcedWin<'_> {
    /// Looks whether the player wins from a frame within a number of plies.
    fn wins(&mut self, ply: usize, depth: usize) -> Result<Found, LimitReached> {
        let position = &self.frames[ply].0;
        if let Some(end) = position.over {
            return Ok(match end.winners == 1 << self.seat.index() {
                true => Found::Win(Vec::new()),
                false => Found::NoWin,
            });
        }
        let Some(decision) = self.rules.decision(position) else {
            return Ok(Found::NoWin);
        };
        if self.rules.is_at_once(decision) {
            return Ok(Found::NoWin);
        }
        if depth == 0 {
            return Ok(Found::TooFar);
        }
        let is_chance = self.rules.is_chance(decision);
        if !is_chance && self.frames[ply].1.seat() == self.seat {
            return self.own_choice(ply, depth);
        }
        let Some(answers) = self.answers(ply, is_chance) else {
            return Ok(Found::NoWin);
        };
        self.choice_of_others(ply, depth, &answers)
    }

    /// Returns the moves of another player or the outcomes of chance; `None` if the rules fail or nothing can be chosen.
    fn answers(&self, ply: usize, is_chance: bool) -> Option<Vec<Move>> {
        let (position, moves) = &self.frames[ply];
        let mut answers: Vec<Move> = match is_chance {
            true => {
                let outcomes = self.rules.outcomes(position).ok()?;
                outcomes.into_iter().map(|(mv, _)| mv).collect()
            }
            false => moves.iter().collect(),
        };
        // What refuted one move often refutes the next one.
        let known = self.refutations[ply];
        if let Some(at) = answers.iter().position(|mv| Some(*mv) == known) {
            answers.swap(0, at);
        }
        (!answers.is_empty()).then_some(answers)
    }

    /// The player wins if one move wins.
    fn own_choice(&mut self, ply: usize, depth: usize) -> Result<Found, LimitReached> {
        let mut found = Found::NoWin;
        for number in 0..self.frames[ply].1.len() {
            let Some(mv) = self.frames[ply].1.get(number) else {
                continue;
            };
            match self.after(ply, mv, depth)? {
                Found::Win(line) => return Ok(Found::Win(line)),
                Found::TooFar => found = Found::TooFar,
                Found::NoWin => {}
            }
        }
        Ok(found)
    }

    /// The player wins if every answer loses; the longest line is kept.
    fn choice_of_others(
        &mut self,
        ply: usize,
        depth: usize,
        answers: &[Move],
    ) -> Result<Found, LimitReached> {
        let mut longest = Vec::new();
        for mv in answers {
            match self.after(ply, *mv, depth)? {
                Found::Win(line) if line.len() > longest.len() => longest = line,
                Found::Win(_) => {}
                refuted => {
                    self.refutations[ply] = Some(*mv);
                    return Ok(refuted);
                }
            }
        }
        Ok(Found::Win(longest))
    }

    /// Plays a move from a frame, and looks at the position after it. A line begins with the move.
    fn after(&mut self, ply: usize, mv: Move, depth: usize) -> Result<Found, LimitReached> {
        if self.positions >= self.limit.iterations || (self.limit.stop)() {
            return Err(LimitReached);
        }
        self.positions += 1;
        let (here, next) = self.frames.split_at_mut(ply + 1);
        let (here, (next, moves)) = (&here[ply], &mut next[0]);
        next.clone_from(&here.0);
        if self.rules.advance(next, mv, moves).is_err() {
            return Ok(Found::NoWin);
        }
        let found = self.wins(ply + 1, depth - 1)?;
        Ok(match found {
            Found::Win(mut line) => {
                line.insert(0, mv);
                Found::Win(line)
            }
            other => other,
        })
    }
}
