//! Numbers.

use super::Resolver;
use super::names::{ArgType, Meaning, Scope};
use super::options::OptionValue;
use super::types::Type;
use super::wanted::{Found, Wanted, bare, inside};
use crate::base::Span;
use crate::model::{MemoryRef, MemoryType, Node, Num, NumOp, ScriptType, Truth};
use crate::syntax::ast::{Expr, ExprKind, Name, SumOp};

impl Wanted for Num {
    const WORDS: &'static str = "a number";
    const MEMORY: MemoryType = MemoryType::Num;

    fn never(found: Type) -> bool {
        found.is_of_points() || matches!(found, Type::Truth | Type::Seat | Type::Seats)
    }

    fn hint(found: Type) -> Option<&'static str> {
        matches!(found, Type::Set | Type::Kind).then_some("to count them, say `count …`")
    }

    fn remembered(memory: MemoryRef, _span: Span) -> Self {
        Self::Memory(memory)
    }

    fn either(cond: Node<Truth>, then: Node<Self>, otherwise: Node<Self>) -> Found<Self> {
        let (then, otherwise) = (Box::new(then), Box::new(otherwise));
        bare(Self::If(Box::new(cond), then, otherwise))
    }

    fn word(
        r: &mut Resolver<'_>,
        meaning: Meaning<'_>,
        (e, _): (&Expr, &Name),
        scope: &Scope<'_>,
    ) -> Found<Self> {
        match meaning {
            Meaning::Option(at) => match r.names.options[at].what {
                OptionValue::Num(n) => Some((Self::Fixed(n), r.names.options[at].tags.clone())),
                _ => r.misread::<Self, _>(e, scope),
            },
            Meaning::Arg(arg, ArgType::Number) => bare(Self::Arg(arg)),
            _ => r.misread::<Self, _>(e, scope),
        }
    }

    fn form(r: &mut Resolver<'_>, e: &Expr, scope: &Scope<'_>) -> Found<Self> {
        match &e.kind {
            ExprKind::Number(n) => bare(Self::Fixed(*n)),
            ExprKind::Count(of) => match r.type_of(of, scope) {
                Type::Line(line) => {
                    let tags = r.names.lines[line.index()].tags.clone();
                    Some((Self::CountLines(line), tags))
                }
                _ => bare(Self::Count(Box::new(r.set(of, scope)?))),
            },
            ExprKind::Of { head, of } => r.remembered_of(e, (head, of), scope),
            ExprKind::Sum { op, left, right } => {
                let op = match op {
                    SumOp::Add => NumOp::Add,
                    SumOp::Sub => NumOp::Sub,
                    SumOp::Mul => NumOp::Mul,
                };
                let (left, right) = (r.num(left, scope), r.num(right, scope));
                bare(summed(op, left?, right?))
            }
            ExprKind::Script { name, args } => {
                let (script, values) =
                    r.script_call(name, args, Some(ScriptType::Number), scope)?;
                bare(Self::Script(script, values))
            }
            _ => r.misread::<Self, _>(e, scope),
        }
    }

    fn call(
        r: &mut Resolver<'_>,
        e: &Expr,
        (name, args): (&Name, &[Expr]),
        scope: &Scope<'_>,
    ) -> Found<Self> {
        let op = match name.text.as_str() {
            "max" => NumOp::Max,
            "min" => NumOp::Min,
            _ => return r.open_fact(e, (name, args), scope),
        };
        let all: Vec<_> = args.iter().map(|a| r.num(a, scope)).collect();
        let mut all = all.into_iter().collect::<Option<Vec<_>>>()?.into_iter();
        let Some(first) = all.next() else {
            let message = format!("`{}` takes at least one number", name.text);
            return r.fail(name.span, message);
        };
        inside(all.fold(first, |a, b| Node::plain(e.span, summed(op, a, b))))
    }
}

impl<'a> Resolver<'a> {
    /// Resolves a number.
    pub fn num(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Node<Num>> {
        self.read(e, scope)
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
