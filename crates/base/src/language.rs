//! The languages of the rule sheet, the table and the reasons. A table lists each phrase with its arguments and its words in
//! every language. The table generates a method for each phrase, so a call with the wrong number of arguments does not compile.

use crate::article::{with_article, with_einem, with_kein, with_the};
use std::fmt::Display;

/// The longest name in a message, in characters; longer names are shortened.
const LONGEST: usize = 60;

/// A language that has phrases.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// The language of a ruleset that names none.
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

    /// Fills the holes of a phrase with its arguments: `{point}`, `{a piece}`, `{the zone}`, or quoted. `words` holds the phrase
    /// in each language.
    #[must_use]
    pub fn fill(self, words: [&str; 2], arguments: &[(&str, &dyn Display)]) -> String {
        let mut said = String::new();
        let mut rest = words[self as usize];
        while let Some((before, after)) = rest.split_once('{') {
            said.push_str(before);
            let (hole, after) = after.split_once('}').unwrap_or((after, ""));
            let argument = arguments.iter().find(|(name, _)| *name == named_by(hole));
            let value = argument.map_or_else(String::new, |(_, value)| value.to_string());
            said.push_str(&match hole.split_once(' ') {
                Some(("a", _)) => with_article(&value),
                Some(("the", _)) => with_the(&value),
                Some(("kein", _)) => with_kein(&value),
                Some(("einem", _)) => with_einem(&value),
                _ if hole.starts_with('`') => quoted(&value),
                _ => value,
            });
            rest = after;
        }
        said + rest
    }
}

/// Returns the name of the argument in a hole.
fn named_by(hole: &str) -> &str {
    let name = hole.rsplit(' ').next().unwrap_or(hole);
    name.trim_matches('`')
}

/// Quotes a name for a message, and shortens it if necessary.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut short: String = text
        .chars()
        .filter(|c| !c.is_control())
        .take(LONGEST)
        .collect();
    if text.chars().count() > LONGEST {
        short.push('…');
    }
    format!("`{short}`")
}

/// Generates a table of phrases: a type that wraps a language, with a method for each phrase. The words are in English, then in
/// German.
///
/// An argument is a `&str`, unless a type follows its name. A hole names an argument: `{piece}` becomes the argument, `{a piece}`
/// and `{the piece}` add an English article, `{kein piece}` and `{einem piece}` a German one, and a name in back quotes becomes the quoted argument. A test checks that every
/// language has a hole for each argument.
#[macro_export]
macro_rules! phrases {
    (
        $(#[$about:meta])*
        $visible:vis $table:ident {
            $($phrase:ident($($argument:ident $(: $type:ty)?),*): $english:literal, $german:literal;)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $visible struct $table($visible $crate::Language);

        #[allow(missing_docs, reason = "the words of a phrase say what it means")]
        impl $table {
            $(
                #[must_use]
                $visible fn $phrase(self $(, $argument: $crate::argument_type!($($type)?))*) -> String {
                    self.0.fill([$english, $german], &[$((stringify!($argument), &$argument)),*])
                }
            )*
        }

        #[cfg(test)]
        #[test]
        fn every_language_has_a_hole_for_each_argument() {
            $($crate::check_phrase(&[$(stringify!($argument)),*], [$english, $german]);)*
        }
    };
}

/// Expands to the type of a phrase's argument.
#[doc(hidden)]
#[macro_export]
macro_rules! argument_type {
    () => {
        &str
    };
    ($type:ty) => {
        $type
    };
}

/// Asserts that a phrase has words in every language, with all its arguments and no others.
#[doc(hidden)]
pub fn check_phrase(arguments: &[&str], words: [&str; 2]) {
    for text in words {
        assert!(!text.is_empty(), "{words:?}");
        let holes = text.split('{').skip(1);
        let holes: Vec<_> = holes
            .filter_map(|hole| Some(named_by(hole.split_once('}')?.0)))
            .collect();
        assert!(holes.iter().all(|hole| arguments.contains(hole)), "{text}");
        assert!(arguments.iter().all(|name| holes.contains(name)), "{text}");
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    crate::phrases! {
        Sentences {
            stands(piece, point, times: u32): "{a piece} stands on {`point`} {times} times, {the piece}",
                "{piece} steht {times}-mal auf {`point`}";
        }
    }

    #[test]
    fn arguments_stand_in_their_holes() {
        let [english, german] = Language::ALL.map(Sentences);
        let said = english.stands("area {times}", "a1", 2);
        assert_eq!(
            said,
            "an area {times} stands on `a1` 2 times, the area {times}"
        );
        assert_eq!(german.stands("Turm", "a1", 3), "Turm steht 3-mal auf `a1`");
        assert_eq!(Language::find("xx"), None);
        assert!(Language::all().all(|name| Language::find(name).is_some()));
    }
}
