//! Suits and ranks of playing cards, by their names.

/// The colours of suits.
const RED: &str = "#b8221b";
pub(crate) const BLACK: &str = "#1d1d1d";

/// A suit of playing cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each suit is what its name says")]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

/// The English and German names of suits.
const SUITS: [(&str, Suit); 13] = [
    ("clubs", Suit::Clubs),
    ("diamonds", Suit::Diamonds),
    ("hearts", Suit::Hearts),
    ("spades", Suit::Spades),
    ("club", Suit::Clubs),
    ("diamond", Suit::Diamonds),
    ("heart", Suit::Hearts),
    ("spade", Suit::Spades),
    ("kreuz", Suit::Clubs),
    ("karo", Suit::Diamonds),
    ("herz", Suit::Hearts),
    ("pik", Suit::Spades),
    ("treff", Suit::Clubs),
];

impl Suit {
    /// Returns the suit with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        let mut suits = SUITS.iter();
        suits
            .find(|(known, _)| *known == name)
            .map(|(_, suit)| *suit)
    }

    /// Returns the path of its sign.
    pub(crate) fn path(self) -> &'static str {
        match self {
            Self::Hearts => "M0 10C-13-1-10-10-5-10-2-10 0-8 0-5 0-8 2-10 5-10 10-10 13-1 0 10z",
            Self::Diamonds => "M0-11L8 0L0 11L-8 0z",
            Self::Spades => {
                "M0-11C2-5 10-1 10 4A4.6 4.6 0 0 1 1.5 6.500L3.5 11H-3.500L-1.5 6.500A4.6 4.6 0 0 1-10 4C-10-1-2-5 0-11z"
            }
            Self::Clubs => {
                "M0-11A4.8 4.8 0 0 1 4-3.500A4.8 4.8 0 1 1 1.5 5L3.5 11H-3.500L-1.5 5A4.8 4.8 0 1 1-4-3.500A4.8 4.8 0 0 1 0-11z"
            }
        }
    }

    /// Returns the colour of its sign.
    pub(crate) fn colour(self) -> &'static str {
        match self {
            Self::Hearts | Self::Diamonds => RED,
            Self::Clubs | Self::Spades => BLACK,
        }
    }
}

/// The names of ranks with what stands in the corner of a card.
const RANKS: [(&str, &str); 18] = [
    ("ace", "A"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("jack", "J"),
    ("queen", "Q"),
    ("king", "K"),
    ("joker", "★"),
    ("as", "A"),
    ("bube", "B"),
    ("dame", "D"),
    ("könig", "K"),
];

/// Returns what stands in the corner of a card with this rank; `None` for a word that is no rank.
#[must_use]
pub fn rank_of(name: &str) -> Option<String> {
    let mut ranks = RANKS.iter();
    let known = ranks.find(|(known, _)| known.eq_ignore_ascii_case(name));
    let number = || name.parse::<u8>().ok().map(|number| number.to_string());
    known.map(|(_, short)| (*short).to_owned()).or_else(number)
}

/// Returns what stands in the corner of a playing card with this number.
#[must_use]
pub fn rank_of_number(number: i64) -> String {
    match number {
        1 | 14 => "A".to_owned(),
        11 => "J".to_owned(),
        12 => "Q".to_owned(),
        13 => "K".to_owned(),
        other => other.to_string(),
    }
}
