//! Events that reach the server.

use crate::lsp::slow_checks::SlowReport;
use crate::lsp::waiting_requests::ThreadAnswer;
use lsp_server::Message;

/// An event that reaches the server.
pub(super) enum Arrival {
    /// A message from the editor.
    Said(Message),
    /// Input that is not a message, and why.
    Garbage(String),
    /// The answer to a request.
    Answered(Box<ThreadAnswer>),
    /// The findings of a slow check.
    Found(Box<SlowReport>),
    /// A file may have changed in a folder of open texts.
    OnDisk,
    /// The editor is gone.
    End,
}
