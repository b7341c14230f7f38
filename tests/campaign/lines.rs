//! Lines for the engine: requests as programs send them, requests that are nearly so, and garbage.

use crate::program_tests::campaign::ready::OpenedBy;
use proptest::prelude::{Just, any, prop_oneof};
use proptest::sample::select;
use proptest::strategy::{BoxedStrategy, Strategy};
use serde_json::{Value, json};

/// The lines of one connection, mostly to an engine that holds a game already: to load one takes longer than a hundred lines.
pub(super) fn connection() -> BoxedStrategy<(Option<OpenedBy>, Vec<String>)> {
    let lines = || proptest::collection::vec(line(), 1..400);
    let seat = prop_oneof![
        3 => Just(None),
        1 => select(vec!["x", "o", "a", "b", "white", "black"]).prop_map(Some),
    ];
    let opening = (select(GAMES.to_vec()), any::<u8>(), any::<bool>(), seat).prop_map(
        |(game, seed, other, seat)| OpenedBy {
            game,
            seed,
            other,
            seat,
        },
    );
    prop_oneof![
        30 => (opening, lines()).prop_map(|(opening, lines)| (Some(opening), lines)),
        1 => (begin(), lines()).prop_map(|(first, mut rest)| {
            rest.insert(0, first);
            (None, rest)
        }),
    ]
    .boxed()
}

/// Games that load fast.
const GAMES: [&str; 4] = [
    "examples/liars-dice",
    "examples/tic-tac-toe",
    "examples/breakthrough",
    "tests/it/fixtures/race",
];

/// A game, whether several share the keyboard, and what they type.
pub(super) fn typed() -> BoxedStrategy<(OpenedBy, Vec<String>)> {
    let lines = proptest::collection::vec(typed_line(), 1..120);
    let opening = (select(GAMES.to_vec()), any::<u8>(), any::<bool>());
    let opening = opening.prop_map(|(game, seed, other)| OpenedBy {
        game,
        seed,
        other,
        seat: None,
    });
    (opening, lines).boxed()
}

fn typed_line() -> BoxedStrategy<String> {
    let alone = select(vec![
        "moves",
        "view",
        "history",
        "undo",
        "redo",
        "help",
        "setup",
        "map",
        "result",
        "rules",
        "reload",
        "quit",
        "?",
        "; ;",
        "play ?; ?",
        "why ?",
        "why a1",
        "why",
        "as",
        "back to 0",
        "random 3; undo 2",
        "set",
        "help why",
        "\u{1b}[2J",
        "undo undo",
        "a1 a2 a3",
        "why \u{202e}",
    ]);
    let counted = select(vec![
        "undo", "redo", "random", "back to", "history", "moves", "rules",
    ]);
    let who = select(vec!["x", "o", "ann", "white", "black", "chance", "nobody"]);
    let verb = select(vec!["as", "view", "setup", "why", "help", "moves"]);
    prop_oneof![
        8 => Just("?".to_owned()),
        6 => alone.prop_map(str::to_owned),
        3 => (counted, any::<u8>()).prop_map(|(verb, n)| format!("{verb} {}", n % 60)),
        2 => (verb, who).prop_map(|(verb, who)| format!("{verb} {who} ?")),
        1 => any::<String>().prop_map(|text| text.replace(['\n', '\r'], " ")),
    ]
    .boxed()
}

fn begin() -> BoxedStrategy<String> {
    // The larger games take longer to load.
    let games = prop_oneof![
        30 => select(vec!["examples/liars-dice", "examples/tic-tac-toe", "examples/breakthrough", "no-such-game"]),
        1 => select(vec!["cannon", "cannon-buster"]),
    ];
    (
        games,
        any::<u8>(),
        select(vec!["auto", "manual"]),
        1_usize..5,
    )
        .prop_map(|(game, seed, chance, players)| {
            let mut request = json!({"cmd": "new", "game": game, "seed": seed, "chance": chance});
            if game == "cannon-buster" {
                request["players"] = json!(players);
            }
            request.to_string()
        })
        .boxed()
}

fn line() -> BoxedStrategy<String> {
    prop_oneof![
        12 => request().prop_map(|request| request.to_string()),
        3 => (request(), any::<proptest::sample::Index>(), any::<u8>()).prop_map(|(request, at, byte)| broken(&request.to_string(), &at, byte)),
        1 => any::<String>().prop_map(|text| text.replace(['\n', '\r'], " ")),
        1 => proptest::bool::weighted(0.1).prop_flat_map(|new| if new { begin() } else { Just(r#"{"cmd":"play","move":"?"}"#.to_owned()).boxed() }),
    ]
    .boxed()
}

/// A text with one byte changed; the line ends stay out of it.
fn broken(text: &str, at: &proptest::sample::Index, byte: u8) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = at.index(bytes.len());
    bytes[at] = if byte == b'\n' { b' ' } else { byte };
    String::from_utf8_lossy(&bytes).into_owned()
}

fn request() -> BoxedStrategy<Value> {
    let common = vec![
        "state", "moves", "view", "result", "history", "save", "undo", "redo", "why", "play",
        "load", "new", "nothing",
    ];
    let verbs = prop_oneof![500 => select(common), 1 => Just("games")];
    let fields = proptest::collection::vec(field(), 0..4);
    (verbs, fields)
        .prop_map(|(verb, fields)| {
            let mut request = json!({"cmd": verb});
            for (name, value) in fields {
                request[name] = value;
            }
            request
        })
        .boxed()
}

fn field() -> BoxedStrategy<(String, Value)> {
    let who = select(vec![
        "x", "o", "a", "b", "c", "white", "black", "light", "dark", "chance", "nobody", "",
    ]);
    let moves = select(vec![
        "b2",
        "a1",
        "c3",
        "a2-a3",
        "b1-b2",
        "a7-a6",
        "pass",
        "keep merchant merchant trader",
        "hit all",
        "take from a",
        "3 fives",
        "deal a",
        "roll 1 2 3 4 5",
        "?",
        "",
        "xd4",
        "\u{1b}[2J",
    ]);
    let moves = || moves.clone().prop_map(|text| json!(text));
    prop_oneof![
        6 => who.clone().prop_map(|who| ("as".to_owned(), json!(who))),
        4 => moves().prop_map(|text| ("move".to_owned(), text)),
        2 => proptest::collection::vec((moves(), who), 0..4).prop_map(|all| {
            let all: Vec<_> = all.into_iter().map(|(text, who)| json!({"move": text, "as": who})).collect();
            ("moves".to_owned(), json!(all))
        }),
        1 => proptest::collection::vec(moves(), 0..4).prop_map(|all| ("moves".to_owned(), json!(all))),
        2 => any::<u64>().prop_map(|n| ("count".to_owned(), json!(n % 7))),
        1 => any::<i64>().prop_map(|n| ("count".to_owned(), json!(n))),
        2 => any::<u8>().prop_map(|n| ("id".to_owned(), json!(n))),
        1 => odd().prop_map(|value| ("id".to_owned(), value)),
        1 => odd().prop_map(|value| ("as".to_owned(), value)),
        1 => odd().prop_map(|value| ("save".to_owned(), value)),
        1 => (any::<String>(), odd()),
    ]
    .boxed()
}

fn odd() -> BoxedStrategy<Value> {
    prop_oneof![
        Just(Value::Null),
        Just(json!([])),
        Just(json!({})),
        Just(json!(-1)),
        Just(json!(1e300)),
        any::<bool>().prop_map(|b| json!(b)),
        any::<String>().prop_map(|s| json!(s)),
        (1_usize..100).prop_map(|depth| (0..depth).fold(Value::Null, |inner, _| json!([inner]))),
    ]
    .boxed()
}
