//! The appearance of a board and its steps: map, walls, links, colours and signs.

use crate::analysis::secrecy::told_by_points;
use crate::decl::mistakes::second_one;
use crate::decl::pictures;
use crate::names::Scope;
use crate::names::nouns::Noun;
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use anstyle::{Ansi256Color, AnsiColor, Color};
use linstock_base::{Diagnostic, Span, similar};
use linstock_model::visit::{Visitor, Walk};
use linstock_model::{
    Board, Extent, FormReads, LinePlace, Link, Look, Member, Node, PictureCell, Point, PointSet,
    ShownSign, SignShape, StatusLine, Truth, Wall, Zone,
};
use linstock_syntax::ast::{
    Binder, BoardItem, BoardItemKind, DeclKind, Expr, ExprKind, LinkDecl, Name, QuotedText,
};
use std::borrow::Cow;
use std::rc::Rc;

/// The word under which a use of the map is recorded.
pub(crate) const MAP: &str = "map \"…\"";

/// The colours of points.
const COLOURS: [(&str, Color); 9] = [
    ("black", Color::Ansi(AnsiColor::BrightBlack)),
    ("red", Color::Ansi(AnsiColor::Red)),
    ("green", Color::Ansi(AnsiColor::Green)),
    ("yellow", Color::Ansi(AnsiColor::Yellow)),
    ("blue", Color::Ansi(AnsiColor::Blue)),
    ("magenta", Color::Ansi(AnsiColor::Magenta)),
    ("cyan", Color::Ansi(AnsiColor::Cyan)),
    ("white", Color::Ansi(AnsiColor::White)),
    ("orange", Color::Ansi256(Ansi256Color(208))),
];

impl<'a> Resolver<'a> {
    /// Resolves `map """…"""`.
    pub(crate) fn map(&mut self, text: &QuotedText) -> Checked<()> {
        let known = self.board_or_report(text.span)?.picture.map.is_some();
        if known {
            let diagnostic = second_one(text.span, "a map");
            return Err(self.error(diagnostic.hint("draw one map, with all signs")));
        }
        let (picture, drawn) = self.picture(text)?;
        let board = self.board_or_report(text.span)?;
        let whole = board.topology.extent();
        if drawn != whole {
            let message = format!(
                "the map has {} columns and {} rows, but the board has {} and {}",
                drawn.0, drawn.1, whole.0, whole.1
            );
            let diagnostic = Diagnostic::error("E0225", text.span, message);
            return Err(
                self.error(diagnostic.hint("draw every row of the board, the top one first"))
            );
        }
        let origin = board.topology.origin();
        let cells = pictures::cells(&picture).filter_map(|(cell, drawn)| {
            let point = board.topology.at_cell(origin, cell)?;
            Some((point, drawn.sign))
        });
        let mut signs = vec![' '; board.points()];
        for (point, sign) in cells {
            signs[point.index()] = sign;
        }
        self.on_board(|board| board.picture.map = Some(signs));
        Ok(())
    }

    /// Resolves `map "ab"`: the points that the map shows with one of these signs.
    pub(crate) fn mapped(&mut self, signs: &QuotedText) -> Checked<PointSet> {
        let board = self.board_or_report(signs.span)?;
        self.names.note_use(MAP);
        let Some(map) = &board.picture.map else {
            let drawn = self
                .board_lines()
                .iter()
                .any(|item| matches!(item, BoardItemKind::Map(_)));
            if drawn || self.is_broken_kind("board") {
                return Err(self.excused(signs.span));
            }
            let diagnostic = Diagnostic::error("E0226", signs.span, "the board has no map")
                .hint(r#"draw one in the board's block: map """…""""#);
            return Err(self.once("map", diagnostic));
        };
        if signs.value.is_empty() {
            let diagnostic =
                Diagnostic::error("E0227", signs.span, "expected at least one sign of the map");
            return Err(self.error(diagnostic.hint(r#"as in: map "ab""#)));
        }
        if let Some(sign) = signs.value.chars().find(|sign| !map.contains(sign)) {
            let message = format!("the map has no sign `{sign}`");
            let diagnostic = Diagnostic::error("E0228", signs.span, message);
            return Err(self.error(diagnostic.hint("write signs of the map, without blanks")));
        }
        let mut points = board.none();
        let shown = map.iter().enumerate();
        points.extend(
            shown
                .filter(|(_, sign)| signs.value.contains(**sign))
                .map(|(at, _)| at),
        );
        Ok(points)
    }

    pub(crate) fn items_of_boards(&self) -> Vec<&'a BoardItem> {
        let boards = self.decls().filter_map(|decl| match &decl.kind {
            DeclKind::Board(board) => Some(&board.items),
            _ => None,
        });
        boards.flatten().collect()
    }

    fn board_lines(&self) -> Vec<&'a BoardItemKind> {
        let items = self.items_of_boards().into_iter();
        items.map(|item| &item.kind).collect()
    }

    /// Resolves walls, colours, lines and labels, which are the same in every position.
    pub(crate) fn walls(&mut self) -> Checked<()> {
        let mut complete = Ok(());
        for item in self.items_of_boards() {
            let done = match &item.kind {
                BoardItemKind::Wall(points) => self.fixed_set(points).map(|around| {
                    let tags = self.tags(&item.tags);
                    self.on_board(|board| board.walls.push(Wall { tags, around }));
                }),
                BoardItemKind::Paint { colour, points } => self.paint(colour, points),
                BoardItemKind::Chequered(colour) => self.chequered(colour),
                BoardItemKind::Line { from, to } => self.board_line(from, to),
                BoardItemKind::NoLine { from, to } => self.board_no_line(from, to),
                BoardItemKind::Label { text, points } => self.board_label(text, points),
                _ => Ok(()),
            };
            complete = complete.and(done);
        }
        complete
    }

    pub(crate) fn on_board(&mut self, change: impl FnOnce(&mut Board)) {
        if let Some(board) = &mut self.names.board {
            change(Rc::make_mut(board));
        }
    }

    fn paint(&mut self, colour: &Name, points: &Expr) -> Checked<()> {
        let points = self.fixed_set(points);
        let meant = self.point_colour(colour)?;
        let points = points?;
        if points.is_clear() && !self.names.sized {
            let message = format!("`{}` is painted on no point", colour.text);
            let warning = Diagnostic::warning("E0321", colour.span, message);
            self.report(warning.hint("name points of this board, or remove the line"));
        }
        self.on_board(|board| board.picture.paints.push((meant, points)));
        Ok(())
    }

    /// Resolves `paint white chequered`: the point at the left below, and every second one. Only squares have these colours.
    fn chequered(&mut self, colour: &Name) -> Checked<()> {
        let meant = self.point_colour(colour)?;
        let board = self.board_or_report(colour.span)?;
        let Extent(columns, rows) = board.topology.extent();
        let origin = board.topology.origin();
        let cells = (0..columns).flat_map(|x| (0..rows).map(move |y| PictureCell(x, y)));
        let even = cells.filter(|cell| (cell.0 + cell.1) % 2 == 0);
        let mut points = board.none();
        points.extend(
            even.filter_map(|cell| board.topology.at_cell(origin, cell))
                .map(Point::index),
        );
        if board.look == Look::Squares {
            self.on_board(|board| board.picture.paints.push((meant, points)));
        }
        Ok(())
    }

    /// Returns the colour of points with a name.
    fn point_colour(&mut self, colour: &Name) -> Checked<Color> {
        if let Some((_, meant)) = COLOURS.iter().find(|(name, _)| *name == colour.text) {
            return Ok(*meant);
        }
        let names = COLOURS.iter().map(|(name, _)| *name);
        let message = format!("`{}` is not a colour", colour.text);
        let diagnostic = Diagnostic::error("E0229", colour.span, message)
            .maybe_did_you_mean(similar(&colour.text, names.clone()))
            .hint(linstock_base::listed("colours", names));
        Err(self.error(diagnostic))
    }

    /// Resolves links and signs, which depend on the position; everybody sees them, so they may not reveal secrets.
    pub(crate) fn links(&mut self, zones: Checked<&[Zone]>) -> Checked<()> {
        let mut complete = Ok(());
        for item in self.board_lines() {
            let done = match item {
                BoardItemKind::Link(link) => self.link_line(link, zones),
                BoardItemKind::Show { sign, points } => self.show(sign, points, zones),
                _ => Ok(()),
            };
            complete = complete.and(done);
        }
        complete
    }

    /// Resolves `link g in gate: inner of g to outer of g when …`.
    fn link_line(&mut self, link: &LinkDecl, zones: Checked<&[Zone]>) -> Checked<()> {
        let scope = Scope::default();
        let Some(Binder { name, set, filter }) = &link.over else {
            return self.link(link, &scope, zones);
        };
        self.check_local(name);
        let members = self.members_where(name, set, filter.as_ref(), &scope);
        let (finite_domain, members) = members?;
        for (at, truth) in (0u8..).zip(members) {
            match truth.kind {
                Truth::Fixed(false) => {}
                Truth::Fixed(true) => {
                    let inner = self.bound_scope(name, (finite_domain, Member::Fixed(at)), &scope);
                    self.link(link, &inner, zones)?;
                }
                _ => {
                    let message = "these rows may change during a game";
                    let diagnostic = Diagnostic::error("E0230", set.span, message);
                    return Err(
                        self.error(diagnostic.hint("write the condition after the ends: … when …"))
                    );
                }
            }
        }
        Ok(())
    }

    fn link(&mut self, decl: &LinkDecl, scope: &Scope<'_>, zones: Checked<&[Zone]>) -> Checked<()> {
        let ends = (
            self.link_end(&decl.from, scope),
            self.link_end(&decl.to, scope),
        );
        let when = decl
            .when
            .as_ref()
            .map(|when| self.truth(when, scope))
            .transpose()?;
        let (from, to) = (ends.0?, ends.1?);
        if from == to {
            let diagnostic = Diagnostic::error(
                "E0231",
                decl.to.span,
                "a link connects two different points",
            );
            return Err(self.error(
                diagnostic
                    .label("the same point again")
                    .hint("name another point"),
            ));
        }
        match when.as_ref().map(|when| &when.kind) {
            Some(Truth::Fixed(false)) => return Ok(()),
            Some(_) => self.shown_to_all(decl.from.span, when.as_ref(), zones)?,
            None => {}
        }
        let when = when.filter(|when| !matches!(when.kind, Truth::Fixed(true)));
        let mut walks = AsksForSteps(false);
        when.iter().for_each(|when| when.walk(&mut walks));
        if walks.0 {
            let span = decl.when.as_ref().map_or(decl.from.span, |when| when.span);
            let message = "the condition of a link cannot depend on links";
            let diagnostic = Diagnostic::error("E0232", span, message);
            return Err(self.error(diagnostic.hint(
                "what is next to what depends on links; ask for pieces or remembered values",
            )));
        }
        let ends = [from, to];
        self.on_board(|board| board.links.push(Link { ends, when }));
        Ok(())
    }

    fn link_end(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<Point> {
        let set = self.set(e, scope)?;
        let board = self.board_or_report(e.span)?;
        let points = crate::expr::fixed_points::fixed_points(&board, &set);
        let mut points = points.iter().flat_map(PointSet::ones);
        match (points.next(), points.next()) {
            (Some(point), None) => Ok(Point::nth(point).unwrap_or(Point(0))),
            _ => {
                let diagnostic =
                    Diagnostic::error("E0233", e.span, "an end of a link is one point");
                Err(self.error(
                    diagnostic
                        .hint("as in: link a7 to a8, or link g in gate: inner of g to outer of g"),
                ))
            }
        }
    }

    /// Returns the current name of a fact or region that `show` names.
    pub(crate) fn sign_name(&self, name: &Name) -> String {
        let nouns = [Noun::Fact, Noun::Region];
        let mut now = nouns.into_iter().map(|noun| self.canonical(noun, name));
        let renamed = now.find(|now| **now != name.text);
        renamed.map_or_else(|| name.text.clone(), Cow::into_owned)
    }

    fn show(&mut self, sign: &QuotedText, points: &Expr, zones: Checked<&[Zone]>) -> Checked<()> {
        let name = match &points.kind {
            ExprKind::Word(word) => Some(Name {
                text: word.clone(),
                span: points.span,
            }),
            _ => None,
        };
        let shape = name
            .as_ref()
            .and_then(|name| SignShape::of_name(&name.text));
        let points = self.set(points, &Scope::default());
        let mut signs = sign.value.chars();
        let (Some(shown), None) = (signs.next().filter(|c| !c.is_whitespace()), signs.next())
        else {
            let diagnostic = Diagnostic::error("E0234", sign.span, "expected one sign");
            return Err(self.error(diagnostic.hint(r#"as in: show "=" at …"#)));
        };
        let points = points?;
        let visibility = self.visibility(zones?);
        let [private, untold] =
            [true, false].map(|by_all| told_by_points(&points, &visibility, by_all));
        if let Some(secret) = untold {
            let what = visibility.in_words(secret);
            let message = format!("this sign would reveal {what}");
            let hint = "show each player only what this player may see, such as a value of `me` that is `seen by owner`; `me` is the player who looks at the board";
            return Err(self.error(Diagnostic::error("E0235", sign.span, message).hint(hint)));
        }
        let sign = ShownSign {
            sign: shown,
            points,
            name: name.map(|name| self.sign_name(&name)),
            shape,
            private: private.is_some(),
        };
        self.on_board(|board| board.picture.shows.push(sign));
        Ok(())
    }

    /// Checks that a condition of a link, whose result everybody sees, reveals no secret.
    fn shown_to_all(
        &mut self,
        span: Span,
        when: Option<&Node<Truth>>,
        zones: Checked<&[Zone]>,
    ) -> Checked<()> {
        let status = StatusLine {
            span,
            shown: LinePlace::Table,
            of_player: false,
            text: Vec::new(),
            when: when.cloned(),
        };
        self.check_status(&status, (zones?, span))
    }
}

/// Finds whether a condition depends on where steps lead.
struct AsksForSteps(bool);

impl Visitor for AsksForSteps {
    fn form(&mut self, reads: FormReads) {
        self.0 |= reads.steps;
    }
}
