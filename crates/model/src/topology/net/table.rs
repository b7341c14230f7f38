//! The data of a net.

use crate::Point;
use crate::topology::direction_names::DirectionNames;
use crate::topology::directions::Dirs;
use crate::topology::picture::TextCanvas;
use crate::topology::translation::Translation;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Points with a table of steps.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Net(pub(super) Arc<NetTable>);

/// The kind of board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum NetKind {
    /// Hexagons in this shape, with this many along a side.
    Hexes(HexShape, u16),
    /// Drawn points and lines.
    Drawn,
}

/// The data of a net.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(super) struct NetTable {
    pub(super) kind: NetKind,
    pub(super) direction_names: &'static DirectionNames,
    /// The default directions of `next to`.
    pub(super) usual: Dirs,
    /// The points, by number. Some numbers may have no point.
    pub(super) spots: Vec<Option<Spot>>,
    pub(super) names: BTreeMap<String, Point>,
    /// The target of one step, by direction, then by point.
    pub(super) steps: Vec<Vec<Option<Point>>>,
    /// The number of points of the longest straight line.
    pub(super) longest_line: u16,
    /// The change of a point's number by one unit of each axis.
    pub(super) strides: (i32, i32),
    /// The translation of each direction that moves all points alike.
    pub(super) straight: Vec<Option<Translation>>,
    /// Whether a way between two cells stays on the board if no axis reverses.
    pub(super) convex: bool,
    pub(super) canvas: TextCanvas,
}

/// A point of a net.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Spot {
    pub(super) name: String,
    /// Its column and row in the name, both from 0.
    pub(super) column: i32,
    pub(super) row: i32,
    /// The cell: translations are differences of cells.
    pub(super) cell: (i32, i32),
    /// The place where it is drawn, to the right and up.
    pub(super) place: (i32, i32),
}

/// The shape of a board of hexagons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HexShape {
    /// As many rows as hexagons in a row; each row is shifted by half a hexagon to the right.
    Rhombus,
    /// Six sides, one of them at the top.
    Hexagon,
    /// Three sides, with a corner at the top.
    Triangle,
    /// Six triangles around a hexagon, with a tip at the top.
    Star,
}
