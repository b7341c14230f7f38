//! Reasons in the rules' own words: `cases of me > 0 else "no case is left"`.

use crate::expr::context::ExprContext;
use crate::expr::typed::{Resolved, Typed, with_tags};
use crate::expr::types::Type;
use crate::names::Scope;
use crate::report::error_guaranteed::{Checked, ErrorGuaranteed};
use crate::resolver::{ReasonsRead, Resolver};
use linstock_base::{Diagnostic, Span};
use linstock_model::{Node, Sentence};
use linstock_syntax::ast::{Expr, ExprKind, Template};

impl<'a> Resolver<'a> {
    /// Elaborates `X else "a sentence"`: X with the sentence shown when X forbids a move.
    pub(crate) fn reasoned(
        &mut self,
        (of, reason): (&Expr, &Template),
        ExprContext { expected, scope }: ExprContext<'_>,
    ) -> Resolved<Typed> {
        let of = self.elaborate(of, expected, scope);
        if self.reasons != ReasonsRead::All {
            self.reasons = ReasonsRead::Later;
            return with_tags(of?);
        }
        let reason = self.sentence(reason, scope);
        let of = of?;
        if !decides(of.kind.ty()) {
            return Err(self.undecided(&of));
        }
        self.reason = Some(reason?);
        Ok((of.kind, of.tags))
    }

    /// Elaborates an argument's domain, first without its reasons, because they may name the argument.
    pub(crate) fn before_reasons<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Checked<T>,
    ) -> (Checked<T>, bool) {
        let before = std::mem::replace(&mut self.reasons, ReasonsRead::NotYet);
        let found = read(self);
        let later = self.reasons == ReasonsRead::Later;
        self.reasons = before;
        (found, later)
    }

    fn sentence(&mut self, text: &Template, scope: &Scope<'_>) -> Checked<Sentence> {
        let parts = self.in_words(text).parts.iter();
        let parts: Vec<_> = parts.map(|part| self.status_part(part, scope)).collect();
        parts.into_iter().collect()
    }

    /// Warns of a sentence in a condition that refuses nothing, such as that of an `if`: no player ever reads it.
    pub(crate) fn is_trial(&mut self, cond: &Expr, what: &str) {
        let Some(place) = first_reason(cond) else {
            return;
        };
        let message = format!("nobody ever sees this sentence: {what} cannot forbid a move");
        let hint = "leave `else \"…\"` out; it can follow `when`, `in`, `where`, `leaves`, or the `if` of an offered move";
        self.report(Diagnostic::warning("E0660", place, message).hint(hint));
    }

    /// Reports a reason of something that cannot forbid a move.
    fn undecided(&mut self, found: &Node<Typed>) -> ErrorGuaranteed {
        let message = format!("{} cannot have a reason", found.kind.ty().words());
        let diagnostic = Diagnostic::error("E0661", found.span, message)
            .label("only a condition, or a set to choose from, can have a sentence after `else`");
        self.error(diagnostic.hint("as in: when some enemy else \"no enemy is left\""))
    }
}

/// Returns the place of the first sentence in a condition itself, not in a fact that it names.
fn first_reason(e: &Expr) -> Option<Span> {
    match &e.kind {
        ExprKind::Reasoned { .. } => Some(e.span),
        ExprKind::Not(of)
        | ExprKind::Count(of)
        | ExprKind::Some { of, .. }
        | ExprKind::NextTo(of)
        | ExprKind::EdgeOf(of) => first_reason(of),
        ExprKind::Logic { left, right, .. } | ExprKind::Compare { left, right, .. } => {
            first_reason(left).or_else(|| first_reason(right))
        }
        ExprKind::Where { of, cond } => first_reason(of).or_else(|| first_reason(cond)),
        ExprKind::If {
            then,
            cond,
            otherwise,
        } => [then, cond, otherwise]
            .into_iter()
            .find_map(|e| first_reason(e)),
        // A reason in one of these does not explain the whole.
        _ => None,
    }
}

/// Returns whether something of a type can forbid a move.
fn decides(ty: Type) -> bool {
    matches!(
        ty,
        Type::Truth
            | Type::Set
            | Type::Place
            | Type::Kind
            | Type::Formation
            | Type::Line
            | Type::Numbers
            | Type::Seat
            | Type::Seats
            | Type::Row(_)
            | Type::Rows(_)
            | Type::Zone
            | Type::ZonePart
    )
}
