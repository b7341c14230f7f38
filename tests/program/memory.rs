//! What a position and a game take in memory: the figures of docs/reliability.md.

use crate::protocol::Server;
use linstock_base::Sources;
use linstock_check::Choices;
use linstock_engine::vm::Position;
use linstock_play::Rules;
use linstock_play::{ChanceMode, Order, Save, Session, Setup, Viewer};
use linstock_testing::games::{BALL, BROAD, SETTINGS, Setting, thorough};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;
use std::time::Instant;

/// Plays random moves, one request each, and tells the position after each of them.
fn played(setting: Setting, plies: usize) -> (Session, Vec<Position>) {
    let rules = Rules::load(&setting.sources(), &setting.choices()).expect("the rules load");
    let setup = Setup {
        chance: ChanceMode::Manual,
        ..Setup::default()
    };
    let mut session = Session::begin(Arc::new(rules), setup).expect("it begins");
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let mut positions = vec![session.state().clone()];
    while let Some(actor) = session.decider().filter(|_| session.ply() < plies) {
        let listed = session.choices(actor).expect("they can be listed");
        let order = Order {
            actor: Some(actor),
            text: listed[random.next_u64() as usize % listed.len()]
                .text
                .clone(),
        };
        session.play(&[order]).expect("it is legal");
        positions.push(session.state().clone());
    }
    (session, positions)
}

#[test]
fn every_position_can_be_worked_out_again() {
    for (setting, plies) in [(SETTINGS[0], 120), (BALL[0], 80), (BROAD, 20)] {
        let (mut session, positions) = played(setting, plies);
        let same = |a: &Position, b: &Position| a == b && a.history[..] == b.history[..];
        for (ply, position) in positions.iter().enumerate() {
            assert!(same(&session.state_at(ply), position), "{setting:?}, {ply}");
        }
        let last = session.ply();
        for ply in [last - 1, last / 2, 3, 0] {
            session.back_to(ply).expect("they were played");
            assert!(same(session.state(), &positions[ply]));
            for (other, position) in positions.iter().enumerate().step_by(23) {
                assert!(same(&session.state_at(other), position));
            }
        }
        session.redo(last as u64 - 1).expect("they were undone");
        assert!(same(session.state(), &positions[last - 1]));
        // What goes on from an earlier ply takes the place of what was undone.
        session.back_to(last / 2).expect("they were played");
        let actor = session.decider().expect("the game went on");
        let choice = session
            .choices(actor)
            .expect("they can be listed")
            .remove(0);
        session
            .play(&[choice.text.as_str().into()])
            .expect("it is legal");
        assert_eq!(session.ply(), last / 2 + 1);
        assert!(session.redo(1).is_err());
        assert!(same(&session.state_at(last / 2), &positions[last / 2]));
    }
}

#[test]
fn a_game_takes_little_memory_for_each_ply() {
    for (setting, position, a_ply) in [
        (SETTINGS[0], 400, 250),
        (BALL[0], 8_000, 500),
        (BROAD, 40_000, 800),
    ] {
        let (session, positions) = played(setting, 600);
        let bytes = session.bytes();
        let state = positions
            .last()
            .map_or(0, |p| p.words.len() * 8 + size_of::<Position>());
        println!(
            "{:?}: a position {state} bytes, a ply of a session {} bytes ({} plies)",
            setting.files.first(),
            bytes / session.ply(),
            session.ply()
        );
        assert!(state < position, "{setting:?}: {state}");
        assert!(bytes / session.ply() < a_ply, "{setting:?}: {bytes}");
    }
}

/// Two kings that walk about for as long as one likes.
const ENDLESS: &str = "game walk \"Walk\"\nplayers ann, bob\nboard 8 x 8\npiece king \"k\"\n\
    move go \"{here}-{there}\" { here in own\n there in next to here and empty\n here -> there }\n\
    play { ann king: box -> a1\n bob king: box -> h8\n repeat each player { ask me: go } }\n";

/// A game of 100 000 plies is saved and loaded in some seconds, and in time that goes up with the number of plies alone.
#[test]
fn a_long_game_is_saved_and_loaded() {
    let plies = if thorough() { 100_000 } else { 1_000 };
    let rules = Rules::load(
        &Sources::from([("walk.game", ENDLESS)]),
        &Choices::default(),
    );
    let rules = Arc::new(rules.expect("the rules load"));
    let mut session = Session::begin(rules, Setup::default()).expect("it begins");
    let mut random = Pcg64Mcg::seed_from_u64(7);
    for _ in 0..plies {
        let actor = session.decider().expect("it has no end");
        let listed = session.choices(actor).expect("they can be listed");
        let picked = &listed[random.next_u64() as usize % listed.len()];
        let order = picked.text.as_str().into();
        session.play(&[order]).expect("it is legal");
    }
    let text = Save::of(&session).text();
    let begun = Instant::now();
    let save = Save::read(&text).expect("it can be read");
    let loaded = save
        .resume(Arc::clone(session.rules()), None)
        .expect("it can be played again");
    println!(
        "{plies} plies, a save of {} bytes: loaded in {} ms, a session of {} bytes",
        text.len(),
        begun.elapsed().as_millis(),
        loaded.bytes()
    );
    assert_eq!(loaded.ply(), plies);
    assert_eq!(loaded.hash(Viewer::Table), session.hash(Viewer::Table));
}

/// The memory that this process holds, in KB; nothing where the system does not tell.
fn held() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// What `tests/it/memory.rs` tries with 2 000 games, with a hundred thousand; it takes minutes.
#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_games_through_one_engine_take_no_more_memory() {
    let mut server = Server::default();
    let mut play = |games: std::ops::Range<u32>| {
        for seed in games {
            let new = format!(r#"{{"cmd":"new","game":"examples/tic-tac-toe","seed":{seed}}}"#);
            let plays = ["a1", "b2", "c3"].map(|mv| format!(r#"{{"cmd":"play","move":"{mv}"}}"#));
            let undo = r#"{"cmd":"undo"}"#.to_owned();
            for line in [new].iter().chain(&plays).chain([&undo]) {
                let (answer, _) = server.answer(line.as_bytes());
                assert!(answer.contains(r#""ok":true"#), "{line}\n{answer}");
            }
        }
        held()
    };
    let before = play(0..1_000);
    println!("1 000 games: {before:?} KB");
    for thousands in 1..100 {
        let games = play(1_000 * thousands..1_000 * (thousands + 1));
        if thousands % 10 == 9 {
            println!("{} 000 games: {games:?} KB", thousands + 1);
        }
        if let Some((before, games)) = before.zip(games) {
            assert!(games < before + before / 10, "{before} KB, then {games}");
        }
    }
}
