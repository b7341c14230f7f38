//! Scripts that are refused before they run, each with what is said about it.

use super::sources;
use linstock_base::{Sources, Style};
use linstock_check::Choices;
use linstock_play::Rules;

/// What the rules declare, and a script that does not go with it.
const BROKEN: [(&str, &str); 38] = [
    ("f() -> number", "fn g(pos) { 1 }"),
    ("strong-enough() -> truth", "fn strong_enouhg(pos) { true }"),
    ("f(at: point) -> number", "fn f(pos) { 1 }"),
    (
        "f(at: point, n: number) changes stone",
        "fn f(pos, at, n) { 1 }",
    ),
    ("f() -> number", "fn f(pos) { 1 + }"),
    ("f() -> number", "fn f(pos) {\n  let a = 1;\n  a\n"),
    ("f() -> number", "fn f(pos) { let a = \"text; }"),
    ("f() -> number", "fn f(pos) { let count = 1; coutn }"),
    ("f() -> number", "const MEN = 3;\nfn f(pos) { MEN }"),
    ("f() -> number", "fn f(pos) { 1.5 }"),
    ("f() -> number", "fn f(pos) { cuont(1) }\nfn count(n) { n }"),
    ("f() -> number", "fn f(pos) { g(1) }\nfn g(a, b) { a + b }"),
    (
        "f() -> number",
        "fn f(pos) { pos.cuont(\"stone\", \"red\") }",
    ),
    ("f() -> number", "fn f(pos) { pos.count(\"stone\") }"),
    ("f() -> number", "fn f(pos) { count(\"stone\", \"red\") }"),
    ("f() -> number", "fn f(pos) { [2, 1].sort(); 1 }"),
    ("f() -> number", "fn f(pos) { 3.g() }\nfn g(n) { n }"),
    ("f() -> truth", "fn f(pos) { no(\"SM-2\", \"why\").when() }"),
    ("f() -> number", "let kept = 1;\nfn f(pos) { 1 }"),
    (
        "f() -> number",
        "const N = pick();\nfn pick() { 1 }\nfn f(pos) { 1 }",
    ),
    ("f() -> number", "f(1);\nfn f(pos) { 1 }"),
    ("f() -> number", "fn f(pos) { sleep(1); 1 }"),
    ("f() -> number", "fn f(pos) { timestamp(); 1 }"),
    ("f() -> number", "fn f(pos) { rand() }"),
    ("f() -> number", "fn f(pos) { print(\"hello\"); 1 }"),
    (
        "f() -> number",
        "import \"other\" as other;\nfn f(pos) { 1 }",
    ),
    ("f() -> number", "fn f(pos) { eval(\"1\") }"),
    ("f() -> number", "fn f(pos) { let g = Fn(\"f\"); 1 }"),
    ("f() -> number", "fn f(pos) { let g = |x| x + 1; 1 }"),
    ("f() -> number", "fn f(pos) { other::g(1) }"),
    ("f() -> number", "fn f(pos) { exit(1) }"),
    (
        "f() -> number",
        "fn f(pos) { let m = #{}; m[\"a\"] = 1; m.b = 2; 1 }",
    ),
    (
        "f() -> number",
        "fn f(pos) { let l = [[1]]; l[0].push(2); 1 }",
    ),
    ("f() -> number", "fn f(pos) { this }"),
    ("f() -> number", "fn int.g() { this }\nfn f(pos) { 1 }"),
    ("f() -> number", "fn max(a, b) { a }\nfn f(pos) { 1 }"),
    ("f() -> number", "fn f(pos) { 1 }\nfn f(pos) { 2 }"),
    ("f() -> number", "fn f(pos) { fn g() { 1 } 1 }"),
];

fn said(sources: &Sources) -> String {
    let (rules, found) = Rules::check(sources, &Choices::default());
    let text = found.render(sources, Style::Plain);
    assert!(rules.is_none() || !found.has_errors());
    assert!(!found.is_empty(), "nothing was found");
    text
}

#[test]
fn mistakes_are_told_where_they_stand() {
    let mut words = String::new();
    for (functions, script) in BROKEN {
        words += &format!(
            "==== {functions}\n{script}\n----\n{}\n",
            said(&sources(functions, script))
        );
    }
    insta::assert_snapshot!(words);
}

#[test]
fn a_file_that_is_missing_is_named() {
    let rules = super::rules("f() -> number");
    let alone = Sources::from([("small.game", rules.as_str())]);
    let near = Sources::from([
        ("x/small.game", rules.as_str()),
        ("x/t.rhai", "fn f(pos) { 1 }"),
    ]);
    insta::assert_snapshot!(format!("{}\n{}", said(&alone), said(&near)));
}
