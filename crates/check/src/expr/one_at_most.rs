//! Sets of at most one point: one step in a direction, the point of a row.

use crate::expr::typed::Typed;
use linstock_model::{Dirs, Headings, Member, Node, PointSet, Set, Truth};
use std::collections::BTreeSet;

/// Returns whether something is a set of at most one point in every position. A constant set does not count.
pub(crate) fn is_one_at_most(found: &Typed) -> bool {
    matches!(found, Typed::Set(set) if !matches!(set, Set::Fixed(_)) && holds_one_at_most(set))
}

/// Returns whether a set has at most one point in every position.
pub(crate) fn holds_one_at_most(set: &Set) -> bool {
    let one = |set: &Node<Set>| holds_one_at_most(&set.kind);
    let single = |points: &PointSet| points.ones().nth(1).is_none();
    match set {
        Set::Fixed(points) => single(points),
        Set::Region(sets, _) => sets.iter().all(single),
        Set::At(_) => true,
        Set::And(parts) => parts.iter().any(one),
        Set::Or(parts) => match parts.as_slice() {
            [] => true,
            [part] => one(part),
            _ => false,
        },
        Set::Except(of, _) | Set::Where(of, _) | Set::Reflection(of, _) => one(of),
        Set::If(_, a, b) => one(a) && one(b),
        Set::Along {
            from,
            dirs,
            least,
            most,
            ..
        } => least == most && is_one_direction(dirs) && one(from),
        _ => false,
    }
}

/// Returns whether directions are at most one for every seat as `me`: that of a row, or of a player.
fn is_one_direction(dirs: &Headings) -> bool {
    match dirs {
        Headings::Known(dirs) => {
            let single = |dirs: &Dirs| dirs.iter().nth(1).is_none();
            dirs.iter().all(single)
        }
        Headings::Such(truths) => {
            let mut meant = BTreeSet::new();
            truths.iter().all(|truth| is_for_others(truth, &mut meant))
        }
    }
}

/// Returns whether a condition holds only for members that no earlier condition covers; adds these to `before`.
fn is_for_others(truth: &Node<Truth>, before: &mut BTreeSet<u8>) -> bool {
    match &truth.kind {
        Truth::Fixed(holds) => !holds,
        Truth::SameMember(_, member) => match member.kind {
            Member::Fixed(at) => before.insert(at),
            _ => false,
        },
        Truth::Or(parts) => parts.iter().all(|part| is_for_others(part, before)),
        _ => false,
    }
}
