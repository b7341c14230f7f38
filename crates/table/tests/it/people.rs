//! What people see of each other and of what they choose: names, choices that others may not see yet, half-made moves, languages.

use crate::tables::{SMALL, read, rules_from};
use crate::{answer, play, rules_of, seat, send, snapshot, table_of, tic_tac_toe, told};
use linstock_base::Language;
use linstock_play::ChanceMode;
use linstock_table::{ClockSetting, Handled, Party, Table};
use linstock_testing::games::Setting;
use serde_json::{Value as Json, json};
use std::sync::Arc;

fn name(table: &mut Table, party: Party, name: &str) -> Handled {
    let message = json!({ "type": "name", "name": name });
    send(table, party, &message.to_string())
}

#[test]
fn names_of_people_are_in_the_status_the_list_of_moves_questions_and_the_end() {
    let mut table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    for (number, called) in [(0, "Ann"), (1, "Ben")] {
        table.arrive(seat(number));
        name(&mut table, seat(number), called);
    }
    let shown = snapshot(&table, Party::Watcher);
    assert_eq!(shown["status"], json!("Ann (x) to move"));
    play(&mut table, seat(0), "b2");
    let shown = snapshot(&table, Party::Watcher);
    assert_eq!(shown["history"][0]["by"], json!("Ann (x)"));
    send(&mut table, seat(0), "{\"type\":\"offer-draw\"}");
    let shown = snapshot(&table, seat(1));
    assert_eq!(shown["proposal"]["by"], json!("Ann (x)"));
    let mut resigned = table.clone();
    send(&mut resigned, seat(0), "{\"type\":\"resign\"}");
    let shown = snapshot(&resigned, Party::Watcher);
    assert_eq!(shown["status"], json!("Ann (x) resigned: Ben (o) wins"));
    for (number, text) in [(1, "a1"), (0, "a2"), (1, "b1"), (0, "c2")] {
        play(&mut table, seat(number), text);
    }
    let end = snapshot(&table, Party::Watcher)["status"].clone();
    assert!(
        end.as_str()
            .is_some_and(|end| end.starts_with("Ann (x) wins")),
        "{end}"
    );
    let past = send(&mut table, Party::Watcher, "{\"type\":\"past\",\"ply\":1}");
    assert!(told(&past).contains("Ben (o) to move"));
}

#[test]
fn a_name_has_no_characters_that_turn_lines_round_and_belongs_to_one_person() {
    let mut table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    for number in [0, 1] {
        table.arrive(seat(number));
    }
    let called = |table: &Table, number: usize| {
        snapshot(table, Party::Watcher)["seats"][number]["called"].clone()
    };
    name(&mut table, seat(0), " \u{202e}An\u{7}n \n\t B\u{2066}. ");
    assert_eq!(called(&table, 0), json!("Ann B."));
    for taken in [
        "ann  b.",
        "X",
        "Ann B.\u{200b}",
        "Ann \u{200b} B.",
        "An\u{200d}n B.",
    ] {
        let refused = name(&mut table, seat(1), taken);
        assert!(refused.records.is_empty(), "{taken}");
        assert!(
            told(&refused).contains("Somebody else is called"),
            "{taken}"
        );
    }
    assert_eq!(called(&table, 1), json!(null));
    // Somebody may keep the own name, and give it up.
    assert!(name(&mut table, seat(0), "Ann B.").is_changed);
    assert!(name(&mut table, seat(0), "\u{202e}").is_changed);
    assert_eq!(called(&table, 0), json!(null));
    name(&mut table, seat(1), &"é".repeat(100));
    assert_eq!(called(&table, 1), json!("é".repeat(40)));
}

#[test]
fn a_choice_is_shown_to_its_owner_alone_until_all_have_chosen() {
    let rules = rules_of(&["rulesets/goofspiel/goofspiel.game"]);
    let mut table = table_of(&rules, ChanceMode::Auto);
    table.arrive(seat(1));
    assert_eq!(snapshot(&table, seat(0))["chosen"], json!(null));
    play(&mut table, seat(0), "bid three");
    let own = snapshot(&table, seat(0))["chosen"].clone();
    assert_eq!(
        own,
        json!({ "t": "bid three", "p": [["w", "bid"], ["w", "three"]] })
    );
    for party in [seat(1), Party::Watcher] {
        let shown = snapshot(&table, party);
        assert_eq!(shown["chosen"], json!(null), "{party:?}");
        let last = shown["history"].as_array().and_then(|plies| plies.last());
        assert_eq!(last.map(|ply| &ply["t"]), Some(&json!("bid")), "{party:?}");
    }
    play(&mut table, seat(1), "bid four");
    for party in [seat(0), seat(1), Party::Watcher] {
        assert_eq!(snapshot(&table, party)["chosen"], json!(null), "{party:?}");
    }
}

/// A game of three players who bid at once, with a clock.
fn bidding() -> Table {
    let setting = Setting {
        files: &["rulesets/goofspiel/goofspiel.game"],
        options: &[],
        players: Some(3),
    };
    let mut table = table_of(&setting.rules(), ChanceMode::Auto);
    for number in 0..3 {
        table.arrive(seat(number));
    }
    table
}

#[test]
fn players_who_choose_at_the_same_time_need_not_see_the_choices_of_others_first() {
    let mut table = bidding();
    let bid = |table: &mut Table, party, seq: u64, card: &str| {
        let text = format!("{{\"type\":\"say\",\"seq\":{seq},\"text\":\"bid {card}\"}}");
        send(table, party, &text).is_changed
    };
    let seen = table.seq();
    assert!(bid(&mut table, seat(0), seen, "three"));
    assert!(bid(&mut table, seat(1), seen, "four"));
    assert!(send(&mut table, seat(0), "{\"type\":\"undo\"}").is_changed);
    // The player has seen the game only before the first choice.
    assert!(!bid(&mut table, seat(0), seen, "three"));
    let after_undo = table.seq();
    assert!(bid(&mut table, seat(2), seen, "five"));
    assert!(bid(&mut table, seat(0), after_undo, "six"));
    // All have chosen, so the position is another one.
    assert!(!bid(&mut table, seat(1), after_undo, "seven"));
}

#[test]
fn a_waiting_choice_needs_the_others_with_a_clock_and_after_the_game() {
    let undo = "{\"type\":\"undo\"}";
    let mut timed = bidding();
    timed.set_clock(ClockSetting {
        start: 60_000,
        increment: 5_000,
    });
    play(&mut timed, seat(0), "bid three");
    let mut resigned = bidding();
    play(&mut resigned, seat(0), "bid three");
    send(&mut resigned, seat(1), "{\"type\":\"resign\"}");
    for mut table in [timed, resigned] {
        assert!(send(&mut table, seat(0), undo).records.is_empty());
        let asked = &snapshot(&table, seat(1))["proposal"]["asked"];
        assert_eq!(asked, &json!(true));
    }
}

#[test]
fn a_player_takes_back_a_waiting_choice_alone() {
    let mut table = bidding();
    let undo = "{\"type\":\"undo\"}";
    play(&mut table, seat(0), "bid three");
    play(&mut table, seat(1), "bid four");
    let handled = send(&mut table, seat(0), undo);
    assert!(handled.is_changed && snapshot(&table, seat(1))["proposal"].is_null());
    // The choice of the other player stays.
    let shown = snapshot(&table, seat(1));
    assert_eq!(shown["chosen"]["t"], json!("bid four"));
    let own = snapshot(&table, seat(0));
    assert_eq!(
        (&own["acting"], &own["chosen"]),
        (&json!("ann"), &json!(null))
    );
    // Nobody can play it again for this player.
    for number in 0..3 {
        assert_eq!(snapshot(&table, seat(number))["redo"], json!(false));
    }
    play(&mut table, seat(0), "bid two");
    // It is found again as it is now.
    let (start, records) = read(&table.lines());
    let rules = Arc::clone(table.session().rules());
    let again = Table::restore(start, records, (rules, None)).expect("found");
    assert_eq!(snapshot(&again, seat(0))["chosen"]["t"], json!("bid two"));
    play(&mut table, seat(2), "bid five");
    let is_bid = |ply: &&Json| {
        ply["t"]
            .as_str()
            .is_some_and(|text| text.starts_with("bid "))
    };
    let plies = snapshot(&table, Party::Watcher)["history"].clone();
    let plies = plies.as_array().expect("plies");
    let made: Vec<Json> = plies
        .iter()
        .filter(is_bid)
        .map(|ply| ply["t"].clone())
        .collect();
    assert_eq!(made, ["bid four", "bid two", "bid five"]);
    // Now all know it.
    assert!(send(&mut table, seat(0), undo).records.is_empty());
    assert_eq!(snapshot(&table, seat(1))["proposal"]["asked"], json!(true));
}

#[test]
fn a_watcher_reads_what_all_players_saw() {
    let table = bidding();
    let shown = snapshot(&table, Party::Watcher);
    let prize = shown["history"][0]["t"].as_str().expect("a text");
    assert!(prize.starts_with("prize "), "{prize}");
    assert_eq!(shown["history"], snapshot(&table, seat(0))["history"]);
}

#[test]
fn the_list_of_moves_says_whether_a_shot_was_a_hit() {
    let rules = rules_of(&["rulesets/battleship/battleship.game"]);
    let mut table = table_of(&rules, ChanceMode::Auto);
    table.arrive(seat(0));
    table.arrive(seat(1));
    for _ in 0..5 {
        for number in 0..2 {
            let moves = snapshot(&table, seat(number))["moves"].clone();
            let first = moves[0]["t"].as_str().expect("a move").to_owned();
            assert!(play(&mut table, seat(number), &first).is_changed, "{first}");
        }
    }
    let before = table.session().ply();
    let ships: Vec<String> = table.session().history()[..before]
        .iter()
        .map(|ply| ply.text.clone())
        .collect();
    // An end of a ship of the second player, and a square without one.
    let ship = ships[1].trim_start_matches("ship ");
    let end = ship.split('-').next().expect("an end");
    play(&mut table, seat(0), &format!("x{end}"));
    play(&mut table, seat(1), "xj10");
    for party in [seat(0), seat(1), Party::Watcher] {
        let history = snapshot(&table, party)["history"].clone();
        assert_eq!(history[before]["put"], json!("hit"), "{party:?}");
        assert_eq!(history[before + 1]["put"], json!("miss"), "{party:?}");
        assert_eq!(history[0]["put"], json!(null));
    }
}

#[test]
fn events_of_chance_and_moves_before_them_have_their_clauses() {
    let rules = rules_of(&["rulesets/pig/pig.game"]);
    let mut table = table_of(&rules, ChanceMode::Auto);
    play(&mut table, Party::Host, "roll");
    let history = snapshot(&table, Party::Watcher)["history"].clone();
    assert_eq!(history[0]["t"], json!("roll"));
    let clauses = |at: usize| history[at]["c"].as_array().map_or(0, Vec::len);
    assert!(clauses(0) > 0 && clauses(1) > 0, "{history}");
}

#[test]
fn each_side_sees_the_board_from_its_own() {
    let cell = |table: &Table, party: Party, name: &str| {
        let shown = snapshot(table, party);
        let points = shown["board"]["points"].as_array().expect("points").clone();
        let point = points.iter().find(|point| point["n"] == name);
        let point = point.expect("a point").clone();
        (
            shown["turned"].clone(),
            point["r"].clone(),
            point["c"].clone(),
        )
    };
    let rules = rules_of(&["rulesets/chess/chess.game"]);
    let mut table = table_of(&rules, ChanceMode::Auto);
    let upright = (json!(false), json!(7), json!(0));
    assert_eq!(cell(&table, Party::Host, "a1"), upright);
    table.arrive(seat(0));
    // The person who opened the table has only the other side now.
    assert_eq!(
        cell(&table, Party::Host, "a1"),
        (json!(true), json!(0), json!(7))
    );
    assert_eq!(
        cell(&table, seat(1), "h8"),
        (json!(true), json!(7), json!(0))
    );
    assert_eq!(cell(&table, seat(0), "a1"), upright);
    assert_eq!(cell(&table, Party::Watcher, "a1"), upright);
    let past = send(
        &mut table,
        seat(1),
        "{\"type\":\"past\",\"ply\":0,\"turned\":true}",
    );
    let past: Json = serde_json::from_str(&told(&past)).expect("JSON");
    assert_eq!(past["board"]["points"][0]["n"], json!("h1"));
    // A board without sides is never turned.
    let other = table_of(&tic_tac_toe(), ChanceMode::Auto);
    assert_eq!(snapshot(&other, seat(1))["turned"], json!(null));
}

/// Asks for the board with a half-made move; returns the pieces of each point that has some.
fn ahead(table: &mut Table, points: &[&str]) -> Option<Vec<(String, String)>> {
    let message = json!({ "type": "ahead", "points": points });
    let said = told(&send(table, Party::Host, &message.to_string()));
    let said: serde_json::Value = serde_json::from_str(&said).ok()?;
    let points = said["board"]["points"].as_array()?.iter();
    let filled = points.filter_map(|point| {
        let text = |key: &str| point[key].as_str().map(str::to_owned);
        Some((text("n")?, text("p")?))
    });
    Some(filled.collect())
}

#[test]
fn a_half_made_move_shows_its_piece_where_it_goes() {
    let rules = rules_of(&["rulesets/amazons/amazons.game"]);
    let mut table = table_of(&rules, ChanceMode::Auto);
    let shown = ahead(&mut table, &["d1", "d7"]).expect("a board");
    let on = |name: &str| shown.iter().find(|(point, _)| point == name);
    assert!(on("d7").is_some_and(|(_, piece)| piece.contains("amazon")));
    assert_eq!(on("d1"), None);
    // One point is no half-made move, and these are none of a legal one.
    for points in [&["d1"][..], &["d1", "e3"], &["d1", "zz"], &["e5", "e6"]] {
        assert_eq!(ahead(&mut table, points), None, "{points:?}");
    }
    // Here the next point is the end of the move.
    let mut other = table_of(&tic_tac_toe(), ChanceMode::Auto);
    assert_eq!(ahead(&mut other, &["a1", "b2"]), None);
}

#[test]
fn what_the_page_says_of_the_game_is_in_its_language() {
    let mut table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    table.set_language(Some(Language::German));
    let status = |table: &Table| snapshot(table, Party::Watcher)["status"].clone();
    assert_eq!(status(&table), json!("am Zug: x"));
    for text in ["b2", "a1", "a2", "b1", "c2"] {
        play(&mut table, Party::Host, text);
    }
    // The reason is the rules' own.
    let end = status(&table);
    let end = end.as_str().expect("a text");
    assert!(end.starts_with("x gewinnt: three in a row"), "{end}");
}

#[test]
fn a_table_speaks_the_language_of_its_rules_or_that_of_its_page() {
    let german = rules_from(&format!("{SMALL}\nlanguage de\n"));
    let mut table = table_of(&german, ChanceMode::Auto);
    let refused = |table: &mut Table| told(&send(table, Party::Watcher, "{\"type\":\"undo\"}"));
    assert!(refused(&mut table).contains("Sie haben keinen Zug"));
    table.set_language(Some(Language::English));
    assert!(refused(&mut table).contains("You have no move"));
}

#[test]
fn people_who_refuse_or_withdraw_read_what_they_have_done() {
    let mut table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    for (number, called) in [(0, "Ann"), (1, "Ben")] {
        table.arrive(seat(number));
        name(&mut table, seat(number), called);
    }
    let notes = |handled: &Handled| -> Json {
        let note = handled.notes.first().expect("a note");
        serde_json::from_str(&note.text()).expect("JSON")
    };
    for (number, own, text) in [
        (1, "You did not agree.", "Ben (o) does not agree."),
        (
            0,
            "You have withdrawn your proposal.",
            "Ann (x) has withdrawn the proposal.",
        ),
    ] {
        send(&mut table, seat(0), "{\"type\":\"offer-draw\"}");
        let refused = answer(&mut table, seat(number), false);
        let seats = [["x"], ["o"]][usize::from(number)];
        let said = json!({ "type": "done", "seats": seats, "text": text, "own": own });
        assert_eq!(notes(&refused), said);
        assert!(refused.replies.is_empty());
    }
}

#[test]
fn people_who_are_not_to_move_learn_who_is() {
    let mut table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    for (number, called) in [(0, "Ann"), (1, "Ben")] {
        table.arrive(seat(number));
        name(&mut table, seat(number), called);
    }
    play(&mut table, seat(0), "b2");
    let whose = "It is not your turn. To move: Ben (o).";
    for text in ["a1b2c3", "hint", "moves", "redo"] {
        let said = told(&play(&mut table, seat(0), text));
        assert!(said.contains(whose), "{text}: {said}");
    }
    let look = |table: &mut Table, party, point: &str| {
        told(&send(
            table,
            party,
            &format!("{{\"type\":\"look\",\"word\":\"{point}\"}}"),
        ))
    };
    let said = look(&mut table, seat(0), "b2");
    assert!(said.contains(whose) && said.contains("b2"), "{said}");
    // An empty point, and a piece that somebody else touches, are only described.
    for (party, point) in [
        (seat(0), "a1"),
        (seat(1), "b2"),
        (Party::Watcher, "b2"),
        (Party::Host, "b2"),
    ] {
        let said = look(&mut table, party, point);
        assert!(!said.contains("turn"), "{party:?} {point}: {said}");
    }
}
