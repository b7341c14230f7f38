//! Which postconditions (`leaves`) are final at the end of a move's body, and that the moves are the same.

use linstock_base::Sources;
use linstock_check::Choices;
use linstock_engine::vm::MoveList;
use linstock_play::Rules;

/// Loads a game in which a man is put down at a time, with what its move leaves and what stands at the head of each turn.
fn game(leaves: &str, turn: &str) -> Rules {
    let text = format!(
        "game men \"Men\"\nplayers a, b\nboard 3 x 1\npiece man\nremember {{ heat = 0 }}\n\
         move put \"{{there}}\" {{ there in empty; leaves {leaves}; man: box -> there }}\n\
         play {{ repeat each player {{ {turn}; ask me: put otherwise {{ draw \"over\" }} }} }}\n"
    );
    let sources = Sources::from([("men.game", text.as_str())]);
    Rules::load(&sources, &Choices::default()).expect("the game is right")
}

/// Tells whether the postcondition is final, and how many moves the first player has.
fn looked_at(leaves: &str, turn: &str) -> (bool, usize) {
    let rules = game(leaves, turn);
    let template = &rules.decision_points[0].choices[0].templates[0];
    let postcondition = template.postcondition.expect("there is one");
    let mut moves = MoveList::default();
    let start = rules.start().expect("the game starts");
    rules
        .moves_into(&start, &mut moves)
        .expect("moves are listed");
    (postcondition.is_final, moves.len())
}

#[test]
fn what_nothing_changes_is_final() {
    assert_eq!(looked_at("no (man and b1)", "heat = 0"), (true, 2));
    assert_eq!(looked_at("no man", "heat = 0"), (true, 0));
    assert_eq!(looked_at("heat < 1", "if no man { heat = 0 }"), (false, 3));
}

#[test]
fn what_the_next_turn_changes_is_judged_there() {
    assert_eq!(looked_at("heat < 2", "heat = heat + 1"), (false, 0));
    assert_eq!(looked_at("heat is 2", "heat = heat + 1"), (false, 3));
}

#[test]
fn a_move_that_ends_the_game_is_legal() {
    assert_eq!(
        looked_at("no man", "if some man { draw \"full\" }"),
        (true, 3)
    );
}
