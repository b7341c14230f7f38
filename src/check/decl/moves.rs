//! Moves: text, arguments, conditions, body.

use crate::base::Diagnostic;
use crate::check::Resolver;
use crate::check::decl::move_instances::given_args;
use crate::check::expr::truths::any_of;
use crate::check::expr::types::Type;
use crate::check::names::{ArgType, Meaning, Scope};
use crate::check::stmt::optional;
use crate::model::{
    Arg, ArgId, Domain, Family, FormationId, Head, Leaves, Member, MemberSet, MoveRule, Node, Num,
    RuleId, StatusLine, TextPart, Truth,
};
use crate::syntax::ast::{Expr, ExprKind, HeadDecl, HeadKind, MoveDecl, Name, TemplatePart};

/// By how much a range of numbers may go up.
const WIDEST_RANGE: i64 = 4096;

/// What stands before the body of a move, as far as it is read.
#[derive(Default)]
struct MoveHeading<'s> {
    scope: Scope<'s>,
    args: Vec<Arg>,
    heads: Vec<Head>,
    weigh: Option<Node<Num>>,
    seen: Option<Node<MemberSet>>,
    leaves: Option<Leaves>,
    warnings: Vec<StatusLine>,
    /// Some of it is wrong.
    broken: bool,
}

impl<'a> Resolver<'a> {
    /// Resolves all moves.
    pub fn moves(&mut self) -> Option<Vec<MoveRule>> {
        let decls: Vec<&'a MoveDecl> = self.names.moves.iter().map(|m| m.what).collect();
        // One that takes values becomes a move where an `ask` hands them to it.
        let moves: Vec<_> = decls
            .iter()
            .enumerate()
            .filter(|(_, decl)| decl.params.is_empty())
            .map(|(at, decl)| self.move_from((at, decl), Scope::default()))
            .collect();
        moves.into_iter().collect()
    }

    /// Adds the moves to which values were handed, and checks what all of them ask for.
    pub fn with_instances(&mut self, moves: Option<Vec<MoveRule>>) -> Option<Vec<MoveRule>> {
        let instances = self.take_instances();
        let moves = [moves?, instances?].concat();
        self.check_asks(&moves)?;
        Some(moves)
    }

    /// Resolves a declared move; the scope holds the values that are handed to it.
    pub fn move_from(
        &mut self,
        (at, decl): (usize, &MoveDecl),
        scope: Scope<'_>,
    ) -> Option<MoveRule> {
        let named = &self.names.moves[at];
        let (name, tags, span) = (named.text.clone(), named.tags.clone(), named.span);
        let given = given_args(&scope);
        let mut top = MoveHeading {
            args: given,
            scope,
            ..MoveHeading::default()
        };
        let given = top.args.len();
        for head in &decl.heads {
            if self.head(head, &mut top).is_none() {
                top.broken = true;
            }
        }
        let parts = decl.text.parts.iter();
        let text: Vec<_> = parts.map(|part| self.text_part(part, &top.scope)).collect();
        let body = self.block(&decl.body, &top.scope);
        let text = text.into_iter().collect::<Option<_>>()?;
        let body = body?;
        (!top.broken).then_some(MoveRule {
            name,
            rule: RuleId::of(&self.names.moves, at)?,
            outcome: false,
            given,
            text,
            args: top.args,
            heads: top.heads,
            weigh: top.weigh,
            seen: top.seen,
            leaves: top.leaves,
            warnings: top.warnings,
            body,
            tags,
            span,
        })
    }

    /// Resolves a line at the head of a move; what follows it may name its argument even if that is wrong.
    fn head(&mut self, head: &HeadDecl, top: &mut MoveHeading<'_>) -> Option<()> {
        match &head.kind {
            HeadKind::Arg {
                name,
                domain,
                filter,
            } => {
                let arg = match ArgId::LIMIT.number(top.args.len()) {
                    Ok(number) => ArgId(number),
                    Err(why) => {
                        self.too_many(why, name.span);
                        return None;
                    }
                };
                top.heads.push(Head::Arg(arg));
                let parts = (name, domain, filter.as_ref());
                top.args.push(self.arg(head, parts, &mut top.scope)?);
            }
            HeadKind::When(cond) => {
                let mut cond = self.truth(cond, &top.scope)?;
                cond.tags.splice(0..0, self.tags(&head.tags));
                top.heads.push(Head::When(cond));
            }
            HeadKind::SeenBy(players) => {
                let mut seen: Option<Node<MemberSet>> = None;
                for players in players {
                    let more = self.seats(players, &top.scope)?;
                    seen = Some(match seen {
                        None => more,
                        Some(seen) => united(seen, more),
                    });
                }
                top.seen = seen;
            }
            HeadKind::Leaves { cond, supposing } => {
                let tags = self.tags(&head.tags);
                let supposing = optional(supposing.as_ref().map(|name| self.move_or_report(name)));
                if top.leaves.is_some() {
                    let diagnostic = Diagnostic::error(head.span, "what it leaves is said already");
                    self.report(diagnostic.label("again").hint("join both by `and`"));
                    return None;
                }
                let cond = self.truth(cond, &top.scope.outside_args());
                let (mut cond, supposing) = (cond?, supposing?);
                cond.tags.splice(0..0, tags);
                if !matches!(cond.kind, Truth::Fixed(true)) {
                    let supposing = supposing.and_then(|at| RuleId::of(&self.names.moves, at));
                    top.leaves = Some(Leaves { cond, supposing });
                }
            }
            HeadKind::Warn { text, when } => {
                self.tags(&head.tags);
                let parts = text.parts.iter();
                let parts: Vec<_> = parts.map(|p| self.status_part(p, &top.scope)).collect();
                let when = optional(when.as_ref().map(|when| self.truth(when, &top.scope)))?;
                top.warnings.push(StatusLine {
                    prompt: false,
                    of_player: false,
                    text: parts.into_iter().collect::<Option<_>>()?,
                    when,
                });
            }
            HeadKind::Weigh(weight) => top.weigh = Some(self.num(weight, &top.scope)?),
        }
        Some(())
    }

    fn arg(
        &mut self,
        head: &HeadDecl,
        (name, domain, filter): (&Name, &Expr, Option<&Expr>),
        scope: &mut Scope<'_>,
    ) -> Option<Arg> {
        let resolved = self.domain(domain, scope);
        let ty = resolved.as_ref().map_or(ArgType::Broken, |(_, ty)| *ty);
        if scope.args.iter().any(|(n, _)| *n == name.text) {
            let message = format!("there is already an argument `{}`", name.text);
            let diagnostic = Diagnostic::error(name.span, message).label("the same name again");
            self.report(diagnostic.hint("give it another name"));
        }
        self.check_local(name);
        scope.args.push((name.text.clone(), ty));
        let filter = optional(filter.map(|cond| match family_of_arg(ty) {
            // `it` is the candidate, as it is in every other `where`.
            Some(family) => {
                let it = Name {
                    text: "it".to_owned(),
                    span: name.span,
                };
                let last = scope.args.len() - 1;
                let arg = Member::Arg(ArgId::of(&scope.args, last)?);
                let inner = self.bound_scope(&it, (family, arg), scope);
                self.truth(cond, &inner)
            }
            None => self.truth(cond, scope),
        }))?;
        let mut tags = self.tags(&head.tags);
        if let ArgType::Line(FormationId(line)) = ty {
            tags.extend(self.names.lines[usize::from(line)].tags.clone());
        }
        Some(Arg {
            name: name.text.clone(),
            domain: resolved?.0,
            filter,
            tags,
            span: head.span,
        })
    }

    fn domain(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<(Domain, ArgType)> {
        match self.type_of(e, scope) {
            Type::Set | Type::Kind | Type::Place | Type::Formation => {
                Some((Domain::Points(self.set(e, scope)?), ArgType::Point))
            }
            Type::Line(line) => {
                if let ExprKind::Word(text) = &e.kind {
                    self.names.used.insert(text.clone());
                }
                Some((Domain::Line(line), ArgType::Line(line)))
            }
            Type::Numbers => {
                let ExprKind::Range(least, most) = &e.kind else {
                    return self.mismatch(e, "something to choose from", scope);
                };
                let ends = (self.fixed_num(least), self.fixed_num(most));
                let (least, most) = (ends.0?, ends.1?);
                if most < least || most.saturating_sub(least) > WIDEST_RANGE {
                    let message =
                        format!("expected a range that goes up, by {WIDEST_RANGE} at the most");
                    let diagnostic = Diagnostic::error(e.span, message);
                    self.report(diagnostic.hint("the least number comes first, as in `1..6`"));
                    return None;
                }
                let fixed = |n| Node::plain(e.span, Num::Fixed(n));
                Some((Domain::Numbers(fixed(least), fixed(most)), ArgType::Number))
            }
            Type::Seats | Type::Seat => {
                let seats = self.seats(e, scope)?;
                Some((Domain::Members(Family::Players, seats), ArgType::Seat))
            }
            Type::Rows(list) | Type::Row(list) => {
                let rows = self.items(e, scope)?;
                Some((Domain::Members(Family::Rows(list), rows), ArgType::Row(list)))
            }
            Type::Zone(_) => {
                let (zone, _) = self.zone_ref(e, scope)?;
                let list = self.list_in(&zone);
                Some((Domain::Zone(zone), ArgType::Row(list)))
            }
            Type::Heap(_) => self.heap_domain(e, scope),
            _ => self.mismatch(
                e,
                "something to choose from: points, a line, a range of numbers, players or rows of a list",
                scope,
            ),
        }
    }

    /// `3 of hand of me`
    fn heap_domain(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<(Domain, ArgType)> {
        let ExprKind::Of { head, of } = &e.kind else {
            return self.mismatch(e, "part of what lies in a zone", scope);
        };
        let (number, zone) = (self.num(head, scope), self.zone_ref(of, scope));
        let (number, (zone, _)) = (number?, zone?);
        let list = self.list_in(&zone);
        Some((Domain::Heap(number, zone), ArgType::Heap(list)))
    }

    fn heap_part(&mut self, hole: &Expr, scope: &Scope<'_>) -> Option<TextPart> {
        if let Some(name) = Self::word_name(hole)
            && let Some(Meaning::Arg(arg, ArgType::Heap(list))) = self.find(&name, scope)
        {
            return Some(TextPart::Heap(arg, list));
        }
        self.mismatch(hole, "an argument of the move", scope)
    }

    pub fn text_part(&mut self, part: &TemplatePart, scope: &Scope<'_>) -> Option<TextPart> {
        let hole = match part {
            TemplatePart::Literal(text) => return Some(TextPart::Literal(text.clone())),
            TemplatePart::Hole(hole) => hole,
        };
        match self.type_of(hole, scope) {
            Type::Place => self.place(hole, scope).map(|n| TextPart::Place(n.kind)),
            Type::Number => {
                let num = self.num(hole, scope)?.kind;
                if is_written(&num) {
                    return Some(TextPart::Num(num));
                }
                let message =
                    "a move is called by what is chosen, not by what lies or is remembered";
                let diagnostic = Diagnostic::error(hole.span, message);
                self.report(
                    diagnostic.hint("name an argument of the move, or a number that a row has"),
                );
                None
            }
            Type::Seat => {
                let seat = self.seat(hole, scope)?;
                Some(TextPart::Member(Family::Players, seat.kind))
            }
            Type::Row(list) => {
                let family = Family::Rows(list);
                let row = self.item(hole, family, scope)?;
                Some(TextPart::Member(family, row.kind))
            }
            Type::Heap(_) => self.heap_part(hole, scope),
            _ => self.mismatch(
                hole,
                "a point, a number, a player or a row of a list",
                scope,
            ),
        }
    }
}

/// Tells whether a number can be told from the arguments of a move alone.
fn is_written(num: &Num) -> bool {
    match num {
        Num::Fixed(_) | Num::Arg(_) => true,
        Num::Field(_, item) => matches!(item.kind, Member::Arg(_) | Member::Fixed(_) | Member::Me),
        _ => false,
    }
}

/// The family of a player or row that an argument is bound to.
fn family_of_arg(ty: ArgType) -> Option<Family> {
    match ty {
        ArgType::Seat => Some(Family::Players),
        ArgType::Row(list) => Some(Family::Rows(list)),
        _ => None,
    }
}

/// Those in either of two sets of players.
fn united(a: Node<MemberSet>, b: Node<MemberSet>) -> Node<MemberSet> {
    let pairs = a.kind.0.into_iter().zip(b.kind.0);
    let either = pairs.map(|(x, y)| any_of(a.span, [x, y]));
    Node {
        tags: [a.tags, b.tags].concat(),
        span: a.span,
        kind: MemberSet(either.collect()),
    }
}
