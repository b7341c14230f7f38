//! Trees of moves: the moves of a decision point by the conditions that they share.
//!
//! If moves have several parts, a decision point can have thousands of templates, but few of them have legal moves. A condition
//! that several moves share is a node above them, so one test refuses them all: where the first step in a direction is blocked, no
//! longer move in that direction is tested. Each point of one mask, the *root mask*, has a tree of its own: for example, each point where the
//! acting player may have a piece to move. The moves are counted and drawn in the order of the trees.

mod conjunctions;
mod growing;

use growing::GrownNode;
use linstock_engine::ir::CompiledRules;
use linstock_engine::ir::program::MaskReg;
use linstock_engine::vm::{Move, MoveList};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// With fewer templates, it is faster to compute all their masks at once.
const FEWEST_TEMPLATES: usize = 512;
/// More nodes would not fit into the cache.
const MOST_NODES: usize = 1 << 16;
/// The most masks that tests can read.
pub(super) const MOST_MASKS: usize = 8;
/// The most words of a mask.
const MOST_WIDTH: usize = 2;
/// The most words of all masks.
pub(super) const MOST_WORDS: usize = MOST_MASKS * MOST_WIDTH;

/// For each mask: the points outside, from the first and from the last, and the points inside, in both ways.
type BlockedPoints = [u128; MOST_MASKS * 4];

/// A move of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeMove {
    pub(super) template: u16,
    pub(super) anchor: u16,
}

/// A node: a point that must be open for all moves of the node and of the nodes below it.
#[derive(Clone, Copy, Debug)]
struct MoveNode {
    /// The number of the set with the point.
    points: u16,
    /// The number of the set of blocked points.
    blocked: u8,
    /// The number of moves that need no further test, and the number of the first of them.
    moves: u8,
    first: u32,
    /// The chains below the node.
    chains: (u32, u32),
    /// The number of nodes up to the first one that is not below this one.
    skip: u32,
}

/// Points that must be open one after the other, with a move for each.
#[derive(Clone, Copy, Debug)]
struct MoveChain {
    /// The number of the set of points.
    points: u16,
    /// The number of the set of blocked points.
    blocked: u8,
    /// The number of the first move.
    first: u32,
}

/// The trees of a decision point and seat.
#[derive(Debug)]
pub(super) struct MoveTrees {
    /// The registers of the masks that the tests read; the first is the root mask.
    pub(super) masks: Vec<MaskReg>,
    width: usize,
    /// For each point, the first node of its tree; at the end, the number of nodes.
    begins: Vec<usize>,
    nodes: Vec<MoveNode>,
    chains: Vec<MoveChain>,
    /// The sets of points of nodes and chains.
    points: Vec<u128>,
    /// The moves of all nodes.
    moves: Vec<TreeMove>,
    /// The number of each move, by its template and its anchor. The first use computes them.
    numbers: OnceLock<Vec<u32>>,
}

/// The legal moves of a position, as parts of trees. The buffers are refilled without allocations.
#[derive(Debug, Default)]
pub(super) struct OpenMoves {
    /// For each open node and chain: the number of legal moves before its own, and the number of its first move.
    parts: Vec<(u32, u32)>,
    /// The number of open nodes and chains.
    open: usize,
    count: u32,
}

impl MoveTrees {
    /// Makes the trees of a decision point. Returns `None` if there cannot be any, or if they would not pay.
    pub(super) fn of(rules: &CompiledRules, decision: usize, seat: usize) -> Option<Self> {
        let point = &rules.decision_points[decision];
        let choices = &point.choices[seat];
        let is_plain = !point.chance
            && point.simultaneous.is_none()
            && !choices.are_tried_out()
            && !choices.draws_multiset
            && !choices.scripted;
        let width = rules.layout.width;
        if !is_plain || width > MOST_WIDTH || choices.masks.len() < FEWEST_TEMPLATES {
            return None;
        }
        let program = &rules.programs[choices.program as usize];
        let (masks, trees) = growing::trees(rules, program, &choices.masks)?;
        let mut found = Self {
            masks,
            width,
            begins: vec![0],
            nodes: Vec::new(),
            chains: Vec::new(),
            points: Vec::new(),
            moves: Vec::new(),
            numbers: OnceLock::new(),
        };
        let mut numbers = FxHashMap::default();
        for tree in &trees {
            found.add(tree, &mut numbers);
            found.begins.push(found.nodes.len());
            if found.nodes.len() > MOST_NODES || found.points.len() > usize::from(u16::MAX) {
                return None;
            }
        }
        Some(found)
    }

    /// Returns the number of a set of points.
    fn number_of(&mut self, points: u128, numbers: &mut FxHashMap<u128, u16>) -> u16 {
        let new = self.points.len() as u16;
        let number = *numbers.entry(points).or_insert(new);
        if number == new {
            self.points.push(points);
        }
        number
    }

    /// Adds a node and all below it: first its chains, then the other nodes.
    fn add(&mut self, grown: &GrownNode, numbers: &mut FxHashMap<u128, u16>) {
        let at = self.nodes.len();
        let first_chain = self.chains.len() as u32;
        let node = MoveNode {
            points: self.number_of(grown.point_bit(), numbers),
            blocked: grown.blocked(false),
            moves: grown.own.len() as u8,
            first: self.moves.len() as u32,
            chains: (first_chain, first_chain),
            skip: 1,
        };
        self.nodes.push(node);
        self.moves.extend(&grown.own);
        for below in &grown.below {
            let Some(chain) = below.chain() else {
                continue;
            };
            let chain = MoveChain {
                points: self.number_of(chain.points, numbers),
                blocked: below.blocked(chain.is_reversed),
                first: self.moves.len() as u32,
            };
            self.chains.push(chain);
            let mut next = Some(below);
            while let Some(link) = next {
                self.moves.extend(&link.own);
                next = link.below.first();
            }
        }
        self.nodes[at].chains.1 = self.chains.len() as u32;
        for below in grown.below.iter().filter(|below| below.chain().is_none()) {
            self.add(below, numbers);
        }
        self.nodes[at].skip = (self.nodes.len() - at) as u32;
    }

    /// Finds the legal moves. `words` are the words of all masks, mask by mask.
    #[inline(always)]
    pub(super) fn find(&self, words: &[u64; MOST_WORDS], open: &mut OpenMoves) {
        let mut blocked: BlockedPoints = [0; MOST_MASKS * 4];
        for (mask, blocked) in blocked
            .chunks_exact_mut(4)
            .take(self.masks.len())
            .enumerate()
        {
            let words = &words[mask * self.width..][..self.width];
            let high = words.get(1).copied().unwrap_or(0);
            let inside = u128::from(words[0]) | u128::from(high) << 64;
            let reversed = inside.reverse_bits();
            blocked.copy_from_slice(&[!inside, !reversed, inside, reversed]);
        }
        (open.count, open.open) = (0, 0);
        let most = self.nodes.len() + self.chains.len();
        if open.parts.len() < most {
            open.parts.resize(most, (0, 0));
        }
        let mut roots = blocked[2];
        while roots != 0 {
            let point = roots.trailing_zeros() as usize;
            roots &= roots - 1;
            if let Some([begin, end]) = self.begins.get(point..point + 2) {
                self.find_from(&self.nodes[*begin..*end], &blocked, open);
            }
        }
    }

    /// Finds the legal moves of a tree.
    #[inline(always)]
    fn find_from(&self, nodes: &[MoveNode], blocked: &BlockedPoints, open: &mut OpenMoves) {
        let mut at = 0;
        while let Some(node) = nodes.get(at) {
            let blocked_here = blocked[usize::from(node.blocked) % blocked.len()];
            if blocked_here & self.points[usize::from(node.points)] != 0 {
                at += node.skip as usize;
                continue;
            }
            open.add(node.first, node.moves.into());
            let (first, end) = node.chains;
            for chain in &self.chains[first as usize..end as usize] {
                let points = self.points[usize::from(chain.points)];
                let closed = blocked[usize::from(chain.blocked) % blocked.len()] & points;
                // All points below the first blocked one; all if none is blocked.
                let below = (closed & closed.wrapping_neg()).wrapping_sub(1);
                open.add(chain.first, (points & below).count_ones());
            }
            at += 1;
        }
    }

    /// Returns a legal move by its index in the order of the trees.
    pub(super) fn get(&self, open: &OpenMoves, index: u32) -> Option<TreeMove> {
        let parts = &open.parts[..open.open];
        let part = parts.partition_point(|(before, _)| *before <= index);
        let (before, first) = parts.get(part.checked_sub(1)?)?;
        self.moves.get((first + (index - before)) as usize).copied()
    }

    /// Returns a listed move by its index in the order of the trees. `sorted` is a buffer.
    pub(super) fn nth(
        &self,
        listed: &MoveList,
        sorted: &mut Vec<Move>,
        index: usize,
    ) -> Option<Move> {
        let anchors = self.width * 64;
        let numbers = self.numbers.get_or_init(|| {
            let at = |mv: &TreeMove| usize::from(mv.template) * anchors + usize::from(mv.anchor);
            let all = self.moves.iter().map(at).max().map_or(0, |last| last + 1);
            let mut numbers = vec![u32::MAX; all];
            for (mv, number) in self.moves.iter().zip(0..) {
                numbers[at(mv)] = number;
            }
            numbers
        });
        let number = |mv: &Move| {
            let at = usize::from(mv.template) * anchors + mv.anchor as usize;
            numbers.get(at).copied()
        };
        sorted.clear();
        sorted.extend(listed.iter());
        if index >= sorted.len() {
            return None;
        }
        Some(*sorted.select_nth_unstable_by_key(index, number).1)
    }
}

impl OpenMoves {
    /// Adds the open moves of a node or a chain. There is no branch, which the processor could not predict.
    #[inline(always)]
    fn add(&mut self, first: u32, moves: u32) {
        self.parts[self.open] = (self.count, first);
        self.open += usize::from(moves > 0);
        self.count += moves;
    }

    /// Returns the number of legal moves.
    pub(super) fn count(&self) -> u32 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::MoveTrees;
    use linstock_engine::vm::{Move, MoveList};
    use linstock_testing::games::odd;

    /// So a uniform index draws each move with the same probability.
    #[test]
    fn each_listed_move_has_one_index() {
        let rules = odd(&["rulesets/amazons/amazons.game"]).rules();
        let (mut state, mut listed) = (rules.start().expect("a start"), MoveList::default());
        for ply in 0..40 {
            rules
                .moves_into(&state, &mut listed)
                .expect("they can be listed");
            let seat = rules.me(&state).index();
            if ply % 13 == 0 {
                let trees = MoveTrees::of(&rules, 0, seat).expect("there are trees");
                let mut sorted = Vec::new();
                let all = (0..listed.len()).map(|index| trees.nth(&listed, &mut sorted, index));
                let mut all: Vec<Move> = all.map(|mv| mv.expect("a move")).collect();
                all.sort_unstable();
                let mut legal: Vec<Move> = listed.iter().collect();
                legal.sort_unstable();
                assert_eq!(all, legal);
                assert_eq!(trees.nth(&listed, &mut Vec::new(), legal.len()), None);
            }
            let mv = listed.get(ply * 31 % listed.len()).expect("a move");
            rules
                .apply(&mut state, mv)
                .expect("a legal move can be played");
        }
    }
}
