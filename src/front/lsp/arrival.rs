//! What reaches the server.

use crate::front::lsp::thorough::{CauseReport, ThoroughReport};
use lsp_server::Message;

/// What reaches the server.
pub(super) enum Arrival {
    /// A message of the editor.
    Said(Message),
    /// Something that is no message, and why.
    Garbage(String),
    /// What a thorough check has found.
    Found(Box<ThoroughReport>),
    /// What is wrong with a variant, with its causes.
    Caused(Box<CauseReport>),
    /// The editor is gone.
    End,
}
