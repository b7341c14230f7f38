//! Searches against known results and against plain minimax.

mod balance;
mod forced_win;
mod game_faults;
mod hidden;
mod minimax;
mod openings;
mod searches;
mod solve;

use linstock_play::Rules;
use linstock_testing::games::Setting;
use std::sync::Arc;

/// Returns the rules of a ruleset, by its files from the project's folder.
fn rules_of(
    files: &'static [&'static str],
    options: &'static [(&'static str, &'static str)],
) -> Arc<Rules> {
    let setting = Setting {
        files,
        options,
        players: None,
    };
    setting.rules()
}

/// Returns tic-tac-toe.
fn tic_tac_toe() -> Arc<Rules> {
    rules_of(&["examples/tic-tac-toe/tic-tac-toe.game"], &[])
}

/// Returns the rules of a text.
fn rules_from(text: &str) -> Arc<Rules> {
    use linstock_base::{Sources, Style};
    let sources = Sources::from([("test.game", text)]);
    let rules = Rules::load(&sources, &linstock_check::Choices::default());
    Arc::new(rules.unwrap_or_else(|found| panic!("{}", found.render(&sources, Style::Plain))))
}
