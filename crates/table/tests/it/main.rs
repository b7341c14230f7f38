//! Tables without sockets: who may do what, what each page learns, and what is found again.

mod people;
mod secrets;
mod sitting;
mod tables;
mod words;

use linstock_base::Sources;
use linstock_model::SeatId;
use linstock_play::{ChanceMode, Rules, Session, Setup};
use linstock_table::{
    BegunTable, ClientMessage, Computers, Handled, LinkToken, Party, ServerMessage, Table,
};
use linstock_testing::games::Setting;
use serde_json::Value as Json;
use std::sync::Arc;

/// A computer player that plays the first move of the list.
struct First;

impl Computers for First {
    fn skill(&self, name: &str) -> Result<String, String> {
        match name {
            "first" => Ok(name.to_owned()),
            _ => Err("there is no such skill".to_owned()),
        }
    }

    fn choose(&self, session: &Session, seat: SeatId, _: &str) -> Result<String, String> {
        let choices = session.choices(linstock_play::Actor::Player(seat));
        let first = choices.map_err(|refusal| refusal.to_string())?;
        first
            .first()
            .map(|choice| choice.text.clone())
            .ok_or_else(|| "nothing".to_owned())
    }

    fn hint(&self, session: &Session, seat: SeatId) -> Result<String, String> {
        self.choose(session, seat, "")
    }
}

fn rules_of(files: &'static [&'static str]) -> Arc<Rules> {
    let setting = Setting {
        files,
        options: &[],
        players: None,
    };
    setting.rules()
}

fn tic_tac_toe() -> Arc<Rules> {
    rules_of(&["examples/tic-tac-toe/tic-tac-toe.game"])
}

fn table_of(rules: &Arc<Rules>, chance: ChanceMode) -> Table {
    table_with(rules, (chance, None))
}

/// Makes a table of rules, also with their texts.
fn table_with(rules: &Arc<Rules>, (chance, sources): (ChanceMode, Option<Arc<Sources>>)) -> Table {
    let setup = Setup {
        chance,
        seed: 7,
        sources,
        ..Setup::default()
    };
    let session = Session::begin(Arc::clone(rules), setup).expect("it begins");
    Table::begin(
        session,
        BegunTable {
            id: "table".to_owned(),
            host: secret(0),
            seats: (1..=64).map(secret).collect(),
        },
    )
}

fn secret(number: u8) -> LinkToken {
    LinkToken::new([number; 16])
}

/// Sends a message to a table.
fn send(table: &mut Table, party: Party, message: &str) -> Handled {
    let message: ClientMessage = serde_json::from_str(message).expect("a message");
    table.handle(party, message, (&First, secret(200)))
}

/// Answers a proposal as a page does.
fn answer(table: &mut Table, party: Party, yes: bool) -> Handled {
    let seq = table.seq();
    let text = format!("{{\"type\":\"answer\",\"seq\":{seq},\"yes\":{yes}}}");
    send(table, party, &text)
}

/// Plays a move as a page does.
fn play(table: &mut Table, party: Party, text: &str) -> Handled {
    let seq = table.seq();
    send(
        table,
        party,
        &format!("{{\"type\":\"say\",\"seq\":{seq},\"text\":\"{text}\"}}"),
    )
}

fn snapshot(table: &Table, party: Party) -> Json {
    let text = table.snapshot(party, &|_| true).text();
    let mut snapshot: Json = serde_json::from_str(&text).expect("JSON");
    let mut shown = snapshot["own"].take();
    let view = snapshot["view"].take();
    let all = shown.as_object_mut().expect("an object");
    all.extend(view.as_object().expect("an object").clone());
    shown
}

fn told(handled: &Handled) -> String {
    handled.replies.iter().map(ServerMessage::text).collect()
}

const fn seat(number: u8) -> Party {
    Party::Seat(SeatId(number))
}
