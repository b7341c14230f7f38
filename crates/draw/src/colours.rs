//! The colours of players, of points, and of pieces that nobody owns.

use anstyle::{AnsiColor, Color};

/// The colours of a player's pieces, as written in SVG.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ink {
    /// The colour of the piece.
    pub fill: &'static str,
    /// The colour of its letter.
    pub letter: &'static str,
}

/// Colours with their names. A player with such a name gets that colour.
const NAMED: [(&[&str], Ink); 11] = [
    (
        &["white", "light", "weiss", "weiß", "hell"],
        ink("#fdf3d0", "#222"),
    ),
    (&["black", "dark", "schwarz", "dunkel"], ink("#333", "#fff")),
    (&["red", "rot"], ink("#b8352c", "#fff")),
    (&["blue", "blau"], ink("#2b5ea8", "#fff")),
    (&["green", "grün"], ink("#2e7d3b", "#fff")),
    (&["purple", "violet", "lila"], ink("#8a4fa0", "#fff")),
    (&["yellow", "gelb"], ink("#f2cc3c", "#222")),
    (&["orange"], ink("#e0812b", "#222")),
    (&["brown", "braun"], ink("#7a5230", "#fff")),
    (&["grey", "gray", "grau"], ink("#8d8d8d", "#fff")),
    (&["pink", "rosa"], ink("#e7a1b8", "#222")),
];

/// The number of colours that a player without a colour's name may get.
const USUAL: usize = 6;

const fn ink(fill: &'static str, letter: &'static str) -> Ink {
    Ink { fill, letter }
}

/// Chooses a colour for each player: the one that the name says, or else one that no other player has.
#[must_use]
pub fn inks<'n>(names: impl Iterator<Item = &'n str>) -> Vec<Ink> {
    let said = |name: &str| {
        let name = name.to_lowercase();
        let is_said = |(names, _): &&(&[&str], Ink)| names.contains(&name.as_str());
        NAMED.iter().find(is_said).map(|(_, ink)| *ink)
    };
    let said: Vec<Option<Ink>> = names.map(said).collect();
    let free = NAMED.iter().take(USUAL).map(|(_, ink)| *ink);
    let free = free.filter(|ink| !said.contains(&Some(*ink)));
    let all = NAMED.iter().map(|(_, ink)| *ink);
    let mut others = free.chain(all.cycle());
    let chosen = said.iter().map(|said| said.or_else(|| others.next()));
    chosen.map(|ink| ink.unwrap_or(NAMED[0].1)).collect()
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
        Color::Ansi(AnsiColor::White | AnsiColor::BrightWhite) => "#eee",
        // The other colours are named.
        Color::Ansi256(_) | Color::Rgb(_) => "#fbd0a0",
    }
}
