//! Hostile input: the parser refuses it in time, with a place, and without a panic.

use crate::tests::{CANNON, parse_game};
use crate::{parse_expr, parse_picture, parse_scenarios};
use linstock_base::{Diagnostics, Sources, Style};
use std::time::{Duration, Instant};

const SHOTS: &str = include_str!("../../../../rulesets/cannon/scenarios/shots.scn");

/// Returns whether to run the thorough tests.
fn thorough() -> bool {
    std::env::var("LINSTOCK_THOROUGH").is_ok_and(|one_of| one_of == "1")
}

/// Parses a text as each kind of file and as an expression; returns its diagnostics as a game. Checks that all can be rendered.
fn read(text: &str) -> Diagnostics {
    let mut sources = Sources::new();
    let file = sources.add("hostile.game", text);
    let begun = Instant::now();
    let (_, as_game) = parse_game(file, text);
    let (_, as_scenario) = parse_scenarios(file, text);
    let as_expr = parse_expr(file, text).err().unwrap_or_default();
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(600), "{took:?} for {text:.60}");
    for found in [&as_game, &as_scenario, &as_expr] {
        for diagnostic in found.iter() {
            let span = diagnostic.span.expect("every finding has a place");
            assert!(
                span.start <= span.end && span.end as usize <= text.len(),
                "{diagnostic:?}"
            );
            assert!(text.is_char_boundary(span.start as usize), "{diagnostic:?}");
        }
    }
    if text.len() < 4_000 {
        let _ = as_game.render(&sources, Style::Plain);
    }
    as_game
}

/// Returns the given number of parts, one per line.
fn numbered(many: usize, part: impl Fn(usize) -> String) -> String {
    (0..many).map(|n| part(n) + "\n").collect()
}

#[test]
fn endless_input_is_refused() {
    let game = "game x \"X\"\n";
    let (n, deep) = (if thorough() { 100_000 } else { 20_000 }, 5_000);
    let table = [
        format!("{game}fact f = {}", "(".repeat(n)),
        format!("{game}fact f = {}x", "no ".repeat(n)),
        format!("{game}fact f = {}x", "not ".repeat(1_900)),
        format!("{game}play {}", "{".repeat(n)),
        format!("{game}play {{\n{}", "if x {\n".repeat(n)),
        format!("{game}play {{{}", "repeat { ".repeat(n)),
        format!("{game}fact f = x{}", " of x".repeat(deep)),
        format!("{game}fact f = x{}", " of x".repeat(900)),
        format!("{game}fact f = x{}", " if x else x".repeat(490)),
        format!("{game}fact f = x{}", "\nand x".repeat(n)),
        format!("{game}fact f = {}x{}", "(".repeat(n), ")".repeat(n)),
        format!("{game}fact f = {}x y z{}", "(2 ".repeat(30), ")".repeat(30)),
        format!("{game}fact f = {}x y z{}", "f(".repeat(30), ")".repeat(30)),
        format!(
            "{game}fact f = {}x y z{}",
            "row (".repeat(30),
            ")".repeat(30)
        ),
        // Each declaration has its own limit of steps: without a common limit, many such declarations would take too long.
        numbered(60, |n| {
            let (open, close) = ("row(".repeat(28), ")".repeat(28));
            let head = if n == 0 { game } else { "" };
            format!("{head}fact f-{n} = {open}x y z{close}")
        }),
        format!(
            "{game}play {{ {}x y z{} }}",
            "repeat { ".repeat(30),
            " }".repeat(30)
        ),
        format!(
            "{game}play {{ ask a: b{} }}",
            " otherwise ask a: b".repeat(300)
        ),
        format!(
            "{game}play {{ if a {{ }}{} }}",
            " else if a { }".repeat(300)
        ),
        format!("{game}move m \"{{{}}}\" {{ }}", "(".repeat(n)),
        format!("{game}move m \"{{{}x}}\" {{ }}", "no ".repeat(n)),
        format!("{game}move m \"{}\" {{ }}", "{".repeat(n)),
        format!("{game}note \"{}", "x".repeat(n)),
        format!("{game}drawing d {{ \"\"\"{}", ". .\n".repeat(n)),
        format!("{game}{}", "\"\n".repeat(n)),
        format!("{game}{}", "//\n".repeat(n)),
        format!("{game}{}", "x\n".repeat(n)),
        format!("{game}{}", "note x\n".repeat(n)),
        format!("{game}{}", "}\n".repeat(n)),
        format!("{game}{}", "{}".repeat(n)),
        format!("{game}{}", "play (\nif (\n".repeat(n / 2)),
        format!("{game}{}", "@a ".repeat(n)),
        format!("{game}{}", "@a\n".repeat(n)),
        format!("{game}fact f = {}", "9".repeat(n)),
        format!("for x\n{}", "scenario \"x\"\nplay (\n".repeat(n / 4)),
        format!("{game}{}", "\n".repeat(1 << 20)),
    ];
    for text in table {
        let found = read(&text);
        assert!(found.has_errors(), "{text:.80}");
    }
}

#[test]
fn brackets_may_stand_as_deep_as_the_limit_says() {
    let sources = Sources::from([("x", "")]);
    let (file, _) = sources.iter().next().expect("one file");
    for (open, close) in [
        ("some (", ")"),
        ("f(1, a + f(", "))"),
        ("a if b else not row (", ")"),
        ("@A 2 (", ") of x through y"),
        ("{", "}"),
    ] {
        let brackets = open.matches(['(', '{']).count();
        let nested = |n: usize| format!("{}x{}", open.repeat(n), close.repeat(n));
        assert!(parse_expr(file, &nested(32 / brackets)).is_ok(), "{open}");
        assert!(parse_expr(file, &nested(33)).is_err(), "{open}");
    }
    let blocks = format!(
        "game x \"X\"\nplay {{ {}x = {}x{}{} }}",
        "repeat each player where a { if b { ".repeat(12),
        "f(".repeat(7),
        ")".repeat(7),
        "} }".repeat(12)
    );
    assert!(parse_game(file, &blocks).1.is_empty());
}

#[test]
fn every_beginning_of_a_real_file_is_read_without_panic() {
    let step = if thorough() { 1 } else { 13 };
    for text in [CANNON, SHOTS] {
        for end in (0..text.len())
            .step_by(step)
            .filter(|end| text.is_char_boundary(*end))
        {
            read(&text[..end]);
        }
    }
}

#[test]
fn every_file_with_a_character_changed_is_read_without_panic() {
    for sign in ["{", "\"", ")", "ö", "\n", "@", "no "] {
        for at in (0..CANNON.len())
            .step_by(if thorough() { 17 } else { 211 })
            .filter(|at| CANNON.is_char_boundary(*at))
        {
            read(&format!("{}{sign}{}", &CANNON[..at], &CANNON[at..]));
        }
    }
}

#[test]
fn a_large_file_is_read_in_time() {
    let line = "    if no enemy town and some (own soldier and next to enemy) { here -> there }\n";
    let text = format!(
        "game x \"X\"\nplay {{\n{}}}\n",
        line.repeat(if thorough() { 12_000 } else { 4_000 })
    );
    assert!(read(&text).is_empty());
}

#[test]
fn any_picture_is_read_in_time() {
    let sources = Sources::from([("x", "")]);
    let (file, _) = sources.iter().next().expect("one file");
    for value in [
        ".\n".repeat(100_000),
        "1 .\n. .\n".repeat(50),
        "|".repeat(1_000),
        "1 |\n".to_owned(),
    ] {
        let span = linstock_base::Span::new(file, 0, value.len());
        let _ = parse_picture(file, &crate::ast::QuotedText { value, span });
    }
}
