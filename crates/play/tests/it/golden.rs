//! The model of a dozen lines of rules, as its canonical text: what each form of the language is resolved to.

use linstock_base::{Sources, Style};
use linstock_check::{Choices, check, read};
use linstock_model::canonical;
use linstock_testing::frame::{ARGUMENTS, in_move};
use std::rc::Rc;

/// Conditions of a move after the arguments of the frame.
const LINES: [&str; 16] = [
    "when some (own and next to enemy)",
    "when some (1.. orthogonal of here through empty except middle)",
    "when count (own stone or own king) + 1 < 2 * count enemy",
    "when (own stone where steps of it < 3) is own stone",
    "when joined(own) and turns > 0",
    "when some d in orthogonal where some (2 d of here and enemy)",
    "when there is in reached from own over empty within 2 not counting middle",
    "when there is reflection of here over northeast",
    "when edge of middle is {d4, e5} or row 2 is own",
    "when guard is opponent and shifts of opponent >= 2",
    "when there is boxes of left-half",
    "when some p in players where shifts of p is 0 and p is not me",
    "when (greatest n in 0..4 where count own > n) % 3 is 1",
    "when crowded(here) and seen 2 times",
    "when front of c is in far of me and last is walk",
    "when script strong-enough(count own, there)",
];

/// Returns the condition as its canonical text, or the mistakes in it.
fn resolved(line: &str) -> String {
    let text = in_move(&format!("{ARGUMENTS}{line}\n"));
    let sources = Sources::from([("example.game", text)]);
    let fuel = Rc::default();
    let (files, found) = read(&sources, &fuel);
    match check(&files, found, (&Choices::default(), &fuel)) {
        Ok((model, _)) => {
            let text = canonical(&model);
            let (_, tried) = text.split_once("(move \"tried\"").expect("the move");
            let (_, conditions) = tried.split_once("(conditions [").expect("its conditions");
            let (_, when) = conditions.split_once("(when ").expect("a condition");
            let (when, _) = when.split_once('\n').expect("a line");
            when.strip_suffix(")])")
                .expect("the end of the list")
                .to_owned()
        }
        Err(found) => found.render(&sources, Style::Plain),
    }
}

#[test]
fn lines_of_rules_have_this_model() {
    let all = LINES.map(|line| format!("{line}\n  {}\n", resolved(line)));
    insta::assert_snapshot!(all.join("\n"));
}
