//! One step for two shifts of one source that are joined with the same points: the source is read once, and what comes out is written
//! once.

use super::steps::{LaneStep, LaneStepKind as Kind};

/// Two kinds of shifts, and the kind that does both: with the first constants the first of them.
const DOUBLE_SHIFTS: [([Kind; 2], Kind); 6] = [
    ([Kind::OrLeft, Kind::OrLeft], Kind::OrLefts),
    ([Kind::OrRight, Kind::OrRight], Kind::OrRights),
    ([Kind::OrLeft, Kind::OrRight], Kind::OrLeftRight),
    ([Kind::OrUp, Kind::OrUp], Kind::OrUps),
    ([Kind::OrDown, Kind::OrDown], Kind::OrDowns),
    ([Kind::OrUp, Kind::OrDown], Kind::OrUpDown),
];

/// Returns steps that do the same as others, with double shifts among them.
pub(super) fn doubled(steps: &[LaneStep]) -> Vec<LaneStep> {
    let mut found = Vec::with_capacity(steps.len());
    let mut left = steps;
    while let [step, rest @ ..] = left {
        let both = rest.first().and_then(|next| double_shift(*step, *next));
        left = if both.is_some() { &rest[1..] } else { rest };
        found.push(both.unwrap_or(*step));
    }
    found
}

/// Returns a step that does two.
fn double_shift(first: LaneStep, next: LaneStep) -> Option<LaneStep> {
    let source = first.from[1];
    // What the first writes must not be shifted; each of both may be two blocks.
    let is_apart = source.abs_diff(first.to) > 1;
    let goes_on = next.to == first.to && next.from[..2] == [first.to, source];
    if !is_apart || !goes_on {
        return None;
    }
    let of = |a: LaneStep, b: LaneStep| {
        let mut doubles = DOUBLE_SHIFTS.iter();
        let (_, kind) = doubles.find(|(kinds, _)| *kinds == [a.kind, b.kind])?;
        Some(LaneStep {
            kind: *kind,
            from: first.from,
            other_bits: b.bits,
            other: [b.word, b.second],
            ..a
        })
    };
    of(first, next).or_else(|| of(next, first))
}

#[cfg(test)]
mod tests {
    use super::{DOUBLE_SHIFTS, Kind, LaneStep, doubled};
    use crate::vm::lanes::pairs::tests::run_pairs;
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Returns the two steps that a double shift is.
    fn singles(step: LaneStep) -> Vec<LaneStep> {
        let mut doubles = DOUBLE_SHIFTS.iter();
        let Some((kinds, _)) = doubles.find(|(_, kind)| *kind == step.kind) else {
            return vec![step];
        };
        let first = LaneStep {
            kind: kinds[0],
            ..step
        };
        let mut next = LaneStep {
            kind: kinds[1],
            bits: step.other_bits,
            word: step.other[0],
            second: step.other[1],
            ..step
        };
        next.from[0] = step.to;
        vec![first, next]
    }

    #[test]
    fn double_shifts_write_the_same_as_single_ones() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let mut below = |count: usize| (random.next_u64() >> 33) as usize % count;
        let mut kinds = Vec::new();
        for _ in 0..2_000 {
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
                    step.second = !0 << below(9);
                    step.from = [[to, read][below(2)] as u16, source as u16, 0, 0];
                    steps.push(step);
                }
            }
            let found = doubled(&steps);
            kinds.extend(found.iter().map(|step| step.kind));
            let split: Vec<_> = found.iter().flat_map(|step| singles(*step)).collect();
            assert_eq!(run_pairs(&split, 13), run_pairs(&steps, 13), "{found:#?}");
        }
        for (_, kind) in &DOUBLE_SHIFTS {
            assert!(kinds.contains(kind), "{kind:?} was never made");
        }
    }
}
