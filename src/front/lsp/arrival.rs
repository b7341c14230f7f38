//! What reaches the server.

use crate::front::lsp::thorough::ThoroughReport;
use lsp_server::Message;

/// What reaches the server.
pub(super) enum Arrival {
    /// A message of the editor.
    Said(Message),
    /// Something that is no message, and why.
    Garbage(String),
    /// What a thorough check has found.
    Found(Box<ThoroughReport>),
    /// The editor is gone.
    End,
}
