//! A whole table as one picture: the board, the zones beside it, and lines of text.

use crate::card::{CARD, ItemLook};
use crate::layout::PaperPoint;
use crate::scene::Scene;
use crate::svg::{escaped, opened};
use crate::value_board::ValueBoard;
use std::fmt::Write;

/// The least width of a picture.
const LEAST: i32 = 440;
/// The space around and between zones.
const GAP: i32 = 12;
/// The distance from one thing of a zone to the next.
const STEP: i32 = 50;
/// The height of a line of text.
const LINE: i32 = 17;
/// The most lines of text.
const MOST_LINES: usize = 40;

/// A zone as a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZoneLook {
    /// Its title, with its owner.
    pub label: String,
    /// What it holds, with the number of each.
    pub items: Vec<(ItemLook, u64)>,
}

/// The picture of a table.
#[derive(Clone, Debug)]
pub struct TableScene {
    /// The board; `None` for a game without one.
    pub board: Option<Scene>,
    /// The remembered numbers that have pictures.
    pub values: Vec<ValueBoard>,
    /// The zones that are not empty.
    pub zones: Vec<ZoneLook>,
    /// Lines of text.
    pub notes: Vec<String>,
}

impl TableScene {
    /// Returns whether there is nothing to draw.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let has_nothing = self.zones.is_empty() && self.notes.is_empty();
        self.board.is_none() && self.values.is_empty() && has_nothing
    }

    /// Writes the table as one `svg` element, which needs nothing from outside.
    #[must_use]
    pub fn svg(&self, title: &str) -> String {
        let is_alone = self.zones.is_empty() && self.notes.is_empty() && self.values.is_empty();
        if let (Some(board), true) = (&self.board, is_alone) {
            return board.svg(title);
        }
        let (mut width, mut y) = (LEAST, GAP);
        let mut body = String::new();
        if let Some(board) = &self.board {
            let ((left, top), (wide, high)) = board.paper();
            width = width.max(wide + 2 * GAP);
            let x = (width - wide) / 2;
            let _ = writeln!(
                body,
                "<g transform=\"translate({} {})\">",
                x - left,
                y - top
            );
            board.elements(&mut body);
            body.push_str("</g>\n");
            y += high + GAP;
        }
        for values in &self.values {
            let (wide, high) = values.size();
            width = width.max(wide + 2 * GAP);
            // The ground of the picture is white on every page.
            body.push_str("<g color=\"#222\">");
            values.draw(((width - wide) / 2, y), &mut body);
            body.push_str("</g>\n");
            y += high + GAP;
        }
        y = self.zones(width, y, &mut body);
        y = self.notes(width, y, &mut body);
        let mut svg = opened((0, 0), (width, y), title);
        let _ = writeln!(
            svg,
            "<rect width=\"{width}\" height=\"{y}\" fill=\"#fff\"/>"
        );
        svg + &body + "</svg>"
    }

    /// Draws the zones from left to right, in rows. Returns where the next thing begins.
    fn zones(&self, width: i32, top: i32, body: &mut String) -> i32 {
        let most = ((width - 2 * GAP) / STEP).max(1);
        let (mut x, mut y, mut row) = (GAP, top, 0);
        for zone in &self.zones {
            let items = i32::try_from(zone.items.len()).unwrap_or(i32::MAX);
            let (across, down) = (items.min(most), (items + most - 1) / most);
            let words = i32::try_from(zone.label.chars().count()).unwrap_or(0) * 7;
            let wide = (across * STEP).max(words.min(width - 2 * GAP)) + GAP;
            let tall = zone
                .items
                .iter()
                .map(|(item, _)| item.size().1)
                .max()
                .unwrap_or(CARD.1)
                + 8;
            let high = LINE + 9 + down * tall + 4;
            if x > GAP && x + wide > width {
                (x, y, row) = (GAP, y + row, 0);
            }
            let _ = writeln!(
                body,
                "<text x=\"{x}\" y=\"{}\" font-size=\"13\" text-anchor=\"start\" fill=\"#444\">{}</text>",
                y + 12,
                escaped(&zone.label)
            );
            for ((item, count), at) in zone.items.iter().zip(0..) {
                let place = (x + at % most * STEP, y + LINE + 9 + at / most * tall);
                item.draw(place, body);
                if *count > 1 {
                    // On a piece, the number does not hide its label.
                    let aside = if matches!(item, ItemLook::Piece(_)) {
                        5
                    } else {
                        0
                    };
                    badge((place.0 + 37 + aside, place.1 + 6 - aside), *count, body);
                }
            }
            (x, row) = (x + wide, row.max(high));
        }
        y + row
    }

    fn notes(&self, width: i32, top: i32, body: &mut String) -> i32 {
        let fits = usize::try_from((width - 2 * GAP) / 6).unwrap_or(60);
        let lines = self.notes.iter().flat_map(|note| wrapped(note, fits));
        let mut y = top;
        for line in lines.take(MOST_LINES) {
            y += LINE;
            let _ = writeln!(
                body,
                "<text x=\"{GAP}\" y=\"{}\" font-size=\"12\" text-anchor=\"start\" fill=\"#333\">{}</text>",
                y - 4,
                escaped(&line)
            );
        }
        y + GAP
    }
}

/// Draws a number on a thing.
fn badge((x, y): PaperPoint, count: u64, body: &mut String) {
    let text = format!("×{count}");
    let wide = 8 + 6 * i32::try_from(text.chars().count()).unwrap_or(2);
    let _ = writeln!(
        body,
        "<rect x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"15\" rx=\"7\" fill=\"#1d1b18\"/><text x=\"{}\" y=\"{}\" font-size=\"11\" fill=\"#fff\">{text}</text>",
        x - wide + 9,
        y - 8,
        x - wide / 2 + 9,
        y + 4
    );
}

/// Breaks a text into lines of at most this many characters, if its words allow it.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let Some(line) = lines.last_mut() else { break };
        match line.chars().count() + word.chars().count() < most {
            _ if line.is_empty() => line.push_str(word),
            true => {
                line.push(' ');
                line.push_str(word);
            }
            false => lines.push(word.to_owned()),
        }
    }
    lines
}
