//! Sentences about moves as a whole: legal moves, moves that are not offered now, moves refused for the position after
//! them.

use crate::wording::{Phrasing, quoted};

impl Phrasing {
    /// A move of a rule that is offered now, but not with these arguments. Gives its title, if its text could be a move
    /// of another rule, and the arguments that the text does not name.
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

    /// A move of a rule that is not offered now, with the moves that are. It may come after one of the first moves, or
    /// play has passed it for a reason.
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
        // The text already begins with the name of the move.
        let verb = text.split(' ').next().map(quoted);
        if verb.is_some_and(|verb| moves == [verb]) {
            return self.not_now_as_typed(&with_reason(quoted(text)), instead);
        }
        let named: Vec<_> = moves.iter().map(|mv| self.one(mv)).collect();
        self.would_be_not_now(text, &with_reason(self.either(&named)), instead)
    }

    /// The moves that are offered to a player or to chance, with an example.
    pub(crate) fn asked_instead(
        self,
        (offered, example): (&[String], Option<&str>),
        of_chance: bool,
    ) -> String {
        // A move whose text is its name is no example.
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

    /// A wrong number of items.
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
