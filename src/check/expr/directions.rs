//! Directions, for each seat as `me`.

use crate::base::Diagnostic;
use crate::check::Resolver;
use crate::check::report::reported::Checked;
use crate::model::{Dir, Dirs, Topology};
use crate::syntax::ast::{Expr, ExprKind};

impl<'a> Resolver<'a> {
    /// Reports a direction seen from a player who has no forward direction.
    pub(crate) fn check_forward(&mut self, e: &Expr, dirs: &[Dirs]) -> Checked<()> {
        let Some(at) = dirs.iter().position(|d| d.is_empty()) else {
            return Ok(());
        };
        let player = self
            .names
            .players
            .get(at)
            .map(|p| p.text.clone())
            .unwrap_or_default();
        if self.is_broken_kind("board") || self.is_broken_kind("players") {
            return Err(self.excused(e.span));
        }
        let example = self.topology().directions().first().copied();
        let example = example.unwrap_or_default();
        let diagnostic = Diagnostic::error(e.span, format!("`{player}` has no forward direction"))
            .hint(format!(
                "say it in the board's block: {player} {{ forward {example} }}"
            ));
        Err(self.once("forward", diagnostic))
    }

    /// Returns the directions that a word names, for each seat as `me`; `None` if it names none.
    pub(crate) fn directions(&self, word: &str) -> Option<Vec<Dirs>> {
        let topology = self.topology();
        if let Some(dirs) = topology.group(word) {
            return Some(vec![dirs; self.names.players.len().max(1)]);
        }
        if !topology.is_relative(word) {
            return None;
        }
        // Without a board nobody goes anywhere; that is said where the directions are used.
        let seats = self.names.board.iter().flat_map(|board| &board.forward);
        let relative = |forward: &Option<Dir>| {
            let dirs = forward.and_then(|forward| topology.relative(word, forward));
            dirs.unwrap_or_default()
        };
        Some(seats.map(relative).collect())
    }

    /// Returns the topology of the board; that of a single point in a game without one.
    pub(crate) fn topology(&self) -> &Topology {
        Topology::of(self.names.board.as_ref())
    }

    /// Tells whether an expression is made of names of directions alone; a player may be called like one.
    pub(crate) fn names_directions(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Word(text) => self.topology().direction(text).is_some(),
            ExprKind::Counted { what, .. } => self.names_directions(what),
            ExprKind::Logic { left, right, .. } => {
                self.names_directions(left) && self.names_directions(right)
            }
            ExprKind::Braces(parts) => {
                !parts.is_empty() && parts.iter().all(|part| self.names_directions(part))
            }
            _ => false,
        }
    }
}
