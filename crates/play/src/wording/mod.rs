//! The wording of messages: every sentence about a move that a person reads is made here, in the language of the ruleset.

mod phrases;
pub(crate) mod reasons;
pub(crate) mod unreadable;

use linstock_base::Language;
use phrases::ReasonPhrase as Say;

/// The longest name in a message, in characters; longer names are shortened.
const LONGEST: usize = 60;

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

/// Returns `a`, `a or b`, `a, b or c`; the last two are joined by ` or `.
pub(crate) fn listed(words: &[String], join: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{}{join}{last}", first.join(", ")),
    }
}

/// Makes sentences in a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Phrasing(Language);

impl Phrasing {
    /// Makes sentences in this language.
    pub(crate) fn of(language: Language) -> Self {
        Self(language)
    }

    fn say(self, phrase: Say, values: &[&str]) -> String {
        self.0.say(phrase, values)
    }

    /// Returns `a`, `a or b`, `a, b or c`.
    pub(crate) fn either(self, words: &[String]) -> String {
        listed(words, &self.say(Say::Or, &[]))
    }

    /// Returns `a`, `a and b`, `a, b and c`.
    pub(crate) fn all(self, words: &[String]) -> String {
        listed(words, &self.say(Say::And, &[]))
    }

    /// Returns a noun with `a` or `an` before it; without an article where its gender would have to be known.
    pub(crate) fn one(self, noun: &str) -> String {
        match self.0 {
            Language::English => with_article(noun),
            Language::German => noun.to_owned(),
        }
    }

    /// Returns a noun with `the` before it; without an article where its gender would have to be known.
    pub(crate) fn the(self, noun: &str) -> String {
        match self.0 {
            Language::English if !has_article(noun) => format!("the {noun}"),
            Language::English | Language::German => noun.to_owned(),
        }
    }

    /// Returns a number of points or steps.
    pub(crate) fn counted(self, count: i64, unit: Unit) -> String {
        match count {
            1 => self.say(unit.one(), &[]),
            more => self.say(unit.several(), &[&more.to_string()]),
        }
    }

    /// Returns a range of numbers of points or steps; a `most` that no board reaches is left out.
    pub(crate) fn ranged(self, (least, most): (u16, u16), unit: Unit) -> String {
        match (least, most) {
            (least, most) if least == most => self.counted(least.into(), unit),
            (1, ENDLESS..) => self.say(unit.any(), &[]),
            (least, ENDLESS..) => self.say(Say::AtLeast, &[&self.counted(least.into(), unit)]),
            (least, most) => {
                let told = self.counted(most.into(), unit);
                let joined = if most == least + 1 {
                    Say::OneOrTheOther
                } else {
                    Say::FromTo
                };
                self.say(joined, &[&least.to_string(), &told])
            }
        }
    }
}

/// What is counted on the way from one point to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    Point,
    Step,
}

impl Unit {
    fn one(self) -> Say {
        match self {
            Self::Point => Say::OnePoint,
            Self::Step => Say::OneStep,
        }
    }

    fn several(self) -> Say {
        match self {
            Self::Point => Say::Points,
            Self::Step => Say::Steps,
        }
    }

    fn any(self) -> Say {
        match self {
            Self::Point => Say::AnyPoints,
            Self::Step => Say::AnySteps,
        }
    }
}

fn has_article(noun: &str) -> bool {
    let articles = ["the ", "a ", "an ", "his ", "your "];
    articles.iter().any(|own| noun.starts_with(own))
}

fn with_article(noun: &str) -> String {
    if has_article(noun) {
        return noun.to_owned();
    }
    let word = noun.trim_start_matches('`').to_ascii_lowercase();
    let first = word.split([' ', '`']).next();
    let vowel = match first {
        // The name of a letter, not its sound.
        Some(letter) if letter.len() == 1 => "aefhilmnorsx".contains(letter),
        // `use` begins as `you` does.
        _ => word.starts_with(['a', 'e', 'i', 'o', 'u']) && !word.starts_with("use"),
    };
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// More points in a row than any board has.
const ENDLESS: u16 = 1000;
