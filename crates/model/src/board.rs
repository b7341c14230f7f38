//! The board of a game: its topology, and what the rules say of its points.

use crate::{Dir, Dirs, Node, Point, PointSet, SeatId, Set, TagId, Topology, Translation, Truth};

impl Topology {
    /// Returns the topology of a board; that of a single point for a game without one.
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

/// A board: its points, and what the game says of them.
#[derive(Clone, Debug)]
pub struct Board {
    /// Its points and directions.
    pub topology: Topology,
    /// What `next to` goes by.
    pub next: Dirs,
    /// How it is drawn.
    pub look: Look,
    /// Where each seat's `forward` points; a seat without one has no `forwards`.
    pub forward: Vec<Option<Dir>>,
    /// Walls: no step of `next to` leads from a point within one of them to a point outside, or back.
    pub walls: Vec<Wall>,
    /// Steps that lead from a point to another and back, whatever lies between, while something holds.
    pub links: Vec<Link>,
    /// How it looks besides.
    pub picture: Appearance,
}

/// A wall around some points.
#[derive(Clone, Debug)]
pub struct Wall {
    /// The clauses it carries.
    pub tags: Vec<TagId>,
    /// The points that it is around.
    pub around: PointSet,
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
    pub shows: Vec<ShownSign>,
}

/// A sign that is shown on points of which something holds.
#[derive(Clone, Debug)]
pub struct ShownSign {
    /// The sign.
    pub sign: char,
    /// The points; `me` in it is who looks.
    pub points: Node<Set>,
    /// It tells a player what not everybody sees, so that each player sees what is his own.
    pub private: bool,
}

impl ShownSign {
    /// Returns the sign as it is drawn for a player: of what is private, the first player's are capital letters, as pieces are.
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

    /// Returns the point one step from `point` in a direction, if the board has it and no wall is between.
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

    /// Tells whether a wall is between two points.
    #[must_use]
    pub fn is_walled(&self, one: Point, other: Point) -> bool {
        self.wall(one, other).is_some()
    }

    /// Returns the steps to neighbours as translations, each once, with the points to which it leads past no wall.
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

    /// Returns what a step in a direction is, as far as no wall is between.
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

    /// Returns the point from which one step in a direction leads to another.
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
