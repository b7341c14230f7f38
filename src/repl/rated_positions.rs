//! Positions of chess and rated moves, for tests of what is said about moves.

use linstock_base::Sources;
use linstock_check::Choices;
use linstock_engine::vm::Position;
use linstock_play::Rules;
use linstock_search::RatedMove;

/// Returns chess.
pub(super) fn chess() -> Rules {
    let text = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/rulesets/chess/chess.game"
    ));
    let sources = Sources::from([("chess.game", text)]);
    Rules::load(&sources, &Choices::default()).expect("no mistakes")
}

/// Returns the position after some moves.
pub(super) fn after(rules: &Rules, moves: &[&str]) -> Position {
    let mut position = rules.start().expect("it starts");
    for text in moves {
        let mv = rules.find(&position, text).expect("moves").expect("legal");
        rules.apply(&mut position, mv).expect("legal");
    }
    position
}

/// Returns a move as a search rates it that proves nothing.
pub(super) fn rated(rules: &Rules, position: &Position, text: &str, value: f32) -> RatedMove {
    let mv = rules.find(position, text).expect("moves").expect("legal");
    RatedMove {
        mv,
        value,
        mean: None,
        visits: 1,
        proof: None,
        line: vec![mv],
    }
}
