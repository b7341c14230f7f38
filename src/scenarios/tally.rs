//! How many scenarios passed, and what happened to the others.

use linstock_base::plural;

/// The summary of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// Their lines hold, and their runs equal their transcripts.
    pub(super) passed: usize,
    /// One of their lines does not hold.
    pub(super) failed: usize,
    /// Their lines hold, but their runs differ from their transcripts.
    pub(super) differ: usize,
    /// Their lines hold, and they have no transcript yet.
    pub(super) new: usize,
    /// One of their lines cannot be parsed.
    pub(super) not_run: usize,
    /// A file or a ruleset has mistakes.
    pub(super) broken: bool,
    /// How many rulesets cover fewer clauses and rules than `--fail-under` requires.
    pub(super) uncovered: usize,
}

impl Tally {
    /// Adds the scenarios of another ruleset.
    pub(super) fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.differ += other.differ;
        self.new += other.new;
        self.not_run += other.not_run;
        self.broken |= other.broken;
        self.uncovered += other.uncovered;
    }

    /// Returns whether all passed.
    pub(super) fn is_good(self) -> bool {
        self.failed + self.differ + self.new + self.not_run + self.uncovered == 0 && !self.broken
    }

    /// Counts those that did not pass, by kind.
    fn others(self) -> Vec<String> {
        let has = if self.differ == 1 { "has" } else { "have" };
        let is = if self.new == 1 { "is" } else { "are" };
        let was = if self.not_run == 1 { "was" } else { "were" };
        let parts = [
            (self.differ, format!("{has} a changed transcript")),
            (self.new, format!("{is} new and without a transcript")),
            (self.not_run, format!("{was} not run")),
        ];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        parts
            .map(|(count, what)| format!("{count} {what}"))
            .collect()
    }

    /// Summarises the results of one ruleset.
    pub(super) fn of_suite(self, name: &str) -> String {
        let all = self.passed + self.failed + self.differ + self.new + self.not_run;
        let count = plural(all, "scenario");
        let mut others = self.others();
        if self.failed > 0 {
            others.insert(0, format!("{} failed", self.failed));
        }
        match (others.is_empty(), self.broken) {
            (true, false) if all == 0 => {
                format!(
                    "{name}: no scenarios; `scenario \"a title\" FILE.scn` while it is played writes one\n"
                )
            }
            (true, false) => format!("{name}: {count}, all pass\n"),
            (true, true) => format!("{name}: {count} pass, but there are mistakes in the files\n"),
            (false, _) => format!("{name}: {count}, {}\n", others.join(", ")),
        }
    }

    /// Summarises all results, and says what to do about transcripts.
    pub(super) fn total(self) -> String {
        let mut text = format!("{} passed, {} failed", self.passed, self.failed);
        for other in self.others() {
            text.push_str(&format!(", {other}"));
        }
        if self.broken {
            text.push_str(", and there are mistakes in the files");
        }
        if self.uncovered > 0 {
            let where_to = plural(self.uncovered, "ruleset");
            text.push_str(&format!(", and too little is hit in {where_to}"));
        }
        text.push('\n');
        if self.differ + self.new > 0 {
            text.push_str(
                "`--accept` keeps the transcripts as they are now, `--review` asks about each\n",
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;

    #[test]
    fn each_sort_is_counted_for_itself() {
        let tally = Tally {
            passed: 60,
            failed: 22,
            differ: 1,
            new: 7,
            ..Tally::default()
        };
        assert_eq!(
            tally.of_suite("game"),
            "game: 90 scenarios, 22 failed, 1 has a changed transcript, 7 are new and without a transcript\n"
        );
        assert!(!tally.is_good());
        let passed = Tally {
            passed: 1,
            ..Tally::default()
        };
        assert_eq!(passed.of_suite("game"), "game: 1 scenario, all pass\n");
        assert_eq!(passed.total(), "1 passed, 0 failed\n");
        assert!(passed.is_good());
    }

    #[test]
    fn too_little_that_is_hit_is_no_mistake_in_a_file() {
        let mut tally = Tally {
            passed: 3,
            uncovered: 1,
            ..Tally::default()
        };
        assert_eq!(
            tally.total(),
            "3 passed, 0 failed, and too little is hit in 1 ruleset\n"
        );
        assert!(!tally.is_good());
        assert_eq!(tally.of_suite("game"), "game: 3 scenarios, all pass\n");
        tally.broken = true;
        assert!(
            tally
                .total()
                .contains("mistakes in the files, and too little")
        );
    }
}
