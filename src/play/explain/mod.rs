//! Why a move is legal, or is not: one sentence, and the clauses that decide it.
//!
//! A text is read as every move whose form it has. For each of them that is asked now, the arguments that the text
//! does not name are tried in all ways; the attempt with the least wrong is the one that is explained.
//!
//! Nothing is worked out here: the reference evaluator proves each condition, and the proof is read. It is matched form by
//! form, so that a form of expression that is new does not compile until something is said about it.

#![deny(clippy::wildcard_enum_match_arm)]

mod attempt;
mod deciding_clauses;
mod describe;
mod postconditions;
mod reached;
mod sets;
mod truths;
mod unmet;
mod zones;

#[cfg(test)]
mod tests;

pub(crate) use unmet::unmet;

use crate::base::Sources;
use crate::ir::Rules;
use crate::model::{AskItem, TagId};
use crate::play::notation::{self, Reading};
use crate::play::wording::{quoted, reasons};
use crate::play::{Actor, Refusal};
use crate::reference::Evaluator;
use crate::vm::{Budget, Position, Turn};
use attempt::Attempt;
use deciding_clauses::MoveProof;

/// What there is to say about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// Whether it may be played now.
    pub legal: bool,
    /// A sentence without a full stop.
    pub reason: String,
    /// The clauses and readings that decide it, the nearest first.
    pub(crate) clauses: Vec<TagId>,
    /// Of a legal move, the clauses of everything that it goes by, whether or not it decides; else nothing.
    pub(crate) carried: Vec<TagId>,
}

/// Says why a move is legal now for a player (or chance) who owes a choice, or is not; `sources` lets it quote the rules'
/// own words.
///
/// # Errors
/// If the text cannot be read as a move, or the moves cannot be listed.
pub(crate) fn why(
    rules: &Rules,
    (state, actor): (&Position, Actor),
    text: &str,
    sources: Option<&Sources>,
) -> Result<Why, Refusal> {
    let (mut table, args) = (rules.spell_out(state), rules.enclosing_args(state));
    if let Actor::Player(seat) = actor {
        table.me = seat;
    }
    let budget = Budget::default();
    let scene = Situation {
        evaluator: Evaluator {
            budget: Some(&budget),
            args: &args,
            scripts: rules.scripts.as_deref(),
            seen: rules.repetitions(state),
            ..Evaluator::new(rules.model(), &table)
        },
        asked: rules.offers(state),
        ask_tags: rules.decision_tags(state),
        chance: rules.turn(state) == Turn::Chance,
        sources,
    };
    let readings =
        notation::read(rules.model(), text).map_err(|e| Refusal::BadMove(e.to_string()))?;
    if rules.outcome(state).is_some() {
        return Ok(Why {
            legal: false,
            reason: reasons::over(),
            clauses: Vec::new(),
            carried: Vec::new(),
        });
    }
    let why = scene.explain(&readings);
    if let Err(failure) = budget.must_last() {
        return Err(Refusal::of(rules.failed(failure, state.pc), sources));
    }
    if why.legal
        && let Actor::Player(seat) = actor
        && let Some(refused) = postconditions::refused((rules, state, seat), &scene, &readings)
            .map_err(|fault| Refusal::of(fault, sources))?
    {
        return Ok(refused);
    }
    Ok(why)
}

/// The clauses of what is asked now.
#[must_use]
pub(crate) fn asked(rules: &Rules, state: &Position) -> Vec<TagId> {
    let items = rules.offers(state).iter().flat_map(|item| &item.tags);
    TagId::once_each(items.chain(rules.decision_tags(state)).copied())
}

/// A position with what is asked there; the evaluator's arguments are those of the move in whose body it is asked.
#[derive(Clone, Copy)]
struct Situation<'a> {
    evaluator: Evaluator<'a>,
    asked: &'a [AskItem],
    /// The clauses of the ask itself.
    ask_tags: &'a [TagId],
    /// Whether chance is asked, so that weights count.
    chance: bool,
    sources: Option<&'a Sources>,
}

/// One thing that is wrong with an attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Problem {
    /// The move does not go like this, whatever stands on the board.
    form: bool,
    /// A sentence.
    text: String,
    /// The clauses that say so, the nearest first.
    tags: Vec<TagId>,
}

impl Problem {
    /// A problem with how things stand.
    fn state(text: String) -> Self {
        Self {
            form: false,
            text,
            tags: Vec::new(),
        }
    }

    /// A problem with how the move goes.
    fn form(text: String) -> Self {
        Self {
            form: true,
            ..Self::state(text)
        }
    }

    /// Adds the clauses of something around it.
    fn within(mut self, tags: &[TagId]) -> Self {
        self.tags.extend_from_slice(tags);
        self
    }
}

impl Situation<'_> {
    /// Explains a text that was read.
    fn explain(&self, readings: &[Reading]) -> Why {
        let attempts = readings.iter().flat_map(|reading| {
            let offers = self.asked.iter().filter(|item| item.mv == reading.mv);
            offers.map(|item| attempt::best(self, item, reading))
        });
        let best = attempts.reduce(|best, next| {
            if next.score() < best.score() {
                next
            } else {
                best
            }
        });
        match best {
            Some(attempt) => self.judge(&attempt),
            None => self.not_now(readings),
        }
    }

    fn judge(&self, attempt: &Attempt<'_>) -> Why {
        let rule = self.evaluator.model.mv(attempt.reading.mv);
        let text = &attempt.reading.text;
        match attempt.first_problem() {
            None => {
                let proof = MoveProof::of(self, attempt);
                Why {
                    legal: true,
                    reason: reasons::legal(text, &rule.name),
                    clauses: TagId::once_each(deciding_clauses::deciding(self, &proof)),
                    carried: TagId::once_each(deciding_clauses::by(self, &proof)),
                }
            }
            Some(problem) => {
                let mut told = problem.clone().within(&rule.tags);
                if rule.given > 0 {
                    // What it may name was handed to it where it is asked for.
                    told = told.within(&attempt.item.tags).within(self.ask_tags);
                }
                Why {
                    legal: false,
                    reason: reasons::illegal(text, &rule.name, &problem.text),
                    clauses: TagId::once_each(told.tags),
                    carried: Vec::new(),
                }
            }
        }
    }

    /// Says what is asked instead.
    fn not_now(&self, readings: &[Reading]) -> Why {
        let model = self.evaluator.model;
        let name = |mv| quoted(notation::verb_of(model.mv(mv)));
        let mut asked: Vec<_> = self.asked.iter().map(|item| name(item.mv)).collect();
        asked.dedup();
        let mut moves: Vec<_> = readings.iter().map(|reading| name(reading.mv)).collect();
        moves.dedup();
        let legal = self.evaluator.legal(self.asked).unwrap_or_default();
        let example = legal
            .first()
            .map(|(mv, args)| notation::text(model, *mv, args, self.evaluator.table.me));
        let text = readings.first().map_or("", |reading| reading.text.as_str());
        Why {
            legal: false,
            reason: reasons::not_now(text, &moves, &asked, example.as_deref()),
            clauses: TagId::once_each(
                self.asked
                    .iter()
                    .flat_map(|item| item.tags.clone())
                    .chain(self.ask_tags.to_vec()),
            ),
            carried: Vec::new(),
        }
    }
}
