//! Remembered values: how they are declared, and mentions of them.

use super::Resolver;
use super::board::fixed_points;
use super::names::{Meaning, MemoryName, Names, Scope};
use super::nouns::Noun;
use super::types::Type;
use crate::base::Diagnostic;
use crate::model::{
    Memory, MemoryId, MemoryRef, MemoryType, Node, Num, Seat, TagId, Truth, Value, ValueExpr,
};
use crate::syntax::ast::{DeclKind, Expr, Memory as MemoryDecl, Name};

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
            Noun::Memory,
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

    /// Tells whether a remembered value is of a type.
    pub fn memory_is(&self, id: MemoryId, ty: MemoryType) -> bool {
        self.names.memories[id.index()].what.ty == ty
    }

    /// Resolves a remembered value; `of` says whose.
    pub fn memory_ref(
        &mut self,
        name: &Name,
        of: Option<Node<Seat>>,
    ) -> Option<(MemoryRef, Vec<TagId>)> {
        let Some(Meaning::Memory(memory)) = self.meaning(name, &Scope::default()) else {
            if !self.names.broken.contains(&name.text)
                && self.find(name, &Scope::default()).is_some()
            {
                let diagnostic =
                    Diagnostic::error(name.span, format!("`{}` is not remembered", name.text))
                        .hint("remembered values are declared in a block: remember { … }");
                self.report(diagnostic);
            }
            return None;
        };
        let named = &self.names.memories[memory.index()];
        let (per_player, tags) = (named.what.per_player, named.tags.clone());
        match (per_player, of) {
            (true, Some(of)) => Some((
                MemoryRef {
                    memory,
                    of: Some(Box::new(of)),
                },
                tags,
            )),
            (false, None) => Some((MemoryRef { memory, of: None }, tags)),
            (true, None) => {
                let message = format!("`{}` is remembered of each player", name.text);
                self.report(
                    Diagnostic::error(name.span, message)
                        .hint(format!("say whose: `{} of me`", name.text)),
                );
                None
            }
            (false, Some(_)) => {
                let message = format!("`{}` is remembered once, not of each player", name.text);
                self.report(Diagnostic::error(name.span, message).hint("leave out the `of …`"));
                None
            }
        }
    }

    /// Resolves an expression of a remembered value's type.
    pub fn memory_value(
        &mut self,
        e: &Expr,
        ty: MemoryType,
        scope: &Scope<'_>,
    ) -> Option<ValueExpr> {
        match ty {
            MemoryType::Num => self.num(e, scope).map(ValueExpr::Num),
            MemoryType::Truth => self.truth(e, scope).map(ValueExpr::Truth),
            MemoryType::Seat => self.seat(e, scope).map(ValueExpr::Seat),
            MemoryType::Points => self.set(e, scope).map(ValueExpr::Set),
        }
    }

    /// Returns the type under which an expression can be remembered.
    pub fn memory_type_of(&mut self, e: &Expr) -> Option<MemoryType> {
        match self.type_of(e, &Scope::default()) {
            Type::Number => Some(MemoryType::Num),
            Type::Truth => Some(MemoryType::Truth),
            Type::Seat | Type::Nothing => Some(MemoryType::Seat),
            Type::Set | Type::Kind | Type::Place => Some(MemoryType::Points),
            _ => self.mismatch(
                e,
                "a number, a yes or no, a player or a set of points",
                &Scope::default(),
            ),
        }
    }

    fn fixed_value(&self, value: &ValueExpr) -> Option<Value> {
        match value {
            ValueExpr::Num(Node {
                kind: Num::Fixed(n),
                ..
            }) => Some(Value::Num(*n)),
            ValueExpr::Truth(Node {
                kind: Truth::Fixed(t),
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
