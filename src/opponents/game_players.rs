//! Computer players for the games of `sim`, `compare` and `find`.

use crate::command_failure::CommandFailure;
use crate::failed_game::failed_before;
use crate::opponents::known_rules::KnownRules;
use crate::opponents::player_spec::PlayerSpec;
use crate::opponents::thinker::Thinker;
use crate::ruleset_loader::Loaded;
use crate::terminal::warn_once;
use linstock_engine::vm::{Fault, Move, MoveList, Position};
use linstock_play::ChanceMode;
use linstock_search::SeenGame;
use linstock_study::simulation::MoveChooser;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Equal computer players in all seats of a game.
#[derive(Clone, Debug)]
pub(crate) struct GamePlayers {
    spec: PlayerSpec,
    seed: u64,
    known: KnownRules,
}

/// The different lines of the games that were played: a hash of each, with the fault of a game that failed.
#[derive(Clone, Default, Debug)]
pub(crate) struct PlayedLines(Arc<Mutex<FxHashSet<u64>>>);

impl PlayedLines {
    /// Returns how many different games were played; 0 if nobody noted them.
    pub(crate) fn different(&self) -> usize {
        self.hashes().len()
    }

    fn hashes(&self) -> MutexGuard<'_, FxHashSet<u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The players of a running game.
#[derive(Debug)]
struct SeatedPlayers {
    of: GamePlayers,
    /// Where the lines of the games are noted, if somebody wants to know them.
    lines: Option<PlayedLines>,
    thinkers: Vec<Thinker>,
    seen_games: Vec<SeenGame>,
}

impl GamePlayers {
    /// Prepares players. `stop` ends the preparation early.
    ///
    /// # Errors
    /// If the rules fail at the start.
    pub(crate) fn new(
        loaded: &Loaded,
        spec: PlayerSpec,
        seed: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, CommandFailure> {
        let mut known = KnownRules::stored(&loaded.rules, &loaded.setup(0, ChanceMode::Auto));
        if let Some(notice) = known.notice(spec.skill) {
            warn_once(notice);
        }
        let prepared = known.prepare_long(spec.skill, stop);
        prepared.map_err(|fault| failed_before(loaded, fault, stop))?;
        Ok(Self { spec, seed, known })
    }

    /// Returns whether the players play the same game again and again.
    pub(crate) fn repeat_themselves(&mut self) -> bool {
        self.known.repeats_itself(self.spec)
    }

    /// Makes the players of a thread, which note the games that they play in `lines`, if it is given.
    pub(crate) fn seated(&self, lines: Option<&PlayedLines>) -> Box<dyn MoveChooser> {
        Box::new(SeatedPlayers {
            of: self.clone(),
            lines: lines.cloned(),
            thinkers: Vec::new(),
            seen_games: Vec::new(),
        })
    }
}

impl MoveChooser for SeatedPlayers {
    fn begin(&mut self, number: u64, start: &Position) {
        let rules = self.of.known.rules();
        let seats = rules.model().seat_ids();
        // Each game has players of its own, so that it depends only on its number.
        let seed = |seat: u64| self.of.seed ^ number.wrapping_mul(31).wrapping_add(seat + 1);
        self.thinkers = (0..rules.players().len() as u64)
            .map(|seat| Thinker::new(self.of.spec, seed(seat)))
            .collect();
        let hides = rules.hides_something();
        self.seen_games = seats
            .filter(|_| hides)
            .map(|seat| SeenGame::new(seat, start))
            .collect();
    }

    fn choose(
        &mut self,
        (position, moves): (&Position, &MoveList),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Move, Fault> {
        let seat = moves.seat().index();
        let seen_game = self.seen_games.get(seat);
        let at = (position, seen_game);
        let thought = self.thinkers[seat].think(&mut self.of.known, at, stop)?;
        Ok(thought.0)
    }

    fn note(&mut self, before: (&Position, Move), after: &Position) -> Result<(), Fault> {
        let rules = Arc::clone(self.of.known.rules());
        for seen_game in &mut self.seen_games {
            seen_game.note(&rules, before, after)?;
        }
        Ok(())
    }

    fn end(&mut self, line: &[Move], fault: Option<&Fault>) {
        if let Some(lines) = &self.lines {
            let mut hasher = FxHasher::default();
            // A player may have been thinking about different moves.
            (line, fault.map(Fault::to_string)).hash(&mut hasher);
            lines.hashes().insert(hasher.finish());
        }
    }
}
