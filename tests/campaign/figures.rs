//! Figures of a run, the inputs that it keeps, and the sum of the runs of a folder.

use crate::program_tests::campaign::inputs::{CampaignInput, Kind};
use crate::program_tests::campaign::{Finding, Plan, properties};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// What came of the inputs of one kind.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct KindFigures {
    /// Texts, or lines of what is lines.
    inputs: u64,
    /// The inputs that were findings.
    found: u64,
    /// The longest request, in microseconds.
    longest: u64,
    /// The most memory that the process had while this kind was tried, in KB.
    memory: u64,
    /// How long all inputs were on a core together, making them included, in microseconds.
    time: u64,
}

impl KindFigures {
    fn add(&mut self, other: &Self) {
        self.inputs += other.inputs;
        self.found += other.found;
        self.longest = self.longest.max(other.longest);
        self.memory = self.memory.max(other.memory);
        self.time += other.time;
    }
}

impl fmt::Display for KindFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.time as f64 / 1e6;
        write!(
            f,
            "{:>10} inputs, {} findings, the longest request {:.2} s, at most {} MB, {:.0} s of a core, {:.0} inputs in each",
            self.inputs,
            self.found,
            self.longest as f64 / 1e6,
            self.memory / 1000,
            seconds,
            self.inputs as f64 / seconds.max(0.001)
        )
    }
}

/// What came of a run, by the names of kinds.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct RunFigures {
    /// How long the run was.
    seconds: u64,
    kinds: BTreeMap<String, KindFigures>,
    tally: BTreeMap<String, u64>,
    /// What rules that `check` calls sound said when they failed in play.
    #[serde(default)]
    faults: BTreeMap<String, u64>,
    findings: BTreeMap<String, u64>,
}

/// What came of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    rows: BTreeMap<Kind, KindFigures>,
    /// How the inputs fared: how far rules came, how many plies were played, and so on.
    pub(super) tally: BTreeMap<&'static str, u64>,
    /// The faults in play of which `check` says nothing.
    faults: BTreeMap<String, u64>,
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
        row.time += microseconds(all);
        row.inputs += Self::LINES
            .iter()
            .map(|what| properties::counted(what))
            .sum::<u64>()
            .max(1);
        row.found += u64::from(result.is_err());
        row.longest = row.longest.max(microseconds(took));
        for (what, count) in properties::tallied() {
            *self.tally.entry(what).or_default() += count;
        }
    }

    /// Counts faults in play of which `check` says nothing; of each the first few inputs are kept on disk.
    pub(super) fn count_faults(&mut self, plan: &Plan, input: &CampaignInput) {
        for (what, count) in properties::untold_faults() {
            let number = self.faults.len();
            let known = self.faults.entry(what.clone()).or_default();
            *known += count;
            if let (Some(folder), true) = (&plan.keep, *known == count) {
                let name = format!("fault-{}-{number}.txt", plan.seed);
                let text = format!("{what}\n{}", input.text());
                std::fs::write(folder.join(name), text).expect("a fault can be written");
            }
        }
    }

    /// Notes how much memory the process had while a kind was tried, in KB.
    pub(super) fn note_memory(&mut self, kind: Kind, peak: Option<u64>) {
        let row = self.rows.entry(kind).or_default();
        row.memory = row.memory.max(peak.unwrap_or_default());
    }

    /// Returns the time that a kind has had so far, in microseconds.
    pub(super) fn time_of(&self, kind: Kind) -> u64 {
        self.rows.get(&kind).map_or(0, |row| row.time)
    }

    /// Keeps a finding: its first input of each kind in the figures, up to twenty of them on disk.
    pub(super) fn keep(
        &mut self,
        plan: &Plan,
        kind: Kind,
        input: &CampaignInput,
        finding: &Finding,
    ) {
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
        Kind::ALL.iter().all(|kind| self.rows.contains_key(kind))
    }

    fn sums(&self) -> RunFigures {
        let kinds = self.rows.iter();
        let findings = self.findings.iter();
        RunFigures {
            seconds: self.time.as_secs(),
            kinds: kinds
                .map(|(kind, row)| (kind.in_words().to_owned(), row.clone()))
                .collect(),
            tally: self
                .tally
                .iter()
                .map(|(what, count)| ((*what).to_owned(), *count))
                .collect(),
            faults: self.faults.clone(),
            findings: findings
                .map(|((kind, what), (count, _))| (format!("{}: {what}", kind.in_words()), *count))
                .collect(),
        }
    }

    /// Writes the figures into the folder of the run, for `tests/campaign/run` to add up.
    pub(super) fn write(&self, plan: &Plan) {
        let Some(folder) = &plan.keep else {
            return;
        };
        let text = serde_json::to_string(&self.sums()).expect("figures are plain values");
        std::fs::write(folder.join(format!("figures-{}.json", plan.seed)), text)
            .expect("figures can be written");
    }
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl RunFigures {
    fn add(&mut self, other: &Self) {
        self.seconds += other.seconds;
        for (kind, row) in &other.kinds {
            self.kinds.entry(kind.clone()).or_default().add(row);
        }
        for (what, count) in &other.tally {
            *self.tally.entry(what.clone()).or_default() += count;
        }
        for (what, count) in &other.faults {
            *self.faults.entry(what.clone()).or_default() += count;
        }
        for (what, count) in &other.findings {
            *self.findings.entry(what.clone()).or_default() += count;
        }
    }
}

impl fmt::Display for RunFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = KindFigures::default();
        for (kind, row) in &self.kinds {
            writeln!(f, "{kind:>20}: {row}")?;
            all.add(row);
        }
        writeln!(f, "{:>20}: {all}", "all")?;
        for (what, count) in &self.tally {
            writeln!(f, "{what}: {count}")?;
        }
        for (what, count) in &self.faults {
            writeln!(f, "a fault of which check says nothing: {what}: {count}")?;
        }
        for (what, count) in &self.findings {
            writeln!(f, "found: {what}: {count}")?;
        }
        Ok(())
    }
}

/// Adds up the figures of all runs of a folder; processes that died are findings of their own.
pub(super) fn added_up(folder: &Path) -> String {
    let mut sums = RunFigures::default();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("died-") {
            let died = "a process that died".to_owned();
            *sums.findings.entry(died).or_default() += 1;
        } else if name.starts_with("figures-") {
            let text = std::fs::read_to_string(entry.path()).expect("figures can be read");
            sums.add(&serde_json::from_str(&text).expect("figures are as they were written"));
        }
    }
    sums.to_string()
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.sums())?;
        for ((kind, what), (count, text)) in &self.findings {
            writeln!(f, "\n---- {kind:?}: {what}, {count} times\n{text}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{KindFigures, RunFigures};

    /// One run of one kind.
    fn run(inputs: u64, longest: u64, found: &str) -> RunFigures {
        let row = KindFigures {
            inputs,
            found: 1,
            longest,
            memory: inputs,
            time: 1_000_000,
        };
        RunFigures {
            seconds: 1,
            kinds: [("saves".to_owned(), row)].into(),
            tally: [("games".to_owned(), inputs)].into(),
            faults: [("too large".to_owned(), inputs)].into(),
            findings: [(found.to_owned(), 1)].into(),
        }
    }

    #[test]
    fn runs_are_added_up_and_of_times_and_memory_the_largest_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        for (seed, sums) in [run(3, 50, "slow"), run(4, 20, "panic")].iter().enumerate() {
            let path = folder.path().join(format!("figures-{seed}.json"));
            std::fs::write(path, serde_json::to_string(sums).expect("plain values"))
                .expect("a file");
        }
        std::fs::write(folder.path().join("died-7.txt"), "").expect("a file");
        let mut expected = run(3, 50, "slow");
        expected.add(&run(4, 20, "panic"));
        assert_eq!(expected.kinds["saves"].inputs, 7);
        assert_eq!(expected.kinds["saves"].longest, 50);
        assert_eq!(expected.kinds["saves"].memory, 4);
        let died = "a process that died".to_owned();
        expected.findings.insert(died, 1);
        assert_eq!(super::added_up(folder.path()), expected.to_string());
    }
}
