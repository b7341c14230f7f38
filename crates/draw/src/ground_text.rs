//! The words of the ground, such as the name of a river.

use crate::layout::PaperPoint;
use crate::scene::{CELL, Frame};
use crate::svg::text;

/// The size of the letters.
const SIZE: i32 = 18;

/// A text on the ground of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GroundText {
    /// Its middle.
    pub(crate) middle: PaperPoint,
    text: String,
    /// The distance of two letters; `None` if it is written as one word.
    apart: Option<i32>,
}

impl GroundText {
    /// Writes a text in the middle of some points. Where they are in rows and columns, and there is room, each letter has a place
    /// between four points, so that no piece touches it.
    pub(crate) fn of(text: &str, points: Frame, has_rows: bool) -> Self {
        let (x, y) = points.middle();
        let count = i32::try_from(text.chars().count()).unwrap_or(i32::MAX);
        let gaps = (points.right - points.left) / CELL;
        let fits = has_rows && count <= gaps && points.bottom - points.top >= CELL;
        if !fits {
            return Self {
                middle: (x, y),
                text: text.to_owned(),
                apart: None,
            };
        }
        let first = points.left + CELL / 2 + (gaps - count) / 2 * CELL;
        let is_on_row = (y - points.top) % CELL == 0;
        Self {
            middle: (
                first + (count - 1) * CELL / 2,
                if is_on_row { y - CELL / 2 } else { y },
            ),
            text: text.to_owned(),
            apart: Some(CELL),
        }
    }

    /// Lists the letters, or the whole text, each with its middle.
    fn parts(&self) -> Vec<(PaperPoint, String)> {
        let (x, y) = self.middle;
        let Some(apart) = self.apart else {
            return vec![(self.middle, self.text.clone())];
        };
        let count = i32::try_from(self.text.chars().count()).unwrap_or(1);
        let first = x - (count - 1) * apart / 2;
        let letters = self.text.chars().zip(0..);
        let letters = letters.filter(|(letter, _)| !letter.is_whitespace());
        letters
            .map(|(letter, at)| ((first + at * apart, y), letter.to_string()))
            .collect()
    }

    /// Draws it, as far as it is in a frame.
    pub(crate) fn draw(&self, frame: Frame, body: &mut String) {
        let parts = self.parts().into_iter();
        for ((x, y), part) in parts.filter(|(at, _)| frame.has(*at)) {
            text((x, y + SIZE / 3), &part, (SIZE, "#666"), body);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::GroundText;
    use crate::scene::{CELL, Frame};

    fn around(columns: i32, rows: i32) -> Frame {
        Frame {
            left: 20,
            top: 20,
            right: 20 + (columns - 1) * CELL,
            bottom: 20 + (rows - 1) * CELL,
        }
    }

    #[test]
    fn letters_are_between_points() {
        for (columns, rows) in [(9, 2), (8, 2), (6, 3), (9, 5)] {
            let written = GroundText::of("river", around(columns, rows), true);
            let parts = written.parts();
            assert_eq!(parts.len(), 5);
            for ((x, y), _) in parts {
                assert_eq!((x % CELL, y % CELL), (0, 0), "{columns} by {rows}");
            }
        }
    }

    #[test]
    fn a_text_without_room_is_one_word() {
        for (points, has_rows) in [
            (around(5, 2), true),
            (around(9, 1), true),
            (around(9, 2), false),
        ] {
            let written = GroundText::of("river", points, has_rows);
            assert_eq!(written.parts(), [(points.middle(), "river".to_owned())]);
        }
    }
}
