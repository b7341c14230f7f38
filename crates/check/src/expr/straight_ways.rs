//! The ends of straight ways: `2 backwards of here` is the point two steps backwards.

use crate::expr::context::Expected;
use crate::expr::places::clip;
use crate::expr::typed::{Resolved, Typed, untagged};
use crate::expr::ways::{Way, Ways};
use crate::names::Scope;
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_model::{Dir, Dirs, Headings, Node, Set};
use linstock_syntax::ast::{Expr, LogicOp};

impl Resolver<'_> {
    /// Returns one step in a direction.
    pub(crate) fn way_of(&self, dir: Dir) -> Ways {
        let seats = self.names.players.len().max(1);
        Ways::one_step(vec![Dirs::only(dir); seats])
    }

    /// Elaborates directions, for each seat as `me`.
    pub(crate) fn dirs(&mut self, e: &Expr, scope: &Scope<'_>) -> Checked<Vec<Dirs>> {
        let ways: Node<Ways> = self.check_as(e, scope)?;
        let span = ways.span;
        let mut ways = ways.kind.0.into_iter();
        let Some(mut all) = ways.next() else {
            return Ok(Vec::new());
        };
        ways.for_each(|way| all.join(&way.dirs, LogicOp::Or));
        match all.dirs {
            Headings::Known(dirs) => Ok(dirs),
            Headings::Such(_) => {
                let diagnostic =
                    Diagnostic::error("E0664", span, "these directions may change during a game");
                Err(self.error(diagnostic.hint("name directions here, as in `north or east`")))
            }
        }
    }

    /// Elaborates `2 north`, `1.. diagonal`; a count of anything else becomes `Counted`.
    pub(crate) fn counted(
        &mut self,
        (least, most): (i64, Option<i64>),
        what: &Expr,
        scope: &Scope<'_>,
    ) -> Resolved<Typed> {
        let hint = if self.names_directions(what) {
            Expected::Directions
        } else {
            Expected::Any
        };
        let what = self.elaborate(what, hint, scope)?;
        let what = self.as_directions(what);
        Ok(match what.kind {
            Typed::Directions(ways) => {
                let ways = ways.over((least, most.unwrap_or(i64::MAX)));
                (Typed::Directions(ways), what.tags)
            }
            other => (Typed::Counted(other.ty()), Vec::new()),
        })
    }

    /// Elaborates `2 backwards of here`.
    pub(crate) fn along(
        &mut self,
        ways: Node<Ways>,
        of: &Expr,
        scope: &Scope<'_>,
    ) -> Resolved<Set> {
        let from: Node<Set> = self.check_as(of, scope)?;
        if ways.kind.0.iter().any(|way| way.least() < 1) {
            let diagnostic =
                Diagnostic::error("E0665", ways.span, "a way is at least one step long");
            return Err(self.error(
                diagnostic.hint("to include the point itself, write `here or 1.. north of here`"),
            ));
        }
        let longest = self.longest();
        let along = |way: Way, from: Node<Set>| Set::Along {
            least: clip(way.least()),
            most: clip(way.most()).min(longest),
            from: Box::new(from),
            dirs: way.dirs,
            through: None,
        };
        let mut ways = ways.kind.0;
        match (ways.pop(), ways.is_empty()) {
            (Some(only), true) => untagged(along(only, from)),
            (last, _) => {
                let all = ways.into_iter().chain(last);
                let all = all.map(|way| Node::plain(of.span, along(way, from.clone())));
                untagged(Set::Or(all.collect()))
            }
        }
    }

    /// Returns the longest straight way on the board, in steps.
    fn longest(&self) -> u16 {
        self.names
            .board
            .as_ref()
            .map_or(1, |b| b.topology.longest_line().saturating_sub(1).max(1))
    }
}
