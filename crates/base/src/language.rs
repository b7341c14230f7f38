//! The languages in which a rule sheet, the table and the reasons are written. A phrase stands in a table with its words in
//! every language, so that one that lacks a language does not compile.

/// A language of which there are words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// What a ruleset is written in that says nothing else.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    const ALL: [Self; 2] = [Self::English, Self::German];

    /// Finds a language by its name: `en`, `de`.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name() == name)
    }

    /// Returns the names of all languages.
    pub fn all() -> impl Iterator<Item = &'static str> + Clone {
        Self::ALL.into_iter().map(Self::name)
    }

    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// Says something; `{0}`, `{1}` … stand for the values.
    #[must_use]
    pub fn say(self, phrase: impl Phrased, values: &[&str]) -> String {
        let mut said = String::new();
        let mut rest = phrase.words(self);
        while let Some((before, after)) = rest.split_once('{') {
            said.push_str(before);
            let (hole, after) = after.split_once('}').unwrap_or((after, ""));
            let value = hole.parse::<usize>().ok().and_then(|at| values.get(at));
            said.push_str(value.copied().unwrap_or_default());
            rest = after;
        }
        said + rest
    }

    /// Returns words without values.
    #[must_use]
    pub fn word(self, phrase: impl Phrased) -> String {
        self.say(phrase, &[])
    }
}

/// A phrase of a table.
pub trait Phrased: Copy + std::fmt::Debug + 'static {
    /// All phrases of its table.
    const ALL: &'static [Self];

    /// Returns its words in a language, with `{0}`, `{1}` … for values.
    fn words(self, language: Language) -> &'static str;
}

/// Makes a table of phrases: each with its words in English, then in German.
#[macro_export]
macro_rules! phrases {
    ($(#[$about:meta])* $table:ident { $($phrase:ident: $english:literal, $german:literal;)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs, reason = "a phrase says itself what it means")]
        pub enum $table { $($phrase,)* }

        impl $crate::Phrased for $table {
            const ALL: &'static [Self] = &[$(Self::$phrase,)*];

            fn words(self, language: $crate::Language) -> &'static str {
                match language {
                    $crate::Language::English => match self { $(Self::$phrase => $english,)* },
                    $crate::Language::German => match self { $(Self::$phrase => $german,)* },
                }
            }
        }
    };
}

/// Makes sure that a table says something in every language, with the same values.
///
/// # Panics
/// If a phrase is empty in a language, or has other values than in English.
pub fn check_table<T: Phrased>() {
    let holes = |text: &str| {
        let found = text.match_indices('{');
        let mut holes: Vec<_> = found.map(|(at, _)| text[at..at + 3].to_owned()).collect();
        holes.sort();
        holes.dedup();
        holes
    };
    for phrase in T::ALL {
        let english = phrase.words(Language::English);
        for language in Language::ALL {
            let text = phrase.words(language);
            assert!(!text.is_empty(), "{phrase:?}");
            assert_eq!(holes(text), holes(english), "{language:?}: {phrase:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Language, check_table};
    use crate::Phrase;

    #[test]
    fn every_language_says_everything() {
        check_table::<Phrase>();
    }

    #[test]
    fn values_stand_in_their_places() {
        let english = Language::default();
        let said = english.say(Phrase::OptionIs, &["first", "dark", "who begins {0}"]);
        assert_eq!(said, "`first` is `dark`: who begins {0}");
        assert_eq!(Language::find("xx"), None);
        assert!(Language::all().all(|name| Language::find(name).is_some()));
    }
}
