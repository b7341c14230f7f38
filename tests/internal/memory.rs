//! What a position and a game take in memory: the figures of docs/reliability.md.

use crate::internal_tests::games::{BALL, BROAD, SETTINGS, Setting};
use crate::ir::Rules;
use crate::play::{ChanceMode, Order, Session, Setup};
use crate::vm::Position;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;

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
        let same = |a: &Position, b: &Position| a == b && a.history == b.history;
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
