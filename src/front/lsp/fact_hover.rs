//! What a fact comes to: at the start of the game, or where the scenario at the cursor begins.

use crate::base::Sources;
use crate::check::Choices;
use crate::front::lsp::ruleset::RulesetView;
use crate::play::fact_values::fact_in_words;
use crate::play::scenario::ScenarioRunner;

/// Says what a fact comes to, and in which position.
pub(super) fn value(view: &RulesetView, byte: usize, fact: &str) -> Option<String> {
    let sources = rules_of(view);
    let Some(title) = scenario_at(view, byte) else {
        let told = fact_in_words((&sources, &Choices::default()), None, fact)?;
        return Some(format!("At the start of the game {told}."));
    };
    let path = &view.sources.get(view.file).path;
    let mut runner = ScenarioRunner::new(sources.clone()).ok()?;
    let opened = runner.open((path, view.text()), title).ok()?;
    let told = fact_in_words((&sources, &opened.choices), opened.given.as_ref(), fact)?;
    Some(format!("Where this scenario begins {told}."))
}

/// Returns the texts of the rules alone.
fn rules_of(view: &RulesetView) -> Sources {
    let mut rules = Sources::new();
    for (_, source) in view.sources.iter() {
        if !source.path.ends_with(".scn") {
            rules.add(&source.path, &source.text);
        }
    }
    rules
}

/// Returns the title of the scenario that a place lies in; nothing if the text has none there.
fn scenario_at(view: &RulesetView, byte: usize) -> Option<&str> {
    let mut files = view.scenarios.iter();
    let file = files.find(|file| file.game.span.file == view.file)?;
    let mut begun = file.scenarios.iter();
    let here = begun.rfind(|scenario| scenario.span.range().start <= byte);
    here.map(|scenario| scenario.title.value.as_str())
}
