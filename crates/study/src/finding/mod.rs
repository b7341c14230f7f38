//! Finds a line of play in which something happens: a clause decides, a condition holds, a game is drawn or lost.
//!
//! First tries all short lines. Then draws random games: most continue from a position in which an earlier game met something new
//! (`corpus.rs`), and each prefers some moves in its own way (`preference.rs`). At the end, shortens the line (`shorten.rs`).
//! The same seed tries the same lines. A search may also begin at a position that is not the start of a game.

mod carriers;
mod corpus;
mod goal;
mod longest;
mod played_game;
mod preference;
mod refusals;
mod search;
mod shorten;

pub use carriers::Carriers;
pub use goal::{Goal, SearchGoal};
pub use search::{FailedGames, Finder};

use crate::simulation::GameFailure;
use linstock_engine::vm::{Fault, Move, Position, Turn};
use linstock_model::RuleId;
use linstock_play::Rules;
use linstock_play::decider;
use linstock_play::{Actor, StartPosition};

/// One move or outcome of a line of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinePly {
    /// Who chose it.
    pub actor: Actor,
    /// Its text.
    pub text: String,
}

/// The event that reaches the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Witness {
    /// The goal is reached before any choice.
    AtStart,
    /// The last move of the line reaches it.
    Played,
    /// After the line, the rules refuse this move.
    Refused(String),
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct FoundLine {
    /// The moves and outcomes, in order.
    pub plies: Vec<LinePly>,
    /// The event that reaches the goal.
    pub witness: Witness,
    /// The number of moves of the first line found.
    pub first_length: usize,
    /// The number of random games.
    pub games: u64,
    /// No shorter line reaches the goal.
    pub is_shortest: bool,
    /// The position in which the line begins, if not the start of the game.
    pub given: Option<StartPosition>,
}

/// Limits the time of a search: the caller has the clock.
pub trait StopSignal: Sync {
    /// Returns whether the search must end.
    fn is_over(&self) -> bool;

    /// Returns whether to stop trying short lines and draw games.
    fn is_time_for_games(&self) -> bool;

    /// Reports that a line was found. The search now shortens it until the caller stops it.
    fn found(&self);
}

/// A position and the moves that led there.
#[derive(Clone, Debug)]
struct TriedLine {
    state: Position,
    plies: Vec<(Actor, Move)>,
}

impl TriedLine {
    fn begin(rules: &Rules) -> Result<Self, Fault> {
        Ok(Self {
            state: rules.start()?,
            plies: Vec::new(),
        })
    }

    /// Returns the next actor and its choices with their weights; `None` after the end.
    fn choices(&self, rules: &Rules) -> Result<Option<OpenChoices>, Fault> {
        let turn = rules.turn(&self.state);
        let Some(actor) = decider(&turn) else {
            return Ok(None);
        };
        let moves = match (turn, actor) {
            (Turn::Chance, _) | (_, Actor::Chance) => rules.outcomes(&self.state)?,
            (_, Actor::Player(seat)) => {
                let moves = rules.moves(&self.state, seat)?;
                moves.into_iter().map(|mv| (mv, 1)).collect()
            }
        };
        Ok((!moves.is_empty()).then_some(OpenChoices { actor, moves }))
    }

    /// Plays a move; returns the position before it and the tagged statements that it executed.
    fn play(&mut self, rules: &Rules, actor: Actor, mv: Move) -> Result<PlayedStep, Fault> {
        let before = self.state.clone();
        let ran = rules.apply_tracing(&mut self.state, mv)?;
        self.plies.push((actor, mv));
        Ok(PlayedStep { before, ran })
    }

    /// As [`TriedLine::play`]; a fault is that of a game.
    fn play_in_game(
        &mut self,
        rules: &Rules,
        (actor, mv): (Actor, Move),
    ) -> Result<PlayedStep, GameFailure> {
        self.play(rules, actor, mv).map_err(|fault| {
            let mut failure = self.fails()(fault);
            failure.line.push(mv);
            failure
        })
    }

    /// Turns a fault into a failed game with this line.
    fn fails(&self) -> impl Fn(Fault) -> GameFailure {
        move |fault| GameFailure {
            fault,
            line: self.plies.iter().map(|(_, mv)| *mv).collect(),
            is_thought: false,
        }
    }

    /// Turns a fault into a failed game with this line, after which a player tried moves.
    fn fails_in_trial(&self) -> impl Fn(Fault) -> GameFailure {
        move |fault| GameFailure {
            is_thought: true,
            ..self.fails()(fault)
        }
    }

    /// Returns the moves of an actor since another player's last move, the last first.
    fn own_moves_in_a_row(&self, rules: &Rules, actor: Actor) -> Vec<RuleId> {
        let plies = self.plies.iter().rev();
        let of_players = plies.filter(|(who, _)| *who != Actor::Chance);
        let own = of_players.take_while(|(who, _)| *who == actor);
        own.map(|(_, mv)| rules.rule_of(*mv)).collect()
    }

    /// Returns the texts of the moves; plays them again from the start of the line.
    fn texts(&self, rules: &Rules, start: &Position) -> Result<Vec<LinePly>, Fault> {
        let mut state = start.clone();
        let mut texts = Vec::with_capacity(self.plies.len());
        for (actor, mv) in &self.plies {
            texts.push(LinePly {
                actor: *actor,
                text: rules.text(&state, *mv),
            });
            rules.apply(&mut state, *mv)?;
        }
        Ok(texts)
    }
}

/// The actor and choices of a position.
#[derive(Clone, Debug)]
struct OpenChoices {
    actor: Actor,
    moves: Vec<(Move, u64)>,
}

/// The effects of a move, except for the position after it.
#[derive(Clone, Debug)]
struct PlayedStep {
    before: Position,
    ran: Vec<u32>,
}
