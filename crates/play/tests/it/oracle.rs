//! Cannon against positions and games that two other implementations made and confirmed (see fixtures/oracle).

use linstock_engine::vm::{MoveList, Piece, Position, SpelledPosition};
use linstock_model::{KindId, SeatId};
use linstock_play::Rules;
use linstock_play::notation;
use linstock_testing::games::{Setting, one_of};
use serde::Deserialize;

const SETTING: Setting = Setting {
    files: &[
        "rulesets/cannon-de/cannon-de.game",
        "rulesets/cannon/cannon.game",
    ],
    players: None,
    options: &[],
};

#[derive(Deserialize)]
struct OraclePosition {
    board: Vec<String>,
    to_move: u8,
    legal: Vec<String>,
    perft2: usize,
    phase: String,
}

#[derive(Deserialize)]
struct OracleGame {
    moves: Vec<String>,
    result: String,
    plies: usize,
    reason: String,
}

fn lines<T: for<'de> Deserialize<'de>>(text: &str) -> Vec<T> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line of the oracle"))
        .collect()
}

fn rules() -> Rules {
    Rules::load(&SETTING.sources(), &SETTING.choices()).expect("the rules load")
}

/// Returns the legal moves as sorted texts, and the positions after them in the same order.
fn after(rules: &Rules, state: &Position) -> Vec<(String, Position)> {
    let mut moves = MoveList::default();
    rules
        .moves_into(state, &mut moves)
        .expect("they can be listed");
    let me = rules.spell_out(state).me;
    let one = |mv| {
        let (id, args) = rules.args(state, mv);
        let text = notation::text(rules.model(), id, &args, me);
        (
            text,
            rules.play(state, mv).expect("a listed move can be played"),
        )
    };
    let mut all: Vec<_> = moves.iter().map(one).collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

/// Lays out a position; player 1 is black, the first seat.
fn laid_out(rules: &Rules, position: &OraclePosition) -> Position {
    let mut table = SpelledPosition::empty(rules.model());
    for (row, line) in position.board.iter().rev().enumerate() {
        for (column, sign) in line.chars().enumerate().filter(|(_, sign)| *sign != '.') {
            let owner = Some(SeatId(u8::from(sign.is_ascii_lowercase())));
            let kind = KindId(u8::from(sign.eq_ignore_ascii_case(&'t')));
            table.pieces[row * 10 + column] = Some(Piece { kind, owner });
        }
    }
    let phase = if position.phase == "placement" {
        "placement"
    } else {
        "battle"
    };
    rules
        .set_up(phase, SeatId(position.to_move - 1), &table)
        .expect("the position can be laid out")
}

#[test]
fn all_positions_have_the_same_legal_moves_and_continuations() {
    let rules = rules();
    let positions: Vec<OraclePosition> = lines(include_str!(
        "../../../../tests/it/fixtures/oracle/cannon-positions.jsonl"
    ));
    assert_eq!(positions.len(), 279);
    for (at, position) in positions.iter().enumerate() {
        let state = laid_out(&rules, position);
        let next = after(&rules, &state);
        let texts: Vec<&str> = next.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, position.legal, "position {}", at + 1);
        let mut moves = MoveList::default();
        let count = |state: &Position| {
            rules
                .moves_into(state, &mut moves)
                .expect("they can be listed");
            moves.len()
        };
        let two: usize = next.iter().map(|(_, state)| state).map(count).sum();
        assert_eq!(two, position.perft2, "position {}", at + 1);
    }
}

#[test]
fn all_games_go_the_same_way_to_the_same_end() {
    let rules = rules();
    let games: Vec<OracleGame> = lines(include_str!(
        "../../../../tests/it/fixtures/oracle/cannon-games.jsonl"
    ));
    assert_eq!(games.len(), 150);
    for (at, game) in games.iter().enumerate().step_by(one_of(5)) {
        let mut state = rules.start().expect("the rules start");
        for (ply, played) in game.moves.iter().enumerate() {
            assert_eq!(
                rules.outcome(&state),
                None,
                "game {} is over before ply {ply}",
                at + 1
            );
            let next = after(&rules, &state);
            let found = next.into_iter().find(|(text, _)| text == played);
            state = found
                .unwrap_or_else(|| panic!("game {}: {played} is not legal", at + 1))
                .1;
        }
        let outcome = rules
            .outcome(&state)
            .unwrap_or_else(|| panic!("game {} is not over", at + 1));
        let winner = SeatId(u8::from(game.result == "p2"));
        assert_eq!(outcome.winners, [winner], "game {}", at + 1);
        assert_eq!(game.moves.len(), game.plies);
        let reason = if game.reason == "town" {
            "die Stadt ist gefallen"
        } else {
            "kein Zug ist möglich"
        };
        assert_eq!(outcome.reason, reason, "game {}", at + 1);
    }
}
