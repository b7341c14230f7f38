//! Large games are checked soon, or refused with a reason.

use crate::terminal::processor_time;
use linstock::{Choices, Rules, Sources, Style};

/// What checking one game may take, in processor time: other programs may keep the machine busy. The fuel bounds it in any build,
/// and builds for tests are slow.
const LONGEST_MILLIS: u128 = 300_000;

fn game(head: &str, moves: &str) -> String {
    let play = "play { repeat each player { ask me: go otherwise draw } }";
    format!("game large \"Large\"\n{head}\n{moves}\n{play}\n")
}

const TWO_POINTS: &str =
    "piece man \"m\"\nmove go \"{here}-{there}\" { here in own; there in empty; here -> there }";

/// Checks a game and tells whether it was found sound, in a time that a person waits.
fn is_sound(what: &str, text: &str) -> bool {
    let mut sources = Sources::new();
    sources.add("large.game", text);
    let begun = processor_time();
    let (rules, found) = Rules::check(&sources, &Choices::default());
    let millis = processor_time().saturating_sub(begun).as_millis();
    println!(
        "{what}: {millis} ms, {}",
        if rules.is_some() { "sound" } else { "refused" }
    );
    println!(
        "{}",
        found
            .render(&sources, Style::Plain)
            .lines()
            .next()
            .unwrap_or_default()
    );
    assert!(millis < LONGEST_MILLIS, "{what} took {millis} ms");
    rules.is_some()
}

#[test]
fn two_points_that_have_nothing_to_do_with_each_other() {
    let two = "players white, black\n";
    assert!(is_sound(
        "10 x 10",
        &game(&format!("{two}board 10 x 10"), TWO_POINTS)
    ));
    assert!(is_sound(
        "19 x 19",
        &game(&format!("{two}board 19 x 19"), TWO_POINTS)
    ));
    is_sound("32 x 32", &game(&format!("{two}board 32 x 32"), TWO_POINTS));
    assert!(!is_sound(
        "64 x 64",
        &game(&format!("{two}board 64 x 64"), TWO_POINTS)
    ));
}

#[test]
fn conditions_that_are_asked_pair_by_pair() {
    let when = "when count (next to here and empty) > count (next to there and empty)";
    let pair = TWO_POINTS.replace("here -> there", &format!("{when}; here -> there"));
    assert!(is_sound(
        "pairs",
        &game("players white, black\nboard 10 x 10", &pair)
    ));
}

#[test]
fn long_ways_on_the_largest_board() {
    let queen = "piece queen \"q\"\nmove go \"{here}-{there}\" {\n  here in own\n  there in 1.. all directions of here through empty and empty\n  here -> there\n}";
    assert!(is_sound(
        "a queen",
        &game("players white, black\nboard 64 x 64", queen)
    ));
}

#[test]
fn many_players_pieces_and_moves() {
    let names = |stem: &str, n: usize| {
        (0..n)
            .map(|i| format!("{stem}-{i}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let step = "move go \"{here}-{there}\" { here in own; there in next to here and empty; here -> there }";
    let pieces = |n| {
        (0..n)
            .map(|i| format!("k-{i} \"{}\"", char::from(b'a' + u8::try_from(i).unwrap())))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let crowd = game(
        &format!(
            "players {}\nboard 8 x 8\npiece {}",
            names("p", 64),
            pieces(26)
        ),
        step,
    );
    assert!(is_sound("64 players", &crowd));
    let moves: String = (0..1000)
        .map(|i| format!("move m-{i} \"{i} {{there}}\" {{ there in empty; man: box -> there }}\n"))
        .collect();
    let asked = format!(
        "play {{ repeat each player {{ ask me: {} }} }}",
        names("m", 900)
    );
    let text = format!(
        "game large \"Large\"\nplayers white, black\nboard 8 x 8\npiece man \"m\"\n{moves}{asked}\n"
    );
    assert!(is_sound("1000 moves", &text));
}

#[test]
fn long_expressions() {
    let long = vec!["empty"; 900].join(" and ");
    let text = game(
        "players white, black\nboard 8 x 8\npiece man \"m\"",
        &format!("move go \"{{there}}\" {{ there in {long}; man: box -> there }}"),
    );
    is_sound("900 factors", &text);
    let deep = format!("{}empty{}", "(".repeat(60), ")".repeat(60));
    let text = game(
        "players white, black\nboard 8 x 8\npiece man \"m\"",
        &format!("move go \"{{there}}\" {{ there in {deep}; man: box -> there }}"),
    );
    is_sound("deep brackets", &text);
    let chain: String = (1..2000)
        .map(|i| format!("fact f-{i} = f-{}\n", i - 1))
        .collect();
    let text = game(
        "players white, black\nboard 8 x 8\npiece man \"m\"",
        &format!(
            "fact f-0 = empty\n{chain}move go \"{{there}}\" {{ there in f-1999; man: box -> there }}"
        ),
    );
    is_sound("2000 facts", &text);
}

const TWO_PLAYERS: &str = "players white, black\nboard 8 x 8\npiece man \"m\"";

/// A game whose one move has this head, after other declarations.
fn with_head(declared: &str, head: &str) -> String {
    let go = format!("move go \"{{there}}\" {{ {head}\nman: box -> there }}");
    game(TWO_PLAYERS, &format!("{declared}\n{go}"))
}

/// Numbered declarations, each made from its own number and that of the one before.
fn numbered(many: usize, declare: impl Fn(usize, usize) -> String) -> String {
    let lines: Vec<String> = (1..many).map(|i| declare(i, i - 1)).collect();
    lines.join("\n")
}

/// Moves that ask for each other, each for the one before.
fn asking(many: usize) -> String {
    let moves = numbered(many, |i, before| {
        format!("move m-{i} \"{i} {{there}}\" {{ there in empty\nask me: m-{before} }}")
    });
    let go = format!("there in empty\nask me: m-{}", many - 1);
    with_head(&format!("move m-0 \"0\" {{ }}\n{moves}"), &go)
}

/// What is written out may not lie so deep that a stage overflows the stack of a thread.
#[test]
fn what_lies_too_deep_is_refused() {
    let facts = numbered(3000, |i, before| format!("fact f-{i} = f-{before}"));
    let text = with_head(&format!("fact f-0 = empty\n{facts}"), "there in f-2999");
    assert!(!is_sound("3000 facts", &text));

    let sum = " + count own".repeat(150);
    let sums = numbered(9, |i, before| format!("fact n-{i} = n-{before}{sum}"));
    let text = with_head(
        &format!("fact n-0 = 1{sum}\n{sums}"),
        "there in empty where n-8 > 1",
    );
    assert!(!is_sound("sums of sums", &text));

    let (open, close) = ("if some own { ".repeat(20), " }".repeat(20));
    let routines = numbered(1000, |i, before| {
        format!("to r-{i}() {{ {open}r-{before}(){close} }}")
    });
    let text = with_head(
        &format!("to r-0() {{ a1 -> box }}\n{routines}"),
        "there in empty\nr-999()",
    );
    assert!(!is_sound("1000 routines", &text));
    assert!(!is_sound("3900 moves", &asking(3900)));
}

/// What lies just not too deep goes through all stages.
#[test]
fn what_lies_deep_is_compiled() {
    let facts = numbered(91, |i, before| {
        format!("fact f-{i} = not f-{before} or some own")
    });
    let text = with_head(
        &format!("fact f-0 = some enemy\n{facts}"),
        "there in empty where f-90",
    );
    assert!(is_sound("90 facts", &text));

    let (own, enemy) = (" + count own".repeat(190), " + count enemy".repeat(100));
    let text = with_head(
        &format!("fact n = 1{enemy}"),
        &format!("there in empty where 1{own} > 1 + n"),
    );
    assert!(is_sound("long sums", &text));
    assert!(is_sound("290 moves", &asking(290)));
}

/// Boards of hexagons of the largest size: long ways and long lines.
#[test]
fn the_largest_boards_of_hexagons() {
    let board = |shape: &str| format!("players white, black\nboard {shape}\npiece man \"m\"");
    let queen = format!(
        "game large \"Large\"\n{}\n\
         move go \"{{here}} {{there}}\" {{ here in own\n\
         there in 1.. all directions of here through empty and empty\n here -> there }}\n\
         play {{ man: box -> row 1\n repeat 9 times {{ each player {{ ask me: go otherwise draw }} }} }}\n",
        board("hexagon 32")
    );
    assert!(is_sound("a queen on hexagons", &queen));
    let lines = |i: usize| format!("line l-{i} = {} own man in all directions", i % 15 + 2);
    let wins = numbered(191, |i, _| format!("if some l-{i} {{ win me }}"));
    let put = "move go \"{there}\" { there in empty\n man: box -> there }";
    for shape in ["hexagon 32", "rhombus 64", "triangle 64", "star 15"] {
        let text = format!(
            "game large \"Large\"\n{}\n{}\n{put}\nplay {{ repeat 9 times {{ each player {{ ask me: go\n{wins} }} }} }}\n",
            board(shape),
            numbered(191, |i, _| lines(i)),
        );
        assert!(is_sound(shape, &text));
    }
}

/// Moves that choose directions have a template for each choice, which is worked for, too.
#[test]
fn many_moves_with_directions_for_arguments() {
    let turn = |i: usize, _| {
        format!(
            "move m-{i} \"{i} {{d}} {{e}}\" {{ d in all directions\n\
             e in all directions where it is not opposite of d\n wind = e }}"
        )
    };
    let names: Vec<String> = (1..200).map(|i| format!("m-{i}")).collect();
    let text = format!(
        "game large \"Large\"\n{TWO_PLAYERS}\nremember {{ wind = none : direction }}\n{}\n\
         move put \"{{there}}\" {{ there in empty\n man: box -> there }}\n\
         play {{ repeat each player {{ ask me: put, {} if wind is not north otherwise draw }} }}\n",
        numbered(200, turn),
        names.join(", ")
    );
    is_sound("200 moves with directions", &text);
}

/// What is said of the board is not copied for each link.
#[test]
fn thousands_of_links() {
    let link = |i: usize, _| {
        let (a, b) = (i % 64 + 1, i * 7 % 64 + 1);
        format!(
            "link a{a} to {}{b} when no (row {a} and man)",
            ["b", "c", "d"][i % 3]
        )
    };
    let text = format!(
        "game large \"Large\"\nplayers white, black\nboard 64 x 64 {{\n{}\n}}\npiece man \"m\"\n\
         move go \"{{there}}\" {{ there in reached from own over empty\n man: box -> there }}\n\
         play {{ man: box -> row 64\n repeat 9 times {{ each player {{ ask me: go otherwise draw }} }} }}\n",
        numbered(2000, link)
    );
    is_sound("2000 links", &text);
}
