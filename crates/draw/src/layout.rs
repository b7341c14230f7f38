//! Where the points of a board are on paper.

use crate::edge_labels;
use crate::scene::CELL;
use linstock_model::{Board, Look, Point, Set, ShownSign, TextLayout};

/// A point on paper: how far it is to the right and down.
pub(crate) type PaperPoint = (i32, i32);

/// The most points of a board of one row that is drawn as one.
const LONGEST_ROW: usize = 16;
/// The least side of a board with star points.
const LEAST_STARRED: usize = 9;
/// The width of the bar in the middle of a board of wedges.
pub(crate) const FOLD: i32 = CELL / 2;
/// The width and height of a unit on a board of hexagons: half of a hexagon, and the distance of two rows.
const HEXAGON_UNIT: (i32, i32) = (CELL * 11 / 20, CELL * 19 / 20);
/// The width and height of a unit on a board of points with lines between them.
const LINE_UNIT: (i32, i32) = (CELL * 11 / 20, CELL * 11 / 20);

/// The outline of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DrawnShape {
    /// A square.
    Square,
    /// A long triangle that points to the middle of the board.
    Wedge,
    /// A hexagon with a corner at the top.
    Hexagon,
    /// A small circle on drawn lines.
    Circle,
    /// The crossing of two lines.
    Crossing,
}

/// The places of the points.
pub(crate) struct PointLayout {
    pub(crate) outline: DrawnShape,
    /// The middle of each point; `None` for a point that is not drawn.
    pub(crate) middles: Vec<Option<PaperPoint>>,
    /// The labels of columns, each with the middle of the column.
    pub(crate) columns: Vec<(i32, String)>,
    /// The labels of rows, each with the middle of the row.
    pub(crate) rows: Vec<(i32, String)>,
    /// The lines of an empty board.
    pub(crate) lines: Vec<(Point, Point)>,
    /// Crossings with a dot, which help to find others.
    pub(crate) stars: Vec<PaperPoint>,
    /// The labels of the lines of hexagons, each with its middle.
    pub(crate) edge_labels: Vec<(PaperPoint, String)>,
}

impl PointLayout {
    pub(crate) fn of(board: &Board, layout: &TextLayout) -> Self {
        match layout.canvas {
            None => Self::in_columns(board, layout),
            Some(_) => Self::in_net(board),
        }
    }

    /// Places the points of one long row in two rows, like a horseshoe: the first half below, from the right to the left. If
    /// signs count the pieces on points, the points are wedges.
    fn in_horseshoe(board: &Board, points: &[Option<Point>]) -> Self {
        let half = points.len().div_ceil(2);
        let counts = |shown: &ShownSign| !matches!(shown.points.kind, Set::Fixed(_));
        let (outline, apart) = match board.picture.shows.iter().any(counts) {
            true => (DrawnShape::Wedge, CELL * 8),
            false => (DrawnShape::Square, CELL * 3 / 2),
        };
        // A board of wedges is folded in the middle.
        let is_folded = outline == DrawnShape::Wedge;
        let fold = |at: usize| {
            if is_folded && at >= half / 2 { FOLD } else { 0 }
        };
        let middle = |at: usize| i32::try_from(at).unwrap_or(0) * CELL + CELL / 2 + fold(at);
        let mut middles = vec![None; board.none().len()];
        for (at, point) in points.iter().enumerate() {
            let Some(point) = *point else { continue };
            middles[point.index()] = Some(match at < half {
                true => (middle(half - 1 - at), middle(0) + apart),
                false => (middle(at - half), middle(0)),
            });
        }
        Self {
            outline,
            middles,
            columns: Vec::new(),
            rows: Vec::new(),
            lines: Vec::new(),
            stars: Vec::new(),
            edge_labels: Vec::new(),
        }
    }

    fn in_columns(board: &Board, layout: &TextLayout) -> Self {
        if let [row] = layout.rows.as_slice()
            && row.points.len() > LONGEST_ROW
            && board.look == Look::Squares
        {
            return Self::in_horseshoe(board, &row.points);
        }
        let middle = |at: usize| i32::try_from(at).unwrap_or(0) * CELL + CELL / 2;
        let mut middles = vec![None; board.none().len()];
        let mut lines = Vec::new();
        for (row, line) in layout.rows.iter().enumerate() {
            for (column, point) in line.points.iter().enumerate() {
                let Some(point) = *point else { continue };
                middles[point.index()] = Some((middle(column), middle(row)));
                let next = [layout.at(column + 1, row), layout.at(column, row + 1)];
                let next = next.into_iter().flatten().map(|next| (point, next));
                lines.extend(next.filter(|ends| !is_left_out(board, *ends)));
            }
        }
        let crossings = board.look == Look::Points;
        Self {
            outline: match crossings {
                true => DrawnShape::Crossing,
                false => DrawnShape::Square,
            },
            middles,
            columns: (0..).map(middle).zip(layout.columns.clone()).collect(),
            rows: (0..)
                .map(middle)
                .zip(layout.rows.iter().map(|row| row.label.clone()))
                .collect(),
            lines: if crossings { lines } else { Vec::new() },
            stars: stars(layout, middle)
                .filter(|_| crossings)
                .unwrap_or_default(),
            edge_labels: Vec::new(),
        }
    }

    fn in_net(board: &Board) -> Self {
        let topology = &board.topology;
        let mut places = vec![None; topology.none().len()];
        for point in topology.iter() {
            places[point.index()] = topology.place(point);
        }
        let left = places.iter().flatten().map(|(x, _)| *x).min().unwrap_or(0);
        let top = places.iter().flatten().map(|(_, y)| *y).max().unwrap_or(0);
        let lines = topology.edges();
        // A net without lines consists of hexagons, which touch.
        let hexagons = lines.is_empty();
        let unit = match hexagons {
            true => HEXAGON_UNIT,
            false => LINE_UNIT,
        };
        let middle = |(x, y): (i32, i32)| ((x - left) * unit.0, (top - y) * unit.1);
        let middles: Vec<Option<PaperPoint>> = places.iter().map(|at| at.map(middle)).collect();
        let edge_labels = match hexagons {
            true => edge_labels::of(board, &middles).unwrap_or_default(),
            false => Vec::new(),
        };
        Self {
            outline: match hexagons {
                true => DrawnShape::Hexagon,
                false => DrawnShape::Circle,
            },
            middles,
            columns: Vec::new(),
            rows: Vec::new(),
            lines,
            stars: Vec::new(),
            edge_labels,
        }
    }
}

/// Returns whether the rules leave a line out.
fn is_left_out(board: &Board, (a, b): (Point, Point)) -> bool {
    let mut left_out = board.picture.left_out.iter();
    left_out.any(|(one, other)| {
        let is_from =
            |from: Point, to: Point| one.contains(from.index()) && other.contains(to.index());
        is_from(a, b) || is_from(b, a)
    })
}

/// Returns the star points of a large square board with a middle point: near the corners, in the middle, and on the largest
/// boards in the middle of the sides.
fn stars(layout: &TextLayout, place: impl Fn(usize) -> i32) -> Option<Vec<PaperPoint>> {
    let side = layout.columns.len();
    if side != layout.rows.len() || side < LEAST_STARRED || side.is_multiple_of(2) {
        return None;
    }
    let near = if side < 13 { 2 } else { 3 };
    let [first, middle, last] = [near, side / 2, side - 1 - near];
    let mut at = vec![(middle, middle)];
    at.extend([first, last].map(|x| [(x, first), (x, last)]).concat());
    if side >= 19 {
        at.extend(
            [first, last]
                .map(|end| [(end, middle), (middle, end)])
                .concat(),
        );
    }
    Some(at.into_iter().map(|(x, y)| (place(x), place(y))).collect())
}
