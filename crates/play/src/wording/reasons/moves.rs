//! Sentences about moves as a whole: legal ones, those of another time, those that leave something.

use crate::wording::{Phrasing, quoted};

impl Phrasing {
    /// A move of a rule that is offered now, but not with these arguments: what it is called, if its text could be a move
    /// of another rule, and with what that its text does not name it was tried.
    pub(crate) fn illegal(
        self,
        text: &str,
        (mv, with): (Option<&str>, &[String]),
        why: &str,
    ) -> String {
        match (mv, with) {
            (None, []) => self.not_legal(text, why),
            (None, with) => self.not_legal_with(text, &self.all(with), why),
            (Some(mv), []) => self.not_legal_as(text, mv, why),
            (Some(mv), with) => self.not_legal_as(text, &self.tried_with(mv, &self.all(with)), why),
        }
    }

    /// A move of a rule that is not offered now; instead of it others are. It may come after one of the first moves, or it was
    /// passed over for a reason.
    pub(crate) fn not_now(
        self,
        text: &str,
        moves: &[String],
        (first, why): (&[String], Option<&str>),
        instead: &str,
    ) -> String {
        let with_reason = |said: String| match (first, why) {
            ([], None) => said,
            ([], Some(why)) => self.passed_over(&said, why),
            (first, _) => self.comes_after(&said, &self.either(first)),
        };
        // A move that begins with its name need not be told what it would be.
        let verb = text.split(' ').next().map(quoted);
        if verb.is_some_and(|verb| moves == [verb]) {
            return self.not_now_as_typed(&with_reason(quoted(text)), instead);
        }
        let named: Vec<_> = moves.iter().map(|mv| self.one(mv)).collect();
        self.would_be_not_now(text, &with_reason(self.either(&named)), instead)
    }

    /// What is asked, of a player or of chance, with an example.
    pub(crate) fn asked_instead(
        self,
        (offered, example): (&[String], Option<&str>),
        of_chance: bool,
    ) -> String {
        // A move that is written as it is called is no example of it.
        let example = example.filter(|example| offered != [quoted(example)]);
        let such = example.map_or_else(String::new, |example| self.such_as(example));
        match offered {
            [] => self.nothing_asked(),
            some if of_chance => self.chance_first(&self.either(some), &such),
            some => self.possible_now(&self.either(some), &such),
        }
    }

    /// Several reasons that hold at once.
    pub(crate) fn joined(self, reasons: &[String]) -> String {
        reasons.join(&self.and_also())
    }

    /// A wrong number of things.
    pub(crate) fn wrong_number(self, named: u64, expected: i64) -> String {
        match named {
            1 => self.one_named(named, expected),
            _ => self.several_named(named, expected),
        }
    }

    /// The last move is, or is not, one of these.
    pub(crate) fn last_move(self, moves: &[String], holds: bool) -> String {
        let moves: Vec<_> = moves.iter().map(|mv| self.one(mv)).collect();
        match holds {
            true => self.last_move_was(&self.either(&moves)),
            false => self.last_move_was_not(&self.either(&moves)),
        }
    }
}
