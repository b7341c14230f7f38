//! Facts about pieces around an anchor, derived from the mask of a move's anchors. For example, `here in own soldier` and
//! `there in … and empty` say what is on both points before the move. Known facts need no search in every lane and ply.
//!
//! A program is read as a formula. An intersection has the facts of all its parts, a union the facts that both parts share, and
//! a shift moves facts to other points. Other ops give no facts.

use linstock_engine::ir::CompiledRules;
use linstock_engine::ir::program::{MaskReg, Op, Program, Shift};

/// A point, as the distance of its bit below the bit of the anchor (the bits of a mask form a ring), with masks of pieces, by
/// their first words.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PointFact {
    below: usize,
    masks: Vec<u32>,
}

/// The facts that hold for each anchor of a mask.
#[derive(Clone, Default, Debug)]
pub(super) struct KnownPieces {
    /// The possible anchors.
    within: Vec<u64>,
    /// Each point is in at least one of its masks.
    held: Vec<PointFact>,
    /// Each point is in none of its masks.
    free: Vec<PointFact>,
    /// The number of bits of a mask.
    bits: usize,
}

/// The maximum length of a list of facts, and the maximum number of registers that are read for one fact. Longer lists take
/// long to combine, and few of their facts are used.
const MOST_FACTS: usize = 64;

impl KnownPieces {
    /// Returns the facts for each mask register of a program.
    pub(super) fn of(rules: &CompiledRules, program: &Program) -> Vec<Self> {
        let ops = program.ops.iter().filter(|op| **op != Op::Number);
        let mut reader = FactReader {
            rules,
            program,
            ops: ops.copied().collect(),
            found: Vec::new(),
        };
        for at in 0..reader.ops.len() {
            let known = reader.read(reader.ops[at]);
            reader.found.push(known);
        }
        reader.found
    }

    /// Returns masks of which one must contain a point; `None` if no such masks are known. `point` gives the point for each
    /// anchor.
    pub(super) fn held_in(&self, point: &[u16]) -> Option<&[u32]> {
        let held = self.held.iter();
        let there = held.filter(|fact| self.is_at(fact.below, point));
        let fewest = there.min_by_key(|fact| fact.masks.len())?;
        Some(&fewest.masks)
    }

    /// Returns whether a point is known to be in none of some masks.
    pub(super) fn is_free_of(&self, mut masks: impl Iterator<Item = u32>, point: &[u16]) -> bool {
        let at: Vec<_> = self
            .free
            .iter()
            .filter(|fact| self.is_at(fact.below, point))
            .collect();
        masks.all(|mask| at.iter().any(|fact| fact.masks.contains(&mask)))
    }

    /// Returns whether two points differ for every anchor.
    pub(super) fn are_apart(&self, a: &[u16], b: &[u16]) -> bool {
        self.anchors().all(|anchor| a[anchor] != b[anchor])
    }

    /// Returns whether two points are the same for every anchor.
    pub(super) fn are_same(&self, a: &[u16], b: &[u16]) -> bool {
        self.anchors().all(|anchor| a[anchor] == b[anchor])
    }

    /// Returns whether a point is at this distance below every possible anchor.
    fn is_at(&self, below: usize, point: &[u16]) -> bool {
        self.anchors()
            .all(|anchor| usize::from(point[anchor]) == (anchor + self.bits - below) % self.bits)
    }

    fn anchors(&self) -> impl Iterator<Item = usize> {
        (0..self.bits).filter(|bit| self.within[bit / 64] >> (bit % 64) & 1 == 1)
    }

    /// Returns the facts about anchors of both masks.
    fn and(&self, other: &Self) -> Self {
        Self {
            within: joined(&self.within, &other.within, |a, b| a & b),
            held: both(&self.held, &other.held),
            free: both(&self.free, &other.free),
            bits: self.bits,
        }
    }

    /// Returns the facts about anchors of at least one of two masks.
    fn or(&self, other: &Self) -> Self {
        let held = either(&self.held, &other.held, |a, b| {
            let more = b.iter().filter(|mask| !a.contains(mask));
            a.iter().chain(more).copied().collect()
        });
        let free = either(&self.free, &other.free, |a, b| {
            let shared = a.iter().filter(|mask| b.contains(mask));
            shared.copied().collect()
        });
        Self {
            within: joined(&self.within, &other.within, |a, b| a | b),
            held,
            free,
            bits: self.bits,
        }
    }

    /// Returns the facts about anchors of this mask that are in none of `masks`.
    fn and_not(&self, masks: Vec<u32>) -> Self {
        let not = PointFact { below: 0, masks };
        Self {
            free: both(&self.free, &[not]),
            ..self.clone()
        }
    }

    /// Returns the facts about a shifted mask; `keep` contains the anchors that remain.
    fn shifted(&self, shift: Shift, keep: &[u64]) -> Self {
        let by = usize::from(shift.words) * 64 + usize::from(shift.bits);
        let moved = |facts: &[PointFact]| {
            let each = facts.iter().map(|fact| PointFact {
                below: (fact.below + by) % self.bits,
                masks: fact.masks.clone(),
            });
            each.collect()
        };
        let has = |bit: usize| self.within[bit / 64] >> (bit % 64) & 1 == 1;
        let mut within = vec![0; keep.len()];
        for bit in (0..self.bits).filter(|bit| has((bit + self.bits - by) % self.bits)) {
            within[bit / 64] |= 1 << (bit % 64) & keep[bit / 64];
        }
        Self {
            within,
            held: moved(&self.held),
            free: moved(&self.free),
            bits: self.bits,
        }
    }
}

fn joined(a: &[u64], b: &[u64], op: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| op(*a, *b)).collect()
}

fn both(a: &[PointFact], b: &[PointFact]) -> Vec<PointFact> {
    let more = b.iter().filter(|fact| !a.contains(fact));
    a.iter().chain(more).take(MOST_FACTS).cloned().collect()
}

/// Returns the facts about points that are in both lists.
fn either(
    a: &[PointFact],
    b: &[PointFact],
    masks: impl Fn(&[u32], &[u32]) -> Vec<u32>,
) -> Vec<PointFact> {
    let mut found = Vec::new();
    for one in a {
        for other in b.iter().filter(|other| other.below == one.below) {
            found.push(PointFact {
                below: one.below,
                masks: masks(&one.masks, &other.masks),
            });
        }
    }
    found.truncate(MOST_FACTS);
    found
}

/// Derives the facts about the result of an op.
struct FactReader<'r> {
    rules: &'r CompiledRules,
    program: &'r Program,
    /// The ops that write mask registers.
    ops: Vec<Op>,
    /// The facts about the registers so far.
    found: Vec<KnownPieces>,
}

impl FactReader<'_> {
    fn read(&self, op: Op) -> KnownPieces {
        match op {
            Op::Load(first) => {
                let fact = PointFact {
                    below: 0,
                    masks: vec![first],
                };
                KnownPieces {
                    held: vec![fact],
                    ..self.nothing()
                }
            }
            Op::Const(constant) => KnownPieces {
                within: self.constant(constant).to_vec(),
                ..self.nothing()
            },
            Op::And(a, b) => self.of(a).and(self.of(b)),
            Op::Or(a, b) => self.of(a).or(self.of(b)),
            Op::AndNot(a, b) => self.of(a).and_not(self.united_in(b)),
            Op::Shift(a, shift) => self.shifted((a, shift)),
            Op::AndShift(a, b, shift) => self.of(a).and(&self.shifted((b, shift))),
            Op::OrShift(a, b, shift) => self.of(a).or(&self.shifted((b, shift))),
            Op::AnyShift(masks) => {
                let parts = self.program.shifted(masks);
                let each = parts.iter().map(|part| self.shifted(*part));
                each.reduce(|a, b| a.or(&b))
                    .unwrap_or_else(|| self.nothing())
            }
            _ => self.nothing(),
        }
    }

    fn of(&self, reg: MaskReg) -> &KnownPieces {
        &self.found[usize::from(reg)]
    }

    /// Returns the facts about an arbitrary mask.
    fn nothing(&self) -> KnownPieces {
        KnownPieces {
            within: self.constant(self.rules.everything).to_vec(),
            held: Vec::new(),
            free: Vec::new(),
            bits: 64 * self.rules.layout.width,
        }
    }

    fn constant(&self, at: u16) -> &[u64] {
        let width = self.rules.layout.width;
        &self.rules.constants[usize::from(at) * width..][..width]
    }

    fn shifted(&self, (reg, shift): (MaskReg, Shift)) -> KnownPieces {
        self.of(reg).shifted(shift, self.constant(shift.keep))
    }

    /// Returns masks of the position, by their first words, whose union is a subset of a register.
    fn united_in(&self, reg: MaskReg) -> Vec<u32> {
        let (mut left, mut seen, mut masks) = (vec![reg], Vec::new(), Vec::new());
        while let Some(reg) = left.pop().filter(|_| seen.len() < MOST_FACTS) {
            if seen.contains(&reg) {
                continue;
            }
            seen.push(reg);
            match self.ops[usize::from(reg)] {
                Op::Load(first) => masks.push(first),
                Op::Or(a, b) => left.extend([a, b]),
                Op::OrShift(a, ..) => left.push(a),
                _ => {}
            }
        }
        masks
    }
}

#[cfg(test)]
mod tests {
    use super::{KnownPieces, PointFact};
    use linstock_engine::ir::program::Shift;

    /// A board of 64 points.
    const BOARD: [u64; 1] = [u64::MAX];

    /// Returns the facts about a mask of the position, by its first word.
    fn loaded(first: u32) -> KnownPieces {
        KnownPieces {
            within: BOARD.to_vec(),
            held: vec![PointFact {
                below: 0,
                masks: vec![first],
            }],
            free: Vec::new(),
            bits: 64,
        }
    }

    fn anything() -> KnownPieces {
        KnownPieces {
            held: Vec::new(),
            ..loaded(0)
        }
    }

    fn by(bits: u8) -> Shift {
        Shift {
            words: 0,
            bits,
            keep: 0,
        }
    }

    /// Returns for each anchor the point at this distance below it.
    fn below(by: usize) -> Vec<u16> {
        (0..64)
            .map(|anchor| ((anchor + 64 - by) % 64) as u16)
            .collect()
    }

    #[test]
    fn a_step_to_an_empty_point_is_known_at_both_ends() {
        // The anchor is the target of a step: a piece of mask 1 is eight points below, none of masks 1 and 2 is here.
        let empty = anything().and_not(vec![1, 2]);
        let steps = empty.and(&loaded(1).shifted(by(8), &BOARD));
        assert_eq!(steps.held_in(&below(8)), Some(&[1][..]));
        assert_eq!(steps.held_in(&below(0)), None);
        assert!(steps.is_free_of([1, 2].into_iter(), &below(0)));
        assert!(!steps.is_free_of([1, 3].into_iter(), &below(0)));
        assert!(!steps.is_free_of([1].into_iter(), &below(8)));
    }

    #[test]
    fn a_union_tells_what_both_tell() {
        let either = loaded(1).or(&loaded(2));
        assert_eq!(either.held_in(&below(0)), Some(&[1, 2][..]));
        let apart = loaded(1).or(&loaded(2).shifted(by(1), &BOARD));
        assert_eq!(apart.held_in(&below(0)), None);
        assert_eq!(loaded(1).or(&anything()).held_in(&below(0)), None);
        let free = anything().and_not(vec![1, 2]);
        let free = free.or(&anything().and_not(vec![2, 3]));
        assert!(free.is_free_of([2].into_iter(), &below(0)));
        assert!(!free.is_free_of([1].into_iter(), &below(0)));
        // Of several facts, the one with the fewest masks is returned.
        assert_eq!(either.and(&loaded(2)).held_in(&below(0)), Some(&[2][..]));
    }

    #[test]
    fn only_anchors_that_there_may_be_count() {
        // If the shift would cross the edge, the point is off the board.
        let kept = loaded(1).shifted(by(8), &[u64::MAX << 8]);
        let mut points = below(8);
        points[..8].fill(u16::MAX);
        assert_eq!(kept.held_in(&points), Some(&[1][..]));
        points[8] = u16::MAX;
        assert_eq!(kept.held_in(&points), None);
    }
}
