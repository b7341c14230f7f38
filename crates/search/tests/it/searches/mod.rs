//! Searches in games whose results are known, and what each kind of search does.

mod alpha_beta;
mod evaluation;
mod known_results;
mod tree;

use linstock_engine::vm::{MoveList, Position};
use linstock_play::Rules;
use linstock_search::{
    AlphaBeta, BestFirst, Evaluation, RandomPlay, SearchLimit, Thought, Tree, TreeSettings,
};
use std::sync::Arc;

/// Thinks with a tree.
pub(super) fn tree(rules: &Arc<Rules>, position: &Position, iterations: u64) -> Thought {
    tree_with(TreeSettings::default(), rules, position, iterations)
}

/// Thinks with a tree of some settings.
pub(super) fn tree_with(
    settings: TreeSettings,
    rules: &Arc<Rules>,
    position: &Position,
    iterations: u64,
) -> Thought {
    let mut tree = Tree::new(Arc::clone(rules), settings, (1, None));
    let mut world = |world: &mut Position| world.clone_from(position);
    let limit = SearchLimit::of_iterations(iterations);
    tree.think(rules.me(position), &mut world, &limit)
        .expect("the rules play")
}

/// Thinks with alpha-beta.
pub(super) fn alpha_beta(rules: &Arc<Rules>, position: &Position, nodes: u64) -> Thought {
    let evaluation = Evaluation::even(rules);
    let mut search = AlphaBeta::new(Arc::clone(rules), evaluation, 14);
    let limit = SearchLimit::of_iterations(nodes);
    search.think(position, &limit).expect("the rules play")
}

/// Thinks with best-first search.
pub(super) fn best_first(rules: &Arc<Rules>, position: &Position, evaluated: u64) -> Thought {
    let evaluation = Evaluation::even(rules);
    let mut search = BestFirst::new(Arc::clone(rules), evaluation, 1);
    let limit = SearchLimit::of_iterations(evaluated);
    search.think(position, &limit).expect("the rules play")
}

/// Returns a position after some random moves.
pub(super) fn random_position(rules: &Arc<Rules>, number: u64, plies: u64) -> Position {
    let mut random = RandomPlay::new(Arc::clone(rules), 3, number);
    let mut moves = MoveList::default();
    let mut position = rules.start().expect("it starts");
    rules.moves_into(&position, &mut moves).expect("moves");
    for _ in 0..plies {
        if position.over.is_some() {
            break;
        }
        let mv = random.pick(&position, &moves).expect("a move");
        rules.advance(&mut position, mv, &mut moves).expect("legal");
    }
    position
}
