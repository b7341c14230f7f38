//! `lay`: the drawing, its turn, and whether it fits there.

use crate::expr::typed::Typed;
use crate::names::{Scope, name_at};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::{
    DrawingId, Extent, FiniteDomain, ListId, Member, Node, Num, Placement, PlacementPart, PointSet,
    Rotation, Set, TagId,
};
use linstock_syntax::ast::{Decl, DeclKind, Expr, ExprKind, Name};

impl<'a> Resolver<'a> {
    /// Resolves `lay start`, `lay k turned 90 at camp of me`; also returns the clauses of the drawings.
    pub(crate) fn lay(
        &mut self,
        name: &Name,
        (turned, at): (Option<&Expr>, Option<&Expr>),
        scope: &Scope<'_>,
    ) -> Checked<(Placement, Vec<TagId>)> {
        let by_row = self.rows_as_drawings(name, scope);
        if by_row.is_err() {
            self.laid_somewhere(name);
        }
        let by_row = by_row?;
        let Some(at) = at else {
            if turned.is_some() || by_row.is_some() {
                self.laid_somewhere(name);
                let diagnostic =
                    Diagnostic::error("E0514", name.span, "this drawing needs a place");
                return Err(
                    self.error(diagnostic.hint("name a rectangle: lay part turned 90 at a1..f6"))
                );
            }
            return self.lay_whole(name);
        };
        let (which, drawings) = match by_row {
            Some((list, which)) => (which, self.drawings_of(name, list)?),
            None => {
                let drawing = self.drawing_named(name)?;
                (Node::plain(name.span, Member::Fixed(0)), vec![drawing])
            }
        };
        let turned = match turned {
            Some(turned) => self.num(turned, scope),
            None => Ok(Node::plain(name.span, Num::Fixed(0))),
        };
        let at = self.set(at, scope);
        for drawing in &drawings {
            self.names.drawings[drawing.index()].what.laid = true;
        }
        let (turned, at) = (turned?, at?);
        self.check_turn(&turned)?;
        let room = self.rectangle_of(&at)?;
        let fits: Vec<_> = drawings
            .iter()
            .map(|drawing| self.check_fit(*drawing, (&turned, room), at.span))
            .collect();
        fits.into_iter().collect::<Checked<()>>()?;
        let tags = drawings.iter().flat_map(|d| self.drawing_tags(*d));
        let tags = tags.collect();
        let part = PlacementPart {
            drawings,
            which,
            turned,
            at,
        };
        Ok((Placement::Part(Box::new(part)), tags))
    }

    fn drawing_tags(&self, drawing: DrawingId) -> Vec<TagId> {
        self.names.drawings[drawing.index()].tags.clone()
    }

    /// Returns the list that a name is a row of, if it does not name a drawing.
    fn rows_as_drawings(
        &mut self,
        name: &Name,
        scope: &Scope<'_>,
    ) -> Checked<Option<(ListId, Node<Member>)>> {
        let is_drawing = self.names.drawings.iter().any(|d| d.text == name.text);
        if is_drawing || self.find(name, scope).is_none() {
            return Ok(None);
        }
        Ok(match self.infer(&word(name), scope)? {
            Node {
                kind: Typed::Member(FiniteDomain::Rows(list), kind),
                tags,
                span,
                reason,
            } => {
                let row = Node {
                    tags,
                    span,
                    reason,
                    kind,
                };
                Some((list, row))
            }
            _ => None,
        })
    }

    /// Marks the drawing of a name as laid, or all if it names none: the place is wrong, but the size may be right.
    fn laid_somewhere(&mut self, name: &Name) {
        let named = self.names.drawings.iter().position(|d| d.text == name.text);
        let drawings = self.names.drawings.iter_mut().enumerate();
        for (_, drawing) in drawings.filter(|(at, _)| named.is_none_or(|named| named == *at)) {
            drawing.what.laid = true;
        }
    }

    /// Reports unlaid drawings whose size is not that of the board. Statements that could not be parsed may lay any drawing.
    pub(crate) fn check_unlaid(&mut self) {
        let may_lay = |decl: &Decl| match &decl.kind {
            DeclKind::Broken { keyword, .. } => {
                ["move", "phase", "play", "to"].contains(&keyword.as_str())
            }
            _ => false,
        };
        if self.decls().any(may_lay) {
            return;
        }
        let drawings = DrawingId::all(self.names.drawings.len()).zip(&self.names.drawings);
        let unlaid = drawings.filter(|(_, d)| !d.what.laid).map(|(id, _)| id);
        for drawing in unlaid.collect::<Vec<_>>() {
            // The mistake is reported, and nothing depends on the result.
            let _ = self.is_whole(drawing);
        }
    }

    fn lay_whole(&mut self, name: &Name) -> Checked<(Placement, Vec<TagId>)> {
        let drawing = self.drawing_named(name)?;
        self.names.drawings[drawing.index()].what.laid = true;
        self.board_or_report(name.span)?;
        self.is_whole(drawing)?;
        Ok((Placement::Whole(drawing), self.drawing_tags(drawing)))
    }

    /// Checks that a drawing has the board's size.
    fn is_whole(&mut self, drawing: DrawingId) -> Checked<()> {
        let (drawn, whole) = (self.size_of(drawing)?, self.topology().extent());
        let named = &self.names.drawings[drawing.index()];
        if drawn != whole {
            let message = format!(
                "the drawing has {} columns and {} rows, the board has {} and {}",
                drawn.0, drawn.1, whole.0, whole.1
            );
            let diagnostic = Diagnostic::error("E0515", named.what.picture, message);
            let diagnostic = diagnostic
                .hint("draw every row of the board, the top one first; `.` is an empty point");
            let part = format!(
                "or, if it shows a part of the board, lay it there: lay {} at a1..c3",
                named.text
            );
            let part = (!named.what.laid).then_some(part);
            return Err(self.error(diagnostic.maybe_hint(part)));
        }
        Ok(())
    }

    /// Returns the size of a drawing, unless it is wrong.
    fn size_of(&mut self, drawing: DrawingId) -> Checked<Extent> {
        let named = &self.names.drawings[drawing.index()];
        let (size, span) = (named.what.size, named.span);
        size.ok_or_else(|| self.excused(span))
    }

    /// Finds the drawing for each row of a list: it has the row's name.
    fn drawings_of(&mut self, name: &Name, list: ListId) -> Checked<Vec<DrawingId>> {
        let listed = &self.names.lists[list.index()];
        let of = listed.text.clone();
        let rows: Vec<(String, Span)> = listed
            .what
            .rows
            .iter()
            .map(|row| (row.name.clone(), row.span))
            .collect();
        let mut drawings = Vec::new();
        let mut complete = Ok(());
        for (row, span) in rows {
            let found = self.names.drawings.iter().position(|d| d.text == row);
            if found.is_none() {
                let message = format!("there is no drawing for the row `{row}` of `{of}`");
                self.laid_somewhere(name);
                let diagnostic =
                    Diagnostic::error("E0516", span, message).label("this row needs a drawing");
                complete = Err(self.error(
                    diagnostic
                        .related(name.span, "laid here")
                        .hint(format!("draw it: drawing {row} {{ \"\"\"…\"\"\" }}")),
                ));
            }
            drawings.extend(found.and_then(DrawingId::nth));
        }
        complete.map(|()| drawings)
    }

    fn check_turn(&mut self, turned: &Node<Num>) -> Checked<()> {
        match turned.kind {
            Num::Fixed(turn) if self.topology().turn(turn).is_none() => self.no_turn(turned, turn),
            Num::Field(ref values, _) => {
                let topology = self.topology();
                let wrong = values.iter().find(|turn| topology.turn(**turn).is_none());
                match wrong {
                    Some(turn) => self.no_turn(turned, *turn),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    fn no_turn(&mut self, turned: &Node<Num>, turn: i64) -> Checked<()> {
        let message = format!("a drawing cannot be turned by {turn} degrees");
        let diagnostic = Diagnostic::error("E0517", turned.span, message);
        Err(self.error(diagnostic.hint("turn it clockwise by 0, 90, 180 or 270 degrees")))
    }

    /// Returns the size of the rectangle that a set forms, once or for each player.
    fn rectangle_of(&mut self, at: &Node<Set>) -> Checked<Extent> {
        let board = self.board_or_report(at.span)?;
        let sets: Vec<PointSet> = match &at.kind {
            Set::Region(sets, _) => sets.clone(),
            _ => crate::expr::fixed_points::fixed_points(&board, at)
                .into_iter()
                .collect(),
        };
        let sizes: Vec<Option<Extent>> = sets
            .iter()
            .map(|set| board.topology.extent_of(set))
            .collect();
        let same = |size: &Extent| sizes.iter().all(|s| *s == Some(*size));
        let first = sizes.first().copied().flatten();
        if let Some(size) = first.filter(same) {
            return Ok(size);
        }
        let message =
            "a drawing needs a rectangle that never changes, of the same size for each player";
        let diagnostic =
            Diagnostic::error("E0518", at.span, message).label("this is not such a rectangle");
        Err(self
            .error(diagnostic.hint("name its corners, as in `a1..f6`, or a region of each player")))
    }

    fn check_fit(
        &mut self,
        drawing: DrawingId,
        (turned, room): (&Node<Num>, Extent),
        at: Span,
    ) -> Checked<()> {
        let size = self.size_of(drawing)?;
        let named = &self.names.drawings[drawing.index()];
        let topology = self.topology();
        // An impossible turn was reported.
        let fixed = match turned.kind {
            Num::Fixed(turn) => topology.turn(turn),
            _ => None,
        };
        let mut turns = topology.turns().iter();
        let meant = |turn: &Rotation| fixed.is_none_or(|fixed| fixed == *turn);
        if turns.all(|turn| !meant(turn) || size.turned(*turn) == room) {
            return Ok(());
        }
        let (code, message, hint) = misfit(&named.text, (fixed, size), room);
        let diagnostic = Diagnostic::error(code, named.what.picture, message).label("this picture");
        let diagnostic = diagnostic.related(at, "it is laid here").hint(hint);
        Err(self.error(diagnostic))
    }
}

/// Describes the misfit of a drawing: code, message and hint; `None` as turn means any turn.
fn misfit(
    name: &str,
    (turn, size): (Option<Rotation>, Extent),
    room: Extent,
) -> (&'static str, String, &'static str) {
    let Some(turn) = turn else {
        return (
            "E0535",
            format!("the drawing `{name}` does not fit its place in every turn"),
            "a drawing must be square if its turn can change, and so must its place",
        );
    };
    let turned = match turn.degrees() {
        0 => String::new(),
        degrees => format!(" turned by {degrees} degrees"),
    };
    let Extent(columns, rows) = size.turned(turn);
    let place = format!("its place is {} x {}", room.0, room.1);
    (
        "E0519",
        format!("the drawing `{name}`{turned} is {columns} x {rows} points, {place}"),
        "the number of columns comes first; draw every row and column, or name a place of that size",
    )
}

fn word(name: &Name) -> Expr {
    let name = name_at(&name.text, name.span);
    Expr {
        tags: Vec::new(),
        span: name.span,
        kind: ExprKind::Word(name.text),
    }
}
