//! The first fault that `check` finds by playing, with the variant's edit that causes it.

use crate::{chance_setup, smoke_test};
use linstock_base::{CheckFuel, Diagnostic, Diagnostics, Sources};
use linstock_check::Choices;
use linstock_play::Rules;

/// Searches the outcomes of chance before the first choice, and plays some games; returns the first fault.
pub fn find(
    rules: &Rules,
    (sources, choices): (&Sources, &Choices),
    fuel: &CheckFuel,
) -> Option<Diagnostics> {
    let fault = find_one(rules, fuel)?;
    let mut found = Diagnostics::from(fault);
    Rules::tell_causes_in_play((sources, choices), &mut found, &find_one);
    Some(found)
}

fn find_one(rules: &Rules, fuel: &CheckFuel) -> Option<Diagnostic> {
    let at_start = chance_setup::find_fault(rules, fuel);
    at_start.or_else(|| smoke_test::find_fault(rules, fuel))
}

#[cfg(test)]
mod tests {
    use super::find;
    use linstock_base::{CheckFuel, Sources, Style};
    use linstock_check::Choices;
    use linstock_play::Rules;
    use std::rc::Rc;

    const GAME: &str = "game race \"Race\"\nplayers a, b\nboard 4 x 4\npiece man \"m\"\n\
        fact free = empty\n\
        move put \"{p}\" {\n  p in free\n  man: box -> p\n}\n\
        play { repeat each player { ask me: put otherwise draw \"full\" } }\n";

    /// Returns the diagnostics for a variant with some edits.
    fn told(edits: &str) -> String {
        let variant = format!("variant rush of race \"Rush\"\n{edits}\n");
        let sources = Sources::from([("rush.game", variant.as_str()), ("race.game", GAME)]);
        let choices = Choices::default();
        let fuel = Rc::default();
        let (rules, found) = Rules::check_within(&sources, &choices, &fuel);
        let rules = rules.unwrap_or_else(|| panic!("{}", found.render(&sources, Style::Plain)));
        let found = find(&rules, (&sources, &choices), &CheckFuel::default());
        found.map_or_else(String::new, |found| found.render(&sources, Style::Plain))
    }

    #[test]
    fn a_fault_in_the_text_of_the_game_names_the_change_that_brings_it_about() {
        let harmless = "add at end of put { let n = count own }";
        assert_eq!(told(harmless), "");
        let guilty = "replace fact free = everything";
        let more = "add when count own < 100 to put";
        for edits in [
            guilty.to_owned(),
            format!("{harmless}\n{guilty}\n{more}"),
            format!("{more}\n{guilty}\n{harmless}"),
        ] {
            let told = told(&edits);
            let (place, line) = ("race.game:8", edits.lines().position(|line| line == guilty));
            assert!(told.contains(place), "{told}");
            assert!(told.contains("this change brings it about"), "{told}");
            let mark = format!("\n{} | {guilty}", line.expect("there") + 2);
            assert!(told.contains(&mark), "{mark}\n{told}");
        }
    }

    #[test]
    fn a_fault_in_the_variant_itself_needs_no_cause() {
        let told = told("replace move put \"{p}\" {\n  p in everything\n  man: box -> p\n}");
        assert!(told.contains("rush.game:4"), "{told}");
        assert!(!told.contains("brings it about"), "{told}");
    }
}
