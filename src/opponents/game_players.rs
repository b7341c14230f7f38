//! Computer players for the games of `sim`, `compare` and `find`.

use crate::command_failure::CommandFailure;
use crate::opponents::known_rules::KnownRules;
use crate::opponents::match_command::failure;
use crate::opponents::player_spec::{PlayerSpec, Skill};
use crate::opponents::stored_value::StoredValue;
use crate::opponents::thinker::Thinker;
use crate::ruleset_loader::Loaded;
use linstock_engine::vm::{Fault, Move, MoveList, Position};
use linstock_play::ChanceMode;
use linstock_search::SeenGame;
use linstock_study::simulation::MoveChooser;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// Equal computer players in all seats of a game.
#[derive(Clone, Debug)]
pub(crate) struct GamePlayers {
    spec: PlayerSpec,
    seed: u64,
    known: KnownRules,
}

/// The lines of the games that were played: a hash for each game, by its number.
#[derive(Clone, Default, Debug)]
pub(crate) struct PlayedLines(Arc<Mutex<FxHashMap<u64, u64>>>);

impl PlayedLines {
    /// Returns how many different games were played; 0 if nobody noted them.
    pub(crate) fn different(&self) -> usize {
        let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let different: FxHashSet<u64> = lines.values().copied().collect();
        different.len()
    }

    /// Notes a move of a game.
    fn note(&self, number: u64, mv: Move) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let line = lines.entry(number).or_default();
        let mut hasher = FxHasher::default();
        (*line, mv).hash(&mut hasher);
        *line = hasher.finish();
    }
}

/// The players of a running game.
#[derive(Debug)]
struct SeatedPlayers {
    of: GamePlayers,
    lines: PlayedLines,
    /// The number of the game.
    number: u64,
    thinkers: Vec<Thinker>,
    seen_games: Vec<SeenGame>,
}

impl GamePlayers {
    /// Prepares players.
    ///
    /// # Errors
    /// If the rules fail at the start.
    pub(crate) fn new(
        loaded: &Loaded,
        spec: PlayerSpec,
        seed: u64,
    ) -> Result<Self, CommandFailure> {
        let trained =
            StoredValue::read(&loaded.rules, &loaded.setup(0, ChanceMode::Auto)).current();
        let mut known = KnownRules::remembered(&loaded.rules).with_trained(trained);
        let prepared = known.prepare_long(spec.skill, &|| false);
        prepared.map_err(|fault| failure(loaded, fault))?;
        Ok(Self { spec, seed, known })
    }

    /// Returns whether the players play the same game again and again.
    pub(crate) fn repeat_themselves(&mut self) -> bool {
        let (skill, has_chance) = (self.spec.skill, self.known.rules().has_chance());
        let means = self.known.means_of(skill, &|| false);
        let repeats = means.is_ok_and(|(strategy, _)| strategy.repeats_itself());
        repeats && !has_chance && skill != Skill::Beginner
    }

    /// Makes the players of a thread, which note the games that they play.
    pub(crate) fn seated(&self, lines: &PlayedLines) -> Box<dyn MoveChooser> {
        Box::new(SeatedPlayers {
            of: self.clone(),
            lines: lines.clone(),
            number: 0,
            thinkers: Vec::new(),
            seen_games: Vec::new(),
        })
    }
}

impl MoveChooser for SeatedPlayers {
    fn begin(&mut self, number: u64, start: &Position) {
        self.number = number;
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

    fn choose(&mut self, position: &Position, moves: &MoveList) -> Result<Move, Fault> {
        let seat = moves.seat().index();
        let seen_game = self.seen_games.get(seat);
        let thought =
            self.thinkers[seat].think(&mut self.of.known, (position, seen_game), &|| false)?;
        Ok(thought.0)
    }

    fn note(&mut self, before: (&Position, Move), after: &Position) -> Result<(), Fault> {
        self.lines.note(self.number, before.1);
        let rules = Arc::clone(self.of.known.rules());
        for seen_game in &mut self.seen_games {
            seen_game.note(&rules, before, after)?;
        }
        Ok(())
    }
}
