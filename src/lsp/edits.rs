//! References and formatting, for editors.

use crate::lsp::places::Places;
use crate::lsp::ruleset::{RulesetView, TextKind, others};
use crate::open_texts::OpenTexts;
use linstock_base::FileId;
use linstock_ide::index::SymbolId;
use linstock_syntax::formatted;
use lsp_types::{Location, Position, Range, TextEdit};
use std::path::Path;
use std::sync::Arc;

/// Returns the references to the name at a byte, including those in variants of the game in other folders.
pub(super) fn references(
    (view, path): (&RulesetView, &Path),
    byte: usize,
    with_own: bool,
    open: &Arc<OpenTexts>,
) -> Vec<Location> {
    let Some((found, symbol)) = view.at(byte) else {
        return Vec::new();
    };
    let places = |view: &RulesetView, id: SymbolId| {
        let places = view.index.of(id);
        let places = places.filter(|place| with_own || !place.declares);
        let places = places.filter_map(|place| view.location(place.span));
        places.collect::<Vec<_>>()
    };
    let mut all = places(view, found.symbol);
    if symbol.sort.is_of_one_text() {
        return all;
    }
    for other in others(view, path, open) {
        if let Some(same) = other.index.find(symbol.sort, &symbol.text) {
            let fresh = places(&other, same);
            let fresh = fresh.into_iter().filter(|place| !all.contains(place));
            let fresh: Vec<_> = fresh.collect();
            all.extend(fresh);
        }
    }
    all
}

/// Returns the edits that format a text; empty if it cannot be parsed.
pub(super) fn format(text: &str, kind: TextKind) -> Vec<TextEdit> {
    if kind == TextKind::Script {
        return Vec::new();
    }
    let file = FileId::default();
    let Ok(written) = formatted(file, text, kind.dialect()) else {
        return Vec::new();
    };
    if written == text {
        return Vec::new();
    }
    let end = Places::new(text).position(text.len());
    vec![TextEdit::new(Range::new(Position::new(0, 0), end), written)]
}
