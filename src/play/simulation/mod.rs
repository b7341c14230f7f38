//! Random play: whole games, each move drawn uniformly over the legal ones, each game from a stream of its own.
//!
//! Game `n` of a seed is the same game whoever plays it, and whatever is played before it.

mod record;
mod tally;

pub(crate) use record::{GameEnding, GameRecord};
pub(crate) use tally::{GameTally, Share};

use crate::ir::Rules;
use crate::play::notation::{MetTexts, Sharing};
use crate::play::random::{Chooser, Purpose};
use crate::vm::{Fault, Move, MoveList, Position};

/// Games of one ruleset that are played at random.
#[derive(Debug)]
pub(crate) struct Simulation<'r> {
    rules: &'r Rules,
    start: Position,
    /// Moves with one text are one move.
    sharing: Sharing,
    /// All games come from this seed and their numbers.
    seed: u64,
    /// A game that is not over after so many plies is left.
    max_plies: u32,
    /// The legal moves are counted at each decision.
    counts_all: bool,
}

/// Where moves are tried out, listing them takes much longer than drawing one: then they are counted at one of so many decisions.
const COUNT_EVERY: u64 = 32;

/// What a thread that plays games keeps between them, so that a ply allocates nothing.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    moves: MoveList,
    met: MetTexts,
    /// The legal moves, where they are counted besides one that was drawn.
    counted: MoveList,
    /// The outcomes of chance, with their weights.
    outcomes: Vec<(Move, u64)>,
}

impl<'r> Simulation<'r> {
    /// Prepares games from the start of the rules.
    ///
    /// # Errors
    /// If the rules cannot be set up.
    pub(crate) fn new(rules: &'r Rules, seed: u64, max_plies: u32) -> Result<Self, Fault> {
        let start = rules.start()?;
        let sharing = Sharing::of(rules);
        Ok(Self {
            rules,
            start,
            sharing,
            seed,
            max_plies,
            counts_all: !rules.tries_moves_out(),
        })
    }

    /// Returns an empty tally for games of these rules.
    pub(crate) fn tally(&self) -> GameTally {
        GameTally::new(self.rules.model())
    }

    /// Plays the game of a number, and counts it.
    pub(crate) fn play(
        &self,
        number: u64,
        buffers: &mut Buffers,
        tally: &mut GameTally,
    ) -> GameRecord {
        let mut record = GameRecord::new(number);
        let mut state = self.start.clone();
        let ending = match self.play_on(&mut state, &mut record, buffers, tally) {
            Ok(ending) => ending,
            Err(fault) => GameEnding::Failed(fault),
        };
        record.scores = self.rules.scores(&state);
        record.ending = ending;
        tally.add(&record);
        record
    }

    fn play_on(
        &self,
        state: &mut Position,
        record: &mut GameRecord,
        buffers: &mut Buffers,
        tally: &mut GameTally,
    ) -> Result<GameEnding, Fault> {
        let mut random = Chooser::new(self.seed, Purpose::Simulation, record.number);
        self.rules.moves_into(state, &mut buffers.moves)?;
        loop {
            if let Some(end) = state.over {
                return Ok(GameEnding::Over(end));
            }
            if record.plies == self.max_plies {
                return Ok(GameEnding::Unfinished);
            }
            let mv = self.pick(state, buffers, &mut random, record)?;
            tally.count_move(self.rules.move_kind(mv));
            record.plies += 1;
            let Buffers { moves, met, .. } = buffers;
            let mut draw = |candidates: &MoveList| {
                let differ = self.sharing.all_differ(candidates, met);
                let at = random.index(candidates.len()).filter(|_| differ);
                at.and_then(|at| candidates.get(at))
            };
            self.rules.advance_drawing(state, mv, (moves, &mut draw))?;
        }
    }

    /// Picks a move, or an outcome of chance by its weight.
    fn pick(
        &self,
        state: &Position,
        buffers: &mut Buffers,
        random: &mut Chooser,
        record: &mut GameRecord,
    ) -> Result<Move, Fault> {
        let nothing = || self.rules.nothing_to_choose(state);
        let Some(decision) = self.rules.decision(state) else {
            return Err(nothing());
        };
        if self.rules.is_weighted(decision) {
            buffers.outcomes = self.rules.outcomes(state)?;
            let weights = buffers.outcomes.iter().map(|(_, weight)| *weight);
            let at = random.pick(weights).ok_or_else(nothing)?;
            return Ok(buffers.outcomes[at].0);
        }
        let is_player = !self.rules.is_chance(decision);
        let counts = is_player && self.is_counted(record);
        record.decisions += u32::from(is_player);
        if let Some(drawn) = buffers.moves.drawn() {
            if counts {
                record.count_choices(self.count_legal(state, buffers)?);
            }
            return Ok(drawn);
        }
        let Buffers { moves, met, .. } = buffers;
        let distinct = self.sharing.distinct((self.rules, state), moves, met);
        let choices = distinct.as_ref().map_or(moves.len(), Vec::len);
        if counts {
            record.count_choices(choices);
        }
        let at = random.index(choices).ok_or_else(nothing)?;
        let mv = match distinct {
            Some(distinct) => distinct.get(at).copied(),
            None => moves.get(at),
        };
        mv.ok_or_else(nothing)
    }

    /// Counts the legal moves of a position, where one was drawn.
    fn count_legal(&self, state: &Position, buffers: &mut Buffers) -> Result<usize, Fault> {
        let Buffers { counted, met, .. } = buffers;
        self.rules.moves_into(state, counted)?;
        let distinct = self.sharing.distinct((self.rules, state), counted, met);
        Ok(distinct.map_or(counted.len(), |distinct| distinct.len()))
    }

    /// Tells whether the legal moves are counted at the next decision: spread evenly over the decisions of all games.
    fn is_counted(&self, record: &GameRecord) -> bool {
        let at = record.number.wrapping_add(record.decisions.into());
        self.counts_all || at.is_multiple_of(COUNT_EVERY)
    }
}
