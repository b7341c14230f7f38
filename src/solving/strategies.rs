//! Strategies of a solved game in words.

use linstock_engine::vm::Fault;
use linstock_play::Rules;
use linstock_search::solve::{GameTree, Regrets, SetWords};

/// What a player does where something was seen.
#[derive(Debug)]
pub(super) struct SetStrategy {
    pub(super) words: SetWords,
    /// The probability of each choice.
    pub(super) shares: Vec<f64>,
}

/// How many information sets a report for people shows.
const SHOWN: usize = 24;
/// How many information sets JSON contains.
const MOST: usize = 10_000;

/// Returns the strategies at the first information sets, those with the shortest lines first.
pub(super) fn of(
    rules: &Rules,
    (tree, regrets): (&GameTree, &Regrets<'_>),
    is_for_programs: bool,
) -> Result<Vec<SetStrategy>, Fault> {
    let most = if is_for_programs { MOST } else { SHOWN };
    let mut strategies = Vec::new();
    for set in tree.sets_in_order().into_iter().take(most) {
        strategies.push(SetStrategy {
            words: tree.set_in_words(rules, set)?,
            shares: regrets.strategy(set),
        });
    }
    Ok(strategies)
}
