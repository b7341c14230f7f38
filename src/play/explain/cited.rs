//! Which clauses are cited against a move.

use crate::model::{Model, TagId};

/// At most so many clauses are cited.
const MOST: usize = 3;

/// Returns the clauses that decide against a move, of all that have to do with it, the nearest first.
///
/// Those that only say what there is (such as a zone, or an option that is as it is if nobody sets it) come last.
pub(crate) fn cited(model: &Model, tags: impl IntoIterator<Item = TagId>) -> Vec<TagId> {
    let all = TagId::once_each(tags).into_iter();
    let (last, first): (Vec<TagId>, Vec<TagId>) =
        all.partition(|tag| says_what_there_is(model, *tag));
    nearest(first.into_iter().chain(last))
}

/// Returns the first clauses of some, each once.
pub(crate) fn nearest(tags: impl IntoIterator<Item = TagId>) -> Vec<TagId> {
    let mut all = TagId::once_each(tags);
    all.truncate(MOST);
    all
}

fn says_what_there_is(model: &Model, tag: TagId) -> bool {
    let mut options = model.options.iter();
    let is_set = options.any(|option| option.value != option.default && option.tags.contains(&tag));
    model.sheet.of_things.contains(&tag) && !is_set
}
