//! A proof of the value of a game without chance, where there are too many positions to list.
//!
//! Two searches work side by side, in rounds with more and more positions: depth-first search to the end of the game (`depth_first.rs`) suits
//! games of placing stones, and proof-number search (`proof_numbers.rs`) suits games in which one side is soon short of moves.
//! Both answer the same [`ProofQuestion`].

mod bucket_table;
mod depth_first;
mod lines;
mod proof_numbers;

use super::symmetry::PositionKeys;
use super::{Ended, SolveLimit};
use depth_first::DepthFirst;
use linstock_engine::vm::{Fault, Move, MoveList, Position};
use linstock_model::SeatId;
use linstock_play::Rules;
use proof_numbers::ProofNumbers;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A question about the value of a position for the first seat: 1 for a win, 0 for a draw, -1 for a loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ProofQuestion {
    /// Does the first seat win?
    Wins,
    /// Does the first seat at least draw?
    Holds,
}

impl ProofQuestion {
    /// Returns the least value for which the answer is yes.
    pub(super) fn least(self) -> i8 {
        match self {
            Self::Wins => 1,
            Self::Holds => 0,
        }
    }
}

/// What is proven about the value of a position for the first seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) low: i8,
    pub(super) high: i8,
}

impl Bounds {
    /// Nothing is proven.
    pub(super) const OPEN: Self = Self { low: -1, high: 1 };

    /// Returns the value, if it is proven.
    pub(super) fn value(self) -> Option<i8> {
        (self.low == self.high).then_some(self.low)
    }

    /// Returns the answer to a question, if it is proven.
    fn answer(self, question: ProofQuestion) -> Option<bool> {
        if self.low >= question.least() {
            Some(true)
        } else if self.high < question.least() {
            Some(false)
        } else {
            None
        }
    }

    /// Adds the answer to a question.
    fn learn(&mut self, question: ProofQuestion, answer: bool) {
        match answer {
            true => self.low = self.low.max(question.least()),
            false => self.high = self.high.min(question.least() - 1),
        }
    }

    /// Returns the question that is still open.
    fn open_question(self) -> ProofQuestion {
        match self.high {
            1 => ProofQuestion::Wins,
            _ => ProofQuestion::Holds,
        }
    }
}

/// Returns whether to stop now.
type StopCheck<'s> = dyn Fn() -> bool + Sync + 's;

/// Why a search gave no answer.
enum Unanswered {
    /// It may search more positions another time.
    Budget,
    /// The caller wants it to stop.
    Stopped,
    /// It met a position twice in a line, so its answer is not sound.
    Repetition,
    Fault(Fault),
}

/// How many positions each search may look at in its first turn.
const FIRST_BUDGET: u64 = 50_000;
/// The most positions of a turn.
const MOST_BUDGET: u64 = 1 << 26;

/// Both searches with their tables.
#[derive(Debug)]
pub(super) struct ProofSearch {
    rules: Arc<Rules>,
    keys: PositionKeys,
    depth_first: DepthFirst,
    proof_numbers: ProofNumbers,
    /// Whether depth-first search is used: not where positions can repeat.
    is_depth_first_used: bool,
}

impl ProofSearch {
    /// Makes searches whose tables fill the memory.
    pub(super) fn new(rules: &Arc<Rules>, memory: usize) -> Self {
        Self {
            rules: Arc::clone(rules),
            keys: PositionKeys::new(rules),
            depth_first: DepthFirst::new(rules, memory / 2),
            proof_numbers: ProofNumbers::new(rules, memory / 2),
            is_depth_first_used: true,
        }
    }

    /// Returns the number of positions that were searched; the same position may count several times.
    pub(super) fn nodes(&self) -> u64 {
        self.depth_first.nodes() + self.proof_numbers.nodes()
    }

    /// Proves the value of a position as far as possible.
    ///
    /// # Errors
    /// If the rules fail.
    pub(super) fn value(
        &mut self,
        position: &Position,
        limit: &SolveLimit<'_>,
    ) -> Result<(Bounds, Option<Ended>), Fault> {
        let mut bounds = Bounds::OPEN;
        while bounds.value().is_none() {
            let question = bounds.open_question();
            match self.answer(position, question, limit)? {
                Ok(answer) => bounds.learn(question, answer),
                // A win of the second seat may be provable all the same.
                Err(Ended::Repetition) if question == ProofQuestion::Wins => {
                    let answer = self.answer(position, ProofQuestion::Holds, limit)?;
                    if answer == Ok(false) {
                        bounds.learn(ProofQuestion::Holds, false);
                    } else {
                        return Ok((bounds, Some(answer.err().unwrap_or(Ended::Repetition))));
                    }
                }
                Err(ended) => return Ok((bounds, Some(ended))),
            }
        }
        Ok((bounds, None))
    }

    /// Answers a question about a position.
    fn answer(
        &mut self,
        position: &Position,
        question: ProofQuestion,
        limit: &SolveLimit<'_>,
    ) -> Result<Result<bool, Ended>, Fault> {
        let mut budget = FIRST_BUDGET;
        loop {
            match self.try_answer(position, question, (budget, limit)) {
                Ok(answer) => return Ok(Ok(answer)),
                Err(Unanswered::Stopped) => return Ok(Err(Ended::Stopped)),
                Err(Unanswered::Repetition) => return Ok(Err(Ended::Repetition)),
                Err(Unanswered::Fault(fault)) => return Err(fault),
                Err(Unanswered::Budget) => budget = (budget * 2).min(MOST_BUDGET),
            }
        }
    }

    /// Lets each search look at a number of positions. What depth-first search finds out counts first, so that the result does
    /// not depend on which of them is faster.
    fn try_answer(
        &mut self,
        position: &Position,
        question: ProofQuestion,
        (budget, limit): (u64, &SolveLimit<'_>),
    ) -> Result<bool, Unanswered> {
        let is_depth_first_used = self.is_depth_first_used;
        let Self {
            depth_first,
            proof_numbers,
            ..
        } = self;
        if !is_depth_first_used {
            return proof_numbers.answer(position, question, (budget, limit.stop));
        }
        let (mut first, mut second) = (Err(Unanswered::Budget), Err(Unanswered::Budget));
        let is_answered = AtomicBool::new(false);
        let asked = limit.stop;
        let mut search_deep = || {
            first = depth_first.answer(position, question, (budget, asked));
            let goes_on = matches!(first, Err(Unanswered::Budget | Unanswered::Repetition));
            is_answered.store(!goes_on, Ordering::Relaxed);
        };
        let mut search_numbers = || {
            let stop = || asked() || is_answered.load(Ordering::Relaxed);
            second = proof_numbers.answer(position, question, (budget, &stop));
        };
        (limit.both)(&mut search_deep, &mut search_numbers);
        match first {
            Err(Unanswered::Budget) => second,
            Err(Unanswered::Repetition) => {
                self.is_depth_first_used = false;
                second
            }
            Ok(answer) => {
                // Where the other search was stopped depends on the time.
                self.proof_numbers.undo();
                Ok(answer)
            }
            Err(unanswered) => Err(unanswered),
        }
    }

    /// As [`ProofSearch::try_answer`], but one search after the other, so that the second one keeps what it knows.
    fn try_in_turn(
        &mut self,
        position: &Position,
        question: ProofQuestion,
        (budget, limit): (u64, &SolveLimit<'_>),
    ) -> Result<bool, Unanswered> {
        if self.is_depth_first_used {
            match (self.depth_first).answer(position, question, (budget, limit.stop)) {
                Err(Unanswered::Budget) => {}
                Err(Unanswered::Repetition) => self.is_depth_first_used = false,
                answer => return answer,
            }
        }
        self.proof_numbers
            .answer(position, question, (budget, limit.stop))
    }

    /// Returns a line of best play from a position with a proven value, up to the end of the game or a number of plies.
    ///
    /// # Errors
    /// If the rules fail.
    pub(super) fn line(
        &mut self,
        start: &Position,
        value: i8,
        (most, limit): (usize, &SolveLimit<'_>),
    ) -> Result<Vec<Move>, Fault> {
        let mut line = Vec::new();
        let mut position = start.clone();
        while position.over.is_none() && line.len() < most {
            let Some(mv) = self.best_move(&position, value, limit)? else {
                break;
            };
            self.rules.apply(&mut position, mv)?;
            position.history.clear();
            line.push(mv);
        }
        Ok(line)
    }

    /// Returns a move that keeps the value of a position; `None` if it was not found within the limit.
    fn best_move(
        &mut self,
        position: &Position,
        value: i8,
        limit: &SolveLimit<'_>,
    ) -> Result<Option<Move>, Fault> {
        let mut moves = MoveList::default();
        self.rules.moves_into(position, &mut moves)?;
        // A question whose answer shows that a move keeps the value: for the first seat yes, for the second no.
        let is_first = moves.seat() == SeatId(0);
        let question = match (is_first, value) {
            (true, 1) | (false, 0) => Some(ProofQuestion::Wins),
            (true, 0) | (false, -1) => Some(ProofQuestion::Holds),
            _ => None,
        };
        let mut after: Vec<(Move, Position)> = Vec::with_capacity(moves.len());
        let mut keys = Vec::with_capacity(moves.len());
        for mv in moves.iter() {
            let mut next = position.clone();
            self.rules.apply(&mut next, mv)?;
            next.history.clear();
            keys.push(self.keys.of(&next));
            after.push((mv, next));
        }
        let Some(question) = question else {
            // Every move keeps the value: the one after which most was searched is likely the best defence.
            let work = |key: u64| self.depth_first.work(key).max(self.proof_numbers.work(key));
            let longest = after.iter().zip(keys).max_by_key(|(_, key)| work(*key));
            return Ok(longest.map(|((mv, _), _)| *mv));
        };
        let mut known = after.iter().zip(keys);
        let known =
            known.find(|((_, next), key)| self.known(next, *key, question) == Some(is_first));
        if let Some(((mv, _), _)) = known {
            return Ok(Some(*mv));
        }
        self.first_answered(after, (question, is_first), limit)
    }

    /// Returns the first move after which a question has an answer, searching longer and longer; `None` if it was not found
    /// within the limit.
    fn first_answered(
        &mut self,
        mut open: Vec<(Move, Position)>,
        (question, wanted): (ProofQuestion, bool),
        limit: &SolveLimit<'_>,
    ) -> Result<Option<Move>, Fault> {
        let mut budget = FIRST_BUDGET / 10;
        while !open.is_empty() {
            let mut still_open = Vec::new();
            for (mv, next) in open {
                match self.try_in_turn(&next, question, (budget, limit)) {
                    Ok(answer) if answer == wanted => return Ok(Some(mv)),
                    Ok(_) => {}
                    Err(Unanswered::Budget) => still_open.push((mv, next)),
                    Err(Unanswered::Stopped | Unanswered::Repetition) => return Ok(None),
                    Err(Unanswered::Fault(fault)) => return Err(fault),
                }
            }
            open = still_open;
            budget = (budget * 2).min(MOST_BUDGET);
        }
        Ok(None)
    }

    /// Returns the answer to a question about a position from the tables alone.
    fn known(&self, position: &Position, key: u64, question: ProofQuestion) -> Option<bool> {
        if let Some(end) = position.over {
            return Some(lines::value_of_end(&self.rules, end) >= question.least());
        }
        let known = self
            .depth_first
            .known(key)
            .and_then(|bounds| bounds.answer(question));
        known.or_else(|| self.proof_numbers.known(key, question))
    }
}
