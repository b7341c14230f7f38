//! Truths: what is asked of a position.

use super::Resolver;
use super::names::{Builtin, Meaning, Scope};
use super::options::OptionValue;
use super::types::{Type, is_word};
use crate::base::{Diagnostic, Span};
use crate::model::{Comparison, MoveId, Node, Num, Place, ScriptType, Set, TagId, Truth};
use crate::syntax::ast::{CompareOp, Expr, ExprKind, LogicOp, Name};

impl<'a> Resolver<'a> {
    /// Resolves a yes or no; what the options decide is folded.
    pub fn truth(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Node<Truth>> {
        let (kind, tags) = match &e.kind {
            ExprKind::Word(text) => {
                return self.word_truth(
                    e,
                    &Name {
                        text: text.clone(),
                        span: e.span,
                    },
                    scope,
                );
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
                let not = Node {
                    tags: Vec::new(),
                    span: cond.span,
                    kind: negated(cond.clone()),
                };
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
        let plain = |kind| Node {
            tags: Vec::new(),
            span,
            kind,
        };
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
        Some(Node {
            tags: Vec::new(),
            span: of.span,
            kind: Truth::Some(Box::new(set)),
        })
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
            LogicOp::Except => Node {
                tags: Vec::new(),
                span: right.span,
                kind: negated(right),
            },
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

    fn compare(
        &mut self,
        op: CompareOp,
        (left, right): (&Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Option<(Truth, Vec<TagId>)> {
        let (comparison, swap) = match op {
            CompareOp::Is => return self.is((left, right), scope),
            CompareOp::IsNot => {
                let (truth, tags) = self.is((left, right), scope)?;
                let inner = Node {
                    tags: Vec::new(),
                    span: left.span.to(right.span),
                    kind: truth,
                };
                return Some((negated(inner), tags));
            }
            CompareOp::Less => (Comparison::Less, false),
            CompareOp::AtMost => (Comparison::AtMost, false),
            CompareOp::More => (Comparison::Less, true),
            CompareOp::AtLeast => (Comparison::AtMost, true),
        };
        let types = [self.type_of(left, scope), self.type_of(right, scope)];
        if types.contains(&Type::Nothing) {
            // Nothing is neither more nor less than `none`: the rule asked for it under another value of the option.
            let tags = [left, right].map(|e| self.option_tags(e, scope)).concat();
            return Some((Truth::Fixed(false), tags));
        }
        let (left, right) = (self.num(left, scope), self.num(right, scope));
        let (left, right) = (Box::new(left?), Box::new(right?));
        let (left, right) = if swap { (right, left) } else { (left, right) };
        Some((folded(comparison, left, right), Vec::new()))
    }

    /// `X is Y`, by the types of both.
    fn is(
        &mut self,
        (left, right): (&Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Option<(Truth, Vec<TagId>)> {
        if is_word(left, "last") {
            return self.last_is(right);
        }
        let (lt, rt) = (self.type_of(left, scope), self.type_of(right, scope));
        if self.is_option_word((left, lt), (right, rt), scope) {
            return self.option_is((left, right), scope);
        }
        let plain = |truth| Some((truth, Vec::new()));
        match (lt, rt) {
            (Type::Broken, _) => self.mismatch(left, "a value", scope),
            (_, Type::Broken) => self.mismatch(right, "a value", scope),
            (Type::Place, Type::Place) => {
                let (place, other) = (self.place(left, scope)?.kind, self.place(right, scope)?);
                let at = Node {
                    tags: other.tags,
                    span: other.span,
                    kind: Set::At(other.kind),
                };
                plain(Truth::In(place, Box::new(at)))
            }
            (Type::Place, Type::Set | Type::Kind | Type::Seat) => {
                let place: Place = self.place(left, scope)?.kind;
                plain(Truth::In(place, Box::new(self.set(right, scope)?)))
            }
            (Type::Formation, Type::Set | Type::Kind) => {
                let line = self.formation(left, scope)?;
                plain(Truth::LineIn(line, Box::new(self.set(right, scope)?)))
            }
            (Type::Set | Type::Kind, Type::Set | Type::Kind | Type::Place) => {
                let (left, right) = (self.set(left, scope), self.set(right, scope));
                plain(Truth::SameSet(Box::new(left?), Box::new(right?)))
            }
            (Type::Seat | Type::Nothing, Type::Seat | Type::Nothing) => {
                let (left, right) = (self.seat(left, scope), self.seat(right, scope));
                plain(Truth::SameSeat(Box::new(left?), Box::new(right?)))
            }
            (Type::Number, Type::Number) => {
                let (left, right) = (self.num(left, scope), self.num(right, scope));
                plain(folded(Comparison::Equal, Box::new(left?), Box::new(right?)))
            }
            (Type::Truth, Type::Truth) => {
                let (left, right) = (self.truth(left, scope)?, self.truth(right, scope)?);
                let not = Node {
                    tags: Vec::new(),
                    span: left.span,
                    kind: negated(left.clone()),
                };
                let not_right = Node {
                    tags: Vec::new(),
                    span: right.span,
                    kind: negated(right.clone()),
                };
                let both = Node {
                    tags: Vec::new(),
                    span: left.span,
                    kind: Truth::And(vec![left, right]),
                };
                let neither = Node {
                    tags: Vec::new(),
                    span: not.span,
                    kind: Truth::And(vec![not, not_right]),
                };
                plain(Truth::Or(vec![both, neither]))
            }
            _ => {
                let message = format!("{} is never {}", lt.words(), rt.words());
                let diagnostic = Diagnostic::error(left.span.to(right.span), message).hint(
                    "`is` compares two values of one kind, or asks whether a point lies in a set",
                );
                self.report(diagnostic);
                None
            }
        }
    }

    /// `last is shift`
    fn last_is(&mut self, right: &Expr) -> Option<(Truth, Vec<TagId>)> {
        let words: Vec<&Expr> = match &right.kind {
            ExprKind::Braces(items) => items.iter().collect(),
            _ => vec![right],
        };
        let mut moves = Vec::new();
        for word in words {
            let ExprKind::Word(text) = &word.kind else {
                let diagnostic = Diagnostic::error(word.span, "expected the name of a move");
                self.report(diagnostic.hint("as in: last is step"));
                return None;
            };
            let at = self.move_or_report(&Name {
                text: text.clone(),
                span: word.span,
            })?;
            moves.push(MoveId(u16::try_from(at).unwrap_or(u16::MAX)));
        }
        Some((Truth::LastIs(moves), Vec::new()))
    }

    /// Tells whether one side is an option and the other a word that only the option knows.
    fn is_option_word(
        &mut self,
        left: (&Expr, Type),
        right: (&Expr, Type),
        scope: &Scope<'_>,
    ) -> bool {
        let of_words = |ty| matches!(ty, Type::Nothing | Type::Word);
        let word = |ty| matches!(ty, Type::Nothing | Type::Word | Type::Broken);
        (self.option_at(left.0, scope).is_some() && (of_words(left.1) || word(right.1)))
            || (self.option_at(right.0, scope).is_some() && (of_words(right.1) || word(left.1)))
    }

    /// An option compared with one of its words: decided before the game begins.
    fn option_is(
        &mut self,
        (left, right): (&Expr, &Expr),
        scope: &Scope<'_>,
    ) -> Option<(Truth, Vec<TagId>)> {
        let (option, other) = if self.option_at(left, scope).is_some() {
            (left, right)
        } else {
            (right, left)
        };
        let Some(at) = self.option_at(option, scope) else {
            return self.mismatch(left, "an option", scope);
        };
        let named = &self.names.options[at];
        let (name, value, tags) = (named.text.clone(), named.what.clone(), named.tags.clone());
        let ExprKind::Word(word) = &other.kind else {
            let holds = matches!((&value, &other.kind), (OptionValue::Num(n), ExprKind::Number(m)) if n == m);
            return Some((Truth::Fixed(holds), tags));
        };
        let allowed = self.option_words(&name);
        if !allowed.contains(word) {
            let known = allowed.iter().map(String::as_str);
            let diagnostic =
                Diagnostic::error(other.span, format!("the option `{name}` is never `{word}`"))
                    .maybe_hint(crate::base::did_you_mean(word, known.clone()))
                    .hint(super::listed("it may be", known));
            self.report(diagnostic);
            return None;
        }
        let holds = match value {
            OptionValue::Nothing => word == "none",
            OptionValue::Word(text) => text == *word,
            OptionValue::Truth(truth) => (word == "yes") == truth,
            OptionValue::Num(_) | OptionValue::Broken => false,
            OptionValue::Seat(seat) => {
                self.player(&Name {
                    text: word.clone(),
                    span: other.span,
                }) == Some(seat)
            }
        };
        Some((Truth::Fixed(holds), tags))
    }

    fn option_at(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<usize> {
        let ExprKind::Word(text) = &e.kind else {
            return None;
        };
        match self.find(
            &Name {
                text: text.clone(),
                span: e.span,
            },
            scope,
        )? {
            Meaning::Option(at) => Some(at),
            Meaning::Param(value, caller) => self.option_at(value, caller),
            _ => None,
        }
    }

    fn option_tags(&mut self, e: &Expr, scope: &Scope<'_>) -> Vec<TagId> {
        self.option_at(e, scope)
            .map(|at| self.names.options[at].tags.clone())
            .unwrap_or_default()
    }

    /// Finds a move, or reports that there is none of that name.
    pub fn move_or_report(&mut self, name: &Name) -> Option<usize> {
        let found = self.move_named(name);
        if found.is_none() {
            self.no_such("move", name);
        }
        found
    }
}

/// Compares two numbers, at once if both are fixed.
fn folded(comparison: Comparison, left: Box<Node<Num>>, right: Box<Node<Num>>) -> Truth {
    match (&left.kind, &right.kind) {
        (Num::Fixed(a), Num::Fixed(b)) => Truth::Fixed(comparison.holds(*a, *b)),
        _ => Truth::Compare(comparison, left, right),
    }
}

fn negated(node: Node<Truth>) -> Truth {
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
