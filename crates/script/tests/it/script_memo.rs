//! An answer of a script that is remembered is the one that the script would give: each call of random games is made twice.

use linstock_engine::ir::{CompiledRules, ScriptAnswer, ScriptHost, WordsView};
use linstock_engine::vm::{MoveList, Position};
use linstock_model::{ScriptId, Value};
use linstock_play::Rules;
use linstock_script::Scripts;
use linstock_testing::games::{BALL, CARDS, COLONY, Setting, share};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Scripts that remember, and the same that run each call.
#[derive(Debug)]
struct MemoBesideCalls {
    remembering: Arc<dyn ScriptHost>,
    running: Scripts,
    /// What the last call was remembered to give, and the operations that it took.
    recalled: Mutex<Option<(ScriptAnswer, usize)>>,
    /// The number of remembered calls.
    count: AtomicUsize,
}

impl ScriptHost for MemoBesideCalls {
    fn recall(
        &self,
        script: ScriptId,
        args: &[u64],
        at: WordsView<'_>,
        _operations: &Cell<usize>,
    ) -> Option<ScriptAnswer> {
        let took = Cell::new(0);
        let known = self.remembering.recall(script, args, at, &took);
        self.count
            .fetch_add(usize::from(known.is_some()), Ordering::Relaxed);
        *self.recalled.lock().expect("nothing panics") = known.map(|known| (known, took.get()));
        // So the function is called, too.
        None
    }

    fn call(
        &self,
        script: ScriptId,
        args: &[Value],
        at: WordsView<'_>,
        operations: &Cell<usize>,
    ) -> Result<ScriptAnswer, String> {
        let before = operations.get();
        let run = self.running.call(script, args, at, operations);
        let recalled = self.recalled.lock().expect("nothing panics").take();
        match recalled {
            Some((remembered, took)) => {
                assert_eq!(Ok(remembered), run);
                assert_eq!(before + took, operations.get());
            }
            None => assert_eq!(self.remembering.call(script, args, at, &Cell::new(0)), run),
        }
        run
    }
}

fn compared(setting: Setting) -> (Rules, Arc<MemoBesideCalls>) {
    let sources = setting.sources();
    let loaded = Rules::load(&sources, &setting.choices()).expect("the rules load");
    let mut rules = CompiledRules::clone(&loaded);
    let (scripts, _) = Scripts::load(rules.model(), &sources);
    let compared = Arc::new(MemoBesideCalls {
        remembering: rules.scripts.take().expect("the game has scripts"),
        running: scripts.expect("they load again").without_memo(),
        recalled: Mutex::new(None),
        count: AtomicUsize::new(0),
    });
    let scripts: Arc<dyn ScriptHost> = compared.clone();
    rules.scripts = Some(scripts);
    (rules.into(), compared)
}

fn play(rules: &Rules, start: &Position, random: &mut Pcg64) {
    let (mut state, mut moves) = (start.clone(), MoveList::default());
    rules
        .moves_into(&state, &mut moves)
        .expect("they can be listed");
    while !moves.is_empty() {
        let pick = usize::try_from(random.next_u64() >> 33).unwrap_or(0) % moves.len();
        let mv = moves.get(pick).expect("it is listed");
        let done = rules.advance(&mut state, mv, &mut moves);
        done.expect("a listed move can be played");
    }
}

#[test]
fn remembered_answers_are_those_of_the_scripts() {
    let mut recalled = 0;
    for setting in [CARDS[0], CARDS[2], COLONY[0], COLONY[2], BALL[0]] {
        let (rules, scripts) = compared(setting);
        let start = rules.start().expect("the rules start");
        let mut random = Pcg64::seed_from_u64(1);
        for _ in 0..share(10) {
            play(&rules, &start, &mut random);
        }
        recalled += scripts.count.load(Ordering::Relaxed);
    }
    assert!(recalled > 0);
}
