//! The looks of points with signs in pictures. They are for people: no rule depends on them.

/// How the points with a sign look in pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignShape {
    /// A flower.
    Flower,
    /// A small disc.
    Dot,
    /// Nothing: the board has no point there.
    Gap,
    /// A part of a ship, which goes on in the neighbours with the same sign.
    Ship,
    /// An empty point: its sign is only for boards as text.
    Plain,
}

/// The looks with the words of the language for them.
const WORDS: [(&str, SignShape); 5] = [
    ("flower", SignShape::Flower),
    ("dot", SignShape::Dot),
    ("gap", SignShape::Gap),
    ("ship", SignShape::Ship),
    ("plain", SignShape::Plain),
];

impl SignShape {
    /// Lists the words for the looks of signs.
    pub fn words() -> impl Iterator<Item = &'static str> {
        WORDS.iter().map(|(word, _)| *word)
    }

    /// Finds the look with a word.
    #[must_use]
    pub fn find(word: &str) -> Option<Self> {
        let found = WORDS.iter().find(|(known, _)| *known == word);
        found.map(|(_, shape)| *shape)
    }

    /// Returns the usual look of points with a name: names of parts of boards, such as `rosette` and `hole`.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Some(match name {
            "rosette" | "flower" => Self::Flower,
            "dot" | "star-point" => Self::Dot,
            "gap" | "hole" => Self::Gap,
            "inside" => Self::Plain,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::SignShape;

    #[test]
    fn words_name_looks_and_names_of_games_do_not() {
        assert!(SignShape::words().all(|word| SignShape::find(word).is_some()));
        assert_eq!(SignShape::of_name("rosette"), Some(SignShape::Flower));
        assert_eq!(SignShape::of_name("fleet"), None);
    }
}
