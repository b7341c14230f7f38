//! How fast games are played: `cargo bench`. Quote ratios, since machines differ; see CONTRIBUTING.md.

use divan::Bencher;
use divan::counter::ItemsCount;
use linstock::base::Sources;
use linstock::check::Choices;
use linstock::ir::{Rules, ScriptAnswer, ScriptHost, WordsView};
use linstock::model::{ScriptId, Topology, Value};
use linstock::vm::{MoveList, Position};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// A game that is not over by then is left. Games of cards have an end of their own, long before this.
const MOST_PLIES: usize = 2_000;
/// A game on a board alone that is not over by then is left.
const MOST_MOVES: usize = 400;
/// Playouts an iteration: one starts where another ends, so that none is timed alone.
const PLAYOUTS: usize = 64;

/// A game that is measured.
#[derive(Clone, Copy, Debug)]
enum Game {
    Cannon,
    Breakthrough,
    BusterForTwo,
    BusterForFour,
    ColonyForTwo,
    ColonyForFour,
    Ball,
}

use Game::{Ball, Breakthrough, BusterForFour, BusterForTwo, Cannon, ColonyForFour, ColonyForTwo};

fn main() {
    if std::env::args().any(|arg| arg == "--bench") {
        tell_share_of_scripts(BusterForTwo);
        tell_share_of_scripts(BusterForFour);
        tell_share_of_scripts(ColonyForTwo);
        tell_share_of_scripts(ColonyForFour);
        tell_decisions(Ball);
    }
    divan::main();
}

fn rules(game: Game) -> Rules {
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
    };
    let sources = Sources::from([
        ("bench.game", text),
        BUSTER_SCRIPT,
        COLONY_SCRIPT,
        BALL_SCRIPT,
    ]);
    let capped = || ("turn-cap".to_owned(), "400".to_owned());
    let choices = Choices {
        players,
        options: matches!(game, Ball).then(capped).into_iter().collect(),
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

/// The scripts of a game, with the time that is spent in them.
#[derive(Debug)]
struct Timed {
    host: Arc<dyn ScriptHost>,
    nanoseconds: AtomicU64,
    calls: AtomicU64,
}

impl ScriptHost for Timed {
    fn call(
        &self,
        script: ScriptId,
        args: &[Value],
        at: WordsView<'_>,
    ) -> Result<ScriptAnswer, String> {
        let begun = Instant::now();
        let answer = self.host.call(script, args, at);
        let spent = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.nanoseconds.fetch_add(spent, Relaxed);
        self.calls.fetch_add(1, Relaxed);
        answer
    }
}

/// Returns the rules of a game with its scripts timed; nothing for one without scripts.
fn timed(game: Game) -> Option<(Rules, Arc<Timed>)> {
    let mut rules = rules(game);
    let timed = Arc::new(Timed {
        host: rules.scripts.take()?,
        nanoseconds: AtomicU64::new(0),
        calls: AtomicU64::new(0),
    });
    let scripts: Arc<dyn ScriptHost> = timed.clone();
    rules.scripts = Some(scripts);
    Some((rules, timed))
}

/// Says how long a decision takes, to list what may be chosen and do it, over whole random games; and what share of it
/// is spent in scripts.
fn tell_decisions(game: Game) {
    let Some((rules, timed)) = timed(game) else {
        return;
    };
    let start = rules.start().expect("the rules start");
    let (mut moves, mut random) = (MoveList::default(), Pcg64::seed_from_u64(1));
    let mut spent: Vec<f64> = Vec::new();
    for _ in 0..GAMES {
        let mut state = start.clone();
        rules.moves_into(&state, &mut moves);
        while let Some(mv) = moves.get(pick(&moves, &mut random)) {
            let begun = Instant::now();
            let done = rules.advance(&mut state, mv, &mut moves);
            spent.push(begun.elapsed().as_nanos() as f64 / 1000.0);
            done.expect("a listed move can be played");
        }
    }
    spent.sort_by(f64::total_cmp);
    let all: f64 = spent.iter().sum();
    let scripts = timed.nanoseconds.load(Relaxed) as f64 / 1000.0;
    println!(
        "{game:?}: a decision takes {:.1} microseconds by mean, {:.1} by median, {:.1} at the 99th percentile \
         ({} in {GAMES} games); {:.1} % of it in {} calls of scripts",
        all / spent.len() as f64,
        spent[spent.len() / 2],
        spent[spent.len() * 99 / 100],
        spent.len(),
        100.0 * scripts / all,
        timed.calls.load(Relaxed),
    );
}

/// So many whole games are played to time decisions.
const GAMES: usize = 20;

/// Says what share of the time of random games is spent in scripts.
fn tell_share_of_scripts(game: Game) {
    let Some((rules, timed)) = timed(game) else {
        return;
    };
    let start = rules.start().expect("the rules start");
    let (mut moves, mut random) = (MoveList::default(), Pcg64::seed_from_u64(1));
    let begun = Instant::now();
    for _ in 0..PLAYOUTS * 4 {
        playout(
            &rules,
            &start,
            (&mut moves, most_plies(&rules)),
            &mut random,
        );
    }
    let all = begun.elapsed().as_nanos() as f64;
    let scripts = timed.nanoseconds.load(Relaxed) as f64;
    let calls = timed.calls.load(Relaxed) as f64;
    println!(
        "{game:?}: {:.0} % of the time in scripts, {:.0} calls a playout, {:.1} microseconds a call",
        100.0 * scripts / all,
        calls / (PLAYOUTS * 4) as f64,
        scripts / calls / 1000.0
    );
}

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
    rules.moves_into(&state, moves);
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
fn most_plies(rules: &Rules) -> usize {
    if rules.model().board.is_some() && rules.model().zones.is_empty() {
        MOST_MOVES
    } else {
        MOST_PLIES
    }
}

#[divan::bench(
    args = [Cannon, Breakthrough, BusterForTwo, BusterForFour, ColonyForTwo, ColonyForFour, Ball],
    sample_count = 20
)]
fn playouts(bencher: Bencher<'_, '_>, game: Game) {
    let rules = rules(game);
    let start = rules.start().expect("the rules start");
    let (mut moves, mut random) = (MoveList::default(), Pcg64::seed_from_u64(1));
    let most = most_plies(&rules);
    bencher.counter(ItemsCount::new(PLAYOUTS)).bench_local(|| {
        for _ in 0..PLAYOUTS {
            playout(&rules, &start, (&mut moves, most), &mut random);
        }
    });
}

/// Makes an island of so many columns and rows out of the parts of the shipped one.
fn field((columns, rows): (usize, usize)) -> Rules {
    let letters = Topology::grid(Topology::LONGEST, 1).text_layout().columns;
    let name = |n: usize| letters[n].as_str();
    let parts: Vec<String> = (0..rows / 6)
        .flat_map(|row| (0..columns / 6).map(move |column| (column, row)))
        .map(|(column, row)| {
            let part = ["a", "b", "c", "d"][(column + 3 * row) % 4];
            let (left, right) = (name(6 * column), name(6 * column + 5));
            format!(
                "lay {part} at {left}{}..{right}{}",
                6 * row + 1,
                6 * row + 6
            )
        })
        .collect();
    let (left, right) = (name(columns - 6), name(columns - 1));
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
#[divan::bench(args = [Cannon, Breakthrough, BusterForFour])]
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
