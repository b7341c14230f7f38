//! Moves: from the declaration to a rule of the model, with its text, arguments, conditions, body and postconditions.

use crate::decl::mistakes::{already_named, descending};
use crate::decl::move_instances::given_args;
use crate::expr::truth_folding::{all_of, any_of};
use crate::expr::typed::Typed;
use crate::expr::types::Type;
use crate::names::{ArgType, By, Scope, with_value};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::visit::{Visitor, Walk};
use linstock_model::{
    Arg, ArgId, Domain, FiniteDomain, FormationId, Head, Leaves, Member, MemberSet, MoveRule, Node,
    Num, RuleId, Sentence, StatusLine, Truth, ZoneRef,
};
use linstock_syntax::ast::{Expr, ExprKind, HeadDecl, HeadKind, MoveDecl, Name};

/// The largest span of a range of numbers.
const WIDEST_RANGE: i64 = 4096;

/// The head of a move, as far as it is resolved.
struct MoveHeading<'s> {
    scope: Scope<'s>,
    args: Vec<Arg>,
    /// How many of the arguments belong to the moves around it.
    given: usize,
    heads: Vec<Head>,
    weigh: Option<Node<Num>>,
    seen: Option<Node<MemberSet>>,
    leaves: Option<Leaves>,
    warnings: Vec<StatusLine>,
    /// Whether all of it is right.
    complete: Checked<()>,
}

/// The declaration of an argument.
struct ArgDecl<'d> {
    name: &'d Name,
    domain: &'d Expr,
    filter: Option<&'d Expr>,
}

/// The domain of an argument.
struct DrawnFrom {
    domain: Domain,
    ty: ArgType,
    /// The rules' sentence that says why nothing else may be chosen.
    reason: Option<Sentence>,
}

impl<'a> Resolver<'a> {
    /// Resolves all moves.
    pub(crate) fn moves(&mut self) -> Checked<Vec<MoveRule>> {
        let decls: Vec<&'a MoveDecl> = self.names.moves.iter().map(|m| m.what).collect();
        // A move with parameters is resolved at each `ask` that gives it values.
        let moves: Vec<_> = decls
            .iter()
            .enumerate()
            .filter(|(_, decl)| decl.params.is_empty())
            .map(|(at, decl)| self.move_from((at, decl), Scope::default()))
            .collect();
        moves.into_iter().collect()
    }

    /// Adds the moves with values, and checks which moves they ask for.
    pub(crate) fn with_instances(
        &mut self,
        moves: Checked<Vec<MoveRule>>,
    ) -> Checked<Vec<MoveRule>> {
        let instances = self.take_instances();
        let moves = [moves?, instances?].concat();
        self.check_asks(&moves)?;
        Ok(moves)
    }

    /// Resolves a declared move; the scope holds its parameters' values.
    pub(crate) fn move_from(
        &mut self,
        (at, decl): (usize, &MoveDecl),
        scope: Scope<'_>,
    ) -> Checked<MoveRule> {
        let given = given_args(&scope);
        let count = given.len();
        let top = MoveHeading {
            scope,
            args: given,
            given: count,
            heads: Vec::new(),
            weigh: None,
            seen: None,
            leaves: None,
            warnings: Vec::new(),
            complete: Ok(()),
        };
        self.move_with((at, decl), &decl.heads, top)
    }

    /// Resolves the rest of a move, from the given head lines on.
    fn move_with(
        &mut self,
        (at, decl): (usize, &MoveDecl),
        heads: &[HeadDecl],
        mut top: MoveHeading<'_>,
    ) -> Checked<MoveRule> {
        for (line, head) in heads.iter().enumerate() {
            if let HeadKind::Let { name, value } = &head.kind {
                let rest = &heads[line + 1..];
                return self.nested(head.span, |r| {
                    r.tags(&head.tags);
                    r.move_after_let((at, decl), (name, value), (rest, top))
                });
            }
            let read = self.head(head, &mut top);
            top.complete = top.complete.and(read);
        }
        let named = &self.names.moves[at];
        let (name, tags, span) = (named.text.clone(), named.tags.clone(), named.span);
        let parts = decl.text.parts.iter();
        let text: Vec<_> = parts.map(|part| self.text_part(part, &top.scope)).collect();
        self.warn_of_plain_names(&decl.text, &top.scope);
        self.must_be_typed(&decl.text)?;
        let body = self.block_with_values(&decl.body, &top.scope);
        let text = text.into_iter().collect::<Checked<_>>()?;
        let body = body?;
        top.complete?;
        Ok(MoveRule {
            name,
            rule: self.rule(at, span)?,
            outcome: false,
            given: top.given,
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

    /// Resolves the rest of a move after a `let`.
    fn move_after_let(
        &mut self,
        whole: (usize, &MoveDecl),
        (name, value): (&Name, &Expr),
        (rest, top): (&[HeadDecl], MoveHeading<'_>),
    ) -> Checked<MoveRule> {
        let outer = top.scope;
        let named = self.let_name(name, &outer);
        let found = self.infer(value, &outer).map(|_| ());
        let right = named.and(found);
        let by = right.map_or(By::BrokenLet, |()| By::Let);
        let scope = with_value(&outer, (&name.text, value), by);
        let complete = top.complete.and(right);
        let inner = MoveHeading {
            scope,
            complete,
            ..top
        };
        self.move_with(whole, rest, inner)
    }

    /// Refuses a condition on things that are drawn at once: it is tested before they are chosen.
    fn not_of_drawn(&mut self, span: Span, walk: impl FnOnce(&mut NamesDrawn)) -> Checked<()> {
        let mut names = NamesDrawn(false);
        walk(&mut names);
        if !names.0 {
            return Ok(());
        }
        let message = "this condition is tested before several things are drawn at once";
        let diagnostic =
            Diagnostic::error("E0265", span, message).label("depends on what is drawn");
        Err(self.error(diagnostic.hint(
            "remember the result in the move, and require it afterwards: `leaves fits` in the head, and `fits = (sum k in cards: rank of k) is 6` among the statements",
        )))
    }

    /// Returns the id of a declared move.
    pub(crate) fn rule(&mut self, at: usize, span: Span) -> Checked<RuleId> {
        let number = RuleId::LIMIT.number(at);
        number.map(RuleId).map_err(|why| self.too_many(why, span))
    }

    /// Resolves a line at the head of a move; the lines after it may use its argument even if that is wrong.
    fn head(&mut self, head: &HeadDecl, top: &mut MoveHeading<'_>) -> Checked<()> {
        match &head.kind {
            HeadKind::Arg {
                name,
                domain,
                filter,
            } => {
                let arg = match ArgId::LIMIT.number(top.args.len()) {
                    Ok(number) => ArgId(number),
                    Err(why) => return Err(self.too_many(why, name.span)),
                };
                top.heads.push(Head::Arg(arg));
                let decl = ArgDecl {
                    name,
                    domain,
                    filter: filter.as_ref(),
                };
                let arg = self.arg(head, decl, &mut top.scope)?;
                self.not_of_drawn(head.span, |v| arg.walk(v))?;
                top.args.push(arg);
            }
            HeadKind::When(cond) => {
                let mut cond = self.truth(cond, &top.scope)?;
                self.not_of_drawn(cond.span, |v| cond.walk(v))?;
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
                let supposing = supposing
                    .as_ref()
                    .map(|name| self.move_or_report(name))
                    .transpose();
                let cond = self.truth(cond, &top.scope.outside_args());
                let (mut cond, supposing) = (cond?, supposing?);
                cond.tags.splice(0..0, tags);
                let supposing = supposing.map(|at| self.rule(at, head.span)).transpose()?;
                self.add_leaves(Leaves { cond, supposing }, top)?;
            }
            HeadKind::Warn { of, text, when } => {
                self.tags(&head.tags);
                let parts = (text, when.as_ref());
                let more = self.warnings(of.as_ref(), parts, &top.scope);
                top.warnings.extend(more?);
            }
            // The lines after it are resolved with it: see `move_with`.
            HeadKind::Let { .. } => {}
            HeadKind::Weigh(weight) => top.weigh = Some(self.weight(weight, &top.scope)?),
        }
        Ok(())
    }

    /// Adds a postcondition of a move; all postconditions must hold.
    fn add_leaves(&mut self, more: Leaves, top: &mut MoveHeading<'_>) -> Checked<()> {
        if matches!(more.cond.kind, Truth::Fixed(true)) {
            return Ok(());
        }
        let Some(first) = top.leaves.take() else {
            top.leaves = Some(more);
            return Ok(());
        };
        let Leaves { cond, supposing } = more;
        if first.supposing != supposing {
            let message = "the `leaves` lines of a move must suppose the same outcome";
            let diagnostic = Diagnostic::error("E0266", cond.span, message);
            let hint = "write the same `supposing` after each of them, or after none";
            return Err(self.error(diagnostic.hint(hint)));
        }
        let span = first.cond.span.to(cond.span);
        let cond = Node::plain(span, all_of(span, [first.cond, cond]).kind);
        top.leaves = Some(Leaves { cond, supposing });
        Ok(())
    }

    /// Resolves `weigh 2`; reports a literal that is not above 0.
    fn weight(&mut self, weight: &Expr, scope: &Scope<'_>) -> Checked<Node<Num>> {
        if let ExprKind::Number(number @ ..=0) = weight.kind {
            let message = format!("expected a weight of 1 or more, found {number}");
            let hint = "to exclude this outcome, leave its move out of `ask chance`";
            return Err(self.error(Diagnostic::error("E0267", weight.span, message).hint(hint)));
        }
        self.num(weight, scope)
    }

    fn arg(
        &mut self,
        head: &HeadDecl,
        ArgDecl {
            name,
            domain,
            filter,
        }: ArgDecl<'_>,
        scope: &mut Scope<'_>,
    ) -> Checked<Arg> {
        let (mut resolved, later) = self.before_reasons(|r| r.domain(domain, scope));
        let ty = resolved.as_ref().map_or(ArgType::Broken, |drawn| drawn.ty);
        if scope.args.iter().any(|(n, _)| *n == name.text) {
            let diagnostic = already_named(name.span, "an argument", &name.text);
            self.report(diagnostic.hint("give it another name"));
        }
        self.check_argument(name);
        scope.args.push((name.text.clone(), ty));
        if later && resolved.is_ok() {
            resolved = self.domain(domain, scope);
        }
        let filter = filter
            .map(|cond| match finite_domain_of_arg(ty) {
                // `it` is the candidate, as in every other `where`.
                Some(finite_domain) => {
                    let it = Name {
                        text: "it".to_owned(),
                        span: name.span,
                    };
                    let last = scope.args.len() - 1;
                    let number = ArgId::LIMIT.number(last);
                    let number = number.map_err(|why| self.too_many(why, name.span))?;
                    let arg = Member::Arg(ArgId(number));
                    let inner = self.bound_scope(&it, (finite_domain, arg), scope);
                    self.truth(cond, &inner)
                }
                None => {
                    let candidate = Expr {
                        tags: Vec::new(),
                        span: name.span,
                        kind: ExprKind::Word(name.text.clone()),
                    };
                    let inner = with_value(scope, ("it", &candidate), By::Call);
                    self.truth(cond, &inner)
                }
            })
            .transpose()?;
        let mut tags = self.tags(&head.tags);
        if let ArgType::Line(FormationId(line)) = ty {
            tags.extend(self.names.lines[usize::from(line)].tags.clone());
        }
        let DrawnFrom { domain, reason, .. } = resolved?;
        Ok(Arg {
            name: name.text.clone(),
            domain,
            filter,
            reason,
            tags,
            span: head.span,
        })
    }

    /// Elaborates the domain of an argument.
    fn domain(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<DrawnFrom> {
        let found = self.infer(e, scope)?;
        let found = self.as_values(found)?;
        let reason = found.reason.clone();
        let (domain, ty) = self.domain_of(e, found)?;
        Ok(DrawnFrom { domain, ty, reason })
    }

    fn domain_of(&mut self, e: &Expr, found: Node<Typed>) -> Checked<(Domain, ArgType)> {
        let ty = found.kind.ty();
        let found = match (ty, found) {
            (
                Type::Line,
                Node {
                    kind: Typed::Line(line),
                    ..
                },
            ) => {
                return Ok((Domain::Line(line), ArgType::Line(line)));
            }
            (
                _,
                Node {
                    kind: Typed::Range(ends),
                    ..
                },
            ) => return self.numbers_between(e, &ends),
            (
                _,
                Node {
                    kind: Typed::ZonePart(number, zone),
                    ..
                },
            ) => {
                let list = self.list_in(&zone);
                return Ok((Domain::Multiset(*number, zone), ArgType::Multiset(list)));
            }
            (_, found) => found,
        };
        match ty {
            Type::Set | Type::Kind | Type::Place | Type::Formation => {
                self.board_or_report(e.span)?;
                Ok((Domain::Points(self.coerce(found)?), ArgType::Point))
            }
            Type::Seats | Type::Seat => {
                let (finite_domain, seats) = self.members_of(found)?;
                Ok((Domain::Members(finite_domain, seats), ArgType::Seat))
            }
            Type::Rows(list) | Type::Row(list) => {
                let (finite_domain, rows) = self.members_of(found)?;
                Ok((Domain::Members(finite_domain, rows), ArgType::Row(list)))
            }
            Type::Zone => {
                let zone: Node<ZoneRef> = self.coerce(found)?;
                let list = self.list_in(&zone.kind);
                Ok((Domain::Zone(zone.kind), ArgType::Row(list)))
            }
            _ => {
                let wanted = "something to choose from: points, a line, a range of numbers, players or rows of a list";
                Err(self.type_mismatch(&found, (wanted, None)))
            }
        }
    }

    /// Elaborates `1..6`.
    fn numbers_between(
        &mut self,
        e: &Expr,
        (least, most): &(Node<Num>, Node<Num>),
    ) -> Checked<(Domain, ArgType)> {
        let mut end = |end: &Node<Num>| match end.kind {
            Num::Fixed(number) => Ok(number),
            _ => Err(self.range_changes(end.span)),
        };
        let ends = (end(least), end(most));
        let (least, most) = (ends.0?, ends.1?);
        if most < least {
            let wrong = descending(e.span, (least, most));
            return Err(
                self.error(match least.saturating_sub(most) <= WIDEST_RANGE {
                    true => wrong.suggest(&format!("{most}..{least}")),
                    false => wrong,
                }),
            );
        }
        if most.saturating_sub(least) > WIDEST_RANGE {
            let message = format!("a player can choose from at most {WIDEST_RANGE} numbers");
            let hint = "let the player choose a smaller number, or several numbers in turn";
            return Err(self.error(Diagnostic::error("E0269", e.span, message).hint(hint)));
        }
        let fixed = |n| Node::plain(e.span, Num::Fixed(n));
        Ok((Domain::Numbers(fixed(least), fixed(most)), ArgType::Number))
    }
}

/// Returns the finite domain of an argument that is a player or row.
fn finite_domain_of_arg(ty: ArgType) -> Option<FiniteDomain> {
    match ty {
        ArgType::Seat => Some(FiniteDomain::Players),
        ArgType::Row(list) => Some(FiniteDomain::Rows(list)),
        _ => None,
    }
}

/// Returns the union of two sets of players.
fn united(a: Node<MemberSet>, b: Node<MemberSet>) -> Node<MemberSet> {
    let pairs = a.kind.0.into_iter().zip(b.kind.0);
    let either = pairs.map(|(x, y)| any_of(a.span, [x, y]));
    Node {
        tags: [a.tags, b.tags].concat(),
        span: a.span,
        reason: None,
        kind: MemberSet(either.collect()),
    }
}

/// Finds whether a condition depends on things that are drawn at once.
struct NamesDrawn(bool);

impl Visitor for NamesDrawn {
    fn number(&mut self, number: &Num) {
        self.0 |= matches!(number, Num::Drawn(..));
    }
}
