//! Who joins a room, what its pages get, and who is cut off.

use super::{
    Computers, JoinRefusal, Journal, LinkToken, MOST_OF_PARTY, MOST_WAITING, MOST_WATCHING, Room,
    SeatId, SharedText, Table, mpsc,
};
use crate::table::BegunTable;
use linstock_play::{Session, Setup};
use linstock_testing::games::Setting;

struct Nowhere;

impl Journal for Nowhere {
    fn append(&mut self, _: &[String]) -> Result<(), String> {
        Ok(())
    }

    fn rewrite(&mut self, _: &[String]) -> Result<(), String> {
        Ok(())
    }
}

/// Makes a room; the host's secret consists of 0, those of the seats of 1 and 2.
fn room() -> Room {
    let setting = Setting {
        files: &["examples/tic-tac-toe/tic-tac-toe.game"],
        options: &[],
        players: None,
    };
    let session = Session::begin(setting.rules(), Setup::default()).expect("begun");
    let begun = BegunTable {
        id: "t".to_owned(),
        host: LinkToken::new([0; 16]),
        seats: vec![LinkToken::new([1; 16]), LinkToken::new([2; 16])],
    };
    Room::new(Table::begin(session, begun), Box::new(Nowhere))
}

#[test]
fn people_who_watch_take_no_room_from_those_who_play() {
    let mut room = room();
    let mut watching = Vec::new();
    for _ in 0..MOST_WATCHING {
        watching.push(room.join(None).expect("joined"));
        read(&mut watching);
    }
    assert_eq!(room.join(None).err(), Some(JoinRefusal::Full));
    let wrong = LinkToken::new([9; 16]).text();
    assert_eq!(room.join(Some(&wrong)).err(), Some(JoinRefusal::WrongLink));
    for secret in 0..3 {
        let link = LinkToken::new([secret; 16]).text();
        let mut pages = Vec::new();
        for _ in 0..=MOST_OF_PARTY {
            pages.push(room.join(Some(&link)).expect("joined"));
            read(&mut pages);
            read(&mut watching);
        }
        // The oldest page of a seat makes room for the newest.
        let there = pages.iter().map(|(id, _)| room.pages.contains_key(id));
        let there: Vec<bool> = there.collect();
        assert!(!there[0] && there[1..].iter().all(|is_there| *is_there));
    }
    assert!(watching.iter().all(|(id, _)| room.pages.contains_key(id)));
    room.leave(watching[0].0);
    assert!(room.join(None).is_ok());
}

/// Reads the messages of pages.
fn read(pages: &mut [(u64, mpsc::Receiver<SharedText>)]) {
    for (_, messages) in pages {
        while messages.try_recv().is_ok() {}
    }
}

#[test]
fn a_page_gets_all_of_the_first_snapshot_and_then_what_has_changed() {
    let mut room = room();
    let (_, mut messages) = room.join(None).expect("joined");
    let first = messages.try_recv().expect("a snapshot");
    assert!(first.starts_with(r#"{"type":"table""#));
    room.show();
    let second = messages.try_recv().expect("a snapshot");
    assert!(second.starts_with(r#"{"type":"changes""#) && second.len() < first.len());
    // Another page begins with all of it.
    let (_, mut others) = room.join(None).expect("joined");
    assert_eq!(others.try_recv().as_deref(), Ok(&*first));
}

#[test]
fn a_page_that_does_not_read_is_cut_off_and_others_go_on() {
    let mut room = room();
    let (_slow, _never_read) = room.join(None).expect("joined");
    let (_, mut read) = room.join(None).expect("joined");
    for _ in 0..2 * MOST_WAITING {
        room.show();
        while read.try_recv().is_ok() {}
    }
    assert_eq!(room.pages.len(), 1);
    assert!(!read.is_closed());
}

/// Lets nobody play.
struct NoComputers;

impl Computers for NoComputers {
    fn skill(&self, _: &str) -> Result<String, String> {
        Err("there is none".to_owned())
    }

    fn choose(&self, _: &Session, _: SeatId, _: &str) -> Result<String, String> {
        Err("there is none".to_owned())
    }

    fn hint(&self, _: &Session, _: SeatId) -> Result<String, String> {
        Err("there is none".to_owned())
    }
}

/// Returns the types of the messages that have come to a page since it was last asked.
fn received(messages: &mut mpsc::Receiver<SharedText>) -> Vec<String> {
    let next = || messages.try_recv().ok();
    let read = |text: SharedText| serde_json::from_str(&text).expect("a message");
    let kind = |message: serde_json::Value| message["type"].as_str().unwrap_or_default().to_owned();
    std::iter::from_fn(next).map(read).map(kind).collect()
}

#[test]
fn a_page_has_its_answer_before_the_others_learn_of_it() {
    let mut room = room();
    let [mut own, mut other] = [1, 2].map(|secret| {
        let link = LinkToken::new([secret; 16]).text();
        room.join(Some(&link)).expect("joined")
    });
    let seq = room.table.seq();
    let move_to = |point| format!(r#"{{"type":"say","seq":{seq},"text":"{point}"}}"#);
    let cases = [
        (move_to("b2"), vec!["heard", "changes"], vec!["changes"]),
        // Only the page that asks reads a refusal.
        (move_to("b2"), vec!["heard", "note"], vec![]),
        // The page that leaves its seat gets a farewell, and the others see who is still there.
        (
            r#"{"type":"leave"}"#.to_owned(),
            vec!["bye"],
            vec!["changes"],
        ),
    ];
    for (request, at_once, later) in cases {
        for messages in [&mut own.1, &mut other.1] {
            received(messages);
        }
        let message = serde_json::from_str(&request).expect("a message");
        let answered = room.request(own.0, message, (&NoComputers, LinkToken::new([9; 16])));
        assert_eq!(received(&mut own.1), at_once, "{request}");
        assert_eq!(received(&mut other.1), [""; 0], "{request}");
        room.tell_others(answered);
        assert_eq!(received(&mut own.1), [""; 0], "{request}");
        assert_eq!(received(&mut other.1), later, "{request}");
    }
}
