//! The explained position with its question, and the explanation of a move.

use crate::Rules;
use crate::explain::turn_so_far::TurnSoFar;
use crate::reference::Evaluator;
use crate::{Actor, ActorAt};
use linstock_base::Sources;
use linstock_engine::vm::{Fuel, Position, SpelledPosition, Turn};
use linstock_model::{ArgValue, AskItem, TagId};

/// The explanation of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// Whether the move may be played now.
    pub legal: bool,
    /// A sentence without a full stop.
    pub reason: String,
    /// The clauses and readings that decide it, the nearest first.
    pub clauses: Vec<TagId>,
    /// For a legal move, the clauses of everything that applies to it, whether or not they decide; else empty.
    pub carried: Vec<TagId>,
}

/// A position with its question. If the question is inside a move's body, the evaluator has the arguments of that move.
#[derive(Clone, Copy)]
pub(crate) struct Situation<'a> {
    pub evaluator: Evaluator<'a>,
    pub(super) asked: &'a [AskItem],
    /// The clauses of the `ask` itself.
    pub(super) ask_tags: &'a [TagId],
    /// Whether chance is asked, so that weights count.
    pub(super) chance: bool,
    /// The turn so far, if it is known.
    pub(super) turn: Option<&'a TurnSoFar>,
    pub(super) sources: Option<&'a Sources>,
}

/// The data that a situation borrows.
pub(crate) struct Ground {
    pub(super) table: SpelledPosition,
    pub(super) args: Vec<Option<ArgValue>>,
    pub(super) fuel: Fuel,
}

impl Ground {
    pub(crate) fn of(at: ActorAt<'_>) -> Self {
        let ActorAt { rules, state, .. } = at;
        let mut table = rules.spell_out(state);
        if let Actor::Player(seat) = at.actor {
            table.me = seat;
        }
        Self {
            table,
            args: rules.enclosing_args(state),
            fuel: Fuel::default(),
        }
    }

    /// Returns the situation without earlier moves and without texts.
    pub(crate) fn scene<'a>(&'a self, rules: &'a Rules, state: &Position) -> Situation<'a> {
        Situation {
            evaluator: Evaluator {
                args: &self.args,
                scripts: rules.scripts.as_deref(),
                seen: rules.repetitions(state),
                ..Evaluator::new(rules.model(), &self.table, &self.fuel)
            },
            asked: rules.offers(state),
            ask_tags: rules.decision_tags(state),
            chance: rules.turn(state) == Turn::Chance,
            turn: None,
            sources: None,
        }
    }
}
