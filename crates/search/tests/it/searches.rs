use crate::minimax::Minimax;
use crate::{rules_from, rules_of, tic_tac_toe};
use linstock_engine::vm::{Move, MoveList, Position};
use linstock_model::SeatId;
use linstock_play::Rules;
use linstock_search::{
    AlphaBeta, BestFirst, Evaluation, FitSettings, Player, ProvenResult, RandomPlay, SearchLimit,
    Strategy, Thought, Trainer, TrainingSettings, Tree, TreeSettings, Utilities, fit,
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

/// Thinks with a tree.
fn tree(rules: &Arc<Rules>, position: &Position, iterations: u64) -> Thought {
    tree_with(TreeSettings::default(), rules, position, iterations)
}

/// Thinks with a tree of some settings.
fn tree_with(
    settings: TreeSettings,
    rules: &Arc<Rules>,
    position: &Position,
    iterations: u64,
) -> Thought {
    let mut tree = Tree::new(Arc::clone(rules), settings, (1, None));
    let mut world = |world: &mut Position| world.clone_from(position);
    let limit = SearchLimit::of_iterations(iterations);
    tree.think(rules.me(position), &mut world, &limit)
        .expect("the rules play")
}

/// Thinks with alpha-beta.
fn alpha_beta(rules: &Arc<Rules>, position: &Position, nodes: u64) -> Thought {
    let evaluation = Evaluation::even(rules);
    let mut search = AlphaBeta::new(Arc::clone(rules), evaluation, 14);
    let limit = SearchLimit::of_iterations(nodes);
    search.think(position, &limit).expect("the rules play")
}

/// Thinks with best-first search.
fn best_first(rules: &Arc<Rules>, position: &Position, evaluated: u64) -> Thought {
    let evaluation = Evaluation::even(rules);
    let mut search = BestFirst::new(Arc::clone(rules), evaluation, 1);
    let limit = SearchLimit::of_iterations(evaluated);
    search.think(position, &limit).expect("the rules play")
}

/// Returns a position after some random moves.
fn random_position(rules: &Arc<Rules>, number: u64, plies: u64) -> Position {
    let mut random = RandomPlay::new(Arc::clone(rules), 3, number);
    let mut moves = MoveList::default();
    let mut position = rules.start().expect("it starts");
    rules.moves_into(&position, &mut moves).expect("moves");
    for _ in 0..plies {
        if position.over.is_some() {
            break;
        }
        let mv = random.pick(&position, &moves).expect("a move");
        rules.advance(&mut position, mv, &mut moves).expect("legal");
    }
    position
}

/// Returns what a value is for the player who moves.
fn proof(value: f32) -> ProvenResult {
    match value {
        value if value > 0.0 => ProvenResult::Win,
        value if value < 0.0 => ProvenResult::Loss,
        _ => ProvenResult::Draw,
    }
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

/// Two players with four men each on opposite sides of a board; four men in a corner of the other side win. Random games do not end.
fn crossing() -> Arc<Rules> {
    rules_from(
        r#"
game crossing "Crossing"
players a, b
board 14 x 9 { drawn as squares }
piece man "m"
fact goal = l7..n9 if me is a else a1..c3
move step "{here}-{there}" {
  here in own man
  there in orthogonal of here and empty
  here -> there
}
play {
  man of a: box -> {a4, a5, a6, b5}
  man of b: box -> {n4, n5, n6, m5}
  repeat each player {
    ask me: step otherwise draw "no man can move"
    if count (own man and goal) >= 4 { win me "four men are across" }
  }
}
"#,
    )
}

#[test]
fn a_search_knows_the_goal_of_a_game_that_random_play_does_not_end() {
    let rules = crossing();
    let evaluation = fit(&rules, FitSettings::default(), &|| false).expect("the rules play");
    for seat in 0..2 {
        let strategy = |at: usize| match at == seat {
            true => Strategy::AlphaBeta,
            false => Strategy::Random,
        };
        let mut players = [0, 1].map(|at| Player::new(&rules, strategy(at), (1, &evaluation)));
        let mut position = rules.start().expect("it starts");
        let limit = SearchLimit::of_iterations(200);
        let mut plies = 0;
        while position.over.is_none() && plies < 400 {
            let player = &mut players[rules.me(&position).index()];
            let thought = player.think(&position, &limit).expect("the rules play");
            let mv = thought.best().expect("a move").mv;
            position = rules.play(&position, mv).expect("legal");
            plies += 1;
        }
        let winners = position.over.map(|end| end.winners);
        assert_eq!(winners, Some(1 << seat), "after {plies} plies");
    }
}

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
fn an_evaluation_learns_who_is_ahead() {
    // In kalah, the player with more seeds in the store is ahead.
    let rules = rules_of(&["rulesets/kalah/kalah.game"], &[]);
    let evaluation = fit(&rules, FitSettings::default(), &|| false).expect("it starts");
    let (mut right, mut all) = (0, 0);
    for number in 0..200 {
        // Positions before the end of games that were not learned from.
        let position = random_position(&rules, 1_000 + number, 25);
        let mut ending = position.clone();
        let mut moves = MoveList::default();
        if position.over.is_some() || rules.moves_into(&ending, &mut moves).is_err() {
            continue;
        }
        let estimate = evaluation.utilities(&rules, &position, &moves);
        let mut random = RandomPlay::new(Arc::clone(&rules), 9, number);
        while ending.over.is_none() {
            let mv = random.pick(&ending, &moves).expect("a move");
            random
                .advance((&mut ending, mv), &mut moves)
                .expect("legal");
        }
        let end = Utilities::of_end(ending.over.expect("an end"), 2);
        let of_first = |utilities: &Utilities| utilities.of(SeatId(0));
        all += 1;
        right += u32::from(of_first(&estimate) * of_first(&end) > 0.0);
    }
    assert!(all > 100 && right * 10 > all * 6, "{right} of {all}");
}

#[test]
fn training_beats_what_it_started_from() {
    // In reversi, corners are worth more than pieces; the evaluation has to find that out.
    let rules = rules_of(&["rulesets/reversi/reversi.game"], &[]);
    let untrained = Evaluation::even(&rules);
    let mut trainer = Trainer::new(&rules, untrained.clone(), TrainingSettings::default());
    for number in 0..400 {
        let game = trainer.play(number, &|| false).expect("the rules play");
        trainer.learn(&game.expect("not stopped"));
    }
    let start = rules.start().expect("it starts");
    let mut moves = MoveList::default();
    rules.moves_into(&start, &mut moves).expect("moves");
    let games = 40;
    let mut won = 0.0;
    for number in 0..games {
        let own = (number % 2) as u8;
        let mut random = RandomPlay::new(Arc::clone(&rules), 5, number);
        let mut position = start.clone();
        let mut moves = moves.clone();
        while position.over.is_none() {
            let trained = moves.seat() == SeatId(own);
            let mv = match trained {
                true => best_by(trainer.evaluation(), &rules, (&position, &moves)),
                false => random.pick(&position, &moves).expect("a move"),
            };
            rules.advance(&mut position, mv, &mut moves).expect("legal");
        }
        won += Utilities::of_end(position.over.expect("an end"), 2).of(SeatId(own));
    }
    // A win counts 1 and a loss -1.
    assert!(won > 0.4 * games as f32, "{won} of {games}");
}

/// Returns the move after which an evaluation rates the position best for the player to move.
fn best_by(
    evaluation: &Evaluation,
    rules: &Arc<Rules>,
    (position, moves): (&Position, &MoveList),
) -> Move {
    let value = |mv: &Move| {
        let (mut next, mut listed) = (position.clone(), MoveList::default());
        rules.advance(&mut next, *mv, &mut listed).expect("legal");
        let utilities = match next.over {
            Some(end) => Utilities::of_end(end, 2),
            None => evaluation.utilities(rules, &next, &listed),
        };
        utilities.of(moves.seat())
    };
    let best = moves.iter().max_by(|a, b| value(a).total_cmp(&value(b)));
    best.expect("a move")
}

#[test]
fn an_evaluation_is_stored_by_names_and_fits_changed_rules_in_part() {
    let rules = rules_of(&["rulesets/reversi/reversi.game"], &[]);
    let evaluation = fit(&rules, FitSettings::default(), &|| false).expect("it starts");
    let stored: Vec<(String, Vec<f32>)> = evaluation
        .weights()
        .map(|(name, weights)| (name.to_owned(), weights.to_vec()))
        .collect();
    let find = |name: &str| {
        let found = stored.iter().find(|(known, _)| known == name);
        found.map(|(_, weights)| weights.clone())
    };
    let (again, fits) = Evaluation::with_weights(&rules, find);
    assert!(fits);
    let all = |evaluation: &Evaluation| -> Vec<f32> {
        let weights = evaluation.weights();
        weights.flat_map(|(_, weights)| weights.to_vec()).collect()
    };
    assert_eq!(all(&again), all(&evaluation));
    let other = rules_of(&["rulesets/kalah/kalah.game"], &[]);
    let (_, fits) = Evaluation::with_weights(&other, find);
    assert!(!fits);
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
