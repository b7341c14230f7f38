//! Points on the lines of formations: `2 ahead of c` is the second point beyond the front of `c`.

use crate::expr::types::is_word;
use crate::resolver::Resolver;
use linstock_model::{FormationRef, Place};
use linstock_syntax::ast::{Expr, ExprKind};

impl<'a> Resolver<'a> {
    /// Returns the place `steps` ahead of the front of a formation.
    pub(crate) fn on_line(&self, line: FormationRef, steps: i16) -> Place {
        let length = self
            .line_lengths
            .get(line.line.index())
            .copied()
            .unwrap_or(1);
        Place::OnLine(line, steps.saturating_add(i16::from(length) - 1))
    }
}

/// Returns the fewest and the most steps, if the expression is `ahead`, `2 ahead` or `2..3 ahead`.
pub(crate) fn ahead(head: &Expr) -> Option<(i64, i64)> {
    match &head.kind {
        ExprKind::Word(text) if text == "ahead" => Some((1, 1)),
        ExprKind::Counted { least, most, what } if is_word(what, "ahead") => {
            Some((*least, most.unwrap_or(i64::MAX)))
        }
        _ => None,
    }
}

/// Limits a number of steps to the size of the largest board.
pub(crate) fn clip(steps: i64) -> u16 {
    u16::try_from(steps.clamp(1, 1 << 12)).unwrap_or(1)
}
