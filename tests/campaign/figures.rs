//! Figures of a run, and the inputs that it keeps.

use crate::internal_tests::campaign::inputs::{Input, Kind};
use crate::internal_tests::campaign::{Finding, Plan};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// What came of the inputs of one kind.
#[derive(Clone, Debug, Default)]
struct Row {
    /// Texts, or lines of what is lines.
    inputs: u64,
    /// The inputs that were findings.
    found: u64,
    longest: Duration,
    /// What all of them took together.
    time: Duration,
}

/// What came of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    rows: BTreeMap<Kind, Row>,
    /// How the inputs fared: how far rules came, how many plies were played, and so on.
    pub(super) tally: BTreeMap<&'static str, u64>,
    /// The findings, one for each kind of input and of finding, with the smallest input.
    pub(super) findings: BTreeMap<(Kind, &'static str), (u64, String)>,
    pub(super) time: Duration,
}

impl Figures {
    /// What is counted of inputs that are lines.
    const LINES: [&'static str; 2] = ["requests", "typed lines"];

    /// Counts an input: what came of it, how long its longest request took, and how long all of it.
    pub(super) fn count(
        &mut self,
        kind: Kind,
        result: &Result<(), Finding>,
        (took, all): (Duration, Duration),
    ) {
        let row = self.rows.entry(kind).or_default();
        row.time += all;
        row.inputs += Self::LINES
            .iter()
            .map(|what| super::properties::counted(what))
            .sum::<u64>()
            .max(1);
        row.found += u64::from(result.is_err());
        row.longest = row.longest.max(took);
        for (what, count) in super::properties::tallied() {
            *self.tally.entry(what).or_default() += count;
        }
    }

    /// Keeps a finding: its first input of each kind in the figures, up to twenty of them on disk.
    pub(super) fn keep(&mut self, plan: &Plan, kind: Kind, input: &Input, finding: &Finding) {
        let text = format!("{}: {}\n{}", finding.what, finding.detail, input.text());
        let entry = self
            .findings
            .entry((kind, finding.what))
            .or_insert((0, String::new()));
        entry.0 += 1;
        if entry.0 == 1 || text.len() < entry.1.len() {
            entry.1.clone_from(&text);
        }
        if let Some(folder) = &plan.keep
            && entry.0 <= 20
        {
            let name = format!(
                "{kind:?}-{}-{}-{}.txt",
                finding.what.replace(' ', "-"),
                plan.seed,
                entry.0
            );
            std::fs::write(folder.join(name), text).expect("a finding can be written");
        }
    }

    /// Tells whether each kind of input was tried.
    pub(super) fn every_kind_came_through(&self) -> bool {
        let mut kinds = Kind::SHORT.iter();
        kinds.all(|(kind, _)| self.rows.contains_key(kind))
    }

    /// The figures on one line, for `tests/campaign/run` to add up.
    pub(super) fn json(&self) -> String {
        let rows: serde_json::Map<_, _> = self
            .rows
            .iter()
            .map(|(kind, row)| {
                let row = serde_json::json!({"inputs": row.inputs, "found": row.found, "longest_ms": u64::try_from(row.longest.as_millis()).unwrap_or(u64::MAX), "ms": u64::try_from(row.time.as_millis()).unwrap_or(u64::MAX)});
                (format!("{kind:?}"), row)
            })
            .collect();
        let findings: serde_json::Map<_, _> = self
            .findings
            .iter()
            .map(|((kind, what), (count, _))| {
                (format!("{kind:?}: {what}"), serde_json::json!(count))
            })
            .collect();
        serde_json::json!({"seconds": self.time.as_secs(), "inputs": rows, "tally": self.tally, "findings": findings}).to_string()
    }
}

/// Adds up the figures of a folder, a line each; processes that died are findings of their own.
pub(super) fn added_up(folder: &Path) -> String {
    let mut sums: BTreeMap<String, u64> = BTreeMap::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("died-") {
            *sums
                .entry("findings: a process that died".to_owned())
                .or_default() += 1;
        } else if name.starts_with("figures-") {
            let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
            add(
                &mut sums,
                "",
                &serde_json::from_str(&text).unwrap_or_default(),
            );
        }
    }
    sums.iter()
        .map(|(what, sum)| format!("{what}: {sum}\n"))
        .collect()
}

/// Adds numbers by the path to them; of times the longest is kept.
fn add(sums: &mut BTreeMap<String, u64>, path: &str, value: &serde_json::Value) {
    if let Some(number) = value.as_u64() {
        let sum = sums.entry(path.to_owned()).or_default();
        *sum = if path.ends_with("longest_ms") {
            number.max(*sum)
        } else {
            *sum + number
        };
    }
    for (name, inner) in value.as_object().into_iter().flatten() {
        let path = if path.is_empty() {
            name.clone()
        } else {
            format!("{path}: {name}")
        };
        add(sums, &path, inner);
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:.0} s", self.time.as_secs_f64())?;
        for (kind, row) in &self.rows {
            let (inputs, found, longest) = (row.inputs, row.found, row.longest.as_secs_f64());
            let (seconds, each) = (row.time.as_secs_f64(), inputs.max(1) as f64);
            writeln!(
                f,
                "{kind:?}: {inputs} inputs in {seconds:.1} s ({:.1} a second), {found} findings, the longest request {longest:.2} s",
                each / seconds.max(0.001)
            )?;
        }
        for (what, count) in &self.tally {
            writeln!(f, "{what}: {count}")?;
        }
        for ((kind, what), (count, text)) in &self.findings {
            writeln!(f, "\n---- {kind:?}: {what}, {count} times\n{text}")?;
        }
        Ok(())
    }
}
