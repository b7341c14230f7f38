use crate::minimax::Minimax;
use crate::{rules_from, rules_of, tic_tac_toe};
use linstock_engine::vm::Position;
use linstock_play::Rules;
use linstock_search::{RandomPlay, SearchLimit, forced_win};
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
