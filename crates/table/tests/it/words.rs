//! What people type beside moves: clauses, words of the game, commands.

use crate::{play, rules_of, seat, send, snapshot, table_of, table_with, told};
use linstock_base::{Language, Sources};
use linstock_check::Choices;
use linstock_play::{ChanceMode, Rules};
use linstock_table::{Party, Table};
use std::sync::Arc;

const GAME: &str = "\
game small \"Small\"
players a, b
board 3 x 1 { }
piece s
@B1 move m \"put {t}\" {
  t in empty
  s: box -> t
}
play { repeat each player { ask me: m otherwise draw \"full\" } }
clauses { B1 \"Put a piece on an empty square.\" }
";

fn table() -> Table {
    let sources = Arc::new(Sources::from([("marks.game", GAME)]));
    let rules = Rules::load(&sources, &Choices::default()).expect("no mistakes");
    table_with(&Arc::new(rules), (ChanceMode::Auto, Some(sources)))
}

#[test]
fn clauses_are_read_as_in_the_terminal() {
    let mut table = table();
    for text in ["B1", "what B1", "rules B1", "@B1"] {
        let said = told(&play(&mut table, Party::Host, text));
        let is_read = said.contains("B1  Put a piece on") && said.contains("\"answer\"");
        assert!(is_read, "{text}: {said}");
    }
    // The small letters are those of a point.
    let said = told(&play(&mut table, Party::Host, "what b1"));
    assert!(!said.contains("B1  Put a piece"), "{said}");
    let look = "{\"type\":\"look\",\"word\":\"B1\"}";
    for party in [Party::Watcher, Party::Host] {
        let said = told(&send(&mut table, party, look));
        assert!(said.contains("B1  Put a piece on"), "{said}");
    }
}

#[test]
fn help_names_commands_that_work() {
    let mut table = table();
    let help = told(&play(&mut table, Party::Host, "help"));
    for command in [
        "moves",
        "why put a1",
        "what a1",
        "rules",
        "rules B1",
        "undo",
        "redo",
        "hint",
    ] {
        let name = command.split(' ').next().expect("a word");
        assert!(help.contains(&format!("\\n  {name}")), "{name}: {help}");
        let done = play(&mut table, Party::Host, command);
        assert!(
            !told(&done).contains("oves look like"),
            "{command}: {}",
            told(&done)
        );
    }
}

#[test]
fn playing_cards_are_called_by_their_ranks_and_suits() {
    let rules = rules_of(&["rulesets/hearts/hearts.game"]);
    let mut table = table_of(&rules, ChanceMode::Auto);
    let titles = |table: &Table| -> Vec<String> {
        let shown = snapshot(table, seat(0));
        let zones = shown["zones"].as_array().expect("zones");
        let cards = zones.iter().filter_map(|zone| zone["cards"].as_array());
        let titles = cards.flatten().filter_map(|card| card["t"].as_str());
        titles.map(str::to_owned).collect()
    };
    let english = titles(&table);
    let is_spoken = |title: &&String| title.contains(" of ");
    assert_eq!(english.iter().filter(is_spoken).count(), 13, "{english:?}");
    table.set_language(Some(Language::German));
    let german = titles(&table);
    let suits = ["Kreuz ", "Karo ", "Herz ", "Pik "];
    let is_spoken = |title: &&String| suits.iter().any(|suit| title.starts_with(suit));
    assert_eq!(german.iter().filter(is_spoken).count(), 13, "{german:?}");
}

#[test]
fn a_typing_error_offers_the_nearest_legal_moves_and_nonsense_shows_some() {
    let rules = rules_of(&["rulesets/chess/chess.game"]);
    let mut table = table_of(&rules, ChanceMode::Auto);
    for (typed, offered) in [
        ("e2-e9", &["e2-e4", "e2-e3"][..]),
        ("e2ee4", &["e2-e4"]),
        ("g1ff3", &["g1-f3"]),
    ] {
        let said = play(&mut table, Party::Host, typed);
        assert!(said.records.is_empty());
        let said: serde_json::Value = serde_json::from_str(&told(&said)).expect("JSON");
        assert_eq!(said["type"], "choose", "{typed}: {said}");
        let moves = said["moves"].as_array().expect("moves");
        assert!(
            moves.len() <= 4 && moves[0] == offered[0],
            "{typed}: {said}"
        );
        for mv in offered {
            assert!(moves.iter().any(|one| one == mv), "{typed}: {said}");
        }
    }
    let said = told(&play(&mut table, Party::Host, "qwertz"));
    assert!(
        said.contains("I don't understand `qwertz`. Moves look like"),
        "{said}"
    );
    // The examples are legal.
    let examples: Vec<&str> = said.split('`').skip(3).step_by(2).collect();
    let legal = snapshot(&table, Party::Host)["moves"].to_string();
    assert!(legal.contains(&format!("\"{}\"", examples[0])), "{said}");
    table.set_language(Some(Language::German));
    let said = told(&play(&mut table, Party::Host, "qwertz"));
    assert!(said.contains("`qwertz` verstehe ich nicht."), "{said}");
}

#[test]
fn a_point_that_few_moves_name_offers_them() {
    let chess = rules_of(&["rulesets/chess/chess.game"]);
    let mut table = table_of(&chess, ChanceMode::Auto);
    let offered = told(&play(&mut table, seat(0), "e4"));
    assert!(
        offered.contains(r#""type":"choose""#) && offered.contains("e2-e4"),
        "{offered}"
    );
    // No move names this point, so the answer says what it is.
    let said = told(&play(&mut table, seat(0), "e5"));
    assert!(said.contains("is a square of the board"), "{said}");
}

#[test]
fn why_reads_two_points_of_a_person_who_waits() {
    let chess = rules_of(&["rulesets/chess/chess.game"]);
    let mut table = table_of(&chess, ChanceMode::Auto);
    play(&mut table, seat(0), "e2-e4");
    let why = r#"{"type":"why","text":"g1 g3"}"#;
    for (party, reason) in [
        (seat(0), "it is not for white to choose now, but for black"),
        // The host also plays Black, who is to move.
        (Party::Host, "`g1-g3` is not legal: it is the turn of black"),
    ] {
        let said = told(&send(&mut table, party, why));
        assert!(said.contains(reason), "{said}");
    }
}
