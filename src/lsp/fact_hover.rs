//! The value of a fact: at the start of the game, or at the start of the scenario under the cursor.

use crate::lsp::ruleset::RulesetView;
use linstock_check::Choices;
use linstock_play::fact_values::fact_in_words;

/// Writes the value of a fact, and the position where it has that value.
pub(super) fn value(view: &RulesetView, byte: usize, fact: &str) -> Option<String> {
    let sources = view.rules_alone();
    let Some(title) = scenario_at(view, byte) else {
        let told = fact_in_words((&sources, &Choices::default()), None, fact)?;
        return Some(format!("At the start of the game {told}."));
    };
    let path = &view.sources.get(view.file).path;
    let opened = view.with_runner(|runner| runner.open((path, view.text()), title).ok())?;
    let told = fact_in_words((&sources, &opened.choices), opened.given.as_ref(), fact)?;
    Some(format!("Where this scenario begins {told}."))
}

/// Returns the title of the scenario around a place; `None` if there is none.
fn scenario_at(view: &RulesetView, byte: usize) -> Option<&str> {
    let mut files = view.scenarios.iter();
    let file = files.find(|file| file.game.span.file == view.file)?;
    let mut begun = file.scenarios.iter();
    let here = begun.rfind(|scenario| scenario.span.range().start <= byte);
    here.map(|scenario| scenario.title.value.as_str())
}
