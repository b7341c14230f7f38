//! The meanings that were worked out once for all: of words, and of facts without values (see `known`).

use crate::expr::context::Expected;
use crate::expr::typed::Typed;
use crate::names::Meaning;
use linstock_base::FileId;
use linstock_model::Node;
use rustc_hash::FxHashMap;

/// What was worked out so far.
#[derive(Default)]
pub(super) struct KnownMeanings {
    /// By the place of the fact among all facts, and by what was expected of it.
    pub(super) facts: FxHashMap<(usize, Expected), KnownFact>,
    /// By the file, since a variant renames what was written before it.
    pub(super) words: FxHashMap<FileId, FxHashMap<String, KnownWord>>,
}

/// A fact without values, written out.
pub(super) struct KnownFact {
    pub(super) node: Node<Typed>,
    /// The operations that this took.
    pub(super) fuel: u64,
    /// How many levels of nesting it has.
    pub(super) levels: usize,
    /// The names that it looks up, and those of the facts in it.
    pub(super) used: Vec<String>,
}

/// What a word means.
pub(super) struct KnownWord {
    pub(super) meaning: Meaning<'static>,
    /// The operations of looking it up.
    pub(super) fuel: u64,
    /// Whether it is noted as used.
    pub(super) is_noted: bool,
}
