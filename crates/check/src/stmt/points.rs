//! `for p in own stone { … }`: the block once for each point of a set, in the order of the board.
//!
//! A memory keeps the points from the start of the loop, so that its statements do not change the set. Another
//! memory keeps the current point: the name stands for it.

use crate::expr::typed::Typed;
use crate::names::{By, Scope, with_value};
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use crate::stmt::values::word_of;
use linstock_base::Span;
use linstock_model::{
    MemoryId, MemoryRef, MemoryType, Node, Num, Place, Set, Stmt, StmtKind, ValueExpr,
};
use linstock_syntax::ast::{Binder, Expr, StmtDecl};

/// The memories of a loop.
#[derive(Clone, Copy)]
struct LoopMemories {
    /// The points still to come.
    left: MemoryId,
    /// The number of the current point.
    at: MemoryId,
    span: Span,
}

impl Resolver<'_> {
    /// Resolves `for p in own where … { … }`.
    pub(crate) fn for_points(
        &mut self,
        stmt: &StmtDecl,
        (over, set): (&Binder, Node<Typed>),
        (from, body): (Option<&Expr>, &[StmtDecl]),
        scope: &Scope<'_>,
    ) -> Checked<Vec<Stmt>> {
        let tags = self.tags(&stmt.tags);
        if let Some(from) = from {
            let first = "the lowest row comes first, and in a row the point on the left";
            return Err(self.no_start(from.span, "points", first));
        }
        self.let_name(&over.name, scope)?;
        let set: Node<Set> = self.coerce(set)?;
        self.fuel.at(stmt.span);
        let name = &over.name.text;
        let (_, left) = self.passing_memory(name, MemoryType::Points, &over.set)?;
        let (text, at) = self.passing_memory(name, MemoryType::Num, &over.set)?;
        self.names.memories[at.index()].what.is_point = true;
        let word = word_of(text, &over.set);
        let inner = with_value(scope, (name, &word), By::Let);
        let body = self.of_each_point(over, body, &inner)?;
        let memories = LoopMemories {
            left,
            at,
            span: stmt.span,
        };
        let mut stmts = memories.around(set, body);
        for stmt in &mut stmts {
            if matches!(stmt.kind, StmtKind::Repeat(..)) {
                stmt.tags.clone_from(&tags);
            }
        }
        Ok(stmts)
    }

    /// Makes statements for each point of a set.
    pub(super) fn of_all_points(
        &mut self,
        (e, set): (&Expr, Node<Set>),
        make: impl FnOnce(&mut Self, Node<Place>) -> Checked<Vec<Stmt>>,
    ) -> Checked<Vec<Stmt>> {
        let span = set.span;
        let (_, left) = self.passing_memory("point", MemoryType::Points, e)?;
        let (_, at) = self.passing_memory("point", MemoryType::Num, e)?;
        self.names.memories[at.index()].what.is_point = true;
        let body = make(self, Node::plain(span, Place::Kept(at)))?;
        Ok(LoopMemories { left, at, span }.around(set, body))
    }

    /// Resolves the body for each point; the filter is tested at its turn.
    fn of_each_point(
        &mut self,
        over: &Binder,
        body: &[StmtDecl],
        scope: &Scope<'_>,
    ) -> Checked<Vec<Stmt>> {
        let Some(filter) = &over.filter else {
            return self.block(body, scope);
        };
        let (cond, body) = (self.truth(filter, scope), self.block(body, scope));
        let span = filter.span;
        let kind = StmtKind::If(cond?, body?, Vec::new());
        Ok(vec![Stmt {
            tags: Vec::new(),
            span,
            kind,
        }])
    }
}

impl LoopMemories {
    /// Puts the loop around the body.
    fn around(self, set: Node<Set>, body: Vec<Stmt>) -> Vec<Stmt> {
        let Self { left, at, span } = self;
        let plain = |kind| Stmt {
            tags: Vec::new(),
            span,
            kind,
        };
        let of = |memory| MemoryRef { memory, of: None };
        let remaining = || Box::new(Node::plain(span, Set::Memory(of(left))));
        let first = Node::plain(span, Num::First(remaining()));
        let this = Box::new(Node::plain(span, Set::At(Place::Kept(at))));
        let others = Node::plain(span, Set::Except(remaining(), this));
        let mut each = vec![
            plain(StmtKind::Remember(of(at), ValueExpr::Num(first))),
            plain(StmtKind::Remember(of(left), ValueExpr::Set(others))),
        ];
        each.extend(body);
        let times = Node::plain(span, Num::Count(remaining()));
        vec![
            plain(StmtKind::Remember(of(left), ValueExpr::Set(set))),
            plain(StmtKind::Repeat(Some(times), each)),
            plain(StmtKind::Forget(of(at))),
            plain(StmtKind::Forget(of(left))),
        ]
    }
}
