//! The message loop: takes the editor's messages one after the other, keeps its open texts, and passes each request to the
//! file named after it.

use crate::command_failure::CommandFailure;
use crate::guard::{Defect, guarded};
use crate::lsp::arrival::Arrival;
use crate::lsp::checking::FileFindings;
use crate::lsp::documents::Documents;
use crate::lsp::edits::{format, references};
use crate::lsp::on_disk::FilesOnDisk;
use crate::lsp::places::{Places, path_of};
use crate::lsp::reply::{LspReply, Refused, answer, invalid, params};
use crate::lsp::ruleset::{RulesetView, folder_of, kind_of};
use crate::lsp::slow_checks::SlowChecks;
use crate::lsp::{completion, hover, outline, quick_fixes, rename, semantic_tokens};
use lsp_server::{ErrorCode, Message, Notification, Request, Response};
use lsp_types::request as asked;
use lsp_types::request::Request as _;
use lsp_types::{CodeActionParams, Diagnostic, Location, Position, Uri};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::mpsc::Sender;

/// Whether the server continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ServerFlow {
    GoOn,
    /// The server ends, with this exit status.
    End(u8),
}

/// A server for one editor.
pub(super) struct LanguageServer<W> {
    out: W,
    pub(super) arrivals: Sender<Arrival>,
    pub(super) documents: Documents,
    /// Texts that have changed since their last check.
    pub(super) changed: BTreeSet<PathBuf>,
    /// Texts that a change in another may concern.
    pub(super) stale: BTreeSet<PathBuf>,
    /// The number of changes so far.
    pub(super) changes: u64,
    /// The number of the last change in each folder.
    pub(super) changed_at: BTreeMap<PathBuf, u64>,
    /// The root of each text's ruleset at its last check.
    pub(super) roots: BTreeMap<PathBuf, PathBuf>,
    /// The findings, by the root of the ruleset; of thorough checks, by the folder.
    pub(super) found: BTreeMap<PathBuf, FileFindings>,
    /// The diagnostics last sent for each file, and the version of the text.
    pub(super) shown: BTreeMap<PathBuf, (Option<i32>, Vec<Diagnostic>)>,
    pub(super) slow: SlowChecks,
    pub(super) on_disk: FilesOnDisk,
    /// How many scenarios hit each clause, by folder.
    pub(super) hits: BTreeMap<PathBuf, BTreeMap<String, usize>>,
    /// The ruleset of the last request, as of then.
    view: Option<KnownView>,
    begun: bool,
    ends: bool,
    /// The editor supports requests to refresh code lenses.
    pub(super) refreshes: bool,
    pub(super) requests: u32,
}

impl<W: Write> LanguageServer<W> {
    pub(super) fn new(out: W, arrivals: Sender<Arrival>) -> Self {
        Self {
            out,
            arrivals,
            documents: Documents::default(),
            changed: BTreeSet::new(),
            stale: BTreeSet::new(),
            changes: 0,
            changed_at: BTreeMap::new(),
            roots: BTreeMap::new(),
            found: BTreeMap::new(),
            shown: BTreeMap::new(),
            slow: SlowChecks::default(),
            on_disk: FilesOnDisk::default(),
            hits: BTreeMap::new(),
            view: None,
            begun: false,
            ends: false,
            refreshes: false,
            requests: 0,
        }
    }

    /// Handles one message, or the report of a slow check.
    pub(super) fn take(&mut self, arrival: Arrival) -> Result<ServerFlow, CommandFailure> {
        match arrival {
            Arrival::Said(Message::Request(request)) => self.request(request)?,
            Arrival::Said(Message::Notification(notification)) => {
                if notification.method == "exit" {
                    return Ok(ServerFlow::End(u8::from(!self.ends)));
                }
                let took = guarded(|| self.notification(notification));
                self.log_defect(took)?;
            }
            Arrival::Said(Message::Response(_)) => {}
            Arrival::Garbage(why) => {
                let id: Option<i32> = None;
                let error = json!({ "code": ErrorCode::ParseError as i32, "message": why });
                self.write(&json!({ "jsonrpc": "2.0", "id": id, "error": error }))?;
            }
            Arrival::Found(report) => self.found_slowly(*report)?,
            Arrival::OnDisk => {
                let took = guarded(|| self.changed_on_disk());
                self.log_defect(took)?;
            }
            Arrival::End => return Ok(ServerFlow::End(u8::from(!self.ends))),
        }
        Ok(ServerFlow::GoOn)
    }

    fn write(&mut self, message: &Value) -> Result<(), CommandFailure> {
        let text = message.to_string();
        write!(self.out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        Ok(self.out.flush()?)
    }

    pub(super) fn send(&mut self, message: &Message) -> Result<(), CommandFailure> {
        message.write(&mut self.out)?;
        Ok(self.out.flush()?)
    }

    pub(super) fn log_defect<T>(&mut self, done: Result<T, Defect>) -> Result<(), CommandFailure> {
        let Err(defect) = done else { return Ok(()) };
        let params = json!({ "type": 1, "message": defect.log_line() });
        self.send(&Notification::new("window/logMessage".to_owned(), params).into())
    }

    fn request(&mut self, request: Request) -> Result<(), CommandFailure> {
        let id = request.id.clone();
        let response = match guarded(|| self.answered(request)) {
            Ok(Ok(value)) => Response::new_ok(id, value),
            Ok(Err((code, why))) => Response::new_err(id, code as i32, why),
            Err(defect) => {
                Response::new_err(id, ErrorCode::InternalError as i32, defect.log_line())
            }
        };
        self.send(&response.into())
    }

    fn answered(&mut self, request: Request) -> LspReply {
        if request.method == asked::Initialize::METHOD {
            return self.initialize(&request.params);
        }
        if !self.begun {
            let why = "`initialize` comes first".to_owned();
            return Err((ErrorCode::ServerNotInitialized, why));
        }
        if request.method == asked::Shutdown::METHOD {
            self.ends = true;
            return Ok(Value::Null);
        }
        self.asked(&request.method, request.params)
    }

    fn initialize(&mut self, params: &Value) -> LspReply {
        self.begun = true;
        let refresh = params.pointer("/capabilities/workspace/codeLens/refreshSupport");
        self.refreshes = refresh.and_then(Value::as_bool).unwrap_or_default();
        Ok(json!({
            "capabilities": {
                "positionEncoding": "utf-16",
                "textDocumentSync": { "openClose": true, "change": 2, "save": true },
                "hoverProvider": true,
                "completionProvider": { "triggerCharacters": ["@", " ", ".", "\""] },
                "definitionProvider": true,
                "referencesProvider": true,
                "documentHighlightProvider": true,
                "renameProvider": { "prepareProvider": true },
                "documentSymbolProvider": true,
                "foldingRangeProvider": true,
                "codeActionProvider": { "codeActionKinds": ["quickfix"] },
                "codeLensProvider": { "resolveProvider": false },
                "documentFormattingProvider": true,
                "semanticTokensProvider": { "legend": semantic_tokens::legend(), "full": true },
            },
            "serverInfo": { "name": "linstock", "version": env!("CARGO_PKG_VERSION") },
        }))
    }

    fn asked(&mut self, method: &str, value: Value) -> LspReply {
        match method {
            asked::CodeActionRequest::METHOD => {
                let params: CodeActionParams = params(value)?;
                answer(quick_fixes::actions(&params, &self.documents))
            }
            asked::Rename::METHOD => {
                let params: lsp_types::RenameParams = params(value)?;
                let at = params.text_document_position;
                let (view, byte) = self.at(&at.text_document.uri, at.position)?;
                let path = path_of(&at.text_document.uri);
                let open = self.documents.open_texts();
                let at = rename::Renaming {
                    view: &view,
                    path: &path,
                    open: &open,
                };
                answer(rename::rename(&at, byte, &params.new_name)?)
            }
            asked::References::METHOD => {
                let params: lsp_types::ReferenceParams = params(value)?;
                let at = params.text_document_position;
                let (view, byte) = self.at(&at.text_document.uri, at.position)?;
                let with_own = params.context.include_declaration;
                let path = path_of(&at.text_document.uri);
                let open = self.documents.open_texts();
                answer(references((&view, &path), byte, with_own, &open))
            }
            asked::Completion::METHOD => {
                let params: lsp_types::CompletionParams = params(value)?;
                let at = params.text_document_position;
                let (view, byte) = self.at(&at.text_document.uri, at.position)?;
                let kind = kind_of(&path_of(&at.text_document.uri));
                answer(completion::complete(&view, byte, kind))
            }
            asked::HoverRequest::METHOD
            | asked::GotoDefinition::METHOD
            | asked::DocumentHighlightRequest::METHOD
            | asked::PrepareRenameRequest::METHOD => self.asked_at(method, value),
            asked::DocumentSymbolRequest::METHOD
            | asked::FoldingRangeRequest::METHOD
            | asked::SemanticTokensFullRequest::METHOD
            | asked::Formatting::METHOD
            | asked::CodeLensRequest::METHOD => self.asked_of_text(method, &value),
            _ => Err((
                ErrorCode::MethodNotFound,
                format!("`{method}` is not answered here"),
            )),
        }
    }

    /// Answers a request about a place.
    fn asked_at(&mut self, method: &str, value: Value) -> LspReply {
        let at: lsp_types::TextDocumentPositionParams = params(value)?;
        let (view, byte) = self.at(&at.text_document.uri, at.position)?;
        let kind = kind_of(&path_of(&at.text_document.uri));
        let found = view.at(byte);
        match method {
            asked::HoverRequest::METHOD => answer(hover::hover(&view, byte, kind)),
            asked::GotoDefinition::METHOD => {
                let places = found.map(|(found, _)| view.index.of(found.symbol));
                let declared = places.into_iter().flatten().filter(|place| place.declares);
                let places: Vec<Location> = declared
                    .filter_map(|place| view.location(place.span))
                    .collect();
                answer(places)
            }
            asked::DocumentHighlightRequest::METHOD => {
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
    fn asked_of_text(&mut self, method: &str, value: &Value) -> LspReply {
        let uri = value.pointer("/textDocument/uri").cloned();
        let uri: Uri = params(uri.unwrap_or_default())?;
        let path = path_of(&uri);
        let Some(document) = self.documents.get(&path) else {
            return Err(not_open(&uri));
        };
        let text = document.text.clone();
        let kind = kind_of(&path);
        match method {
            asked::FoldingRangeRequest::METHOD => answer(outline::folds(&text, kind)),
            asked::Formatting::METHOD => answer(format(&text, kind)),
            asked::CodeLensRequest::METHOD => {
                let view = self.view(&path);
                answer(outline::lenses(&view, self.hits.get(&folder_of(&path))))
            }
            asked::DocumentSymbolRequest::METHOD => answer(outline::symbols(&self.view(&path))),
            _ => answer(semantic_tokens::tokens(&self.view(&path), kind)),
        }
    }

    /// Returns the ruleset of a text, and the byte of a place in it.
    fn at(&mut self, uri: &Uri, position: Position) -> Result<(Rc<RulesetView>, usize), Refused> {
        let path = path_of(uri);
        if self.documents.get(&path).is_none() {
            return Err(not_open(uri));
        }
        let view = self.view(&path);
        let byte = Places::new(view.text()).byte(position);
        Ok((view, byte))
    }

    fn view(&mut self, path: &Path) -> Rc<RulesetView> {
        if let Some(known) = &self.view
            && known.path == path
            && known.changes == self.changes
        {
            return Rc::clone(&known.view);
        }
        let earlier = self.view.take().map(|known| known.view);
        let open = self.documents.open_texts();
        let view = Rc::new(RulesetView::new(path, &open, earlier.as_deref()));
        self.view = Some(KnownView {
            path: path.to_owned(),
            changes: self.changes,
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
