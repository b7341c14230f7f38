//! The list of changes that no scenario needs to notice, each with its reason.
//!
//! A change is named by the lines that it changes, not by their numbers, so that the list outlives edits elsewhere:
//!
//! ```text
//! - capture of 2..3 ahead
//! + capture of 2..4 ahead
//! The board has no room for four.
//! ```

use linstock_base::Sources;
use linstock_study::mutation::Mutant;

/// The lines that a change removes and adds; blanks at their ends do not count.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct EditLines {
    /// The removed lines.
    pub(super) before: Vec<String>,
    /// The added lines.
    pub(super) after: Vec<String>,
}

impl EditLines {
    /// Returns the lines of a change.
    pub(super) fn of(sources: &Sources, mutant: &Mutant) -> Self {
        let text = &sources.get(mutant.span.file).text;
        let range = mutant.span.range();
        let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[range.end..]
            .find('\n')
            .map_or(text.len(), |at| range.end + at);
        let after = [
            &text[start..range.start],
            &mutant.text,
            &text[range.end..end],
        ];
        Self {
            before: text[start..end].lines().map(plain).collect(),
            after: after.concat().lines().map(plain).collect(),
        }
        .without_common()
    }

    /// Returns whether a drawing of the change shows a removed line.
    pub(super) fn is_among(&self, drawing: &str) -> bool {
        let gone = |line: &str| {
            let numbered = line.starts_with(|c: char| c.is_ascii_digit());
            numbered && matches!(marked(line), Some(('-', _)))
        };
        self.before.is_empty() || drawing.lines().any(gone)
    }

    /// Writes the change in the format of the list.
    pub(super) fn written(&self) -> String {
        let gone = self.before.iter().map(|line| format!("- {line}\n"));
        let come = self.after.iter().map(|line| format!("+ {line}\n"));
        gone.chain(come).collect()
    }

    /// Removes equal lines at the start and at the end of both sides.
    fn without_common(mut self) -> Self {
        let same = |a: Option<&String>, b: Option<&String>| a.is_some() && a == b;
        while same(self.before.first(), self.after.first()) {
            self.before.remove(0);
            self.after.remove(0);
        }
        while same(self.before.last(), self.after.last()) {
            self.before.pop();
            self.after.pop();
        }
        self
    }
}

/// Replaces each run of blanks in a line by one.
fn plain(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A listed change.
#[derive(Clone, Debug, Default)]
struct ListedEdit {
    lines: EditLines,
    reason: String,
}

/// The contents of a list.
#[derive(Clone, Debug, Default)]
pub(super) struct ListedEdits(Vec<ListedEdit>);

impl ListedEdits {
    /// Reads a list.
    ///
    /// # Errors
    /// The number of the first line that is not part of a change, or of the end of a change without a reason.
    pub(super) fn read(text: &str) -> Result<Self, usize> {
        let mut edits: Vec<ListedEdit> = Vec::new();
        for (number, line) in (1_usize..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let complete = edits.last().is_none_or(|edit| !edit.reason.is_empty());
            match marked(line) {
                Some(('-', gone)) => {
                    if complete {
                        edits.push(ListedEdit::default());
                    }
                    let edit = edits.last_mut().filter(|edit| edit.lines.after.is_empty());
                    edit.ok_or(number)?.lines.before.push(plain(gone));
                }
                Some((_, come)) => {
                    let edit = edits.last_mut().filter(|_| !complete).ok_or(number)?;
                    edit.lines.after.push(plain(come));
                }
                None => {
                    let edit = edits.last_mut().ok_or(number)?;
                    let words = [edit.reason.as_str(), line].join(" ");
                    words.trim().clone_into(&mut edit.reason);
                }
            }
        }
        if edits.last().is_some_and(|edit| edit.reason.is_empty()) {
            return Err(text.lines().count());
        }
        for edit in &mut edits {
            edit.lines = std::mem::take(&mut edit.lines).without_common();
        }
        Ok(Self(edits))
    }

    /// Takes a change out of the list and returns its reason, if it is there. Each entry covers one change: equal changes at
    /// several places need one entry each.
    pub(super) fn take(&mut self, lines: &EditLines) -> Option<String> {
        let at = self.0.iter().position(|edit| edit.lines == *lines)?;
        Some(self.0.remove(at).reason)
    }

    /// Returns the first line of each listed change that was not taken out.
    pub(super) fn left(&self) -> Vec<String> {
        let lines = self.0.iter();
        let lines = lines.map(|edit| edit.lines.after.first().or(edit.lines.before.first()));
        lines.flatten().cloned().collect()
    }
}

/// Splits a line of a change into its sign and its text. It may begin with a line number, as in the drawing of a change.
fn marked(line: &str) -> Option<(char, &str)> {
    let line = line
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_start();
    let sign = line.chars().next().filter(|c| matches!(c, '-' | '+'))?;
    Some((sign, &line[1..]))
}

#[cfg(test)]
mod tests {
    use super::{EditLines, ListedEdits};

    #[test]
    fn a_change_is_known_by_its_lines() {
        let text = "# why\n\n54 -   there in  2..3 ahead\n54 + there in 2..4 ahead\nNo board is so large,\nand none will be.\n\n\
                    - when some own king\nThe king never leaves.\n";
        let mut list = ListedEdits::read(text).expect("a list");
        let lines = list.0[0].lines.clone();
        assert_eq!(lines.before, ["there in 2..3 ahead"]);
        assert_eq!(
            list.take(&lines).as_deref(),
            Some("No board is so large, and none will be.")
        );
        assert_eq!(list.left(), ["when some own king"]);
    }

    #[test]
    fn an_entry_is_for_one_of_several_equal_changes() {
        let text = "- if a\n+ if yes\nhere\n\n- if a\n+ if yes\nthere\n";
        let mut list = ListedEdits::read(text).expect("a list");
        let lines = list.0[0].lines.clone();
        assert_eq!(list.take(&lines).as_deref(), Some("here"));
        assert_eq!(list.take(&lines).as_deref(), Some("there"));
        assert_eq!(list.take(&lines), None, "the third place needs its own");
    }

    #[test]
    fn a_drawing_of_one_line_is_written_out() {
        let lines = EditLines {
            before: vec!["if a > b".to_owned()],
            after: vec!["if a >= b".to_owned()],
        };
        assert!(!lines.is_among("43 |   if a >= b\n   |         +\n"));
        assert!(!lines.is_among("  --> a.game:43:1\n"));
        assert!(lines.is_among("43 - if a > b\n43 + if a >= b\n"));
        let list = format!("{}because\n", lines.written());
        let mut list = ListedEdits::read(&list).expect("a list");
        assert_eq!(list.take(&lines).as_deref(), Some("because"));
    }

    #[test]
    fn what_is_no_change_is_told_by_its_line() {
        let wrong = |text: &str| ListedEdits::read(text).expect_err("no list");
        assert_eq!(wrong("# a list\nwhy not\n"), 2);
        assert_eq!(wrong("+ new\nbecause\n"), 1);
        assert_eq!(wrong("- old\n+ new\n"), 2, "there is no reason");
        assert_eq!(wrong("- old\n+ new\n- old\n"), 3, "there is no reason");
        assert!(ListedEdits::read("").is_ok());
    }
}
