//! Searches all outcomes of chance before the first choice of a player, for faults of the rules.
//!
//! A depth-first search over the chance nodes at the start, with a limit on positions and depth. It uses the fuel of the
//! check, but leaves enough for the random games. It runs only if the rules have a `must` or place drawings; these must
//! not fail during play.

use crate::smoke_test;
use linstock_base::check_fuel::WORD;
use linstock_base::{CheckFuel, Diagnostic};
use linstock_engine::vm::{Fault, Fuel, Position, Turn};
use linstock_play::Rules;
use linstock_play::notation;
use std::collections::HashSet;

/// The most positions to search.
const MAX_POSITIONS: usize = 100_000;

/// The additional operations of an outcome: its text, and the hash of the next position.
const BRANCH: u64 = 500;

/// The most chance nodes in a row.
const MAX_DEPTH: usize = 500;

/// Finds a fault before any player chooses: a `must` that does not hold, or a drawing beyond the edge. Returns it with the
/// outcomes of chance that led to it.
#[must_use]
pub fn find_fault(rules: &Rules, fuel: &CheckFuel) -> Option<Diagnostic> {
    let mut search = SetupSearch {
        rules,
        left: MAX_POSITIONS,
        fuel,
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
    /// The fuel of this check.
    fuel: &'r CheckFuel,
    /// The outcomes that led to the current position.
    path: Vec<String>,
    /// The hashes of the visited positions, since chance may return to one.
    visited: HashSet<u64>,
}

impl SetupSearch<'_> {
    fn from(&mut self, state: &Position) -> Option<Diagnostic> {
        let new = self.visited.insert(self.rules.hash(state));
        if !new || self.path.len() > MAX_DEPTH || self.rules.turn(state) != Turn::Chance {
            return None;
        }
        let fuel = Fuel::default();
        let outcomes = self.rules.outcomes_within(state, &fuel);
        self.fuel.spend(fuel.spent());
        let outcomes = match outcomes {
            Ok(outcomes) => outcomes,
            Err(fault) => return self.diagnostic(&fault),
        };
        for (outcome, _) in outcomes {
            self.left = self.left.checked_sub(1)?;
            // The random games come later; they start here, too.
            if self.fuel.left() <= 2 * smoke_test::OPERATIONS {
                return None;
            }
            let (mv, args) = self.rules.args(state, outcome);
            let me = self.rules.me(state);
            let model = self.rules.model();
            self.path.push(notation::text(model, mv, &args, me));
            let (mut after, fuel) = (state.clone(), Fuel::default());
            let played = self.rules.apply_within(&mut after, outcome, &fuel);
            let copied = WORD * state.words.len() as u64;
            self.fuel.spend(fuel.spent() + copied + BRANCH);
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
        let diagnostic = smoke_test::found_in_play(fault);
        Some(if self.path.is_empty() {
            diagnostic.label(smoke_test::AT_START)
        } else {
            let hint = "change what is drawn or laid there; other outcomes may be wrong, too";
            diagnostic
                .label(format!("after {}", self.path.join("; ")))
                .hint(hint)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::find_fault;
    use crate::smoke_test;
    use linstock_base::{CheckFuel, Sources};
    use linstock_check::Choices;
    use linstock_play::Rules;

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
            let fuel = CheckFuel::default();
            assert!(find_fault(&rules, &fuel).is_none());
            assert!(fuel.spent() > 0);
        }
    }

    /// The search has no fuel of its own: it uses the check's fuel, but leaves enough for the random games.
    #[test]
    fn the_search_ends_with_the_budget_of_the_check() {
        let text = r#"
game long "Long"
players ann, bob
remember { sum = 0 }
move roll "roll {n}" { n in 1..60; repeat 1000 times { sum = sum + n } }
move pass "pass" { }
play {
  repeat 3 times { ask chance: roll }
  must sum >= 0 "it goes up"
  repeat each player { ask me: pass }
}
score of p = sum
"#;
        let sources = Sources::from([("long.game", text)]);
        let rules = Rules::load(&sources, &Choices::default()).expect("the rules load");
        let fuel = CheckFuel::default();
        fuel.spend(CheckFuel::OPERATIONS - 3 * smoke_test::OPERATIONS);
        assert!(find_fault(&rules, &fuel).is_none());
        let left = fuel.left();
        assert!(
            left <= 2 * smoke_test::OPERATIONS && left > smoke_test::OPERATIONS,
            "{left}"
        );
    }
}
