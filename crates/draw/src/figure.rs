//! Figures beside the board: dice, pieces and bars for remembered numbers, and samples of signs with their meanings.

use crate::card::die;
use crate::colours::Ink;
use crate::layout::PaperPoint;
use crate::legend::{ENTRY, LegendSample};
use crate::piece::PieceLook;
use crate::svg::{escaped, tag};

/// The most pieces that are drawn beside each other.
const MOST_PIECES: i64 = 5;
/// The distance of two such pieces.
const APART: i32 = 12;
/// The width of a row: as wide as the column beside a board, so that its texts can be read.
const ROW: i32 = 250;
/// The most characters in a row.
const LONG: usize = 34;
/// The width of the title of a bar, and of a letter in it.
const TITLE: i32 = 74;
const LETTER: i32 = 7;
/// The width of a bar.
const BAR: i32 = 106;
/// The width of the pieces of a player.
const GROUP: i32 = 122;

/// A figure beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SideFigure {
    /// A die with its title and its number; nothing for 0.
    Die(String, i64),
    /// A title, and pieces with their numbers.
    Pieces(String, Vec<(PieceLook, i64)>),
    /// A bar of a player.
    Bar(FigureBar),
    /// A sample of a sign with its meaning.
    Legend(LegendSample, String),
}

/// A bar that shows how far a player is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FigureBar {
    /// The player's title.
    pub title: String,
    /// The player's colours.
    pub ink: Ink,
    /// The player's number.
    pub value: i64,
    /// The number at the end of the bar.
    pub most: i64,
}

impl SideFigure {
    /// Returns its width and height.
    pub(crate) const fn size(&self) -> (i32, i32) {
        match self {
            Self::Die(..) => (50, 50),
            Self::Pieces(..) => (ROW, 60),
            Self::Bar(_) => (ROW, 30),
            Self::Legend(..) => ENTRY,
        }
    }

    /// Draws it around a place.
    pub(crate) fn draw(&self, (x, y): PaperPoint, body: &mut String) {
        let left = x - ROW / 2;
        match self {
            Self::Die(_, 0) => {}
            Self::Die(title, number) => {
                let die = die(*number);
                let title = escaped(title);
                let (x, y) = (x - 22, y - 22);
                tag(
                    body,
                    &format!(
                        "<g transform=\"translate({x} {y})\"><title>{title}: {number}</title>{die}</g>"
                    ),
                );
            }
            Self::Pieces(title, groups) => {
                words((left + 4, y - 16), title, body);
                let y = y + 10;
                let mut x = left + 20;
                for (piece, count) in groups {
                    if *count == 0 {
                        // A pale piece shows whose number it is.
                        tag(body, "<g opacity=\".35\">");
                        piece.draw((x, y), body);
                        tag(body, "</g>");
                    }
                    for at in 0..i32::try_from(*count.min(&MOST_PIECES)).unwrap_or(0) {
                        piece.draw((x + at * APART, y), body);
                    }
                    let beside = x + APART * i32::try_from(MOST_PIECES).unwrap_or(0) + 12;
                    words((beside, y + 5), &count.to_string(), body);
                    x += GROUP;
                }
            }
            Self::Bar(bar) => bar.draw((left, y), body),
            Self::Legend(sample, meaning) => sample.draw(meaning, (x, y), body),
        }
    }
}

impl FigureBar {
    fn draw(&self, (left, y): PaperPoint, body: &mut String) {
        words((left + 4, y + 5), &self.title, body);
        // A long title takes some of the bar's room.
        let letters = i32::try_from(self.title.chars().count()).unwrap_or(0);
        let beyond = (letters * LETTER + 8 - TITLE).clamp(0, BAR / 2);
        let (x, top, wide) = (left + TITLE + beyond, y - 9, BAR - beyond);
        let share = i128::from(self.value.clamp(0, self.most)) * i128::from(wide)
            / i128::from(self.most.max(1));
        let fill = self.ink.fill;
        tag(
            body,
            &format!(
                "<rect x=\"{x}\" y=\"{top}\" width=\"{wide}\" height=\"18\" rx=\"4\" fill=\"#f6efdd\" stroke=\"#777\"/><rect x=\"{x}\" y=\"{top}\" width=\"{share}\" height=\"18\" rx=\"4\" fill=\"{fill}\" stroke=\"#222\"/>"
            ),
        );
        let text = format!("{} / {}", self.value, self.most);
        words((x + wide + 10, y + 5), &text, body);
    }
}

/// Writes a text in the colour of the texts around the picture. A long title is made narrower.
fn words((x, y): PaperPoint, text: &str, body: &mut String) {
    let narrow = match text.chars().count() {
        count if count > LONG => format!(
            " textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"",
            ROW - 8
        ),
        _ => String::new(),
    };
    let text = escaped(text);
    tag(
        body,
        &format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"13\" text-anchor=\"start\" fill=\"currentColor\"{narrow}>{text}</text>"
        ),
    );
}

#[cfg(test)]
mod tests {
    use super::{FigureBar, SideFigure};
    use crate::colours::ink;
    use crate::value_board::{ValueBoard, ValuePlace};
    use linstock_model::PlayerColour;

    #[test]
    fn numbers_become_dice_and_bars() {
        let figure = |figure| Some(ValuePlace::Figure(figure));
        let die = |number| figure(SideFigure::Die("high".to_owned(), number));
        let bar = FigureBar {
            title: "ann".to_owned(),
            ink: ink(PlayerColour::Red),
            value: 50,
            most: 200,
        };
        let board = |places| ValueBoard {
            places: vec![places],
            lines: Vec::new(),
        };
        let dice = board(vec![die(6), die(0)]).svg();
        assert_eq!(dice.matches("h.01").count(), 6, "{dice}");
        let bars = board(vec![figure(SideFigure::Bar(bar))]).svg();
        assert!(
            bars.contains(">50 / 200<") && bars.contains("width=\"26\""),
            "{bars}"
        );
    }
}
