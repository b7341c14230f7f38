//! Checks that take longer than an editor waits for at a keystroke, each done on a thread of its own.

use crate::lsp::checking::ThoroughFindings;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A check of which one runs at a time.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum SlowCheck {
    /// All of a folder: random play, the variants, the scenarios.
    Thorough(PathBuf),
    /// Which changes of a variant bring mistakes about.
    Causes,
}

/// What a check has found, of the ruleset of a text as it was when.
pub(super) struct SlowReport {
    pub(super) check: SlowCheck,
    pub(super) path: PathBuf,
    pub(super) change: u64,
    pub(super) findings: ThoroughFindings,
}

/// The checks that run, each with the text for which it is wanted again.
#[derive(Debug, Default)]
pub(super) struct SlowChecks(BTreeMap<SlowCheck, Option<PathBuf>>);

impl SlowChecks {
    /// Has a check done again for a text, once the one that runs is over; tells whether one runs.
    pub(super) fn is_put_off(&mut self, check: &SlowCheck, path: &Path) -> bool {
        let running = self.0.get_mut(check);
        let is_running = running.is_some();
        if let Some(again) = running {
            *again = Some(path.to_owned());
        }
        is_running
    }

    /// Notes that a check runs.
    pub(super) fn begin(&mut self, check: SlowCheck) {
        self.0.insert(check, None);
    }

    /// Notes that a check is over; returns the text for which it is wanted again.
    pub(super) fn end(&mut self, check: &SlowCheck) -> Option<PathBuf> {
        self.0.remove(check).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::{SlowCheck, SlowChecks};
    use std::path::PathBuf;

    #[test]
    fn what_is_wanted_while_a_check_runs_is_done_once_after_it() {
        let mut checks = SlowChecks::default();
        let [a, b] = ["a", "b"].map(PathBuf::from);
        let here = SlowCheck::Thorough(PathBuf::from("here"));
        assert!(!checks.is_put_off(&here, &a));
        checks.begin(here.clone());
        assert!(!checks.is_put_off(&SlowCheck::Causes, &a), "it is another");
        assert!(checks.is_put_off(&here, &a));
        assert!(checks.is_put_off(&here, &b));
        assert_eq!(checks.end(&here), Some(b));
        assert!(!checks.is_put_off(&here, &a));
        checks.begin(here.clone());
        assert_eq!(checks.end(&here), None);
    }
}
