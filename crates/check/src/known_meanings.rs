//! The cache of meanings: of words, and of facts without values (see `known`).

use crate::expr::context::Expected;
use crate::expr::typed::Typed;
use crate::names::Meaning;
use linstock_base::FileId;
use linstock_model::Node;
use rustc_hash::FxHashMap;

/// The meanings so far.
#[derive(Default)]
pub(super) struct KnownMeanings {
    /// By the index of the fact and the expected type.
    pub(super) facts: FxHashMap<(usize, Expected), KnownFact>,
    /// By the file, because a variant renames what was written before it.
    pub(super) words: FxHashMap<FileId, FxHashMap<String, KnownWord>>,
}

/// An inlined fact without values.
pub(super) struct KnownFact {
    pub(super) node: Node<Typed>,
    /// The fuel of the first computation.
    pub(super) fuel: u64,
    /// Its levels of nesting.
    pub(super) levels: usize,
    /// The names that it looks up, and those of the facts in it.
    pub(super) used: Vec<String>,
}

/// The meaning of a word.
pub(super) struct KnownWord {
    pub(super) meaning: Meaning<'static>,
    /// The fuel of its lookup.
    pub(super) fuel: u64,
    /// Whether the lookup records a use.
    pub(super) is_noted: bool,
}
