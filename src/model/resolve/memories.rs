//! Remembered values, as they are declared.

use super::Resolver;
use super::board::fixed_points;
use super::names::{MemoryName, Names, Scope};
use crate::base::Diagnostic;
use crate::model::{Memory, Node, Seat, Value, ValueExpr};
use crate::syntax::ast::{DeclKind, Memory as MemoryDecl};

impl<'a> Resolver<'a> {
    /// Resolves the remembered values.
    pub fn memories(&mut self) -> Option<Vec<Memory>> {
        let mut memories = Vec::new();
        let mut complete = true;
        for (_, _, decl) in self.decls() {
            let DeclKind::Remember(list) = decl else {
                continue;
            };
            for memory in list {
                let resolved = self.memory(memory);
                complete &= resolved.is_some();
                if resolved.is_none() {
                    self.names.broken.push(memory.name.text.clone());
                }
                memories.extend(resolved);
            }
        }
        complete.then_some(memories)
    }

    fn memory(&mut self, decl: &'a MemoryDecl) -> Option<Memory> {
        let per_player = match decl.of.as_ref().map(|of| of.text.as_str()) {
            None => false,
            Some("player") => true,
            Some(_) => {
                let span = decl.of.as_ref()?.span;
                let diagnostic =
                    Diagnostic::error(span, "a value is remembered once a game, or `of player`");
                self.report(
                    diagnostic
                        .label("not remembered of this")
                        .hint("write `of player`, or leave the `of …` out"),
                );
                return None;
            }
        };
        let ty = self.memory_type_of(&decl.start)?;
        let value = self.memory_value(&decl.start, ty, &Scope::default())?;
        let Some(start) = self.fixed_value(&value) else {
            let message = "expected a value that is known before the game begins";
            let diagnostic =
                Diagnostic::error(decl.start.span, message).label("depends on the position");
            self.report(diagnostic.hint(
                "begin with a number, `yes`, `no`, `none`, a player, `nothing` or named points",
            ));
            return None;
        };
        let what = MemoryName { per_player, ty };
        self.declare(
            "remembered value",
            &decl.name,
            &decl.tags,
            (|n: &mut Names<'a>| &mut n.memories, what),
        );
        let named = self.names.memories.last()?;
        Some(Memory {
            name: named.text.clone(),
            per_player,
            ty,
            start,
            live: true,
            tags: named.tags.clone(),
        })
    }

    fn fixed_value(&self, value: &ValueExpr) -> Option<Value> {
        match value {
            ValueExpr::Num(Node {
                kind: crate::model::Num::Fixed(n),
                ..
            }) => Some(Value::Num(*n)),
            ValueExpr::Truth(Node {
                kind: crate::model::Truth::Fixed(t),
                ..
            }) => Some(Value::Truth(*t)),
            ValueExpr::Seat(Node {
                kind: Seat::Fixed(seat),
                ..
            }) => Some(Value::Seat(Some(*seat))),
            ValueExpr::Seat(Node {
                kind: Seat::None, ..
            }) => Some(Value::Seat(None)),
            ValueExpr::Set(set) => fixed_points(self.names.board.as_ref()?, set).map(Value::Points),
            _ => None,
        }
    }
}
