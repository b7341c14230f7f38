//! A move that is drawn without a list: it is legal, and each legal move is drawn as often as the others.

use linstock_engine::vm::{HandOver, Move, MoveList, Position};
use linstock_play::Rules;
use linstock_testing::games::{Setting, found, odd, share};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn pick(moves: &MoveList, random: &mut Pcg64Mcg) -> Option<Move> {
    let count = moves.len() as u64;
    let at = usize::try_from(((random.next_u64() >> 32) * count) >> 32);
    moves.get(at.expect("fewer moves than 2^32"))
}

/// Plays a move, and draws the next; the legal moves, and the one that was drawn.
fn advance(
    rules: &Rules,
    (state, mv): (&mut Position, Move),
    random: &mut Pcg64Mcg,
) -> (MoveList, Option<Move>) {
    let mut moves = MoveList::default();
    let mut draw = |candidates: &MoveList| pick(candidates, random);
    let played = rules.advance_drawing((state, mv), (&mut moves, &mut draw), HandOver::default());
    played.expect("a legal move can be played");
    let mut legal = MoveList::default();
    rules
        .moves_into(state, &mut legal)
        .expect("they can be listed");
    match moves.drawn() {
        Some(drawn) => assert!(legal.contains(drawn), "{drawn:?}"),
        None => assert!(moves.iter().eq(legal.iter())),
    }
    let next = moves.drawn().or_else(|| pick(&legal, random));
    (legal, next)
}

/// Plays random games in both ways: they come to the same decision points. Returns how many moves were drawn.
fn drawn_in_games(rules: &Rules) -> usize {
    let mut drawn = 0;
    for seed in 0..share(20) as u64 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut state = rules.start().expect("the rules start");
        let mut moves = MoveList::default();
        rules
            .moves_into(&state, &mut moves)
            .expect("they can be listed");
        let mut next = pick(&moves, &mut random);
        for _ in 0..100 {
            let Some(mv) = next else { break };
            let mut listed = state.clone();
            rules
                .apply(&mut listed, mv)
                .expect("a legal move can be played");
            (_, next) = advance(rules, (&mut state, mv), &mut random);
            assert_eq!(state, listed);
            drawn += usize::from(next.is_some());
        }
    }
    drawn
}

#[test]
fn what_is_drawn_is_legal() {
    let mut settings = found();
    settings.push(odd(&["tests/it/games/again.game"]));
    settings.push(odd(&["tests/it/games/refused.game"]));
    settings.retain(|setting| setting.files.iter().any(|file| mentions_leaves(file)));
    settings.push(Setting {
        options: &[
            ("size", "7"),
            ("overline", "forbidden"),
            ("two-fours", "forbidden"),
        ],
        ..odd(&["rulesets/gomoku/gomoku.game"])
    });
    let mut tried = 0;
    for setting in settings {
        let rules = setting.rules();
        // An option may rule out what must hold after a move.
        if rules.tries_moves_out() {
            assert!(drawn_in_games(&rules) > 0, "{setting:?}");
            tried += 1;
        }
    }
    assert!(tried > 6, "{tried}");
}

fn mentions_leaves(file: &str) -> bool {
    let path = Path::new(linstock_testing::PROJECT).join(file);
    let text = fs::read_to_string(path).expect("a text");
    text.lines().any(|line| {
        line.trim_start().starts_with("leaves ") || line.contains(" as often as possible")
    })
}

#[test]
fn each_legal_move_is_drawn_as_often() {
    let game = Setting {
        options: &[("size", "3")],
        ..odd(&["rulesets/go/go.game"])
    };
    let rules = Rules::load(&game.sources(), &game.choices()).expect("the rules load");
    // Four points are free then. At two of them, White's stone would have no free point next to it.
    let mut before = rules.start().expect("the rules start");
    for text in ["a2", "c3", "b1", "pass", "b2", "pass"] {
        let mv = rules.find(&before, text).expect("they can be listed");
        rules.apply(&mut before, mv.expect(text)).expect(text);
    }
    let last = rules.find(&before, "c2").expect("they can be listed");
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let mut counts: BTreeMap<Move, u32> = BTreeMap::new();
    let (mut legal, draws) = (0, 4_000);
    for _ in 0..draws {
        let mut state = before.clone();
        let (moves, drawn) = advance(&rules, (&mut state, last.expect("c2")), &mut random);
        legal = moves.len();
        *counts
            .entry(drawn.expect("something is legal"))
            .or_default() += 1;
    }
    assert_eq!(counts.len(), legal);
    // Pearson's chi-square with two degrees of freedom is above 13.8 once in a thousand.
    let expected = f64::from(draws) / legal as f64;
    let square = |count: &u32| (f64::from(*count) - expected).powi(2) / expected;
    let chi_square: f64 = counts.values().map(square).sum();
    assert_eq!(legal, 3);
    assert!(chi_square < 13.8, "{counts:?}");
}
