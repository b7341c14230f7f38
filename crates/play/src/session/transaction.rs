//! Transactions: moves are played on top of a session, and become part of it only if all of them succeed.

use crate::Rules;
use crate::notation::Reading;
use crate::session::ply::turn_so_far;
use crate::session::{
    CHANCE, ChanceMode, ChoiceMade, Continuation, LegalMove, Masked, ParsedMove, Ply, Session,
};
use crate::wording::Phrasing;
use crate::{Actor, ActorAt};
use crate::{Chooser, Purpose, Refusal, explain, move_counts, notation};
use linstock_base::SheetPhrasing;
use linstock_engine::vm::{Fault, Fuel, Move, Position, Turn};
use linstock_model::{Model, RuleId};

/// The most outcomes of chance in a row. Rules that draw more are considered endless.
pub const DRAWS_IN_A_ROW: usize = 10_000;

/// Moves that were played on top of a session's position and are not yet part of the session.
pub(crate) struct Transaction<'a> {
    session: &'a Session,
    /// The played plies.
    played: Continuation,
    /// The remaining fuel for the current move and the outcomes of chance after it.
    fuel: Fuel,
    /// The part of that fuel that the played plies have used.
    counted: u64,
    /// The fuel that the earlier moves have used.
    spent: u64,
}

impl<'a> Transaction<'a> {
    /// Makes an empty transaction.
    pub(crate) fn new(session: &'a Session) -> Self {
        Self {
            session,
            played: session.continuation(),
            fuel: Fuel::default(),
            counted: 0,
            spent: 0,
        }
    }

    fn state(&self) -> &Position {
        self.played.now()
    }

    /// Returns the played plies.
    pub(crate) fn played(self) -> Continuation {
        self.played
    }

    /// Plays a move, then draws outcomes of chance up to the next choice of a player.
    pub(crate) fn play(&mut self, mv: &ParsedMove) -> Result<(), Refusal> {
        self.next_fuel(mv.text())?;
        let (actor, choice) = self.choice(mv)?;
        self.push(actor, choice)?;
        self.draw()
    }

    /// Plays a legal move of this position, then draws outcomes of chance up to the next choice of a player.
    pub(crate) fn play_legal(&mut self, mv: LegalMove) -> Result<(), Refusal> {
        self.fuel = mv.fuel;
        self.push(mv.actor, mv.choice)?;
        self.draw()
    }

    /// Finds a move among the legal moves, or refuses it.
    pub(crate) fn legal(self, mv: &ParsedMove) -> Result<LegalMove, Refusal> {
        let (actor, choice) = self.choice(mv)?;
        Ok(LegalMove {
            actor,
            choice,
            fuel: self.fuel,
        })
    }

    /// Finds the choice for a move, or refuses the move.
    fn choice(&self, mv: &ParsedMove) -> Result<(Actor, ChoiceMade), Refusal> {
        let (rules, model) = (self.session.rules(), self.session.model());
        let turn = rules.turn(self.state());
        let Some(first) = decider(&turn) else {
            let reason = rules
                .outcome(self.state())
                .map_or_else(String::new, |o| o.reason);
            let say = Phrasing(model.sheet.language);
            return Err(Refusal::GameOver(say.over_because(&reason)));
        };
        let actor = mv.actor().unwrap_or(first);
        // Inside a transaction the legal moves are not shown: they could reveal the result of a move that is not kept.
        let readings = mv.readable(model, || match self.played.plies().is_empty() {
            true => public_choices(self.at(actor), &self.fuel),
            false => Vec::new(),
        })?;
        if !owes(&turn, actor) {
            let clauses = explain::clauses_of_turn(rules, self.state());
            return Err(Refusal::cited(
                model,
                not_owed(self.at(actor), &turn),
                &clauses,
            ));
        }
        let mut choices = self.choices(actor)?.into_iter();
        match choices.find(|choice| mv.is(choice)) {
            Some(choice) => Ok((actor, choice)),
            None => Err(self.illegal(actor, readings)?),
        }
    }

    /// Begins the fuel of a move. All earlier moves together may use as much as one move alone, so that a long line does
    /// not take too long.
    fn next_fuel(&mut self, text: &str) -> Result<(), Refusal> {
        self.spent += std::mem::take(&mut self.fuel).spent();
        self.counted = 0;
        if self.spent <= Fuel::OPERATIONS {
            return Ok(());
        }
        let fault = Fault::statement(format!(
            "the moves before `{text}` take more than {} million operations together; play fewer at once",
            Fuel::OPERATIONS / 1_000_000
        ));
        Err(self.session.setup().refusal(fault))
    }

    /// Draws outcomes of chance up to the next choice of a player; does nothing if chance is manual.
    pub(crate) fn draw(&mut self) -> Result<(), Refusal> {
        if self.session.setup().chance == ChanceMode::Manual {
            return Ok(());
        }
        let rules = self.session.rules();
        for _ in 0..DRAWS_IN_A_ROW {
            if rules.turn(self.state()) != Turn::Chance {
                return Ok(());
            }
            let mut outcomes = self.choices(Actor::Chance)?;
            let number = u64::try_from(self.played.ply()).unwrap_or(u64::MAX);
            let picked = Chooser::new(self.session.setup().seed, Purpose::Chance, number)
                .pick(outcomes.iter().map(|o| o.weight))
                .ok_or_else(|| {
                    let fault = rules.nothing_to_choose(self.state());
                    self.session.setup().refusal(fault)
                })?;
            self.push(Actor::Chance, outcomes.swap_remove(picked))?;
        }
        let fault = drawn_without_end(rules, self.state());
        Err(self.session.setup().refusal(fault))
    }

    fn at(&self, actor: Actor) -> ActorAt<'_> {
        ActorAt::new(self.session.rules(), self.state(), actor)
    }

    fn choices(&self, actor: Actor) -> Result<Vec<ChoiceMade>, Refusal> {
        choices(self.at(actor), &self.fuel).map_err(|fault| self.session.setup().refusal(fault))
    }

    fn push(&mut self, actor: Actor, choice: ChoiceMade) -> Result<(), Refusal> {
        let mut after = self.state().clone();
        let (rules, setup) = (self.session.rules(), self.session.setup());
        let masked = self
            .masked(actor, choice.mv)
            .map_err(|fault| setup.refusal(fault))?;
        rules
            .apply_within(&mut after, choice.mv, &self.fuel)
            .map_err(|fault| setup.refusal(fault))?;
        let spent = self.fuel.spent();
        let work = spent - self.counted;
        self.counted = spent;
        self.played
            .push(Ply::new(actor, choice, masked), after, work);
        Ok(())
    }

    /// Returns the public part of a move that not every player sees.
    fn masked(&self, actor: Actor, mv: Move) -> Result<Option<Masked>, Fault> {
        let (rules, state) = (self.session.rules(), self.state());
        let me = match actor {
            Actor::Player(seat) => seat,
            Actor::Chance => rules.me(state),
        };
        let seen = rules.seen_by(state, mv)?;
        // An onlooker sees what all players see. The only player of a game may have secrets from onlookers.
        let seats = rules.model().seats();
        let is_seen_by_all = seen == u64::MAX || seats > 1 && seen.count_ones() as usize >= seats;
        Ok((!is_seen_by_all).then(|| {
            let (id, args) = rules.args(state, mv);
            let text = notation::masked(rules.model(), id, &args, me);
            Masked { seen, text }
        }))
    }

    fn illegal(&self, actor: Actor, readings: &[Reading]) -> Result<Refusal, Refusal> {
        let rules = self.session.rules();
        let plies = [self.session.history(), self.played.plies()].concat();
        let so_far = turn_so_far(self.session, &plies, actor);
        let sources = self.session.setup().sources.as_deref();
        let why = explain::why_of(self.at(actor), &so_far, readings, sources)?;
        Ok(Refusal::cited(rules.model(), why.reason, &why.clauses))
    }
}

/// Makes the fault for chance that is asked without end.
pub fn drawn_without_end(rules: &Rules, state: &Position) -> Fault {
    rules.fault_at(
        state,
        format!(
            "chance was asked {DRAWS_IN_A_ROW} times in a row without a choice of a player; does a `repeat` have no end? else let it run fewer times"
        ),
    )
}

/// Returns the default actor: the first to move.
pub fn decider(turn: &Turn) -> Option<Actor> {
    match turn {
        Turn::Players(seats) => seats.first().copied().map(Actor::Player),
        Turn::Chance => Some(Actor::Chance),
        Turn::Over => None,
    }
}

/// Returns whether an actor is to move.
#[must_use]
pub fn owes(turn: &Turn, actor: Actor) -> bool {
    match (turn, actor) {
        (Turn::Players(seats), Actor::Player(seat)) => seats.contains(&seat),
        (Turn::Chance, Actor::Chance) => true,
        _ => false,
    }
}

/// Names the actors who are to move instead.
pub(crate) fn not_owed(at: ActorAt<'_>, turn: &Turn) -> String {
    let ActorAt { rules, actor, .. } = at;
    let model = rules.model();
    let say = Phrasing(model.sheet.language);
    let called = |actor| match actor {
        Actor::Player(_) => model.title(actor_name(model, actor)).to_owned(),
        Actor::Chance => say.chance(),
    };
    let others: Vec<String> = match turn {
        Turn::Players(seats) => seats.iter().map(|s| called(Actor::Player(*s))).collect(),
        Turn::Chance => vec![called(Actor::Chance)],
        Turn::Over => return say.over(),
    };
    let (who, others) = (called(actor), others.join(&say.and()));
    let has_chosen = match actor {
        Actor::Player(seat) => rules.committed(at.state).contains(&seat),
        Actor::Chance => false,
    };
    match has_chosen && rules.is_asked_together(at.state) {
        true => say.has_chosen(&who, &others),
        false => say.not_your_turn(&who, &others),
    }
}

/// Returns the title of an actor, for people to read.
pub(crate) fn actor_title(model: &Model, actor: Actor) -> String {
    match actor {
        Actor::Player(_) => model.title(actor_name(model, actor)).to_owned(),
        Actor::Chance => SheetPhrasing(model.sheet.language).chance_name(),
    }
}

/// Returns the name of an actor, as people type it.
pub(crate) fn actor_name(model: &Model, actor: Actor) -> &str {
    match actor {
        Actor::Player(seat) => &model.players[usize::from(seat.0)],
        Actor::Chance => CHANCE,
    }
}

/// Returns the choices of an actor, sorted by text. Choices with equal texts become one choice, whose weight is their
/// sum.
///
/// # Errors
/// As [`CompiledRules::moves`](linstock_engine::ir::CompiledRules::moves).
pub fn choices(at: ActorAt<'_>, fuel: &Fuel) -> Result<Vec<ChoiceMade>, Fault> {
    move_counts::listing();
    let ActorAt {
        rules,
        state,
        actor,
    } = at;
    let (moves, me) = match actor {
        Actor::Player(seat) => {
            let moves = rules.moves_within(state, seat, fuel)?;
            (moves.into_iter().map(|mv| (mv, 1)).collect(), seat)
        }
        Actor::Chance => (rules.outcomes_within(state, fuel)?, rules.me(state)),
    };
    let mut choices = Vec::with_capacity(moves.len());
    for (mv, weight) in moves {
        let (id, args) = rules.args_within(state, mv, fuel)?;
        let text = notation::text(rules.model(), id, &args, me);
        fuel.spend_on_text(text.len());
        choices.push(ChoiceMade { text, weight, mv });
    }
    choices.sort_by(|a, b| a.text.cmp(&b.text));
    let mut one_each: Vec<ChoiceMade> = Vec::with_capacity(choices.len());
    for choice in choices {
        match one_each.last_mut() {
            Some(same) if same.text == choice.text => {
                if actor == Actor::Chance {
                    same.weight = same
                        .weight
                        .checked_add(choice.weight)
                        .ok_or_else(too_heavy)?;
                }
            }
            _ => one_each.push(choice),
        }
    }
    Ok(one_each)
}

/// Returns the legal moves that may be shown after an unreadable text: those of a player who is to move, as far as they
/// can be listed. The outcomes of chance can be a secret.
pub(crate) fn public_choices(at: ActorAt<'_>, fuel: &Fuel) -> Vec<(RuleId, String)> {
    if at.actor == Actor::Chance || !owes(&at.rules.turn(at.state), at.actor) {
        return Vec::new();
    }
    let legal = choices(at, fuel).unwrap_or_default();
    let rule = |choice: ChoiceMade| (at.rules.rule_of(choice.mv), choice.text);
    legal.into_iter().map(rule).collect()
}

fn too_heavy() -> Fault {
    Fault::statement(format!(
        "outcomes of equal text weigh more than {} together; give them smaller weights",
        u64::MAX
    ))
}
