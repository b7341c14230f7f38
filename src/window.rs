//! The window in which text is read: its size, and lines that are broken between words.

use std::io::IsTerminal as _;
use textwrap::core::display_width;
use textwrap::{Options, WordSplitter};

/// The most columns of running text and of tables; longer lines are hard to read.
const WIDEST: usize = 100;

/// The fewest columns for which lines are broken. In a smaller window the terminal breaks them.
const NARROWEST: usize = 40;

/// The fewest columns that are left for typing after a prompt.
const TYPING: usize = 20;

/// Returns the columns for running text and tables: those of the window, or the most if no terminal shows them.
pub(super) fn width() -> usize {
    let columns = columns().unwrap_or(WIDEST);
    columns.clamp(NARROWEST, WIDEST)
}

/// Returns the columns of the terminal on standard output. Returns `None` if it is not a terminal.
pub(super) fn columns() -> Option<usize> {
    std::io::stdout().is_terminal().then(textwrap::termwidth)
}

/// Returns the lines of the terminal on standard output. Returns `None` if it is not a terminal.
pub(super) fn lines() -> Option<usize> {
    columns()?;
    terminal_size::terminal_size().map(|(_, lines)| usize::from(lines.0))
}

/// Breaks a paragraph between words: the first line follows a given text, the others a number of blanks.
pub(super) fn paragraph(text: &str, (first, blanks): (&str, usize)) -> String {
    let blanks = " ".repeat(blanks);
    let options = options(width())
        .initial_indent(first)
        .subsequent_indent(&blanks);
    format!("{}\n", textwrap::fill(text.trim_end(), options).trim_end())
}

fn options(width: usize) -> Options<'static> {
    Options::new(width).word_splitter(WordSplitter::NoHyphenation)
}

/// Breaks the lines of a text that are wider than a number of columns. The parts of a line are indented like its text.
pub(super) fn fitted(text: &str, columns: usize) -> String {
    if columns < NARROWEST || text.lines().all(|line| fits(line, columns)) {
        return text.to_owned();
    }
    let mut broken = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if fits(line, columns) {
            broken.push_str(line);
            continue;
        }
        let end = if line.ends_with('\n') { "\n" } else { "" };
        let blanks = " ".repeat(indent(line, columns));
        let options = options(columns).subsequent_indent(&blanks);
        broken.push_str(&textwrap::fill(line.trim_end_matches('\n'), options));
        broken.push_str(end);
    }
    broken
}

/// Returns whether a line needs no break. JSON, boards and quoted source lines are not broken.
fn fits(line: &str, columns: usize) -> bool {
    if display_width(line.trim_end()) <= columns {
        return true;
    }
    let plain = anstream::adapter::strip_str(line).to_string();
    let begins = plain.trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit());
    begins.starts_with(['{', '|', '│', '┃']) || begins.starts_with("+-")
}

/// Returns the column where the text of a line begins: after its last gap of two or more blanks in the left half of the
/// window, or one step to the right of the first word.
fn indent(line: &str, columns: usize) -> usize {
    let first = line.len() - line.trim_start_matches(' ').len();
    let mut column = first + 2;
    for (at, _) in line.match_indices("  ") {
        let start = at + line[at..].len() - line[at..].trim_start_matches(' ').len();
        let width = display_width(&line[..start]);
        if at >= first && width <= columns / 2 {
            column = width.max(column);
        }
    }
    column.min(columns / 2)
}

/// Breaks a prompt between words, and leaves room for typing after it.
pub(super) fn prompt(text: &str, columns: usize) -> String {
    let fitted = fitted(text, columns);
    let last = fitted.rsplit('\n').next().unwrap_or_default();
    match fitted.strip_suffix("> ") {
        Some(words) if columns >= NARROWEST && display_width(last) + TYPING > columns => {
            format!("{words}\n> ")
        }
        _ => fitted,
    }
}

#[cfg(test)]
mod tests {
    use super::{fitted, prompt};

    #[test]
    fn long_lines_are_broken_between_words() {
        let text = "short\nfort: you have two forts and three cannons left to build\n";
        let broken = "short\nfort: you have two forts and three\n  cannons left to build\n";
        assert_eq!(fitted(text, 40), broken);
        assert_eq!(fitted(text, 80), text);
    }

    #[test]
    fn parts_of_a_line_stand_under_its_text() {
        let text = "  moves [FROM]  list the legal moves, or those from a point\n";
        let broken =
            "  moves [FROM]  list the legal moves, or\n                those from a point\n";
        assert_eq!(fitted(text, 40), broken);
    }

    #[test]
    fn boards_and_sources_are_not_broken() {
        let text = " 9 | a | b | c | d | e | f | g | h | i | j | k | l |\n";
        assert_eq!(fitted(text, 40), text);
        let source =
            "\u{1b}[1m12 |\u{1b}[0m   fact far(p) = reached from ship of p over everything\n";
        assert_eq!(fitted(source, 40), source);
    }

    #[test]
    fn colours_take_no_room() {
        let text = "\u{1b}[1mlight\u{1b}[0m to move, and dark waits for it\n";
        assert_eq!(fitted(text, 40), text);
    }

    #[test]
    fn a_prompt_leaves_room_for_typing() {
        let text = "red: road, fort, cannon, blockade or pass?> ";
        assert_eq!(prompt(text, 80), text);
        assert_eq!(
            prompt(text, 60),
            "red: road, fort, cannon, blockade or pass?\n> "
        );
    }
}
