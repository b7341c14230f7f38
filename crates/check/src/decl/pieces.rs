//! Pieces, formations, and the drawings that put pieces on the board.

use crate::decl::mistakes::listed_twice;
use crate::decl::pictures;
use crate::names::Scope;
use crate::names::nouns::Noun;
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_model::{
    Drawing, Formation, KindId, LayerId, Member, Owner, PictureSpot, PieceKind, SeatId, Set,
};
use linstock_syntax::Picture;
use linstock_syntax::ast::{DeclKind, DrawingDecl, Expr, LineDecl, Name, PieceDecl};

/// The meaning of each sign of a picture; an error for a sign whose meaning is wrong.
type Legend = Vec<(String, Checked<(KindId, Option<SeatId>)>)>;

/// The signs of the drawn board itself.
const NO_SIGNS: &str = "|-[]:+_";

impl<'a> Resolver<'a> {
    /// Resolves the names of the board's layers.
    pub(crate) fn layers(&self) -> Vec<String> {
        let names = self.names.layers.iter().map(|layer| layer.text.clone());
        let layers: Vec<String> = names.collect();
        if layers.is_empty() {
            vec![String::new()]
        } else {
            layers
        }
    }

    /// Returns the layer of the pieces that are not on a named layer.
    pub(crate) fn top_layer(&self) -> LayerId {
        let layers = LayerId::all(self.names.layers.len());
        layers.last().unwrap_or(LayerId(0))
    }

    /// Resolves the kinds of piece.
    pub(crate) fn kinds(&mut self) -> Checked<Vec<PieceKind>> {
        let mut kinds: Vec<PieceKind> = Vec::new();
        let decls = self.decls().filter_map(|decl| match &decl.kind {
            DeclKind::Pieces(pieces) => Some(pieces),
            _ => None,
        });
        for piece in decls.flatten() {
            let named = &self.names.kinds[kinds.len()];
            let (name, tags) = (named.text.clone(), named.tags.clone());
            let letter = self.letter(piece, &name);
            let twin = kinds.iter().find(|k| Ok(k.letter) == letter);
            if let Some(other) = twin.map(|k| k.name.clone()).filter(|other| *other != name) {
                let span = piece.letter.as_ref().map_or(piece.name.span, |l| l.span);
                let message = format!("`{other}` and `{name}` are drawn with the same letter");
                let diagnostic = Diagnostic::error("E0280", span, message).label("taken");
                self.report(diagnostic.hint("give each its own letter: piece rook \"r\""));
            }
            let layer = match &piece.layer {
                Some(layer) => self.layer_named(layer)?,
                None => self.top_layer(),
            };
            let letter = letter.unwrap_or('?');
            let known = &mut self.names.kinds[kinds.len()].what;
            (known.layer, known.letter) = (layer, letter);
            kinds.push(PieceKind {
                name,
                letter,
                layer,
                neutral: piece.neutral,
                tags,
            });
        }
        Ok(kinds)
    }

    fn layer_named(&mut self, name: &Name) -> Checked<LayerId> {
        let found = LayerId::find(&self.names.layers, |layer| layer.text == name.text);
        found.ok_or_else(|| self.no_such(Noun::Layer, name))
    }

    /// Returns the letter of a piece: the declared one, or the first of its name.
    fn letter(&mut self, piece: &PieceDecl, name: &str) -> Checked<char> {
        let Some(text) = &piece.letter else {
            return Ok(name.chars().next().unwrap_or('?'));
        };
        let mut letters = text.value.chars();
        let fits = |l: &char| {
            let sign = piece.neutral && l.is_ascii_punctuation() && !NO_SIGNS.contains(*l);
            l.is_ascii_alphabetic() || sign
        };
        let only = letters
            .next()
            .filter(|l| fits(l) && letters.next().is_none());
        only.map(|l| l.to_ascii_lowercase()).ok_or_else(|| {
            let sign =
                text.value.len() == 1 && text.value.chars().all(|c| c.is_ascii_punctuation());
            let hint = if sign && !piece.neutral {
                "only a piece of nobody can be drawn with a sign: piece road \"=\" of nobody"
            } else if piece.neutral {
                "a piece of nobody can also be drawn with a sign such as `=`, `^` or `#`; `|-[]:+_` draw the board"
            } else {
                "the pieces of the first player are drawn in capitals, those of the others in small letters"
            };
            let diagnostic =
                Diagnostic::error("E0281", text.span, "a piece is drawn with one letter, a to z")
                    .label("not one letter")
                    .hint(hint);
            self.error(diagnostic)
        })
    }

    /// Resolves the formations.
    pub(crate) fn lines(&mut self) -> Checked<Vec<Formation>> {
        let decls: Vec<&'a LineDecl> = self
            .decls()
            .filter_map(|decl| match &decl.kind {
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

    fn line(&mut self, at: usize, decl: &LineDecl) -> Checked<Formation> {
        let named = &self.names.lines[at];
        let (name, tags) = (named.text.clone(), named.tags.clone());
        if !(2..=16).contains(&decl.length.0) {
            let message = format!("a line has 2 to 16 points, found {}", decl.length.0);
            let diagnostic =
                Diagnostic::error("E0282", decl.length.1, message).label("the number of points");
            return Err(
                self.error(diagnostic.hint("for single points, name the set, as in `own pawn`"))
            );
        }
        if let Some(board) = &self.names.board
            && decl.length.0 > i64::from(board.topology.longest_line())
        {
            let message = format!("no line of {} points fits on the board", decl.length.0);
            let size = format!("the board has {}", board.topology.size_in_words());
            return Err(self.error(
                Diagnostic::error("E0283", decl.length.1, message)
                    .label("too long")
                    .hint(size),
            ));
        }
        let points = self.set(&decl.points, &Scope::default());
        let dirs = self.dirs(&decl.directions, &Scope::default());
        Ok(Formation {
            name,
            length: self.line_lengths[at],
            points: points?,
            dirs: dirs?,
            tags,
        })
    }

    /// Resolves the drawings.
    pub(crate) fn drawings(&mut self) -> Checked<Vec<Drawing>> {
        let decls: Vec<&'a DrawingDecl> = self
            .decls()
            .filter_map(|decl| match &decl.kind {
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

    fn drawing(&mut self, at: usize, decl: &DrawingDecl) -> Checked<Drawing> {
        let named = &self.names.drawings[at];
        let name = named.text.clone();
        let legend = self.legend(&decl.legend);
        self.board_or_report(decl.name.span)?;
        let (picture, size) = self.picture(&decl.picture)?;
        self.names.drawings[at].what.size = Some(size);
        let legend = self.with_neutrals(legend);
        self.signs_are_known(&picture, &legend)?;
        let pieces = drawn(&picture, &legend)?;
        Ok(Drawing { name, size, pieces })
    }

    /// Adds the neutral pieces: a sign that is not in the legend is the piece with that letter.
    fn with_neutrals(&self, mut legend: Legend) -> Legend {
        for kind in self.all_kinds() {
            let named = &self.names.kinds[kind.index()].what;
            let sign = named.letter.to_string();
            if named.neutral && !legend.iter().any(|(s, _)| *s == sign) {
                legend.push((sign, Ok((kind, None))));
            }
        }
        legend
    }

    /// Resolves the meanings of the signs of a picture.
    fn legend(&mut self, lines: &[(Name, Expr)]) -> Legend {
        let mut legend = Legend::new();
        for (sign, stands_for) in lines {
            if legend.iter().any(|(s, _)| *s == sign.text) {
                let diagnostic = listed_twice(sign.span, &sign.text);
                self.report(diagnostic.hint("give each piece its own sign"));
            }
            let piece = self.legend_piece(stands_for);
            legend.push((sign.text.clone(), piece));
        }
        legend
    }

    fn legend_piece(&mut self, e: &Expr) -> Checked<(KindId, Option<SeatId>)> {
        let set = self.set(e, &Scope::default())?;
        if let Set::Pieces(kinds, owner) = &set.kind
            && let [kind] = kinds.as_slice()
        {
            match owner {
                Owner::Any if self.names.kinds[kind.index()].what.neutral => {
                    return Ok((*kind, None));
                }
                Owner::Of(seat) => {
                    if let Member::Fixed(seat) = seat.kind {
                        return Ok((*kind, Some(SeatId(seat))));
                    }
                }
                _ => {}
            }
        }
        let diagnostic = Diagnostic::error("E0285", e.span, "expected a player and a piece")
            .label("whose?")
            .hint("as in: P = white pawn");
        Err(self.error(diagnostic))
    }

    /// Reports signs that are not in the legend, each once.
    fn signs_are_known(&mut self, picture: &Picture, legend: &Legend) -> Checked<()> {
        let mut unknown: Vec<char> = Vec::new();
        let mut all_known = Ok(());
        for cell in picture.rows.iter().flatten() {
            let sign = cell.sign.to_string();
            let known = cell.sign == '.' || legend.iter().any(|(s, _)| *s == sign);
            if known || unknown.contains(&cell.sign) {
                continue;
            }
            unknown.push(cell.sign);
            let known = legend.iter().map(|(s, _)| s.as_str());
            let diagnostic = Diagnostic::error(
                "E0286",
                cell.span,
                format!("the legend does not say what `{sign}` is"),
            )
            .label("unknown sign")
            .hint(linstock_base::listed("signs of the legend", known))
            .hint("`.` is an empty point");
            let diagnostic = if cell.sign == '#' {
                diagnostic.hint("`#` begins a remark, so the legend cannot explain it; draw the piece with another sign")
            } else {
                diagnostic
            };
            all_known = Err(self.error(diagnostic));
        }
        all_known
    }
}

/// Returns the pieces of a picture; `.` is an empty point, unless it is in the legend.
fn drawn(picture: &Picture, legend: &Legend) -> Checked<Vec<PictureSpot>> {
    let mut pieces = Vec::new();
    for (at, cell) in pictures::cells(picture) {
        let sign = cell.sign.to_string();
        let found = legend.iter().find(|(s, _)| *s == sign);
        if let Some((_, piece)) = found {
            let (kind, owner) = (*piece)?;
            pieces.push(PictureSpot {
                cell: at,
                kind,
                owner,
            });
        }
    }
    Ok(pieces)
}
