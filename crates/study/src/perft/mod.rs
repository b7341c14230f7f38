//! Counts sequences of moves: *perft* ("performance test"), by which programs for one game check each other.
//!
//! Moves with the same text are one move, and each outcome of chance counts as a move. The moves of the last length are counted,
//! not made. Lanes process the positions at decision points that they can handle (`lanes.rs`); others are processed one by one.

#[cfg(feature = "lanes")]
mod lanes;
mod parts;

#[cfg(feature = "lanes")]
use crate::lanes::LaneStops;
#[cfg(feature = "lanes")]
use lanes::{LaneLevel, PerftLanes, StandingLanes};
use linstock_engine::vm::{Fault, HandOver, Move, MoveList, Position};
use linstock_play::Rules;
use linstock_play::notation::{MetTexts, Sharing, of_each_text};
pub use parts::{PerftPart, PerftParts};

/// The number of positions between two progress reports.
const NEWS_AFTER: u32 = 4096;

/// Counts the sequences from positions of one ruleset.
#[derive(Debug)]
pub struct Perft<'r> {
    rules: &'r Rules,
    sharing: Sharing,
    #[cfg(feature = "lanes")]
    stops: LaneStops<'r>,
}

/// A counter for one thread. It keeps its buffers, so a move allocates nothing.
pub struct PerftCounter<'p> {
    perft: &'p Perft<'p>,
    #[cfg(feature = "lanes")]
    lanes: PerftLanes<'p>,
    levels: Vec<PerftLevel>,
    met: MetTexts,
    counts: Vec<u64>,
    /// The counts in the last progress report.
    told: Vec<u64>,
    /// The number of positions since the last report.
    listed: u32,
    /// Receives the increase of the counts from time to time.
    news: &'p mut dyn FnMut(Vec<u64>),
}

/// The positions after sequences of one length.
struct PerftLevel {
    /// A position that the executor processes, and its moves.
    position: Position,
    moves: MoveList,
    /// Positions that lanes process.
    #[cfg(feature = "lanes")]
    lanes: LaneLevel,
}

impl<'r> Perft<'r> {
    /// Prepares the decision points of some rules. `some` is any of their positions.
    #[cfg_attr(not(feature = "lanes"), expect(unused_variables))]
    pub fn new(rules: &'r Rules, some: &Position) -> Self {
        let sharing = Sharing::of(rules);
        Self {
            rules,
            #[cfg(feature = "lanes")]
            stops: LaneStops::of(rules, some, &sharing),
            sharing,
        }
    }

    /// Returns the moves or outcomes of chance of a position, one per text; none after the end.
    ///
    /// # Errors
    /// As [`CompiledRules::moves`](linstock_engine::ir::CompiledRules::moves).
    pub fn moves(&self, state: &Position) -> Result<Vec<Move>, Fault> {
        let mut moves = MoveList::default();
        self.rules.moves_into(state, &mut moves)?;
        let differing = self.differing(state, &moves, &mut MetTexts::default())?;
        Ok(differing.unwrap_or_else(|| moves.iter().collect()))
    }

    /// Returns the listed moves, one per text; `None` if all texts differ.
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

    /// Returns the decision points at which a run stops and lanes take over. For a single position, lanes are worthwhile only if
    /// its moves will be made.
    #[cfg_attr(not(feature = "lanes"), expect(unused_variables))]
    fn deferred(&self, deeper: &[PerftLevel]) -> &[bool] {
        #[cfg(feature = "lanes")]
        if !deeper.is_empty() {
            return self.stops.deferred();
        }
        &[]
    }
}

impl<'p> PerftCounter<'p> {
    /// Makes a counter of sequences up to a length; `news` receives the increase of the counts from time to time.
    pub fn new(perft: &'p Perft<'p>, depth: usize, news: &'p mut dyn FnMut(Vec<u64>)) -> Self {
        let level = || PerftLevel {
            position: Position::blank(),
            moves: MoveList::default(),
            #[cfg(feature = "lanes")]
            lanes: LaneLevel::new(perft.rules),
        };
        Self {
            perft,
            #[cfg(feature = "lanes")]
            lanes: PerftLanes::new(perft),
            // The last moves are counted, not made, so they need no level.
            levels: (1..depth).map(|_| level()).collect(),
            met: MetTexts::default(),
            counts: vec![0; depth],
            told: vec![0; depth],
            listed: 0,
            news,
        }
    }

    /// Returns, for each length, the number of sequences that begin with a move.
    ///
    /// # Errors
    /// If a position cannot be listed, or a move cannot be played.
    pub fn count_from(&mut self, state: &Position, mv: Move) -> Result<&[u64], Fault> {
        self.counts.fill(0);
        self.told.fill(0);
        let mut levels = std::mem::take(&mut self.levels);
        self.add(&levels, 1);
        let counted = self.count_behind((state, mv), &mut levels);
        self.levels = levels;
        counted?;
        self.tell();
        Ok(&self.counts)
    }

    fn tell(&mut self) {
        let both = self.counts.iter().zip(&self.told);
        let more = both.map(|(now, told)| now - told).collect();
        self.told.copy_from_slice(&self.counts);
        (self.news)(more);
    }

    /// Reports progress if enough positions were listed; `listed` is the number of new ones.
    fn tell_after(&mut self, listed: u32) {
        self.listed += listed;
        if self.listed >= NEWS_AFTER {
            self.listed = 0;
            self.tell();
        }
    }

    /// Adds sequences whose length follows from the number of levels left.
    fn add(&mut self, left: &[PerftLevel], sequences: u64) {
        let length = self.counts.len() - left.len();
        self.counts[length - 1] += sequences;
    }

    /// Counts the sequences after a move. There is a level for the positions after each longer sequence.
    fn count_behind(
        &mut self,
        (state, mv): (&Position, Move),
        levels: &mut [PerftLevel],
    ) -> Result<(), Fault> {
        let Some((here, deeper)) = levels.split_first_mut() else {
            return Ok(());
        };
        here.position.clone_from(state);
        let deferred = self.perft.deferred(deeper);
        let list_all = &mut |_: &MoveList| None;
        let (rules, to) = (self.perft.rules, &mut here.position);
        rules.advance_drawing(
            (to, mv),
            (&mut here.moves, list_all),
            HandOver::at(deferred),
        )?;
        #[cfg(feature = "lanes")]
        if let Some(stop) = self.lanes.stop_of(&here.position, deferred) {
            here.lanes.load(0, &mut here.position);
            let lanes = StandingLanes { stop, lanes: 1 };
            return self.count_in_lanes(lanes, levels, 0);
        }
        self.count_listed(levels)
    }

    /// Counts the listed moves of the first level's position, and the sequences after them.
    fn count_listed(&mut self, levels: &mut [PerftLevel]) -> Result<(), Fault> {
        let Some((here, deeper)) = levels.split_first_mut() else {
            return Ok(());
        };
        let state = &here.position;
        let differing = self.perft.differing(state, &here.moves, &mut self.met)?;
        let count = differing.as_ref().map_or(here.moves.len(), Vec::len);
        self.add(deeper, count as u64);
        self.tell_after(1);
        if deeper.is_empty() {
            return Ok(());
        }
        match differing {
            Some(differing) => {
                for mv in differing {
                    self.count_behind((state, mv), deeper)?;
                }
            }
            None => {
                for mv in here.moves.iter() {
                    self.count_behind((state, mv), deeper)?;
                }
            }
        }
        Ok(())
    }
}
