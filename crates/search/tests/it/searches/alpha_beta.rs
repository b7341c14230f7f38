//! What alpha-beta does at the end of turns, at chance, and where pieces are taken.

use super::{alpha_beta, best_first, tree};
use crate::{rules_from, rules_of, tic_tac_toe};
use linstock_engine::vm::{MoveList, Position};
use linstock_play::Rules;
use linstock_search::{AlphaBeta, Evaluation, SearchLimit};
use std::sync::Arc;

#[test]
fn alpha_beta_counts_what_is_lost_at_the_end_of_a_turn() {
    let rules = rules_from(
        r#"
game greed "Greed"
players a, b
board 5 x 1 { drawn as squares }
piece man "m"
move grab "grab {there}" {
  there in empty
  man: box -> there
}
move stop "stop" { leave turn }
play {
  man of a: box -> {a1}
  repeat each player {
    phase turn { repeat { ask me: grab, stop } }
    if count own man > 1 { own man -> box }
    if no empty { draw "the board is full" }
  }
}
"#,
    );
    let weights = |name: &str| match name.starts_with("piece") {
        true => Some(vec![0.1; 5]),
        false => None,
    };
    let (evaluation, _) = Evaluation::with_weights(&rules, weights);
    let start = rules.start().expect("it starts");
    let mut search = AlphaBeta::new(Arc::clone(&rules), evaluation, 10);
    let thought = search.think(&start, &SearchLimit::of_iterations(1));
    let thought = thought.expect("the rules play");
    let best = thought.best().expect("a move");
    assert_eq!(rules.text(&start, best.mv), "stop", "{thought:?}");
}

#[test]
fn alpha_beta_averages_over_chance() {
    // The safe choice is worth 0; the gamble wins with 5 of 6 sides, or with 1.
    for (most, best) in [(5, "gamble"), (1, "rest")] {
        let rules = rules_from(&format!(
            r#"
game gamble "Gamble"
players ann, ben
remember {{ rolled = 0 }}
move rest "rest" {{ draw "rested" }}
move gamble "gamble" {{ rolled = 0 }}
move roll "roll {{n}}" {{ n in 1..6; rolled = n }}
play {{
  ask me: rest, gamble
  ask chance: roll
  if rolled <= {most} {{ win me "lucky" }}
  win opponent "unlucky"
}}
"#
        ));
        let start = rules.start().expect("it starts");
        let thought = alpha_beta(&rules, &start, 1_000);
        let mv = thought.best().expect("a move").mv;
        assert_eq!(rules.text(&start, mv), best);
        for thought in [
            tree(&rules, &start, 1_000),
            best_first(&rules, &start, 1_000),
        ] {
            let mv = thought.best().expect("a move").mv;
            assert_eq!(rules.text(&start, mv), best);
        }
    }
}

#[test]
fn alpha_beta_ends_where_chance_follows_chance() {
    // After the first choice, nobody can choose anything for many rolls.
    let rules = rules_from(
        r#"
game wait "Wait"
players ann, ben
remember { left = 60 }
move face "{n}" {
  n in 1..6
  weigh 1
}
move go "go" { when left is 0 or left is 60 }
move stay "stay" { when left is 60 }
play {
  repeat each player {
    ask me: go, stay
    ask chance: face
    left = left - 1
    if left is 0 { win me "the last roll" }
  }
}
"#,
    );
    let start = rules.start().expect("it starts");
    let thought = alpha_beta(&rules, &start, 2_000);
    assert!(thought.iterations < 10_000, "{}", thought.iterations);
}

/// Returns the position after some moves and outcomes of chance.
fn after(rules: &Rules, texts: &[&str]) -> Position {
    let mut position = rules.start().expect("it starts");
    let mut moves = MoveList::default();
    rules.moves_into(&position, &mut moves).expect("moves");
    for text in texts {
        let mv = moves.iter().find(|mv| rules.text(&position, *mv) == *text);
        let mv = mv.expect(text);
        rules.advance(&mut position, mv, &mut moves).expect("legal");
    }
    position
}

/// Returns the position of chess after some moves, and a search that counts pieces.
fn chess_after(texts: &[&str]) -> (AlphaBeta, Position, Arc<Rules>) {
    let rules = rules_of(&["rulesets/chess/chess.game"], &[]);
    let position = after(&rules, texts);
    let weights = |name: &str| match name.starts_with("piece") {
        true => Some(
            (0..64)
                .map(|at| 0.05 + 0.0005 * (at * 7 % 13) as f32)
                .collect(),
        ),
        false => None,
    };
    let (evaluation, _) = Evaluation::with_weights(&rules, weights);
    let search = AlphaBeta::new(Arc::clone(&rules), evaluation, 14);
    (search, position, rules)
}

#[test]
fn alpha_beta_rates_as_many_of_the_best_moves_as_it_is_asked_for() {
    for limit in [200, 800, 2_400] {
        let (mut search, position, rules) = chess_after(&["g1-f3", "e7-e5"]);
        search.rate_best(3);
        let thought = search.think(&position, &SearchLimit::of_iterations(limit));
        let thought = thought.expect("the rules play");
        let [best, second, third, ..] = &thought.moves[..] else {
            panic!("{thought:?}");
        };
        assert_eq!(rules.text(&position, best.mv), "f3-e5");
        // The others do not take the pawn.
        assert!(best.value - second.value > 0.02, "{thought:?}");
        for rated in [best, second, third] {
            // Exchanges may follow.
            assert!(rated.line.len() >= rated.visits as usize, "{rated:?}");
        }
        // Where the limit ends a depth early, the other moves keep what the depth before has found, and are not better.
        let mut others = thought.moves[3..].iter();
        assert!(
            others.all(|other| other.value <= third.value),
            "{limit}: {thought:?}"
        );
    }
}

#[test]
fn alpha_beta_tries_moves_that_it_did_not_reach_before_certain_losses() {
    // Of the answers to a1, b2, a2, all but the block of a3 lose at once.
    let rules = tic_tac_toe();
    let position = after(&rules, &["a1", "b2", "a2"]);
    for exact in [1, 3] {
        for limit in 1..60 {
            let mut search = AlphaBeta::new(Arc::clone(&rules), Evaluation::even(&rules), 10);
            search.rate_best(exact);
            let thought = search.think(&position, &SearchLimit::of_iterations(limit));
            let thought = thought.expect("the rules play");
            let best = thought.best().expect("a move");
            assert_eq!(best.proof, None, "{limit}: {thought:?}");
        }
    }
}

#[test]
fn alpha_beta_puts_off_a_loss_as_long_as_it_can() {
    // All answers but the block of b1 lose at once; the block loses later.
    let rules = tic_tac_toe();
    let position = after(&rules, &["a1", "a2", "c1"]);
    for exact in [1, 3] {
        for limit in 1..200 {
            let mut search = AlphaBeta::new(Arc::clone(&rules), Evaluation::even(&rules), 10);
            search.rate_best(exact);
            let thought = search.think(&position, &SearchLimit::of_iterations(limit));
            let thought = thought.expect("the rules play");
            let best = thought.best().expect("a move");
            let is_block = rules.text(&position, best.mv) == "b1";
            assert!(best.proof.is_none() || is_block, "{limit}: {thought:?}");
        }
    }
}

#[test]
fn alpha_beta_uses_its_table_behind_chance() {
    let rules = rules_of(&["rulesets/pig/pig.game"], &[]);
    let position = after(&rules, &["roll", "5"]);
    let thought = alpha_beta(&rules, &position, 60_000);
    assert!(thought.depth >= 10, "{} plies", thought.depth);
}

#[test]
fn alpha_beta_follows_only_moves_onto_enemy_pieces_until_a_position_is_quiet() {
    // Most kinds of moves of chess can take; of a position's moves, few do.
    let (mut search, position, _) = chess_after(&["e2-e4", "d7-d5", "b1-c3", "g8-f6"]);
    let thought = search.think(&position, &SearchLimit::of_iterations(10_000));
    let depth = thought.expect("the rules play").depth;
    assert!(depth >= 4, "{depth} plies");
}
