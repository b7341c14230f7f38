//! The signs of pieces: a letter, and the colour of the owner or kind.
//!
//! The pieces and names of players are letters on their colour, like stones. What belongs to the board is a coloured letter.
//! So the two differ, and all colours are readable on light and on dark terminals.

use anstyle::{Ansi256Color, AnsiColor, Color, RgbColor, Style as Ansi};
use linstock_base::Style;
use linstock_model::{KindId, Model, SeatId};

/// Writes the letter of a piece: upper case for the first seat, lower case for the second, numbered from the third on.
pub(crate) fn sign(letter: char, seat: SeatId) -> String {
    match seat.0 {
        0 => letter.to_ascii_uppercase().to_string(),
        1 => letter.to_ascii_lowercase().to_string(),
        more => format!("{}{}", letter.to_ascii_uppercase(), more + 1),
    }
}

/// Writes the sign of a neutral piece in a colour for its kind.
pub(super) fn tinted(text: &str, kind: KindId, style: Style) -> String {
    const COLOURS: [AnsiColor; 6] = [
        AnsiColor::Green,
        AnsiColor::Cyan,
        AnsiColor::White,
        AnsiColor::Blue,
        AnsiColor::Yellow,
        AnsiColor::Magenta,
    ];
    on_board(text, COLOURS[kind.index() % COLOURS.len()].into(), style)
}

/// Writes a sign of the board in a colour.
pub(super) fn on_board(text: &str, colour: Color, style: Style) -> String {
    if style == Style::Plain {
        return text.to_owned();
    }
    let ansi = Ansi::new().fg_color(Some(readable(colour)));
    format!("{ansi}{text}{ansi:#}")
}

/// Returns a shade of a colour that can be read on white and on black.
fn readable(colour: Color) -> Color {
    let shade = match colour {
        Color::Ansi(AnsiColor::Red) => 160,
        Color::Ansi(AnsiColor::Green) => 28,
        Color::Ansi(AnsiColor::Yellow) => 136,
        Color::Ansi(AnsiColor::Blue) => 27,
        Color::Ansi(AnsiColor::Magenta) => 164,
        Color::Ansi(AnsiColor::Cyan) => 30,
        Color::Ansi(AnsiColor::White) => 246,
        Color::Ansi(AnsiColor::BrightBlack) => 241,
        Color::Ansi256(Ansi256Color(208)) => 166,
        other => return other,
    };
    Color::Ansi256(Ansi256Color(shade))
}

/// Writes a text in a player's colour.
pub(crate) fn painted(model: &Model, text: &str, seat: SeatId, style: Style) -> String {
    if style == Style::Plain {
        return text.to_owned();
    }
    let (piece, letter) = model.colour(seat).paint();
    let ansi = Ansi::new()
        .fg_color(Some(in_palette(letter)))
        .bg_color(Some(in_palette(piece)))
        .bold();
    format!("{ansi}{text}{ansi:#}")
}

/// Returns the nearest colour of the palette of 256, which more terminals show than all colours.
fn in_palette(RgbColor(red, green, blue): RgbColor) -> Color {
    let level = |part: u8| match part {
        0..48 => 0,
        48..115 => 1,
        _ => (part - 35) / 40,
    };
    let at = 16 + 36 * level(red) + 6 * level(green) + level(blue);
    Color::Ansi256(Ansi256Color(at))
}
