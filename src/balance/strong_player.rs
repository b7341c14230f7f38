//! `--player` of `linstock balance`: the search of strong players.

use crate::opponents::{Budget, PlayerSpec, Skill};
use linstock_search::Strategy;
use std::ops::RangeInclusive;

/// The iterations that strong players may have.
pub(super) const ITERATIONS: RangeInclusive<u64> = 8..=1 << 24;

/// The search of strong players that the user has named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StrongPlayer {
    pub(super) strategy: Strategy,
    /// The iterations for each move; `None` if the time decides.
    pub(super) iterations: Option<u64>,
}

impl StrongPlayer {
    /// Reads a search with a number of iterations, or without one.
    ///
    /// # Errors
    /// If the text names no search, or a player with a time.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let spec = PlayerSpec::read(text)?;
        let strategy = match spec.skill {
            // These have no iterations, so none of them is weaker than another.
            Skill::Named(Strategy::Random | Strategy::Greedy) => None,
            Skill::Named(strategy) => Some(strategy),
            _ => None,
        };
        let iterations = match spec.budget {
            None => Some(None),
            Some(Budget::Iterations(iterations)) if ITERATIONS.contains(&iterations) => {
                Some(Some(iterations))
            }
            Some(_) => None,
        };
        let (least, most) = (ITERATIONS.start(), ITERATIONS.end());
        match (strategy, iterations) {
            (None, _) => Err("name a search, such as tree:512 or alpha-beta:512".to_owned()),
            (_, None) => Err(format!(
                "write a whole number of iterations from {least} to {most} after the colon, such as tree:512"
            )),
            (Some(strategy), Some(iterations)) => Ok(Self {
                strategy,
                iterations,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::StrongPlayer;
    use linstock_search::Strategy;

    #[test]
    fn a_strong_player_is_a_search_with_iterations() {
        for (text, strategy, iterations) in [
            ("tree:512", Strategy::Tree, Some(512)),
            ("Alpha-Beta:8", Strategy::AlphaBeta, Some(8)),
            ("rave-tree", Strategy::RaveTree, None),
        ] {
            let read = StrongPlayer {
                strategy,
                iterations,
            };
            assert_eq!(StrongPlayer::read(text), Ok(read), "{text}");
        }
        for (wrong, hint) in [
            ("tree:7", "from 8 to 16777216"),
            ("tree:2s", "a whole number of iterations"),
            ("strong", "name a search"),
            ("random", "name a search"),
            ("greedy:9", "name a search"),
            ("tre:8", "there is no computer player"),
        ] {
            let said = StrongPlayer::read(wrong).expect_err(wrong);
            assert!(said.contains(hint), "{wrong}: {said}");
        }
    }
}
