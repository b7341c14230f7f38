//! Where the rules ask for a move: in which round, after which move, under which condition.

use crate::Rules;
use crate::explain::cited;
use crate::explain::describe::Explainer;
use crate::explain::problem::Problem;
use crate::explain::situation::Situation;
use linstock_base::Span;
use linstock_engine::vm::{Position, Turn};
use linstock_model::{
    Ask, AskItem, Model, MoveId, Node, RuleId, Stmt, StmtKind, TagId, TextPart, Truth,
};
use std::collections::BTreeSet;

/// A question: the items and the clauses of an `ask`.
#[derive(Clone, Copy)]
pub(super) struct Question<'q> {
    items: &'q [AskItem],
    tags: &'q [TagId],
}

impl Question<'_> {
    pub(super) fn is(self, ask: &Ask, tags: &[TagId]) -> bool {
        let moves = ask.items.iter().map(|item| item.mv);
        self.tags == tags && moves.eq(self.items.iter().map(|item| item.mv))
    }
}

/// Returns the clauses that say who chooses now: those of the round around the question, then those of the question.
#[must_use]
pub(crate) fn clauses_of_turn(rules: &Rules, state: &Position) -> Vec<TagId> {
    let question = Question {
        items: rules.offers(state),
        tags: rules.decision_tags(state),
    };
    let round = match rules.turn(state) {
        Turn::Players(seats) if seats.len() == 1 => {
            let model = rules.model();
            round_around(model, &model.play, question, &mut BTreeSet::new())
        }
        Turn::Players(_) | Turn::Chance | Turn::Over => None,
    };
    let items = question.items.iter().flat_map(|item| &item.tags);
    let asked = items.chain(question.tags);
    cited::nearest(round.unwrap_or_default().iter().chain(asked).copied())
}

/// Returns the clauses of the innermost round around a question, which may be inside a move. Returns `None` if this block
/// does not ask the question.
fn round_around<'m>(
    model: &'m Model,
    block: &'m [Stmt],
    question: Question<'_>,
    seen: &mut BTreeSet<MoveId>,
) -> Option<&'m [TagId]> {
    for stmt in block {
        let mut inner: Vec<&'m [Stmt]> = stmt.blocks().map(Vec::as_slice).collect();
        if let StmtKind::Ask(ask) = &stmt.kind {
            if question.is(ask, &stmt.tags) {
                return Some(&[]);
            }
            let unseen = ask.items.iter().filter(|item| seen.insert(item.mv));
            inner.extend(unseen.map(|item| model.mv(item.mv).body.as_slice()));
        }
        let mut found = inner.into_iter();
        let found = found.find_map(|block| round_around(model, block, question, seen));
        match (found, &stmt.kind) {
            (Some([]), StmtKind::Each { .. }) => return Some(&stmt.tags),
            (Some(tags), _) => return Some(tags),
            (None, _) => {}
        }
    }
    None
}

impl Situation<'_> {
    /// Returns the current question.
    pub(super) fn question(&self) -> Question<'_> {
        Question {
            items: self.asked,
            tags: self.ask_tags,
        }
    }

    /// Returns the possible moves that lead to a question for one of the wanted moves, with the clauses of that question.
    pub(super) fn comes_after(
        &self,
        wanted: &[RuleId],
        possible: &BTreeSet<RuleId>,
    ) -> (Vec<RuleId>, Vec<TagId>) {
        let model = self.evaluator.model;
        let (mut first, mut clauses) = (Vec::new(), Vec::new());
        let items = self.asked.iter();
        for item in items.filter(|item| possible.contains(&model.mv(item.mv).rule)) {
            let rule = model.mv(item.mv).rule;
            let body = &model.mv(item.mv).body;
            if let Some(tags) = asked_in(model, body, wanted, &mut BTreeSet::from([item.mv]))
                && !first.contains(&rule)
            {
                first.push(rule);
                clauses.extend(tags);
            }
        }
        (first, clauses)
    }

    /// Explains, in the rules' own words, why this turn passed over a question for the wanted moves.
    pub(super) fn passed_over(&self, wanted: &[RuleId]) -> Option<Problem> {
        let model = self.evaluator.model;
        let mut walk = TurnWalk {
            model,
            question: self.question(),
            wanted,
            passed: Vec::new(),
            now: None,
        };
        walk.block(&model.play, (Span::default(), None));
        let mut passed = walk.passed.iter();
        let passed = passed.find(|(round, _)| Some(*round) == walk.now);
        let cond = passed.and_then(|(_, cond)| *cond)?;
        // Values in such a sentence could be secrets: nothing has checked them.
        let [TextPart::Literal(_)] = cond.reason.as_deref()? else {
            return None;
        };
        let proof = self.evaluator.prove(cond).ok()?;
        let explainer = Explainer::of(self.evaluator, self.sources, None);
        let problems = explainer.truth(&proof).ok()?;
        problems.into_iter().find(|problem| problem.own_words)
    }
}

/// Returns the clauses of the question for one of the wanted moves, in a block or in the bodies of the moves that it
/// offers.
fn asked_in<'m>(
    model: &'m Model,
    block: &'m [Stmt],
    wanted: &[RuleId],
    seen: &mut BTreeSet<MoveId>,
) -> Option<&'m [TagId]> {
    for stmt in block {
        let mut inner: Vec<&'m [Stmt]> = stmt.blocks().map(Vec::as_slice).collect();
        if let StmtKind::Ask(ask) = &stmt.kind {
            let meant = |item: &AskItem| wanted.contains(&model.mv(item.mv).rule);
            if ask.items.iter().any(meant) {
                return Some(&stmt.tags);
            }
            let unseen = ask.items.iter().filter(|item| seen.insert(item.mv));
            inner.extend(unseen.map(|item| model.mv(item.mv).body.as_slice()));
        }
        let mut inner = inner.into_iter();
        if let Some(tags) = inner.find_map(|block| asked_in(model, block, wanted, seen)) {
            return Some(tags);
        }
    }
    None
}

/// A walk through the sequence of play up to the current question.
struct TurnWalk<'w, 'm> {
    model: &'m Model,
    question: Question<'w>,
    wanted: &'w [RuleId],
    /// The questions for the wanted moves that play has passed: the round and the condition of each.
    passed: Vec<(Span, Option<&'m Node<Truth>>)>,
    /// The round of the current question.
    now: Option<Span>,
}

impl<'m> TurnWalk<'_, 'm> {
    fn block(&mut self, block: &'m [Stmt], at: (Span, Option<&'m Node<Truth>>)) {
        for stmt in block {
            if self.now.is_some() {
                return;
            }
            self.stmt(stmt, at);
        }
    }

    fn stmt(&mut self, stmt: &'m Stmt, (round, under): (Span, Option<&'m Node<Truth>>)) {
        if let StmtKind::If(cond, then, otherwise) = &stmt.kind {
            self.block(then, (round, Some(cond)));
            self.block(otherwise, (round, None));
            return;
        }
        if let StmtKind::Each { body, .. } = &stmt.kind {
            self.block(body, (stmt.span, None));
            return;
        }
        if let StmtKind::Ask(ask) = &stmt.kind {
            if self.question.is(ask, &stmt.tags) {
                self.now = Some(round);
                return;
            }
            let rule = |item: &AskItem| self.model.mv(item.mv).rule;
            let mut items = ask.items.iter();
            if items.any(|item| self.wanted.contains(&rule(item))) {
                self.passed.push((round, under));
            }
        }
        for block in stmt.blocks() {
            self.block(block, (round, under));
        }
    }
}
