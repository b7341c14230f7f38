//! Moves of a piece from or to the only point of a set: `here -> forward of here`, `spot of d -> back of d`.

use crate::expr::one_at_most::is_one_at_most;
use crate::expr::typed::Typed;
use crate::report::error_guaranteed::Checked;
use crate::resolver::Resolver;
use crate::stmt::values::{Stored, around};
use linstock_model::{MemoryType, Node, Num, Place, Set, Stmt, StmtKind, Truth, ValueExpr};
use linstock_syntax::ast::Expr;

/// An end of a transfer: a named point, or the only one of a set, which is stored first.
struct EndPoint {
    place: Node<Place>,
    stored: Option<(Node<Set>, Stored)>,
}

impl Resolver<'_> {
    /// Makes statements about two points. A point that is the only one of a set is stored first, and the statements
    /// are skipped if the set is empty.
    pub(super) fn between_points(
        &mut self,
        [from, to]: [(&Expr, Node<Typed>); 2],
        make: impl FnOnce(&mut Self, [Node<Place>; 2]) -> Checked<Vec<Stmt>>,
    ) -> Checked<Vec<Stmt>> {
        let (from, to) = (self.end_point(from), self.end_point(to));
        let (from, to) = (from?, to?);
        let mut body = make(self, [from.place, to.place])?;
        let mut stored = Vec::new();
        for (set, value) in [from.stored, to.stored].into_iter().flatten() {
            let span = set.span;
            let there_is = Node::plain(span, Truth::Some(Box::new(set)));
            body = vec![Stmt {
                tags: Vec::new(),
                span,
                kind: StmtKind::If(there_is, body, Vec::new()),
            }];
            stored.push(value);
        }
        Ok(around(body, stored))
    }

    fn end_point(&mut self, (e, node): (&Expr, Node<Typed>)) -> Checked<EndPoint> {
        if !is_one_at_most(&node.kind) {
            let place = self.coerce(node)?;
            return Ok(EndPoint {
                place,
                stored: None,
            });
        }
        let set: Node<Set> = self.coerce(node)?;
        let (_, memory) = self.passing_memory("point", MemoryType::Num, e)?;
        self.names.memories[memory.index()].what.is_point = true;
        let stored = Stored {
            param: 0,
            memory,
            value: ValueExpr::Num(Node::plain(set.span, Num::First(Box::new(set.clone())))),
        };
        Ok(EndPoint {
            place: Node::plain(set.span, Place::Kept(memory)),
            stored: Some((set, stored)),
        })
    }
}
