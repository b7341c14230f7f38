//! What share of a decision is spent in scripts. It measures and asserts little, so it is run by hand:
//! `cargo test --release -p linstock-script --test it script_time -- --ignored --nocapture`.

use linstock_engine::ir::{CompiledRules, ScriptAnswer, ScriptHost, WordsView};
use linstock_engine::vm::{MoveList, Position};
use linstock_model::{ScriptId, Value};
use linstock_play::Rules;
use linstock_testing::games::{BALL, CARDS, COLONY, Setting};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// The number of whole games.
const GAMES: u64 = 20;

/// The scripts of a game, with the time that is spent in them.
#[derive(Debug)]
struct Timed {
    host: Arc<dyn ScriptHost>,
    nanoseconds: AtomicU64,
    calls: AtomicU64,
}

impl ScriptHost for Timed {
    fn recall(
        &self,
        script: ScriptId,
        args: &[u64],
        at: WordsView<'_>,
        operations: &Cell<usize>,
    ) -> Option<ScriptAnswer> {
        let begun = Instant::now();
        let answer = self.host.recall(script, args, at, operations);
        self.add(begun, answer.is_some());
        answer
    }

    fn call(
        &self,
        script: ScriptId,
        args: &[Value],
        at: WordsView<'_>,
        operations: &Cell<usize>,
    ) -> Result<ScriptAnswer, String> {
        let begun = Instant::now();
        let answer = self.host.call(script, args, at, operations);
        self.add(begun, true);
        answer
    }
}

impl Timed {
    /// Adds the time since a call was begun, and counts it if it has ended.
    fn add(&self, begun: Instant, has_ended: bool) {
        let spent = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.nanoseconds.fetch_add(spent, Relaxed);
        self.calls.fetch_add(has_ended.into(), Relaxed);
    }
}

/// Returns the rules of a game with its scripts timed.
fn timed(setting: Setting) -> (Rules, Arc<Timed>) {
    let loaded = Rules::load(&setting.sources(), &setting.choices()).expect("the rules load");
    let mut rules = CompiledRules::clone(&loaded);
    let timed = Arc::new(Timed {
        host: rules.scripts.take().expect("the game has scripts"),
        nanoseconds: AtomicU64::new(0),
        calls: AtomicU64::new(0),
    });
    let scripts: Arc<dyn ScriptHost> = timed.clone();
    rules.scripts = Some(scripts);
    (rules.into(), timed)
}

/// Plays a game at random and notes how many microseconds each decision takes: to do what was chosen, and to list what
/// may be chosen then.
fn play(rules: &Rules, start: &Position, random: &mut Pcg64, spent: &mut Vec<f64>) {
    let (mut state, mut moves) = (start.clone(), MoveList::default());
    rules
        .moves_into(&state, &mut moves)
        .expect("they can be listed");
    let pick = |moves: &MoveList, random: &mut Pcg64| {
        let count = moves.len() as u64;
        usize::try_from(((random.next_u64() >> 32) * count) >> 32).unwrap_or(0)
    };
    while let Some(mv) = moves.get(pick(&moves, random)) {
        let begun = Instant::now();
        let done = rules.advance(&mut state, mv, &mut moves);
        spent.push(begun.elapsed().as_nanos() as f64 / 1000.0);
        done.expect("a listed move can be played");
    }
}

#[test]
#[ignore = "it measures, and is run by hand in a release build"]
fn the_share_of_scripts_is_measured() {
    for setting in [CARDS[0], CARDS[2], COLONY[0], COLONY[2], BALL[0]] {
        let (rules, timed) = timed(setting);
        let start = rules.start().expect("the rules start");
        let (mut random, mut spent) = (Pcg64::seed_from_u64(1), Vec::new());
        for _ in 0..GAMES {
            play(&rules, &start, &mut random, &mut spent);
        }
        spent.sort_by(f64::total_cmp);
        let all: f64 = spent.iter().sum();
        let scripts = timed.nanoseconds.load(Relaxed) as f64 / 1000.0;
        println!(
            "{}: a decision takes {:.1} microseconds by mean, {:.1} by median, {:.1} at the 99th percentile \
             ({} in {GAMES} games); {:.1} % of it in {} calls of scripts",
            setting.files[0],
            all / spent.len() as f64,
            spent[spent.len() / 2],
            spent[spent.len() * 99 / 100],
            spent.len(),
            100.0 * scripts / all,
            timed.calls.load(Relaxed),
        );
        assert!(scripts < all);
    }
}
