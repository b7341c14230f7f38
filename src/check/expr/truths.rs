//! Truths: what is asked of a position.

use crate::base::{Diagnostic, Span};
use crate::check::Resolver;
use crate::check::decl::options::OptionValue;
use crate::check::expr::builtins::Builtin;
use crate::check::expr::elaborate::{ExpectedType, Resolved, bare, inside};
use crate::check::expr::types::Type;
use crate::check::names::{Meaning, Scope};
use crate::model::{Comparison, MemoryRef, MemoryType, Node, Num, ScriptType, Truth};
use crate::syntax::ast::{Expr, ExprKind, LogicOp, Name};

impl ExpectedType for Truth {
    const WORDS: &'static str = "a yes or no";

    fn holds(ty: MemoryType) -> bool {
        ty == MemoryType::Truth
    }

    fn never(found: Type) -> bool {
        let others = [Type::Number, Type::Numbers, Type::Seat, Type::Seats];
        found.is_of_points() || others.contains(&found)
    }

    fn hint(found: Type) -> Option<&'static str> {
        let several = matches!(
            found,
            Type::Set | Type::Kind | Type::Place | Type::Zone(_) | Type::Rows(_) | Type::Seats
        );
        several
            .then_some("to ask whether there is one, say `some …` or `no …`; of a point: `… is …`")
    }

    /// A remembered yes is kept as the number 1.
    fn remembered(memory: MemoryRef, span: Span) -> Self {
        let plain = |kind| Box::new(Node::plain(span, kind));
        let (memory, yes) = (plain(Num::Memory(memory)), plain(Num::Fixed(1)));
        Self::Compare(Comparison::Equal, memory, yes)
    }

    /// The condition holds and so does the first, or it does not hold and the second does.
    fn either(cond: Node<Self>, then: Node<Self>, otherwise: Node<Self>) -> Resolved<Self> {
        let span = then.span.to(otherwise.span);
        let not = Node::plain(cond.span, negated(cond.clone()));
        let yes = logic(LogicOp::And, span, (cond, then));
        let no = logic(LogicOp::And, span, (not, otherwise));
        inside(logic(LogicOp::Or, span, (yes, no)))
    }

    fn word(
        r: &mut Resolver<'_>,
        meaning: Meaning<'_>,
        (e, _): (&Expr, &Name),
        scope: &Scope<'_>,
    ) -> Resolved<Self> {
        match meaning {
            Meaning::Builtin(Builtin::Yes) => bare(Self::Fixed(true)),
            Meaning::Builtin(Builtin::No) => bare(Self::Fixed(false)),
            Meaning::Option(at) => match r.names.options[at].what {
                OptionValue::Truth(value) => {
                    Some((Self::Fixed(value), r.names.options[at].tags.clone()))
                }
                _ => r.misread::<Self, _>(e, scope),
            },
            _ => r.misread::<Self, _>(e, scope),
        }
    }

    fn form(r: &mut Resolver<'_>, e: &Expr, scope: &Scope<'_>) -> Resolved<Self> {
        match &e.kind {
            ExprKind::Some { none, of } => bare(negated_if(*none, e.span, r.some(of, scope)?)),
            ExprKind::Not(of) => bare(negated(r.truth(of, scope)?)),
            ExprKind::Logic { left, right, .. } if r.both(left, right, Type::Set, scope) => {
                r.misread::<Self, _>(e, scope)
            }
            ExprKind::Logic { op, left, right } => {
                let (left, right) = (r.truth(left, scope), r.truth(right, scope));
                inside(logic(*op, e.span, (left?, right?)))
            }
            ExprKind::Compare { op, left, right } => r.compare(*op, (left, right), scope),
            ExprKind::Of { head, of } => r.remembered_of(e, (head, of), scope),
            ExprKind::Script { name, args } => {
                let (script, values) = r.script_call(name, args, Some(ScriptType::Truth), scope)?;
                bare(Self::Script(script, values))
            }
            ExprKind::Seen(times) => r.seen(e, *times),
            _ => r.misread::<Self, _>(e, scope),
        }
    }

    fn call(
        r: &mut Resolver<'_>,
        e: &Expr,
        (name, args): (&Name, &[Expr]),
        scope: &Scope<'_>,
    ) -> Resolved<Self> {
        match name.text.as_str() {
            "joined" => r.joined(name, args, scope),
            _ => r.open_fact(e, (name, args), scope),
        }
    }
}

impl<'a> Resolver<'a> {
    /// `joined(land)`
    fn joined(&mut self, name: &Name, args: &[Expr], scope: &Scope<'_>) -> Resolved<Truth> {
        let [set] = args else {
            let diagnostic = Diagnostic::error(name.span, "`joined` takes one set of points");
            self.report(diagnostic.hint("several are put together by `or`: joined(land or lake)"));
            return None;
        };
        bare(Truth::Joined(Box::new(self.set(set, scope)?)))
    }

    /// Resolves a yes or no; what the options decide is folded.
    pub fn truth(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Node<Truth>> {
        self.read(e, scope)
    }

    /// `seen 3 times`
    fn seen(&mut self, e: &Expr, times: i64) -> Resolved<Truth> {
        match u32::try_from(times) {
            Ok(times) if times >= 1 => bare(Truth::Seen(times)),
            _ => {
                let diagnostic = Diagnostic::error(e.span, "a position is seen at least once");
                self.report(diagnostic.hint("as in: seen 3 times"));
                None
            }
        }
    }

    fn some(&mut self, of: &Expr, scope: &Scope<'_>) -> Option<Node<Truth>> {
        if let Type::Line(line) = self.type_of(of, scope) {
            let tags = self.names.lines[line.index()].tags.clone();
            return Some(self.node(of, tags, Truth::SomeLine(line)));
        }
        match self.type_of(of, scope) {
            Type::Seats | Type::Rows(_) | Type::Row(_) => {
                let members = self.items(of, scope)?;
                let any = any_of(of.span, members.kind.0);
                return Some(self.node(of, [any.tags, members.tags].concat(), any.kind));
            }
            Type::Zone(_) => {
                let (zone, tags) = self.zone_ref(of, scope)?;
                let some = self.is_more(of.span, Num::Size(zone));
                return Some(self.node(of, tags, some));
            }
            _ => {}
        }
        let set = self.set(of, scope)?;
        Some(Node::plain(of.span, Truth::Some(Box::new(set))))
    }

    /// Tells whether a number is more than 0.
    pub fn is_more(&self, span: Span, number: Num) -> Truth {
        let plain = |kind| Box::new(Node::plain(span, kind));
        Truth::Compare(Comparison::Less, plain(Num::Fixed(0)), plain(number))
    }

    /// Tells whether both sides of `and` or `or` are of a type that is not wanted: the whole is meant otherwise then.
    pub fn both(&mut self, left: &Expr, right: &Expr, ty: Type, scope: &Scope<'_>) -> bool {
        let is = |found: Type| {
            let points = matches!(found, Type::Set | Type::Kind | Type::Place);
            found == ty || (points && ty == Type::Set)
        };
        is(self.type_of(right, scope)) && is(self.type_of(left, scope))
    }
}

/// Joins two truths and folds what is fixed; the clauses of what was folded away stay.
fn logic(op: LogicOp, span: Span, (left, right): (Node<Truth>, Node<Truth>)) -> Node<Truth> {
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
        (None, None) => return Node::plain(span, listed(either, left, right)),
    };
    let mut node = Node { span, ..decided };
    node.tags.extend(kept.into_iter().flat_map(|n| n.tags));
    node
}

/// All of some truths, folded.
pub(crate) fn all_of(span: Span, all: impl IntoIterator<Item = Node<Truth>>) -> Node<Truth> {
    let joined = all
        .into_iter()
        .reduce(|a, b| logic(LogicOp::And, span, (a, b)));
    joined.unwrap_or_else(|| Node::plain(span, Truth::Fixed(true)))
}

/// Any of some truths, folded.
pub(crate) fn any_of(span: Span, all: impl IntoIterator<Item = Node<Truth>>) -> Node<Truth> {
    let joined = all
        .into_iter()
        .reduce(|a, b| logic(LogicOp::Or, span, (a, b)));
    joined.unwrap_or_else(|| Node::plain(span, Truth::Fixed(false)))
}

/// Adds a truth to those of a list of the same sort, or begins one.
fn listed(either: bool, left: Node<Truth>, right: Node<Truth>) -> Truth {
    let untagged = left.tags.is_empty();
    match left.kind {
        Truth::And(mut all) if !either && untagged => {
            all.push(right);
            Truth::And(all)
        }
        Truth::Or(mut all) if either && untagged => {
            all.push(right);
            Truth::Or(all)
        }
        kind => {
            let all = vec![Node { kind, ..left }, right];
            if either {
                Truth::Or(all)
            } else {
                Truth::And(all)
            }
        }
    }
}

pub(crate) fn negated(node: Node<Truth>) -> Truth {
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
