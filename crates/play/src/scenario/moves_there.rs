//! Positions within scenarios: the moves that an editor can suggest at the end of one, and the position before a move.

use crate::scenario::run::Stage;
use crate::scenario::{ReadScenarios, ScenarioRunner};
use crate::session::Session;
use linstock_base::Sources;
use linstock_syntax::ast::{Scenario, StepKind};
use linstock_syntax::parse_scenarios;

/// The place of a move in a file of scenarios.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlayedAt {
    /// The number of the scenario, from 0.
    pub(crate) scenario: usize,
    /// The number of the step, from 0.
    pub(crate) step: usize,
    /// The number of the move within the step, from 0.
    pub(crate) within: usize,
}

impl ScenarioRunner {
    /// Returns the legal moves at the end of the last scenario in a text; those of one player, if one is named. Returns
    /// `None` if the scenario does not get that far.
    pub fn moves_at_end(&mut self, text: &str, player: Option<&str>) -> Option<Vec<String>> {
        let session = self.played(text, |scenarios| scenarios.last().cloned())?;
        let actor = match player {
            Some(name) => session.actor(name).ok()?,
            None => session.decider()?,
        };
        let choices = session.choices(actor).ok()?;
        Some(choices.into_iter().map(|choice| choice.text).collect())
    }

    /// Plays a scenario up to a move, without it. Returns `None` if the scenario does not get that far.
    pub(crate) fn before_move(&mut self, text: &str, at: PlayedAt) -> Option<Session> {
        self.played(text, |scenarios| {
            let mut scenario = scenarios.get(at.scenario)?.clone();
            scenario.steps.truncate(at.step + 1);
            match &mut scenario.steps.last_mut()?.kind {
                StepKind::Play { texts, .. } => texts.truncate(at.within),
                _ => return None,
            }
            Some(scenario)
        })
    }

    /// Plays the moves of a scenario.
    fn played(
        &mut self,
        text: &str,
        pick: impl Fn(&[Scenario]) -> Option<Scenario>,
    ) -> Option<Session> {
        let file = Sources::clone(&self.sources).add("", text);
        let (tree, _) = parse_scenarios(file, text);
        let tree = tree.filter(|tree| tree.game.text == self.model().name)?;
        let mut scenario = pick(&tree.scenarios)?;
        // Its expectations do not change the position.
        scenario.steps.retain(|step| {
            matches!(
                step.kind,
                StepKind::Play { .. } | StepKind::AnyOutcomes(..) | StepKind::Set { .. }
            )
        });
        let read = ReadScenarios {
            file,
            tree: &tree,
            text,
        };
        let mut stage = Stage::of(self, read, &scenario);
        stage.all(file, &scenario);
        stage.session
    }
}
