//! Values for the parameters of a routine or a move: each is computed once, before the body runs.
//!
//! A routine is inlined at its call, with the values in place of their names. That equals a single computation,
//! unless the body changes what a value reads before the value is used. Then the value is stored first, in a memory of its own.

use crate::expr::types::Type;
use crate::names::{MemoryName, Named, Scope};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use crate::stmt::touched::{HandedValue, Touched, is_used_late};
use linstock_base::Span;
use linstock_model::{
    MemberBits, Memory, MemoryId, MemoryRef, MemoryType, PointSet, Sight, Stmt, StmtKind, Value,
    ValueExpr,
};
use linstock_syntax::ast::{Expr, ExprKind, StmtDecl};

/// A value that is stored before the body.
pub(super) struct Stored {
    /// The index of its parameter.
    pub(super) param: usize,
    pub(super) memory: MemoryId,
    pub(super) value: ValueExpr,
}

/// How much was written before a trial of a block.
#[derive(Clone, Copy)]
struct TrialStart {
    instances: usize,
    memories: usize,
    passing: usize,
}

impl Resolver<'_> {
    /// Resolves the body of a routine or a move; each of its values is computed once.
    pub(crate) fn block_with_values(
        &mut self,
        body: &[StmtDecl],
        scope: &Scope<'_>,
    ) -> Checked<Vec<Stmt>> {
        let before = TrialStart {
            instances: self.instances.len(),
            memories: self.names.memories.len(),
            passing: self.passing.len(),
        };
        let written_out = self.block(body, scope)?;
        let mut handed = self.handed_values(scope);
        let changed = Touched::by(&written_out);
        handed.retain(|handed| handed.reads.may_be_changed_by(&changed));
        if handed.is_empty() {
            return Ok(written_out);
        }
        while !handed.is_empty() {
            self.take_back(before);
            // A place may allow only values of the move itself, so that a stored value fails there: then the value is inlined.
            let Some((stmts, stored)) = self.try_out(|r| r.block_storing(body, &handed, scope))
            else {
                break;
            };
            let asked: Vec<_> = self.instances[before.instances..]
                .iter()
                .filter_map(|made| made.as_ref()?.as_ref().ok())
                .collect();
            let late = |(stored, handed): (&Stored, &HandedValue)| {
                is_used_late((&stmts, &asked), stored.memory, &handed.reads)
            };
            let needed: Vec<bool> = stored.iter().zip(&handed).map(late).collect();
            if needed.iter().all(|needed| *needed) {
                return Ok(around(stmts, stored));
            }
            let mut needed = needed.into_iter();
            handed.retain(|_| needed.next().unwrap_or(false));
        }
        self.take_back(before);
        self.block(body, scope)
    }

    /// Removes what the trial of a block has written.
    fn take_back(&mut self, before: TrialStart) {
        self.instances.truncate(before.instances);
        self.names.memories.truncate(before.memories);
        self.passing.truncate(before.passing);
    }

    /// Returns the values of the parameters, with what they read.
    fn handed_values(&mut self, scope: &Scope<'_>) -> Vec<HandedValue> {
        let values = scope.params.iter().enumerate();
        values
            .filter_map(|(param, named)| {
                let (value, caller) = (named.value, named.scope);
                let (ty, value) = self.in_caller_scope(caller, |r| r.storable(value, caller))?;
                let reads = Touched::read_by(&value);
                Some(HandedValue { param, ty, reads })
            })
            .collect()
    }

    /// Elaborates a value that can be stored; `None` for pieces, zones, lines and the like, which are not values.
    pub(super) fn storable(
        &mut self,
        e: &Expr,
        scope: &Scope<'_>,
    ) -> Option<(MemoryType, ValueExpr)> {
        let found = self.try_out(|r| r.infer(e, scope))?;
        let ty = match found.kind.ty() {
            Type::Number => MemoryType::Num,
            Type::Truth => MemoryType::Truth,
            Type::Seat => MemoryType::Seat,
            Type::Row(list) => MemoryType::Row(list),
            Type::Set => MemoryType::Points,
            _ => return None,
        };
        let value = self.try_out(|r| r.memory_value(e, ty, scope))?;
        Some((ty, value))
    }

    /// Resolves a body with some values stored before it.
    fn block_storing(
        &mut self,
        body: &[StmtDecl],
        handed: &[HandedValue],
        scope: &Scope<'_>,
    ) -> Checked<(Vec<Stmt>, Vec<Stored>)> {
        let (mut words, mut stored) = (Vec::new(), Vec::new());
        for handed in handed {
            let named = scope.params[handed.param];
            let (value, caller) = (named.value, named.scope);
            let (text, memory) = self.passing_memory(named.name, handed.ty, value)?;
            let stored_value =
                self.in_caller_scope(caller, |r| r.memory_value(value, handed.ty, caller))?;
            stored.push(Stored {
                param: handed.param,
                memory,
                value: stored_value,
            });
            words.push(word_of(text, value));
        }
        let mut inner = scope.clone();
        for (stored, word) in stored.iter().zip(&words) {
            inner.params[stored.param].value = word;
        }
        Ok((self.block(body, &inner)?, stored))
    }

    /// Makes a memory for a value that is handed on. Nobody can type its name.
    pub(super) fn passing_memory(
        &mut self,
        name: &str,
        ty: MemoryType,
        value: &Expr,
    ) -> Checked<(String, MemoryId)> {
        let text = format!("{name} {}", self.passing.len() + 1);
        let named = passing_name(&text, value.span, ty);
        let id = match MemoryId::LIMIT.push(&mut self.names.memories, named) {
            Ok(number) => MemoryId(number),
            Err(why) => return Err(self.too_many(why, value.span)),
        };
        self.names.used.insert(text.clone());
        let points = self.names.board.as_ref().map_or(0, |board| board.points());
        self.passing.push(Memory {
            name: text.clone(),
            per: None,
            of_piece: false,
            among: MemberBits::from_iter([true]),
            second: None,
            ty,
            start: start(ty, points),
            sight: PASSING_SIGHT,
            passing: true,
            uncounted: true,
            live: true,
            tags: Vec::new(),
        });
        Ok((text, id))
    }
}

/// Nobody sees values that are handed on.
const PASSING_SIGHT: Sight = Sight::Hidden;

/// Returns the entry of a memory for a value that is handed on.
pub(crate) fn passing_name(text: &str, span: Span, ty: MemoryType) -> Named<MemoryName> {
    Named {
        text: text.to_owned(),
        span,
        tags: Vec::new(),
        what: MemoryName {
            per: None,
            second: None,
            of_piece: false,
            ty,
            sight: Some(PASSING_SIGHT),
            counted: false,
            is_point: false,
            unsure: false,
        },
    }
}

/// Returns the word that stands for a stored value.
pub(super) fn word_of(stored: String, value: &Expr) -> Expr {
    Expr {
        tags: Vec::new(),
        span: value.span,
        kind: ExprKind::Word(stored),
    }
}

/// Returns the value of such a memory while nothing is stored.
fn start(ty: MemoryType, points: usize) -> Value {
    match ty {
        MemoryType::Num => Value::Num(0),
        MemoryType::Truth => Value::Truth(false),
        MemoryType::Seat => Value::Seat(None),
        MemoryType::Row(list) => Value::Row(list, None),
        MemoryType::Points => Value::Points(PointSet::with_capacity(points)),
    }
}

/// Puts the statements that store values before a body, and those that forget them after it.
pub(super) fn around(body: Vec<Stmt>, stored: Vec<Stored>) -> Vec<Stmt> {
    let memory = |memory| MemoryRef { memory, of: None };
    let span = body.first().map_or_else(Span::default, |s| s.span);
    let plain = |kind| Stmt {
        tags: Vec::new(),
        span,
        kind,
    };
    let forgets: Vec<_> = stored
        .iter()
        .map(|s| plain(StmtKind::Forget(memory(s.memory))))
        .collect();
    let stores = stored
        .into_iter()
        .map(|s| plain(StmtKind::Remember(memory(s.memory), s.value)));
    stores.chain(body).chain(forgets).collect()
}
