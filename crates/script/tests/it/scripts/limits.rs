//! The limits of the sandbox: what has no end is stopped, soon, at the same place, with a word on what to do.

use super::call;
use std::time::{Duration, Instant};

/// Far more than a call takes: other programs may keep the machine busy.
const SOON: Duration = Duration::from_secs(300);

const READS: &str = "f() -> number";

/// Scripts that never end, or grow without end, by the limit they run into.
const ENDLESS: [(&str, &str); 14] = [
    ("loop", "fn f(pos) { let n = 0; loop { n += 1; } }"),
    ("recursion", "fn f(pos) { g(1) } fn g(n) { 1 + g(n + 1) }"),
    (
        "recursion_in_blocks",
        "fn f(pos) { if true { for i in 0..1 { switch i { 0 => return f(pos), _ => 2 } } } 1 }",
    ),
    ("list", "fn f(pos) { let l = []; loop { l.push(1); } }"),
    (
        "list_in_list",
        "fn f(pos) { let l = [1]; loop { l = [l, l]; } }",
    ),
    (
        "list_of_itself",
        "fn f(pos) { let l = [1]; loop { l.push(l); } }",
    ),
    (
        "map",
        "fn f(pos) { let m = #{}; let i = 0; loop { m.set(`k${i}`, i); i += 1; } }",
    ),
    (
        "map_of_lists",
        "fn f(pos) { let m = #{}; let l = [0, 0, 0, 0, 0, 0, 0, 0]; let i = 0; loop { m.set(`k${i}`, l); i += 1; } }",
    ),
    ("text", "fn f(pos) { let t = \"ab\"; loop { t += t; } }"),
    (
        "text_in_text",
        "fn f(pos) { let t = \"ab\"; loop { t = `${t}${t}`; } }",
    ),
    (
        "names",
        "fn f(pos) { let all = pos.all(); let l = []; loop { l.push(all.list()); } }",
    ),
    (
        "copies",
        "fn f(pos) { let l = []; while l.len() < 500 { l.push(1); } loop { let copy = l; copy.push(1); } }",
    ),
    (
        "scans",
        "fn f(pos) { loop { pos.next_to(pos.empty()).or(pos.own(\"stone\")).list(); } }",
    ),
    (
        "compared",
        "fn f(pos) { let l = []; while l.len() < 500 { l.push(`text${l.len()}`); } loop { l.contains(\"none\"); } }",
    ),
];

#[test]
fn what_has_no_end_is_stopped_with_a_word_on_what_to_do() {
    let mut words = String::new();
    for (name, script) in ENDLESS {
        let start = Instant::now();
        let error = call(READS, script).expect_err(name);
        let took = start.elapsed();
        assert!(took < SOON, "{name}: {took:?}");
        assert_eq!(call(READS, script).expect_err(name), error, "{name}");
        words += &format!("{name}: {script}\n  {error}\n");
    }
    insta::assert_snapshot!(words);
}

#[test]
fn calls_within_calls_fit_a_small_stack() {
    // Threads of tests have 2 MiB; a fourth of it must do, so that other builds and callers deep in theirs are safe.
    let deep = |open: &str, close: &str| {
        format!(
            "fn f(pos) {{ g(1) }} fn g(n) {{ {}g(n + 1){} }}",
            open.repeat(8),
            close.repeat(8)
        )
    };
    let shapes = [
        deep("1 + (", ")"),
        deep("if n > 0 { ", " } else { 0 }"),
        deep("[", "][0]"),
        deep("max(0, ", ")"),
        "fn f(pos) { let m = #{ a: [#{ b: [1] }] }; m.a[f(pos)].b[f(pos)] }".to_owned(),
        "fn f(pos) { try { f(pos) } catch (e) { 0 } }".to_owned(),
        "fn f(pos) { `${`${f(pos)}`}` }".to_owned(),
    ];
    for shape in shapes {
        let work = move || call(READS, &shape);
        let small = std::thread::Builder::new()
            .stack_size(512 * 1024)
            .spawn(work);
        let answer = small.expect("a thread").join().expect("it comes back");
        let error = answer.expect_err("it calls itself without end");
        assert!(
            error.contains("more than 16 calls lie within each other"),
            "{error}"
        );
    }
}

#[test]
fn values_at_the_border_are_checked() {
    let cases = [
        (READS, "fn f(pos) { \"three\" }"),
        (READS, "fn f(pos) { pos.count(\"ston\", \"red\") }"),
        (READS, "fn f(pos) { pos.count(\"stone\", \"rde\") }"),
        (READS, "fn f(pos) { pos.at(\"e1\"); 1 }"),
        (READS, "fn f(pos) { pos.at(pos.step(\"a1\", \"west\")); 1 }"),
        (READS, "fn f(pos) { pos.step(\"a1\", \"nort\"); 1 }"),
        (READS, "fn f(pos) { pos.remembered(\"hits\") }"),
        (READS, "fn f(pos) { pos.remembered(\"turns\", \"red\") }"),
        (READS, "fn f(pos) { pos.option(\"goal\") }"),
        (READS, "fn f(pos) { 1 / (pos.count(\"stone\", \"red\")) }"),
        (
            READS,
            "fn f(pos) { 9223372036854775807 + pos.row_of(\"a1\") }",
        ),
        (READS, "fn f(pos) { let l = [1]; l[3] }"),
        (READS, "fn f(pos) { let m = #{ a: 1 }; m.b }"),
        (READS, "fn f(pos) { 1 - pos.me() }"),
        (READS, "fn f(pos) { if pos.all() { 1 } else { 2 } }"),
        (
            READS,
            "fn f(pos) { let n = pos.row_of(\"a1\"); for x in n { } 1 }",
        ),
        (
            "f() changes stone",
            "fn f(pos, fx) { fx.put(\"wall\", \"red\", \"a1\"); }",
        ),
        (
            "f() changes stone",
            "fn f(pos, fx) { fx.put(\"stone\", \"red\", \"a1\"); fx.put(\"stone\", \"red\", \"a1\"); }",
        ),
        (
            "f() changes stone",
            "fn f(pos, fx) { fx.relocate(\"a1\", \"a2\"); }",
        ),
        (
            "f() changes stone",
            "fn f(pos, fx) { fx.set(\"turns\", 1); }",
        ),
        (
            "f() changes turns",
            "fn f(pos, fx) { fx.set(\"turns\", \"red\", 1); }",
        ),
        ("f() changes hits", "fn f(pos, fx) { fx.set(\"hits\", 1); }"),
        (
            "f() changes turns",
            "fn f(pos, fx) { fx.set(\"turns\", \"many\"); }",
        ),
    ];
    let mut words = String::new();
    for (functions, script) in cases {
        let error = call(functions, script).expect_err(script);
        words += &format!("{script}\n  {error}\n");
    }
    insta::assert_snapshot!(words);
}

#[test]
fn limits_hold_where_nothing_loops() {
    // Depth of expressions, length of chains: parsing them must not run out of stack either.
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("!", ""),
        ("-", ""),
        ("if 1 == ", ""),
        ("#{a:", "}"),
        ("`${", "}`"),
    ] {
        let script = format!(
            "fn f(pos) {{ {}1{} }}",
            open.repeat(3000),
            close.repeat(3000)
        );
        refused_soon(&script);
    }
    for link in ["+ pos ", ".all()", "[0]", " && pos", " else if pos { 1 } "] {
        let script = format!("fn f(pos) {{ pos {} }}", link.repeat(3000));
        refused_soon(&script);
    }
}

fn refused_soon(script: &str) {
    let start = Instant::now();
    let sources = super::sources(READS, script);
    let model = linstock_testing::games::model(&sources, &Default::default());
    let (scripts, found) = linstock_script::Scripts::load(&model, &sources);
    assert!(scripts.is_none() && found.has_errors(), "{}", &script[..40]);
    assert!(start.elapsed() < SOON);
}
