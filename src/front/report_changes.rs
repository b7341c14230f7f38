//! What has changed between two reports of `check` or `test`, for who looks at them again and again.

use std::path::Path;

/// So many things of a sort that are gone are named; the others are counted.
const MOST_NAMED: usize = 5;

/// A part of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ReportPart {
    sort: PartSort,
    text: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum PartSort {
    /// A mistake or a warning.
    Message { is_error: bool },
    /// A scenario that failed, or that went otherwise than its transcript.
    Scenario { file: String, title: String },
    /// A line that sums up.
    Sum,
}

impl ReportPart {
    /// Tells whether two parts say the same; what stood further up before is nothing new.
    fn says_as(&self, other: &Self) -> bool {
        self.sort == other.sort && without_places(&self.text) == without_places(&other.text)
    }

    /// Returns a message with its place, as one line.
    fn in_a_line(&self) -> String {
        let first = self.text.lines().next().unwrap_or_default();
        let said = first.split_once(": ").map_or(first, |(_, said)| said);
        let mut lines = self.text.lines().map(str::trim_start);
        match lines.find_map(|line| line.strip_prefix("--> ")) {
            Some(place) => format!("{said} ({place})"),
            None => said.to_owned(),
        }
    }
}

/// Returns what was not there before, what is gone, and the lines that sum up.
pub(super) fn changes(before: &str, now: &str) -> String {
    changes_with(before, now, &|file, title| {
        let text = std::fs::read_to_string(Path::new(file)).unwrap_or_default();
        text.contains(&format!("\"{title}\""))
    })
}

/// Returns the changes; `is_there` tells whether a file still holds a scenario.
fn changes_with(before: &str, now: &str, is_there: &dyn Fn(&str, &str) -> bool) -> String {
    let (old, new) = (parts(before), parts(now));
    let mut text = String::from("\n");
    let is_new = |part: &&ReportPart| !old.iter().any(|known| known.says_as(part));
    let fresh: Vec<_> = new.iter().filter(is_new).collect();
    for part in &fresh {
        text.push_str(&part.text);
        text.push_str(if part.sort == PartSort::Sum {
            "\n"
        } else {
            "\n\n"
        });
    }
    // What comes first may hide what would be found after it.
    let hides = |part: &&ReportPart| part.sort == (PartSort::Message { is_error: true });
    let is_hidden = fresh.iter().copied().any(|part| hides(&part));
    let gone = old.iter().filter(|part| {
        let is_message = matches!(part.sort, PartSort::Message { .. });
        is_message && !new.iter().any(|still| still.says_as(part))
    });
    let verb = if is_hidden {
        "no longer told"
    } else {
        "mended"
    };
    text.push_str(&named(verb, gone.map(ReportPart::in_a_line).collect()));
    let (back, removed) = scenarios_gone((&old, &new), is_there);
    if !has_broken_files(now) {
        text.push_str(&named("passes again", back));
        text.push_str(&named("removed", removed));
    }
    text.push_str(summary(now));
    text.push('\n');
    text
}

/// Returns the titles of the scenarios that failed and do not any more: those that are there, and those that are not.
fn scenarios_gone(
    (old, new): (&[ReportPart], &[ReportPart]),
    is_there: &dyn Fn(&str, &str) -> bool,
) -> (Vec<String>, Vec<String>) {
    let (mut back, mut removed) = (Vec::new(), Vec::new());
    for part in old {
        let PartSort::Scenario { file, title } = &part.sort else {
            continue;
        };
        if new.iter().any(|still| still.sort == part.sort) {
        } else if is_there(file, title) {
            back.push(title.clone());
        } else {
            removed.push(title.clone());
        }
    }
    (back, removed)
}

/// Names a handful, one a line, and counts the others.
fn named(verb: &str, all: Vec<String>) -> String {
    let more = all.len().saturating_sub(MOST_NAMED);
    let lines = all.into_iter().take(MOST_NAMED);
    let mut text: String = lines.map(|one| format!("{verb}: {one}\n")).collect();
    if more > 0 {
        text.push_str(&format!("{verb}: {more} more\n"));
    }
    text
}

/// Tells whether scenarios could not be run, so that nobody knows whether they pass.
fn has_broken_files(report: &str) -> bool {
    report.contains("there are mistakes in the files") || summary(report).contains("mistake")
}

/// Splits a report into its parts, without the lines that sum up all.
fn parts(report: &str) -> Vec<ReportPart> {
    let body = report.trim_end().strip_suffix(summary(report));
    let mut parts: Vec<ReportPart> = Vec::new();
    for paragraph in body.unwrap_or(report).split("\n\n") {
        let paragraph = paragraph.trim_matches('\n');
        if paragraph.trim().is_empty() {
            continue;
        }
        match (sort(paragraph), parts.last_mut()) {
            (Some(PartSort::Message { .. }), Some(scenario)) if is_of(paragraph, scenario) => {
                go_on(scenario, paragraph);
            }
            (Some(sort), _) => push(&mut parts, sort, paragraph),
            // A transcript may hold empty lines.
            (None, Some(scenario)) if paragraph.starts_with("  ") => go_on(scenario, paragraph),
            (None, _) => push(&mut parts, PartSort::Sum, paragraph),
        }
    }
    parts
}

/// What stands after the title of a scenario that is told.
const AFTER_TITLES: [&str; 3] = [
    "\" failed",
    "\" goes otherwise than its transcript",
    "\" is new: ",
];

/// Adds a part; lines at its end that are no part of a drawing sum up.
fn push(parts: &mut Vec<ReportPart>, sort: PartSort, paragraph: &str) {
    let mut lines = paragraph.lines();
    let mut text = match sort {
        PartSort::Sum => String::new(),
        _ => lines.next().unwrap_or_default().to_owned(),
    };
    let mut sums = Vec::new();
    for line in lines {
        let drawn = line.starts_with(|c: char| c == ' ' || c == '.' || c.is_ascii_digit());
        let begins = is_message(line).is_some();
        if sort != PartSort::Sum && sums.is_empty() && (drawn || begins) {
            text.push('\n');
            text.push_str(line);
        } else {
            sums.push(line.to_owned());
        }
    }
    if sort != PartSort::Sum {
        parts.push(ReportPart { sort, text });
    }
    parts.extend(sums.into_iter().map(|text| ReportPart {
        sort: PartSort::Sum,
        text,
    }));
}

fn go_on(part: &mut ReportPart, paragraph: &str) {
    part.text.push_str("\n\n");
    part.text.push_str(paragraph);
}

/// Tells what a paragraph is by its first line; nothing if only what stands before it can tell.
fn sort(paragraph: &str) -> Option<PartSort> {
    let first = paragraph.lines().next().unwrap_or_default();
    if let Some(is_error) = is_message(first) {
        return Some(PartSort::Message { is_error });
    }
    let (file, rest) = first.split_once(": \"")?;
    let title = AFTER_TITLES.iter().find_map(|end| rest.split_once(end))?.0;
    Some(PartSort::Scenario {
        file: file.to_owned(),
        title: title.to_owned(),
    })
}

/// Tells whether a line begins a message, and whether that is a mistake.
fn is_message(line: &str) -> Option<bool> {
    let error = line.starts_with("error: ");
    (error || line.starts_with("warning: ")).then_some(error)
}

/// Tells whether a message is one more of a scenario that failed.
fn is_of(message: &str, part: &ReportPart) -> bool {
    let PartSort::Scenario { file, .. } = &part.sort else {
        return false;
    };
    let mut lines = message.lines().map(str::trim_start);
    let place = lines.find_map(|line| line.strip_prefix("--> "));
    place.is_some_and(|place| {
        place
            .strip_prefix(file.as_str())
            .is_some_and(|rest| rest.starts_with(':'))
    })
}

/// Returns the last line, which sums up; with the line before it, where the last one says what can be done.
fn summary(report: &str) -> &str {
    let report = report.trim_end();
    let last = report.rfind('\n').map_or(0, |at| at + 1);
    if !report[last..].starts_with("`--accept`") {
        return &report[last..];
    }
    let before = report[..last].trim_end().rfind('\n').map_or(0, |at| at + 1);
    &report[before..]
}

/// Leaves the numbers of lines out.
fn without_places(paragraph: &str) -> String {
    let line = |line: &str| {
        let (number, rest) = line.split_once(" |").unwrap_or(("", line));
        let numbered = number.trim().chars().all(|c| c.is_ascii_digit());
        if line.trim_start().starts_with("--> ") {
            String::new()
        } else if numbered {
            rest.to_owned()
        } else {
            line.to_owned()
        }
    };
    paragraph.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::{changes, changes_with};

    fn mistake(at: usize, word: &str) -> String {
        format!("error: no `{word}`\n --> a.game:{at}:1\n  |\n{at} | {word}\n\n")
    }

    #[test]
    fn what_moved_is_not_told_again_and_what_is_gone_is_named() {
        let report = |one: String, two: String| format!("{one}{two}a: 2 mistakes\n");
        let before = report(mistake(9, "one"), mistake(12, "two"));
        let now = report(mistake(10, "one"), mistake(14, "three"));
        let new = "\nerror: no `three`\n --> a.game:14:1\n  |\n14 | three\n\n";
        let gone = "no longer told: no `two` (a.game:12:1)\n";
        assert_eq!(
            changes(&before, &now),
            format!("{new}{gone}a: 2 mistakes\n")
        );
        assert_eq!(changes(&now, &now), "\na: 2 mistakes\n");
        let clean = "a: no mistakes: 1 move\n";
        assert_eq!(
            changes(&before, clean),
            "\nmended: no `one` (a.game:9:1)\nmended: no `two` (a.game:12:1)\na: no mistakes: 1 move\n"
        );
        let many: String = (1..=8).map(|at| mistake(at, "x")).collect();
        // Eight times the same, at other places: eight messages.
        let told = changes(&format!("{many}a: 8 mistakes\n"), clean);
        assert_eq!(told.matches("mended: no `x` (").count(), 5, "{told}");
        assert!(told.contains("mended: 3 more\n"), "{told}");
    }

    #[test]
    fn a_warning_that_is_gone_is_no_line_that_sums_up() {
        let warned = "warning: twice\n --> a.game:1:1\n  |\n1 | a\na: no mistakes: 1 move\nb: no mistakes: 2 moves\n";
        let now = "a: no mistakes: 1 move\nb: no mistakes: 2 moves\n";
        assert_eq!(
            changes(warned, now),
            "\nmended: twice (a.game:1:1)\nb: no mistakes: 2 moves\n"
        );
    }

    #[test]
    fn scenarios_that_pass_again_are_named_by_their_titles() {
        let failed = |title: &str| {
            format!(
                "x/s.scn: \"{title}\" failed\nerror: not so\n --> x/s.scn:3:1\n  |\n3 | a\n\nerror: nor so\n --> x/s.scn:4:1\n  |\n4 | b\n\n"
            )
        };
        let new = "x/s.scn: \"new\" is new: all its lines hold, but it has no transcript yet; `--accept` keeps this one:\n    1. a\n\n    2. b\n\n";
        let sums = |passed: usize, failed: usize| {
            format!("x: 3 scenarios, {failed} failed\n{passed} passed, {failed} failed\n")
        };
        let accept =
            "`--accept` keeps the transcripts as they are now, `--review` asks about each\n";
        let before = [&failed("one"), &failed("two"), new, &sums(0, 2), accept].concat();
        let now = [&failed("two"), new, &sums(1, 1), accept].concat();
        let is_there = |_: &str, title: &str| title != "gone";
        let told = changes_with(&before, &now, &is_there);
        assert_eq!(
            told,
            format!("\nx: 3 scenarios, 1 failed\npasses again: one\n1 passed, 1 failed\n{accept}")
        );
        let gone = [&failed("gone"), &sums(0, 1)[..]].concat();
        let told = changes_with(&gone, &sums(0, 0), &is_there);
        assert!(told.contains("removed: gone\n"), "{told}");
        // Whether they pass, nobody knows where the rules are wrong.
        let broken = format!(
            "{}x: 1 mistake\n0 passed, 0 failed, and there are mistakes in the files\n",
            mistake(3, "y")
        );
        let told = changes_with(&before, &broken, &is_there);
        assert!(!told.contains("passes again"), "{told}");
    }
}
