//! Sentences about numbers, what is remembered, and conditions.

use crate::wording::{Phrasing, Say, quoted};
use linstock_model::Comparison;

impl Phrasing {
    /// A number, by its name and its value, that is not as it is needed beside another one.
    pub(crate) fn compared(
        self,
        (what, value): (Option<&str>, i64),
        (how, from_left): (Comparison, bool),
        other: &str,
        holds: bool,
    ) -> String {
        let phrase = match (how, from_left, holds) {
            (Comparison::Equal, _, false) => Say::MustBe,
            (Comparison::Equal, _, true) => Say::MustNotBe,
            (Comparison::Less, true, false) | (Comparison::AtMost, false, true) => Say::MustBeLess,
            (Comparison::Less, false, false) | (Comparison::AtMost, true, true) => Say::MustBeMore,
            (Comparison::AtMost, true, false) | (Comparison::Less, false, true) => Say::MayBeAtMost,
            (Comparison::AtMost, false, false) | (Comparison::Less, true, true) => {
                Say::MustBeAtLeast
            }
        };
        let number = self.say(Say::TheNumber, &[]);
        let what = what.unwrap_or(&number);
        self.say(phrase, &[what, &value.to_string(), other])
    }

    /// What is counted, and where it is.
    pub(crate) fn number_of(self, what: Option<&str>, points: &[String]) -> String {
        let such = self.say(Say::SuchPoints, &[]);
        let what = what.unwrap_or(&such);
        match points {
            [] => self.say(Say::NumberOfThere, &[what]),
            points => self.say(Say::NumberOfAt, &[what, &points.join(", ")]),
        }
    }

    /// How many there are of something.
    pub(crate) fn number_of_all(self, what: &str) -> String {
        self.say(Say::NumberOf, &[what])
    }

    /// How much lies in a zone.
    pub(crate) fn what_lies_in(self, zone: &str) -> String {
        self.say(Say::WhatLiesIn, &[zone])
    }

    /// A number outside its range.
    pub(crate) fn out_of_range(self, number: i64, least: i64, most: i64) -> String {
        let [number, least, most] = [number, least, most].map(|n| n.to_string());
        self.say(Say::OutOfRange, &[&number, &least, &most])
    }

    /// An outcome of chance that cannot happen now.
    pub(crate) fn weightless(self, weight: i64) -> String {
        self.say(Say::Weightless, &[&weight.to_string()])
    }

    /// A condition on how often the position occurred.
    pub(crate) fn occurred(self, times: u32, holds: bool) -> String {
        let phrase = if holds {
            Say::Occurred
        } else {
            Say::NotOccurred
        };
        self.say(phrase, &[&times.to_string()])
    }

    /// What a script answered.
    pub(crate) fn script_says(self, name: &str, answer: bool) -> String {
        let phrase = if answer {
            Say::ScriptYes
        } else {
            Say::ScriptNo
        };
        self.say(phrase, &[&quoted(name)])
    }

    /// A point that is not among those that a script names.
    pub(crate) fn script_leaves_out(self, name: &str, point: &str) -> String {
        self.say(Say::ScriptLeavesOut, &[&quoted(name), point])
    }

    /// A number that may be `none`.
    pub(crate) fn is_none(self, name: Option<&str>, none: bool) -> String {
        let number = self.say(Say::TheNumber, &[]);
        let phrase = if none { Say::IsNone } else { Say::IsNotNone };
        self.say(phrase, &[name.unwrap_or(&number)])
    }

    /// A remembered yes or no.
    pub(crate) fn remembered(self, what: &str, yes: bool) -> String {
        self.say(if yes { Say::Yes } else { Say::No }, &[what])
    }

    /// A condition without a more specific sentence.
    pub(crate) fn condition(self, words: Option<&str>, holds: bool) -> String {
        match (words, holds) {
            (Some(words), true) => self.say(Say::WordsHold, &[words]),
            (Some(words), false) => self.say(Say::WordsDoNotHold, &[words]),
            (None, true) => self.say(Say::Holds, &[]),
            (None, false) => self.say(Say::DoesNotHold, &[]),
        }
    }

    /// A condition that the options decide for the whole game.
    pub(crate) fn by_options(self, words: Option<&str>, holds: bool) -> String {
        match (words, holds) {
            (Some(words), false) => self.say(Say::OptionDoesNotHold, &[words]),
            (Some(words), true) => self.say(Say::OptionHolds, &[words]),
            (None, _) => self.condition(None, holds),
        }
    }
}
