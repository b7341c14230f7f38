//! Explains why a move is legal or not: one sentence, and the clauses that decide it.
//!
//! A text is read as every move whose form it has. For each of these moves that the current question offers, all values
//! of the arguments that the text does not name are tried. The attempt with the lowest mismatch score is explained.
//!
//! This module computes no values: the reference evaluator proves each condition, and this module reads the proof. A form
//! without words of its own is explained in the words of the rules.

mod asked_where;
mod attempt;
mod cited;
mod deciding_clauses;
mod describe;
mod differing;
mod effects;
mod names;
mod not_now;
mod nouns;
mod pieces;
mod postconditions;
mod problem;
mod reached;
mod sets;
mod situation;
mod straight_ways;
mod too_far;
mod truths;
mod turn_so_far;
mod unmet;
mod zones;

#[cfg(test)]
mod tests;

pub(crate) use asked_where::clauses_of_turn;
pub(crate) use deciding_clauses::of_condition;
pub(crate) use differing::differing;
pub(crate) use effects::held;
pub(crate) use situation::Ground;
pub use situation::Why;
pub(crate) use turn_so_far::{MadeMove, TurnSoFar, TurnStep};
pub(crate) use unmet::{broken_at, is_of_another, unmet};

use crate::move_counts;
use crate::notation::{self, Reading};
use crate::reference::Decisions;
use crate::wording::Phrasing;
use crate::{Actor, ActorAt, Refusal};
use attempt::Attempt;
use cited::cited;
pub use cited::nearest;
pub(crate) use cited::says_what_there_is;
use deciding_clauses::MoveProof;
use describe::Explainer;
use linstock_base::Sources;
use linstock_model::{ArgValue, Ask, AskItem, Node, RuleId, TagId, Truth};
use problem::Problem;
use situation::Situation;

/// Explains why a move is legal or not, for a player (or chance) who is to move. `made` are the moves of this player since
/// anybody else chose, the last first. With `sources`, it can quote the rules.
///
/// # Errors
/// If the text cannot be read as a move, or the moves cannot be listed.
pub fn why(
    at: ActorAt<'_>,
    made: &[RuleId],
    text: &str,
    sources: Option<&Sources>,
) -> Result<Why, Refusal> {
    let readings = notation::read(at.rules.model(), text);
    let readings = readings.map_err(|e| Refusal::BadMove(e.to_string()))?;
    why_of(at, &TurnSoFar::of_rules(made), &readings, sources)
}

/// As [`why`], for a parsed text.
pub(crate) fn why_of(
    at: ActorAt<'_>,
    turn: &TurnSoFar,
    readings: &[Reading],
    sources: Option<&Sources>,
) -> Result<Why, Refusal> {
    move_counts::explanation();
    let ActorAt {
        rules,
        state,
        actor,
    } = at;
    if rules.outcome(state).is_some() {
        return Ok(Why {
            legal: false,
            reason: Phrasing(rules.model().sheet.language).over(),
            clauses: Vec::new(),
            carried: Vec::new(),
        });
    }
    let ground = Ground::of(at);
    let scene = Situation {
        turn: Some(turn),
        sources,
        ..ground.scene(rules, state)
    };
    let fuel = &ground.fuel;
    let mut why = scene.explain(readings);
    if let Err(failure) = fuel.must_last() {
        return Err(Refusal::of(rules.failed(failure, state.pc), sources));
    }
    if let (true, Actor::Player(seat)) = (why.legal, actor) {
        let refused = postconditions::refused(rules, state, seat, &scene, readings);
        if let Some(refused) = refused.map_err(|fault| Refusal::of(fault, sources))? {
            return Ok(refused);
        }
        let effects = effects::clauses(rules, (state, seat), readings);
        let is_reading = |tag: &TagId| cited::is_reading(rules.model(), *tag);
        let (later, effects): (Vec<_>, Vec<_>) = effects.into_iter().partition(is_reading);
        let all = [effects, why.clauses, later].concat();
        why.clauses = TagId::once_each(all);
    }
    Ok(why)
}

/// Counts the results of the conditions of a move, whether it is legal or not.
pub(crate) fn count_decisions(at: ActorAt<'_>, readings: &[Reading], decided: &Decisions) {
    let ActorAt {
        rules,
        state,
        actor,
    } = at;
    if rules.outcome(state).is_some() {
        return;
    }
    let ground = Ground::of(at);
    let mut scene = ground.scene(rules, state);
    scene.evaluator.decided = Some(decided);
    let why = scene.explain(readings);
    if let (true, Actor::Player(seat)) = (why.legal, actor) {
        // A failure here also occurred when the move was explained, and was reported then.
        let _ = postconditions::refused(rules, state, seat, &scene, readings);
    }
}

/// If several players choose at once: explains why a move of a player who is not to move is illegal. Returns `None` if
/// the player has chosen, or if the move is legal or not offered.
///
/// # Errors
/// If the moves cannot be listed.
pub(crate) fn why_not_asked(
    at: ActorAt<'_>,
    readings: &[Reading],
    sources: Option<&Sources>,
) -> Result<Option<Why>, Refusal> {
    let ActorAt { rules, state, .. } = at;
    let Actor::Player(seat) = at.actor else {
        return Ok(None);
    };
    if !rules.is_asked_together(state) || rules.committed(state).contains(&seat) {
        return Ok(None);
    }
    let asked = |item: &AskItem| readings.iter().any(|reading| reading.mv == item.mv);
    if !rules.offers(state).iter().any(asked) {
        return Ok(None);
    }
    let why = why_of(at, &TurnSoFar::default(), readings, sources)?;
    Ok((!why.legal).then_some(why))
}

impl Situation<'_> {
    /// Explains the readings of a text.
    fn explain(&self, readings: &[Reading]) -> Why {
        if let Some(why) = self.explain_attempt(readings) {
            return why;
        }
        // If only the last resort is asked, the question that had no legal answer is explained.
        let fallback = self.question_before(readings);
        let refused = fallback.and_then(|(ask, tags)| {
            let before = Situation {
                asked: &ask.items,
                ask_tags: tags,
                ..*self
            };
            before.explain_attempt(readings)
        });
        refused
            .filter(|why| !why.legal)
            .unwrap_or_else(|| self.not_now(readings))
    }

    /// Explains the best attempt at one of the readings; `None` if the question offers none of their moves.
    fn explain_attempt(&self, readings: &[Reading]) -> Option<Why> {
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
        let attempt = best?;
        if let Some(problem) = self.asked_elsewhere(&attempt) {
            let text = &attempt.reading.text;
            let of_question = [&problem.tags, self.ask_tags].concat();
            return Some(Why {
                legal: false,
                reason: self.say().illegal(text, (None, &[]), &problem.text),
                clauses: nearest(of_question),
                carried: Vec::new(),
            });
        }
        let title = self.title_of(attempt.reading);
        let alike = readings.iter().all(|other| self.title_of(other) == title);
        let typed = attempt.reading.text.split(' ').next() == Some(title);
        Some(self.judge(&attempt, (!alike && !typed).then_some(title)))
    }

    /// If a question around the current one offers the same move with the wanted arguments: explains why it is not asked.
    fn asked_elsewhere(&self, attempt: &Attempt<'_>) -> Option<Problem> {
        let model = self.evaluator.model;
        let given = model.mv(attempt.reading.mv).given > 0;
        if !given || attempt.first_problem().is_none() {
            return None;
        }
        let rule = model.mv(attempt.reading.mv).rule;
        let around = self.move_around()?;
        let fits = |ask: &Ask| {
            let mut items = ask.items.iter();
            items.any(|item| {
                let reading = Reading {
                    mv: item.mv,
                    ..attempt.reading.clone()
                };
                let same = model.mv(item.mv).rule == rule && item.mv != attempt.reading.mv;
                same && attempt::best(self, item, &reading)
                    .first_problem()
                    .is_none()
            })
        };
        let mut paths = Vec::new();
        asked_where::paths_to_questions(&around.body, &fits, &mut Vec::new(), &mut paths);
        let is_there = !paths.is_empty();
        let ruled_out = |(cond, wanted): &(&Node<Truth>, bool)| self.is_ruled_out(cond, *wanted);
        paths.retain(|path| !path.iter().any(ruled_out));
        let now = (self.evaluator.table, self.evaluator.args, Some(around));
        let why = paths
            .into_iter()
            .flatten()
            .find_map(|(cond, wanted)| self.unmet_at(now, cond, wanted));
        let me = self.evaluator.table.me;
        let oneself = is_there && attempt.reading.holes == [ArgValue::Seat(me)];
        why.or_else(|| {
            let me = model.title(model.players.get(me.index())?);
            oneself.then(|| Problem::state(self.say().somebody_else(me)))
        })
    }

    /// Returns the phrases in the language of the game.
    fn say(&self) -> Phrasing {
        Phrasing(self.evaluator.model.sheet.language)
    }

    /// Returns the title of the rule of a reading.
    fn title_of(&self, reading: &Reading) -> &str {
        let model = self.evaluator.model;
        model.title(&model.mv(reading.mv).name)
    }

    /// Explains an attempt. `title` is the title of its rule, if the text could also be a move of another rule.
    fn judge(&self, attempt: &Attempt<'_>, title: Option<&str>) -> Why {
        let model = self.evaluator.model;
        let rule = model.mv(attempt.reading.mv);
        let text = &attempt.reading.text;
        match attempt.decisive_problem() {
            None => {
                let proof = MoveProof::of(self, attempt);
                Why {
                    legal: true,
                    reason: match title {
                        Some(title) => self.say().is_legal_as(text, title),
                        None => self.say().is_legal(text),
                    },
                    clauses: TagId::once_each(deciding_clauses::deciding(self, &proof)),
                    carried: TagId::once_each(deciding_clauses::by(self, &proof)),
                }
            }
            Some(problem) => {
                let mut of_move = rule.tags.clone();
                let has_clause = !rule.tags.is_empty() || !problem.tags.is_empty();
                if rule.given > 0 || !has_clause {
                    // The clauses of the question count if it passes arguments to the move, or if nothing else has a
                    // clause.
                    of_move.extend(attempt.item.tags.iter().chain(self.ask_tags));
                }
                // If the move begins where the player has nothing, no rule in particular is meant.
                let begins = attempt.reading.holes.first();
                let lacks = problem.lacks;
                let lacks = lacks.filter(|at| begins == Some(&ArgValue::Point(*at)));
                let others = lacks.and_then(|at| self.evaluator.table.at(at)?.owner);
                let round = others.map_or_else(Vec::new, |_| self.clauses_of_round());
                let with = attempt.tried_with(self);
                let explainer = Explainer::of(self.evaluator, self.sources, Some(rule));
                let reason = match lacks {
                    Some(at) => {
                        let why = explainer.nothing_of_mine(at);
                        self.say().illegal(text, (None, &[]), &why)
                    }
                    None => self.say().illegal(text, (title, &with), &problem.text),
                };
                Why {
                    legal: false,
                    reason,
                    clauses: if !round.is_empty() {
                        nearest([&round, &of_move].into_iter().flatten().copied())
                    } else if problem.beyond.is_some() {
                        // The directions are right, so what says which ones there are is not the nearest.
                        let behind = [&*problem.tags, &problem.behind].concat();
                        cited(model, (&of_move, &behind, false), &[], &[])
                    } else if problem.settled {
                        let all = [&problem.tags, &problem.behind, &of_move];
                        nearest(all.into_iter().flatten().copied())
                    } else {
                        let of_piece = problem.instead.and_then(|at| self.evaluator.table.at(at));
                        let of_piece = of_piece.map(|piece| &model.kinds[piece.kind.index()].tags);
                        let of_piece = of_piece.map_or(&[][..], Vec::as_slice);
                        let near = (&*problem.tags, &*problem.behind, problem.alone);
                        cited(model, near, &of_move, of_piece)
                    },
                    carried: Vec::new(),
                }
            }
        }
    }
}
