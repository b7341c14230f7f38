//! The endings that play can reach: not those of moves that are never offered, and not those behind another ending.

use linstock_model::{Ask, Ending, Model, MoveId, Node, Stmt, StmtKind, Truth};

/// The endings of a game that play can reach. Conditions that the options decide are decided; each other one may hold or not.
pub(super) struct ReachedEndings<'m> {
    model: &'m Model,
    /// The moves that are offered.
    offered: Vec<MoveId>,
    found: Vec<&'m Ending>,
}

impl<'m> ReachedEndings<'m> {
    /// Finds the endings of a game.
    pub(super) fn of(model: &'m Model) -> Self {
        let mut reached = Self {
            model,
            offered: Vec::new(),
            found: Vec::new(),
        };
        reached.goes_on(&model.play);
        reached
    }

    /// Returns whether an ending of this game can be reached.
    pub(super) fn has(&self, ending: &Ending) -> bool {
        self.found.iter().any(|found| std::ptr::eq(*found, ending))
    }

    /// Walks statements; returns whether play may go on after them.
    fn goes_on(&mut self, body: &'m [Stmt]) -> bool {
        body.iter().all(|stmt| self.passes(stmt))
    }

    fn passes(&mut self, stmt: &'m Stmt) -> bool {
        match &stmt.kind {
            StmtKind::End(ending) => {
                self.found.push(ending);
                false
            }
            StmtKind::Leave(_) => false,
            StmtKind::If(cond, yes, no) => match fixed(cond) {
                Some(true) => self.goes_on(yes),
                Some(false) => self.goes_on(no),
                None => {
                    let (after_yes, after_no) = (self.goes_on(yes), self.goes_on(no));
                    after_yes || after_no
                }
            },
            StmtKind::Ask(ask) => {
                self.walk_offers(ask);
                self.goes_on(&ask.otherwise);
                true
            }
            _ => {
                stmt.blocks().for_each(|block| {
                    self.goes_on(block);
                });
                true
            }
        }
    }

    /// Walks the moves that an `ask` may offer, each once.
    fn walk_offers(&mut self, ask: &'m Ask) {
        let items = ask.items.iter();
        for item in items.filter(|item| item.cond.as_ref().and_then(fixed) != Some(false)) {
            if !self.offered.contains(&item.mv) {
                self.offered.push(item.mv);
                let model = self.model;
                self.goes_on(&model.mv(item.mv).body);
            }
        }
    }
}

/// Returns the value of a condition that the options decide.
fn fixed(cond: &Node<Truth>) -> Option<bool> {
    match cond.kind {
        Truth::Fixed(value) => Some(value),
        _ => None,
    }
}
