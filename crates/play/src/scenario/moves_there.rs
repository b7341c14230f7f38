//! The moves that can be written where a scenario ends, for editors.

use crate::scenario::run::Stage;
use crate::scenario::{ReadScenarios, ScenarioRunner};
use linstock_base::Sources;
use linstock_syntax::ast::StepKind;
use linstock_syntax::parse_scenarios;

impl ScenarioRunner {
    /// Returns the moves that are legal where the last scenario of a text ends; those of one player, if one is named. Nothing if it
    /// does not get there.
    pub fn moves_at_end(&mut self, text: &str, player: Option<&str>) -> Option<Vec<String>> {
        let file = Sources::clone(&self.sources).add("", text);
        let (tree, _) = parse_scenarios(file, text);
        let tree = tree.filter(|tree| tree.game.text == self.model().name)?;
        let mut scenario = tree.scenarios.last()?.clone();
        // What it expects on its way changes nothing.
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
        let session = stage.session?;
        let actor = match player {
            Some(name) => session.actor(name).ok()?,
            None => session.decider()?,
        };
        let choices = session.choices(actor).ok()?;
        Some(choices.into_iter().map(|choice| choice.text).collect())
    }
}
