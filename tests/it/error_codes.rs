//! The codes of diagnostics: each is explained in a page of `docs/errors`, with a wrong example that brings it and a right
//! example that does not. The text of each is pinned here, once.

use crate::diagnostics;
use linstock::{Choices, Diagnostics, Rules, ScenarioRunner, Severity, Sources, Style};
use linstock_base::CheckFuel;
use linstock_play::scenario::condition;
use linstock_study::{ambiguous_texts, fault_in_play};
use linstock_testing::frame::{Example, FRAME, examples_of, games_with};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The most codes whose mistake an example cannot show: they are about limits, or about the program's surroundings.
const WITHOUT_EXAMPLE: usize = 13;

/// The codes of mistakes that `linstock check` finds by playing.
const IN_PLAY: [&str; 4] = ["E0827", "E0828", "E0829", "E0830"];

/// The section of a page about one code.
struct Explained {
    code: String,
    examples: Vec<Example>,
    page: String,
    place: String,
}

fn in_project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn explained() -> Vec<Explained> {
    let pages = fs::read_dir(in_project("docs/errors")).expect("the folder of the pages");
    let mut pages: Vec<PathBuf> = pages.map(|entry| entry.expect("a page").path()).collect();
    pages.sort();
    pages.iter().flat_map(|page| sections(page)).collect()
}

fn sections(page: &Path) -> Vec<Explained> {
    let text = fs::read_to_string(page).expect("a page");
    let name = page.file_name().expect("a name").to_string_lossy();
    let sections = text.split("\n## ").skip(1);
    let section = |section: &str| {
        let (code, _) = section.split_once(':').expect("a heading `## E0123: …`");
        Explained {
            code: code.to_owned(),
            examples: examples_of(section),
            page: name.trim_end_matches(".md").to_owned(),
            place: format!("{code} in {name}"),
        }
    };
    sections.map(section).collect()
}

/// Returns the codes in the sources, with the files that use each.
fn raised() -> BTreeMap<String, Vec<String>> {
    let mut raised: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for folder in ["crates", "src"] {
        search(&in_project(folder), &mut raised);
    }
    raised
}

fn search(folder: &Path, raised: &mut BTreeMap<String, Vec<String>>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            if !path.ends_with("tests") {
                search(&path, raised);
            }
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            let code_lines = text
                .split("#[cfg(test)]\nmod tests {")
                .next()
                .unwrap_or_default();
            for code in codes_in(code_lines) {
                raised
                    .entry(code)
                    .or_default()
                    .push(path.display().to_string());
            }
        }
    }
}

/// Returns the string literals of the form `"E0123"`, outside comments.
fn codes_in(text: &str) -> Vec<String> {
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let literals = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
    literals
        .filter(|text| is_code(text))
        .map(str::to_owned)
        .collect()
}

fn is_code(text: &str) -> bool {
    let digits = text.strip_prefix('E').unwrap_or_default();
    digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit())
}

#[test]
fn every_code_is_raised_in_one_place_and_explained() {
    let raised = raised();
    let explained: BTreeSet<String> = explained().into_iter().map(|e| e.code).collect();
    let known: BTreeSet<String> = raised.keys().cloned().collect();
    let twice: Vec<_> = raised.iter().filter(|(_, files)| files.len() > 1).collect();
    let unexplained: Vec<_> = known.difference(&explained).collect();
    let unraised: Vec<_> = explained.difference(&known).collect();
    assert!(
        unexplained.is_empty(),
        "codes without a section: {unexplained:?}"
    );
    assert!(
        unraised.is_empty(),
        "sections about codes that nothing raises: {unraised:?}"
    );
    assert!(twice.is_empty(), "codes in two places: {twice:#?}");
}

#[test]
fn examples_bring_their_code() {
    let only = std::env::var("CODES").unwrap_or_default();
    let explained = explained();
    let mut faults = Vec::new();
    let mut without = 0;
    let mut texts: BTreeMap<&str, String> = BTreeMap::new();
    for section in explained
        .iter()
        .filter(|section| section.code.starts_with(&only))
    {
        let mut wrong = 0;
        for (at, example) in section.examples.iter().enumerate() {
            let more = &section.examples[at + 1..];
            let scripts = more.iter().take_while(|next| is_another_text(&next.kind));
            let mut scripts: Vec<&Example> = scripts.collect();
            if scripts.is_empty() && example.kind == "right scenario" {
                // The games of the wrong scenario are not written again.
                let before = section.examples[..at].iter();
                scripts.extend(before.filter(|one| is_another_text(&one.kind)));
            }
            let Some((verdict, kind)) = example.kind.split_once(' ') else {
                continue;
            };
            if is_another_text(&example.kind) {
                continue;
            }
            wrong += usize::from(verdict == "wrong");
            let mut found = Found {
                plays: IN_PLAY.contains(&section.code.as_str()),
                ..Found::default()
            };
            add_found(&mut found, kind, &example.text, &scripts);
            if verdict == "wrong" {
                texts
                    .entry(section.page.as_str())
                    .or_default()
                    .push_str(&found.text);
            }
            let fault = match verdict {
                "wrong" => found.wrong_example_fault(&section.code),
                "right" => found.right_example_fault(&section.code),
                _ => Some("an example is `wrong …` or `right …`".to_owned()),
            };
            faults.extend(fault.map(|why| format!("{}, {}: {why}", section.place, example.kind)));
        }
        without += usize::from(wrong == 0);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(
        without <= WITHOUT_EXAMPLE,
        "{without} codes without an example"
    );
    if only.is_empty() {
        for (page, texts) in texts {
            insta::assert_snapshot!(format!("texts_of_{page}"), texts);
        }
    }
}

/// Returns whether an example is another text of the example before it: a script, or a file of rules, as `also NAME`.
fn is_another_text(kind: &str) -> bool {
    matches!(kind.split(' ').next(), Some("rhai" | "also" | "game"))
}

/// The diagnostics of an example, as codes and as text.
#[derive(Default)]
struct Found {
    /// Games are played, too.
    plays: bool,
    errors: BTreeSet<String>,
    warnings: BTreeSet<String>,
    text: String,
}

impl Found {
    fn add(&mut self, found: &Diagnostics, sources: &Sources) {
        for one in found.iter() {
            match one.severity {
                Severity::Error => self.errors.insert(one.code.to_string()),
                Severity::Warning => self.warnings.insert(one.code.to_string()),
            };
        }
        self.text += &found.render(sources, Style::Plain);
    }

    /// The first mistake of a wrong example is the explained one, and there is no other error.
    fn wrong_example_fault(&self, code: &str) -> Option<String> {
        let is_warning = self.errors.is_empty() && self.warnings.contains(code);
        let is_only_error = self.errors.iter().eq([code]);
        (!is_warning && !is_only_error)
            .then(|| format!("does not bring the code alone:\n{}", self.text))
    }

    fn right_example_fault(&self, code: &str) -> Option<String> {
        let is_right = self.errors.is_empty() && !self.warnings.contains(code);
        (!is_right).then(|| format!("is wrong:\n{}", self.text))
    }
}

/// Checks an example. Comments choose from outside, as `# set limit=3`, `# with variant`, `# players 3`. A `variant` lies over the frame. A
/// `scenario` is one of the frame, after `for doc`, or of the games in the next blocks. A `where` is a condition of a search.
fn add_found(found: &mut Found, kind: &str, text: &str, scripts: &[&Example]) {
    match kind {
        "variant" => {
            let mut texts = vec![
                ("example.game", text),
                ("doc.game", FRAME),
                ("special.rhai", SCRIPT),
            ];
            texts.extend(
                scripts
                    .iter()
                    .map(|more| (name_of(more), more.text.as_str())),
            );
            check_into(found, &texts);
        }
        "scenario" => {
            let mut texts = vec![("doc.game", FRAME), ("special.rhai", SCRIPT)];
            if !scripts.is_empty() {
                let own = scripts.iter();
                texts = own
                    .map(|more| (name_of(more), more.text.as_str()))
                    .collect();
            }
            run_into(found, &texts, text);
        }
        "where" => {
            let sources: Sources = [("doc.game", FRAME), ("special.rhai", SCRIPT)].into();
            let rules = Rules::load(&sources, &Choices::default()).expect("the frame is sound");
            let checked = (&Choices::default(), rules.model());
            let read = condition::read(&sources, checked, ("--where", text.trim_end()));
            if let Err((wrong, sources)) = read {
                found.add(&wrong, &sources);
            }
        }
        _ => {
            let games = games_with(kind, text);
            let games = games.unwrap_or_else(|| panic!("nothing checks examples of `{kind}`"));
            for game in &games {
                let mut texts = vec![("example.game", game.as_str())];
                texts.extend(
                    scripts
                        .iter()
                        .map(|more| (name_of(more), more.text.as_str())),
                );
                if kind != "game" && scripts.is_empty() {
                    texts.push(("special.rhai", SCRIPT));
                }
                check_into(found, &texts);
            }
        }
    }
}

/// Returns the name of a further text of an example.
fn name_of(more: &Example) -> &str {
    match more.kind.split_once(' ') {
        Some((_, name)) => name,
        None if more.kind == "game" => "doc.game",
        None => "example.rhai",
    }
}

/// The script that the frame names.
const SCRIPT: &str = "fn strong_enough(pos, men, at) { men > 0 }\nfn blow(pos, fx, at) { }\n";

fn check_into(found: &mut Found, texts: &[(&str, &str)]) {
    let mut sources = Sources::new();
    for (name, text) in texts {
        sources.add(*name, *text);
    }
    let chosen = diagnostics::choices(texts[0].1);
    let (rules, diagnostics) = Rules::check(&sources, &chosen);
    found.add(&diagnostics, &sources);
    if let Some(rules) = rules.filter(|_| found.plays) {
        let fuel = Rc::<CheckFuel>::default();
        let fault = fault_in_play::find(&rules, (&sources, &chosen), &fuel);
        let shared = || ambiguous_texts::find_shared(&rules, &fuel);
        let shared = || shared().into_iter().collect::<Diagnostics>();
        found.add(&fault.unwrap_or_else(shared), &sources);
    }
}

fn run_into(found: &mut Found, texts: &[(&str, &str)], text: &str) {
    let mut sources = Sources::new();
    for (name, text) in texts {
        sources.add(*name, *text);
    }
    let mut runner = ScenarioRunner::new(sources).expect("the game is sound");
    let report = runner.run("example.scn", text);
    found.add(&report.found, &report.sources);
    for scenario in &report.scenarios {
        found.add(&scenario.found, &report.sources);
    }
}
