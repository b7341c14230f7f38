//! `expect` lines: conditions in the language of rules, who is to move, how the game ended.

use crate::Outcome;
use crate::reference::Evaluator;
use crate::scenario::run::Stage;
use crate::scenario::unlisted;
use crate::{Session, explain, result_text, to_move};
use linstock_base::{Diagnostic, Span};
use linstock_engine::vm::{Fuel, Turn};
use linstock_model::visit::{Visitor, Walk};
use linstock_model::{MemoryId, MemoryRef, Node, SeatId, Truth};
use linstock_syntax::ast::{Expectation, Expr, Name, Tag};

impl Stage<'_> {
    /// Checks an `expect` line. `condition` is the number of its first condition.
    pub(super) fn expect(
        &mut self,
        session: &Session,
        (list, line): (&[Expectation], Span),
        mut condition: usize,
    ) {
        for expectation in list {
            match expectation {
                Expectation::Holds(expr) => {
                    self.holds(session, expr, condition);
                    condition += 1;
                }
                Expectation::ToMove { names, only } => self.movers(session, names, *only),
                Expectation::Over => {
                    self.outcome(session, line);
                }
                Expectation::Wins { players, because } => self.wins(session, players, because),
                Expectation::Drawn { because } => self.drawn(session, because, line),
            }
        }
    }

    fn holds(&mut self, session: &Session, expr: &Expr, number: usize) {
        // Errors in a condition were reported when the scenario began.
        let Some(cond) = self.conditions.get(number).cloned().flatten() else {
            return;
        };
        let position = self.rules.spell_out(session.state());
        let fuel = Fuel::default();
        let evaluator = Evaluator::new(self.rules.model(), &position, &fuel);
        self.differing.extend(explain::differing(evaluator, &cond));
        let reason = explain::unmet(evaluator, (&cond, true), None);
        let wrong = Diagnostic::error("E1016", expr.span, "this does not hold")
            .maybe_hint(self.unread(&cond));
        match reason {
            Ok(reasons) if reasons.is_empty() => {}
            Ok(reasons) => self.found.push(wrong.label(reasons.join(", and "))),
            Err(fault) => self.found.push(wrong.label(fault.to_string())),
        }
    }

    /// Names a value in a condition that is not kept, because no rule reads it.
    fn unread(&self, cond: &Node<Truth>) -> Option<String> {
        let mut asked = AskedMemories(Vec::new());
        cond.walk(&mut asked);
        let mut asked = asked.0.into_iter();
        let id = asked.find(|id| self.rules.layout.memory(*id).is_none())?;
        let name = &self.rules.model().memories[id.index()].name;
        Some(format!(
            "no rule reads `{name}`, so it stays as it is at the start; to keep it, show it in a line of `status`"
        ))
    }

    /// Checks who is to move.
    fn movers(&mut self, session: &Session, names: &[Name], only: bool) {
        let turn = session.turn();
        let mut unnamed = to_move(session.model(), &turn);
        let found = match &turn {
            Turn::Players(_) => format!("{} to move", unnamed.join(" and ")),
            Turn::Chance => "an outcome of chance comes next".to_owned(),
            Turn::Over => self.result(session),
        };
        let mut fits = true;
        for name in names {
            let before = unnamed.len();
            unnamed.retain(|mover| *mover != name.text);
            if unnamed.len() < before {
                continue;
            }
            fits = false;
            if self.actor(name).is_some() {
                let message = format!("{} is not to move", name.text);
                let wrong = Diagnostic::error("E1017", name.span, message).label(found.clone());
                self.found.push(wrong);
            }
        }
        if let Some(last) = names.last().filter(|_| only && fits && !unnamed.is_empty()) {
            let wrong = Diagnostic::error("E1018", last.span, "others are to move, too");
            self.found.push(wrong.label(found));
        }
    }

    fn result(&self, session: &Session) -> String {
        let outcome = self.rules.outcome(session.state());
        outcome.map_or_else(
            || "the game goes on".to_owned(),
            |outcome| {
                format!(
                    "the game is over: {}",
                    result_text(session.model(), &outcome)
                )
            },
        )
    }

    /// Returns the outcome, or reports that there is none.
    fn outcome(&mut self, session: &Session, span: Span) -> Option<Outcome> {
        let outcome = self.rules.outcome(session.state());
        if outcome.is_none() {
            let next = to_move(session.model(), &session.turn()).join(" and ");
            let wrong = Diagnostic::error("E1019", span, "the game is not over");
            self.found.push(wrong.label(format!("{next} to move")));
        }
        outcome
    }

    fn wins(&mut self, session: &Session, players: &[Name], because: &[Tag]) {
        let seats: Option<Vec<SeatId>> = players.iter().map(|name| self.seat(name)).collect();
        let Some((mut seats, first)) = seats.zip(players.first()) else {
            return;
        };
        let Some(outcome) = self.outcome(session, first.span) else {
            return;
        };
        seats.sort_unstable();
        if seats == outcome.winners {
            return self.because(&outcome, because);
        }
        let found = result_text(session.model(), &outcome);
        self.found
            .push(Diagnostic::error("E1020", first.span, "the game ended otherwise").label(found));
    }

    fn drawn(&mut self, session: &Session, because: &[Tag], line: Span) {
        let Some(outcome) = self.outcome(session, line) else {
            return;
        };
        if outcome.winners.is_empty() {
            return self.because(&outcome, because);
        }
        let found = result_text(session.model(), &outcome);
        self.found
            .push(Diagnostic::error("E1021", line, "the game is not drawn").label(found));
    }

    /// Checks the clauses of the result.
    fn because(&mut self, outcome: &Outcome, because: &[Tag]) {
        let model = self.rules.model();
        let carried: Vec<_> = outcome.tags.iter().map(|&t| model.tag(t)).collect();
        for tag in because
            .iter()
            .filter(|tag| !carried.contains(&tag.text.as_str()))
        {
            let message = format!("the game did not end because of {}", tag.text);
            let wrong = unlisted(model, tag).unwrap_or_else(|| {
                let clauses = match carried.join(", ") {
                    none if none.is_empty() => "; the rules name no clause there".to_owned(),
                    clauses => format!(" ({clauses})"),
                };
                let reason = format!("it ended because {}{clauses}", outcome.reason);
                Diagnostic::error("E1022", tag.span, message).hint(reason)
            });
            self.found.push(wrong);
        }
    }
}

/// The memories that a condition uses.
struct AskedMemories(Vec<MemoryId>);

impl Visitor for AskedMemories {
    fn memory(&mut self, memory: &MemoryRef) {
        self.0.push(memory.memory);
    }
}
