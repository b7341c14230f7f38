//! A game in progress: history, undo and redo, chance drawn from a seed.

use super::{Chooser, Given, Purpose, Refusal, notation, why};
use crate::base::Sources;
use crate::engine::{Fault, Move, State, Turn};
use crate::model::{Model, SeatId};
use crate::rules::Rules;
use std::sync::Arc;

/// How many outcomes in a row chance may draw before the rules are taken to have no end.
const DRAWS_IN_A_ROW: usize = 10_000;

/// Who makes a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// A player.
    Player(SeatId),
    /// Chance.
    Chance,
}

/// Who picks the outcomes of chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ChanceMode {
    /// The session, from its seed, right after the move that leads to them.
    #[default]
    Auto,
    /// Whoever plays, like any other choice.
    Manual,
}

/// For whom an answer is put together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// The table itself, which knows everything.
    Table,
    /// A player, who knows what the rules let that player know.
    Seat(SeatId),
}

/// How a session was set up, beside its rules.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The variants laid over the game, as they were asked for.
    pub variants: Vec<String>,
    /// Who picks the outcomes of chance.
    pub chance: ChanceMode,
    /// What chance is drawn from.
    pub seed: u64,
    /// Where the ruleset was found, if it is not a shipped one.
    pub source: Option<String>,
    /// The texts of the rules, for reasons that quote them.
    pub sources: Option<Arc<Sources>>,
}

impl Setup {
    /// Tells a fault of the engine in terms of the rules' texts.
    fn refusal(&self, fault: Fault) -> Refusal {
        Refusal::of(fault, self.sources.as_deref())
    }
}

/// A move to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// Who plays it; the first who owes a choice without it.
    pub actor: Option<Actor>,
    /// Its text.
    pub text: String,
}

/// Something that may be chosen now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Its text.
    pub text: String,
    /// How likely it is against the others; 1 for a player's move.
    pub weight: u64,
    mv: Move,
}

/// A choice or outcome that was played.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Who chose.
    pub actor: Actor,
    /// Its text.
    pub text: String,
    after: State,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// An outcome of chance.
    Chance(String),
    /// A player's choice.
    Move(SeatId, String),
    /// The end, with the winners in seat order.
    Over(Vec<SeatId>),
}

/// A game in progress. Whatever fails leaves it exactly as it was.
#[derive(Clone, Debug)]
pub struct Session {
    rules: Arc<Rules>,
    setup: Setup,
    given: Option<Given>,
    start: State,
    /// What was played, then what was undone and can be redone.
    line: Vec<Ply>,
    /// How much of `line` is played.
    at: usize,
}

impl Session {
    /// Begins a game; chance goes on to the first choice of a player unless it is manual.
    ///
    /// # Errors
    /// If a script of the rules fails on the way there.
    pub fn begin(rules: Arc<Rules>, setup: Setup) -> Result<Self, Refusal> {
        let start = rules.start().map_err(|fault| setup.refusal(fault))?;
        Self::begin_with(rules, setup, None, start)
    }

    /// Begins a game in a given position.
    ///
    /// # Errors
    /// If the position cannot be, or a script of the rules fails.
    pub fn begin_at(rules: Arc<Rules>, setup: Setup, given: Given) -> Result<Self, Refusal> {
        let start = rules
            .place(&given.phase, given.to_move, &given.table)
            .map_err(|fault| setup.refusal(fault))?;
        Self::begin_with(rules, setup, Some(given), start)
    }

    fn begin_with(
        rules: Arc<Rules>,
        setup: Setup,
        given: Option<Given>,
        start: State,
    ) -> Result<Self, Refusal> {
        let mut session = Self {
            rules,
            setup,
            given,
            start,
            line: Vec::new(),
            at: 0,
        };
        let mut draft = Draft::new(&session);
        draft.draw()?;
        session.line = draft.plies;
        session.at = session.line.len();
        Ok(session)
    }

    /// Returns the rules that are played.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Returns the checked game that is played.
    #[must_use]
    pub fn model(&self) -> &Model {
        self.rules.model()
    }

    /// Returns how the session was set up.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the position that the game was begun from, if not from its start.
    #[must_use]
    pub fn given(&self) -> Option<&Given> {
        self.given.as_ref()
    }

    /// Returns the position.
    #[must_use]
    pub fn state(&self) -> &State {
        self.state_at(self.at)
    }

    /// Returns the position after the first `ply` plies; the latest if there are fewer.
    #[must_use]
    pub fn state_at(&self, ply: usize) -> &State {
        match ply.min(self.line.len()) {
            0 => &self.start,
            ply => &self.line[ply - 1].after,
        }
    }

    /// Tells whose choice it is.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.rules.turn(self.state())
    }

    /// Returns how many choices and outcomes were played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.at
    }

    /// Returns what was played.
    #[must_use]
    pub fn history(&self) -> &[Ply] {
        &self.line[..self.at]
    }

    /// Returns the position's hash, made from what the viewer knows.
    #[must_use]
    pub fn hash(&self, _viewer: Viewer) -> u64 {
        // No ruleset can declare a secret yet: everybody knows everything.
        self.rules.hash(self.state())
    }

    /// Returns who is meant when nobody is named: the first who owes a choice.
    #[must_use]
    pub fn decider(&self) -> Option<Actor> {
        decider(&self.turn())
    }

    /// Returns what an actor may choose, sorted by text; nothing if none is owed.
    #[must_use]
    pub fn choices(&self, actor: Actor) -> Vec<Choice> {
        choices(&self.rules, self.state(), actor)
    }

    /// Names an actor as texts do.
    #[must_use]
    pub fn actor_name(&self, actor: Actor) -> &str {
        actor_name(self.model(), actor)
    }

    /// Finds an actor by the name that texts use.
    ///
    /// # Errors
    /// If the game has no such player.
    pub fn actor(&self, name: &str) -> Result<Actor, Refusal> {
        if name == CHANCE {
            return Ok(Actor::Chance);
        }
        self.model().seat(name).map(Actor::Player).ok_or_else(|| {
            Refusal::BadRequest(format!(
                "there is no player `{name}` in this game; it is played by {}",
                self.model().players.join(", ")
            ))
        })
    }

    /// Plays moves in order, all or none; returns what happened.
    ///
    /// # Errors
    /// For the first move that cannot be played.
    pub fn play(&mut self, orders: &[Order]) -> Result<Vec<Event>, Refusal> {
        let mut draft = Draft::new(self);
        for (index, order) in orders.iter().enumerate() {
            draft
                .play(order)
                .map_err(|refusal| self.foremost(refusal, &orders[index + 1..]))?;
        }
        let plies = draft.plies;
        let from = self.at;
        self.line.truncate(from);
        self.line.extend(plies);
        self.at = self.line.len();
        Ok(self.events(from, Viewer::Table))
    }

    /// Of a move that is illegal and a later one that cannot be read, the latter is told.
    fn foremost(&self, refusal: Refusal, later: &[Order]) -> Refusal {
        let unreadable = |order: &Order| notation::read(self.model(), &order.text).err();
        match refusal {
            Refusal::IllegalMove { .. } => later
                .iter()
                .find_map(unreadable)
                .map_or(refusal, |e| Refusal::BadMove(e.to_string())),
            other => other,
        }
    }

    /// Returns what happened since `from` plies had been played, as the viewer saw it.
    #[must_use]
    pub fn events(&self, from: usize, _viewer: Viewer) -> Vec<Event> {
        let mut events: Vec<_> = self
            .history()
            .iter()
            .skip(from)
            .map(|ply| match ply.actor {
                Actor::Chance => Event::Chance(ply.text.clone()),
                Actor::Player(seat) => Event::Move(seat, ply.text.clone()),
            })
            .collect();
        if let Some(outcome) = self.rules.outcome(self.state()) {
            events.push(Event::Over(outcome.winners));
        }
        events
    }

    /// Explains a move of an actor, or of the first who owes a choice.
    ///
    /// # Errors
    /// If the text cannot be read as a move.
    pub fn why(&self, actor: Option<Actor>, text: &str) -> Result<why::Why, Refusal> {
        let unreadable = |e: notation::Unreadable| Refusal::BadMove(e.to_string());
        notation::read(self.model(), text).map_err(unreadable)?;
        if let Some(outcome) = self.rules.outcome(self.state()) {
            return Ok(why::Why {
                legal: false,
                reason: format!("the game is over: {}", outcome.reason),
                clauses: outcome.tags,
            });
        }
        let turn = self.turn();
        match actor {
            Some(actor) if !owes(&turn, actor) => Ok(why::Why {
                legal: false,
                reason: not_owed(self.model(), &turn, actor),
                clauses: Vec::new(),
            }),
            _ => why::why(
                &self.rules,
                self.state(),
                text,
                self.setup.sources.as_deref(),
            )
            .map_err(unreadable),
        }
    }

    /// Takes back `count` moves; with automatic chance, outcomes go with the move that led to them.
    ///
    /// # Errors
    /// If fewer were played; nothing changes then.
    pub fn undo(&mut self, count: u64) -> Result<(), Refusal> {
        let wanted = usize::try_from(count).unwrap_or(usize::MAX);
        let stops: Vec<_> = (0..self.at)
            .rev()
            .filter(|&index| self.is_step(index))
            .collect();
        match wanted.checked_sub(1).and_then(|nth| stops.get(nth)) {
            Some(&stop) => self.at = stop,
            None => return Err(too_few(count, stops.len(), ["undo", "undone"])),
        }
        Ok(())
    }

    /// Plays again `count` moves that were taken back.
    ///
    /// # Errors
    /// If fewer were taken back; nothing changes then.
    pub fn redo(&mut self, count: u64) -> Result<(), Refusal> {
        let wanted = usize::try_from(count).unwrap_or(usize::MAX);
        let starts: Vec<_> = (self.at..self.line.len())
            .filter(|&index| self.is_step(index))
            .collect();
        if wanted == 0 || wanted > starts.len() {
            return Err(too_few(count, starts.len(), ["redo", "redone"]));
        }
        self.at = starts.get(wanted).copied().unwrap_or(self.line.len());
        Ok(())
    }

    /// Goes back to the position after `ply` plies, or with automatic chance to the last choice of a player before it.
    ///
    /// # Errors
    /// If fewer were played.
    pub fn back_to(&mut self, ply: usize) -> Result<(), Refusal> {
        if ply > self.at {
            return Err(Refusal::NothingToUndo(format!(
                "the game has {} so far; `back to` takes a number from 0 to {}",
                plural(self.at, "move"),
                self.at
            )));
        }
        let stop = (0..=ply).rev().find(|&p| p == self.at || self.is_step(p));
        let first = (0..self.at).find(|&p| self.is_step(p)).unwrap_or(self.at);
        self.at = stop.unwrap_or(first);
        Ok(())
    }

    /// Tells whether outcomes of chance were played after the first `ply` plies.
    #[must_use]
    pub fn chance_since(&self, ply: usize) -> bool {
        self.history()
            .iter()
            .skip(ply)
            .any(|p| p.actor == Actor::Chance)
    }

    /// Tells whether undo and redo stop before a ply: at every one, or with automatic chance at players' choices.
    fn is_step(&self, index: usize) -> bool {
        self.setup.chance == ChanceMode::Manual || self.line[index].actor != Actor::Chance
    }
}

/// The name by which texts call chance.
pub(super) const CHANCE: &str = "chance";

/// Moves played on top of a session's position, not yet part of it.
struct Draft<'a> {
    session: &'a Session,
    plies: Vec<Ply>,
}

impl<'a> Draft<'a> {
    fn new(session: &'a Session) -> Self {
        Self {
            session,
            plies: Vec::new(),
        }
    }

    fn state(&self) -> &State {
        self.plies
            .last()
            .map_or(self.session.state(), |ply| &ply.after)
    }

    fn play(&mut self, order: &Order) -> Result<(), Refusal> {
        let (rules, model) = (&self.session.rules, self.session.model());
        let turn = rules.turn(self.state());
        let Some(first) = decider(&turn) else {
            let reason = rules
                .outcome(self.state())
                .map_or_else(String::new, |o| o.reason);
            return Err(Refusal::GameOver(format!("the game is over: {reason}")));
        };
        let readings =
            notation::read(model, &order.text).map_err(|e| Refusal::BadMove(e.to_string()))?;
        let actor = order.actor.unwrap_or(first);
        if !owes(&turn, actor) {
            return Err(Refusal::illegal(not_owed(model, &turn, actor)));
        }
        let choice = choices(rules, self.state(), actor)
            .into_iter()
            .find(|choice| readings.iter().any(|reading| reading.text == choice.text));
        match choice {
            Some(choice) => self.push(actor, choice)?,
            None => return Err(self.illegal(&order.text)),
        }
        self.draw()
    }

    /// Lets chance go on to the next choice of a player, unless it is manual.
    fn draw(&mut self) -> Result<(), Refusal> {
        if self.session.setup.chance == ChanceMode::Manual {
            return Ok(());
        }
        let rules = &self.session.rules;
        for _ in 0..DRAWS_IN_A_ROW {
            if rules.turn(self.state()) != Turn::Chance {
                return Ok(());
            }
            let mut outcomes = choices(rules, self.state(), Actor::Chance);
            let number = u64::try_from(self.session.at + self.plies.len()).unwrap_or(u64::MAX);
            let picked = Chooser::new(self.session.setup.seed, Purpose::Chance, number)
                .pick(outcomes.iter().map(|o| o.weight))
                .ok_or_else(|| {
                    Refusal::Script("chance is asked, but the rules leave it no outcome".to_owned())
                })?;
            self.push(Actor::Chance, outcomes.swap_remove(picked))?;
        }
        Err(Refusal::Script(format!(
            "chance was asked {DRAWS_IN_A_ROW} times in a row without a choice of a player; does a `repeat` have no end?"
        )))
    }

    fn push(&mut self, actor: Actor, choice: Choice) -> Result<(), Refusal> {
        let mut after = self.state().clone();
        let (rules, setup) = (&self.session.rules, &self.session.setup);
        rules
            .apply(&mut after, choice.mv)
            .map_err(|fault| setup.refusal(fault))?;
        self.plies.push(Ply {
            actor,
            text: choice.text,
            after,
        });
        Ok(())
    }

    fn illegal(&self, text: &str) -> Refusal {
        match why::why(
            &self.session.rules,
            self.state(),
            text,
            self.session.setup.sources.as_deref(),
        ) {
            Ok(why) => {
                let name = |&tag| self.session.model().tag(tag).to_owned();
                Refusal::IllegalMove {
                    reason: why.reason,
                    clauses: why.clauses.iter().map(name).collect(),
                }
            }
            Err(unreadable) => Refusal::BadMove(unreadable.to_string()),
        }
    }
}

fn decider(turn: &Turn) -> Option<Actor> {
    match turn {
        Turn::Players(seats) => seats.first().copied().map(Actor::Player),
        Turn::Chance => Some(Actor::Chance),
        Turn::Over => None,
    }
}

fn owes(turn: &Turn, actor: Actor) -> bool {
    match (turn, actor) {
        (Turn::Players(seats), Actor::Player(seat)) => seats.contains(&seat),
        (Turn::Chance, Actor::Chance) => true,
        _ => false,
    }
}

fn not_owed(model: &Model, turn: &Turn, actor: Actor) -> String {
    let name = actor_name(model, actor);
    match turn {
        Turn::Players(seats) => {
            let others: Vec<_> = seats
                .iter()
                .map(|&s| actor_name(model, Actor::Player(s)))
                .collect();
            format!(
                "it is not for {name} to choose now, but for {}",
                others.join(" and ")
            )
        }
        Turn::Chance => format!("it is not for {name} to choose now, but for chance"),
        Turn::Over => "the game is over".to_owned(),
    }
}

fn actor_name(model: &Model, actor: Actor) -> &str {
    match actor {
        Actor::Player(seat) => &model.players[usize::from(seat.0)],
        Actor::Chance => CHANCE,
    }
}

/// What an actor may choose, sorted by text; equal texts are one choice with the sum of their weights.
fn choices(rules: &Rules, state: &State, actor: Actor) -> Vec<Choice> {
    let (moves, me) = match actor {
        Actor::Player(seat) => (
            rules
                .moves(state, seat)
                .into_iter()
                .map(|mv| (mv, 1))
                .collect(),
            seat,
        ),
        Actor::Chance => (rules.outcomes(state), SeatId(0)),
    };
    let mut choices: Vec<Choice> = moves
        .into_iter()
        .map(|(mv, weight)| {
            let (id, args) = rules.args(mv);
            Choice {
                text: notation::text(rules.model(), id, &args, me),
                weight,
                mv,
            }
        })
        .collect();
    choices.sort_by(|a, b| a.text.cmp(&b.text));
    choices.dedup_by(|later, first| {
        let same = later.text == first.text;
        if same && actor == Actor::Chance {
            first.weight = first.weight.saturating_add(later.weight);
        }
        same
    });
    choices
}

fn too_few(wanted: u64, there: usize, [verb, done]: [&str; 2]) -> Refusal {
    Refusal::NothingToUndo(match there {
        0 => format!("there is nothing to {verb}"),
        _ => format!("only {} can be {done}, not {wanted}", plural(there, "move")),
    })
}

fn plural(count: usize, what: &str) -> String {
    if count == 1 {
        format!("1 {what}")
    } else {
        format!("{count} {what}s")
    }
}
