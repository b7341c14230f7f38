//! Plain minimax, written as simply as possible: what searches are compared with.

use linstock_engine::vm::Position;
use linstock_play::Rules;
use linstock_search::Utilities;
use rustc_hash::FxHashMap;

/// The results of positions under best play of every player for itself.
#[derive(Default)]
pub(crate) struct Minimax(FxHashMap<u64, Utilities>);

impl Minimax {
    /// Returns the utilities of a position.
    pub(crate) fn of(&mut self, rules: &Rules, position: &Position) -> Utilities {
        if let Some(end) = position.over {
            return Utilities::of_end(end, rules.players().len());
        }
        let key = rules.hash(position);
        if let Some(known) = self.0.get(&key) {
            return known.clone();
        }
        let seat = rules.me(position);
        let moves = rules.moves(position, seat).expect("moves can be listed");
        let after = moves.into_iter().map(|mv| {
            let next = rules.play(position, mv).expect("a legal move");
            self.of(rules, &next)
        });
        let after: Vec<Utilities> = after.collect();
        let better = |a: &&Utilities, b: &&Utilities| a.of(seat).total_cmp(&b.of(seat));
        let best = after.iter().max_by(better).expect("a legal move").clone();
        self.0.insert(key, best.clone());
        best
    }
}
