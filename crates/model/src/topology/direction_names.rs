//! The names of directions in a circle, and the directions that are forward, sideways and backward for a player.
//!
//! The angle between neighbouring directions is an eighth of a turn (of eight) or a twelfth (of twelve). `forwards` means all
//! directions at less than a right angle from forward; `sideways` means those at exactly a right angle.

use crate::topology::{Bearing, Dir, Dirs};

/// Directions in a circle, clockwise, at equal angles.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(super) struct DirectionNames {
    /// Their names, by index.
    pub(super) names: &'static [&'static str],
    /// The directions across a side of a point.
    pub(super) orthogonal: Dirs,
    /// The directions across a corner.
    pub(super) diagonal: Dirs,
    /// The words for all directions across a side.
    pub(super) straight: Bearing,
}

/// The eight directions of the compass, for grids and drawn boards.
pub(super) const COMPASS: &DirectionNames = &DirectionNames {
    names: &[
        "north",
        "northeast",
        "east",
        "southeast",
        "south",
        "southwest",
        "west",
        "northwest",
    ],
    orthogonal: Dirs::from_bits(0b0101_0101),
    diagonal: Dirs::from_bits(0b1010_1010),
    straight: Bearing::ROW_OR_COLUMN,
};

/// The directions of hexagons in rows: six across the sides, and between them six across the corners.
pub(super) const TWELVE: &DirectionNames = &DirectionNames {
    names: &[
        "north",
        "northeast",
        "eastnortheast",
        "east",
        "eastsoutheast",
        "southeast",
        "south",
        "southwest",
        "westsouthwest",
        "west",
        "westnorthwest",
        "northwest",
    ],
    orthogonal: Dirs::from_bits(0b1010_1010_1010),
    diagonal: Dirs::from_bits(0b0101_0101_0101),
    straight: Bearing::OVER_SIDES,
};

/// Words for directions as seen by a player.
const RELATIVE: [&str; 5] = ["forward", "forwards", "sideways", "backward", "backwards"];

/// The sentences' words for directions as seen by a player.
const PHRASES: [Bearing; 7] = [
    Bearing::FORWARD,
    Bearing::STRAIGHT_FORWARD,
    Bearing::DIAGONALLY_FORWARD,
    Bearing::SIDEWAYS,
    Bearing::BACKWARD,
    Bearing::STRAIGHT_BACKWARD,
    Bearing::DIAGONALLY_BACKWARD,
];

/// All tables of direction names.
pub(super) const ALL_DIRECTION_NAMES: [&DirectionNames; 2] = [COMPASS, TWELVE];

/// Words for several directions that mean the same for every player.
const GROUPS: [&str; 3] = ["orthogonal", "diagonal", "all"];

/// Returns the words that mean one or several directions on some kind of board.
pub(super) fn words() -> impl Iterator<Item = &'static str> + Clone {
    let names = ALL_DIRECTION_NAMES
        .iter()
        .flat_map(|direction_names| direction_names.names.iter().copied());
    let mut all: Vec<_> = names.chain(GROUPS).chain(RELATIVE).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter()
}

impl DirectionNames {
    fn count(&self) -> u8 {
        u8::try_from(self.names.len()).unwrap_or(1)
    }

    /// Returns the direction `places` places clockwise from another.
    fn turned(&self, dir: Dir, places: u8) -> Dir {
        Dir::at((dir.index() + places) % self.count())
    }

    /// Returns the opposite direction.
    pub(super) fn opposite(&self, dir: Dir) -> Dir {
        self.turned(dir, self.count() / 2)
    }

    /// Returns every direction.
    pub(super) fn every(&self) -> Dirs {
        (0..self.count()).map(Dir::at).collect()
    }

    /// Finds a direction by its name.
    pub(super) fn named(&self, name: &str) -> Option<Dir> {
        let at = self.names.iter().position(|n| *n == name)?;
        u8::try_from(at).ok().map(Dir::at)
    }

    /// Returns the directions of a word that means the same for every player: `north`, `diagonal`.
    pub(super) fn group(&self, word: &str) -> Option<Dirs> {
        match word {
            "orthogonal" => Some(self.orthogonal),
            "diagonal" => Some(self.diagonal).filter(|dirs| !dirs.is_empty()),
            "all" => Some(self.every()),
            _ => self.named(word).map(Dirs::only),
        }
    }

    /// Returns whether a word means directions as seen by a player: `forwards`.
    pub(super) fn is_relative(word: &str) -> bool {
        RELATIVE.contains(&word)
    }

    /// Returns another word for directions: the opposite, or corners instead of sides.
    pub(super) fn other_word(&self, word: &str) -> Option<&'static str> {
        match word {
            "forward" => Some("backward"),
            "forwards" | "sideways" => Some("backwards"),
            "backward" => Some("forward"),
            "backwards" => Some("forwards"),
            "orthogonal" if self.diagonal.is_empty() => None,
            "orthogonal" => Some("diagonal"),
            "diagonal" | "all" => Some("orthogonal"),
            _ => {
                let back = self.opposite(self.named(word)?);
                self.names.get(usize::from(back.index())).copied()
            }
        }
    }

    /// Returns the directions of a word for a player whose forward direction is `forward`.
    pub(super) fn relative(&self, word: &str, forward: Dir) -> Option<Dirs> {
        let back = self.opposite(forward);
        match word {
            "forward" => Some(Dirs::only(forward)),
            "forwards" => Some(self.near(forward)),
            "sideways" => Some(self.across(forward)),
            "backward" => Some(Dirs::only(back)),
            "backwards" => Some(self.near(back)),
            _ => None,
        }
    }

    /// Returns the directions at less than a right angle from another.
    fn near(&self, dir: Dir) -> Dirs {
        let count = self.count();
        let near = |places: &u8| (*places).min(count - places) * 4 < count;
        let places = (0..count).filter(near);
        places.map(|places| self.turned(dir, places)).collect()
    }

    /// Returns the directions at exactly a right angle from another.
    fn across(&self, dir: Dir) -> Dirs {
        let count = self.count();
        let places = (1..count).filter(|places| places * 4 == count || places * 4 == count * 3);
        places.map(|places| self.turned(dir, places)).collect()
    }

    /// Returns words for directions, as seen by a player whose forward direction is `forward`: `straight forward`, `sideways`.
    pub(super) fn in_words(&self, dirs: Dirs, forward: Option<Dir>) -> Vec<Bearing> {
        match dirs {
            all if all == self.every() => return vec![Bearing::STRAIGHT_LINE],
            sides if sides == self.orthogonal => return vec![self.straight],
            corners if corners == self.diagonal => return vec![Bearing::DIAGONALLY],
            _ => {}
        }
        let name = |dir: Dir| Bearing::named(self.names.get(usize::from(dir.index()))?);
        let by_name = || dirs.iter().filter_map(name).collect();
        let phrases = forward.and_then(|forward| self.as_seen(dirs, forward));
        phrases.unwrap_or_else(by_name)
    }

    /// Returns words for directions relative to `forward`, if such words exist.
    fn as_seen(&self, dirs: Dirs, forward: Dir) -> Option<Vec<Bearing>> {
        let (ahead, back) = (Dirs::only(forward), Dirs::only(self.opposite(forward)));
        let (near, far) = (self.near(forward), self.near(self.opposite(forward)));
        let (sides, slant, back_slant) =
            (self.across(forward), near.except(ahead), far.except(back));
        let meant = [near, ahead, slant, sides, far, back, back_slant];
        // `ANY_FORWARD` means more than `FORWARD` only if there are slanting directions.
        let several = [slant, back_slant].map(|slant| !slant.is_empty());
        let mut left = dirs;
        let mut words = Vec::new();
        for (phrase, meant) in PHRASES.into_iter().zip(meant) {
            if !meant.is_empty() && left.has_all(meant) {
                left = left.except(meant);
                words.push(match (phrase, several) {
                    (Bearing::FORWARD, [true, _]) => Bearing::ANY_FORWARD,
                    (Bearing::BACKWARD, [_, true]) => Bearing::ANY_BACKWARD,
                    _ => phrase,
                });
            }
        }
        (left.is_empty() && !words.is_empty()).then_some(words)
    }
}
