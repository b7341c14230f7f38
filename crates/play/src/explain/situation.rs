//! What is explained, and what comes of it: a position with what is asked there, and why a move is legal in it or not.

use crate::Rules;
use crate::reference::Evaluator;
use crate::{Actor, ActorAt};
use linstock_base::Sources;
use linstock_engine::vm::{Fuel, Position, SpelledPosition, Turn};
use linstock_model::{ArgValue, AskItem, RuleId, TagId};

/// What there is to say about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// Whether it may be played now.
    pub legal: bool,
    /// A sentence without a full stop.
    pub reason: String,
    /// The clauses and readings that decide it, the nearest first.
    pub clauses: Vec<TagId>,
    /// Of a legal move, the clauses of everything that it goes by, whether or not it decides; else nothing.
    pub carried: Vec<TagId>,
}

/// A position with what is asked there; the evaluator's arguments are those of the move in whose body it is asked.
#[derive(Clone, Copy)]
pub(crate) struct Situation<'a> {
    pub evaluator: Evaluator<'a>,
    pub(super) asked: &'a [AskItem],
    /// The clauses of the ask itself.
    pub(super) ask_tags: &'a [TagId],
    /// Whether chance is asked, so that weights count.
    pub(super) chance: bool,
    /// What who acts has chosen since anybody else did.
    pub(super) made: &'a [RuleId],
    pub(super) sources: Option<&'a Sources>,
}

/// What a situation is looked at with.
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

    /// Returns the situation without a past and without texts.
    pub(crate) fn scene<'a>(&'a self, rules: &'a Rules, state: &Position) -> Situation<'a> {
        Situation {
            evaluator: Evaluator {
                fuel: Some(&self.fuel),
                args: &self.args,
                scripts: rules.scripts.as_deref(),
                seen: rules.repetitions(state),
                ..Evaluator::new(rules.model(), &self.table)
            },
            asked: rules.offers(state),
            ask_tags: rules.decision_tags(state),
            chance: rules.turn(state) == Turn::Chance,
            made: &[],
            sources: None,
        }
    }
}
