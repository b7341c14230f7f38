//! `O-O` and `O-O-O`: moves by which two pieces of a player go past each other in one row.

use crate::cell::cell;
use crate::{ChoiceMade, PlacedPiece, Session};
use linstock_engine::vm::Fuel;

/// Returns the moves that `O-O` or `O-O-O` means; empty for any other text. The pieces of a short one are less than half a
/// row apart.
pub(super) fn meant<'c>(
    session: &Session,
    choices: &'c [ChoiceMade],
    text: &str,
) -> Vec<&'c ChoiceMade> {
    let signs: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let is_long = match signs.to_lowercase().as_str() {
        "o-o" | "0-0" | "oo" | "00" => false,
        "o-o-o" | "0-0-0" | "ooo" | "000" => true,
        _ => return Vec::new(),
    };
    let points = session.rules().points();
    let columns = points.iter().filter_map(|name| Some(cell(name)?.0)).max();
    let columns = columns.unwrap_or(0);
    let before = session.rules().pieces(session.state());
    let fuel = Fuel::default();
    let fits = |choice: &&ChoiceMade| {
        let mut state = session.state().clone();
        let played = session.rules().apply_within(&mut state, choice.mv, &fuel);
        let after = session.rules().pieces(&state);
        let apart = played.ok().and_then(|()| columns_between(&before, &after));
        apart.is_some_and(|apart| (apart * 2 >= columns) == is_long)
    };
    choices.iter().filter(fits).collect()
}

/// Returns how many columns apart two pieces stood that a move has led past each other in their row; `None` if it did
/// anything else.
fn columns_between(before: &[PlacedPiece], after: &[PlacedPiece]) -> Option<u32> {
    let only_in = |these: &[PlacedPiece], others: &[PlacedPiece]| {
        let gone = these.iter().filter(|piece| !others.contains(piece));
        let mut gone: Vec<PlacedPiece> = gone.cloned().collect();
        gone.sort_by(|a, b| a.kind.cmp(&b.kind));
        <[PlacedPiece; 2]>::try_from(gone).ok()
    };
    let [one, other] = only_in(before, after)?;
    let [one_now, other_now] = only_in(after, before)?;
    let same = |was: &PlacedPiece, is: &PlacedPiece| was.kind == is.kind && was.owner == is.owner;
    if !same(&one, &one_now) || !same(&other, &other_now) || one.owner != other.owner {
        return None;
    }
    let cells = [&one, &other, &one_now, &other_now].map(|piece| cell(&piece.point));
    let [Some(a), Some(b), Some(a_now), Some(b_now)] = cells else {
        return None;
    };
    let one_row = [b, a_now, b_now].iter().all(|cell| cell.1 == a.1);
    let passed = (a.0 < b.0) != (a_now.0 < b_now.0);
    (one_row && passed && one.kind != other.kind).then(|| a.0.abs_diff(b.0))
}
