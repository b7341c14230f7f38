//! Double shifts: one step for two shifts of one source into one target. It reads the source and writes the target once.

use super::steps::{LaneStep, LaneStepKind as Kind, MoreBits};

/// Two kinds of shift, and the kind of their double shift. The first constants belong to the first kind.
const DOUBLE_SHIFTS: [([Kind; 2], Kind); 6] = [
    ([Kind::OrLeft, Kind::OrLeft], Kind::OrLefts),
    ([Kind::OrRight, Kind::OrRight], Kind::OrRights),
    ([Kind::OrLeft, Kind::OrRight], Kind::OrLeftRight),
    ([Kind::OrUp, Kind::OrUp], Kind::OrUps),
    ([Kind::OrDown, Kind::OrDown], Kind::OrDowns),
    ([Kind::OrUp, Kind::OrDown], Kind::OrUpDown),
];

/// Returns steps with the same effect, with double shifts among them. Appends their further data to `more`, after that of pairs.
pub(super) fn doubled(steps: &[LaneStep], more: &mut Vec<MoreBits>) -> Vec<LaneStep> {
    let mut found = Vec::with_capacity(steps.len());
    let mut left = steps;
    while let [step, rest @ ..] = left {
        let both = rest
            .first()
            .and_then(|next| double_shift(*step, *next, more));
        left = if both.is_some() { &rest[1..] } else { rest };
        found.push(both.unwrap_or(*step));
    }
    found
}

/// Returns one step for two.
fn double_shift(first: LaneStep, next: LaneStep, more: &mut Vec<MoreBits>) -> Option<LaneStep> {
    let source = first.from[1];
    // The first shift must not write the source; both may be two blocks wide.
    let is_apart = source.abs_diff(first.to) > 1;
    let goes_on = next.to == first.to && next.from[..2] == [first.to, source];
    if !is_apart || !goes_on {
        return None;
    }
    let mut of = |a: LaneStep, b: LaneStep| {
        let mut doubles = DOUBLE_SHIFTS.iter();
        let (_, kind) = doubles.find(|(kinds, _)| *kinds == [a.kind, b.kind])?;
        let second = |step: LaneStep| {
            let bits = more.get(step.more as usize).filter(|_| kind.is_of_two());
            bits.map_or(0, |bits| bits.second)
        };
        let bits = MoreBits {
            second: second(a),
            other_bits: b.bits,
            other: [b.word, second(b)],
        };
        more.push(bits);
        Some(LaneStep {
            kind: *kind,
            from: first.from,
            more: (more.len() - 1) as u32,
            ..a
        })
    };
    of(first, next).or_else(|| of(next, first))
}

#[cfg(test)]
mod tests {
    use super::{DOUBLE_SHIFTS, Kind, LaneStep, MoreBits, doubled};
    use crate::pairs::tests::run_pairs;
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Splits a double shift into its two steps.
    fn singles(step: LaneStep, more: &mut Vec<MoreBits>) -> Vec<LaneStep> {
        let mut doubles = DOUBLE_SHIFTS.iter();
        let Some((kinds, _)) = doubles.find(|(_, kind)| *kind == step.kind) else {
            return vec![step];
        };
        let bits = more[step.more as usize];
        let first = LaneStep {
            kind: kinds[0],
            ..step
        };
        let mut next = LaneStep {
            kind: kinds[1],
            bits: bits.other_bits,
            word: bits.other[0],
            more: more.len() as u32,
            ..step
        };
        more.push(MoreBits {
            second: bits.other[1],
            ..bits
        });
        next.from[0] = step.to;
        vec![first, next]
    }

    #[test]
    fn double_shifts_write_the_same_as_single_ones() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let mut below = |count: usize| (random.next_u64() >> 33) as usize % count;
        let mut kinds = Vec::new();
        for _ in 0..2_000 {
            let mut more = Vec::new();
            let mut steps: Vec<LaneStep> = (0..12).map(|at| LaneStep::constant(at, 0)).collect();
            for step in &mut steps {
                step.word = 0x9e37_79b9_7f4a_7c15u64.wrapping_mul(below(1 << 20) as u64);
            }
            for _ in 0..20 {
                let of_two = below(2) == 0;
                let [left, right] = match of_two {
                    true => [Kind::OrUp, Kind::OrDown],
                    false => [Kind::OrLeft, Kind::OrRight],
                };
                let (to, read, source) = (2 * below(6), 2 * below(6), 2 * below(6));
                for _ in 0..1 + below(3) {
                    let bits = 1 + below(63) as u8;
                    let mut step = LaneStep::constant(to as u16, !0 >> below(9));
                    step.kind = [left, right][below(2)];
                    step.bits = bits;
                    step.more = more.len() as u32;
                    more.push(MoreBits {
                        second: !0 << below(9),
                        ..MoreBits::default()
                    });
                    step.from = [[to, read][below(2)] as u16, source as u16, 0, 0];
                    steps.push(step);
                }
            }
            let found = doubled(&steps, &mut more);
            kinds.extend(found.iter().map(|step| step.kind));
            let split = found.iter().flat_map(|step| singles(*step, &mut more));
            let split: Vec<_> = split.collect();
            let written = |steps: &[LaneStep]| run_pairs(steps, &more, 13);
            assert_eq!(written(&split), written(&steps), "{found:#?}");
        }
        for (_, kind) in &DOUBLE_SHIFTS {
            assert!(kinds.contains(kind), "{kind:?} was never made");
        }
    }
}
