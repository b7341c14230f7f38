//! What a person reads about a broken ruleset: every fixture's messages are pinned, and what all messages must be.

use insta::{assert_snapshot, glob};
use linstock::base::{Diagnostic, Sources, Style};
use linstock::check::Choices;
use linstock::ir::Rules;
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
    let (mut fixtures, mut faults) = (0, Vec::new());
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
            let faulty = found.iter().flat_map(faults_of);
            faults.extend(faulty.map(|fault| (path.file_name().unwrap().to_owned(), fault)));
            if found.is_empty() || rules.is_none() != found.has_errors() {
                faults.push((
                    path.file_name().unwrap().to_owned(),
                    "nothing is found".into(),
                ));
            }
            let rendered = found.render(&sources, Style::Plain);
            assert_snapshot!("bad", format!("{text}\n{}\n\n{rendered}", "─".repeat(80)));
        });
    });
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(fixtures >= 60, "only {fixtures} broken rulesets");
}

/// Words of the program that no message may say.
const INSIDE: [&str; 15] = [
    "k_", "one_", "plain_", "_name", "expr ", "stmt", "decl ", "EOI", "SOI", "Some(", "Node",
    "Span", "Type::", "Rule::", "::",
];

/// Why a message cannot be acted on: it has no place, speaks of the program, or does not say what to do next.
fn faults_of(found: &Diagnostic) -> Vec<String> {
    let related = found.related.iter().map(|(_, note)| note);
    let texts: Vec<&String> = [&found.message, &found.label]
        .into_iter()
        .chain(&found.hints)
        .chain(related)
        .collect();
    let inside =
        |text: &&String| INSIDE.iter().any(|word| text.contains(word)) || text.ends_with('.');
    let mut faults: Vec<String> = texts.into_iter().filter(inside).cloned().collect();
    if found.span.is_none() && found.hints.is_empty() {
        faults.push(format!("no place: {}", found.message));
    }
    if found.label.is_empty() && found.hints.is_empty() && found.related.is_empty() {
        faults.push(format!("nothing to do next: {}", found.message));
    }
    faults
}
