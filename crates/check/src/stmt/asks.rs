//! `ask`: the chooser, and the moves on offer.

use crate::expr::types::{Type, is_word};
use crate::names::Scope;
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::{Ask, AskItem, Asked, FiniteDomain, Member};
use linstock_syntax::ast::{AskItemDecl, Expr, StmtDecl};

impl<'a> Resolver<'a> {
    /// Resolves an `ask` without its `as often as possible`.
    pub(super) fn ask(
        &mut self,
        who: &Expr,
        moves: &[AskItemDecl],
        otherwise: &[StmtDecl],
        scope: &Scope<'_>,
    ) -> Checked<Ask> {
        let asked = self.asked(who, scope);
        let items: Vec<_> = moves
            .iter()
            .map(|item| self.ask_item(item, scope))
            .collect();
        let otherwise = self.block(otherwise, scope)?;
        let items = items.into_iter().collect::<Checked<_>>()?;
        if !is_word(who, "chance") {
            self.warn_of_missing_leaves(moves);
        }
        Ok(Ask {
            who: asked?,
            question: None,
            items,
            as_often: false,
            otherwise,
        })
    }

    /// Adds `as often as possible`: only the longest series may be started.
    pub(super) fn as_often(&mut self, ask: Ask, span: Option<Span>) -> Checked<Ask> {
        let as_often = span.is_some();
        match (&ask.who, span) {
            (Asked::One(_) | Asked::Chance | Asked::Together(_), Some(span)) => {
                let message = "`as often as possible` needs one player who chooses alone";
                let diagnostic = Diagnostic::error("E0501", span, message);
                Err(self.error(diagnostic.hint(
                    "ask the players one after the other: each player { ask me: jump as often as possible }",
                )))
            }
            _ => Ok(Ask { as_often, ..ask }),
        }
    }

    /// Resolves the chooser.
    fn asked(&mut self, who: &Expr, scope: &Scope<'_>) -> Checked<Asked> {
        if is_word(who, "chance") {
            return Ok(Asked::Chance);
        }
        let found = self.infer(who, scope)?;
        if found.kind.ty() == Type::Seats {
            return self.players_of(found).map(Asked::Together);
        }
        let who = self.coerce_member(found, FiniteDomain::Players)?;
        match who.kind {
            Member::Me => Ok(Asked::Me),
            Member::None => {
                let diagnostic = Diagnostic::error("E0502", who.span, "nobody is asked here");
                Err(self.error(diagnostic.hint("name a player, `me`, `chance` or `players`")))
            }
            _ => Ok(Asked::One(who)),
        }
    }

    fn ask_item(&mut self, item: &AskItemDecl, scope: &Scope<'_>) -> Checked<AskItem> {
        let at = self.move_or_report(&item.name)?;
        self.names.asked.insert(at);
        let mv = self.move_asked(item, at, scope);
        let cond = item
            .cond
            .as_ref()
            .map(|cond| self.truth(cond, scope))
            .transpose()?;
        let tags = self.tags(&item.tags);
        Ok(AskItem {
            tags,
            mv: mv?,
            cond,
        })
    }
}
