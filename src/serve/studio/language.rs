//! The language server of a designer's page. The page knows the files by their names in the folder: `rules:///my-game.game`.

use super::rules_folder::RulesFolder;
use crate::lsp::{LspThread, uri_text};
use linstock_table::StudioSender;
use serde_json::{Value, json};

/// How the addresses of the page begin.
const OWN: &str = "rules:///";
/// The identity of the request that this program makes itself. The page waits for no answer to it.
const FIRST: &str = "first";

/// The messages that a page may send.
const METHODS: [&str; 12] = [
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didClose",
    "textDocument/didSave",
    "textDocument/completion",
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/codeAction",
    "textDocument/formatting",
    "textDocument/semanticTokens/full",
];

/// A server for one page.
#[derive(Debug)]
pub(super) struct LanguageTunnel {
    server: LspThread,
    folder: RulesFolder,
}

impl LanguageTunnel {
    /// Starts a server; `None` if the system has no room for it.
    pub(super) fn begin(folder: &RulesFolder, page: StudioSender) -> Option<Self> {
        let place = format!("{}/", uri_text(folder.path())?);
        let say = move |text: String| {
            let text = text.replace(&place, OWN);
            page.say(format!("{{\"type\":\"lsp\",\"message\":{text}}}"))
        };
        let server = LspThread::begin(say).ok()?;
        let first = json!({ "jsonrpc": "2.0", "id": FIRST, "method": "initialize", "params": { "capabilities": {} } });
        server.take(first);
        Some(Self {
            server,
            folder: folder.clone(),
        })
    }

    /// Passes a message on, if it is one that a page may send, about a file of the folder. Returns whether it is.
    pub(super) fn take(&self, mut message: Value) -> bool {
        let method = message.get("method").and_then(Value::as_str);
        if method == Some("$/cancelRequest") {
            return self.server.take(message);
        }
        let is_permitted = method.is_some_and(|method| METHODS.contains(&method));
        let address = message.pointer_mut("/params/textDocument/uri");
        let Some(address) = address.filter(|_| is_permitted) else {
            return false;
        };
        let Some(name) = address.as_str().and_then(|text| text.strip_prefix(OWN)) else {
            return false;
        };
        let path = self.folder.named(name).ok();
        let Some(uri) = path.and_then(|path| uri_text(&path)) else {
            // A file of the folder cannot have this name. If the page saves the file, the answer says so.
            return true;
        };
        *address = Value::String(uri);
        self.server.take(message)
    }
}
