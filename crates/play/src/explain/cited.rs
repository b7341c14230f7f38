//! The clauses that are cited against a move.

use linstock_model::{Model, TagId};

/// The most clauses that are cited.
const MOST: usize = 3;

/// Returns the clauses against a move, the nearest first: those of the problem, of its subject, and of the move.
///
/// A reading on the move as a whole is about another case, unless its option is set or there is no other clause. A
/// reading of an option that nobody has set comes after the other clauses, unless it is the nearest and stands `alone`
/// before the part that decides. Clauses that only define things, such as a
/// zone, come last, except for those of a piece that is on the point in place of the wanted one (`of_piece`).
pub(crate) fn cited(
    model: &Model,
    (near, behind, alone): (&[TagId], &[TagId], bool),
    of_move: &[TagId],
    of_piece: &[TagId],
) -> Vec<TagId> {
    let of_move = of_move.iter().copied();
    let (readings, clauses): (Vec<TagId>, Vec<TagId>) =
        of_move.partition(|tag| is_reading(model, *tag) && !is_set(model, *tag));
    let (nearest_of_all, near) = near.split_at(usize::from(alone).min(near.len()));
    let near = near.iter().copied();
    let (default, near): (Vec<TagId>, Vec<TagId>) = near.partition(|tag| is_default(model, *tag));
    let all = [nearest_of_all, &near, &default, behind, &clauses]
        .concat()
        .into_iter();
    let (last, first): (Vec<TagId>, Vec<TagId>) =
        all.partition(|tag| says_what_there_is(model, *tag) && !of_piece.contains(tag));
    let found = nearest(first.into_iter().chain(last));
    if found.is_empty() {
        nearest(readings)
    } else {
        found
    }
}

/// Returns the first few clauses without duplicates.
pub fn nearest(tags: impl IntoIterator<Item = TagId>) -> Vec<TagId> {
    let mut all = TagId::once_each(tags);
    all.truncate(MOST);
    all
}

/// Returns whether a clause only defines a thing, such as a kind of piece.
pub(crate) fn says_what_there_is(model: &Model, tag: TagId) -> bool {
    model.sheet.of_things.contains(&tag) && !is_set(model, tag)
}

/// Returns whether a reading gives the default of an option, and nobody has set that option.
fn is_default(model: &Model, tag: TagId) -> bool {
    let of_option = model.options.iter().any(|one| one.tags.contains(&tag));
    of_option && !is_set(model, tag) && is_reading(model, tag)
}

/// Returns whether an option with this clause is set to another value than its default.
fn is_set(model: &Model, tag: TagId) -> bool {
    let mut options = model.options.iter();
    options.any(|option| option.value != option.default && option.tags.contains(&tag))
}

/// Returns whether a tag is that of a reading.
pub(super) fn is_reading(model: &Model, tag: TagId) -> bool {
    model.sheet.readings.iter().any(|entry| entry.tag == tag)
}
