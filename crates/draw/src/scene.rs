//! A board as a scene: its points, lines, pieces, marks and arrows, each with a place on paper.

use crate::board_lines::LineShape;
use crate::colours::painted;
use crate::ground_text::GroundText;
use crate::layout::{DrawnShape, PaperPoint, PointLayout};
use crate::piece::PieceLook;
use linstock_model::{Board, Point, SignShape, TextLayout};

/// The side of a point's square.
pub(crate) const CELL: i32 = 40;
/// The colour of a point without one of its own.
pub(crate) const PAPER: &str = "#fff";

/// What is on a point.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PointContent {
    /// The pieces on it, the lowest layer first.
    pub pieces: Vec<PieceLook>,
    /// A sign of the map.
    pub sign: Option<char>,
    /// How points with this sign look.
    pub shape: Option<SignShape>,
    /// Whether the sign belongs to the map for good, and says nothing about the pieces on it.
    pub is_lasting: bool,
    /// The number of pieces for which the piece on the point stands.
    pub stack: Option<i64>,
}

/// The kind of a line between two points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineKind {
    /// A wall that separates them.
    Wall,
    /// An open way through a wall.
    OpenWay,
    /// A closed way through a wall.
    ClosedWay,
    /// A link between points that need not be neighbours.
    Link,
    /// A line with a shape of its own.
    Shaped(LineShape),
}

/// A line of a board that depends on the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardLine {
    /// Its ends.
    pub ends: (Point, Point),
    /// What it is.
    pub kind: LineKind,
}

/// An arrow of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
}

/// A point with its place, outline and content.
#[derive(Clone, Debug)]
pub(crate) struct DrawnPoint {
    pub(crate) name: String,
    pub(crate) at: PaperPoint,
    pub(crate) fill: &'static str,
    pub(crate) content: PointContent,
    pub(crate) marked: bool,
    pub(crate) ringed: bool,
}

/// A rectangle of paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) right: i32,
    pub(crate) bottom: i32,
}

impl Frame {
    /// Returns the smallest rectangle around some middles of points, with a margin.
    fn around(middles: impl Iterator<Item = PaperPoint>, margin: i32) -> Self {
        let start = Self {
            left: i32::MAX,
            top: i32::MAX,
            right: i32::MIN,
            bottom: i32::MIN,
        };
        let all = middles.fold(start, |all, (x, y)| Self {
            left: all.left.min(x),
            top: all.top.min(y),
            right: all.right.max(x),
            bottom: all.bottom.max(y),
        });
        match all.left > all.right {
            true => Self {
                left: 0,
                top: 0,
                right: CELL,
                bottom: CELL,
            },
            false => Self {
                left: all.left - margin,
                top: all.top - margin,
                right: all.right + margin,
                bottom: all.bottom + margin,
            },
        }
    }

    pub(crate) fn middle(self) -> PaperPoint {
        (
            i32::midpoint(self.left, self.right),
            i32::midpoint(self.top, self.bottom),
        )
    }

    fn including(self, (x, y): PaperPoint) -> Self {
        Self {
            left: self.left.min(x),
            top: self.top.min(y),
            right: self.right.max(x),
            bottom: self.bottom.max(y),
        }
    }

    fn within(self, other: Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    pub(crate) fn has(self, (x, y): PaperPoint) -> bool {
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }

    /// Cuts a line off at the edges of the rectangle. `from` must be inside.
    pub(crate) fn cut(self, from: PaperPoint, to: PaperPoint) -> PaperPoint {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        // The share of the way that stays inside, in each of the two dimensions.
        let share = |way: i32, room: i32| match way == 0 {
            true => 1.0,
            false => (f64::from(room) / f64::from(way)).min(1.0),
        };
        let right = if dx > 0 { self.right } else { self.left };
        let down = if dy > 0 { self.bottom } else { self.top };
        let inside = share(dx, right - from.0).min(share(dy, down - from.1));
        #[expect(clippy::cast_possible_truncation, reason = "a place on the paper")]
        let along = |start: i32, way: i32| start + (f64::from(way) * inside).round() as i32;
        (along(from.0, dx), along(from.1, dy))
    }
}

/// A point of a scene, for programs that let people point at it.
#[derive(Clone, Copy, Debug)]
pub struct ScenePoint<'s> {
    /// The point.
    pub point: Point,
    /// Its name.
    pub name: &'s str,
    /// Its middle on paper.
    pub at: PaperPoint,
    /// Its row and its column on the board, from the top left; `None` on a board without rows.
    pub cell: Option<(usize, usize)>,
    /// What is on it.
    pub content: &'s PointContent,
    /// Whether it is marked.
    pub is_marked: bool,
}

/// A drawn board.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(crate) outline: DrawnShape,
    pub(crate) frame: Frame,
    /// The middle of the whole board.
    pub(crate) middle: PaperPoint,
    /// The points; `None` for one that is not drawn.
    pub(crate) spots: Vec<Option<DrawnPoint>>,
    pub(crate) lines: Vec<(Point, Point)>,
    /// The lines that the rules add.
    pub(crate) added: Vec<(Point, Point)>,
    /// The words of the ground.
    pub(crate) texts: Vec<GroundText>,
    /// Crossings with a dot.
    pub(crate) stars: Vec<PaperPoint>,
    pub(crate) columns: Vec<(i32, String)>,
    pub(crate) rows: Vec<(i32, String)>,
    /// The labels of the lines of hexagons, each with its middle.
    pub(crate) edge_labels: Vec<(PaperPoint, String)>,
    pub(crate) special: Vec<BoardLine>,
    pub(crate) arrows: Vec<Arrow>,
    pub(crate) layout: TextLayout,
}

impl Scene {
    /// Makes the scene of a board. `contents` has an entry for each index of a point.
    #[must_use]
    pub fn of(board: &Board, contents: &[PointContent], special: Vec<BoardLine>) -> Self {
        let layout = board.topology.text_layout();
        let places = PointLayout::of(board, &layout);
        let spot = |point: Point| {
            let content = contents.get(point.index()).cloned().unwrap_or_default();
            let at = places.middles[point.index()]?;
            Some(DrawnPoint {
                name: board.name(point),
                at,
                fill: fill(board, point, &content),
                content,
                marked: false,
                ringed: false,
            })
        };
        let middles = || places.middles.iter().flatten().copied();
        let mut frame = Frame::around(middles(), CELL / 2);
        if places.outline == DrawnShape::Wedge {
            // The names of the points are outside.
            (frame.top, frame.bottom) = (frame.top - 16, frame.bottom + 16);
        }
        let middle = frame.middle();
        let extents = special.iter().flat_map(|line| match line.kind {
            LineKind::Shaped(shape) => {
                let at = |point: Point| places.middles.get(point.index()).copied().flatten();
                let ends = at(line.ends.0).zip(at(line.ends.1));
                ends.map_or_else(Vec::new, |(a, b)| shape.extent(a, b, middle))
            }
            _ => Vec::new(),
        });
        let labels = places.edge_labels.iter().flat_map(|((x, y), _)| {
            let room = CELL * 3 / 10;
            [(x - room, y - room), (x + room, y + room)]
        });
        let frame = extents.chain(labels).fold(frame, Frame::including);
        let texts = board.picture.labels.iter().map(|(text, points)| {
            let middles = points.ones().filter_map(|at| *places.middles.get(at)?);
            GroundText::of(text, Frame::around(middles, 0), layout.canvas.is_none())
        });
        Self {
            outline: places.outline,
            frame,
            middle,
            texts: texts.collect(),
            added: board.picture.lines.clone(),
            spots: Point::all(places.middles.len()).map(spot).collect(),
            lines: places.lines,
            stars: places.stars,
            columns: places.columns,
            rows: places.rows,
            edge_labels: places.edge_labels,
            special,
            arrows: Vec::new(),
            layout,
        }
    }

    /// Returns the width and the height of the drawn points.
    #[must_use]
    pub fn size(&self) -> (i32, i32) {
        let Frame {
            left,
            top,
            right,
            bottom,
        } = self.frame;
        (right - left, bottom - top)
    }

    /// The side of a point's square on paper.
    pub const POINT_SIDE: i32 = CELL;

    /// Lists the points row by row from the top left, or on a board without rows in the order of the board.
    #[must_use]
    pub fn points(&self) -> Vec<ScenePoint<'_>> {
        let cells = self.layout.rows.iter().enumerate().flat_map(|(row, line)| {
            let points = line.points.iter().enumerate();
            points.filter_map(move |(column, point)| Some((point.as_ref()?.index(), (row, column))))
        });
        let mut cell = vec![None; self.spots.len()];
        if self.layout.canvas.is_none() {
            for (index, at) in cells {
                if let Some(cell) = cell.get_mut(index) {
                    *cell = Some(at);
                }
            }
        }
        let all = Point::all(self.spots.len()).zip(&self.spots).zip(cell);
        let shown = all.filter_map(|((point, spot), cell)| {
            let spot = spot.as_ref().filter(|spot| self.frame.has(spot.at))?;
            Some(ScenePoint {
                point,
                name: &spot.name,
                at: spot.at,
                cell,
                content: &spot.content,
                is_marked: spot.marked,
            })
        });
        let mut points: Vec<ScenePoint<'_>> = shown.collect();
        points.sort_by_key(|point| point.cell);
        points
    }

    /// Marks a point.
    pub fn mark(&mut self, point: Point) {
        if let Some(Some(spot)) = self.spots.get_mut(point.index()) {
            spot.marked = true;
        }
    }

    /// Puts a ring around a point that is not as expected.
    pub fn ring(&mut self, point: Point) {
        if let Some(Some(spot)) = self.spots.get_mut(point.index()) {
            spot.ringed = true;
        }
    }

    /// Draws an arrow over the board.
    pub fn arrow(&mut self, arrow: Arrow) {
        self.arrows.push(arrow);
    }

    /// Writes the signs of points behind those of the pieces on them, in the scene as text.
    pub fn write_signs(&mut self) {
        for spot in self.spots.iter_mut().flatten() {
            let PointContent { pieces, sign, .. } = &mut spot.content;
            if let (Some(upper), Some(sign)) = (pieces.last_mut(), sign) {
                upper.sign.push(*sign);
            }
        }
    }

    /// Cuts the scene down to some points and their surroundings, `margin` points wide.
    pub fn crop(&mut self, around: &[Point], margin: u8) {
        let margin = CELL / 2 + i32::from(margin) * CELL;
        let middles = around.iter().filter_map(|point| self.at(*point));
        self.frame = Frame::around(middles, margin).within(self.frame);
    }

    /// Returns whether the name of each point is written in the point.
    pub(crate) fn has_names_in_points(&self) -> bool {
        let is_cut = self.edge_labels.iter().any(|(at, _)| !self.frame.has(*at));
        match self.outline {
            DrawnShape::Hexagon => self.edge_labels.is_empty() || is_cut,
            DrawnShape::Circle => true,
            DrawnShape::Square | DrawnShape::Wedge | DrawnShape::Crossing => false,
        }
    }

    pub(crate) fn middle(&self) -> PaperPoint {
        self.middle
    }

    pub(crate) fn at(&self, point: Point) -> Option<PaperPoint> {
        self.spots.get(point.index())?.as_ref().map(|spot| spot.at)
    }

    /// Returns the drawn points.
    pub(crate) fn seen(&self) -> impl Iterator<Item = &DrawnPoint> {
        let spots = self.spots.iter().flatten();
        spots.filter(|spot| self.frame.has(spot.at))
    }
}

/// Returns the colour of a point: that of a piece that nobody owns, or the one from the rules.
fn fill(board: &Board, point: Point, content: &PointContent) -> &'static str {
    let lying = content.pieces.iter().find_map(PieceLook::ground);
    lying.unwrap_or_else(|| fill_of_rules(board, point))
}

/// Returns the colour of a point from the rules.
pub(crate) fn fill_of_rules(board: &Board, point: Point) -> &'static str {
    let paints = board.picture.paints.iter();
    let mut here = paints.filter(|(_, points)| points.contains(point.index()));
    here.next_back()
        .map_or(PAPER, |(colour, _)| painted(*colour))
}
