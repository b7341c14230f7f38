//! What is known of a net.

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

/// What kind of board a net is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum NetKind {
    /// Hexagons in this shape, so many along a side.
    Hexes(HexShape, u16),
    /// Points and lines as they are drawn.
    Drawn,
}

/// All that is known of a net.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(super) struct NetTable {
    pub(super) kind: NetKind,
    pub(super) direction_names: &'static DirectionNames,
    /// The directions of `next to`.
    pub(super) usual: Dirs,
    /// The points by their numbers; some numbers may be no point's.
    pub(super) spots: Vec<Option<Spot>>,
    pub(super) names: BTreeMap<String, Point>,
    /// Where a step in each direction leads: by direction, then by point.
    pub(super) steps: Vec<Vec<Option<Point>>>,
    /// How many points the longest straight way has.
    pub(super) longest_line: u16,
    /// By how much a unit of each axis changes a point's number: what is moved has its new number from them.
    pub(super) strides: (i32, i32),
    /// What a step in each direction is, where it moves all points alike.
    pub(super) straight: Vec<Option<Translation>>,
    /// A way between two cells is on the board as far as its axes go on.
    pub(super) convex: bool,
    pub(super) canvas: TextCanvas,
}

/// A point of a net.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Spot {
    pub(super) name: String,
    /// Its column and row in names, both from 0.
    pub(super) column: i32,
    pub(super) row: i32,
    /// From where translations are counted.
    pub(super) cell: (i32, i32),
    /// Where it is drawn: to the right and up.
    pub(super) place: (i32, i32),
}

/// The shape of a board of hexagons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HexShape {
    /// As many rows as hexagons in a row, each half a hexagon farther to the right.
    Rhombus,
    /// Six sides, one of them above.
    Hexagon,
    /// Three sides, a corner above.
    Triangle,
    /// Six triangles around a hexagon, a tip above.
    Star,
}
