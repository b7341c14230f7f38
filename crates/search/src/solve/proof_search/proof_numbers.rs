//! Depth-first proof-number search (A. Nagai, 2002): it searches next where the fewest positions are left to prove or disprove.
//!
//! Several lines lead to the same position, and a sum would count its numbers several times. So the numbers of siblings
//! are not added: the largest counts, plus one for each other sibling (T. Ueda and others, 2008).

use super::bucket_table::{BucketTable, TableEntry};
use super::lines::{BestLines, Entered};
use super::{ProofQuestion, StopCheck, Unanswered};
use linstock_engine::vm::Position;
use linstock_play::Rules;
use std::sync::Arc;

/// Larger than any number of positions.
const INFINITE: u32 = u32::MAX / 4;

/// The numbers of positions that must still be proven, at least, for the answer yes and for the answer no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ProofPair {
    yes: u32,
    no: u32,
}

impl ProofPair {
    const NEW: Self = Self { yes: 1, no: 1 };

    fn answer(is_yes: bool) -> Self {
        match is_yes {
            true => Self {
                yes: 0,
                no: INFINITE,
            },
            false => Self {
                yes: INFINITE,
                no: 0,
            },
        }
    }

    fn known(self) -> Option<bool> {
        match self {
            Self { yes: 0, .. } => Some(true),
            Self { no: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// Returns the number of the answer that the player who chooses wants, and the other one.
    fn seen_by(self, is_first: bool) -> (u32, u32) {
        match is_first {
            true => (self.yes, self.no),
            false => (self.no, self.yes),
        }
    }

    fn from_seen(is_first: bool, (own, other): (u32, u32)) -> Self {
        match is_first {
            true => Self {
                yes: own,
                no: other,
            },
            false => Self {
                yes: other,
                no: own,
            },
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct SearchedPosition {
    key: u64,
    numbers: ProofPair,
    work: u32,
}

impl TableEntry for SearchedPosition {
    const EMPTY: Self = Self {
        key: 0,
        numbers: ProofPair::NEW,
        work: 0,
    };

    fn key(&self) -> u64 {
        self.key
    }

    fn work(&self) -> u32 {
        self.work
    }
}

/// A proof-number search with its table.
#[derive(Debug)]
pub(super) struct ProofNumbers {
    lines: BestLines,
    table: BucketTable<SearchedPosition>,
    /// The question that the table answers.
    question: Option<ProofQuestion>,
    /// Whether a position occurred twice in a line.
    has_repeated: bool,
    /// The numbers of the moves of each ply.
    numbers: Vec<Vec<ProofPair>>,
    until: u64,
    /// The number of positions before the last search.
    counted: u64,
}

impl ProofNumbers {
    pub(super) fn new(rules: &Arc<Rules>, memory: usize) -> Self {
        Self {
            lines: BestLines::new(rules),
            table: BucketTable::new(memory),
            question: None,
            has_repeated: false,
            numbers: Vec::new(),
            until: 0,
            counted: 0,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.lines.nodes
    }

    /// Undoes the last search: forgets all that was found out, and does not count its positions.
    pub(super) fn undo(&mut self) {
        self.table.clear();
        self.question = None;
        self.lines.nodes = self.counted;
    }

    /// Answers a question about a position, unless it takes more than a number of positions.
    pub(super) fn answer(
        &mut self,
        position: &Position,
        question: ProofQuestion,
        (budget, stop): (u64, &StopCheck<'_>),
    ) -> Result<bool, Unanswered> {
        self.counted = self.lines.nodes;
        if let Some(answer) = self.lines.begin(position, question) {
            return Ok(answer);
        }
        if stop() {
            return Err(Unanswered::Stopped);
        }
        if self.question != Some(question) {
            self.table.clear();
            (self.question, self.has_repeated) = (Some(question), false);
        }
        self.until = self.lines.nodes + budget;
        let all = ProofPair {
            yes: INFINITE,
            no: INFINITE,
        };
        let numbers = self.search(Entered::Start(position), all, (question, stop))?;
        match numbers.known() {
            // A repeated position counts against the player whose question it is, so only the other answer is proven.
            Some(answer) if self.has_repeated && answer == (question == ProofQuestion::Holds) => {
                Err(Unanswered::Repetition)
            }
            Some(answer) => Ok(answer),
            None => Err(Unanswered::Budget),
        }
    }

    /// Searches a position until one of its numbers reaches its bound.
    fn search(
        &mut self,
        from: Entered<'_>,
        bounds: ProofPair,
        (question, stop): (ProofQuestion, &StopCheck<'_>),
    ) -> Result<ProofPair, Unanswered> {
        let nodes = self.lines.nodes;
        if nodes >= self.until {
            return Err(Unanswered::Budget);
        }
        if stop() {
            return Err(Unanswered::Stopped);
        }
        self.lines.enter(from)?;
        let ply = self.lines.ply();
        let key = self.lines.key();
        self.list(ply, question);
        let searched = self.search_moves(ply, bounds, (question, stop));
        // What was found out so far stays in the table even if the search is stopped.
        let numbers = self.combined(ply);
        let work = u32::try_from(self.lines.nodes - nodes).unwrap_or(u32::MAX);
        self.store(key, numbers, work);
        self.lines.leave();
        searched?;
        Ok(numbers)
    }

    fn search_moves(
        &mut self,
        ply: usize,
        bounds: ProofPair,
        (question, stop): (ProofQuestion, &StopCheck<'_>),
    ) -> Result<(), Unanswered> {
        let is_first = self.lines.plies[ply].is_first;
        let (own_bound, other_bound) = bounds.seen_by(is_first);
        loop {
            let (own, other) = self.combined(ply).seen_by(is_first);
            if own >= own_bound || other >= other_bound || own == 0 || other == 0 {
                return Ok(());
            }
            let Choice {
                child,
                second,
                open,
            } = self.choose(ply, is_first);
            // The search leaves this move only if another one is a quarter better.
            let own_bound = own_bound
                .min((second + second / 4).saturating_add(1))
                .min(INFINITE);
            let other_bound = other_bound.saturating_sub(open - 1).min(INFINITE);
            let bounds = ProofPair::from_seen(is_first, (own_bound, other_bound));
            let numbers = self.search(Entered::Child(child), bounds, (question, stop));
            if let Err(unanswered) = numbers {
                let key = self.lines.plies[ply].children[child].key;
                if let Some(entry) = self.table.get(key) {
                    self.numbers[ply][child] = entry.numbers;
                }
                return Err(unanswered);
            }
            self.numbers[ply][child] = numbers?;
        }
    }

    /// Looks up the numbers of the moves of a position.
    fn list(&mut self, ply: usize, question: ProofQuestion) {
        while self.numbers.len() <= ply {
            self.numbers.push(Vec::new());
        }
        let mut numbers = std::mem::take(&mut self.numbers[ply]);
        numbers.clear();
        let here = &self.lines.plies[ply];
        for child in &here.children[..here.count] {
            numbers.push(match child.end {
                Some(value) => ProofPair::answer(value >= question.least()),
                None if self.lines.contains(child.key) => {
                    self.has_repeated = true;
                    // It counts as a draw that nobody wanted: no win for the player who wants to prove one.
                    ProofPair::answer(question == ProofQuestion::Holds)
                }
                None => self
                    .table
                    .get(child.key)
                    .map_or(ProofPair::NEW, |entry| entry.numbers),
            });
        }
        self.numbers[ply] = numbers;
    }

    /// Returns the numbers of a position from those of its moves.
    fn combined(&self, ply: usize) -> ProofPair {
        let is_first = self.lines.plies[ply].is_first;
        let (mut own, mut largest, mut open) = (INFINITE, 0, 0_u32);
        for numbers in &self.numbers[ply] {
            let (child_own, child_other) = numbers.seen_by(is_first);
            own = own.min(child_own);
            if child_other > 0 {
                largest = largest.max(child_other);
                open += 1;
            }
        }
        let other = match open {
            0 => 0,
            open => largest.saturating_add(open - 1).min(INFINITE),
        };
        // A position is proven one way or the other, never both.
        let (own, other) = match own {
            0 => (0, INFINITE),
            own if other == 0 => (own.max(INFINITE), 0),
            own => (own, other),
        };
        ProofPair::from_seen(is_first, (own, other))
    }

    /// Chooses the move that is the nearest to the answer that its player wants.
    fn choose(&self, ply: usize, is_first: bool) -> Choice {
        let mut choice = Choice {
            child: 0,
            second: INFINITE,
            open: 0,
        };
        let mut best = (INFINITE + 1, 0);
        for (child, numbers) in self.numbers[ply].iter().enumerate() {
            let (own, other) = numbers.seen_by(is_first);
            if other == 0 {
                continue;
            }
            choice.open += 1;
            if (own, other) < best {
                choice.second = best.0.min(INFINITE);
                (best, choice.child) = ((own, other), child);
            } else {
                choice.second = choice.second.min(own);
            }
        }
        choice
    }

    /// Returns the answer to a question about a position, if the table has it for certain.
    pub(super) fn known(&self, key: u64, question: ProofQuestion) -> Option<bool> {
        if self.question != Some(question) {
            return None;
        }
        let answer = self.table.get(key).and_then(|entry| entry.numbers.known());
        answer.filter(|answer| !self.has_repeated || *answer == (question == ProofQuestion::Wins))
    }

    /// Returns the logarithm of the number of positions that were searched for a position.
    pub(super) fn work(&self, key: u64) -> u32 {
        let work = self.table.get(key).map(TableEntry::work);
        work.and_then(u32::checked_ilog2).unwrap_or(0)
    }

    fn store(&mut self, key: u64, numbers: ProofPair, work: u32) {
        let entry = self.table.place(key);
        let before = match entry.key == key {
            true => entry.work,
            false => 0,
        };
        *entry = SearchedPosition {
            key,
            numbers,
            work: before.saturating_add(work).max(1),
        };
    }
}

/// The move that is searched next.
struct Choice {
    child: usize,
    /// The smallest number among the other moves.
    second: u32,
    /// The number of moves that are not settled against the player who chooses.
    open: u32,
}
