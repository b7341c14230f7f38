//! Evaluations: what they learn, and what searches do with them.

use super::random_position;
use crate::{rules_from, rules_of};
use linstock_engine::vm::{Move, MoveList, Position};
use linstock_model::SeatId;
use linstock_play::Rules;
use linstock_search::{
    Evaluation, FitSettings, Player, RandomPlay, SearchLimit, Strategy, Trainer, TrainingSettings,
    Utilities, fit,
};
use std::sync::Arc;

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
    let learned = trainer.learned();
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
                true => best_by(&learned, &rules, (&position, &moves)),
                false => random.pick(&position, &moves).expect("a move"),
            };
            rules.advance(&mut position, mv, &mut moves).expect("legal");
        }
        won += Utilities::of_end(position.over.expect("an end"), 2).of(SeatId(own));
    }
    // A win counts 1 and a loss -1.
    assert!(won > 0.4 * games as f32, "{won} of {games}");
}

/// Two players with towers, which slide, and men, which step forwards. Each takes by moving onto an enemy piece. The player with more points
/// after 40 moves wins: a tower counts three.
fn towers() -> Arc<Rules> {
    rules_from(
        r#"
game towers "Towers"
players a, b
board 6 x 6 {
  drawn as squares
  a { forward north }
  b { forward south }
}
piece tower "t", man "m"
remember { made = 0 }
move slide "{here}-{there}" {
  here in own tower
  there in (1.. orthogonal of here through empty) except own
  there -> box
  here -> there
}
move step "{here}-{there}" {
  here in own man
  there in (forwards of here) except own
  there -> box
  here -> there
}
play {
  tower of a: box -> {a1, f1}
  man of a: box -> {b1, c1, d1, e1}
  tower of b: box -> {a6, f6}
  man of b: box -> {b6, c6, d6, e6}
  repeat each player {
    ask me: slide, step otherwise win opponent "no piece can move"
    made = made + 1
    if made is 40 {
      let lead = 3 * count tower of a + count man of a - 3 * count tower of b - count man of b
      if lead > 0 { win a "more points" }
      if lead < 0 { win b "more points" }
      draw "equal points"
    }
  }
}
"#,
    )
}

#[test]
fn training_learns_what_pieces_are_worth_where_they_can_be_taken() {
    let rules = towers();
    let mut trainer = Trainer::new(
        &rules,
        Evaluation::even(&rules),
        TrainingSettings::default(),
    );
    for number in 0..300 {
        let game = trainer.play(number, &|| false).expect("the rules play");
        trainer.learn(&game.expect("not stopped"));
    }
    let learned = trainer.learned();
    let worth = |piece: &str| {
        let mut groups = learned.weights();
        let (_, weights) = groups.find(|(name, _)| *name == piece).expect("a piece");
        weights.iter().sum::<f32>() / weights.len() as f32
    };
    for player in ["a", "b"] {
        let [tower, man] = ["tower", "man"].map(|kind| worth(&format!("piece {kind} of {player}")));
        assert!(
            man > 0.0 && tower > 1.5 * man,
            "{player}: {tower} and {man}"
        );
    }
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
