//! The masks of templates as intersections of few masks, each shifted.

use linstock_engine::ir::CompiledRules;
use linstock_engine::ir::program::{MaskReg, Op, Program, Shift};

/// A condition on an anchor: a point is in a mask, or is not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Literal {
    /// The register of the mask.
    pub(super) mask: MaskReg,
    pub(super) is_negated: bool,
    /// The distance from the point to the anchor, in bits of a mask; round the end of the mask.
    pub(super) distance: usize,
}

/// A mask as an intersection: the anchors for which all literals hold, among some anchors.
#[derive(Clone)]
pub(super) struct Conjunction {
    pub(super) among: Vec<u64>,
    pub(super) literals: Vec<Literal>,
}

impl Conjunction {
    /// Returns the conjunction of a register that is no intersection.
    fn of_register(mask: MaskReg, every: &[u64]) -> Self {
        let literal = Literal {
            mask,
            is_negated: false,
            distance: 0,
        };
        Self {
            among: every.to_vec(),
            literals: vec![literal],
        }
    }

    fn and(&self, other: &Self) -> Self {
        let words = self.among.iter().zip(&other.among);
        let mut literals = self.literals.clone();
        let new = other.literals.iter();
        literals.extend(new.filter(|literal| !self.literals.contains(literal)));
        Self {
            among: words.map(|(a, b)| a & b).collect(),
            literals,
        }
    }

    fn shifted(&self, shift: Shift, keep: &[u64]) -> Self {
        let width = self.among.len();
        let (words, bits) = (usize::from(shift.words), u32::from(shift.bits));
        let moved = |word: usize| {
            let from = self.among[(word + width - words) % width];
            let before = self.among[(word + 2 * width - words - 1) % width];
            let carried = if bits == 0 { 0 } else { before >> (64 - bits) };
            (from << bits | carried) & keep[word]
        };
        let distance = words * 64 + bits as usize;
        let literals = self.literals.iter().map(|literal| Literal {
            distance: (literal.distance + distance) % (width * 64),
            ..*literal
        });
        Self {
            among: (0..width).map(moved).collect(),
            literals: literals.collect(),
        }
    }

    /// Returns the points that are not in the mask; `None` if they are no conjunction.
    fn negated(&self, every: &[u64]) -> Option<Self> {
        let literals = match *self.literals {
            [] => Vec::new(),
            [literal] if self.among == every => vec![Literal {
                is_negated: !literal.is_negated,
                ..literal
            }],
            _ => return None,
        };
        let words = self.among.iter().zip(every);
        let outside = words.map(|(word, every)| every & !word);
        Some(Self {
            among: match literals.is_empty() {
                true => outside.collect(),
                false => every.to_vec(),
            },
            literals,
        })
    }
}

/// Returns the conjunction of each mask register of a program.
pub(super) fn conjunctions(rules: &CompiledRules, program: &Program) -> Vec<Conjunction> {
    let width = rules.layout.width;
    let constant = |at: u16| &rules.constants[usize::from(at) * width..][..width];
    let every = constant(rules.everything);
    let mut found: Vec<Conjunction> = Vec::new();
    let ops = program.ops.iter().filter(|op| **op != Op::Number);
    for (reg, op) in (0..=MaskReg::MAX).zip(ops) {
        let known = |mask: MaskReg| &found[usize::from(mask)];
        let joined = match *op {
            Op::Const(words) => Conjunction {
                among: constant(words).to_vec(),
                literals: Vec::new(),
            },
            Op::And(a, b) => known(a).and(known(b)),
            Op::AndNot(a, b) => {
                let own = || Conjunction::of_register(b, every).negated(every);
                let others = known(b).negated(every).or_else(own);
                let own = Conjunction::of_register(reg, every);
                others.map_or(own, |others| known(a).and(&others))
            }
            Op::Shift(mask, shift) => known(mask).shifted(shift, constant(shift.keep)),
            Op::AndShift(a, mask, shift) => {
                known(a).and(&known(mask).shifted(shift, constant(shift.keep)))
            }
            _ => Conjunction::of_register(reg, every),
        };
        found.push(joined);
    }
    found
}
