//! The message loop: takes the editor's messages one after the other, keeps its open texts, and passes each request to
//! another thread (`answering.rs`).

use crate::command_failure::CommandFailure;
use crate::guard::{Defect, guarded};
use crate::lsp::answering::{AskedRequest, ClauseHits};
use crate::lsp::arrival::Arrival;
use crate::lsp::checking::FileFindings;
use crate::lsp::documents::Documents;
use crate::lsp::on_disk::FilesOnDisk;
use crate::lsp::reply::LspReply;
use crate::lsp::semantic_tokens;
use crate::lsp::slow_checks::SlowChecks;
use crate::lsp::waiting_requests::WaitingRequests;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::Diagnostic;
use lsp_types::request as asked;
use lsp_types::request::Request as _;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
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
    pub(super) documents: Arc<Documents>,
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
    pub(super) hits: Arc<ClauseHits>,
    /// The requests that are not answered yet.
    pub(super) waiting: WaitingRequests,
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
            documents: Arc::default(),
            changed: BTreeSet::new(),
            stale: BTreeSet::new(),
            changes: 0,
            changed_at: BTreeMap::new(),
            roots: BTreeMap::new(),
            found: BTreeMap::new(),
            shown: BTreeMap::new(),
            slow: SlowChecks::default(),
            on_disk: FilesOnDisk::default(),
            hits: Arc::default(),
            waiting: WaitingRequests::default(),
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
                if notification.method == "$/cancelRequest" {
                    let id = notification.params.get("id").cloned().unwrap_or_default();
                    return match serde_json::from_value(id) {
                        Ok(id) => self.cancel(id).map(|()| ServerFlow::GoOn),
                        Err(_) => Ok(ServerFlow::GoOn),
                    };
                }
                let took = guarded(|| self.notification(notification));
                self.log_defect(took)?;
            }
            Arrival::Said(Message::Response(_)) => {}
            #[cfg(feature = "table")]
            Arrival::Passed(message, _place) => return self.take(Arrival::Said(message)),
            Arrival::Garbage(why) => {
                let id: Option<i32> = None;
                let error = json!({ "code": ErrorCode::ParseError as i32, "message": why });
                self.write(&json!({ "jsonrpc": "2.0", "id": id, "error": error }))?;
            }
            Arrival::Answered(answer) => {
                if let Some(response) = self.waiting.answered(*answer, &self.arrivals) {
                    self.send(&response.into())?;
                }
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
            Ok(Some(reply)) => response(id, Ok(reply)),
            Ok(None) => return Ok(()),
            Err(defect) => response(id, Err(defect)),
        };
        self.send(&response.into())
    }

    /// Answers a request that the editor no longer waits for.
    pub(super) fn cancel(&mut self, id: RequestId) -> Result<(), CommandFailure> {
        if !self.waiting.forget(&id) {
            return Ok(());
        }
        let why = "the request was cancelled".to_owned();
        self.send(&Response::new_err(id, ErrorCode::RequestCanceled as i32, why).into())
    }

    /// Answers a request, or passes it to another thread.
    fn answered(&mut self, request: Request) -> Option<LspReply> {
        if request.method == asked::Initialize::METHOD {
            return Some(self.initialize(&request.params));
        }
        if !self.begun {
            let why = "`initialize` comes first".to_owned();
            return Some(Err((ErrorCode::ServerNotInitialized, why)));
        }
        if request.method == asked::Shutdown::METHOD {
            self.ends = true;
            return Some(Ok(Value::Null));
        }
        let open = Arc::make_mut(&mut self.documents).open_texts();
        let asked = AskedRequest {
            method: request.method,
            params: request.params,
            documents: Arc::clone(&self.documents),
            open,
            changes: self.changes,
            hits: Arc::clone(&self.hits),
        };
        self.waiting.begin(request.id, asked, &self.arrivals);
        None
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
}

/// Makes the response to a request.
pub(super) fn response(id: RequestId, done: Result<LspReply, Defect>) -> Response {
    match done {
        Ok(Ok(value)) => Response::new_ok(id, value),
        Ok(Err((code, why))) => Response::new_err(id, code as i32, why),
        Err(defect) => Response::new_err(id, ErrorCode::InternalError as i32, defect.log_line()),
    }
}
