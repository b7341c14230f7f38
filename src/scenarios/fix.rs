//! `linstock test --fix`: shows lists that do not hold, and rewrites them to hold.

use crate::command_failure::CommandFailure;
use crate::line_difference::line_difference;
use crate::replaced_files;
use crate::scenarios::suites::{Suite, TestFile};
use crate::terminal::{print, warn};
use linstock_play::scenario::{FileReport, Fix};
use std::io::{BufRead as _, IsTerminal as _};
use std::path::Path;

/// Fixes the lists in a ruleset's scenario files; asks before each file if a person is at the terminal.
pub(super) fn mend(suite: &mut Suite) -> Result<(), CommandFailure> {
    // Mistakes in the rules are reported when the scenarios run.
    let Ok(mut bench) = suite.runner() else {
        return Ok(());
    };
    for file in &mut suite.files {
        let report = bench.run(&file.path, &file.text);
        let mended = mended(&file.text, &report);
        if mended == file.text {
            continue;
        }
        print(difference(file, &mended))?;
        if !suite.on_disk {
            let why = "this ruleset is inside the program; `linstock new` copies it out";
            warn(format!("linstock: `{}` was not changed: {why}", file.path));
        } else if agreed()? {
            let path = Path::new(&file.path);
            replaced_files::write_whole(path, mended.as_bytes()).map_err(CommandFailure::Failed)?;
            print(format!("{}: written\n\n", file.path))?;
            file.text = mended;
        }
    }
    Ok(())
}

/// Replaces each list that does not hold by one that does.
fn mended(text: &str, report: &FileReport) -> String {
    let mut fixes: Vec<&Fix> = report.scenarios.iter().flat_map(|s| &s.fixes).collect();
    fixes.sort_by_key(|fix| std::cmp::Reverse(fix.span));
    let mut text = text.to_owned();
    for fix in fixes {
        let range = fix.span.range();
        if text.is_char_boundary(range.start) && text.is_char_boundary(range.end) {
            let remarks = remarks(&text[range.clone()]);
            text.replace_range(range, &format!("{}{remarks}", fix.text));
        }
    }
    text
}

/// Returns the remarks inside a list, each on its own line, to be put after the list.
fn remarks(list: &str) -> String {
    let remark = |line: &str| line.find('#').map(|at| line[at..].trim_end().to_owned());
    let remarks = list.lines().filter_map(remark);
    remarks.map(|remark| format!("\n  {remark}")).collect()
}

/// Shows the changes to a file, line by line.
fn difference(file: &TestFile, mended: &str) -> String {
    let now = ("as the rules are now", mended);
    let shown = line_difference((&file.path, &file.text), now, 2);
    format!("{shown}\n")
}

/// Asks whether to write a file. If nobody can answer, `--fix` itself is the consent.
fn agreed() -> Result<bool, CommandFailure> {
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        return Ok(true);
    }
    print("write it? [y/N] ")?;
    let mut line = Vec::new();
    std::io::stdin().lock().read_until(b'\n', &mut line)?;
    let line = String::from_utf8_lossy(&line);
    Ok(matches!(line.trim().to_lowercase().as_str(), "y" | "yes"))
}

#[cfg(test)]
mod tests {
    use super::remarks;

    #[test]
    fn remarks_in_a_list_are_kept() {
        let list = "a1-a2   # the first\n  a1-b2\n  # a whole line\r\n  c1-c2, c2-c3";
        assert_eq!(remarks(list), "\n  # the first\n  # a whole line");
        assert_eq!(remarks("a1-a2, a1-b2"), "");
    }
}
