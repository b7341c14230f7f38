//! Numbers.

use super::Resolver;
use super::names::{ArgType, Meaning, Scope, name_at};
use super::options::OptionValue;
use super::types::Type;
use crate::model::{MemoryType, Node, Num, NumOp, ScriptType, TagId, Truth};
use crate::syntax::ast::{Expr, ExprKind, Name, SumOp};

impl<'a> Resolver<'a> {
    /// Resolves a number.
    pub fn num(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Node<Num>> {
        let (kind, tags) = match &e.kind {
            ExprKind::Number(n) => (Num::Fixed(*n), Vec::new()),
            ExprKind::Word(text) => {
                return self.word_num(e, &name_at(text, e.span), scope);
            }
            ExprKind::Count(of) => {
                if let Type::Line(line) = self.type_of(of, scope) {
                    (
                        Num::CountLines(line),
                        self.names.lines[usize::from(line.0)].tags.clone(),
                    )
                } else {
                    (Num::Count(Box::new(self.set(of, scope)?)), Vec::new())
                }
            }
            ExprKind::Of { head, of } => {
                let ExprKind::Word(text) = &head.kind else {
                    return self.mismatch(e, "a number", scope);
                };
                let seat = self.seat(of, scope)?;
                let (memory, tags) = self.memory_ref(&name_at(text, head.span), Some(seat))?;
                if !self.memory_is(memory.memory, MemoryType::Num) {
                    return self.mismatch(e, "a number", scope);
                }
                (Num::Memory(memory), tags)
            }
            ExprKind::Sum { op, left, right } => {
                let op = match op {
                    SumOp::Add => NumOp::Add,
                    SumOp::Sub => NumOp::Sub,
                    SumOp::Mul => NumOp::Mul,
                };
                let (left, right) = (self.num(left, scope), self.num(right, scope));
                (summed(op, left?, right?), Vec::new())
            }
            ExprKind::If {
                then,
                cond,
                otherwise,
            } => {
                let cond = self.truth(cond, scope);
                let (then, otherwise) = (self.num(then, scope), self.num(otherwise, scope));
                let (cond, then, otherwise) = (cond?, then?, otherwise?);
                if let Truth::Fixed(holds) = cond.kind {
                    let mut chosen = if holds { then } else { otherwise };
                    chosen.tags.extend(cond.tags);
                    return Some(self.outer(e, chosen));
                }
                (
                    Num::If(Box::new(cond), Box::new(then), Box::new(otherwise)),
                    Vec::new(),
                )
            }
            ExprKind::Call { name, args } => return self.call_num(e, name, args, scope),
            ExprKind::Script { name, args } => {
                let (script, values) =
                    self.script_call(name, args, Some(ScriptType::Number), scope)?;
                (Num::Script(script, values), Vec::new())
            }
            _ => return self.mismatch(e, "a number", scope),
        };
        Some(self.node(e, tags, kind))
    }

    fn call_num(
        &mut self,
        e: &Expr,
        name: &Name,
        args: &[Expr],
        scope: &Scope<'_>,
    ) -> Option<Node<Num>> {
        let op = match name.text.as_str() {
            "max" => NumOp::Max,
            "min" => NumOp::Min,
            _ => {
                let node =
                    self.open_fact(e, (name, args), ("a number", scope), |r, e, s| r.num(e, s))?;
                return Some(self.outer(e, node));
            }
        };
        let all: Vec<_> = args.iter().map(|a| self.num(a, scope)).collect();
        let mut all = all.into_iter().collect::<Option<Vec<_>>>()?.into_iter();
        let Some(first) = all.next() else {
            return self.fail(
                name.span,
                format!("`{}` takes at least one number", name.text),
            );
        };
        let span = e.span;
        let join = |a, b| Node::plain(span, summed(op, a, b));
        let node = all.fold(first, join);
        Some(self.outer(e, node))
    }

    fn word_num(&mut self, e: &Expr, name: &Name, scope: &Scope<'_>) -> Option<Node<Num>> {
        let (kind, tags): (Num, Vec<TagId>) = match self.meaning(name, scope)? {
            Meaning::Option(at) => match self.names.options[at].what {
                OptionValue::Num(n) => (Num::Fixed(n), self.names.options[at].tags.clone()),
                _ => return self.mismatch(e, "a number", scope),
            },
            Meaning::Memory(memory) if self.memory_is(memory, MemoryType::Num) => {
                let (memory, tags) = self.memory_ref(name, None)?;
                (Num::Memory(memory), tags)
            }
            Meaning::Arg(arg, ArgType::Number) => (Num::Arg(arg), Vec::new()),
            Meaning::Param(value, caller) => {
                let node = self.num(value, caller)?;
                return Some(self.outer(e, node));
            }
            Meaning::Fact(_) => {
                let node =
                    self.open_fact(e, (name, &[]), ("a number", scope), |r, e, s| r.num(e, s))?;
                return Some(self.outer(e, node));
            }
            Meaning::Broken | Meaning::Arg(_, ArgType::Broken) => return None,
            _ => return self.mismatch(e, "a number", scope),
        };
        Some(self.node(e, tags, kind))
    }

    /// Resolves a number that is the same in every position.
    pub fn fixed_num(&mut self, e: &Expr) -> Option<i64> {
        match self.num(e, &Scope::default())?.kind {
            Num::Fixed(n) => Some(n),
            _ => self.fail(e.span, "expected a number that never changes"),
        }
    }
}

fn summed(op: NumOp, left: Node<Num>, right: Node<Num>) -> Num {
    if let (Num::Fixed(a), Num::Fixed(b)) = (&left.kind, &right.kind) {
        return Num::Fixed(op.apply(*a, *b));
    }
    Num::Sum(op, Box::new(left), Box::new(right))
}
