//! The board of a game: its topology, and the properties that the rules add.

use crate::{
    Dir, Dirs, Node, Point, PointSet, SeatId, Set, SignShape, TagId, Topology, Translation, Truth,
};

impl Topology {
    /// Returns the topology of a board. A game without a board has the topology of a single point.
    #[must_use]
    pub fn of(board: Option<&Board>) -> &Self {
        match board {
            Some(board) => &board.topology,
            None => Self::point(),
        }
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

/// A board: its topology, and the properties that the game adds.
#[derive(Clone, Debug)]
pub struct Board {
    /// Its points and directions.
    pub topology: Topology,
    /// The directions of `next to`.
    pub next: Dirs,
    /// How it is drawn.
    pub look: Look,
    /// The direction of `forward` for each seat. A seat without one has no `forwards`.
    pub forward: Vec<Option<Dir>>,
    /// Walls: no step of `next to` crosses one.
    pub walls: Vec<Wall>,
    /// Extra steps, in both directions, between two points that need not be neighbours.
    pub links: Vec<Link>,
    /// How the empty points look.
    pub picture: Appearance,
}

/// A wall around some points.
#[derive(Clone, Debug)]
pub struct Wall {
    /// The clauses it carries.
    pub tags: Vec<TagId>,
    /// The points inside it.
    pub around: PointSet,
}

/// An extra step between two points, in both directions.
#[derive(Clone, Debug)]
pub struct Link {
    /// Both ends.
    pub ends: [Point; 2],
    /// The condition under which it exists; always if absent.
    pub when: Option<Node<Truth>>,
}

/// The look of a board's empty points.
#[derive(Clone, Debug, Default)]
pub struct Appearance {
    /// A sign for each point, if the board has a map.
    pub map: Option<Vec<char>>,
    /// Colours, each with the points that have it.
    pub paints: Vec<(anstyle::Color, PointSet)>,
    /// Conditional signs for points; if several fit, the last one appears.
    pub shows: Vec<ShownSign>,
    /// Lines between two points that are drawn besides the usual ones.
    pub lines: Vec<(Point, Point)>,
    /// Lines between neighbours that are left out: those from a point of the first set to one of the second.
    pub left_out: Vec<(PointSet, PointSet)>,
    /// Texts, each with the points around its middle.
    pub labels: Vec<(String, PointSet)>,
}

/// A sign for the points of a set.
#[derive(Clone, Debug)]
pub struct ShownSign {
    /// The sign.
    pub sign: char,
    /// The points. `me` is the viewer.
    pub points: Node<Set>,
    /// The name of the points, if the rules write only a name.
    pub name: Option<String>,
    /// How the points look in pictures; by default as their name says, or else with the sign.
    pub shape: Option<SignShape>,
    /// Whether it shows secrets: each player then sees only the signs of their own set.
    pub private: bool,
}

impl ShownSign {
    /// Returns the sign as drawn for a player. A private sign follows the letters of pieces: capitals for the first player.
    #[must_use]
    pub fn drawn_for(&self, seat: SeatId) -> char {
        match seat {
            SeatId(1) if self.private => self.sign.to_ascii_lowercase(),
            _ if self.private => self.sign.to_ascii_uppercase(),
            _ => self.sign,
        }
    }
}

impl Board {
    /// Makes a bare board: neighbours in all directions, no walls, no links.
    #[must_use]
    pub fn new(topology: Topology, seats: usize) -> Self {
        Self {
            next: topology.usual_steps(),
            topology,
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
        self.topology.points()
    }

    /// Returns the point `count` steps from `point` in a direction, if the board has it.
    #[must_use]
    pub fn along(&self, point: Point, dir: Dir, count: i32) -> Option<Point> {
        self.topology.along(point, dir, count)
    }

    /// Returns the point one step from `point` in a direction, if the board has it and no wall is in the way.
    #[must_use]
    pub fn step(&self, point: Point, dir: Dir) -> Option<Point> {
        let to = self.along(point, dir, 1)?;
        (!self.is_walled(point, to)).then_some(to)
    }

    /// Returns the clauses of the wall between two points.
    #[must_use]
    pub fn wall_tags(&self, one: Point, other: Point) -> &[TagId] {
        let wall = self.wall(one, other);
        wall.map_or(&[], |wall| wall.tags.as_slice())
    }

    fn wall(&self, one: Point, other: Point) -> Option<&Wall> {
        let apart =
            |wall: &&Wall| wall.around.contains(one.index()) != wall.around.contains(other.index());
        self.walls.iter().find(apart)
    }

    /// Returns whether a wall separates two points.
    #[must_use]
    pub fn is_walled(&self, one: Point, other: Point) -> bool {
        self.wall(one, other).is_some()
    }

    /// Returns the steps to neighbours as translations, each once, with the points that it reaches without crossing a wall.
    #[must_use]
    pub fn translations(&self) -> Vec<(Translation, PointSet)> {
        let mut found: Vec<(Translation, PointSet)> = Vec::new();
        for (by, to) in self.next.iter().flat_map(|dir| self.open_leads(dir)) {
            match found.iter_mut().find(|(known, _)| *known == by) {
                Some((_, points)) => points.union_with(&to),
                None => found.push((by, to)),
            }
        }
        found
    }

    /// Returns the translations of a step in a direction, with the points that they reach without crossing a wall.
    fn open_leads(&self, dir: Dir) -> Vec<(Translation, PointSet)> {
        let mut leads = self.topology.leads(dir, 1);
        for (_, to) in &mut leads {
            let ends: Vec<usize> = to.ones().collect();
            for end in ends {
                let from = Point::nth(end).and_then(|end| self.before(end, dir));
                let walled = from.is_none_or(|from| self.step(from, dir).is_none());
                to.set(end, !walled);
            }
        }
        leads
    }

    /// Returns the point from which one step in a direction leads to `point`.
    fn before(&self, point: Point, dir: Dir) -> Option<Point> {
        let back = self.topology.opposite(dir)?;
        self.along(point, back, 1)
    }

    /// Returns the name of a point.
    #[must_use]
    pub fn name(&self, point: Point) -> String {
        self.topology.name(point)
    }

    /// Finds a point by its name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Point> {
        self.topology.find(name)
    }

    /// Returns the empty set of this board's points.
    #[must_use]
    pub fn none(&self) -> PointSet {
        self.topology.none()
    }

    /// Returns the set of all points.
    #[must_use]
    pub fn every(&self) -> PointSet {
        self.topology.every()
    }
}
