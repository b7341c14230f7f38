//! A scene as SVG.

use crate::layout::{DrawnShape, PaperPoint};
use crate::piece::PieceLook;
use crate::scene::{Arrow, BoardLine, CELL, DrawnPoint, LineKind, Scene};
use crate::sign;
use linstock_model::PieceShape;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The space for the labels of rows and columns.
const EDGE: i32 = 24;
/// The space around a board without labels, for the width of its lines.
const RIM: i32 = 6;
/// The colour of marks and arrows.
const MOVE: &str = "#d9480f";
/// The most pieces that are drawn on a wedge.
const MOST_ON_WEDGE: i64 = 5;
/// The colour of rings.
const DIFFERS: &str = "#c2189a";
/// The distance between two arrows on the same line.
const BESIDE: i32 = 12;

/// The look of walls and of links.
const WALL: &str = "stroke=\"#6b3d1e\" stroke-width=\"4\"";
const LINK: &str = "stroke=\"#7a5230\" stroke-width=\"2\" stroke-dasharray=\"3 3\"";

/// Two places on paper.
pub(crate) type Ends = (PaperPoint, PaperPoint);

impl Scene {
    /// Writes the scene as one `svg` element, which needs nothing from outside. `title` is for readers who do not see it.
    #[must_use]
    pub fn svg(&self, title: &str) -> String {
        let ((left, top), size) = self.paper();
        // The page draws rings instead of dots where points show their names.
        let class = match self.has_names_in_points() {
            true => "class=\"named\" ",
            false => "",
        };
        let mut body = opened_with(class, (left, top), size, title);
        self.elements(&mut body);
        body.push_str("</svg>");
        body
    }

    /// Draws the scene without the `svg` element around it.
    pub(crate) fn elements(&self, body: &mut String) {
        // What is the same in every position is one group, which pictures of one page can share.
        body.push_str("<g>");
        self.ground(body);
        self.labels(body);
        tag(body, "</g>");
        for line in &self.special {
            self.special(line, body);
        }
        let roads = self.seen();
        let roads = roads.filter(|spot| spot.content.pieces.iter().any(is_road));
        let roads: BTreeSet<PaperPoint> = roads.map(|spot| spot.at).collect();
        let is_dotted = self.is_dotted();
        for spot in self.seen() {
            match spot.content.stack {
                Some(count @ 2..) => self.stack(spot, count, body),
                _ if is_dotted => between_dots(spot, body),
                _ => pieces(spot, &roads, body),
            }
        }
        for spot in self.seen().filter(|spot| spot.marked) {
            let ((x, y), side) = (spot.at, CELL - 2);
            let (x, y) = (x - side / 2, y - side / 2);
            let frame = |look: &str| {
                format!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"6\" fill=\"none\" {look}/>"
                )
            };
            // A white line on both sides makes it visible on every ground.
            let under = frame("stroke=\"#fff\" stroke-width=\"5\"");
            let over = frame(&format!("stroke=\"{MOVE}\" stroke-width=\"3\""));
            tag(body, &(under + &over));
        }
        self.seen()
            .filter(|spot| spot.ringed)
            .for_each(|spot| ring(spot.at, body));
        // A frame would hide the signs, which may say how many pieces a point has.
        self.seen()
            .for_each(|spot| sign::draw(spot, self.outline, body));
        // Arrows side by side do not hide each other.
        let middle = BESIDE * i32::try_from(self.arrows.len()).unwrap_or(1) / 2 - BESIDE / 2;
        for (at, arrow) in (0..).zip(&self.arrows) {
            self.arrow_svg(*arrow, f64::from(BESIDE * at - middle), body);
        }
    }

    /// Returns the left and top edge of the drawing, and its width and height.
    #[must_use]
    pub fn paper(&self) -> (PaperPoint, (i32, i32)) {
        let (below, before) = match self.columns.is_empty() {
            true => (RIM, RIM),
            false => (EDGE, EDGE),
        };
        let (left, top) = (self.frame.left - before, self.frame.top - RIM);
        let width = self.frame.right + RIM - left;
        let height = self.frame.bottom + below - top;
        ((left, top), (width, height))
    }

    /// Draws a wall or a way between two points, across the line that joins them, or a link along it.
    fn special(&self, of: &BoardLine, body: &mut String) {
        let Some((a, b)) = self.at(of.ends.0).zip(self.at(of.ends.1)) else {
            return;
        };
        if !self.frame.has(a) && !self.frame.has(b) {
            return;
        }
        let look = match of.kind {
            LineKind::Wall => WALL,
            LineKind::OpenWay | LineKind::ClosedWay => return way(a, b, of.kind, body),
            LineKind::Shaped(shape) => return shape.draw(a, b, self.middle(), body),
            LineKind::Link => return line((a, b), LINK, body),
        };
        line(border((a, b), 0), look, body);
    }

    /// Draws the upper piece of a point as a stack: the first few pieces, and the number if there are more. On a wedge the
    /// pieces lie side by side.
    fn stack(&self, spot: &DrawnPoint, count: i64, body: &mut String) {
        let Some(piece) = spot.content.pieces.last() else {
            return;
        };
        let ((x, y), is_wedge) = (spot.at, self.outline == DrawnShape::Wedge);
        let (step, most) = match (is_wedge, y > self.middle().1) {
            (false, _) => (-3, 3),
            (true, true) => (-28, MOST_ON_WEDGE),
            (true, false) => (28, MOST_ON_WEDGE),
        };
        let drawn = i32::try_from(count.min(most)).unwrap_or(1);
        for at in 0..drawn {
            piece.draw((x, y + step * at), body);
        }
        if count > most || !is_wedge {
            let at = (x, y + step * (drawn - 1) + 6);
            let (size, ink) = (16, piece.ink());
            let halo = format!(
                " font-weight=\"bold\" paint-order=\"stroke\" stroke=\"{}\" stroke-width=\"3\"",
                ink.fill
            );
            tag(
                body,
                &format!(
                    "<text x=\"{}\" y=\"{}\" font-size=\"{size}\" fill=\"{}\"{halo}>{count}</text>",
                    at.0, at.1, ink.letter
                ),
            );
        }
    }

    /// Draws an arrow, shifted sideways by a number of pixels.
    fn arrow_svg(&self, arrow: Arrow, sideways: f64, body: &mut String) {
        let Some((a, b)) = self.at(arrow.from).zip(self.at(arrow.to)) else {
            return;
        };
        let (dx, dy) = (f64::from(b.0 - a.0), f64::from(b.1 - a.1));
        let length = dx.hypot(dy);
        if length < 1.0 {
            return;
        }
        let (ux, uy) = (dx / length, dy / length);
        // The arrow leaves the middles of both points free, so that the letters of pieces stay readable.
        let on = |from: PaperPoint, by: f64, aside: f64| {
            let (x, y) = (f64::from(from.0), f64::from(from.1));
            // Two arrows in opposite directions are shifted to opposite sides.
            let aside = aside + sideways * if (ux, uy) < (0.0, 0.0) { -1.0 } else { 1.0 };
            (x + by * ux - aside * uy, y + by * uy + aside * ux)
        };
        let (start, neck, tip) = (on(a, 10.0, 0.0), on(b, -16.0, 0.0), on(b, -6.0, 0.0));
        let (one, other) = (on(b, -18.0, 7.0), on(b, -18.0, -7.0));
        tag(
            body,
            &format!(
                "<path d=\"M{:.1} {:.1} L{:.1} {:.1}\" stroke=\"{MOVE}\" stroke-width=\"3\"/><path d=\"M{:.1} {:.1} L{:.1} {:.1} L{:.1} {:.1} z\" fill=\"{MOVE}\"/>",
                start.0, start.1, neck.0, neck.1, one.0, one.1, tip.0, tip.1, other.0, other.1
            ),
        );
    }
}

/// Returns the ends of the border between two points, without a part at both ends.
fn border((a, b): Ends, part: i32) -> Ends {
    let (x, y) = (i32::midpoint(a.0, b.0), i32::midpoint(a.1, b.1));
    let half = ((b.1 - a.1) / 2, (b.0 - a.0) / 2);
    let short = |half: i32| half - half.signum() * part;
    let half = (short(half.0), short(half.1));
    ((x - half.0, y - half.1), (x + half.0, y + half.1))
}

/// Draws a sample of a line around a place.
pub(crate) fn border_line(kind: LineKind, (x, y): PaperPoint, body: &mut String) {
    let ends = ((x - 14, y), (x + 14, y));
    match kind {
        LineKind::Wall => line(ends, WALL, body),
        // The points are above and below the border.
        LineKind::OpenWay | LineKind::ClosedWay => way((x, y - 16), (x, y + 16), kind, body),
        LineKind::Link => line(ends, LINK, body),
        LineKind::Shaped(_) => {}
    }
}

/// Draws a way through a wall: a gap between two posts if it is open, or else a barred door.
fn way(a: PaperPoint, b: PaperPoint, kind: LineKind, body: &mut String) {
    let (outer, inner) = (border((a, b), 0), border((a, b), 9));
    line((outer.0, inner.0), WALL, body);
    line((inner.1, outer.1), WALL, body);
    if kind == LineKind::OpenWay {
        for (x, y) in [inner.0, inner.1] {
            let post =
                format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"#2e7d3b\" stroke=\"#fff\"/>");
            tag(body, &post);
        }
        return;
    }
    line(inner, "stroke=\"#b8352c\" stroke-width=\"8\"", body);
    line(
        inner,
        "stroke=\"#fff\" stroke-width=\"8\" stroke-dasharray=\"2 4\"",
        body,
    );
}

/// Begins a picture with its left upper corner, its width and height, and its title.
pub(crate) fn opened(corner: PaperPoint, size: (i32, i32), title: &str) -> String {
    opened_with("", corner, size, title)
}

/// Begins a picture whose element has more attributes.
fn opened_with(
    attributes: &str,
    (left, top): PaperPoint,
    (width, height): (i32, i32),
    title: &str,
) -> String {
    let title = match title {
        // A picture without a title is beside a text that says the same.
        "" => "aria-hidden=\"true\"".to_owned(),
        title => format!("role=\"img\" aria-label=\"{}\"", escaped(title)),
    };
    format!(
        "<svg {attributes}xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" width=\"{width}\" {title} font-family=\"Helvetica, Arial, sans-serif\" text-anchor=\"middle\">\n"
    )
}

/// Draws a ring, with a light line on both sides so that it can be seen on every ground.
fn ring((x, y): PaperPoint, body: &mut String) {
    let circle =
        |look: &str| format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"17\" fill=\"none\" {look}/>");
    let (under, over) = (
        "stroke=\"#fff\" stroke-width=\"7\"",
        format!("stroke=\"{DIFFERS}\" stroke-width=\"4\""),
    );
    tag(body, &(circle(under) + &circle(&over)));
}

/// Draws the pieces of a point, the lowest first. What is part of the board shows its sign only if nothing is on it.
fn pieces(spot: &DrawnPoint, roads: &BTreeSet<PaperPoint>, body: &mut String) {
    let pieces = &spot.content.pieces;
    let ground = pieces.iter().position(|piece| piece.ground().is_some());
    for (at, piece) in pieces.iter().enumerate() {
        let is_ground = ground == Some(at);
        if is_ground && pieces.len() > 1 {
            continue;
        }
        match piece.ground() {
            Some(fill) if !is_ground => tile(spot.at, fill, body),
            _ => {}
        }
        match is_road(piece) {
            true => piece.draw_as(&road(spot.at, roads), spot.at, body),
            false => piece.draw(spot.at, body),
        }
    }
}

/// Draws the pieces of a point of a board of dots: lines reach from dot to dot, and other pieces fill the box around them.
fn between_dots(spot: &DrawnPoint, body: &mut String) {
    for piece in &spot.content.pieces {
        let outline = match piece.face.shape {
            PieceShape::Bar => "M-40-4h80v8h-80z",
            PieceShape::Post => "M-4-40h8v80h-8z",
            _ => "M-34-34h68v68h-68z",
        };
        piece.draw_as(&(outline.to_owned(), String::new()), spot.at, body);
    }
}

fn is_road(piece: &PieceLook) -> bool {
    piece.face.shape == PieceShape::Road && piece.face.symbol.is_none()
}

/// Returns the paths of a road that leads to the roads beside it, or to all sides if there is none.
fn road((x, y): PaperPoint, roads: &BTreeSet<PaperPoint>) -> (String, String) {
    let sides = [(0, -CELL), (CELL, 0), (0, CELL), (-CELL, 0)];
    let leads = sides.map(|(dx, dy)| roads.contains(&(x + dx, y + dy)));
    let leads = if leads.contains(&true) {
        leads
    } else {
        [true; 4]
    };
    let arms = [
        ("V-20H6V-6", "H6", "M0-19v5M0-10v5"),
        ("H20V6H6", "V6", "M19 0h-5M10 0h-5"),
        ("V20H-6V6", "H-6", "M0 19v-5M0 10v-5"),
        ("H-20V-6H-6", "V-6", "M-19 0h5M-10 0h5"),
    ];
    let (mut outline, mut lines) = ("M-6-6".to_owned(), String::new());
    for (leads, (arm, side, line)) in leads.into_iter().zip(arms) {
        outline.push_str(if leads { arm } else { side });
        lines.push_str(if leads { line } else { "" });
    }
    (outline + "z", lines)
}

/// Draws the ground of a part of the board that lies on another.
fn tile((x, y): PaperPoint, fill: &str, body: &mut String) {
    let (left, top, side) = (x - 15, y - 15, 30);
    let tile = format!(
        "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" rx=\"4\" fill=\"{fill}\" stroke=\"#777\"/>"
    );
    tag(body, &tile);
}

pub(crate) fn line(((x1, y1), (x2, y2)): Ends, look: &str, body: &mut String) {
    let line = format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" {look}/>");
    tag(body, &line);
}

pub(crate) fn text((x, y): PaperPoint, text: &str, (size, fill): (i32, &str), body: &mut String) {
    let text = escaped(text);
    let look =
        format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{fill}\">{text}</text>");
    tag(body, &look);
}

/// Adds a line to the text.
pub(crate) fn tag(body: &mut String, tag: &str) {
    if !tag.is_empty() {
        // Writing to a string does not fail.
        let _ = writeln!(body, "{tag}");
    }
}

/// Escapes the characters that have a meaning in XML.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            other => safe.push(other),
        }
    }
    safe
}
