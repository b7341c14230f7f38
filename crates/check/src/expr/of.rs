//! `X of Y`: the part before `of` decides the meaning, and the expected type of the part after it.

use crate::expr::context::{Expected, ExprContext};
use crate::expr::numbers::element;
use crate::expr::one_at_most::holds_one_at_most;
use crate::expr::places::ahead;
use crate::expr::typed::{Resolved, Typed, untagged};
use crate::expr::types::Type;
use crate::expr::vocabulary::hides_values;
use crate::expr::word::remembered;
use crate::names::option_value::OptionValue;
use crate::names::{Meaning, Region, Scope};
use crate::report::error_guaranteed::{Checked, ErrorGuaranteed, told_before};
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span, plural};
use linstock_model::{FiniteDomain, KindId, Member, Node, Num, Owner, Place, Set, ZoneId, ZoneRef};
use linstock_syntax::ast::{DeclKind, Expr, ExprKind, Name};

impl<'a> Resolver<'a> {
    /// Elaborates `X of Y`.
    pub(crate) fn of(
        &mut self,
        e: &Expr,
        (head, of): (&Expr, &Expr),
        context: ExprContext<'_>,
    ) -> Resolved<Typed> {
        let scope = context.scope;
        if let Some((head, of)) = self.regrouped(head, of, scope) {
            return self.elaborated_of(&head, of, context);
        }
        if let Some(steps) = ahead(head) {
            return self.ahead_of(steps, of, scope);
        }
        if let ExprKind::Range(_, end) = &head.kind
            && let Some(end) = Self::word_name(end)
            && self
                .find(&end, scope)
                .is_none_or(|end| !matches!(end, Meaning::Point(_)))
        {
            return Err(self.range_of(head, of));
        }
        let Some(name) = Self::word_name(head).filter(|_| !self.names_directions(head)) else {
            return self.elaborated_of(head, of, context);
        };
        match name.text.as_str() {
            "rear" => {
                let line = self.formation(of, scope)?;
                untagged(Typed::Place(Place::OnLine(line, 0)))
            }
            "front" => {
                let line = self.formation(of, scope)?;
                untagged(Typed::Place(self.on_line(line, 0)))
            }
            "owner" => {
                let place: Node<Place> = self.check_as(of, scope)?;
                let owner = Member::Owner(place.kind);
                untagged(Typed::Member(FiniteDomain::Players, owner))
            }
            _ => self.named_of(e, (head, &name), of, context),
        }
    }

    /// Elaborates a name before `of`, by its meaning.
    fn named_of(
        &mut self,
        e: &Expr,
        (head, name): (&Expr, &Name),
        of: &Expr,
        context: ExprContext<'_>,
    ) -> Resolved<Typed> {
        let scope = context.scope;
        // A field with the name of a language word is reported at its declaration.
        if hides_values(&name.text)
            && self.list_with(name).is_some()
            && let Some(told) = told_before(&self.diagnostics)
        {
            return Err(told);
        }
        match self.find(name, scope) {
            None if name.text == "size" => {
                let zone: Node<ZoneRef> = self.check_as(of, scope)?;
                Ok((Typed::Number(Num::Size(zone.kind)), zone.tags))
            }
            None if name.text == "score" && self.outside == Some(name.span.file) => {
                self.score_of(name, of, scope)
            }
            None if name.text == "opposite" && self.list_with(name).is_none() => {
                self.opposite_of(of, scope)
            }
            None if name.text == "kind" && self.list_with(name).is_none() => {
                self.kind_of(name, of, scope)
            }
            None => self.named_value_of(name, of, scope),
            Some(Meaning::Memory(memory)) if self.remembers_direction(memory) => {
                self.elaborated_of(head, of, context)
            }
            Some(Meaning::Region(at)) => self.region_of(at, (name, of), scope),
            Some(Meaning::Kind(kind)) => self.pieces_of(kind, (name, of), scope),
            Some(Meaning::Memory(_)) => self.remembered_of(e, (name, of), scope),
            Some(Meaning::List(_)) if self.is_value_of_row(name, of, scope) => {
                self.named_value_of(name, of, scope)
            }
            Some(Meaning::List(list)) => self.row_at((name, list), of, scope),
            Some(Meaning::Zone(zone)) => self.zone_of(e, (zone, of), scope),
            Some(Meaning::Option(at)) => match self.names.options[at].what.clone() {
                OptionValue::List(numbers) => {
                    let tags = self.names.options[at].tags.clone();
                    self.check_in_list(name, &numbers, of)?;
                    let index = self.check_as(of, scope)?;
                    Ok((Typed::Number(element(numbers, index)), tags))
                }
                _ => self.elaborated_of(head, of, context),
            },
            Some(_) => self.elaborated_of(head, of, context),
        }
    }

    /// Reports a literal index beyond the end of an option's list.
    fn check_in_list(&mut self, name: &Name, numbers: &[i64], of: &Expr) -> Checked<()> {
        let ExprKind::Number(at) = of.kind else {
            return Ok(());
        };
        let many = numbers.len();
        if usize::try_from(at).is_ok_and(|at| (1..=many).contains(&at)) {
            return Ok(());
        }
        let message = format!("`{}` has {}", name.text, plural(many, "number"));
        let diagnostic =
            Diagnostic::error("E0634", of.span, message).label(format!("there is no number {at}"));
        Err(self.error(diagnostic.hint(format!("the first one is `{} of 1`", name.text))))
    }

    /// Returns whether a name that is also a field means the field: `suit of k`, where `k` is a card and has a suit.
    fn is_value_of_row(&mut self, name: &Name, of: &Expr, scope: &Scope<'_>) -> bool {
        if self.list_with(name).is_none() {
            return false;
        }
        let of = self.try_out(|r| r.infer(of, scope));
        of.is_some_and(|of| match of.kind.ty() {
            Type::Row(list) | Type::Rows(list) => {
                let fields = &self.names.lists[list.index()].what.fields;
                fields.contains(&name.text)
            }
            _ => false,
        })
    }

    /// Returns the first word of an expression: that of `hand of me` is `hand`.
    fn first_word(e: &Expr) -> Option<&str> {
        match &e.kind {
            ExprKind::Word(text) => Some(text),
            ExprKind::Of { head, .. } => Self::first_word(head),
            _ => None,
        }
    }

    /// Elaborates a part before `of` that only its type explains: directions, or some of the contents of a zone.
    fn elaborated_of(
        &mut self,
        head: &Expr,
        of: &Expr,
        context: ExprContext<'_>,
    ) -> Resolved<Typed> {
        let ExprContext { expected, scope } = context;
        let hint = if self.names_directions(head) {
            Expected::Directions
        } else {
            Expected::Any
        };
        let Node {
            tags,
            span,
            reason,
            kind,
        } = match self.relative_of(head, of, context)? {
            Some(ways) => return untagged(Typed::Directions(ways)),
            None => {
                let head = self.elaborate(head, hint, scope)?;
                self.as_directions(head)
            }
        };
        match kind {
            Typed::Directions(ways) => {
                let ways = Node::plain(span, ways);
                let (set, tags) = self.along(ways, of, scope)?;
                Ok((Typed::Set(set), tags))
            }
            Typed::Number(kind) => {
                let zone: Node<ZoneRef> = self.check_as(of, scope)?;
                let number = Box::new(Node {
                    tags,
                    span,
                    reason,
                    kind,
                });
                untagged(Typed::ZonePart(number, zone.kind))
            }
            kind => {
                let found = Node {
                    tags,
                    span,
                    reason,
                    kind,
                };
                Err(self.nothing_of(&found, (head, of), expected))
            }
        }
    }

    /// Reports a part before `of` that nothing has.
    fn nothing_of(
        &mut self,
        found: &Node<Typed>,
        (head, from): (&Expr, &Expr),
        expected: Expected,
    ) -> ErrorGuaranteed {
        let remembered = matches!(
            expected,
            Expected::Number | Expected::Truth | Expected::Member(_)
        );
        match Self::word_name(head) {
            Some(name) if remembered => self.not_remembered(&name),
            _ => self.nobody_has(found, (head, from)),
        }
    }

    /// Reports a part that may not come before `of`.
    fn nobody_has(&mut self, found: &Node<Typed>, (head, from): (&Expr, &Expr)) -> ErrorGuaranteed {
        let wanted = "something that a player, a row or a point has";
        let hint = match (found.kind.ty(), &head.kind) {
            (Type::Seat, _) => {
                "the owner comes after `of`: `home of opponent`; directions are always those of `me`"
            }
            (Type::Zone, _) => {
                "to choose things from a zone, write their number before `of`: 2 of hand of me"
            }
            (Type::Numbers, _) => return self.range_of(head, from),
            (Type::Set, ExprKind::Word(text)) => {
                let message = format!("`{text}` is a set of points without an owner");
                let diagnostic = Diagnostic::error("E0635", head.span, message);
                let hint = format!(
                    "to restrict a set, write `and`: `{text} and home of me`; only a piece, a region or a value can stand before `of`"
                );
                return self.error(diagnostic.hint(hint).report_once_for(text));
            }
            (Type::Set | Type::Kind, _) => "to restrict a set, write `and`: `king and home of me`",
            (Type::Row(_), _)
                if Self::word_name(from).is_some_and(|zone| {
                    self.names.zones.iter().any(|known| known.text == zone.text)
                }) =>
            {
                "a zone has no order: move one thing by its name, `king: deck -> pile`, or all by `all: deck -> pile`; to draw a card, write `ask chance: …`"
            }
            (Type::Row(_), _) => "the row comes after `of`: `rank of king`",
            _ => return self.type_mismatch(found, (wanted, None)),
        };
        self.type_mismatch(found, (wanted, Some(hint)))
    }

    /// Reports a range before `of`: its end is longer than a word, as in `1..size of hand of me`, or it counts
    /// contents of a zone.
    fn range_of(&mut self, range: &Expr, of: &Expr) -> ErrorGuaranteed {
        let zone = Self::first_word(of).is_some_and(|word| {
            let mut zones = self.names.zones.iter();
            zones.any(|zone| zone.text == word)
        });
        let is_size = |end: &Expr| Self::word_name(end).is_some_and(|word| word.text == "size");
        if zone && matches!(&range.kind, ExprKind::Range(_, end) if is_size(end)) {
            let message = "a range to choose from cannot change during a game";
            let hint = "write the widest range, and restrict it by a condition: n in 1..20 where n <= size of hand of me";
            let diagnostic =
                Diagnostic::error("E0636", range.span, message).label("this size changes");
            return self.error(diagnostic.hint(hint));
        }
        if zone {
            let message = "expected one number of things from a zone, found a range";
            let diagnostic =
                Diagnostic::error("E0637", range.span, message).label("this is a range");
            return self.error(
                diagnostic.hint("choose the number first: n in 1..3; cards in n of hand of me"),
            );
        }
        let message = "a range ends with a number or a name";
        let diagnostic =
            Diagnostic::error("E0638", range.span, message).label("only this much is the range");
        self.error(
            diagnostic.hint(
                "give the number a name: fact most = size of hand of me, and write `1..most`",
            ),
        )
    }

    /// Elaborates `home of me`.
    fn region_of(
        &mut self,
        at: usize,
        (name, of): (&Name, &Expr),
        scope: &Scope<'_>,
    ) -> Resolved<Typed> {
        let seat = self.member(of, FiniteDomain::Players, scope)?;
        let region = &self.names.regions[at];
        if let Region::PerPlayer(sets) = &region.what {
            let set = Set::Region(sets.clone(), Box::new(seat));
            return Ok((Typed::Set(set), region.tags.clone()));
        }
        let message = format!("`{}` is a region of the whole board", name.text);
        let diagnostic =
            Diagnostic::error("E0639", name.span, message).label("it belongs to no player");
        let away = Span {
            start: name.span.end,
            ..of.span
        };
        let hinted = diagnostic.hint("leave out the `of …`");
        Err(self.error(hinted.suggest_at(away, "")))
    }

    /// Elaborates `hut of p`.
    fn pieces_of(
        &mut self,
        kind: KindId,
        (name, of): (&Name, &Expr),
        scope: &Scope<'_>,
    ) -> Resolved<Typed> {
        let owner = Owner::Of(Box::new(self.member(of, FiniteDomain::Players, scope)?));
        let away = Span {
            start: name.span.end,
            ..of.span
        };
        self.check_owner(kind, of.span, away)?;
        let set = Set::Pieces(vec![kind], owner);
        Ok((Typed::Set(set), self.kind_tags(kind)))
    }

    /// Returns whether a piece shares its declaration with other pieces.
    fn shares_its_line(&self, piece: &str) -> bool {
        let mut lines = self.decls().filter_map(|decl| match &decl.kind {
            DeclKind::Pieces(pieces) => Some(pieces),
            _ => None,
        });
        lines.any(|line| line.len() > 1 && line.iter().any(|p| p.name.text == piece))
    }

    /// Reports an owner of a neutral piece; the fix removes the text at `away`.
    pub(crate) fn check_owner(
        &mut self,
        kind: KindId,
        span: Span,
        away: Span,
    ) -> Result<(), ErrorGuaranteed> {
        let named = &self.names.kinds[kind.index()];
        if !named.what.neutral {
            return Ok(());
        }
        let message = format!("`{}` has no owner", named.text);
        let diagnostic =
            Diagnostic::error("E0640", span, message).label("an owner is written here");
        let hint = format!("leave the owner out: `{}`", named.text);
        let line = self.shares_its_line(&named.text).then_some(
            "`of nobody` applies to all pieces of its line; declare a piece that players own in a line of its own",
        );
        let hinted = diagnostic.hint(hint).suggest_at(away, "");
        Err(self.error(hinted.maybe_hint(line.map(str::to_owned))))
    }

    /// Elaborates `hand of me`.
    fn zone_of(
        &mut self,
        e: &Expr,
        (zone, of): (ZoneId, &Expr),
        scope: &Scope<'_>,
    ) -> Resolved<Typed> {
        self.check_resolved(zone, e.span)?;
        let named = &self.names.zones[zone.index()];
        if !named.what.of_player {
            let text = named.text.clone();
            let message = format!("there is only one `{text}`");
            let diagnostic = Diagnostic::error("E0641", e.span, message).report_once_for(&text);
            let hint = format!(
                "leave out the `of …`, or declare one for each player: zone {text} of player"
            );
            let hinted = diagnostic.hint(hint);
            return Err(self.error(match &e.kind {
                ExprKind::Of { head, of } => {
                    let away = Span {
                        start: head.span.end,
                        ..of.span
                    };
                    hinted.suggest_at(away, "")
                }
                _ => hinted,
            }));
        }
        let tags = named.tags.clone();
        let of = self.member(of, FiniteDomain::Players, scope)?;
        let of = Some(Box::new(of));
        Ok((Typed::Zone(ZoneRef { zone, of }), tags))
    }

    /// Elaborates `shifts of me`: a memory of a player, a row or a piece.
    fn remembered_of(
        &mut self,
        e: &Expr,
        (name, of): (&Name, &Expr),
        scope: &Scope<'_>,
    ) -> Resolved<Typed> {
        let of = self.remembered_member(name, of, scope)?;
        if matches!(&of.kind, Member::Over(set) if !holds_one_at_most(&set.kind)) {
            let diagnostic = Diagnostic::error(
                "E0642",
                of.span,
                "expected one point, found a set of points",
            );
            let diagnostic = diagnostic.label("these may be several points");
            return Err(self.error(diagnostic.hint(format!(
                "name one point, or test each one: (… where {0} of it is …); to add the values up: sum p in own: {0} of p",
                name.text
            ))));
        }
        let (memory, tags) = self.memory_ref(name, Some(of))?;
        let ty = self.names.memories[memory.memory.index()].what.ty;
        Ok((remembered(memory, ty, e), tags))
    }
}
