//! The clauses of what a legal move does under a condition: what the move meets decides more than that it is possible.

use crate::Rules;
use crate::explain::cited::says_what_there_is;
use crate::explain::turn_so_far::is_open;
use crate::notation::{self, Reading};
use linstock_base::Span;
use linstock_engine::vm::{Move, Position};
use linstock_model::{Model, SeatId, Stmt, StmtKind, TagId, Truth};
use std::collections::BTreeMap;

/// Returns the clauses of the statements that the first legal move of some readings carries out under a condition which
/// all players see.
pub(super) fn clauses(
    rules: &Rules,
    (state, seat): (&Position, SeatId),
    readings: &[Reading],
) -> Vec<TagId> {
    let model = rules.model();
    let Ok(legal) = rules.moves(state, seat) else {
        return Vec::new();
    };
    let is_meant = |mv: &Move| {
        let (id, args) = rules.args(state, *mv);
        let text = notation::text(model, id, &args, seat);
        let mut readings = readings.iter();
        readings.any(|reading| reading.mv == id && reading.text == text)
    };
    let found = legal.into_iter().find(is_meant);
    found.map_or_else(Vec::new, |mv| of_move(rules, state, mv))
}

fn of_move(rules: &Rules, state: &Position, mv: Move) -> Vec<TagId> {
    let model = rules.model();
    let (id, _) = rules.args(state, mv);
    let mut places = Conditional::default();
    places.gather(model, &model.mv(id).body, false);
    if places.statements.is_empty() {
        return Vec::new();
    }
    // The move is legal, so it fails only where a script fails, which playing it reports.
    let ran = rules.trace(state, mv).unwrap_or_default();
    let held = held(rules, state, mv);
    let decided = |span: &Span| match places.statements.get(span) {
        Some(Role::Condition) => held.get(span) == Some(&true),
        Some(Role::Effect) => true,
        None => false,
    };
    let statements = ran.iter().filter_map(|&at| rules.tagged.get(at as usize));
    let decided = statements.filter(|statement| decided(&statement.span));
    let tags = decided.flat_map(|statement| &statement.tags).copied();
    let tags = tags.filter(|tag| !says_what_there_is(model, *tag));
    // What the move is for decides more than what else happens.
    let is_own = |tag: &TagId| model.mv(id).tags.contains(tag);
    let (own, others): (Vec<_>, Vec<_>) = tags.partition(is_own);
    TagId::once_each(own.into_iter().chain(others))
}

/// Returns the values of the conditions that a move evaluates, by the places of their statements: whether each ever held.
pub(crate) fn held(rules: &Rules, state: &Position, mv: Move) -> BTreeMap<Span, bool> {
    let mut held = BTreeMap::new();
    let steps = rules.steps_after(state, mv).unwrap_or_default();
    for step in steps.next {
        if let Some(value) = rules.branch(step) {
            *held.entry(rules.statement_at(step.0)).or_default() |= value;
        }
    }
    held
}

/// What a statement is among the conditional ones.
enum Role {
    /// A condition with statements.
    Condition,
    /// A statement under a condition.
    Effect,
}

/// The statements of a move that depend on conditions which all players see.
#[derive(Default)]
struct Conditional {
    statements: BTreeMap<Span, Role>,
}

impl Conditional {
    fn gather(&mut self, model: &Model, block: &[Stmt], under: bool) {
        for stmt in block {
            let under = match &stmt.kind {
                // The options decide it for the whole game.
                StmtKind::If(cond, ..) if matches!(cond.kind, Truth::Fixed(_)) => under,
                StmtKind::If(cond, ..) if !is_open(model, cond) => continue,
                StmtKind::If(..) => {
                    self.statements.insert(stmt.span, Role::Condition);
                    true
                }
                // The next question is no effect of the move.
                StmtKind::Ask(_) => continue,
                _ => {
                    if under {
                        self.statements.insert(stmt.span, Role::Effect);
                    }
                    under
                }
            };
            for block in stmt.blocks() {
                self.gather(model, block, under);
            }
        }
    }
}
