//! The longest game that ends.

use super::preference::Preference;
use super::search::Finder;
use super::{FoundLine, StopSignal, TriedLine, Witness};
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
                Err(fault) => {
                    let _ = self.found_in(Err(fault));
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
    ) -> Result<TriedLine, Fault> {
        let rules = self.rules();
        let mut chooser = Chooser::new(self.seed, Purpose::Search, self.games);
        self.games += 1;
        let mut preference = Preference::draw(rules, &|_| false, &mut chooser);
        let mut line = self.part_of(best, &mut chooser)?;
        while line.plies.len() < self.max_plies && !stop.is_over() {
            let Some(choices) = line.choices(rules)? else {
                break;
            };
            let Some(mv) = preference.pick(rules, (&line, &choices), &mut chooser)? else {
                break;
            };
            line.play(rules, choices.actor, mv)?;
        }
        Ok(line)
    }

    /// Plays the beginning of a line again; sometimes none of it.
    fn part_of(&self, line: Option<&TriedLine>, chooser: &mut Chooser) -> Result<TriedLine, Fault> {
        let mut part = self.start.clone();
        let Some(line) = line.filter(|_| chooser.index(3) != Some(0)) else {
            return Ok(part);
        };
        let kept = chooser.index(line.plies.len()).unwrap_or(0);
        for (actor, mv) in line.plies.iter().take(kept) {
            self.rules().apply(&mut part.state, *mv)?;
            part.plies.push((*actor, *mv));
        }
        Ok(part)
    }
}
