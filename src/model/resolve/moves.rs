//! Moves: text, arguments, conditions, body.

use super::Resolver;
use super::names::{ArgType, Scope};
use super::stmts::optional;
use super::types::Type;
use crate::base::Diagnostic;
use crate::model::{Arg, ArgId, Domain, Head, LineId, Move, Node, Num, TextPart};
use crate::syntax::ast::{
    Expr, ExprKind, Head as HeadDecl, HeadKind, Move as MoveDecl, Name, TemplatePart,
};

/// By how much a range of numbers may go up.
const WIDEST_RANGE: i64 = 4096;

/// What stands before the body of a move, as far as it is read.
#[derive(Default)]
struct Top {
    scope: Scope<'static>,
    args: Vec<Arg>,
    heads: Vec<Head>,
    weigh: Option<Node<Num>>,
    /// Some of it is wrong.
    broken: bool,
}

impl<'a> Resolver<'a> {
    /// Resolves all moves.
    pub fn moves(&mut self) -> Option<Vec<Move>> {
        let decls: Vec<&'a MoveDecl> = self.names.moves.iter().map(|m| m.what).collect();
        let moves: Vec<_> = decls
            .iter()
            .enumerate()
            .map(|(at, decl)| self.mv(at, decl))
            .collect();
        let moves = moves.into_iter().collect::<Option<Vec<_>>>()?;
        self.check_asks(&moves)?;
        Some(moves)
    }

    fn mv(&mut self, at: usize, decl: &'a MoveDecl) -> Option<Move> {
        let named = &self.names.moves[at];
        let (name, tags, span) = (named.text.clone(), named.tags.clone(), named.span);
        if let Some(param) = decl.params.first() {
            let diagnostic = Diagnostic::error(param.span, "a move takes no values from its `ask`")
                .hint("draw it as an argument instead: NAME in SET");
            self.report(diagnostic);
            return None;
        }
        let mut top = Top::default();
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
        (!top.broken).then_some(Move {
            name,
            text,
            args: top.args,
            heads: top.heads,
            weigh: top.weigh,
            body,
            tags,
            span,
        })
    }

    /// Resolves a line at the head of a move; what follows it may name its argument even if that is wrong.
    fn head(&mut self, head: &HeadDecl, top: &mut Top) -> Option<()> {
        match &head.kind {
            HeadKind::Arg {
                name,
                domain,
                filter,
            } => {
                top.heads.push(Head::Arg(ArgId::at(top.args.len())));
                let parts = (name, domain, filter.as_ref());
                top.args.push(self.arg(head, parts, &mut top.scope)?);
            }
            HeadKind::When(cond) => {
                let mut cond = self.truth(cond, &top.scope)?;
                cond.tags.splice(0..0, self.tags(&head.tags));
                top.heads.push(Head::When(cond));
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
        let filter = optional(filter.map(|cond| self.truth(cond, scope)))?;
        let mut tags = self.tags(&head.tags);
        if let ArgType::Line(LineId(line)) = ty {
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
            Type::Seats | Type::Seat => Some((Domain::Seats(self.seats(e, scope)?), ArgType::Seat)),
            _ => self.mismatch(
                e,
                "something to choose from: points, a line, a range of numbers or players",
                scope,
            ),
        }
    }

    fn text_part(&mut self, part: &TemplatePart, scope: &Scope<'_>) -> Option<TextPart> {
        let hole = match part {
            TemplatePart::Literal(text) => return Some(TextPart::Literal(text.clone())),
            TemplatePart::Hole(hole) => hole,
        };
        match self.type_of(hole, scope) {
            Type::Place => self.place(hole, scope).map(|n| TextPart::Place(n.kind)),
            Type::Number => self.num(hole, scope).map(|n| TextPart::Num(n.kind)),
            Type::Seat => self.seat(hole, scope).map(|n| TextPart::Seat(n.kind)),
            _ => self.mismatch(hole, "a point, a number or a player", scope),
        }
    }
}
