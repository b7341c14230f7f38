//! Reads the drawing of a board: the designer places the points freely and draws the lines between them.
//!
//! ```text
//! o---o---o
//! |\  |  /|
//! | \ | / |
//! |  \|/  |
//! o---o---o
//! ```
//!
//! `o` is a point. `-`, `|`, `/` and `\` are lines. `+` or `X` marks two lines that cross without a point.

use crate::ast::QuotedText;
use linstock_base::{Diagnostic, Diagnostics, FileId, Limit, Span};
use std::collections::BTreeSet;

/// The sign of a point.
const POINT: char = 'o';

/// The most lines, and the most columns, of a drawing.
const LONGEST: Limit = Limit {
    what: "lines or columns in the drawing of a board",
    most: 200,
    remedy: "draw shorter lines between the points",
};

/// A drawn board. Places are columns and lines of text, from 0 at the top left.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DrawnBoard {
    /// The points, from the bottom line up and from left to right.
    pub points: Vec<DrawnPlace>,
    /// The lines between points.
    pub lines: Vec<DrawnLine>,
    /// The lines of text, top first, without the common indentation; points are blank.
    pub signs: Vec<Vec<char>>,
    /// The places of points without a line.
    pub lonely: Vec<Span>,
}

/// A place in a drawing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DrawnPlace {
    /// The line of text, from 0 at the top.
    pub line: usize,
    /// The column of text, from 0 at the left.
    pub column: usize,
}

/// A line between two points next to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawnLine {
    /// The indices of its points: the second is to the right of the first, or straight below it.
    pub ends: [usize; 2],
    /// The direction from the first to the second.
    pub way: DrawnWay,
}

/// The direction in which a line is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawnWay {
    /// `-`, to the right.
    East,
    /// `\`, to the right and down.
    Southeast,
    /// `|`, down.
    South,
    /// `/`, to the right and up.
    Northeast,
}

impl DrawnWay {
    const ALL: [Self; 4] = [Self::East, Self::Southeast, Self::South, Self::Northeast];

    /// Returns the sign of a line in this direction, and the sign of a crossing with another line.
    fn signs(self) -> [char; 2] {
        match self {
            Self::East => ['-', '+'],
            Self::Southeast => ['\\', 'X'],
            Self::South => ['|', '+'],
            Self::Northeast => ['/', 'X'],
        }
    }

    /// Returns the next place in this direction.
    fn next(self, DrawnPlace { line, column }: DrawnPlace) -> Option<DrawnPlace> {
        let (line, column) = match self {
            Self::East => (Some(line), column + 1),
            Self::Southeast => (Some(line + 1), column + 1),
            Self::South => (Some(line + 1), column),
            Self::Northeast => (line.checked_sub(1), column + 1),
        };
        line.map(|line| DrawnPlace { line, column })
    }
}

/// Reads the drawing of a board.
///
/// # Errors
/// Unknown signs, lines that do not join two points, no points, too many lines or columns.
pub fn parse_board_drawing(file: FileId, text: &QuotedText) -> Result<DrawnBoard, Diagnostics> {
    let page = DrawingPage::of(file, text);
    let mut found = Diagnostics::default();
    let widest = page.rows.iter().map(Vec::len).max().unwrap_or(0);
    LONGEST
        .check(page.rows.len().max(widest))
        .map_err(|too_many| too_many.at(text.span))?;
    page.check_signs(&mut found);
    page.check_room(&mut found);
    let points = page.points();
    if points.is_empty() && !found.has_errors() {
        let diagnostic = Diagnostic::error("E0126", text.span, "this drawing has no point");
        found.push(diagnostic.hint("draw each point as `o`, and lines between the points: o--o"));
    }
    if found.has_errors() {
        return Err(found);
    }
    let lines = page.lines(&points, &mut found);
    let signs = page.signs();
    let joined: BTreeSet<usize> = lines.iter().flat_map(|line| line.ends).collect();
    let apart = points
        .iter()
        .enumerate()
        .filter(|(number, _)| !joined.contains(number));
    let lonely = apart
        .filter_map(|(_, place)| page.at(*place))
        .map(|(_, span)| span);
    let lonely = lonely.collect();
    found.into_result(DrawnBoard {
        points,
        lines,
        signs,
        lonely,
    })
}

/// A sign and its place in the file.
type SignAt = (char, Span);

/// The text of a drawing.
struct DrawingPage {
    rows: Vec<Vec<SignAt>>,
}

impl DrawingPage {
    /// Splits a text into signs, without the empty lines around the drawing and without the common indentation.
    fn of(file: FileId, text: &QuotedText) -> Self {
        let mut at = text.span.start as usize;
        let mut rows: Vec<Vec<SignAt>> = Vec::new();
        for line in text.value.split_inclusive('\n') {
            let signs = line.trim_end().char_indices().map(|(from, sign)| {
                let span = Span::new(file, at + from, at + from + sign.len_utf8());
                (sign, span)
            });
            rows.push(signs.collect());
            at += line.len();
        }
        let is_empty = |row: &Vec<SignAt>| row.is_empty();
        rows.drain(..rows.iter().take_while(|row| is_empty(row)).count());
        while rows.pop_if(|row| is_empty(row)).is_some() {}
        let blanks = |row: &Vec<SignAt>| row.iter().take_while(|(sign, _)| *sign == ' ').count();
        let filled = rows.iter().filter(|row| !row.is_empty());
        let indent = filled.map(blanks).min().unwrap_or(0);
        for row in &mut rows {
            row.drain(..indent.min(row.len()));
        }
        Self { rows }
    }

    fn at(&self, DrawnPlace { line, column }: DrawnPlace) -> Option<SignAt> {
        self.rows.get(line)?.get(column).copied()
    }

    fn places(&self) -> impl Iterator<Item = (DrawnPlace, SignAt)> {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(line, row)| {
            let signs = row.iter().enumerate();
            signs.map(move |(column, sign)| (DrawnPlace { line, column }, *sign))
        })
    }

    fn check_signs(&self, found: &mut Diagnostics) {
        let known = [' ', POINT, '-', '|', '/', '\\', '+', 'X'];
        let mut told = BTreeSet::new();
        for (_, (sign, span)) in self.places() {
            if known.contains(&sign) || !told.insert(sign) {
                continue;
            }
            let message = format!("`{}` is not a sign of a board drawing", sign.escape_debug());
            let hint = match sign {
                'O' | '0' => "a point is the small letter `o`",
                'x' => "the crossing of two lines is the capital letter `X`",
                _ if sign.is_whitespace() => "write a blank instead",
                _ => {
                    "a point is `o`; lines are `-`, `|`, `/` and `\\`; a crossing of two lines is `+` or `X`"
                }
            };
            found.push(Diagnostic::error("E0127", span, message).hint(hint));
        }
    }

    /// A piece on a point may be drawn in brackets, so two points need at least one sign between them.
    fn check_room(&self, found: &mut Diagnostics) {
        for row in &self.rows {
            let beside = row
                .windows(2)
                .find(|pair| pair[0].0 == POINT && pair[1].0 == POINT);
            if let Some([(_, first), (_, second)]) = beside {
                let diagnostic = Diagnostic::error(
                    "E0128",
                    first.to(*second),
                    "these two points touch each other",
                );
                found.push(diagnostic.hint("draw a line or a blank between them: o-o"));
            }
        }
    }

    fn points(&self) -> Vec<DrawnPlace> {
        let all = self.places().filter(|(_, (sign, _))| *sign == POINT);
        let mut points: Vec<DrawnPlace> = all.map(|(place, _)| place).collect();
        points.sort_by_key(|place| (std::cmp::Reverse(place.line), place.column));
        points
    }

    /// Follows the lines from each point; reports signs that belong to no line.
    fn lines(&self, points: &[DrawnPlace], found: &mut Diagnostics) -> Vec<DrawnLine> {
        let mut lines = Vec::new();
        let mut used = BTreeSet::new();
        for (from, start) in points.iter().enumerate() {
            for way in DrawnWay::ALL {
                let Some(signs) = self.followed(*start, way) else {
                    continue;
                };
                let end = signs.last().and_then(|last| way.next(*last));
                let to = end.and_then(|end| points.iter().position(|point| *point == end));
                if let Some(to) = to {
                    let ends = [from, to];
                    lines.push(DrawnLine { ends, way });
                    used.extend(signs);
                }
            }
        }
        let is_line = |sign: char| sign != ' ' && sign != POINT;
        for (place, (sign, span)) in self.places() {
            if is_line(sign) && !used.contains(&place) {
                let diagnostic =
                    Diagnostic::error("E0129", span, "this line does not connect two points");
                found.push(diagnostic.label("one of its ends has no point").hint(
                    "draw a straight line without gaps from `o` to `o`; it may go through a crossing, `+` or `X`",
                ));
                // One diagnostic is enough: the adjacent signs belong to the same line.
                break;
            }
        }
        lines
    }

    /// Returns the places of a line that begins next to a point; `None` if no line does.
    fn followed(&self, start: DrawnPlace, way: DrawnWay) -> Option<Vec<DrawnPlace>> {
        let is_on = |place: &DrawnPlace| {
            let sign = self.at(*place).map(|(sign, _)| sign);
            sign.is_some_and(|sign| way.signs().contains(&sign))
        };
        let first = way.next(start).filter(is_on)?;
        let next = |place: &DrawnPlace| way.next(*place).filter(is_on);
        Some(std::iter::successors(Some(first), next).collect())
    }

    fn signs(&self) -> Vec<Vec<char>> {
        let blank = |sign: char| if sign == POINT { ' ' } else { sign };
        let row = |row: &Vec<SignAt>| row.iter().map(|(sign, _)| blank(*sign)).collect();
        self.rows.iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{DrawnBoard, DrawnWay, parse_board_drawing};
    use crate::ast::QuotedText;
    use linstock_base::{Diagnostics, Sources, Span};

    fn read(drawing: &str) -> Result<DrawnBoard, Diagnostics> {
        let sources = Sources::from([("p", drawing)]);
        let (file, _) = sources.iter().next().expect("one file");
        let span = Span::new(file, 0, drawing.len());
        let value = drawing.to_owned();
        parse_board_drawing(file, &QuotedText { value, span })
    }

    #[test]
    fn lines_lead_from_point_to_point() {
        let board = read("\n  o---o\n  |\\ /|\n  | X |\n  |/ \\|\n  o---o\n").expect("no mistakes");
        assert_eq!(board.points.len(), 4);
        let ends: Vec<_> = board.lines.iter().map(|l| (l.ends, l.way)).collect();
        // The bottom left point is the first.
        assert_eq!(
            ends,
            [
                ([0, 1], DrawnWay::East),
                ([0, 3], DrawnWay::Northeast),
                ([2, 3], DrawnWay::East),
                ([2, 1], DrawnWay::Southeast),
                ([2, 0], DrawnWay::South),
                ([3, 1], DrawnWay::South),
            ]
        );
        let crossed = read("  o\n  |\no-+-o\n  |\n  o").expect("no mistakes");
        assert_eq!(crossed.lines.len(), 2);
    }

    #[test]
    fn mistakes_are_told() {
        let table = [
            ("o--\n", "this line does not connect two points"),
            ("o- -o", "this line does not connect two points"),
            ("o\n|\n|o", "this line does not connect two points"),
            ("o-*-o", "`*` is not a sign of a board drawing"),
            ("o\t-o", "`\\t` is not a sign of a board drawing"),
            ("oo", "these two points touch each other"),
            ("", "this drawing has no point"),
            ("---", "this drawing has no point"),
        ];
        for (drawing, message) in table {
            let found = read(drawing).expect_err(drawing);
            let first = found.iter().next().map(|d| d.message.as_str());
            assert_eq!(first, Some(message), "{drawing}");
        }
        assert!(read(&"o\n".repeat(201)).is_err());
    }
}
