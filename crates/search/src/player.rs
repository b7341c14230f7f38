//! A computer player: a strategy with its memory of one game.

use crate::alpha_beta::AlphaBeta;
use crate::best_first::BestFirst;
use crate::evaluation::Evaluation;
use crate::limit::SearchLimit;
use crate::random_play::RandomPlay;
use crate::thought::{RatedMove, Thought};
use crate::tree::{Tree, TreeSettings};
use crate::utilities::Utilities;
use crate::worlds::{DrawnWorlds, KnownMoves, SeenGame, Worlds};
use linstock_engine::vm::{Fault, Move, MoveList, Position};
use linstock_play::Rules;
use std::sync::Arc;

/// How a computer player chooses its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// A random legal move.
    Random,
    /// The move after which the position is estimated best.
    Greedy,
    /// Plain UCT, which others are compared with ([`TreeSettings::plain`]).
    PlainTree,
    /// Monte-Carlo tree search with random games to their end.
    Tree,
    /// Monte-Carlo tree search in which a move counts wherever it is played later ([`TreeSettings::rave`]).
    RaveTree,
    /// Monte-Carlo tree search that estimates positions after a few random moves ([`TreeSettings::short`]).
    ShortTree,
    /// Monte-Carlo tree search that plays the random games of many leaves together ([`TreeSettings::wide`]).
    WideTree,
    /// Alpha-beta search with an evaluation; in games that hide nothing.
    AlphaBeta,
    /// Unbounded best-first minimax with an evaluation; in games that hide nothing.
    BestFirst,
}

impl Strategy {
    /// Returns the strategy that is played under some rules: alpha-beta and best-first search need the true position, so
    /// where something is hidden, tree search takes their place.
    #[must_use]
    pub fn under(self, rules: &Rules) -> Self {
        match self {
            Self::AlphaBeta | Self::BestFirst if rules.hides_something() => Self::Tree,
            strategy => strategy,
        }
    }
}

impl Strategy {
    /// Returns whether it plays the same game again under rules without chance: its moves depend on the position alone.
    #[must_use]
    pub fn repeats_itself(self) -> bool {
        matches!(self, Self::Greedy | Self::AlphaBeta)
    }

    /// Returns whether it searches a tree, so that what several players find can be put together.
    #[must_use]
    pub fn is_tree(self) -> bool {
        match self {
            Self::PlainTree | Self::Tree | Self::RaveTree | Self::ShortTree | Self::WideTree => {
                true
            }
            Self::Random | Self::Greedy | Self::AlphaBeta | Self::BestFirst => false,
        }
    }
}

/// Returns whether the rules have a decision at which a player may choose between several moves. Without one, chance alone decides the
/// games.
#[must_use]
pub fn offers_choices(rules: &Rules) -> bool {
    let decisions = rules.decision_points.iter().zip(0..);
    let mut of_players = decisions.filter(|(_, decision)| !rules.is_chance(*decision));
    of_players.any(|(point, _)| {
        point
            .choices
            .iter()
            .any(|choice| match &choice.templates[..] {
                [] => false,
                [only] => !only.args.is_empty(),
                _ => true,
            })
    })
}

/// A search with its tables.
#[derive(Debug)]
enum Mind {
    Random,
    Greedy(Box<Evaluation>),
    Tree(Box<Tree>),
    AlphaBeta(Box<AlphaBeta>),
    BestFirst(Box<BestFirst>),
}

/// A computer player of one game. Each seat needs a player of its own, so that none knows what another has found out.
#[derive(Debug)]
pub struct Player {
    rules: Arc<Rules>,
    random: RandomPlay,
    moves: MoveList,
    mind: Mind,
    seed: u64,
    /// The worlds that the player cannot tell from the true one, if something is hidden.
    worlds: Option<Worlds>,
}

/// The number of bits of the index of the transposition table: 2^18 entries of 40 bytes take 10 MiB.
const TABLE_BITS: u32 = 18;

impl Player {
    /// Makes a player of a strategy ([`Strategy::under`]). With the same seed it draws the same random numbers.
    #[must_use]
    pub fn new(
        rules: &Arc<Rules>,
        strategy: Strategy,
        (seed, evaluation): (u64, &Evaluation),
    ) -> Self {
        let tree = |settings, evaluation| {
            let tree = Tree::new(Arc::clone(rules), settings, (seed, evaluation));
            Mind::Tree(Box::new(tree))
        };
        let mind = match strategy.under(rules) {
            Strategy::Random => Mind::Random,
            Strategy::Greedy => Mind::Greedy(Box::new(evaluation.clone())),
            Strategy::PlainTree => tree(TreeSettings::plain(), None),
            Strategy::Tree => tree(TreeSettings::default(), Some(evaluation.clone())),
            Strategy::RaveTree => tree(TreeSettings::rave(), Some(evaluation.clone())),
            Strategy::WideTree => tree(TreeSettings::wide(), Some(evaluation.clone())),
            Strategy::ShortTree => tree(TreeSettings::short(), Some(evaluation.clone())),
            Strategy::AlphaBeta => {
                let search = AlphaBeta::new(Arc::clone(rules), evaluation.clone(), TABLE_BITS);
                Mind::AlphaBeta(Box::new(search))
            }
            Strategy::BestFirst => {
                let search = BestFirst::new(Arc::clone(rules), evaluation.clone(), seed);
                Mind::BestFirst(Box::new(search))
            }
        };
        Self {
            rules: Arc::clone(rules),
            random: RandomPlay::new(Arc::clone(rules), seed, u64::MAX),
            moves: MoveList::default(),
            mind,
            seed,
            worlds: None,
        }
    }

    /// Makes the player rate a number of the best moves as well as the best one: alpha-beta search otherwise finds out only that
    /// the others are not better, and a tree tries bad moves too seldom ([`Tree::rate_best`]). Other searches rate each move in any
    /// case.
    pub fn rate_best(&mut self, count: usize) {
        match &mut self.mind {
            Mind::AlphaBeta(search) => search.rate_best(count),
            Mind::Tree(tree) => tree.rate_best(count),
            Mind::Random | Mind::Greedy(_) | Mind::BestFirst(_) => {}
        }
    }

    /// Returns the rules that it plays.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Thinks about a position at which a player chooses. It sees the whole position: where something is hidden, only
    /// [`Player::think_hidden`] is fair. A move in whose effects the rules fail is left out, but a random player tries out no move.
    ///
    /// # Errors
    /// If the rules fail before any move, or after every move that was tried.
    pub fn think(
        &mut self,
        position: &Position,
        limit: &SearchLimit<'_>,
    ) -> Result<Thought, Fault> {
        let thought = self.think_of_all(position, limit)?;
        match self.mind {
            Mind::Random => Ok(thought),
            _ => leave_out_failing(&self.rules, position, thought),
        }
    }

    /// Thinks about a position, and about all its moves.
    fn think_of_all(
        &mut self,
        position: &Position,
        limit: &SearchLimit<'_>,
    ) -> Result<Thought, Fault> {
        self.rules.moves_into(position, &mut self.moves)?;
        match &mut self.mind {
            Mind::Random => {
                let mv = self.random.pick(position, &self.moves)?;
                Ok(Thought::of(mv))
            }
            Mind::Greedy(evaluation) => greedy(&self.rules, evaluation, (position, &self.moves)),
            Mind::Tree(tree) => {
                let mut world = |world: &mut Position| world.clone_from(position);
                tree.think(self.moves.seat(), &mut world, limit)
            }
            Mind::AlphaBeta(search) => search.think(position, limit),
            Mind::BestFirst(search) => search.think(position, limit),
        }
    }

    /// Thinks about a decision of a player from whom something is hidden: searches worlds that the player cannot tell from the
    /// true one. `position` is read only for the legal moves, which the player knows, and for how many have chosen already.
    /// Returns `None` if no such world was found.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn think_hidden(
        &mut self,
        (position, seen_game): (&Position, &SeenGame),
        limit: &SearchLimit<'_>,
    ) -> Result<Option<Thought>, Fault> {
        if matches!(self.mind, Mind::Random) {
            return self.think_of_all(position, limit).map(Some);
        }
        let committed = self.rules.committed(position).len();
        let worlds = self
            .worlds
            .get_or_insert_with(|| Worlds::new(&self.rules, seen_game, self.seed));
        if !worlds.find(seen_game, committed, limit.stop) {
            return Ok(None);
        }
        let first = worlds.position().clone();
        let mut drawn = DrawnWorlds::new(self.seed);
        let mut world = |world: &mut Position| {
            world.clone_from(drawn.next(worlds, limit.stop));
        };
        let seat = seen_game.seat();
        let mut thought = match &mut self.mind {
            Mind::Tree(tree) => tree.think(seat, &mut world, limit)?,
            Mind::Greedy(evaluation) => {
                self.rules.moves_of_into(&first, seat, &mut self.moves)?;
                greedy(&self.rules, evaluation, (&first, &self.moves))?
            }
            // [`Strategy::under`] leaves no other search where something is hidden.
            Mind::Random | Mind::AlphaBeta(_) | Mind::BestFirst(_) => return Ok(None),
        };
        self.rules
            .moves_of_into(position, seen_game.seat(), &mut self.moves)?;
        let known = KnownMoves::of(&self.rules, (position, &self.moves));
        thought.moves.retain_mut(|rated| {
            let same = known.same_as(&self.rules, (&first, rated.mv));
            rated.mv = same.unwrap_or(rated.mv);
            rated.line = vec![rated.mv];
            same.is_some()
        });
        Ok((!thought.moves.is_empty()).then_some(thought))
    }
}

/// Leaves out the moves in whose effects the rules fail, if the search met a fault or the best move is one of them.
fn leave_out_failing(
    rules: &Rules,
    position: &Position,
    mut thought: Thought,
) -> Result<Thought, Fault> {
    let mut next = Position::blank();
    let mut fault_of = |mv: Move| {
        next.clone_from(position);
        rules.apply(&mut next, mv).err()
    };
    let of_best = thought.best().and_then(|best| fault_of(best.mv));
    if of_best.is_some() || thought.fault.is_some() {
        let mut first = of_best;
        thought.moves.retain(|rated| match fault_of(rated.mv) {
            None => true,
            Some(fault) => {
                first.get_or_insert(fault);
                false
            }
        });
        thought.fault = thought.fault.take().or(first);
    }
    match &thought.fault {
        Some(fault) if thought.moves.is_empty() => Err(fault.clone()),
        _ => Ok(thought),
    }
}

/// Rates each move by the estimate of the position after it.
fn greedy(
    rules: &Rules,
    evaluation: &Evaluation,
    (position, moves): (&Position, &MoveList),
) -> Result<Thought, Fault> {
    let (mut next, mut next_moves) = (Position::blank(), MoveList::default());
    let mut rated = Vec::with_capacity(moves.len());
    let mut met = None;
    for mv in moves.iter() {
        next.clone_from(position);
        if let Err(fault) = rules.advance(&mut next, mv, &mut next_moves) {
            met = met.or(Some(fault));
            continue;
        }
        let utilities = match next.over {
            Some(end) => Utilities::of_end(end, rules.players().len()),
            None => evaluation.utilities(rules, &next, &next_moves),
        };
        rated.push(RatedMove {
            value: utilities.of(moves.seat()),
            visits: 1,
            ..RatedMove::new(mv)
        });
    }
    rated.sort_by(|a, b| b.value.total_cmp(&a.value));
    if let Some(fault) = met.take_if(|_| rated.is_empty()) {
        return Err(fault);
    }
    Ok(Thought {
        iterations: rated.len() as u64,
        moves: rated,
        depth: 1,
        is_mixed: false,
        fault: met,
    })
}

impl Thought {
    /// Makes the result of a strategy that does not search.
    fn of(mv: Move) -> Self {
        let rated = RatedMove {
            visits: 1,
            ..RatedMove::new(mv)
        };
        Self {
            moves: vec![rated],
            iterations: 1,
            depth: 0,
            is_mixed: false,
            fault: None,
        }
    }
}
