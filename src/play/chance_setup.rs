//! Searches what chance can do before the first choice of a player, for faults of the rules.
//!
//! A depth-first search over the chance nodes at the start, with a limit on positions, depth and operations. It runs only if the rules
//! have a `must` or place drawings, so that a random setup cannot fail during play.

use crate::base::{Diagnostic, Span};
use crate::ir::Rules;
use crate::play::notation;
use crate::vm::{Budget, Fault, Position, Turn};
use std::collections::HashSet;

/// The most positions that are searched.
const MAX_POSITIONS: usize = 100_000;

/// The most chance nodes in a row.
const MAX_DEPTH: usize = 500;

/// Finds a fault that outcomes of chance lead to before any player chooses: a `must` that does not hold, or a drawing over
/// the edge. Returns it with the outcomes.
#[must_use]
pub(crate) fn find_fault(rules: &Rules) -> Option<Diagnostic> {
    let mut search = SetupSearch {
        rules,
        left: MAX_POSITIONS,
        spent: 0,
        path: Vec::new(),
        visited: HashSet::new(),
    };
    match rules.start() {
        Ok(_) if rules.must_messages.is_empty() && rules.parts.is_empty() => None,
        Ok(start) => search.from(&start),
        Err(fault) => search.diagnostic(&fault),
    }
}

/// The path to the current position of the depth-first search.
struct SetupSearch<'r> {
    rules: &'r Rules,
    left: usize,
    /// The operations that were spent.
    spent: u64,
    /// The outcomes that led to the current position.
    path: Vec<String>,
    /// The hashes of the positions visited, since chance may come back to one.
    visited: HashSet<u64>,
}

impl SetupSearch<'_> {
    fn from(&mut self, state: &Position) -> Option<Diagnostic> {
        let new = self.visited.insert(self.rules.hash(state));
        if !new || self.path.len() > MAX_DEPTH || self.rules.turn(state) != Turn::Chance {
            return None;
        }
        let outcomes = match self.rules.outcomes(state) {
            Ok(outcomes) => outcomes,
            Err(fault) => return self.diagnostic(&fault),
        };
        for (outcome, _) in outcomes {
            self.left = self.left.checked_sub(1)?;
            if self.spent > Budget::OPERATIONS {
                return None;
            }
            let (mv, args) = self.rules.args(state, outcome);
            let me = self.rules.me(state);
            let model = self.rules.model();
            self.path.push(notation::text(model, mv, &args, me));
            let (mut after, budget) = (state.clone(), Budget::default());
            let played = self.rules.apply_within(&mut after, outcome, &budget);
            self.spent += budget.spent();
            let found = match played {
                Ok(()) => self.from(&after),
                Err(fault) => self.diagnostic(&fault),
            };
            if found.is_some() {
                return found;
            }
            self.path.pop();
        }
        None
    }

    fn diagnostic(&self, fault: &Fault) -> Option<Diagnostic> {
        let (what, span) = match fault {
            Fault::Statement(what, span) | Fault::Script(what, span) => (what.clone(), *span),
            Fault::Illegal | Fault::Over => (fault.to_string(), Span::default()),
        };
        let diagnostic = Diagnostic::error(span, what);
        Some(if self.path.is_empty() {
            diagnostic.label("so it is at the start of a game")
        } else {
            let hint = "change what is drawn or laid there; other outcomes may be wrong, too";
            diagnostic
                .label(format!("so it is after: {}", self.path.join("; ")))
                .hint(hint)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::find_fault;
    use crate::base::Sources;
    use crate::check::Choices;
    use crate::ir::Rules;

    #[test]
    fn chance_that_comes_back_or_never_ends_is_left() {
        for forgets in ["forget rolled", "rounds = rounds + 1"] {
            let text = format!(
                r#"
game tie "Tie"
players ann, bob
remember {{ rolled of player = 0; rounds = 0 }}
move roll "roll {{n}}" {{ n in 1..6; rolled of me = n }}
move pass "pass" {{ }}
play {{
  must rounds is 0 "rounds are counted"
  phase first {{
    repeat {{
      each player {{ ask chance: roll }}
      if rolled of ann is not rolled of bob {{ leave first }} else {{ {forgets} }}
    }}
  }}
  repeat each player {{ ask me: pass }}
}}
score of p = rounds
"#
            );
            let sources = Sources::from([("tie.game", text.as_str())]);
            let rules = Rules::load(&sources, &Choices::default()).expect("the rules load");
            assert!(find_fault(&rules).is_none());
        }
    }
}
