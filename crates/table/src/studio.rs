//! The designer's page: the program reads and writes the rules and answers for the language server; this crate connects it with
//! the page of the host.

use linstock_base::Sources;
use linstock_play::{Rules, Save, Session};
use std::sync::Arc;
use tokio::sync::mpsc;

/// What the host may do with the rules of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum RulesAccess {
    /// Nothing is offered.
    #[default]
    None,
    /// The rules can be edited on the host's page.
    Editable,
    /// The rules cannot be edited here; this command makes a copy that can.
    Copy(String),
}

/// Rules that were read again, for a game that goes on.
#[derive(Clone, Debug)]
pub struct NewRules {
    /// The rules.
    pub rules: Arc<Rules>,
    /// Their texts.
    pub sources: Arc<Sources>,
    /// If a move is no longer legal, the game goes on before it. Otherwise it stays under the old rules.
    pub goes_back: bool,
}

/// What a visit has for its page, or for the table.
#[derive(Clone, Debug)]
pub(crate) enum StudioEvent {
    Say(String),
    Renew(NewRules),
    /// A message of the page could not be read.
    Unreadable,
}

/// Sends messages to a designer's page.
#[derive(Clone, Debug)]
pub struct StudioSender(pub(crate) mpsc::Sender<StudioEvent>);

impl StudioSender {
    /// Sends a message in JSON. Waits while the page does not read; returns whether the page is still there.
    #[must_use]
    pub fn say(&self, message: String) -> bool {
        self.0.blocking_send(StudioEvent::Say(message)).is_ok()
    }

    /// Lets the game go on under other rules. Returns whether the page is still there.
    #[must_use]
    pub fn renew(&self, new: NewRules) -> bool {
        self.0.blocking_send(StudioEvent::Renew(new)).is_ok()
    }

    /// Returns whether the page is gone.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.0.is_closed()
    }
}

/// Opens the rules of tables for their hosts.
pub trait RulesEditor: Send + Sync {
    /// Begins a visit of the host's page to the rules of a game; `None` if they cannot be edited. `broken` is how the game began if its
    /// rules have a mistake now: see [`crate::Table::with_broken_rules`].
    fn open(
        &self,
        session: &Session,
        broken: Option<&Save>,
        page: StudioSender,
    ) -> Option<Box<dyn StudioVisit>>;
}

/// A visit of a page to the rules. It ends when it is dropped.
pub trait StudioVisit: Send {
    /// Takes a message of the page, and returns whether it could be read. Answers go to the page's sender.
    fn take(&mut self, message: &str) -> bool;
}
