//! What the signs of a board mean: a sample of each beside its meaning.

use crate::layout::{DrawnShape, PaperPoint};
use crate::piece::PieceLook;
use crate::scene::{DrawnPoint, LineKind, PAPER, PointContent, fill_of_rules};
use crate::sign;
use crate::svg::{border_line, escaped, tag};
use linstock_model::{Board, Point};

/// The width and height of a sample with its meaning.
pub(crate) const ENTRY: (i32, i32) = (230, 28);
/// The side of a sample.
const SAMPLE: i32 = 24;
/// The most colours of a sample.
const MOST_FILLS: usize = 4;

/// A sample in a legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LegendSample {
    /// A point with a sign.
    Point {
        /// The colours of the points with this sign.
        fills: Vec<&'static str>,
        /// The sign.
        sign: char,
    },
    /// A line between two points.
    Line(LineKind),
    /// A piece.
    Piece(Box<PieceLook>),
}

impl LegendSample {
    /// Makes the sample of a sign from the points that have it.
    #[must_use]
    pub fn of_points(board: &Board, points: impl Iterator<Item = Point>, sign: char) -> Self {
        let mut fills: Vec<&'static str> = Vec::new();
        for point in points {
            let fill = fill_of_rules(board, point);
            if !fills.contains(&fill) && fills.len() < MOST_FILLS {
                fills.push(fill);
            }
        }
        if fills.is_empty() {
            fills.push(PAPER);
        }
        Self::Point { fills, sign }
    }

    /// Draws it with its meaning, around a place.
    pub(crate) fn draw(&self, meaning: &str, (x, y): PaperPoint, body: &mut String) {
        let left = x - ENTRY.0 / 2;
        let at = (left + 4 + SAMPLE / 2, y);
        match self {
            Self::Point { fills, sign } => point(fills, *sign, at, body),
            Self::Line(kind) => border_line(*kind, at, body),
            Self::Piece(piece) => {
                let (x, y) = at;
                let fill = piece.ground().unwrap_or("none");
                let open = format!(
                    "<g transform=\"translate({x} {y}) scale(.6)\"><rect x=\"-20\" y=\"-20\" width=\"40\" height=\"40\" fill=\"{fill}\"/>"
                );
                tag(body, &open);
                piece.draw((0, 0), body);
                tag(body, "</g>");
            }
        }
        let (x, y) = (left + SAMPLE + 12, y + 4);
        let meaning = escaped(meaning);
        tag(
            body,
            &format!(
                "<text x=\"{x}\" y=\"{y}\" font-size=\"12\" text-anchor=\"start\" fill=\"currentColor\">{meaning}</text>"
            ),
        );
    }
}

/// Draws a point with stripes of its colours and its sign.
fn point(fills: &[&'static str], sign: char, (x, y): PaperPoint, body: &mut String) {
    let count = i32::try_from(fills.len()).unwrap_or(1).max(1);
    let half = SAMPLE / 2;
    for (fill, at) in fills.iter().zip(0..) {
        let (left, wide) = (x - half + SAMPLE * at / count, SAMPLE / count);
        let top = y - half;
        tag(
            body,
            &format!(
                "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{SAMPLE}\" fill=\"{fill}\"/>"
            ),
        );
    }
    let rim = format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{SAMPLE}\" height=\"{SAMPLE}\" fill=\"none\" stroke=\"#999\"/>",
        x - half,
        y - half
    );
    tag(body, &rim);
    let content = PointContent {
        sign: Some(sign),
        ..PointContent::default()
    };
    let spot = DrawnPoint {
        name: String::new(),
        at: (0, 0),
        fill: "none",
        content,
        marked: false,
        ringed: false,
    };
    tag(
        body,
        &format!("<g transform=\"translate({x} {y}) scale(.6)\">"),
    );
    sign::draw(&spot, DrawnShape::Square, body);
    tag(body, "</g>");
}
