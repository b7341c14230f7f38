//! Reads pictures of a board, written between `"""`.
//!
//! ```text
//!   3 . L .        3| . L .       .L.
//!   2 . . .        2| . . .       ...
//!   1 D . D        1| D . D       D.D
//!     a b c           a b c
//! ```

use crate::ast::QuotedText;
use linstock_base::{Diagnostic, Diagnostics, FileId, Span};
use std::collections::BTreeMap;

/// The signs of a picture, without the numbers and letters at its edges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Its rows, top first. They have equal lengths, unless the rows of the board differ in length.
    pub rows: Vec<Vec<Cell>>,
    /// The number of the bottom row, if the rows are numbered.
    pub bottom: Option<i64>,
}

/// One sign of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The sign; `.` is an empty point.
    pub sign: char,
    /// Its span.
    pub span: Span,
}

/// A line of a picture, with the number at its left.
struct PictureRow {
    span: Span,
    label: Option<(i64, Span)>,
    cells: Vec<Cell>,
}

/// Signs for the lines between points, on a board whose points are not in columns.
const BETWEEN: &str = "-|/\\+";

/// The sign where two diagonal lines cross.
const CROSSING: char = 'X';

/// Reads a picture of a board whose points are not in columns.
///
/// Ignores the lines between points, and text in brackets after a row. Rows may have different lengths.
///
/// # Errors
/// Numbers that do not count down, no rows at all.
pub fn parse_places(file: FileId, text: &QuotedText) -> Result<Picture, Diagnostics> {
    let mut lines = read_lines(file, text);
    let numbered = lines.iter().any(|line| line.label.is_some());
    lines.retain(|line| line.label.is_some() || !is_between(line, numbered));
    for line in &mut lines {
        let end = line.cells.iter().position(|cell| cell.sign == '(');
        line.cells.truncate(end.unwrap_or(line.cells.len()));
        line.cells.retain(|cell| !BETWEEN.contains(cell.sign));
    }
    lines.retain(|line| line.label.is_some() || !line.cells.is_empty());
    let numbered = lines.first().is_some_and(|line| line.label.is_some());
    lines.pop_if(|line| is_letters(line, numbered));
    let mut found = Diagnostics::default();
    if lines.is_empty() {
        found.push(no_rows(text));
    } else if numbered {
        check_numbers(&lines, &mut found);
    }
    found.into_result(picture_of(lines))
}

/// Returns whether a line of a picture has only lines of the board. A crossing is a letter that may also denote a piece: it is a
/// crossing beside other lines, or if the rows are numbered and this one is not.
fn is_between(line: &PictureRow, numbered: bool) -> bool {
    let is_line = |cell: &Cell| BETWEEN.contains(cell.sign);
    let all = line
        .cells
        .iter()
        .all(|cell| is_line(cell) || cell.sign == CROSSING);
    all && (numbered || line.cells.iter().any(is_line))
}

fn no_rows(text: &QuotedText) -> Diagnostic {
    let hint = "draw the board row by row, with `.` for each empty place";
    Diagnostic::error("E0119", text.span, "this picture has no rows").hint(hint)
}

fn read_lines(file: FileId, text: &QuotedText) -> Vec<PictureRow> {
    let mut at = text.span.start as usize;
    let mut lines = Vec::new();
    for line in text.value.split_inclusive('\n') {
        if !line.trim().is_empty() {
            lines.push(read_line(file, at, line));
        }
        at += line.len();
    }
    lines
}

fn picture_of(lines: Vec<PictureRow>) -> Picture {
    let bottom = lines.last().and_then(|line| line.label);
    Picture {
        bottom: bottom.map(|(number, _)| number),
        rows: lines.into_iter().map(|line| line.cells).collect(),
    }
}

/// Reads a picture.
///
/// Blanks between signs are optional. Rows may have numbers at the left, with or without `|`; the numbers count down by
/// one. The last line may name the columns: `a b c …`.
///
/// # Errors
/// Rows of different lengths, numbers that do not count down, letters that do not count up, no rows at all.
pub fn parse_picture(file: FileId, text: &QuotedText) -> Result<Picture, Diagnostics> {
    let mut found = Diagnostics::default();
    let mut lines = read_lines(file, text);
    let numbered = lines.first().is_some_and(|line| line.label.is_some());
    let letters = lines.pop_if(|line| is_letters(line, numbered));
    if lines.is_empty() {
        found.push(no_rows(text));
        return Err(found);
    }
    if numbered {
        check_numbers(&lines, &mut found);
    }
    let width = check_lengths(&lines, &mut found);
    if let Some(letters) = letters {
        check_letters(&letters, width, &mut found);
    }
    found.into_result(picture_of(lines))
}

fn read_line(file: FileId, start: usize, line: &str) -> PictureRow {
    let content = line.trim();
    let indent = line.len() - line.trim_start().len();
    let span = |from: usize, to: usize| Span::new(file, start + indent + from, start + indent + to);
    let digits = content
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(content.len());
    let ends = |c: char| c.is_whitespace() || c == '|';
    let number = content[..digits]
        .parse()
        .ok()
        .filter(|_| content[digits..].starts_with(ends));
    let label = number.map(|number| (number, span(0, digits)));
    let from = if label.is_some() { digits } else { 0 };
    let rest = content[from..].trim_start();
    let rest = rest.strip_prefix('|').unwrap_or(rest);
    let rest = rest
        .strip_suffix('|')
        .filter(|_| rest.len() > 1)
        .unwrap_or(rest);
    let from = rest.as_ptr() as usize - content.as_ptr() as usize;
    let cells = rest
        .char_indices()
        .filter(|(_, sign)| !sign.is_whitespace())
        .map(|(at, sign)| Cell {
            sign,
            span: span(from + at, from + at + sign.len_utf8()),
        })
        .collect();
    PictureRow {
        span: span(0, content.len()),
        label,
        cells,
    }
}

/// Returns whether the last line names the columns: only it has no number, or it reads `a b c …`.
fn is_letters(line: &PictureRow, numbered: bool) -> bool {
    let counts_up = ('a'..='z')
        .zip(&line.cells)
        .all(|(letter, cell)| cell.sign == letter);
    let all_letters = line
        .cells
        .iter()
        .all(|cell| cell.sign.is_ascii_alphabetic());
    line.label.is_none()
        && (counts_up && (numbered || line.cells.len() > 1) || numbered && all_letters)
}

fn check_numbers(lines: &[PictureRow], found: &mut Diagnostics) {
    for pair in lines.windows(2) {
        let [above, below] = pair else { continue };
        let expected = above.label.map(|(number, _)| number - 1);
        let wrong = match (below.label, expected) {
            (None, _) => Diagnostic::error(
                "E0120",
                below.span,
                "this row has no number, but the first one has",
            ),
            (Some((number, span)), Some(expected)) if number != expected => Diagnostic::error(
                "E0121",
                span,
                format!(
                    "expected row {expected} below row {}, found {number}",
                    expected + 1
                ),
            ),
            _ => continue,
        };
        found.push(wrong.hint("the numbers of the rows count down to the bottom without a gap"));
    }
}

/// Returns the most frequent length of a row.
fn check_lengths(lines: &[PictureRow], found: &mut Diagnostics) -> usize {
    let mut lengths = BTreeMap::<usize, usize>::new();
    for line in lines {
        *lengths.entry(line.cells.len()).or_default() += 1;
    }
    let width = lengths
        .into_iter()
        .max_by_key(|&(_, lines)| lines)
        .map_or(0, |(length, _)| length);
    for (index, line) in lines.iter().enumerate() {
        let length = line.cells.len();
        if length != width {
            let row = match line.label {
                Some((number, _)) => format!("row {number}"),
                None => format!("line {} of the picture", index + 1),
            };
            let message = format!("{row} has {}, the others have {width}", places(length));
            let difference = if length < width {
                "missing"
            } else {
                "too many"
            };
            let label = format!("{} {difference}", length.abs_diff(width));
            let hint = "each place is one sign; an empty place is `.`";
            found.push(
                Diagnostic::error("E0122", line.span, message)
                    .label(label)
                    .hint(hint),
            );
        }
    }
    width
}

fn places(count: usize) -> String {
    format!("{count} place{}", if count == 1 { "" } else { "s" })
}

fn check_letters(line: &PictureRow, width: usize, found: &mut Diagnostics) {
    for (letter, cell) in ('a'..='z').zip(&line.cells) {
        if cell.sign != letter {
            let message = format!(
                "expected the column letter `{letter}`, found `{}`",
                cell.sign
            );
            found.push(
                Diagnostic::error("E0123", cell.span, message)
                    .hint("the columns are named a, b, c … from the left"),
            );
            return;
        }
    }
    if line.cells.len() != width && width <= 26 {
        let message = format!("{} of {width} columns are named", line.cells.len());
        found.push(
            Diagnostic::error("E0124", line.span, message)
                .hint("name every column, or remove this line"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{Picture, parse_picture};
    use crate::ast::QuotedText;
    use linstock_base::{Diagnostics, Sources, Span, Style};

    fn read(picture: &str) -> (Sources, Result<Picture, Diagnostics>) {
        let sources = Sources::from([("p", picture)]);
        let (file, _) = sources.iter().next().expect("one file");
        let span = Span::new(file, 0, picture.len());
        let value = picture.to_owned();
        (sources, parse_picture(file, &QuotedText { value, span }))
    }

    #[test]
    fn pictures_with_and_without_edges_are_the_same() {
        let table = [
            ("3 . L .\n2 . . .\n1 D . #\n", Some(1)),
            (
                "\n  3| . L . |\n  2| . . . |\n  1| D . # |\n     a b c\n",
                Some(1),
            ),
            (".L.\n...\nD.#\n", None),
            (" . L .\r\n . . .\r\n D . #\r\n a b c\r\n", None),
            ("12 .L.\n11 ...\n10 D.#\n abc", Some(10)),
        ];
        for (picture, bottom) in table {
            let (sources, read) = read(picture);
            let read =
                read.unwrap_or_else(|found| panic!("{}", found.render(&sources, Style::Plain)));
            let rows: Vec<String> = read
                .rows
                .iter()
                .map(|row| row.iter().map(|c| c.sign).collect())
                .collect();
            assert_eq!(rows, [".L.", "...", "D.#"], "{picture}");
            assert_eq!(read.bottom, bottom, "{picture}");
            for cell in read.rows.iter().flatten() {
                assert_eq!(sources.slice(cell.span), cell.sign.to_string());
            }
        }
    }

    #[test]
    fn mistakes_say_which_row_and_how_many() {
        let table = [
            (
                "3 . . .\n2 . .\n1 . . .\n",
                "row 2 has 2 places, the others have 3",
            ),
            (
                "...\n....\n...\n",
                "line 2 of the picture has 4 places, the others have 3",
            ),
            ("3 . .\n1 . .\n", "expected row 2 below row 3, found 1"),
            (
                "3 . .\n  . .\n1 . .\n",
                "this row has no number, but the first one has",
            ),
            (
                "2 . .\n1 . .\n  a c",
                "expected the column letter `b`, found `c`",
            ),
            ("2 . .\n1 . .\n  a", "1 of 2 columns are named"),
            ("  \n", "this picture has no rows"),
            ("a b c", "this picture has no rows"),
        ];
        for (picture, message) in table {
            let found = read(picture).1.expect_err(picture);
            assert_eq!(
                found.iter().next().map(|d| d.message.as_str()),
                Some(message),
                "{picture}"
            );
        }
    }
}
