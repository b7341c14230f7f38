//! A line of play that was found, written as a scenario: makes the text of its file from its plies.

use crate::command_failure::CommandFailure;
use crate::ruleset_loader::Loaded;
use crate::scenarios::open;
use crate::written_scenario;
use linstock_base::{Sources, Style};
use linstock_play::scenario::ScenarioRunner;
use linstock_play::{Actor, ChanceMode, Order, Refusal, Session};
use linstock_study::finding::{FoundLine, Goal, Witness};

/// The length in moves from which a line is long.
const LONG: usize = 8;
/// The most moves that are kept before the last one.
const BEFORE: usize = 2;

/// A line, and the facts to write about it.
pub(super) struct WrittenLine<'f> {
    loaded: &'f Loaded,
    session: Session,
    goal: Goal,
    clause: Option<&'f str>,
    condition: Option<&'f str>,
    found: &'f FoundLine,
}

impl<'f> WrittenLine<'f> {
    /// Plays a line.
    ///
    /// # Errors
    /// If it cannot be played.
    pub(super) fn of(
        loaded: &'f Loaded,
        (goal, clause): (Goal, Option<&'f str>),
        condition: Option<&'f str>,
        found: &'f FoundLine,
    ) -> Result<Self, CommandFailure> {
        let setup = loaded.setup(0, ChanceMode::Manual);
        let mut session = open::begin(loaded.rules.clone(), setup, found.given.clone())?;
        // One by one: a long line may need more fuel than a request of several moves has.
        for ply in &found.plies {
            let order = Order {
                actor: Some(ply.actor),
                text: ply.text.clone(),
            };
            session.play(&[order])?;
        }
        if goal == Goal::LosingMove {
            session = punished(session)?;
        }
        Ok(Self {
            loaded,
            session,
            goal,
            clause,
            condition,
            found,
        })
    }

    /// Writes the scenario with all its moves; `command` found it.
    pub(super) fn text(&self, command: &str) -> String {
        self.text_from(command, &written_scenario::start(&self.session), 0)
    }

    /// Writes the scenario of a long line from a position shortly before its end, if the scenario passes with a picture of
    /// that position.
    pub(super) fn short_text(&self, command: &str) -> Option<String> {
        let Goal::Clause(_) = self.goal else {
            return None;
        };
        let end = self.session.history().len();
        if end < LONG {
            return None;
        }
        let last = match self.found.witness {
            Witness::AtStart | Witness::Refused(_) => 0,
            Witness::Played => 1,
        };
        (last..=last + BEFORE).find_map(|back| {
            let mut before = self.session.clone();
            before.back_to(end - back).ok()?;
            let position = written_scenario::position(&before)?;
            let text = self.text_from(command, &position, end - back);
            self.shows_the_clause(&text).then_some(text)
        })
    }

    /// Writes the scenario from a start, with the moves after the first `from`.
    fn text_from(&self, command: &str, start: &str, from: usize) -> String {
        let Self {
            session, loaded, ..
        } = self;
        let clauses: Vec<&str> = self.tag().into_iter().collect();
        let mut text = written_scenario::file_line(loaded);
        text.push_str(&format!("# {command}\n"));
        text.push_str(&written_scenario::head(loaded, &self.title(), &clauses));
        text.push_str(start);
        let end = session.history().len();
        // The condition holds just before the move that shows the goal, or at the end.
        let before = match (&self.found.witness, self.goal) {
            _ if self.condition.is_none() => end,
            (Witness::Played, Goal::Clause(_) | Goal::LosingMove) => {
                self.found.plies.len().saturating_sub(1)
            }
            _ => end,
        };
        text.push_str(&written_scenario::moves_between(session, from..before));
        if let Some(condition) = self.condition {
            text.push_str(&format!("expect {condition}\n"));
        }
        let rest = from.max(before)..end;
        text.push_str(&written_scenario::moves_between(session, rest));
        if let (Witness::Refused(refused), Some(tag)) = (&self.found.witness, self.tag()) {
            text.push_str(&format!("refuse {refused} because @{tag}\n"));
        }
        let standing = written_scenario::expectation(session);
        text.push_str(&format!("expect {standing}\n"));
        text
    }

    /// Runs a scenario; returns whether it passes and the clause decides in it.
    fn shows_the_clause(&self, text: &str) -> bool {
        let sources = Sources::clone(&self.loaded.sources);
        let Ok(mut runner) = ScenarioRunner::new(sources) else {
            return false;
        };
        // A clause decided by an option counts as soon as the option is set, so it would show nothing.
        let model = self.loaded.rules.model();
        let mut options = model.options.iter().flat_map(|option| &option.tags);
        let Goal::Clause(tag) = self.goal else {
            return false;
        };
        let name = model.tag(tag);
        !options.any(|other| *other == tag)
            && runner.run("found.scn", text).passed()
            && runner.coverage().is_hit(name)
    }

    /// Returns the clause as the rules write it.
    fn tag(&self) -> Option<&str> {
        match self.goal {
            Goal::Clause(tag) => Some(self.loaded.rules.model().tag(tag)),
            _ => None,
        }
    }

    fn title(&self) -> String {
        let name = self.tag().or(self.clause).unwrap_or_default();
        let last = self.found.plies.last().map_or("", |ply| ply.text.as_str());
        match (self.goal, &self.found.witness) {
            (Goal::Clause(_), Witness::AtStart) => format!("{name} decides at the start"),
            (Goal::Clause(_), Witness::Played) => format!("{name} decides {last}"),
            (Goal::Clause(_), Witness::Refused(text)) => format!("{name} refuses {text}"),
            (Goal::Draw, _) => "a game that nobody wins".to_owned(),
            (Goal::LosingMove, _) => format!("{last} throws the game away"),
            (Goal::Position, _) => {
                format!("a position where {}", self.condition.unwrap_or_default())
            }
            (Goal::Longest, _) => format!("a game of {} moves", self.found.plies.len()),
        }
    }

    /// Runs the scenario as `linstock test` does; returns what is wrong with it, if anything.
    pub(super) fn trouble(&self, text: &str) -> Option<String> {
        let sources = Sources::clone(&self.loaded.sources);
        let Ok(mut runner) = ScenarioRunner::new(sources) else {
            return None;
        };
        let report = runner.run("found.scn", text);
        if report.passed() {
            return None;
        }
        let scenarios = report.scenarios.iter().map(|scenario| &scenario.found);
        let found = std::iter::once(&report.found).chain(scenarios);
        let found = found.map(|found| found.render(&report.sources, Style::Plain));
        let found: String = found.collect();
        Some(format!(
            "the line was found, but as a scenario it does not pass; please report this:\n{found}"
        ))
    }
}

/// Adds the move that wins, if the player who threw the game away has not already lost.
fn punished(session: Session) -> Result<Session, Refusal> {
    let Some(actor @ Actor::Player(seat)) = session.decider() else {
        return Ok(session);
    };
    for choice in session.choices(actor)? {
        let mut after = session.clone();
        let order = Order {
            actor: Some(actor),
            text: choice.text,
        };
        after.play(&[order])?;
        let outcome = after.rules().outcome(after.state());
        if outcome.is_some_and(|outcome| outcome.winners.contains(&seat)) {
            return Ok(after);
        }
    }
    Ok(session)
}
