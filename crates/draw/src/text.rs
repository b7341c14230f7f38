//! A scene as lines of text.

use crate::layout::DrawnShape;
use crate::scene::{DrawnPoint, Scene};
use linstock_model::{CanvasLine, Point, TextCanvas};

/// The blanks between two scenes side by side.
const GAP: usize = 4;

impl Scene {
    /// Writes the scene as lines of text. Marked points are in square brackets.
    #[must_use]
    pub fn text(&self) -> String {
        let signs = self.seen().map(|spot| sign(spot).chars().count());
        let cell = signs.max().unwrap_or(1);
        match &self.layout.canvas {
            // Brackets of neighbours must not hide each other.
            Some(canvas) if self.has_marked_neighbours(canvas) => {
                self.on_canvas(canvas, cell.max(2))
            }
            Some(canvas) => self.on_canvas(canvas, cell),
            None => self.in_columns(cell),
        }
    }

    fn spot(&self, point: Point) -> Option<&DrawnPoint> {
        let spot = self.spots.get(point.index())?.as_ref();
        spot.filter(|spot| self.frame.has(spot.at))
    }

    fn in_columns(&self, cell: usize) -> String {
        let shown = |point: &Option<Point>| point.and_then(|point| self.spot(point));
        let rows = self.layout.rows.iter();
        let rows: Vec<_> = rows
            .filter(|row| row.points.iter().any(|point| shown(point).is_some()))
            .collect();
        let label = rows.iter().map(|row| row.label.chars().count());
        let label = label.max().unwrap_or(0);
        let is_seen = |x: i32| (self.frame.left..self.frame.right).contains(&x);
        let columns: Vec<usize> = (0..self.columns.len())
            .filter(|at| is_seen(self.columns[*at].0))
            .collect();
        let mut lines = Vec::new();
        for row in rows {
            let mut line = format!("{:>label$} ", row.label);
            for column in &columns {
                let point = row.points.get(*column).unwrap_or(&None);
                line.push_str(&celled(shown(point), cell));
            }
            lines.push(line.trim_end().to_owned());
        }
        let names = columns.iter().map(|at| &self.columns[*at].1);
        let names: String = names.map(|name| format!(" {name:<cell$} ")).collect();
        lines.push(format!("{:label$} {}", "", names).trim_end().to_owned());
        lines.join("\n")
    }

    /// Returns whether two marked points of a line have only one sign between them.
    fn has_marked_neighbours(&self, canvas: &TextCanvas) -> bool {
        canvas.lines.iter().any(|line| {
            let marked = |point: Point| self.spot(point).is_some_and(|spot| spot.marked);
            let marked = line.points.iter().filter(|(_, point)| marked(*point));
            let units: Vec<usize> = marked.map(|(unit, _)| *unit).collect();
            units.windows(2).any(|pair| pair[1] - pair[0] <= 2)
        })
    }

    /// Writes the lines of a canvas that have points of the scene, and of them the part around these points, with the labels of
    /// rows, and with those of columns if they are right for these lines.
    fn on_canvas(&self, canvas: &TextCanvas, cell: usize) -> String {
        let shown = |line: &CanvasLine| {
            let points = line.points.iter();
            let units = points.filter(|(_, point)| self.spot(*point).is_some());
            units.map(|(unit, _)| *unit).collect::<Vec<_>>()
        };
        let units: Vec<Vec<usize>> = canvas.lines.iter().map(shown).collect();
        let filled = |at: &usize| !units[*at].is_empty();
        let mut rows = (0..units.len()).filter(filled);
        let Some(first) = rows.next() else {
            return String::new();
        };
        let last = rows.next_back().unwrap_or(first);
        let left = units.iter().flatten().min().copied().unwrap_or(0);
        let right = units.iter().flatten().max().copied().unwrap_or(0);
        let shown = &canvas.lines[first..=last];
        let label = shown.iter().map(|line| line.label.trim().chars().count());
        let label = label.max().unwrap_or(0);
        let width = (right + 1 - left) * cell + 2;
        let lines = shown.iter().map(|line| {
            let mut places = vec![' '; width];
            for unit in left..=right {
                let sign = line.signs.get(unit).copied().unwrap_or(' ');
                places[1 + (unit - left) * cell] = sign;
            }
            for (unit, point) in &line.points {
                if let Some(spot) = self.spot(*point) {
                    put(spot, 1 + (unit - left) * cell, cell, &mut places);
                }
            }
            let text: String = places.into_iter().collect();
            let text = format!("{:>label$}{text}", line.label.trim());
            text.trim_end().to_owned()
        });
        let mut lines: Vec<String> = lines.collect();
        // Below hexagons, the labels belong to the lowest row alone.
        if self.outline == DrawnShape::Circle || last + 1 == canvas.lines.len() {
            let mut places = vec![' '; width];
            for (unit, name) in &canvas.footer {
                let seen = (left..=right).contains(unit);
                let letters = name.chars().filter(|_| seen);
                for (at, letter) in letters.enumerate() {
                    if let Some(place) = places.get_mut(1 + (unit - left) * cell + at) {
                        *place = letter;
                    }
                }
            }
            let text: String = places.into_iter().collect();
            lines.push(format!("{:label$}{text}", "").trim_end().to_owned());
        }
        lines.join("\n")
    }
}

/// Writes a point into the characters of a line.
fn put(spot: &DrawnPoint, from: usize, cell: usize, places: &mut [char]) {
    for (at, c) in sign(spot).chars().enumerate() {
        if let Some(place) = places.get_mut(from + at) {
            *place = c;
        }
    }
    if spot.marked {
        places[from - 1] = '[';
        if let Some(place) = places.get_mut(from + cell) {
            *place = ']';
        }
    }
}

/// Writes a point of a board in columns.
fn celled(spot: Option<&DrawnPoint>, cell: usize) -> String {
    let Some(spot) = spot else {
        return " ".repeat(cell + 2);
    };
    let sign = sign(spot);
    match spot.marked {
        true => format!("[{sign:<cell$}]"),
        false => format!(" {sign:<cell$} "),
    }
}

/// Returns the sign of a point: that of its upper piece, or of the map.
fn sign(spot: &DrawnPoint) -> String {
    let upper = spot.content.pieces.last().map(|piece| piece.sign.clone());
    let mapped = || spot.content.sign.map(String::from);
    upper.or_else(mapped).unwrap_or_else(|| ".".to_owned())
}

/// Writes texts side by side, with a word between two of them in the first line.
#[must_use]
pub fn beside(texts: &[String], between: &str) -> String {
    let width = |text: &String| text.lines().map(|line| line.chars().count()).max();
    let height = texts.iter().map(|text| text.lines().count()).max();
    let gap = GAP + between.chars().count();
    let mut lines = Vec::new();
    for at in 0..height.unwrap_or(0) {
        let mut line = String::new();
        for (place, text) in texts.iter().enumerate() {
            if place > 0 {
                let word = if at == 0 { between } else { "" };
                line.push_str(&format!("{word:^gap$}"));
            }
            let width = width(text).unwrap_or(0);
            line.push_str(&format!("{:width$}", text.lines().nth(at).unwrap_or("")));
        }
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}
