//! The board as a map: beside what stands on a point the sign of its area, and the walls with the ways through them.

use crate::base::Style;
use crate::model::{Board, Model, Point, PointSet};
use crate::play::Canvas;
use crate::play::board_view::{BoardDrawing, Glyphs, written};
use crate::reference::Evaluator;
use crate::vm::SpelledPosition;
use anstyle::Style as Ansi;

/// How a board itself looks, whatever stands on it.
#[derive(Clone, Debug, Default)]
pub(crate) struct MapScene {
    /// The signs that something holds of points, where it does.
    shown: Vec<Option<char>>,
    /// For each link of the board, whether it leads through.
    open: Vec<bool>,
}

impl MapScene {
    /// Works out how the board looks. What cannot be worked out is not shown, and shuts no way.
    pub fn of(plain: Evaluator<'_>) -> Self {
        let Some(board) = &plain.model.board else {
            return Self::default();
        };
        let mut shown = vec![None; board.points()];
        for (sign, set) in &board.picture.shows {
            let points = plain.set(set).unwrap_or_default();
            points.ones().for_each(|at| shown[at] = Some(*sign));
        }
        let links = board.links.iter();
        let open = |when: &Option<_>| when.as_ref().is_none_or(|w| plain.truth(w).unwrap_or(true));
        let open = links.map(|link| open(&link.when)).collect();
        Self { shown, open }
    }
}

/// What is between two points side by side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    /// Nothing.
    None,
    /// A wall.
    Wall,
    /// A way through a wall, open.
    Open,
    /// A way through a wall, shut.
    Shut,
}

/// A board to be drawn as a map.
pub(crate) struct MapView<'a> {
    board: &'a Board,
    scene: &'a MapScene,
    table: &'a SpelledPosition,
    marked: &'a PointSet,
    canvas: Canvas,
    drawing: BoardDrawing<'a>,
}

impl<'a> MapView<'a> {
    /// Makes ready to draw a board that has a map or walls, if there is room for it.
    pub fn new(
        (model, board): (&'a Model, &'a Board),
        scene: &'a MapScene,
        table: &'a SpelledPosition,
        (marked, canvas): (&'a PointSet, Canvas),
    ) -> Option<Self> {
        let picture = &board.picture;
        let wanted = picture.map.is_some() || !picture.shows.is_empty() || !board.walls.is_empty();
        let chart = Self {
            board,
            scene,
            table,
            marked,
            canvas,
            drawing: BoardDrawing::new(model, board, table, (marked, canvas)),
        };
        let width = chart.drawing.label + 1 + chart.pitch() * usize::from(board.width);
        (wanted && width <= canvas.room.0).then_some(chart)
    }

    /// Draws the board, its sides and what its walls look like.
    pub fn text(&self) -> String {
        let mut lines = self.drawing.framed(self.lines());
        lines.extend(self.key());
        written(lines)
    }

    /// Draws the board alone.
    pub fn map(&self) -> String {
        written(self.lines().into_iter().chain(self.key()))
    }

    /// Columns from one point to the next: a bracket or blank, the piece, the sign, a bracket, wall or blank.
    fn pitch(&self) -> usize {
        self.drawing.cell + 3
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for row in (0..i32::from(self.board.height)).rev() {
            lines.push(self.row(row));
            lines.extend(self.rule(row));
        }
        let names = self.drawing.columns().map(|column| {
            let pitch = self.pitch();
            let name = crate::model::column_name(column);
            format!("{name:>width$}  ", width = pitch - 2)
        });
        let pad = " ".repeat(self.drawing.label + 1);
        lines.push(pad + names.collect::<String>().as_str());
        lines
    }

    fn row(&self, row: i32) -> String {
        let label = format!("{:>width$} ", row + 1, width = self.drawing.label);
        let cells = self.drawing.columns().filter_map(|column| {
            let point = self.board.at(column, row)?;
            let marked = self.marked.contains(point.index());
            let left = if marked { "[" } else { " " };
            let right = match self.edge((column, row), (1, 0)) {
                Edge::Wall => self.glyph("|", "┃"),
                Edge::Shut => self.glyph("%", "╳"),
                Edge::None | Edge::Open if marked => "]",
                Edge::None | Edge::Open => " ",
            };
            let standing = self.drawing.standing(point);
            Some(format!("{left}{standing}{}{right}", self.sign(point)))
        });
        label + cells.collect::<String>().as_str()
    }

    /// The sign of a point: what is shown there if nothing stands on it, or else that of the map, in its colour.
    fn sign(&self, point: Point) -> String {
        let picture = &self.board.picture;
        let bare = self.table.at(point).is_none();
        let shown = self.scene.shown.get(point.index()).copied().flatten();
        let mapped = picture.map.as_ref().and_then(|map| map.get(point.index()));
        let sign = shown.filter(|_| bare).or(mapped.copied()).unwrap_or('.');
        let mut paints = picture.paints.iter();
        let colour = paints.rfind(|(_, points)| points.contains(point.index()));
        match colour.filter(|_| self.canvas.style == Style::Colour) {
            Some((colour, _)) => {
                let ansi = Ansi::new().fg_color(Some(*colour));
                format!("{ansi}{sign}{ansi:#}")
            }
            None => sign.to_string(),
        }
    }

    /// The walls below a row; nothing if there are none.
    fn rule(&self, row: i32) -> Option<String> {
        let edges: Vec<Edge> = self
            .drawing
            .columns()
            .map(|column| self.edge((column, row), (0, -1)))
            .collect();
        if edges.iter().all(|edge| *edge == Edge::None) {
            return None;
        }
        let width = self.pitch() - 1;
        let mut line = " ".repeat(self.drawing.label + 1);
        for (column, edge) in (0i32..).zip(&edges) {
            let wall = self.glyph("=", "━");
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

    /// What stands where four points meet, the upper left one of which is given.
    fn corner(&self, (column, row): (i32, i32)) -> char {
        let edges = [
            self.edge((column, row), (1, 0)),
            self.edge((column + 1, row), (0, -1)),
            self.edge((column, row - 1), (1, 0)),
            self.edge((column, row), (0, -1)),
        ];
        let walls = edges.iter().enumerate();
        let walls = walls.filter(|(_, edge)| matches!(edge, Edge::Wall | Edge::Shut));
        let bits = walls.fold(0usize, |bits, (at, _)| bits | 1 << at);
        let signs = match self.canvas.glyphs {
            Glyphs::Ascii => " |=+||++=+=+++++",
            Glyphs::Unicode => " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋",
        };
        // At the right border a wall ends with its last point.
        let last = column + 1 == i32::from(self.board.width);
        let sign = signs.chars().nth(bits).filter(|_| !last);
        sign.unwrap_or(' ')
    }

    /// What is between a point and the next one in a direction.
    fn edge(&self, (column, row): (i32, i32), (right, up): (i32, i32)) -> Edge {
        let ends = (
            self.board.at(column, row),
            self.board.at(column + right, row + up),
        );
        let (Some(one), Some(other)) = ends else {
            return Edge::None;
        };
        let apart = |wall: &PointSet| wall.contains(one.index()) != wall.contains(other.index());
        if !self.board.walls.iter().any(apart) {
            return Edge::None;
        }
        let links = self.board.links.iter().zip(&self.scene.open);
        let mut here =
            links.filter(|(link, _)| link.ends == [one, other] || link.ends == [other, one]);
        match here.next().map(|(_, open)| *open) {
            None => Edge::Wall,
            Some(true) => Edge::Open,
            Some(false) => Edge::Shut,
        }
    }

    /// Says what walls with ways through them look like; nothing if there are none.
    fn key(&self) -> Option<String> {
        let columns = self.drawing.columns();
        let rows = 0..i32::from(self.board.height);
        let mut edges = columns.flat_map(|column| {
            let sides = rows.clone().map(move |row| (column, row));
            sides.flat_map(|at| [self.edge(at, (1, 0)), self.edge(at, (0, -1))])
        });
        let ways = edges.any(|edge| matches!(edge, Edge::Open | Edge::Shut));
        let pad = " ".repeat(self.drawing.label + 2);
        let [wall, upright, shut] = match self.canvas.glyphs {
            Glyphs::Ascii => ["=", "|", "%"],
            Glyphs::Unicode => ["━", "┃", "╳"],
        };
        ways.then(|| {
            format!(
                "{pad}walls: {wall} {upright}, a way through is a gap, or {shut} where it is shut"
            )
        })
    }

    fn glyph(&self, ascii: &'static str, unicode: &'static str) -> &'static str {
        match self.canvas.glyphs {
            Glyphs::Ascii => ascii,
            Glyphs::Unicode => unicode,
        }
    }
}
