//! Coverage: the clauses, moves, options, endings and statements of a ruleset that its scenarios use.

use crate::Outcome;
use crate::Rules;
use crate::explain::Why;
use linstock_base::{FileId, Sources, Span};
use linstock_engine::vm::{Move, Position};
use linstock_model::{Model, TagId};
use std::collections::{BTreeMap, BTreeSet};

/// A target that a scenario can hit.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Target {
    /// A clause or reading, by its tag.
    Clause(String),
    /// A move, by name.
    Move(String),
    /// An option, by name.
    Option(String),
    /// An ending, by its reason.
    Ending(String),
    /// A statement with clauses.
    Statement(Span),
}

/// Counts the targets that the scenarios hit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hits {
    /// All targets, each with its clauses and its description.
    known: BTreeMap<Target, (Vec<String>, String)>,
    /// Clauses that nothing executes.
    unplayed: BTreeSet<String>,
    /// The scenarios that hit each target.
    hit: BTreeMap<Target, BTreeSet<usize>>,
    /// The current scenario.
    scenario: usize,
}

/// The report of coverage.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Coverage {
    /// All targets, sorted by clause.
    pub rows: Vec<CoverageRow>,
}

/// A target in the report.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CoverageRow {
    /// Its clauses.
    pub clauses: String,
    /// Its description.
    pub what: String,
    /// The number of scenarios that hit it.
    pub scenarios: usize,
}

impl Coverage {
    /// Returns the number of targets that were hit.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let coverage = linstock::ScenarioRunner::new(sources).expect("no mistakes").coverage();
    /// assert_eq!(coverage.hit(), 0);
    /// ```
    #[must_use]
    pub fn hit(&self) -> usize {
        self.rows.iter().filter(|row| row.scenarios > 0).count()
    }

    /// Returns the share of targets that were hit in whole per cent, rounded down; 100 if there are no targets.
    ///
    /// ```
    /// # let sources = linstock::Sources::from([("tic-tac-toe.game", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tic-tac-toe/tic-tac-toe.game")))]);
    /// # let rules = linstock::Rules::load(&sources, &linstock::Choices::default()).expect("no mistakes");
    /// let coverage = linstock::ScenarioRunner::new(sources).expect("no mistakes").coverage();
    /// assert_eq!(coverage.per_cent(), 0);
    /// ```
    #[must_use]
    pub fn per_cent(&self) -> usize {
        (self.hit() * 100)
            .checked_div(self.rows.len())
            .unwrap_or(100)
    }
}

impl Coverage {
    /// Returns whether a clause was hit, or another target that has only this clause.
    #[must_use]
    pub fn is_hit(&self, clause: &str) -> bool {
        let mut rows = self.rows.iter();
        rows.any(|row| row.clauses == clause && row.scenarios > 0)
    }
}

impl Hits {
    /// Adds the targets of a ruleset. The same game under other options may have more targets.
    pub(super) fn knows(&mut self, rules: &Rules) {
        let model = rules.model();
        self.know_clauses(model);
        let offered: BTreeSet<_> = rules
            .decision_points
            .iter()
            .flat_map(|a| &a.items)
            .map(|item| item.mv)
            .collect();
        for mv in offered.into_iter().map(|mv| model.mv(mv)) {
            let what = (names(model, &mv.tags), format!("move {}", mv.name));
            self.know(Target::Move(mv.name.clone()), what);
        }
        for option in &model.options {
            let what = (
                names(model, &option.tags),
                format!("option {}", option.name),
            );
            self.know(Target::Option(option.name.clone()), what);
        }
        // The last ending belongs to no statement: play reached the end of the sequence.
        for end in rules.ends.iter().rev().skip(1) {
            let what = (
                names(model, &end.tags),
                format!("ending \"{}\"", end.reason),
            );
            self.know(Target::Ending(end.reason.clone()), what);
        }
        for statement in &rules.tagged {
            let tags = names(model, &statement.tags);
            self.know(Target::Statement(statement.span), (tags, String::new()));
        }
    }

    /// Adds the clauses and readings of the rule sheet.
    fn know_clauses(&mut self, model: &Model) {
        let entries = || model.sheet.clauses.iter().chain(&model.sheet.readings);
        let unplayed = entries().filter(|entry| entry.unplayed.is_some());
        self.unplayed
            .extend(unplayed.map(|entry| model.tag(entry.tag).to_owned()));
        for entry in entries() {
            let tag = model.tag(entry.tag).to_owned();
            self.know(Target::Clause(tag.clone()), (vec![tag], entry.text.clone()));
        }
    }

    fn know(&mut self, target: Target, about: (Vec<String>, String)) {
        let (tags, _) = &about;
        let dead = !tags.is_empty() && tags.iter().all(|tag| self.unplayed.contains(tag));
        if !dead {
            self.known.entry(target).or_insert(about);
        }
    }

    /// Begins another scenario.
    pub(super) fn begin(&mut self) {
        self.scenario += 1;
    }

    fn hit(&mut self, target: Target) {
        self.hit.entry(target).or_default().insert(self.scenario);
    }

    /// Counts a clause that decided something.
    pub(super) fn tag(&mut self, tag: &str) {
        self.hit(Target::Clause(tag.to_owned()));
    }

    fn tags(&mut self, model: &Model, tags: &[TagId]) {
        tags.iter().for_each(|&tag| self.tag(model.tag(tag)));
    }

    fn statements(&mut self, rules: &Rules, ran: &[u32]) {
        for statement in ran.iter().filter_map(|&at| rules.tagged.get(at as usize)) {
            self.hit(Target::Statement(statement.span));
            self.tags(rules.model(), &statement.tags);
        }
    }

    /// Counts the options under which a game began.
    pub(super) fn chose(&mut self, model: &Model) {
        for option in model.options.iter().filter(|o| o.value != o.default) {
            self.hit(Target::Option(option.name.clone()));
            self.tags(model, &option.tags);
        }
    }

    /// Counts a game that began at its start position.
    pub(super) fn started(&mut self, rules: &Rules) {
        let model = rules.model();
        let lists = model.lists.iter().map(|list| &list.tags);
        let zones = model.zones.iter().map(|zone| &zone.tags);
        let memories = model.memories.iter().map(|memory| &memory.tags);
        for tags in lists.chain(zones).chain(memories) {
            self.tags(model, tags);
        }
        // A fault here was reported when the session began.
        let ran = rules.trace_start().unwrap_or_default();
        self.statements(rules, &ran);
    }

    /// Counts a move that was played in a position.
    pub(super) fn played(&mut self, rules: &Rules, (state, mv): (&Position, Move), why: &Why) {
        let model = rules.model();
        self.tags(model, &model.ground);
        self.tags(model, &why.carried);
        self.tags(model, rules.decision_tags(state));
        self.hit(Target::Move(model.mv(rules.args(state, mv).0).name.clone()));
        // The move was played before, so it does not fail here.
        let ran = rules.trace(state, mv).unwrap_or_default();
        self.statements(rules, &ran);
    }

    /// Counts the end of a game, with its scores.
    pub(super) fn ended(&mut self, rules: &Rules, outcome: &Outcome) {
        self.hit(Target::Ending(outcome.written.clone()));
        self.tags(rules.model(), &outcome.tags);
        if let Some(score) = &rules.model().score {
            self.tags(rules.model(), &score.tags);
        }
    }

    /// Returns the number of scenarios in which each clause decided something.
    pub(super) fn clauses(&self) -> BTreeMap<String, usize> {
        let clauses = self.known.keys().filter_map(|target| match target {
            Target::Clause(tag) => {
                Some((tag.clone(), self.hit.get(target).map_or(0, BTreeSet::len)))
            }
            _ => None,
        });
        clauses.collect()
    }

    /// Returns the report. `sources` provides the text of statements.
    pub(super) fn coverage(&self, sources: &Sources) -> Coverage {
        let mut rows: Vec<_> = self.known.iter().collect();
        rows.sort_by_cached_key(|(target, (tags, what))| {
            let first = tags.first().map(|tag| natural(tag));
            let kind = matches!(target, Target::Clause(_));
            (
                first.is_none(),
                first,
                !kind,
                (*target).clone(),
                what.clone(),
            )
        });
        let row = |(target, (tags, what)): (&Target, &(Vec<String>, String))| CoverageRow {
            clauses: tags.join(" "),
            what: match target {
                Target::Statement(span) => quoted(sources, *span),
                _ => what.clone(),
            },
            scenarios: self.hit.get(target).map_or(0, BTreeSet::len),
        };
        Coverage {
            rows: rows.into_iter().map(row).collect(),
        }
    }
}

fn names(model: &Model, tags: &[TagId]) -> Vec<String> {
    tags.iter().map(|&tag| model.tag(tag).to_owned()).collect()
}

/// Returns a sort key for a tag, so that `X-2` comes before `X-10`.
fn natural(tag: &str) -> (String, u64) {
    let digits = tag.len() - tag.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (head, number) = tag.split_at(tag.len() - digits);
    (head.to_owned(), number.parse().unwrap_or(0))
}

/// Returns the first line of a statement with its line number, and with its file unless that is the first one.
fn quoted(sources: &Sources, span: Span) -> String {
    let text = sources.slice(span).lines().next().unwrap_or_default();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = sources.line_column(span).0;
    if span.file == FileId::default() {
        return format!("line {line}: {words}");
    }
    let path = sources.get(span.file).path.rsplit('/').next();
    format!("{}, line {line}: {words}", path.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::natural;

    #[test]
    fn tags_are_sorted_by_their_numbers() {
        let mut tags = ["CA-10", "B2", "CA-9", "B10"];
        tags.sort_by_key(|tag| natural(tag));
        assert_eq!(tags, ["B2", "B10", "CA-9", "CA-10"]);
    }
}
