//! The games of a match: groups that begin alike, in which the first player has each seat once.

use crate::deep_stack::spawn_deep;
use crate::guard::guarded;
use crate::opponents::contestant::Contestant;
use crate::opponents::known_rules::KnownRules;
use crate::opponents::match_result::MatchResult;
use crate::opponents::program_player::ProgramPlayer;
use crate::opponents::sprt::{SequentialTest, TestVerdict};
use crate::opponents::stopwatch::Stopwatch;
use crate::opponents::thinker::Thinker;
use linstock_engine::vm::{Fault, Move, MoveList, Position};
use linstock_play::{Actor, ChanceMode, Order, Session, Setup};
use linstock_search::{GameFault, GameSeats, MatchGame, NotedMove, SeenGame};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A match between two players, which several threads play.
pub(super) struct Match<'m> {
    pub(super) players: [Contestant; 2],
    /// How a session is set up, for other programs.
    pub(super) setup: Setup,
    /// What is known about the rules.
    pub(super) known: KnownRules,
    pub(super) seed: u64,
    /// The most games.
    pub(super) games: u64,
    /// The number of random moves with which each group of games begins.
    pub(super) opening: u32,
    /// A game that is not over after this many plies counts as drawn.
    pub(super) max_plies: u32,
    /// The programs that play in each thread.
    pub(super) programs: Mutex<Vec<Programs>>,
    /// A test that may end the match early.
    pub(super) test: Option<SequentialTest>,
    /// Whether to stop.
    pub(super) stop: &'m (dyn Fn() -> bool + Sync),
    /// Receives the result after each group of games.
    pub(super) progress: &'m (dyn Fn(&MatchResult) + Sync),
}

/// A match that is being played.
struct RunningMatch<'m> {
    of: &'m Match<'m>,
    /// The next group of games.
    next: AtomicU64,
    /// The groups that are over, by number. Only those without a gap before them count, so that the result does not depend
    /// on the number of threads.
    over: Mutex<GamesSoFar>,
}

/// A match that was played.
pub(super) struct PlayedMatch {
    pub(super) result: MatchResult,
    /// The verdict of the test.
    pub(super) verdict: TestVerdict,
    /// Why another program could play no more, in a sentence. That ended the match.
    pub(super) program_failure: Option<String>,
}

/// The groups of games that are over.
struct GamesSoFar {
    result: MatchResult,
    /// The number of the next group that counts.
    next: u64,
    /// Groups that were over before an earlier one.
    early: Vec<(u64, MatchResult)>,
    verdict: TestVerdict,
    program_failure: Option<String>,
}

impl Match<'_> {
    /// Plays the games.
    ///
    /// # Errors
    /// If the games cannot begin.
    pub(super) fn play(&self, threads: usize) -> Result<PlayedMatch, Fault> {
        let seats = self.known.rules().players().len();
        let running = RunningMatch {
            of: self,
            next: AtomicU64::new(0),
            over: Mutex::new(GamesSoFar {
                result: MatchResult::new(seats),
                next: 0,
                early: Vec::new(),
                verdict: TestVerdict::Open,
                program_failure: None,
            }),
        };
        std::thread::scope(|scope| {
            let running = &running;
            let worker = || move || guarded(|| running.work());
            let threads = spawn_deep(scope, threads, worker)
                .map_err(|_| Fault::statement("the system has no thread for the games"))?;
            let done = threads.into_iter().map(|thread| thread.join());
            let results = done.map(|done| done.expect("guarded"));
            let results = results.map(|done| match done {
                Ok(done) => done,
                Err(defect) => Err(Fault::statement(defect.message())),
            });
            results.collect::<Result<(), Fault>>()
        })?;
        let over = running.over.into_inner();
        let mut over = over.unwrap_or_else(PoisonError::into_inner);
        // The user stopped the match: what was played counts.
        if over.verdict == TestVerdict::Open {
            over.early
                .iter()
                .for_each(|(_, part)| over.result.merge(part));
        }
        Ok(PlayedMatch {
            result: over.result,
            verdict: over.verdict,
            program_failure: over.program_failure,
        })
    }
}

impl GamesSoFar {
    /// Adds a group of games, and all later ones that waited for it.
    fn add(&mut self, number: u64, part: MatchResult, test: Option<&SequentialTest>) {
        self.early.push((number, part));
        while self.verdict == TestVerdict::Open {
            let next = self.early.iter().position(|(early, _)| *early == self.next);
            let Some(at) = next else {
                return;
            };
            let (_, part) = self.early.swap_remove(at);
            self.result.merge(&part);
            self.next += 1;
            if let Some(test) = test {
                self.verdict = test.verdict(self.result.groups(), self.result.sums());
            }
        }
    }
}

impl RunningMatch<'_> {
    /// Plays groups of games until all have begun.
    fn work(&self) -> Result<(), Fault> {
        let mut known = self.of.known.clone();
        let programs = self.of.programs.lock();
        let programs = programs.unwrap_or_else(PoisonError::into_inner).pop();
        let mut programs = programs.unwrap_or_default();
        let seats = known.rules().players().len() as u64;
        loop {
            let group = self.next.fetch_add(1, Ordering::Relaxed);
            let first = group * seats;
            let last = self.of.games.min(first + seats);
            let mut part = MatchResult::new(known.rules().players().len());
            for number in first..last {
                let players = (&mut known, &mut programs);
                match self.of.play_game(number, players, &mut part) {
                    Ok(GameOver::Counted) => {}
                    Ok(GameOver::Stopped) => {
                        self.end((group, part), None);
                        return Ok(());
                    }
                    Ok(GameOver::ProgramFailed(failure)) => {
                        self.end((group, part), Some(failure));
                        return Ok(());
                    }
                    Err(fault) => part.failed.add(number, fault),
                }
            }
            if first >= last {
                return Ok(());
            }
            part.end_group();
            let over = self.over.lock();
            let mut over = over.unwrap_or_else(PoisonError::into_inner);
            over.add(group, part, self.of.test.as_ref());
            (self.of.progress)(&over.result);
            if over.verdict != TestVerdict::Open || over.program_failure.is_some() {
                return Ok(());
            }
        }
    }

    /// Ends the match, because the user stops it or a program can play no more. The games of the last group that are over count.
    fn end(&self, (group, mut part): (u64, MatchResult), failure: Option<String>) {
        let over = self.over.lock();
        let mut over = over.unwrap_or_else(PoisonError::into_inner);
        part.end_group();
        over.early.push((group, part));
        over.program_failure = over.program_failure.take().or(failure);
    }
}

/// How a game ended that the rules did not end with a fault.
enum GameOver {
    Counted,
    /// The user stopped it.
    Stopped,
    /// A program can play no more: why, in a sentence.
    ProgramFailed(String),
}

/// The programs that play in a thread, one for each player of the match.
pub(super) type Programs = [Option<ProgramPlayer>; 2];

/// Starts the programs that play in each thread.
///
/// # Errors
/// Why one cannot be started, in a sentence.
pub(super) fn start_programs(
    players: &[Contestant; 2],
    threads: usize,
) -> Result<Vec<Programs>, String> {
    let start = |player: &Contestant| match player {
        Contestant::Computer(_) => Ok(None),
        Contestant::Program(command) => ProgramPlayer::start(command).map(Some),
    };
    let [first, second] = players;
    let all = (0..threads).map(|_| Ok([start(first)?, start(second)?]));
    all.collect()
}

/// A player in a seat.
enum SeatedPlayer {
    Computer(Box<Thinker>),
    /// One of the two programs.
    Program(usize),
}

impl Match<'_> {
    /// Begins a session for programs, in which the outcomes of chance are chosen as here.
    fn session(&self) -> Result<Option<Session>, Fault> {
        let is_program = |player: &Contestant| matches!(player, Contestant::Program(_));
        if !self.players.iter().any(is_program) {
            return Ok(None);
        }
        let setup = Setup {
            chance: ChanceMode::Manual,
            ..self.setup.clone()
        };
        let session = Session::begin(Arc::clone(self.known.rules()), setup);
        session
            .map(Some)
            .map_err(|refusal| Fault::statement(refusal.to_string()))
    }

    /// Plays a game.
    ///
    /// # Errors
    /// If the rules fail.
    fn play_game(
        &self,
        number: u64,
        (known, programs): (&mut KnownRules, &mut Programs),
        result: &mut MatchResult,
    ) -> Result<GameOver, GameFault> {
        let rules = Arc::clone(known.rules());
        let seats = rules.players().len();
        let own = usize::try_from(number % seats as u64).expect("a seat");
        let game = MatchGame {
            rules: &rules,
            seed: self.seed,
            number: number / seats as u64,
            opening: self.opening,
            most_plies: self.max_plies,
        };
        let mut players = self.seated((number, own), (known, programs))?;
        let played = game.play(&mut players)?;
        if let Some(failure) = players.program_failure {
            return Ok(GameOver::ProgramFailed(failure));
        }
        let Some(played) = played else {
            return Ok(GameOver::Stopped);
        };
        let utilities = played.utilities(seats);
        result.add(own, played.plies(), utilities.as_ref());
        result.short_openings += usize::from(played.is_opening_short);
        Ok(GameOver::Counted)
    }

    /// Seats the players of a game; the first player of the match has the seat `own`.
    fn seated<'g>(
        &'g self,
        (number, own): (u64, usize),
        (known, programs): (&'g mut KnownRules, &'g mut Programs),
    ) -> Result<MatchSeats<'g>, Fault> {
        let rules = Arc::clone(known.rules());
        let seed = |seat: usize| self.seed ^ number.wrapping_mul(31).wrapping_add(seat as u64 + 1);
        let player = |seat: usize| {
            let number = usize::from(seat != own);
            match &self.players[number] {
                Contestant::Computer(spec) => {
                    SeatedPlayer::Computer(Box::new(Thinker::new(*spec, seed(seat))))
                }
                Contestant::Program(_) => SeatedPlayer::Program(number),
            }
        };
        let start = rules.start()?;
        let hides = rules.hides_something();
        let seats_with_eyes = rules.model().seat_ids().filter(|_| hides);
        Ok(MatchSeats {
            players: (0..rules.players().len()).map(player).collect(),
            seen_games: seats_with_eyes
                .map(|seat| SeenGame::new(seat, &start))
                .collect(),
            session: self.session()?,
            known,
            programs,
            program_failure: None,
            stop: self.stop,
        })
    }
}

/// The players of a game of a match.
struct MatchSeats<'g> {
    players: Vec<SeatedPlayer>,
    /// What each player has seen, if something is hidden.
    seen_games: Vec<SeenGame>,
    /// The session that programs see.
    session: Option<Session>,
    known: &'g mut KnownRules,
    programs: &'g mut Programs,
    /// Why a program can play no more.
    program_failure: Option<String>,
    stop: &'g (dyn Fn() -> bool + Sync),
}

impl GameSeats for MatchSeats<'_> {
    fn choose(&mut self, position: &Position, moves: &MoveList) -> Result<Option<Move>, Fault> {
        if (self.stop)() {
            return Ok(None);
        }
        let seat = moves.seat();
        let chosen = match &mut self.players[seat.index()] {
            SeatedPlayer::Computer(thinker) => {
                let at = (position, self.seen_games.get(seat.index()));
                let clock = Stopwatch::of_processor();
                thinker.think_since(clock, self.known, at, self.stop)?.0
            }
            SeatedPlayer::Program(number) => {
                let program = self.programs[*number].as_mut().zip(self.session.as_ref());
                let (program, session) =
                    program.ok_or_else(|| Fault::statement("the program was not started"))?;
                match program.choose((session, seat), position, self.stop) {
                    Ok(Some(chosen)) => chosen,
                    Ok(None) => return Ok(None),
                    Err(failure) => {
                        self.program_failure = Some(failure);
                        return Ok(None);
                    }
                }
            }
        };
        // A player whose thinking was ended early may have chosen badly.
        Ok((!(self.stop)()).then_some(chosen))
    }

    fn note(&mut self, played: NotedMove<'_>) -> Result<(), Fault> {
        let NotedMove {
            before, mv, after, ..
        } = played;
        let rules = self.known.rules();
        if let Some(session) = &mut self.session {
            let actor = played.seat.map_or(Actor::Chance, Actor::Player);
            note_in(session, actor, rules.text(before, mv))?;
        }
        for seen_game in &mut self.seen_games {
            seen_game.note(rules, (before, mv), after)?;
        }
        Ok(())
    }
}

/// Plays a move in the session that programs see.
fn note_in(session: &mut Session, actor: Actor, text: String) -> Result<(), Fault> {
    let order = Order {
        actor: Some(actor),
        text,
    };
    let played = session.play(&[order]).map(|_| ());
    played.map_err(|refusal| Fault::statement(refusal.to_string()))
}
