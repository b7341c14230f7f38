//! A board as SVG.

use anstyle::{AnsiColor, Color};
use linstock_play::sheet::{
    BoardPicture, NetPicture, NetPoint, PictureField, PicturePiece, WallPart,
};
use maud::{Markup, html};

/// The side of a point's square.
const CELL: usize = 40;
/// The space for the names of rows and columns.
const EDGE: usize = 30;

/// The colours of each player's pieces: of the piece, and of its letter.
const PLAYERS: [(&str, &str); 6] = [
    ("#fdf3d0", "#222"),
    ("#333", "#fff"),
    ("#b8352c", "#fff"),
    ("#2b5ea8", "#fff"),
    ("#2e7d3b", "#fff"),
    ("#8a4fa0", "#fff"),
];

/// The colours of points with a piece that nobody owns.
const GROUNDS: [&str; 6] = [
    "#e4efc8", "#9cbf7d", "#b5aea4", "#a5cbe4", "#d9b98a", "#d9c7e0",
];

/// The width and height of a unit on a board whose points are not in columns.
const UNIT: (usize, usize) = (22, 38);

/// Draws a board whose points are not in columns: lines, then points with their names, then pieces.
fn net(net: &NetPicture) -> Markup {
    let at = |(x, y): (usize, usize)| (EDGE + x * UNIT.0, EDGE + y * UNIT.1);
    let (width, height) = at(net.size);
    let (width, height) = (width + EDGE, height + EDGE);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {height}")) width=(width) role="img"
            font-family="Helvetica, Arial, sans-serif" text-anchor="middle" {
            @for [from, to] in &net.lines {
                line x1=(at(*from).0) y1=(at(*from).1) x2=(at(*to).0) y2=(at(*to).1) stroke="#888" {}
            }
            @for NetPoint { name, at: place, field } in &net.points {
                circle cx=(at(*place).0) cy=(at(*place).1) r="18" fill=(ground(field)) stroke="#999" {}
                text x=(at(*place).0) y=(at(*place).1 + 4) font-size="10" fill="#888" { (name) }
                "\n"
            }
            @for point in &net.points {
                @for piece in &point.field.pieces { (self::piece(at(point.at), piece)) }
            }
        }
    }
}

/// Draws a board with its pieces.
pub(super) fn board(picture: &BoardPicture) -> Markup {
    if let Some(net) = &picture.net {
        return self::net(net);
    }
    let (columns, rows) = (picture.columns.len(), picture.rows.len());
    let (width, height) = (EDGE + columns * CELL + 10, 10 + rows * CELL + EDGE);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {height}")) width=(width) role="img"
            font-family="Helvetica, Arial, sans-serif" text-anchor="middle" {
            @for (row, line) in picture.rows.iter().enumerate() {
                (label((EDGE / 2, middle(row, 10)), &line.label))
                @for (column, field) in line.fields.iter().enumerate() {
                    @if let Some(field) = field {
                        (self::field(picture, (column, row), field)) "\n"
                    }
                }
            }
            @for (column, name) in picture.columns.iter().enumerate() {
                (label((middle(column, EDGE), 10 + rows * CELL + EDGE / 2), name))
            }
            @for wall in &picture.walls { (self::wall(wall)) }
            @for (row, line) in picture.rows.iter().enumerate() {
                @for (column, field) in line.fields.iter().enumerate() {
                    @for piece in field.iter().flat_map(|field| &field.pieces) {
                        (self::piece((middle(column, EDGE), middle(row, 10)), piece))
                    }
                }
            }
        }
    }
}

/// Returns the middle of a column or row.
fn middle(at: usize, edge: usize) -> usize {
    edge + at * CELL + CELL / 2
}

fn label((x, y): (usize, usize), text: &str) -> Markup {
    html! { text x=(x) y=(y + 5) font-size="14" fill="#555" { (text) } }
}

/// Draws an empty point: a square, or the lines that cross there.
fn field(picture: &BoardPicture, (column, row): (usize, usize), field: &PictureField) -> Markup {
    let (x, y) = (EDGE + column * CELL, 10 + row * CELL);
    let fill = ground(field);
    html! {
        @if picture.crossings {
            (crossing(picture, (column, row)))
        } @else {
            rect x=(x) y=(y) width=(CELL) height=(CELL) fill=(fill) stroke="#999" {}
        }
        @if let Some(sign) = field.sign {
            text x=(x + CELL - 7) y=(y + CELL - 4) font-size="10" fill="#666" { (sign) }
        }
    }
}

/// Returns the colour of a point: that of a piece that nobody owns, or the one from the rules.
fn ground(field: &PictureField) -> &'static str {
    let lying = field.pieces.iter().find(|piece| piece.owner.is_none());
    let lying = lying.map(|piece| GROUNDS[piece.kind % GROUNDS.len()]);
    lying.or(field.colour.map(painted)).unwrap_or("#fff")
}

/// Draws the lines from a point to its neighbours.
fn crossing(picture: &BoardPicture, (column, row): (usize, usize)) -> Markup {
    let (x, y) = (middle(column, EDGE), middle(row, 10));
    let there = |column: usize, row: usize| {
        let row = picture.rows.get(row);
        row.is_some_and(|row| row.fields.get(column).is_some_and(Option::is_some))
    };
    html! {
        @if there(column + 1, row) { line x1=(x) y1=(y) x2=(x + CELL) y2=(y) stroke="#888" {} }
        @if there(column, row + 1) { line x1=(x) y1=(y) x2=(x) y2=(y + CELL) stroke="#888" {} }
    }
}

fn wall(wall: &WallPart) -> Markup {
    let (x, y) = (EDGE + wall.at.0 * CELL, 10 + wall.at.1 * CELL);
    let (x1, y1) = if wall.below {
        (x, y + CELL)
    } else {
        (x + CELL, y)
    };
    let (x2, y2) = (x + CELL, y + CELL);
    let (stroke, dashes) = match wall.way {
        None => ("#6b3d1e", None),
        Some(true) => ("#3d9a4b", Some("4 6")),
        Some(false) => ("#c0392b", Some("8 3")),
    };
    html! { line x1=(x1) y1=(y1) x2=(x2) y2=(y2) stroke=(stroke) stroke-width="4" stroke-dasharray=[dashes] {} }
}

fn piece((x, y): (usize, usize), piece: &PicturePiece) -> Markup {
    let Some(owner) = piece.owner else {
        return html! { text x=(x) y=(y + 5) font-size="14" fill="#444" { title { (piece.name) } (piece.sign) } };
    };
    let (inside, letter) = PLAYERS[owner % PLAYERS.len()];
    html! {
        g {
            title { (piece.name) }
            circle cx=(x) cy=(y) r=(CELL * 2 / 5) fill=(inside) stroke="#222" {}
            text x=(x) y=(y + 6) font-size="16" fill=(letter) { (piece.sign.to_uppercase()) }
        }
    }
}

/// Returns the page colour for a colour in the rules: light enough for letters on it.
fn painted(colour: Color) -> &'static str {
    match colour {
        Color::Ansi(AnsiColor::Red | AnsiColor::BrightRed) => "#f2b8ac",
        Color::Ansi(AnsiColor::Green | AnsiColor::BrightGreen) => "#bfe0b5",
        Color::Ansi(AnsiColor::Yellow | AnsiColor::BrightYellow) => "#f6e9a4",
        Color::Ansi(AnsiColor::Blue | AnsiColor::BrightBlue) => "#b9cdf0",
        Color::Ansi(AnsiColor::Cyan | AnsiColor::BrightCyan) => "#b4e2e6",
        Color::Ansi(AnsiColor::Magenta | AnsiColor::BrightMagenta) => "#e0bfe6",
        Color::Ansi(AnsiColor::Black | AnsiColor::BrightBlack) => "#aaa",
        Color::Ansi(AnsiColor::White | AnsiColor::BrightWhite) => "#eee",
        // The other colours are named.
        Color::Ansi256(_) | Color::Rgb(_) => "#fbd0a0",
    }
}
