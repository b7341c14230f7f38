//! The board and what lies on it at the start: regions, pieces, lines, drawings, remembered values.

use super::Resolver;
use super::names::{MemoryName, Named, Names, Region, Scope};
use super::options::OptionValue;
use crate::base::{Diagnostic, Span, did_you_mean};
use crate::model::{
    Board, Dir, Dirs, Drawing, Kind, Line, Look, Memory, Node, Owner, Place, Point, PointSet, Seat,
    Set, Value, ValueExpr,
};
use crate::syntax::ast::{
    Board as BoardDecl, BoardItemKind, DeclKind, Drawing as DrawingDecl, Expr, ExprKind,
    Line as LineDecl, Memory as MemoryDecl, Name, Tag,
};

/// The longest side that a board may have.
const LONGEST: i64 = 64;

impl<'a> Resolver<'a> {
    /// Resolves the board, if the game has one.
    pub fn board(&mut self) -> Option<Option<Board>> {
        let mut boards = self.decls().filter_map(|(tags, span, decl)| match decl {
            DeclKind::Board(board) => Some((tags, span, board)),
            _ => None,
        });
        let Some((_, _, decl)) = boards.next() else {
            return Some(None);
        };
        if let Some((_, span, _)) = boards.next() {
            return self.fail(span, "there is already a board");
        }
        let (width, height) = (self.side(decl.width)?, self.side(decl.height)?);
        let forward = vec![None; self.names.players.len()];
        self.names.board = Some(Board {
            width,
            height,
            next: Dirs::ALL,
            look: Look::default(),
            forward,
        });
        let complete = self.board_items(decl);
        complete.then(|| self.names.board.clone())
    }

    fn side(&mut self, (length, span): (i64, Span)) -> Option<u16> {
        if !(1..=LONGEST).contains(&length) {
            let message = format!("a board's side is 1 to {LONGEST} points long, found {length}");
            return self.fail(span, message);
        }
        u16::try_from(length).ok()
    }

    fn board_items(&mut self, decl: &'a BoardDecl) -> bool {
        let mut complete = true;
        for item in &decl.items {
            let done = match &item.kind {
                BoardItemKind::Next(dirs) => self.next_to(dirs),
                BoardItemKind::DrawnAs(look) => self.look(look),
                BoardItemKind::Side {
                    player, forward, ..
                } => self.forward(player, forward.as_ref()),
                BoardItemKind::Region { .. } => Some(()),
            };
            complete &= done.is_some();
        }
        complete
    }

    fn next_to(&mut self, dirs: &Expr) -> Option<()> {
        let dirs = self.dirs(dirs, &Scope::default())?;
        self.names.board.as_mut()?.next = *dirs.first()?;
        Some(())
    }

    fn look(&mut self, e: &Expr) -> Option<()> {
        let ExprKind::Word(word) = &e.kind else {
            return self.fail(
                e.span,
                "expected `points`, `squares` or an option with these values",
            );
        };
        let name = Name {
            text: word.clone(),
            span: e.span,
        };
        let option = self
            .names
            .options
            .iter()
            .find(|o| o.text == self.canonical("option", &name));
        let word = match option.map(|o| &o.what) {
            Some(OptionValue::Word(value)) => value.clone(),
            _ => word.clone(),
        };
        self.names.used.insert(name.text.clone());
        let look = match word.as_str() {
            "points" => Look::Points,
            "squares" => Look::Squares,
            _ => {
                let diagnostic =
                    Diagnostic::error(e.span, format!("a board is not drawn as `{word}`"))
                        .maybe_hint(did_you_mean(&word, ["points", "squares"]))
                        .hint("expected `points`, `squares` or an option with these values");
                self.report(diagnostic);
                return None;
            }
        };
        self.names.board.as_mut()?.look = look;
        Some(())
    }

    fn forward(&mut self, player: &Name, forward: Option<&Name>) -> Option<()> {
        let seat = self.player_or_report(player)?;
        let Some(name) = forward else { return Some(()) };
        let compass = [
            "north",
            "northeast",
            "east",
            "southeast",
            "south",
            "southwest",
            "west",
            "northwest",
        ];
        let Some(at) = compass.iter().position(|c| *c == name.text) else {
            let diagnostic =
                Diagnostic::error(name.span, format!("`{}` is not a direction", name.text))
                    .maybe_hint(did_you_mean(&name.text, compass))
                    .hint(super::listed("directions", compass.into_iter()));
            self.report(diagnostic);
            return None;
        };
        let board = self.names.board.as_mut()?;
        board.forward[usize::from(seat.0)] = Some(Dir::ALL[at]);
        Some(())
    }

    /// Finds a player, or reports that there is none of that name.
    pub fn player_or_report(&mut self, name: &Name) -> Option<crate::model::SeatId> {
        let found = self.player(name);
        if found.is_none() && !self.names.broken.contains(&name.text) {
            let known: Vec<String> = self.names.players.iter().map(|p| p.text.clone()).collect();
            let known = known.iter().map(String::as_str);
            let diagnostic =
                Diagnostic::error(name.span, format!("there is no player `{}`", name.text))
                    .maybe_hint(did_you_mean(&name.text, known.clone()))
                    .hint(super::listed("players", known));
            self.report(diagnostic);
        }
        found
    }

    /// Resolves the regions, each of them a fixed set of points.
    pub fn regions(&mut self) -> bool {
        let mut complete = true;
        let mut items = Vec::new();
        for (_, _, decl) in self.decls() {
            if let DeclKind::Board(board) = decl {
                items.extend(&board.items);
            }
        }
        // Shared regions first: a player's own may be made from them.
        for item in &items {
            if let BoardItemKind::Region { name, points } = &item.kind {
                complete &= self
                    .fixed_set(points)
                    .map(|set| self.region(name, &item.tags, set))
                    .is_some();
            }
        }
        for item in &items {
            if let BoardItemKind::Side {
                player, regions, ..
            } = &item.kind
            {
                for (tags, name, points) in regions {
                    let tags: &'a [Tag] = if tags.is_empty() { &item.tags } else { tags };
                    complete &= self.own_region((player, name), tags, points).is_some();
                }
            }
        }
        complete
    }

    fn region(&mut self, name: &'a Name, tags: &'a [Tag], points: PointSet) {
        self.declare(
            "region",
            name,
            tags,
            (|n: &mut Names<'a>| &mut n.regions, Region::Shared(points)),
        );
    }

    fn own_region(
        &mut self,
        (player, name): (&Name, &'a Name),
        tags: &'a [Tag],
        points: &Expr,
    ) -> Option<()> {
        let seat = usize::from(self.player_or_report(player)?.0);
        let points = self.fixed_set(points)?;
        let tags = self.tags(tags);
        let text = self.canonical("region", name);
        let none = self.names.board.as_ref()?.none();
        let seats = self.names.players.len();
        let at = self.names.regions.iter().position(|r| r.text == text);
        let at = at.unwrap_or_else(|| {
            let what = Region::PerPlayer(vec![none; seats]);
            self.names.regions.push(Named {
                text,
                span: name.span,
                tags: Vec::new(),
                what,
            });
            self.names.regions.len() - 1
        });
        let region = &mut self.names.regions[at];
        region.tags.extend(tags);
        match &mut region.what {
            Region::PerPlayer(sets) => sets[seat] = points,
            Region::Shared(_) => {
                let earlier = region.span;
                let message = format!("`{}` is already a region of the whole board", name.text);
                self.report(
                    Diagnostic::error(name.span, message).related(earlier, "it is declared here"),
                );
                return None;
            }
        }
        Some(())
    }

    /// Resolves a set that is the same in every position.
    pub fn fixed_set(&mut self, e: &Expr) -> Option<PointSet> {
        let set = self.set(e, &Scope::default())?;
        let board = self.names.board.clone()?;
        let fixed = fixed_points(&board, &set);
        if fixed.is_none() {
            let diagnostic = Diagnostic::error(e.span, "expected points that never change")
                .hint("name them, as in `{a1, j1}`, `a1..f6`, `row 1 or row 2`");
            self.report(diagnostic);
        }
        fixed
    }

    /// Resolves the kinds of piece.
    pub fn kinds(&mut self) -> Option<Vec<Kind>> {
        let mut kinds: Vec<Kind> = Vec::new();
        for (_, _, decl) in self.decls() {
            let DeclKind::Pieces(pieces) = decl else {
                continue;
            };
            for piece in pieces {
                let named = &self.names.kinds[kinds.len()];
                let (name, tags) = (named.text.clone(), named.tags.clone());
                let first = name.chars().next().unwrap_or('?');
                let mut letters = piece
                    .letter
                    .as_ref()
                    .map_or(vec![first], |l| l.value.chars().collect());
                let letter = letters
                    .pop()
                    .filter(|_| letters.is_empty())
                    .unwrap_or('?')
                    .to_ascii_lowercase();
                let span = piece.letter.as_ref().map_or(piece.name.span, |l| l.span);
                if !letter.is_ascii_alphabetic() {
                    self.report(Diagnostic::error(
                        span,
                        "a piece is drawn with one letter, a to z",
                    ));
                }
                if let Some(other) = kinds.iter().find(|k| k.letter == letter) {
                    let message = format!(
                        "`{}` and `{name}` are drawn with the same letter `{letter}`",
                        other.name
                    );
                    self.report(
                        Diagnostic::error(span, message)
                            .hint("give each its own: piece rook \"r\""),
                    );
                }
                kinds.push(Kind { name, letter, tags });
            }
        }
        Some(kinds)
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
            return self.fail(
                decl.length.1,
                format!("a line has 2 to 16 points, found {}", decl.length.0),
            );
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
        let mut legend = Vec::new();
        for (sign, stands_for) in &decl.legend {
            legend.push((sign.text.clone(), self.legend_piece(stands_for)?));
        }
        let board = self.board_or_report(decl.name.span)?;
        let picture = match crate::syntax::parse_picture(decl.picture.span.file, &decl.picture) {
            Ok(picture) => picture,
            Err(found) => {
                self.diagnostics.extend(found);
                return None;
            }
        };
        self.picture_fits(&picture, &board, decl.picture.span)?;
        let mut pieces = Vec::new();
        for (row, cells) in picture.rows.iter().rev().enumerate() {
            for (column, cell) in cells.iter().enumerate().filter(|(_, c)| c.sign != '.') {
                let sign = cell.sign.to_string();
                let Some((_, (kind, owner))) = legend.iter().find(|(s, _)| *s == sign) else {
                    let known = legend.iter().map(|(s, _)| s.as_str());
                    let diagnostic = Diagnostic::error(
                        cell.span,
                        format!("the legend does not say what `{sign}` is"),
                    )
                    .hint(super::listed("signs of the legend", known))
                    .hint("`.` is an empty point");
                    self.report(diagnostic);
                    return None;
                };
                let at = board.at(i32::try_from(column).ok()?, i32::try_from(row).ok()?)?;
                pieces.push((at, *kind, *owner));
            }
        }
        Some(Drawing { name, pieces, tags })
    }

    /// Returns the board, or reports that there is none.
    pub fn board_or_report(&mut self, span: Span) -> Option<Board> {
        let board = self.names.board.clone();
        if board.is_none() && !self.diagnostics.has_errors() {
            self.report(
                Diagnostic::error(span, "this needs a board").hint("declare one: board 8 x 8 { }"),
            );
        }
        board
    }

    /// Reports a picture that has not the board's size.
    fn picture_fits(
        &mut self,
        picture: &crate::syntax::Picture,
        board: &Board,
        span: Span,
    ) -> Option<()> {
        let rows = picture.rows.len();
        let columns = picture.rows.first().map_or(0, Vec::len);
        if rows != usize::from(board.height) || columns != usize::from(board.width) {
            let message = format!(
                "the drawing has {columns} columns and {rows} rows, the board {} and {}",
                board.width, board.height
            );
            return self.fail(span, message);
        }
        Some(())
    }

    fn legend_piece(&mut self, e: &Expr) -> Option<(crate::model::KindId, crate::model::SeatId)> {
        let set = self.set(e, &Scope::default())?;
        if let Set::Pieces(kinds, Owner::Of(seat)) = &set.kind
            && let ([kind], Seat::Fixed(seat)) = (kinds.as_slice(), &seat.kind)
        {
            return Some((*kind, *seat));
        }
        let diagnostic = Diagnostic::error(e.span, "expected a player and a piece")
            .hint("as in: L = light soldier");
        self.report(diagnostic);
        None
    }

    /// Resolves the remembered values.
    pub fn memories(&mut self) -> Option<Vec<Memory>> {
        let mut memories = Vec::new();
        let mut complete = true;
        for (_, _, decl) in self.decls() {
            let DeclKind::Remember(list) = decl else {
                continue;
            };
            for memory in list {
                let resolved = self.memory(memory);
                complete &= resolved.is_some();
                if resolved.is_none() {
                    self.names.broken.push(memory.name.text.clone());
                }
                memories.extend(resolved);
            }
        }
        complete.then_some(memories)
    }

    fn memory(&mut self, decl: &'a MemoryDecl) -> Option<Memory> {
        let per_player = match decl.of.as_ref().map(|of| of.text.as_str()) {
            None => false,
            Some("player") => true,
            Some(_) => {
                let span = decl.of.as_ref()?.span;
                return self.fail(span, "a value is remembered once a game, or `of player`");
            }
        };
        let ty = self.memory_type_of(&decl.start)?;
        let value = self.memory_value(&decl.start, ty, &Scope::default())?;
        let Some(start) = self.fixed_value(&value) else {
            return self.fail(
                decl.start.span,
                "expected a value that is known before the game begins",
            );
        };
        let what = MemoryName { per_player, ty };
        self.declare(
            "memory",
            &decl.name,
            &decl.tags,
            (|n: &mut Names<'a>| &mut n.memories, what),
        );
        let named = self.names.memories.last()?;
        Some(Memory {
            name: named.text.clone(),
            per_player,
            ty,
            start,
            live: true,
            tags: named.tags.clone(),
        })
    }

    fn fixed_value(&self, value: &ValueExpr) -> Option<Value> {
        match value {
            ValueExpr::Num(Node {
                kind: crate::model::Num::Fixed(n),
                ..
            }) => Some(Value::Num(*n)),
            ValueExpr::Truth(Node {
                kind: crate::model::Truth::Fixed(t),
                ..
            }) => Some(Value::Truth(*t)),
            ValueExpr::Seat(Node {
                kind: Seat::Fixed(seat),
                ..
            }) => Some(Value::Seat(Some(*seat))),
            ValueExpr::Seat(Node {
                kind: Seat::None, ..
            }) => Some(Value::Seat(None)),
            ValueExpr::Set(set) => fixed_points(self.names.board.as_ref()?, set).map(Value::Points),
            _ => None,
        }
    }
}

/// Returns the points of a set that is the same in every position, for whoever is `me`.
pub(super) fn fixed_points(board: &Board, set: &Node<Set>) -> Option<PointSet> {
    let fixed = |s: &Node<Set>| fixed_points(board, s);
    match &set.kind {
        Set::Fixed(points) => Some(points.clone()),
        Set::Region(sets, seat) => match seat.kind {
            Seat::Fixed(seat) => sets.get(usize::from(seat.0)).cloned(),
            _ => None,
        },
        Set::And(all) => all.iter().try_fold(board.every(), |mut points, s| {
            points.intersect_with(&fixed(s)?);
            Some(points)
        }),
        Set::Or(all) => all.iter().try_fold(board.none(), |mut points, s| {
            points.union_with(&fixed(s)?);
            Some(points)
        }),
        Set::Except(from, without) => {
            let mut points = fixed(from)?;
            points.difference_with(&fixed(without)?);
            Some(points)
        }
        Set::At(Place::Fixed(Point(at))) => {
            let mut points = board.none();
            points.insert(usize::from(*at));
            Some(points)
        }
        _ => None,
    }
}
