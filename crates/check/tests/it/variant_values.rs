//! A variant that takes a value of an option away, while rules of the game still name the value.

use linstock_base::{Sources, Style};
use linstock_check::{Choices, check, read};
use std::rc::Rc;

const GAME: &str = r#"game lanes "Lanes"
players white, black
options {
  size  small | large  "the size"
  pace  slow | fast    "the speed"
}
board (2 if size is small else 3) x 3
piece man "m"
move put "{there}" {
  there in (everything if pace is fast else row 1) and empty
  man: box -> there
}
play { repeat each player { ask me: put otherwise { draw "no point is empty" } } }
"#;

const VARIANT: &str = r#"variant slower of lanes "Lanes, slower"
replace options {
  size  small | large  "the size"
  pace  slow           "the speed"
}
"#;

#[test]
fn the_message_names_the_option_of_the_variant() {
    let sources = Sources::from([("lanes.game", GAME), ("slower.game", VARIANT)]);
    let fuel = Rc::default();
    let choices = Choices {
        variants: vec!["slower".to_owned()],
        ..Choices::default()
    };
    let (files, found) = read(&sources, &fuel);
    let Err(found) = check(&files, found, (&choices, &fuel)) else {
        panic!("the value is not there");
    };
    let told = found.render(&sources, Style::Plain);
    assert!(
        told.contains("the option `pace` has no value `fast`"),
        "{told}"
    );
    assert!(told.contains("slower.game:4:3"), "{told}");
    assert!(told.contains("here, `pace` has no such value"), "{told}");
    assert!(
        told.contains("keep the value, or also replace the rules that name it"),
        "{told}"
    );
    assert_eq!(found.errors(), 1, "{told}");
}
