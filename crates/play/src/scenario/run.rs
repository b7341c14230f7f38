//! Runs a scenario line by line: takes its syntax tree, and returns its failures, its transcript, and corrections of its
//! lists.

use crate::Rules;
use crate::explain::Why;
use crate::lookup::denial;
use crate::scenario::moves_in_hints::instead;
use crate::scenario::recorded::{Recording, ScenarioStep};
use crate::scenario::{Fix, ReadScenarios, ScenarioRunner, gone, transcript, unlisted};
use crate::session::transaction::{decider, not_owed, owes};
use crate::{Actor, ActorAt, ExplainedMove, Order, ParsedMove, Refusal, Session, Viewer};
use linstock_base::{Diagnostic, Diagnostics, FileId, Span};
use linstock_check::{Choices, ResolvedTexts, ScenarioTexts, resolve_scenario_texts};
use linstock_model::{ArgValue, Node, Point, SeatId, Truth};
use linstock_syntax::ast::{Expectation, Name, QuotedText, Scenario, Step, StepKind, Tag};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The hint for a scenario that cannot go on.
pub(super) const UNTRIED: &str = "the lines after this one were not tried";

/// A scenario in progress.
pub(super) struct Stage<'b> {
    pub bench: &'b mut ScenarioRunner,
    /// The text of the file.
    pub text: &'b str,
    pub rules: Arc<Rules>,
    /// `None` after a failed start or a move that could not be played. Later lines are then skipped.
    pub session: Option<Session>,
    /// The game at the first line that failed.
    pub failed_at: Option<FailedPosition>,
    /// The points at which the current line differs from what was expected.
    pub differing: BTreeSet<Point>,
    pub found: Diagnostics,
    pub title: Span,
    pub log: String,
    /// The checked conditions of its `expect` lines, in order.
    pub conditions: Vec<Option<Node<Truth>>>,
    /// The corrections of lists that do not hold.
    pub fixes: Vec<Fix>,
    pub(super) choices: Choices,
    /// What each line did.
    pub(super) recording: Recording,
}

/// The result of running a scenario.
pub(super) struct ScenarioResult {
    /// The failures.
    pub(super) found: Diagnostics,
    /// The corrections of lists that do not hold.
    pub(super) fixes: Vec<Fix>,
    /// Its transcript.
    pub(super) log: String,
    /// The game at the first line that failed.
    pub(super) failed_at: Option<FailedPosition>,
    /// What each line did, if that is recorded.
    pub(super) steps: Vec<ScenarioStep>,
}

/// The position at the first line of a scenario that failed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FailedPosition {
    /// The game.
    pub session: Box<Session>,
    /// The points at which the board is not as expected, and those of moves that are legal or illegal against the line. Empty
    /// if the failure is not about points.
    pub differing: Vec<Point>,
}

impl ScenarioResult {
    fn of(stage: Stage<'_>) -> Self {
        Self {
            found: stage.found,
            fixes: stage.fixes,
            log: stage.log,
            failed_at: stage.failed_at,
            steps: stage.recording.steps,
        }
    }
}

/// Runs a scenario. Returns its failures, the corrections of its lists, and its transcript.
pub(super) fn run(
    bench: &mut ScenarioRunner,
    file: ReadScenarios<'_>,
    scenario: &Scenario,
) -> ScenarioResult {
    let mut stage = Stage::of(bench, file, scenario);
    stage.log = transcript::head(scenario);
    stage.recording.said = stage.log.len();
    // A variant may list clauses of its own. Errors in the choices are reported when the scenario begins.
    if let Ok(rules) = stage.bench.rules(&stage.choices) {
        stage.rules = rules;
    }
    let wrong = scenario
        .tags
        .iter()
        .filter_map(|tag| unlisted(stage.rules.model(), tag));
    stage.found.extend(wrong.collect::<Diagnostics>());
    if !stage.found.is_empty() {
        return ScenarioResult::of(stage);
    }
    stage.all(file.file, scenario);
    ScenarioResult::of(stage)
}

impl<'b> Stage<'b> {
    /// Chooses the rules of a scenario. Errors in the choices go to `found`.
    pub(super) fn of(
        bench: &'b mut ScenarioRunner,
        file: ReadScenarios<'b>,
        scenario: &Scenario,
    ) -> Self {
        let mut found = Diagnostics::default();
        let choices = bench.choices([&file.tree.choices, &scenario.choices], &mut found);
        Self {
            rules: Arc::clone(&bench.base),
            bench,
            text: file.text,
            session: None,
            failed_at: None,
            differing: BTreeSet::new(),
            found,
            title: scenario.title.span,
            log: String::new(),
            conditions: Vec::new(),
            fixes: Vec::new(),
            choices,
            recording: Recording::default(),
        }
    }

    /// Begins the scenario and runs all its lines.
    pub(super) fn all(&mut self, file: FileId, scenario: &Scenario) {
        self.start(file, scenario);
        let mut condition = 0;
        for step in &scenario.steps {
            if let StepKind::Set { option, value } = &step.kind {
                self.again((file, scenario), option, value);
                continue;
            }
            let first = condition;
            if let StepKind::Expect(list) = &step.kind {
                let holds = |e: &&Expectation| matches!(e, Expectation::Holds(_));
                condition += list.iter().filter(holds).count();
            }
            if let Some(mut session) = self.session.take() {
                let before = self.found.iter().count();
                let goes_on = self.step(&mut session, step, first).is_some();
                // The moves of a line were recorded one by one.
                if self.has_news() || !matches!(step.kind, StepKind::Play { .. }) {
                    let viewer = self.viewer_of(&step.kind);
                    self.record(&session, step.span, viewer);
                }
                let differing = std::mem::take(&mut self.differing);
                if self.found.iter().count() > before && self.failed_at.is_none() {
                    self.failed_at = Some(FailedPosition {
                        session: Box::new(session.clone()),
                        differing: differing.into_iter().collect(),
                    });
                }
                self.session = goes_on.then_some(session);
            }
        }
        self.finish();
    }

    /// Returns whose view shows what a line says: a player's if the line is about one player's view.
    fn viewer_of(&self, kind: &StepKind) -> Viewer {
        let StepKind::Seen { by, .. } = kind else {
            return Viewer::Table;
        };
        let model = self.rules.model();
        let is_first = |seat: &SeatId| {
            let name = model.players.get(seat.index());
            by.first().map(|name| &name.text) == name
        };
        let seat = model.seat_ids().find(is_first);
        seat.map_or(Viewer::Table, Viewer::Seat)
    }

    /// Begins under the choices of the scenario.
    pub(super) fn start(&mut self, file: FileId, scenario: &Scenario) {
        match self.bench.rules(&self.choices) {
            Ok(rules) => self.rules = rules,
            Err(found) => return self.found.extend(found),
        }
        let conditions = scenario.steps.iter().flat_map(|step| match &step.kind {
            StepKind::Expect(list) => list.as_slice(),
            _ => &[],
        });
        let conditions = conditions.filter_map(|e| match e {
            Expectation::Holds(expr) => Some(expr),
            _ => None,
        });
        let phrases = ScenarioTexts {
            file,
            setup: scenario.given.as_ref().map_or(&[], |g| g.setup.as_slice()),
            conditions: conditions.collect(),
        };
        let (ResolvedTexts { setup, conditions }, wrong) = resolve_scenario_texts(
            &self.bench.files,
            (&self.choices, self.rules.model()),
            &phrases,
        );
        self.found.extend(wrong);
        self.conditions = conditions;
        self.begin(scenario.given.as_ref(), setup.as_ref());
        let rules = Arc::clone(&self.rules);
        self.bench.hits.chose(rules.model());
        if let Some(session) = &self.session {
            if scenario.given.is_none() {
                self.bench.hits.started(&rules);
                if let Some(decisions) = &mut self.bench.decisions {
                    decisions.started(&rules);
                }
            }
            self.log
                .push_str(&transcript::start(session, &self.choices.variants));
        }
        self.record_start();
    }

    /// Begins again with another option.
    fn again(&mut self, (file, scenario): (FileId, &Scenario), option: &Name, value: &QuotedText) {
        self.finish();
        self.session = None;
        let mut choices = self.choices.clone();
        if self
            .bench
            .set(&mut choices, (option, value), &mut self.found)
        {
            self.choices = choices;
            self.log
                .push_str(&transcript::again(&option.text, &value.value));
            self.start(file, scenario);
        }
    }

    fn finish(&mut self) {
        if let Some(session) = &self.session {
            self.log.push_str(&transcript::end(session));
        }
        self.record_end();
    }

    /// Runs one line. Returns `None` if the scenario cannot go on.
    fn step(&mut self, session: &mut Session, step: &Step, condition: usize) -> Option<()> {
        match &step.kind {
            StepKind::Play { by, texts } => {
                let by = self.by(by.as_ref())?;
                for text in texts {
                    if let Err(wrong) = self.play(session, by, text) {
                        self.found.push(wrong.hint(UNTRIED));
                        return None;
                    }
                    self.record(session, text.span, Viewer::Table);
                }
            }
            StepKind::Refuse { by, text, because } => {
                if let Some(by) = self.by(by.as_ref()) {
                    self.refuse(session, (by, text), because);
                }
            }
            StepKind::Moves { which, all, list } => {
                self.moves(session, (which, *all), (list, step.span));
            }
            StepKind::MoveCount {
                which,
                count,
                number,
            } => self.count(session, which, (*count, *number)),
            StepKind::Odds { odds, list } => self.odds(session, (odds, *list), step.span),
            StepKind::AnyOutcomes(times, at) => {
                if !self.any_outcomes(session, *times, *at) {
                    return None;
                }
            }
            StepKind::Seen { by, text } => self.seen(session, by, text),
            StepKind::Warning(expected) => self.warned(session, expected),
            StepKind::Expect(list) => self.expect(session, (list, step.span), condition),
            // `all` begins again at this line.
            StepKind::Set { .. } => {}
        }
        Some(())
    }

    /// Finds the named actor; `None` if the name is unknown.
    pub(super) fn by(&mut self, name: Option<&Name>) -> Option<Option<Actor>> {
        let Some(name) = name else {
            return Some(None);
        };
        self.actor(name).map(Some)
    }

    pub(super) fn play(
        &mut self,
        session: &mut Session,
        by: Option<Actor>,
        text: &QuotedText,
    ) -> Result<(), Diagnostic> {
        let mv = parsed(session, by, text);
        let ExplainedMove { why, legal } = explained(session, &mv, text.span)?;
        if !why.legal {
            self.differs_in_move(&mv);
            return Err(Diagnostic::error("E1040", text.span, why.reason.clone())
                .label("cannot be played here")
                .maybe_hint(tagged(&self.rules, &why))
                .maybe_hint(instead(session, by)));
        }
        let (before, rules) = (session.state().clone(), Arc::clone(&self.rules));
        let Some(legal) = legal else {
            let refusal = Refusal::cited(session.model(), why.reason, &why.clauses);
            return Err(failed(&refusal, text.span));
        };
        let (actor, played) = (legal.actor(), legal.mv());
        let done = session.play_legal(legal);
        done.map_err(|refusal| failed(&refusal, text.span))?;
        self.bench.hits.played(&rules, (&before, played), &why);
        if let Some(decisions) = &mut self.bench.decisions {
            decisions.tried(ActorAt::new(&rules, &before, actor), mv.readings());
            decisions.played(&rules, (&before, played));
        }
        self.log.push_str(&transcript::played(session, &why));
        if let Some(outcome) = rules.outcome(session.state()) {
            self.bench.hits.ended(&rules, &outcome);
        }
        Ok(())
    }

    /// Notes the points that a move names, since it should not be legal or illegal.
    pub(super) fn differs_in_move(&mut self, mv: &ParsedMove) {
        let holes = mv.readings().iter().flat_map(|reading| &reading.holes);
        self.differing.extend(holes.filter_map(|value| match value {
            ArgValue::Point(point) | ArgValue::Line(point, _) => Some(*point),
            _ => None,
        }));
    }

    fn refuse(
        &mut self,
        session: &Session,
        (by, text): (Option<Actor>, &QuotedText),
        because: &[Tag],
    ) {
        let mv = parsed(session, by, text);
        let (why, gone) = match explained(session, &mv, text.span) {
            Ok(explained) => (explained.why, false),
            Err(wrong) => match gone::refused(&self.bench.base, &self.rules, &text.value)
                .or_else(|| denial(self.rules.model(), &text.value))
            {
                Some(why) => (why, true),
                None => return self.found.push(wrong),
            },
        };
        if why.legal {
            self.differs_in_move(&mv);
            let message = format!("`{}` should be refused, but it is legal", text.value);
            let wrong = Diagnostic::error("E1042", text.span, message).label("may be played here");
            return self.found.push(wrong.maybe_hint(tagged(&self.rules, &why)));
        }
        let actor = by.or(decider(&session.turn())).unwrap_or(Actor::Chance);
        if let Some(decisions) = self.bench.decisions.as_mut().filter(|_| !gone) {
            decisions.tried(session.at(actor), mv.readings());
        }
        let who = by.map(|actor| session.actor_name(actor));
        self.log
            .push_str(&transcript::refused(&self.rules, (who, &text.value), &why));
        for tag in because {
            if let Some(wrong) = unlisted(self.rules.model(), tag) {
                self.found.push(wrong);
            } else if why
                .clauses
                .iter()
                .any(|&t| self.rules.model().tag(t) == tag.text)
            {
                self.bench.hits.tag(&tag.text);
            } else {
                let wrong = other_reason(session, (by, &text.value), (tag, &why));
                self.found.push(wrong.maybe_hint(tagged(&self.rules, &why)));
            }
        }
    }
}

/// Reports a clause that does not forbid a move. Names the actor of the move, with a hint if it is not that actor's turn.
fn other_reason(
    session: &Session,
    (by, text): (Option<Actor>, &str),
    (tag, why): (&Tag, &Why),
) -> Diagnostic {
    let turn = session.turn();
    let who = by.or(decider(&turn)).unwrap_or(Actor::Chance);
    let name = session.actor_name(who);
    let message = format!(
        "`{text}` of {name} is refused, but not because of {}",
        tag.text
    );
    let wrong = Diagnostic::error("E1043", tag.span, message).label("not among the reasons");
    let wrong = wrong.hint(format!("the reason: {}", why.reason));
    let waits = !owes(&turn, who) && why.reason == not_owed(session.at(who), &turn);
    wrong.maybe_hint(
        waits.then(|| {
            format!("it is not the turn of {name}: this says nothing about the move itself")
        }),
    )
}

/// Reports rules that fail while moves are listed or played.
pub(super) fn failed(refusal: &Refusal, span: Span) -> Diagnostic {
    Diagnostic::error("E1024", span, refusal.to_string())
}

/// Parses a text of a scenario as a move.
pub(super) fn parsed(session: &Session, by: Option<Actor>, text: &QuotedText) -> ParsedMove {
    session.parsed(Order {
        actor: by,
        text: text.value.clone(),
    })
}

/// Explains a move. A move that cannot be read is an error of the scenario.
pub(super) fn explained(
    session: &Session,
    mv: &ParsedMove,
    span: Span,
) -> Result<ExplainedMove, Diagnostic> {
    session.explain(mv).map_err(|refusal| {
        // For an unreadable text of several words, shows a legal move with the same first word.
        let verb = mv.text().split_once(' ').map(|(verb, _)| verb);
        let alike = |other: &str| verb.is_none_or(|verb| other.split(' ').next() == Some(verb));
        let choices = session
            .decider()
            .and_then(|actor| session.choices(actor).ok());
        let mut choices = choices.into_iter().flatten();
        let form = choices.find(|choice| alike(&choice.text));
        let hint = form.map(|choice| format!("moves look like `{}`", choice.text));
        Diagnostic::error("E1044", span, refusal.to_string()).maybe_hint(hint)
    })
}

/// Names the clauses that decide whether a move is legal.
fn tagged(rules: &Rules, why: &Why) -> Option<String> {
    let names: Vec<_> = why.clauses.iter().map(|&t| rules.model().tag(t)).collect();
    (!names.is_empty()).then(|| format!("clauses: {}", names.join(", ")))
}
