//! The results of all changes, as text and as JSON.

use crate::scenarios::mutants::listed::EditLines;
use linstock_base::Sources;
use linstock_base::plural;
use linstock_study::mutation::{Mutant, MutantFate};
use serde_json::{Value, json};

/// A change that no scenario notices.
#[derive(Debug)]
pub(super) struct Unnoticed<'b> {
    pub(super) mutant: &'b Mutant,
    pub(super) lines: EditLines,
    /// Why no scenario needs to notice it, if the list gives a reason.
    pub(super) reason: Option<String>,
}

/// The results of the changes of one ruleset.
#[derive(Debug)]
pub(super) struct MutantReport<'b> {
    name: String,
    all: usize,
    refused: usize,
    same: usize,
    noticed: usize,
    /// The changes not tried before the run was stopped.
    untried: usize,
    /// The changes that no scenario notices.
    pub(super) unnoticed: Vec<Unnoticed<'b>>,
    /// The first lines of listed changes that are not among them.
    pub(super) stale: Vec<String>,
}

/// Returns whether no scenario notices a change.
pub(super) fn lives_on(fate: MutantFate) -> bool {
    matches!(fate, MutantFate::Unnoticed)
}

/// Returns the message that no change of a ruleset was tried.
pub(super) fn not_begun(name: &str) -> String {
    format!("{name}: ended early: no change tried out\n")
}

impl MutantReport<'_> {
    /// Counts the results.
    pub(super) fn of(name: &str, fates: &[Option<MutantFate>]) -> Self {
        let tried = || fates.iter().flatten();
        let count = |wanted: fn(&MutantFate) -> bool| tried().filter(|f| wanted(f)).count();
        Self {
            name: name.to_owned(),
            all: fates.len(),
            refused: count(|fate| matches!(fate, MutantFate::Refused)),
            same: count(|fate| matches!(fate, MutantFate::Same)),
            noticed: count(|fate| matches!(fate, MutantFate::Noticed(_))),
            untried: fates.len() - tried().count(),
            unnoticed: Vec::new(),
            stale: Vec::new(),
        }
    }

    /// Returns the number of unnoticed changes without a reason in the list.
    fn unlisted(&self) -> usize {
        self.unnoticed
            .iter()
            .filter(|one| one.reason.is_none())
            .count()
    }

    /// Returns the number of changes that could be noticed: those that make different rules.
    fn tried(&self) -> usize {
        self.noticed + self.unnoticed.len()
    }

    /// Returns whether all changes were tried.
    pub(super) fn is_complete(&self) -> bool {
        self.untried == 0
    }

    /// Returns whether at most `most` per cent of the changes are unnoticed without a reason in the list.
    pub(super) fn is_within(&self, most: usize) -> bool {
        self.unlisted() * 100 <= most * self.tried()
    }

    /// Summarises how many changes were noticed.
    pub(super) fn sums(&self, list: &str) -> String {
        let Self {
            name,
            refused,
            same,
            noticed,
            ..
        } = self;
        let (all, living) = (plural(self.all, "change"), self.unnoticed.len());
        let mut text = format!(
            "{name}: {all}: {refused} refused by the check, {same} that are the same rules, {noticed} noticed, {living} not noticed ({} %)\n",
            per_cent(living, self.tried())
        );
        if !self.is_complete() {
            text.push_str(&format!(
                "{name}: ended early: {} not tried out\n",
                plural(self.untried, "change")
            ));
        }
        let listed = living - self.unlisted();
        if listed > 0 {
            text.push_str(&format!(
                "{name}: of those not noticed, listed with a reason: {listed}; not listed: {} ({} %)\n",
                self.unlisted(),
                per_cent(self.unlisted(), self.tried())
            ));
        }
        if self.unlisted() > 0 {
            text.push_str(&format!(
                "write a scenario that fails for each, or list it with its reason in `{list}`\n"
            ));
        }
        for line in &self.stale {
            text.push_str(&format!(
                "{name}: `{line}` is listed in `{list}`, but no such change lives on; take it out of the list\n"
            ));
        }
        text
    }

    /// Reports that too many changes are unnoticed.
    pub(super) fn too_many(&self, most: usize) -> String {
        format!(
            "{}: {} % of the changes are not noticed, and --fail-over allows {most} %\n",
            self.name,
            per_cent(self.unlisted(), self.tried())
        )
    }

    /// Returns the report as JSON.
    pub(super) fn json(&self, sources: &Sources) -> Value {
        let unnoticed = self.unnoticed.iter().map(|one| {
            let span = one.mutant.span;
            let (line, column) = sources.line_column(span);
            json!({
                "file": sources.get(span.file).path,
                "line": line,
                "column": column,
                "old": sources.slice(span),
                "new": one.mutant.text,
                "lines_before": one.lines.before,
                "lines_after": one.lines.after,
                "reason": one.reason,
            })
        });
        json!({
            "ruleset": self.name,
            "changes": self.all,
            "refused": self.refused,
            "same": self.same,
            "noticed": self.noticed,
            "unnoticed": unnoticed.collect::<Vec<_>>(),
            "untried": self.untried,
            "stale": self.stale,
        })
    }
}

/// Writes a share in per cent, with one decimal place.
fn per_cent(part: usize, all: usize) -> String {
    let tenths = (part * 1000 + all / 2).checked_div(all).unwrap_or(0);
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::{MutantReport, per_cent};
    use linstock_study::mutation::MutantFate::{Noticed, Refused, Same};

    #[test]
    fn changes_that_say_nothing_are_not_counted() {
        let fates = [Refused, Same, Noticed(3), Noticed(0)].map(Some);
        let report = MutantReport::of("game", &fates);
        assert_eq!(
            report.sums("list"),
            "game: 4 changes: 1 refused by the check, 1 that are the same rules, 2 noticed, 0 not noticed (0.0 %)\n"
        );
        assert!(report.is_within(0));
        let report = MutantReport::of("game", &[Some(Noticed(0)), None]);
        let ended = "game: ended early: 1 change not tried out\n";
        assert!(report.sums("list").contains(ended) && !report.is_complete());
        assert_eq!([per_cent(1, 3), per_cent(0, 0)], ["33.3", "0.0"]);
    }
}
