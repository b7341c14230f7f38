//! Where the rules ask for a move: in which round, after which move, under which condition.

use crate::Rules;
use crate::explain::cited;
use crate::explain::describe::Explainer;
use crate::explain::problem::Problem;
use crate::explain::situation::Situation;
use crate::notation::Reading;
use linstock_base::Span;
use linstock_engine::vm::{Position, Turn};
use linstock_model::{
    Ask, AskItem, Model, MoveId, MoveRule, Node, RuleId, Stmt, StmtKind, TagId, TextPart, Truth,
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

/// A condition on the way to a question: its statement, and the value that leads there.
pub(super) type PathBranch<'m> = (&'m Stmt, &'m Node<Truth>, bool);

/// The conditions on the way to a question, the outermost first, and the clauses of the question.
pub(super) type QuestionPath<'m> = (Vec<PathBranch<'m>>, &'m [TagId]);

/// Finds the questions for some moves in a block and in the bodies of the moves that it offers, each with the conditions
/// around it, the outermost first. Only conditions in the block itself are found.
pub(super) fn path_to<'m>(
    model: &'m Model,
    block: &'m [Stmt],
    is_meant: &impl Fn(RuleId) -> bool,
    around: &mut Vec<PathBranch<'m>>,
    found: &mut Vec<QuestionPath<'m>>,
) {
    for stmt in block {
        match &stmt.kind {
            StmtKind::If(cond, then, otherwise) => {
                for (block, wanted) in [(then, true), (otherwise, false)] {
                    // The options may rule one side out.
                    if matches!(cond.kind, Truth::Fixed(held) if held != wanted) {
                        continue;
                    }
                    around.push((stmt, cond, wanted));
                    path_to(model, block, is_meant, around, found);
                    around.pop();
                }
                continue;
            }
            StmtKind::Ask(ask) => {
                let meant = |item: &AskItem| is_meant(model.mv(item.mv).rule);
                let offers = |item: &AskItem| {
                    let body = model.mv(item.mv).body.as_slice();
                    asked_in_moves(model, body, is_meant, &mut BTreeSet::from([item.mv]))
                };
                if ask.items.iter().any(|item| meant(item) || offers(item)) {
                    found.push((around.clone(), &stmt.tags));
                }
            }
            _ => {}
        }
        for block in stmt.blocks() {
            path_to(model, block, is_meant, around, found);
        }
    }
}

/// Returns whether a block, or the body of a move that it offers, asks for one of some moves.
fn asked_in_moves(
    model: &Model,
    block: &[Stmt],
    is_meant: &impl Fn(RuleId) -> bool,
    seen: &mut BTreeSet<MoveId>,
) -> bool {
    block.iter().any(|stmt| {
        if let StmtKind::Ask(ask) = &stmt.kind {
            for item in &ask.items {
                if is_meant(model.mv(item.mv).rule) {
                    return true;
                }
                let body = &model.mv(item.mv).body;
                if seen.insert(item.mv) && asked_in_moves(model, body, is_meant, seen) {
                    return true;
                }
            }
        }
        let mut blocks = stmt.blocks();
        blocks.any(|block| asked_in_moves(model, block, is_meant, seen))
    })
}

/// Finds the questions of a block that fit, each with the conditions on the way to it and the values that lead there.
pub(super) fn paths_to_questions<'m>(
    block: &'m [Stmt],
    fits: &impl Fn(&Ask) -> bool,
    around: &mut Vec<(&'m Node<Truth>, bool)>,
    found: &mut Vec<Vec<(&'m Node<Truth>, bool)>>,
) {
    for stmt in block {
        match &stmt.kind {
            StmtKind::If(cond, then, otherwise) => {
                for (block, wanted) in [(then, true), (otherwise, false)] {
                    around.push((cond, wanted));
                    paths_to_questions(block, fits, around, found);
                    around.pop();
                }
                continue;
            }
            StmtKind::Ask(ask) if fits(ask) => found.push(around.clone()),
            _ => {}
        }
        for block in stmt.blocks() {
            paths_to_questions(block, fits, around, found);
        }
    }
}

impl<'a> Situation<'a> {
    /// Returns the clauses of the round around the current question: they say whose turn it is.
    pub(super) fn clauses_of_round(&self) -> Vec<TagId> {
        let model = self.evaluator.model;
        let round = round_around(model, &model.play, self.question(), &mut BTreeSet::new());
        round.unwrap_or_default().to_vec()
    }

    /// Returns the move whose body asks the current question; `None` if the sequence of play asks it.
    pub(super) fn move_around(&self) -> Option<&'a MoveRule> {
        let question = self.question();
        let mut moves = self.evaluator.model.moves.iter();
        let is_this = |ask: &Ask, tags: &[TagId]| question.is(ask, tags);
        moves.find(|mv| holds_question(&mv.body, &is_this))
    }

    /// Returns a move that was offered together with a wanted move, and whose body asks the current question.
    pub(super) fn begun_instead(&self, wanted: &[RuleId]) -> Option<(&'a MoveRule, &'a [TagId])> {
        let model = self.evaluator.model;
        let around = self.move_around()?;
        let mut found = None;
        each_ask(&model.play, &mut |ask, tags| {
            let rule = |item: &AskItem| model.mv(item.mv).rule;
            let offers =
                |rules: &[RuleId]| ask.items.iter().any(|item| rules.contains(&rule(item)));
            if offers(wanted) && offers(&[around.rule]) {
                found = Some((around, tags));
            }
        });
        found
    }

    /// If the current question is the last resort of another one, returns that one, if it offers a move of the readings.
    pub(super) fn question_before(&self, readings: &[Reading]) -> Option<(&'a Ask, &'a [TagId])> {
        let model = self.evaluator.model;
        let question = self.question();
        let is_this = |ask: &Ask, tags: &[TagId]| question.is(ask, tags);
        let offers = |item: &AskItem| readings.iter().any(|reading| reading.mv == item.mv);
        let mut found = None;
        let bodies = model.moves.iter().map(|mv| mv.body.as_slice());
        for block in bodies.chain([model.play.as_slice()]) {
            each_ask(block, &mut |ask, tags| {
                if ask.items.iter().any(offers) && holds_question(&ask.otherwise, &is_this) {
                    found = Some((ask, tags));
                }
            });
        }
        found
    }

    /// Returns whether a turn asks for one of the wanted moves again and again.
    pub(super) fn is_repeated(&self, wanted: &[RuleId]) -> bool {
        let model = self.evaluator.model;
        let meant = |item: &AskItem| wanted.contains(&model.mv(item.mv).rule);
        asks_again(&model.play, false, &|ask| ask.items.iter().any(meant))
    }

    /// Returns whether the wanted moves are the last resort of the current question.
    pub(super) fn is_last_resort(&self, wanted: &[RuleId]) -> bool {
        let model = self.evaluator.model;
        let question = self.question();
        let meant = |item: &AskItem| wanted.contains(&model.mv(item.mv).rule);
        let is_meant = |ask: &Ask, _: &[TagId]| ask.items.iter().any(meant);
        let mut found = false;
        let bodies = model.moves.iter().map(|mv| mv.body.as_slice());
        for block in bodies.chain([model.play.as_slice()]) {
            each_ask(block, &mut |ask, tags| {
                found |= question.is(ask, tags) && holds_question(&ask.otherwise, &is_meant);
            });
        }
        found
    }
}

/// Returns whether a block asks a question again and again in one turn. `repeated` says whether the block is repeated.
fn asks_again(block: &[Stmt], repeated: bool, is_meant: &impl Fn(&Ask) -> bool) -> bool {
    block.iter().any(|stmt| {
        let repeated = match &stmt.kind {
            StmtKind::Ask(ask) if is_meant(ask) && repeated => return true,
            StmtKind::Repeat(..) => true,
            StmtKind::Each { .. } => false,
            _ => repeated,
        };
        let mut blocks = stmt.blocks();
        blocks.any(|block| asks_again(block, repeated, is_meant))
    })
}

/// Visits all questions of a block, with their clauses.
fn each_ask<'m>(block: &'m [Stmt], visit: &mut impl FnMut(&'m Ask, &'m [TagId])) {
    for stmt in block {
        if let StmtKind::Ask(ask) = &stmt.kind {
            visit(ask, &stmt.tags);
        }
        stmt.blocks().for_each(|block| each_ask(block, visit));
    }
}

/// Returns whether a block asks such a question.
fn holds_question(block: &[Stmt], is_such: &impl Fn(&Ask, &[TagId]) -> bool) -> bool {
    let mut found = false;
    each_ask(block, &mut |ask, tags| found |= is_such(ask, tags));
    found
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
