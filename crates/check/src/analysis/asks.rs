//! Which moves a game asks for.

use linstock_model::{Ask, AskItem, Asked, MoveId, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Collects the moves that `ask` statements name; the flag is true if chance chooses.
pub(super) fn asks_in<'s>(body: &'s [Stmt], found: &mut Vec<(bool, &'s AskItem)>) {
    for stmt in body {
        if let StmtKind::Ask(Ask { who, items, .. }) = &stmt.kind {
            let chance = matches!(who, Asked::Chance);
            found.extend(items.iter().map(|item| (chance, item)));
        }
        stmt.blocks().for_each(|block| asks_in(block, found));
    }
}

/// Returns the moves that players are asked for.
pub(super) fn asked_of_players(asks: &[(bool, &AskItem)]) -> BTreeSet<MoveId> {
    let of_players = asks.iter().filter(|(chance, _)| !chance);
    of_players.map(|(_, item)| item.mv).collect()
}
