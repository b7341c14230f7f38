//! The longest game that ends.

use super::preference::Preference;
use super::search::Finder;
use super::{FoundLine, StopSignal, TriedLine, Witness};
use crate::simulation::GameFailure;
use linstock_engine::vm::Fault;
use linstock_play::{Chooser, Purpose};

impl Finder<'_> {
    /// Finds the longest game that ends, until the time is over.
    pub(super) fn find_longest(
        &mut self,
        stop: &dyn StopSignal,
    ) -> Result<Option<FoundLine>, Fault> {
        let mut best: Option<TriedLine> = None;
        while !stop.is_over() {
            let game = match self.players.take() {
                None => self.longer_game(best.as_ref(), stop),
                Some(mut players) => {
                    let game = self.played_game(&mut *players, stop);
                    self.players = Some(players);
                    game.map(|(line, _)| line)
                }
            };
            let line = match game {
                Ok(line) => line,
                Err(failure) => {
                    let _ = self.found_in(Err(failure));
                    continue;
                }
            };
            let is_longer = best
                .as_ref()
                .is_none_or(|best| line.plies.len() > best.plies.len());
            if line.state.over.is_some() && is_longer && self.check.holds(&line.state)? {
                best = Some(line);
            }
        }
        let found = best.and_then(|line| self.caught(&line, Witness::Played));
        Ok(found.map(|found| {
            let length = found.plies.len();
            self.finished(found, length, false)
        }))
    }

    /// Draws a game that begins at the start, or within the longest game so far.
    fn longer_game(
        &mut self,
        best: Option<&TriedLine>,
        stop: &dyn StopSignal,
    ) -> Result<TriedLine, GameFailure> {
        let rules = self.rules();
        let mut chooser = Chooser::new(self.seed, Purpose::Search, self.games);
        self.games += 1;
        let mut preference = Preference::draw(rules, &|_| false, &mut chooser);
        let mut line = self.part_of(best, &mut chooser);
        while line.plies.len() < self.max_plies && !stop.is_over() {
            let choices = line.choices(rules).map_err(line.fails())?;
            let Some(choices) = choices else {
                break;
            };
            let picked = preference.pick(rules, (&line, &choices), &mut chooser);
            let Some(mv) = picked.map_err(line.fails_in_trial())? else {
                break;
            };
            line.play_in_game(rules, (choices.actor, mv))?;
        }
        Ok(line)
    }

    /// Plays the beginning of a line again; sometimes none of it.
    fn part_of(&self, line: Option<&TriedLine>, chooser: &mut Chooser) -> TriedLine {
        let mut part = self.start.clone();
        let Some(line) = line.filter(|_| chooser.index(3) != Some(0)) else {
            return part;
        };
        let kept = chooser.index(line.plies.len()).unwrap_or(0);
        for (actor, mv) in line.plies.iter().take(kept) {
            // The line was played before, so this does not fail.
            if self.rules().apply(&mut part.state, *mv).is_err() {
                return self.start.clone();
            }
            part.plies.push((*actor, *mv));
        }
        part
    }
}
