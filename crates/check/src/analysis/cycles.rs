//! Moves that ask for moves: compiled, their bodies are nested in each other, so the nesting must be finite and not too deep.

use crate::analysis::limits::{DEEPEST, nested_too_deeply};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use linstock_base::Diagnostic;
use linstock_model::{MoveRule, Stmt, StmtKind};

impl<'a> Resolver<'a> {
    /// Reports moves that ask for themselves before they are complete, and moves that nest too deep.
    pub(crate) fn check_asks(&mut self, moves: &[MoveRule]) -> Checked<()> {
        let bodies: Vec<Body> = moves.iter().map(|mv| Body::of(&mv.body)).collect();
        let depths = depths(&bodies);
        if let Some(at) = circle(&bodies, &depths) {
            let message = format!(
                "the move `{}` asks for itself before it ends",
                moves[at].name
            );
            let diagnostic = Diagnostic::error("E0801", moves[at].span, message);
            return Err(self.error(diagnostic.hint("ask again from `play`, in a `repeat`")));
        }
        let too_deep = |depth: &Option<usize>| depth.is_none_or(|depth| depth > DEEPEST);
        if let Some(at) = depths.iter().position(too_deep) {
            let what = format!("the moves that `{}` asks for", moves[at].name);
            let label = "this move asks for moves, which ask for further moves, and so on";
            let diagnostic = nested_too_deeply(moves[at].span, &what, label);
            return Err(self.error(diagnostic.hint("ask from `play`, one after the other")));
        }
        Ok(())
    }
}

/// The asks in the body of a move.
#[derive(Default)]
struct Body {
    /// The indices of the asked moves.
    asked: Vec<usize>,
    /// The nesting depth of its statements.
    nesting: usize,
}

impl Body {
    fn of(body: &[Stmt]) -> Self {
        let mut found = Self::default();
        found.block(body, 1);
        found
    }

    fn block(&mut self, body: &[Stmt], depth: usize) {
        for stmt in body {
            self.nesting = self.nesting.max(depth);
            if let StmtKind::Ask(ask) = &stmt.kind {
                let asked = ask.items.iter().map(|item| item.mv.index());
                self.asked.extend(asked);
            }
            stmt.blocks().for_each(|body| self.block(body, depth + 1));
        }
    }

    /// Returns the depth of the body, if the depths of all moves it asks for are known.
    fn depth_over(&self, depths: &[Option<usize>]) -> Option<usize> {
        let deepest = self.asked.iter().try_fold(0, |most, &at| {
            let depth = depths[at]?;
            Some(most.max(depth))
        });
        deepest.map(|depth| self.nesting + depth)
    }
}

/// Returns the depth of each move; `None` if it is infinite or too deep.
fn depths(bodies: &[Body]) -> Vec<Option<usize>> {
    let mut depths = vec![None; bodies.len()];
    // Moves without asks come first, then those that ask only for such moves, and so on: each round is one level deeper.
    for _ in 0..=DEEPEST {
        let settled: Vec<(usize, usize)> = (0..bodies.len())
            .filter(|&at| depths[at].is_none())
            .filter_map(|at| Some((at, bodies[at].depth_over(&depths)?)))
            .collect();
        if settled.is_empty() {
            break;
        }
        for (at, depth) in settled {
            depths[at] = Some(depth);
        }
    }
    depths
}

/// Finds the first move of a cycle among those without a depth.
fn circle(bodies: &[Body], depths: &[Option<usize>]) -> Option<usize> {
    let endless = |at: &usize| depths[*at].is_none();
    let mut way = vec![(0..bodies.len()).find(endless)?];
    loop {
        let last = *way.last()?;
        let next = bodies[last].asked.iter().copied().find(|at| endless(at))?;
        match way.iter().position(|at| *at == next) {
            Some(start) => return way[start..].iter().copied().min(),
            None => way.push(next),
        }
    }
}
