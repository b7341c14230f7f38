//! Lines between points that are not part of the grid: links, loops around a corner, ladders and snakes.

use crate::layout::PaperPoint;
use crate::svg::tag;

/// The length of a bend of a snake, and the distance of two rungs.
const BEND: f64 = 34.0;
const RUNG: f64 = 13.0;

/// The shape of a line between two points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineShape {
    /// Three quarters of a circle around a corner of the board.
    Loop,
    /// A ladder.
    Ladder,
    /// A snake with its head at the first point.
    Snake,
}

impl LineShape {
    /// Returns the usual shape for rows of a list with this name, by its first or its last word.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let of_word = |word: &str| match word {
            "loop" => Some(Self::Loop),
            "ladder" => Some(Self::Ladder),
            "snake" => Some(Self::Snake),
            _ => None,
        };
        let (first, last) = (name.split('-').next(), name.rsplit('-').next());
        first.into_iter().chain(last).find_map(of_word)
    }

    /// Draws a line from one place to another on a board around a middle.
    pub(crate) fn draw(
        self,
        from: PaperPoint,
        to: PaperPoint,
        middle: PaperPoint,
        body: &mut String,
    ) {
        let line = match self {
            Self::Loop => around(from, to, middle),
            Self::Ladder => ladder(from, to),
            Self::Snake => snake(from, to),
        };
        tag(body, &line);
    }

    /// Returns the places that must be on the paper, besides the ends.
    pub(crate) fn extent(
        self,
        from: PaperPoint,
        to: PaperPoint,
        middle: PaperPoint,
    ) -> Vec<PaperPoint> {
        if self != Self::Loop {
            return Vec::new();
        }
        let (x, y) = corner(from, to, middle);
        let far = (from.0 - x).abs().max((to.0 - x).abs());
        let far = far.max((from.1 - y).abs()).max((to.1 - y).abs());
        vec![(x - far, y - far), (x + far, y + far)]
    }
}

/// Returns the corner around which a loop leads: the one of two that is farther from the middle.
fn corner(from: PaperPoint, to: PaperPoint, middle: PaperPoint) -> PaperPoint {
    let far = |(x, y): &PaperPoint| (x - middle.0).abs() + (y - middle.1).abs();
    let [one, other] = [(from.0, to.1), (to.0, from.1)];
    if far(&one) > far(&other) { one } else { other }
}

fn around(from: PaperPoint, to: PaperPoint, middle: PaperPoint) -> String {
    let corner = corner(from, to, middle);
    let [one, other] = [from, to].map(|(x, y)| (x - corner.0, y - corner.1));
    let (wide, high) = (
        one.0.abs().max(other.0.abs()),
        one.1.abs().max(other.1.abs()),
    );
    // The short way around the corner is inside the board.
    let turn = i32::from(one.0 * other.1 - one.1 * other.0 < 0);
    format!(
        "<path d=\"M{} {}A{wide} {high} 0 1 {turn} {} {}\" fill=\"none\" stroke=\"#888\"/>",
        from.0, from.1, to.0, to.1
    )
}

/// Places along a line: a share of the line, and to the side.
struct LinePath {
    from: (f64, f64),
    step: (f64, f64),
    length: f64,
}

impl LinePath {
    fn of(from: PaperPoint, to: PaperPoint) -> Self {
        let from = (f64::from(from.0), f64::from(from.1));
        let step = (f64::from(to.0) - from.0, f64::from(to.1) - from.1);
        Self {
            from,
            step,
            length: step.0.hypot(step.1).max(1.0),
        }
    }

    fn at(&self, share: f64, aside: f64) -> String {
        let (x, y) = (self.step.0 / self.length, self.step.1 / self.length);
        format!(
            "{:.1} {:.1}",
            self.from.0 + share * self.step.0 - aside * y,
            self.from.1 + share * self.step.1 + aside * x
        )
    }
}

fn ladder(from: PaperPoint, to: PaperPoint) -> String {
    let line = LinePath::of(from, to);
    let rungs = (line.length / RUNG).floor().max(1.0);
    let rail = |aside: f64| format!("M{}L{}", line.at(0.0, aside), line.at(1.0, aside));
    let mut path = rail(-6.0) + &rail(6.0);
    let mut rung = 0.5;
    while rung < rungs {
        path.push_str(&format!(
            "M{}L{}",
            line.at(rung / rungs, -6.0),
            line.at(rung / rungs, 6.0)
        ));
        rung += 1.0;
    }
    format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"#9a6b32\" stroke-width=\"2.5\" stroke-linecap=\"round\" opacity=\".8\"/>"
    )
}

fn snake(from: PaperPoint, to: PaperPoint) -> String {
    let line = LinePath::of(from, to);
    let bends = (line.length / BEND).round().max(2.0);
    let mut path = format!("M{}", line.at(0.0, 0.0));
    let (mut bend, mut side) = (0.0, 11.0);
    while bend < bends {
        let (middle, end) = (
            line.at((bend + 0.5) / bends, side),
            line.at((bend + 1.0) / bends, 0.0),
        );
        path.push_str(&format!("Q{middle} {end}"));
        (bend, side) = (bend + 1.0, -side);
    }
    let (x, y) = from;
    format!(
        "<g fill=\"none\" stroke-linecap=\"round\" opacity=\".85\"><path d=\"{path}\" stroke=\"#3f7d3a\" stroke-width=\"6\"/><path d=\"{path}\" stroke=\"#b9d88a\" stroke-width=\"2.5\" stroke-dasharray=\"1 6\"/><circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"#3f7d3a\"/><path d=\"M{} {y}h.01M{} {y}h.01\" stroke=\"#fff\" stroke-width=\"3\"/></g>",
        x - 2,
        x + 2
    )
}

#[cfg(test)]
mod tests {
    use super::LineShape;

    #[test]
    fn names_give_shapes() {
        let found = ["ladder-1", "snake-16", "loop", "inner-loop", "lane"].map(LineShape::of_name);
        let of = [
            LineShape::Ladder,
            LineShape::Snake,
            LineShape::Loop,
            LineShape::Loop,
        ];
        assert_eq!(found[..4], of.map(Some));
        assert_eq!(found[4], None);
    }

    #[test]
    fn a_loop_leads_around_the_outer_corner() {
        // From the second point of the top row to the second point of the left column, around the corner between them.
        let (from, to, middle) = ((60, 20), (20, 60), (120, 120));
        assert_eq!(
            LineShape::Loop.extent(from, to, middle),
            [(-20, -20), (60, 60)]
        );
        let mut body = String::new();
        LineShape::Loop.draw(from, to, middle, &mut body);
        assert!(body.contains("M60 20A40 40 0 1 0 20 60"), "{body}");
    }
}
