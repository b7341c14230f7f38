//! Checks too slow to run at each keystroke; each runs on its own thread.

use crate::lsp::checking::ThoroughFindings;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A check that runs at most once at a time.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum SlowCheck {
    /// Everything in a folder: random play, variants, scenarios.
    Thorough(PathBuf),
    /// The search for the changes in a variant that cause mistakes.
    Causes,
}

/// The findings of a check, for the ruleset of a text at a numbered change.
pub(super) struct SlowReport {
    pub(super) check: SlowCheck,
    pub(super) path: PathBuf,
    pub(super) change: u64,
    pub(super) findings: ThoroughFindings,
}

/// The running checks, each with the text for which it must run again.
#[derive(Debug, Default)]
pub(super) struct SlowChecks(BTreeMap<SlowCheck, Option<PathBuf>>);

impl SlowChecks {
    /// If a check runs, makes it run again for a text afterwards; returns whether one runs.
    pub(super) fn is_put_off(&mut self, check: &SlowCheck, path: &Path) -> bool {
        let running = self.0.get_mut(check);
        let is_running = running.is_some();
        if let Some(again) = running {
            *again = Some(path.to_owned());
        }
        is_running
    }

    /// Records that a check runs.
    pub(super) fn begin(&mut self, check: SlowCheck) {
        self.0.insert(check, None);
    }

    /// Records that a check is over; returns the text for which it must run again.
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
