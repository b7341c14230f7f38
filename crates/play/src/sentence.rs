//! Fills in the braces in a text of the rules: `"{me} moves to {there}"`.

use crate::reference::Evaluator;
use linstock_base::Span;
use linstock_engine::vm::Fault;
use linstock_model::{FiniteDomain, Node, TextPart};

/// Fills in the braces in a text of the rules.
pub(crate) fn sentence(evaluator: Evaluator<'_>, parts: &[TextPart]) -> Result<String, Fault> {
    parts.iter().map(|part| word(evaluator, part)).collect()
}

/// Fills in the braces, part by part.
pub(crate) fn parts(
    evaluator: Evaluator<'_>,
    parts: &[TextPart],
) -> Result<Vec<(String, bool)>, Fault> {
    let is_value = |part: &TextPart| !matches!(part, TextPart::Literal(_));
    let filled = parts
        .iter()
        .map(|part| Ok((word(evaluator, part)?, is_value(part))));
    filled.collect()
}

fn word(evaluator: Evaluator<'_>, part: &TextPart) -> Result<String, Fault> {
    let model = evaluator.model;
    Ok(match part {
        TextPart::Literal(text) => text.clone(),
        TextPart::Place(place) => {
            let point = evaluator.place(*place)?;
            let name = model.board.as_ref().zip(point);
            name.map_or_else(String::new, |(board, point)| board.name(point))
        }
        TextPart::Num(num) => {
            let node = Node::plain(Span::default(), num.clone());
            evaluator.num(&node)?.to_string()
        }
        TextPart::Member(finite_domain, item) => {
            let node = Node::plain(Span::default(), item.clone());
            let none = match finite_domain {
                FiniteDomain::Players => "nobody",
                FiniteDomain::Rows(_) => "none",
            };
            let at = evaluator.item(&node)?;
            let name = at.map(|at| model.member(*finite_domain, at));
            // Players have names of their own at a table. Rows are typed as they are named.
            let is_player = matches!(finite_domain, FiniteDomain::Players);
            let name = name.map(|name| if is_player { model.title(name) } else { name });
            name.unwrap_or(none).to_owned()
        }
        TextPart::Multiset(..) => String::new(),
    })
}
