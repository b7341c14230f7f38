//! Plays a game between computer players, some of whom may not use a rule.

use crate::evaluation::Evaluation;
use crate::game_fault::GameFault;
use crate::limit::SearchLimit;
use crate::match_game::{GameSeats, MatchGame, NotedMove};
use crate::player::{Player, Strategy};
use crate::random_play::RandomPlay;
use crate::thought::Thought;
use crate::utilities::Utilities;
use crate::worlds::SeenGame;
use linstock_engine::vm::{Fault, Move, MoveList, Position};
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
    /// How many of these are moves of players.
    pub choices: u32,
    /// What the judge thinks of positions for the first seat, from -1 to 1, in the order of the game.
    pub judged: Vec<f32>,
    /// How each rule was used, by number. The players all count.
    pub uses: Vec<RuleUse>,
}

/// How far a game got.
#[derive(Clone, PartialEq, Debug)]
pub enum GameProgress {
    /// It ended, or reached the limit of plies.
    Played(PlayedGame),
    /// It was stopped after this number of moves of players.
    Stopped(u32),
}

impl PlayedGame {
    /// Returns the share of the points of a seat: 1 for a sole win, 0 for a loss, and an equal part of 1 for each of several winners, or for
    /// all players of a draw or of a game that did not end.
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
        let points = (f64::from(utility) - least) / (1.0 - least);
        // Utilities have few digits: a loss of three players would be a little below 0.
        ((points * 1e6).round() / 1e6).clamp(0.0, 1.0) + 0.0
    }
}

/// The players of a game, and what is noted about it.
struct BalanceSeats<'g> {
    of: &'g BalanceGame<'g>,
    players: Vec<Player>,
    judge: Option<(Player, BalancePlayer)>,
    /// What each player has seen, if something is hidden.
    seen_games: Vec<SeenGame>,
    /// Draws the moves of random players.
    random: RandomPlay,
    /// The number of moves and outcomes of chance so far.
    plies: usize,
    /// How many of these are moves of players.
    choices: u32,
    judged: Vec<f32>,
    uses: Vec<RuleUse>,
    stop: &'g dyn Fn() -> bool,
}

impl BalanceGame<'_> {
    /// Plays the game, until `stop` ends it.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn play(&self, stop: &dyn Fn() -> bool) -> Result<GameProgress, GameFault> {
        let (seed, number) = self.seed;
        let game = MatchGame {
            rules: self.rules,
            seed,
            number,
            opening: self.opening,
            most_plies: self.most_plies,
        };
        let mut seats = self.seated(stop)?;
        let Some(played) = game.play(&mut seats)? else {
            return Ok(GameProgress::Stopped(seats.choices));
        };
        Ok(GameProgress::Played(PlayedGame {
            utilities: played.utilities(self.contestants.len()),
            line: played.line,
            choices: seats.choices,
            judged: seats.judged,
            uses: seats.uses,
        }))
    }

    fn player(&self, seat: u64, who: BalancePlayer) -> Player {
        let (seed, number) = self.seed;
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ number.wrapping_mul(131).wrapping_add(seat + 1);
        Player::new(self.rules, who.strategy, (seed, self.evaluation))
    }

    fn seated<'g>(&'g self, stop: &'g dyn Fn() -> bool) -> Result<BalanceSeats<'g>, Fault> {
        let (seed, number) = self.seed;
        let start = self.rules.start()?;
        let hides = self.rules.hides_something();
        let seats = self.rules.model().seat_ids().filter(|_| hides);
        let contestants = (0..).zip(self.contestants);
        Ok(BalanceSeats {
            of: self,
            players: contestants
                .map(|(seat, who)| self.player(seat, *who))
                .collect(),
            judge: self.judge.map(|judge| (self.player(99, judge), judge)),
            seen_games: seats.map(|seat| SeenGame::new(seat, &start)).collect(),
            random: RandomPlay::new(Arc::clone(self.rules), !seed, number),
            plies: 0,
            choices: 0,
            judged: Vec::new(),
            uses: vec![RuleUse::default(); rule_count(self.rules)],
            stop,
        })
    }
}

impl GameSeats for BalanceSeats<'_> {
    fn choose(&mut self, position: &Position, moves: &MoveList) -> Result<Option<Move>, Fault> {
        if (self.stop)() {
            return Ok(None);
        }
        self.judge(position, moves.seat())?;
        let mv = self.move_of(position, moves)?;
        self.note_use(moves, mv);
        // A player whose thinking was ended early may have chosen badly.
        Ok((!(self.stop)()).then_some(mv))
    }

    fn note(&mut self, played: NotedMove<'_>) -> Result<(), Fault> {
        self.plies += 1;
        self.choices += u32::from(played.seat.is_some());
        for seen_game in &mut self.seen_games {
            seen_game.note(self.of.rules, (played.before, played.mv), played.after)?;
        }
        Ok(())
    }
}

impl BalanceSeats<'_> {
    /// Chooses a move of the player who is to move.
    fn move_of(&mut self, position: &Position, moves: &MoveList) -> Result<Move, Fault> {
        let (rules, seat) = (self.of.rules, moves.seat());
        let who = self.of.contestants[seat.index()];
        let allowed = |mv: Move| who.without != Some(rules.rule_of(mv));
        if who.strategy == Strategy::Random {
            return self.random_move((position, moves), allowed);
        }
        let limit = SearchLimit {
            iterations: who.iterations,
            stop: self.stop,
        };
        let player = &mut self.players[seat.index()];
        let thought = match self.seen_games.get(seat.index()) {
            None => Some(player.think(position, &limit)?),
            Some(seen_game) => player.think_hidden((position, seen_game), &limit)?,
        };
        let Some(Thought { moves: rated, .. }) = thought else {
            return self.random_move((position, moves), allowed);
        };
        let best = rated
            .iter()
            .find(|rated| allowed(rated.mv))
            .or(rated.first());
        let nothing = || rules.nothing_to_choose(position);
        best.map(|rated| rated.mv).ok_or_else(nothing)
    }

    fn random_move(
        &mut self,
        (position, moves): (&Position, &MoveList),
        allowed: impl Fn(Move) -> bool,
    ) -> Result<Move, Fault> {
        let candidates: Vec<Move> = moves.iter().filter(|mv| allowed(*mv)).collect();
        let at = self.random.index(candidates.len());
        match at.and_then(|at| candidates.get(at)) {
            Some(mv) => Ok(*mv),
            None => self.random.pick(position, moves),
        }
    }

    /// Notes what the judge thinks of the position. It sees everything, also what is hidden from the players.
    fn judge(&mut self, position: &Position, to_move: SeatId) -> Result<(), Fault> {
        /// Of longer games, only a part of the positions is judged.
        const MOST: usize = 64;
        let Some((judge, of_judge)) = &mut self.judge else {
            return Ok(());
        };
        let stride = 1 + self.plies / MOST;
        if !self.plies.is_multiple_of(stride) {
            return Ok(());
        }
        let limit = SearchLimit::of_iterations(of_judge.iterations);
        let thought = judge.think(position, &limit)?;
        let value = thought.best().map_or(0.0, |best| best.value);
        let is_first = to_move == SeatId(0);
        self.judged.push(if is_first { value } else { -value });
        Ok(())
    }

    /// Counts a decision for each rule that has moves there, unless all moves are of one rule.
    fn note_use(&mut self, moves: &MoveList, mv: Move) {
        let rules = self.of.rules;
        let mut offered: Vec<RuleId> = Vec::new();
        for mv in moves.iter() {
            let rule = rules.rule_of(mv);
            if !offered.contains(&rule) {
                offered.push(rule);
            }
        }
        if offered.len() < 2 {
            return;
        }
        let chosen = rules.rule_of(mv);
        for rule in offered {
            let of_rule = &mut self.uses[rule.index()];
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

#[cfg(test)]
mod tests {
    use super::PlayedGame;
    use crate::utilities::Utilities;
    use linstock_engine::vm::GameEnd;

    #[test]
    fn points_are_shared_by_the_winners_and_are_never_negative() {
        for seats in 2..=6_usize {
            for winners in 0..1_u64 << seats {
                let end = GameEnd { end: 0, winners };
                let game = PlayedGame {
                    utilities: Some(Utilities::of_end(end, seats)),
                    line: Vec::new(),
                    choices: 0,
                    judged: Vec::new(),
                    uses: Vec::new(),
                };
                let count = match winners.count_ones() {
                    0 => seats as f64,
                    count => f64::from(count),
                };
                for seat in 0..seats {
                    let is_winner = winners == 0 || winners >> seat & 1 == 1;
                    let expected = if is_winner { 1.0 / count } else { 0.0 };
                    let points = game.points(seat, seats);
                    assert!((points - expected).abs() < 1e-6, "{points} {expected}");
                    assert!(expected > 0.0 || points == 0.0, "{points}");
                    assert!(points.is_sign_positive(), "{points}");
                    assert!(expected < 1.0 || points == 1.0, "{points}");
                }
            }
        }
    }
}
