//! `chance are` and `seen by` lines: the probabilities of outcomes, and how players see the last move.

use crate::scenario::Fix;
use crate::scenario::lists::{incomplete, not_listed};
use crate::scenario::run::{Stage, failed};
use crate::{Actor, ChoiceMade, Session, Viewer};
use linstock_base::{Diagnostic, Span};
use linstock_engine::vm::Turn;
use linstock_syntax::ast::{Name, Odds, QuotedText};

impl Stage<'_> {
    /// Checks a `chance are` line: exactly these outcomes, with these probabilities.
    pub(super) fn odds(&mut self, session: &Session, (odds, list): (&[Odds], Span), line: Span) {
        if session.turn() != Turn::Chance {
            let wrong = self.no_chance(session, line);
            return self.found.push(wrong);
        }
        let outcomes = match session.choices(Actor::Chance) {
            Ok(outcomes) => outcomes,
            Err(refusal) => return self.found.push(failed(&refusal, line)),
        };
        let total = outcomes.iter().map(|o| u128::from(o.weight)).sum();
        let share = |o: &ChoiceMade| format!("{} = {}", o.text, fraction(o.weight.into(), total));
        let before = self.found.errors();
        for Odds { text, share } in odds {
            let outcome = outcomes.iter().find(|o| o.text == text.value);
            self.found.extend(match outcome {
                Some(outcome) => other_odds(outcome, total, *share, text.span),
                None => Some(not_listed(session, text, "outcomes")),
            });
        }
        let named = |o: &&ChoiceMade| odds.iter().any(|odds| odds.text.value == o.text);
        let missing = outcomes.iter().filter(|o| !named(o)).map(share);
        let missing: Vec<_> = missing.collect();
        if !missing.is_empty() {
            let wrong = incomplete(line, "outcomes", &missing.join(", "));
            self.found.push(wrong);
        }
        if self.found.errors() > before {
            let all: Vec<_> = outcomes.iter().map(share).collect();
            let text = self.written(list, &all);
            self.fixes.push(Fix { span: list, text });
        }
    }

    /// Checks a `seen by` line: the last move or outcome, as it appears in the histories of these players.
    pub(super) fn seen(&mut self, session: &Session, by: &[Name], text: &QuotedText) {
        for name in by {
            let Some(seat) = self.seat(name) else {
                continue;
            };
            let wrong = match session.seen(Viewer::Seat(seat)).last() {
                Some((_, seen)) if seen == text.value => continue,
                Some((_, seen)) => {
                    let message = format!("{} sees `{seen}`", name.text);
                    Diagnostic::error("E1047", text.span, message)
                }
                None => Diagnostic::error("E1057", text.span, "nothing has been played yet"),
            };
            self.found.push(wrong.label("is not seen"));
        }
    }
}

/// Reports the probability of an outcome if it is not the expected one.
fn other_odds(
    outcome: &ChoiceMade,
    total: u128,
    (some, all): (u64, u64),
    span: Span,
) -> Option<Diagnostic> {
    let weight = u128::from(outcome.weight);
    // The fractions are in lowest terms, so that the products do not overflow.
    let (found, expected) = (fraction(weight, total), fraction(some.into(), all.into()));
    (found != expected).then(|| {
        let message = format!(
            "`{}` has the probability {found}, not {expected}",
            outcome.text
        );
        Diagnostic::error("E1048", span, message)
    })
}

/// Writes a fraction in lowest terms; a whole is `1`.
fn fraction(some: u128, all: u128) -> String {
    let (mut rest, mut divisor) = (some, all);
    while rest != 0 {
        (rest, divisor) = (divisor % rest, rest);
    }
    match (some / divisor.max(1), all / divisor.max(1)) {
        (some, 1) => some.to_string(),
        (some, all) => format!("{some}/{all}"),
    }
}

#[cfg(test)]
mod tests {
    use super::fraction;

    #[test]
    fn fractions_are_in_lowest_terms() {
        let table = [
            ((2, 4), "1/2"),
            ((3, 3), "1"),
            ((0, 5), "0"),
            ((7, 46), "7/46"),
        ];
        for ((some, all), written) in table {
            assert_eq!(fraction(some, all), written);
        }
    }
}
