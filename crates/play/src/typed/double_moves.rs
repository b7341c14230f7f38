//! `O-O` and `O-O-O`: moves by which two pieces of a player go past each other in one row.

use crate::cell::cell;
use crate::{Actor, ChoiceMade, PlacedPiece, Session, notation};
use linstock_engine::vm::Fuel;
use linstock_model::visit::{Visitor, walk_argument};
use linstock_model::{Head, KindId, Node, Set, Stmt, StmtKind};

/// Returns the moves that `O-O` or `O-O-O` means; empty for any other text. The pieces of a short one are less than half a
/// row apart.
pub(super) fn meant<'c>(
    session: &Session,
    choices: &'c [ChoiceMade],
    text: &str,
) -> Vec<&'c ChoiceMade> {
    let Some(is_long) = is_long(text) else {
        return Vec::new();
    };
    let columns = columns(session);
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

/// Returns whether a text is `O-O-O` or `O-O`; `None` for any other text.
fn is_long(text: &str) -> Option<bool> {
    let signs: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    match signs.to_lowercase().as_str() {
        "o-o" | "0-0" | "oo" | "00" => Some(false),
        "o-o-o" | "0-0-0" | "ooo" | "000" => Some(true),
        _ => None,
    }
}

/// Returns the number of columns of the board.
fn columns(session: &Session) -> u32 {
    let points = session.rules().points();
    let columns = points.iter().filter_map(|name| Some(cell(name)?.0)).max();
    columns.unwrap_or(0)
}

/// Writes an illegal `O-O` or `O-O-O` as the game does: a piece of the kind that begins such a move goes two columns to the
/// nearer or the farther side. Returns `None` for any other text, or if the game has no such move.
pub(super) fn form(session: &Session, actor: Option<Actor>, text: &str) -> Option<String> {
    let is_long = is_long(text)?;
    let Some(Actor::Player(seat)) = actor.or(session.decider()) else {
        return None;
    };
    let model = session.model();
    let rule = model.moves.iter().find(|rule| moved(&rule.body) >= 2)?;
    let Some(Head::Arg(first)) = rule.heads.first() else {
        return None;
    };
    let mut kinds = Kinds(Vec::new());
    walk_argument(&mut kinds, rule.args.get(usize::from(first.0))?);
    let begins = |kind: &str| {
        kinds
            .0
            .iter()
            .any(|id| model.kinds[id.index()].name == kind)
    };
    let pieces = session.rules().pieces(session.state());
    let own = pieces
        .iter()
        .find(|piece| piece.owner == Some(seat) && begins(&piece.kind))?;
    let (column, row) = cell(&own.point)?;
    let to_the_right = (columns(session) - column < column - 1) != is_long;
    let there = if to_the_right {
        column + 2
    } else {
        column.checked_sub(2)?
    };
    let points = session.rules().points();
    let there = points
        .iter()
        .find(|point| cell(point) == Some((there, row)))?;
    let form = format!("{}-{there}", own.point);
    notation::read(model, &form).is_ok().then_some(form)
}

/// Counts the pieces that statements move from point to point.
fn moved(body: &[Stmt]) -> usize {
    let own = |stmt: &Stmt| usize::from(matches!(stmt.kind, StmtKind::Move(..)));
    let inside = |stmt: &Stmt| stmt.blocks().map(|block| moved(block)).sum::<usize>();
    body.iter().map(|stmt| own(stmt) + inside(stmt)).sum()
}

/// Collects the kinds of pieces that an expression names.
struct Kinds(Vec<KindId>);

impl Visitor for Kinds {
    fn set(&mut self, set: &Node<Set>) {
        if let Set::Pieces(kinds, _) = &set.kind {
            self.0.extend(kinds);
        }
    }
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
