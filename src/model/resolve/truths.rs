//! Truths: what is asked of a position.

use super::Resolver;
use super::names::{Builtin, Meaning, Scope, name_at};
use super::options::OptionValue;
use super::types::Type;
use crate::base::{Diagnostic, Span};
use crate::model::{Comparison, Node, Num, ScriptType, TagId, Truth};
use crate::syntax::ast::{Expr, ExprKind, LogicOp, Name};

impl<'a> Resolver<'a> {
    /// Resolves a yes or no; what the options decide is folded.
    pub fn truth(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Node<Truth>> {
        let (kind, tags) = match &e.kind {
            ExprKind::Word(text) => {
                return self.word_truth(e, &name_at(text, e.span), scope);
            }
            ExprKind::Some { none, of } => {
                (negated_if(*none, e.span, self.some(of, scope)?), Vec::new())
            }
            ExprKind::Not(of) => {
                let inner = self.truth(of, scope)?;
                (negated(inner), Vec::new())
            }
            ExprKind::Logic { left, right, .. } if self.both(left, right, Type::Set, scope) => {
                return self.mismatch(e, "a yes or no", scope);
            }
            ExprKind::Logic { op, left, right } => {
                let (left, right) = (self.truth(left, scope), self.truth(right, scope));
                return Some(self.logic(e, *op, (left?, right?)));
            }
            ExprKind::Compare { op, left, right } => self.compare(*op, (left, right), scope)?,
            ExprKind::If {
                then,
                cond,
                otherwise,
            } => {
                let cond = self.truth(cond, scope);
                let (then, otherwise) = (self.truth(then, scope), self.truth(otherwise, scope));
                let (cond, then, otherwise) = (cond?, then?, otherwise?);
                let not = Node::plain(cond.span, negated(cond.clone()));
                let yes = self.logic(e, LogicOp::And, (cond, then));
                let no = self.logic(e, LogicOp::And, (not, otherwise));
                return Some(self.logic(e, LogicOp::Or, (yes, no)));
            }
            ExprKind::Call { name, args } => {
                let node = self.open_fact(e, (name, args), ("a yes or no", scope), |r, e, s| {
                    r.truth(e, s)
                })?;
                return Some(self.outer(e, node));
            }
            ExprKind::Script { name, args } => {
                let (script, values) =
                    self.script_call(name, args, Some(ScriptType::Truth), scope)?;
                (Truth::Script(script, values), Vec::new())
            }
            ExprKind::Seen(times) => match u32::try_from(*times) {
                Ok(times) if times >= 1 => (Truth::Seen(times), Vec::new()),
                _ => {
                    let diagnostic = Diagnostic::error(e.span, "a position is seen at least once");
                    self.report(diagnostic.hint("as in: seen 3 times"));
                    return None;
                }
            },
            _ => return self.mismatch(e, "a yes or no", scope),
        };
        Some(self.node(e, tags, kind))
    }

    fn word_truth(&mut self, e: &Expr, name: &Name, scope: &Scope<'_>) -> Option<Node<Truth>> {
        let (kind, tags): (Truth, Vec<TagId>) = match self.meaning(name, scope)? {
            Meaning::Builtin(Builtin::Yes) => (Truth::Fixed(true), Vec::new()),
            Meaning::Builtin(Builtin::No) => (Truth::Fixed(false), Vec::new()),
            Meaning::Option(at) => match self.names.options[at].what {
                OptionValue::Truth(value) => {
                    (Truth::Fixed(value), self.names.options[at].tags.clone())
                }
                _ => return self.mismatch(e, "a yes or no", scope),
            },
            Meaning::Memory(memory) if self.memory_is(memory, crate::model::MemoryType::Truth) => {
                let (memory, tags) = self.memory_ref(name, None)?;
                (self.memory_truth(e.span, memory), tags)
            }
            Meaning::Param(value, caller) => {
                let node = self.truth(value, caller)?;
                return Some(self.outer(e, node));
            }
            Meaning::Fact(_) => {
                let node = self.open_fact(e, (name, &[]), ("a yes or no", scope), |r, e, s| {
                    r.truth(e, s)
                })?;
                return Some(self.outer(e, node));
            }
            Meaning::Broken => return None,
            _ => return self.mismatch(e, "a yes or no", scope),
        };
        Some(self.node(e, tags, kind))
    }

    /// A remembered yes is kept as the number 1.
    fn memory_truth(&self, span: Span, memory: crate::model::MemoryRef) -> Truth {
        let plain = |kind| Node::plain(span, kind);
        Truth::Compare(
            Comparison::Equal,
            Box::new(plain(Num::Memory(memory))),
            Box::new(plain(Num::Fixed(1))),
        )
    }

    fn some(&mut self, of: &Expr, scope: &Scope<'_>) -> Option<Node<Truth>> {
        if let Type::Line(line) = self.type_of(of, scope) {
            let tags = self.names.lines[usize::from(line.0)].tags.clone();
            return Some(self.node(of, tags, Truth::SomeLine(line)));
        }
        let set = self.set(of, scope)?;
        Some(Node::plain(of.span, Truth::Some(Box::new(set))))
    }

    /// Tells whether both sides of `and` or `or` are of a type that is not wanted: the whole is meant otherwise then.
    pub fn both(&mut self, left: &Expr, right: &Expr, ty: Type, scope: &Scope<'_>) -> bool {
        let is = |found: Type| {
            let points = matches!(found, Type::Set | Type::Kind | Type::Place);
            found == ty || (points && ty == Type::Set)
        };
        is(self.type_of(right, scope)) && is(self.type_of(left, scope))
    }

    /// Joins two truths and folds what is fixed; the clauses of what was folded away stay.
    fn logic(
        &mut self,
        e: &Expr,
        op: LogicOp,
        (left, right): (Node<Truth>, Node<Truth>),
    ) -> Node<Truth> {
        let right = match op {
            LogicOp::Except => Node::plain(right.span, negated(right)),
            LogicOp::And | LogicOp::Or => right,
        };
        let either = op == LogicOp::Or;
        let fixed = |n: &Node<Truth>| match n.kind {
            Truth::Fixed(value) => Some(value),
            _ => None,
        };
        let (decided, kept) = match (fixed(&left), fixed(&right)) {
            (Some(value), _) if value == either => (left, None),
            (_, Some(value)) if value == either => (right, None),
            (Some(_), _) => (right, Some(left)),
            (_, Some(_)) => (left, Some(right)),
            (None, None) => {
                let mut all = match left {
                    Node {
                        kind: Truth::And(all),
                        tags,
                        ..
                    } if !either && tags.is_empty() => all,
                    Node {
                        kind: Truth::Or(all),
                        tags,
                        ..
                    } if either && tags.is_empty() => all,
                    left => vec![left],
                };
                all.push(right);
                return self.node(
                    e,
                    Vec::new(),
                    if either {
                        Truth::Or(all)
                    } else {
                        Truth::And(all)
                    },
                );
            }
        };
        let mut node = decided;
        node.tags.extend(kept.into_iter().flat_map(|n| n.tags));
        self.outer(e, node)
    }
}

pub(super) fn negated(node: Node<Truth>) -> Truth {
    match node.kind {
        Truth::Fixed(value) => Truth::Fixed(!value),
        Truth::Not(inner) if node.tags.is_empty() && inner.tags.is_empty() => inner.kind,
        _ => Truth::Not(Box::new(node)),
    }
}

fn negated_if(negative: bool, span: Span, node: Node<Truth>) -> Truth {
    match (negative, node) {
        (false, Node { kind, tags, .. }) if tags.is_empty() => kind,
        (false, node) => Truth::And(vec![node]),
        (true, node) => negated(Node { span, ..node }),
    }
}
