//! A board as a picture: its pieces, colours and walls, independent of how it is drawn.

use crate::Rules;
use crate::map_view::{Edge, MapScene};
use crate::{Canvas, Viewer, board_text};
use linstock_engine::vm::SpelledPosition;
use linstock_model::{Board, Look, Point};

/// A board with its pieces.
#[derive(Clone, Debug)]
pub struct BoardPicture {
    /// The board as text.
    pub text: String,
    /// Whether the points are on the crossings of lines, not in squares.
    pub crossings: bool,
    /// The labels below the columns.
    pub columns: Vec<String>,
    /// The rows, the top one first.
    pub rows: Vec<DrawnRow>,
    /// The walls between points.
    pub walls: Vec<WallPart>,
    /// The places of the points, if they do not form columns.
    pub net: Option<NetPicture>,
}

/// The places of points that do not form columns.
#[derive(Clone, Debug)]
pub struct NetPicture {
    /// The points.
    pub points: Vec<NetPoint>,
    /// The lines between points.
    pub lines: Vec<[(usize, usize); 2]>,
    /// The size in units, to the right and down.
    pub size: (usize, usize),
}

/// A point of a board whose points do not form columns.
#[derive(Clone, Debug)]
pub struct NetPoint {
    /// Its name.
    pub name: String,
    /// Its place from the top left, in units.
    pub at: (usize, usize),
    /// The content of the point.
    pub field: PictureField,
}

/// A row of a drawn board.
#[derive(Clone, Debug)]
pub struct DrawnRow {
    /// The label before the row.
    pub label: String,
    /// Its points, with gaps.
    pub fields: Vec<Option<PictureField>>,
}

/// A point of a drawn board.
#[derive(Clone, Debug)]
pub struct PictureField {
    /// Its colour, if the rules give it one.
    pub colour: Option<anstyle::Color>,
    /// Its sign on the map.
    pub sign: Option<char>,
    /// The pieces on it, the lowest layer first.
    pub pieces: Vec<PicturePiece>,
}

/// A piece of a drawn board.
#[derive(Clone, Debug)]
pub struct PicturePiece {
    /// Its sign.
    pub sign: char,
    /// Its name.
    pub name: String,
    /// The number of its owner, from 0; `None` for a neutral piece.
    pub owner: Option<usize>,
    /// The number of its kind, from 0.
    pub kind: usize,
}

/// A wall to the right of a point or below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WallPart {
    /// The column and row of the point, from 0 at the top left.
    pub at: (usize, usize),
    /// Whether it is below the point.
    pub below: bool,
    /// Whether the way through it is open, if there is one.
    pub way: Option<bool>,
}

impl BoardPicture {
    /// Draws a position. Returns `None` for a game without a board.
    pub(super) fn of(rules: &Rules, position: &SpelledPosition) -> Option<Self> {
        let model = rules.model();
        let board = model.board.as_ref()?;
        let scene = MapScene::of(rules, position, Viewer::Table);
        let none = board.none();
        let seen = (&none, Canvas::default());
        let text = board_text::board((model, board), &scene, position, seen);
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
        let in_columns = layout.canvas.is_none();
        for row in 0..if in_columns { layout.rows.len() } else { 0 } {
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
            net: (!in_columns).then(|| net(board, field)),
        })
    }
}

/// Puts the points of a board in their places.
fn net(board: &Board, field: impl Fn(Point) -> PictureField) -> NetPicture {
    let places = || {
        board
            .topology
            .iter()
            .filter_map(|p| Some((p, board.topology.place(p)?)))
    };
    let left = places().map(|(_, (x, _))| x).min().unwrap_or(0);
    let right = places().map(|(_, (x, _))| x).max().unwrap_or(0);
    let (bottom, top) = (
        places().map(|(_, (_, y))| y).min().unwrap_or(0),
        places().map(|(_, (_, y))| y).max().unwrap_or(0),
    );
    let unit = |n: i32| usize::try_from(n).unwrap_or(0);
    let at = |(x, y): (i32, i32)| (unit(x - left), unit(top - y));
    let edges = board.topology.edges().into_iter();
    let ends = |(a, b)| {
        Some([
            board.topology.place(a).map(at)?,
            board.topology.place(b).map(at)?,
        ])
    };
    NetPicture {
        points: places()
            .map(|(p, place)| NetPoint {
                name: board.name(p),
                at: at(place),
                field: field(p),
            })
            .collect(),
        lines: edges.filter_map(ends).collect(),
        size: (unit(right - left), unit(top - bottom)),
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
    let piece = |piece: linstock_engine::vm::Piece| PicturePiece {
        sign: kinds[piece.kind.index()].letter,
        name: kinds[piece.kind.index()].name.clone(),
        owner: piece.owner.map(|seat| seat.index()),
        kind: piece.kind.index(),
    };
    stack.map(piece).collect()
}
