//! Counts sequences of moves: *perft* ("performance test"), by which programs for one game check each other.
//!
//! Moves with one text are one move, and each outcome of chance counts as a move.

use crate::ir::Rules;
use crate::play::notation::{MetTexts, Sharing, of_each_text};
use crate::vm::{Fault, Move, MoveList, Position};

/// After so many positions there is news.
const NEWS_AFTER: u32 = 1024;

/// Counts the sequences from positions of one ruleset.
#[derive(Debug)]
pub(crate) struct Perft<'r> {
    rules: &'r Rules,
    sharing: Sharing,
}

/// Counts on one thread. It keeps its buffers, so that a move allocates nothing.
pub(crate) struct PerftCounter<'p> {
    perft: &'p Perft<'p>,
    levels: Vec<PerftLevel>,
    met: MetTexts,
    counts: Vec<u64>,
    /// What of the counts was told.
    told: Vec<u64>,
    /// How many positions were listed since.
    listed: u32,
    /// Is told now and then how many were counted since.
    news: &'p mut dyn FnMut(Vec<u64>),
}

/// What is kept for a length of sequences: the moves that go on from there, and the position behind one of them.
struct PerftLevel {
    moves: MoveList,
    next: Position,
}

impl<'r> Perft<'r> {
    /// Prepares for the decision points of some rules.
    pub(crate) fn new(rules: &'r Rules) -> Self {
        let sharing = Sharing::of(rules);
        Self { rules, sharing }
    }

    /// Returns the moves of a position, or the outcomes of chance, that differ in their texts; none after the end.
    ///
    /// # Errors
    /// As [`Rules::moves`].
    pub(crate) fn moves(&self, state: &Position) -> Result<Vec<Move>, Fault> {
        let mut moves = MoveList::default();
        self.rules.moves_into(state, &mut moves)?;
        let differing = self.differing(state, &moves, &mut MetTexts::default())?;
        Ok(differing.unwrap_or_else(|| moves.iter().collect()))
    }

    /// Returns the listed moves that differ in their texts; `None` if all do.
    fn differing(
        &self,
        state: &Position,
        moves: &MoveList,
        met: &mut MetTexts,
    ) -> Result<Option<Vec<Move>>, Fault> {
        let Some(decision) = self.rules.decision(state) else {
            return Ok(None);
        };
        if self.rules.is_chance(decision) {
            let outcomes = self.rules.outcomes(state)?.into_iter();
            let possible = outcomes.map(|(outcome, _)| outcome).collect();
            return Ok(Some(of_each_text(self.rules, state, possible)));
        }
        Ok(self.sharing.distinct((self.rules, state), moves, met))
    }
}

impl<'p> PerftCounter<'p> {
    /// Makes a counter of sequences up to a length; `news` is told now and then how many were counted since.
    pub(crate) fn new(
        perft: &'p Perft<'p>,
        depth: usize,
        news: &'p mut dyn FnMut(Vec<u64>),
    ) -> Self {
        let level = || PerftLevel {
            moves: MoveList::default(),
            next: Position::blank(),
        };
        Self {
            perft,
            levels: (0..depth).map(|_| level()).collect(),
            met: MetTexts::default(),
            counts: vec![0; depth],
            told: vec![0; depth],
            listed: 0,
            news,
        }
    }

    /// Returns, for each length, how many sequences begin with a move.
    ///
    /// # Errors
    /// If a position cannot be listed, or a move cannot be played.
    pub(crate) fn count_from(&mut self, state: &Position, mv: Move) -> Result<&[u64], Fault> {
        self.counts.fill(0);
        self.told.fill(0);
        let mut levels = std::mem::take(&mut self.levels);
        let counted = match levels.split_first_mut() {
            Some((first, below)) => self.count_behind((state, mv), &mut first.next, below),
            None => Ok(()),
        };
        self.levels = levels;
        counted?;
        self.tell();
        Ok(&self.counts)
    }

    fn tell(&mut self) {
        let both = self.counts.iter().zip(&self.told);
        let more = both.map(|(now, told)| now - told).collect();
        self.told.copy_from_slice(&self.counts);
        self.listed = 0;
        (self.news)(more);
    }

    /// Counts a move, and what begins with it. `below` is as long as the rest of the sequences.
    fn count_behind(
        &mut self,
        (state, mv): (&Position, Move),
        next: &mut Position,
        below: &mut [PerftLevel],
    ) -> Result<(), Fault> {
        let length = self.counts.len() - below.len() - 1;
        self.counts[length] += 1;
        let Some((here, deeper)) = below.split_first_mut() else {
            return Ok(());
        };
        next.clone_from(state);
        let rules = self.perft.rules;
        rules.advance(next, mv, &mut here.moves)?;
        let differing = self.perft.differing(next, &here.moves, &mut self.met)?;
        self.listed += 1;
        if self.listed == NEWS_AFTER {
            self.tell();
        }
        if deeper.is_empty() {
            // The last moves are counted, not played.
            let count = differing.map_or(here.moves.len(), |moves| moves.len());
            self.counts[length + 1] += count as u64;
            return Ok(());
        }
        let PerftLevel {
            moves,
            next: behind,
        } = here;
        match differing {
            Some(differing) => {
                for mv in differing {
                    self.count_behind((next, mv), behind, deeper)?;
                }
            }
            None => {
                for mv in moves.iter() {
                    self.count_behind((next, mv), behind, deeper)?;
                }
            }
        }
        Ok(())
    }
}
