//! Sentences about moves as a whole: legal ones, those of another time, those that leave something.

use crate::wording::{Phrasing, Say, quoted};

impl Phrasing {
    /// A legal move.
    pub(crate) fn legal(self, text: &str, mv: Option<&str>) -> String {
        match mv {
            Some(mv) => self.say(Say::LegalAs, &[&quoted(text), mv]),
            None => self.say(Say::Legal, &[&quoted(text)]),
        }
    }

    /// A move of a rule that is offered now, but not with these arguments: what it is called, if its text could be a move
    /// of another rule, and with what that its text does not name it was tried.
    pub(crate) fn illegal(
        self,
        text: &str,
        (mv, with): (Option<&str>, &[String]),
        why: &str,
    ) -> String {
        let text = quoted(text);
        match (mv, with) {
            (None, []) => self.say(Say::NotLegal, &[&text, why]),
            (None, with) => self.say(Say::NotLegalWith, &[&text, &self.all(with), why]),
            (Some(mv), []) => self.say(Say::NotLegalAs, &[&text, mv, why]),
            (Some(mv), with) => {
                let tried = self.say(Say::TriedWith, &[mv, &self.all(with)]);
                self.say(Say::NotLegalAs, &[&text, &tried, why])
            }
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
            ([], Some(why)) => self.say(Say::PassedOver, &[&said, why]),
            (first, _) => self.say(Say::ComesAfter, &[&said, &self.either(first)]),
        };
        // A move that begins with its name need not be told what it would be.
        let verb = text.split(' ').next().map(quoted);
        if verb.is_some_and(|verb| moves == [verb]) {
            let said = with_reason(quoted(text));
            return self.say(Say::NotNowAsTyped, &[&said, instead]);
        }
        let named: Vec<_> = moves.iter().map(|mv| self.one(mv)).collect();
        let moves = with_reason(self.either(&named));
        self.say(Say::NotNow, &[&quoted(text), &moves, instead])
    }

    /// A move of a rule that is not offered any more: the player has chosen such a move in this turn.
    pub(crate) fn not_again(self, text: &str, moves: &[String], instead: &str) -> String {
        let moves = self.either(moves);
        self.say(Say::NotAgain, &[&quoted(text), &moves, instead])
    }

    /// What is asked, of a player or of chance, with an example.
    pub(crate) fn asked_instead(
        self,
        (offered, example): (&[String], Option<&str>),
        of_chance: bool,
    ) -> String {
        // A move that is written as it is called is no example of it.
        let example = example
            .map(quoted)
            .filter(|example| offered != [example.as_str()]);
        let such = example.map_or_else(String::new, |example| self.say(Say::SuchAs, &[&example]));
        match offered {
            [] => self.say(Say::NothingAsked, &[]),
            some if of_chance => self.say(Say::ChanceFirst, &[&self.either(some), &such]),
            some => self.say(Say::PossibleNow, &[&self.either(some), &such]),
        }
    }

    /// A move after the end.
    pub(crate) fn over(self) -> String {
        self.say(Say::Over, &[])
    }

    /// A move after the end, which came for a reason.
    pub(crate) fn over_because(self, reason: &str) -> String {
        self.say(Say::OverBecause, &[reason])
    }

    /// A move of somebody who does not choose now.
    pub(crate) fn not_your_turn(self, who: &str, others: &[String]) -> String {
        let others = others.join(&self.say(Say::And, &[]));
        self.say(Say::NotYourTurn, &[who, &others])
    }

    /// How chance is called where it chooses.
    pub(crate) fn chance(self) -> String {
        self.say(Say::Chance, &[])
    }

    /// A question to which somebody has an answer.
    pub(crate) fn can_choose(self, who: Option<&str>) -> String {
        let somebody = self.say(Say::Somebody, &[]);
        self.say(Say::CanChoose, &[who.unwrap_or(&somebody)])
    }

    /// A condition that holds, and without which the game would be over.
    pub(crate) fn keeps_going(self) -> String {
        self.say(Say::KeepsGoing, &[])
    }

    /// Players for whom rounds go on that end once they are for nobody.
    pub(crate) fn still_in(self, players: &[String]) -> String {
        self.say(Say::StillIn, &[&self.all(players)])
    }

    /// Several reasons that hold at once.
    pub(crate) fn joined(self, reasons: &[String]) -> String {
        reasons.join(&self.say(Say::AndAlso, &[]))
    }

    /// A text that should be written differently.
    pub(crate) fn written(self, text: &str) -> String {
        self.say(Say::OnlyWritten, &[&quoted(text)])
    }

    /// Names in a wrong order.
    pub(crate) fn other_order(self, text: &str) -> String {
        self.say(Say::OtherOrder, &[&quoted(text)])
    }

    /// A wrong number of things.
    pub(crate) fn wrong_number(self, named: u64, expected: i64) -> String {
        let phrase = if named == 1 {
            Say::OneNamed
        } else {
            Say::SeveralNamed
        };
        self.say(phrase, &[&named.to_string(), &expected.to_string()])
    }

    /// The last move is, or is not, one of these.
    pub(crate) fn last_move(self, moves: &[String], holds: bool) -> String {
        let moves: Vec<_> = moves.iter().map(|mv| self.one(mv)).collect();
        let phrase = if holds {
            Say::LastMoveWas
        } else {
            Say::LastMoveWasNot
        };
        self.say(phrase, &[&self.either(&moves)])
    }

    /// A move whose postcondition would not hold.
    pub(crate) fn leaves(self, text: &str, problems: &[String]) -> String {
        self.say(Say::After, &[&quoted(text), &self.joined(problems)])
    }

    /// A move that begins a series of moves that is too short.
    pub(crate) fn shorter_series(
        self,
        text: &str,
        length: usize,
        (best, longest): (&str, usize),
    ) -> String {
        let [length, longest] = [length, longest].map(|n| n.to_string());
        let (text, best) = (quoted(text), quoted(best));
        self.say(Say::ShorterSeries, &[&text, &length, &best, &longest])
    }
}
