//! An editor, as far as the server can tell: it speaks the protocol with the crates that editors' servers are made of.

use crate::terminal::PATIENCE;
use lsp_server::{Message, Notification, Request, RequestId, ResponseError};
use lsp_types::request::Request as Asks;
use lsp_types::{Diagnostic, Position, TextDocumentIdentifier, TextDocumentPositionParams, Uri};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::str::FromStr as _;
use std::sync::mpsc::{Receiver, channel};

pub(super) struct Client {
    child: Child,
    input: ChildStdin,
    arrivals: Receiver<Message>,
    asked: i32,
    versions: BTreeMap<PathBuf, i32>,
    /// What is sent in one write.
    kept: Option<Vec<u8>>,
    /// What is shown of each file, and of which version.
    pub(super) shown: BTreeMap<String, (Option<i32>, Vec<Diagnostic>)>,
    /// What the server asked for.
    pub(super) wanted: Vec<String>,
}

impl Client {
    /// Starts the server and shakes hands.
    pub(super) fn new() -> Self {
        let mut client = Self::silent();
        let able =
            json!({ "capabilities": { "workspace": { "codeLens": { "refreshSupport": true } } } });
        let told = client.ask_raw("initialize", able).expect("it begins");
        assert_eq!(told["capabilities"]["hoverProvider"], true);
        client.tell_raw("initialized", json!({}));
        client
    }

    /// Starts the server and says nothing.
    pub(super) fn silent() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_linstock"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("started");
        let input = child.stdin.take().expect("piped");
        let output = child.stdout.take().expect("piped");
        let (sender, arrivals) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                match Message::read(&mut output) {
                    Ok(Some(message)) => {
                        if sender.send(message).is_err() {
                            return;
                        }
                    }
                    // An answer to what was no message has no number, which the crate does not read.
                    Err(_) => {}
                    Ok(None) => return,
                }
            }
        });
        Self {
            child,
            input,
            arrivals,
            asked: 0,
            versions: BTreeMap::new(),
            kept: None,
            shown: BTreeMap::new(),
            wanted: Vec::new(),
        }
    }

    pub(super) fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).expect("written");
        self.input.flush().expect("written");
    }

    fn send(&mut self, message: &Message) {
        match &mut self.kept {
            Some(kept) => message.write(kept).expect("written"),
            None => message.write(&mut self.input).expect("written"),
        }
    }

    /// Sends all messages of `say` in one write.
    pub(super) fn together<T>(&mut self, say: impl FnOnce(&mut Self) -> T) -> T {
        self.kept = Some(Vec::new());
        let said = say(self);
        let bytes = self.kept.take().unwrap_or_default();
        self.send_bytes(&bytes);
        said
    }

    /// Takes the next message.
    pub(super) fn next(&mut self) -> Message {
        let message = self
            .arrivals
            .recv_timeout(PATIENCE)
            .expect("an answer in time");
        match &message {
            Message::Notification(told) if told.method == "textDocument/publishDiagnostics" => {
                let params: lsp_types::PublishDiagnosticsParams =
                    serde_json::from_value(told.params.clone()).expect("diagnostics");
                let uri = params.uri.as_str().to_owned();
                self.shown.insert(uri, (params.version, params.diagnostics));
            }
            Message::Request(request) => self.wanted.push(request.method.clone()),
            _ => {}
        }
        message
    }

    pub(super) fn ask_raw(&mut self, method: &str, params: Value) -> Result<Value, ResponseError> {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        self.send(&Request::new(id.clone(), method.to_owned(), params).into());
        loop {
            if let Message::Response(response) = self.next()
                && response.id == id
            {
                return response.response_result;
            }
        }
    }

    /// Asks without waiting for the answer; returns the number of the request.
    pub(super) fn begin_raw(&mut self, method: &str, params: Value) -> i32 {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        self.send(&Request::new(id, method.to_owned(), params).into());
        self.asked
    }

    /// Takes the next answers, by the numbers of their requests.
    pub(super) fn answers(&mut self, count: usize) -> BTreeMap<i32, Result<Value, ResponseError>> {
        let mut answers = BTreeMap::new();
        while answers.len() < count {
            if let Message::Response(response) = self.next() {
                let id = response.id.to_string().parse().expect("a number");
                answers.insert(id, response.response_result);
            }
        }
        answers
    }

    pub(super) fn ask<R: Asks>(&mut self, params: R::Params) -> Result<R::Result, ResponseError> {
        let params = serde_json::to_value(params).expect("JSON");
        let result = self.ask_raw(R::METHOD, params)?;
        Ok(serde_json::from_value(result).expect("an answer as the protocol has it"))
    }

    pub(super) fn tell_raw(&mut self, method: &str, params: Value) {
        self.send(&Notification::new(method.to_owned(), params).into());
    }

    /// Opens a file of the disk.
    pub(super) fn open(&mut self, path: &Path) {
        let text = std::fs::read_to_string(path).expect("read");
        self.open_text(path, &text);
    }

    pub(super) fn open_text(&mut self, path: &Path, text: &str) {
        self.versions.insert(path.to_owned(), 1);
        let item =
            json!({ "uri": uri(path), "languageId": "linstock", "version": 1, "text": text });
        self.tell_raw("textDocument/didOpen", json!({ "textDocument": item }));
    }

    /// Changes a text: from its beginning on, or a range of it.
    pub(super) fn change(&mut self, path: &Path, changes: &Value) -> i32 {
        let version = self.versions.get_mut(path).expect("open");
        *version += 1;
        let version = *version;
        let document = json!({ "uri": uri(path), "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.tell_raw("textDocument/didChange", params);
        version
    }

    pub(super) fn write(&mut self, path: &Path, text: &str) -> i32 {
        self.change(path, &json!([{ "text": text }]))
    }

    pub(super) fn save(&mut self, path: &Path) {
        let document = json!({ "uri": uri(path) });
        self.tell_raw("textDocument/didSave", json!({ "textDocument": document }));
    }

    /// Waits until a version of a text was checked, and returns what is shown of it.
    pub(super) fn checked(&mut self, path: &Path, version: i32) -> Vec<Diagnostic> {
        let uri = uri(path);
        loop {
            if let Some((Some(shown), found)) = self.shown.get(uri.as_str())
                && *shown >= version
            {
                return found.clone();
            }
            self.next();
        }
    }

    /// Waits until something holds of what is shown of a text.
    pub(super) fn shown_until(
        &mut self,
        path: &Path,
        holds: impl Fn(&[Diagnostic]) -> bool,
    ) -> Vec<Diagnostic> {
        let uri = uri(path);
        loop {
            if let Some((_, found)) = self.shown.get(uri.as_str())
                && holds(found)
            {
                return found.clone();
            }
            self.next();
        }
    }

    /// Says goodbye, and returns what the server exits with.
    pub(super) fn end(mut self) -> Option<i32> {
        self.ask_raw("shutdown", Value::Null).expect("it ends");
        self.tell_raw("exit", Value::Null);
        self.child.wait().expect("ended").code()
    }

    /// Goes away without a word, and returns what the server exits with.
    pub(super) fn vanish(mut self) -> Option<i32> {
        drop(self.input);
        self.child.wait().expect("ended").code()
    }
}

pub(super) fn uri(path: &Path) -> Uri {
    let path = path.to_str().expect("UTF-8").replace(' ', "%20");
    Uri::from_str(&format!("file://{path}")).expect("a URI")
}

/// The place some bytes after the beginning of a text in a file.
pub(super) fn place(
    path: &Path,
    text: &str,
    wanted: &str,
    on: usize,
) -> TextDocumentPositionParams {
    let at = text.find(wanted).unwrap_or_else(|| panic!("no `{wanted}`")) + on;
    let before = &text[..at];
    let line = before.matches('\n').count();
    let column = before
        .rsplit('\n')
        .next()
        .unwrap_or_default()
        .encode_utf16()
        .count();
    TextDocumentPositionParams {
        text_document: TextDocumentIdentifier { uri: uri(path) },
        position: Position::new(
            u32::try_from(line).expect("fits"),
            u32::try_from(column).expect("fits"),
        ),
    }
}
