//! The moves that an editor can suggest at the end of a scenario.

use crate::scenario::run::Stage;
use crate::scenario::{ReadScenarios, ScenarioRunner};
use linstock_base::Sources;
use linstock_syntax::ast::StepKind;
use linstock_syntax::parse_scenarios;

impl ScenarioRunner {
    /// Returns the legal moves at the end of the last scenario in a text; those of one player, if one is named. Returns
    /// `None` if the scenario does not get that far.
    pub fn moves_at_end(&mut self, text: &str, player: Option<&str>) -> Option<Vec<String>> {
        let file = Sources::clone(&self.sources).add("", text);
        let (tree, _) = parse_scenarios(file, text);
        let tree = tree.filter(|tree| tree.game.text == self.model().name)?;
        let mut scenario = tree.scenarios.last()?.clone();
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
        let session = stage.session?;
        let actor = match player {
            Some(name) => session.actor(name).ok()?,
            None => session.decider()?,
        };
        let choices = session.choices(actor).ok()?;
        Some(choices.into_iter().map(|choice| choice.text).collect())
    }
}
