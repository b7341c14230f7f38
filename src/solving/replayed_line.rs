//! Plays a line of best play again in a session, and compares the legal moves at each position with those of the reference evaluator.

use crate::command_failure::CommandFailure;
use linstock_engine::vm::{Fault, Fuel, Move, Position, Turn};
use linstock_model::ArgValue;
use linstock_model::{MoveId, SeatId};
use linstock_play::reference::Evaluator;
use linstock_play::{Actor, ChanceMode, Order, Rules, Session, Setup};
use linstock_search::solve::OpenSolution;
use std::sync::Arc;

/// A line that was played again.
#[derive(Debug)]
pub(super) struct ReplayedLine {
    /// The text of each move.
    pub(super) moves: Vec<String>,
    /// How the game ends; `None` if it goes on after the line.
    pub(super) result: Option<String>,
    /// Whether the reference evaluator listed exactly the same moves; otherwise it listed at least these, because the rules
    /// try moves out.
    pub(super) is_exact: bool,
}

/// Plays the line of a solution again.
///
/// # Errors
/// If both evaluators differ, or the game does not end as the solver says.
pub(super) fn replay(
    rules: &Arc<Rules>,
    solution: &OpenSolution,
) -> Result<ReplayedLine, CommandFailure> {
    let differs = |what: String| {
        CommandFailure::Failed(format!(
            "the line of best play cannot be played again, so the result is not certain: {what}"
        ))
    };
    let setup = Setup {
        chance: ChanceMode::Manual,
        ..Setup::default()
    };
    let begun = Session::begin(Arc::clone(rules), setup);
    let mut session = begun.map_err(|refusal| differs(refusal.to_string()))?;
    let mut replayed = ReplayedLine {
        moves: Vec::new(),
        result: None,
        is_exact: !rules.tries_moves_out(),
    };
    for mv in &solution.line {
        let position = session.state();
        let (actor, me) = match rules.turn(position) {
            Turn::Chance => (Actor::Chance, rules.me(position)),
            _ => (Actor::Player(SeatId(mv.me)), SeatId(mv.me)),
        };
        let agreed = agrees(rules, position, (*mv, me));
        let agreed = agreed.map_err(|fault| differs(fault.to_string()))?;
        let text = rules.text(position, *mv);
        if !agreed {
            return Err(differs(format!(
                "the evaluators list different moves before {text}"
            )));
        }
        let order = Order {
            actor: Some(actor),
            text: text.clone(),
        };
        let played = session.play(&[order]);
        played.map_err(|refusal| differs(refusal.to_string()))?;
        replayed.moves.push(text);
    }
    let position = session.state();
    if let Some(outcome) = rules.outcome(position) {
        replayed.result = Some(linstock_play::result_text(rules.model(), &outcome));
    }
    Ok(replayed)
}

/// A move of the rules with its arguments.
type LineMove = (MoveId, Vec<Option<ArgValue>>);

/// Returns whether the reference evaluator lists the same moves of a position.
fn agrees(rules: &Rules, position: &Position, (mv, me): (Move, SeatId)) -> Result<bool, Fault> {
    let table = rules.spell_out(position);
    let fuel = Fuel::default();
    let args = rules.enclosing_args(position);
    let evaluator = Evaluator {
        args: &args,
        scripts: rules.scripts.as_deref(),
        seen: rules.repetitions(position).max(1),
        ..Evaluator::new(rules.model(), &table, &fuel)
    };
    let mut listed: Vec<LineMove> = evaluator.legal(rules.offers(position))?;
    listed.sort_unstable();
    listed.dedup();
    let is_listed = |mv: Move| listed.binary_search(&rules.args(position, mv)).is_ok();
    if rules.tries_moves_out() {
        return Ok(is_listed(mv));
    }
    let moves = match rules.turn(position) {
        Turn::Chance => {
            let outcomes = rules.outcomes(position)?;
            return Ok(outcomes.into_iter().all(|(mv, _)| is_listed(mv)));
        }
        _ => rules.moves(position, me)?,
    };
    Ok(moves.iter().all(|mv| is_listed(*mv)) && moves.len() == listed.len())
}
