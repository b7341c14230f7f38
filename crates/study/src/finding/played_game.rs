//! A game of a search in which players choose the moves.

use super::search::{Finder, RawLine};
use super::{StopSignal, TriedLine, Witness};
use crate::simulation::{GameFailure, MoveChooser};
use linstock_engine::vm::MoveList;
use linstock_play::{Actor, Chooser, Purpose};

impl Finder<'_> {
    /// Plays a game in which players choose the moves. Returns what was played, and a line if it reaches the goal. A game that
    /// the search stops is not over.
    ///
    /// # Errors
    /// If the rules fail, which ends the game.
    pub(super) fn played_game(
        &mut self,
        players: &mut dyn MoveChooser,
        stop: &dyn StopSignal,
    ) -> Result<(TriedLine, Option<RawLine>), GameFailure> {
        let mut chooser = Chooser::new(self.seed, Purpose::Search, self.games);
        let rules = self.rules();
        let mut line = self.start.clone();
        let mut moves = MoveList::default();
        players.begin(self.games, &line.state);
        self.games += 1;
        self.known.begin();
        while line.plies.len() < self.max_plies && !stop.is_over() {
            let choices = line.choices(rules).map_err(line.fails())?;
            let Some(choices) = choices else {
                break;
            };
            if let Some(found) = self.look_around(&line, &choices, &mut chooser) {
                return Ok((line, Some(found)));
            }
            let mv = match choices.actor {
                Actor::Chance => {
                    let weights = choices.moves.iter().map(|(_, weight)| *weight);
                    let picked = chooser.pick(weights).and_then(|at| choices.moves.get(at));
                    let Some((mv, _)) = picked else { break };
                    *mv
                }
                Actor::Player(seat) => {
                    let listed = rules.moves_of_into(&line.state, seat, &mut moves);
                    listed.map_err(line.fails())?;
                    let chosen = players.choose((&line.state, &moves), &|| stop.is_over());
                    chosen.map_err(line.fails_in_trial())?
                }
            };
            // A move that was chosen after the end of the time says nothing.
            if stop.is_over() {
                break;
            }
            let step = line.play_in_game(rules, (choices.actor, mv))?;
            let noted = players.note((&step.before, mv), &line.state);
            noted.map_err(line.fails())?;
            match self.check.is_met(&line, &step) {
                Ok(true) => {
                    let found = self.caught(&line, Witness::Played);
                    return Ok((line, found));
                }
                Ok(false) => {}
                Err(_) => break,
            }
            self.known.pass(step.before, choices);
        }
        Ok((line, None))
    }
}
