//! Limits: how much there may be of something, and what is said where there is more.
//!
//! An entry of a list gets its number from [`Limit::push`] or [`Limit::number`], and from nothing else. Where the number
//! does not fit they fail, and [`TooMany::at`] makes the one diagnostic of it:
//!
//! ```text
//! error: there are too many lists
//!   = help: there may be 200 at the most: join some of them
//! ```

use super::{Diagnostic, Span};

/// How much there may be of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// What is counted, in the words of the language: `lists`.
    pub what: &'static str,
    /// How many there may be.
    pub most: usize,
    /// What a designer may do about it, as an offer: `join some of them`.
    pub remedy: &'static str,
}

/// There was one more than a limit allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMany(Limit);

impl Limit {
    /// Returns the number of the entry that comes after `before` others.
    ///
    /// # Errors
    /// There are as many already as there may be.
    pub fn number<N: TryFrom<usize>>(self, before: usize) -> Result<N, TooMany> {
        let number = N::try_from(before).ok().filter(|_| before < self.most);
        number.ok_or(TooMany(self))
    }

    /// Adds an entry to a list, and returns its number.
    ///
    /// # Errors
    /// The list holds as many already as it may; it stays as it is.
    pub fn push<N: TryFrom<usize>, T>(self, list: &mut Vec<T>, entry: T) -> Result<N, TooMany> {
        let number = self.number(list.len())?;
        list.push(entry);
        Ok(number)
    }

    /// Fails if there are more than there may be.
    ///
    /// # Errors
    /// `count` is larger than the limit.
    pub fn check(self, count: usize) -> Result<(), TooMany> {
        if count > self.most {
            Err(TooMany(self))
        } else {
            Ok(())
        }
    }
}

impl TooMany {
    /// Returns what is counted.
    #[must_use]
    pub fn what(self) -> &'static str {
        self.0.what
    }

    /// Makes the diagnostic, at what went over the limit.
    #[must_use]
    pub fn at(self, span: Span) -> Diagnostic {
        let Limit { what, most, remedy } = self.0;
        Diagnostic::error(span, format!("there are too many {what}"))
            .label("one too many")
            .hint(format!("there may be {most} at the most: {remedy}"))
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
