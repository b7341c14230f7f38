//! The turn up to a position: what the actor has chosen in it, and which conditions decided what was asked.

use crate::explain::asked_where::{PathBranch, path_to};
use crate::explain::describe::Explainer;
use crate::explain::problem::Problem;
use crate::explain::situation::Situation;
use crate::explain::truths::{fails_as_given, is_given};
use crate::reference::Evaluator;
use linstock_base::Span;
use linstock_engine::vm::SpelledPosition;
use linstock_model::visit::{Visitor, Walk, ZoneRead};
use linstock_model::{
    ArgValue, MemoryRef, Model, MoveId, MoveRule, Node, RuleId, ScriptId, Sight, Stmt, StmtKind,
    TagId, Truth, ZoneRef,
};
use std::collections::BTreeMap;

/// The moves and outcomes of a turn, the last first.
#[derive(Debug, Default)]
pub(crate) struct TurnSoFar {
    /// The moves of the actor since anybody else chose.
    pub made: Vec<MadeMove>,
    /// These moves and the outcomes of chance after the first of them.
    pub steps: Vec<TurnStep>,
}

impl TurnSoFar {
    /// Makes a turn of which only the rules of the moves are known.
    pub(super) fn of_rules(made: &[RuleId]) -> Self {
        let made = made.iter().map(|rule| MadeMove {
            rule: *rule,
            mv: None,
            text: String::new(),
            asked: Vec::new(),
            offered: Vec::new(),
        });
        Self {
            made: made.collect(),
            steps: Vec::new(),
        }
    }
}

/// A move that the actor has made in this turn.
#[derive(Debug)]
pub(crate) struct MadeMove {
    pub rule: RuleId,
    /// Its declaration, if it is known.
    pub mv: Option<MoveId>,
    pub text: String,
    /// The clauses of its offer, then those of the question.
    pub asked: Vec<TagId>,
    /// The moves that were offered.
    pub offered: Vec<RuleId>,
}

/// The values of conditions in this turn, by their places, each with the step that evaluated it.
type BranchesTaken<'s> = BTreeMap<Span, (Option<bool>, &'s TurnStep)>;

/// A move or an outcome of chance, and what followed it up to the next question.
#[derive(Debug)]
pub(crate) struct TurnStep {
    pub mv: MoveId,
    pub args: Vec<Option<ArgValue>>,
    /// Whether the actor chose it.
    pub is_own: bool,
    /// Its text, if all players see it.
    pub text: Option<String>,
    pub before: SpelledPosition,
    /// The conditions of statements that were evaluated, by their places; `None` if they had both values.
    pub branches: BTreeMap<Span, Option<bool>>,
}

/// Why a question was not asked in this turn.
pub(super) struct Skipped {
    pub why: String,
    pub tags: Vec<TagId>,
}

impl Situation<'_> {
    /// Explains which condition led past a question for the wanted moves in this turn, or since the actor's last move.
    pub(super) fn skipped(&self, wanted: &[RuleId], since_last: bool) -> Option<Skipped> {
        let model = self.evaluator.model;
        let turn = self.turn?;
        let last = turn.steps.iter().position(|step| step.is_own)?;
        let mut branches: BranchesTaken<'_> = BTreeMap::new();
        for (at, owner) in turn.steps.iter().enumerate() {
            let counted = !since_last || at <= last;
            for (span, value) in owner.branches.iter().filter(|_| counted) {
                branches.entry(*span).or_insert((*value, owner));
            }
            let body = &model.mv(owner.mv).body;
            if let Some(found) = self.led_past(body, wanted, (&branches, Some(owner))) {
                return Some(found);
            }
        }
        self.led_past(&model.play, wanted, (&branches, None))
    }

    /// Finds the condition that led past a question in a block. `owner` is the move whose body the block is.
    fn led_past(
        &self,
        block: &[Stmt],
        wanted: &[RuleId],
        (branches, owner): (&BranchesTaken<'_>, Option<&TurnStep>),
    ) -> Option<Skipped> {
        let model = self.evaluator.model;
        // Copies of a statement have one place, so their values cannot be distinguished.
        let all: Vec<Span> = conditions(block)
            .iter()
            .map(|(stmt, _)| stmt.span)
            .collect();
        let is_copied = |span: Span| all.iter().filter(|other| **other == span).count() > 1;
        let value = |stmt: &Stmt| {
            let value = branches.get(&stmt.span).and_then(|(value, _)| *value);
            value.filter(|_| !is_copied(stmt.span))
        };
        let is_meant = |rule: RuleId| wanted.contains(&rule);
        let mut paths = Vec::new();
        path_to(model, block, &is_meant, &mut Vec::new(), &mut paths);
        // Of several such questions, the one that play came nearest to is meant.
        let args = owner.map_or(&[][..], |owner| owner.args.as_slice());
        let rule = owner.map(|owner| model.mv(owner.mv));
        let passed = paths.iter().filter_map(|(path, tags)| {
            let at = path
                .iter()
                .position(|(stmt, _, wanted)| value(stmt).is_some_and(|held| held != *wanted))?;
            let near = path[..at].iter();
            let near = near.filter(|(stmt, _, _)| value(stmt).is_some()).count();
            let (_, step) = branches.get(&path[at].0.span)?;
            let holds = |(_, cond, wanted): &&PathBranch<'_>| {
                self.holds_at((&step.before, args), cond) == Some(*wanted)
            };
            let later = path[at..].iter().filter(holds).count();
            Some(((near, later), path[at], *tags))
        });
        let (_, (stmt, cond, wanted), of_question) =
            passed.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
        let (_, step) = branches.get(&stmt.span)?;
        if !is_open(model, cond) {
            return None;
        }
        let text = step.text.as_ref()?;
        let problem = [&step.before, self.evaluator.table]
            .into_iter()
            .find_map(|table| self.unmet_at((table, args, rule), cond, wanted));
        let problem = problem?;
        Some(Skipped {
            why: self.say().after_move(text, &problem.text),
            tags: [problem.tags.as_slice(), &stmt.tags, of_question].concat(),
        })
    }

    /// Says, in the rules' own words, which conditions kept the last steps of a turn from doing more.
    pub(crate) fn prevented(&self, turn: &TurnSoFar, steps: usize) -> Vec<String> {
        let model = self.evaluator.model;
        let last = turn.steps.get(..steps).unwrap_or(&turn.steps);
        let mut told = Vec::new();
        for step in last.iter().rev() {
            let Some(text) = &step.text else {
                continue;
            };
            let rule = model.mv(step.mv);
            for (stmt, cond) in conditions(&rule.body) {
                if step.branches.get(&stmt.span) != Some(&Some(false)) || !is_open(model, cond) {
                    continue;
                }
                let at = (&step.before, step.args.as_slice(), Some(rule));
                let why = self.unmet_at(at, cond, true);
                let why = why.filter(|why| why.own_words);
                told.extend(why.map(|why| self.say().after_move(text, &why.text)));
            }
        }
        told
    }

    /// Makes an evaluator for another position or other arguments.
    fn evaluator_at<'e>(
        &'e self,
        table: &'e SpelledPosition,
        args: &'e [Option<ArgValue>],
    ) -> Evaluator<'e> {
        Evaluator {
            scripts: self.evaluator.scripts,
            args,
            ..Evaluator::new(self.evaluator.model, table, self.evaluator.fuel)
        }
    }

    /// Returns whether a condition holds in a position; `None` if it cannot be evaluated there.
    fn holds_at(
        &self,
        (table, args): (&SpelledPosition, &[Option<ArgValue>]),
        cond: &Node<Truth>,
    ) -> Option<bool> {
        let mut table = table.clone();
        table.me = self.evaluator.table.me;
        self.evaluator_at(&table, args).truth(cond).ok()
    }

    /// Explains why a condition does not have the wanted value in a position. Returns `None` if it has, or if only the
    /// arguments decide it and the rules have no words for that.
    pub(super) fn unmet_at(
        &self,
        (table, args, rule): (&SpelledPosition, &[Option<ArgValue>], Option<&MoveRule>),
        cond: &Node<Truth>,
        wanted: bool,
    ) -> Option<Problem> {
        let mut table = table.clone();
        table.me = self.evaluator.table.me;
        let evaluator = self.evaluator_at(&table, args);
        let proof = evaluator.prove(cond).ok()?;
        let explainer = Explainer::of(evaluator, self.sources, rule).of_given();
        let found = explainer.unless(&proof, wanted).ok()?;
        let is_given = is_given(&proof, self.evaluator.model);
        let mut found = found.into_iter();
        found
            .next()
            .filter(|problem| !is_given || problem.own_words)
    }

    /// Returns whether only the arguments and the acting player keep a condition from its wanted value.
    pub(super) fn is_ruled_out(&self, cond: &Node<Truth>, wanted: bool) -> bool {
        let proof = self.evaluator.prove(cond);
        let model = self.evaluator.model;
        proof.is_ok_and(|proof| match wanted {
            true => fails_as_given(&proof, model),
            false => proof.value && is_given(&proof, model),
        })
    }

    /// Returns the last move of the actor, if it is one of the wanted ones.
    pub(super) fn just_made(&self, wanted: &[RuleId], text: &str) -> Option<&MadeMove> {
        let last = self.turn?.made.first()?;
        (wanted.contains(&last.rule) && last.text == text).then_some(last)
    }

    /// Returns whether the last choice that leads to the wanted moves came before a choice of one of them.
    pub(super) fn was_made(&self, wanted: &[RuleId]) -> Option<&MadeMove> {
        let model = self.evaluator.model;
        let made = self.turn?.made.iter();
        let leads = |made: &MadeMove| {
            let mut paths = Vec::new();
            let body = made.mv.map(|mv| model.mv(mv).body.as_slice());
            let is_meant = |rule: RuleId| wanted.contains(&rule);
            path_to(
                model,
                body.unwrap_or_default(),
                &is_meant,
                &mut Vec::new(),
                &mut paths,
            );
            !paths.is_empty()
        };
        let mut recent = made.take_while(|made| !leads(made));
        recent.find(|made| wanted.contains(&made.rule))
    }

    /// Returns the move that was chosen in this turn where a wanted move was offered as well.
    pub(super) fn chosen_instead(&self, wanted: &[RuleId]) -> Option<&MadeMove> {
        let mut made = self.turn?.made.iter();
        made.find(|made| made.offered.iter().any(|rule| wanted.contains(rule)))
    }
}

/// Lists the conditions of the statements in a block.
fn conditions(block: &[Stmt]) -> Vec<(&Stmt, &Node<Truth>)> {
    let each = block.iter().flat_map(|stmt| {
        let own = match &stmt.kind {
            StmtKind::If(cond, ..) => Some((stmt, cond)),
            _ => None,
        };
        let inner = stmt.blocks().flat_map(|block| conditions(block));
        own.into_iter().chain(inner)
    });
    each.collect()
}

/// Returns whether a condition reads only what all players see.
pub(super) fn is_open(model: &Model, cond: &Node<Truth>) -> bool {
    let mut reads = SecretReads {
        model,
        found: false,
    };
    cond.walk(&mut reads);
    !reads.found
}

struct SecretReads<'m> {
    model: &'m Model,
    found: bool,
}

impl Visitor for SecretReads<'_> {
    fn memory(&mut self, memory: &MemoryRef) {
        let known = self.model.memories.get(memory.memory.index());
        self.found |= known.is_none_or(|known| known.sight != Sight::Open);
    }

    fn zone(&mut self, zone: &ZoneRef, read: ZoneRead) {
        let is_open = self.model.zone(zone.zone).sight == Sight::Open;
        self.found |= !is_open && read == ZoneRead::Contents;
    }

    fn script(&mut self, _script: ScriptId) {
        let memories = self.model.memories.iter().map(|memory| memory.sight);
        let mut all = memories.chain(self.model.zones.iter().map(|zone| zone.sight));
        self.found |= all.any(|sight| sight != Sight::Open);
    }
}
