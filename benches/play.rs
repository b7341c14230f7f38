//! How fast games are played: `cargo bench`. Quote ratios, since machines differ; see CONTRIBUTING.md.

use divan::Bencher;
use divan::counter::ItemsCount;
use linstock::{Choices, MoveList, Position, Rules, Sources};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use std::io::{BufRead as _, BufReader, Write as _};

/// A game that is not over by then is left. Games of cards have an end of their own, long before this.
const MOST_PLIES: usize = 2_000;
/// A game on a board alone that is not over by then is left.
const MOST_MOVES: usize = 400;
/// Playouts an iteration: one starts where another ends, so that none is timed alone.
const PLAYOUTS: usize = 64;

/// A game that is measured.
#[derive(Clone, Copy, Debug)]
enum MeasuredGame {
    Cannon,
    Breakthrough,
    BusterForTwo,
    BusterForFour,
    ColonyForTwo,
    ColonyForFour,
    Ball,
    Chess,
    Shogi,
    EnglishDraughts,
    InternationalDraughts,
    Reversi,
    Go,
    Backgammon,
    Hearts,
}

use MeasuredGame::{
    Backgammon, Ball, Breakthrough, BusterForFour, BusterForTwo, Cannon, Chess, ColonyForFour,
    ColonyForTwo, EnglishDraughts, Go, Hearts, InternationalDraughts, Reversi, Shogi,
};

fn main() {
    divan::main();
}

fn rules(game: MeasuredGame) -> Rules {
    let (text, players) = match game {
        Cannon => (include_str!("../rulesets/cannon/cannon.game"), None),
        Breakthrough => (
            include_str!("../examples/breakthrough/breakthrough.game"),
            None,
        ),
        BusterForTwo => (BUSTER, Some(2)),
        BusterForFour => (BUSTER, Some(4)),
        ColonyForTwo => (COLONY, Some(2)),
        ColonyForFour => (COLONY, Some(4)),
        Ball => (BALL, None),
        Chess => (include_str!("../rulesets/chess/chess.game"), None),
        Shogi => (include_str!("../rulesets/shogi/shogi.game"), None),
        EnglishDraughts => (
            include_str!("../rulesets/english-draughts/english-draughts.game"),
            None,
        ),
        InternationalDraughts => (
            include_str!("../rulesets/international-draughts/international-draughts.game"),
            None,
        ),
        Reversi => (include_str!("../rulesets/reversi/reversi.game"), None),
        Go => (include_str!("../rulesets/go/go.game"), None),
        Backgammon => (include_str!("../rulesets/backgammon/backgammon.game"), None),
        Hearts => (include_str!("../rulesets/hearts/hearts.game"), None),
    };
    let sources = Sources::from([
        ("bench.game", text),
        BUSTER_SCRIPT,
        COLONY_SCRIPT,
        BALL_SCRIPT,
    ]);
    let option = match game {
        Ball => Some(("turn-cap", "400")),
        Go => Some(("size", "9")),
        _ => None,
    };
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    let choices = Choices {
        players,
        options: option.map(owned).into_iter().collect(),
        ..Choices::default()
    };
    Rules::load(&sources, &choices).expect("the rules load")
}

const BUSTER: &str = include_str!("../rulesets/cannon-buster/cannon-buster.game");
const BUSTER_SCRIPT: (&str, &str) = (
    "cannon-buster.rhai",
    include_str!("../rulesets/cannon-buster/cannon-buster.rhai"),
);
const COLONY: &str = include_str!("../rulesets/cannonball-colony/cannonball-colony.game");
const COLONY_SCRIPT: (&str, &str) = (
    "cannonball-colony.rhai",
    include_str!("../rulesets/cannonball-colony/cannonball-colony.rhai"),
);

const BALL: &str = include_str!("../rulesets/cannon-ball/cannon-ball.game");
const BALL_SCRIPT: (&str, &str) = (
    "cannon-ball.rhai",
    include_str!("../rulesets/cannon-ball/cannon-ball.rhai"),
);

/// Picks a place of the list, all alike.
fn pick(moves: &MoveList, random: &mut Pcg64) -> usize {
    let count = moves.len() as u64;
    usize::try_from(((random.next_u64() >> 32) * count) >> 32).unwrap_or(0)
}

/// Plays at random, uniformly over the legal list, to the end
/// or to so many decisions; returns how many there were.
fn playout(
    rules: &Rules,
    start: &Position,
    (moves, most): (&mut MoveList, usize),
    random: &mut Pcg64,
) -> usize {
    let mut state = start.clone();
    rules.moves_into(&state, moves).expect("they can be listed");
    for ply in 0..most {
        let Some(mv) = moves.get(pick(moves, random)) else {
            return ply;
        };
        rules
            .advance(&mut state, mv, moves)
            .expect("a listed move can be played");
    }
    most
}

/// Returns when a game is left that is not over.
fn most_plies(game: MeasuredGame) -> usize {
    match game {
        Cannon
        | Breakthrough
        | Chess
        | Shogi
        | EnglishDraughts
        | InternationalDraughts
        | Reversi
        | Go => MOST_MOVES,
        BusterForTwo | BusterForFour | ColonyForTwo | ColonyForFour | Ball | Backgammon
        | Hearts => MOST_PLIES,
    }
}

#[divan::bench(
    args = [Cannon, Breakthrough, BusterForTwo, BusterForFour, ColonyForTwo, ColonyForFour, Ball],
    sample_count = 20
)]
fn playouts(bencher: Bencher<'_, '_>, game: MeasuredGame) {
    let rules = rules(game);
    let start = rules.start().expect("the rules start");
    let (mut moves, mut random) = (MoveList::default(), Pcg64::seed_from_u64(1));
    let most = most_plies(game);
    bencher.counter(ItemsCount::new(PLAYOUTS)).bench_local(|| {
        for _ in 0..PLAYOUTS {
            playout(&rules, &start, (&mut moves, most), &mut random);
        }
    });
}

/// Classics, of which a game may take long: one playout an iteration.
#[divan::bench(
    args = [Chess, Shogi, EnglishDraughts, InternationalDraughts, Reversi, Go, Backgammon, Hearts],
    sample_count = 20
)]
fn classics(bencher: Bencher<'_, '_>, game: MeasuredGame) {
    let rules = rules(game);
    let start = rules.start().expect("the rules start");
    let (mut moves, mut random) = (MoveList::default(), Pcg64::seed_from_u64(1));
    let most = most_plies(game);
    bencher
        .counter(ItemsCount::new(1u32))
        .bench_local(|| playout(&rules, &start, (&mut moves, most), &mut random));
}

/// Returns the letters of a column from 0: `a` to `z`, then `aa`.
fn letters(column: usize) -> String {
    let letter = |n: usize| char::from(b'a' + u8::try_from(n % 26).unwrap_or(0));
    match column / 26 {
        0 => letter(column).to_string(),
        more => format!("{}{}", letter(more - 1), letter(column)),
    }
}

/// Makes an island of so many columns and rows out of the parts of the shipped one.
fn field((columns, rows): (usize, usize)) -> Rules {
    let parts: Vec<String> = (0..rows / 6)
        .flat_map(|row| (0..columns / 6).map(move |column| (column, row)))
        .map(|(column, row)| {
            let part = ["a", "b", "c", "d"][(column + 3 * row) % 4];
            let (left, right) = (letters(6 * column), letters(6 * column + 5));
            format!(
                "lay {part} at {left}{}..{right}{}",
                6 * row + 1,
                6 * row + 6
            )
        })
        .collect();
    let (left, right) = (letters(columns - 6), letters(columns - 1));
    let corner = format!("{left}{}..{right}{rows}", rows - 5);
    let text = include_str!("field.game")
        .replace("SIZE", &format!("{columns} x {rows}"))
        .replace("CORNER", &corner)
        .replace("TILES", &(columns * rows * 50 / 72).to_string())
        .replace("PARTS", &parts.join("; "));
    let sources = Sources::from([
        ("field.game", text.as_str()),
        ("colony.game", COLONY),
        COLONY_SCRIPT,
    ]);
    Rules::load(&sources, &Choices::default()).expect("the rules load")
}

/// Decisions of a game that are timed on larger and larger islands.
const DECISIONS: usize = 300;

/// How the cost of a decision (its legal list, and the move played) grows with the board, from 12 x 6 squares to 48 x 48.
#[divan::bench(args = [(12, 6), (12, 12), (24, 24), (36, 36), (48, 48)], sample_count = 10)]
fn decisions(bencher: Bencher<'_, '_>, size: (usize, usize)) {
    let rules = field(size);
    let start = rules.start().expect("the rules start");
    let (mut moves, mut random) = (MoveList::default(), Pcg64::seed_from_u64(1));
    let counter = ItemsCount::new(DECISIONS);
    bencher.counter(counter).bench_local(|| {
        let mut left = DECISIONS;
        while left > 0 {
            left -= playout(&rules, &start, (&mut moves, left), &mut random);
        }
    });
}

fn perft(rules: &Rules, state: &Position, depth: usize) -> u64 {
    let mut moves = MoveList::default();
    rules
        .moves_into(state, &mut moves)
        .expect("they can be listed");
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
fn perft_nodes(bencher: Bencher<'_, '_>, game: MeasuredGame) {
    let rules = rules(game);
    let start = rules.start().expect("the rules start");
    let nodes = perft(&rules, &start, 4);
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| perft(&rules, &start, 4));
}

/// From text to compiled rules.
#[divan::bench(args = [Cannon, Breakthrough, BusterForFour])]
fn load(bencher: Bencher<'_, '_>, game: MeasuredGame) {
    bencher.bench_local(|| rules(game));
}

/// Names the shipped rulesets.
fn shipped() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names.filter_map(|name| name.into_string().ok()).collect();
    names.retain(|name| std::path::Path::new(folder).join(name).is_dir());
    names.sort();
    names
}

/// From `reload`, with twenty moves played, to its answer: what happens when a file is saved that is watched.
#[divan::bench(args = shipped(), sample_count = 10, sample_size = 1)]
fn reload(bencher: Bencher<'_, '_>, game: &str) {
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_linstock"))
        .args(["play", game, "--seed", "1"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut orders = program.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(program.stdout.take().expect("a pipe")).lines();
    writeln!(orders, "random 20").expect("it reads");
    bencher.bench_local(|| {
        writeln!(orders, "reload").expect("it reads");
        let answer = lines.find(|line| {
            line.as_ref()
                .is_ok_and(|line| line.contains("was read again"))
        });
        assert!(answer.is_some(), "{game} did not answer");
    });
    drop(orders);
    program.wait().expect("it ends");
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
