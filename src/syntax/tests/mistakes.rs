//! What a person reads after a typical mistake.

use super::{in_cannon, in_scenarios, in_variant};

#[test]
fn show() {
    for (from, to) in super::SAMPLES {
        eprintln!("=========== {from:?} -> {to:?}\n{}", in_cannon(from, to));
    }
    for text in VARIANTS {
        eprintln!("=========== {text:?}\n{}", in_variant(text));
    }
    for text in SCENARIOS {
        eprintln!("=========== {text:?}\n{}", in_scenarios(text));
    }
}

const VARIANTS: &[&str] = &[
    "set first to dark\nset shot-over\nset = no",
    "rename player dark black",
    "replace soldier",
    "replace move shot \"x\" { c on x }",
    "remove shot",
    "renmae piece a to b",
    "if x { }",
    "lay start",
];

const SCENARIOS: &[&str] = &[
    "scenario \"a\"\nplya a1",
    "scenario \"a\"\nrefuse a1 because CA-1",
    "scenario a\nplay b\nexpect x = y\nexpect dark moves",
    "scenario \"a\"\ngiven battle, light to move",
    "scenario \"a\"\ngiven at battle, light to move { x = ; y == 2\n z = 1 z\n }\nplay",
    "scenario \"a\"\nplay a\ngiven at b, c to move\nfor x",
    "play x",
    "scenario \"a\"\nmoves a b c\nmoves count x\nmoves are",
    "scenario \"a\"\ngiven at battle, light to move \"\"\"\n . .\n . .\nmoves are a\nscenario \"b\"\ngiven at b, c to move \"\"\"\n .\n\"\"\"",
    "scenario \"a\" @\nexpect A wins",
];
