use crate::minimax::Minimax;
use crate::{rules_from, rules_of, tic_tac_toe};
use linstock_engine::vm::Position;
use linstock_play::Rules;
use linstock_search::{ProvenResult, RandomPlay, RatedMove, SearchLimit, Thought, forced_win};
use std::sync::Arc;

/// Returns the position after some moves.
fn after(rules: &Rules, texts: &[&str]) -> Position {
    let mut position = rules.start().expect("it starts");
    for text in texts {
        let mv = rules.find(&position, text).expect("moves").expect("legal");
        rules.apply(&mut position, mv).expect("legal");
    }
    position
}

/// Returns the texts of a forced line of the player to move.
fn line(rules: &Rules, position: &Position) -> Option<Vec<String>> {
    let limit = SearchLimit::of_iterations(50_000);
    let line = forced_win(rules, position, rules.me(position), &limit)?;
    let mut position = position.clone();
    let texts = line.into_iter().map(|mv| {
        let text = rules.text(&position, mv);
        rules.apply(&mut position, mv).expect("legal");
        text
    });
    Some(texts.collect())
}

#[test]
fn a_forced_win_ends_with_the_win_of_the_player() {
    let rules = rules_of(&["rulesets/chess/chess.game"], &[]);
    let fools_mate = after(&rules, &["f2-f3", "e7-e5", "g2-g4"]);
    assert_eq!(line(&rules, &fools_mate), Some(vec!["d8-h4".to_owned()]));
    let tic = tic_tac_toe();
    let fork = after(&tic, &["a1", "a2"]);
    assert_eq!(line(&tic, &fork).expect("a fork").len(), 5);
    assert_eq!(line(&tic, &after(&tic, &["a1"])), None);
}

#[test]
fn forced_wins_are_those_of_minimax() {
    let rules = tic_tac_toe();
    let mut minimax = Minimax::default();
    for number in 0..40 {
        let mut random = RandomPlay::new(Arc::clone(&rules), 5, number);
        let mut position = rules.start().expect("it starts");
        let mut moves = linstock_engine::vm::MoveList::default();
        rules.moves_into(&position, &mut moves).expect("moves");
        for _ in 0..number % 5 + 1 {
            let mv = random.pick(&position, &moves).expect("a move");
            rules.advance(&mut position, mv, &mut moves).expect("legal");
        }
        if position.over.is_some() {
            continue;
        }
        let wins = minimax.of(&rules, &position).of(rules.me(&position)) >= 1.0;
        let limit = SearchLimit::of_iterations(u64::MAX);
        let found = forced_win(&rules, &position, rules.me(&position), &limit);
        assert_eq!(found.is_some(), wins, "{number}");
    }
}

#[test]
fn a_win_that_chance_may_prevent_is_not_forced() {
    for (least, wins) in [(1, true), (2, false)] {
        let rules = rules_from(&format!(
            r#"
game dice "Dice"
players ann, ben
remember {{ side = 0 }}
move roll "roll" {{ ask chance: face }}
move face "{{n}}" {{
  n in 1..6
  side = n
}}
play {{
  ask ann: roll
  if side >= {least} {{ win ann "thrown" }}
  win ben "missed"
}}
"#
        ));
        let start = rules.start().expect("it starts");
        assert_eq!(line(&rules, &start).is_some(), wins, "{least}");
    }
}

#[test]
fn a_limit_ends_the_search() {
    let tic = tic_tac_toe();
    let fork = after(&tic, &["a1", "a2"]);
    let limit = SearchLimit::of_iterations(10);
    assert_eq!(forced_win(&tic, &fork, tic.me(&fork), &limit), None);
}

/// Returns a thought that rates some moves alike, in this order.
fn thought(rules: &Rules, position: &Position, texts: &[&str]) -> Thought {
    let rated = |text: &&str| {
        let mv = rules.find(position, text).expect("moves").expect("legal");
        RatedMove {
            mv,
            value: 0.0,
            mean: None,
            visits: 1,
            proof: None,
            line: vec![mv],
        }
    };
    Thought {
        moves: texts.iter().map(rated).collect(),
        ..Thought::default()
    }
}

/// Looks for forced ends in a position of tic-tac-toe, and returns the moves in order, each with its certain result.
fn found(moves: &[&str], texts: &[&str], positions: u64) -> Vec<(String, Option<ProvenResult>)> {
    let rules = tic_tac_toe();
    let position = after(&rules, moves);
    let mut thought = thought(&rules, &position, texts);
    thought.find_forced_ends(&rules, &position, &SearchLimit::of_iterations(positions));
    let moves = thought.moves.iter();
    moves
        .map(|rated| (rules.text(&position, rated.mv), rated.proof))
        .collect()
}

#[test]
fn a_forced_win_becomes_the_best_move_of_a_thought() {
    let own = |text: &str, proof| (text.to_owned(), proof);
    let win = Some(ProvenResult::Win);
    let texts = ["a3", "b3", "b2", "b1", "c3"];
    let ends = found(&["a1", "a2"], &texts, 50_000);
    // Of two moves that win, the search preferred this one.
    assert_eq!(ends[0], own("b2", win));
    assert_eq!(
        ends[1..],
        ["a3", "b3", "b1", "c3"].map(|text| own(text, None))
    );
    // Without positions, nothing is found.
    let ends = found(&["a1", "a2"], &texts, 0);
    assert_eq!(ends, texts.map(|text| own(text, None)));
}

#[test]
fn a_move_after_which_another_player_wins_goes_behind_the_others() {
    let own = |text: &str, proof| (text.to_owned(), proof);
    let loss = Some(ProvenResult::Loss);
    // After the middle, the sides lose, and the corners do not.
    let ends = found(&["b2"], &["a2", "b1", "a1", "b3"], 50_000);
    let order = [("a1", None), ("b3", None), ("a2", loss), ("b1", loss)];
    assert_eq!(ends, order.map(|(text, proof)| own(text, proof)));
    // If each move loses, the order stays.
    let texts = ["a2", "b3", "b1"];
    assert_eq!(
        found(&["b2"], &texts, 50_000),
        texts.map(|text| own(text, loss))
    );
}
