//! Remembered numbers as pictures: pits with seeds, and tracks with the pawns of players.

use crate::board_lines::LineShape;
use crate::colours::Ink;
use crate::figure::SideFigure;
use crate::layout::PaperPoint;
use crate::shapes::paths;
use crate::svg::{escaped, opened, tag};
use linstock_model::PieceShape;

/// The width and height of a pit with its name and its number.
const PIT: (i32, i32) = (50, 76);
/// The most letters of a name that fit the width of a pit.
const FITS: usize = 8;
/// The side of a place on a track.
const STEP: i32 = 40;
/// The most seeds that are drawn in a pit.
const MOST_SEEDS: u32 = 20;

/// What a place shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ValuePlace {
    /// A pit with seeds.
    Pit(Pit),
    /// A number of a track, with the colours and the numbers of the players there.
    Step(i64, Vec<(Ink, usize)>),
    /// A number as a figure, or a part of a legend.
    Figure(SideFigure),
}

/// A pit with seeds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pit {
    /// Its name in the rules.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// The number of its seeds.
    pub seeds: i64,
}

/// Remembered numbers as places in rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueBoard {
    /// The places, from the top left; `None` for a gap.
    pub places: Vec<Vec<Option<ValuePlace>>>,
    /// Lines between two numbers of a track.
    pub lines: Vec<(i64, i64, LineShape)>,
}

impl ValueBoard {
    /// Draws it alone.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut body = opened((0, 0), self.size(), "");
        self.draw((0, 0), &mut body);
        body.push_str("</svg>");
        body
    }

    /// Lists the pits, each with the left upper corner of its place.
    pub fn pits(&self) -> impl Iterator<Item = (&Pit, PaperPoint)> {
        let (wide, high) = self.place();
        let rows = self.places.iter().zip(0..);
        let all = rows.flat_map(move |(row, y)| {
            let places = row.iter().zip(0..);
            places.map(move |(place, x)| (place, (x * wide, y * high)))
        });
        all.filter_map(|(place, at)| match place {
            Some(ValuePlace::Pit(pit)) => Some((pit, at)),
            _ => None,
        })
    }

    /// Returns the width and height of a place.
    #[must_use]
    pub fn place(&self) -> (i32, i32) {
        let all = self.places.iter().flatten().flatten();
        let sizes = all.map(|place| match place {
            ValuePlace::Pit(_) => PIT,
            ValuePlace::Step(..) => (STEP, STEP),
            ValuePlace::Figure(figure) => figure.size(),
        });
        let greater = |one: (i32, i32), other: (i32, i32)| (one.0.max(other.0), one.1.max(other.1));
        sizes.reduce(greater).unwrap_or((STEP, STEP))
    }

    /// Returns its width and height.
    #[must_use]
    pub fn size(&self) -> (i32, i32) {
        let (wide, high) = self.place();
        let number = |count: usize| i32::try_from(count).unwrap_or(0);
        let columns = self.places.iter().map(Vec::len).max().unwrap_or(0);
        (wide * number(columns), high * number(self.places.len()))
    }

    /// Draws it with its left upper corner at a place.
    pub(crate) fn draw(&self, (left, top): PaperPoint, body: &mut String) {
        let ((wide, high), size) = (self.place(), self.size());
        let mut steps = Vec::new();
        for (row, y) in self.places.iter().zip(0..) {
            for (place, x) in row.iter().zip(0..) {
                let at = (left + x * wide + wide / 2, top + y * high + high / 2);
                match place {
                    Some(ValuePlace::Pit(pit)) => draw_pit(pit, at, body),
                    Some(ValuePlace::Step(number, players)) => {
                        step(*number, at, body);
                        steps.push((*number, players, at));
                    }
                    Some(ValuePlace::Figure(figure)) => figure.draw(at, body),
                    None => {}
                }
            }
        }
        let find = |number: i64| steps.iter().find(|(other, ..)| *other == number);
        for (from, to, shape) in &self.lines {
            if let Some(((.., a), (.., b))) = find(*from).zip(find(*to)) {
                shape.draw(*a, *b, (left + size.0 / 2, top + size.1 / 2), body);
            }
        }
        for (_, players, at) in &steps {
            pawns(players, *at, body);
        }
    }
}

/// Draws a pit with its name above it and its number below it. Both have the colour of texts around the picture.
fn draw_pit(pit: &Pit, (x, y): PaperPoint, body: &mut String) {
    let (name, seeds) = (escaped(&pit.title), pit.seeds);
    let narrow = match pit.title.chars().count() > FITS {
        true => format!(
            " textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"",
            PIT.0 - 2
        ),
        false => String::new(),
    };
    let mut dots = String::new();
    let count = u32::try_from(seeds).unwrap_or(0).min(MOST_SEEDS);
    for seed in (0..count).map(f64::from) {
        // A spiral, as in a sunflower.
        let (turn, far) = (seed * 2.399_96, 4.1 * (seed + 0.4).sqrt());
        dots.push_str(&format!(
            "M{:.1} {:.1}h.01",
            far * turn.cos(),
            far * turn.sin()
        ));
    }
    tag(
        body,
        &format!(
            "<g transform=\"translate({x} {y})\"><title>{name}: {seeds}</title><text y=\"-25\" font-size=\"11\" fill=\"currentColor\"{narrow}>{name}</text><circle r=\"22\" fill=\"#d9b98a\" stroke=\"#7a5230\" stroke-width=\"1.5\"/><path d=\"{dots}\" stroke=\"#5a3a1c\" stroke-width=\"6\" stroke-linecap=\"round\"/><text y=\"34\" font-size=\"13\" font-weight=\"bold\" fill=\"currentColor\">{seeds}</text></g>"
        ),
    );
}

/// Draws a place of a track.
fn step(number: i64, (x, y): PaperPoint, body: &mut String) {
    let half = STEP / 2;
    let fill = match number % 2 {
        0 => "#f6efdd",
        _ => "#fff",
    };
    tag(
        body,
        &format!(
            "<g transform=\"translate({x} {y})\"><rect x=\"-{half}\" y=\"-{half}\" width=\"{STEP}\" height=\"{STEP}\" fill=\"{fill}\" stroke=\"#999\"/><text x=\"-17\" y=\"-8\" font-size=\"10\" text-anchor=\"start\" fill=\"#666\">{number}</text></g>"
        ),
    );
}

/// Draws the pawns of players on a place.
fn pawns(players: &[(Ink, usize)], (x, y): PaperPoint, body: &mut String) {
    let pawn = paths(PieceShape::Pawn).outline;
    for ((ink, player), at) in players.iter().zip(0..) {
        let (px, py) = (x - 9 + at % 3 * 10, y + 5 + at / 3 * 8);
        tag(
            body,
            &format!(
                "<g transform=\"translate({px} {py}) scale(.6)\"><path d=\"{pawn}\" fill=\"{}\" stroke=\"#222\" stroke-width=\"1.6\"/><text y=\"10\" font-size=\"15\" fill=\"{}\">{}</text></g>",
                ink.fill,
                ink.letter,
                player + 1
            ),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{Pit, ValueBoard, ValuePlace};

    #[test]
    fn a_pit_shows_its_seeds_and_their_number() {
        let pit = |seeds| {
            let (name, title) = ("h".to_owned(), "a house".to_owned());
            Some(ValuePlace::Pit(Pit { name, title, seeds }))
        };
        let board = ValueBoard {
            places: vec![vec![None, pit(3)], vec![pit(40)]],
            lines: Vec::new(),
        };
        let svg = board.svg();
        assert_eq!(svg.matches("h.01").count(), 23, "{svg}");
        assert!(
            svg.contains(">40<") && svg.contains("viewBox=\"0 0 100 152\""),
            "{svg}"
        );
        let pits: Vec<_> = board.pits().map(|(pit, at)| (pit.seeds, at)).collect();
        assert_eq!(pits, [(3, (50, 0)), (40, (0, 76))]);
    }
}
