//! The empty board of a scene: its points, lines, names and texts.

use crate::layout::{DrawnShape, FOLD};
use crate::scene::{CELL, DrawnPoint, Frame, PAPER, Scene};
use crate::svg::{Ends, tag, text};
use linstock_model::{Point, SignShape};
use std::fmt::Write as _;

/// The least and the greatest size of the labels beside a board.
const LABEL: (i32, i32) = (13, 19);
/// The length of a wedge.
const WEDGE: i32 = 150;
/// The colour of ships that are part of the board.
const HULL: &str = "#6f7c8a";

impl Scene {
    /// Draws the empty board. Lines that leave the drawing end at its edge.
    pub(crate) fn ground(&self, body: &mut String) {
        if self.outline == DrawnShape::Crossing {
            self.seen().for_each(|spot| paint(spot, body));
        }
        self.lines(&self.lines, body);
        let is_below = matches!(self.outline, DrawnShape::Crossing | DrawnShape::Circle);
        if is_below {
            self.lines(&self.added, body);
        }
        self.bar(body);
        for (x, y) in self.stars.iter().filter(|at| self.frame.has(**at)) {
            let star = format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"3.5\" fill=\"#777\"/>");
            tag(body, &star);
        }
        if self.is_dotted() {
            self.paper_of_dots(body);
        } else {
            self.seen().for_each(|spot| self.empty(spot, body));
            // A ship lies over the borders of its points.
            let is_ship = |spot: &&DrawnPoint| spot.content.shape == Some(SignShape::Ship);
            self.seen()
                .filter(is_ship)
                .for_each(|spot| self.ship(spot, body));
        }
        if !is_below {
            self.lines(&self.added, body);
        }
        for text in &self.texts {
            text.draw(self.frame, body);
        }
    }

    /// Draws lines of the board, up to the edge of the drawing, as one element: a board may have hundreds of them.
    fn lines(&self, lines: &[(Point, Point)], body: &mut String) {
        let mut path = String::new();
        for ((x1, y1), (x2, y2)) in lines.iter().filter_map(|ends| self.ends(*ends)) {
            // Writing to a string does not fail.
            let _ = write!(path, "M{x1} {y1}L{x2} {y2}");
        }
        if !path.is_empty() {
            tag(body, &format!("<path d=\"{path}\" stroke=\"#888\"/>"));
        }
    }

    /// Returns where a line of the board begins and ends on the drawing; `None` if it is not seen.
    fn ends(&self, (from, to): (Point, Point)) -> Option<Ends> {
        let (a, b) = self.at(from).zip(self.at(to))?;
        match (self.frame.has(a), self.frame.has(b)) {
            (true, true) => Some((a, b)),
            (true, false) => Some((a, self.frame.cut(a, b))),
            (false, true) => Some((b, self.frame.cut(b, a))),
            (false, false) => None,
        }
    }

    /// Draws the bar in the middle of a board of wedges.
    fn bar(&self, body: &mut String) {
        if self.outline != DrawnShape::Wedge {
            return;
        }
        let spots = || self.seen().map(|spot| spot.at);
        let (Some(top), Some(bottom)) =
            (spots().map(|at| at.1).min(), spots().map(|at| at.1).max())
        else {
            return;
        };
        let (left, right) = (self.frame.left, self.frame.right);
        let (top, high) = (top - CELL / 2, bottom - top + CELL);
        let (x, wide) = (self.middle().0 - FOLD / 2, right - left);
        let board = format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" fill=\"#fbf7ec\" stroke=\"#999\"/><rect x=\"{x}\" y=\"{top}\" width=\"{FOLD}\" height=\"{high}\" fill=\"#7a5230\"/>"
        );
        tag(body, &board);
    }

    /// Returns whether the board has dots, with lines between them.
    pub(crate) fn is_dotted(&self) -> bool {
        let is_dot = |spot: &DrawnPoint| spot.content.shape == Some(SignShape::Dot);
        self.outline == DrawnShape::Square && self.seen().any(is_dot)
    }

    /// Draws the ground of a board of dots.
    fn paper_of_dots(&self, body: &mut String) {
        let Frame { left, top, .. } = self.frame;
        let (wide, high) = self.size();
        let paper = format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" rx=\"6\" fill=\"{PAPER}\" stroke=\"#ccc\"/>"
        );
        tag(body, &paper);
    }

    fn empty(&self, spot: &DrawnPoint, body: &mut String) {
        if spot.content.shape == Some(SignShape::Gap) {
            return;
        }
        let ((x, y), fill) = (spot.at, spot.fill);
        let (left, top) = (x - CELL / 2, y - CELL / 2);
        let shape = match self.outline {
            DrawnShape::Square => format!(
                "<rect x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"#999\"/>"
            ),
            DrawnShape::Wedge => {
                let (base, tip) = match y > self.middle().1 {
                    true => (top + CELL, top + CELL - WEDGE),
                    false => (top, top + WEDGE),
                };
                format!(
                    "<path d=\"M{left} {base}h{CELL}L{x} {tip}z\" fill=\"{}\" stroke=\"#999\"/>",
                    wedge_fill(x, fill)
                )
            }
            DrawnShape::Hexagon => format!(
                "<path d=\"M{x} {} l22 13 v25 l-22 13 l-22 -13 v-25 z\" fill=\"{fill}\" stroke=\"#999\"/>",
                y - 25
            ),
            DrawnShape::Circle => {
                format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"14\" fill=\"{fill}\" stroke=\"#999\"/>")
            }
            // The ground of crossings is below their lines.
            DrawnShape::Crossing => String::new(),
        };
        tag(body, &shape);
        let has_picture = matches!(spot.content.shape, Some(SignShape::Flower | SignShape::Dot));
        match self.outline {
            // The picture is where the name would be.
            DrawnShape::Hexagon | DrawnShape::Circle if has_picture => {}
            DrawnShape::Hexagon if self.has_names_in_points() => {
                text((x, y + 5), &spot.name, (13, "#444"), body);
            }
            DrawnShape::Circle => text((x, y + 4), &spot.name, (11, "#444"), body),
            DrawnShape::Wedge => {
                let down = if y > self.middle().1 { 32 } else { -24 };
                text((x, y + down), &spot.name, (10, "#555"), body);
            }
            DrawnShape::Square if self.columns.is_empty() => {
                text((x - 14, y - 11), &spot.name, (9, "#444"), body);
            }
            DrawnShape::Hexagon | DrawnShape::Square | DrawnShape::Crossing => {}
        }
    }

    /// Draws a part of a ship, which goes on in the squares beside it with the same sign.
    fn ship(&self, spot: &DrawnPoint, body: &mut String) {
        let (x, y) = spot.at;
        let goes_on = |there: &&DrawnPoint| {
            let is_ship = there.content.shape == Some(SignShape::Ship);
            is_ship && there.content.sign == spot.content.sign && self.are_neighbours(spot, there)
        };
        let mut hull = format!(
            "<rect x=\"{}\" y=\"{}\" width=\"30\" height=\"30\" rx=\"11\" fill=\"{HULL}\"/>",
            x - 15,
            y - 15
        );
        for there in self.seen().filter(goes_on) {
            let (to_x, to_y) = (i32::midpoint(x, there.at.0), i32::midpoint(y, there.at.1));
            hull.push_str(&format!(
                "<path d=\"M{x} {y}L{to_x} {to_y}\" stroke=\"{HULL}\" stroke-width=\"30\"/>"
            ));
        }
        tag(body, &hull);
    }

    /// Returns whether two points touch: squares and hexagons by their sides, points of a drawn board by a line.
    fn are_neighbours(&self, one: &DrawnPoint, other: &DrawnPoint) -> bool {
        if self.outline == DrawnShape::Circle {
            let ends = (Some(one.at), Some(other.at));
            let mut lines = self.lines.iter().chain(&self.added);
            return lines.any(|(a, b)| {
                let (a, b) = (self.at(*a), self.at(*b));
                (a, b) == ends || (b, a) == ends
            });
        }
        let (dx, dy) = (one.at.0 - other.at.0, one.at.1 - other.at.1);
        let far = dx * dx + dy * dy;
        far > 0 && far < CELL * CELL * 3 / 2
    }

    /// Writes the labels of rows, columns and lines of hexagons. On a wide board, which is shown smaller, they are larger.
    pub(crate) fn labels(&self, body: &mut String) {
        let size = (self.size().0 / 31).clamp(LABEL.0, LABEL.1);
        let down = size * 3 / 8;
        let across = self.frame.left..self.frame.right;
        for (x, label) in self.columns.iter().filter(|(x, _)| across.contains(x)) {
            let at = (*x, self.frame.bottom + 12 + down);
            text(at, label, (size, "#555"), body);
        }
        let rows = self.frame.top..self.frame.bottom;
        for (y, label) in self.rows.iter().filter(|(y, _)| rows.contains(y)) {
            text(
                (self.frame.left - 12, y + down),
                label,
                (size, "#555"),
                body,
            );
        }
        let labels = self.edge_labels.iter();
        for ((x, y), label) in labels.filter(|(at, _)| self.frame.has(*at)) {
            text((*x, y + down), label, (size, "#555"), body);
        }
    }
}

/// Draws the ground around a crossing that has a colour.
fn paint(spot: &DrawnPoint, body: &mut String) {
    if spot.fill == PAPER || spot.content.shape == Some(SignShape::Gap) {
        return;
    }
    let ((x, y), fill, half) = (spot.at, spot.fill, CELL / 2);
    let (left, top) = (x - half, y - half);
    let square = format!(
        "<rect x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"{fill}\"/>"
    );
    tag(body, &square);
}

/// Returns the colour of a wedge: neighbours differ.
fn wedge_fill(x: i32, fill: &'static str) -> &'static str {
    match x / CELL % 2 {
        _ if fill != PAPER => fill,
        0 => "#e3cfa6",
        _ => "#f6efdd",
    }
}
