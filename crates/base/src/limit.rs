//! Limits: how many of something a ruleset may have, and the diagnostic for one with more.
//!
//! Only [`Limit::push`] and [`Limit::number`] give an entry of a list its number. If the number does not fit, they fail, and
//! [`TooMany::at`] makes the diagnostic:
//!
//! ```text
//! error: there are too many lists
//!   = help: the limit is 200: join some of them
//! ```

use super::{Diagnostic, Span};

/// The maximum number of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// The things that are counted, in words of the language: `lists`.
    pub what: &'static str,
    /// The maximum.
    pub most: usize,
    /// What a designer can do about it, as an offer: `join some of them`.
    pub remedy: &'static str,
}

/// The error that something has one more than its limit allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMany(Limit);

impl Limit {
    /// Returns the number of the entry that comes after `before` others.
    ///
    /// # Errors
    /// If `before` has reached the limit.
    pub fn number<N: TryFrom<usize>>(self, before: usize) -> Result<N, TooMany> {
        let number = N::try_from(before).ok().filter(|_| before < self.most);
        number.ok_or(TooMany(self))
    }

    /// Adds an entry to a list, and returns its number.
    ///
    /// # Errors
    /// If the list is full. The list does not change.
    pub fn push<N: TryFrom<usize>, T>(self, list: &mut Vec<T>, entry: T) -> Result<N, TooMany> {
        let number = self.number(list.len())?;
        list.push(entry);
        Ok(number)
    }

    /// Fails if `count` is greater than the limit.
    ///
    /// # Errors
    /// If `count` is greater than the limit.
    pub fn check(self, count: usize) -> Result<(), TooMany> {
        if count > self.most {
            Err(TooMany(self))
        } else {
            Ok(())
        }
    }
}

impl TooMany {
    /// Returns the name of the things that are counted.
    #[must_use]
    pub fn what(self) -> &'static str {
        self.0.what
    }

    /// Makes the diagnostic, at the place where the limit was exceeded.
    #[must_use]
    pub fn at(self, span: Span) -> Diagnostic {
        let Limit { what, most, remedy } = self.0;
        Diagnostic::error("E0002", span, format!("there are too many {what}"))
            .label("this exceeds the limit")
            .hint(format!("the limit is {most}: {remedy}"))
    }
}

#[cfg(test)]
mod tests {
    use super::Limit;

    const FEW: Limit = Limit {
        what: "stones",
        most: 2,
        remedy: "take fewer",
    };

    #[test]
    fn a_list_takes_as_many_as_it_may() {
        let mut list = Vec::new();
        assert_eq!(FEW.push::<u8, _>(&mut list, 'a'), Ok(0));
        assert_eq!(FEW.push::<u8, _>(&mut list, 'b'), Ok(1));
        assert!(FEW.push::<u8, _>(&mut list, 'c').is_err());
        assert_eq!(list, ['a', 'b']);
    }

    #[test]
    fn a_number_that_its_type_does_not_hold_is_not_handed_out() {
        let many = Limit { most: 1_000, ..FEW };
        assert_eq!(many.number::<u8>(255), Ok(255));
        assert!(many.number::<u8>(256).is_err());
        assert!(many.check(1_000).is_ok() && many.check(1_001).is_err());
    }
}
