//! The board as a map: the pieces on each point with the sign of its area, and the walls with the ways through them.

use crate::Rules;
use crate::board_legend::{self, LegendPhrasing, framed};
use crate::board_view::{BoardDrawing, Glyphs, written};
use crate::{Canvas, Viewer, status_lines};
use linstock_engine::vm::{Fuel, SpelledPosition};
use linstock_model::{Board, Model, Point, PointSet, SeatId, Set, ShownSign, SignShape};

/// The looks of a board, without its pieces.
#[derive(Clone, Debug, Default)]
pub(crate) struct MapScene {
    /// The signs of points that depend on the position.
    shown: Vec<Option<char>>,
    /// How the points with signs look.
    shapes: Vec<Option<SignShape>>,
    /// The points whose sign is the same in every position.
    lasting: Vec<bool>,
    /// For each link of the board, whether it is open.
    open: Vec<bool>,
}

impl MapScene {
    /// Computes the looks of the board for a viewer. A sign that cannot be evaluated is not shown; a link that cannot be
    /// evaluated is open.
    pub(crate) fn of(rules: &Rules, position: &SpelledPosition, viewer: Viewer) -> Self {
        let model = rules.model();
        let Some(board) = &model.board else {
            return Self::default();
        };
        let fuel = Fuel::of_texts();
        let mut shown = vec![None; board.points()];
        let mut lasting = vec![true; board.points()];
        let mut shapes = vec![None; board.points()];
        for sign in &board.picture.shows {
            for me in lookers(model, (sign, position), viewer) {
                let position = SpelledPosition {
                    me,
                    ..position.clone()
                };
                let plain = status_lines::evaluator(rules, &position, &[], &fuel);
                let points = plain.set(&sign.points).unwrap_or_default();
                let drawn = sign.drawn_for(me);
                let lasts = matches!(sign.points.kind, Set::Fixed(_));
                for at in points.ones() {
                    shown[at] = Some(drawn);
                    lasting[at] = lasts;
                    shapes[at] = sign.shape;
                }
            }
        }
        let plain = status_lines::evaluator(rules, position, &[], &fuel);
        let links = board.links.iter();
        let open = |when: &Option<_>| when.as_ref().is_none_or(|w| plain.truth(w).unwrap_or(true));
        let open = links.map(|link| open(&link.when)).collect();
        Self {
            shown,
            shapes,
            lasting,
            open,
        }
    }

    /// Returns whether the sign of a point is the same in every position.
    pub(crate) fn is_lasting(&self, point: Point) -> bool {
        self.lasting.get(point.index()).is_none_or(|lasts| *lasts)
    }

    /// Returns the sign on the only piece of a point and its meaning, if the rules say it in words and the sign shows a secret:
    /// it then belongs to the piece.
    pub(crate) fn mark(
        &self,
        model: &Model,
        board: &Board,
        position: &SpelledPosition,
        point: Point,
    ) -> Option<(char, String)> {
        let sign = self.shown.get(point.index()).copied().flatten()?;
        let mut pieces = position.stack(point);
        let is_owned = pieces.next()?.owner.is_some() && pieces.next().is_none();
        // The sign of a secret may be in small letters.
        let mut shows = board.picture.shows.iter().filter(|shown| shown.private);
        let shown = shows.find(|shown| shown.sign.eq_ignore_ascii_case(&sign))?;
        let meaning = board_legend::meaning(model, board, shown.sign)?;
        is_owned.then_some((shown.sign, meaning))
    }

    /// Returns how a point with a sign looks, if the name of the sign says it.
    pub(crate) fn shape(&self, point: Point) -> Option<SignShape> {
        self.shapes.get(point.index()).copied().flatten()
    }

    /// Returns the sign of a point: the one that is shown now, or that of the map.
    pub(super) fn sign(&self, board: &Board, point: Point) -> Option<char> {
        let shown = self.shown.get(point.index()).copied().flatten();
        let mapped = board.picture.map.as_ref();
        shown.or_else(|| mapped?.get(point.index()).copied())
    }

    /// Returns the edge between two adjacent points.
    pub(super) fn edge(&self, board: &Board, (one, other): (Point, Point)) -> Edge {
        if !board.is_walled(one, other) {
            return Edge::None;
        }
        let links = board.links.iter().zip(&self.open);
        let mut here =
            links.filter(|(link, _)| link.ends == [one, other] || link.ends == [other, one]);
        match here.next().map(|(_, open)| *open) {
            None => Edge::Wall,
            Some(true) => Edge::Open,
            Some(false) => Edge::Shut,
        }
    }
}

/// Returns the seats that are `me` when a sign is evaluated: the viewer, or for the table, which sees everything, each
/// player in turn.
fn lookers(
    model: &Model,
    (sign, position): (&ShownSign, &SpelledPosition),
    viewer: Viewer,
) -> Vec<SeatId> {
    match viewer {
        Viewer::Seat(seat) => vec![seat],
        Viewer::Table if sign.private => model.seat_ids().collect(),
        Viewer::Onlooker if sign.private => Vec::new(),
        Viewer::Table | Viewer::Onlooker => vec![position.me],
    }
}

/// The step to the next point of a row: columns to the right, and rows down.
const RIGHT: (usize, usize) = (1, 0);
/// The step to the point below.
const DOWN: (usize, usize) = (0, 1);

/// The edge between two adjacent points.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Edge {
    /// Nothing.
    None,
    /// A wall.
    Wall,
    /// A way through a wall, open.
    Open,
    /// A closed way through a wall.
    Shut,
}

/// A board with walls, to be drawn as a map.
pub(crate) struct MapView<'a> {
    board: &'a Board,
    scene: &'a MapScene,
    canvas: Canvas,
    drawing: BoardDrawing<'a>,
}

impl<'a> MapView<'a> {
    /// Prepares the drawing of a board that has walls, if there is room for it.
    pub(crate) fn new(
        (model, board): (&'a Model, &'a Board),
        scene: &'a MapScene,
        table: &'a SpelledPosition,
        (marked, canvas): (&'a PointSet, Canvas),
    ) -> Option<Self> {
        let drawing = BoardDrawing::new((model, board), scene, table, (marked, canvas));
        let in_columns = drawing.text.canvas.is_none();
        let chart = Self {
            board,
            scene,
            canvas,
            drawing,
        };
        let columns = chart.drawing.text.columns.len();
        let width = chart.drawing.label + 1 + chart.pitch() * columns;
        let fits = canvas.has_lines() && width <= canvas.room.0;
        (in_columns && !board.walls.is_empty() && fits).then_some(chart)
    }

    /// Draws the board, its sides and the key of its walls.
    pub(crate) fn text(&self) -> String {
        let mut lines = framed(&self.drawing, self.lines());
        lines.push(self.key());
        written(lines)
    }

    /// Returns the columns from one point to the next: a bracket or blank, the piece, the sign, and a bracket, wall or
    /// blank.
    fn pitch(&self) -> usize {
        self.drawing.piece_width() + 3
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let text = &self.drawing.text;
        for row in 0..text.rows.len() {
            lines.push(self.row(row));
            lines.extend(self.rule(row));
        }
        let names = text.columns.iter();
        let names = names.map(|name| format!("{name:>width$}  ", width = self.pitch() - 2));
        let pad = " ".repeat(self.drawing.label + 1);
        lines.push(pad + names.collect::<String>().as_str());
        lines
    }

    fn row(&self, row: usize) -> String {
        let text = &self.drawing.text;
        let label = format!(
            "{:>width$} ",
            text.rows[row].label,
            width = self.drawing.label
        );
        let cells = (0..text.columns.len()).map(|column| {
            let Some(point) = text.at(column, row) else {
                return " ".repeat(self.pitch());
            };
            let marked = self.drawing.is_marked(point);
            let left = if marked { "[" } else { " " };
            let right = match self.edge((column, row), RIGHT) {
                Edge::Wall => self.glyph("|", "┃"),
                Edge::Shut => self.glyph("%", "╳"),
                Edge::None | Edge::Open if marked => "]",
                Edge::None | Edge::Open => " ",
            };
            let standing = self.drawing.standing(point);
            let bare = || {
                if self.drawing.is_empty(point) {
                    "."
                } else {
                    " "
                }
                .to_owned()
            };
            let sign = self.drawing.sign(point).unwrap_or_else(bare);
            format!("{left}{standing}{sign}{right}")
        });
        label + cells.collect::<String>().as_str()
    }

    /// Draws the walls below a row. Returns `None` if there are none.
    fn rule(&self, row: usize) -> Option<String> {
        let columns = 0..self.drawing.text.columns.len();
        let edges: Vec<Edge> = columns
            .map(|column| self.edge((column, row), DOWN))
            .collect();
        if edges.iter().all(|edge| *edge == Edge::None) {
            return None;
        }
        let width = self.pitch() - 1;
        let mut line = " ".repeat(self.drawing.label + 1);
        for (column, edge) in edges.iter().enumerate() {
            let wall = self.glyph("-", "━");
            match edge {
                Edge::None | Edge::Open => line.push_str(&" ".repeat(width)),
                Edge::Wall => line.push_str(&wall.repeat(width)),
                Edge::Shut => {
                    line.push_str(&wall.repeat(width / 2));
                    line.push_str(self.glyph("%", "╳"));
                    line.push_str(&wall.repeat(width - width / 2 - 1));
                }
            }
            line.push(self.corner((column, row)));
        }
        Some(line)
    }

    /// Draws the corner where four points meet, from the position of the upper left one.
    fn corner(&self, (column, row): (usize, usize)) -> char {
        let edges = [
            self.edge((column, row), RIGHT),
            self.edge((column + 1, row), DOWN),
            self.edge((column, row + 1), RIGHT),
            self.edge((column, row), DOWN),
        ];
        let walls = edges.iter().enumerate();
        let walls = walls.filter(|(_, edge)| matches!(edge, Edge::Wall | Edge::Shut));
        let bits = walls.fold(0usize, |bits, (at, _)| bits | 1 << at);
        let signs = match self.canvas.glyphs {
            Glyphs::Ascii => " |-+||++-+-+++++",
            Glyphs::Unicode => " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋",
        };
        // At the right border a wall ends with its last point.
        let last = column + 1 == self.drawing.text.columns.len();
        let sign = signs.chars().nth(bits).filter(|_| !last);
        sign.unwrap_or(' ')
    }

    /// Returns the edge between a point and the next one to the right or below.
    fn edge(&self, (column, row): (usize, usize), (right, down): (usize, usize)) -> Edge {
        let text = &self.drawing.text;
        let ends = (text.at(column, row), text.at(column + right, row + down));
        let (Some(one), Some(other)) = ends else {
            return Edge::None;
        };
        self.scene.edge(self.board, (one, other))
    }

    /// Explains the signs of walls, and of ways through them.
    fn key(&self) -> String {
        let text = &self.drawing.text;
        let mut edges = (0..text.columns.len()).flat_map(|column| {
            let sides = (0..text.rows.len()).map(move |row| (column, row));
            sides.flat_map(|at| [self.edge(at, RIGHT), self.edge(at, DOWN)])
        });
        let ways = edges.any(|edge| matches!(edge, Edge::Open | Edge::Shut));
        let say = LegendPhrasing(self.drawing.model.sheet.language);
        let (level, upright) = (self.glyph("-", "━"), self.glyph("|", "┃"));
        let key = match ways {
            true => say.ways(level, upright, self.glyph("%", "╳")),
            false => say.walls(level, upright),
        };
        " ".repeat(self.drawing.label + 2) + key.as_str()
    }

    fn glyph(&self, ascii: &'static str, unicode: &'static str) -> &'static str {
        match self.canvas.glyphs {
            Glyphs::Ascii => ascii,
            Glyphs::Unicode => unicode,
        }
    }
}
