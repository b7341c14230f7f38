//! The decisions of scenarios: for each condition of the rules, how often it held and did not; for each statement, how
//! often it was carried out.
//!
//! A line of a scenario decides the conditions that it depends on. `play` and `refuse` decide the conditions of that
//! move; `moves are` and `moves count` decide those of every possible choice. Scripts count in the same way during these
//! evaluations.

use crate::ActorAt;
use crate::Rules;
use crate::explain::{Ground, count_decisions};
use crate::notation::Reading;
use crate::reference::{Decided, Decisions, Evaluator, SeenDomain, decided_parts, points_of};
use linstock_base::Span;
use linstock_engine::ir::{ScriptCount, ScriptCounted, ScriptHost};
use linstock_engine::vm::{Fault, Move, Position, TracedSteps};
use linstock_model::visit::{Visitor, Walk};
use linstock_model::{
    Arg, ArgId, ArgValue, Ask, AskItem, Domain, Head, MoveRule, Node, Set, Stmt, StmtKind, Truth,
};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Counts the decisions of scenarios.
#[derive(Clone, Debug, Default)]
pub struct RuleDecisions {
    /// The results of each condition.
    counts: FxHashMap<Span, Decided>,
    /// All conditions.
    conditions: BTreeSet<Span>,
    /// How often each statement was carried out.
    statements: BTreeMap<Span, u64>,
    /// The condition of each conditional statement.
    branches: FxHashMap<Span, Span>,
    /// The scripts of the rules, which have counters of their own.
    scripts: Vec<Arc<dyn ScriptHost>>,
}

/// The decisions at a place of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecidedPlace {
    /// A condition.
    Condition(Decided),
    /// A statement, and how often it was carried out.
    Statement(u64),
}

impl RuleDecisions {
    /// Adds the conditions and statements of a ruleset.
    pub(super) fn knows(&mut self, rules: &Rules) {
        let model = rules.model();
        let mut found = ConditionFinder::default();
        model.moves.iter().for_each(|mv| found.of_move(mv));
        found.of_block(&model.play);
        self.conditions.extend(found.places);
        self.branches.extend(found.branches);
        for span in &rules.spans {
            self.statements.entry(*span).or_default();
        }
        self.scripts.extend(rules.scripts.clone());
    }

    /// Returns the decisions at each place.
    #[must_use]
    pub fn places(&self) -> Vec<(Span, DecidedPlace)> {
        let decided = |span: &Span| self.counts.get(span).copied().unwrap_or_default();
        let conditions = self.conditions.iter();
        let conditions = conditions.map(|span| (*span, DecidedPlace::Condition(decided(span))));
        let statements = self.statements.iter();
        let statements = statements.map(|(span, times)| (*span, DecidedPlace::Statement(*times)));
        let known = |(span, _): &(Span, DecidedPlace)| *span != Span::default();
        let of_rules = statements.chain(conditions).filter(known);
        of_rules.chain(self.places_of_scripts()).collect()
    }

    /// Returns the decisions at each place of the scripts, summed over all choices.
    fn places_of_scripts(&self) -> BTreeMap<Span, DecidedPlace> {
        let mut places = BTreeMap::new();
        for ScriptCount { span, counted } in self.scripts.iter().flat_map(|host| host.counts()) {
            let before = places.get(&span).copied();
            let now = match (counted, before) {
                (ScriptCounted::Statement(times), Some(DecidedPlace::Statement(before))) => {
                    DecidedPlace::Statement(before + times)
                }
                (ScriptCounted::Statement(times), _) => DecidedPlace::Statement(times),
                (ScriptCounted::Condition { held, failed }, before) => {
                    let before = match before {
                        Some(DecidedPlace::Condition(before)) => before,
                        _ => Decided::default(),
                    };
                    DecidedPlace::Condition(Decided {
                        held: before.held + held,
                        failed: before.failed + failed,
                    })
                }
            };
            places.insert(span, now);
        }
        places
    }

    fn counting(&mut self, rules: &Rules, count: impl FnOnce(&Decisions)) {
        let decisions = Decisions::from(std::mem::take(&mut self.counts));
        with_scripts_counting(rules, || count(&decisions));
        self.counts = decisions.into_counts();
    }

    /// Counts the decisions before the first choice of a game.
    pub(super) fn started(&mut self, rules: &Rules) {
        // A fault here was reported when the session began.
        if let Ok(steps) = with_scripts_counting(rules, || rules.steps_to_start()) {
            self.carried_out(rules, &steps);
        }
    }

    /// Counts the decisions of a move that is played or refused.
    pub(super) fn tried(&mut self, at: ActorAt<'_>, readings: &[Reading]) {
        self.counting(at.rules, |decided| {
            count_decisions(at, readings, decided);
        });
    }

    /// Counts the statements that a played move carries out.
    pub(super) fn played(&mut self, rules: &Rules, (state, mv): (&Position, Move)) {
        let (id, _) = rules.args(state, mv);
        if let Some(leaves) = &rules.model().mv(id).leaves {
            self.counting(rules, |decided| decided.count(leaves.cond.span, true));
        }
        // The move was played before, so it does not fail here.
        if let Ok(steps) = with_scripts_counting(rules, || rules.steps_after(state, mv)) {
            self.carried_out(rules, &steps);
        }
    }

    fn carried_out(&mut self, rules: &Rules, steps: &TracedSteps) {
        // A statement may have several instructions; the count of one of them is the count of the statement.
        let mut times: BTreeMap<Span, BTreeMap<u32, u64>> = BTreeMap::new();
        for pc in &steps.ran {
            let of_span = times.entry(rules.statement_at(*pc)).or_default();
            *of_span.entry(*pc).or_default() += 1;
        }
        for (span, each) in times {
            let most = each.into_values().max().unwrap_or_default();
            *self.statements.entry(span).or_default() += most;
        }
        let branches = std::mem::take(&mut self.branches);
        self.counting(rules, |decided| {
            for step in &steps.next {
                let cond = branches.get(&rules.statement_at(step.0));
                if let (Some(held), Some(cond)) = (rules.branch(*step), cond) {
                    decided.count(*cond, held);
                }
            }
        });
        self.branches = branches;
    }

    /// Counts the decisions of a list of all moves, or of the moves with one name: the conditions of every possible
    /// choice.
    pub(super) fn listed(&mut self, at: ActorAt<'_>, only: Option<&str>) {
        let ActorAt { rules, state, .. } = at;
        let model = rules.model();
        let meant = |item: &&AskItem| only.is_none_or(|name| model.mv(item.mv).name == name);
        let ground = Ground::of(at);
        self.counting(rules, |decided| {
            let mut evaluator = ground.scene(rules, state).evaluator;
            evaluator.decided = Some(decided);
            let lister = Lister { evaluator };
            for item in rules.offers(state).iter().filter(meant) {
                // A failure here was reported when the moves were listed. Earlier counts stay.
                let offered = item.cond.as_ref().map_or(Ok(true), |cond| {
                    evaluator.prove(cond).map(|proof| proof.value)
                });
                if let Ok(true) = offered {
                    let _ = lister.choices(model.mv(item.mv));
                }
            }
        });
    }
}

/// Runs a function while the scripts count.
fn with_scripts_counting<T>(rules: &Rules, body: impl FnOnce() -> T) -> T {
    let scripts = rules.scripts.as_ref();
    scripts.inspect(|scripts| scripts.set_counting(true));
    let done = body();
    scripts.inspect(|scripts| scripts.set_counting(false));
    done
}

/// Visits every possible choice.
struct Lister<'a> {
    evaluator: Evaluator<'a>,
}

impl<'a> Lister<'a> {
    fn choices(&self, mv: &'a MoveRule) -> Result<(), Fault> {
        let mut args = vec![None; mv.args.len()];
        let given = args.iter_mut().zip(self.evaluator.args).take(mv.given);
        given.for_each(|(arg, value)| *arg = *value);
        self.go((mv, &mv.heads), &mut args)
    }

    fn go(
        &self,
        (mv, heads): (&'a MoveRule, &'a [Head]),
        args: &mut Vec<Option<ArgValue>>,
    ) -> Result<(), Fault> {
        match heads.split_first() {
            None => Ok(()),
            Some((Head::When(cond), rest)) => {
                if self.holds(cond, args)? {
                    self.go((mv, rest), args)?;
                }
                Ok(())
            }
            Some((Head::Arg(id), rest)) => {
                let Some(arg) = mv.args.get(id.index()) else {
                    return Ok(());
                };
                for value in self.values(arg, args)? {
                    args[id.index()] = Some(value);
                    let passes = arg.filter.as_ref().map(|cond| self.holds(cond, args));
                    if passes.unwrap_or(Ok(true))? {
                        self.go((mv, rest), args)?;
                    }
                }
                args[id.index()] = None;
                Ok(())
            }
        }
    }

    fn holds(&self, cond: &'a Node<Truth>, args: &[Option<ArgValue>]) -> Result<bool, Fault> {
        let evaluator = self.evaluator.with(args);
        let proof = evaluator.prove(cond)?;
        Ok(proof.value)
    }

    /// Returns the values of an argument, and counts for each point of the board whether it is one.
    fn values(&self, arg: &'a Arg, args: &[Option<ArgValue>]) -> Result<Vec<ArgValue>, Fault> {
        let evaluator = self.evaluator.with(args);
        let domain = evaluator.prove_domain(&arg.domain)?;
        if let (SeenDomain::Points(set), Some(decided)) = (&domain, evaluator.decided)
            && let Some(board) = &evaluator.model.board
        {
            points_of(&board.every()).for_each(|point| decided.count_point(set, point));
        }
        evaluator.values(arg, &domain)
    }
}

/// Finds the conditions that decide something.
#[derive(Default)]
struct ConditionFinder {
    places: Vec<Span>,
    branches: Vec<(Span, Span)>,
}

impl Visitor for ConditionFinder {
    fn truth(&mut self, truth: &Node<Truth>) {
        if !matches!(truth.kind, Truth::Fixed(_)) {
            self.places.push(truth.span);
        }
    }
}

impl ConditionFinder {
    fn of_move(&mut self, mv: &MoveRule) {
        for head in &mv.heads {
            match head {
                Head::When(cond) => cond.walk(self),
                Head::Arg(ArgId(index)) => {
                    let arg = mv.args.get(usize::from(*index));
                    arg.into_iter().for_each(|arg| self.of_arg(arg));
                }
            }
        }
        // A postcondition is counted as a whole.
        let leaves = mv.leaves.iter().map(|leaves| leaves.cond.span);
        self.places.extend(leaves);
        self.of_block(&mv.body);
    }

    fn of_arg(&mut self, arg: &Arg) {
        arg.walk(self);
        if let Domain::Points(set) = &arg.domain {
            self.of_set(set);
        }
    }

    fn of_set(&mut self, set: &Node<Set>) {
        decided_parts(set, &mut self.places);
    }

    /// Finds the conditions of statements. Each is counted as a whole, since play branches on it.
    fn of_block(&mut self, body: &[Stmt]) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::If(cond, ..) => self.branch(stmt.span, cond),
                StmtKind::Each {
                    filter: Some(filter),
                    ..
                } => self.branch(stmt.span, filter),
                StmtKind::Ask(ask) => self.of_ask(ask),
                _ => {}
            }
            stmt.blocks().for_each(|block| self.of_block(block));
        }
    }

    fn branch(&mut self, stmt: Span, cond: &Node<Truth>) {
        self.places.push(cond.span);
        self.branches.push((stmt, cond.span));
    }

    fn of_ask(&mut self, ask: &Ask) {
        let conditions = ask.items.iter().filter_map(|item| item.cond.as_ref());
        conditions.for_each(|cond| cond.walk(self));
    }
}
