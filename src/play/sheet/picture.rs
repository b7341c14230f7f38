//! A board as a picture: what stands where, colours, walls. It says nothing of how it is drawn.

use crate::ir::Rules;
use crate::model::{Board, Look, Point};
use crate::play::map_view::{Edge, MapScene, MapView};
use crate::play::{Canvas, board_view, status_lines};
use crate::vm::SpelledPosition;

/// A board with what stands on it.
#[derive(Clone, Debug)]
pub(crate) struct BoardPicture {
    /// The same as text.
    pub(crate) text: String,
    /// The points lie where lines cross, not in squares.
    pub(crate) crossings: bool,
    /// What stands below each column.
    pub(crate) columns: Vec<String>,
    /// The rows, the top one first.
    pub(crate) rows: Vec<DrawnRow>,
    /// The walls between points.
    pub(crate) walls: Vec<WallPart>,
}

/// A row of a drawn board.
#[derive(Clone, Debug)]
pub(crate) struct DrawnRow {
    /// What stands before it.
    pub(crate) label: String,
    /// Its points, where there are some.
    pub(crate) fields: Vec<Option<PictureField>>,
}

/// A point of a drawn board.
#[derive(Clone, Debug)]
pub(crate) struct PictureField {
    /// Its colour, if the rules paint it.
    pub(crate) colour: Option<anstyle::Color>,
    /// Its sign on the map.
    pub(crate) sign: Option<char>,
    /// What stands on it, the lowest layer first.
    pub(crate) pieces: Vec<PicturePiece>,
}

/// A piece of a drawn board.
#[derive(Clone, Debug)]
pub(crate) struct PicturePiece {
    /// The sign with which it is drawn.
    pub(crate) sign: char,
    /// Its name.
    pub(crate) name: String,
    /// The number of its owner, from 0; nobody's without it.
    pub(crate) owner: Option<usize>,
    /// The number of its kind, from 0.
    pub(crate) kind: usize,
}

/// A wall beside a point, on its right or below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WallPart {
    /// The column and row of the point, from 0 at the top left.
    pub(crate) at: (usize, usize),
    /// It is below the point.
    pub(crate) below: bool,
    /// A way leads through it: an open one, or one that is shut.
    pub(crate) way: Option<bool>,
}

impl BoardPicture {
    /// Draws a position; nothing for a game without a board.
    pub(super) fn of(rules: &Rules, position: &SpelledPosition) -> Option<Self> {
        let model = rules.model();
        let board = model.board.as_ref()?;
        let scene = MapScene::of(status_lines::evaluator(rules, position, &[]));
        let none = board.none();
        let seen = (&none, Canvas::default());
        let text = match MapView::new((model, board), &scene, position, seen) {
            Some(map) => map.text(),
            None => board_view::board(model, board, position, seen),
        };
        let layout = board.topology.text_layout();
        let field = |point: Point| PictureField {
            colour: colour(board, point),
            sign: scene.sign(board, point),
            pieces: pieces(rules, position, point),
        };
        let rows = layout.rows.iter().map(|row| DrawnRow {
            label: row.label.clone(),
            fields: row.points.iter().map(|point| point.map(field)).collect(),
        });
        let mut walls = Vec::new();
        for row in 0..layout.rows.len() {
            for column in 0..layout.columns.len() {
                for (below, next) in [(false, (column + 1, row)), (true, (column, row + 1))] {
                    let ends = layout.at(column, row).zip(layout.at(next.0, next.1));
                    let way = match ends.map(|ends| scene.edge(board, ends)) {
                        None | Some(Edge::None) => continue,
                        Some(Edge::Wall) => None,
                        Some(Edge::Open) => Some(true),
                        Some(Edge::Shut) => Some(false),
                    };
                    let at = (column, row);
                    walls.push(WallPart { at, below, way });
                }
            }
        }
        Some(Self {
            text,
            crossings: board.look == Look::Points,
            rows: rows.collect(),
            columns: layout.columns,
            walls,
        })
    }
}

fn colour(board: &Board, point: Point) -> Option<anstyle::Color> {
    let paints = board.picture.paints.iter();
    let mut here = paints.filter(|(_, points)| points.contains(point.index()));
    here.next_back().map(|(colour, _)| *colour)
}

fn pieces(rules: &Rules, position: &SpelledPosition, point: Point) -> Vec<PicturePiece> {
    let kinds = &rules.model().kinds;
    let stack = position.stack(point);
    let piece = |piece: crate::vm::Piece| PicturePiece {
        sign: kinds[piece.kind.index()].letter,
        name: kinds[piece.kind.index()].name.clone(),
        owner: piece.owner.map(|seat| seat.index()),
        kind: piece.kind.index(),
    };
    stack.map(piece).collect()
}
