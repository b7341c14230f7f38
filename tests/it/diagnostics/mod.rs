//! What a person reads about a broken ruleset: the codes of each fixture are pinned, and what all messages must be.

mod broken;

use crate::fixture_files;
pub(crate) use broken::Broken;
use linstock::{Choices, Diagnostic, Rules, Sources, Style};
use std::path::Path;

/// How the names of fixtures end.
const ENDINGS: [&str; 2] = ["game", "diff"];

/// The games and variants that broken variants lie over.
const OVER: [(&str, &str); 5] = [
    ("race.game", include_str!("../fixtures/over/race.game")),
    (
        "straight.game",
        include_str!("../fixtures/over/straight.game"),
    ),
    ("flawed.game", include_str!("../fixtures/over/flawed.game")),
    ("toll.game", include_str!("../fixtures/over/toll.game")),
    (
        "hopping.game",
        include_str!("../fixtures/over/hopping.game"),
    ),
];

/// A broken ruleset stands first; a variant lies over the games beside it.
fn sources(broken: &Broken) -> Sources {
    let mut sources = Sources::new();
    sources.add(&broken.name, &broken.text);
    for (name, text) in OVER {
        sources.add(name, text);
    }
    sources
}

/// What is chosen from outside stands in comments: `# set quick=no`, `# with straight`, `# players 3`.
pub(crate) fn choices(text: &str) -> Choices {
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
    let (mut table, mut faults) = (Vec::new(), Vec::new());
    for path in fixture_files::in_folder("bad", &ENDINGS) {
        let broken = Broken::read(&path);
        let sources = sources(&broken);
        let (rules, found) = Rules::check(&sources, &choices(&broken.text));
        let chosen = choices(&broken.text) != Choices::default();
        let faulty = found.iter().flat_map(|d| faults_of(d, &sources, chosen));
        faults.extend(faulty.map(|fault| (broken.name.clone(), fault)));
        if found.is_empty() || rules.is_none() != found.has_errors() {
            faults.push((broken.name.clone(), "nothing is found".into()));
        }
        let codes = found.iter().map(|one| code_with_place(one, &sources));
        table.push(format!(
            "{}: {}",
            file_name(&path),
            codes.collect::<Vec<_>>().join("; ")
        ));
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(table.len() >= 660, "only {} broken rulesets", table.len());
    insta::assert_snapshot!("codes", table.join("\n"));
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned()
}

/// Returns the code of a diagnostic, the line and column that it points at, and the edits that it proposes. The texts are
/// pinned once for each code, with the examples of its page.
fn code_with_place(found: &Diagnostic, sources: &Sources) -> String {
    let mut text = found.code.to_string();
    if let Some(span) = found.span {
        let (line, column) = sources.line_column(span);
        text.push_str(&format!(" {line}:{column}"));
    }
    for edit in found
        .hints
        .iter()
        .filter_map(|hint| hint.replacement.as_ref())
    {
        text.push_str(&format!(" -> {:?}", edit.text));
    }
    text
}

/// Forms of expressions that once could not be understood.
#[test]
fn what_is_right_is_not_reported() {
    for path in fixture_files::in_folder("good", &ENDINGS) {
        let broken = Broken::read(&path);
        let sources = sources(&broken);
        let (rules, found) = Rules::check(&sources, &Choices::default());
        let rendered = found.render(&sources, Style::Plain);
        assert!(rules.is_some() && found.is_empty(), "{rendered}");
    }
}

/// What a fixture reports comes from its edit alone.
#[test]
fn every_base_game_is_without_errors() {
    for path in fixture_files::in_folder("bad/base", &ENDINGS) {
        let sources = sources(&Broken::read(&path));
        let (_, found) = Rules::check(&sources, &Choices::default());
        assert!(
            !found.has_errors(),
            "{}",
            found.render(&sources, Style::Plain)
        );
    }
}

/// Words of the program that no message may say.
const INSIDE: [&str; 15] = [
    "k_", "one_", "plain_", "_name", "expr ", "stmt", "decl ", "EOI", "SOI", "Some(", "Node",
    "Span", "Type::", "Rule::", "::",
];

/// Whatever is wrong, there is no model without a message, and no message without a place: lines are missing, one word is
/// another.
#[test]
fn whatever_is_wrong_is_told_with_its_place() {
    let mut faults = Vec::new();
    let folders = ["good", "bad/base", "over", "bad"];
    let paths = folders.map(|folder| fixture_files::in_folder(folder, &ENDINGS));
    for path in paths.concat() {
        let broken = Broken::read(&path);
        for text in changed(&broken.text) {
            let broken = Broken {
                text,
                ..Broken::read(&path)
            };
            let sources = sources(&broken);
            let (rules, found) = Rules::check(&sources, &Choices::default());
            if rules.is_none() != found.has_errors() {
                faults.push(format!("no mistake is reported:\n{}", broken.text));
            }
            let placeless = found
                .iter()
                .filter(|d| place_fault(d, &sources, false).is_some());
            faults.extend(placeless.map(|d| format!("no place: {}\n{}", d.message, broken.text)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// The text without some line, or with one word less in it.
fn changed(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let without = |at: usize, put: &str| {
        let mut changed = lines.clone();
        changed[at] = put;
        changed.join("\n") + "\n"
    };
    let mut texts = Vec::new();
    for at in (text.len() % EACH..lines.len()).step_by(EACH) {
        texts.push(without(at, ""));
        if let Some((before, word)) = lines[at].rsplit_once(' ') {
            texts.push(without(at, before));
            texts.push(without(at, &format!("{before} nosuch{word}")));
        }
    }
    texts
}

/// The distance between two changed lines; each fixture begins at another line.
const EACH: usize = 97;

/// Why the place of a message is none: it has none, though it is not about what was chosen, or there is no such text.
fn place_fault(found: &Diagnostic, sources: &Sources, chosen: bool) -> Option<String> {
    let Some(span) = found.span else {
        return (!chosen).then(|| format!("no place: {}", found.message));
    };
    let text = &sources.get(span.file).text;
    let exists = text.get(span.start as usize..span.end as usize).is_some();
    (!exists).then(|| format!("no such place: {}", found.message))
}

/// Why a message cannot be acted on: it has no place, speaks of the program, or does not say what to do next.
fn faults_of(found: &Diagnostic, sources: &Sources, chosen: bool) -> Vec<String> {
    let related = found.related.iter().map(|(_, note)| note);
    let texts: Vec<&String> = [&found.message, &found.label]
        .into_iter()
        .chain(found.hints.iter().map(|hint| &hint.text))
        .chain(related)
        .collect();
    let inside =
        |text: &&String| INSIDE.iter().any(|word| text.contains(word)) || text.ends_with('.');
    let mut faults: Vec<String> = texts.into_iter().filter(inside).cloned().collect();
    faults.extend(place_fault(found, sources, chosen));
    if found.label.is_empty() && found.hints.is_empty() && found.related.is_empty() {
        faults.push(format!("nothing to do next: {}", found.message));
    }
    faults
}
