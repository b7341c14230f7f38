//! Counts of move sequences, against figures that are known from elsewhere.

use linstock_engine::vm::{MoveList, Position};
use linstock_play::Rules;
use linstock_play::{Chooser, Purpose};
use linstock_study::perft::{Perft, PerftCounter};
use linstock_testing::games::{self, Setting, odd, share, thorough};

/// A game under options and how many sequences of 1, 2, … moves it has.
struct Table {
    setting: Setting,
    counts: &'static [u64],
}

const CANNON: &[&str] = &["rulesets/cannon/cannon.game"];

const CHESS: &str = "rulesets/chess/chess.game";

/// Chess from the start and from positions that other programs are tried on; the same figures are published for many of them.
const CHESS_POSITIONS: [(&[&str], &[u64]); 6] = [
    (&[CHESS], &[20, 400, 8_902, 197_281]),
    (
        &["tests/perft/chess-kiwipete.game", CHESS],
        &[48, 2_039, 97_862],
    ),
    (
        &["tests/perft/chess-endgame.game", CHESS],
        &[14, 191, 2_812, 43_238],
    ),
    (
        &["tests/perft/chess-promotions.game", CHESS],
        &[6, 264, 9_467],
    ),
    (
        &["tests/perft/chess-underpromotion.game", CHESS],
        &[44, 1_486, 62_379],
    ),
    (
        &["tests/perft/chess-middlegame.game", CHESS],
        &[46, 2_079, 89_890],
    ),
];

/// Cannon: the rule sheet of the project. Breakthrough, tic-tac-toe, reversi, English draughts, xiangqi and shogi, and the small board of xiangqi: figures
/// published for other engines. Those of Minishogi were written down from memory as such; a source was not found.
const TABLES: [Table; 13] = [
    Table {
        setting: Setting {
            files: CANNON,
            players: None,
            options: &[],
        },
        counts: &[8, 64, 2_656, 111_376, 4_614_456],
    },
    Table {
        setting: Setting {
            files: CANNON,
            players: None,
            options: &[("shot-over", "no")],
        },
        counts: &[8, 64, 2_656, 111_376, 4_614_136],
    },
    Table {
        setting: Setting {
            files: &[
                "rulesets/cannon-de/cannon-de.game",
                "rulesets/cannon/cannon.game",
            ],
            players: None,
            options: &[],
        },
        counts: &[8, 64, 2_656, 111_376, 4_614_456],
    },
    Table {
        setting: Setting {
            files: &["examples/breakthrough/breakthrough.game"],
            players: None,
            options: &[],
        },
        counts: &[22, 484, 11_132, 256_036, 6_182_818],
    },
    Table {
        setting: Setting {
            files: &["examples/tic-tac-toe/tic-tac-toe.game"],
            players: None,
            options: &[],
        },
        // An ended game has no continuation, so the last figure counts the games of nine moves.
        counts: &[9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872],
    },
    Table {
        setting: Setting {
            files: &["tests/it/games/turned.game"],
            players: None,
            options: &[],
        },
        // Reversi from its crossed start.
        counts: &[4, 12, 56, 244, 1_396, 8_200],
    },
    Table {
        setting: odd(&["rulesets/english-draughts/english-draughts.game"]),
        // Up to here no piece can jump twice in a turn, so that moves and turns are the same.
        counts: &[7, 49, 302, 1_469, 7_361],
    },
    Table {
        setting: odd(&["rulesets/xiangqi/xiangqi.game"]),
        counts: &[44, 1_920, 79_666],
    },
    Table {
        setting: odd(&[
            "rulesets/xiangqi/mini.game",
            "rulesets/xiangqi/xiangqi.game",
        ]),
        counts: &[19, 331, 6_664, 127_164],
    },
    Table {
        setting: odd(&["rulesets/shogi/shogi.game"]),
        counts: &[30, 900, 25_470],
    },
    Table {
        setting: odd(&["rulesets/shogi/mini.game", "rulesets/shogi/shogi.game"]),
        counts: &[14, 181, 2_512, 35_401],
    },
    Table {
        setting: odd(&["rulesets/surakarta/surakarta.game"]),
        // By a program that was written apart from the rules.
        counts: &[16, 256, 5_382, 111_122],
    },
    Table {
        setting: odd(&["rulesets/tablut/tablut.game"]),
        // By a program that was written apart from the rules.
        counts: &[80, 4_400, 353_200],
    },
];

fn perft(rules: &Rules, state: &Position, depth: usize) -> u64 {
    let mut moves = MoveList::default();
    rules
        .moves_into(state, &mut moves)
        .expect("they can be listed");
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|mv| perft(rules, &rules_after(rules, state, mv), depth - 1))
        .sum()
}

fn rules_after(rules: &Rules, state: &Position, mv: linstock_engine::vm::Move) -> Position {
    let mut next = state.clone();
    rules
        .apply(&mut next, mv)
        .expect("a listed move can be played");
    next
}

/// Counts all sequences but the longest, and those too where everything is tried.
fn assert_counts(setting: Setting, counts: &[u64]) {
    let rules = setting.rules();
    let start = rules.start().expect("the rules start");
    let counts = &counts[..counts.len() - usize::from(!thorough())];
    let found: Vec<u64> = (1..=counts.len())
        .map(|depth| perft(&rules, &start, depth))
        .collect();
    assert_eq!(found, counts, "{setting:?}");
}

#[test]
fn counts_are_as_known() {
    for Table { setting, counts } in TABLES {
        assert_counts(setting, counts);
    }
}

#[test]
fn counts_of_chess_are_as_known() {
    for (files, counts) in CHESS_POSITIONS {
        assert_counts(odd(files), counts);
    }
}

/// Counts sequences of turns: moves that a player makes in a row are one.
fn perft_of_turns(rules: &Rules, state: &Position, depth: usize) -> u64 {
    let mut moves = MoveList::default();
    rules
        .moves_into(state, &mut moves)
        .expect("they can be listed");
    let after = |mv| {
        let next = rules_after(rules, state, mv);
        let goes_on = rules.outcome(&next).is_none() && rules.me(&next) == rules.me(state);
        match (goes_on, depth) {
            (true, _) => perft_of_turns(rules, &next, depth),
            (false, 1) => 1,
            (false, _) => perft_of_turns(rules, &next, depth - 1),
        }
    };
    moves.iter().map(after).sum()
}

const DRAUGHTS: &str = "rulesets/international-draughts/international-draughts.game";

/// International and Brazilian draughts: figures published for other engines, which count all jumps of a turn as one move.
/// Crosswise: by a program that was written apart from the rules. Where it counts two orders of the same jumps once, it finds
/// what is published for Frisian draughts, 3 874 and 21 265: what Friesland says of kings decides nothing in so few turns.
const DRAUGHTS_TURNS: [(&[&str], &[u64]); 3] = [
    (&[DRAUGHTS], &[9, 81, 658, 4_265, 27_117, 167_140]),
    (
        &["rulesets/international-draughts/brazilian.game", DRAUGHTS],
        &[7, 49, 302, 1_469, 7_473, 37_628, 187_302],
    ),
    (
        &["rulesets/international-draughts/crosswise.game", DRAUGHTS],
        &[9, 81, 658, 3_880, 21_345],
    ),
];

#[test]
fn counts_of_turns_are_as_known() {
    for (files, counts) in DRAUGHTS_TURNS {
        let setting = odd(files);
        let rules = setting.rules();
        let start = rules.start().expect("the rules start");
        let counts = &counts[..counts.len() - usize::from(!thorough())];
        let found: Vec<u64> = (1..=counts.len())
            .map(|depth| perft_of_turns(&rules, &start, depth))
            .collect();
        assert_eq!(found, counts, "{setting:?}");
    }
}

#[test]
fn tic_tac_toe_has_255168_games() {
    fn games(rules: &Rules, state: &Position) -> u64 {
        if rules.outcome(state).is_some() {
            return 1;
        }
        let mut moves = MoveList::default();
        rules
            .moves_into(state, &mut moves)
            .expect("they can be listed");
        moves
            .iter()
            .map(|mv| games(rules, &rules_after(rules, state, mv)))
            .sum()
    }
    let setting = TABLES[4].setting;
    let rules = setting.rules();
    assert_eq!(
        games(&rules, &rules.start().expect("the rules start")),
        255_168
    );
}

/// Counts sequences one by one, each position alone: those of one move, of two and so on, up to a depth.
fn add_alone(perft: &Perft<'_>, state: &Position, (rules, counts): (&Rules, &mut [u64])) {
    let Some((here, deeper)) = counts.split_first_mut() else {
        return;
    };
    let moves = perft.moves(state).expect("they can be listed");
    *here += moves.len() as u64;
    if !deeper.is_empty() {
        for mv in moves {
            add_alone(perft, &rules_after(rules, state, mv), (rules, deeper));
        }
    }
}

/// Plays some random moves; stops before the end of the game.
fn played(perft: &Perft<'_>, rules: &Rules, plies: u64) -> Position {
    let mut state = rules.start().expect("the rules start");
    let mut random = Chooser::new(plies, Purpose::Simulation, 0);
    for _ in 0..plies {
        let moves = perft.moves(&state).expect("they can be listed");
        let Some(at) = random.index(moves.len()) else {
            break;
        };
        let next = rules_after(rules, &state, moves[at]);
        if perft.moves(&next).expect("they can be listed").is_empty() {
            break;
        }
        state = next;
    }
    state
}

/// Counts the sequences of two moves and more, split up by their first two moves.
fn by_parts(perft: &Perft<'_>, state: &Position, depth: usize) -> Vec<u64> {
    let moves = perft.moves(state).expect("they can be listed");
    let split = perft.by_second_move(state, &moves).expect("it splits up");
    assert_eq!(split.known, 2);
    let (mut found, news) = (vec![0; depth - 1], &mut |_| {});
    let mut counter = PerftCounter::new(perft, depth - 1, news);
    for part in split.parts {
        let counts = counter.count_from(&part.position, part.mv);
        let counts = counts.expect("they can be counted").iter();
        found.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
    }
    found
}

/// Counts the sequences one game at a time as well, up to this number of them.
const MOST_ALONE: u64 = 3_000;
const DEEPEST: usize = 6;

/// Lanes count what is counted one by one: for every ruleset, from the start and from later positions.
#[test]
fn lanes_count_as_alone() {
    let named = [
        games::SETTINGS[3],
        games::CARDS[0],
        games::COLONY[0],
        games::BALL[0],
    ];
    for setting in games::found().into_iter().chain(named) {
        let rules = setting.rules();
        let start = rules.start().expect("the rules start");
        let perft = Perft::new(&rules, &start);
        for plies in [0, 5, 20, 60].into_iter().take(share(20) + 1) {
            let state = played(&perft, &rules, plies);
            let (mut alone, mut depth) = (vec![0], 1);
            add_alone(&perft, &state, (&rules, &mut alone));
            while depth < DEEPEST && alone[depth - 1] * alone[0] < MOST_ALONE {
                depth += 1;
                alone = vec![0; depth];
                add_alone(&perft, &state, (&rules, &mut alone));
            }
            let mut found = vec![0; depth];
            let news = &mut |_| {};
            let mut counter = PerftCounter::new(&perft, depth, news);
            for mv in perft.moves(&state).expect("they can be listed") {
                let counts = counter.count_from(&state, mv).expect("they can be counted");
                found.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
            }
            assert_eq!(found, alone, "{setting:?} after {plies} plies");
            if depth > 1 {
                assert_eq!(by_parts(&perft, &state, depth), alone[1..], "{setting:?}");
            }
        }
    }
}
