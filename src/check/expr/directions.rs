//! Directions, for each seat as `me`.

use crate::base::Diagnostic;
use crate::check::Resolver;
use crate::check::names::{Meaning, Scope, name_at};
use crate::model::{Dir, Dirs};
use crate::syntax::ast::{Expr, ExprKind, LogicOp};

impl<'a> Resolver<'a> {
    /// Resolves directions, for each seat as `me`.
    pub fn dirs(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Vec<Dirs>> {
        match &e.kind {
            // Where a direction is wanted, no player of its name is meant.
            ExprKind::Word(text) if let Some(dir) = Dir::named(text) => {
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
                    a.iter().zip(&b).map(|(a, b)| Dirs(a.0 | b.0)).collect()
                }))
            }
            ExprKind::Logic { op, left, right } => {
                let (left, right) = (self.dirs(left, scope), self.dirs(right, scope));
                let join = |a: &Dirs, b: &Dirs| match op {
                    LogicOp::And => Dirs(a.0 & b.0),
                    LogicOp::Or => Dirs(a.0 | b.0),
                    LogicOp::Except => Dirs(a.0 & !b.0),
                };
                Some(left?.iter().zip(&right?).map(|(a, b)| join(a, b)).collect())
            }
            _ => self.mismatch(e, "directions", scope),
        }
    }

    fn check_forward(&mut self, e: &Expr, dirs: &[Dirs]) -> Option<()> {
        let Some(at) = dirs.iter().position(|d| *d == Dirs::default()) else {
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
        let diagnostic = Diagnostic::error(e.span, format!("`{player}` has no forward direction"))
            .hint(format!(
                "say it in the board's block: {player} {{ forward north }}"
            ));
        self.report(diagnostic);
        None
    }

    /// Returns the directions that a word names, for each seat as `me`; `None` if it names none.
    pub fn directions(&self, word: &str) -> Option<Vec<Dirs>> {
        let seats = self.names.players.len().max(1);
        let fixed = |dirs: Dirs| Some(vec![dirs; seats]);
        if let Some(dir) = Dir::named(word) {
            return fixed(Dirs::only(dir));
        }
        let turns: &[usize] = match word {
            "orthogonal" => return fixed(Dirs::ORTHOGONAL),
            "diagonal" => return fixed(Dirs::DIAGONAL),
            "all" => return fixed(Dirs::ALL),
            "forward" => &[0],
            "forwards" => &[7, 0, 1],
            "sideways" => &[2, 6],
            "backward" => &[4],
            "backwards" => &[3, 4, 5],
            _ => return None,
        };
        // Without a board nobody goes anywhere; that is said where the directions are used.
        let Some(board) = self.names.board.as_ref() else {
            return Some(Vec::new());
        };
        let relative = |dir: &Option<Dir>| {
            let bits = dir.map_or(0, |d| {
                turns
                    .iter()
                    .fold(0, |bits, &t| bits | Dirs::only(d.turned(t)).0)
            });
            Dirs(bits)
        };
        Some(board.forward.iter().map(relative).collect())
    }
}
