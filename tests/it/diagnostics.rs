//! What a person reads about a broken ruleset: every fixture's messages are pinned, and what all messages must be.

use insta::{assert_snapshot, glob};
use linstock::base::{Diagnostic, Sources, Style};
use linstock::model::Choices;
use linstock::rules::Rules;
use std::fs;
use std::path::Path;

/// The games and variants that broken variants lie over.
const OVER: [(&str, &str); 3] = [
    ("race.game", include_str!("fixtures/over/race.game")),
    ("straight.game", include_str!("fixtures/over/straight.game")),
    ("flawed.game", include_str!("fixtures/over/flawed.game")),
];

/// A broken ruleset is its file; a variant lies over the games beside it.
fn sources(path: &Path) -> Sources {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let mut sources = Sources::new();
    sources.add(name, fs::read_to_string(path).unwrap());
    for (name, text) in OVER {
        sources.add(name, text);
    }
    sources
}

/// What is chosen from outside stands in comments: `# set quick=no`, `# with straight`, `# players 3`.
fn choices(text: &str) -> Choices {
    let mut choices = Choices::default();
    for line in text.lines() {
        if let Some(set) = line.strip_prefix("# set ") {
            choices
                .options
                .extend(set.split_once('=').map(|(n, v)| (n.into(), v.into())));
        } else if let Some(variant) = line.strip_prefix("# with ") {
            choices.variants.push(variant.into());
        } else if let Some(players) = line.strip_prefix("# players ") {
            choices.players = players.parse().ok();
        }
    }
    choices
}

#[test]
fn every_broken_ruleset_says_what_is_wrong() {
    let mut fixtures = 0;
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_snapshot_path("fixtures/bad/snapshots");
    settings.set_omit_expression(true);
    settings.bind(|| {
        glob!("fixtures/bad/*.game", |path| {
            fixtures += 1;
            let text = fs::read_to_string(path).unwrap();
            let sources = sources(path);
            let (rules, found) = Rules::check(&sources, &choices(&text));
            assert!(!found.is_empty(), "nothing is found");
            assert_eq!(rules.is_none(), found.has_errors());
            found.iter().for_each(helps);
            let rendered = found.render(&sources, Style::Plain);
            assert_snapshot!("bad", format!("{text}\n{}\n\n{rendered}", "─".repeat(80)));
        });
    });
    assert!(fixtures >= 60, "only {fixtures} broken rulesets");
}

/// Words of the program that no message may say.
const INSIDE: [&str; 16] = [
    "k_", "one_", "plain_", "_name", "expr", "stmt", "decl ", "sep", "EOI", "SOI", "Some(", "Node", "Span", "Type::",
    "Rule::", "::",
];

/// Whether a message can be acted on: it has a place, speaks the language of rules, and says what to do next.
fn helps(found: &Diagnostic) {
    let related = found.related.iter().map(|(_, note)| note);
    for text in [&found.message, &found.label].into_iter().chain(&found.hints).chain(related) {
        let spoken = text.replace("expression", "");
        for word in INSIDE {
            assert!(!spoken.contains(word), "{word:?} in {text:?}");
        }
        assert!(!text.ends_with('.'), "{text:?}");
    }
    assert!(
        found.span.is_some() || !found.hints.is_empty(),
        "neither a place nor a hint: {:?}",
        found.message
    );
    assert!(
        !found.label.is_empty() || !found.hints.is_empty() || !found.related.is_empty(),
        "nothing to do next: {:?}",
        found.message
    );
}
