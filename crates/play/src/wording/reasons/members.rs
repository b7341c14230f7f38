//! Sentences about players, rows of lists, and what lies in zones.

use crate::wording::{Phrasing, Say};

/// What has to be chosen, and cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choosable<'t> {
    Point,
    Player,
    Number,
    /// A row of this list.
    Row(&'t str),
}

impl Phrasing {
    /// A zone by its name and whose it is.
    pub(crate) fn zone_of(self, zone: &str, owner: &str) -> String {
        self.say(Say::ZoneOf, &[zone, owner])
    }

    /// A thing that is, or is not, in a zone.
    pub(crate) fn lies_there(self, what: Option<&str>, zone: &str, count: i64) -> String {
        let such = self.say(Say::SuchThing, &[]);
        let what = what.unwrap_or(&such);
        match count {
            0 => self.not_in_zone(what, zone),
            1 => self.say(Say::OneInZone, &[&self.one(what), &self.the(zone)]),
            more => self.say(
                Say::SeveralInZone,
                &[what, &self.the(zone), &more.to_string()],
            ),
        }
    }

    /// A zone that is, or is not, empty.
    pub(crate) fn holds(self, zone: &str, count: i64) -> String {
        let zone = self.the(zone);
        match count {
            0 => self.say(Say::HoldsNothing, &[&zone]),
            1 => self.say(Say::HoldsOne, &[&zone]),
            more => self.say(Say::HoldsSeveral, &[&zone, &more.to_string()]),
        }
    }

    /// A thing that is not in a zone.
    pub(crate) fn not_in_zone(self, what: &str, zone: &str) -> String {
        self.say(Say::NotInZone, &[what, &self.the(zone)])
    }

    /// More copies of a row than a zone holds.
    pub(crate) fn too_few_in_zone(
        self,
        what: &str,
        zone: &str,
        (named, there): (u64, u64),
    ) -> String {
        if there == 0 {
            return self.not_in_zone(what, zone);
        }
        let [named, there] = [named, there].map(|n| n.to_string());
        self.say(Say::TooFewInZone, &[&named, what, &self.the(zone), &there])
    }

    /// More copies of a row than the game has.
    pub(crate) fn more_than_exist(self) -> String {
        self.say(Say::MoreThanExist, &[])
    }

    /// A player who is not the only one that can be chosen.
    pub(crate) fn nobody_else(self, player: &str) -> String {
        self.say(Say::OnlyThatPlayer, &[player])
    }

    /// A player who names himself, where another one must be named.
    pub(crate) fn somebody_else(self, player: &str) -> String {
        self.say(Say::AnotherPlayer, &[player])
    }

    /// Nothing fits what has to be chosen, and why one thing that is near does not.
    pub(crate) fn none_fits(self, near: &str, why: &str) -> String {
        self.say(Say::NoneFits, &[near, why])
    }

    /// Nothing can be chosen at all.
    pub(crate) fn nothing_to_choose(self, what: Choosable<'_>) -> String {
        match what {
            Choosable::Point => self.say(Say::NoPointToChoose, &[]),
            Choosable::Player => self.say(Say::NoPlayerToChoose, &[]),
            Choosable::Number => self.say(Say::NoNumberToChoose, &[]),
            Choosable::Row(list) => self.say(Say::NoRowToChoose, &[list]),
        }
    }

    /// No row of a list.
    pub(crate) fn no_row_at_all(self) -> String {
        self.say(Say::None, &[])
    }

    /// Who owns what stands on a point.
    pub(crate) fn owner_of(self, place: &str) -> String {
        self.say(Say::OwnerOf, &[place])
    }

    /// The row of a list to which a point belongs.
    pub(crate) fn row_of(self, list: &str, place: &str) -> String {
        self.say(Say::RowOf, &[list, place])
    }

    /// Two players or rows, each by its value and by what it is, that are or are not the same.
    pub(crate) fn same_player(
        self,
        (left, left_name): (&str, Option<&str>),
        (right, right_name): (&str, Option<&str>),
        holds: bool,
    ) -> String {
        let no_one = [self.no_row_at_all(), self.nobody()];
        let none = |value: &str| no_one.iter().any(|known| known == value);
        match (left_name, right_name, holds) {
            (None, None, false) if none(left) => self.say(Say::NoMember, &[right]),
            (None, None, false) if none(right) => self.say(Say::AMember, &[left]),
            (None, None, true) if none(left) => self.say(Say::NoMemberAtAll, &[]),
            (Some(name), _, true) | (None, Some(name), true) => {
                self.say(Say::MemberIs, &[name, left])
            }
            (None, None, true) => self.say(Say::WouldBe, &[left]),
            (Some(name), Some(other), false) => {
                self.say(Say::MembersAre, &[name, left, other, right])
            }
            (Some(name), None, false) => self.say(Say::MemberIsBut, &[name, left, right]),
            (None, Some(name), false) => self.say(Say::MemberIsBut, &[name, right, left]),
            (None, None, false) => self.say(Say::MemberIsNot, &[left, right]),
        }
    }
}
