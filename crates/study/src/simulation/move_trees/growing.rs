//! The growing of trees: the condition that most moves share comes first.

use super::conjunctions::{Conjunction, Literal, conjunctions};
use super::{MOST_MASKS, TreeMove};
use linstock_engine::ir::CompiledRules;
use linstock_engine::ir::program::{MaskReg, Program};

/// The number of points that tests distinguish.
const POINTS: usize = 128;

/// A test of a point, as a number: the number of the mask, whether the point must not be in it, and the point.
type PointTest = u16;

/// A move with the tests that it must pass.
type TestedMove = (Vec<PointTest>, TreeMove);

/// A node of a tree that grows.
pub(super) struct GrownNode {
    test: PointTest,
    /// The moves that need no further test.
    pub(super) own: Vec<TreeMove>,
    pub(super) below: Vec<Self>,
}

/// Points that must be open one after the other.
#[derive(Clone, Copy)]
pub(super) struct PointChain {
    /// The points as a set: they come in rising order.
    pub(super) points: u128,
    /// Whether the last bit stands for the first point of the board.
    pub(super) is_reversed: bool,
}

impl GrownNode {
    fn point(&self) -> usize {
        usize::from(self.test) % POINTS
    }

    /// Returns the set of the node's point.
    pub(super) fn point_bit(&self) -> u128 {
        1 << self.point()
    }

    /// Returns the number of the mask, with whether the point must not be in it.
    fn set(&self) -> usize {
        usize::from(self.test) / POINTS
    }

    /// Returns the number of the set of points that are blocked.
    pub(super) fn blocked(&self, is_reversed: bool) -> u8 {
        (self.set() * 2 + usize::from(is_reversed)) as u8
    }

    /// Returns the points of this node and of all below it, if each has one move and at most one node below it, the tests read the
    /// same mask, and the points rise or fall.
    pub(super) fn chain(&self) -> Option<PointChain> {
        let (mut points, mut last) = (self.point_bit(), self);
        let next = self.below.first();
        let is_reversed = next.is_some_and(|next| next.point() < self.point());
        loop {
            if last.own.len() != 1 || last.below.len() > 1 {
                return None;
            }
            let Some(next) = last.below.first() else {
                break;
            };
            if next.set() != self.set() || (next.point() < last.point()) != is_reversed {
                return None;
            }
            points |= next.point_bit();
            last = next;
        }
        if is_reversed {
            points = points.reverse_bits();
        }
        Some(PointChain {
            points,
            is_reversed,
        })
    }
}

/// Grows a tree for each point of the root mask. Returns them with the masks that tests read, the root mask first.
pub(super) fn trees(
    rules: &CompiledRules,
    program: &Program,
    templates: &[MaskReg],
) -> Option<(Vec<MaskReg>, Vec<GrownNode>)> {
    let found = conjunctions(rules, program);
    let of_templates: Vec<_> = templates
        .iter()
        .map(|reg| &found[usize::from(*reg)])
        .collect();
    let root = root_mask(&of_templates)?;
    let literals = of_templates.iter().flat_map(|all| &all.literals);
    let mut masks: Vec<_> = literals.map(|literal| literal.mask).collect();
    masks.sort_unstable_by_key(|mask| (*mask != root, *mask));
    masks.dedup();
    if masks.len() > MOST_MASKS {
        return None;
    }
    let bits = rules.layout.width * 64;
    let mut counts = vec![0; masks.len() * 2 * POINTS];
    let trees = (0..rules.layout.points).map(|at| {
        let moves = moves_from((at, bits), &masks, &of_templates);
        let below = grown(moves, &mut counts)?;
        // The point itself is in the root mask.
        Some(GrownNode {
            test: at as PointTest,
            own: Vec::new(),
            below,
        })
    });
    let trees: Option<Vec<_>> = trees.collect();
    Some((masks, trees?))
}

/// Returns the mask that a literal of each template reads: the one that is read least often.
fn root_mask(templates: &[&Conjunction]) -> Option<MaskReg> {
    let of_mask = |all: &Conjunction, mask: MaskReg| {
        let literals = all.literals.iter();
        let plain = literals.filter(|literal| literal.mask == mask && !literal.is_negated);
        plain.count()
    };
    let first = templates.first()?.literals.iter();
    let plain = first.filter(|literal| !literal.is_negated);
    let common = plain.filter(|literal| {
        let mut others = templates.iter();
        others.all(|all| of_mask(all, literal.mask) > 0)
    });
    let masks = common.map(|literal| literal.mask);
    masks.min_by_key(|mask| {
        let reads = templates.iter().map(|all| of_mask(all, *mask));
        (reads.sum::<usize>(), *mask)
    })
}

/// Returns all moves that a point of the root mask can have.
fn moves_from(
    (at, bits): (usize, usize),
    masks: &[MaskReg],
    templates: &[&Conjunction],
) -> Vec<TestedMove> {
    let mut moves = Vec::new();
    for (template, all) in (0..=u16::MAX).zip(templates) {
        let is_root = |literal: &&Literal| literal.mask == masks[0] && !literal.is_negated;
        let Some(root) = all.literals.iter().find(is_root) else {
            continue;
        };
        let anchor = (at + root.distance) % bits;
        if all.among[anchor / 64] >> (anchor % 64) & 1 == 0 {
            continue;
        }
        let others = all.literals.iter().filter(|literal| *literal != root);
        let tests = others.map(|literal| {
            let mask = masks.iter().position(|mask| *mask == literal.mask);
            let point = (anchor + bits - literal.distance) % bits;
            let set = mask.unwrap_or(0) * 2 + usize::from(literal.is_negated);
            (set * POINTS + point) as PointTest
        });
        let anchor = anchor as u16;
        moves.push((tests.collect(), TreeMove { template, anchor }));
    }
    moves
}

/// Grows nodes for some moves. `counts` has a 0 for each test. Returns `None` if a move has no test, or
/// if too many moves have the same tests.
fn grown(mut moves: Vec<TestedMove>, counts: &mut [usize]) -> Option<Vec<GrownNode>> {
    let mut nodes = Vec::new();
    while !moves.is_empty() {
        let mut most: Option<(usize, PointTest)> = None;
        for test in moves.iter().flat_map(|(tests, _)| tests) {
            let count = &mut counts[usize::from(*test)];
            *count += 1;
            most = most.max(Some((*count, *test)));
        }
        for test in moves.iter().flat_map(|(tests, _)| tests) {
            counts[usize::from(*test)] = 0;
        }
        let (_, test) = most?;
        let (mut own, mut others, mut without) = (Vec::new(), Vec::new(), Vec::new());
        for (mut tests, mv) in moves {
            let before = tests.len();
            tests.retain(|other| *other != test);
            match (before > tests.len(), tests.is_empty()) {
                (true, true) => own.push(mv),
                (true, false) => others.push((tests, mv)),
                (false, _) => without.push((tests, mv)),
            }
        }
        if own.len() > usize::from(u8::MAX) {
            return None;
        }
        let below = grown(others, counts)?;
        nodes.push(GrownNode { test, own, below });
        moves = without;
    }
    Some(nodes)
}
