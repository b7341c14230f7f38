//! Places and changes of texts that an editor asks for.

use crate::base::FileId;
use crate::front::lsp::checking::Remedy;
use crate::front::lsp::places::Places;
use crate::front::lsp::ruleset::{RulesetView, TextKind};
use crate::syntax::formatted;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Diagnostic, Location,
    Position, Range, TextEdit, WorkspaceEdit,
};
use std::collections::HashMap;

/// Returns the places of the name at a byte.
pub(super) fn references(view: &RulesetView, byte: usize, with_own: bool) -> Vec<Location> {
    let found = view.at(byte).map(|(found, _)| view.index.of(found.symbol));
    let places = found.into_iter().flatten();
    let places = places.filter(|place| with_own || !place.declares);
    places
        .filter_map(|place| view.location(place.span))
        .collect()
}

/// Offers what would mend the mistakes that the editor asks about.
pub(super) fn actions(params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
    let action = |diagnostic: &Diagnostic| {
        let remedy: Remedy = serde_json::from_value(diagnostic.data.clone()?).ok()?;
        let edit = TextEdit::new(remedy.range, remedy.text);
        // The key is a type of the crate, whose parts never change.
        #[expect(clippy::mutable_key_type, reason = "a URI is not changed")]
        let changes = HashMap::from([(params.text_document.uri.clone(), vec![edit])]);
        Some(CodeActionOrCommand::CodeAction(CodeAction {
            title: remedy.title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic.clone()]),
            edit: Some(WorkspaceEdit::new(changes)),
            is_preferred: Some(true),
            ..CodeAction::default()
        }))
    };
    params
        .context
        .diagnostics
        .iter()
        .filter_map(action)
        .collect()
}

/// Returns the changes that format a text; none if it cannot be read.
pub(super) fn format(text: &str, kind: TextKind) -> Vec<TextEdit> {
    if kind == TextKind::Script {
        return Vec::new();
    }
    let file = FileId::default();
    let Ok(written) = formatted(file, text, kind == TextKind::Scenarios) else {
        return Vec::new();
    };
    if written == text {
        return Vec::new();
    }
    let end = Places::new(text).position(text.len());
    vec![TextEdit::new(Range::new(Position::new(0, 0), end), written)]
}
