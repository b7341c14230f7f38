//! Sentences about points and sets of points.

use crate::wording::Phrasing;
use crate::wording::reasons::{Rest, is_word};

/// The most points that are named one by one.
const MOST_POINTS: usize = 6;

impl Phrasing {
    /// Where the problem is, with the pieces there.
    pub(crate) fn see(self, points: &[String], pieces: &[String]) -> String {
        let points = self.few(points);
        match pieces {
            [] => self.see_points(&points),
            pieces => self.see_with(&points, &pieces.join(", ")),
        }
    }

    /// A point that is not in a set with these points, but should be.
    pub(crate) fn not_among(self, point: &str, set: Option<&str>, points: &[String]) -> String {
        match set {
            Some(set) if set.starts_with('`') => {
                self.not_among_words(point, set, &self.came_to(points))
            }
            Some(set) if is_word(set) => self.not_of(point, set),
            Some(set) => self.not_in(point, set),
            None => self.not_allowed(point),
        }
    }

    /// A point that is in a set, but should not be.
    pub(crate) fn among(self, point: &str, set: Option<&str>) -> String {
        match set {
            Some(set) if is_word(set) => self.of(point, set),
            Some(set) => self.within(point, set),
            None => self.excluded(point),
        }
    }

    /// The points of a set that is named only by words of the rules, if they are few.
    fn came_to(self, points: &[String]) -> String {
        match points {
            [] => self.has_none(),
            few if few.len() <= MOST_POINTS => format!(" ({})", few.join(", ")),
            many => self.has_several(many.len()),
        }
    }

    /// A point that is next to no point of a set.
    pub(crate) fn not_beside(self, point: &str, set: Option<&str>) -> String {
        match set {
            Some(set) => self.is_not_beside(point, set),
            None => self.beside_nothing(point),
        }
    }

    /// Pieces that should be nowhere, but are.
    pub(crate) fn found_on(self, piece: &str, points: &str, rest: Rest) -> String {
        // The place is named only once.
        let suffixes = [format!(" on {points}"), format!(" auf {points}")];
        let bare = suffixes
            .iter()
            .find_map(|suffix| piece.strip_suffix(suffix.as_str()));
        let piece = bare.unwrap_or(piece);
        match rest {
            Rest::Stands => self.something_stands_on(piece, points),
            Rest::Is | Rest::Lies => self.something_lies_on(piece, points),
        }
    }

    /// A set of points that differs from the required one.
    pub(crate) fn other_points(self, missing: &[String], too_much: &[String]) -> String {
        let missing = match missing {
            [] => None,
            [point] => Some(self.one_missing(point)),
            points => Some(self.several_missing(&self.few(points))),
        };
        let too_much = match too_much {
            [] => None,
            [point] => Some(self.one_too_much(point)),
            points => Some(self.several_too_much(&self.few(points))),
        };
        let sides: Vec<_> = missing.into_iter().chain(too_much).collect();
        sides.join("; ")
    }
}
