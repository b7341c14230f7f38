//! What a search found out.

use linstock_engine::vm::{Fault, Move};

/// How often a tree must have tried a move, so that its win share says something.
pub const ENOUGH_VISITS: u32 = 30;

/// What is known of a move for certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProvenResult {
    /// The player who moves wins, whatever the others do.
    Win,
    /// The best play ends without a winner or with a shared win.
    Draw,
    /// The player who moves loses.
    Loss,
}

impl ProvenResult {
    /// Returns the result that a proven utility of the player who moves is.
    pub(crate) fn of(utility: f32) -> Self {
        match utility {
            utility if utility > 0.0 => Self::Win,
            utility if utility < 0.0 => Self::Loss,
            _ => Self::Draw,
        }
    }
}

/// A legal move with what the search found out about it.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedMove {
    /// The move.
    pub mv: Move,
    /// Its value for the player who moves, from -1 to 1. In a tree, the value of a move that was tried seldom is close to that of
    /// the position: its own results may be luck. After the best moves, alpha-beta gives only an upper bound.
    pub value: f32,
    /// In a tree: the average of its own results and a few average ones.
    pub mean: Option<f32>,
    /// How often the search played it; for alpha-beta the depth in plies.
    pub visits: u32,
    /// What is certain about it.
    pub proof: Option<ProvenResult>,
    /// The expected line of play, beginning with the move.
    pub line: Vec<Move>,
}

impl RatedMove {
    /// Makes a move about which nothing was found out.
    pub(crate) fn new(mv: Move) -> Self {
        Self {
            mv,
            value: 0.0,
            mean: None,
            visits: 0,
            proof: None,
            line: vec![mv],
        }
    }

    /// Returns the share of games that the player who moves would win from there, in a game for a number of seats: from 0 to
    /// 1. A shared win counts as a share.
    #[must_use]
    pub fn win_share(&self, seats: usize) -> f32 {
        let lost = -1.0 / seats.saturating_sub(1).max(1) as f32;
        ((self.value - lost) / (1.0 - lost)).clamp(0.0, 1.0)
    }
}

/// The result of a search: the moves, the best one first.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Thought {
    /// The moves, the best one first; never empty at a decision of a player.
    pub moves: Vec<RatedMove>,
    /// The number of iterations: playouts of a tree, or positions of alpha-beta and of best-first search.
    pub iterations: u64,
    /// The depth in plies: of the completed iteration of alpha-beta, or of the expected line of a tree.
    pub depth: u32,
    /// Whether others choose at the same time, so that a player should draw a move, each as often as its visits say.
    pub is_mixed: bool,
    /// The first fault of the rules that the search met. A line in which they fail counts as even.
    pub fault: Option<Fault>,
}

impl Thought {
    /// Returns the best move.
    #[must_use]
    pub fn best(&self) -> Option<&RatedMove> {
        self.moves.first()
    }
}

impl Thought {
    /// Puts together what several trees found out about the same position: the visits of a move are added, and its value is
    /// their average.
    #[must_use]
    pub fn merged(thoughts: Vec<Self>) -> Self {
        let mut all = Self::default();
        for thought in thoughts {
            all.iterations += thought.iterations;
            all.depth = all.depth.max(thought.depth);
            all.is_mixed |= thought.is_mixed;
            all.fault = all.fault.or(thought.fault);
            for rated in thought.moves {
                match all.moves.iter_mut().find(|known| known.mv == rated.mv) {
                    Some(known) => known.add(rated),
                    None => all.moves.push(rated),
                }
            }
        }
        sort_by_visits(&mut all.moves);
        all
    }
}

impl RatedMove {
    /// Adds what another tree found out about the same move.
    fn add(&mut self, other: Self) {
        let (own, others) = (self.visits as f32, other.visits as f32);
        let average =
            |one: f32, second: f32| (one * own + second * others) / (own + others).max(1.0);
        let mean = average(self.value, other.value);
        self.mean = self
            .mean
            .zip(other.mean)
            .map(|(one, second)| average(one, second));
        let is_better_known = other.visits > self.visits;
        self.value = match (self.proof, other.proof) {
            (Some(_), _) => self.value,
            (None, Some(_)) => other.value,
            (None, None) => mean,
        };
        self.proof = self.proof.or(other.proof);
        self.visits = self.visits.saturating_add(other.visits);
        if is_better_known {
            self.line = other.line;
        }
    }
}

/// Sorts the moves of a tree: proven wins first, proven losses last, and by visits between.
pub(crate) fn sort_by_visits(moves: &mut [RatedMove]) {
    moves.sort_by(|a, b| {
        let ((proven, first, second), other) = (rank(a), rank(b));
        let proven = other.0.cmp(&proven);
        proven
            .then(other.1.total_cmp(&first))
            .then(other.2.total_cmp(&second))
    });
}

/// Returns the rank of a move of a tree.
fn rank(rated: &RatedMove) -> (i8, f32, f32) {
    let visits = rated.visits as f32;
    match rated.proof {
        Some(ProvenResult::Win) => (1, rated.value, visits),
        Some(ProvenResult::Loss) => (-1, rated.value, visits),
        Some(ProvenResult::Draw) | None => (0, visits, rated.value),
    }
}

#[cfg(test)]
mod tests {
    use super::{ProvenResult, RatedMove, Thought};
    use linstock_engine::vm::Move;

    fn thought(moves: &[(u32, f32, u32, Option<ProvenResult>)]) -> Thought {
        let rated = |(anchor, value, visits, proof): &(u32, f32, u32, Option<ProvenResult>)| {
            let mv = Move {
                decision: 0,
                template: 0,
                me: 0,
                anchor: *anchor,
            };
            RatedMove {
                mv,
                value: *value,
                visits: *visits,
                proof: *proof,
                ..RatedMove::new(mv)
            }
        };
        Thought {
            moves: moves.iter().map(rated).collect(),
            iterations: 10,
            depth: 1,
            is_mixed: false,
            fault: None,
        }
    }

    #[test]
    fn trees_are_merged_by_visits_and_proofs() {
        let one = thought(&[(1, 0.5, 6, None), (2, -1.0, 4, None), (3, 0.0, 1, None)]);
        let loss = Some(ProvenResult::Loss);
        let other = thought(&[(2, 0.5, 12, None), (1, -1.0, 1, loss)]);
        let merged = Thought::merged(vec![one, other]);
        assert_eq!(merged.iterations, 20);
        let moves: Vec<_> = merged
            .moves
            .iter()
            .map(|rated| (rated.mv.anchor, rated.visits, rated.proof))
            .collect();
        assert_eq!(moves, [(2, 16, None), (3, 1, None), (1, 7, loss)]);
        assert!((merged.moves[0].value - 0.125).abs() < 1e-6);
    }
}
