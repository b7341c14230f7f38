//! The open texts, as the editor changes them.

use crate::lsp::places::{Places, path_of};
use crate::open_texts::OpenTexts;
use lsp_types::{TextDocumentContentChangeEvent, Uri};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An open text.
#[derive(Clone, Debug)]
pub(super) struct Document {
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) text: String,
}

/// All open texts, by path.
#[derive(Clone, Debug, Default)]
pub(super) struct Documents {
    open: BTreeMap<PathBuf, Document>,
    /// The same texts for code that reads rulesets; rebuilt after a change.
    laid: Option<Arc<OpenTexts>>,
}

impl Documents {
    pub(super) fn open(&mut self, uri: Uri, version: i32, text: String) -> PathBuf {
        let path = path_of(&uri);
        let document = Document { uri, version, text };
        self.open.insert(path.clone(), document);
        self.laid = None;
        path
    }

    /// Changes a text; returns whether it is open.
    pub(super) fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) -> Option<PathBuf> {
        let path = path_of(uri);
        let document = self.open.get_mut(&path)?;
        document.version = version;
        for change in changes {
            let Some(range) = change.range else {
                document.text = change.text;
                continue;
            };
            let places = Places::new(&document.text);
            let start = places.byte(range.start);
            let end = places.byte(range.end).max(start);
            document.text.replace_range(start..end, &change.text);
        }
        self.laid = None;
        Some(path)
    }

    pub(super) fn close(&mut self, uri: &Uri) -> PathBuf {
        let path = path_of(uri);
        self.open.remove(&path);
        self.laid = None;
        path
    }

    pub(super) fn get(&self, path: &Path) -> Option<&Document> {
        self.open.get(path)
    }

    /// Returns the path and the text of each.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&PathBuf, &str)> {
        let open = self.open.iter();
        open.map(|(path, document)| (path, document.text.as_str()))
    }

    /// Returns the open texts for code that reads rulesets.
    pub(super) fn open_texts(&mut self) -> Arc<OpenTexts> {
        let open = &self.open;
        let laid = self.laid.get_or_insert_with(|| {
            let mut texts = OpenTexts::default();
            for (path, document) in open {
                texts.insert(path.clone(), document.text.clone());
            }
            Arc::new(texts)
        });
        Arc::clone(laid)
    }
}
