//! The search itself: all short lines, then random games.

use super::carriers::Carriers;
use super::corpus::SearchCorpus;
use super::goal::{Goal, GoalCheck, SearchGoal};
use super::preference::Preference;
use super::refusals::KnownTexts;
use super::{FoundLine, LinePly, OpenChoices, StopSignal, TriedLine, Witness};
use crate::simulation::{GameFailure, MoveChooser};
use linstock_base::Sources;
use linstock_engine::vm::Fault;
use linstock_play::Rules;
use linstock_play::{Chooser, Purpose, StartPosition};
use rustc_hash::FxHashSet;

/// The budget of the exhaustive phase, in moves.
const ALL_LINES: usize = 3_000;
/// The number of moves to probe at each of the first positions of these lines, and the number of these positions.
const PROBES: usize = 40;
const PROBED: usize = 60;
/// The number of games before the search also probes refused moves: a clause that decides a legal move makes a better example.
const GAMES_WITHOUT_PROBES: u64 = 24;
/// One of this many positions gets all its moves tried out.
const TRY_ALL_EVERY: usize = 4;
/// The most moves to try out there.
const MOST_TRIED: usize = 80;

/// Half of the games have at most this many moves, a quarter at most twice as many, an eighth at most four times as many, etc.
const SHORT: usize = 24;
/// The most doublings of a game's length.
const DOUBLINGS: usize = 10;

/// Finds a line of play.
pub struct Finder<'r> {
    pub(super) check: GoalCheck<'r>,
    pub(super) start: TriedLine,
    /// The start of lines, if not the start of the game.
    given: Option<StartPosition>,
    pub(super) seed: u64,
    /// The most moves of a line.
    pub(super) max_plies: usize,
    corpus: SearchCorpus,
    pub(super) known: KnownTexts,
    /// The number of random games.
    pub(super) games: u64,
    failed: FailedGames,
    /// The players of the games, if they do not choose at random.
    pub(super) players: Option<Box<dyn MoveChooser>>,
}

/// The games of a search that the rules could not continue.
#[derive(Clone, Default, Debug)]
pub struct FailedGames {
    /// How many there are.
    pub games: u64,
    /// How the first one failed.
    pub first: Option<GameFailure>,
}

/// A line in a preliminary form.
pub(super) struct RawLine {
    pub(super) plies: Vec<LinePly>,
    pub(super) witness: Witness,
}

impl<'r> Finder<'r> {
    /// Prepares a search.
    ///
    /// # Errors
    /// If the rules cannot be set up.
    pub fn new(
        (rules, sources): (&'r Rules, &'r Sources),
        wanted: &'r SearchGoal,
        seed: u64,
        max_plies: usize,
    ) -> Result<Self, Fault> {
        Ok(Self {
            check: GoalCheck::new(rules, wanted, sources),
            start: TriedLine::begin(rules)?,
            given: None,
            seed,
            max_plies,
            corpus: SearchCorpus::default(),
            known: KnownTexts::default(),
            games: 0,
            failed: FailedGames::default(),
            players: None,
        })
    }

    /// Lets players choose the moves of the games, which begin at the start then.
    #[must_use]
    pub fn with_players(mut self, players: Box<dyn MoveChooser>) -> Self {
        self.players = Some(players);
        self
    }

    /// Makes lines begin at a position instead of the start of the game.
    ///
    /// # Errors
    /// If no game can begin there.
    pub fn beginning_at(mut self, given: StartPosition) -> Result<Self, Fault> {
        let rules = self.rules();
        self.start.state = rules.set_up(&given.phase, given.to_move, &given.table)?;
        self.given = Some(given);
        Ok(self)
    }

    /// Returns the number of random games so far.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the games so far that the rules could not continue.
    #[must_use]
    pub fn failed(&self) -> &FailedGames {
        &self.failed
    }

    /// Returns what a game found. A fault of the rules ended it, and is noted.
    pub(super) fn found_in(
        &mut self,
        game: Result<Option<RawLine>, GameFailure>,
    ) -> Option<RawLine> {
        game.unwrap_or_else(|failure| {
            self.failed.games += 1;
            self.failed.first.get_or_insert(failure);
            None
        })
    }

    pub(super) fn rules(&self) -> &'r Rules {
        self.check.rules
    }

    /// Finds a line, and shortens it.
    ///
    /// # Errors
    /// If the condition cannot be evaluated.
    pub fn find(&mut self, stop: &dyn StopSignal) -> Result<Option<FoundLine>, Fault> {
        if self.check.wanted.goal == Goal::Longest {
            return self.find_longest(stop);
        }
        let (found, is_shortest) = self.first(stop)?;
        let Some(found) = found else {
            return Ok(None);
        };
        let first_length = found.plies.len();
        if is_shortest {
            return Ok(Some(self.finished(found, first_length, true)));
        }
        let found = self.shorten(found, stop);
        Ok(Some(self.finished(found, first_length, false)))
    }

    pub(super) fn finished(
        &self,
        found: RawLine,
        first_length: usize,
        is_shortest: bool,
    ) -> FoundLine {
        FoundLine {
            plies: found.plies,
            witness: found.witness,
            first_length,
            games: self.games,
            is_shortest: is_shortest && self.given.is_none(),
            given: self.given.clone(),
        }
    }

    /// Returns the first line found, and whether it is certainly the shortest.
    fn first(&mut self, stop: &dyn StopSignal) -> Result<(Option<RawLine>, bool), Fault> {
        if self.given.is_none() && self.check.is_met_at_start(&self.start.state)? {
            let catch = RawLine {
                plies: Vec::new(),
                witness: Witness::AtStart,
            };
            return Ok((Some(catch), true));
        }
        let mut lines = Vec::new();
        if let Some(found) = self.all_short_lines(&mut lines, stop)? {
            return Ok((Some(found), true));
        }
        while !stop.is_over() {
            let found = match self.players.take() {
                None => self.draw_game(self.max_plies, stop),
                Some(mut players) => {
                    let game = self.played_game(&mut *players, stop);
                    self.players = Some(players);
                    self.found_in(game.map(|(_, found)| found))
                }
            };
            if let Some(found) = found {
                return Ok((Some(found), false));
            }
            if self.games == GAMES_WITHOUT_PROBES
                && let Some(found) = self.probe_short_lines(&lines, stop)
            {
                return Ok((Some(found), false));
            }
        }
        let carriers = self.check.carriers.as_ref();
        let is_option = carriers.is_some_and(Carriers::is_option);
        let set = is_option && self.given.is_none() && self.check.holds(&self.start.state)?;
        let catch = || RawLine {
            plies: Vec::new(),
            witness: Witness::AtStart,
        };
        Ok((set.then(catch), false))
    }

    /// Tries all lines of play, shorter ones first.
    fn all_short_lines(
        &mut self,
        all: &mut Vec<TriedLine>,
        stop: &dyn StopSignal,
    ) -> Result<Option<RawLine>, Fault> {
        // Reports a fault of the condition at once; later, a fault only means that a line does not match.
        self.check.holds(&self.start.state)?;
        let rules = self.rules();
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        let (mut front, mut played) = (vec![self.start.clone()], 0);
        'lines: while !front.is_empty() && !stop.is_time_for_games() {
            let mut next = Vec::new();
            for line in &front {
                let Ok(Some(choices)) = line.choices(rules) else {
                    continue;
                };
                for (mv, _) in &choices.moves {
                    if played >= ALL_LINES || stop.is_time_for_games() {
                        break 'lines;
                    }
                    played += 1;
                    let mut after = line.clone();
                    let Ok(step) = after.play(rules, choices.actor, *mv) else {
                        continue;
                    };
                    if self.check.is_met(&after, &step)? {
                        return Ok(self.caught(&after, Witness::Played));
                    }
                    // If the rules count choices, the history matters too, so equal positions are not merged.
                    if rules.counts_choices || seen.insert(rules.hash(&after.state)) {
                        next.push(after);
                    }
                }
            }
            if all.len() < PROBED {
                all.append(&mut front);
            }
            front = next;
        }
        all.append(&mut front);
        all.truncate(PROBED);
        Ok(None)
    }

    /// Probes refused moves after short lines, if no legal move can show the clause.
    fn probe_short_lines(&mut self, lines: &[TriedLine], stop: &dyn StopSignal) -> Option<RawLine> {
        let mut chooser = Chooser::new(self.seed, Purpose::Search, u64::MAX);
        for line in lines {
            let Ok(Some(choices)) = line.choices(self.rules()) else {
                continue;
            };
            for _ in 0..PROBES {
                if stop.is_over() {
                    return None;
                }
                let at = (line, &choices);
                if let Some(text) = self.check.probe(at, &mut self.known, &mut chooser) {
                    return self.caught(line, Witness::Refused(text));
                }
            }
        }
        None
    }

    pub(super) fn caught(&self, line: &TriedLine, witness: Witness) -> Option<RawLine> {
        let plies = line.texts(self.rules(), &self.start.state).ok()?;
        Some(RawLine { plies, witness })
    }

    /// Plays a random game of up to `longest` moves; returns a line if it reaches the goal. A fault of the rules ends the game.
    pub(super) fn draw_game(&mut self, longest: usize, stop: &dyn StopSignal) -> Option<RawLine> {
        let game = self.drawn_game(longest, stop);
        self.found_in(game)
    }

    fn drawn_game(
        &mut self,
        longest: usize,
        stop: &dyn StopSignal,
    ) -> Result<Option<RawLine>, GameFailure> {
        let mut chooser = Chooser::new(self.seed, Purpose::Search, self.games);
        self.games += 1;
        let rules = self.rules();
        let carriers = self.check.carriers.clone();
        let wanted = |kind| carriers.as_ref().is_some_and(|c| c.is_in_move(kind));
        let mut preference = Preference::draw(rules, &wanted, &mut chooser);
        let anew = chooser.index(4) == Some(0);
        let remembered = match anew {
            true => None,
            false => self.corpus.pick(longest, &mut chooser),
        };
        let mut line = remembered.unwrap_or_else(|| self.start.clone());
        let longest = longest.min(line.plies.len() + reach(&mut chooser));
        self.known.begin();
        while line.plies.len() < longest && !stop.is_over() {
            let choices = line.choices(rules).map_err(line.fails())?;
            let Some(choices) = choices else {
                break;
            };
            if let Some(found) = self.look_around(&line, &choices, &mut chooser) {
                return Ok(Some(found));
            }
            let picked = preference.pick(rules, (&line, &choices), &mut chooser);
            let Some(mv) = picked.map_err(line.fails_in_trial())? else {
                break;
            };
            let step = line.play_in_game(rules, (choices.actor, mv))?;
            match self.check.is_met(&line, &step) {
                Ok(true) => return Ok(self.caught(&line, Witness::Played)),
                Ok(false) => {}
                // The condition cannot be evaluated there.
                Err(_) => break,
            }
            self.corpus.note(rules, (&line, &step), &mut chooser);
            self.known.pass(step.before, choices);
        }
        Ok(None)
    }

    /// Sometimes tries other moves in a position.
    pub(super) fn look_around(
        &mut self,
        line: &TriedLine,
        choices: &OpenChoices,
        chooser: &mut Chooser,
    ) -> Option<RawLine> {
        if chooser.index(TRY_ALL_EVERY) != Some(0) {
            return None;
        }
        let rules = self.rules();
        if self.check.tries_all() {
            for (mv, _) in choices.moves.iter().take(MOST_TRIED) {
                let mut after = line.clone();
                let step = after.play(rules, choices.actor, *mv).ok()?;
                if self.check.is_met(&after, &step).ok()? {
                    return self.caught(&after, Witness::Played);
                }
                self.corpus.note(rules, (&after, &step), chooser);
            }
        }
        if self.games <= GAMES_WITHOUT_PROBES {
            return None;
        }
        let text = self
            .check
            .probe((line, choices), &mut self.known, chooser)?;
        self.caught(line, Witness::Refused(text))
    }
}

/// Draws the length of a game: many short games find more than a few long ones, but some things happen late.
fn reach(chooser: &mut Chooser) -> usize {
    let mut doublings = 0;
    while doublings < DOUBLINGS && chooser.index(2) == Some(0) {
        doublings += 1;
    }
    SHORT << doublings
}
