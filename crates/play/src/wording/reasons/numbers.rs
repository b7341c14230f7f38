//! Sentences about numbers, remembered values, and conditions.

use crate::wording::Phrasing;
use linstock_model::Comparison;

impl Phrasing {
    /// A number, by its name and its value, that does not compare to another one as it should.
    pub(crate) fn compared(
        self,
        (what, value): (Option<&str>, i64),
        (how, from_left): (Comparison, bool),
        other: &str,
        holds: bool,
    ) -> String {
        let number = self.the_number();
        let what = what.unwrap_or(&number);
        match (how, from_left, holds) {
            (Comparison::Equal, _, false) => self.must_be(what, value, other),
            (Comparison::Equal, _, true) => self.must_not_be(what, value, other),
            (Comparison::Less, true, false) | (Comparison::AtMost, false, true) => {
                self.must_be_less(what, value, other)
            }
            (Comparison::Less, false, false) | (Comparison::AtMost, true, true) => {
                self.must_be_more(what, value, other)
            }
            (Comparison::AtMost, true, false) | (Comparison::Less, false, true) => {
                self.may_be_at_most(what, value, other)
            }
            (Comparison::AtMost, false, false) | (Comparison::Less, true, true) => {
                self.must_be_at_least(what, value, other)
            }
        }
    }

    /// How many things there are.
    pub(crate) fn there_are(self, count: i64, one: &str, several: &str) -> String {
        match count {
            0 => self.there_are_none(several),
            1 => self.there_is_one(one),
            _ => self.there_are_some(count, several),
        }
    }

    /// A count of pieces that does not compare to another number as it should.
    pub(crate) fn counted_pieces(
        self,
        there: &str,
        (how, from_left): (Comparison, bool),
        (other, holds): (&str, bool),
    ) -> String {
        match (how, from_left, holds) {
            (Comparison::Equal, _, false) => self.exactly(there, other),
            (Comparison::Equal, _, true) => self.not_exactly(there, other),
            (Comparison::Less, true, false) | (Comparison::AtMost, false, true) => {
                self.fewer_than(there, other)
            }
            (Comparison::Less, false, false) | (Comparison::AtMost, true, true) => {
                self.more_than(there, other)
            }
            (Comparison::AtMost, true, false) | (Comparison::Less, false, true) => {
                self.at_most(there, other)
            }
            (Comparison::AtMost, false, false) | (Comparison::Less, true, true) => {
                self.at_least_needed(there, other)
            }
        }
    }

    /// A count, with the counted pieces and their points.
    pub(crate) fn number_of(self, what: Option<&str>, points: &[String]) -> String {
        let such = self.such_points();
        let what = what.unwrap_or(&such);
        match points {
            [] => self.number_of_there(what),
            points => self.number_of_at(what, &points.join(", ")),
        }
    }

    /// A condition on how often the position occurred.
    pub(crate) fn occurred(self, times: u32, holds: bool) -> String {
        match holds {
            true => self.has_occurred(times),
            false => self.has_not_occurred(times),
        }
    }

    /// The answer of a script.
    pub(crate) fn script_says(self, name: &str, answer: bool) -> String {
        match answer {
            true => self.script_says_yes(name),
            false => self.script_says_no(name),
        }
    }

    /// A number that may be `none`.
    pub(crate) fn is_none(self, name: Option<&str>, none: bool) -> String {
        let number = self.the_number();
        let name = name.unwrap_or(&number);
        match none {
            true => self.has_no_value(name),
            false => self.has_a_value(name),
        }
    }

    /// A remembered yes or no.
    pub(crate) fn remembered(self, what: &str, yes: bool) -> String {
        match yes {
            true => self.is_yes(what),
            false => self.is_no(what),
        }
    }

    /// A condition without a more specific sentence.
    pub(crate) fn condition(self, words: Option<&str>, holds: bool) -> String {
        match (words, holds) {
            (Some(words), true) => self.words_hold(words),
            (Some(words), false) => self.words_do_not_hold(words),
            (None, true) => self.condition_holds(),
            (None, false) => self.condition_does_not_hold(),
        }
    }

    /// A condition that the options decide for the whole game.
    pub(crate) fn by_options(self, words: Option<&str>, holds: bool) -> String {
        match (words, holds) {
            (Some(words), false) => self.option_does_not_hold(words),
            (Some(words), true) => self.option_holds(words),
            (None, _) => self.condition(None, holds),
        }
    }
}
