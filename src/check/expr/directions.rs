//! Directions, for each seat as `me`.

use crate::base::Diagnostic;
use crate::check::Resolver;
use crate::check::names::{Meaning, Scope, name_at};
use crate::model::{Dir, Dirs, Topology};
use crate::syntax::ast::{Expr, ExprKind, LogicOp};

impl<'a> Resolver<'a> {
    /// Resolves directions, for each seat as `me`.
    pub fn dirs(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Vec<Dirs>> {
        match &e.kind {
            // Where a direction is wanted, no player of its name is meant.
            ExprKind::Word(text) if let Some(dir) = self.topology().direction(text) => {
                let seats = self.names.players.len().max(1);
                Some(vec![Dirs::only(dir); seats])
            }
            ExprKind::Word(text) => match self.meaning(&name_at(text, e.span), scope)? {
                Meaning::Dirs(dirs) => {
                    self.check_forward(e, &dirs)?;
                    Some(dirs)
                }
                Meaning::Param(value, caller) => self.outside(caller, |r| r.dirs(value, caller)),
                Meaning::Broken => {
                    // A direction without a board to go on.
                    self.board_or_report(e.span)?;
                    None
                }
                _ => self.mismatch(e, "directions", scope),
            },
            ExprKind::Owned { owner, kind } if kind.text == "directions" => {
                let word = Expr {
                    tags: Vec::new(),
                    span: owner.span,
                    kind: ExprKind::Word(owner.text.clone()),
                };
                self.dirs(&word, scope)
            }
            ExprKind::Counted { what, .. } => self.dirs(what, scope),
            ExprKind::Braces(items) => {
                let all: Vec<_> = items.iter().map(|item| self.dirs(item, scope)).collect();
                let mut all = all.into_iter().collect::<Option<Vec<_>>>()?.into_iter();
                let first = all.next()?;
                Some(all.fold(first, |a, b| {
                    a.iter().zip(&b).map(|(a, b)| a.or(*b)).collect()
                }))
            }
            ExprKind::Logic { op, left, right } => {
                let (left, right) = (self.dirs(left, scope), self.dirs(right, scope));
                let join = |a: &Dirs, b: &Dirs| match op {
                    LogicOp::And => a.and(*b),
                    LogicOp::Or => a.or(*b),
                    LogicOp::Except => a.except(*b),
                };
                Some(left?.iter().zip(&right?).map(|(a, b)| join(a, b)).collect())
            }
            _ => self.mismatch(e, "directions", scope),
        }
    }

    fn check_forward(&mut self, e: &Expr, dirs: &[Dirs]) -> Option<()> {
        let Some(at) = dirs.iter().position(|d| d.is_empty()) else {
            return Some(());
        };
        let player = self
            .names
            .players
            .get(at)
            .map(|p| p.text.clone())
            .unwrap_or_default();
        if !self.names.told.insert("forward")
            || self.is_broken_kind("board")
            || self.is_broken_kind("players")
        {
            return None;
        }
        let example = self.topology().directions().first().copied();
        let example = example.unwrap_or_default();
        let diagnostic = Diagnostic::error(e.span, format!("`{player}` has no forward direction"))
            .hint(format!(
                "say it in the board's block: {player} {{ forward {example} }}"
            ));
        self.report(diagnostic);
        None
    }

    /// Returns the directions that a word names, for each seat as `me`; `None` if it names none.
    pub fn directions(&self, word: &str) -> Option<Vec<Dirs>> {
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
    pub fn topology(&self) -> &Topology {
        let board = self.names.board.as_ref();
        board.map_or_else(|| Topology::point(), |board| &board.topology)
    }

    /// Tells whether an expression is made of names of directions alone; a player may be called like one.
    pub fn names_directions(&self, e: &Expr) -> bool {
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
