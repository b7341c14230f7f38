//! `linstock match`: games between two computer players, in pairs that begin alike with the seats exchanged.

use crate::arguments::{count, number};
use crate::command_failure::CommandFailure;
use crate::deep_stack::spawn_deep;
use crate::game_args::GameArgs;
use crate::guard::guarded;
use crate::interrupts::Interrupts;
use crate::opponents::match_report::{MatchReport, MatchResult};
use crate::opponents::player_spec::PlayerSpec;
use crate::opponents::thinker::{KnownRules, Thinker};
use crate::ruleset_loader::{self, Loaded};
use crate::seed;
use crate::terminal::print;
use crate::threads::ThreadsArg;
use clap::Args;
use linstock_engine::vm::{Fault, MoveList, Turn};
use linstock_play::Refusal;
use linstock_search::{RandomPlay, SeenGame, Utilities};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    game: GameArgs,
    /// A player: random, beginner, casual, strong, best, or a search (tree, alpha-beta, plain-tree); with a time or a number of
    /// iterations for each move, such as best:2s or tree:1000
    #[arg(value_name = "PLAYER", value_parser = PlayerSpec::read)]
    first: PlayerSpec,
    /// The player it is compared with
    #[arg(value_name = "OTHER", value_parser = PlayerSpec::read)]
    second: PlayerSpec,
    /// The number of games
    #[arg(long, value_name = "N", default_value = "100", allow_negative_numbers = true, value_parser = count(1_000_000))]
    games: NonZero<u64>,
    /// The number of random moves with which each pair of games begins
    #[arg(long, value_name = "N", default_value_t = 2, allow_negative_numbers = true, value_parser = number::<u32>(0..=1_000))]
    opening: u32,
    /// The seed of chance, of the openings and of the players; a random number by default
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed::read)]
    seed: Option<u64>,
    /// Stop a game after this number of moves and outcomes of chance; it counts as drawn
    #[arg(long, value_name = "N", default_value_t = 1_000, allow_negative_numbers = true, value_parser = number::<u32>(1..=u32::MAX.into()))]
    max_plies: u32,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A match that several threads play.
struct Match<'m> {
    args: &'m MatchArgs,
    seed: u64,
    /// What is known about the rules.
    known: KnownRules,
    interrupts: &'m Interrupts,
    next: AtomicU64,
}

/// Runs `linstock match`.
///
/// # Errors
/// If the ruleset cannot be loaded or fails.
pub(crate) fn run(args: &MatchArgs) -> Result<(), CommandFailure> {
    let loaded = ruleset_loader::load(&args.game.request())?;
    if loaded.rules.players().len() < 2 {
        return Err(CommandFailure::Failed(
            "a match needs a game for two or more players".to_owned(),
        ));
    }
    let interrupts = Interrupts::watched();
    let stop = || interrupts.count() > 0;
    let failed = |fault: Fault| failure(&loaded, fault);
    let known = KnownRules::new(&loaded.rules, &stop).map_err(failed)?;
    let played = Match {
        args,
        seed: args.seed.unwrap_or_else(seed::draw),
        known,
        interrupts: &interrupts,
        next: AtomicU64::new(0),
    };
    let result = played.play_all(args.threads.threads()).map_err(failed)?;
    let players = loaded.rules.players().iter();
    let report = MatchReport {
        game: loaded.rules.title(),
        players: [args.first, args.second],
        seed: played.seed,
        seats: players
            .map(|name| loaded.rules.model().title(name))
            .collect(),
        result,
        stopped: stop(),
    };
    print(if args.json {
        report.json()
    } else {
        report.text()
    })
}

/// Converts a fault of the rules to a failure of the command.
fn failure(loaded: &Loaded, fault: Fault) -> CommandFailure {
    CommandFailure::Failed(Refusal::of(fault, Some(&loaded.sources)).to_string())
}

impl Match<'_> {
    fn is_stopped(&self) -> bool {
        self.interrupts.count() > 0
    }

    /// Plays all games, and returns the sum of their results.
    fn play_all(&self, threads: usize) -> Result<MatchResult, Fault> {
        let results = std::thread::scope(|scope| {
            let worker = || move || guarded(|| self.work());
            let threads = spawn_deep(scope, threads, worker)
                .map_err(|_| Fault::statement("the system has no thread for the games"))?;
            let done = threads.into_iter().map(|thread| thread.join());
            let results = done.map(|done| done.expect("guarded"));
            let results = results.map(|done| match done {
                Ok(done) => done,
                Err(defect) => Err(Fault::statement(defect.message())),
            });
            results.collect::<Result<Vec<MatchResult>, Fault>>()
        })?;
        let mut sum = MatchResult::new(self.known.rules().players().len());
        results.iter().for_each(|part| sum.merge(part));
        Ok(sum)
    }

    /// Plays games until all have begun.
    fn work(&self) -> Result<MatchResult, Fault> {
        let mut known = self.known.clone();
        let mut result = MatchResult::new(known.rules().players().len());
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.args.games.get() || self.is_stopped() {
                return Ok(result);
            }
            self.play(number, &mut known, &mut result)?;
        }
    }

    /// Plays a game. The first player has another seat in each game of a group that begins alike.
    fn play(
        &self,
        number: u64,
        known: &mut KnownRules,
        result: &mut MatchResult,
    ) -> Result<(), Fault> {
        let rules = Arc::clone(known.rules());
        let seats = rules.players().len();
        let own = usize::try_from(number % seats as u64).expect("a seat");
        let opening = number / seats as u64;
        let player = |seat: usize| match seat == own {
            true => self.args.first,
            false => self.args.second,
        };
        let seed = |seat: usize| self.seed ^ number.wrapping_mul(31).wrapping_add(seat as u64 + 1);
        let mut players: Vec<Thinker> = (0..seats)
            .map(|seat| Thinker::new(player(seat), seed(seat)))
            .collect();
        let mut random = RandomPlay::new(Arc::clone(&rules), self.seed, opening);
        let mut moves = MoveList::default();
        let mut position = rules.start()?;
        rules.moves_into(&position, &mut moves)?;
        let hides = rules.hides_something();
        let seats_with_eyes = rules.model().seat_ids().filter(|_| hides);
        let mut seen_games: Vec<SeenGame> = seats_with_eyes
            .map(|seat| SeenGame::new(seat, &position))
            .collect();
        let (mut plies, mut chosen) = (0, 0);
        let stop = || self.is_stopped();
        while position.over.is_none() && plies < self.args.max_plies {
            let is_chance = matches!(rules.turn(&position), Turn::Chance);
            let mv = if is_chance || chosen < self.args.opening {
                random.pick(&position, &moves)?
            } else {
                let seat = moves.seat().index();
                let seen_game = seen_games.get(seat);
                players[seat].think(known, (&position, seen_game), &stop)?.0
            };
            chosen += u32::from(!is_chance);
            let before = (!seen_games.is_empty()).then(|| position.clone());
            rules.advance(&mut position, mv, &mut moves)?;
            if let Some(before) = before {
                for seen_game in &mut seen_games {
                    seen_game.note(&rules, (&before, mv), &position)?;
                }
            }
            plies += 1;
            if self.is_stopped() {
                return Ok(());
            }
        }
        let utilities = position.over.map(|end| Utilities::of_end(end, seats));
        result.add(own, plies, utilities.as_ref());
        Ok(())
    }
}
