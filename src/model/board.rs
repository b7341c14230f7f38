//! The board of a game: its topology, and what the rules say of its points.

use crate::model::{Dir, Dirs, Node, Point, Set, Topology, Translation, Truth};
use fixedbitset::FixedBitSet;

/// A set of points; its length is the number of points of the board.
pub(crate) type PointSet = FixedBitSet;

impl Topology {
    /// Returns the topology of a board; that of a single point for a game without one.
    #[must_use]
    pub(crate) fn of(board: Option<&Board>) -> &Self {
        match board {
            Some(board) => &board.topology,
            None => Self::point(),
        }
    }
}

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Look {
    /// Pieces in squares.
    #[default]
    Squares,
    /// Pieces on the crossings of lines.
    Points,
}

/// A board: its points, and what the game says of them.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    /// Its points and directions.
    pub(crate) topology: Topology,
    /// What `next to` goes by.
    pub(crate) next: Dirs,
    /// How it is drawn.
    pub(crate) look: Look,
    /// Where each seat's `forward` points; a seat without one has no `forwards`.
    pub(crate) forward: Vec<Option<Dir>>,
    /// Walls: no step of `next to` leads from a point of one of these sets to a point outside, or back.
    pub(crate) walls: Vec<PointSet>,
    /// Steps that lead from a point to another and back, whatever lies between, while something holds.
    pub(crate) links: Vec<Link>,
    /// How it looks besides.
    pub(crate) picture: Appearance,
}

/// A step that leads from one point to another and back.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    /// Both ends.
    pub(crate) ends: [Point; 2],
    /// While this holds; always without it.
    pub(crate) when: Option<Node<Truth>>,
}

/// How the points of a board look where nothing stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Appearance {
    /// A sign for each point, if the board has a map.
    pub(crate) map: Option<Vec<char>>,
    /// Colours, each with the points that have it.
    pub(crate) paints: Vec<(anstyle::Color, PointSet)>,
    /// Signs for points of which something holds; the last that fits is shown.
    pub(crate) shows: Vec<(char, Node<Set>)>,
}

impl Board {
    /// Makes a bare board: neighbours in all directions, no walls, no links.
    #[must_use]
    pub(crate) fn new(topology: Topology, seats: usize) -> Self {
        Self {
            next: topology.every_direction(),
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
    pub(crate) fn points(&self) -> usize {
        self.topology.points()
    }

    /// Returns the point `count` steps from `point` in a direction, if the board has it.
    #[must_use]
    pub(crate) fn along(&self, point: Point, dir: Dir, count: i32) -> Option<Point> {
        self.topology.along(point, dir, count)
    }

    /// Returns the point one step from `point` in a direction, if the board has it and no wall is between.
    #[must_use]
    pub(crate) fn step(&self, point: Point, dir: Dir) -> Option<Point> {
        let to = self.along(point, dir, 1)?;
        (!self.is_walled(point, to)).then_some(to)
    }

    /// Tells whether a wall is between two points.
    #[must_use]
    pub(crate) fn is_walled(&self, one: Point, other: Point) -> bool {
        let apart = |wall: &PointSet| wall.contains(one.index()) != wall.contains(other.index());
        self.walls.iter().any(apart)
    }

    /// Returns the points to which one step in a direction leads from some point.
    #[must_use]
    pub(crate) fn entered(&self, dir: Dir) -> PointSet {
        let mut points = self.none();
        let steps = self.topology.iter().filter_map(|p| self.step(p, dir));
        points.extend(steps.map(Point::index));
        points
    }

    /// Returns the steps to neighbours as translations, each with the points to which it leads past no wall; nothing if
    /// some direction moves the points differently.
    #[must_use]
    pub(crate) fn translations(&self) -> Option<Vec<(Translation, PointSet)>> {
        let step = |dir| Some((self.topology.translation(dir)?, self.entered(dir)));
        self.next.iter().map(step).collect()
    }

    /// Returns the name of a point.
    #[must_use]
    pub(crate) fn name(&self, point: Point) -> String {
        self.topology.name(point)
    }

    /// Finds a point by its name.
    #[must_use]
    pub(crate) fn find(&self, name: &str) -> Option<Point> {
        self.topology.find(name)
    }

    /// Returns the empty set of this board's points.
    #[must_use]
    pub(crate) fn none(&self) -> PointSet {
        self.topology.none()
    }

    /// Returns the set of all points.
    #[must_use]
    pub(crate) fn every(&self) -> PointSet {
        self.topology.every()
    }
}
