//! Games that can never end: no `win` or `draw` and no end of the sequence of play is reachable.

use crate::analysis::ElaboratedRules;
use crate::resolver::Resolver;
use linstock_base::{Diagnostic, Span};
use linstock_model::{Ask, MoveId, MoveRule, PhaseId, Stmt, StmtKind};
use rustc_hash::FxHashSet;

impl Resolver<'_> {
    /// Warns of a game that never ends, whatever the players choose.
    pub(crate) fn warn_of_game_without_end(&mut self, rules: ElaboratedRules<'_>) {
        let mut search = EndSearch {
            moves: rules.moves,
            inside: Vec::new(),
            left: FxHashSet::default(),
            loops: None,
            ends: false,
        };
        if search.goes_on(rules.play) || search.ends {
            return;
        }
        let Some(span) = search.loops else { return };
        self.report(
            Diagnostic::warning("E0815", span, "this game can never end")
                .label("this is repeated for ever")
                .hint("end the game by a statement, `if … { win me \"…\" }`, or behind an `ask`: `otherwise draw \"…\"`")
                .hint("or repeat a number of times, `repeat 50 times { … }`, or leave a phase around the loop: the game is over after the last statement"),
        );
    }
}

/// Walks the sequence of play; each condition may be true or false.
struct EndSearch<'m> {
    moves: &'m [MoveRule],
    /// The moves whose bodies are being walked.
    inside: Vec<MoveId>,
    /// The phases that some statement leaves.
    left: FxHashSet<PhaseId>,
    /// The first loop without an exit.
    loops: Option<Span>,
    /// Whether some statement wins or draws the game.
    ends: bool,
}

impl EndSearch<'_> {
    /// Returns whether play may continue after a block.
    fn goes_on(&mut self, body: &[Stmt]) -> bool {
        body.iter().all(|stmt| self.passes(stmt))
    }

    fn passes(&mut self, stmt: &Stmt) -> bool {
        let before = self.loops;
        let passes = self.may_pass(stmt);
        if passes {
            self.loops = before;
        }
        passes
    }

    fn may_pass(&mut self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::End(_) => {
                self.ends = true;
                false
            }
            StmtKind::Leave(phase) => {
                self.left.insert(*phase);
                false
            }
            StmtKind::If(_, then, otherwise) => {
                let then = self.goes_on(then);
                self.goes_on(otherwise) || then
            }
            StmtKind::Repeat(Some(_), body) => {
                self.goes_on(body);
                true
            }
            StmtKind::Repeat(None, body) => self.repeats(body, stmt.span),
            StmtKind::Each {
                endless: true,
                filter: None,
                body,
                ..
            } => self.repeats(body, stmt.span),
            StmtKind::Each { body, .. } => {
                self.goes_on(body);
                true
            }
            StmtKind::Phase(phase, body) => {
                let goes_on = self.goes_on(body);
                self.left.contains(phase) || goes_on
            }
            StmtKind::Ask(ask) => self.answered(ask),
            StmtKind::Move(..)
            | StmtKind::Take(..)
            | StmtKind::Put(..)
            | StmtKind::Lay(_)
            | StmtKind::Transfer(..)
            | StmtKind::Remember(..)
            | StmtKind::Forget(_)
            | StmtKind::Script(..)
            | StmtKind::Must(..) => true,
        }
    }

    /// Play never continues after an endless loop.
    fn repeats(&mut self, body: &[Stmt], span: Span) -> bool {
        self.goes_on(body);
        self.loops.get_or_insert(span);
        false
    }

    /// Returns whether play may continue after a question.
    fn answered(&mut self, ask: &Ask) -> bool {
        let mut goes_on = self.goes_on(&ask.otherwise);
        for item in &ask.items {
            if self.inside.contains(&item.mv) {
                continue;
            }
            let Some(mv) = self.moves.get(item.mv.index()) else {
                goes_on = true;
                continue;
            };
            self.inside.push(item.mv);
            goes_on |= self.goes_on(&mv.body);
            self.inside.pop();
        }
        goes_on
    }
}
