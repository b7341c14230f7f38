//! Where a player chooses, `seen` must not reveal what he does not see: it compares the whole position, with its hidden parts.

use crate::analysis::visibility::{Secret, Visibility};
use linstock_base::{Diagnostic, Span};
use linstock_model::visit::{Visitor, Walk};
use linstock_model::{AskItem, Head, MemoryId, MoveRule, Node, Sight, Truth, Zone, ZoneId};
use std::collections::BTreeSet;

/// Collects the places of `seen`.
#[derive(Default)]
struct SeenAsked(BTreeSet<Span>);

impl Visitor for SeenAsked {
    fn truth(&mut self, truth: &Node<Truth>) {
        if matches!(truth.kind, Truth::Seen(_)) {
            self.0.insert(truth.span);
        }
    }
}

/// Reports moves of players that depend on `seen` while the position has hidden parts.
pub(super) fn told_by_seen<'a>(
    asked: impl Iterator<Item = &'a AskItem>,
    moves: &[MoveRule],
    visibility: &Visibility<'_>,
) -> Vec<Diagnostic> {
    let Some(secret) = counted(visibility) else {
        return Vec::new();
    };
    let mut places = SeenAsked::default();
    for item in asked {
        item.cond.iter().for_each(|c| c.walk(&mut places));
        let Some(mv) = moves.get(item.mv.index()) else {
            continue;
        };
        let conditions = mv.heads.iter().filter_map(|head| match head {
            Head::When(cond) => Some(cond),
            Head::Arg(_) => None,
        });
        let after = mv.leaves.iter().map(|leaves| &leaves.cond);
        let conditions = conditions.chain(after);
        conditions.for_each(|c| c.walk(&mut places));
        mv.args.iter().for_each(|arg| arg.walk(&mut places));
        mv.warnings.iter().for_each(|l| l.walk(&mut places));
    }
    let what = visibility.in_words(secret);
    let told = |place: &Span| {
        let message = format!(
            "the player who chooses would learn something about {what}: `seen` compares it, too"
        );
        Diagnostic::error("E0808", *place, message)
            .label("compares what the player does not see")
            .hint(match secret {
                Secret::Memory(_) => format!(
                    "declare {what} with `not counted by seen`, or use `seen` in a statement: if seen 3 times {{ … }}"
                ),
                Secret::Zone(_) => "use `seen` in a statement: if seen 3 times { … }".to_owned(),
            })
    };
    places.0.iter().map(told).collect()
}

/// Returns a hidden part that `seen` compares.
fn counted(visibility: &Visibility<'_>) -> Option<Secret> {
    let is_counted = |id: &MemoryId| visibility.memories[id.index()].what.counted;
    let memory = visibility.secret.iter().copied().find(is_counted);
    let mut zones = ZoneId::all(visibility.zones.len()).zip(visibility.zones);
    let hidden = |(_, zone): &(ZoneId, &Zone)| zone.sight != Sight::Open;
    let zone = zones.find(hidden);
    let zone = zone.map(|(id, _)| Secret::Zone(id));
    memory.map(Secret::Memory).or(zone)
}
