//! People who leave, clocks, other games at the same table, and earlier positions.

use crate::tables::{SMALL, read, rules_from};
use crate::{answer, play, seat, send, snapshot, table_of, tic_tac_toe, told};
use linstock_play::ChanceMode;
use linstock_table::{ClockSetting, Party, Table, TableRecord};
use serde_json::json;

#[test]
fn a_seat_that_somebody_leaves_is_free_until_they_come_back() {
    let mut table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    table.arrive(seat(0));
    table.arrive(seat(1));
    send(&mut table, seat(1), "{\"type\":\"name\",\"name\":\"Ann\"}");
    for party in [Party::Host, Party::Watcher] {
        assert!(
            send(&mut table, party, "{\"type\":\"leave\"}")
                .records
                .is_empty()
        );
    }
    let left = send(&mut table, seat(1), "{\"type\":\"leave\"}");
    assert_eq!(left.records, [TableRecord::Leave { seat: 1 }]);
    let shown = snapshot(&table, Party::Host);
    assert_eq!(shown["you"], json!(["o"]));
    assert_eq!(shown["seats"][1]["called"], json!(null));
    play(&mut table, seat(0), "b2");
    // The computer takes the seat, and the link still leads there.
    let bot = "{\"type\":\"bot\",\"seat\":\"o\",\"skill\":\"first\"}";
    assert!(send(&mut table, Party::Host, bot).is_changed);
    assert!(table.computer_to_move().is_some());
    assert!(table.arrive(seat(1)).is_changed);
}

pub(crate) const CLOCK: ClockSetting = ClockSetting {
    start: 10_000,
    increment: 2_000,
};

#[test]
fn a_clock_runs_for_the_player_to_move_from_the_first_move_on() {
    let mut table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    table.set_clock(CLOCK);
    let left = |table: &Table| snapshot(table, Party::Watcher)["clock"]["left"].clone();
    assert!(table.spend(60_000).records.is_empty());
    assert_eq!(left(&table), json!([10_000, 10_000]));
    let played = play(&mut table, Party::Host, "b2");
    assert_eq!(played.records.len(), 2);
    assert_eq!(left(&table), json!([12_000, 10_000]));
    assert!(table.spend(4_000).records.is_empty());
    play(&mut table, Party::Host, "a1");
    assert_eq!(left(&table), json!([12_000, 8_000]));
    // It is found again as it was after the last move.
    let (start, records) = read(&table.lines());
    let again = Table::restore(start, records, (tic_tac_toe(), None)).expect("found");
    assert_eq!(snapshot(&again, Party::Host), snapshot(&table, Party::Host));
    let late = table.spend(12_000);
    assert_eq!(late.records, [TableRecord::TimeOver { seat: 0 }]);
    let shown = snapshot(&table, Party::Watcher);
    assert_eq!(shown["status"], json!("x has no time left: o wins"));
    assert_eq!(
        (&shown["over"], &shown["clock"]["runs"]),
        (&json!(true), &json!(false))
    );
    assert!(play(&mut table, Party::Host, "c3").records.is_empty());
    assert!(table.spend(12_000).records.is_empty());
}

#[test]
fn a_table_without_a_clock_has_no_times() {
    let mut table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    assert_eq!(play(&mut table, Party::Host, "b2").records.len(), 1);
    assert!(table.spend(u64::MAX).records.is_empty());
    assert!(!table.lines()[0].contains("clock"));
}

#[test]
fn the_host_begins_another_game_and_others_are_asked_while_one_goes_on() {
    let mut table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    table.arrive(seat(1));
    play(&mut table, Party::Host, "b2");
    let again = "{\"type\":\"new-game\"}";
    assert!(send(&mut table, seat(1), again).records.is_empty());
    assert!(send(&mut table, Party::Host, again).records.is_empty());
    assert_eq!(
        snapshot(&table, seat(1))["proposal"]["wish"],
        json!("new-game")
    );
    let agreed = answer(&mut table, seat(1), true);
    assert!(matches!(agreed.records[..], [TableRecord::NewGame { .. }]));
    assert_eq!(table.session().ply(), 0);
    play(&mut table, Party::Host, "a1");
    send(&mut table, seat(1), "{\"type\":\"resign\"}");
    // The game is over, so nobody is asked.
    assert!(send(&mut table, Party::Host, again).is_changed);
    play(&mut table, Party::Host, "c3");
    let shown = snapshot(&table, Party::Host);
    assert_eq!((&shown["ply"], &shown["over"]), (&json!(1), &json!(false)));
    let (start, records) = read(&table.lines());
    let again = Table::restore(start, records, (tic_tac_toe(), None)).expect("found");
    let found = snapshot(&again, Party::Host);
    for part in ["board", "history", "seats", "status"] {
        assert_eq!(found[part], shown[part], "{part}");
    }
}

#[test]
fn changed_rules_stop_only_the_game_whose_move_is_not_legal() {
    let mut table = table_of(&rules_from(SMALL), ChanceMode::Auto);
    for text in ["b1", "a1"] {
        play(&mut table, Party::Host, text);
    }
    send(&mut table, Party::Host, "{\"type\":\"new-game\"}");
    play(&mut table, Party::Host, "c1");
    let (start, records) = read(&table.lines());
    let other = rules_from(&SMALL.replace("in empty", "in empty except b1"));
    let mut again = Table::restore(start, records, (other, None)).expect("found");
    assert_eq!(snapshot(&again, Party::Host)["outdated"], json!(true));
    send(&mut again, Party::Host, "{\"type\":\"replay\"}");
    assert_eq!(
        snapshot(&again, Party::Host)["history"][0]["t"],
        json!("c1")
    );
}

#[test]
fn earlier_positions_are_shown_as_they_were() {
    let mut table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    let mut boards = vec![snapshot(&table, Party::Host)["board"].clone()];
    for text in ["b2", "a1", "c3"] {
        play(&mut table, Party::Host, text);
        boards.push(snapshot(&table, Party::Host)["board"].clone());
    }
    for (ply, board) in boards.iter().enumerate() {
        let shown = send(
            &mut table,
            Party::Watcher,
            &format!("{{\"type\":\"past\",\"ply\":{ply}}}"),
        );
        let shown: serde_json::Value = serde_json::from_str(&told(&shown)).expect("JSON");
        assert_eq!(
            (&shown["type"], &shown["shown"]),
            (&json!("past"), &json!(ply))
        );
        assert_eq!(shown["board"]["points"], board["points"], "{ply}");
    }
    let far = send(&mut table, Party::Watcher, "{\"type\":\"past\",\"ply\":4}");
    assert!(told(&far).contains("not that long"));
    assert_eq!(table.session().ply(), 3);
}

#[test]
fn a_board_that_cannot_be_turned_has_no_sides() {
    let game = |board: &str| {
        format!(
            "
            game sides \"Sides\"
            players red, blue
            board {board}
            piece s
            move put \"put {{t}}\" {{ t in empty; s: box -> t }}
            play {{ repeat each player {{ ask me: put otherwise draw \"full\" }} }}
            "
        )
    };
    let turned = |board: &str| {
        let table = table_of(&rules_from(&game(board)), ChanceMode::Auto);
        [0, 1].map(|number| snapshot(&table, seat(number))["turned"].clone())
    };
    let squares = turned("3 x 3 { red { forward north }; blue { forward south } }");
    assert_eq!(squares, [json!(false), json!(true)]);
    let hexagons = turned("hexagon 3 { red { forward northeast }; blue { forward southwest } }");
    assert_eq!(hexagons, [json!(null), json!(null)]);
}
