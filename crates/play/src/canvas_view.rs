//! Boards whose points do not form columns, as text: the points at their places, and the lines between them.
//!
//! A canvas consists of units. If pieces are wider than one character, each unit is as wide as a piece.

use crate::board_view::{BoardDrawing, Glyphs};
use linstock_model::{CanvasLine, TextCanvas};

/// The ASCII characters of lines, with their Unicode variants.
const LINES: [(char, char); 6] = [
    ('-', '─'),
    ('|', '│'),
    ('/', '╱'),
    ('\\', '╲'),
    ('+', '┼'),
    ('X', '╳'),
];

/// Draws the lines of a board, and the text below it.
pub(super) fn rows(drawing: &BoardDrawing<'_>, canvas: &TextCanvas) -> Vec<String> {
    let mut rows: Vec<String> = canvas.lines.iter().map(|line| row(drawing, line)).collect();
    let width = canvas.lines.iter().map(|line| line.signs.len()).max();
    let mut footer = vec![' '; width.unwrap_or(0) * drawing.cell + drawing.cell];
    for (unit, name) in &canvas.footer {
        let places = footer.iter_mut().skip(unit * drawing.cell);
        places
            .zip(name.chars())
            .for_each(|(place, sign)| *place = sign);
    }
    let footer: String = footer.into_iter().collect();
    rows.push(" ".repeat(drawing.label + 2) + footer.as_str());
    rows
}

/// Draws one line of characters: each place is a character, a whole piece with its colour, or nothing after a piece.
fn row(drawing: &BoardDrawing<'_>, line: &CanvasLine) -> String {
    let cell = drawing.cell;
    let mut places = vec![" ".to_owned(); line.signs.len() * cell + 2];
    let next = |unit: usize| line.signs.get(unit + 1).copied();
    for (unit, sign) in line.signs.iter().enumerate() {
        let goes_on = *sign == '-' || next(unit) == Some('-');
        let filler = if goes_on && *sign != ' ' { '-' } else { ' ' };
        for (at, place) in places
            .iter_mut()
            .skip(1 + unit * cell)
            .take(cell)
            .enumerate()
        {
            *place = line_sign(drawing, if at == 0 { *sign } else { filler });
        }
    }
    for (unit, point) in &line.points {
        let from = 1 + unit * cell;
        places[from..from + cell].fill(String::new());
        places[from] = drawing.point(*point);
        if drawing.is_marked(*point) {
            mark(&mut places[from - 1], "[");
            mark(&mut places[from + cell], "]");
        }
    }
    let tail = if line.tail.is_empty() {
        String::new()
    } else {
        format!(" {}", line.tail)
    };
    format!(
        "{:>width$} {}{tail}",
        line.label,
        places.concat(),
        width = drawing.label
    )
}

/// Puts a bracket between two points. A colon stands for two brackets.
fn mark(place: &mut String, bracket: &str) {
    *place = if place == "]" { ":" } else { bracket }.to_owned();
}

fn line_sign(drawing: &BoardDrawing<'_>, sign: char) -> String {
    let known = LINES.iter().find(|(plain, _)| *plain == sign);
    match known.filter(|_| drawing.canvas.glyphs == Glyphs::Unicode) {
        Some((_, drawn)) => drawn.to_string(),
        None => sign.to_string(),
    }
}

/// Returns the signs of the points on a drawn line, without lines, brackets and the text behind.
pub(super) fn signs(row: &str) -> Vec<String> {
    let row = row.split('(').next().unwrap_or_default();
    let mut signs: Vec<String> = Vec::new();
    let mut joined = false;
    for c in row.chars() {
        let is_line = LINES
            .iter()
            .any(|(plain, drawn)| c == *drawn || (c == *plain && c != 'X'));
        match c {
            _ if is_line || c.is_whitespace() || "[]:".contains(c) => joined = false,
            '.' | '·' => {
                signs.push(".".to_owned());
                joined = false;
            }
            _ => match signs.last_mut().filter(|_| joined && !c.is_alphabetic()) {
                Some(sign) => sign.push(c),
                None => {
                    signs.push(c.to_string());
                    joined = true;
                }
            },
        }
    }
    signs
}

/// Returns the pieces on the points of a drawn line of a board with layers. The characters of one point are adjacent.
pub(super) fn stacks(row: &str) -> Vec<String> {
    let row = row.split('(').next().unwrap_or_default();
    let is_line = |c: char| {
        LINES
            .iter()
            .any(|(plain, drawn)| c == *plain || c == *drawn)
    };
    let between = |c: char| is_line(c) || c.is_whitespace() || "[]:".contains(c);
    let stacks = row.split(between).filter(|stack| !stack.is_empty());
    stacks.map(str::to_owned).collect()
}
