//! Nouns: names of pieces and points, in singular and plural, with their qualities.

use crate::wording::Phrasing;
use linstock_base::Language;

/// The most items that are named one by one.
const MOST_NAMED: usize = 6;

/// English nouns with an irregular plural, by their endings.
const PLURALS: [(&str, &str); 12] = [
    ("man", "men"),
    ("mouse", "mice"),
    ("goose", "geese"),
    ("wolf", "wolves"),
    ("elf", "elves"),
    ("thief", "thieves"),
    ("knife", "knives"),
    ("dice", "dice"),
    ("die", "dice"),
    ("sheep", "sheep"),
    ("fish", "fish"),
    ("box", "boxes"),
];

/// Singular or plural.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HowMany {
    One,
    Several,
}

impl Phrasing {
    /// A noun in singular or plural. A German noun does not change, since its plural is not known.
    pub(crate) fn in_number(self, noun: &str, count: HowMany) -> String {
        match (self.0, count) {
            (Language::English, HowMany::Several) => plural(noun),
            (Language::English, HowMany::One) | (Language::German, _) => noun.to_owned(),
        }
    }

    /// Pieces, or else points, with qualities.
    pub(crate) fn with_qualities(
        self,
        pieces: Option<&str>,
        qualities: &[String],
        count: HowMany,
    ) -> String {
        let point = match count {
            HowMany::One => self.one_place(),
            HowMany::Several => self.places(),
        };
        let noun = pieces.unwrap_or(&point);
        match qualities {
            [] => noun.to_owned(),
            qualities => self.of_quality(noun, &self.all(qualities)),
        }
    }

    /// Names items one by one, if they are few.
    pub(crate) fn few(self, names: &[String]) -> String {
        if names.len() <= MOST_NAMED + 1 {
            return self.all(names);
        }
        let (first, rest) = names.split_at(MOST_NAMED);
        self.all(&[first, &[self.some_more(rest.len())]].concat())
    }
}

/// Returns the plural of an English noun.
fn plural(noun: &str) -> String {
    for (one, several) in PLURALS {
        if let Some(before) = noun.strip_suffix(one)
            && !before.ends_with("hu")
        {
            return format!("{before}{several}");
        }
    }
    let consonant_y = noun.strip_suffix('y');
    let consonant_y = consonant_y.filter(|before| !before.ends_with(['a', 'e', 'i', 'o', 'u']));
    match consonant_y {
        Some(before) => format!("{before}ies"),
        None if noun.ends_with(['s', 'x', 'z']) || noun.ends_with("ch") || noun.ends_with("sh") => {
            format!("{noun}es")
        }
        None => format!("{noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Phrasing, plural};
    use linstock_base::Language;

    #[test]
    fn nouns_of_pieces_have_plurals() {
        let nouns = [
            "man",
            "town",
            "witch",
            "fox",
            "spy",
            "donkey",
            "wolf",
            "piece",
            "draughtsman",
        ];
        let several = nouns.map(plural);
        let known = [
            "men",
            "towns",
            "witches",
            "foxes",
            "spies",
            "donkeys",
            "wolves",
            "pieces",
            "draughtsmen",
        ];
        assert_eq!(several, known);
    }

    #[test]
    fn of_many_names_the_first_are_told() {
        let say = Phrasing(Language::default());
        let names = |count: usize| (0..count).map(|at| format!("a{at}")).collect::<Vec<_>>();
        assert_eq!(say.few(&names(2)), "a0 and a1");
        assert_eq!(say.few(&names(7)), "a0, a1, a2, a3, a4, a5 and a6");
        assert_eq!(say.few(&names(9)), "a0, a1, a2, a3, a4, a5 and 3 more");
    }
}
