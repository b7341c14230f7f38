//! Looks for a line of play in which something happens: a clause decides, a condition holds, a game is drawn or lost.
//!
//! Short lines are tried one and all. Then games are drawn at random: most go on from where an earlier game came upon something
//! new (`corpus.rs`), each with a way of its own to prefer some moves (`preference.rs`). What is found is made shorter
//! (`shorten.rs`). The same seed tries the same lines. A search may also begin at a position that is no start of a game.

mod carriers;
mod corpus;
mod goal;
mod preference;
mod refusals;
mod search;
mod shorten;

pub use carriers::Carriers;
pub use goal::{Goal, SearchGoal};
pub use search::Finder;

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

/// How what was looked for came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Witness {
    /// Before anybody chose anything.
    AtStart,
    /// By the last move of the line.
    Played,
    /// After the line, where this move is refused.
    Refused(String),
}

/// A line of play that was looked for.
#[derive(Clone, Debug)]
pub struct FoundLine {
    /// The moves and outcomes, in order.
    pub plies: Vec<LinePly>,
    /// Where the line shows it.
    pub witness: Witness,
    /// The moves of the line as it was found first.
    pub first_length: usize,
    /// How many games were drawn.
    pub games: u64,
    /// No shorter line has it.
    pub is_shortest: bool,
    /// The line begins here, not at the start of the game.
    pub given: Option<StartPosition>,
}

/// How long a search may go on: the caller has the clock.
pub trait StopSignal {
    /// Returns whether the search is to end.
    fn is_over(&self) -> bool;

    /// Returns whether short lines have been tried for long enough, so that games are to be drawn.
    fn is_time_for_games(&self) -> bool;

    /// A line was found. From here on it is made shorter, for as long as the caller likes.
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

    /// Returns who chooses, and among what, each with its weight; nobody after the end.
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

    /// Plays a move; returns the position before it and the tagged statements that it carried out.
    fn play(&mut self, rules: &Rules, actor: Actor, mv: Move) -> Result<PlayedStep, Fault> {
        let before = self.state.clone();
        let ran = rules.apply_tracing(&mut self.state, mv)?;
        self.plies.push((actor, mv));
        Ok(PlayedStep { before, ran })
    }

    /// Returns which moves an actor has made since another player made one, the last first.
    fn own_moves_in_a_row(&self, rules: &Rules, actor: Actor) -> Vec<RuleId> {
        let plies = self.plies.iter().rev();
        let of_players = plies.filter(|(who, _)| *who != Actor::Chance);
        let own = of_players.take_while(|(who, _)| *who == actor);
        own.map(|(_, mv)| rules.rule_of(*mv)).collect()
    }

    /// Writes the moves, by playing them again from where they begin.
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

/// What may be chosen in a position, by whom.
#[derive(Clone, Debug)]
struct OpenChoices {
    actor: Actor,
    moves: Vec<(Move, u64)>,
}

/// What a move did, besides the position after it.
#[derive(Clone, Debug)]
struct PlayedStep {
    before: Position,
    ran: Vec<u32>,
}
