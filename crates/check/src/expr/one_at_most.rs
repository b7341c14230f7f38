//! Sets of points that never hold more than one: the one step in a direction, the point of a row.

use crate::expr::typed::Typed;
use linstock_model::{Dirs, Headings, Member, Node, PointSet, Set, Truth};
use std::collections::BTreeSet;

/// Tells whether something is a set of one point or none, whatever the position. A set that never changes is no question.
pub(crate) fn is_one_at_most(found: &Typed) -> bool {
    matches!(found, Typed::Set(set) if !matches!(set, Set::Fixed(_)) && holds_one_at_most(set))
}

/// Tells whether a set has one point or none, whatever the position.
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
        Set::Except(of, _) | Set::Where(of, _) => one(of),
        Set::If(_, a, b) => one(a) && one(b),
        Set::Along {
            from,
            dirs,
            least,
            most,
            ..
        } => least == most && is_one_direction(dirs) && one(from),
        Set::Pieces(..)
        | Set::Empty
        | Set::Line(_)
        | Set::Ahead { .. }
        | Set::NextTo(_)
        | Set::Reached(_)
        | Set::Edge(_)
        | Set::Memory(_)
        | Set::Script(..) => false,
    }
}

/// Tells whether directions are one at the most, whoever is `me`: that of a row, or of a player.
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

/// Tells whether a condition holds only of members for which none of those before it holds.
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
