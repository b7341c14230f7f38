//! Whatever there is too much of is refused at `check`, at the place where it goes over: nothing saturates, nothing panics.

use crate::terminal::processor_time;
use linstock::{Choices, Order, Rules, Session, Setup, Severity, Sources, Span, Style, Turn};
use std::fmt::Write as _;
use std::sync::Arc;

/// What checking one game may take, in processor time: other programs may keep the machine busy. The fuel bounds it in any build,
/// and builds for tests are slow.
const LONGEST_MILLIS: u128 = 300_000;

/// Numbered parts, one after the other.
fn numbered(many: usize, part: impl Fn(usize) -> String) -> String {
    (0..many).fold(String::new(), |mut all, n| {
        let _ = writeln!(all, "{}", part(n));
        all
    })
}

/// A small game with some declarations more.
fn with(declared: &str) -> String {
    format!(
        "game big \"Big\"\nplayers x, o\nboard 3 x 3\npiece mark \"m\"\n{declared}\n\
         move put \"{{there}}\" {{ there in empty\n mark: box -> there }}\n\
         play {{ repeat each player {{ ask me: put otherwise draw }} }}\n"
    )
}

/// Checks a game and returns each error: its message, and the text it points at; empty for one without a place.
fn errors(text: &str) -> Vec<(String, String)> {
    let mut sources = Sources::new();
    sources.add("big.game", text);
    let begun = processor_time();
    let (_, found) = Rules::check(&sources, &Choices::default());
    let millis = processor_time().saturating_sub(begun).as_millis();
    println!("{millis} ms\n{}", found.render(&sources, Style::Plain));
    assert!(millis < LONGEST_MILLIS, "it took {millis} ms");
    let errors = found.iter().filter(|d| d.severity == Severity::Error);
    let place = |span: Span| {
        let text = &sources.get(span.file).text;
        text[span.start as usize..span.end as usize].to_owned()
    };
    errors
        .map(|d| (d.message.clone(), d.span.map(place).unwrap_or_default()))
        .collect()
}

/// Checks that a game is refused for one reason, at one place.
fn assert_refused(text: &str, message: &str, place: &str) {
    let errors = errors(text);
    assert_eq!(errors, [(message.to_owned(), place.to_owned())]);
}

#[test]
fn what_is_declared_is_counted() {
    let lists = numbered(257, |n| format!("list l-{n} {{ r-{n} }}"));
    assert_refused(&with(&lists), "there are too many lists", "l-200");
    let zones = numbered(257, |n| format!("zone z-{n} {{ holds 1 l; open }}"));
    let lists = format!("list l {{ r }}\n{zones}");
    assert_refused(&with(&lists), "there are too many zones", "z-200");
    let layers = (0..300).map(|n| format!("l-{n}")).collect::<Vec<_>>();
    let layered = with("").replace(
        "3 x 3",
        &format!("3 x 3 {{ layers {} }}", layers.join(", ")),
    );
    assert_refused(&layered, "there are too many layers", "l-200");
    let drawings = numbered(300, |n| format!("drawing d-{n} {{ \"\"\"\n  m\n\"\"\" }}"));
    assert_refused(&with(&drawings), "there are too many drawings", "d-200");
    let kinds = numbered(300, |n| format!("piece k-{n} \"k\""));
    assert_refused(&with(&kinds), "there are too many pieces", "k-199");
    let lines = numbered(300, |n| {
        format!("line f-{n} = 3 own mark in all directions")
    });
    assert_refused(&with(&lines), "there are too many lines", "f-200");
}

#[test]
fn many_of_what_needs_more_than_a_byte_are_counted() {
    let moves = numbered(4_100, |n| format!("move m-{n} \"{n}\" {{ }}"));
    assert_refused(&with(&moves), "there are too many moves", "m-4000");
    let values = numbered(4_100, |n| format!("remember {{ v-{n} = 0 }}"));
    assert_refused(
        &with(&values),
        "there are too many remembered values",
        "v-4000",
    );
    let functions = numbered(4_100, |n| format!("  s-{n}()"));
    let script = format!("script \"s.rhai\" {{\n{functions}}}");
    let found = errors(&with(&script));
    assert_eq!(
        found,
        [(
            "there are too many script functions".to_owned(),
            "s-4000".to_owned()
        )]
    );
    let clauses = numbered(20_100, |n| format!("  CA-{n} unplayed \"no\" \"text\""));
    let found = errors(&with(&format!("clauses {{\n{clauses}}}")));
    assert!(
        !found.is_empty() && found.iter().all(|(_, place)| !place.is_empty()),
        "{found:?}"
    );
}

/// Rows need no bit of a word: a list may have more than 64.
#[test]
fn more_than_64_rows_are_values() {
    let letters = "abcdefghijklnopqrstu";
    let kinds = numbered(20, |n| format!("piece k-{n} \"{}\"", &letters[n..=n]));
    let rows = numbered(200, |n| format!("  r-{n} {n}, k-{}", n % 20));
    let used = "remember { made of kinds = 0; met of player of thing = no }
zone left { holds each thing; open }
zone gone { holds thing; open }
move m \"{r}\" {
  r in left where not met of me of it
  r: left -> gone
  made of what of r = made of (what of r) + rank of r
  met of me of r = yes
}";
    let text = with(&format!(
        "{kinds}list thing (rank, what) {{\n{rows}}}\n{used}"
    ));
    let text = text.replace(
        "put otherwise draw",
        "put, m otherwise draw; if made of k-19 is 318 and met of x of r-199 { win me }",
    );
    assert_eq!(errors(&text), []);
    let mut sources = Sources::new();
    sources.add("big.game", text.as_str());
    let rules = Rules::load(&sources, &Choices::default()).expect("it is sound");
    let mut session = Session::begin(Arc::new(rules), Setup::default()).expect("it begins");
    let texts = ["r-119", "r-1", "r-199"].map(Order::from);
    session.play(&texts[..2]).expect("they are legal");
    let names = |session: &Session| {
        let choices = session.choices(session.decider().expect("a player"));
        let choices = choices.expect("they are listed").into_iter();
        choices
            .map(|c| c.text)
            .filter(|c| c.starts_with('r'))
            .count()
    };
    assert_eq!(names(&session), 198);
    session.play(&texts[2..]).expect("it is legal");
    assert_eq!(session.turn(), Turn::Over);
}

#[test]
fn parts_of_the_text_of_a_move_are_counted() {
    let text =
        |parts: usize| with("").replace("\"{there}\"", &format!("\"{}\"", "{there}".repeat(parts)));
    assert_eq!(errors(&text(64)), []);
    let written = "{there}".repeat(65);
    assert_refused(
        &text(65),
        "the text of a move has at most 64 parts",
        &written,
    );
}

#[test]
fn phases_are_counted() {
    let phases = numbered(300, |n| format!("phase p-{n} {{ leave p-{n} }}"));
    let text = with("").replace("repeat each", &format!("{phases}\nrepeat each"));
    assert_refused(&text, "there are too many phases", "p-200");
}

/// A move takes over the arguments of the moves around it: each of them has a number of its own.
#[test]
fn arguments_of_moves_in_moves_are_counted() {
    let args = |m: usize| numbered(40, |n| format!("a-{m}-{n} in 1..1"));
    let inner = numbered(9, |m| {
        let next = m + 1;
        format!(
            "move m-{m}(v) \"{m}\" {{\n{}\nask me: m-{next}(a-{m}-0)\n}}",
            args(m)
        )
    });
    let last = "move m-9(v) \"9\" { there in empty\n mark: box -> there }";
    let text = with(&format!("{inner}{last}"));
    let text = text.replace(
        "mark: box -> there }\nplay",
        "mark: box -> there\nask me: m-0(1) }\nplay",
    );
    let found = errors(&text);
    assert_eq!(
        found.first().map(|(message, _)| message.as_str()),
        Some("there are too many arguments of a move and of the moves around it")
    );
    assert!(found.iter().all(|(_, place)| !place.is_empty()));
}

#[test]
fn what_a_position_holds_is_counted() {
    let values = (0..100)
        .map(|n| format!("v-{n} of piece = 0"))
        .collect::<Vec<_>>();
    let text = with(&format!("remember {{ {} }}", values.join("; ")));
    let text = text.replace("3 x 3", "64 x 64");
    assert_refused(
        &text,
        "there are too many things to keep of a position",
        "v-16",
    );
    let rows = (0..64).map(|n| format!("r-{n}")).collect::<Vec<_>>();
    let players = (0..64).map(|n| format!("p-{n}")).collect::<Vec<_>>();
    let zones = numbered(150, |n| format!("zone z-{n} of player {{ holds l; open }}"));
    let text = with(&format!("list l {{ {} }}\n{zones}", rows.join("; ")));
    let text = text.replace("players x, o", &format!("players {}", players.join(", ")));
    assert_refused(
        &text,
        "there are too many things to keep of a position",
        "z-16",
    );
}

/// A list of rows, each with points of its own: all sets of the points of a board's row.
fn subsets(name: &str, rows: usize, first_column: u8) -> String {
    let rows = (0..rows).map(|n| {
        let bits = (0u8..6).filter(|bit| n >> bit & 1 == 1);
        let points = bits.map(|bit| format!("{}1", char::from(first_column + bit)));
        let points = points.collect::<Vec<_>>().join(", ");
        let points = if points.is_empty() {
            "nothing".to_owned()
        } else {
            format!("{{{points}}}")
        };
        format!("{name}{n} {points}")
    });
    format!(
        "list {name} (of-{name}) {{ {} }}\n",
        rows.collect::<Vec<_>>().join("; ")
    )
}

/// The number of registers of a program is limited: a score over three lists needs more, and `result` would index out of range.
#[test]
fn a_score_over_large_lists_is_refused() {
    let lists = [
        subsets("aa", 32, b'a'),
        subsets("bb", 64, b'g'),
        subsets("cc", 17, b'm'),
    ]
    .concat();
    let sum = "sum i in aa: sum j in bb: sum k in cc: count (own and (of-aa of i or of-bb of j or of-cc of k))";
    let text = with(&format!("{lists}score of p = {sum}")).replace("3 x 3", "18 x 1");
    let found = errors(&text);
    let [(message, place)] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert!(message.starts_with("there are too many "), "{message}");
    assert!(place.starts_with("sum i in aa"), "{place}");
    // Half of it is played.
    let text = text.replace(
        "sum k in cc: count (own and (of-aa of i or of-bb of j or of-cc of k))",
        "count (own and (of-aa of i or of-bb of j))",
    );
    assert_eq!(errors(&text), []);
}
