//! Names in scenario files.

use crate::index::{Indexer, Sort};
use linstock_check::Noun;
use linstock_syntax::ast::{
    Expectation, GivenDecl, Name, QuotedText, Scenario, ScenarioChoices, ScenarioFile, Step,
    StepKind, WhichMoves,
};

const PLAYER: Sort = Sort::Declared(Noun::Player);

impl Indexer {
    pub(super) fn scenarios(&mut self, file: &ScenarioFile) {
        self.uses(Sort::Ruleset, &file.game);
        self.choices(&file.choices);
        file.scenarios.iter().for_each(|s| self.scenario(s));
    }

    fn scenario(&mut self, scenario: &Scenario) {
        self.extent = scenario.span;
        self.tags(&scenario.tags);
        self.choices(&scenario.choices);
        scenario.given.iter().for_each(|given| self.given(given));
        scenario.steps.iter().for_each(|step| self.step(step));
    }

    fn choices(&mut self, choices: &ScenarioChoices) {
        for name in &choices.variants {
            self.uses(Sort::Ruleset, name);
        }
        for (option, value) in &choices.options {
            self.setting(option, value);
        }
    }

    pub(super) fn setting(&mut self, option: &Name, value: &QuotedText) {
        self.uses(Sort::Declared(Noun::Option), option);
        self.raw(value);
    }

    fn given(&mut self, given: &GivenDecl) {
        if let Some(phase) = &given.phase {
            self.uses(Sort::Declared(Noun::Phase), phase);
        }
        self.uses(PLAYER, &given.to_move);
        self.block(&given.setup);
    }

    fn step(&mut self, step: &Step) {
        match &step.kind {
            StepKind::Play { by, texts } => {
                self.players(by);
                self.index.typed.extend(texts.iter().map(|text| text.span));
            }
            StepKind::Refuse { by, text, because } => {
                self.players(by);
                self.index.typed.push(text.span);
                self.tags(because);
            }
            StepKind::Moves { which, list, .. } => {
                self.which(which);
                self.index.typed.push(list.span);
            }
            StepKind::Odds { list, .. } => self.index.typed.push(*list),
            StepKind::AnyOutcomes(..) => {}
            StepKind::MoveCount { which, .. } => self.which(which),
            StepKind::Seen { by, text } => {
                self.players(by);
                self.index.typed.push(text.span);
            }
            StepKind::Warning(warning) => {
                self.players(&warning.to);
                self.index.typed.push(warning.of.span);
            }
            StepKind::Expect(all) => all.iter().for_each(|e| self.expectation(e)),
            StepKind::Set { option, value } => self.setting(option, value),
        }
    }

    fn expectation(&mut self, expectation: &Expectation) {
        match expectation {
            Expectation::Holds(e) => self.expr(e),
            Expectation::ToMove { names, .. } => self.players(names),
            Expectation::Over => {}
            Expectation::Wins { players, because } => {
                self.players(players);
                self.tags(because);
            }
            Expectation::Drawn { because } => self.tags(because),
        }
    }

    fn players<'n>(&mut self, names: impl IntoIterator<Item = &'n Name>) {
        names.into_iter().for_each(|name| self.uses(PLAYER, name));
    }

    fn which(&mut self, which: &WhichMoves) {
        if let Some(name) = &which.of {
            self.uses(Sort::Declared(Noun::Move), name);
        }
    }
}
