//! What parties may do, and what is kept.

use crate::sitting::CLOCK;
use crate::{answer, play, rules_of, seat, secret, send, snapshot, table_of, tic_tac_toe, told};
use linstock_base::Sources;
use linstock_check::Choices;
use linstock_play::{ChanceMode, Rules};
use linstock_table::{
    Handled, NewRules, Party, RulesAccess, ServerMessage, Table, TableRecord, TableStart,
};
use serde_json::json;
use std::sync::Arc;

pub(crate) fn read(lines: &[String]) -> (TableStart, Vec<TableRecord>) {
    let start = serde_json::from_str(&lines[0]).expect("a start");
    let records = lines[1..].iter();
    let records = records.map(|line| serde_json::from_str(line).expect("a record"));
    (start, records.collect())
}

#[test]
fn a_link_leads_to_its_seat_and_no_other_text_leads_anywhere() {
    let table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    assert_eq!(table.party(None), Some(Party::Watcher));
    let party = |text: &str| table.party(Some(text));
    assert_eq!(party(&secret(0).text()), Some(Party::Host));
    assert_eq!(party(&secret(1).text()), Some(seat(0)));
    assert_eq!(party(&secret(2).text()), Some(seat(1)));
    // The game has two seats.
    assert_eq!(party(&secret(3).text()), None);
    for forged in [
        "",
        "x",
        "0",
        &secret(1).text()[1..],
        &secret(1).text().to_uppercase()[1..],
    ] {
        assert_eq!(party(forged), None, "{forged}");
    }
}

#[test]
fn each_plays_only_where_they_sit_and_only_in_what_they_saw() {
    let mut table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    table.arrive(seat(0));
    table.arrive(seat(1));
    let refused = play(&mut table, Party::Watcher, "b2");
    // A word that they cannot play is looked up.
    assert!(refused.records.is_empty() && told(&refused).contains("b2"));
    assert!(play(&mut table, seat(1), "b2").records.is_empty());
    // The host's seats are taken.
    assert!(play(&mut table, Party::Host, "b2").records.is_empty());
    let seen = table.seq();
    assert!(play(&mut table, seat(0), "b2").is_changed);
    assert!(play(&mut table, seat(1), "a1").is_changed);
    let late = send(
        &mut table,
        seat(0),
        &format!("{{\"type\":\"say\",\"seq\":{seen},\"text\":\"c3\"}}"),
    );
    assert!(late.records.is_empty() && told(&late).contains("changed in the meantime"));
    let refused = play(&mut table, seat(0), "a1");
    assert!(told(&refused).contains("not legal") || told(&refused).contains("a1"));
    assert_eq!(table.session().ply(), 2);
}

#[test]
fn a_host_alone_plays_all_seats_until_others_come() {
    let mut table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    assert!(play(&mut table, Party::Host, "b2").is_changed);
    assert!(play(&mut table, Party::Host, "a1").is_changed);
    assert_eq!(snapshot(&table, Party::Host)["you"], json!(["x", "o"]));
    assert!(table.arrive(seat(1)).is_changed);
    assert_eq!(snapshot(&table, Party::Host)["you"], json!(["x"]));
    // Another link for the seat makes it free again.
    assert!(
        send(
            &mut table,
            Party::Host,
            "{\"type\":\"new-link\",\"seat\":\"o\"}"
        )
        .is_changed
    );
    assert_eq!(table.party(Some(&secret(2).text())), None);
    assert_eq!(table.party(Some(&secret(200).text())), Some(seat(1)));
    assert!(
        send(
            &mut table,
            seat(0),
            "{\"type\":\"new-link\",\"seat\":\"o\"}"
        )
        .records
        .is_empty()
    );
}

#[test]
fn only_the_host_sees_the_links() {
    let table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    for party in [Party::Watcher, seat(0), seat(1)] {
        let text = snapshot(&table, party).to_string();
        for number in 0..3 {
            assert!(!text.contains(&secret(number).text()), "{party:?}");
        }
    }
    let host = snapshot(&table, Party::Host);
    assert_eq!(host["links"]["o"], json!(secret(2).text()));
    assert!(!host.to_string().contains(&secret(0).text()));
}

#[test]
fn moves_are_taken_back_at_once_or_when_the_other_agrees() {
    let mut table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    table.arrive(seat(0));
    table.arrive(seat(1));
    play(&mut table, seat(0), "b2");
    assert!(send(&mut table, seat(0), "{\"type\":\"undo\"}").is_changed);
    assert_eq!(table.session().ply(), 0);
    assert!(send(&mut table, seat(0), "{\"type\":\"redo\"}").is_changed);
    play(&mut table, seat(1), "a1");
    // The other has moved since, so they are asked.
    assert!(
        send(&mut table, seat(0), "{\"type\":\"undo\"}")
            .records
            .is_empty()
    );
    assert_eq!(snapshot(&table, seat(1))["proposal"]["asked"], json!(true));
    assert_eq!(table.session().ply(), 2);
    answer(&mut table, seat(1), false);
    assert_eq!(snapshot(&table, seat(1))["proposal"], json!(null));
    // An answer to a proposal is none to another one that was made since.
    let seen = table.seq();
    send(&mut table, seat(0), "{\"type\":\"offer-draw\"}");
    let late = format!("{{\"type\":\"answer\",\"seq\":{seen},\"yes\":true}}");
    let late = send(&mut table, seat(1), &late);
    assert!(late.records.is_empty() && told(&late).contains("changed in the meantime"));
    answer(&mut table, seat(1), false);
    send(&mut table, seat(0), "{\"type\":\"undo\"}");
    // Who asked cannot agree for the other, and a watcher cannot either.
    assert!(answer(&mut table, Party::Watcher, true).records.is_empty());
    answer(&mut table, seat(1), true);
    assert_eq!(table.session().ply(), 0);
}

#[test]
fn a_draw_needs_both_and_a_resignation_one() {
    let mut table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    table.arrive(seat(0));
    table.arrive(seat(1));
    let mut drawn = table.clone();
    send(&mut drawn, seat(0), "{\"type\":\"offer-draw\"}");
    assert_eq!(snapshot(&drawn, seat(0))["over"], json!(false));
    answer(&mut drawn, seat(1), true);
    assert_eq!(snapshot(&drawn, seat(0))["over"], json!(true));
    send(&mut table, seat(1), "{\"type\":\"resign\"}");
    let shown = snapshot(&table, Party::Watcher);
    assert_eq!(shown["status"], json!("o resigned: x wins"));
    assert!(play(&mut table, seat(0), "b2").records.is_empty());
}

#[test]
fn questions_end_with_the_game() {
    let mut table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    table.arrive(seat(0));
    table.arrive(seat(1));
    send(&mut table, seat(0), "{\"type\":\"offer-draw\"}");
    send(&mut table, seat(1), "{\"type\":\"resign\"}");
    for party in [seat(0), seat(1), Party::Watcher] {
        assert_eq!(snapshot(&table, party)["proposal"], json!(null));
    }
}

#[test]
fn after_the_end_the_last_move_can_be_taken_back_and_a_result_of_people_needs_all() {
    let mut table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    let undo = "{\"type\":\"undo\"}";
    table.arrive(seat(0));
    table.arrive(seat(1));
    let mut resigned = table.clone();
    for (number, text) in [(0, "b2"), (1, "a1"), (0, "a2"), (1, "b1"), (0, "c2")] {
        play(&mut table, seat(number), text);
    }
    let shown = snapshot(&table, seat(0));
    assert_eq!(
        (&shown["over"], &shown["undo"]),
        (&json!(true), &json!(true))
    );
    // The player of the last move alone may try another; the other player asks.
    let mut other = table.clone();
    assert!(send(&mut table, seat(0), undo).is_changed);
    assert_eq!(snapshot(&table, seat(0))["over"], json!(false));
    assert_eq!(table.session().ply(), 4);
    assert!(send(&mut other, seat(1), undo).records.is_empty());
    answer(&mut other, seat(0), true);
    assert_eq!(other.session().ply(), 3);

    play(&mut resigned, seat(0), "b2");
    send(&mut resigned, seat(0), "{\"type\":\"resign\"}");
    assert!(send(&mut resigned, seat(0), undo).records.is_empty());
    assert_eq!(snapshot(&resigned, Party::Watcher)["over"], json!(true));
    answer(&mut resigned, seat(1), true);
    assert_eq!(snapshot(&resigned, Party::Watcher)["over"], json!(false));
    // A player without a move has nothing to take back.
    send(&mut resigned, seat(1), "{\"type\":\"resign\"}");
    assert_eq!(snapshot(&resigned, seat(1))["undo"], json!(false));
}

#[test]
fn a_table_is_found_again_as_it_was() {
    let rules = rules_of(&["examples/liars-dice/liars-dice.game"]);
    let mut table = table_of(&rules, ChanceMode::Auto);
    table.arrive(seat(0));
    table.arrive(seat(1));
    send(
        &mut table,
        seat(1),
        "{\"type\":\"name\",\"name\":\" Ann\\u0007 \"}",
    );
    for _ in 0..12 {
        let Some(linstock_play::Actor::Player(mover)) = table.session().decider() else {
            break;
        };
        let party = Party::Seat(mover);
        let text = snapshot(&table, party)["moves"][0]["t"].clone();
        let Some(text) = text.as_str() else { break };
        assert!(play(&mut table, party, text).is_changed, "{text}");
    }
    assert!(table.session().ply() > 2);
    let (start, records) = read(&table.lines());
    let again = Table::restore(start, records, (rules, None)).expect("it is found");
    assert_eq!(again.seq(), table.seq());
    for party in [Party::Watcher, Party::Host, seat(0), seat(1)] {
        assert_eq!(snapshot(&again, party), snapshot(&table, party));
    }
    assert_eq!(
        snapshot(&again, seat(0))["seats"][1]["called"],
        json!("Ann")
    );
}

pub(crate) const SMALL: &str = "game small \"Small\"\nplayers a, b\nboard 3 x 1 { }\npiece s\nmove m \"{t}\" {\n  t in empty\n  s: box -> t\n}\nplay { repeat each player { ask me: m otherwise draw \"full\" } }\n";

pub(crate) fn rules_from(text: &str) -> Arc<Rules> {
    let sources = Sources::from([("small.game", text.to_owned())]);
    Arc::new(Rules::load(&sources, &Choices::default()).expect("no mistakes"))
}

#[test]
fn a_table_whose_rules_have_changed_says_so_and_plays_its_moves_again() {
    let mut table = table_of(&rules_from(SMALL), ChanceMode::Auto);
    for mv in ["a1", "b1"] {
        assert!(play(&mut table, Party::Host, mv).is_changed);
    }
    let (start, records) = read(&table.lines());
    let other = rules_from(&SMALL.replace("in empty", "in empty except b1"));
    let mut again = Table::restore(start, records, (Arc::clone(&other), None)).expect("found");
    let shown = snapshot(&again, Party::Host);
    assert_eq!(
        (&shown["outdated"], &shown["ply"]),
        (&json!(true), &json!(0))
    );
    assert!(play(&mut again, Party::Host, "a1").records.is_empty());
    assert_eq!(again.lines(), table.lines());
    let replayed = send(&mut again, Party::Host, "{\"type\":\"replay\"}");
    assert!(replayed.is_rewritten && told(&replayed).contains("not legal"));
    assert_eq!(again.session().ply(), 1);
    // From now on it is a table of the new rules.
    let (start, records) = read(&again.lines());
    let third = Table::restore(start, records, (other, None)).expect("found");
    assert_eq!(snapshot(&third, Party::Host)["outdated"], json!(false));
    assert_eq!(third.session().ply(), 1);
}

/// Rules that were edited.
fn edited(text: &str, goes_back: bool) -> NewRules {
    let sources = Sources::from([("small.game", text.to_owned())]);
    NewRules {
        rules: rules_from(text),
        sources: Arc::new(sources),
        goes_back,
    }
}

#[test]
fn a_game_goes_on_under_rules_that_the_host_has_edited() {
    let mut table = table_of(&rules_from(SMALL), ChanceMode::Auto);
    table.arrive(seat(1));
    play(&mut table, Party::Host, "a1");
    let before = table.seq();
    let longer = SMALL.replace("3 x 1", "4 x 1");
    let (handled, text) = table.renew(&edited(&longer, false)).expect("it goes on");
    assert!(handled.is_rewritten && handled.is_changed);
    assert!(text.contains("all moves are legal"), "{text}");
    assert_eq!((table.session().ply(), table.seq()), (1, before + 1));
    assert_eq!(
        snapshot(&table, seat(1))["moves"].as_array().map(Vec::len),
        Some(3)
    );
    // Who saw the old rules must look again.
    let late = format!("{{\"type\":\"say\",\"seq\":{before},\"text\":\"b1\"}}");
    assert!(send(&mut table, seat(1), &late).records.is_empty());
    assert!(play(&mut table, seat(1), "d1").is_changed);
    // It is found again as it is now.
    let (start, records) = read(&table.lines());
    let again = Table::restore(start, records, (rules_from(&longer), None)).expect("found");
    for part in ["board", "history", "status"] {
        let shown = snapshot(&table, Party::Watcher)[part].clone();
        assert_eq!(snapshot(&again, Party::Watcher)[part], shown, "{part}");
    }
    let (_, text) = table.renew(&edited(&longer, false)).expect("it goes on");
    assert!(text.contains("the same as before"), "{text}");
}

#[test]
fn a_game_stays_under_the_old_rules_if_a_move_is_no_longer_legal() {
    let mut table = table_of(&rules_from(SMALL), ChanceMode::Auto);
    for mv in ["a1", "b1"] {
        play(&mut table, Party::Host, mv);
    }
    let other = SMALL.replace("in empty", "in empty except b1");
    let lines = table.lines();
    let stays = table
        .renew(&edited(&other, false))
        .expect_err("b1 is not legal");
    assert!(stays.contains("stays under the old rules"), "{stays}");
    assert!(stays.contains("(going on takes back 1 move)"), "{stays}");
    assert_eq!((table.lines(), table.session().ply()), (lines, 2));
    let mut earlier = table.clone();
    let (handled, text) = table.renew(&edited(&other, true)).expect("it goes back");
    assert!(text.contains("not legal"), "{text}");
    assert_eq!(table.session().ply(), 1);
    // The others learn that moves were taken back, too.
    let noted = |handled: &Handled| {
        handled
            .notes
            .iter()
            .map(ServerMessage::text)
            .collect::<String>()
    };
    assert!(
        noted(&handled).contains("the last move is no longer legal"),
        "{}",
        noted(&handled)
    );
    let none = SMALL.replace("in empty", "in empty except a1");
    let (handled, _) = earlier.renew(&edited(&none, true)).expect("it goes back");
    assert!(
        noted(&handled).contains("the last 2 moves were taken back"),
        "{}",
        noted(&handled)
    );
    let three = SMALL.replace("players a, b", "players a, b, c");
    let stays = table
        .renew(&edited(&three, true))
        .expect_err("three players");
    assert!(stays.contains("another number of players"), "{stays}");
}

#[test]
fn moves_of_earlier_games_do_not_matter_any_more() {
    let mut table = table_of(&rules_from(SMALL), ChanceMode::Auto);
    play(&mut table, Party::Host, "b1");
    send(&mut table, Party::Host, "{\"type\":\"new-game\"}");
    play(&mut table, Party::Host, "a1");
    // In the first game, b1 was played, which is no longer legal.
    let other = SMALL.replace("in empty", "in empty except b1");
    let (_, text) = table.renew(&edited(&other, false)).expect("it goes on");
    assert!(text.contains("all moves are legal"), "{text}");
    let (start, records) = read(&table.lines());
    let again = Table::restore(start, records, (rules_from(&other), None)).expect("found");
    assert_eq!(again.session().ply(), 1);
}

#[test]
fn only_the_host_learns_that_the_rules_can_be_edited() {
    let mut table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    assert_eq!(snapshot(&table, Party::Host)["studio"], json!(null));
    table.set_access(RulesAccess::Editable);
    assert_eq!(snapshot(&table, Party::Host)["studio"], json!(true));
    for party in [Party::Watcher, seat(0)] {
        assert_eq!(snapshot(&table, party)["studio"], json!(null));
    }
    table.set_access(RulesAccess::Copy("linstock new".to_owned()));
    assert_eq!(snapshot(&table, Party::Host)["copy"], json!("linstock new"));
}

#[test]
fn a_computer_player_moves_and_leaves_if_it_cannot() {
    let mut table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    let bot = "{\"type\":\"bot\",\"seat\":\"o\",\"skill\":\"first\"}";
    assert!(send(&mut table, seat(0), bot).records.is_empty());
    assert!(
        send(&mut table, Party::Host, &bot.replace("first", "none"))
            .records
            .is_empty()
    );
    assert!(send(&mut table, Party::Host, bot).is_changed);
    assert!(table.computer_to_move().is_none());
    play(&mut table, Party::Host, "b2");
    let (mover, _) = table.computer_to_move().expect("the computer");
    table.computer_plays(mover, Ok("a1".to_owned()));
    assert_eq!(table.session().ply(), 2);
    play(&mut table, Party::Host, "c3");
    table.computer_plays(mover, Err("it failed".to_owned()));
    assert!(table.computer_to_move().is_none());
    assert_eq!(snapshot(&table, Party::Host)["you"], json!(["x", "o"]));
}

#[test]
fn texts_that_are_no_moves_are_commands_words_or_refused() {
    let mut table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    let why = play(&mut table, Party::Host, "why b2");
    assert!(told(&why).contains("TT-1"), "{}", told(&why));
    assert!(told(&play(&mut table, Party::Host, "moves")).contains("9 moves: a1"));
    let word = play(&mut table, Party::Host, "what b2");
    assert!(told(&word).contains("\"answer\""), "{}", told(&word));
    let unknown = play(&mut table, Party::Host, "zebra");
    assert!(told(&unknown).contains("\"refused\""));
    assert_eq!(table.session().ply(), 0);
    // Written in another way.
    assert!(play(&mut table, Party::Host, " B 2 ").is_changed);
}

#[test]
fn a_snapshot_has_the_points_the_moves_and_their_parts() {
    let table = table_of(&tic_tac_toe(), ChanceMode::Auto);
    let shown = snapshot(&table, Party::Host);
    assert_eq!(shown["board"]["points"].as_array().map(Vec::len), Some(9));
    assert_eq!(shown["moves"][0], json!({"t": "a1", "p": [["p", "a1"]]}));
    let watcher = snapshot(&table, Party::Watcher);
    assert_eq!(
        (&watcher["moves"], &watcher["acting"]),
        (&json!([]), &json!(null))
    );
}

/// Rules without moves for two players.
const INSTEAD: &str = "game instead \"small\"\nplayers p1, p2\nplay { draw \"none\" }\n";

#[test]
fn a_table_whose_rules_have_a_mistake_waits_and_goes_on_when_they_are_right() {
    let mut table = table_of(&rules_from(SMALL), ChanceMode::Auto);
    table.set_clock(CLOCK);
    table.arrive(seat(1));
    play(&mut table, Party::Host, "a1");
    assert!(table.spend(4_000).records.is_empty());
    play(&mut table, seat(1), "b1");
    let (start, records) = read(&table.lines());
    let instead = table_of(&rules_from(INSTEAD), ChanceMode::Auto);
    let session = instead.session().clone();
    let mut waiting = Table::with_broken_rules(start, records, session).expect("it waits");
    waiting.set_access(RulesAccess::Editable);
    assert_eq!(waiting.lines(), table.lines());
    for party in [Party::Host, seat(1), Party::Watcher] {
        let shown = snapshot(&waiting, party);
        assert_eq!(shown["broken"], json!(true));
        assert_eq!(shown["status"], json!("the rules have a mistake"));
        let none = [&shown["outdated"], &shown["over"], &shown["undo"]];
        assert_eq!(none, [&json!(false); 3]);
        assert_eq!(
            (&shown["acting"], &shown["moves"]),
            (&json!(null), &json!([]))
        );
        assert_eq!(shown["studio"] == json!(true), party == Party::Host);
    }
    // Nothing ends the game meanwhile, and people may come.
    for request in ["replay", "new-game", "undo", "redo", "resign", "offer-draw"] {
        let done = send(
            &mut waiting,
            Party::Host,
            &format!("{{\"type\":\"{request}\"}}"),
        );
        assert!(done.records.is_empty() && !done.is_rewritten, "{request}");
    }
    let answer = told(&play(&mut waiting, Party::Host, "c1"));
    assert!(answer.contains("have a mistake now"), "{answer}");
    assert!(waiting.arrive(seat(0)).is_changed);
    // A move that is no longer legal is named to all without a number: the game is not in the table yet.
    let other = SMALL.replace("in empty", "in empty except a1");
    let (handled, _) = waiting
        .clone()
        .renew(&edited(&other, true))
        .expect("it goes back");
    let note = handled.notes[0].text();
    assert!(note.contains("goes on before this move"), "{note}");
    let (_, text) = waiting.renew(&edited(SMALL, false)).expect("it goes on");
    assert!(text.contains("all moves are legal"), "{text}");
    let shown = snapshot(&waiting, seat(1));
    assert_eq!(
        (&shown["ply"], &shown["broken"], &shown["acting"]),
        (&json!(2), &json!(false), &json!(null))
    );
    // The time that was used before stays used.
    assert_eq!(shown["clock"]["left"], json!([12_000, 8_000]));
    assert!(play(&mut waiting, seat(0), "c1").is_changed);
}
