//! Takes what an editor says, and answers.

use crate::front::cli::CommandFailure;
use crate::front::guard::guarded;
use crate::front::lsp::checking::{self, Findings, Remedy, ThoroughFindings};
use crate::front::lsp::documents::Documents;
use crate::front::lsp::places::{Places, path_of, uri_of};
use crate::front::lsp::ruleset::{RulesetView, TextKind, folder_of, kind_of};
use crate::front::lsp::{Arrival, colours, completion, hover, outline, rename};
use crate::syntax::formatted;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument,
    Notification as _, PublishDiagnostics,
};
use lsp_types::request as asked;
use lsp_types::request::Request as _;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Diagnostic, Location,
    Position, PublishDiagnosticsParams, Range, TextEdit, Uri, WorkspaceEdit,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::mpsc::Sender;

/// Whether the server goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Told {
    GoOn,
    /// It ends, with this exit status.
    End(u8),
}

/// What a thorough check found, and of which folder as it was when.
pub(super) struct ThoroughReport {
    folder: PathBuf,
    change: u64,
    findings: ThoroughFindings,
}

/// The thorough checks of a folder.
#[derive(Debug, Default)]
struct ThoroughChecks {
    running: bool,
    /// Another one is wanted, for this text.
    again: Option<PathBuf>,
    hits: Option<BTreeMap<String, usize>>,
}

/// A server for one editor.
pub(super) struct Server<W> {
    out: W,
    arrivals: Sender<Arrival>,
    documents: Documents,
    /// Texts that were changed since they were checked.
    changed: BTreeSet<PathBuf>,
    /// How often something was changed.
    changes: u64,
    /// What was found, by the text that was checked; of thorough checks, by the folder.
    found: BTreeMap<PathBuf, Findings>,
    /// What is shown of each file.
    shown: BTreeMap<PathBuf, Vec<Diagnostic>>,
    thorough: BTreeMap<PathBuf, ThoroughChecks>,
    /// The ruleset that was asked about last, as it was then.
    view: Option<(PathBuf, u64, Rc<RulesetView>)>,
    begun: bool,
    ends: bool,
    /// The editor asks for lenses again when it is told to.
    refreshes: bool,
    requests: u32,
}

/// Why a request is refused.
pub(super) type Refused = (ErrorCode, String);

/// An answer, or a refusal.
type Answer = Result<Value, Refused>;

fn invalid(what: impl Into<String>) -> Refused {
    (ErrorCode::InvalidParams, what.into())
}

fn params<P: DeserializeOwned>(value: Value) -> Result<P, Refused> {
    serde_json::from_value(value).map_err(|error| invalid(error.to_string()))
}

fn answer(value: impl Serialize) -> Answer {
    serde_json::to_value(value).map_err(|error| (ErrorCode::InternalError, error.to_string()))
}

impl<W: Write> Server<W> {
    pub(super) fn new(out: W, arrivals: Sender<Arrival>) -> Self {
        Self {
            out,
            arrivals,
            documents: Documents::default(),
            changed: BTreeSet::new(),
            changes: 0,
            found: BTreeMap::new(),
            shown: BTreeMap::new(),
            thorough: BTreeMap::new(),
            view: None,
            begun: false,
            ends: false,
            refreshes: false,
            requests: 0,
        }
    }

    /// Takes one message, or what a check has found.
    pub(super) fn take(&mut self, arrival: Arrival) -> Result<Told, CommandFailure> {
        match arrival {
            Arrival::Said(Message::Request(request)) => self.request(request)?,
            Arrival::Said(Message::Notification(notification)) => {
                if notification.method == "exit" {
                    return Ok(Told::End(u8::from(!self.ends)));
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
            Arrival::Found(report) => self.found_thoroughly(*report)?,
            Arrival::End => return Ok(Told::End(u8::from(!self.ends))),
        }
        Ok(Told::GoOn)
    }

    fn write(&mut self, message: &Value) -> Result<(), CommandFailure> {
        let text = message.to_string();
        write!(self.out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        Ok(self.out.flush()?)
    }

    fn send(&mut self, message: &Message) -> Result<(), CommandFailure> {
        message.write(&mut self.out)?;
        Ok(self.out.flush()?)
    }

    fn log_defect<T>(
        &mut self,
        done: Result<T, super::super::guard::Defect>,
    ) -> Result<(), CommandFailure> {
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

    fn answered(&mut self, request: Request) -> Answer {
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

    fn initialize(&mut self, params: &Value) -> Answer {
        self.begun = true;
        let refresh = params.pointer("/capabilities/workspace/codeLens/refreshSupport");
        self.refreshes = refresh.and_then(Value::as_bool).unwrap_or_default();
        Ok(json!({
            "capabilities": {
                "positionEncoding": "utf-16",
                "textDocumentSync": { "openClose": true, "change": 2, "save": true },
                "hoverProvider": true,
                "completionProvider": { "triggerCharacters": ["@", " "] },
                "definitionProvider": true,
                "referencesProvider": true,
                "documentHighlightProvider": true,
                "renameProvider": { "prepareProvider": true },
                "documentSymbolProvider": true,
                "foldingRangeProvider": true,
                "codeActionProvider": { "codeActionKinds": ["quickfix"] },
                "codeLensProvider": { "resolveProvider": false },
                "documentFormattingProvider": true,
                "semanticTokensProvider": { "legend": colours::legend(), "full": true },
            },
            "serverInfo": { "name": "linstock", "version": env!("CARGO_PKG_VERSION") },
        }))
    }

    fn asked(&mut self, method: &str, value: Value) -> Answer {
        match method {
            asked::CodeActionRequest::METHOD => {
                let params: CodeActionParams = params(value)?;
                answer(actions(&params))
            }
            asked::Rename::METHOD => {
                let params: lsp_types::RenameParams = params(value)?;
                let at = params.text_document_position;
                let (view, byte) = self.at(&at.text_document.uri, at.position)?;
                let path = path_of(&at.text_document.uri);
                let open = self.documents.laid();
                answer(rename::rename(
                    (&view, &path, &open),
                    byte,
                    &params.new_name,
                )?)
            }
            asked::References::METHOD => {
                let params: lsp_types::ReferenceParams = params(value)?;
                let at = params.text_document_position;
                let (view, byte) = self.at(&at.text_document.uri, at.position)?;
                let with_own = params.context.include_declaration;
                answer(references(&view, byte, with_own))
            }
            asked::Completion::METHOD => {
                let params: lsp_types::CompletionParams = params(value)?;
                let at = params.text_document_position;
                let (view, byte) = self.at(&at.text_document.uri, at.position)?;
                let scenarios = kind_of(&path_of(&at.text_document.uri)) == TextKind::Scenarios;
                answer(completion::complete(&view, byte, scenarios))
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

    /// Answers what is asked about a place.
    fn asked_at(&mut self, method: &str, value: Value) -> Answer {
        let at: lsp_types::TextDocumentPositionParams = params(value)?;
        let (view, byte) = self.at(&at.text_document.uri, at.position)?;
        let scenarios = kind_of(&path_of(&at.text_document.uri)) == TextKind::Scenarios;
        let found = view.at(byte);
        match method {
            asked::HoverRequest::METHOD => answer(hover::hover(&view, byte, scenarios)),
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

    /// Answers what is asked about a whole text.
    fn asked_of_text(&mut self, method: &str, value: &Value) -> Answer {
        let uri = value.pointer("/textDocument/uri").cloned();
        let uri: Uri = params(uri.unwrap_or_default())?;
        let path = path_of(&uri);
        let Some(document) = self.documents.get(&path) else {
            return Err(not_open(&uri));
        };
        let text = document.text.clone();
        let kind = kind_of(&path);
        let scenarios = kind == TextKind::Scenarios;
        match method {
            asked::FoldingRangeRequest::METHOD => answer(outline::folds(&text, scenarios)),
            asked::Formatting::METHOD => answer(format(&text, kind)),
            asked::CodeLensRequest::METHOD => {
                let view = self.view(&path);
                let checks = self.thorough.get(&folder_of(&path));
                let hits = checks.and_then(|checks| checks.hits.as_ref());
                answer(outline::lenses(&view, hits))
            }
            asked::DocumentSymbolRequest::METHOD => answer(outline::symbols(&self.view(&path))),
            _ => answer(colours::tokens(&self.view(&path), scenarios)),
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
        if let Some((known, change, view)) = &self.view
            && known == path
            && *change == self.changes
        {
            return Rc::clone(view);
        }
        let view = Rc::new(RulesetView::new(path, &self.documents.laid()));
        self.view = Some((path.to_owned(), self.changes, Rc::clone(&view)));
        view
    }
}

fn not_open(uri: &Uri) -> Refused {
    invalid(format!("`{}` is not open", uri.as_str()))
}

/// What the editor tells of its texts.
impl<W: Write> Server<W> {
    fn notification(&mut self, notification: Notification) {
        let value = notification.params;
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Ok(opened) = params::<lsp_types::DidOpenTextDocumentParams>(value) {
                    let text = opened.text_document;
                    let path = self.documents.open(text.uri, text.version, text.text);
                    self.note_change(path.clone());
                    self.want_thorough(path);
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Ok(changed) = params::<lsp_types::DidChangeTextDocumentParams>(value) {
                    let text = changed.text_document;
                    let changes = changed.content_changes;
                    if let Some(path) = self.documents.change(&text.uri, text.version, changes) {
                        self.note_change(path);
                    }
                }
            }
            DidSaveTextDocument::METHOD => {
                if let Ok(saved) = params::<lsp_types::DidSaveTextDocumentParams>(value) {
                    let path = path_of(&saved.text_document.uri);
                    self.want_thorough(path);
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Ok(closed) = params::<lsp_types::DidCloseTextDocumentParams>(value) {
                    let path = self.documents.close(&closed.text_document.uri);
                    self.changes += 1;
                    self.changed.remove(&path);
                    self.found.remove(&path);
                }
            }
            _ => {}
        }
    }

    fn note_change(&mut self, path: PathBuf) {
        self.changes += 1;
        self.found.remove(&folder_of(&path));
        self.changed.insert(path);
    }

    /// Checks the texts that were changed, and shows what is found.
    pub(super) fn check_changed(&mut self) -> Result<(), CommandFailure> {
        for path in std::mem::take(&mut self.changed) {
            let open = self.documents.laid();
            let found = guarded(|| checking::quick(&path, &open));
            if let Ok(found) = found {
                self.found.insert(path, found);
            } else {
                self.log_defect(found)?;
            }
        }
        self.publish()
    }

    /// Tells the editor what is found now of each file of which it knows something else.
    fn publish(&mut self) -> Result<(), CommandFailure> {
        let mut now: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
        for findings in self.found.values() {
            for (path, found) in findings {
                let all = now.entry(path.clone()).or_default();
                let fresh = found.iter().filter(|one| !all.contains(one)).cloned();
                let fresh: Vec<_> = fresh.collect();
                all.extend(fresh);
            }
        }
        for path in self.documents.paths() {
            now.entry(path.clone()).or_default();
        }
        for path in self.shown.keys() {
            now.entry(path.clone()).or_default();
        }
        for (path, diagnostics) in now {
            let open = self.documents.get(&path);
            let version = open.map(|document| document.version);
            let uri = open
                .map(|document| document.uri.clone())
                .or_else(|| uri_of(&path));
            let unchanged = self.shown.get(&path) == Some(&diagnostics)
                || (diagnostics.is_empty() && version.is_none() && !self.shown.contains_key(&path));
            if unchanged {
                continue;
            }
            let Some(uri) = uri.filter(|_| version.is_some() || path.is_absolute()) else {
                continue;
            };
            self.shown.insert(path, diagnostics.clone());
            let params = PublishDiagnosticsParams {
                uri,
                diagnostics,
                version,
            };
            let method = PublishDiagnostics::METHOD.to_owned();
            self.send(&Notification::new(method, params).into())?;
        }
        self.shown
            .retain(|path, all| !all.is_empty() || self.documents.get(path).is_some());
        Ok(())
    }

    /// Begins a thorough check of the ruleset of a text, or has it done once the one that runs is over.
    fn want_thorough(&mut self, path: PathBuf) {
        let folder = folder_of(&path);
        let checks = self.thorough.entry(folder.clone()).or_default();
        if checks.running {
            checks.again = Some(path);
            return;
        }
        checks.running = true;
        let (open, arrivals, change) = (self.documents.laid(), self.arrivals.clone(), self.changes);
        std::thread::spawn(move || {
            let findings = guarded(|| checking::thorough(&path, &open)).unwrap_or_default();
            let report = ThoroughReport {
                folder,
                change,
                findings,
            };
            // If the server is gone, nobody wants to know.
            let _ = arrivals.send(Arrival::Found(Box::new(report)));
        });
    }

    fn found_thoroughly(&mut self, report: ThoroughReport) -> Result<(), CommandFailure> {
        let checks = self.thorough.entry(report.folder.clone()).or_default();
        checks.running = false;
        let again = checks.again.take();
        if report.findings.hits.is_some() {
            checks.hits = report.findings.hits;
            self.refresh_lenses()?;
        }
        if report.change == self.changes {
            self.found.insert(report.folder, report.findings.shown);
        }
        if let Some(path) = again {
            self.want_thorough(path);
        }
        Ok(())
    }

    fn refresh_lenses(&mut self) -> Result<(), CommandFailure> {
        if !self.refreshes {
            return Ok(());
        }
        self.requests += 1;
        let id = RequestId::from(format!("linstock-{}", self.requests));
        let method = asked::CodeLensRefresh::METHOD.to_owned();
        self.send(&Request::new(id, method, Value::Null).into())
    }
}

/// Returns the places of the name at a byte.
fn references(view: &RulesetView, byte: usize, with_own: bool) -> Vec<Location> {
    let found = view.at(byte).map(|(found, _)| view.index.of(found.symbol));
    let places = found.into_iter().flatten();
    let places = places.filter(|place| with_own || !place.declares);
    places
        .filter_map(|place| view.location(place.span))
        .collect()
}

/// Offers what would mend the mistakes that the editor asks about.
fn actions(params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
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
fn format(text: &str, kind: TextKind) -> Vec<TextEdit> {
    if kind == TextKind::Script {
        return Vec::new();
    }
    let file = crate::base::FileId::default();
    let Ok(written) = formatted(file, text, kind == TextKind::Scenarios) else {
        return Vec::new();
    };
    if written == text {
        return Vec::new();
    }
    let end = Places::new(text).position(text.len());
    vec![TextEdit::new(Range::new(Position::new(0, 0), end), written)]
}
