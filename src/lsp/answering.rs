//! The answers to requests about texts. Each answerer runs on a thread of its own, with the texts as they were when the request
//! came, so that no request waits for another.

use crate::lsp::documents::Documents;
use crate::lsp::edits::{format, references};
use crate::lsp::places::{Places, path_of};
use crate::lsp::reply::{LspReply, Refused, answer, invalid, params};
use crate::lsp::ruleset::{RulesetView, folder_of, is_within_limits, kind_of};
use crate::lsp::{completion, hover, outline, quick_fixes, rename, semantic_tokens};
use crate::open_texts::OpenTexts;
use lsp_server::ErrorCode;
use lsp_types::request as asks;
use lsp_types::request::Request as _;
use lsp_types::{CodeActionParams, Location, Position, Uri};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// How many scenarios hit each clause, by folder.
pub(super) type ClauseHits = BTreeMap<PathBuf, BTreeMap<String, usize>>;

/// A request, with what it is about.
#[derive(Clone)]
pub(super) struct AskedRequest {
    pub(super) method: String,
    pub(super) params: Value,
    pub(super) documents: Arc<Documents>,
    /// The open texts, for code that reads rulesets.
    pub(super) open: Arc<OpenTexts>,
    /// The number of changes when the request came.
    pub(super) changes: u64,
    pub(super) hits: Arc<ClauseHits>,
}

/// Answers requests, one after the other.
#[derive(Default)]
pub(super) struct Answerer {
    /// The ruleset of the last request, as of then.
    view: Option<KnownView>,
}

impl Answerer {
    /// Answers a request.
    pub(super) fn answer(&mut self, asked: &AskedRequest) -> LspReply {
        let (method, value) = (asked.method.as_str(), asked.params.clone());
        match method {
            asks::CodeActionRequest::METHOD => {
                let params: CodeActionParams = params(value)?;
                answer(quick_fixes::actions(&params, &asked.documents))
            }
            asks::Rename::METHOD => {
                let params: lsp_types::RenameParams = params(value)?;
                let at = params.text_document_position;
                let (view, byte) = self.at(asked, &at.text_document.uri, at.position)?;
                let path = path_of(&at.text_document.uri);
                let open = &asked.open;
                let at = rename::Renaming {
                    view: &view,
                    path: &path,
                    open,
                };
                answer(rename::rename(&at, byte, &params.new_name)?)
            }
            asks::References::METHOD => {
                let params: lsp_types::ReferenceParams = params(value)?;
                let at = params.text_document_position;
                let (view, byte) = self.at(asked, &at.text_document.uri, at.position)?;
                let with_own = params.context.include_declaration;
                let path = path_of(&at.text_document.uri);
                let open = &asked.open;
                answer(references((&view, &path), byte, with_own, open))
            }
            asks::Completion::METHOD => {
                let params: lsp_types::CompletionParams = params(value)?;
                let at = params.text_document_position;
                let (view, byte) = self.at(asked, &at.text_document.uri, at.position)?;
                let kind = kind_of(&path_of(&at.text_document.uri));
                answer(completion::complete(&view, byte, kind))
            }
            asks::HoverRequest::METHOD
            | asks::GotoDefinition::METHOD
            | asks::DocumentHighlightRequest::METHOD
            | asks::PrepareRenameRequest::METHOD => self.asked_at(asked, value),
            asks::DocumentSymbolRequest::METHOD
            | asks::FoldingRangeRequest::METHOD
            | asks::SemanticTokensFullRequest::METHOD
            | asks::Formatting::METHOD
            | asks::CodeLensRequest::METHOD => self.asked_of_text(asked, &value),
            _ => Err((
                ErrorCode::MethodNotFound,
                format!("`{method}` is not answered here"),
            )),
        }
    }

    /// Answers a request about a place.
    fn asked_at(&mut self, asked: &AskedRequest, value: Value) -> LspReply {
        let at: lsp_types::TextDocumentPositionParams = params(value)?;
        let (view, byte) = self.at(asked, &at.text_document.uri, at.position)?;
        let kind = kind_of(&path_of(&at.text_document.uri));
        let found = view.at(byte);
        match asked.method.as_str() {
            asks::HoverRequest::METHOD => answer(hover::hover(&view, byte, kind)),
            asks::GotoDefinition::METHOD => {
                let places = found.map(|(found, _)| view.index.of(found.symbol));
                let declared = places.into_iter().flatten().filter(|place| place.declares);
                let places: Vec<Location> = declared
                    .filter_map(|place| view.location(place.span))
                    .collect();
                answer(places)
            }
            asks::DocumentHighlightRequest::METHOD => {
                let places = found.map(|(found, _)| view.index.of(found.symbol));
                let here = places.into_iter().flatten();
                let here = here.filter(|place| place.span.file == view.file);
                let ranges = here.map(|place| json!({ "range": view.range(place.span) }));
                answer(ranges.collect::<Vec<_>>())
            }
            _ => answer(rename::prepare(&view, byte)?),
        }
    }

    /// Answers a request about a whole text.
    fn asked_of_text(&mut self, asked: &AskedRequest, value: &Value) -> LspReply {
        let uri = value.pointer("/textDocument/uri").cloned();
        let uri: Uri = params(uri.unwrap_or_default())?;
        let path = path_of(&uri);
        let Some(document) = asked.documents.get(&path) else {
            return Err(not_open(&uri));
        };
        let text = &document.text;
        let kind = kind_of(&path);
        // A text beyond the limits has its mistake, and nothing else.
        if !is_within_limits(text, kind) {
            return answer(Value::Null);
        }
        match asked.method.as_str() {
            asks::FoldingRangeRequest::METHOD => answer(outline::folds(text, kind)),
            asks::Formatting::METHOD => answer(format(text, kind)),
            asks::CodeLensRequest::METHOD => {
                let view = self.view(asked, &path);
                answer(outline::lenses(&view, asked.hits.get(&folder_of(&path))))
            }
            asks::DocumentSymbolRequest::METHOD => {
                answer(outline::symbols(&self.view(asked, &path)))
            }
            _ => answer(semantic_tokens::tokens(&self.view(asked, &path), kind)),
        }
    }

    /// Returns the ruleset of a text, and the byte of a place in it.
    fn at(
        &mut self,
        asked: &AskedRequest,
        uri: &Uri,
        position: Position,
    ) -> Result<(Rc<RulesetView>, usize), Refused> {
        let path = path_of(uri);
        if asked.documents.get(&path).is_none() {
            return Err(not_open(uri));
        }
        let view = self.view(asked, &path);
        let byte = Places::new(view.text()).byte(position);
        Ok((view, byte))
    }

    fn view(&mut self, asked: &AskedRequest, path: &Path) -> Rc<RulesetView> {
        if let Some(known) = &self.view
            && known.path == path
            && known.changes == asked.changes
        {
            return Rc::clone(&known.view);
        }
        let earlier = self.view.take().map(|known| known.view);
        let view = Rc::new(RulesetView::new(path, &asked.open, earlier.as_deref()));
        self.view = Some(KnownView {
            path: path.to_owned(),
            changes: asked.changes,
            view: Rc::clone(&view),
        });
        view
    }
}

/// The last ruleset that was read.
struct KnownView {
    /// The path of the text for which it was read.
    path: PathBuf,
    /// The number of changes at that time.
    changes: u64,
    view: Rc<RulesetView>,
}

fn not_open(uri: &Uri) -> Refused {
    invalid(format!("`{}` is not open", uri.as_str()))
}
