//! Pieces, formations, and the drawings that put pieces on the board.

use super::Resolver;
use super::names::Scope;
use crate::base::{Diagnostic, Span};
use crate::model::{Board, Drawing, Item, Kind, KindId, Line, Owner, Point, SeatId, Set};
use crate::syntax::Picture;
use crate::syntax::ast::{DeclKind, Drawing as DrawingDecl, Expr, Line as LineDecl, Name, Piece};

/// What each sign of a picture stands for; nothing for one whose meaning is broken.
type Legend = Vec<(String, Option<(KindId, SeatId)>)>;

impl<'a> Resolver<'a> {
    /// Resolves the kinds of piece.
    pub fn kinds(&mut self) -> Option<Vec<Kind>> {
        let mut kinds: Vec<Kind> = Vec::new();
        let decls = self.decls().filter_map(|(_, _, decl)| match decl {
            DeclKind::Pieces(pieces) => Some(pieces),
            _ => None,
        });
        for piece in decls.flatten() {
            let named = &self.names.kinds[kinds.len()];
            let (name, tags) = (named.text.clone(), named.tags.clone());
            let letter = self.letter(piece, &name);
            let twin = kinds.iter().find(|k| Some(k.letter) == letter);
            if let Some(other) = twin.map(|k| k.name.clone()).filter(|other| *other != name) {
                let span = piece.letter.as_ref().map_or(piece.name.span, |l| l.span);
                let message = format!("`{other}` and `{name}` are drawn with the same letter");
                let diagnostic = Diagnostic::error(span, message).label("taken");
                self.report(diagnostic.hint("give each its own: piece rook \"r\""));
            }
            let letter = letter.unwrap_or('?');
            kinds.push(Kind { name, letter, tags });
        }
        Some(kinds)
    }

    /// Returns the letter that a piece is drawn with: the one it is given, or its first.
    fn letter(&mut self, piece: &Piece, name: &str) -> Option<char> {
        let Some(text) = &piece.letter else {
            return name.chars().next();
        };
        let mut letters = text.value.chars();
        let only = letters
            .next()
            .filter(|l| l.is_ascii_alphabetic() && letters.next().is_none());
        if only.is_none() {
            let diagnostic = Diagnostic::error(
                text.span,
                "a piece is drawn with one letter, a to z",
            )
            .label("not one letter")
            .hint("the first player's pieces are drawn in capitals, the others' in small letters");
            self.report(diagnostic);
        }
        only.map(|l| l.to_ascii_lowercase())
    }

    /// Resolves the formations.
    pub fn lines(&mut self) -> Option<Vec<Line>> {
        let decls: Vec<&'a LineDecl> = self
            .decls()
            .filter_map(|(_, _, decl)| match decl {
                DeclKind::Line(line) => Some(line),
                _ => None,
            })
            .collect();
        self.line_lengths = decls
            .iter()
            .map(|l| u8::try_from(l.length.0).unwrap_or(1))
            .collect();
        let lines: Vec<_> = decls
            .into_iter()
            .enumerate()
            .map(|(at, decl)| self.line(at, decl))
            .collect();
        lines.into_iter().collect()
    }

    fn line(&mut self, at: usize, decl: &LineDecl) -> Option<Line> {
        let named = &self.names.lines[at];
        let (name, tags) = (named.text.clone(), named.tags.clone());
        if !(2..=16).contains(&decl.length.0) {
            let message = format!("a line has 2 to 16 points, found {}", decl.length.0);
            let diagnostic =
                Diagnostic::error(decl.length.1, message).label("so many points in a row");
            self.report(
                diagnostic.hint("for single points, name the set itself, as in `own pawn`"),
            );
            return None;
        }
        if let Some(board) = &self.names.board
            && decl.length.0 > i64::from(board.width.max(board.height))
        {
            let message = format!("no line of {} points fits on the board", decl.length.0);
            let size = format!(
                "the board has {} columns and {} rows",
                board.width, board.height
            );
            self.report(
                Diagnostic::error(decl.length.1, message)
                    .label("too long")
                    .hint(size),
            );
            return None;
        }
        let points = self.set(&decl.points, &Scope::default());
        let dirs = self.dirs(&decl.directions, &Scope::default());
        Some(Line {
            name,
            length: self.line_lengths[at],
            points: points?,
            dirs: dirs?,
            tags,
        })
    }

    /// Resolves the drawings.
    pub fn drawings(&mut self) -> Option<Vec<Drawing>> {
        let decls: Vec<&'a DrawingDecl> = self
            .decls()
            .filter_map(|(_, _, decl)| match decl {
                DeclKind::Drawing(drawing) => Some(drawing),
                _ => None,
            })
            .collect();
        let drawings: Vec<_> = decls
            .into_iter()
            .enumerate()
            .map(|(at, d)| self.drawing(at, d))
            .collect();
        drawings.into_iter().collect()
    }

    fn drawing(&mut self, at: usize, decl: &DrawingDecl) -> Option<Drawing> {
        let named = &self.names.drawings[at];
        let (name, tags) = (named.text.clone(), named.tags.clone());
        let legend = self.legend(&decl.legend);
        let board = self.board_or_report(decl.name.span)?;
        let picture = match crate::syntax::parse_picture(decl.picture.span.file, &decl.picture) {
            Ok(picture) => picture,
            Err(found) => {
                self.diagnostics.extend(found);
                return None;
            }
        };
        let fits = self.picture_fits(&picture, &board, decl.picture.span);
        let known = self.signs_are_known(&picture, &legend);
        (fits? && known).then_some(())?;
        let pieces = drawn(&picture, &board, &legend)?;
        Some(Drawing { name, pieces, tags })
    }

    /// Resolves what the signs of a picture stand for.
    fn legend(&mut self, lines: &[(Name, Expr)]) -> Legend {
        let mut legend = Legend::new();
        for (sign, stands_for) in lines {
            if legend.iter().any(|(s, _)| *s == sign.text) {
                let message = format!("the legend says twice what `{}` is", sign.text);
                let diagnostic = Diagnostic::error(sign.span, message).label("again");
                self.report(diagnostic.hint("give each piece a sign of its own"));
            }
            let piece = self.legend_piece(stands_for);
            legend.push((sign.text.clone(), piece));
        }
        legend
    }

    fn legend_piece(&mut self, e: &Expr) -> Option<(KindId, SeatId)> {
        let set = self.set(e, &Scope::default())?;
        if let Set::Pieces(kinds, Owner::Of(seat)) = &set.kind
            && let ([kind], Item::Fixed(seat)) = (kinds.as_slice(), &seat.kind)
        {
            return Some((*kind, SeatId(*seat)));
        }
        let diagnostic = Diagnostic::error(e.span, "expected a player and a piece")
            .label("whose?")
            .hint("as in: P = white pawn");
        self.report(diagnostic);
        None
    }

    /// Reports a picture that has not the board's size.
    fn picture_fits(&mut self, picture: &Picture, board: &Board, span: Span) -> Option<bool> {
        let rows = picture.rows.len();
        let columns = picture.rows.first().map_or(0, Vec::len);
        if rows == usize::from(board.height) && columns == usize::from(board.width) {
            return Some(true);
        }
        let message = format!(
            "the drawing has {columns} columns and {rows} rows, the board {} and {}",
            board.width, board.height
        );
        let diagnostic = Diagnostic::error(span, message);
        self.report(
            diagnostic
                .hint("draw every row of the board, the top one first; `.` is an empty point"),
        );
        None
    }

    /// Reports the signs that the legend has not, each once.
    fn signs_are_known(&mut self, picture: &Picture, legend: &Legend) -> bool {
        let mut unknown: Vec<char> = Vec::new();
        for cell in picture.rows.iter().flatten().filter(|c| c.sign != '.') {
            let sign = cell.sign.to_string();
            if unknown.contains(&cell.sign) || legend.iter().any(|(s, _)| *s == sign) {
                continue;
            }
            unknown.push(cell.sign);
            let known = legend.iter().map(|(s, _)| s.as_str());
            let diagnostic = Diagnostic::error(
                cell.span,
                format!("the legend does not say what `{sign}` is"),
            )
            .label("unknown sign")
            .hint(super::listed("signs of the legend", known))
            .hint("`.` is an empty point");
            self.report(diagnostic);
        }
        unknown.is_empty()
    }
}

/// Returns the pieces of a picture that fits the board.
fn drawn(
    picture: &Picture,
    board: &Board,
    legend: &Legend,
) -> Option<Vec<(Point, KindId, SeatId)>> {
    let mut pieces = Vec::new();
    for (row, cells) in picture.rows.iter().rev().enumerate() {
        for (column, cell) in cells.iter().enumerate().filter(|(_, c)| c.sign != '.') {
            let sign = cell.sign.to_string();
            let (kind, owner) = legend.iter().find(|(s, _)| *s == sign)?.1?;
            let at = board.at(i32::try_from(column).ok()?, i32::try_from(row).ok()?)?;
            pieces.push((at, kind, owner));
        }
    }
    Some(pieces)
}
