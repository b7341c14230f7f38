//! Single points and formations.

use crate::base::Diagnostic;
use crate::check::Resolver;
use crate::check::expr::types::is_word;
use crate::check::names::{ArgType, Meaning, Scope, name_at};
use crate::model::{FormationRef, Node, Place};
use crate::syntax::ast::{Expr, ExprKind};

impl<'a> Resolver<'a> {
    /// Resolves a single point.
    pub fn place(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Node<Place>> {
        let kind = match &e.kind {
            ExprKind::Word(text) => {
                let name = name_at(text, e.span);
                match self.meaning(&name, scope)? {
                    Meaning::Arg(arg, ArgType::Point) => Place::Arg(arg),
                    Meaning::It => Place::It,
                    Meaning::Point(point) => Place::Fixed(point),
                    Meaning::Param(value, caller) => {
                        let node = self.place(value, caller)?;
                        return Some(self.outer(e, node));
                    }
                    Meaning::Broken | Meaning::Arg(_, ArgType::Broken) => return None,
                    _ => return self.mismatch(e, "a point", scope),
                }
            }
            ExprKind::Of { head, of } if is_word(head, "rear") => {
                let line = self.formation(of, scope)?;
                Place::OnLine(line, 0)
            }
            ExprKind::Of { head, of } if is_word(head, "front") => {
                let line = self.formation(of, scope)?;
                self.on_line(line, 0)
            }
            ExprKind::Of { head, of } => match ahead(head) {
                Some((least, most)) if least == most => {
                    let line = self.formation(of, scope)?;
                    self.on_line(line, i16::try_from(least).unwrap_or(i16::MAX))
                }
                _ => return self.mismatch(e, "a point", scope),
            },
            _ => return self.mismatch(e, "a point", scope),
        };
        Some(self.node(e, Vec::new(), kind))
    }

    /// Returns the place `steps` ahead of the front of a formation.
    pub fn on_line(&self, line: FormationRef, steps: i16) -> Place {
        let length = self
            .line_lengths
            .get(line.line.index())
            .copied()
            .unwrap_or(1);
        Place::OnLine(line, steps.saturating_add(i16::from(length) - 1))
    }

    /// Resolves a formation that an argument is bound to.
    pub fn formation(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<FormationRef> {
        if let ExprKind::Word(text) = &e.kind {
            let name = name_at(text, e.span);
            match self.meaning(&name, scope)? {
                Meaning::Arg(arg, ArgType::Line(line)) => return Some(FormationRef { arg, line }),
                Meaning::Param(value, caller) => {
                    return self.outside(caller, |r| r.formation(value, caller));
                }
                Meaning::Broken | Meaning::Arg(_, ArgType::Broken) => return None,
                _ => {}
            }
        }
        let diagnostic = Diagnostic::error(e.span, "expected an argument that is bound to a line")
            .hint("as `c` in: c in three");
        self.report(diagnostic);
        None
    }
}

/// Returns how far ahead, if the expression is `ahead`, `2 ahead` or `2..3 ahead`.
pub(crate) fn ahead(head: &Expr) -> Option<(i64, i64)> {
    match &head.kind {
        ExprKind::Word(text) if text == "ahead" => Some((1, 1)),
        ExprKind::Counted { least, most, what } if is_word(what, "ahead") => {
            Some((*least, most.unwrap_or(i64::MAX)))
        }
        _ => None,
    }
}

/// Returns how far, of directions with or without a count.
pub(crate) fn counts(head: &Expr) -> (i64, i64) {
    match &head.kind {
        ExprKind::Counted { least, most, .. } => (*least, most.unwrap_or(i64::MAX)),
        _ => (1, 1),
    }
}

pub(crate) fn clip(steps: i64) -> u16 {
    u16::try_from(steps.clamp(1, 1 << 12)).unwrap_or(1)
}
