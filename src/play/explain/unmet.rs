//! Why a condition that stands outside the rules does not hold.

use crate::base::Sources;
use crate::model::{Node, Truth};
use crate::play::explain::describe::Explainer;
use crate::reference::Evaluator;
use crate::vm::Fault;

/// Says in sentences what keeps a condition from holding; nothing if it holds.
///
/// # Errors
/// If an argument is missing or a script fails.
pub(crate) fn unmet(
    evaluator: Evaluator<'_>,
    cond: &Node<Truth>,
    sources: Option<&Sources>,
) -> Result<Vec<String>, Fault> {
    let proof = evaluator.prove(cond)?;
    let found = Explainer::of(evaluator, sources, None).truth(&proof, true)?;
    Ok(found.into_iter().map(|problem| problem.text).collect())
}
