//! Solved games: known values, known numbers of nodes, and plain minimax.

use crate::minimax::Minimax;
use crate::{rules_from, rules_of, tic_tac_toe};
use linstock_model::SeatId;
use linstock_play::Rules;
use linstock_search::solve::{
    Counted, Ended, Equilibrium, GameTree, OpenSolution, Regrets, SolveLimit, TreeCounts,
    solve_open,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

const LIMIT: SolveLimit<'static> = SolveLimit {
    memory: 1 << 26,
    stop: &|| false,
    both: &|one, other| {
        one();
        other();
    },
};

fn solved(rules: &Arc<Rules>) -> OpenSolution {
    solve_open(rules, (Counted::Results, 1e-6), &LIMIT).expect("the rules play")
}

/// Plays a line, and returns the utility of the first seat at its end; `None` if the game goes on.
fn end_of(rules: &Rules, solution: &OpenSolution) -> Option<f32> {
    let mut position = rules.start().expect("it starts");
    for mv in &solution.line {
        position = rules.play(&position, *mv).expect("legal");
    }
    let end = position.over?;
    Some(linstock_search::Utilities::of_end(end, 2).of(SeatId(0)))
}

#[test]
fn games_with_known_values_are_solved() {
    // With the numbers of positions where others have published them: tic-tac-toe has 5 478.
    let cases: [(Arc<Rules>, f64, Option<u64>); 5] = [
        (tic_tac_toe(), 0.0, Some(5_478)),
        (
            rules_of(&["rulesets/hex/hex.game"], &[("size", "3")]),
            1.0,
            None,
        ),
        (
            rules_of(&["rulesets/hex/hex.game"], &[("size", "4")]),
            1.0,
            None,
        ),
        // M. Ascher, "Mu Torere: an analysis of a Maori game", 1987: neither player can force a win.
        (
            rules_of(&["rulesets/mu-torere/mu-torere.game"], &[]),
            0.0,
            None,
        ),
        // J. Tromp: with four columns and four rows there are 161 029 positions, and neither player can force a win.
        (
            rules_of(
                &["rulesets/connect-four/connect-four.game"],
                &[("columns", "4"), ("rows", "4")],
            ),
            0.0,
            Some(161_029),
        ),
    ];
    for (rules, value, positions) in cases {
        let solution = solved(&rules);
        let name = rules.title();
        assert_eq!((solution.low, solution.high), (value, value), "{name}");
        assert_eq!(solution.ended, None, "{name}");
        if let Some(positions) = positions {
            assert_eq!(solution.positions, positions, "{name}");
        }
        match end_of(&rules, &solution) {
            Some(end) => assert_eq!(f64::from(end), value, "{name}"),
            None => assert!(solution.line_repeats, "{name}"),
        }
    }
}

/// A game with few positions, in which nobody can win without the other's mistake, or one can: each player takes 1 to `most` stones,
/// and the player who takes the last one wins; with exactly 5 stones left, a player may end the game as a draw.
fn stones(left: u32, most: u32) -> Arc<Rules> {
    rules_from(&format!(
        r#"
game stones "Stones"
players ann, ben
remember {{ left = {left} }}
move take "take {{n}}" {{
  n in 1..{most}
  when n <= left
  left = left - n
}}
move agree "agree" {{ when left is 5; draw "both agree" }}
play {{
  repeat each player {{
    ask me: take, agree
    if left is 0 {{ win me "the last stone" }}
  }}
}}
"#
    ))
}

#[test]
fn values_are_those_of_minimax() {
    for left in 1..16 {
        for most in 1..5 {
            let rules = stones(left, most);
            let start = rules.start().expect("it starts");
            let value = f64::from(Minimax::default().of(&rules, &start).of(SeatId(0)));
            let solution = solved(&rules);
            assert_eq!(
                (solution.low, solution.high),
                (value, value),
                "{left} {most}"
            );
            assert_eq!(
                end_of(&rules, &solution).map(f64::from),
                Some(value),
                "{left} {most}"
            );
        }
    }
}

#[test]
fn play_without_end_is_no_win() {
    // Ann can go round for ever, or lose.
    let text = |rule: &str| {
        format!(
            r#"
game round "Round"
players ann, ben
remember {{ place = 0 }}
move go "go" {{ place = 1 - place }}
move stop "stop" {{ win opponent "stopped" }}
play {{
  repeat each player {{
    {rule}
    ask me: go, stop
  }}
}}
"#
        )
    };
    for rule in ["", "if seen 3 times { draw \"the third time\" }"] {
        let rules = rules_from(&text(rule));
        let solution = solved(&rules);
        assert_eq!((solution.low, solution.high), (0.0, 0.0));
        assert!(solution.can_repeat && solution.line_repeats);
    }
    // Where a repeated position does more than draw, there is no solver.
    let rules = rules_from(&text("if seen 3 times { win me \"the third time\" }"));
    assert_eq!(solved(&rules).ended, Some(Ended::History));
}

#[test]
fn chance_is_averaged() {
    // Roll a die until it shows more than 2, and win with 6: 1/4. Or stop with 1/5.
    let rules = rules_from(
        r#"
game die "Die"
players ann, ben
remember { shown = 0 }
move roll "roll" { shown = 0 }
move rest "rest" { shown = 7 }
move face "{n}" { n in 1..6; shown = n }
move card "card {n}" { n in 1..5; shown = n + 1 }
play {
  phase trying {
    repeat {
      ask me: roll, rest
      if shown is 7 {
        ask chance: card
        if shown is 6 { win me "lucky" }
        win opponent "unlucky"
      }
      ask chance: face
      if shown is 6 { win me "a six" }
      if shown > 2 { win opponent "no six" }
    }
  }
}
"#,
    );
    let solution = solved(&rules);
    let value = solution.value(1e-6).expect("it is solved");
    assert!((value - (2.0 / 4.0 - 1.0)).abs() < 1e-6, "{value}");
}

#[test]
fn a_search_that_is_stopped_says_so() {
    let rules = rules_of(&["rulesets/chess/chess.game"], &[]);
    let asked = AtomicU32::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 3;
    let limit = SolveLimit {
        memory: 1 << 24,
        stop: &stop,
        both: LIMIT.both,
    };
    let solution = solve_open(&rules, (Counted::Results, 1e-6), &limit).expect("the rules play");
    assert!(solution.ended.is_some() && solution.value(0.5).is_none());
}

fn tree_of(rules: &Rules) -> GameTree {
    GameTree::build(rules, &LIMIT).expect("a small tree")
}

/// Builds a tree, and improves strategies for some rounds.
fn equilibrium(rules: &Rules, counted: Counted, rounds: u32) -> (TreeCounts, Equilibrium) {
    let tree = tree_of(rules);
    let mut regrets = Regrets::new(&tree, counted);
    for _ in 0..rounds {
        regrets.improve();
    }
    (tree.counts(), regrets.measure())
}

fn counts(tree: &GameTree) -> (usize, usize, usize) {
    let counts = tree.counts();
    (counts.chance, counts.decisions, counts.ends)
}

#[test]
fn kuhn_poker_is_solved() {
    let rules = rules_of(&["rulesets/kuhn-poker/kuhn-poker.game"], &[]);
    let tree = tree_of(&rules);
    assert!(tree.shares_out_points());
    let (counts, found) = equilibrium(&rules, Counted::Points, 100);
    // The numbers of nodes of OpenSpiel.
    assert_eq!((counts.chance, counts.decisions, counts.ends), (4, 24, 30));
    assert_eq!(counts.information_sets, 12);
    assert!((found.values[0] + 1.0 / 18.0).abs() < 1e-4, "{found:?}");
    assert!(found.exploitability < 1e-4, "{found:?}");
    let (low, high) = Regrets::bounds_of(&found).expect("two players");
    assert!(low <= -1.0 / 18.0 && -1.0 / 18.0 <= high);
}

#[test]
fn leduc_poker_is_solved() {
    let rules = rules_of(&["rulesets/leduc-poker/leduc-poker.game"], &[]);
    let (counts, found) = equilibrium(&rules, Counted::Points, 400);
    // The rules know cards only by rank: 1 + 3 deals and 9 x 5 open cards.
    assert_eq!(counts.chance, 49);
    assert!((found.values[0] + 0.0856).abs() < 2e-3, "{found:?}");
    assert!(found.exploitability < 0.01, "{found:?}");
}

#[test]
fn trees_have_the_known_numbers_of_nodes() {
    // OpenSpiel's numbers of chance nodes, decisions and ends, with six different cards at Leduc poker.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/solving/");
    let cases = [
        ("leduc-six-cards.game", (157, 3_780, 5_520)),
        ("goofspiel-four-cards.game", (0, 501, 576)),
        ("kuhn-three-players.game", (17, 288, 312)),
    ];
    for (name, expected) in cases {
        let text = std::fs::read_to_string(format!("{folder}{name}")).expect("a game");
        let rules = rules_from(&text);
        assert_eq!(counts(&tree_of(&rules)), expected, "{name}");
    }
}

#[test]
fn goofspiel_with_four_cards_is_even() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/solving/");
    let text = std::fs::read_to_string(format!("{folder}goofspiel-four-cards.game"));
    let rules = rules_from(&text.expect("a game"));
    let (_, found) = equilibrium(&rules, Counted::Results, 100);
    assert!(found.values[0].abs() < 2e-4, "{found:?}");
    assert!(found.exploitability < 2e-4, "{found:?}");
}

#[test]
fn a_best_answer_beats_players_who_choose_at_random() {
    // Before the first round, strategies choose at random. OpenSpiel has the exploitability 11/24 at Kuhn poker.
    let rules = rules_of(&["rulesets/kuhn-poker/kuhn-poker.game"], &[]);
    let (_, found) = equilibrium(&rules, Counted::Points, 0);
    assert!(
        (found.exploitability - 11.0 / 24.0).abs() < 1e-9,
        "{found:?}"
    );
}
