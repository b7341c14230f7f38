//! Fills in what stands in braces in a text of the rules: `"{me} moves to {there}"`.

use crate::base::Span;
use crate::model::{Family, Node, TextPart};
use crate::reference::Evaluator;
use crate::vm::Fault;

/// Fills in what stands in braces in a text of the rules.
pub(crate) fn sentence(evaluator: Evaluator<'_>, parts: &[TextPart]) -> Result<String, Fault> {
    parts.iter().map(|part| word(evaluator, part)).collect()
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
        TextPart::Member(family, item) => {
            let node = Node::plain(Span::default(), item.clone());
            let none = match family {
                Family::Players => "nobody",
                Family::Rows(_) => "none",
            };
            let at = evaluator.item(&node)?;
            at.map_or(none, |at| model.member(*family, at)).to_owned()
        }
        TextPart::Heap(..) => String::new(),
    })
}
