//! What trees do: how they count, what they keep, and how they choose at once and part by part.

use super::tree;
use crate::{rules_from, rules_of, tic_tac_toe};
use linstock_engine::vm::{MoveList, Position};
use linstock_model::SeatId;
use linstock_play::Rules;
use linstock_search::{ENOUGH_VISITS, SearchLimit, Thought, Tree, TreeSettings};
use std::sync::Arc;

/// A game of chance for four players: the first one picks a number, and a lot decides who wins alone. Number 7 wins three of four
/// games if `lucky`.
fn lottery(lucky: bool) -> Arc<Rules> {
    let text = r#"
game lottery "Lottery"
players ann, ben, cleo, dan
remember { picked = 0; lot = 0 }
move pick "pick {n}" {
  n in 1..100
  picked = n
}
move draw-lot "lot {n}" {
  n in 1..4
  lot = n
}
play {
  each player from ann {
    ask me: pick
    ask chance: draw-lot
    if lot is 1 or picked is LUCKY and lot < 4 { win ann "the lot" }
    if lot is 2 { win ben "the lot" }
    if lot is 3 { win cleo "the lot" }
    win dan "the lot"
  }
}
"#;
    rules_from(&text.replace("LUCKY", if lucky { "7" } else { "0" }))
}

#[test]
fn the_best_of_many_equal_moves_is_not_said_to_be_good() {
    let rules = lottery(false);
    let start = rules.start().expect("it starts");
    for (settings, iterations) in [
        (TreeSettings::default(), 120),
        (TreeSettings::default(), 600),
        (TreeSettings::wide(), 600),
    ] {
        let mut shares = 0.0;
        for seed in 0..10 {
            let mut tree = Tree::new(Arc::clone(&rules), settings, (seed, None));
            let mut world = |world: &mut Position| world.clone_from(&start);
            let limit = SearchLimit::of_iterations(iterations);
            let thought = tree.think(SeatId(0), &mut world, &limit);
            let thought = thought.expect("the rules play");
            shares += thought.best().expect("a move").win_share(4) / 10.0;
        }
        // Each move wins one game of four.
        assert!((0.2..0.32).contains(&shares), "{iterations}: {shares}");
    }
}

#[test]
fn the_best_of_many_moves_is_said_to_be_good() {
    let rules = lottery(true);
    let start = rules.start().expect("it starts");
    let thought = tree(&rules, &start, 3_000);
    let best = thought.best().expect("a move");
    assert_eq!(rules.text(&start, best.mv), "pick 7");
    let share = best.win_share(4);
    assert!((0.65..0.8).contains(&share), "{share}");
}

#[test]
fn a_tree_is_kept_between_moves() {
    let rules = tic_tac_toe();
    let settings = TreeSettings {
        proves: false,
        ..TreeSettings::default()
    };
    let mut tree = Tree::new(Arc::clone(&rules), settings, (1, None));
    let mut think = |position: &Position, iterations| {
        let mut world = |world: &mut Position| world.clone_from(position);
        let limit = SearchLimit::of_iterations(iterations);
        let thought = tree.think(rules.me(position), &mut world, &limit);
        thought.expect("the rules play")
    };
    let visits = |thought: &Thought| thought.moves.iter().map(|rated| rated.visits).sum::<u32>();
    let start = rules.start().expect("it starts");
    let first = think(&start, 3_000);
    assert_eq!(visits(&first), 3_000);
    let line = &first.best().expect("a move").line;
    let after = rules.play(&start, line[0]).expect("legal");
    let later = rules.play(&after, line[1]).expect("legal");
    // What was found about this position in the first search counts.
    assert!(visits(&think(&later, 100)) > 300);
    // After two other moves, the tree begins anew.
    let mut other = later;
    for _ in 0..3 {
        let mut moves = MoveList::default();
        rules.moves_into(&other, &mut moves).expect("moves");
        let first = moves.get(0).expect("a move");
        other = rules.play(&other, first).expect("legal");
    }
    if other.over.is_none() {
        assert_eq!(visits(&think(&other, 100)), 100);
    }
}

#[test]
fn choices_at_once_are_mixed_as_they_should_be() {
    // Ann wins if both choose heads, or a third of the games if both choose tails. Her best mixture has a quarter of heads: then
    // Ben wins as often whatever he does. His best mixture has a quarter of heads, too.
    let rules = rules_from(
        r#"
game coins "Coins"
players ann, ben
remember { coin of player = 0 }
move show "show {n}" {
  n in 1..2
  coin of me = n
}
move face "{n}" {
  n in 1..3
  weigh 1
  if n is 1 { win ann "both tails" }
  win ben "both tails"
}
play {
  ask players: show
  if coin of ann is 1 and coin of ben is 1 { win ann "both heads" }
  if coin of ann is 2 and coin of ben is 2 { ask chance: face }
  win ben "different coins"
}
"#,
    );
    let start = rules.start().expect("it starts");
    let mut tree = Tree::new(Arc::clone(&rules), TreeSettings::default(), (1, None));
    for seat in [SeatId(0), SeatId(1)] {
        let mut world = |world: &mut Position| world.clone_from(&start);
        let limit = SearchLimit::of_iterations(60_000);
        let thought = tree.think(seat, &mut world, &limit).expect("it plays");
        assert!(thought.is_mixed);
        let heads = thought
            .moves
            .iter()
            .find(|rated| rules.text(&start, rated.mv) == "show 1");
        let share = heads.expect("listed").visits as f32 / 60_000.0;
        assert!((share - 0.25).abs() < 0.06, "{seat:?} {share}");
    }
}

#[test]
fn many_moves_are_chosen_part_by_part() {
    // Only the first of three numbers counts: 3 wins with five of six sides, another number with one.
    let rules = rules_from(
        r#"
game parts "Parts"
players ann, ben
remember {
  chosen = 0
  rolled = 0
}
move pick "pick {a} {b} {c}" {
  a in 1..8
  b in 1..8
  c in 1..8
  chosen = a
}
move roll "roll {n}" { n in 1..6; rolled = n }
play {
  ask me: pick
  ask chance: roll
  if chosen is 3 and rolled <= 5 { win me "lucky" }
  if rolled <= 1 { win me "lucky" }
  win opponent "unlucky"
}
"#,
    );
    let start = rules.start().expect("it starts");
    let thought = tree(&rules, &start, 500);
    assert_eq!(thought.moves.len(), 512);
    let visits: u32 = thought.moves.iter().map(|rated| rated.visits).sum();
    assert_eq!(visits, 500);
    let best = rules.text(&start, thought.best().expect("a move").mv);
    assert!(best.starts_with("pick 3 "), "{best}");
}

#[test]
fn long_games_do_not_count_more_than_short_ones() {
    // A game of Pig in which a player never holds is long and lost: its many rolls must not outweigh those of other games.
    let rules = rules_of(&["rulesets/pig/pig.game"], &[]);
    let start = rules.start().expect("it starts");
    for seed in 1..=8 {
        let mut tree = Tree::new(Arc::clone(&rules), TreeSettings::default(), (seed, None));
        let mut world = |world: &mut Position| world.clone_from(&start);
        let limit = SearchLimit::of_iterations(1000);
        let thought = tree.think(rules.me(&start), &mut world, &limit);
        let thought = thought.expect("the rules play");
        let share = thought.best().expect("a move").win_share(2);
        assert!((0.45..0.62).contains(&share), "seed {seed}: {share}");
    }
}

/// A game of chance with two moves, one of which nearly always wins and one of which nearly always loses.
const TWO_MOVES: &str = r#"
game wager "Wager"
players ann, ben
remember { safe = no; lot = 0 }
move bold "bold" { safe = no }
move calm "calm" { safe = yes }
move draw-lot "lot {n}" {
  n in 1..20
  lot = n
}
play {
  ask ann: bold, calm
  ask chance: draw-lot
  if lot is 1 { win ben "the lot" }
  if safe { win ann "the lot" }
  if lot is 2 { win ann "the lot" }
  win ben "the lot"
}
"#;

#[test]
fn a_tree_tries_each_of_few_moves_often_enough_if_it_is_asked_to_rate_them() {
    let rules = rules_from(TWO_MOVES);
    let start = rules.start().expect("it starts");
    for (settings, rated, iterations, enough) in [
        (TreeSettings::short(), 1, 400, false),
        (TreeSettings::short(), 2, 400, true),
        (TreeSettings::default(), 2, 400, true),
        (TreeSettings::wide(), 2, 400, true),
        // Half of the iterations are for the search of the best move.
        (TreeSettings::short(), 2, 40, false),
    ] {
        let mut tree = Tree::new(Arc::clone(&rules), settings, (1, None));
        tree.rate_best(rated);
        let mut world = |world: &mut Position| world.clone_from(&start);
        let limit = SearchLimit::of_iterations(iterations);
        let thought = tree.think(SeatId(0), &mut world, &limit);
        let thought = thought.expect("the rules play");
        let visits: Vec<u32> = thought.moves.iter().map(|rated| rated.visits).collect();
        let told = format!("{settings:?} {rated} {iterations}: {visits:?}");
        assert_eq!(rules.text(&start, thought.moves[0].mv), "calm", "{told}");
        assert_eq!(visits[1] >= ENOUGH_VISITS, enough, "{told}");
    }
    let mut tree = Tree::new(Arc::clone(&rules), TreeSettings::short(), (1, None));
    tree.rate_best(2);
    let mut world = |world: &mut Position| world.clone_from(&start);
    let limit = SearchLimit::of_iterations(20_000);
    let thought = tree.think(SeatId(0), &mut world, &limit);
    let share = thought.expect("the rules play").moves[1].win_share(2);
    // It wins one game of twenty.
    assert!((0.0..0.12).contains(&share), "{share}");
}
