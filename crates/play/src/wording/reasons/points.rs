//! Sentences about points and sets of points.

use crate::wording::reasons::{Rest, is_word};
use crate::wording::{Phrasing, Say};

/// At most so many points are named one by one.
const MOST_POINTS: usize = 6;

impl Phrasing {
    /// Where something is wrong, and what stands there.
    pub(crate) fn see(self, points: &[String], pieces: &[String]) -> String {
        let points = self.few(points);
        match pieces {
            [] => self.say(Say::See, &[&points]),
            pieces => self.say(Say::SeeWith, &[&points, &pieces.join(", ")]),
        }
    }

    /// A point that is not in a set with these points, but should be.
    pub(crate) fn not_among(self, point: &str, set: Option<&str>, points: &[String]) -> String {
        match set {
            Some(set) if set.starts_with('`') => {
                self.say(Say::NotAmongWords, &[point, set, &self.came_to(points)])
            }
            Some(set) if is_word(set) => self.say(Say::NotOf, &[point, set]),
            Some(set) => self.say(Say::NotIn, &[point, set]),
            None => self.say(Say::NotAllowed, &[point]),
        }
    }

    /// A point that is in a set, but should not be.
    pub(crate) fn among(self, point: &str, set: Option<&str>) -> String {
        match set {
            Some(set) if is_word(set) => self.say(Say::Of, &[point, set]),
            Some(set) => self.say(Say::In, &[point, set]),
            None => self.say(Say::Excluded, &[point]),
        }
    }

    /// A point that is, or is not, among points that are remembered under a name.
    pub(crate) fn marked(self, point: &str, name: &str) -> String {
        self.say(Say::Marked, &[point, name])
    }

    /// A point that is not among those that are remembered.
    pub(crate) fn not_marked(self, point: &str, name: &str) -> String {
        self.say(Say::NotMarked, &[point, name])
    }

    /// What the words of a rule came to, where these are few points.
    fn came_to(self, points: &[String]) -> String {
        match points {
            [] => self.say(Say::HasNone, &[]),
            few if few.len() <= MOST_POINTS => format!(" ({})", few.join(", ")),
            many => self.say(Say::HasSeveral, &[&many.len().to_string()]),
        }
    }

    /// A point that is next to no point of a set.
    pub(crate) fn not_beside(self, point: &str, set: Option<&str>) -> String {
        match set {
            Some(set) => self.say(Say::NotBeside, &[point, set]),
            None => self.say(Say::BesideNothing, &[point]),
        }
    }

    /// A point from which something must lead away.
    pub(crate) fn is_start(self, point: &str) -> String {
        self.say(Say::IsStart, &[point])
    }

    /// A point that is not beside another.
    pub(crate) fn apart(self, point: &str, other: &str) -> String {
        self.say(Say::Apart, &[point, other])
    }

    /// A point that is not another.
    pub(crate) fn not_same(self, point: &str, other: &str) -> String {
        self.say(Say::NotSame, &[point, other])
    }

    /// A point that does not lie where it should.
    pub(crate) fn not_there(self, point: &str, place: &str) -> String {
        self.say(Say::NotThere, &[point, place])
    }

    /// A point with all its sides inside a set.
    pub(crate) fn not_at_edge(self, point: &str) -> String {
        self.say(Say::NotAtEdge, &[point])
    }

    /// A place that the board does not have.
    pub(crate) fn off_board(self, place: &str) -> String {
        self.say(Say::OffBoard, &[place])
    }

    /// A place without a name.
    pub(crate) fn the_place(self) -> String {
        self.say(Say::ThePlace, &[])
    }

    /// A way between two points that is shut.
    pub(crate) fn shut(self, from: &str, to: &str, why: &str) -> String {
        self.say(Say::Shut, &[from, to, why])
    }

    /// A wall between two points.
    pub(crate) fn walled(self, from: &str, to: &str) -> String {
        self.say(Say::Walled, &[from, to])
    }

    /// A thing that should stand somewhere, and does not.
    pub(crate) fn there_is_no(self, thing: Option<&str>) -> String {
        match thing {
            Some(thing) => self.say(Say::Missing, &[thing]),
            None => self.say(Say::NoSuchPoint, &[]),
        }
    }

    /// Points all of which are empty, and must not be.
    pub(crate) fn all_empty(self, points: &str) -> String {
        self.say(Say::AllEmpty, &[points])
    }

    /// Points on all of which pieces stand, and must not.
    pub(crate) fn all_held(self, points: &str, piece: &str) -> String {
        self.say(Say::AllHeld, &[&self.one(piece), points])
    }

    /// A thing that should stand nowhere, and does.
    pub(crate) fn there_is(self, thing: &str, points: &[String]) -> String {
        self.say(Say::ThereIs, &[&self.one(thing), &self.few(points)])
    }

    /// Pieces that should stand, or lie, nowhere, and do.
    pub(crate) fn found_on(self, piece: &str, points: &[String], rest: Rest) -> String {
        let phrase = match rest {
            Rest::Stands => Say::SomethingStandsOn,
            Rest::Is | Rest::Lies => Say::SomethingLiesOn,
        };
        let points = self.few(points);
        // The place is told once.
        let suffixes = [format!(" on {points}"), format!(" auf {points}")];
        let bare = suffixes
            .iter()
            .find_map(|suffix| piece.strip_suffix(suffix.as_str()));
        self.say(phrase, &[&self.one(bare.unwrap_or(piece)), &points])
    }

    /// Pieces or points that hang together.
    pub(crate) fn joined_all(self, what: &str) -> String {
        self.say(Say::AllJoined, &[what])
    }

    /// Pieces or points that do not hang together: one, and those to which no way leads from it.
    pub(crate) fn not_joined(self, what: &str, first: &str, apart: &[String]) -> String {
        self.say(Say::NotAllJoined, &[what, first, &self.few(apart)])
    }

    /// Points that stand against something.
    pub(crate) fn in_the_way(self, points: &[String], set: Option<&str>) -> String {
        let points = self.few(points);
        match set {
            Some(set) => self.say(Say::NoneMayLie, &[set, &points]),
            None => self.say(Say::InTheWay, &[&points]),
        }
    }

    /// No point lies in a set.
    pub(crate) fn no_point_in(self, set: &str) -> String {
        self.say(Say::NoPointIn, &[set])
    }

    /// A set of points that is not the set that it must be.
    pub(crate) fn other_points(self, missing: &[String], too_much: &[String]) -> String {
        let side = |points: &[String], one: Say, several: Say| match points {
            [] => None,
            [point] => Some(self.say(one, &[point])),
            points => Some(self.say(several, &[&self.few(points)])),
        };
        let sides = [
            side(missing, Say::OneMissing, Say::SeveralMissing),
            side(too_much, Say::OneTooMuch, Say::SeveralTooMuch),
        ];
        let sides: Vec<_> = sides.into_iter().flatten().collect();
        sides.join("; ")
    }
}
