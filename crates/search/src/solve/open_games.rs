//! Solves games that hide nothing: lists the positions if there are few, and searches for a proof otherwise.

use super::averages::Averages;
use super::graph::{Graph, GraphChooser};
use super::payoffs::Counted;
use super::proof_search::{Bounds, ProofSearch};
use super::repetition::HistoryUse;
use super::retrograde::{BackwardResult, outcomes_of};
use super::{Ended, SolveLimit};
use linstock_engine::vm::{Fault, Move, MoveList, Position, Turn};
use linstock_play::Rules;
use std::sync::Arc;

/// What was found out about a game that hides nothing. Values are those of the first seat: 1 for a win, -1 for a loss, or points.
#[derive(Clone, PartialEq, Debug)]
pub struct OpenSolution {
    /// The value is at least this.
    pub low: f64,
    /// The value is at most this.
    pub high: f64,
    /// The number of positions: of the game, if all were listed, or else of those that were searched.
    pub positions: u64,
    /// Whether all positions that can arise were listed.
    pub is_listed: bool,
    /// Whether play can come back to a position, as far as this is known.
    pub can_repeat: bool,
    /// A line of best play; with chance, its outcomes are the likeliest ones.
    pub line: Vec<Move>,
    /// Whether the line ends because its last position has occurred in it before.
    pub line_repeats: bool,
    /// The number of plies to the end if the winner hurries and the loser resists as long as possible, if that is known.
    pub plies: Option<u32>,
    /// What ended the solver, if it is not done.
    pub ended: Option<Ended>,
}

impl OpenSolution {
    /// Returns the value if it is known up to an error.
    #[must_use]
    pub fn value(&self, error: f64) -> Option<f64> {
        (self.high - self.low <= error).then_some((self.low + self.high) / 2.0)
    }
}

/// Up to this number of moves in all its positions, a game is first listed.
const FEW_MOVES: usize = 600_000;
/// The longest line of best play.
const LONGEST_LINE: usize = 500;

/// Solves a game for one or two players that hides nothing. The bounds of its value differ by at most `error`, unless a limit was
/// reached.
///
/// # Errors
/// If the rules fail in a position.
pub fn solve_open(
    rules: &Arc<Rules>,
    (counted, error): (Counted, f64),
    limit: &SolveLimit<'_>,
) -> Result<OpenSolution, Fault> {
    if HistoryUse::of(rules.model(), &rules.layout) == HistoryUse::Other {
        return Ok(OpenSolution::nothing(Some(Ended::History)));
    }
    let mut graph = Graph::new(rules, counted)?;
    let mut ended = graph.expand(rules, counted, (FEW_MOVES, limit))?;
    // Only where each position leads on to new ones is there a proof without a list of all.
    let needs_list = rules.has_chance() || counted == Counted::Points || graph.has_cycle();
    if needs_list && ended.is_none() && !graph.is_complete() {
        ended = graph.expand(rules, counted, (usize::MAX, limit))?;
    }
    if ended.is_some() {
        let mut solution = OpenSolution::nothing(ended);
        solution.positions = graph.len() as u64;
        return Ok(solution);
    }
    if graph.is_complete() {
        return match rules.has_chance() || counted == Counted::Points {
            true => of_averages(rules, &graph, (error, limit)),
            false => of_outcomes(rules, &graph),
        };
    }
    drop(graph);
    of_search(rules, limit)
}

impl OpenSolution {
    fn nothing(ended: Option<Ended>) -> Self {
        Self {
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
            positions: 0,
            is_listed: false,
            can_repeat: false,
            line: Vec::new(),
            line_repeats: false,
            plies: None,
            ended,
        }
    }
}

/// Solves a game of wins and losses from all its positions.
fn of_outcomes(rules: &Rules, graph: &Graph) -> Result<OpenSolution, Fault> {
    let outcomes = outcomes_of(graph);
    let start = outcomes[0];
    let better = |chooser: GraphChooser, a: BackwardResult, b: BackwardResult| {
        let own = if chooser == GraphChooser::First {
            1
        } else {
            -1
        };
        // The winner hurries, and the loser resists.
        let key = |outcome: BackwardResult| {
            let plies = i64::from(outcome.plies);
            let hurry = -plies * i64::from(own * outcome.value);
            (own * outcome.value, hurry)
        };
        key(a) > key(b)
    };
    let (line, line_repeats) = line_of(rules, graph, |chooser, a, b| {
        better(chooser, outcomes[a as usize], outcomes[b as usize])
    })?;
    Ok(OpenSolution {
        low: f64::from(start.value),
        high: f64::from(start.value),
        positions: graph.len() as u64,
        is_listed: true,
        can_repeat: graph.has_cycle(),
        plies: (start.value != 0).then_some(start.plies),
        line,
        line_repeats,
        ended: None,
    })
}

/// Bounds the value of a game from all its positions, where chance plays or points count.
fn of_averages(
    rules: &Rules,
    graph: &Graph,
    (error, limit): (f64, &SolveLimit<'_>),
) -> Result<OpenSolution, Fault> {
    let averages = Averages::of(graph, error, limit);
    let (low, high) = (averages.low[0], averages.high[0]);
    let middle = |id: u32| averages.low[id as usize] + averages.high[id as usize];
    let (line, line_repeats) = line_of(rules, graph, |chooser, a, b| match chooser {
        GraphChooser::First => middle(a) > middle(b),
        _ => middle(a) < middle(b),
    })?;
    let can_repeat = graph.has_cycle();
    let is_done = high - low <= error;
    Ok(OpenSolution {
        low,
        high,
        positions: graph.len() as u64,
        is_listed: true,
        can_repeat,
        line,
        line_repeats,
        plies: None,
        ended: match is_done {
            true => None,
            false if (limit.stop)() => Some(Ended::Stopped),
            false => Some(Ended::Repetition),
        },
    })
}

/// Returns a line of best play, and whether it ends at a position that occurred in it before.
fn line_of(
    rules: &Rules,
    graph: &Graph,
    better: impl Fn(GraphChooser, u32, u32) -> bool,
) -> Result<(Vec<Move>, bool), Fault> {
    let mut position = rules.start()?;
    let (mut line, mut met) = (Vec::new(), Vec::new());
    let mut moves = MoveList::default();
    while position.over.is_none() && line.len() < LONGEST_LINE {
        let id = graph.id(rules, &position);
        if met.contains(&id) {
            return Ok((line, true));
        }
        met.push(id);
        let chooser = id.map_or(GraphChooser::Nobody, |id| graph.choosers[id as usize]);
        let mut best: Option<(Move, Position, u32)> = None;
        if matches!(rules.turn(&position), Turn::Chance) {
            let outcomes = rules.outcomes(&position)?;
            let likeliest = outcomes.iter().max_by_key(|(_, weight)| *weight);
            let Some((mv, _)) = likeliest else { break };
            rules.apply(&mut position, *mv)?;
            position.history.clear();
            line.push(*mv);
            continue;
        }
        rules.moves_into(&position, &mut moves)?;
        for mv in moves.iter() {
            let mut next = position.clone();
            rules.apply(&mut next, mv)?;
            next.history.clear();
            let Some(id) = graph.id(rules, &next) else {
                continue;
            };
            if best
                .as_ref()
                .is_none_or(|(_, _, best)| better(chooser, id, *best))
            {
                best = Some((mv, next, id));
            }
        }
        let Some((mv, next, _)) = best else { break };
        line.push(mv);
        position = next;
    }
    Ok((line, false))
}

/// Proves the value of a game by searches.
fn of_search(rules: &Arc<Rules>, limit: &SolveLimit<'_>) -> Result<OpenSolution, Fault> {
    let mut search = ProofSearch::new(rules, limit.memory);
    let start = rules.start()?.without_history();
    let (Bounds { low, high }, ended) = search.value(&start, limit)?;
    let positions = search.nodes();
    let line = match (low == high).then_some(low) {
        Some(value) => search.line(&start, value, (LONGEST_LINE, limit))?,
        None => Vec::new(),
    };
    Ok(OpenSolution {
        low: f64::from(low),
        high: f64::from(high),
        positions,
        is_listed: false,
        can_repeat: ended == Some(Ended::Repetition),
        line,
        line_repeats: false,
        plies: None,
        ended,
    })
}
