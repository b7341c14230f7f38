//! The colours of players, of points, and of pieces that nobody owns.

use anstyle::{AnsiColor, Color};
use linstock_model::PlayerColour;

/// The colours of a player's pieces, as written in SVG.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ink {
    /// The colour of the piece.
    pub fill: &'static str,
    /// The colour of its letter.
    pub letter: &'static str,
}

/// Returns the colours of a player's pieces on paper.
#[must_use]
pub const fn ink(colour: PlayerColour) -> Ink {
    let (fill, letter) = match colour {
        PlayerColour::White => ("#fdf3d0", "#222"),
        PlayerColour::Black => ("#333", "#fff"),
        PlayerColour::Red => ("#b8352c", "#fff"),
        PlayerColour::Yellow => ("#f2cc3c", "#222"),
        PlayerColour::Blue => ("#2b5ea8", "#fff"),
        PlayerColour::Green => ("#2e7d3b", "#fff"),
        PlayerColour::Orange => ("#e0812b", "#222"),
        PlayerColour::Magenta => ("#8a4fa0", "#fff"),
        PlayerColour::Cyan => ("#4fb8c4", "#222"),
        PlayerColour::Brown => ("#7a5230", "#fff"),
        PlayerColour::Pink => ("#e7a1b8", "#222"),
        PlayerColour::Grey => ("#8d8d8d", "#222"),
    };
    Ink { fill, letter }
}

/// The colours of points with a piece that nobody owns.
const GROUNDS: [&str; 6] = [
    "#e4efc8", "#9cbf7d", "#b5aea4", "#a5cbe4", "#d9b98a", "#d9c7e0",
];

/// Returns the colour of a point with a piece that nobody owns, by its kind.
pub(crate) fn ground(kind: usize) -> &'static str {
    GROUNDS[kind % GROUNDS.len()]
}

/// Returns the page colour for a colour in the rules: light enough for letters on it.
pub(crate) fn painted(colour: Color) -> &'static str {
    match colour {
        Color::Ansi(AnsiColor::Red | AnsiColor::BrightRed) => "#f2b8ac",
        Color::Ansi(AnsiColor::Green | AnsiColor::BrightGreen) => "#bfe0b5",
        Color::Ansi(AnsiColor::Yellow | AnsiColor::BrightYellow) => "#f6e9a4",
        Color::Ansi(AnsiColor::Blue | AnsiColor::BrightBlue) => "#b9cdf0",
        Color::Ansi(AnsiColor::Cyan | AnsiColor::BrightCyan) => "#b4e2e6",
        Color::Ansi(AnsiColor::Magenta | AnsiColor::BrightMagenta) => "#e0bfe6",
        Color::Ansi(AnsiColor::Black | AnsiColor::BrightBlack) => "#aaa",
        Color::Ansi(AnsiColor::White | AnsiColor::BrightWhite) => "#e2dccf",
        // The other colours are named.
        Color::Ansi256(_) | Color::Rgb(_) => "#fbd0a0",
    }
}
