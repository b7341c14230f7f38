//! Plays a game between computer players, some of whom may not use a rule.

use crate::evaluation::Evaluation;
use crate::limit::SearchLimit;
use crate::player::{Player, Strategy};
use crate::random_play::RandomPlay;
use crate::thought::Thought;
use crate::utilities::Utilities;
use crate::worlds::SeenGame;
use linstock_engine::vm::{Fault, Move, MoveList, Position, Turn};
use linstock_model::{RuleId, SeatId};
use linstock_play::Rules;
use std::sync::Arc;

/// A computer player in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BalancePlayer {
    /// How it chooses.
    pub strategy: Strategy,
    /// The number of iterations for each move.
    pub iterations: u64,
    /// The rule whose moves it plays only if it has no other.
    pub without: Option<RuleId>,
}

/// How often a rule could be used, and how often it was.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RuleUse {
    /// The decisions at which there were moves of this rule and of another.
    pub offered: u64,
    /// How often one of its moves was chosen there.
    pub chosen: u64,
}

/// The settings of a game.
#[derive(Clone, Copy, Debug)]
pub struct BalanceGame<'g> {
    /// The rules.
    pub rules: &'g Arc<Rules>,
    /// The evaluation that the players use.
    pub evaluation: &'g Evaluation,
    /// The players in seat order.
    pub contestants: &'g [BalancePlayer],
    /// The seed of the run, and the number of the game. Games with the same number have the same outcomes of chance as long as their moves
    /// are equal, and the same random opening.
    pub seed: (u64, u64),
    /// The number of random moves at the start.
    pub opening: u32,
    /// The most plies.
    pub most_plies: u32,
    /// The player that judges positions, if any does.
    pub judge: Option<BalancePlayer>,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// The result; `None` if the game did not end.
    pub utilities: Option<Utilities>,
    /// The moves and outcomes of chance.
    pub line: Vec<Move>,
    /// What the judge thinks of positions for the first seat, from -1 to 1, in the order of the game.
    pub judged: Vec<f32>,
    /// How each rule was used, by number. The players all count.
    pub uses: Vec<RuleUse>,
}

impl PlayedGame {
    /// Returns the share of the points of a seat: 1 for a sole win and 0 for a loss; equal shares if the game did not end.
    #[must_use]
    pub fn points(&self, seat: usize, seats: usize) -> f64 {
        let id = SeatId(u8::try_from(seat).unwrap_or(0));
        let utility = self
            .utilities
            .as_ref()
            .map_or(0.0, |utilities| utilities.of(id));
        let least = match seats {
            1 => -1.0,
            _ => -1.0 / (seats as f64 - 1.0),
        };
        (f64::from(utility) - least) / (1.0 - least)
    }
}

/// A game in progress.
struct InProgress {
    position: Position,
    moves: MoveList,
    seen_games: Vec<SeenGame>,
    random: RandomPlay,
}

impl BalanceGame<'_> {
    /// Plays the game; `None` if `stop` ended it.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn play(&self, stop: &dyn Fn() -> bool) -> Result<Option<PlayedGame>, Fault> {
        let rules = self.rules;
        let mut players: Vec<Player> = (0..)
            .zip(self.contestants)
            .map(|(seat, who)| self.player(seat, *who))
            .collect();
        let mut judge = self.judge.map(|judge| self.player(99, judge));
        let mut game = self.begin()?;
        let mut played = PlayedGame {
            utilities: None,
            line: Vec::new(),
            judged: Vec::new(),
            uses: vec![RuleUse::default(); rule_count(rules)],
        };
        let mut chosen = 0;
        while game.position.over.is_none() && played.line.len() < self.most_plies as usize {
            if stop() {
                return Ok(None);
            }
            let is_chance = matches!(rules.turn(&game.position), Turn::Chance);
            let mv = if is_chance || chosen < self.opening {
                game.random.pick(&game.position, &game.moves)?
            } else {
                if let Some(judge) = &mut judge {
                    self.judge(judge, &game, &mut played)?;
                }
                let seat = game.moves.seat().index();
                let mv = self.choose(&mut players[seat], &mut game, stop)?;
                self.note_use(&game.moves, mv, &mut played.uses);
                mv
            };
            chosen += u32::from(!is_chance);
            self.play_move(&mut game, mv)?;
            played.line.push(mv);
        }
        let end = game.position.over;
        played.utilities = end.map(|end| Utilities::of_end(end, self.contestants.len()));
        Ok(Some(played))
    }

    fn player(&self, seat: u64, who: BalancePlayer) -> Player {
        let (seed, number) = self.seed;
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ number.wrapping_mul(131).wrapping_add(seat + 1);
        Player::new(self.rules, who.strategy, (seed, self.evaluation))
    }

    fn begin(&self) -> Result<InProgress, Fault> {
        let (seed, number) = self.seed;
        let position = self.rules.start()?;
        let mut moves = MoveList::default();
        self.rules.moves_into(&position, &mut moves)?;
        let hides = self.rules.hides_something();
        let seats = self.rules.model().seat_ids().filter(|_| hides);
        Ok(InProgress {
            seen_games: seats.map(|seat| SeenGame::new(seat, &position)).collect(),
            random: RandomPlay::new(Arc::clone(self.rules), seed, number),
            position,
            moves,
        })
    }

    fn play_move(&self, game: &mut InProgress, mv: Move) -> Result<(), Fault> {
        let before = (!game.seen_games.is_empty()).then(|| game.position.clone());
        self.rules
            .advance(&mut game.position, mv, &mut game.moves)?;
        if let Some(before) = before {
            for seen_game in &mut game.seen_games {
                seen_game.note(self.rules, (&before, mv), &game.position)?;
            }
        }
        Ok(())
    }

    /// Chooses a move of the player who is to move.
    fn choose(
        &self,
        player: &mut Player,
        game: &mut InProgress,
        stop: &dyn Fn() -> bool,
    ) -> Result<Move, Fault> {
        let seat = game.moves.seat();
        let who = self.contestants[seat.index()];
        let allowed = |mv: Move| who.without != Some(self.rules.rule_of(mv));
        if who.strategy == Strategy::Random {
            return self.choose_at_random(game, allowed);
        }
        let limit = SearchLimit {
            iterations: who.iterations,
            stop,
        };
        let thought = match game.seen_games.get(seat.index()) {
            None => Some(player.think(&game.position, &limit)?),
            Some(seen_game) => player.think_hidden((&game.position, seen_game), &limit)?,
        };
        let Some(Thought { moves, .. }) = thought else {
            return self.choose_at_random(game, allowed);
        };
        let best = moves
            .iter()
            .find(|rated| allowed(rated.mv))
            .or(moves.first());
        let nothing = || self.rules.nothing_to_choose(&game.position);
        best.map(|rated| rated.mv).ok_or_else(nothing)
    }

    fn choose_at_random(
        &self,
        game: &mut InProgress,
        allowed: impl Fn(Move) -> bool,
    ) -> Result<Move, Fault> {
        let moves: Vec<Move> = game.moves.iter().filter(|mv| allowed(*mv)).collect();
        let at = game.random.index(moves.len());
        match at.and_then(|at| moves.get(at)) {
            Some(mv) => Ok(*mv),
            None => game.random.pick(&game.position, &game.moves),
        }
    }

    /// Notes what the judge thinks of the position. It sees everything.
    fn judge(
        &self,
        judge: &mut Player,
        game: &InProgress,
        played: &mut PlayedGame,
    ) -> Result<(), Fault> {
        /// Of longer games, only a part of the positions is judged.
        const MOST: usize = 64;
        let Some(contestant) = self.judge else {
            return Ok(());
        };
        let stride = 1 + played.line.len() / MOST;
        if !played.line.len().is_multiple_of(stride) {
            return Ok(());
        }
        let limit = SearchLimit::of_iterations(contestant.iterations);
        let thought = judge.think(&game.position, &limit)?;
        let value = thought.best().map_or(0.0, |best| best.value);
        let is_first = game.moves.seat() == SeatId(0);
        played.judged.push(if is_first { value } else { -value });
        Ok(())
    }

    /// Counts a decision for each rule that has moves there, unless all moves are of one rule.
    fn note_use(&self, moves: &MoveList, mv: Move, uses: &mut [RuleUse]) {
        let mut offered: Vec<RuleId> = Vec::new();
        for mv in moves.iter() {
            let rule = self.rules.rule_of(mv);
            if !offered.contains(&rule) {
                offered.push(rule);
            }
        }
        if offered.len() < 2 {
            return;
        }
        let chosen = self.rules.rule_of(mv);
        for rule in offered {
            let of_rule = &mut uses[rule.index()];
            of_rule.offered += 1;
            of_rule.chosen += u64::from(rule == chosen);
        }
    }
}

/// Returns the number of rules of moves.
fn rule_count(rules: &Rules) -> usize {
    let moves = rules.model().moves.iter();
    moves.map(|mv| mv.rule.index() + 1).max().unwrap_or(0)
}
