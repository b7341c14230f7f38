//! An engine that begins game after game does not grow.

use crate::protocol::Engine;

/// Returns the memory of a process in pages, without those of files; `None` if the system does not tell.
fn pages(process: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let mut numbers = text.split(' ').map(str::parse::<u64>);
    let (held, of_files) = (numbers.nth(1)?.ok()?, numbers.next()?.ok()?);
    held.checked_sub(of_files)
}

#[test]
fn many_games_through_one_engine_take_no_more_memory_than_some() {
    let mut engine = Engine::start();
    let mut play = |games: u32| {
        for seed in 0..games {
            engine.done(&format!(
                r#"{{"cmd":"new","game":"examples/tic-tac-toe","seed":{seed}}}"#
            ));
            for mv in ["a1", "b2", "c3"] {
                engine.done(&format!(r#"{{"cmd":"play","move":"{mv}"}}"#));
            }
            engine.done(r#"{"cmd":"undo"}"#);
        }
        pages(engine.process())
    };
    let (some, many) = (play(300), play(1700));
    println!("{some:?} pages after 300 games, {many:?} after 2000");
    if let Some((some, many)) = some.zip(many) {
        assert!(many < some + some / 10, "{some} pages, then {many}");
    }
}
