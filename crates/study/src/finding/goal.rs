//! The goal of a search, such as a clause that decides or an end, and the check whether a move reaches it.

use super::carriers::Carriers;
use super::{PlayedStep, TriedLine};
use linstock_base::Sources;
use linstock_engine::vm::{Fault, Fuel, Move, Position, Turn};
use linstock_model::{Node, SeatId, TagId, Truth};
use linstock_play::Rules;
use linstock_play::reference::Evaluator;
use linstock_play::{Actor, ActorAt, explain};

/// What a search looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A clause decides: about a move, an end or a refusal.
    Clause(TagId),
    /// A game that nobody wins.
    Draw,
    /// A move that loses at once, or lets the next player win at once, although another move does not.
    LosingMove,
    /// A position in which the condition holds.
    Position,
    /// The longest game that ends.
    Longest,
}

/// The goal of a search, and an additional condition.
#[derive(Clone, Debug)]
pub struct SearchGoal {
    /// What the line must show.
    pub goal: Goal,
    /// For a clause or a losing move, it must hold just before the move; otherwise, at the end of the line.
    pub condition: Option<Node<Truth>>,
}

/// Checks whether a move reaches the goal.
pub(super) struct GoalCheck<'r> {
    pub(super) rules: &'r Rules,
    pub(super) wanted: &'r SearchGoal,
    pub(super) sources: &'r Sources,
    /// The parts that carry the clause, if the goal is a clause.
    pub(super) carriers: Option<Carriers>,
}

impl<'r> GoalCheck<'r> {
    pub(super) fn new(rules: &'r Rules, wanted: &'r SearchGoal, sources: &'r Sources) -> Self {
        let carriers = match wanted.goal {
            Goal::Clause(tag) => Some(Carriers::of(rules, tag)),
            _ => None,
        };
        Self {
            rules,
            wanted,
            sources,
            carriers,
        }
    }

    /// Returns whether the start of the game reaches the goal.
    pub(super) fn is_met_at_start(&self, state: &Position) -> Result<bool, Fault> {
        let met = match self.wanted.goal {
            Goal::Clause(_) => {
                let carriers = self.carriers.as_ref();
                carriers.is_some_and(|c| c.is_at_start() || c.is_option_alone())
            }
            Goal::Position => true,
            Goal::Draw | Goal::LosingMove | Goal::Longest => false,
        };
        Ok(met && self.holds(state)?)
    }

    /// Returns whether trying out all moves of a position is useful.
    pub(super) fn tries_all(&self) -> bool {
        match self.wanted.goal {
            Goal::Clause(_) => self
                .carriers
                .as_ref()
                .is_some_and(Carriers::is_brought_about),
            Goal::Draw | Goal::Position => true,
            Goal::LosingMove | Goal::Longest => false,
        }
    }

    /// Returns whether the last move of a line reaches the goal.
    pub(super) fn is_met(&self, line: &TriedLine, step: &PlayedStep) -> Result<bool, Fault> {
        let Some(&(actor, mv)) = line.plies.last() else {
            return Ok(false);
        };
        let PlayedStep { before, ran } = step;
        let after = &line.state;
        match self.wanted.goal {
            Goal::Clause(tag) => {
                Ok(self.decides(tag, line, (before, ran), (actor, mv)) && self.holds(before)?)
            }
            Goal::Draw => {
                let drawn = after.over.is_some_and(|end| end.winners == 0);
                Ok(drawn && self.holds(after)?)
            }
            Goal::LosingMove => match actor {
                Actor::Player(seat) => {
                    Ok(self.holds(before)? && self.throws_away(seat, before, after)?)
                }
                Actor::Chance => Ok(false),
            },
            Goal::Position => self.holds(after),
            Goal::Longest => Ok(false),
        }
    }

    /// Returns whether the condition holds, if there is one.
    pub(super) fn holds(&self, state: &Position) -> Result<bool, Fault> {
        let Some(condition) = &self.wanted.condition else {
            return Ok(true);
        };
        let table = self.rules.spell_out(state);
        let fuel = Fuel::of_texts();
        let holds = Evaluator::new(self.rules.model(), &table, &fuel).truth(condition);
        // The condition is no part of the rules, so the place of a fault would name nothing in them.
        holds.map_err(|fault| match fuel.is_used_up() {
            true => Fault::statement("the condition takes too long to work out"),
            false => Fault::statement(format!("the condition cannot be worked out: {fault}")),
        })
    }

    /// Returns whether a clause decides something when a move is played, in the same sense as the coverage of scenarios.
    fn decides(
        &self,
        tag: TagId,
        line: &TriedLine,
        (before, ran): (&Position, &[u32]),
        (actor, mv): (Actor, Move),
    ) -> bool {
        let Some(carriers) = &self.carriers else {
            return false;
        };
        let ended = line.state.over.is_some_and(|end| carriers.ended(end.end));
        if carriers.is_ground()
            || carriers.ran(ran)
            || ended
            || self.rules.decision_tags(before).contains(&tag)
        {
            return true;
        }
        if !carriers.is_in_move(self.rules.move_kind(mv).index()) {
            return false;
        }
        let text = self.rules.text(before, mv);
        let at = ActorAt::new(self.rules, before, actor);
        let why = explain::why(at, &[], &text, Some(self.sources));
        why.is_ok_and(|why| why.carried.contains(&tag))
    }

    /// Returns whether a move of a player loses the game, although another one does not.
    fn throws_away(
        &self,
        seat: SeatId,
        before: &Position,
        after: &Position,
    ) -> Result<bool, Fault> {
        if !self.is_lost(seat, after)? {
            return Ok(false);
        }
        for mv in self.rules.moves(before, seat)? {
            let mut other = before.clone();
            self.rules.apply(&mut other, mv)?;
            if !self.is_lost(seat, &other)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether a player has lost, or another one can win at once.
    fn is_lost(&self, seat: SeatId, state: &Position) -> Result<bool, Fault> {
        let won_by = |state: &Position, who: SeatId| {
            state.over.is_some_and(|end| end.winners >> who.0 & 1 == 1)
        };
        if let Some(end) = state.over {
            return Ok(end.winners != 0 && !won_by(state, seat));
        }
        let Turn::Players(next) = self.rules.turn(state) else {
            return Ok(false);
        };
        let [next] = next.as_slice() else {
            return Ok(false);
        };
        if *next == seat {
            return Ok(false);
        }
        for mv in self.rules.moves(state, *next)? {
            let mut reply = state.clone();
            self.rules.apply(&mut reply, mv)?;
            if won_by(&reply, *next) && !won_by(&reply, seat) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
