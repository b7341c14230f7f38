//! Learns the weights of an evaluation from games that it plays against itself.
//!
//! Each player looks one move ahead, and at the exchanges of pieces after it; sometimes it plays a random move instead. The estimate of
//! each position then moves towards the estimates that followed and the result: TD(λ) (R. Sutton, "Learning to predict by the methods of temporal
//! differences", 1988).

use crate::alpha_beta::Quiescence;
use crate::evaluation::{Evaluation, Gradients, ToMove};
use crate::game_fault::GameFault;
use crate::random_play::RandomPlay;
use crate::utilities::Utilities;
use linstock_engine::vm::{Fault, Move, MoveList, Position};
use linstock_model::SeatId;
use linstock_play::Rules;
use std::sync::Arc;

/// How an evaluation learns. The result depends only on these numbers, the rules, and the number of games.
#[derive(Clone, Copy, Debug)]
pub struct TrainingSettings {
    /// The seed of the games.
    pub seed: u64,
    /// How much later estimates count: with 0 only the next one, with 1 only the result.
    pub lambda: f32,
    /// The share of moves that are random.
    pub exploration: f32,
    /// The most legal moves that are compared; of more, a random sample of this size.
    pub candidates: usize,
    /// The most plies of a game. The last estimate then counts as its result.
    pub most_plies: usize,
    /// The rate of learning.
    pub rate: f32,
}

impl Default for TrainingSettings {
    fn default() -> Self {
        Self {
            seed: 1,
            lambda: 0.7,
            exploration: 0.1,
            candidates: 48,
            most_plies: 600,
            rate: 0.02,
        }
    }
}

/// An evaluation that learns.
#[derive(Clone, Debug)]
pub struct Trainer {
    rules: Arc<Rules>,
    evaluation: Evaluation,
    settings: TrainingSettings,
    gradients: Gradients,
    /// The mean of the weights after each game, in which later games count more.
    mean: Vec<f32>,
    /// The number of games that were learned from.
    games: u32,
}

/// How much more later games count in the mean of the weights.
const LATER: f32 = 8.0;

/// A position of a game, and what its estimate should be.
#[derive(Debug)]
struct Lesson {
    position: Position,
    to_move: Option<ToMove>,
    target: Utilities,
}

/// A game from which an evaluation can learn.
#[derive(Debug)]
pub struct TrainingGame(Vec<Lesson>);

/// A position of a running game.
struct Visited {
    position: Position,
    to_move: Option<ToMove>,
    estimate: Utilities,
    /// Whether the move that followed was random.
    is_random: bool,
}

impl Trainer {
    /// Makes a trainer that goes on from an evaluation.
    #[must_use]
    pub fn new(rules: &Arc<Rules>, evaluation: Evaluation, settings: TrainingSettings) -> Self {
        Self {
            gradients: Gradients::of(&evaluation, rules),
            mean: evaluation.weights.clone(),
            games: 0,
            rules: Arc::clone(rules),
            evaluation,
            settings,
        }
    }

    /// Returns what was learned: the mean of the weights over the games, in which later games count more (O. Shamir, T. Zhang,
    /// "Stochastic gradient descent for non-smooth optimization", 2013). The weights themselves follow the last games too closely: they
    /// overrate the player who won those.
    #[must_use]
    pub fn learned(&self) -> Evaluation {
        Evaluation {
            features: self.evaluation.features.clone(),
            weights: self.mean.clone(),
        }
    }

    /// Learns from a game.
    pub fn learn(&mut self, TrainingGame(lessons): &TrainingGame) {
        for lesson in lessons {
            let truth = (lesson.to_move, &lesson.target);
            let pace = (self.settings.rate, &mut self.gradients);
            self.evaluation
                .learn((&self.rules, &lesson.position), truth, pace);
        }
        self.games += 1;
        let share = (LATER + 1.0) / (LATER + self.games as f32);
        for (mean, weight) in self.mean.iter_mut().zip(&self.evaluation.weights) {
            *mean += share * (weight - *mean);
        }
    }

    /// Plays the game with a number, with the evaluation as it is now. Returns `None` if `stop` ended it.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn play(
        &self,
        number: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<TrainingGame>, GameFault> {
        let rules = &*self.rules;
        let mut random = RandomPlay::new(Arc::clone(&self.rules), self.settings.seed, number);
        let (mut moves, mut position) = (MoveList::default(), rules.start()?);
        let mut look = LookAhead::new(&self.rules, &self.evaluation);
        let (mut visited, mut line) = (Vec::<Visited>::new(), Vec::new());
        rules.moves_into(&position, &mut moves)?;
        for _ in 0..self.settings.most_plies {
            if position.over.is_some() {
                break;
            }
            if stop() {
                return Ok(None);
            }
            let is_chance = rules
                .decision(&position)
                .is_some_and(|decision| rules.is_chance(decision));
            let is_random = is_chance || random.fraction() < self.settings.exploration;
            if !is_chance {
                visited.push(self.visit((&position, &moves), &mut look, is_random));
            }
            let mv = match is_random {
                true => random.pick(&position, &moves),
                false => self.best((&position, &moves), &mut random, &mut look),
            };
            let mv = mv.map_err(|fault| match is_random {
                true => GameFault::in_game(&line, fault),
                false => GameFault::in_thought(&line, fault),
            })?;
            line.push(mv);
            let advanced = rules.advance(&mut position, mv, &mut moves);
            advanced.map_err(|fault| GameFault::in_game(&line, fault))?;
        }
        let end = match position.over {
            Some(end) => Utilities::of_end(end, rules.players().len()),
            None => self.evaluation.utilities(rules, &position, &moves),
        };
        Ok(Some(TrainingGame(lessons(
            visited,
            end,
            self.settings.lambda,
        ))))
    }

    /// Notes a position of the game. If pieces are about to be taken, the quiet position after that stands for it.
    fn visit(
        &self,
        here: (&Position, &MoveList),
        look: &mut LookAhead,
        is_random: bool,
    ) -> Visited {
        let quiescence = look.quiescence.as_mut();
        let quiet = quiescence.and_then(|quiescence| quiescence.follow(here));
        let (position, moves) = quiet.unwrap_or(here);
        let to_move = ToMove::of(&self.rules, position, moves);
        Visited {
            position: position.without_history(),
            to_move,
            estimate: self.evaluation.estimate((&self.rules, position), to_move),
            is_random,
        }
    }

    /// Returns the move after which the estimate is best for the player to move.
    fn best(
        &self,
        (position, moves): (&Position, &MoveList),
        random: &mut RandomPlay,
        look: &mut LookAhead,
    ) -> Result<Move, Fault> {
        let rules = &*self.rules;
        let nothing = || rules.nothing_to_choose(position);
        let first = random.index(moves.len()).ok_or_else(nothing)?;
        let is_sample = moves.len() > self.settings.candidates;
        let mut rated: Vec<(f32, Move)> = Vec::new();
        for number in 0..moves.len().min(self.settings.candidates) {
            // Equal moves are equally likely, since the first one is random.
            let at = match is_sample {
                true => random.index(moves.len()).ok_or_else(nothing)?,
                false => (first + number) % moves.len(),
            };
            let mv = moves.get(at).ok_or_else(nothing)?;
            look.advance((position, mv), rules)?;
            look.note((position, mv));
            let utilities = match look.next.over {
                Some(end) => Utilities::of_end(end, rules.players().len()),
                None => self
                    .evaluation
                    .utilities(rules, &look.next, &look.next_moves),
            };
            rated.push((utilities.of(moves.seat()), mv));
        }
        rated.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut best: Option<(f32, Move)> = None;
        for (value, mv) in rated {
            // The opponent takes nothing unless it is better, so no exchange makes the value higher.
            if best.is_some_and(|(most, _)| value <= most) {
                break;
            }
            let value = look.quiet_value((position, mv), value, rules)?;
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, mv));
            }
        }
        best.map(|(_, mv)| mv).ok_or_else(nothing)
    }
}

/// The buffers for positions after moves.
struct LookAhead {
    next: Position,
    next_moves: MoveList,
    quiescence: Option<Quiescence>,
}

impl LookAhead {
    fn new(rules: &Arc<Rules>, evaluation: &Evaluation) -> Self {
        Self {
            next: Position::blank(),
            next_moves: MoveList::default(),
            quiescence: Quiescence::of(rules, evaluation),
        }
    }

    /// Plays a move.
    fn advance(&mut self, (position, mv): (&Position, Move), rules: &Rules) -> Result<(), Fault> {
        self.next.clone_from(position);
        rules.advance(&mut self.next, mv, &mut self.next_moves)
    }

    /// Remembers whether the move that was played last takes pieces.
    fn note(&mut self, played: (&Position, Move)) {
        if let Some(quiescence) = &mut self.quiescence {
            quiescence.note(played, &self.next);
        }
    }

    /// Returns the value of a move for its player when the position after it is quiet. `value` is the estimate directly after it; it stays
    /// if no piece is taken next, and at the end of the game.
    fn quiet_value(
        &mut self,
        (position, mv): (&Position, Move),
        value: f32,
        rules: &Rules,
    ) -> Result<f32, Fault> {
        if self.quiescence.is_none() {
            return Ok(value);
        }
        self.advance((position, mv), rules)?;
        if self.next.over.is_some() {
            return Ok(value);
        }
        let quiescence = self.quiescence.as_mut();
        let utilities =
            quiescence.and_then(|quiescence| quiescence.utilities((&self.next, &self.next_moves)));
        Ok(utilities.map_or(value, |utilities| utilities.of(SeatId(mv.me))))
    }
}

/// Returns a lesson for each position of a game, the last one first. A position before a random move teaches nothing about the
/// moves that followed.
fn lessons(visited: Vec<Visited>, end: Utilities, lambda: f32) -> Vec<Lesson> {
    let mut lessons = Vec::with_capacity(visited.len());
    // The estimate of the next position, and the target there.
    let mut next = (end.clone(), end);
    for visited in visited.into_iter().rev() {
        let Visited {
            position,
            to_move,
            estimate,
            is_random,
        } = visited;
        if is_random {
            next = (estimate.clone(), estimate);
            continue;
        }
        let target = next.0.mixed_with(&next.1, lambda);
        next = (estimate, target.clone());
        lessons.push(Lesson {
            position,
            to_move,
            target,
        });
    }
    lessons
}
