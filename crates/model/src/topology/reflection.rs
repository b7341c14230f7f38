//! Reflections of a board: over a line through its centre, and in the centre itself, which is half a turn.

use crate::Point;
use crate::topology::{Dir, Topology, Translation};

/// What a board is reflected over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Axis {
    /// The centre of the board: half a turn around it.
    Centre,
    /// The line through the centre in a direction.
    Along(Dir),
}

impl Topology {
    /// Returns the mirror point of each point, by the number of the point; `None` for a point whose mirror point is not on
    /// the board. Returns `None` if a direction is not a line through all of the board, as on a drawn board.
    ///
    /// The centre of the board is the mean of all its points.
    #[must_use]
    pub fn reflection(&self, axis: Axis) -> Option<Vec<Option<Point>>> {
        let line = match axis {
            Axis::Along(dir) => Some(self.regular_step(dir)?),
            Axis::Centre => {
                self.regular_step(Dir::at(0))?;
                None
            }
        };
        let origin = self.iter().next()?;
        let sum = self.iter().try_fold(Translation::NONE, |sum, point| {
            Some(sum + self.between(origin, point)?)
        })?;
        let count = i32::try_from(self.iter().count()).ok()?;
        let mut points = vec![None; self.points()];
        for point in self.iter() {
            // All vectors are multiplied by the number of points, so that the centre has whole coordinates.
            let from_centre = self.between(origin, point)? * count - sum;
            points[point.index()] = self
                .mirrored(from_centre, line)
                .and_then(|mirrored| (mirrored + sum).divided_by(count))
                .and_then(|mirrored| self.moved(origin, mirrored));
        }
        Some(points)
    }

    /// Returns one step in a direction, if the direction is a line through all of the board.
    fn regular_step(&self, dir: Dir) -> Option<Translation> {
        match self {
            Self::Grid(_) => self.translation(dir),
            Self::Net(net) => net.regular_step(dir),
        }
    }

    /// Reflects a vector over a line through the origin: `2 (v·d)/(d·d) d - v`. Without a line, it is reversed.
    fn mirrored(&self, vector: Translation, line: Option<Translation>) -> Option<Translation> {
        let Some(line) = line else {
            return Some(-vector);
        };
        let (along, length) = (self.product(vector, line), self.product(line, line));
        (line * (2 * along))
            .divided_by(length)
            .map(|twice| twice - vector)
    }

    /// Returns twice the scalar product of two translations, on the board as it is drawn.
    fn product(&self, one: Translation, other: Translation) -> i32 {
        let product = 2 * (one.x * other.x + one.y * other.y);
        match self {
            Self::Grid(_) => product,
            // The axes of hexagons meet at 60 degrees.
            Self::Net(_) => product + one.x * other.y + one.y * other.x,
        }
    }
}

impl Translation {
    /// Divides both coordinates; `None` if a remainder is left.
    fn divided_by(self, number: i32) -> Option<Self> {
        let is_whole = self.x % number == 0 && self.y % number == 0;
        is_whole.then(|| Self::new(self.x / number, self.y / number))
    }
}

#[cfg(test)]
mod tests {
    use super::Axis;
    use crate::topology::{HexShape, Topology};

    /// Returns the mirror points of some points, as names.
    fn mirrored(board: &Topology, axis: &str, points: &str) -> String {
        let axis = match axis {
            "centre" => Axis::Centre,
            _ => Axis::Along(board.direction(axis).expect("a direction")),
        };
        let all = board.reflection(axis).expect("a reflection");
        let name = |point: &str| {
            let point = board.find(point).expect("a point");
            all[point.index()].map_or_else(|| "-".to_owned(), |to| board.name(to))
        };
        points.split(' ').map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn squares_are_reflected() {
        let chess = Topology::grid(8, 8);
        assert_eq!(mirrored(&chess, "north", "a1 c2 h8"), "h1 f2 a8");
        assert_eq!(mirrored(&chess, "west", "a1 c2 h8"), "a8 c7 h1");
        assert_eq!(mirrored(&chess, "northeast", "a1 c2 h8"), "a1 b3 h8");
        assert_eq!(mirrored(&chess, "northwest", "a1 c2 h8"), "h8 g6 a1");
        assert_eq!(mirrored(&chess, "centre", "a1 c2 h8"), "h8 f7 a1");
    }

    #[test]
    fn a_mirror_point_may_be_off_the_board() {
        let wide = Topology::grid(4, 2);
        assert_eq!(mirrored(&wide, "east", "a1 d2"), "a2 d1");
        assert_eq!(mirrored(&wide, "northeast", "a1 b1 c2"), "- b1 c2");
        let even = Topology::grid(3, 2);
        assert_eq!(mirrored(&even, "northeast", "a1 b2"), "- -");
    }

    #[test]
    fn hexagons_are_reflected() {
        let hex = Topology::hexes(HexShape::Rhombus, 4);
        assert_eq!(mirrored(&hex, "eastnortheast", "a1 b1 d2"), "a1 a2 b4");
        assert_eq!(mirrored(&hex, "centre", "a1 b1 d2"), "d4 c4 a3");
        let triangle = Topology::hexes(HexShape::Triangle, 3);
        assert_eq!(mirrored(&triangle, "north", "a1 b1 a3"), "c1 b1 a3");
    }

    #[test]
    fn each_reflection_is_its_own_inverse() {
        for board in [
            Topology::grid(5, 5),
            Topology::grid(6, 3),
            Topology::hexes(HexShape::Hexagon, 4),
            Topology::hexes(HexShape::Star, 2),
        ] {
            let directions = board.every_direction().iter().map(Axis::Along);
            for axis in directions.chain([Axis::Centre]) {
                let all = board.reflection(axis).expect("a reflection");
                for point in board.iter() {
                    let back = all[point.index()].map(|to| all[to.index()]);
                    assert!(back.is_none_or(|back| back == Some(point)));
                }
            }
        }
    }
}
