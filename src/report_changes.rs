//! The changes between two reports of `check` or `test`, for `--watch`.

use crate::command_report::{CommandReport, PartSort, ReportPart, ScenarioName};
use crate::shown::Shown;

/// The most removed items of a kind that are named; the others are counted.
const MOST_NAMED: usize = 5;

/// Returns the new parts, the removed ones, and the summary.
pub(super) fn changes(before: &CommandReport, now: &CommandReport) -> Shown {
    // The last line is the summary; it is shown each time.
    let is_sum = |part: &ReportPart| matches!(part.sort, PartSort::Line(_));
    let (sum, new) = match now.parts() {
        [new @ .., sum] if is_sum(sum) => (Some(sum), new),
        all => (None, all),
    };
    let is_fresh = |part: &&ReportPart| before.parts().iter().all(|old| old.sort != part.sort);
    let fresh: Vec<_> = new.iter().filter(is_fresh).collect();
    let mut text = Shown::from("\n");
    for part in &fresh {
        let told = part.text.clone().ended();
        text = text.then(told).then(if is_sum(part) { "" } else { "\n" });
    }
    // An error may hide mistakes after it.
    let hides = |part: &&ReportPart| matches!(&part.sort, PartSort::Message(m) if m.is_error);
    let verb = if fresh.iter().copied().any(|part| hides(&part)) {
        "no longer told"
    } else {
        "mended"
    };
    text = text.then(named(verb, &messages_gone(before, now)));
    if !now.is_broken {
        let (back, removed) = scenarios_gone(before, now);
        text = text.then(named("passes again", &back));
        text = text.then(named("removed", &removed));
    }
    match sum {
        Some(sum) => text.then(sum.text.clone()),
        None => text,
    }
}

/// Returns the messages that are gone, each as one line.
fn messages_gone(before: &CommandReport, now: &CommandReport) -> Vec<String> {
    let old = before.parts().iter().filter_map(|part| match &part.sort {
        PartSort::Message(message) => Some((message, &part.sort)),
        PartSort::Scenario { .. } | PartSort::Line(_) => None,
    });
    let gone = old.filter(|(_, sort)| now.parts().iter().all(|part| part.sort != **sort));
    gone.map(|(message, _)| message.in_a_line()).collect()
}

/// Returns the titles of the scenarios that no longer fail: those that pass, and those that no longer exist.
fn scenarios_gone(before: &CommandReport, now: &CommandReport) -> (Vec<String>, Vec<String>) {
    let of_scenario = |part: &'_ ReportPart| match &part.sort {
        PartSort::Scenario { name, .. } => Some(name.clone()),
        PartSort::Message(_) | PartSort::Line(_) => None,
    };
    let still: Vec<_> = now.parts().iter().filter_map(of_scenario).collect();
    let old = before.parts().iter().filter_map(of_scenario);
    let gone = old.filter(|name| !still.contains(name));
    let (back, removed): (Vec<_>, Vec<_>) = gone.partition(|name| now.has_passed(name));
    let titles = |names: Vec<_>| {
        let titles = names.into_iter().map(|name: ScenarioName| name.title);
        titles.collect()
    };
    (titles(back), titles(removed))
}

/// Names the first few, one per line, and counts the others.
fn named(verb: &str, all: &[String]) -> String {
    let lines = all.iter().take(MOST_NAMED);
    let mut text: String = lines.map(|one| format!("{verb}: {one}\n")).collect();
    let more = all.len().saturating_sub(MOST_NAMED);
    if more > 0 {
        text.push_str(&format!("{verb}: {more} more\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::changes;
    use crate::command_report::{CommandReport, ScenarioName};
    use linstock_base::{Diagnostic, Diagnostics, Sources, Span, Style};

    /// Makes a text with mistakes or warnings, one for each word, after a number of empty lines.
    fn text_of(words: &[&str], lines: usize) -> (Sources, Diagnostics) {
        let text = format!("{}{}\n", "\n".repeat(lines), words.join("\n"));
        let sources = Sources::from([("a.game", text.as_str())]);
        let (file, _) = sources.iter().next().expect("one file");
        let mut at = lines;
        let found = words.iter().map(|word| {
            let span = Span::new(file, at, at + word.len());
            at += word.len() + 1;
            let make = if word.starts_with('?') {
                Diagnostic::warning
            } else {
                Diagnostic::error
            };
            make("E0001", span, format!("no `{word}`"))
        });
        let found = found.collect();
        (sources, found)
    }

    fn checked(words: &[&str], lines: usize, sum: &str) -> CommandReport {
        let mut report = CommandReport::collected(Style::Plain);
        let (sources, found) = text_of(words, lines);
        report.messages(&found, &sources).expect("kept");
        report.lines(sum).expect("kept");
        report
    }

    fn told(before: &CommandReport, now: &CommandReport) -> String {
        changes(before, now).as_str().to_owned()
    }

    #[test]
    fn what_moved_is_not_told_again_and_what_is_gone_is_named() {
        let before = checked(&["one", "two"], 8, "a: 2 mistakes\n");
        let now = checked(&["one", "three"], 9, "a: 2 mistakes\n");
        let new = "\nerror[E0001]: no `three`\n  --> a.game:11:1\n   |\n11 | three\n   | ^^^^^\n\n";
        let gone = "no longer told: no `two` (a.game:10:1)\n";
        assert_eq!(told(&before, &now), format!("{new}{gone}a: 2 mistakes\n"));
        assert_eq!(told(&now, &now), "\na: 2 mistakes\n");
        let clean = checked(&[], 0, "a: no mistakes: 1 move\n");
        assert_eq!(
            told(&before, &clean),
            "\nmended: no `one` (a.game:9:1)\nmended: no `two` (a.game:10:1)\na: no mistakes: 1 move\n"
        );
        // The same mistake at eight other places: eight messages.
        let many = checked(&["x"; 8], 0, "a: 8 mistakes\n");
        let told = told(&many, &clean);
        assert_eq!(told.matches("mended: no `x` (").count(), 5, "{told}");
        assert!(told.contains("mended: 3 more\n"), "{told}");
    }

    #[test]
    fn the_same_words_about_another_line_are_another_message() {
        let report = |text: &str| {
            let sources = Sources::from([("a.game", text)]);
            let (file, _) = sources.iter().next().expect("one file");
            let found = Diagnostics::from(Diagnostic::error(
                "E1202",
                Span::new(file, 0, 3),
                "too many",
            ));
            let mut report = CommandReport::collected(Style::Plain);
            report.messages(&found, &sources).expect("kept");
            report.lines("a: 1 mistake\n").expect("kept");
            report
        };
        let told = told(&report("one a\n"), &report("one b\n"));
        assert!(told.contains("1 | one b"), "{told}");
        assert!(
            told.contains("no longer told: too many (a.game:1:1)"),
            "{told}"
        );
    }

    #[test]
    fn a_warning_hides_nothing_and_lines_that_were_there_are_not_told_again() {
        let sums = "a: no mistakes: 1 move\nb: no mistakes: 2 moves\n";
        let (before, now) = (checked(&["?twice"], 0, sums), checked(&[], 0, sums));
        assert_eq!(
            told(&before, &now),
            "\nmended: no `?twice` (a.game:1:1)\nb: no mistakes: 2 moves\n"
        );
        let told = told(&now, &checked(&["?other"], 0, sums));
        assert!(
            told.starts_with("\nwarning[E0001]: no `?other`\n"),
            "{told}"
        );
        assert!(!told.contains("a: no mistakes"), "{told}");
    }

    #[test]
    fn scenarios_that_pass_again_are_named_by_their_titles() {
        let name = |title: &str| ScenarioName {
            file: "x/s.scn".to_owned(),
            title: title.to_owned(),
        };
        let report = |failed: &[&str], passed: &[&str], sum: &str| {
            let mut report = CommandReport::collected(Style::Plain);
            for title in failed {
                let (sources, found) = text_of(&[title, "nor"], 0);
                report.failed(name(title), &found, &sources).expect("kept");
            }
            passed.iter().for_each(|title| report.passes(name(title)));
            report.paragraph(sum.to_owned()).expect("kept");
            report
        };
        let sum = "1 passed, 1 failed\n`--accept` keeps the transcripts\n";
        let before = report(&["one", "two"], &[], "0 passed, 2 failed\n");
        let now = report(&["two"], &["one"], sum);
        assert_eq!(told(&before, &now), format!("\npasses again: one\n{sum}"));
        let gone = told(&before, &report(&["two"], &[], sum));
        assert!(gone.contains("removed: one\n"), "{gone}");
        // If the rules have mistakes, nobody knows whether the scenarios pass.
        let mut broken = report(&[], &[], "0 passed, and there are mistakes in the files\n");
        broken.is_broken = true;
        let told = told(&before, &broken);
        assert!(
            !told.contains("passes again") && !told.contains("removed"),
            "{told}"
        );
    }
}
