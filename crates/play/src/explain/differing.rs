//! The points at which a position differs from a condition that should hold.

use crate::reference::{Evaluator, MemberParts, Proof, TruthParts, points_of};
use linstock_model::{Member, Node, Point, Truth};

/// Returns the points that keep a condition from holding. Empty if it holds, if it cannot be evaluated, and if it is not about
/// points.
pub(crate) fn differing(evaluator: Evaluator<'_>, cond: &Node<Truth>) -> Vec<Point> {
    let proof = evaluator.prove(cond);
    proof.map_or_else(|_| Vec::new(), |proof| unless(&proof, true))
}

/// Returns the points that keep a condition from having the wanted value.
fn unless(proof: &Proof<'_, Truth>, wanted: bool) -> Vec<Point> {
    if proof.value == wanted {
        return Vec::new();
    }
    match &*proof.parts {
        TruthParts::And(parts) | TruthParts::Or(parts) => {
            let parts = parts.iter().flatten();
            parts.flat_map(|part| unless(part, wanted)).collect()
        }
        TruthParts::Not(part) => unless(part, !wanted),
        TruthParts::In(place, _) => place.point.into_iter().collect(),
        TruthParts::LineIn(line, set) => {
            let points = line.points.iter().copied();
            points
                .filter(|at| !set.value.contains(at.index()))
                .collect()
        }
        TruthParts::Some(set) => points_of(&set.value).collect(),
        TruthParts::SameSet(one, other) => {
            points_of(&one.value.symmetric_difference(&other.value).collect()).collect()
        }
        TruthParts::Joined(set, part) => points_of(&set.value.difference(part).collect()).collect(),
        TruthParts::SameMember(one, other) => of_member(one).chain(of_member(other)).collect(),
        _ => Vec::new(),
    }
}

/// Returns the point whose piece or area a member is.
fn of_member(member: &Proof<'_, Member>) -> impl Iterator<Item = Point> {
    let point = match &*member.parts {
        MemberParts::Owner(place) | MemberParts::RowAt(_, place) => place.point,
        _ => None,
    };
    point.into_iter()
}
