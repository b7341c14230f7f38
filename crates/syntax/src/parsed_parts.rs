//! The parts of texts that were parsed lately. A keystroke changes one declaration of many, and the text of a game is read again for
//! each of its variants: what stands there as before is taken from here, to the place where it stands now.
//!
//! What comes of a part depends on its words alone, so nobody can tell whether it was parsed or taken from here.

use crate::ast::relocate::{Relocate, Relocation};
use crate::ast::{Decl, Edit};
use linstock_base::Span;
use rustc_hash::FxHashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// How many bytes of text are kept, and as many again that were not asked for since.
const MOST_BYTES: usize = 1 << 20;

/// The longest part that is kept.
const LONGEST: usize = MOST_BYTES / 8;

/// What is known of the parts of one sort.
pub(super) type SharedParts<T> = Mutex<RecentParts<T>>;

/// A sort of part that is kept.
pub(super) trait KeptPart: Relocate + Clone + 'static {
    /// Returns what is known of this sort.
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

/// A part as it was parsed, and where it stood.
struct ParsedPart<T> {
    tree: Arc<T>,
    place: Span,
}

/// Parts by their texts: those of now, and those that were not asked for since there were too many.
pub(super) struct RecentParts<T> {
    now: FxHashMap<String, ParsedPart<T>>,
    before: FxHashMap<String, ParsedPart<T>>,
    /// The bytes of the texts of now.
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

/// Returns the tree of a part that was parsed lately, as it stands at a place.
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

/// Keeps the tree of a part without mistakes.
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
