//! Wins that a player can force within a few moves: a search that proves them and keeps the line.

use crate::limit::SearchLimit;
use linstock_engine::vm::{Move, MoveList, Position};
use linstock_model::SeatId;
use linstock_play::Rules;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// The longest line in plies.
pub(crate) const DEEPEST: usize = 24;

/// Returns the shortest line by which a player wins alone whatever the others and chance do; the others put off the end as long
/// as they can. `None` if none was found within the limit, whose iterations are positions. The position must hide nothing.
///
/// Each line of a win is played by the rules, and no win is taken over from another line, so a win does not depend on repeated
/// positions. But a position that is not won because it repeats one of its line counts as not won in other lines, too: so a win may be
/// missed, or a longer one be found. A line in which the rules fail counts as not won.
#[must_use]
pub fn forced_win(
    rules: &Rules,
    position: &Position,
    seat: SeatId,
    limit: &SearchLimit<'_>,
) -> Option<Vec<Move>> {
    let shared = SharedSearch::new(limit);
    let mut search = ForcedWin::new(rules, (position, seat), &shared)?;
    search.deepen_to(DEEPEST).ok()?
}

/// The limit was reached.
pub(crate) struct LimitReached;

/// What searches for forced wins share: their limit, and the positions that they know.
pub(crate) struct SharedSearch<'s> {
    /// How many positions may still be looked at.
    left: Cell<u64>,
    stop: &'s dyn Fn() -> bool,
    /// The depths within which players do not win, by the keys of positions.
    not_won: RefCell<FxHashMap<u64, usize>>,
}

/// The depth of a position from which a player never wins.
const NEVER: usize = usize::MAX;

impl<'s> SharedSearch<'s> {
    pub(crate) fn new(limit: &SearchLimit<'s>) -> Self {
        Self {
            left: Cell::new(limit.iterations),
            stop: limit.stop,
            not_won: RefCell::default(),
        }
    }

    /// Returns how many positions may still be looked at.
    pub(crate) fn left(&self) -> u64 {
        self.left.get()
    }

    /// Takes one position from those that may be looked at.
    fn take(&self) -> Result<(), LimitReached> {
        let less = self.left.get().checked_sub(1).ok_or(LimitReached)?;
        if (self.stop)() {
            return Err(LimitReached);
        }
        self.left.set(less);
        Ok(())
    }

    /// Returns what is known about a position, if the player does not win it within a depth.
    fn known(&self, key: u64, depth: usize) -> Option<Found> {
        let known = self.not_won.borrow().get(&key).copied();
        known
            .filter(|known| *known >= depth)
            .map(|known| match known {
                NEVER => Found::NoWin,
                _ => Found::TooFar,
            })
    }

    /// Notes what was found about a position within a depth, if it is not won.
    fn note(&self, key: u64, depth: usize, found: &Found) {
        /// Each takes about 35 bytes.
        const MOST_KNOWN: usize = 1 << 20;
        let depth = match found {
            Found::Win(_) => return,
            Found::NoWin => NEVER,
            Found::TooFar => depth,
        };
        let mut not_won = self.not_won.borrow_mut();
        if not_won.len() < MOST_KNOWN {
            not_won.insert(key, depth);
        }
    }
}

/// What was found about a position within a depth.
enum Found {
    /// The player wins by this line.
    Win(Vec<Move>),
    /// The player does not win, however far one looks.
    NoWin,
    /// The lines are longer than the depth.
    TooFar,
}

/// A search for a win that a player can force from a position.
pub(crate) struct ForcedWin<'r> {
    rules: &'r Rules,
    seat: SeatId,
    /// The positions of the line with their moves.
    frames: Vec<(Position, MoveList)>,
    shared: &'r SharedSearch<'r>,
    /// For each ply, the answer that refuted the last move there.
    refutations: Vec<Option<Move>>,
    /// The next depth in plies; `None` if the player does not win, however far one looks.
    next_depth: Option<usize>,
    /// The moves of the first position in the order in which they are tried; all of them in the order of the rules if it is empty.
    first_moves: Vec<Move>,
}

impl<'r> ForcedWin<'r> {
    /// Begins a search; `None` if the rules fail at the position.
    pub(crate) fn new(
        rules: &'r Rules,
        (position, seat): (&Position, SeatId),
        shared: &'r SharedSearch<'r>,
    ) -> Option<Self> {
        let mut frames = vec![(position.clone(), MoveList::default())];
        let (position, moves) = &mut frames[0];
        if position.over.is_none() {
            rules.moves_into(position, moves).ok()?;
        }
        Some(Self {
            rules,
            seat,
            frames,
            shared,
            refutations: Vec::new(),
            next_depth: Some(1),
            first_moves: Vec::new(),
        })
    }

    /// Tries only these moves in the first position, in their order.
    #[must_use]
    pub(crate) fn trying(self, first_moves: Vec<Move>) -> Self {
        Self {
            first_moves,
            ..self
        }
    }

    /// Looks for the shortest line to a win, from the depth that was reached before to a depth of at most [`DEEPEST`] plies.
    pub(crate) fn deepen_to(&mut self, deepest: usize) -> Result<Option<Vec<Move>>, LimitReached> {
        while let Some(depth) = self.next_depth.filter(|next| *next <= deepest) {
            let frame = || (Position::blank(), MoveList::default());
            self.frames.resize_with(depth + 1, frame);
            self.refutations.resize(depth, None);
            self.next_depth = match self.wins(0, depth)? {
                Found::Win(line) => return Ok(Some(line)),
                Found::TooFar => Some(depth + 1),
                Found::NoWin => None,
            };
        }
        Ok(None)
    }

    /// Returns whether a deeper search may still find a win.
    pub(crate) fn is_open(&self) -> bool {
        self.next_depth.is_some()
    }

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
        let key = self.key(position);
        if let Some(known) = self.shared.known(key, depth) {
            return Ok(known);
        }
        let is_chance = self.rules.is_chance(decision);
        let is_own = !is_chance && self.frames[ply].1.seat() == self.seat;
        let found = match is_own {
            true => self.own_choice(ply, depth)?,
            false => match self.answers(ply, is_chance) {
                Some(answers) => self.choice_of_others(ply, depth, &answers)?,
                None => Found::NoWin,
            },
        };
        self.shared.note(key, depth, &found);
        Ok(found)
    }

    /// Returns the key of a position for the player. Positions that occurred before differ from new ones.
    fn key(&self, position: &Position) -> u64 {
        let repetitions = u64::from(self.rules.repetitions(position)) << 8;
        let other = (repetitions | u64::from(self.seat.0)) + 1;
        self.rules.hash(position) ^ other.wrapping_mul(0x9e37_79b9_7f4a_7c15)
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

    /// Returns a move of the player by its number in the order in which they are tried.
    fn tried(&self, ply: usize, number: usize) -> Option<Move> {
        match ply == 0 && !self.first_moves.is_empty() {
            true => self.first_moves.get(number).copied(),
            false => self.frames[ply].1.get(number),
        }
    }

    /// The player wins if one move wins.
    fn own_choice(&mut self, ply: usize, depth: usize) -> Result<Found, LimitReached> {
        let mut found = Found::NoWin;
        for number in 0.. {
            let Some(mv) = self.tried(ply, number) else {
                break;
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
        self.shared.take()?;
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
