//! Sentences about moves as a whole: legal moves, moves that are not offered now, moves refused for the position after
//! them.

use crate::wording::reasons::HowMany;
use crate::wording::{Phrasing, quoted};

/// How a move that is not offered now is related to the moves that are.
pub(crate) enum NotNow {
    /// It comes after one of these moves.
    After(Vec<String>),
    /// It has been made in this turn.
    Again,
    /// A condition led past it.
    Because(String),
    /// It is possible only if none of these moves is.
    LastResort(Vec<String>),
    /// This move was chosen instead.
    Instead(String),
    /// Nothing is known.
    Else,
}

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

    /// A move of a rule that is not offered now, with the moves that are.
    pub(crate) fn not_now(
        self,
        text: &str,
        moves: &[String],
        relation: &NotNow,
        instead: &str,
    ) -> String {
        // The text already begins with the name of the move.
        let verb = text.split(' ').next().map(quoted);
        let is_typed = verb.is_some_and(|verb| moves == [verb]);
        let named = || match is_typed {
            true => self.either(moves),
            false => self.either(&moves.iter().map(|mv| self.one(mv)).collect::<Vec<_>>()),
        };
        let why = match relation {
            NotNow::Else => return self.cannot_now(text, instead),
            NotNow::Again => self.would_be_another(&self.either(moves)),
            NotNow::Because(why) => why.clone(),
            NotNow::After(first) => self.comes_after(&named(), &self.either(first)),
            NotNow::LastResort(others) => self.only_without(&named(), &self.either(others)),
            NotNow::Instead(chosen) => self.was_chosen(chosen),
        };
        self.cannot_now_because(text, &why, instead)
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
        // A title has an article; a word that is typed has none.
        let named = |name: &String| match name.starts_with('`') {
            true => name.clone(),
            false => self.one(name),
        };
        match offered {
            [] => self.nothing_asked(),
            some if of_chance => self.chance_first(&self.either(some), &such),
            some => {
                let some: Vec<String> = some.iter().map(named).collect();
                self.possible_now(&self.either(&some), &such)
            }
        }
    }

    /// Several reasons that hold at once, without repetition.
    pub(crate) fn joined(self, reasons: &[String]) -> String {
        let mut told: Vec<&str> = Vec::new();
        for reason in reasons {
            if !told.contains(&reason.as_str()) {
                told.push(reason);
            }
        }
        told.join(&self.and_also())
    }

    /// A wrong number of items. `item` is the noun for one of them.
    pub(crate) fn wrong_number(self, named: u64, expected: i64, item: &str) -> String {
        let count = if named == 1 {
            HowMany::One
        } else {
            HowMany::Several
        };
        let items = self.in_number(item, count);
        match expected {
            1 => self.one_needed(named, &items),
            _ => self.several_needed(named, &items, expected),
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
