//! A start position other than the game's own, read from a drawing of the board.

use crate::map_reading::SignedRow;
use crate::{canvas_view, impossible, map_reading};
use linstock_engine::vm::{Piece, SpelledPosition};
use linstock_model::{Board, KindId, Model, Point, SeatId, TextLayout, TextRow, Zone, ZoneId};

/// A position from which a game can begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartPosition {
    /// The phase.
    pub phase: String,
    /// The player to move.
    pub to_move: SeatId,
    /// The pieces, zones and memories.
    pub table: SpelledPosition,
    /// The `given` with this position, if there was more than a drawing.
    pub text: Option<String>,
}

/// Reads the pieces of a drawn board, such as [`Canvas`](super::Canvas) draws or a person types.
///
/// Rows go from the top down, or begin with their number. A letter is a piece: upper case for the first seat, lower case
/// for the second, and followed by the seat's number from the third on. Anything else is an empty point or a line.
///
/// # Errors
/// A sentence about the error in the drawing.
pub fn from_picture(model: &Model, picture: &str) -> Result<SpelledPosition, String> {
    let board = model
        .board
        .as_ref()
        .ok_or_else(|| "this game has no board to draw".to_owned())?;
    let layout = board.topology.text_layout();
    let mut table = SpelledPosition::empty(model);
    let rows = match map_reading::rows((model, board), &layout, picture) {
        Some(rows) => rows?,
        None => rows(model, &layout, picture)?,
    };
    for (row, signs) in rows {
        let points: Vec<Point> = row.points.iter().flatten().copied().collect();
        if signs.len() != points.len() {
            let (drawn, known) = (signs.len(), points.len());
            let known = match layout.canvas {
                Some(_) => format!("{known} there"),
                None => format!("{known} columns"),
            };
            return Err(format!(
                "row {} has {drawn} points in the drawing, but the board has {known}",
                row.label
            ));
        }
        for (point, sign) in points.into_iter().zip(signs) {
            for piece in pieces(model, board, point, &sign)? {
                let spot = table.spot(model.layer_of(piece.kind), point);
                table.pieces[spot] = Some(piece);
            }
        }
    }
    if let Some(wrong) = impossible::too_many(model, &table) {
        return Err(wrong);
    }
    take_out_of_zones(model, &mut table);
    Ok(table)
}

/// Returns the rows of a drawing in the order of the board, each with its number. If two rows have the same number, the
/// later one wins. Rows without numbers are counted from the top.
#[must_use]
pub fn numbered_rows(model: &Model, picture: &str) -> String {
    let Some(board) = &model.board else {
        return String::new();
    };
    let layout = board.topology.text_layout();
    let numbered: Vec<_> = picture.lines().filter_map(numbered_row).collect();
    let plain: Vec<&str> = (picture.lines())
        .filter(|line| is_row(&layout, line))
        .collect();
    let width = layout.rows.iter().map(|row| row.label.len()).max();
    let width = width.unwrap_or(0).max(2);
    let row = |(at, row): (usize, &TextRow)| {
        let found = if numbered.is_empty() {
            plain.get(at).map(|rest| format!(" {}", rest.trim()))
        } else {
            let own = |(number, _): &&(u32, &str)| number.to_string() == row.label;
            let found = numbered.iter().rev().find(own);
            found.map(|(_, rest)| (*rest).to_owned())
        };
        found.map(|rest| format!("{:>width$}{}\n", row.label, rest.trim_end()))
    };
    layout.rows.iter().enumerate().filter_map(row).collect()
}

/// Returns whether a line without a number is a row: not empty, and not the names of the columns.
fn is_row(layout: &TextLayout, line: &str) -> bool {
    let names = line.split_whitespace().eq(layout.columns.iter());
    let bare = match layout.canvas {
        Some(_) => canvas_view::signs(line).is_empty(),
        None => line.trim().is_empty(),
    };
    !bare && !names
}

/// Removes the drawn pieces from the zones that hold them at the start.
pub(crate) fn take_out_of_zones(model: &Model, table: &mut SpelledPosition) {
    let drawn: Vec<Piece> = table.pieces.iter().flatten().copied().collect();
    for piece in drawn {
        let zones = (0u8..).map(ZoneId).zip(&model.zones);
        let holds = |(_, zone): &(ZoneId, &Zone)| {
            let of_pieces = model.list(zone.list).of_pieces;
            let his = zone.of_player == piece.owner.is_some();
            of_pieces && his && zone.start[piece.kind.index()] > 0
        };
        if let Some((id, _)) = zones.into_iter().find(holds) {
            let owner = piece.owner.map_or(0, SeatId::index);
            let there = &mut table.zones[id.index()][owner][piece.kind.index()];
            *there = there.saturating_sub(1);
        }
    }
}

/// Finds the rows of a drawing.
fn rows<'l>(
    model: &Model,
    layout: &'l TextLayout,
    picture: &str,
) -> Result<Vec<SignedRow<'l>>, String> {
    let layered = model.layers.len() > 1;
    let signs = |row: &str| match (&layout.canvas, layered) {
        (Some(_), false) => canvas_view::signs(row),
        (Some(_), true) => canvas_view::stacks(row),
        (None, false) => signs(model, row),
        (None, true) => stacks(row),
    };
    let numbered: Vec<_> = picture.lines().filter_map(numbered_row).collect();
    if !numbered.is_empty() {
        let row = |(number, rest): (u32, &str)| {
            let label = number.to_string();
            let row = layout.rows.iter().find(|row| row.label == label);
            let none = || {
                let rows = layout.rows.len();
                format!("there is no row {number}; the board has {rows} rows")
            };
            Ok((row.ok_or_else(none)?, signs(rest)))
        };
        return numbered.into_iter().map(row).collect();
    }
    let drawn = picture.lines().filter(|line| is_row(layout, line));
    let cells: Vec<Vec<String>> = drawn.map(signs).collect();
    if cells.len() != layout.rows.len() {
        return Err(format!(
            "the drawing has {} rows, but the board has {}; begin each row with its number, or draw all of them",
            cells.len(),
            layout.rows.len()
        ));
    }
    Ok(layout.rows.iter().zip(cells).collect())
}

/// Splits the number off a line that begins with one.
fn numbered_row(line: &str) -> Option<(u32, &str)> {
    let line = line.trim_start();
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = line.split_at(digits);
    Some((number.parse().ok()?, rest))
}

/// Splits a row into one sign per point; empty points become `.`.
fn signs(model: &Model, row: &str) -> Vec<String> {
    let is_piece = |c: char| model.kinds.iter().any(|k| k.neutral && k.letter == c);
    let wall = |c: char| c == '|' || c == '│';
    if row.contains(wall) {
        let inside = row.trim().trim_matches(wall);
        return inside
            .split(wall)
            .map(|cell| {
                let counts = |c: &char| c.is_alphanumeric() || is_piece(*c);
                let sign: String = cell.chars().filter(counts).collect();
                if sign.is_empty() {
                    ".".to_owned()
                } else {
                    sign
                }
            })
            .collect();
    }
    let mut signs: Vec<String> = Vec::new();
    for c in row.chars() {
        match c {
            sign if is_piece(sign) => signs.push(sign.to_string()),
            ' ' | '\t' | '-' | '─' | '[' | ']' | ':' => {}
            digit if digit.is_ascii_digit() => match signs.last_mut() {
                Some(sign) if sign.starts_with(char::is_alphabetic) => sign.push(digit),
                _ => signs.push(digit.to_string()),
            },
            letter if letter.is_alphabetic() => signs.push(letter.to_string()),
            _ => signs.push(".".to_owned()),
        }
    }
    signs
}

/// Splits a row of a board with layers at blanks, brackets and walls.
fn stacks(row: &str) -> Vec<String> {
    let between = |c: char| c.is_whitespace() || "[]:|│".contains(c);
    let stacks = row.split(between).filter(|stack| !stack.is_empty());
    stacks.map(str::to_owned).collect()
}

/// Reads the pieces on a point: one sign, or a sign for each layer.
fn pieces(model: &Model, board: &Board, point: Point, signs: &str) -> Result<Vec<Piece>, String> {
    if model.layers.len() == 1 {
        return Ok(piece(model, board, point, signs)?.into_iter().collect());
    }
    let mut found = Vec::new();
    let mut rest = signs.trim_matches('-');
    // Skips the signs of empty layers below a piece.
    rest = rest.trim_start_matches('_');
    while let Some(letter) = rest.chars().next() {
        let after = &rest[letter.len_utf8()..];
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (sign, next) = rest.split_at(letter.len_utf8() + digits);
        found.extend(piece(model, board, point, sign)?);
        rest = next.trim_start_matches('_');
    }
    Ok(found)
}

fn piece(model: &Model, board: &Board, point: Point, sign: &str) -> Result<Option<Piece>, String> {
    let kinds = (0u8..).map(KindId).zip(&model.kinds);
    let mut neutral = kinds.filter(|(_, kind)| kind.neutral && kind.letter.to_string() == sign);
    if let Some((kind, _)) = neutral.next() {
        return Ok(Some(Piece { kind, owner: None }));
    }
    if sign == "." {
        return Ok(None);
    }
    let mut chars = sign.chars();
    let letter = chars.next().unwrap_or('.');
    let seat = match (chars.as_str(), letter.is_uppercase()) {
        ("", true) => Some(0),
        ("", false) => Some(1),
        (number, _) => number.parse::<u8>().ok().and_then(|n| n.checked_sub(1)),
    };
    let kind = model
        .kinds
        .iter()
        .position(|k| !k.neutral && k.letter == letter.to_ascii_lowercase())
        .and_then(|index| u8::try_from(index).ok());
    match (kind, seat.filter(|&s| usize::from(s) < model.seats())) {
        (Some(kind), Some(seat)) => Ok(Some(Piece {
            kind: KindId(kind),
            owner: Some(SeatId(seat)),
        })),
        _ => Err(format!(
            "`{sign}` on {} is no piece; the pieces are {}",
            board.name(point),
            letters(model)
        )),
    }
}

/// Lists the letters of all pieces: `S T s t`.
fn letters(model: &Model) -> String {
    model
        .seat_ids()
        .flat_map(|seat| {
            model
                .kinds
                .iter()
                .filter(|k| !k.neutral)
                .map(move |k| crate::piece_signs::sign(k.letter, seat))
        })
        .chain(
            model
                .kinds
                .iter()
                .filter(|k| k.neutral)
                .map(|k| k.letter.to_string()),
        )
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::from_picture;
    use crate::Rules;
    use crate::Viewer;
    use crate::board_text;
    use crate::board_view::{Canvas, Glyphs};
    use crate::map_view::MapScene;
    use linstock_base::{Sources, Style};
    use linstock_check::Choices;
    use linstock_engine::vm::SpelledPosition;
    use linstock_model::{Model, PointSet};

    fn model(players: &str, look: &str, size: &str) -> Model {
        let text = format!(
            "game g \"G\"\nplayers {players}\nboard {size} {{\n  drawn as {look}\n}}\npiece man \"m\", rook \"r\"\npiece fire \"*\" of nobody\n\
             move put \"{{there}}\" {{\n  there in empty\n  man: box -> there\n}}\n\
             play {{\n  repeat each player {{ ask me: put otherwise draw \"full\" }}\n}}\n"
        );
        let sources = Sources::from([("g.game", text)]);
        let rules = Rules::load(&sources, &Choices::default());
        rules
            .unwrap_or_else(|e| panic!("{}", e.render(&sources, Style::Plain)))
            .model()
            .clone()
    }

    fn drawn(model: &Model, table: &SpelledPosition, canvas: Canvas, marked: &[usize]) -> String {
        let board = model.board.as_ref().expect("a board");
        let mut set = PointSet::with_capacity(board.points());
        set.extend(marked.iter().copied());
        board_text::board((model, board), &MapScene::default(), table, (&set, canvas))
    }

    #[test]
    fn whatever_is_drawn_can_be_read() {
        for (players, sample) in [("a, b", ["M", "r"]), ("a, b, c", ["r", "M3"])] {
            for look in ["points", "squares"] {
                let model = model(players, look, "4 x 3");
                let [one, other] = sample;
                let picture = format!("3 {one} . {other} .\n2 . {other} {one} *\n1 . * . {one}\n");
                let table = from_picture(&model, &picture).expect("read");
                assert_eq!(table.pieces.iter().flatten().count(), 7);
                for room in [(80, 60), (0, 0)] {
                    for glyphs in [Glyphs::Ascii, Glyphs::Unicode] {
                        let canvas = Canvas {
                            room,
                            glyphs,
                            style: Style::Plain,
                        };
                        for marked in [&[][..], &[0, 3, 4, 5, 6], &[8, 9, 10, 11]] {
                            let text = drawn(&model, &table, canvas, marked);
                            let read = from_picture(&model, &text);
                            assert_eq!(read.as_ref(), Ok(&table), "{text}");
                        }
                    }
                }
            }
        }
    }

    /// A board with signs on its points, of which one is also a column; `lines` are more lines of the board.
    fn signed(players: &str, look: &str, lines: &str) -> Rules {
        let text = format!(
            "game g \"G\"\nplayers {players}\nboard 3 x 3 {{\n  drawn as {look}\n  {lines}\n}}\npiece man \"m\"\n\
             move put \"{{there}}\" {{ there in empty; man: box -> there }}\n\
             play {{ man of {} : box -> a1; repeat each player {{ ask me: put otherwise draw }} }}\n\
             words {{ \"a\" of board \"meadow\"; \"*\" of board \"star\" }}\n",
            players.split(',').next().unwrap_or_default()
        );
        let sources = Sources::from([("g.game", text)]);
        let rules = Rules::load(&sources, &Choices::default());
        rules.unwrap_or_else(|e| panic!("{}", e.render(&sources, Style::Plain)))
    }

    const MAP: &str =
        "map \"\"\"\n 3 a a ~\n 2 a ~ ~\n 1 ~ ~ ~\n   a b c\n \"\"\"\n  region river = map \"~\"";
    const SHOW: &str = "show \"*\" at {b2, c3}\n  region star = {b2}";

    #[test]
    fn boards_with_signs_can_be_read() {
        let picture = "3 M m .\n2 . m .\n1 . . M\n";
        let mut text = String::new();
        for players in ["red, blue", "red, blue, ann"] {
            for look in ["points", "squares"] {
                for lines in [MAP, SHOW, "wall around row 3"] {
                    let rules = signed(players, look, lines);
                    let model = rules.model();
                    let board = model.board.as_ref().expect("a board");
                    let table = from_picture(model, picture).expect("read");
                    let scene = MapScene::of(&rules, &table, Viewer::Table);
                    let mut marked = board.none();
                    marked.extend([0, 4, 5]);
                    for room in [(80, 60), (9, 9)] {
                        let canvas = Canvas {
                            room,
                            ..Canvas::default()
                        };
                        let seen = (&marked, canvas);
                        let all = board_text::board((model, board), &scene, &table, seen);
                        assert_eq!(from_picture(model, &all).as_ref(), Ok(&table), "{all}");
                        if model.seats() == 2 && (look == "squares" || room.0 == 80) {
                            text.push_str(&format!("{all}\n"));
                        }
                    }
                }
            }
        }
        insta::assert_snapshot!(text);
    }

    #[test]
    fn players_are_drawn_in_the_colours_of_their_names() {
        use linstock_model::PlayerColour::{Blue, Cyan, Red, White, Yellow};

        let colours = |words: &str| {
            let rules = signed("red, blau, ann, weiss, ben", "squares", words);
            let model = rules.model();
            model
                .seat_ids()
                .map(|seat| model.colour(seat))
                .collect::<Vec<_>>()
        };
        assert_eq!(colours(MAP), [Red, Blue, Yellow, White, Cyan]);
        let painted = format!("{MAP}\n  paint yellow = river");
        let [.., ann, _, ben] = colours(&painted)[..] else {
            unreachable!("five players")
        };
        assert!(![ann, ben].contains(&Yellow));
    }

    #[test]
    fn boards_are_drawn_with_lines_boxes_or_dots() {
        let mut text = String::new();
        for look in ["points", "squares"] {
            let model = model("a, b", look, "4 x 3");
            let table = from_picture(&model, "M . r .\n. r M .\n. . . R\n").expect("read");
            for (room, glyphs) in [
                ((80, 60), Glyphs::Ascii),
                ((80, 60), Glyphs::Unicode),
                ((10, 60), Glyphs::Ascii),
                ((80, 10), Glyphs::Unicode),
            ] {
                let canvas = Canvas {
                    room,
                    glyphs,
                    style: Style::Plain,
                };
                text.push_str(&drawn(&model, &table, canvas, &[3, 5, 6]));
                text.push('\n');
            }
        }
        insta::assert_snapshot!(text);
    }

    #[test]
    fn a_point_that_is_no_point_of_a_map_is_named() {
        let text = "game g \"G\"\nplayers a, b\nboard 3 x 2 {\n map \"\"\"\n 2 x x y\n 1 x y y\n   a b c\n \"\"\"\n}\n\
            piece man \"m\"\nplay { man of a: box -> a1 }\n";
        let rules = Rules::load(&Sources::from([("g.game", text)]), &Choices::default());
        let model = rules.expect("no mistakes").model().clone();
        let drawn = from_picture(&model, "2  Mx  mx   y\n1   x   y   y\n").expect("as it is drawn");
        assert_eq!(drawn.pieces.iter().flatten().count(), 2);
        let wrong = from_picture(&model, "2  Mx  xm   y\n1   x   y   y\n");
        assert_eq!(
            wrong.expect_err("swapped"),
            "b2 is drawn as `xm`: a point of this map has 1 column for what stands there, then the sign of its place, here ` x`"
        );
    }

    #[test]
    fn what_is_wrong_with_a_drawing_is_said() {
        let model = model("a, b", "points", "4 x 3");
        for (picture, message) in [
            ("", "the drawing has 0 rows, but the board has 3"),
            (
                "M . .\n. . . .\n. . . .\n",
                "row 3 has 3 points in the drawing, but the board has 4 columns",
            ),
            ("4 . . . .\n", "there is no row 4; the board has 3 rows"),
            (
                "3 . q . .\n",
                "`q` on b3 is no piece; the pieces are M R m r",
            ),
            ("3 . M3 . .\n", "`M3` on b3 is no piece"),
            ("99999999999999 . . . .\n", "the drawing has 1 rows"),
        ] {
            let error = from_picture(&model, picture).expect_err(picture);
            assert!(error.starts_with(message), "{picture}: {error}");
        }
    }
}
