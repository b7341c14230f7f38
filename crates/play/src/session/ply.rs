//! Choices and plies: a choice becomes a ply when it is played.

use crate::Rules;
use crate::explain::{MadeMove, TurnSoFar, TurnStep};
use crate::{Actor, Session};
use linstock_base::Span;
use linstock_engine::vm::{Fuel, Move, Position};
use linstock_model::SeatId;
use std::collections::BTreeMap;

/// A legal choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoiceMade {
    /// Its text.
    pub text: String,
    /// Its weight among the outcomes of chance; 1 for a player's move.
    pub weight: u64,
    pub(crate) mv: Move,
}

impl ChoiceMade {
    /// Returns the move.
    #[must_use]
    pub fn mv(&self) -> Move {
        self.mv
    }
}

/// A played move or outcome.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Who chose.
    pub actor: Actor,
    /// Its text.
    pub text: String,
    /// Its public part, if not every player sees its arguments.
    pub(crate) masked: Option<Masked>,
    /// The move.
    pub(super) mv: Move,
}

impl Ply {
    /// Returns the move, which is valid in the position before it.
    #[must_use]
    pub fn mv(&self) -> Move {
        self.mv
    }

    /// Makes a ply. `masked` is its public part, if not every player sees its arguments.
    pub(crate) fn new(actor: Actor, choice: ChoiceMade, masked: Option<Masked>) -> Self {
        Self {
            actor,
            text: choice.text,
            masked,
            mv: choice.mv,
        }
    }

    /// Returns its text for a viewer.
    pub(super) fn text_for(&self, seat: SeatId) -> &str {
        match &self.masked {
            Some(masked) if !masked.is_seen_by(seat) => &masked.text,
            _ => &self.text,
        }
    }
}

/// The public part of a ply whose arguments not every player sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Masked {
    /// The players who see the arguments, one bit a seat.
    pub seen: u64,
    /// Its text for the other players.
    pub text: String,
}

impl Masked {
    /// Returns whether a player sees the arguments; false for an unused seat.
    pub(super) fn is_seen_by(&self, seat: SeatId) -> bool {
        let shifted = self.seen.checked_shr(u32::from(seat.0));
        shifted.is_some_and(|seen| seen & 1 == 1)
    }
}

/// The most plies of a turn that explanations look at.
const MOST_OF_TURN: usize = 64;

/// Returns what an actor has chosen since another player chose, and what followed. `plies` may go on after those of the
/// session.
pub(super) fn turn_so_far(session: &Session, plies: &[Ply], actor: Actor) -> TurnSoFar {
    let rules = session.rules();
    if actor == Actor::Chance {
        return TurnSoFar::default();
    }
    let of_turn = |ply: &&Ply| ply.actor == actor || ply.actor == Actor::Chance;
    let length = plies.iter().rev().take_while(of_turn).count();
    let from = plies.len() - length.min(MOST_OF_TURN);
    // Outcomes of chance before the actor's first choice may belong to another player.
    let first = plies[from..].iter().position(|ply| ply.actor == actor);
    let Some(first) = first.map(|at| from + at) else {
        return TurnSoFar::default();
    };
    let known = first.min(session.ply());
    let mut state = session.state_at(known);
    let mut turn = TurnSoFar::default();
    for (at, ply) in plies.iter().enumerate().skip(known) {
        if at >= first && !rules.is_asked_together(&state) {
            let is_own = ply.actor == actor;
            let (made, step) = step_of(rules, &state, ply);
            turn.made.extend(is_own.then_some(made));
            turn.steps.push(TurnStep { is_own, ..step });
        }
        // It was played before, so it does not fail here.
        if rules
            .apply_within(&mut state, ply.mv, &Fuel::default())
            .is_err()
        {
            return TurnSoFar::default();
        }
    }
    turn.made.reverse();
    turn.steps.reverse();
    turn
}

/// Returns a ply as a move that was made, and what followed it.
fn step_of(rules: &Rules, before: &Position, ply: &Ply) -> (MadeMove, TurnStep) {
    let model = rules.model();
    let (mv, args) = rules.args(before, ply.mv);
    let items = rules.offers(before);
    let of_item = items.iter().filter(|item| item.mv == mv);
    let of_item = of_item.flat_map(|item| &item.tags);
    let asked = of_item.chain(rules.decision_tags(before)).copied();
    let made = MadeMove {
        rule: rules.rule_of(ply.mv),
        mv: Some(mv),
        text: ply.text.clone(),
        asked: asked.collect(),
        offered: items.iter().map(|item| model.mv(item.mv).rule).collect(),
    };
    let mut branches: BTreeMap<Span, Option<bool>> = BTreeMap::new();
    let steps = rules.steps_after(before, ply.mv).unwrap_or_default();
    for step in steps.next {
        if let Some(held) = rules.branch(step) {
            let known = branches.entry(rules.statement_at(step.0));
            let known = known.or_insert(Some(held));
            *known = known.filter(|known| *known == held);
        }
    }
    let step = TurnStep {
        mv,
        args,
        is_own: false,
        text: ply.masked.is_none().then(|| ply.text.clone()),
        before: rules.spell_out(before),
        branches,
    };
    (made, step)
}
