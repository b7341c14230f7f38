//! Events that reach the server.

use crate::lsp::slow_checks::SlowReport;
use crate::lsp::waiting_requests::ThreadAnswer;
use lsp_server::Message;
#[cfg(feature = "table")]
use std::sync::Arc;

/// An event that reaches the server.
pub(super) enum Arrival {
    /// A message from the editor.
    Said(Message),
    /// A message from a page of this program, and its place among those that wait.
    #[cfg(feature = "table")]
    Passed(Message, WaitingPlace),
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

/// The place of a message among those that wait for a server. It is free again when it is dropped.
#[cfg(feature = "table")]
#[derive(Clone, Debug, Default)]
pub(super) struct WaitingPlace(Arc<()>);

#[cfg(feature = "table")]
impl WaitingPlace {
    /// Returns how many places are taken beside this one.
    pub(super) fn taken(&self) -> usize {
        Arc::strong_count(&self.0) - 1
    }
}
