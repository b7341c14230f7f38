//! Reflections of sets: `reflection of here over northeast`.

use crate::expr::typed::{Resolved, untagged};
use crate::names::Scope;
use crate::resolver::Resolver;
use linstock_base::check_fuel::POINT;
use linstock_base::{Diagnostic, listed, similar};
use linstock_model::{Axis, Set};
use linstock_syntax::ast::{Expr, Name};

/// The axis of half a turn.
const CENTRE: &str = "centre";

impl Resolver<'_> {
    /// Resolves the mirror points of a set.
    pub(crate) fn reflection(
        &mut self,
        (of, over): (&Expr, &Name),
        scope: &Scope<'_>,
    ) -> Resolved<Set> {
        let board = self.board_or_report(over.span)?;
        let topology = &board.topology;
        self.fuel.spend(POINT * topology.points() as u64);
        let axis = match topology.direction(&over.text) {
            Some(dir) => Axis::Along(dir),
            None if over.text == CENTRE => Axis::Centre,
            None => {
                let known = || topology.directions().iter().copied().chain([CENTRE]);
                let message = format!("`{}` is not an axis of the board", over.text);
                let diagnostic = Diagnostic::error("E0790", over.span, message)
                    .maybe_did_you_mean(similar(&over.text, known()))
                    .hint(listed("axes", known()));
                return Err(self.error(diagnostic));
            }
        };
        if topology.reflection(axis).is_none() {
            let message = "a drawn board has no mirror points";
            let hint = "name the pairs in a list, or use a board of squares or hexagons";
            let diagnostic = Diagnostic::error("E0791", over.span, message).hint(hint);
            return Err(self.error(diagnostic));
        }
        let of = self.check_as(of, scope)?;
        untagged(Set::Reflection(Box::new(of), axis))
    }
}
