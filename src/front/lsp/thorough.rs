//! Checks that take longer than an editor waits for at a keystroke, each done on a thread of its own.

use crate::front::lsp::checking::{FileFindings, ThoroughFindings};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What a thorough check found, and of which folder as it was when.
pub(super) struct ThoroughReport {
    pub(super) folder: PathBuf,
    pub(super) change: u64,
    pub(super) findings: ThoroughFindings,
}

/// The thorough checks of a folder.
#[derive(Debug, Default)]
pub(super) struct ThoroughChecks {
    pub(super) running: bool,
    /// Another one is wanted, for this text.
    pub(super) again: Option<PathBuf>,
    pub(super) hits: Option<BTreeMap<String, usize>>,
}

/// What is wrong with a variant as it was when, with the changes that bring it about.
pub(super) struct CauseReport {
    pub(super) path: PathBuf,
    pub(super) change: u64,
    pub(super) found: FileFindings,
}

/// The searches for changes of variants that bring mistakes about, one at a time.
#[derive(Debug, Default)]
pub(super) struct CauseSearches {
    pub(super) running: bool,
    /// Another one is wanted, for this text.
    pub(super) again: Option<PathBuf>,
}
