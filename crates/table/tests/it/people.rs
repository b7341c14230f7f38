//! What people see of each other and of what they choose: names, choices that others may not see yet, half-made moves, languages.

use crate::tables::{SMALL, rules_from};
use crate::{play, rules_of, seat, send, snapshot, table_of, tic_tac_toe, told};
use linstock_base::Language;
use linstock_play::ChanceMode;
use linstock_table::{Handled, Party, Table};
use serde_json::json;

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
fn a_table_speaks_the_language_of_its_rules_or_that_of_its_page() {
    let german = rules_from(&format!("{SMALL}\nlanguage de\n"));
    let mut table = table_of(&german, ChanceMode::Auto);
    let refused = |table: &mut Table| told(&send(table, Party::Watcher, "{\"type\":\"undo\"}"));
    assert!(refused(&mut table).contains("Sie haben keinen Zug"));
    table.set_language(Some(Language::English));
    assert!(refused(&mut table).contains("You have no move"));
}
