//! The colours of players. They are for people: no rule depends on them.

use crate::{Model, SeatId};
use anstyle::{Ansi256Color, AnsiColor, Color, RgbColor};

/// The colour of a player's pieces and name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each colour is what its name says")]
pub enum PlayerColour {
    White,
    Black,
    Red,
    Yellow,
    Blue,
    Green,
    Orange,
    Magenta,
    Cyan,
    Brown,
    Pink,
    Grey,
}

use PlayerColour::{
    Black, Blue, Brown, Cyan, Green, Grey, Magenta, Orange, Pink, Red, White, Yellow,
};

/// The English and German words for colours. The first word of a colour is the one that messages name.
const WORDS: [(&str, PlayerColour); 42] = [
    ("white", White),
    ("black", Black),
    ("red", Red),
    ("yellow", Yellow),
    ("blue", Blue),
    ("green", Green),
    ("orange", Orange),
    ("magenta", Magenta),
    ("cyan", Cyan),
    ("brown", Brown),
    ("pink", Pink),
    ("grey", Grey),
    ("light", White),
    ("ivory", White),
    ("dark", Black),
    ("gold", Yellow),
    ("purple", Magenta),
    ("violet", Magenta),
    ("turquoise", Cyan),
    ("gray", Grey),
    ("silver", Grey),
    ("weiß", White),
    ("weiss", White),
    ("hell", White),
    ("schwarz", Black),
    ("dunkel", Black),
    ("rot", Red),
    ("gelb", Yellow),
    ("blau", Blue),
    ("grün", Green),
    ("gruen", Green),
    ("violett", Magenta),
    ("lila", Magenta),
    ("purpur", Magenta),
    ("türkis", Cyan),
    ("tuerkis", Cyan),
    ("braun", Brown),
    ("rosa", Pink),
    ("grau", Grey),
    ("silber", Grey),
    ("elfenbein", White),
    ("beige", White),
];

/// The number of colours, each with its English word at the start of [`WORDS`].
const COLOURS: usize = 12;

/// The colours of players whose names are no colours, in seat order.
const USUAL: [PlayerColour; 8] = [Yellow, Cyan, Magenta, Green, Red, Blue, Orange, Grey];

impl PlayerColour {
    /// Returns the colour of a word, such as `red` or `Rot`.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        let word = word.to_lowercase();
        let mut known = WORDS.iter();
        known
            .find(|(name, _)| *name == word)
            .map(|(_, meant)| *meant)
    }

    /// Returns one English word for each colour.
    pub fn words() -> impl Iterator<Item = &'static str> {
        WORDS[..COLOURS].iter().map(|(word, _)| *word)
    }

    /// Returns the colour of a piece, and a colour for letters on it: black or white.
    #[must_use]
    pub fn paint(self) -> (RgbColor, RgbColor) {
        let (black, white) = (RgbColor(0, 0, 0), RgbColor(255, 255, 255));
        match self {
            White => (white, black),
            Black => (RgbColor(28, 28, 28), white),
            Red => (RgbColor(190, 30, 30), white),
            Yellow => (RgbColor(255, 215, 0), black),
            Blue => (RgbColor(0, 80, 215), white),
            Green => (RgbColor(0, 120, 0), white),
            Orange => (RgbColor(255, 140, 0), black),
            Magenta => (RgbColor(150, 40, 160), white),
            Cyan => (RgbColor(0, 200, 210), black),
            Brown => (RgbColor(120, 75, 35), white),
            Pink => (RgbColor(255, 175, 205), black),
            Grey => (RgbColor(140, 140, 140), black),
        }
    }

    /// Returns the colour of the same name on a board.
    fn of_board(colour: Color) -> Option<Self> {
        match colour {
            Color::Ansi(AnsiColor::Red) => Some(Red),
            Color::Ansi(AnsiColor::Green) => Some(Green),
            Color::Ansi(AnsiColor::Yellow) => Some(Yellow),
            Color::Ansi(AnsiColor::Blue) => Some(Blue),
            Color::Ansi(AnsiColor::Magenta) => Some(Magenta),
            Color::Ansi(AnsiColor::Cyan) => Some(Cyan),
            Color::Ansi256(Ansi256Color(208)) => Some(Orange),
            _ => None,
        }
    }
}

impl Model {
    /// Returns the colour of a player: the one that the rules say, or the one that the name or the title of the player is,
    /// or one that no other player and no point of the board has.
    #[must_use]
    pub fn colour(&self, seat: SeatId) -> PlayerColour {
        let said = |name: &String| {
            let said = self.sheet.colours.get(name).copied();
            said.or_else(|| PlayerColour::named(name))
                .or_else(|| PlayerColour::named(self.title(name)))
        };
        let colours: Vec<Option<PlayerColour>> = self.players.iter().map(said).collect();
        if let Some(colour) = colours[seat.index()] {
            return colour;
        }
        let paints = self.board.iter().flat_map(|board| &board.picture.paints);
        let painted: Vec<_> = paints
            .filter_map(|(colour, _)| PlayerColour::of_board(*colour))
            .collect();
        let (on_board, free): (Vec<_>, Vec<_>) = (USUAL.into_iter())
            .filter(|colour| !colours.contains(&Some(*colour)))
            .partition(|colour| painted.contains(colour));
        let earlier = colours[..seat.index()].iter().filter(|said| said.is_none());
        let mut usual = free.into_iter().chain(on_board).cycle();
        usual.nth(earlier.count()).unwrap_or(Grey)
    }
}

#[cfg(test)]
mod tests {
    use super::PlayerColour;

    #[test]
    fn a_name_that_is_a_colour_has_that_colour() {
        for (word, meant) in [
            ("red", PlayerColour::Red),
            ("Weiß", PlayerColour::White),
            ("GRÜN", PlayerColour::Green),
            ("light", PlayerColour::White),
        ] {
            assert_eq!(PlayerColour::named(word), Some(meant), "{word}");
        }
        assert_eq!(PlayerColour::named("ann"), None);
    }

    #[test]
    fn each_colour_has_one_word_in_messages() {
        let meant: Vec<_> = PlayerColour::words().map(PlayerColour::named).collect();
        for (at, colour) in meant.iter().enumerate() {
            assert!(colour.is_some() && !meant[..at].contains(colour), "{at}");
        }
    }
}
