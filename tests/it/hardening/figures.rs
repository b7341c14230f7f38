//! What came of the trials.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// What came of one trial.
pub(super) struct Outcome {
    /// The number that makes its input.
    pub(super) input: u64,
    pub(super) failure: Option<String>,
    pub(super) took: Duration,
    /// In kilobytes.
    pub(super) memory: u64,
}

/// The figures of one kind.
#[derive(Default)]
struct OfKind {
    inputs: usize,
    failures: usize,
    slowest: (Duration, u64),
    largest: (u64, u64),
}

/// The figures of all trials.
#[derive(Default)]
pub(super) struct Figures {
    kinds: BTreeMap<&'static str, OfKind>,
    failures: Vec<String>,
}

impl Figures {
    pub(super) fn add(&mut self, kind: &'static str, outcome: Outcome) {
        let Outcome {
            input,
            failure,
            took,
            memory,
        } = outcome;
        let of_kind = self.kinds.entry(kind).or_default();
        of_kind.inputs += 1;
        of_kind.slowest = of_kind.slowest.max((took, input));
        of_kind.largest = of_kind.largest.max((memory, input));
        if let Some(failure) = failure {
            of_kind.failures += 1;
            self.failures
                .push(format!("{kind}, input {input}: {failure}"));
        }
    }

    pub(super) fn failures(&self) -> &[String] {
        &self.failures
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<22} {:>7} {:>9} {:>10} {:>12}",
            "kind", "inputs", "failures", "slowest", "largest"
        )?;
        for (kind, of_kind) in &self.kinds {
            let (slowest, largest) = (of_kind.slowest.0.as_secs_f64(), of_kind.largest.0 / 1000);
            let (inputs, failures) = (of_kind.inputs, of_kind.failures);
            writeln!(
                f,
                "{kind:<22} {inputs:>7} {failures:>9} {slowest:>8.2} s {largest:>9} MB"
            )?;
        }
        self.failures
            .iter()
            .try_for_each(|one| writeln!(f, "{one}"))
    }
}
