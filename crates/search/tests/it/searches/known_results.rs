//! Searches in games whose results are known.

use super::{alpha_beta, best_first, random_position, tree, tree_with};
use crate::minimax::Minimax;
use crate::{rules_from, rules_of, tic_tac_toe};
use linstock_engine::vm::Position;
use linstock_model::SeatId;
use linstock_play::Rules;
use linstock_search::{
    FitSettings, Player, ProvenResult, SearchLimit, Strategy, Tree, TreeSettings, fit,
};
use std::sync::Arc;

/// A race of three players: each takes 1 to 3 stones, and the player who takes the last one wins alone.
fn three_players() -> Arc<Rules> {
    rules_from(
        r#"
game stones "Stones"
players ann, ben, cleo
remember { left = 7 }
move take "take {n}" {
  n in 1..3
  when n <= left
  left = left - n
}
play {
  repeat each player {
    ask me: take
    if left is 0 { win me "the last stone" }
  }
}
"#,
    )
}

#[test]
fn searches_find_the_results_of_tic_tac_toe() {
    let (rules, mut minimax) = (tic_tac_toe(), Minimax::default());
    for number in 0..40 {
        let position = random_position(&rules, number, number % 7);
        if position.over.is_some() {
            continue;
        }
        let seat = rules.me(&position);
        let true_value = minimax.of(&rules, &position).of(seat);
        for settings in [
            TreeSettings::default(),
            TreeSettings::rave(),
            TreeSettings::short(),
            TreeSettings::wide(),
        ] {
            let thought = tree_with(settings, &rules, &position, 20_000);
            let best = thought.best().expect("a move");
            // A draw counts as a value like others, so its proof may take long.
            let expected = Some(proof(true_value));
            let is_open_draw = expected == Some(ProvenResult::Draw) && best.proof.is_none();
            assert!(best.proof == expected || is_open_draw, "tree, {number}");
            let after = rules.play(&position, best.mv).expect("legal");
            assert_eq!(minimax.of(&rules, &after).of(seat), true_value, "{number}");
        }
        let thought = alpha_beta(&rules, &position, u64::MAX);
        let best = thought.best().expect("a move");
        assert!(
            (best.value - true_value).abs() < 0.001,
            "{number}: {best:?}"
        );
        let after = rules.play(&position, best.mv).expect("legal");
        assert_eq!(minimax.of(&rules, &after).of(seat), true_value, "{number}");
        let thought = best_first(&rules, &position, u64::MAX);
        let best = thought.best().expect("a move");
        assert_eq!(best.proof, Some(proof(true_value)), "{number}: {best:?}");
        let after = rules.play(&position, best.mv).expect("legal");
        assert_eq!(minimax.of(&rules, &after).of(seat), true_value, "{number}");
    }
}

#[test]
fn a_tree_answers_each_first_move_of_tic_tac_toe() {
    let rules = tic_tac_toe();
    let start = rules.start().expect("it starts");
    let mut minimax = Minimax::default();
    let seat = SeatId(1);
    let firsts = rules.moves(&start, SeatId(0)).expect("moves");
    let mut lost = 0;
    for (number, first) in firsts.into_iter().enumerate() {
        let position = rules.play(&start, first).expect("legal");
        for seed in 0..10 {
            let seed = seed * 100 + number as u64;
            let settings = TreeSettings::default();
            let mut tree = Tree::new(Arc::clone(&rules), settings, (seed, None));
            let mut world = |world: &mut Position| world.clone_from(&position);
            let limit = SearchLimit::of_iterations(500);
            let thought = tree.think(seat, &mut world, &limit);
            let thought = thought.expect("the rules play");
            let best = thought.best().expect("a move").mv;
            let after = rules.play(&position, best).expect("legal");
            lost += usize::from(minimax.of(&rules, &after).of(seat) < 0.0);
            assert!(thought.iterations <= 1_500);
        }
    }
    // If the iterations of moves that turn out to be lost count, there are more.
    assert!(lost <= 5, "{lost} of 90 answers lose");
}

#[test]
fn values_are_right_for_each_of_three_seats() {
    let rules = three_players();
    let mut minimax = Minimax::default();
    for number in 0..12 {
        let position = random_position(&rules, number, number % 4);
        if position.over.is_some() {
            continue;
        }
        let seat = rules.me(&position);
        let true_value = minimax.of(&rules, &position).of(seat);
        let settings = match number % 2 {
            0 => TreeSettings::default(),
            _ => TreeSettings::rave(),
        };
        let thought = tree_with(settings, &rules, &position, 20_000);
        let best = thought.best().expect("a move");
        // A sole win is proven, whatever the others do between ends of equal worth.
        assert_eq!(
            best.proof == Some(ProvenResult::Win),
            true_value > 0.9,
            "{number} {best:?}"
        );
        if true_value > 0.9 {
            let after = rules.play(&position, best.mv).expect("legal");
            assert!(minimax.of(&rules, &after).of(seat) > 0.9);
        }
        let best_first = best_first(&rules, &position, u64::MAX);
        let best = best_first.best().expect("a move");
        assert_eq!(
            best.proof == Some(ProvenResult::Win),
            true_value > 0.9,
            "{number} {best:?}"
        );
    }
}

#[test]
fn the_first_player_wins_small_hex() {
    let rules = rules_of(&["rulesets/hex/hex.game"], &[("size", "3")]);
    let start = rules.start().expect("it starts");
    let best = tree(&rules, &start, 100_000);
    assert_eq!(best.best().expect("a move").proof, Some(ProvenResult::Win));
    let best = alpha_beta(&rules, &start, u64::MAX);
    assert_eq!(best.best().expect("a move").proof, Some(ProvenResult::Win));
    let best = best_first(&rules, &start, u64::MAX);
    assert_eq!(best.best().expect("a move").proof, Some(ProvenResult::Win));
}

#[test]
fn the_same_seed_gives_the_same_thought() {
    let rules = rules_of(&["rulesets/connect-four/connect-four.game"], &[]);
    let evaluation = fit(&rules, FitSettings::default(), &|| false).expect("it starts");
    let start = rules.start().expect("it starts");
    let think = |strategy| {
        let mut player = Player::new(&rules, strategy, (7, &evaluation));
        let limit = SearchLimit::of_iterations(500);
        player.think(&start, &limit).expect("the rules play")
    };
    for strategy in [
        Strategy::Random,
        Strategy::PlainTree,
        Strategy::Tree,
        Strategy::AlphaBeta,
        Strategy::BestFirst,
        Strategy::WideTree,
    ] {
        assert_eq!(think(strategy), think(strategy), "{strategy:?}");
    }
}

#[test]
fn a_player_takes_a_win_and_stops_one() {
    // Connect four: three discs of the same player in the columns a to c, with d open.
    let rules = rules_of(&["rulesets/connect-four/connect-four.game"], &[]);
    let play = |texts: &[&str]| {
        let mut position = rules.start().expect("it starts");
        for text in texts {
            let mv = rules.find(&position, text).expect("moves").expect("legal");
            rules.apply(&mut position, mv).expect("legal");
        }
        position
    };
    let evaluation = fit(&rules, FitSettings::default(), &|| false).expect("it starts");
    let wins = play(&["a1", "a2", "b1", "b2", "c1", "c2"]);
    let saves = play(&["a1", "a2", "b1", "b2", "c1"]);
    for position in [wins, saves] {
        for strategy in [
            Strategy::PlainTree,
            Strategy::Tree,
            Strategy::AlphaBeta,
            Strategy::BestFirst,
            Strategy::WideTree,
        ] {
            let mut player = Player::new(&rules, strategy, (1, &evaluation));
            let limit = SearchLimit::of_iterations(3_000);
            let thought = player.think(&position, &limit).expect("it thinks");
            let best = thought.best().expect("a move").mv;
            assert_eq!(rules.text(&position, best), "d1", "{strategy:?}");
        }
    }
}

/// Returns what a value is for the player who moves.
fn proof(value: f32) -> ProvenResult {
    match value {
        value if value > 0.0 => ProvenResult::Win,
        value if value < 0.0 => ProvenResult::Loss,
        _ => ProvenResult::Draw,
    }
}
