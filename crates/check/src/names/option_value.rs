//! The value of an option, as expressions read it.

use linstock_model::SeatId;

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OptionValue {
    Truth(bool),
    Num(i64),
    Seat(SeatId),
    /// `none`
    Nothing,
    /// One of the option's own words.
    Word(String),
    /// A list of numbers; `none` is greater than any of them.
    List(Vec<i64>),
    /// A fraction in its lowest terms: numerator, denominator.
    Fraction(i64, i64),
    /// Unknown because of a mistake that is reported elsewhere.
    Broken,
}
