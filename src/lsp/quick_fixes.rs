//! Quick fixes: each goes to the editor with its diagnostic, and comes back when the editor asks for code actions.

use crate::lsp::documents::Documents;
use crate::lsp::places::{Places, uri_of};
use linstock_base::{Diagnostic, Replacement, Sources, Span, plural};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Diagnostic as Shown, Range,
    TextEdit, WorkspaceEdit,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A quick fix for a mistake.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct QuickFix {
    pub(super) title: String,
    places: Vec<QuickFixPlace>,
    /// The replacement text, for all places.
    text: String,
}

/// A place that the quick fix changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct QuickFixPlace {
    path: PathBuf,
    range: Range,
    /// The text there when the mistake was found.
    was: String,
}

/// Returns the quick fix of a mistake as data for the editor; `None` if there is none.
pub(super) fn of_mistake(diagnostic: &Diagnostic, sources: &Sources) -> Option<Value> {
    let hints = diagnostic.hints.iter();
    let known = hints.filter_map(|hint| hint.replacement.as_ref());
    let all: Vec<_> = known.filter_map(|one| remedy(one, sources)).collect();
    (!all.is_empty()).then(|| serde_json::to_value(all).ok())?
}

fn remedy(replacement: &Replacement, sources: &Sources) -> Option<QuickFix> {
    let text = &replacement.text;
    let mut title = match replacement.places.first().filter(|_| text.is_empty()) {
        Some(place) => format!("Take `{}` away", sources.slice(*place).trim()),
        None => format!("Write `{}`", text.trim()),
    };
    if replacement.places.len() > 1 {
        title = format!("{title} in {}", plural(replacement.places.len(), "place"));
    }
    written(title, &replacement.places, text, sources)
}

/// Returns the quick fix that writes a text in some places; `None` if one of them is not in a file.
pub(super) fn written(
    title: String,
    places: &[Span],
    text: &str,
    sources: &Sources,
) -> Option<QuickFix> {
    let place = |span: &Span| {
        let source = sources.get(span.file);
        uri_of(Path::new(&source.path))?;
        Some(QuickFixPlace {
            path: PathBuf::from(&source.path),
            range: Places::new(&source.text).range(span.range()),
            was: sources.slice(*span).to_owned(),
        })
    };
    Some(QuickFix {
        title,
        places: places.iter().map(place).collect::<Option<_>>()?,
        text: text.to_owned(),
    })
}

/// Offers the quick fixes for the diagnostics that the editor asks about.
pub(super) fn actions(
    params: &CodeActionParams,
    documents: &Documents,
) -> Vec<CodeActionOrCommand> {
    let of_one = |shown: &Shown| -> Vec<CodeActionOrCommand> {
        let data = shown.data.clone().unwrap_or_default();
        let all: Vec<QuickFix> = serde_json::from_value(data).unwrap_or_default();
        let sole = all.len() == 1;
        let actions = all.into_iter().filter_map(|remedy| {
            Some(CodeActionOrCommand::CodeAction(CodeAction {
                edit: Some(edit(&remedy, documents)?),
                title: remedy.title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![shown.clone()]),
                is_preferred: Some(sole),
                ..CodeAction::default()
            }))
        });
        actions.collect()
    };
    params.context.diagnostics.iter().flat_map(of_one).collect()
}

/// Returns the edits of a quick fix; `None` if the text in a place has changed.
fn edit(remedy: &QuickFix, documents: &Documents) -> Option<WorkspaceEdit> {
    // The key is a type of the crate `lsp-types`; its contents never change.
    #[expect(clippy::mutable_key_type, reason = "a URI is not changed")]
    let mut changes: HashMap<_, Vec<TextEdit>> = HashMap::new();
    for place in &remedy.places {
        let open = documents.get(&place.path);
        if let Some(document) = open {
            let places = Places::new(&document.text);
            let bytes = places.byte(place.range.start)..places.byte(place.range.end);
            document.text.get(bytes).filter(|now| *now == place.was)?;
        }
        let uri = match open {
            Some(document) => document.uri.clone(),
            None => uri_of(&place.path)?,
        };
        let edits = changes.entry(uri).or_default();
        edits.push(TextEdit::new(place.range, remedy.text.clone()));
    }
    Some(WorkspaceEdit::new(changes))
}
