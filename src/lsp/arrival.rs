//! What reaches the server.

use crate::lsp::slow_checks::SlowReport;
use lsp_server::Message;

/// What reaches the server.
pub(super) enum Arrival {
    /// A message of the editor.
    Said(Message),
    /// Something that is no message, and why.
    Garbage(String),
    /// What a check that takes long has found.
    Found(Box<SlowReport>),
    /// Something may have changed in a folder of open texts.
    OnDisk,
    /// The editor is gone.
    End,
}
