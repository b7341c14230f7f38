//! Why a ruleset could not be found or loaded.

use crate::shown::Shown;
use linstock_base::{Diagnostic, Diagnostics, Sources, Style};

/// Why a ruleset could not be loaded.
#[derive(Clone, Debug)]
pub(crate) enum LoadError {
    /// There is no ruleset of this name or path.
    UnknownGame(String),
    /// It has mistakes.
    BadRules {
        found: Diagnostics,
        sources: Sources,
    },
    /// The choices do not fit it.
    BadOption(String),
}

impl LoadError {
    /// Renders the reason, with source lines.
    pub(crate) fn text(&self, style: Style) -> String {
        match self {
            Self::UnknownGame(text) | Self::BadOption(text) => text.clone(),
            Self::BadRules { found, sources } => found.render(sources, style),
        }
    }

    /// Renders the reason for the terminal.
    pub(super) fn shown(&self, style: Style) -> Shown {
        match self {
            Self::UnknownGame(text) | Self::BadOption(text) => text.into(),
            Self::BadRules { found, sources } => Shown::rendered(found, sources, style),
        }
    }

    pub(super) fn unreadable(what: String) -> Self {
        Self::BadRules {
            found: Diagnostics::from(Diagnostic::general("E1201", what)),
            sources: Sources::new(),
        }
    }
}
