//! Why a condition that stands outside the rules does not hold.

use crate::base::{Sources, Span};
use crate::model::{MoveRule, Node, RuleId, Truth};
use crate::play::explain::Situation;
use crate::play::explain::describe::Explainer;
use crate::reference::Evaluator;
use crate::vm::Fault;
use std::cell::OnceCell;

/// Says in sentences what keeps a condition from holding; nothing if it holds.
///
/// # Errors
/// If an argument is missing or a script fails.
pub fn unmet(
    plain: Evaluator<'_>,
    cond: &Node<Truth>,
    sources: Option<&Sources>,
) -> Result<Vec<String>, Fault> {
    let nothing = MoveRule {
        leaves: None,
        outcome: false,
        warnings: Vec::new(),
        name: String::new(),
        rule: RuleId(0),
        given: 0,
        text: Vec::new(),
        args: Vec::new(),
        heads: Vec::new(),
        weigh: None,
        seen: None,
        body: Vec::new(),
        tags: Vec::new(),
        span: Span::default(),
    };
    let scene = Situation {
        plain,
        asked: &[],
        ask_tags: &[],
        chance: false,
        sources,
        scripts: &OnceCell::new(),
    };
    let found = Explainer::of(&scene, &[], &nothing).truth(cond, true)?;
    Ok(found.into_iter().map(|problem| problem.text).collect())
}
