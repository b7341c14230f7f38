//! Directions before `of`: `forward of opponent`, `2 forward of opponent of here`, `opposite d of here`.

use crate::expr::context::{Expected, ExprContext};
use crate::expr::types::Type;
use crate::expr::vocabulary::Builtin;
use crate::expr::ways::Ways;
use crate::names::{ArgType, Meaning, Scope, name_at};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_model::{FiniteDomain, MemoryId, MemoryType};
use linstock_syntax::ast::{Expr, ExprKind, Name};

impl<'a> Resolver<'a> {
    /// Elaborates `forward of opponent`: the directions of a player; `None` if it is something else.
    pub(super) fn relative_of(
        &mut self,
        head: &Expr,
        of: &Expr,
        context: ExprContext<'_>,
    ) -> Checked<Option<Ways>> {
        let ExprContext { expected, scope } = context;
        let Some(name) = Self::word_name(head) else {
            return Ok(None);
        };
        if !self.topology().is_relative(&name.text) || !self.names_player(of, expected, scope) {
            return Ok(None);
        }
        let found = self.infer(of, scope)?;
        self.forward_of((head, &name.text), &found)
    }

    /// Returns whether an expression is a player. A player's name means his pieces unless directions are expected.
    pub(super) fn names_player(&mut self, e: &Expr, expected: Expected, scope: &Scope<'_>) -> bool {
        match &e.kind {
            ExprKind::NextPlayer(_) => true,
            ExprKind::Of { head, .. } => {
                Self::word_name(head).is_some_and(|name| name.text == "owner")
            }
            ExprKind::Word(text) => match self.find(&name_at(text, e.span), scope) {
                Some(Meaning::Builtin(builtin)) => {
                    matches!(builtin, Builtin::Me | Builtin::Opponent)
                }
                Some(Meaning::Arg(_, ty)) => ty == ArgType::Seat,
                Some(Meaning::Bound(finite_domain, _)) => finite_domain == FiniteDomain::Players,
                Some(Meaning::Player(_)) => expected == Expected::Directions,
                Some(Meaning::Memory(memory)) => {
                    self.names.memories[memory.index()].what.ty == MemoryType::Seat
                }
                Some(Meaning::Param(value, caller)) => {
                    self.in_caller_scope(caller, |r| r.names_player(value, expected, caller))
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Regroups `opposite of d of here` as `(opposite of d) of here`; likewise `forward of opponent of here` and
    /// `heading of b of here`.
    pub(super) fn regrouped<'e>(
        &mut self,
        head: &Expr,
        of: &'e Expr,
        scope: &Scope<'_>,
    ) -> Option<(Expr, &'e Expr)> {
        let ExprKind::Of {
            head: owner,
            of: from,
        } = &of.kind
        else {
            return None;
        };
        let (steps, turned) = match &head.kind {
            ExprKind::Counted { least, most, what } => (Some((*least, *most)), what.as_ref()),
            _ => (None, head),
        };
        let name = Self::word_name(turned)?;
        let plain = |span, kind| Expr {
            tags: Vec::new(),
            span,
            kind,
        };
        let direction = plain(
            turned.span.to(owner.span),
            ExprKind::Of {
                head: Box::new(turned.clone()),
                of: owner.clone(),
            },
        );
        let meant = match name.text.as_str() {
            "opposite" => {
                let undeclared = self.find(&name, scope).is_none();
                undeclared && self.list_with(&name).is_none() && self.turns(owner, from, scope)
            }
            text => {
                let is_relative = self.topology().is_relative(text)
                    && self.names_player(owner, Expected::Directions, scope);
                is_relative || (self.has_values(&name, scope) && self.is_one(&direction, scope))
            }
        };
        if !meant {
            return None;
        }
        let head = match steps {
            None => direction,
            Some((least, most)) => {
                let what = Box::new(direction);
                plain(
                    head.span.to(owner.span),
                    ExprKind::Counted { least, most, what },
                )
            }
        };
        Some((head, from))
    }

    /// Returns whether a name is that of a field or of a memory.
    fn has_values(&mut self, name: &Name, scope: &Scope<'_>) -> bool {
        let remembered = matches!(self.find(name, scope), Some(Meaning::Memory(_)));
        remembered || self.list_with(name).is_some()
    }

    /// Returns whether an expression is a direction value: `heading of b`, `way of me`.
    fn is_one(&mut self, e: &Expr, scope: &Scope<'_>) -> bool {
        let found = self.try_out(|r| r.infer(e, scope));
        found.is_some_and(|found| self.is_direction(&found))
    }

    /// Returns whether `opposite` before `X of Y` belongs to the direction `X`; `forward of me` and `way of me` are directions.
    fn turns(&mut self, owner: &Expr, from: &Expr, scope: &Scope<'_>) -> bool {
        if let Some(name) = Self::word_name(owner)
            && self.topology().is_relative(&name.text)
            && self.names_player(from, Expected::Directions, scope)
        {
            return false;
        }
        let alone = self.try_out(|r| r.elaborate(owner, Expected::Directions, scope));
        match alone {
            Some(alone) => self.as_directions(alone).kind.ty() == Type::Directions,
            // The value is unknown in a fact that nothing uses.
            None => self.handed_on(owner, scope).is_some(),
        }
    }

    pub(super) fn remembers_direction(&self, memory: MemoryId) -> bool {
        let memory = &self.names.memories[memory.index()].what;
        let row = matches!(memory.ty, MemoryType::Row(list) if self.is_of_directions(FiniteDomain::Rows(list)));
        row && memory.per.is_none() && !memory.of_piece
    }
}
