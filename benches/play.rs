//! How fast games are played: `cargo bench`. Quote ratios, since machines differ; see CONTRIBUTING.md.

use divan::Bencher;
use divan::counter::ItemsCount;
use linstock::base::Sources;
use linstock::engine::{Moves, State};
use linstock::model::Choices;
use linstock::rules::Rules;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// A game that is not over by then is left.
const MOST_PLIES: usize = 400;
/// Playouts an iteration: one starts where another ends, so that none is timed alone.
const PLAYOUTS: usize = 64;

/// A game that is measured.
#[derive(Clone, Copy, Debug)]
enum Game {
    Cannon,
    Breakthrough,
}

use Game::{Breakthrough, Cannon};

fn main() {
    divan::main();
}

fn rules(game: Game) -> Rules {
    let text = match game {
        Cannon => include_str!("../rulesets/cannon/cannon.game"),
        Breakthrough => include_str!("../examples/breakthrough/breakthrough.game"),
    };
    let sources = Sources::from([("bench.game", text)]);
    Rules::load(&sources, &Choices::default()).expect("the rules load")
}

/// Plays at random to the end, uniformly over the legal list.
fn playout(rules: &Rules, start: &State, moves: &mut Moves, random: &mut Pcg64) {
    let mut state = start.clone();
    rules.moves_into(&state, moves);
    for _ in 0..MOST_PLIES {
        let count = moves.len() as u64;
        let at = ((random.next_u64() >> 32) * count) >> 32;
        let Some(mv) = moves.get(at as usize) else {
            return;
        };
        rules
            .advance(&mut state, mv, moves)
            .expect("a listed move can be played");
    }
}

#[divan::bench(args = [Cannon, Breakthrough], sample_count = 20)]
fn playouts(bencher: Bencher<'_, '_>, game: Game) {
    let rules = rules(game);
    let start = rules.start().expect("the rules start");
    let (mut moves, mut random) = (Moves::default(), Pcg64::seed_from_u64(1));
    bencher.counter(ItemsCount::new(PLAYOUTS)).bench_local(|| {
        for _ in 0..PLAYOUTS {
            playout(&rules, &start, &mut moves, &mut random);
        }
    });
}

fn perft(rules: &Rules, state: &State, depth: usize) -> u64 {
    let mut moves = Moves::default();
    rules.moves_into(state, &mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv| {
        let mut next = state.clone();
        rules
            .apply(&mut next, mv)
            .expect("a listed move can be played");
        perft(rules, &next, depth - 1)
    };
    moves.iter().map(after).sum()
}

/// Counts the positions at depth 4: 111 376 in Cannon, 256 036 in Breakthrough.
#[divan::bench(args = [Cannon, Breakthrough], sample_count = 20)]
fn perft_nodes(bencher: Bencher<'_, '_>, game: Game) {
    let rules = rules(game);
    let start = rules.start().expect("the rules start");
    let nodes = perft(&rules, &start, 4);
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| perft(&rules, &start, 4));
}

/// From text to compiled rules.
#[divan::bench(args = [Cannon, Breakthrough])]
fn load(bencher: Bencher<'_, '_>, game: Game) {
    bencher.bench_local(|| rules(game));
}

/// The whole program, from the command to the first board on the screen and out again.
#[divan::bench(sample_count = 20)]
fn repl_start() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_linstock"))
        .args(["play", "cannon"])
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the program runs");
    assert!(output.status.success());
}

/// The program that only says which version it is.
#[divan::bench(sample_count = 20)]
fn version() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_linstock"))
        .arg("--version")
        .output()
        .expect("the program runs");
    assert!(output.status.success());
}
