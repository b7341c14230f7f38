//! Depth-first search to the end of the game, with a table of what is proven: alpha-beta search with a window of one value.
//!
//! Moves that answered the question elsewhere come first (the history heuristic, relative to how often a move was tried:
//! M. Winands and others, 2006), above all those that answered it after the same move of the other player.

use super::bucket_table::{BucketTable, TableEntry};
use super::lines::{BestLines, Entered};
use super::{Bounds, ProofQuestion, StopCheck, Unanswered};
use crate::move_index::move_index;
use linstock_engine::vm::Position;
use linstock_play::Rules;
use std::sync::Arc;

/// What is proven about a position.
#[derive(Clone, Copy, Debug)]
struct ProvenPosition {
    key: u64,
    /// The row of the move that gave the last answer.
    best: u16,
    low: i8,
    high: i8,
    /// The logarithm of the number of positions that were searched for it.
    work: u8,
}

impl TableEntry for ProvenPosition {
    const EMPTY: Self = Self {
        key: 0,
        best: u16::MAX,
        low: -1,
        high: 1,
        work: 0,
    };

    fn key(&self) -> u64 {
        self.key
    }

    fn work(&self) -> u32 {
        self.work.into()
    }
}

/// The bits of the row of a move.
const MOVE_BITS: u32 = 15;

/// The bits of the row of a pair of moves.
const PAIR_BITS: u32 = 18;
/// How often a reply must be tried to count as much as the move wherever it was played.
const REPLY_PRIOR: u64 = 10;
/// A share of 1.
const WHOLE: u64 = 1_000_000;

/// How often a move was tried, and how often it gave the answer.
#[derive(Clone, Copy, Default, Debug)]
struct MoveRecord {
    tried: u32,
    answered: u32,
}

impl MoveRecord {
    fn note(&mut self, has_answered: bool) {
        self.tried = self.tried.saturating_add(1);
        self.answered = self.answered.saturating_add(u32::from(has_answered));
    }
}

/// How moves answered a question.
#[derive(Debug)]
struct MoveRecords {
    /// By the row of the move.
    moves: Vec<MoveRecord>,
    /// By the rows of the move and of the move before it.
    replies: Vec<MoveRecord>,
}

impl MoveRecords {
    fn new() -> Self {
        Self {
            moves: vec![MoveRecord::default(); 1 << MOVE_BITS],
            replies: vec![MoveRecord::default(); 1 << PAIR_BITS],
        }
    }

    /// Returns the row of a move, by its row, after another one.
    fn reply(row: usize, before: usize) -> usize {
        // Fibonacci hashing, as for a single move.
        let pair = ((before as u64) << MOVE_BITS | row as u64) + 1;
        (pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - PAIR_BITS)) as usize
    }

    fn note(&mut self, (row, before): (usize, usize), has_answered: bool) {
        self.moves[row].note(has_answered);
        self.replies[Self::reply(row, before)].note(has_answered);
    }

    /// Returns the share of the tries in which a move gave the answer.
    fn share(&self, row: usize, before: usize) -> u32 {
        let (all, reply) = (self.moves[row], self.replies[Self::reply(row, before)]);
        let all = (u64::from(all.answered) + 1) * WHOLE / (u64::from(all.tried) + 2);
        let answered = u64::from(reply.answered) * WHOLE + REPLY_PRIOR * all;
        (answered / (u64::from(reply.tried) + REPLY_PRIOR)) as u32
    }
}

/// A depth-first search with its table.
#[derive(Debug)]
pub(super) struct DepthFirst {
    lines: BestLines,
    table: BucketTable<ProvenPosition>,
    /// By question.
    records: [MoveRecords; 2],
    /// The rows of the moves on the line; that of the start is 0.
    line_rows: Vec<usize>,
    /// The order of the moves of each ply: rank and number.
    orders: Vec<Vec<(u32, u16)>>,
    until: u64,
}

impl DepthFirst {
    pub(super) fn new(rules: &Arc<Rules>, memory: usize) -> Self {
        Self {
            lines: BestLines::new(rules),
            table: BucketTable::new(memory),
            records: [MoveRecords::new(), MoveRecords::new()],
            line_rows: Vec::new(),
            orders: Vec::new(),
            until: 0,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.lines.nodes
    }

    /// Answers a question about a position, unless it takes more than a number of positions.
    pub(super) fn answer(
        &mut self,
        position: &Position,
        question: ProofQuestion,
        (budget, stop): (u64, &StopCheck<'_>),
    ) -> Result<bool, Unanswered> {
        if let Some(answer) = self.lines.begin(position, question) {
            return Ok(answer);
        }
        self.until = self.lines.nodes + budget;
        self.search(Entered::Start(position), question, stop)
    }

    /// Answers a question about a position that is not over and not in the table.
    fn search(
        &mut self,
        from: Entered<'_>,
        question: ProofQuestion,
        stop: &StopCheck<'_>,
    ) -> Result<bool, Unanswered> {
        let nodes = self.lines.nodes;
        if nodes >= self.until {
            return Err(Unanswered::Budget);
        }
        if stop() {
            return Err(Unanswered::Stopped);
        }
        let row = match from {
            Entered::Start(_) => 0,
            Entered::Child(number) => self.row_of(self.lines.ply(), number),
        };
        self.lines.enter(from)?;
        let ply = self.lines.ply();
        self.line_rows.resize(ply + 1, 0);
        self.line_rows[ply] = row;
        let key = self.lines.key();
        let (is_yes, best) = match self.answered_at_once(question) {
            Some(number) => (self.lines.last().is_first, number),
            None => self.search_moves(question, stop)?,
        };
        let best = self.row(best);
        self.lines.leave();
        let work = (self.lines.nodes - nodes).ilog2();
        self.store(key, (question, is_yes), (best, work as u8));
        Ok(is_yes)
    }

    /// Returns a move whose result is known and good for the player who chooses.
    fn answered_at_once(&mut self, question: ProofQuestion) -> Option<usize> {
        let ply = self.lines.ply();
        let here = &self.lines.plies[ply];
        let wanted = here.is_first;
        let answer = |end: i8| end >= question.least();
        let children = &here.children[..here.count];
        let at_once = children
            .iter()
            .position(|child| child.end.map(answer) == Some(wanted));
        at_once.or_else(|| {
            children.iter().position(|child| {
                child.end.is_none()
                    && self
                        .known(child.key)
                        .and_then(|known| known.answer(question))
                        == Some(wanted)
            })
        })
    }

    /// Searches the moves of the last position one after the other, until one gives the answer that its player wants.
    fn search_moves(
        &mut self,
        question: ProofQuestion,
        stop: &StopCheck<'_>,
    ) -> Result<(bool, usize), Unanswered> {
        let ply = self.lines.ply();
        self.put_in_order(ply, question);
        let wanted = self.lines.plies[ply].is_first;
        for number in 0..self.orders[ply].len() {
            let (_, child) = self.orders[ply][number];
            let child = usize::from(child);
            let key = self.lines.plies[ply].children[child].key;
            let known = self.known(key).and_then(|known| known.answer(question));
            let answer = match known {
                Some(answer) => answer,
                None if self.lines.contains(key) => return Err(Unanswered::Repetition),
                None => self.search(Entered::Child(child), question, stop)?,
            };
            let rows = (self.row_of(ply, child), self.line_rows[ply]);
            self.records[usize::from(question == ProofQuestion::Wins)].note(rows, answer == wanted);
            if answer == wanted {
                return Ok((wanted, child));
            }
        }
        Ok((!wanted, 0))
    }

    /// Puts the moves in order whose answer is not known.
    fn put_in_order(&mut self, ply: usize, question: ProofQuestion) {
        while self.orders.len() <= ply {
            self.orders.push(Vec::new());
        }
        let mut order = std::mem::take(&mut self.orders[ply]);
        order.clear();
        let best = self
            .table
            .get(self.lines.key())
            .map(|known| usize::from(known.best));
        let here = &self.lines.plies[ply];
        let records = &self.records[usize::from(question == ProofQuestion::Wins)];
        for (number, child) in (0..).zip(&here.children[..here.count]) {
            if child.end.is_some() {
                continue;
            }
            let row = move_index(child.mv, MOVE_BITS);
            let rank = match Some(row) == best {
                true => u32::MAX,
                false => records.share(row, self.line_rows[ply]),
            };
            order.push((rank, number));
        }
        order.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        self.orders[ply] = order;
    }

    fn row_of(&self, ply: usize, child: usize) -> usize {
        move_index(self.lines.plies[ply].children[child].mv, MOVE_BITS)
    }

    fn row(&self, child: usize) -> u16 {
        u16::try_from(self.row_of(self.lines.ply(), child)).unwrap_or(u16::MAX)
    }

    /// Returns what is proven about a position.
    pub(super) fn known(&self, key: u64) -> Option<Bounds> {
        self.table.get(key).map(|entry| Bounds {
            low: entry.low,
            high: entry.high,
        })
    }

    /// Returns the logarithm of the number of positions that were searched for a position.
    pub(super) fn work(&self, key: u64) -> u32 {
        self.table.get(key).map_or(0, TableEntry::work)
    }

    fn store(
        &mut self,
        key: u64,
        (question, answer): (ProofQuestion, bool),
        (best, work): (u16, u8),
    ) {
        let entry = self.table.place(key);
        if entry.key != key {
            *entry = ProvenPosition {
                key,
                ..ProvenPosition::EMPTY
            };
        }
        let mut bounds = Bounds {
            low: entry.low,
            high: entry.high,
        };
        bounds.learn(question, answer);
        (entry.low, entry.high) = (bounds.low, bounds.high);
        (entry.best, entry.work) = (best, entry.work.max(work));
    }
}
