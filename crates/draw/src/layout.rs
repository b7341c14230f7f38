//! Where the points of a board are on paper.

use crate::scene::CELL;
use linstock_model::{Board, Look, Point, TextLayout};

/// The most points of a board of one row that is drawn as one.
const LONGEST_ROW: usize = 16;
/// The width and height of a unit on a board of hexagons: half of a hexagon, and the distance of two rows.
const HEXAGON_UNIT: (i32, i32) = (CELL * 11 / 20, CELL * 19 / 20);
/// The width and height of a unit on a board of points with lines between them.
const LINE_UNIT: (i32, i32) = (CELL * 11 / 20, CELL * 11 / 20);

/// The outline of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DrawnShape {
    /// A square.
    Square,
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
    pub(crate) middles: Vec<Option<(i32, i32)>>,
    /// The labels of columns, each with the middle of the column.
    pub(crate) columns: Vec<(i32, String)>,
    /// The labels of rows, each with the middle of the row.
    pub(crate) rows: Vec<(i32, String)>,
    /// The lines of an empty board.
    pub(crate) lines: Vec<(Point, Point)>,
}

impl PointLayout {
    pub(crate) fn of(board: &Board, layout: &TextLayout) -> Self {
        match layout.canvas {
            None => Self::in_columns(board, layout),
            Some(_) => Self::in_net(board),
        }
    }

    /// Places the points of one long row in two rows, like a horseshoe: the first half below, from the right to the left.
    fn in_horseshoe(board: &Board, points: &[Option<Point>]) -> Self {
        let middle = |at: usize| i32::try_from(at).unwrap_or(0) * CELL + CELL / 2;
        let half = points.len().div_ceil(2);
        let mut middles = vec![None; board.none().len()];
        for (at, point) in points.iter().enumerate() {
            let Some(point) = *point else { continue };
            middles[point.index()] = Some(match at < half {
                true => (middle(half - 1 - at), middle(0) + CELL * 3 / 2),
                false => (middle(at - half), middle(0)),
            });
        }
        Self {
            outline: DrawnShape::Square,
            middles,
            columns: Vec::new(),
            rows: Vec::new(),
            lines: Vec::new(),
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
                lines.extend(next.into_iter().flatten().map(|next| (point, next)));
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
        Self {
            outline: match hexagons {
                true => DrawnShape::Hexagon,
                false => DrawnShape::Circle,
            },
            middles: places.iter().map(|at| at.map(middle)).collect(),
            columns: Vec::new(),
            rows: Vec::new(),
            lines,
        }
    }
}
