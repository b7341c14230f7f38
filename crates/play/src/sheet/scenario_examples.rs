//! Searches the scenarios for positions of moves that random games do not show, or of which they show little.

use crate::notation;
use crate::save::rules_hash;
use crate::scenario::{PlayedAt, ScenarioRunner};
use crate::sheet::example_search::{FoundInPlay, FoundMove};
use crate::sheet::{ExampleFiles, SheetWriter, picture};
use linstock_base::Sources;
use linstock_engine::vm::{Move, Position};
use linstock_model::{MoveRule, TagId};
use linstock_syntax::ast::{Scenario, StepKind};
use linstock_syntax::parse_scenarios;

/// The most positions to which scenarios are played.
const MOST_TRIES: usize = 120;

/// A move of a scenario that may be an example.
struct Candidate<'f> {
    file: &'f str,
    at: PlayedAt,
    text: String,
    rule: usize,
    /// The scenario is not about a clause of the move.
    off_topic: bool,
    /// The number of moves after it in its scenario. The last move is usually the one that matters.
    later: usize,
}

impl SheetWriter<'_> {
    /// Adds the positions before moves of scenarios, for moves without one, and for those that only put a piece somewhere. Only
    /// scenarios of the rules as they are shown count.
    pub(super) fn found_in_scenarios(&self, files: &ExampleFiles, found: &mut FoundInPlay) {
        let played = |mv: &MoveRule| found.moves.get(&mv.rule)?.played.as_ref();
        let is_plain = |played: &(Position, Move)| picture::is_plain_put(self.rules, played);
        let missing = |mv: &&MoveRule| played(mv).is_none_or(is_plain);
        // A move without parts is clear without a drawing.
        let offered = self.offered().filter(|mv| !mv.args.is_empty());
        let missing: Vec<&MoveRule> = offered.filter(missing).collect();
        if missing.is_empty() || files.scenarios.is_empty() {
            return;
        }
        let Ok(mut runner) = ScenarioRunner::new(self.sources.clone()) else {
            return;
        };
        let same = |(_, base)| rules_hash(base) == rules_hash(self.rules);
        if !runner.all_loaded().next().is_some_and(same) {
            return;
        }
        let texts = files.scenarios.iter().map(|(_, text)| text.as_str());
        let mut candidates: Vec<Candidate<'_>> = texts
            .flat_map(|text| self.candidates(text, &missing))
            .collect();
        let known: Vec<bool> = missing.iter().map(|mv| played(mv).is_some()).collect();
        candidates.sort_by_key(|one| match known[one.rule] {
            true => (true, one.off_topic, one.later),
            false => (false, one.off_topic, 0),
        });
        let mut shown = vec![false; missing.len()];
        let mut tries = 0;
        for candidate in candidates {
            if shown[candidate.rule] || tries == MOST_TRIES {
                continue;
            }
            tries += 1;
            let rule = missing[candidate.rule];
            let example = self.example_at(&mut runner, &candidate, rule);
            let shows_more = |example: &FoundMove| {
                !known[candidate.rule] || !example.played.as_ref().is_some_and(is_plain)
            };
            if let Some(example) = example.filter(shows_more) {
                shown[candidate.rule] = true;
                found.moves.insert(rule.rule, example);
            }
        }
    }

    /// Lists the moves of a file of scenarios whose texts fit a move.
    fn candidates<'f>(&self, text: &'f str, missing: &[&MoveRule]) -> Vec<Candidate<'f>> {
        let file = Sources::new().add("", text);
        let (tree, _) = parse_scenarios(file, text);
        let Some(tree) = tree.filter(|tree| tree.game.text == self.model.name) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for (number, scenario) in tree.scenarios.iter().enumerate() {
            let common = &tree.choices;
            let chosen = [common, &scenario.choices];
            let plain = chosen.iter().all(|choices| {
                choices.variants.is_empty()
                    && choices.options.is_empty()
                    && choices.players.is_none()
            });
            if scenario.is_in_part || !plain {
                continue;
            }
            let mut later = 0;
            for (step, line) in scenario.steps.iter().enumerate().rev() {
                let StepKind::Play { texts, .. } = &line.kind else {
                    continue;
                };
                for (within, played) in texts.iter().enumerate() {
                    let readings = notation::read(self.model, &played.value).unwrap_or_default();
                    let fits = |mv: &&MoveRule| {
                        let mut readings = readings.iter();
                        readings.any(|one| self.model.mv(one.mv).rule == mv.rule)
                    };
                    for (rule, mv) in missing.iter().enumerate() {
                        if !fits(mv) {
                            continue;
                        }
                        found.push(Candidate {
                            file: text,
                            at: PlayedAt {
                                scenario: number,
                                step,
                                within,
                            },
                            text: played.value.clone(),
                            rule,
                            off_topic: !self.is_about(scenario, &mv.tags),
                            later: later + texts.len() - within,
                        });
                    }
                }
                later += texts.len();
            }
        }
        found
    }

    fn is_about(&self, scenario: &Scenario, tags: &[TagId]) -> bool {
        let mut about = scenario.tags.iter();
        about.any(|tag| tags.iter().any(|own| self.model.tag(*own) == tag.text))
    }

    /// Plays a scenario up to a move, and returns the move with the position before it.
    fn example_at(
        &self,
        runner: &mut ScenarioRunner,
        candidate: &Candidate<'_>,
        rule: &MoveRule,
    ) -> Option<FoundMove> {
        let session = runner.before_move(candidate.file, candidate.at)?;
        let choices = session.choices(session.decider()?).ok()?;
        let choice = choices.iter().find(|one| one.text == candidate.text)?;
        let mv = choice.mv();
        let (id, _) = self.rules.args(session.state(), mv);
        (self.model.mv(id).rule == rule.rule).then(|| FoundMove {
            id,
            text: choice.text.clone(),
            played: Some((session.state().clone(), mv)),
        })
    }
}
