//! Depth-first search to the end of the game, with a table of what is proven: alpha-beta search with a window of one value.
//!
//! Moves that answered the question elsewhere come first (the history heuristic, relative to how often a move was tried:
//! M. Winands and others, 2006).

use super::bucket_table::{BucketTable, TableEntry};
use super::lines::{BestLines, Entered};
use super::{Bounds, ProofQuestion, Unanswered};
use crate::move_index::move_index;
use crate::solve::SolveLimit;
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

/// How often a move was tried, and how often it gave the answer.
#[derive(Clone, Copy, Default, Debug)]
struct MoveRecord {
    tried: u32,
    answered: u32,
}

/// A depth-first search with its table.
#[derive(Debug)]
pub(super) struct DepthFirst {
    lines: BestLines,
    table: BucketTable<ProvenPosition>,
    /// By question, and by the row of the move.
    records: [Vec<MoveRecord>; 2],
    /// The order of the moves of each ply: rank and number.
    orders: Vec<Vec<(u32, u16)>>,
    until: u64,
}

impl DepthFirst {
    pub(super) fn new(rules: &Arc<Rules>, memory: usize) -> Self {
        Self {
            lines: BestLines::new(rules),
            table: BucketTable::new(memory),
            records: [
                vec![MoveRecord::default(); 1 << MOVE_BITS],
                vec![MoveRecord::default(); 1 << MOVE_BITS],
            ],
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
        (budget, limit): (u64, &SolveLimit<'_>),
    ) -> Result<bool, Unanswered> {
        if let Some(answer) = self.lines.begin(position, question) {
            return Ok(answer);
        }
        self.until = self.lines.nodes + budget;
        self.search(Entered::Start(position), question, limit)
    }

    /// Answers a question about a position that is not over and not in the table.
    fn search(
        &mut self,
        from: Entered<'_>,
        question: ProofQuestion,
        limit: &SolveLimit<'_>,
    ) -> Result<bool, Unanswered> {
        let nodes = self.lines.nodes;
        if nodes >= self.until {
            return Err(Unanswered::Budget);
        }
        if (limit.stop)() {
            return Err(Unanswered::Stopped);
        }
        self.lines.enter(from)?;
        let key = self.lines.key();
        let (is_yes, best) = match self.answered_at_once(question) {
            Some(number) => (self.lines.last().is_first, number),
            None => self.search_moves(question, limit)?,
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
        limit: &SolveLimit<'_>,
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
                None => self.search(Entered::Child(child), question, limit)?,
            };
            let row = self.row_of(ply, child);
            let record = &mut self.records[usize::from(question == ProofQuestion::Wins)][row];
            record.tried += 1;
            if answer == wanted {
                record.answered += 1;
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
            let record = records[row];
            let rank = match Some(row) == best {
                true => u32::MAX,
                false => {
                    ((u64::from(record.answered) + 1) * 1_000_000 / (u64::from(record.tried) + 2))
                        as u32
                }
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
