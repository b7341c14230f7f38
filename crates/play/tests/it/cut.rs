//! Rule files that end in the middle: never a panic, never a hang, always rules or a mistake that has a place.

use linstock_base::{Diagnostics, Sources};
use linstock_check::Choices;
use linstock_play::Rules;
use linstock_syntax::parse_scenarios;
use linstock_testing::PROJECT;
use linstock_testing::games::{one_of, thorough};
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

/// What checking one game may take. The fuel bounds it in any build, but not the clock: builds for
/// tests are slow, and other programs may keep the machine busy.
const LONGEST_MILLIS: u128 = 600_000;

/// The largest number of cuts of one file that are checked, spread evenly.
fn most_cuts() -> usize {
    if thorough() { 120 } else { 8 }
}

/// How many cuts are checked for one that is compiled, too.
const COMPILED: usize = 100;

#[test]
fn cannon_cut_everywhere() {
    let path = &Path::new(PROJECT).join("rulesets/cannon/cannon.game");
    let text = fs::read_to_string(path).unwrap();
    let cuts: Vec<usize> = (0..text.len())
        .filter(|&at| text.is_char_boundary(at))
        .step_by(if thorough() { 5 } else { 61 })
        .collect();
    // The two halves at once: most machines have two cores.
    std::thread::scope(|scope| {
        let (even, odd): (Vec<_>, Vec<_>) = cuts.into_iter().partition(|at| at % 2 == 0);
        let text = text.as_str();
        scope.spawn(move || cut_at(path, text, &even));
        scope.spawn(move || cut_at(path, text, &odd));
    });
}

#[test]
fn other_rule_files_cut_after_tokens() {
    let games = files("rulesets", "game")
        .into_iter()
        .chain(files("examples", "game"));
    let others = games.filter(|p| !p.ends_with("cannon/cannon.game"));
    for path in others.step_by(one_of(4)) {
        let text = fs::read_to_string(&path).unwrap();
        cut_at(&path, &text, &token_ends(&text));
    }
}

#[test]
fn scenario_files_cut_after_tokens() {
    for path in files("rulesets", "scn")
        .into_iter()
        .chain(files("examples", "scn"))
    {
        let text = fs::read_to_string(&path).unwrap();
        for at in token_ends(&text) {
            let mut sources = Sources::new();
            let file = sources.add(path.to_string_lossy(), &text[..at]);
            let (scenarios, found) = parse_scenarios(file, &text[..at]);
            assert!(
                scenarios.is_some() || has_place(&found),
                "{} cut at {at}",
                path.display()
            );
        }
    }
}

/// Checks what is left of a rule file before each cut.
fn cut_at(path: &Path, text: &str, cuts: &[usize]) {
    let base = fs::read_to_string(Path::new(PROJECT).join("rulesets/cannon/cannon.game")).unwrap();
    for (count, &at) in cuts.iter().enumerate() {
        let mut sources = Sources::new();
        sources.add(path.to_string_lossy(), &text[..at]);
        // A variant needs its game, and so does what is too short to be one.
        if !text[..at].lines().any(|line| line.starts_with("game ")) {
            sources.add("cannon.game", base.as_str());
        }
        let begun = Instant::now();
        let (sound, found) = if count % COMPILED == 0 {
            let (rules, found) = Rules::check(&sources, &Choices::default());
            (rules.is_some(), found)
        } else {
            let fuel = Rc::default();
            let (files, found) = linstock_check::read(&sources, &fuel);
            match linstock_check::check(&files, found, (&Choices::default(), &fuel)) {
                Ok((_, found)) => (true, found),
                Err(found) => (false, found),
            }
        };
        assert!(sound || has_place(&found), "{} cut at {at}", path.display());
        let millis = begun.elapsed().as_millis();
        assert!(
            millis < LONGEST_MILLIS,
            "{} cut at {at} took {millis} ms",
            path.display()
        );
    }
}

fn has_place(found: &Diagnostics) -> bool {
    found.has_errors() && found.iter().any(|d| d.span.is_some())
}

/// Where words, numbers and signs end; of a long text not all of them.
fn token_ends(text: &str) -> Vec<usize> {
    let ends = all_token_ends(text);
    let stride = ends.len().div_ceil(most_cuts()).max(1);
    ends.into_iter().step_by(stride).collect()
}

fn all_token_ends(text: &str) -> Vec<usize> {
    let is_word = |c: char| c.is_alphanumeric();
    let mut ends = vec![0];
    let mut chars = text.char_indices().peekable();
    while let Some((_, c)) = chars.next() {
        let goes_on = chars
            .peek()
            .is_some_and(|&(_, next)| is_word(c) && is_word(next));
        if !goes_on && !c.is_whitespace() {
            ends.push(chars.peek().map_or(text.len(), |&(at, _)| at));
        }
    }
    ends
}

/// All files below a folder with this extension.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(PROJECT).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
