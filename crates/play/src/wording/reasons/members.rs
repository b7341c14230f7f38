//! Sentences about players, rows of lists, and the contents of zones.

use crate::wording::Phrasing;

impl Phrasing {
    /// An item that is, or is not, in a zone.
    pub(crate) fn lies_there(self, what: Option<&str>, zone: &str, count: i64) -> String {
        let such = self.such_thing();
        let what = what.unwrap_or(&such);
        match count {
            0 => self.not_in_zone(what, zone),
            1 => self.one_in_zone(what, zone),
            more => self.several_in_zone(what, zone, more),
        }
    }

    /// A zone that is, or is not, empty.
    pub(crate) fn holds(self, zone: &str, count: i64) -> String {
        match count {
            0 => self.holds_nothing(zone),
            1 => self.holds_one(zone),
            more => self.holds_several(zone, more),
        }
    }

    /// More copies of a row than a zone holds.
    pub(crate) fn too_few_in_zone(
        self,
        what: &str,
        zone: &str,
        (named, there): (u64, u64),
    ) -> String {
        match there {
            0 => self.not_in_zone(what, zone),
            there => self.fewer_in_zone(named, what, zone, there),
        }
    }

    /// Two players or rows that are, or are not, the same, each by its value and its role.
    pub(crate) fn same_player(
        self,
        (left, left_name): (&str, Option<&str>),
        (right, right_name): (&str, Option<&str>),
        holds: bool,
    ) -> String {
        let no_one = [self.no_row_at_all(), self.nobody()];
        let none = |value: &str| no_one.iter().any(|known| known == value);
        match (left_name, right_name, holds) {
            (None, None, false) if none(left) => self.no_member(right),
            (None, None, false) if none(right) => self.a_member(left),
            (None, None, true) if none(left) => self.no_member_at_all(),
            (Some(name), _, true) | (None, Some(name), true) => self.member_is(name, left),
            (None, None, true) => self.would_be(left),
            (Some(name), Some(other), false) => self.members_are(name, left, other, right),
            (Some(name), None, false) => self.member_is_but(name, left, right),
            (None, Some(name), false) => self.member_is_but(name, right, left),
            (None, None, false) => self.member_is_not(left, right),
        }
    }
}
