//! Explains why a condition that is not part of the rules does not hold.

use crate::explain::describe::Explainer;
use crate::explain::truths::fails_as_given;
use crate::reference::{Evaluator, Proof, TruthParts, points_of};
use linstock_base::Sources;
use linstock_engine::vm::Fault;
use linstock_model::{Node, Point, Truth};

/// Explains in sentences why a condition does not have the wanted value. Empty if it has.
///
/// # Errors
/// If an argument is missing or a script fails.
pub(crate) fn unmet(
    evaluator: Evaluator<'_>,
    (cond, wanted): (&Node<Truth>, bool),
    sources: Option<&Sources>,
) -> Result<Vec<String>, Fault> {
    let proof = evaluator.prove(cond)?;
    let found = Explainer::of_nobody(evaluator, sources).unless(&proof, wanted)?;
    Ok(found.into_iter().map(|problem| problem.text).collect())
}

/// Returns whether a condition does not hold because it is about another player than the acting one.
pub(crate) fn is_of_another(evaluator: Evaluator<'_>, cond: &Node<Truth>) -> bool {
    let proof = evaluator.prove(cond);
    proof.is_ok_and(|proof| fails_as_given(&proof, evaluator.model))
}

/// For a condition that a set is empty: names the points in the set. Returns `None` for any other condition.
///
/// # Errors
/// If an argument is missing or a script fails.
pub(crate) fn broken_at(
    evaluator: Evaluator<'_>,
    cond: &Node<Truth>,
) -> Result<Option<String>, Fault> {
    let proof = evaluator.prove(cond)?;
    let points = unwanted(&proof);
    let told = !points.is_empty();
    Ok(told.then(|| Explainer::of_nobody(evaluator, None).see(&points)))
}

/// Returns the points of sets that should be empty.
fn unwanted(proof: &Proof<'_, Truth>) -> Vec<Point> {
    if proof.value {
        return Vec::new();
    }
    if let TruthParts::And(parts) = &*proof.parts {
        return parts.iter().flatten().flat_map(unwanted).collect();
    }
    if let TruthParts::Not(set) = &*proof.parts
        && let TruthParts::Some(set) = &*set.parts
    {
        return points_of(&set.value).collect();
    }
    Vec::new()
}

impl Explainer<'_> {
    /// Names points, and the pieces on a single point.
    fn see(&self, points: &[Point]) -> String {
        let names: Vec<String> = points.iter().map(|at| self.point(*at)).collect();
        let [only] = points else {
            return self.say().see(&names, &[]);
        };
        let pieces = self.table.stack(*only);
        let pieces: Vec<String> = pieces.map(|piece| self.piece(piece)).collect();
        self.say().see(&names, &pieces)
    }
}
