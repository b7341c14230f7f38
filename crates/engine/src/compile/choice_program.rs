//! Creates the program that computes the legal moves, and the message if it is too large.

use crate::compile::decision_points::BodyCode;
use crate::compile::emit::ProgramEmitter;
use crate::compile::limits::MASKS;
use crate::compile::moves::{TemplateDraft, too_many_choices};
use crate::compile::value_graph::{AnyNode, ValueGraph};
use crate::ir::program::Program;
use linstock_base::{Diagnostic, Span};
use linstock_model::{AskItem, Model, MoveId};
use rustc_hash::FxHashMap;
use std::collections::HashSet;

/// A way of choosing an offered move.
pub(super) struct OfferedTemplate<'i> {
    /// The bindings of its arguments, and the anchors where it is legal.
    pub(super) draft: TemplateDraft,
    /// The offer.
    pub(super) item: &'i AskItem,
    /// The body of the move.
    pub(super) body: BodyCode,
}

/// Creates the program that yields one mask of anchors for each template.
pub(super) fn choice_program(
    graph: ValueGraph<'_>,
    offered: &[OfferedTemplate<'_>],
    (span, widest): (Span, &dyn Fn() -> String),
) -> Result<Program, Diagnostic> {
    let results: Vec<_> = offered
        .iter()
        .map(|o| AnyNode::Mask(o.draft.mask))
        .collect();
    // While moves are tried out, each mask may be copied once: the copies need registers, too.
    let program = ProgramEmitter::program(graph, &results).and_then(|program| {
        let copied = usize::from(program.masks) + results.len();
        MASKS.check(copied).map(|()| program)
    });
    program.map_err(|_| too_many_choices(span, "this question", &widest()))
}

/// Returns a message that names the offered move with the most ways, and its argument with the most values.
pub(super) fn widest_choice(model: &Model, offered: &[OfferedTemplate<'_>]) -> String {
    let mut ways: FxHashMap<MoveId, Vec<&TemplateDraft>> = FxHashMap::default();
    for OfferedTemplate { draft, item, .. } in offered {
        ways.entry(item.mv).or_default().push(draft);
    }
    let of_most =
        |(mv, ways): &(MoveId, Vec<&TemplateDraft>)| (ways.len(), std::cmp::Reverse(mv.index()));
    let Some((mv, ways)) = ways.into_iter().max_by_key(of_most) else {
        return String::new();
    };
    let rule = model.mv(mv);
    let values = |at: usize| {
        ways.iter()
            .map(|way| way.binds[at])
            .collect::<HashSet<_>>()
            .len()
    };
    let widest = (0..rule.args.len()).max_by_key(|at| values(*at));
    let most = widest.map_or_else(String::new, |at| {
        format!(", {} of them by `{}` alone", values(at), rule.args[at].name)
    });
    format!("`{}` has {} ways{most}", rule.name, ways.len())
}
