//! `docs/scripts.md` says what the code says.

use linstock_base::{Sources, Style};
use linstock_check::Choices;
use linstock_play::Rules;

const PAGE: &str = include_str!("../../../../../docs/scripts.md");

/// Returns what stands between two marks of the page.
fn part(name: &str) -> &'static str {
    let begin = format!("<!-- {name} -->\n");
    let rest = PAGE.split_once(&begin).expect("a mark").1;
    rest.split_once(&format!("<!-- end of {name} -->"))
        .expect("an end")
        .0
}

#[test]
fn the_reference_is_that_of_the_code() {
    let wanted = linstock_script::reference();
    assert!(
        part("reference") == wanted,
        "put this into docs/scripts.md:\n{wanted}"
    );
    let wanted = linstock_script::limits_reference();
    assert!(
        part("limits") == wanted,
        "put this into docs/scripts.md:\n{wanted}"
    );
}

#[test]
fn the_worked_example_loads_and_starts() {
    let block = |language: &str| {
        let rest = part("example")
            .split_once(&format!("```{language}\n"))
            .expect("a block")
            .1;
        rest.split_once("```").expect("its end").0
    };
    let sources = Sources::from([("siege.game", block("game")), ("siege.rhai", block("rhai"))]);
    let rules = Rules::load(&sources, &Choices::default());
    let rules = rules.unwrap_or_else(|found| panic!("{}", found.render(&sources, Style::Plain)));
    rules.start().expect("the game begins");
}
