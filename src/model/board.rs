//! Points, directions and the board's geometry.

use crate::model::{Node, Point, Set, Truth};
use fixedbitset::FixedBitSet;

/// A set of points; its length is the number of points of the board.
pub type PointSet = FixedBitSet;

/// One of the eight compass directions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Dir {
    /// Up.
    North,
    /// Up and right.
    Northeast,
    /// Right.
    East,
    /// Down and right.
    Southeast,
    /// Down.
    South,
    /// Down and left.
    Southwest,
    /// Left.
    West,
    /// Up and left.
    Northwest,
}

impl Dir {
    /// All directions, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::Northeast,
        Self::East,
        Self::Southeast,
        Self::South,
        Self::Southwest,
        Self::West,
        Self::Northwest,
    ];

    /// Their names, in the same order.
    pub const NAMES: [&'static str; 8] = [
        "north",
        "northeast",
        "east",
        "southeast",
        "south",
        "southwest",
        "west",
        "northwest",
    ];

    /// Finds a direction by name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let at = Self::NAMES.iter().position(|n| *n == name)?;
        Some(Self::ALL[at])
    }

    /// Returns one step as columns to the right and rows up.
    #[must_use]
    pub fn step(self) -> (i32, i32) {
        match self {
            Self::North => (0, 1),
            Self::Northeast => (1, 1),
            Self::East => (1, 0),
            Self::Southeast => (1, -1),
            Self::South => (0, -1),
            Self::Southwest => (-1, -1),
            Self::West => (-1, 0),
            Self::Northwest => (-1, 1),
        }
    }

    /// Returns the direction `eighths` of a turn clockwise from this one.
    #[must_use]
    pub fn turned(self, eighths: usize) -> Self {
        Self::ALL[(self as usize + eighths) % 8]
    }
}

/// A set of directions, one bit each in the order of [`Dir::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dirs(pub u8);

impl Dirs {
    /// North, east, south, west.
    pub const ORTHOGONAL: Self = Self(0b0101_0101);
    /// The four between them.
    pub const DIAGONAL: Self = Self(0b1010_1010);
    /// All eight.
    pub const ALL: Self = Self(0xff);

    /// Returns the set of one direction.
    #[must_use]
    pub fn only(dir: Dir) -> Self {
        Self(1 << dir as u8)
    }

    /// Tells whether `dir` is in the set.
    #[must_use]
    pub fn has(self, dir: Dir) -> bool {
        self.0 & (1 << dir as u8) != 0
    }

    /// Returns the directions in the order of [`Dir::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Dir> {
        Dir::ALL.into_iter().filter(move |&d| self.has(d))
    }
}

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Look {
    /// Pieces in squares.
    #[default]
    Squares,
    /// Pieces on the crossings of lines.
    Points,
}

/// A grid board.
#[derive(Clone, Debug)]
pub struct Board {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// What `next to` goes by.
    pub next: Dirs,
    /// How it is drawn.
    pub look: Look,
    /// Where each seat's `forward` points; a seat without one has no `forwards`.
    pub forward: Vec<Option<Dir>>,
    /// Walls: no step of `next to` leads from a point of one of these sets to a point outside, or back.
    pub walls: Vec<PointSet>,
    /// Steps that lead from a point to another and back, whatever lies between, while something holds.
    pub links: Vec<Link>,
    /// How it looks besides.
    pub picture: Appearance,
}

/// A step that leads from one point to another and back.
#[derive(Clone, Debug)]
pub struct Link {
    /// Both ends.
    pub ends: [Point; 2],
    /// While this holds; always without it.
    pub when: Option<Node<Truth>>,
}

/// How the points of a board look where nothing stands.
#[derive(Clone, Debug, Default)]
pub struct Appearance {
    /// A sign for each point, if the board has a map.
    pub map: Option<Vec<char>>,
    /// Colours, each with the points that have it.
    pub paints: Vec<(anstyle::Color, PointSet)>,
    /// Signs for points of which something holds; the last that fits is shown.
    pub shows: Vec<(char, Node<Set>)>,
}

impl Board {
    /// Makes a bare board: all eight directions, no walls, no links.
    #[must_use]
    pub fn new(width: u16, height: u16, seats: usize) -> Self {
        Self {
            width,
            height,
            next: Dirs::ALL,
            look: Look::default(),
            forward: vec![None; seats],
            walls: Vec::new(),
            links: Vec::new(),
            picture: Appearance::default(),
        }
    }

    /// Returns the number of points.
    #[must_use]
    pub fn points(&self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// Returns column and row of a point, both from 0.
    #[must_use]
    pub fn column_row(&self, point: Point) -> (i32, i32) {
        (
            i32::from(point.0 % self.width),
            i32::from(point.0 / self.width),
        )
    }

    /// Returns the point in a column and row, if the board has it.
    #[must_use]
    pub fn at(&self, column: i32, row: i32) -> Option<Point> {
        let (width, height) = (i32::from(self.width), i32::from(self.height));
        ((0..width).contains(&column) && (0..height).contains(&row))
            .then(|| u16::try_from(row * width + column).ok().map(Point))
            .flatten()
    }

    /// Returns the point `(columns, rows)` away from `point`, if the board has it.
    #[must_use]
    pub fn offset(&self, point: Point, (columns, rows): (i32, i32)) -> Option<Point> {
        let (column, row) = self.column_row(point);
        self.at(column + columns, row + rows)
    }

    /// Returns the point `count` steps from `point` in a direction, if the board has it.
    #[must_use]
    pub fn along(&self, point: Point, dir: Dir, count: i32) -> Option<Point> {
        let (columns, rows) = dir.step();
        self.offset(point, (columns * count, rows * count))
    }

    /// Returns the point one step from `point` in a direction, if the board has it and no wall is between.
    #[must_use]
    pub fn step(&self, point: Point, dir: Dir) -> Option<Point> {
        let to = self.along(point, dir, 1)?;
        let apart = |wall: &PointSet| wall.contains(point.index()) != wall.contains(to.index());
        (!self.walls.iter().any(apart)).then_some(to)
    }

    /// Returns the points to which one step in a direction leads from some point.
    #[must_use]
    pub fn entered(&self, dir: Dir) -> PointSet {
        let mut points = self.none();
        let all = (0u16..).map(Point).take(self.points());
        points.extend(all.filter_map(|p| self.step(p, dir)).map(Point::index));
        points
    }

    /// Returns the name of a point: column letters, then row number from 1 (`a1`; after `z` comes `aa`).
    #[must_use]
    pub fn name(&self, point: Point) -> String {
        let (column, row) = self.column_row(point);
        format!("{}{}", column_name(column), row + 1)
    }

    /// Finds a point by its name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Point> {
        let letters = name.len()
            - name
                .trim_start_matches(|c: char| c.is_ascii_lowercase())
                .len();
        let (column, row) = name.split_at(letters);
        let plain = !row.starts_with('0') && row.bytes().all(|b| b.is_ascii_digit());
        let row: i32 = plain.then(|| row.parse().ok()).flatten()?;
        self.at(column_number(column)?, row - 1)
    }

    /// Returns the empty set of this board's points.
    #[must_use]
    pub fn none(&self) -> PointSet {
        PointSet::with_capacity(self.points())
    }

    /// Returns the set of all points.
    #[must_use]
    pub fn every(&self) -> PointSet {
        let mut all = self.none();
        all.insert_range(..);
        all
    }
}

/// Returns the letters of a column from 0: `a` … `z`, `aa` …
#[must_use]
pub fn column_name(column: i32) -> String {
    let letter = |n: i32| char::from(b'a' + u8::try_from(n % 26).unwrap_or(0));
    match column / 26 {
        0 => letter(column).to_string(),
        more => format!("{}{}", letter(more - 1), letter(column)),
    }
}

/// Returns the column of its letters, from 0.
#[must_use]
pub fn column_number(letters: &str) -> Option<i32> {
    let number = |b: &u8| i32::from(b - b'a');
    match letters.as_bytes() {
        [one] if one.is_ascii_lowercase() => Some(number(one)),
        [first, second] if first.is_ascii_lowercase() && second.is_ascii_lowercase() => {
            Some((number(first) + 1) * 26 + number(second))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Board, Point};

    #[test]
    fn every_point_is_found_by_its_name() {
        let board = Board::new(30, 12, 0);
        for index in 0..360 {
            let point = Point(index);
            assert_eq!(board.find(&board.name(point)), Some(point));
        }
        for wrong in [
            "", "a", "1", "a0", "a01", "a13", "ae1", "A1", "a1 ", "a+1", "ä1",
        ] {
            assert_eq!(board.find(wrong), None, "{wrong}");
        }
    }
}
