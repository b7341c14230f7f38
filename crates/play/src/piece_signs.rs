//! The signs of pieces: a letter, and the colour of the owner or kind.

use anstyle::{AnsiColor, Style as Ansi};
use linstock_base::Style;
use linstock_model::{KindId, SeatId};

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
    if style == Style::Plain {
        return text.to_owned();
    }
    let ansi = Ansi::new().fg_color(Some(COLOURS[kind.index() % COLOURS.len()].into()));
    format!("{ansi}{text}{ansi:#}")
}

/// Writes a text in a player's colour.
pub(crate) fn painted(text: &str, seat: SeatId, style: Style) -> String {
    const COLOURS: [AnsiColor; 6] = [
        AnsiColor::BrightYellow,
        AnsiColor::BrightCyan,
        AnsiColor::BrightGreen,
        AnsiColor::BrightMagenta,
        AnsiColor::BrightRed,
        AnsiColor::BrightBlue,
    ];
    if style == Style::Plain {
        return text.to_owned();
    }
    let colour = COLOURS[usize::from(seat.0) % COLOURS.len()];
    let ansi = Ansi::new().fg_color(Some(colour.into())).bold();
    format!("{ansi}{text}{ansi:#}")
}
