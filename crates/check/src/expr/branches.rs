//! `A if C else B`: both branches get one type; if the options decide the condition, only one branch remains.

use crate::expr::coerce::ExpectedType;
use crate::expr::context::{Expected, ExprContext};
use crate::expr::truth_folding::either;
use crate::expr::typed::{Resolved, Typed, untagged, with_tags};
use crate::expr::types::Type;
use crate::report::error_guaranteed::ErrorGuaranteed;
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::{FiniteDomain, Member, MemberSet, Node, Num, Set, Truth};
use linstock_syntax::ast::Expr;
use std::rc::Rc;

/// The type of both branches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Common {
    Number,
    Truth,
    Set,
    Member(FiniteDomain),
    Members,
    Directions,
}

impl<'a> Resolver<'a> {
    /// Elaborates `A if C else B`. If the options decide it, only one branch remains.
    pub(crate) fn one_or_other(
        &mut self,
        e: &Expr,
        cond: &Expr,
        (then, otherwise): (&Expr, &Expr),
        ExprContext { expected, scope }: ExprContext<'_>,
    ) -> Resolved<Typed> {
        let cond = self.check_as(cond, scope);
        let holds = decided(cond.as_ref().ok());
        let then = self.in_branch(holds == Some(false), |r| r.elaborate(then, expected, scope));
        let hint = then
            .as_ref()
            .map_or(expected, |then| expected.beside(then.kind.ty()));
        let otherwise =
            self.in_branch(holds == Some(true), |r| r.elaborate(otherwise, hint, scope));
        let (cond, then, otherwise) = (cond?, then?, otherwise?);
        self.one_finite_domain(&[&then, &otherwise])?;
        if let Some(holds) = holds
            && then.kind.ty() == otherwise.kind.ty()
        {
            return self.chosen(holds, cond, (then, otherwise));
        }
        let types = (then.kind.ty(), otherwise.kind.ty());
        let nobody = (types == (Type::Nothing, Type::Nothing)).then_some(FiniteDomain::Players);
        let common = common(expected, types.0).or_else(|| common(expected, types.1));
        match common.or(nobody.map(Common::Member)) {
            Some(Common::Number) => {
                let open: Open<Num> = |cond, then, other| Typed::Number(Num::If(cond, then, other));
                self.either(cond, (then, otherwise), (Typed::Number, open))
            }
            Some(Common::Set) => {
                let open: Open<Set> = |cond, then, other| Typed::Set(Set::If(cond, then, other));
                self.either(cond, (then, otherwise), (Typed::Set, open))
            }
            Some(Common::Truth) => self.either_truth(cond, (then, otherwise)),
            Some(Common::Member(finite_domain)) => {
                self.either_member(finite_domain, cond, (then, otherwise))
            }
            Some(Common::Members) => self.either_members(cond, (then, otherwise)),
            Some(Common::Directions) => self.either_directions(cond, (then, otherwise)),
            None => Err(self.undecidable(e.span, types.0)),
        }
    }

    /// Coerces both branches to one type and makes the choice between them.
    fn either<T: ExpectedType>(
        &mut self,
        cond: Node<Truth>,
        (then, otherwise): (Node<Typed>, Node<Typed>),
        (one, open): (fn(T) -> Typed, Open<T>),
    ) -> Resolved<Typed> {
        let (then, otherwise) = (self.coerce(then), self.coerce(otherwise));
        let (then, otherwise) = (then?, otherwise?);
        match cond.kind {
            Truth::Fixed(holds) => {
                let (kind, tags) = self.chosen(holds, cond, (then, otherwise))?;
                Ok((one(kind), tags))
            }
            _ => untagged(open(Box::new(cond), Box::new(then), Box::new(otherwise))),
        }
    }

    fn either_truth(
        &mut self,
        cond: Node<Truth>,
        (then, otherwise): (Node<Typed>, Node<Typed>),
    ) -> Resolved<Typed> {
        let (then, otherwise) = (self.coerce(then), self.coerce(otherwise));
        let (then, otherwise) = (then?, otherwise?);
        let (truth, tags) = match cond.kind {
            Truth::Fixed(holds) => self.chosen(holds, cond, (then, otherwise))?,
            _ => with_tags(either(cond, then, otherwise))?,
        };
        Ok((Typed::Truth(truth), tags))
    }

    fn either_member(
        &mut self,
        finite_domain: FiniteDomain,
        cond: Node<Truth>,
        (then, otherwise): (Node<Typed>, Node<Typed>),
    ) -> Resolved<Typed> {
        let then = self.coerce_member(then, finite_domain);
        let otherwise = self.coerce_member(otherwise, finite_domain);
        let (then, otherwise) = (then?, otherwise?);
        let (member, tags) = match cond.kind {
            Truth::Fixed(holds) => self.chosen(holds, cond, (then, otherwise))?,
            _ => {
                let (then, otherwise) = (Box::new(then), Box::new(otherwise));
                (Member::If(Box::new(cond), then, otherwise), Vec::new())
            }
        };
        Ok((Typed::Member(finite_domain, member), tags))
    }

    fn either_members(
        &mut self,
        cond: Node<Truth>,
        (then, otherwise): (Node<Typed>, Node<Typed>),
    ) -> Resolved<Typed> {
        let (finite_domain, then) = self.members_of(then)?;
        let (_, otherwise) = self.members_of(otherwise)?;
        let (members, tags) = match cond.kind {
            Truth::Fixed(holds) => self.chosen(holds, cond, (then, otherwise))?,
            _ => {
                let pairs = then.kind.0.into_iter().zip(otherwise.kind.0);
                let both = pairs.map(|(then, otherwise)| {
                    let joined = either(cond.clone(), then, otherwise);
                    Node {
                        span: cond.span,
                        ..joined
                    }
                });
                (MemberSet(both.collect()), Vec::new())
            }
        };
        Ok((Typed::Members(finite_domain, members), tags))
    }

    /// Makes the choice between directions: a truth for each direction of the board.
    fn either_directions(
        &mut self,
        cond: Node<Truth>,
        (then, otherwise): (Node<Typed>, Node<Typed>),
    ) -> Resolved<Typed> {
        let span = then.span.to(otherwise.span);
        let (then, otherwise) = (self.as_values(then)?, self.as_values(otherwise)?);
        let (kind, tags) = self.either_members(cond, (then, otherwise))?;
        let meant = self.as_directions(Node::plain(span, kind));
        Ok((meant.kind, tags))
    }

    /// Returns the branch that the options choose, with the clauses of the condition.
    fn chosen<T>(
        &mut self,
        holds: bool,
        cond: Node<Truth>,
        (then, otherwise): (Node<T>, Node<T>),
    ) -> Resolved<T> {
        let mut chosen = if holds { then } else { otherwise };
        chosen.tags.extend(cond.tags);
        self.reason = chosen.reason.take();
        with_tags(chosen)
    }

    /// Reports two values of a type between which no position can choose.
    fn undecidable(&mut self, span: Span, ty: Type) -> ErrorGuaranteed {
        let message = format!("`if … else` cannot choose {} during a game", ty.words());
        let hint = "put the condition around the statement: if … { … } else { … }";
        self.error(Diagnostic::error("E0601", span, message).hint(hint))
    }

    /// Elaborates a branch that options may rule out. It is checked all the same; but where the same options decide
    /// the board's size, a branch that is ruled out may name points of the largest board.
    pub(crate) fn in_branch<T>(&mut self, dead: bool, body: impl FnOnce(&mut Self) -> T) -> T {
        let board = self
            .names
            .board
            .clone()
            .filter(|_| self.names.sized && dead);
        let Some(board) = board else {
            return body(self);
        };
        if let Some(larger) = &mut self.names.board {
            let largest = larger.topology.largest();
            Rc::make_mut(larger).topology = largest;
        }
        // On another board a name may have another meaning.
        let known = self.known.take();
        let result = body(self);
        (self.names.board, self.known) = (Some(board), known);
        result
    }
}

/// The constructor of a choice between two values.
type Open<T> = fn(Box<Node<Truth>>, Box<Node<T>>, Box<Node<T>>) -> Typed;

/// Returns the type of both branches, by the expected type and the type of one of them.
fn common(expected: Expected, ty: Type) -> Option<Common> {
    Some(match (expected, ty) {
        (Expected::Set, Type::Seat) => Common::Set,
        (Expected::Members, Type::Seat | Type::Row(_)) => Common::Members,
        (
            Expected::Member(finite_domain),
            Type::Seat | Type::Row(_) | Type::Kind | Type::Number | Type::Nothing,
        ) => Common::Member(finite_domain),
        (_, Type::Number) => Common::Number,
        (_, Type::Truth) => Common::Truth,
        (_, Type::Set | Type::Kind | Type::Place | Type::Formation) => Common::Set,
        (_, Type::Seat) => Common::Member(FiniteDomain::Players),
        (_, Type::Row(list)) => Common::Member(FiniteDomain::Rows(list)),
        (_, Type::Seats | Type::Rows(_)) => Common::Members,
        (_, Type::Directions) => Common::Directions,
        _ => return None,
    })
}

/// Returns the value of a condition that the options alone decide.
pub(crate) fn decided(cond: Option<&Node<Truth>>) -> Option<bool> {
    match cond?.kind {
        Truth::Fixed(holds) => Some(holds),
        _ => None,
    }
}
