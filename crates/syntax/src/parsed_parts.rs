//! A cache of recently parsed parts. A keystroke changes one declaration of many, and the text of a game is parsed again for each
//! of its variants: an unchanged part comes from this cache, with its spans moved to its present place.
//!
//! The tree of a part depends only on its text, so the cache never changes a result.

use crate::ast::relocate::{Relocate, Relocation};
use crate::ast::{Decl, Edit};
use linstock_base::Span;
use rustc_hash::FxHashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The most bytes of text in each of the two generations of the cache.
const MOST_BYTES: usize = 1 << 20;

/// The longest part that the cache keeps.
const LONGEST: usize = MOST_BYTES / 8;

/// The cache for one kind of part.
pub(super) type SharedParts<T> = Mutex<RecentParts<T>>;

/// A kind of part that the cache keeps.
pub(super) trait KeptPart: Relocate + Clone + 'static {
    /// Returns the cache for this kind.
    fn known() -> &'static SharedParts<Self>;
}

impl KeptPart for Decl {
    fn known() -> &'static SharedParts<Self> {
        static KNOWN: LazyLock<SharedParts<Decl>> = LazyLock::new(Mutex::default);
        &KNOWN
    }
}

impl KeptPart for Edit {
    fn known() -> &'static SharedParts<Self> {
        static KNOWN: LazyLock<SharedParts<Edit>> = LazyLock::new(Mutex::default);
        &KNOWN
    }
}

/// The tree of a part, and the part's place when it was parsed.
struct ParsedPart<T> {
    tree: Arc<T>,
    place: Span,
}

/// A cache of two generations, by text: when `now` is full, it becomes `before`; parts that are found there move back to `now`.
pub(super) struct RecentParts<T> {
    now: FxHashMap<String, ParsedPart<T>>,
    before: FxHashMap<String, ParsedPart<T>>,
    /// The bytes of the texts in `now`.
    bytes: usize,
}

impl<T> Default for RecentParts<T> {
    fn default() -> Self {
        Self {
            now: FxHashMap::default(),
            before: FxHashMap::default(),
            bytes: 0,
        }
    }
}

impl<T> RecentParts<T> {
    fn find(&mut self, text: &str) -> Option<(Arc<T>, Span)> {
        if let Some((text, part)) = self.before.remove_entry(text) {
            self.keep(text, part);
        }
        let part = self.now.get(text)?;
        Some((Arc::clone(&part.tree), part.place))
    }

    fn keep(&mut self, text: String, part: ParsedPart<T>) {
        if self.bytes + text.len() > MOST_BYTES {
            self.before = std::mem::take(&mut self.now);
            self.bytes = 0;
        }
        self.bytes += text.len();
        self.now.insert(text, part);
    }
}

/// Returns the cached tree of a part, moved to a place; `None` if it is not cached.
pub(super) fn recent<T: KeptPart>(text: &str, place: Span) -> Option<T> {
    let mut known = T::known().lock().unwrap_or_else(PoisonError::into_inner);
    let (tree, from) = known.find(text)?;
    drop(known);
    let mut tree = T::clone(&tree);
    if let Some(way) = Relocation::between(from, place) {
        tree.relocate(way);
    }
    Some(tree)
}

/// Stores the tree of a part without mistakes.
pub(super) fn keep<T: KeptPart>(text: &str, place: Span, tree: &T) {
    if text.len() > LONGEST {
        return;
    }
    let part = ParsedPart {
        tree: Arc::new(tree.clone()),
        place,
    };
    let mut known = T::known().lock().unwrap_or_else(PoisonError::into_inner);
    known.keep(text.to_owned(), part);
}
